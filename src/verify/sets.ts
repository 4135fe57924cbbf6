// The convex sets that proofs are about, in the frame of their body: a link as a whole (or one geometry), a geometry, the triangles
// below a node of a mesh. Of each two things are asked: how far it reaches along a direction, and how far from a line.
//
// A node is a number: −1 is all of several parts, else part · PART and the node of its own: 0 for a shape, a node of the tree for a
// mesh, after those its triangles. Boxes and balls around the nodes of a mesh are fitted here, to the corners themselves. `rough`
// answers are theirs, and never too tight; the others are those of the corners. Rounding to nearest, everywhere: leaf.ts counts it.
import type { Fixed } from './kinematics.js'
import { cross, dot, length, minus, POSE, placed, product, scaled, shift, U } from './poses.js'
import type { ReadGeometry, ReadMesh, ReadShape } from './world.js'

export interface NodeSet {
  /** The least of g·p over the node's points. */
  least(node: number, gx: number, gy: number, gz: number, rough: boolean): number
  /** The greatest distance of its points from the line through line[3..] along the unit vector line[0..]. */
  farthest(node: number, line: Float64Array, rough: boolean): number
  /** No point is farther from the body's origin, nor any coordinate on the way to one. */
  readonly reach: number
  /** Rounding steps (kinematics.ts) from the body's frame to a point. */
  readonly steps: number
}

const PART = 2 ** 32
const GEOMETRY_STEPS = 48

export class LinkSet implements NodeSet {
  readonly reach: number
  readonly steps: number
  readonly root: number
  private readonly parts: readonly PartSet[]

  constructor(geometries: readonly ReadGeometry[], { pose, length: along, steps }: Fixed) {
    this.parts = geometries.map((own) => new PartSet(own.shape, product(new Float64Array(POSE), pose, own.pose)))
    this.reach = Math.max(...this.parts.map((part, i) => along + shift(geometries[i]!.pose) + part.reach))
    this.steps = steps + GEOMETRY_STEPS
    this.root = geometries.length === 1 ? 0 : -1
  }

  /** The parts of a node, and its node in each. */
  partsOf(node: number): readonly (readonly [PartSet, number])[] {
    if (node === -1) return this.parts.map((part) => [part, 0])
    return [[this.parts[Math.floor(node / PART)]!, node % PART]]
  }

  /** Undefined for what cannot be opened. */
  children(node: number): number[] | undefined {
    if (node === -1) return this.parts.map((_, i) => i * PART)
    return this.parts[Math.floor(node / PART)]!.children(node % PART)?.map((child) => node - (node % PART) + child)
  }

  least(node: number, gx: number, gy: number, gz: number, rough: boolean): number {
    if (this.parts.length === 1) return this.parts[0]!.least(node, gx, gy, gz, rough)
    let least = Infinity
    for (const [part, own] of this.partsOf(node)) least = Math.min(least, part.least(own, gx, gy, gz, rough))
    return least
  }

  farthest(node: number, line: Float64Array, rough: boolean): number {
    if (this.parts.length === 1) return this.parts[0]!.farthest(node, line, rough)
    let most = 0
    for (const [part, own] of this.partsOf(node)) most = Math.max(most, part.farthest(own, line, rough))
    return most
  }

  /** The greatest distance of its points from a point. */
  radiusAbout(c: ArrayLike<number>): number {
    return Math.max(...this.parts.map((part) => part.radiusAbout(c)))
  }
}

/** About `axis`, from middle − half·axis to middle + half·axis. */
interface Cylinder {
  readonly middle: readonly number[]
  readonly axis: readonly number[]
  readonly radius: number
  readonly half: number
}

/** Of the prism around a cylinder. */
const SIDES = 64

/** Nodes of no more triangles than this are asked corner by corner. */
const FEW = 8

