// Where the links of a chain are, to twice a double's precision. The search works in doubles and knows how far they may be off
// (its slack); a pair whose distance is nearer to the limit than that is decided from here. So what is said of a pair is true
// of the numbers of the joints, and a gap does not have to be larger than the rounding of a million products to be seen.
//
// A pose is a product of joints in sums of two doubles. An error of 2⁻¹⁰⁰ of the lengths at hand is made at each product, so
// after n of them positions are off by less than 2⁻⁹⁶·n times the largest coordinate met on the way: nothing, unless that is
// some 10²⁰ times the links' size. Then it is part of the error like any other.
//
// Products of about √N joints at a time are kept, and a change spoils one of them. So the first pair that is measured costs
// O(N), and one after a change O(√N).

import { POSE } from '../../base/math/pose.js'
import { SPLITTER } from '../../base/math/rounding.js'
import type { ChainArrays } from './chain-arrays.js'

/** Numbers of a careful pose: twelve leading parts, then twelve trailing ones. */
export const CAREFUL = 2 * POSE

export class CarefulPoses {
  private readonly stride: number
  private readonly blocks: Float64Array
  private readonly known: Uint8Array
  /** Largest coordinate of any product formed so far. */
  private largest = 0

  constructor(private readonly c: ChainArrays) {
    this.stride = Math.max(4, Math.ceil(Math.sqrt(c.links)))
    const count = Math.ceil(c.links / this.stride)
    this.blocks = new Float64Array(count * CAREFUL)
    this.known = new Uint8Array(count)
  }

  /** How far the position of any pose returned so far may be off. */
  get error(): number {
    return 2 ** -96 * (this.c.links + 1) * this.largest
  }

  get byteLength(): number {
    return this.blocks.byteLength + this.known.byteLength
  }

  /** A joint has changed. */
  spoil(joint: number): void {
    this.known[Math.trunc(joint / this.stride)] = 0
  }

  /** first·(joints from … to − 1): the pose of link `to` where `first` is that of link `from`. */
  carry(out: Float64Array, first: ArrayLike<number>, from: number, to: number): void {
    const { stride, blocks, known } = this
    out.fill(0)
    for (let k = 0; k < first.length; k++) out[k] = first[k]!
    for (let link = from; link < to; ) {
      const block = link / stride
      if (link + stride <= to && Number.isInteger(block)) {
        if (known[block] === 0) {
          this.byJoints(blocks.subarray(block * CAREFUL, (block + 1) * CAREFUL), link, link + stride)
          known[block] = 1
        }
        this.multiply(out, blocks, block * CAREFUL, true)
        link += stride
      } else {
        this.multiply(out, this.c.joints, link++ * POSE, false)
      }
    }
  }

  private byJoints(out: Float64Array, from: number, to: number): void {
    out.fill(0)
    out[0] = out[5] = out[10] = 1
    for (let link = from; link < to; link++) this.multiply(out, this.c.joints, link * POSE, false)
  }

  /** x ← x·y; y is a pose in doubles, or a careful one. */
  private multiply(x: Float64Array, y: Float64Array, j: number, careful: boolean): void {
    for (let row = 0; row < POSE; row += 4) {
      for (let column = 0; column < 4; column++) {
        let hi = column === 3 ? x[row + 3]! : 0
        let lo = column === 3 ? x[POSE + row + 3]! : 0
        for (let k = 0; k < 3; k++) {
          const a = x[row + k]!
          const at = j + 4 * k + column
          const b = y[at]!
          // a·b = p + e exactly: both are split in halves whose products are exact.
          const p = a * b
          const a1 = SPLITTER * a - (SPLITTER * a - a)
          const a2 = a - a1
          const b1 = SPLITTER * b - (SPLITTER * b - b)
          const b2 = b - b1
          let e = a2 * b2 - (p - a1 * b1 - a2 * b1 - a1 * b2) + x[POSE + row + k]! * b
          if (careful) e += a * y[at + POSE]!
          // hi + p = s + f exactly.
          const s = hi + p
          const z = s - hi
          const f = hi - (s - z) + (p - z)
          const tail = lo + (f + e)
          hi = s + tail
          lo = tail - (hi - s)
        }
        next[row + column] = hi
        next[POSE + row + column] = lo
      }
    }
    x.set(next)
    const reach = Math.abs(next[3]!) + Math.abs(next[7]!) + Math.abs(next[11]!)
    if (reach > this.largest) this.largest = reach
  }
}

const next = new Float64Array(CAREFUL)

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
