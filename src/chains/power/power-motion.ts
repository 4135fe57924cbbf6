// A triangulation after some of its balls have moved: where few did, they are removed and inserted again, each located from
// where it was; otherwise the caller rebuilds it. Flips alone are not enough: one step of a few per cent of a bead's size turns
// tetrahedra inside out. Equal to what is built from scratch: perturbed lifts have one regular triangulation.
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { PowerComplex } from './power-diagram-complex.js'

/** Share of the balls, at most, that is inserted again one by one: beyond it, in space, rebuilding is as cheap. */
export const REINSERTED_SHARE = 1 / 12

/** The balls whose numbers differ, ascending. */
export function movedBalls(before: Float64Array, after: Float64Array): number[] {
  const moved: number[] = []
  for (let i = 0, at = 0; at < after.length; i++, at += BALL) {
    const same =
      before[at] === after[at] &&
      before[at + 1] === after[at + 1] &&
      before[at + 2] === after[at + 2] &&
      before[at + 3] === after[at + 3]
    if (!same) moved.push(i)
  }
  return moved
}

/**
 * The work of taking out a ball is about the square of its neighbours, a quarter of a microsecond each; that of building is
 * about a microsecond and a half an edge. Up to this much work an edge is cheaper than rebuilding.
 */
const REINSERTED_WORK = 5

/**
 * Takes the balls out and puts them in with their new numbers. `edges`: how many the triangulation has. False: too much work, or
 * nothing is left of it; rebuild.
 */
export function reinsert(complex: PowerComplex, balls: Float64Array, moved: readonly number[], edges: number): boolean {
  // Where each was: a neighbour that stays.
  const moving = new Set(moved)
  const near: number[] = []
  let work = 0
  for (const ball of moved) {
    const around = complex.neighbours(ball)
    work += around.length ** 2
    if (work > REINSERTED_WORK * edges) return false
    near.push(around.find((other) => !moving.has(other)) ?? -1)
  }
  for (const ball of moved) if (!complex.remove(ball)) return false
  for (const ball of moved) {
    const p = BALL * ball
    if (!complex.set(ball, balls[p]!, balls[p + 1]!, balls[p + 2]!, balls[p + 3]!)) return false
  }
  moved.forEach((ball, k) => {
    complex.insert(ball, near[k]!)
  })
  complex.retryHidden()
  return true
}
