// Geometries as trees of convex sets: a shape as a whole is one; a mesh has a tree of nodes, each the hull of its triangles, down to the
// triangles themselves. The tree comes from outside, so it is checked: its order names every triangle once, and the two children of a
// node hold what it holds.
import { BoxSet, type ConvexSet, CylinderSet, PointHull, RoundSet, wholes } from './convex-sets.js'
import { rigid } from './kinematics.js'
import { Real } from './real.js'
import { Solid } from './solid.js'
import { translation, type Vector, vector } from './vectors.js'

export interface MeshInput {
  readonly kind: 'mesh'
  readonly positions: readonly number[]
  readonly triangles: readonly number[]
  /** Triangles at the end that closing added. */
  readonly added: number
  readonly order: readonly number[]
  readonly child: readonly number[]
  readonly first: readonly number[]
  readonly end: readonly number[]
}

export type ShapeInput =
  | { readonly kind: 'sphere'; readonly radius: number; readonly centre: readonly number[] }
  | {
      readonly kind: 'capsule'
      readonly radius: number
      readonly from: readonly number[]
      readonly to: readonly number[]
    }
  | { readonly kind: 'box'; readonly half: readonly number[]; readonly pose: readonly number[] }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number; readonly pose: readonly number[] }
  | { readonly kind: 'convex'; readonly points: readonly number[] }
  | MeshInput

/** Node 0 is all of it. */
export interface Shape {
  /** In order; undefined if it cannot be opened. */
  children(node: number): readonly number[] | undefined
  /** The hull of a node; `rough`: something larger that is sooner asked. */
  hull(node: number, rough: boolean): ConvexSet
  /** A point of all that hangs together. */
  points(bits: bigint): readonly Vector[]
  /** Of a mesh. */
  readonly solid: Solid | undefined
}

export function shapeOf(input: ShapeInput, bits: bigint): Shape {
  switch (input.kind) {
    case 'mesh':
      return new MeshShape(input)
    case 'sphere':
      return convexShape(new RoundSet(hullOf(input.centre), Real.of(input.radius, bits)), vector(input.centre, bits))
    case 'capsule': {
      const ends = hullOf([...input.from, ...input.to])
      return convexShape(new RoundSet(ends, Real.of(input.radius, bits)), vector(input.from, bits))
    }
    case 'convex':
      return convexShape(hullOf(input.points), vector(input.points, bits))
    case 'box': {
      const pose = rigid(input.pose, bits)
      return convexShape(new BoxSet(pose, vector(input.half, bits)), translation(pose))
    }
    case 'cylinder': {
      const pose = rigid(input.pose, bits)
      const half = Real.of(input.length, bits).halved()
      return convexShape(new CylinderSet(pose, Real.of(input.radius, bits), half), translation(pose))
    }
  }
}

function hullOf(points: readonly number[]): PointHull {
  const { values, unit } = wholes(points)
  return new PointHull(values, unit)
}

function convexShape(set: ConvexSet, point: Vector): Shape {
  return { children: () => undefined, hull: () => set, points: () => [point], solid: undefined }
}

/** Nodes of no more triangles are asked corner by corner. */
const FEW = 6

/** Triangle t by itself is node −1 − t. */
class MeshShape implements Shape {
  private readonly coordinates: readonly bigint[]
  private readonly unit: bigint
  private readonly hulls = new Map<number, ConvexSet>()
  private readonly boxes = new Map<number, ConvexSet>()
  private inner: Solid | undefined

  constructor(private readonly input: MeshInput) {
    const { values, unit } = wholes(input.positions)
    this.coordinates = values
    this.unit = unit
  }

  get solid(): Solid {
    const { positions, triangles, added } = this.input
    this.inner ??= new Solid(positions, triangles, added)
    return this.inner
  }

  points(bits: bigint): Vector[] {
    return this.solid.vertices().map((v) => this.solid.vertex(v, bits))
  }

  children(node: number): number[] | undefined {
    const { child, first, end, order } = this.input
    if (node < 0) return undefined
    const c = child[node]!
    return c >= 0 ? [c, c + 1] : order.slice(first[node]!, end[node]!).map((t) => -1 - t)
  }

  hull(node: number, rough: boolean): ConvexSet {
    const { first, end } = this.input
    const few = node < 0 || end[node]! - first[node]! <= FEW
    const known = rough && !few ? this.boxes : this.hulls
    let set = known.get(node)
    if (set === undefined) {
      const corners = this.cornersOf(node)
      set = new PointHull(rough && !few ? boxAround(corners) : corners, this.unit)
      known.set(node, set)
    }
    return set
  }

  private cornersOf(node: number): bigint[] {
    const { triangles, order, first, end } = this.input
    const own = node < 0 ? [-1 - node] : order.slice(first[node]!, end[node]!)
    const vertices = new Set(own.flatMap((t) => triangles.slice(3 * t, 3 * t + 3)))
    return [...vertices].flatMap((v) => this.coordinates.slice(3 * v, 3 * v + 3))
  }
}

/** The corners of the box around points. */
function boxAround(points: readonly bigint[]): bigint[] {
  const low = points.slice(0, 3)
  const high = points.slice(0, 3)
  points.forEach((value, i) => {
    if (value < low[i % 3]!) low[i % 3] = value
    if (value > high[i % 3]!) high[i % 3] = value
  })
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [0, 1, 2].map((k) => ((corner >> k) & 1 ? high[k]! : low[k]!)))
}
