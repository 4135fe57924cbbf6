// A convex set at its place: a node of a motion tree, the hull of a mesh, or the envelope of either about an axis. How far it
// reaches along a direction, where, and how far its points are from a line.

import { U } from '../../base/math/rounding.js'
import { type ClimbingHull, farthestCorner } from '../../geometry/convex/gjk-hull.js'
import { ROUND_UP } from '../motion/motion-bounds.js'
import {
  BOX_NODE,
  CAPSULE_NODE,
  CYLINDER_NODE,
  HULL_NODE,
  NODE,
  NODE_LENGTHS,
  NODE_RADIUS,
  SPHERE_NODE,
  TRIANGLE_NODE,
} from '../motion/motion-trees.js'
import { placeNode } from '../motion/placed-node.js'
import type { Envelope } from './envelope.js'
import type { ProblemGeometry } from './pair-problem.js'

const ENVELOPE_NODE = 6

/** The hull of a mesh, in place of the root of its tree. */
export const HULL = -1

/** What a climb over a hull may lose, in units of its diameter. */
const MOST_LOST = 1e-11

/** What squares of distances from a line may have lost, in units of the squares that they are differences of. */
const SQUARES = 64 * U

export class ConvexSet {
  /** Centre, vectors, lengths and radius of motion-trees.ts. Of an envelope: the axis as the first vector. */
  readonly node = new Float64Array(NODE)
  /** After `extent`: where it is attained. */
  readonly point = new Float64Array(3)
  private kind = BOX_NODE
  private pose: Float64Array = this.node
  private points: Float64Array = this.node
  private edges: ClimbingHull | undefined
  private loss = 0
  /** Of a hull: where the last climb ended, and the next one begins. */
  corner = 0
  /** Of an envelope. */
  profile: Float64Array = this.node
  private round = 0
  private readonly direction = new Float64Array(3)
  /** Of a hull: a box around it. */
  private readonly around = new Float64Array(NODE)
  private hasAround = false

  /** A node of a geometry whose frame stands at `pose`; HULL for the hull of a mesh. */
  place(geometry: ProblemGeometry, node: number, pose: Float64Array): void {
    const { tree, hull, shape } = geometry
    const at = Math.max(node, 0)
    placeNode(this.node, tree.data, NODE * at, pose, 0)
    this.kind = node === HULL ? HULL_NODE : tree.kinds[at]!
    this.hasAround = false
    if (this.kind !== HULL_NODE) return
    this.pose = pose
    const size = 2 * tree.data[NODE_RADIUS]!
    if (shape.kind === 'convex') {
      if (this.points !== tree.points) this.corner = 0
      this.points = tree.points
      this.edges = shape.hull
    } else {
      if (this.points !== hull!.points) this.corner = 0
      this.points = hull!.points
      this.edges = hull!.part.hull.hull
      placeNode(this.around, tree.data, 0, pose, 0)
      this.hasAround = true
    }
    this.loss = this.edges === undefined ? 0 : MOST_LOST * size
  }

  /** An envelope about a line: its direction and a point on it, in lines[l..]. */
  placeEnvelope({ profile, middle, radius, ball }: Envelope, lines: Float64Array, l: number): void {
    const { node } = this
    this.kind = ENVELOPE_NODE
    this.hasAround = false
    this.profile = profile
    this.round = radius
    for (let k = 0; k < 3; k++) {
      node[k] = lines[l + 3 + k]! + middle * lines[l + k]!
      node[3 + k] = lines[l + k]!
    }
    node[NODE_RADIUS] = ball
  }

  /** max (p − centre)·d, of a hull rounded up by what a climb may lose; and `point`, one that is there. */
  extent(dx: number, dy: number, dz: number): number {
    const { node: w, point } = this
    point[0] = w[0]!
    point[1] = w[1]!
    point[2] = w[2]!
    switch (this.kind) {
      case BOX_NODE: {
        let sum = 0
        for (let i = 0, k = 3; i < 3; i++, k += 3) {
          const along = w[k]! * dx + w[k + 1]! * dy + w[k + 2]! * dz
          const s = along < 0 ? -w[12 + i]! : w[12 + i]!
          sum += s * along
          this.add(s, w, k)
        }
        return sum
      }
      case TRIANGLE_NODE: {
        let best = w[3]! * dx + w[4]! * dy + w[5]! * dz
        let k = 3
        const q = w[6]! * dx + w[7]! * dy + w[8]! * dz
        const r = w[9]! * dx + w[10]! * dy + w[11]! * dz
        if (q > best) {
          best = q
          k = 6
        }
        if (r > best) {
          best = r
          k = 9
        }
        this.add(1, w, k)
        return best
      }
      case SPHERE_NODE:
        return this.addBall(w[NODE_RADIUS]!, dx, dy, dz)
      case CAPSULE_NODE: {
        const along = w[3]! * dx + w[4]! * dy + w[5]! * dz
        this.add(along < 0 ? -1 : 1, w, 3)
        return Math.abs(along) + this.addBall(w[NODE_LENGTHS]!, dx, dy, dz)
      }
      case CYLINDER_NODE: {
        const along = w[3]! * dx + w[4]! * dy + w[5]! * dz
        const half = w[NODE_LENGTHS + 1]!
        this.add(along < 0 ? -half : half, w, 3)
        const out = this.addBall(w[NODE_LENGTHS]!, dx - along * w[3]!, dy - along * w[4]!, dz - along * w[5]!)
        return half * Math.abs(along) + out
      }
      case ENVELOPE_NODE:
        return this.envelopeExtent(dx, dy, dz)
      default:
        return this.hullExtent(dx, dy, dz)
    }
  }