/** One geometry: all within `radius` of the hull of points, or a cylinder in a prism, or a mesh. */
class PartSet {
  /** Of the shape's points from its own frame's origin. */
  readonly reach: number
  readonly radius: number
  readonly cylinder: Cylinder | undefined
  private readonly corners: Float64Array
  private readonly mesh: ReadMesh | undefined
  private readonly boxes: Float64Array

  constructor(shape: ReadShape, place: Float64Array) {
    this.mesh = shape.kind === 'mesh' ? shape : undefined
    this.radius = shape.kind === 'round' ? shape.radius : 0
    if (shape.kind === 'cylinder') {
      const { radius, half } = shape
      const x = product(new Float64Array(POSE), place, shape.pose)
      this.cylinder = { middle: [x[3]!, x[7]!, x[11]!], axis: [x[2]!, x[6]!, x[10]!], radius, half }
      this.reach = shift(shape.pose) + Math.sqrt(radius * radius + half * half)
      // A regular polygon's corners are farther from its middle than its sides by 1/cos of half an angle between two of them.
      const around = (radius / Math.cos(Math.PI / SIDES)) * (1 + 64 * U)
      const prism = Array.from({ length: 2 * SIDES }, (_, i) => {
        const angle = (2 * Math.PI * (i >> 1)) / SIDES
        return placed(x, [around * Math.cos(angle), around * Math.sin(angle), (i & 1) === 0 ? half : -half])
      })
      this.corners = Float64Array.from(prism.flat())
    } else {
      const points = shape.kind === 'mesh' ? shape.positions : shape.points
      this.reach = farthestPoint(points) + this.radius
      this.corners = new Float64Array(points.length)
      for (let i = 0; i < points.length; i += 3) this.corners.set(placed(place, points.subarray(i, i + 3)), i)
    }
    this.boxes = this.mesh === undefined ? new Float64Array(0) : fitBoxes(this.mesh, this.corners)
  }

  /** Corners of a node. */
  points(node: number): Float64Array {
    if (this.mesh === undefined) return this.corners
    const { triangles, order, first, end } = this.mesh
    const own = node >= first.length ? [node - first.length] : order.subarray(first[node]!, end[node]!)
    const seen = new Set<number>()
    for (const t of own) for (let c = 3 * t; c < 3 * t + 3; c++) seen.add(triangles[c]!)
    return Float64Array.from([...seen].flatMap((v) => [...this.corners.subarray(3 * v, 3 * v + 3)]))
  }

  children(node: number): number[] | undefined {
    if (this.mesh === undefined || node >= this.mesh.first.length) return undefined
    const { order, first, end, second } = this.mesh
    if (second[node]! > 0) return [node + 1, second[node]!]
    return Array.from(order.subarray(first[node]!, end[node]!), (t) => first.length + t)
  }

  least(node: number, gx: number, gy: number, gz: number, rough: boolean): number {
    const { corners: p, cylinder, radius, boxes: b } = this
    if (cylinder !== undefined) {
      const g = [gx, gy, gz]
      const along = dot(cylinder.axis, g)
      const across = length(minus(g, scaled(cylinder.axis, along)))
      return dot(cylinder.middle, g) - cylinder.half * Math.abs(along) - cylinder.radius * across
    }
    const ofBox = (n: number): number => {
      const o = BOX * n
      const out = b[o + 3]! * Math.abs(gx) + b[o + 4]! * Math.abs(gy) + b[o + 5]! * Math.abs(gz)
      return out - (b[o]! * gx + b[o + 1]! * gy + b[o + 2]! * gz)
    }
    const ofPoint = (i: number): number => -(p[i]! * gx + p[i + 1]! * gy + p[i + 2]! * gz)
    return -this.most(node, ofBox, ofPoint, rough) - radius * Math.sqrt(gx * gx + gy * gy + gz * gz)
  }

