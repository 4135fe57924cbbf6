// A convex set at its place: a box, a triangle, a round shape, the hull of points, or a solid of revolution. How far it reaches
// along a direction, where, and how far its points are from a line. Motion checks, proofs over cells of joint values and their
// searches for a direction that separates two sets all ask this one class; GJK asks cores (gjk-core.ts), whose vertices it knows
// by number.
//
// A set is sixteen numbers, a "node", which can be placed one by one in any order.
import { ROUND_UP, U } from '../../base/math/rounding.js'
import { type ClimbingHull, farthestCorner, startOfClimb } from './gjk-hull.js'

export const BOX_NODE = 0
export const TRIANGLE_NODE = 1
export const SPHERE_NODE = 2
export const CAPSULE_NODE = 3
export const CYLINDER_NODE = 4
export const HULL_NODE = 5
export const ENVELOPE_NODE = 6

/**
 * Numbers a node has: centre (3), three vectors (9), three lengths (3), radius of a ball about the centre that holds it.
 * Box: its axes, its half extents. Triangle: its corners seen from the centre. Capsule: half its segment; its radius first
 * among the lengths. Cylinder: its axis; its radius and half its length. Envelope: its axis. Sphere, hull: nothing more.
 */
export const NODE = 16
export const NODE_VECTORS = 3
export const NODE_LENGTHS = 12
export const NODE_RADIUS = 15

/** What a climb over a hull may lose, in units of its diameter: less than any gap that matters. */
const MOST_LOST = 1e-11

/** What squares of distances from a line may have lost, in units of the squares that they are differences of. */
const SQUARES = 64 * U

/** What a set sweeps when it turns right round about a line. */
export interface Envelope {
  /** (ρ, z − middle) of the profile's points, upwards. */
  readonly profile: Float64Array
  /** Height of the middle along the line, from its point. */
  readonly middle: number
  /** Around all points. */
  readonly radius: number
  /** Of a ball about the middle that holds it all. */
  readonly ball: number
}

export class ConvexSet {
  readonly node = new Float64Array(NODE)
  kind = BOX_NODE
  /** After `support`: where it is attained. */
  readonly point = new Float64Array(3)
  /**
   * Of a hull: its corners as seen from the centre, their edges where there are many, and the pose of their frame, at pose[at..].
   */
  private points: Float64Array = this.node
  private edges: ClimbingHull | undefined
  private pose: Float64Array = this.node
  private at = 0
  /** What a climb along a unit direction may lose. */
  loss = 0
  /** Where the last climb ended, and the next one begins; below 0: by its direction. */
  corner = -1
  /** A box around it, if there is one. */
  private readonly around = new Float64Array(NODE)
  private hasAround = false
  /** Of an envelope. */
  profile: Float64Array = this.node
  private round = 0
  private readonly direction = new Float64Array(3)

  /** A node in data[o..], whose frame has the pose x[i..i+11]. */
  place(kind: number, data: Float64Array, o: number, x: Float64Array, i: number): void {
    placeNode(this.node, data, o, x, i)
    this.kind = kind
    this.hasAround = false
  }

  /** The points that it is the hull of, once it is one; `size`: their diameter, or more. A climb over the same hull resumes. */
  setHull(points: Float64Array, edges: ClimbingHull | undefined, size: number): void {
    if (this.points !== points) this.corner = -1
    this.points = points
    this.edges = edges
    this.loss = edges === undefined ? 0 : MOST_LOST * size
  }

  /** Where the frame of a hull's points is. */
  setPose(x: Float64Array, i: number): void {
    this.pose = x
    this.at = i
  }

