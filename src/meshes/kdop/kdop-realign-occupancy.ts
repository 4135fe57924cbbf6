// Realigning by the occupancy table (k-DOP realignment, 2003, section 3), with its formulas derived again: as printed it loses
// points (rings uniform in the cosine with numerators for uniform angles, indices that are off by one, a threshold that does not
// fit the factor, 0/0 where d_i = 0; 4 to 14 % of random cases come out too small).
//
// A node keeps a centre c and for each direction D_h, with u = D_h/|D_h|: d = max(0, max x) where x = u·(p − c); 31 bits, one a
// ring of directions about u, of equal angles up to the covering radius α; and a length L. With y = |p − c − x·u|:
// - a point with |p − c| ≤ d sets nothing;
// - else, in ring j, where y ≤ x·tan θ_j for the first time, it sets bit j;
// - else, beyond the cone, it counts for L = max(0, x·cos α + y·sin α).
//
// Query: D' is within α of its nearest direction u = D_h/|D_h|, D' = n·(cos φ·u + sin φ·w), w ⊥ u. A point gives
// D'·(p − c) ≤ n·(x·cos φ + y·sin φ), which is at most
// - n·d, if |p − c| ≤ d;
// - n·d·(cos φ + sin φ·tan θ_j), in ring j: x ≤ d, y ≤ x·tan θ_j. This grows with j, so only the highest bit counts: one
//   count of leading zeros, one look-up. (The paper's factors cos(θ_{j−1} − φ)/cos θ_j of both neighbours of φ are looser.)
// - n·min(L·cos(α − φ), (d·sin(α − φ) + L·sin φ)/sin α), beyond the cone. The first: |p − c|·cos(θ − φ) where θ > α ≥ φ, and
//   cos(θ − φ) = cos(θ − α)·cos(α − φ) − sin(θ − α)·sin(α − φ). The second as in kdop-realign-cone.ts.
// The greatest of the three is the new d, and D'·c + D·T is added. At no turn, φ = 0, it is n·d: the slab itself.
import { U } from '../../base/math/rounding.js'
import { arccosine, tangent } from '../../base/math/trigonometry.js'
import { fitKdop } from '../../volumes/kdop.js'
import type { DopSize } from '../../volumes/kdop-directions.js'
import { CONE_ROUNDING, type ConeSet, coneSet, meanOf, nearestDirection } from './kdop-cones.js'
import { joinGaps, movedLower, moveSlabs, REALIGN_ROUNDING, type Realignment, TurnedSlabs } from './kdop-turn.js'

/** Rings of a cone; one more place is for "no bit set". */
const RINGS = 31
const PLACES = RINGS + 1

/** Numbers a direction has in a node: d, bits, L. */
const ENTRY = 3
/**
 * Numbers a slab has in the table of a turn: n·sin(α − φ)/sin α, n·sin φ/sin α, n·cos(α − φ), D' (3), what is added to each side
 * (TurnedSlabs.shift), one over the direction's length.
 */
const ROW = 9

export class OccupancyTable implements Realignment {
  readonly method = 'occupancy'
  readonly stride: number
  private readonly turn: TurnedSlabs
  private readonly cones: ConeSet
  /** tan θ_j, j = 0 to 31, rounded up. */
  private readonly tangents = new Float64Array(PLACES)
  private readonly nearest: Int32Array
  /** n·max(1, cos φ + sin φ·tan θ_j), 32 numbers a slab. */
  private readonly factors: Float64Array
  private readonly rows: Float64Array

  constructor(readonly k: DopSize) {
    // Slabs, centre, three numbers a direction.
    this.stride = k + 3 + ENTRY * k
    this.turn = new TurnedSlabs(k, REALIGN_ROUNDING)
    this.cones = coneSet(k)
    const alpha = arccosine(this.cones.cos)
    for (let j = 1; j < PLACES; j++) this.tangents[j] = tangent((j * alpha) / RINGS) * (1 + 32 * U)
    this.nearest = new Int32Array(this.turn.slabs)
    this.factors = new Float64Array(PLACES * this.turn.slabs)
    this.rows = new Float64Array(ROW * this.turn.slabs)
  }