  farthest(node: number, line: Float64Array, rough: boolean): number {
    const { corners: p, cylinder, radius, boxes: b } = this
    if (cylinder !== undefined) {
      // The smaller of two bounds: the ends' middles and the radius, the middle and a ball around all of it.
      const { middle: m, axis, radius: r, half } = cylinder
      const from = (s: number): number =>
        fromLine(line, m[0]! + s * axis[0]!, m[1]! + s * axis[1]!, m[2]! + s * axis[2]!)
      return Math.min(Math.max(from(half), from(-half)) + r, from(0) + Math.sqrt(r * r + half * half))
    }
    const ofBall = (n: number): number =>
      fromLine(line, b[BOX * n]!, b[BOX * n + 1]!, b[BOX * n + 2]!) + b[BOX * n + 6]!
    return this.most(node, ofBall, (i) => fromLine(line, p[i]!, p[i + 1]!, p[i + 2]!), rough) + radius
  }

  radiusAbout(c: ArrayLike<number>): number {
    if (this.cylinder === undefined) return farthestPoint(this.points(0), c) + this.radius
    const { middle, axis, radius, half } = this.cylinder
    const d = minus(middle, c)
    const along = dot(d, axis)
    const across = length(minus(d, scaled(axis, along))) + radius
    return Math.sqrt(across ** 2 + (Math.abs(along) + half) ** 2)
  }

  /** The greatest of a function over a node's corners; of a mesh, the more promising child first, until no box could do better. */
  private most(node: number, ofNode: (n: number) => number, ofPoint: (i: number) => number, rough: boolean): number {
    const { corners, mesh } = this
    let most = -Infinity
    if (mesh === undefined) {
      for (let i = 0; i < corners.length; i += 3) most = Math.max(most, ofPoint(i))
      return most
    }
    const { triangles, order, first, end, second } = mesh
    if (rough && node < first.length && end[node]! - first[node]! > FEW) return ofNode(node)
    const triangle = (t: number): void => {
      for (let c = 3 * t; c < 3 * t + 3; c++) most = Math.max(most, ofPoint(3 * triangles[c]!))
    }
    if (node >= first.length) triangle(node - first.length)
    const waiting = node < first.length ? [node] : []
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
      if (!(ofNode(n) > most)) continue
      const c = second[n]!
      if (c > 0 && end[n]! - first[n]! > FEW) {
        if (ofNode(n + 1) > ofNode(c)) waiting.push(c, n + 1)
        else waiting.push(n + 1, c)
      } else for (let i = first[n]!; i < end[n]!; i++) triangle(order[i]!)
    }
    return most
  }
}

/** Numbers a node has: its box's middle and half extents, and the radius of a ball about the middle. */
export const BOX = 7

/** Of corners, or of children's boxes: children come after their parents, so from the last node to the first. */
export function fitBoxes({ triangles, order, first, end, second }: ReadMesh, p: Float64Array): Float64Array {
  const nodes = first.length
  const boxes = new Float64Array(BOX * nodes)
  const low = new Float64Array(3 * nodes).fill(Infinity)
  const high = new Float64Array(3 * nodes).fill(-Infinity)
  for (let n = nodes - 1; n >= 0; n--) {
    const c = second[n]!
    for (let k = 0; k < 3; k++) {
      const at = 3 * n + k
      if (c > 0) {
        low[at] = Math.min(low[at + 3]!, low[3 * c + k]!)
        high[at] = Math.max(high[at + 3]!, high[3 * c + k]!)
      }
      for (let i = 3 * first[n]!; c === 0 && i < 3 * end[n]!; i++) {
        const value = p[3 * triangles[3 * order[Math.trunc(i / 3)]! + (i % 3)]! + k]!
        low[at] = Math.min(low[at]!, value)
        high[at] = Math.max(high[at]!, value)
      }
      boxes[BOX * n + k] = low[at]! / 2 + high[at]! / 2
      boxes[BOX * n + 3 + k] = high[at]! / 2 - low[at]! / 2
    }
    boxes[BOX * n + 6] = length(boxes.subarray(BOX * n + 3, BOX * n + 6))
  }
  return boxes
}

