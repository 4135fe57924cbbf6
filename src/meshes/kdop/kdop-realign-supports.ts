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

import { fitSupports, mergeKdop } from '../../volumes/kdop.js'
import {
  type DirectionSet,
  type DopSize,
  decompose,
  directionSet,
  type SetSize,
} from '../../volumes/kdop-directions.js'
import { joinGaps, movedLower, moveSlabs, REALIGN_ROUNDING, type Realignment, TurnedSlabs } from './kdop-turn.js'

/** Numbers of a slab in the tables. */
const ROW = 6

export class SupportSums implements Realignment {
  readonly method: 'all-directions' | 'extended'
  readonly stride: number
  private readonly turn: TurnedSlabs
  private readonly stored: DirectionSet
  /** A slab's row: three weights, what is added to each side (TurnedSlabs.shift), one over the direction's length. */
  private readonly rows: Float64Array
  /** A slab's row: places in a node of the three supports for its first direction, and for the opposite one. */
  private readonly places: Int32Array
  private readonly weights = new Float64Array(3)
  private readonly indices = new Int32Array(3)

  constructor(
    readonly k: DopSize,
    stored: SetSize = k,
  ) {
    this.method = stored === k ? 'all-directions' : 'extended'
    this.stored = directionSet(stored, k)
    this.stride = stored
    this.turn = new TurnedSlabs(k, REALIGN_ROUNDING)
    this.rows = new Float64Array(ROW * this.turn.slabs)
    this.places = new Int32Array(ROW * this.turn.slabs)
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
    const { turn, weights, indices, stored, rows, places } = this
    turn.prepare(x, p, reach)
    if (turn.unturned) return
    const { turned, shift } = turn
    for (let h = 0, r = 0; h < turn.slabs; h++, r += ROW) {
      decompose(weights, indices, 0, stored, turned[3 * h]!, turned[3 * h + 1]!, turned[3 * h + 2]!)
      for (let m = 0; m < 3; m++) {
        rows[r + m] = weights[m]!
        places[r + m] = indices[m]!
        places[r + 3 + m] = indices[m]! ^ 1
      }
      rows[r + 3] = shift[2 * h]!
      rows[r + 4] = shift[2 * h + 1]!
      rows[r + 5] = turn.set.inverseLengths[h]!
    }
  }

  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void {
    const { rows, places, turn } = this
    if (turn.unturned) {
      moveSlabs(out, o, nodes, at, turn.shift)
      return
    }
    for (let r = 0, d = o; r < rows.length; r += ROW, d += 2) {
      const w0 = rows[r]!
      const w1 = rows[r + 1]!
      const w2 = rows[r + 2]!
      out[d] =
        w0 * nodes[at + places[r]!]! +
        w1 * nodes[at + places[r + 1]!]! +
        w2 * nodes[at + places[r + 2]!]! +
        rows[r + 3]!
      out[d + 1] =
        w0 * nodes[at + places[r + 3]!]! +
        w1 * nodes[at + places[r + 4]!]! +
        w2 * nodes[at + places[r + 5]!]! +
        rows[r + 4]!
    }
  }

  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
    const { rows, places, turn } = this
    if (turn.unturned) return movedLower(a, i, b, j, turn, margin)
    let best = 0
    let sumSq = 0
    for (let r = 0, d = i; r < rows.length; r += ROW, d += 2) {
      const w0 = rows[r]!
      const w1 = rows[r + 1]!
      const w2 = rows[r + 2]!
      const high =
        w0 * b[j + places[r]!]! + w1 * b[j + places[r + 1]!]! + w2 * b[j + places[r + 2]!]! + rows[r + 3]! + a[d + 1]!
      const low =
        w0 * b[j + places[r + 3]!]! + w1 * b[j + places[r + 4]!]! + w2 * b[j + places[r + 5]!]! + rows[r + 4]! + a[d]!
      if (low >= 0 && high >= 0) continue
      const gap = -(low < high ? low : high) * rows[r + 5]!
      if (gap > margin) return gap
      if (r < 3 * ROW) sumSq += gap * gap
      if (gap > best) best = gap
    }
    return best === 0 ? 0 : joinGaps(best, sumSq, turn.k)
  }
}
