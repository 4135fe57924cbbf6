// Realigning by the major axes only (van den Bergen's SATlite, 1997; k-DOP realignment, 2003, section 2): the slabs of a turned
// box. Of a node's supports only those along three directions count: the coordinate axes, which 6-, 14-, 18- and 26-DOPs have;
// the 12-DOP has none of them, so three of its own that make up a facet are taken, and the box is a parallelepiped.
//
// D' = Σ μ_k·A_k, so D'·p lies within Σ μ_k·c_k ± Σ |μ_k|·r_k, where c_k and r_k are the middle and half the width of slab k.

import { fitKdop, mergeKdop } from '../../volumes/kdop.js'
import type { DopSize } from '../../volumes/kdop-directions.js'
import { AXES_ROUNDING, joinGaps, movedLower, moveSlabs, type Realignment, TurnedSlabs } from './kdop-turn.js'

/** Numbers of a slab in the table. */
const ROW = 6

export class MajorAxes implements Realignment {
  readonly method = 'major-axes'
  readonly stride: number
  private readonly turn: TurnedSlabs
  /** The inverse of the three axes as columns, row-major. */
  private readonly inverse = new Float64Array(9)
  /** A slab's row: weights of the three axes, what is added to each side (TurnedSlabs.shift), one over its length. */
  private readonly rows: Float64Array

  constructor(readonly k: DopSize) {
    this.stride = k
    this.turn = new TurnedSlabs(k, AXES_ROUNDING)
    this.rows = new Float64Array(ROW * this.turn.slabs)
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
    const { turn, inverse, rows } = this
    turn.prepare(x, p, reach)
    for (let h = 0, r = 0; h < turn.slabs; h++, r += ROW) {
      const dx = turn.turned[3 * h]!
      const dy = turn.turned[3 * h + 1]!
      const dz = turn.turned[3 * h + 2]!
      for (let k = 0; k < 3; k++) {
        rows[r + k] = inverse[3 * k]! * dx + inverse[3 * k + 1]! * dy + inverse[3 * k + 2]! * dz
      }
      rows[r + 3] = turn.shift[2 * h]!
      rows[r + 4] = turn.shift[2 * h + 1]!
      rows[r + 5] = turn.set.inverseLengths[h]!
    }
  }

  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void {
    const { rows, turn } = this
    if (turn.unturned) {
      moveSlabs(out, o, nodes, at, turn.shift)
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
    for (let r = 0, d = o; r < rows.length; r += ROW, d += 2) {
      const w0 = rows[r]!
      const w1 = rows[r + 1]!
      const w2 = rows[r + 2]!
      const middle = w0 * c0 + w1 * c1 + w2 * c2
      const half = Math.abs(w0) * r0 + Math.abs(w1) * r1 + Math.abs(w2) * r2
      out[d] = half + middle + rows[r + 3]!
      out[d + 1] = half - middle + rows[r + 4]!
    }
  }

  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
    const { rows, turn } = this
    if (turn.unturned) return movedLower(a, i, b, j, turn, margin)
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
    for (let r = 0, d = i; r < rows.length; r += ROW, d += 2) {
      const w0 = rows[r]!
      const w1 = rows[r + 1]!
      const w2 = rows[r + 2]!
      const middle = w0 * c0 + w1 * c1 + w2 * c2
      const half = Math.abs(w0) * r0 + Math.abs(w1) * r1 + Math.abs(w2) * r2
      const high = half + middle + rows[r + 3]! + a[d + 1]!
      const low = half - middle + rows[r + 4]! + a[d]!
      if (low >= 0 && high >= 0) continue
      const gap = -(low < high ? low : high) * rows[r + 5]!
      if (gap > margin) return gap
      if (r < 3 * ROW) sumSq += gap * gap
      if (gap > best) best = gap
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
