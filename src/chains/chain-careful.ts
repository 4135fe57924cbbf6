// Where the links of a chain are, to twice a double's precision. The search works in doubles and knows how far they may be off
// (its slack); a pair whose distance is nearer to the limit than that is decided from here. So what is said of a pair is true
// of the numbers of the joints, and a gap does not have to be larger than the rounding of a million products to be seen.
//
// Each pose is the one before it times a joint, in sums of two doubles. An error of 2⁻¹⁰⁰ of the lengths at hand is made at each
// product, so after n of them positions are off by less than 2⁻⁹⁶·n times the largest coordinate met on the way: nothing, unless
// that is some 10²⁰ times the links' size. Then it is part of the error like any other.
import { POSE } from '../math/pose.js'
import type { ChainArrays } from './chain-arrays.js'

/** Numbers of a careful pose: twelve leading parts, then twelve trailing ones. */
export const CAREFUL = 2 * POSE
/** A pose is kept for every so many links; the ones in between are worked out again. */
const STRIDE = 16

export class CarefulPoses {
  private readonly kept: Float64Array
  private ready = 0
  private largest: number

  /** `first` is the pose of link 0. */
  constructor(
    private readonly c: ChainArrays,
    first: Float64Array,
  ) {
    this.kept = new Float64Array(Math.ceil(c.links / STRIDE) * CAREFUL)
    this.kept.set(first.subarray(0, POSE))
    this.largest = Math.abs(first[3]!) + Math.abs(first[7]!) + Math.abs(first[11]!)
  }

  /** How far any position read so far may be off. */
  get error(): number {
    return 2 ** -96 * (this.c.links + 1) * this.largest
  }

  /** Pose of a link in the frame that link 0's pose is given in. */
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
      const reach = Math.abs(next[3]!) + Math.abs(next[7]!) + Math.abs(next[11]!)
      if (reach > this.largest) this.largest = reach
    }
  }
}

/**
 * X_ab in doubles, from careful poses of a and b. The inverse is a true one, R⁻¹ = Rᵀ·(2I − R·Rᵀ) to second order: a product of
 * a million joints is orthonormal to 1e-9 only. The difference of the origins is taken before anything is rounded.
 */
export function carefulRelative(out: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const dot = a[4 * i]! * a[4 * j]! + a[4 * i + 1]! * a[4 * j + 1]! + a[4 * i + 2]! * a[4 * j + 2]!
      correction[3 * i + j] = (i === j ? 2 : 0) - dot
    }
  }
  for (let k = 0; k < 3; k++) {
    const at = 4 * k + 3
    apart[k] = b[at]! - a[at]! + (b[POSE + at]! - a[POSE + at]!)
  }
  for (let i = 0; i < 3; i++) {
    // Row i of the inverse.
    const [x, y, z] = [0, 1, 2].map((j) => {
      return a[i]! * correction[j]! + a[4 + i]! * correction[3 + j]! + a[8 + i]! * correction[6 + j]!
    }) as [number, number, number]
    for (let j = 0; j < 3; j++) out[4 * i + j] = x * b[j]! + y * b[4 + j]! + z * b[8 + j]!
    out[4 * i + 3] = x * apart[0]! + y * apart[1]! + z * apart[2]!
  }
}

const correction = new Float64Array(9)
const apart = new Float64Array(3)

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
