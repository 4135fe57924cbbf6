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
import { U } from '../math/rounding.js'
import { fitKdop } from '../volumes/kdop.js'
import type { DopSize } from '../volumes/kdop-directions.js'
import { type ConeSet, coneSet, meanOf, nearestDirection } from './kdop-cones.js'
import { joinGaps, movedLower, moveSlabs, REALIGN_ROUNDING, type Realignment, TurnedSlabs } from './kdop-turn.js'

/** Rounding of x and y, and so of Λ, in units of |p − c|: a difference, a product of three terms, a root. */
const CONE_ROUNDING = 16 * U

export class ConeValues implements Realignment {
  readonly method = 'cone'
  readonly stride: number
  private readonly turn: TurnedSlabs
  private readonly cones: ConeSet
  /** Of each slab's first direction: the nearest direction h, A/|D_h|, B, and D' − A·u. */
  private readonly nearest: Int32Array
  private readonly along: Float64Array
  private readonly across: Float64Array
  private readonly rest: Float64Array

  constructor(readonly k: DopSize) {
    // Slabs, centre, Λ of each direction.
    this.stride = 2 * k + 3
    this.turn = new TurnedSlabs(k, REALIGN_ROUNDING)
    this.cones = coneSet(k)
    this.nearest = new Int32Array(this.turn.slabs)
    this.along = new Float64Array(this.turn.slabs)
    this.across = new Float64Array(this.turn.slabs)
    this.rest = new Float64Array(3 * this.turn.slabs)
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
    const { turn, cones, nearest, along, across, rest } = this
    turn.prepare(x, p, reach)
    if (turn.unturned) return
    const { units, cos, sin, inverseLengths } = cones
    for (let h = 0; h < turn.slabs; h++) {
      const vx = turn.turned[3 * h]!
      const vy = turn.turned[3 * h + 1]!
      const vz = turn.turned[3 * h + 2]!
      const d = nearestDirection(cones, vx, vy, vz)
      const ux = units[3 * d]!
      const uy = units[3 * d + 1]!
      const uz = units[3 * d + 2]!
      const a = vx * ux + vy * uy + vz * uz
      const b = Math.hypot(vx - a * ux, vy - a * uy, vz - a * uz)
      const weight = a - (b * cos) / sin
      nearest[h] = d
      along[h] = weight * inverseLengths[d]!
      across[h] = b / sin
      rest[3 * h] = vx - weight * ux
      rest[3 * h + 1] = vy - weight * uy
      rest[3 * h + 2] = vz - weight * uz
    }
  }

  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void {
    const { nearest, along, across, rest, k } = this
    const { shift, slabs, unturned } = this.turn
    if (unturned) {
      moveSlabs(out, o, nodes, at, shift)
      return
    }
    const cx = nodes[at + k]!
    const cy = nodes[at + k + 1]!
    const cz = nodes[at + k + 2]!
    const cones = at + k + 3
    for (let h = 0; h < slabs; h++) {
      const d = nearest[h]!
      const e = d ^ 1
      const middle = rest[3 * h]! * cx + rest[3 * h + 1]! * cy + rest[3 * h + 2]! * cz
      const a = along[h]!
      const b = across[h]!
      out[o + 2 * h] = a * nodes[at + d]! + b * nodes[cones + d]! + middle + shift[2 * h]!
      out[o + 2 * h + 1] = a * nodes[at + e]! + b * nodes[cones + e]! - middle + shift[2 * h + 1]!
    }
  }

  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
    const { nearest, along, across, rest, k, turn } = this
    const { shift, slabs, unturned } = turn
    if (unturned) return movedLower(a, i, b, j, turn, margin)
    const { inverseLengths } = turn.set
    const cx = b[j + k]!
    const cy = b[j + k + 1]!
    const cz = b[j + k + 2]!
    const cones = j + k + 3
    let best = 0
    let sumSq = 0
    for (let h = 0; h < slabs; h++) {
      const d = nearest[h]!
      const e = d ^ 1
      const middle = rest[3 * h]! * cx + rest[3 * h + 1]! * cy + rest[3 * h + 2]! * cz
      const along0 = along[h]!
      const across0 = across[h]!
      const high = along0 * b[j + d]! + across0 * b[cones + d]! + middle + shift[2 * h]!
      const low = along0 * b[j + e]! + across0 * b[cones + e]! - middle + shift[2 * h + 1]!
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