  private add(s: number, w: Float64Array, k: number): void {
    const { point } = this
    point[0]! += s * w[k]!
    point[1]! += s * w[k + 1]!
    point[2]! += s * w[k + 2]!
  }

  /** Adds radius·d/‖d‖ to the point; returns radius·‖d‖. */
  private addBall(radius: number, dx: number, dy: number, dz: number): number {
    const { point } = this
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (length > 1e-150) {
      const s = radius / length
      point[0]! += s * dx
      point[1]! += s * dy
      point[2]! += s * dz
    }
    return radius * length
  }

  private envelopeExtent(dx: number, dy: number, dz: number): number {
    const { node: w, profile, round } = this
    const along = w[3]! * dx + w[4]! * dy + w[5]! * dz
    const x = dx - along * w[3]!
    const y = dy - along * w[4]!
    const z = dz - along * w[5]!
    const across = Math.sqrt(x * x + y * y + z * z)
    let best = -Infinity
    let at = 0
    for (let i = 0; i < profile.length; i += 2) {
      const far = profile[i]! * across + profile[i + 1]! * along
      if (far > best) {
        best = far
        at = i
      }
    }
    this.add(profile[at + 1]!, w, 3)
    this.addBall(profile[at]!, x, y, z)
    return best + this.addBall(round, dx, dy, dz)
  }

  private hullExtent(dx: number, dy: number, dz: number): number {
    const { points, edges, direction, pose: x, point } = this
    const px = x[0]! * dx + x[4]! * dy + x[8]! * dz
    const py = x[1]! * dx + x[5]! * dy + x[9]! * dz
    const pz = x[2]! * dx + x[6]! * dy + x[10]! * dz
    let best = -Infinity
    let o = 0
    if (edges === undefined) {
      for (let p = 0; p < points.length; p += 3) {
        const along = points[p]! * px + points[p + 1]! * py + points[p + 2]! * pz
        if (along > best) {
          best = along
          o = p
        }
      }
    } else {
      direction[0] = px
      direction[1] = py
      direction[2] = pz
      this.corner = farthestCorner(edges, this.corner, direction, MOST_LOST)
      o = 3 * this.corner
      best = points[o]! * px + points[o + 1]! * py + points[o + 2]! * pz
    }
    const a = points[o]!
    const b = points[o + 1]!
    const c = points[o + 2]!
    point[0]! += x[0]! * a + x[1]! * b + x[2]! * c
    point[1]! += x[4]! * a + x[5]! * b + x[6]! * c
    point[2]! += x[8]! * a + x[9]! * b + x[10]! * c
    return best + this.loss * (Math.abs(px) + Math.abs(py) + Math.abs(pz))
  }

  /** No point is farther from the line in lines[l..] (direction, point). */
  farthestFrom(lines: Float64Array, l: number): number {
    const w = this.node
    const wx = lines[l]!
    const wy = lines[l + 1]!
    const wz = lines[l + 2]!
    const x = w[0]! - lines[l + 3]!
    const y = w[1]! - lines[l + 4]!
    const z = w[2]! - lines[l + 5]!
    const cx = wy * z - wz * y
    const cy = wz * x - wx * z
    const cz = wx * y - wy * x
    const away = Math.sqrt(cx * cx + cy * cy + cz * cz)
    const ball = (away + w[NODE_RADIUS]!) * ROUND_UP
    let own = ball
    if (this.kind === BOX_NODE) own = boxFarthest(w, wx, wy, wz, x, y, z)
    else if (this.kind === ENVELOPE_NODE) own = this.envelopeFarthest(wx, wy, wz, x, y, z)
    else if (this.kind === TRIANGLE_NODE) own = spokesFarthest(w, 3, 1, wx, wy, wz, x, y, z)
    else if (this.kind === CAPSULE_NODE) {
      const there = spokesFarthest(w, 1, 1, wx, wy, wz, x, y, z)
      const back = spokesFarthest(w, 1, -1, wx, wy, wz, x, y, z)
      own = (Math.max(there, back) + w[NODE_LENGTHS]!) * ROUND_UP
    } else if (this.kind === CYLINDER_NODE) {
      const half = w[NODE_LENGTHS + 1]!
      const there = spokesFarthest(w, 1, half, wx, wy, wz, x, y, z)
      const back = spokesFarthest(w, 1, -half, wx, wy, wz, x, y, z)
      own = (Math.max(there, back) + w[NODE_LENGTHS]!) * ROUND_UP
    } else if (this.hasAround) {
      const m = this.around
      own = boxFarthest(m, wx, wy, wz, m[0]! - lines[l + 3]!, m[1]! - lines[l + 4]!, m[2]! - lines[l + 5]!)
    }
    return own < ball ? own : ball
  }

