// The convex sets that proofs are about, in the frame of their geometry: a shape as a whole, or the hull of the triangles below a
// node of a mesh. Of each two things are asked: how far it reaches along a direction, and how far from a line.
//
// A mesh's tree comes from outside, so its shape is checked: order names every triangle once, and the children of a node hold what
// it holds. Nothing else of it is used; boxes and balls around the nodes are fitted here, to the corners themselves.
//
// A node is the number of a node of the tree, or −1 − t for triangle t alone. `rough` answers, from the node's box or ball, are
// never too tight; the others are those of the corners. Rounding to nearest, everywhere: it is counted where answers are used.
import type { MeshShape, PartShape } from '../bodies/shape.js'
import { demand } from './rejection.js'
import { UP } from './rounding.js'

export interface ConvexSet {
  /** Can the node be opened? If so its children, in order. */
  children(node: number): number[] | undefined
  /** The least of g·p over its points. */
  least(node: number, gx: number, gy: number, gz: number, rough: boolean): number
  /** The greatest distance of its points from the line through line[o + 3..] along the unit vector line[o..]. */
  farthest(node: number, line: Float64Array, o: number, rough: boolean): number
  /** What a node is made of. */
  outline(node: number): Outline
  /** No point is farther from the frame's origin. */
  readonly reach: number
}

/** All of a node is within `radius` of the hull of the points; of a cylinder they are the corners of a prism around it. */
export interface Outline {
  readonly points: Float64Array
  readonly radius: number
  readonly cylinder?: CylinderOutline
}

/** About the z axis of a pose, from −half to half along it. */
export interface CylinderOutline {
  readonly pose: Float64Array
  readonly radius: number
  readonly half: number
}

export function convexSet(shape: PartShape, name: string): ConvexSet {
  switch (shape.kind) {
    case 'mesh':
      return new MeshSet(shape, name)
    case 'sphere':
      return new RoundSet(Float64Array.from(shape.centre), shape.radius)
    case 'capsule':
      return new RoundSet(Float64Array.of(...shape.from, ...shape.to), shape.radius)
    case 'convex':
      return new RoundSet(shape.points, 0)
    case 'box':
      return new RoundSet(boxCorners(shape.pose, shape.half), 0)
    case 'cylinder':
      return new CylinderSet(shape.pose, shape.radius, shape.length / 2)
  }
}

/** All that is within `radius` of the hull of some points. */
class RoundSet implements ConvexSet {
  readonly reach: number

  constructor(
    readonly points: Float64Array,
    readonly radius: number,
  ) {
    this.reach = farthestPoint(points) + radius
  }

  children(): undefined {
    return undefined
  }

  least(_node: number, gx: number, gy: number, gz: number): number {
    const { points, radius } = this
    let least = Infinity
    for (let i = 0; i < points.length; i += 3) {
      const along = points[i]! * gx + points[i + 1]! * gy + points[i + 2]! * gz
      if (along < least) least = along
    }
    return radius === 0 ? least : least - radius * Math.sqrt(gx * gx + gy * gy + gz * gz)
  }

  farthest(_node: number, line: Float64Array, o: number): number {
    const { points } = this
    let most = 0
    for (let i = 0; i < points.length; i += 3) {
      const distanceSq = fromLineSq(line, o, points[i]!, points[i + 1]!, points[i + 2]!)
      if (distanceSq > most) most = distanceSq
    }
    return Math.sqrt(most) + this.radius
  }

  outline(): Outline {
    return this
  }
}

/** Of the prism around a cylinder. */
const SIDES = 64

/** A cylinder about the z axis of a pose. */
class CylinderSet implements ConvexSet {
  readonly reach: number

  constructor(
    readonly pose: Float64Array,
    readonly radius: number,
    readonly half: number,
  ) {
    this.reach = Math.hypot(pose[3]!, pose[7]!, pose[11]!) + Math.hypot(radius, half)
  }

  children(): undefined {
    return undefined
  }