  fit(out: Float64Array, o: number, points: Float64Array, count: number): void {
    const { k } = this
    fitKdop(out, o, points, count, k)
    meanOf(out, o + k, points, count)
    for (let d = 0; d < k; d++) this.fitDirection(out, o + k, o + k + 3 + ENTRY * d, d, points, count)
  }

  private fitDirection(
    out: Float64Array,
    c: number,
    o: number,
    direction: number,
    points: Float64Array,
    count: number,
  ): void {
    const { units, cos, sin } = this.cones
    const { tangents } = this
    const ux = units[3 * direction]!
    const uy = units[3 * direction + 1]!
    const uz = units[3 * direction + 2]!
    let most = 0
    for (let i = 0; i < 3 * count; i += 3) {
      const qx = points[i]! - out[c]!
      const qy = points[i + 1]! - out[c + 1]!
      const qz = points[i + 2]! - out[c + 2]!
      const x = ux * qx + uy * qy + uz * qz + CONE_ROUNDING * (Math.abs(qx) + Math.abs(qy) + Math.abs(qz))
      if (x > most) most = x
    }
    let bits = 0
    let beyond = 0
    for (let i = 0; i < 3 * count; i += 3) {
      const qx = points[i]! - out[c]!
      const qy = points[i + 1]! - out[c + 1]!
      const qz = points[i + 2]! - out[c + 2]!
      const slack = CONE_ROUNDING * (Math.abs(qx) + Math.abs(qy) + Math.abs(qz))
      if (Math.sqrt(qx * qx + qy * qy + qz * qz) + slack <= most) continue
      const x = ux * qx + uy * qy + uz * qz
      const rx = qx - x * ux
      const ry = qy - x * uy
      const rz = qz - x * uz
      const y = Math.sqrt(rx * rx + ry * ry + rz * rz) + slack
      if (y <= (x - slack) * tangents[RINGS]!) {
        let ring = RINGS
        while (ring > 1 && y <= (x - slack) * tangents[ring - 1]!) ring--
        bits |= 1 << (ring - 1)
      } else beyond = Math.max(beyond, (x + slack) * cos + y * sin)
    }
    out[o] = most
    out[o + 1] = bits
    out[o + 2] = beyond
  }

  clear(): void {
    // Everything is in the nodes.
  }

