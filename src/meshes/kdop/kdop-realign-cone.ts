// Realigning by one cone value a direction, which goes beyond the paper's occupancy table: as tight, at half its cost.
//
// With a centre c and u = D_h/|D_h|, let x = u·(p − c) and y = |p − c − x·u| for a point p. A node keeps
// Λ_h = max over all its points of x·cos α + y·sin α, α being the covering radius of the set: the support of the points, turned
// about the axis u through c into a figure of revolution, on the rim of the cone about u. For D' let h be the nearest
// direction, D' = a·u + b·w with w ⊥ u, |w| = 1, b ≥ 0. Then for every point
//
//   D'·(p − c) ≤ a·x + b·y = A·x + B·(x·cos α + y·sin α),  B = b/sin α,  A = a − b·cot α,
//
// and A ≥ 0, since D' is within α of u. So with the node's own slab s_h, x ≤ (s_h − D_h·c)/|D_h|, and
//
//   s(D') ≤ A·s_h/|D_h| + B·Λ_h + (D' − A·u)·c.
//
// It holds for any c (the mean is good) and for D' of any length. At no turn, b = 0: the slab itself. That is Jensen's
// inequality for the support function, which is convex along the arc from u to the rim; in angles,
// A = sin(α − φ)/sin α and B = sin φ/sin α for a D' of length 1.
import { fitKdop } from '../../volumes/kdop.js'
import type { DopSize } from '../../volumes/kdop-directions.js'
import { CONE_ROUNDING, type ConeSet, coneSet, meanOf, nearestDirection } from './kdop-cones.js'
import { joinGaps, movedLower, moveSlabs, REALIGN_ROUNDING, type Realignment, TurnedSlabs } from './kdop-turn.js'

/** Numbers of a slab in the table. */
const ROW = 8

export class ConeValues implements Realignment {
  readonly method = 'cone'
  readonly stride: number
  private readonly turn: TurnedSlabs
  private readonly cones: ConeSet
  /** The nearest direction to each slab's first one, as turned. */
  private readonly nearest: Int32Array
  /** A slab's row: A/|D_h|, B, D' − A·u (3), what is added to each side (TurnedSlabs.shift), one over its length. */
  private readonly rows: Float64Array

  constructor(readonly k: DopSize) {
    // Slabs, centre, Λ of each direction.
    this.stride = 2 * k + 3
    this.turn = new TurnedSlabs(k, REALIGN_ROUNDING)
    this.cones = coneSet(k)
    this.nearest = new Int32Array(this.turn.slabs)
    this.rows = new Float64Array(ROW * this.turn.slabs)
  }

  fit(out: Float64Array, o: number, points: Float64Array, count: number): void {
    const { k, cones } = this
    const { units, cos, sin } = cones
    fitKdop(out, o, points, count, k)
    meanOf(out, o + k, points, count)
    const cx = out[o + k]!
    const cy = out[o + k + 1]!
    const cz = out[o + k + 2]!
    for (let d = 0; d < k; d++) {
      const ux = units[3 * d]!
      const uy = units[3 * d + 1]!
      const uz = units[3 * d + 2]!
      let most = -Infinity
      for (let i = 0; i < 3 * count; i += 3) {
        const qx = points[i]! - cx
        const qy = points[i + 1]! - cy
        const qz = points[i + 2]! - cz
        const x = ux * qx + uy * qy + uz * qz
        const rx = qx - x * ux
        const ry = qy - x * uy
        const rz = qz - x * uz
        const y = Math.sqrt(rx * rx + ry * ry + rz * rz)
        const size = Math.abs(qx) + Math.abs(qy) + Math.abs(qz)
        const value = x * cos + y * sin + CONE_ROUNDING * size
        if (value > most) most = value
      }
      out[o + k + 3 + d] = most
    }
  }

  clear(): void {
    // Everything is in the nodes.
  }

  prepare(x: ArrayLike<number>, p: number, reach: number): void {
    const { turn, cones, nearest, rows } = this
    turn.prepare(x, p, reach)
    if (turn.unturned) return
    const { units, cos, sin, inverseLengths } = cones
    for (let h = 0, r = 0; h < turn.slabs; h++, r += ROW) {
      const vx = turn.turned[3 * h]!
      const vy = turn.turned[3 * h + 1]!
      const vz = turn.turned[3 * h + 2]!
      const d = nearestDirection(cones, vx, vy, vz)
      const ux = units[3 * d]!
      const uy = units[3 * d + 1]!
      const uz = units[3 * d + 2]!
      const a = vx * ux + vy * uy + vz * uz
      const rx = vx - a * ux
      const ry = vy - a * uy
      const rz = vz - a * uz
      const b = Math.sqrt(rx * rx + ry * ry + rz * rz)
      const along = a - (b * cos) / sin
      nearest[h] = d
      rows[r] = along * inverseLengths[d]!
      rows[r + 1] = b / sin
      rows[r + 2] = vx - along * ux
      rows[r + 3] = vy - along * uy
      rows[r + 4] = vz - along * uz
      rows[r + 5] = turn.shift[2 * h]!
      rows[r + 6] = turn.shift[2 * h + 1]!
      rows[r + 7] = turn.set.inverseLengths[h]!
    }
  }

  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void {
    const { nearest, rows, k, turn } = this
    if (turn.unturned) {
      moveSlabs(out, o, nodes, at, turn.shift)
      return
    }
    const cx = nodes[at + k]!
    const cy = nodes[at + k + 1]!
    const cz = nodes[at + k + 2]!
    const cones = at + k + 3
    for (let h = 0, r = 0; h < nearest.length; h++, r += ROW) {
      const d = nearest[h]!
      const e = d ^ 1
      const along = rows[r]!
      const across = rows[r + 1]!
      const middle = rows[r + 2]! * cx + rows[r + 3]! * cy + rows[r + 4]! * cz
      out[o + 2 * h] = along * nodes[at + d]! + across * nodes[cones + d]! + middle + rows[r + 5]!
      out[o + 2 * h + 1] = along * nodes[at + e]! + across * nodes[cones + e]! - middle + rows[r + 6]!
    }
  }

  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
    const { nearest, rows, k, turn } = this
    if (turn.unturned) return movedLower(a, i, b, j, turn, margin)
    const cx = b[j + k]!
    const cy = b[j + k + 1]!
    const cz = b[j + k + 2]!
    const cones = j + k + 3
    let best = 0
    let sumSq = 0
    for (let h = 0, r = 0; h < nearest.length; h++, r += ROW) {
      const d = nearest[h]!
      const e = d ^ 1
      const along = rows[r]!
      const across = rows[r + 1]!
      const middle = rows[r + 2]! * cx + rows[r + 3]! * cy + rows[r + 4]! * cz
      const high = along * b[j + d]! + across * b[cones + d]! + middle + rows[r + 5]! + a[i + 2 * h + 1]!
      const low = along * b[j + e]! + across * b[cones + e]! - middle + rows[r + 6]! + a[i + 2 * h]!
      if (low >= 0 && high >= 0) continue
      const gap = -(low < high ? low : high) * rows[r + 7]!
      if (gap > margin) return gap
      if (h < 3) sumSq += gap * gap
      if (gap > best) best = gap
    }
    return best === 0 ? 0 : joinGaps(best, sumSq, turn.k)
  }
}