  least(_node: number, gx: number, gy: number, gz: number): number {
    const { pose: x, radius, half } = this
    const along = x[2]! * gx + x[6]! * gy + x[10]! * gz
    const rx = gx - along * x[2]!
    const ry = gy - along * x[6]!
    const rz = gz - along * x[10]!
    const across = Math.sqrt(rx * rx + ry * ry + rz * rz)
    return x[3]! * gx + x[7]! * gy + x[11]! * gz - half * Math.abs(along) - radius * across
  }

  /** The smaller of two bounds: the ends' middles and the radius, the middle and a ball around all of it. */
  farthest(_node: number, line: Float64Array, o: number): number {
    const { pose: x, radius, half } = this
    const from = (s: number): number =>
      Math.sqrt(fromLineSq(line, o, x[3]! + s * x[2]!, x[7]! + s * x[6]!, x[11]! + s * x[10]!))
    return Math.min(Math.max(from(half), from(-half)) + radius, from(0) + Math.sqrt(radius * radius + half * half))
  }

  /** A regular polygon's corners are farther from its middle than its sides by 1/cos of half an angle between two of them. */
  outline(): Outline {
    const { pose: x, radius, half } = this
    const points = new Float64Array(6 * SIDES)
    const around = (radius / Math.cos(Math.PI / SIDES)) * UP
    for (let i = 0; i < 2 * SIDES; i++) {
      const angle = (2 * Math.PI * (i >> 1)) / SIDES
      const p = [around * Math.cos(angle), around * Math.sin(angle), (i & 1) === 0 ? half : -half]
      for (let row = 0; row < 3; row++) {
        const r = 4 * row
        points[3 * i + row] = x[r]! * p[0]! + x[r + 1]! * p[1]! + x[r + 2]! * p[2]! + x[r + 3]!
      }
    }
    return { points, radius: 0, cylinder: this }
  }
}

/** Numbers a node has: its box's middle and half extents, and the radius of a ball about the middle. */
const BOX = 7

/** Nodes of no more triangles than this are asked corner by corner. */
const FEW = 8

export class MeshSet implements ConvexSet {
  readonly reach: number
  readonly positions: Float64Array
  readonly triangles: Uint32Array
  readonly order: Uint32Array
  private readonly child: Int32Array
  private readonly first: Int32Array
  private readonly end: Int32Array
  private readonly boxes: Float64Array
  private readonly stack: number[] = []

  constructor({ tree }: MeshShape, name: string) {
    this.positions = tree.positions
    this.triangles = tree.triangles
    this.order = tree.order
    this.child = tree.child
    this.first = tree.first
    this.end = tree.end
    this.checkTree(name)
    this.reach = farthestPoint(this.positions)
    this.boxes = new Float64Array(BOX * this.child.length)
    this.fitBoxes()
  }

  children(node: number): number[] | undefined {
    if (node < 0) return undefined
    const c = this.child[node]!
    if (c >= 0) return [c, c + 1]
    return Array.from(this.order.subarray(this.first[node]!, this.end[node]!), (t) => -1 - t)
  }

  /** Of two nodes or triangles. */
  isLarger(m: number, n: number): boolean {
    const radius = (node: number): number => (node < 0 ? 0 : this.boxes[BOX * node + 6]!)
    return radius(m) >= radius(n)
  }

  /** Least x, y, z and greatest x, y, z of a node, to rounding. */
  bounds(node: number): number[] {
    const o = BOX * node
    const at = (k: number, sign: number): number => this.boxes[o + k]! + sign * this.boxes[o + 3 + k]!
    return [at(0, -1), at(1, -1), at(2, -1), at(0, 1), at(1, 1), at(2, 1)]
  }

