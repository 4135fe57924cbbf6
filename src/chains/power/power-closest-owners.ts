// Which beads own their centres, and which are linked to those by neighbours that touch: the condition of power-closest.ts.
import { SMALL_SQUARE, U } from '../../base/math/rounding.js'
import { BALL, ballsTouch } from '../../geometry/balls/ball-pair.js'
import type { PowerView } from './power-closest.js'
import type { BeadLinks } from './power-closest-links.js'

/** |ci − cj|² is good to 5 u, (rj − ri)(rj + ri) to 3 u. */
const POWER_ROUNDING = 16 * U

/**
 * 1 for every bead that surely owns its centre: a corner of the triangulation, none of whose neighbours in it has a smaller
 * power there, |ci − ck|² − rk² ≥ −ri². Undefined if all do.
 */
export function ownersOfThemselves({ balls, edges, hidden }: PowerView): Uint8Array | undefined {
  let owners: Uint8Array | undefined
  const strike = (i: number): void => {
    owners ??= new Uint8Array(balls.length / BALL).fill(1)
    owners[i] = 0
  }
  for (const i of hidden) strike(i)
  for (let k = 0; k < edges.length; k += 2) {
    const p = BALL * edges[k]!
    const q = BALL * edges[k + 1]!
    const r = balls[p + 3]!
    const s = balls[q + 3]!
    // The larger ball's power at its own centre is below that of the smaller.
    if (r === s) continue
    const dx = balls[p]! - balls[q]!
    const dy = balls[p + 1]! - balls[q + 1]!
    const dz = balls[p + 2]! - balls[q + 2]!
    const square = dx * dx + dy * dy + dz * dz
    const most = Math.abs(r - s) * (r + s)
    if (square * (1 - POWER_ROUNDING) >= most && square > SMALL_SQUARE) continue
    strike(edges[r < s ? k : k + 1]!)
  }
  return owners
}

/** The beads to which no links of touching beads lead from these, which are marked with 1. Marks those to which they lead. */
export function outOfReach(reached: Uint8Array, balls: Float64Array, links: BeadLinks): number[] {
  const queue: number[] = []
  const near: number[] = []
  for (let i = 0; i < reached.length; i++) if (reached[i] === 1) queue.push(i)
  for (let at = 0; at < queue.length; at++) {
    const i = queue[at]!
    for (const k of links.of(near, i)) {
      if (reached[k] === 1 || !ballsTouch(balls, i, balls, k)) continue
      reached[k] = 1
      queue.push(k)
    }
  }
  const rest: number[] = []
  for (let i = 0; i < reached.length; i++) if (reached[i] !== 1) rest.push(i)
  return rest
}
