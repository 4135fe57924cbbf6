// Geometries as trees of convex sets: a convex shape is one; a mesh has a tree of nodes, each the hull of its triangles, down to the
// triangles themselves.
import { demand } from '../plain.js'
import { BoxSet, type ConvexSet, CylinderSet, PointHull, RoundSet, wholes } from './convex-sets.js'
import { Real } from './real.js'
import { Solid } from './solid.js'
import { type Pose, translation, type Vector, vector } from './vectors.js'

export interface ExactMeshInput {
  readonly kind: 'mesh'
  readonly positions: ArrayLike<number>
  /** Those of the file first; `added` of them at the end were added by closing. */
  readonly triangles: readonly number[]
  readonly added: number
  /** All triangles; and of every node, in pre-order, the number of triangles in its first child, 0 for a leaf. */
  readonly order: readonly number[]
  readonly tree: readonly number[]
}

export type ShapeInput =
  | { readonly kind: 'sphere'; readonly radius: number; readonly centre: readonly number[] }
  | {
      readonly kind: 'capsule'
      readonly radius: number
      readonly from: readonly number[]
      readonly to: readonly number[]
    }
  | { readonly kind: 'box'; readonly half: readonly number[]; readonly pose: Pose }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number; readonly pose: Pose }
  | { readonly kind: 'convex'; readonly points: readonly number[] }
  | ExactMeshInput

/** What a proof is about: some of a geometry, or all, or several geometries together. */
export interface Node {
  /** In order; undefined if it cannot be opened. */
  children(): readonly Node[] | undefined
  /** It is in the hull of these, each in the frame of its geometry; `rough`: in something larger that is sooner asked. */
  parts(rough: boolean): readonly Part[]
}

export interface Part {
  /** Its number. */
  readonly geometry: number
  readonly set: ConvexSet
}

export interface ExactShape {
  node(geometry: number): Node
  /** A point of all that hangs together. */
  points(): readonly Vector[]
  /** Of a mesh. */
  readonly solid: Solid | undefined
}

/** Several nodes together. */
export function union(nodes: readonly Node[]): Node {
  return nodes.length === 1
    ? nodes[0]!
    : { children: () => nodes, parts: (rough) => nodes.flatMap((node) => node.parts(rough)) }
}

export function shapeOf(input: ShapeInput, bits: bigint): ExactShape {
  const real = (value: number): Real => Real.of(value, bits)
  switch (input.kind) {
    case 'mesh':
      return new Mesh(input, bits)
    case 'sphere':
      return convexShape(new RoundSet(hullOf(input.centre), real(input.radius)), vector(input.centre, bits))
    case 'capsule':
      return convexShape(
        new RoundSet(hullOf([...input.from, ...input.to]), real(input.radius)),
        vector(input.from, bits),
      )
    case 'convex':
      return convexShape(hullOf(input.points), vector(input.points, bits))
    case 'box':
      return convexShape(new BoxSet(input.pose, vector(input.half, bits)), translation(input.pose))
    case 'cylinder':
      return convexShape(
        new CylinderSet(input.pose, real(input.radius), real(input.length).halved()),
        translation(input.pose),
      )
  }
}

function hullOf(points: readonly number[]): PointHull {
  const { values, unit } = wholes(points)
  return new PointHull(values, unit)
}

function convexShape(set: ConvexSet, point: Vector): ExactShape {
  return {
    node: (geometry) => ({ children: () => undefined, parts: () => [{ geometry, set }] }),
    points: () => [point],
    solid: undefined,
  }
}

/** Nodes of no more triangles are asked corner by corner. */
const FEW = 6

class Mesh implements ExactShape {
  private readonly coordinates: readonly bigint[]
  private readonly unit: bigint
  /** By node, in pre-order: its stretch of the order, and its second child; the first one is the next node. */
  private readonly nodes: { readonly from: number; readonly to: number; second: number }[] = []
  private readonly sets = new Map<string, ConvexSet>()
  private inner: Solid | undefined

  constructor(
    private readonly input: ExactMeshInput,
    private readonly bits: bigint,
  ) {
    const { order, tree } = input
    const { values, unit } = wholes(input.positions)
    this.coordinates = values
    this.unit = unit
    const waiting = [{ from: 0, to: order.length, parent: -1 }]
    for (let own = waiting.pop(); own !== undefined; own = waiting.pop()) {
      const { from, to, parent } = own
      const node = this.nodes.length
      const inFirst = tree[node]
      demand(inFirst !== undefined && inFirst < to - from, 'the tree of a mesh does not make up its nodes')
      this.nodes.push({ from, to, second: -1 })
      if (parent >= 0) this.nodes[parent]!.second = node
      if (inFirst === 0) continue
      waiting.push({ from: from + inFirst, to, parent: node }, { from, to: from + inFirst, parent: -1 })
    }
    demand(this.nodes.length === tree.length, 'the tree of a mesh has too many numbers')
  }

  get solid(): Solid {
    const { positions, triangles, added } = this.input
    this.inner ??= new Solid(positions, triangles, added)
    return this.inner
  }

  points(): Vector[] {
    return this.solid.vertices().map((v) => this.solid.vertex(v, this.bits))
  }

  node(geometry: number, place = 0): Node {
    const { from, to, second } = this.nodes[place]!
    return {
      children: () =>
        second >= 0
          ? [this.node(geometry, place + 1), this.node(geometry, second)]
          : this.input.order.slice(from, to).map((_, i) => this.triangle(geometry, from + i)),
      parts: (rough) => [{ geometry, set: this.hull(from, to, rough && to - from > FEW) }],
    }
  }

  /** One by itself, by its place in the order. */
  private triangle(geometry: number, place: number): Node {
    return { children: () => undefined, parts: () => [{ geometry, set: this.hull(place, place + 1, false) }] }
  }

  /** Of the triangles of a stretch of the order. */
  private hull(from: number, to: number, rough: boolean): ConvexSet {
    const { order, triangles } = this.input
    const key = `${from} ${to} ${rough}`
    let set = this.sets.get(key)
    if (set === undefined) {
      const vertices = new Set(order.slice(from, to).flatMap((t) => triangles.slice(3 * t, 3 * t + 3)))
      const corners = [...vertices].flatMap((v) => this.coordinates.slice(3 * v, 3 * v + 3))
      set = new PointHull(rough ? boxAround(corners) : corners, this.unit)
      this.sets.set(key, set)
    }
    return set
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