  least(node: number, gx: number, gy: number, gz: number, rough: boolean): number {
    if (node < 0) return this.leastOfTriangle(-1 - node, gx, gy, gz)
    const { first, end, child, order, stack } = this
    if (rough && end[node]! - first[node]! > FEW) return this.leastOfBox(node, gx, gy, gz)
    let least = Infinity
    let top = 0
    stack[top++] = node
    while (top > 0) {
      const n = stack[--top]!
      if (!(this.leastOfBox(n, gx, gy, gz) < least)) continue
      const c = child[n]!
      if (c >= 0 && end[n]! - first[n]! > FEW) {
        // The one that looks better comes first.
        const swap = this.leastOfBox(c, gx, gy, gz) < this.leastOfBox(c + 1, gx, gy, gz)
        stack[top++] = swap ? c + 1 : c
        stack[top++] = swap ? c : c + 1
        continue
      }
      for (let i = first[n]!; i < end[n]!; i++) {
        const own = this.leastOfTriangle(order[i]!, gx, gy, gz)
        if (own < least) least = own
      }
    }
    return least
  }

  farthest(node: number, line: Float64Array, o: number, rough: boolean): number {
    if (node < 0) return Math.sqrt(this.farthestOfTriangle(-1 - node, line, o))
    const { first, end, child, order, stack } = this
    if (rough && end[node]! - first[node]! > FEW) return this.farthestOfBall(node, line, o)
    let most = 0
    let mostSq = 0
    let top = 0
    stack[top++] = node
    while (top > 0) {
      const n = stack[--top]!
      if (!(this.farthestOfBall(n, line, o) > most)) continue
      const c = child[n]!
      if (c >= 0 && end[n]! - first[n]! > FEW) {
        const swap = this.farthestOfBall(c, line, o) > this.farthestOfBall(c + 1, line, o)
        stack[top++] = swap ? c + 1 : c
        stack[top++] = swap ? c : c + 1
        continue
      }
      for (let i = first[n]!; i < end[n]!; i++) {
        const own = this.farthestOfTriangle(order[i]!, line, o)
        if (own > mostSq) {
          mostSq = own
          most = Math.sqrt(own)
        }
      }
    }
    return most
  }

  outline(node: number): Outline {
    const { positions, triangles, order } = this
    const own = node < 0 ? [-1 - node] : order.subarray(this.first[node]!, this.end[node]!)
    const seen = new Set<number>()
    for (const t of own) for (let c = 3 * t; c < 3 * t + 3; c++) seen.add(triangles[c]!)
    const points = new Float64Array(3 * seen.size)
    let o = 0
    for (const v of seen) {
      points[o++] = positions[3 * v]!
      points[o++] = positions[3 * v + 1]!
      points[o++] = positions[3 * v + 2]!
    }
    return { points, radius: 0 }
  }

  private leastOfBox(n: number, gx: number, gy: number, gz: number): number {
    const { boxes } = this
    const o = BOX * n
    return (
      boxes[o]! * gx +
      boxes[o + 1]! * gy +
      boxes[o + 2]! * gz -
      (boxes[o + 3]! * Math.abs(gx) + boxes[o + 4]! * Math.abs(gy) + boxes[o + 5]! * Math.abs(gz))
    )
  }

  private leastOfTriangle(t: number, gx: number, gy: number, gz: number): number {
    const { positions: p, triangles } = this
    const i = 3 * triangles[3 * t]!
    const j = 3 * triangles[3 * t + 1]!
    const k = 3 * triangles[3 * t + 2]!
    const a = p[i]! * gx + p[i + 1]! * gy + p[i + 2]! * gz
    const b = p[j]! * gx + p[j + 1]! * gy + p[j + 2]! * gz
    const c = p[k]! * gx + p[k + 1]! * gy + p[k + 2]! * gz
    return a < b ? (a < c ? a : c) : b < c ? b : c
  }

  private farthestOfBall(n: number, line: Float64Array, o: number): number {
    const { boxes } = this
    const b = BOX * n
    return Math.sqrt(fromLineSq(line, o, boxes[b]!, boxes[b + 1]!, boxes[b + 2]!)) + boxes[b + 6]!
  }

  private farthestOfTriangle(t: number, line: Float64Array, o: number): number {
    const { positions: p, triangles } = this
    let most = 0
    for (let c = 3 * t; c < 3 * t + 3; c++) {
      const i = 3 * triangles[c]!
      const own = fromLineSq(line, o, p[i]!, p[i + 1]!, p[i + 2]!)
      if (own > most) most = own
    }
    return most
  }