  /** A box, in data[o..], that holds a hull, in its frame. */
  setAround(data: Float64Array, o: number): void {
    placeNode(this.around, data, o, this.pose, this.at)
    this.hasAround = true
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

  /** max (p − centre)·d, rounded to nearest; of a hull, rounded up by what a climb may lose. */
  extent(dx: number, dy: number, dz: number): number {
    const w = this.node
    switch (this.kind) {
      case BOX_NODE:
        return (
          w[12]! * Math.abs(w[3]! * dx + w[4]! * dy + w[5]! * dz) +
          w[13]! * Math.abs(w[6]! * dx + w[7]! * dy + w[8]! * dz) +
          w[14]! * Math.abs(w[9]! * dx + w[10]! * dy + w[11]! * dz)
        )
      case TRIANGLE_NODE: {
        const p = w[3]! * dx + w[4]! * dy + w[5]! * dz
        const q = w[6]! * dx + w[7]! * dy + w[8]! * dz
        const r = w[9]! * dx + w[10]! * dy + w[11]! * dz
        return p > q ? (p > r ? p : r) : q > r ? q : r
      }
      case SPHERE_NODE:
        return w[NODE_RADIUS]! * Math.sqrt(dx * dx + dy * dy + dz * dz)
      case CAPSULE_NODE:
        return (
          Math.abs(w[3]! * dx + w[4]! * dy + w[5]! * dz) + w[NODE_LENGTHS]! * Math.sqrt(dx * dx + dy * dy + dz * dz)
        )
      case CYLINDER_NODE: {
        const along = w[3]! * dx + w[4]! * dy + w[5]! * dz
        const x = dx - along * w[3]!
        const y = dy - along * w[4]!
        const z = dz - along * w[5]!
        return w[NODE_LENGTHS + 1]! * Math.abs(along) + w[NODE_LENGTHS]! * Math.sqrt(x * x + y * y + z * z)
      }
      case HULL_NODE:
        return this.climb(dx, dy, dz)
      default:
        return this.support(dx, dy, dz)
    }
  }

  /** The same number, and `point`, where it is attained. */
  support(dx: number, dy: number, dz: number): number {
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
        return this.hullSupport(dx, dy, dz)
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

  private hullSupport(dx: number, dy: number, dz: number): number {
    const far = this.climb(dx, dy, dz)
    const { points, pose: x, at: i, point } = this
    const o = 3 * this.corner
    const a = points[o]!
    const b = points[o + 1]!
    const c = points[o + 2]!
    point[0]! += x[i]! * a + x[i + 1]! * b + x[i + 2]! * c
    point[1]! += x[i + 4]! * a + x[i + 5]! * b + x[i + 6]! * c
    point[2]! += x[i + 8]! * a + x[i + 9]! * b + x[i + 10]! * c
    return far
  }

  /** Of a hull: the direction goes into its frame rather than its points into the world. */
  private climb(dx: number, dy: number, dz: number): number {
    const { points, edges, direction, pose: x, at: i } = this
    const px = x[i]! * dx + x[i + 4]! * dy + x[i + 8]! * dz
    const py = x[i + 1]! * dx + x[i + 5]! * dy + x[i + 9]! * dz
    const pz = x[i + 2]! * dx + x[i + 6]! * dy + x[i + 10]! * dz
    if (edges === undefined) {
      let most = -Infinity
      let at = 0
      for (let p = 0; p < points.length; p += 3) {
        const along = points[p]! * px + points[p + 1]! * py + points[p + 2]! * pz
        if (along > most) {
          most = along
          at = p
        }
      }
      this.corner = at / 3
      return most
    }
    direction[0] = px
    direction[1] = py
    direction[2] = pz
    const from = this.corner < 0 ? startOfClimb(edges, px, py, pz) : this.corner
    this.corner = farthestCorner(edges, from, direction, MOST_LOST)
    const o = 3 * this.corner
    // For a direction that is not of unit length, as much more.
    const length = Math.abs(px) + Math.abs(py) + Math.abs(pz)
    return points[o]! * px + points[o + 1]! * py + points[o + 2]! * pz + this.loss * length
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
 * Corners c + Σ ±hᵢ·aᵢ of a box: squared distance from the line is that of c, plus Σ hᵢ²·(1 − (aᵢ·ω)²), plus products of two,
 * each with the signs of a corner. Differences of squares: what they may have lost is added.
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
  // Axes are orthonormal to some hundred u (motion-trees.ts, AXES): 32 times as much as rounding here.
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

/** A node in the world, its centre moved and its vectors turned, to out[to..]. */
export function placeNode(out: Float64Array, data: Float64Array, o: number, x: Float64Array, i: number, to = 0): void {
  const x00 = x[i]!
  const x01 = x[i + 1]!
  const x02 = x[i + 2]!
  const x10 = x[i + 4]!
  const x11 = x[i + 5]!
  const x12 = x[i + 6]!
  const x20 = x[i + 8]!
  const x21 = x[i + 9]!
  const x22 = x[i + 10]!
  let p = data[o]!
  let q = data[o + 1]!
  let r = data[o + 2]!
  out[to] = x00 * p + x01 * q + x02 * r + x[i + 3]!
  out[to + 1] = x10 * p + x11 * q + x12 * r + x[i + 7]!
  out[to + 2] = x20 * p + x21 * q + x22 * r + x[i + 11]!
  for (let k = 3; k < 12; k += 3) {
    p = data[o + k]!
    q = data[o + k + 1]!
    r = data[o + k + 2]!
    out[to + k] = x00 * p + x01 * q + x02 * r
    out[to + k + 1] = x10 * p + x11 * q + x12 * r
    out[to + k + 2] = x20 * p + x21 * q + x22 * r
  }
  out[to + 12] = data[o + 12]!
  out[to + 13] = data[o + 13]!
  out[to + 14] = data[o + 14]!
  out[to + 15] = data[o + 15]!
}

export function corners(out: Float64Array, node: Float64Array): void {
  for (let c = 0; c < 9; c += 3) {
    out[c] = node[0]! + node[NODE_VECTORS + c]!
    out[c + 1] = node[1]! + node[NODE_VECTORS + c + 1]!
    out[c + 2] = node[2]! + node[NODE_VECTORS + c + 2]!
  }
}

/** An axis of a box, or an edge of a triangle. */
export function edge(out: Float64Array, node: Float64Array, i: number, isBox: boolean): void {
  const o = NODE_VECTORS + 3 * i
  if (isBox) {
    out[0] = node[o]!
    out[1] = node[o + 1]!
    out[2] = node[o + 2]!
    return
  }
  const next = NODE_VECTORS + 3 * ((i + 1) % 3)
  out[0] = node[next]! - node[o]!
  out[1] = node[next + 1]! - node[o + 1]!
  out[2] = node[next + 2]! - node[o + 2]!
}