  /**
   * A circle with its centre at u from the line, of radius ρ across ω: its points are at |u + ρ·e|, e a unit vector across ω of
   * which the line sees no more than all: √(|u|² + 2 ρ·|u⊥| + ρ²), u⊥ the part of u across ω.
   */
  private envelopeFarthest(wx: number, wy: number, wz: number, x: number, y: number, z: number): number {
    const { node: w, profile } = this
    const ax = w[3]!
    const ay = w[4]!
    const az = w[5]!
    let most = 0
    for (let i = 0; i < profile.length; i += 2) {
      const rho = profile[i]!
      const h = profile[i + 1]!
      const px = x + h * ax
      const py = y + h * ay
      const pz = z + h * az
      const s = px * wx + py * wy + pz * wz
      const ux = px - s * wx
      const uy = py - s * wy
      const uz = pz - s * wz
      const t = ux * ax + uy * ay + uz * az
      const sq = ux * ux + uy * uy + uz * uz
      const vx = ux - t * ax
      const vy = uy - t * ay
      const vz = uz - t * az
      const big = px * px + py * py + pz * pz
      const across = Math.sqrt(vx * vx + vy * vy + vz * vz + SQUARES * big)
      const far = sq + SQUARES * big + rho * (2 * across + rho)
      if (far > most) most = far
    }
    return (Math.sqrt(most) + this.round) * ROUND_UP
  }
}

/**
 * Corners c + Σ ±hᵢ·aᵢ of a box: squared distance from the line is that of c, plus Σ hᵢ²·(1 − (aᵢ·ω)²), plus products of two, each
 * with the signs of a corner. Differences of squares: what they may have lost is added.
 */
function boxFarthest(m: Float64Array, wx: number, wy: number, wz: number, x: number, y: number, z: number): number {
  const h0 = m[12]!
  const h1 = m[13]!
  const h2 = m[14]!
  const s0 = h0 * (m[3]! * wx + m[4]! * wy + m[5]! * wz)
  const s1 = h1 * (m[6]! * wx + m[7]! * wy + m[8]! * wz)
  const s2 = h2 * (m[9]! * wx + m[10]! * wy + m[11]! * wz)
  const s = x * wx + y * wy + z * wz
  const d0 = h0 * (m[3]! * x + m[4]! * y + m[5]! * z) - s * s0
  const d1 = h1 * (m[6]! * x + m[7]! * y + m[8]! * z) - s * s1
  const d2 = h2 * (m[9]! * x + m[10]! * y + m[11]! * z) - s * s2
  const size = x * x + y * y + z * z + h0 * h0 + h1 * h1 + h2 * h2
  const own = size - s * s - s0 * s0 - s1 * s1 - s2 * s2
  const p = s0 * s1
  const q = s0 * s2
  const r = s1 * s2
  // Twice Σ ±dᵢ − Σ ±sᵢ·sⱼ, for the four choices of signs and their opposites.
  const a = Math.abs(d0 + d1 + d2) - p - q - r
  const b = Math.abs(d0 + d1 - d2) - p + q + r
  const c = Math.abs(d0 - d1 + d2) + p - q + r
  const d = Math.abs(d1 + d2 - d0) + p + q - r
  const most = Math.max(a, b, c, d)
  // Axes are orthonormal but for some hundred u (motion-trees.ts, AXES): 32 times as much as rounding here.
  return Math.sqrt(Math.max(0, own + 2 * most) + 32 * SQUARES * size) * ROUND_UP
}

/** The farthest of points c + s·wᵢ, for the first `count` vectors of a node. */
function spokesFarthest(
  w: Float64Array,
  count: number,
  s: number,
  wx: number,
  wy: number,
  wz: number,
  x: number,
  y: number,
  z: number,
): number {
  let most = 0
  for (let i = 0, k = 3; i < count; i++, k += 3) {
    const px = x + s * w[k]!
    const py = y + s * w[k + 1]!
    const pz = z + s * w[k + 2]!
    const cx = wy * pz - wz * py
    const cy = wz * px - wx * pz
    const cz = wx * py - wy * px
    const sq = cx * cx + cy * cy + cz * cz
    if (sq > most) most = sq
  }
  return Math.sqrt(most) * ROUND_UP
}
