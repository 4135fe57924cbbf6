// One wrapped cage made right: from some basis, the farthest bead outside its ball enters until none is outside. With the
// basis of the last step that is verification, and repair where it is wrong (section 4.2, Lemma 4.4); with the bases of the
// children it is building. The children must be right before.

import { BALL } from '../../geometry/balls/ball-pair.js'
import { basisBall, updateBasis } from '../../geometry/balls/enclosing-ball.js'
import { SMALL_SQ } from '../../geometry/balls/enclosing-ball-tangent.js'
import {
  BEAD_TESTS,
  FRONTIER,
  type Frontiers,
  farthestBead,
  farthestBelow,
  farthestFrom,
  openFrontier,
  reachOf,
} from './cage-reach.js'
import { keepBound, outwardRadius, reachBound } from './cage-rounding.js'
import { BASIS, type CageArrays, type CageShape } from './cage-shape.js'

/** How the beads of a cage are searched; see cage-reach.ts. The cages that come out are the same. */
export type CageVerification = 'naive' | 'cascade' | 'frontier'
export const CAGE_VERIFICATIONS: readonly CageVerification[] = ['naive', 'cascade', 'frontier']

/** One pass over the cages of a tree. */
export interface CagePass {
  readonly verification: CageVerification
  readonly shape: CageShape
  readonly arrays: CageArrays
  /** The bases are those of a step before, to be kept where only rounding is against them. */
  readonly keep: boolean
  /** Counts: CAGE_TESTS, BEAD_TESTS, FRONTIER. */
  readonly tally: Float64Array
  /** For 'frontier': the frontiers to start from, and where those of this pass go. */
  readonly before: Frontiers | undefined
  readonly saved: Frontiers | undefined
}

const best = new Int32Array(BASIS)
const past = new Int32Array(BASIS)

/**
 * Cage k from the basis that the arrays have for it, of `size` beads. `fresh`: search from the children whatever frontier
 * there is. Returns how often the basis was updated; 0: it still holds.
 */
export function settleCage(pass: CagePass, k: number, size: number, fresh: boolean): number {
  const { balls, cage, basis, basisSize } = pass.arrays
  const o = BALL * k
  const b = BASIS * k
  let updates = 0
  if (!basisBall(cage, o, balls, basis, b, size)) {
    size = updateBasis(cage, o, balls, basis, b, size, -1)
    updates = 1
  }
  if (pass.saved !== undefined) openFrontier(pass.saved, k, pass.shape.end[k]! - pass.shape.first[k]!)
  let bound = reachBound(cage, o)
  const frontier = pass.tally[FRONTIER]!
  const far = search(pass, k, bound, fresh, frontier)
  const reach = far < 0 ? 0 : reachOf(balls, far, cage, o)
  if (far >= 0 && pass.keep && updates === 0 && reach <= keepBound(cage, o)) {
    bound = reach
  } else if (far >= 0) {
    size = pivot(pass, k, size, far, fresh, frontier)
    updates += pivots
    bound = pivotBound
  }
  cage[o + 3] = outwardRadius(bound)
  basisSize[k] = size
  return updates
}

/**
 * The quick way for nine cages in ten: a basis of two beads i and j that still holds, and no bead outside. The ball is that of
 * `basisBall`, to the bit. False: nothing is known; call `settleCage`.
 */
export function pairStands(
  balls: Float64Array,
  cage: Float64Array,
  k: number,
  i: number,
  j: number,
  from: number,
  end: number,
): boolean {
  const larger = balls[BALL * j + 3]! > balls[BALL * i + 3]!
  const p = BALL * (larger ? j : i)
  const q = BALL * (larger ? i : j)
  const px = balls[p]!
  const py = balls[p + 1]!
  const pz = balls[p + 2]!
  const qx = balls[q]!
  const qy = balls[q + 1]!
  const qz = balls[q + 2]!
  const x = qx - px
  const y = qy - py
  const z = qz - pz
  const sq = x * x + y * y + z * z
  const length = Math.sqrt(sq)
  const out = length + (balls[q + 3]! - balls[p + 3]!)
  if (sq < SMALL_SQ || out <= 0) return false
  const t = (0.5 * out) / length
  const cx = px + t * x
  const cy = py + t * y
  const cz = pz + t * z
  const reachP = Math.sqrt((cx - px) * (cx - px) + (cy - py) * (cy - py) + (cz - pz) * (cz - pz)) + balls[p + 3]!
  const reachQ = Math.sqrt((cx - qx) * (cx - qx) + (cy - qy) * (cy - qy) + (cz - qz) * (cz - qz)) + balls[q + 3]!
  const o = BALL * k
  cage[o] = cx
  cage[o + 1] = cy
  cage[o + 2] = cz
  cage[o + 3] = reachQ > reachP ? reachQ : reachP
  const bound = reachBound(cage, o)
  const last = BALL * end
  for (let at = BALL * from; at < last; at += BALL) {
    const dx = balls[at]! - cx
    const dy = balls[at + 1]! - cy
    const dz = balls[at + 2]! - cz
    const room = bound - balls[at + 3]!
    if (dx * dx + dy * dy + dz * dz > room * Math.abs(room)) return false
  }
  cage[o + 3] = outwardRadius(bound)
  return true
}

