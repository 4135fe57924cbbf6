// Which cell: one of the studio's, or what was dropped; and what was odd about it.
import { isFile } from '../app/dropped.js'
import type { History } from '../app/history.js'
import { Select, TextField } from '../ui/controls.js'
import type { CellFollower } from './cell-follower.js'
import { sharedFolders } from './names.js'
import { type CellState, GEOMETRIES } from './state.js'

export interface CellChooserProps<S extends Omit<CellState, 'q'>> {
  readonly label: string
  readonly model: CellFollower<S>
  readonly history: History<S>
  readonly cells: readonly (readonly [string, string])[]
}

/** More names than this are folded: the answer is below. */
const MOST_NAMES = 4

/** What of the files is missing, by name. */
export function MissingNote({ note, id }: { note: string; id: string }) {
  const count = note.split(', ').length - (note.startsWith('Missing, ') ? 1 : 0)
  if (count <= MOST_NAMES) {
    return (
      <p class="note warn" data-stat={id}>
        {note}
      </p>
    )
  }
  return (
    <details class="note warn" data-stat={id}>
      <summary>
        {note.slice(0, note.indexOf(':'))}: {count} meshes
      </summary>
      {note}
    </details>
  )
}

/** What is missing is said at once; what is only odd, on request. */
function Notes({ notes }: { notes: readonly string[] }) {
  const missing = notes.filter((note) => note.startsWith('Missing'))
  const odd = notes.filter((note) => !note.startsWith('Missing'))
  return (
    <>
      {missing.map((note) => (
        <MissingNote key={note} note={note} id="missing" />
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

export function CellChooser<S extends Omit<CellState, 'q'>>({ label, model, history, cells }: CellChooserProps<S>) {
  const { cell, choice, geometry } = history.state.value
  const view = model.view.value
  const values = model.values.value
  const options: readonly (readonly [string, string])[] = isFile(cell)
    ? [...cells, [cell, view?.title ?? 'Your files']]
    : cells
  const choices = view?.choices ?? []
  const shared = sharedFolders(choices)
  return (
    <>
      <Select label={label} value={cell} options={options} onChange={(to) => model.choose(to)} />
      {choices.length > 0 && (
        <Select
          label="File"
          value={choice === '' ? choices[0]! : choice}
          options={choices.map((path) => [path, path.slice(shared)] as const)}
          onChange={(to) => model.choose(cell, to)}
        />
      )}
      {isFile(cell) && (
        <Select
          label="Geometry"
          value={geometry}
          options={GEOMETRIES}
          onChange={(to) => model.choose(cell, choice, to)}
        />
      )}
      {values !== undefined && (
        <TextField
          label="Arguments"
          value={values}
          placeholder="name:=value …"
          onChange={(to) => void model.setValues(to)}
        />
      )}
      <Notes notes={view?.notes ?? []} />
    </>
  )
}