  /** Children come after their parents, so from the last to the first: of corners, or of children's boxes. */
  private fitBoxes(): void {
    const { boxes, positions, triangles, order, child, first, end } = this
    const ends = new Float64Array(6 * child.length)
    for (let n = child.length - 1; n >= 0; n--) {
      const c = child[n]!
      for (let k = 0; k < 3; k++) {
        let low = Infinity
        let high = -Infinity
        if (c >= 0) {
          low = Math.min(ends[6 * c + k]!, ends[6 * c + 6 + k]!)
          high = Math.max(ends[6 * c + 3 + k]!, ends[6 * c + 9 + k]!)
        } else {
          for (let i = 3 * first[n]!; i < 3 * end[n]!; i++) {
            const value = positions[3 * triangles[3 * order[Math.trunc(i / 3)]! + (i % 3)]! + k]!
            if (value < low) low = value
            if (value > high) high = value
          }
        }
        ends[6 * n + k] = low
        ends[6 * n + 3 + k] = high
        boxes[BOX * n + k] = low / 2 + high / 2
        boxes[BOX * n + 3 + k] = high / 2 - low / 2
      }
      const o = BOX * n + 3
      boxes[o + 3] = Math.sqrt(boxes[o]! * boxes[o]! + boxes[o + 1]! * boxes[o + 1]! + boxes[o + 2]! * boxes[o + 2]!)
    }
  }

  /** Refuses a tree that is none. */
  private checkTree(name: string): void {
    const { triangles, positions, order, child, first, end } = this
    const nodes = child.length
    const size = triangles.length / 3
    const wrong = `the tree of ${name} is none`
    demand(Number.isInteger(size) && order.length === size && size > 0, wrong)
    demand(first.length === nodes && end.length === nodes && first[0] === 0 && end[0] === size, wrong)
    for (let i = 0; i < triangles.length; i++) demand(3 * triangles[i]! + 2 < positions.length, wrong)
    const seen = new Uint8Array(size)
    for (let i = 0; i < size; i++) {
      const t = order[i]!
      demand(t < size && seen[t] === 0, wrong)
      seen[t] = 1
    }
    for (let n = 0; n < nodes; n++) {
      const c = child[n]!
      demand(first[n]! >= 0 && end[n]! <= size && first[n]! < end[n]!, wrong)
      if (c < 0) continue
      demand(c > n && c + 1 < nodes, wrong)
      demand(first[c] === first[n] && end[c] === first[c + 1] && end[c + 1] === end[n], wrong)
    }
  }
}

/** The eight corners c ± h₀·a₀ ± h₁·a₁ ± h₂·a₂ of a box. */
function boxCorners(pose: Float64Array, half: Float64Array): Float64Array {
  const out: number[] = []
  for (let corner = 0; corner < 8; corner++) {
    for (let row = 0; row < 3; row++) {
      let value = pose[4 * row + 3]!
      for (let axis = 0; axis < 3; axis++) {
        value += (((corner >> axis) & 1) === 0 ? -half[axis]! : half[axis]!) * pose[4 * row + axis]!
      }
      out.push(value)
    }
  }
  return Float64Array.from(out)
}

function farthestPoint(points: Float64Array): number {
  let mostSq = 0
  for (let i = 0; i < points.length; i += 3) {
    mostSq = Math.max(mostSq, points[i]! ** 2 + points[i + 1]! ** 2 + points[i + 2]! ** 2)
  }
  return Math.sqrt(mostSq)
}

/** Square of the distance of (x, y, z) from a line: of the cross product with its direction. */
function fromLineSq(line: Float64Array, o: number, x: number, y: number, z: number): number {
  const wx = line[o]!
  const wy = line[o + 1]!
  const wz = line[o + 2]!
  const px = x - line[o + 3]!
  const py = y - line[o + 4]!
  const pz = z - line[o + 5]!
  const cx = wy * pz - wz * py
  const cy = wz * px - wx * pz
  const cz = wx * py - wy * px
  return cx * cx + cy * cy + cz * cz
}