  prepare(x: ArrayLike<number>, p: number, reach: number): void {
    const { turn, cones, nearest, factors, rows, tangents } = this
    turn.prepare(x, p, reach)
    if (turn.unturned) return
    const { units, cos, sin } = cones
    for (let h = 0; h < turn.slabs; h++) {
      const vx = turn.turned[3 * h]!
      const vy = turn.turned[3 * h + 1]!
      const vz = turn.turned[3 * h + 2]!
      const d = nearestDirection(cones, vx, vy, vz)
      const ux = units[3 * d]!
      const uy = units[3 * d + 1]!
      const uz = units[3 * d + 2]!
      // n·cos φ and n·sin φ.
      const a = vx * ux + vy * uy + vz * uz
      const rx = vx - a * ux
      const ry = vy - a * uy
      const rz = vz - a * uz
      const b = Math.sqrt(rx * rx + ry * ry + rz * rz)
      const n = Math.sqrt(vx * vx + vy * vy + vz * vz)
      nearest[h] = d
      for (let j = 0; j < PLACES; j++) {
        const factor = a + b * tangents[j]!
        factors[PLACES * h + j] = factor > n ? factor : n
      }
      const r = ROW * h
      rows[r] = a - (b * cos) / sin
      rows[r + 1] = b / sin
      rows[r + 2] = a * cos + b * sin
      rows[r + 3] = vx
      rows[r + 4] = vy
      rows[r + 5] = vz
      rows[r + 6] = turn.shift[2 * h]!
      rows[r + 7] = turn.shift[2 * h + 1]!
      rows[r + 8] = turn.set.inverseLengths[h]!
    }
  }

  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void {
    const { nearest, factors, rows, k, turn } = this
    if (turn.unturned) {
      moveSlabs(out, o, nodes, at, turn.shift)
      return
    }
    const cx = nodes[at + k]!
    const cy = nodes[at + k + 1]!
    const cz = nodes[at + k + 2]!
    const entries = at + k + 3
    for (let h = 0, r = 0; h < nearest.length; h++, r += ROW) {
      const d = nearest[h]!
      const e = entries + ENTRY * d
      const f = entries + ENTRY * (d ^ 1)
      const sum = rows[r]!
      const more = rows[r + 1]!
      const rim = rows[r + 2]!
      const middle = rows[r + 3]! * cx + rows[r + 4]! * cy + rows[r + 5]! * cz
      const d0 = nodes[e]!
      const l0 = nodes[e + 2]!
      const in0 = d0 * factors[PLACES * h + 32 - Math.clz32(nodes[e + 1]!)]!
      const rim0 = rim * l0
      const sum0 = sum * d0 + more * l0
      const out0 = rim0 < sum0 ? rim0 : sum0
      const d1 = nodes[f]!
      const l1 = nodes[f + 2]!
      const in1 = d1 * factors[PLACES * h + 32 - Math.clz32(nodes[f + 1]!)]!
      const rim1 = rim * l1
      const sum1 = sum * d1 + more * l1
      const out1 = rim1 < sum1 ? rim1 : sum1
      out[o + 2 * h] = (in0 > out0 ? in0 : out0) + middle + rows[r + 6]!
      out[o + 2 * h + 1] = (in1 > out1 ? in1 : out1) - middle + rows[r + 7]!
    }
  }

  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
    const { nearest, factors, rows, k, turn } = this
    if (turn.unturned) return movedLower(a, i, b, j, turn, margin)
    const cx = b[j + k]!
    const cy = b[j + k + 1]!
    const cz = b[j + k + 2]!
    const entries = j + k + 3
    let best = 0
    let sumSq = 0
    for (let h = 0, r = 0; h < nearest.length; h++, r += ROW) {
      const d = nearest[h]!
      const e = entries + ENTRY * d
      const f = entries + ENTRY * (d ^ 1)
      const sum = rows[r]!
      const more = rows[r + 1]!
      const rim = rows[r + 2]!
      const middle = rows[r + 3]! * cx + rows[r + 4]! * cy + rows[r + 5]! * cz
      const d0 = b[e]!
      const l0 = b[e + 2]!
      const in0 = d0 * factors[PLACES * h + 32 - Math.clz32(b[e + 1]!)]!
      const rim0 = rim * l0
      const sum0 = sum * d0 + more * l0
      const out0 = rim0 < sum0 ? rim0 : sum0
      const d1 = b[f]!
      const l1 = b[f + 2]!
      const in1 = d1 * factors[PLACES * h + 32 - Math.clz32(b[f + 1]!)]!
      const rim1 = rim * l1
      const sum1 = sum * d1 + more * l1
      const out1 = rim1 < sum1 ? rim1 : sum1
      const high = (in0 > out0 ? in0 : out0) + middle + rows[r + 6]! + a[i + 2 * h + 1]!
      const low = (in1 > out1 ? in1 : out1) - middle + rows[r + 7]! + a[i + 2 * h]!
      if (low >= 0 && high >= 0) continue
      const gap = -(low < high ? low : high) * rows[r + 8]!
      if (gap > margin) return gap
      if (h < 3) sumSq += gap * gap
      if (gap > best) best = gap
    }
    return best === 0 ? 0 : joinGaps(best, sumSq, turn.k)
  }
}
