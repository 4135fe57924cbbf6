// Which cell: one of the studio's, or what was dropped; and what was odd about it.
import { isFile } from '../app/dropped.js'
import { Select, TextField } from '../ui/controls.js'
import { sharedFolders } from './names.js'
import { type CellState, GEOMETRIES } from './state.js'
import type { CellView } from './workcell.js'

export interface CellChooserProps {
  readonly label: string
  readonly state: Pick<CellState, 'cell' | 'choice' | 'geometry'>
  readonly cells: readonly (readonly [string, string])[]
  readonly view: CellView | undefined
  readonly choose: (cell: string, choice?: string, geometry?: CellState['geometry']) => void
  /** Values for the arguments of xacro files; undefined where there are none. */
  readonly values: string | undefined
  readonly setValues: (values: string) => void
}

/** What is missing is said at once; what is only odd, on request. */
function Notes({ notes }: { notes: readonly string[] }) {
  const missing = notes.filter((note) => note.startsWith('Missing'))
  const odd = notes.filter((note) => !note.startsWith('Missing'))
  return (
    <>
      {missing.map((note) => (
        <p key={note} class="note warn" data-stat="missing">
          {note}
        </p>
      ))}
      {odd.length > 0 && (
        <details class="note">
          <summary>{odd.length === 1 ? 'A note' : `${odd.length} notes`} on these files</summary>
          {odd.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </details>
      )}
    </>
  )
}

export function CellChooser({ label, state, cells, view, choose, values, setValues }: CellChooserProps) {
  const { cell, choice, geometry } = state
  const options: readonly (readonly [string, string])[] = isFile(cell)
    ? [...cells, [cell, view?.title ?? 'Your files']]
    : cells
  const choices = view?.choices ?? []
  const shared = sharedFolders(choices)
  return (
    <>
      <Select label={label} value={cell} options={options} onChange={(to) => choose(to)} />
      {choices.length > 0 && (
        <Select
          label="File"
          value={choice === '' ? choices[0]! : choice}
          options={choices.map((path) => [path, path.slice(shared)] as const)}
          onChange={(to) => choose(cell, to)}
        />
      )}
      {isFile(cell) && (
        <Select label="Geometry" value={geometry} options={GEOMETRIES} onChange={(to) => choose(cell, choice, to)} />
      )}
      {values !== undefined && (
        <TextField label="Arguments" value={values} placeholder="name:=value …" onChange={setValues} />
      )}
      <Notes notes={view?.notes ?? []} />
    </>
  )
}
