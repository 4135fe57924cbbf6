// Obstacle regions of a coordination diagram: components of atoms that are not proved free, corners counting as neighbours. Whatever
// the timing, the two robots pass a component on one side: A through it first, or B.
//
// A first means: B does not enter atom j before A has left every atom i of the component that lies in a column j' ≤ j. Both then
// stay out of the component: were A in atom i and B in atom j of a cell (i, j) of it, B would have entered j before A left i. Along
// the borders of atoms (a robot waits at a mark) a state lies in two or four closed cells; if all of them were blocked they would
// be one component, so one of them is free, and its proof holds up to its border.
//
// The first and the last atom of a path are those in which the robot stands. It is in the first from the beginning and never leaves
// the last, so a component that has A's first atom cannot have B go first, nor one that has A's last atom A.
import type { Diagram } from './diagram.js'
import { CELL_FREE } from './diagram.js'

/** The robot that goes second may not enter its atom `mark` before the other has reached its mark `left`. */
export interface Step {
  readonly mark: number
  readonly left: number
}

export interface Component {
  /** Cells: an atom of A and one of B each. */
  readonly cells: Int32Array
  /** What B waits for if A goes first, and A if B does; undefined where that is impossible. */
  readonly ifA: readonly Step[] | undefined
  readonly ifB: readonly Step[] | undefined
}

export function diagramComponents({ states, a, b }: Pick<Diagram, 'states'> & { a: Atoms; b: Atoms }): Component[] {
  const seen = new Uint8Array(states.length)
  const out: Component[] = []
  const stack: number[] = []
  for (let at = 0; at < states.length; at++) {
    if (states[at] === CELL_FREE || seen[at] === 1) continue
    const cells: number[] = []
    seen[at] = 1
    stack.push(at)
    while (stack.length > 0) {
      const cell = stack.pop()!
      const i = Math.floor(cell / b.atoms)
      const j = cell - i * b.atoms
      cells.push(i, j)
      for (let x = Math.max(0, i - 1); x <= Math.min(a.atoms - 1, i + 1); x++) {
        for (let y = Math.max(0, j - 1); y <= Math.min(b.atoms - 1, j + 1); y++) {
          const next = x * b.atoms + y
          if (states[next] === CELL_FREE || seen[next] === 1) continue
          seen[next] = 1
          stack.push(next)
        }
      }
    }
    const list = Int32Array.from(cells)
    out.push({ cells: list, ifA: stepsOf(list, 0, a.atoms, b.atoms), ifB: stepsOf(list, 1, b.atoms, a.atoms) })
  }
  return out
}

interface Atoms {
  readonly atoms: number
}

/** Where the robot `first` (0: A) goes first: what the other waits for. */
function stepsOf(cells: Int32Array, first: 0 | 1, atoms: number, others: number): Step[] | undefined {
  /** By atom of the other: the mark that the first must have reached, for this atom alone. */
  const needs = new Map<number, number>()
  for (let k = 0; k < cells.length; k += 2) {
    const own = cells[k + first]!
    const other = cells[k + 1 - first]!
    // Where it stands at last it stays, and where the other stands at first it has been from the beginning.
    if (own === atoms - 1 || other === 0) return undefined
    needs.set(other, Math.max(needs.get(other) ?? 0, own + 1))
  }
  const steps: Step[] = []
  let most = 0
  for (const mark of [...needs.keys()].sort((x, y) => x - y)) {
    const left = needs.get(mark)!
    if (left <= most) continue
    most = left
    steps.push({ mark, left })
  }
  return others === 1 ? undefined : steps
}
