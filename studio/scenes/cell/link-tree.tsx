// The links of the robots as a tree, and what is drawn of them: frames, and collision geometry, visual geometry or both.
import { useSignal } from '@preact/signals'
import type { History } from '../../app/history.js'
import { Section, Select, Toggle } from '../../ui/controls.js'
import { type CellArm, fullName } from '../../workcell/arms.js'
import { MissingNote } from '../../workcell/chooser.js'
import type { CellModel } from './model.js'
import { ALL_FRAMES, type RobotCellState, type Shown } from './state.js'

const SHOWN: readonly (readonly [Shown, string])[] = [
  ['collision', 'Collision geometry'],
  ['visual', 'Visual geometry'],
  ['both', 'Both'],
]

interface LinksProps {
  readonly model: CellModel
  readonly history: History<RobotCellState>
}

export function Links({ model, history }: LinksProps) {
  const view = model.view.value
  const { shown, frames } = history.state.value
  if (view !== undefined && view.arms.length === 0) return null
  const all = frames.includes(ALL_FRAMES)
  return (
    <Section title="Links">
      <Select label="Draw" value={shown} options={SHOWN} onChange={(to) => history.set({ shown: to })} />
      {shown !== 'collision' && (
        <>
          <p class="note">
            What is checked is the collision geometry, whatever is drawn. A link without visual geometry is drawn by it.
          </p>
          {model.visualNotes.value?.map((note) => (
            <MissingNote key={note} note={note} id="visual-note" />
          ))}
        </>
      )}
      <Toggle
        label="Frames of all links"
        value={all}
        onChange={(on) => history.set({ frames: on ? [ALL_FRAMES] : [] })}
      />
      <details class="links">
        <summary>Link tree</summary>
        {view?.arms.map((arm) => (
          <Tree key={arm.name} {...{ arm, model, history }} named={view.arms.length > 1} />
        ))}
      </details>
    </Section>
  )
}

function Tree({ arm, model, history, named }: LinksProps & { readonly arm: CellArm; readonly named: boolean }) {
  /** Links whose children are not shown. */
  const closed = useSignal<ReadonlySet<number>>(new Set())
  const children = new Map<number, number[]>()
  arm.links.forEach(({ parent }, i) => {
    children.set(parent, [...(children.get(parent) ?? []), i])
  })
  const toggle = (i: number): void => {
    const next = new Set(closed.value)
    if (!next.delete(i)) next.add(i)
    closed.value = next
  }
  // Rows in the order of the tree. A chain of links is not indented: only what hangs beside others is.
  const rows: { readonly i: number; readonly depth: number }[] = []
  const visit = (i: number, depth: number): void => {
    rows.push({ i, depth })
    const below = children.get(i) ?? []
    if (!closed.value.has(i)) for (const child of below) visit(child, depth + (below.length > 1 ? 1 : 0))
  }
  for (const root of children.get(-1) ?? []) visit(root, 0)
  return (
    <ul class="link-tree" aria-label={named ? `Links of ${arm.name}` : 'Links'}>
      {named && <li class="note">{arm.name}</li>}
      {rows.map(({ i, depth }) => (
        <Row
          key={i}
          {...{ arm, i, depth, model, history }}
          isOpen={(children.get(i) ?? []).length === 0 ? undefined : !closed.value.has(i)}
          onToggle={() => toggle(i)}
        />
      ))}
    </ul>
  )
}

interface RowProps extends LinksProps {
  readonly arm: CellArm
  readonly i: number
  readonly depth: number
  /** Undefined where nothing hangs below. */
  readonly isOpen: boolean | undefined
  readonly onToggle: () => void
}

function Row({ arm, i, depth, model, history, isOpen, onToggle }: RowProps) {
  const link = arm.links[i]!
  const name = fullName(arm, link)
  const { frames } = history.state.value
  const isAll = frames.includes(ALL_FRAMES)
  const { joint } = link
  const how = joint && `${joint.name}, ${joint.kind}${joint.isMimic ? ', follows another' : ''}`
  return (
    <li style={{ paddingLeft: `${12 * Math.min(depth, 6)}px` }}>
      {isOpen === undefined ? (
        <span class="fold" />
      ) : (
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen}
          aria-label={`What hangs on ${link.name}`}
          onClick={onToggle}
        >
          {isOpen ? '▾' : '▸'}
        </button>
      )}
      <button
        type="button"
        class="link"
        aria-pressed={model.chosen.value === name}
        onClick={() => (model.chosen.value = model.chosen.value === name ? undefined : name)}
      >
        {link.name}
        {!link.hasGeometry && <small> no geometry</small>}
        {how !== undefined && <small class="joint">{how}</small>}
      </button>
      <label class="frame">
        <input
          type="checkbox"
          aria-label={`Frame of ${link.name}`}
          checked={isAll || frames.includes(name)}
          disabled={isAll}
          onChange={(event) =>
            history.set({
              frames: event.currentTarget.checked ? [...frames, name] : frames.filter((other) => other !== name),
            })
          }
        />
        <span aria-hidden="true">frame</span>
      </label>
    </li>
  )
}
