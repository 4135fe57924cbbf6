// Realigning by sums of supports.
//
// all-directions: the approximation method over all directions (Klosowski et al., 1998; Zachmann's unit-DOP correspondence,
// 1998; k-DOP realignment, 2003, section 2 and equation 3). A turned direction D' lies in the cone of three directions E_j that
// meet in a facet of the unit DOP, D' = Σ λ_j·E_j with λ ≥ 0, and supports are sublinear: s(D') ≤ Σ λ_j·s(E_j). Which three, and
// the λ, are the same for all nodes.
//
// extended: the same over more directions than there are slabs. A node keeps n > k supports, of which the first k are its
// slabs; turned directions are nearer to one of n than to one of k, and the sum is closer to the support. It costs memory, no
// time.
//
// Both are exact where D' is one of the directions, so no turn gives the volume back; and where no facet reaches into two
// octants (18, 26, 42, 50 directions, not 12, 14, 32) neither is ever looser than the major axes: each E_j is then a sum of its
// octant's axes, Σ_k c_jk·a_k with c ≥ 0, so Σ λ_j·s(E_j) ≤ Σ λ_j·c_jk·s(a_k), which is the axes' bound.

import { fitSupports, mergeKdop } from '../volumes/kdop.js'
import { type DirectionSet, type DopSize, decompose, directionSet, type SetSize } from '../volumes/kdop-directions.js'
import { joinGaps, movedLower, moveSlabs, REALIGN_ROUNDING, type Realignment, TurnedSlabs } from './kdop-turn.js'

export class SupportSums implements Realignment {
  readonly method: 'all-directions' | 'extended'
  readonly stride: number
  private readonly turn: TurnedSlabs
  private readonly stored: DirectionSet
  private readonly weights: Float64Array
  /** Places of the three supports in a node, for a slab's first direction; the opposite ones' differ in the last bit. */
  private readonly indices: Int32Array

  constructor(
    readonly k: DopSize,
    stored: SetSize = k,
  ) {
    this.method = stored === k ? 'all-directions' : 'extended'
    this.stored = directionSet(stored, k)
    this.stride = stored
    this.turn = new TurnedSlabs(k, REALIGN_ROUNDING)
    this.weights = new Float64Array(3 * this.turn.slabs)
    this.indices = new Int32Array(3 * this.turn.slabs)
  }

  fit(out: Float64Array, o: number, points: Float64Array, count: number): void {
    fitSupports(out, o, points, count, this.stored.vectors)
  }

  merge(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
    mergeKdop(out, o, a, i, b, j, this.stride)
  }

  clear(): void {
    // Everything is in the nodes.
  }

  prepare(x: ArrayLike<number>, p: number, reach: number): void {
    const { turn, weights, indices, stored } = this
    turn.prepare(x, p, reach)
    if (turn.unturned) return
    const { turned } = turn
    for (let h = 0; h < turn.slabs; h++) {
      decompose(weights, indices, 3 * h, stored, turned[3 * h]!, turned[3 * h + 1]!, turned[3 * h + 2]!)
    }
  }

  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void {
    const { weights, indices } = this
    const { shift, slabs, unturned } = this.turn
    if (unturned) {
      moveSlabs(out, o, nodes, at, shift)
      return
    }
    for (let h = 0; h < slabs; h++) {
      const w0 = weights[3 * h]!
      const w1 = weights[3 * h + 1]!
      const w2 = weights[3 * h + 2]!
      const i0 = indices[3 * h]!
      const i1 = indices[3 * h + 1]!
      const i2 = indices[3 * h + 2]!
      out[o + 2 * h] = w0 * nodes[at + i0]! + w1 * nodes[at + i1]! + w2 * nodes[at + i2]! + shift[2 * h]!
      out[o + 2 * h + 1] =
        w0 * nodes[at + (i0 ^ 1)]! + w1 * nodes[at + (i1 ^ 1)]! + w2 * nodes[at + (i2 ^ 1)]! + shift[2 * h + 1]!
    }
  }

  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
    const { weights, indices, turn } = this
    const { shift, slabs, unturned } = turn
    if (unturned) return movedLower(a, i, b, j, turn, margin)
    const { inverseLengths } = turn.set
    let best = 0
    let sumSq = 0
    for (let h = 0; h < slabs; h++) {
      const w0 = weights[3 * h]!
      const w1 = weights[3 * h + 1]!
      const w2 = weights[3 * h + 2]!
      const i0 = indices[3 * h]!
      const i1 = indices[3 * h + 1]!
      const i2 = indices[3 * h + 2]!
      const high = w0 * b[j + i0]! + w1 * b[j + i1]! + w2 * b[j + i2]! + shift[2 * h]!
      const low = w0 * b[j + (i0 ^ 1)]! + w1 * b[j + (i1 ^ 1)]! + w2 * b[j + (i2 ^ 1)]! + shift[2 * h + 1]!
      const under = -(a[i + 2 * h + 1]! + high)
      const over = -(a[i + 2 * h]! + low)
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
