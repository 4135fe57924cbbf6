// Where the links of a chain are, to twice a double's precision. The search works in doubles and knows how far they may be off
// (its slack); a pair whose distance is nearer to the limit than that is decided from here. So what is said of a pair is true
// of the numbers of the joints, and a gap does not have to be larger than the rounding of a million products to be seen.
//
// Each pose is the one before it times a joint, in sums of two doubles: the error of one product is below 2⁻¹⁰⁰ of its size,
// nothing after a million of them. What is left is that a joint's rotation is orthonormal to some units in the last place only:
// lengths carried through n joints may be off by 16·n·u of themselves, and `relativeError` says so.
import { POSE } from '../math/pose.js'
import { U } from '../math/rounding.js'
import type { ChainArrays } from './chain-arrays.js'

/** Numbers of a careful pose: twelve leading parts, then twelve trailing ones. */
export const CAREFUL = 2 * POSE
/** A pose is kept for every so many links; the ones in between are worked out again. */
const STRIDE = 16

export class CarefulPoses {
  /** How far a length between links may be off, as a share of it. */
  readonly relativeError: number
  private readonly kept: Float64Array
  private ready = 0

  constructor(
    private readonly c: ChainArrays,
    base: Float64Array,
  ) {
    this.relativeError = 16 * (c.links + 1) * U
    this.kept = new Float64Array(Math.ceil(c.links / STRIDE) * CAREFUL)
    this.kept.set(base.subarray(0, POSE))
  }

  /** Pose of a link in the frame that the base is given in. */
  pose(out: Float64Array, link: number): void {
    const at = Math.trunc(link / STRIDE)
    for (; this.ready < at; this.ready++) {
      this.carry(this.kept, this.ready * CAREFUL, this.ready * STRIDE, (this.ready + 1) * STRIDE)
      this.kept.set(carried, (this.ready + 1) * CAREFUL)
    }
    this.carry(this.kept, at * CAREFUL, at * STRIDE, link)
    out.set(carried)
  }

  /** Carries the pose of link `from` on to link `to`, into `carried`. */
  private carry(poses: Float64Array, at: number, from: number, to: number): void {
    for (let k = 0; k < CAREFUL; k++) carried[k] = poses[at + k]!
    for (let link = from; link < to; link++) {
      multiply(next, carried, this.c.joints, link * POSE)
      carried.set(next)
    }
  }
}

const carried = new Float64Array(CAREFUL)
const next = new Float64Array(CAREFUL)

/** out = x·y, x and out careful poses, y a pose in doubles. */
function multiply(out: Float64Array, x: Float64Array, y: Float64Array, j: number): void {
  for (let row = 0; row < POSE; row += 4) {
    for (let column = 0; column < 4; column++) {
      let hi = column === 3 ? x[row + 3]! : 0
      let lo = column === 3 ? x[POSE + row + 3]! : 0
      for (let k = 0; k < 3; k++) {
        const a = x[row + k]!
        const b = y[j + 4 * k + column]!
        // a·b = p + e exactly
        const p = a * b
        const a1 = SPLIT * a - (SPLIT * a - a)
        const a2 = a - a1
        const b1 = SPLIT * b - (SPLIT * b - b)
        const b2 = b - b1
        const e = a2 * b2 - (p - a1 * b1 - a2 * b1 - a1 * b2)
        // hi + p = s + f exactly
        const s = hi + p
        const z = s - hi
        const f = hi - (s - z) + (p - z)
        const tail = lo + (f + (e + x[POSE + row + k]! * b))
        hi = s + tail
        lo = tail - (hi - s)
      }
      out[row + column] = hi
      out[POSE + row + column] = lo
    }
  }
}

/** 2²⁷ + 1: splits a double in two halves whose products are exact. Coordinates are far below where it would overflow. */
const SPLIT = 134217729