function farthestPoint(p: Float64Array, c: ArrayLike<number> = [0, 0, 0]): number {
  let most = 0
  for (let i = 0; i < p.length; i += 3)
    most = Math.max(most, length([p[i]! - c[0]!, p[i + 1]! - c[1]!, p[i + 2]! - c[2]!]))
  return most
}

/** The distance of (x, y, z) from a line: of the cross product with its direction. */
function fromLine(line: Float64Array, x: number, y: number, z: number): number {
  const [px, py, pz] = [x - line[3]!, y - line[4]!, z - line[5]!]
  const cx = line[1]! * pz - line[2]! * py
  const cy = line[2]! * px - line[0]! * pz
  const cz = line[0]! * py - line[1]! * px
  return Math.sqrt(cx * cx + cy * cy + cz * cz)
}

// Envelopes: a link as its end joint can turn it, all that it sweeps in a whole turn, made convex.
//
// The axis goes through o along the unit vector a. Every point p has a height z = a·(p − o) and a distance from the axis ρ: its
// profile, which a turn does not change. The envelope of a node is the hull of the circles of its points' profiles. It holds the node,
// and all within a radius of it, however the joint is turned; it is the same at every value of the joint. So apart from the
// envelope where the joint has any one value is apart from the node at all of them.
//
// Along g a circle reaches g·o + z·g·a ± ρ·‖g × a‖: linear in (z, ρ), and growing with ρ, so of the profile's points those of the
// upper hull over z are enough. What rounding leaves above that hull is measured, and the hull is lifted by it.
//
// A disc of radius r about c across d: its ρ is no more than ρ_c + r, its z within r·‖d × a‖ of z_c. These two ends are one profile of
// a cylinder, the prism around it another; both hold it, so what counts is the better of the two for each g.

/** z, ρ of the points of an upper hull, z rising; all is within `radius` of the circles' hull. */
interface Profile {
  readonly points: Float64Array
  readonly radius: number
}

export class EnvelopeSet implements NodeSet {
  readonly reach: number
  readonly steps: number
  /** By node: profiles of each part, all of which hold it. */
  private readonly known = new Map<number, readonly (readonly Profile[])[]>()

  /** `axis`: direction and a point on it, in the frame of the link's body. */
  constructor(
    private readonly link: LinkSet,
    private readonly axis: Float64Array,
  ) {
    // No point is farther from o than the link's reach and o's; and o is as far from the origin.
    this.reach = link.reach + 2 * length(axis.subarray(3))
    this.steps = link.steps
  }

  least(node: number, gx: number, gy: number, gz: number): number {
    const { axis } = this
    const g = [gx, gy, gz]
    const along = dot(axis, g)
    const across = length(cross(axis, g))
    const size = length(g)
    let least = Infinity
    for (const profiles of this.profilesOf(node)) {
      let best = -Infinity
      for (const { points, radius } of profiles) {
        let own = Infinity
        for (let i = 0; i < points.length; i += 2) own = Math.min(own, points[i]! * along - points[i + 1]! * across)
        best = Math.max(best, own - radius * size)
      }
      least = Math.min(least, best)
    }
    return least + dot(axis.subarray(3), g)
  }

  farthest(node: number, line: Float64Array): number {
    let most = 0
    for (const profiles of this.profilesOf(node)) {
      let best = Infinity
      for (const profile of profiles) best = Math.min(best, this.farthestOfProfile(profile, line))
      most = Math.max(most, best)
    }
    return most
  }

