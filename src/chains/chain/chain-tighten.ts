// How far a subtree reaches along three given axes: from its box, from the boxes one level down, or from the links
// themselves (chaintree-2002, section 6.1; there the boxes tell which branches can still push a face out, and the others
// are left unread).

import { composePose, POSE } from '../../base/math/pose.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import type { ChainArrays } from './chain-arrays.js'
import type { LinkInterval } from './chain-leaf.js'

/** An interval along each of three axes: what has been found so far. */
export class Extents {
  readonly lo = new Float64Array(3)
  readonly hi = new Float64Array(3)

  clear(): void {
    this.lo.fill(Infinity)
    this.hi.fill(-Infinity)
  }

  /** Takes a box in, whose pose relative to the axes is x[i..]. */
  addBox(x: Float64Array, i: number, half: Float64Array, h: number): void {
    for (let k = 0; k < 3; k++) {
      const e = halfAlong(x, i + 4 * k, half, h)
      const t = x[i + 4 * k + 3]!
      if (t - e < this.lo[k]!) this.lo[k] = t - e
      if (t + e > this.hi[k]!) this.hi[k] = t + e
    }
  }

  /** Would that box be taken in without any change? */
  hasBox(x: Float64Array, i: number, half: Float64Array, h: number): boolean {
    for (let k = 0; k < 3; k++) {
      const e = halfAlong(x, i + 4 * k, half, h)
      const t = x[i + 4 * k + 3]!
      if (t - e < this.lo[k]! || t + e > this.hi[k]!) return false
    }
    return true
  }

  /**
   * Takes in the children of node n, whose box has pose x[i..] relative to the axes: one look below the box, still O(1). A
   * leaf's own box is tight, so it is taken as it is.
   */
  addChildren(c: ChainArrays, n: number, x: Float64Array, i: number): void {
    const child = c.child[n]!
    if (child < 0) {
      this.addBox(x, i, c.box, n * BOX + BOX_HALF)
      return
    }
    const { box, aligned } = c
    const { lo, hi } = this
    const last = child + c.children[n]!
    for (let node = child; node < last; node++) {
      const b = node * BOX
      const c03 = box[b + 3]!
      const c13 = box[b + 7]!
      const c23 = box[b + 11]!
      const h0 = box[b + BOX_HALF]!
      const h1 = box[b + BOX_HALF + 1]!
      const h2 = box[b + BOX_HALF + 2]!
      const turned = aligned[node] === 0
      for (let k = 0; k < 3; k++) {
        const r0 = x[i + 4 * k]!
        const r1 = x[i + 4 * k + 1]!
        const r2 = x[i + 4 * k + 2]!
        const t = r0 * c03 + r1 * c13 + r2 * c23 + x[i + 4 * k + 3]!
        const e = turned
          ? Math.abs(r0 * box[b]! + r1 * box[b + 4]! + r2 * box[b + 8]!) * h0 +
            Math.abs(r0 * box[b + 1]! + r1 * box[b + 5]! + r2 * box[b + 9]!) * h1 +
            Math.abs(r0 * box[b + 2]! + r1 * box[b + 6]! + r2 * box[b + 10]!) * h2
          : Math.abs(r0) * h0 + Math.abs(r1) * h1 + Math.abs(r2) * h2
        if (t - e < lo[k]!) lo[k] = t - e
        if (t + e > hi[k]!) hi[k] = t + e
      }
    }
  }

  /** Takes in the links of node n, whose box has pose x[i..] relative to the axes. */
  addLinks(c: ChainArrays, n: number, x: Float64Array, i: number, linkInterval: LinkInterval | undefined): void {
    this.below(c, n, x, i, 0, linkInterval)
  }

  private below(
    c: ChainArrays,
    n: number,
    x: Float64Array,
    i: number,
    level: number,
    linkInterval: LinkInterval | undefined,
  ): void {
    if (this.hasBox(x, i, c.box, n * BOX + BOX_HALF)) return
    const child = c.child[n]!
    if (child < 0) {
      this.addLeaf(c, n, x, i, linkInterval)
      return
    }
    for (let k = 0; k < c.children[n]!; k++) {
      composePose(stack, level * POSE, x, i, c.box, (child + k) * BOX)
      this.below(c, child + k, stack, level * POSE, level + 1, linkInterval)
    }
  }

  private addLeaf(c: ChainArrays, n: number, x: Float64Array, i: number, linkInterval: LinkInterval | undefined): void {
    const { balls, frames } = c
    for (let link = c.first[n]!; link < c.end[n]!; link++) {
      const o = link * BALL
      const r = balls[o + 3]!
      for (let k = 0; k < 3; k++) {
        const a0 = x[i + 4 * k]!
        const a1 = x[i + 4 * k + 1]!
        const a2 = x[i + 4 * k + 2]!
        const t = x[i + 4 * k + 3]!
        const s = a0 * balls[o]! + a1 * balls[o + 1]! + a2 * balls[o + 2]! + t
        let from = s - r
        let to = s + r
        if (linkInterval !== undefined) {
          const f = link * POSE
          linkInterval(
            interval,
            link,
            a0 * frames[f]! + a1 * frames[f + 4]! + a2 * frames[f + 8]!,
            a0 * frames[f + 1]! + a1 * frames[f + 5]! + a2 * frames[f + 9]!,
            a0 * frames[f + 2]! + a1 * frames[f + 6]! + a2 * frames[f + 10]!,
          )
          const at = a0 * frames[f + 3]! + a1 * frames[f + 7]! + a2 * frames[f + 11]! + t
          from = Math.max(from, interval[0]! + at)
          to = Math.min(to, interval[1]! + at)
        }
        if (from < this.lo[k]!) this.lo[k] = from
        if (to > this.hi[k]!) this.hi[k] = to
      }
    }
  }
}

/** A pose for each level of the tallest tree there can be. */
const stack = new Float64Array(40 * POSE)
const interval = new Float64Array(2)

function halfAlong(x: Float64Array, i: number, half: Float64Array, h: number): number {
  return Math.abs(x[i]!) * half[h]! + Math.abs(x[i + 1]!) * half[h + 1]! + Math.abs(x[i + 2]!) * half[h + 2]!
}
