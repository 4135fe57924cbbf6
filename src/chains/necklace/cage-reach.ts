// The bead of a cage that reaches farthest beyond a bound, |c − c_i| + r_i: the one question of verification and of repair
// (section 4.2). Three ways to ask, with the same answer to the bit, ties to the lower bead:
// - naive: all beads;
// - cascade: from the child cages down, a cage within the bound is not opened (branch and bound);
// - frontier: the same from the cages and beads where the search of the last step ended.
//
// Each returns a bead, or −1 if none reaches beyond the bound; roots are taken only of beads that do.
//
// Twin of PairTraversal.search (base/work/traverse-pair.ts), in a quarter of its time: cage-twins.test.ts compares the two.
import { BALL } from '../../geometry/balls/ball-pair.js'
import { CAGE_ROUNDING } from './cage-rounding.js'
import type { CageShape } from './cage-shape.js'

/** Where the counts of a step are added up. */
export const CAGE_TESTS = 0
export const BEAD_TESTS = 1
export const FRONTIER = 2

/** Deep enough for 2³¹ beads: a cage that is opened leaves one more than it takes. */
const stack = new Int32Array(64)

/** Of the beads `from` to `end` − 1, around the centre ball[o..o+2]. */
export function farthestBead(
  balls: Float64Array,
  from: number,
  end: number,
  ball: Float64Array,
  o: number,
  bound: number,
): number {
  const cx = ball[o]!
  const cy = ball[o + 1]!
  const cz = ball[o + 2]!
  let far = -1
  const last = BALL * end
  for (let p = BALL * from; p < last; p += BALL) {
    const dx = balls[p]! - cx
    const dy = balls[p + 1]! - cy
    const dz = balls[p + 2]! - cz
    const sq = dx * dx + dy * dy + dz * dz
    const room = bound - balls[p + 3]!
    // Times |room|: with a radius larger than the bound there is no room, whatever the distance.
    if (sq > room * Math.abs(room)) {
      const reach = Math.sqrt(sq) + balls[p + 3]!
      if (reach > bound) {
        bound = reach
        far = p
      }
    }
  }
  return far < 0 ? -1 : far / BALL
}

/** How far bead i reaches from the centre ball[o..o+2], as `farthestBead` computes it. */
export function reachOf(balls: Float64Array, i: number, ball: Float64Array, o: number): number {
  const p = BALL * i
  const dx = balls[p]! - ball[o]!
  const dy = balls[p + 1]! - ball[o + 1]!
  const dz = balls[p + 2]! - ball[o + 2]!
  return Math.sqrt(dx * dx + dy * dy + dz * dz) + balls[p + 3]!
}

/** Saved frontiers of all cages: that of cage k is item[start[k]..start[k] + size[k]). A cage d is d, a bead i is −1 − i. */
export interface Frontiers {
  item: Int32Array
  end: number
  readonly start: Int32Array
  readonly size: Int32Array
}

export function makeFrontiers(cages: number): Frontiers {
  return { item: new Int32Array(16), end: 0, start: new Int32Array(cages), size: new Int32Array(cages) }
}

/**
 * From the children of cage k down. Counts are added to `tally`. With `saved`, the frontier is written to its end, which
 * `openFrontier` has made room for: what was not opened, in the order of the beads.
 */
export function farthestBelow(
  shape: CageShape,
  balls: Float64Array,
  cage: Float64Array,
  k: number,
  bound: number,
  tally: Float64Array,
  saved: Frontiers | undefined,
): number {
  if (saved !== undefined) restart(saved, k)
  if (shape.child[k]! < 0) return farthestOfLeaf(shape, balls, cage, k, k, bound, tally, saved)
  stack[0] = shape.second[k]!
  stack[1] = k + 1
  return descend(shape, balls, cage, k, 2, bound, tally, saved)
}

/** From the frontier that `before` has of cage k; the new one goes to the end of `saved`. */
export function farthestFrom(
  shape: CageShape,
  balls: Float64Array,
  cage: Float64Array,
  k: number,
  bound: number,
  tally: Float64Array,
  before: Frontiers,
  saved: Frontiers,
): number {
  restart(saved, k)
  const { item } = before
  const end = before.start[k]! + before.size[k]!
  let far = -1
  for (let f = before.start[k]!; f < end; f++) {
    const at = item[f]!
    let found: number
    if (at >= 0) {
      stack[0] = at
      found = descend(shape, balls, cage, k, 1, bound, tally, saved)
    } else {
      const i = -1 - at
      found = farthestBead(balls, i, i + 1, cage, BALL * k, bound)
      tally[BEAD_TESTS]!++
      tally[FRONTIER]!++
      saved.item[saved.end++] = at
      saved.size[k]!++
    }
    if (found >= 0) {
      far = found
      bound = reachOf(balls, far, cage, BALL * k)
    }
  }
  return far
}

/** Opens the cages on the stack, the top first: the lowest beads come first. */
function descend(
  shape: CageShape,
  balls: Float64Array,
  cage: Float64Array,
  k: number,
  depth: number,
  bound: number,
  tally: Float64Array,
  saved: Frontiers | undefined,
): number {
  const { second } = shape
  const o = BALL * k
  const cx = cage[o]!
  const cy = cage[o + 1]!
  const cz = cage[o + 2]!
  let far = -1
  let tests = 0
  let within = bound * (1 - CAGE_ROUNDING)
  while (depth > 0) {
    const d = stack[--depth]!
    const p = BALL * d
    const dx = cage[p]! - cx
    const dy = cage[p + 1]! - cy
    const dz = cage[p + 2]! - cz
    const room = within - cage[p + 3]!
    tests++
    if (dx * dx + dy * dy + dz * dz <= room * Math.abs(room)) {
      if (saved !== undefined) {
        saved.item[saved.end++] = d
        saved.size[k]!++
      }
      tally[FRONTIER]!++
      continue
    }
    if (second[d]! >= 0) {
      stack[depth++] = second[d]!
      stack[depth++] = d + 1
      continue
    }
    const found = farthestOfLeaf(shape, balls, cage, k, d, bound, tally, saved)
    if (found >= 0) {
      far = found
      bound = reachOf(balls, far, cage, o)
      within = bound * (1 - CAGE_ROUNDING)
    }
  }
  tally[CAGE_TESTS]! += tests
  return far
}

/** All beads of the leaf d, around the centre of cage k. */
function farthestOfLeaf(
  shape: CageShape,
  balls: Float64Array,
  cage: Float64Array,
  k: number,
  d: number,
  bound: number,
  tally: Float64Array,
  saved: Frontiers | undefined,
): number {
  const from = shape.first[d]!
  const end = shape.end[d]!
  const count = end - from
  tally[BEAD_TESTS]! += count
  tally[FRONTIER]! += count
  if (saved !== undefined) {
    for (let i = from; i < end; i++) saved.item[saved.end++] = -1 - i
    saved.size[k]! += count
  }
  return farthestBead(balls, from, end, cage, BALL * k, bound)
}

/** Room for the frontier of cage k, which has at most an item for every bead. To be called before cage k is searched. */
export function openFrontier(saved: Frontiers, k: number, beads: number): void {
  saved.start[k] = saved.end
  if (saved.end + beads <= saved.item.length) return
  const grown = new Int32Array(2 * (saved.end + beads))
  grown.set(saved.item.subarray(0, saved.end))
  saved.item = grown
}

/** Another search of the same cage overwrites its frontier. */
function restart(saved: Frontiers, k: number): void {
  saved.end = saved.start[k]!
  saved.size[k] = 0
}
