// Realigning by the major axes only (van den Bergen's SATlite, 1997; k-DOP realignment, 2003, section 2): the slabs of a turned
// box. Of a node's supports only those along three directions count: the coordinate axes, which 6-, 14-, 18- and 26-DOPs have;
// the 12-DOP has none of them, so three of its own that make up a facet are taken, and the box is a parallelepiped.
//
// D' = Σ μ_k·A_k, so D'·p lies within Σ μ_k·c_k ± Σ |μ_k|·r_k, where c_k and r_k are the middle and half the width of slab k.

import { fitKdop, mergeKdop } from '../volumes/kdop.js'
import type { DopSize } from '../volumes/kdop-directions.js'
import { AXES_ROUNDING, joinGaps, movedLower, moveSlabs, type Realignment, TurnedSlabs } from './kdop-turn.js'

export class MajorAxes implements Realignment {
  readonly method = 'major-axes'
  readonly stride: number
  private readonly turn: TurnedSlabs
  /** The inverse of the three axes as columns, row-major. */
  private readonly inverse = new Float64Array(9)
  /** Weights of the three axes, three numbers a slab. */
  private readonly weights: Float64Array

  constructor(readonly k: DopSize) {
    this.stride = k
    this.turn = new TurnedSlabs(k, AXES_ROUNDING)
    this.weights = new Float64Array(3 * this.turn.slabs)
    invertAxes(this.inverse, this.turn)
  }

  fit(out: Float64Array, o: number, points: Float64Array, count: number): void {
    fitKdop(out, o, points, count, this.k)
  }

  merge(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
    mergeKdop(out, o, a, i, b, j, this.k)
  }

  clear(): void {
    // Everything is in the nodes.
  }

  prepare(x: ArrayLike<number>, p: number, reach: number): void {
    const { turn, inverse, weights } = this
    turn.prepare(x, p, reach)
    for (let h = 0; h < turn.slabs; h++) {
      const dx = turn.turned[3 * h]!
      const dy = turn.turned[3 * h + 1]!
      const dz = turn.turned[3 * h + 2]!
      for (let k = 0; k < 3; k++) {
        weights[3 * h + k] = inverse[3 * k]! * dx + inverse[3 * k + 1]! * dy + inverse[3 * k + 2]! * dz
      }
    }
  }

  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void {
    const { weights } = this
    const { shift, slabs, unturned } = this.turn
    if (unturned) {
      moveSlabs(out, o, nodes, at, shift)
      return
    }
    const h0 = nodes[at]!
    const l0 = nodes[at + 1]!
    const h1 = nodes[at + 2]!
    const l1 = nodes[at + 3]!
    const h2 = nodes[at + 4]!
    const l2 = nodes[at + 5]!
    const c0 = (h0 - l0) / 2
    const c1 = (h1 - l1) / 2
    const c2 = (h2 - l2) / 2
    const r0 = (h0 + l0) / 2
    const r1 = (h1 + l1) / 2
    const r2 = (h2 + l2) / 2
    for (let h = 0; h < slabs; h++) {
      const w0 = weights[3 * h]!
      const w1 = weights[3 * h + 1]!
      const w2 = weights[3 * h + 2]!
      const middle = w0 * c0 + w1 * c1 + w2 * c2
      const half = Math.abs(w0) * r0 + Math.abs(w1) * r1 + Math.abs(w2) * r2
      out[o + 2 * h] = half + middle + shift[2 * h]!
      out[o + 2 * h + 1] = half - middle + shift[2 * h + 1]!
    }
  }

  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
    const { weights, turn } = this
    const { shift, slabs, unturned } = turn
    if (unturned) return movedLower(a, i, b, j, turn, margin)
    const { inverseLengths } = turn.set
    const h0 = b[j]!
    const l0 = b[j + 1]!
    const h1 = b[j + 2]!
    const l1 = b[j + 3]!
    const h2 = b[j + 4]!
    const l2 = b[j + 5]!
    const c0 = (h0 - l0) / 2
    const c1 = (h1 - l1) / 2
    const c2 = (h2 - l2) / 2
    const r0 = (h0 + l0) / 2
    const r1 = (h1 + l1) / 2
    const r2 = (h2 + l2) / 2
    let best = 0
    let sumSq = 0
    for (let h = 0; h < slabs; h++) {
      const w0 = weights[3 * h]!
      const w1 = weights[3 * h + 1]!
      const w2 = weights[3 * h + 2]!
      const middle = w0 * c0 + w1 * c1 + w2 * c2
      const half = Math.abs(w0) * r0 + Math.abs(w1) * r1 + Math.abs(w2) * r2
      const under = -(a[i + 2 * h + 1]! + (half + middle + shift[2 * h]!))
      const over = -(a[i + 2 * h]! + (half - middle + shift[2 * h + 1]!))
      const gap = (over > under ? over : under) * inverseLengths[h]!
      if (gap > 0) {
        if (gap > margin) return gap
        if (h < 3) sumSq += gap * gap
        if (gap > best) best = gap
      }
    }
    return best === 0 ? 0 : joinGaps(best, sumSq, turn.k)
  }
}

/** The inverse of the first three slabs' directions: rows are cross products over the determinant. */
function invertAxes(out: Float64Array, turn: TurnedSlabs): void {
  const { vectors } = turn.set
  const e = (m: number, k: number): number => vectors[6 * (m % 3) + (k % 3)]!
  let determinant = 0
  for (let k = 0; k < 3; k++) determinant += e(0, k) * (e(1, k + 1) * e(2, k + 2) - e(1, k + 2) * e(2, k + 1))
  for (let m = 0; m < 3; m++) {
    for (let k = 0; k < 3; k++) {
      out[3 * m + k] = (e(m + 1, k + 1) * e(m + 2, k + 2) - e(m + 1, k + 2) * e(m + 2, k + 1)) / determinant
    }
  }
}