/** How far the beads reach from the centre that `pivot` has found, rounding allowed. */
let pivotBound = 0

/** How many beads have entered. */
let pivots = 0

/** Beads of the children's bases that enter before all beads are tested again: there are at most eight of them. */
const GUESSES = 2 * BASIS

/**
 * Bead `far` enters, and others after it, those of the children's bases first: they are few, and likely. In exact arithmetic
 * the radius grows and no basis returns. With rounding one may: that is seen as Brent does it, and the basis whose beads
 * reached least is kept.
 */
function pivot(pass: CagePass, k: number, size: number, far: number, fresh: boolean, frontier: number): number {
  const { balls, cage, basis } = pass.arrays
  const o = BALL * k
  const b = BASIS * k
  pivots = 0
  if (pass.shape.child[k]! >= 0) {
    while (far >= 0 && pivots < GUESSES) {
      size = updateBasis(cage, o, balls, basis, b, size, far)
      pivots++
      far = farthestOfBases(pass.shape, pass.arrays, k)
    }
    pivotBound = reachBound(cage, o)
    far = search(pass, k, pivotBound, fresh, frontier)
  }
  let least = Infinity
  let leastSize = 0
  past.fill(-1)
  for (let step = 1, next = 1; far >= 0; step++) {
    const reach = reachOf(balls, far, cage, o)
    if (reach < least) {
      least = reach
      leastSize = size
      for (let i = 0; i < BASIS; i++) best[i] = basis[b + i]!
    }
    if (past[0] === basis[b] && past[1] === basis[b + 1] && past[2] === basis[b + 2] && past[3] === basis[b + 3]) {
      for (let i = 0; i < BASIS; i++) basis[b + i] = best[i]!
      basisBall(cage, o, balls, basis, b, leastSize)
      pivotBound = least
      return leastSize
    }
    if (step === next) {
      next *= 2
      for (let i = 0; i < BASIS; i++) past[i] = basis[b + i]!
    }
    size = updateBasis(cage, o, balls, basis, b, size, far)
    pivots++
    pivotBound = reachBound(cage, o)
    far = search(pass, k, pivotBound, fresh, frontier)
  }
  return size
}

/** Of the beads in the bases of k's children, the one that reaches farthest out of cage k as its basis has it, or −1. */
export function farthestOfBases(shape: CageShape, arrays: CageArrays, k: number): number {
  const { balls, cage, basis, basisSize } = arrays
  let bound = reachBound(cage, BALL * k)
  let far = -1
  for (let side = 0; side < 2; side++) {
    const child = side === 0 ? k + 1 : shape.second[k]!
    for (let i = 0; i < basisSize[child]!; i++) {
      const bead = basis[BASIS * child + i]!
      const reach = reachOf(balls, bead, cage, BALL * k)
      if (reach > bound) {
        bound = reach
        far = bead
      }
    }
  }
  return far
}

/** The bead that reaches farthest beyond the bound, or −1. The frontier counted is that of the last search of a cage. */
function search(pass: CagePass, k: number, bound: number, fresh: boolean, frontier: number): number {
  const { shape, tally, before, saved } = pass
  const { balls, cage } = pass.arrays
  if (pass.verification === 'naive') {
    const from = shape.first[k]!
    const end = shape.end[k]!
    tally[BEAD_TESTS]! += end - from
    return farthestBead(balls, from, end, cage, BALL * k, bound)
  }
  tally[FRONTIER] = frontier
  if (saved === undefined || before === undefined || fresh) {
    return farthestBelow(shape, balls, cage, k, bound, tally, saved)
  }
  return farthestFrom(shape, balls, cage, k, bound, tally, before, saved)
}