  /**
   * The smaller of two bounds. Of a circle: with w the shortest vector from the line to its centre, the square of the distance of
   * w + ρ·e is no more than |w|² + 2·ρ·w·e + ρ², and w·e no more than the part of w across the axis. Of all: a ball about the middle
   * of the heights.
   */
  private farthestOfProfile({ points, radius }: Profile, line: Float64Array): number {
    const { axis } = this
    const fromLine = (z: number): number[] => {
      const d = [0, 1, 2].map((k) => axis[3 + k]! + z * axis[k]! - line[3 + k]!)
      return minus(d, scaled(line, dot(d, line)))
    }
    const middle = points[0]! / 2 + points[points.length - 2]! / 2
    let mostSq = 0
    let ballSq = 0
    for (let i = 0; i < points.length; i += 2) {
      const [z, rho] = [points[i]!, points[i + 1]!]
      const w = fromLine(z)
      mostSq = Math.max(mostSq, dot(w, w) + 2 * rho * length(cross(axis, w)) + rho * rho)
      ballSq = Math.max(ballSq, rho * rho + (z - middle) * (z - middle))
    }
    return Math.min(Math.sqrt(mostSq), length(fromLine(middle)) + Math.sqrt(ballSq)) + radius
  }

  private profilesOf(node: number): readonly (readonly Profile[])[] {
    let found = this.known.get(node)
    if (found === undefined) {
      found = this.link.partsOf(node).map(([part, own]) => {
        const corners = part.points(own)
        const profile: number[] = []
        for (let i = 0; i < corners.length; i += 3) profile.push(...this.profileOf(corners.subarray(i, i + 3)))
        const hull = { points: upperHull(profile), radius: part.radius }
        const ends =
          part.cylinder === undefined ? undefined : { points: upperHull(this.endDiscs(part.cylinder)), radius: 0 }
        return ends === undefined ? [hull] : [hull, ends]
      })
      this.known.set(node, found)
    }
    return found
  }

  /** z and ρ of a point. */
  private profileOf(p: ArrayLike<number>): [number, number] {
    const d = minus(p, this.axis.subarray(3))
    return [dot(this.axis, d), length(cross(this.axis, d))]
  }

  private endDiscs({ middle, axis, radius, half }: Cylinder): number[] {
    const lean = radius * length(cross(this.axis, axis))
    return [half, -half].flatMap((s) => {
      const [z, rho] = this.profileOf(middle.map((m, k) => m + s * axis[k]!))
      return [z - lean, rho + radius, z + lean, rho + radius]
    })
  }
}

/** The error, as a part of the greatest length in it: products of directions with differences of points, a root, an interpolation. */
const PROFILE_ROUNDING = 32 * U

/** The upper hull of points z, ρ, lifted until it holds them all. */
export function upperHull(profile: readonly number[]): Float64Array {
  const order = Array.from({ length: profile.length / 2 }, (_, i) => 2 * i)
  order.sort((i, j) => profile[i]! - profile[j]! || profile[j + 1]! - profile[i + 1]!)
  const hull: number[] = []
  let big = 0
  for (const i of order) {
    const [z, rho] = [profile[i]!, profile[i + 1]!]
    big = Math.max(big, Math.abs(z), rho)
    // Of several at one height the highest comes first, and is enough.
    if (hull.length > 0 && hull[hull.length - 2] === z) continue
    while (hull.length >= 4) {
      const o = hull.length - 4
      const turn = (hull[o + 2]! - hull[o]!) * (rho - hull[o + 1]!) - (hull[o + 3]! - hull[o + 1]!) * (z - hull[o]!)
      if (turn < 0) break
      hull.length -= 2
    }
    hull.push(z, rho)
  }
  let lift = 0
  let at = 0
  for (const i of order) {
    const z = profile[i]!
    while (at + 2 < hull.length && hull[at + 2]! <= z) at += 2
    let height = hull[at + 1]!
    if (at + 2 < hull.length) height += ((z - hull[at]!) / (hull[at + 2]! - hull[at]!)) * (hull[at + 3]! - height)
    lift = Math.max(lift, profile[i + 1]! - height)
  }
  lift += PROFILE_ROUNDING * big
  for (let o = 1; o < hull.length; o += 2) hull[o]! += lift
  return Float64Array.from(hull)
}
