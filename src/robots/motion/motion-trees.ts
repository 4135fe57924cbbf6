// Shapes as motion checks see them: trees of convex sets (geometry/convex/convex-set.ts) in the shape's own
// frame. A mesh's inner nodes are the boxes of its MeshTree, seen from the mesh's frame and
// refitted to the corners below them (so that containment is computed, not composed); its leaves open into single
// triangles. Every other shape is one node that is never opened.

import { composePose, POSE } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { BrokenInvariantError } from '../../errors.js'
import {
  BOX_NODE,
  CAPSULE_NODE,
  CYLINDER_NODE,
  HULL_NODE,
  NODE,
  NODE_LENGTHS,
  NODE_RADIUS,
  NODE_VECTORS,
  SPHERE_NODE,
  TRIANGLE_NODE,
} from '../../geometry/convex/convex-set.js'
import type { ClimbingHull } from '../../geometry/convex/gjk-hull.js'
import type { MeshTree } from '../../meshes/tree/mesh-tree.js'
import type { ConvexPart } from '../../shapes/convex-part.js'
import type { OuterParts } from '../../shapes/outer-parts.js'
import type { ConvexShape, PartShape } from '../../shapes/shape.js'
import { shapeObb } from '../../shapes/shape-bounds.js'
import {
  BOX_CORE,
  type ConvexKind,
  Core,
  CYLINDER_CORE,
  loadCore,
  POINT_CORE,
  SEGMENT_CORE,
} from '../../shapes/shape-core.js'
import { BOX, BOX_SIZE } from '../../volumes/node-box.js'

/** What fitting a box rounds, in units of the mesh's reach: three products, a difference and a half sum a coordinate. */
const FIT = 32 * U

/**
 * Inner nodes are those of the mesh's tree, with the same numbers; triangles come after them. A node is fitted when the one above it is
 * first opened: most never are.
 */
export interface MotionNodes {
  readonly kinds: Uint8Array
  /** NaN for a node that is not fitted, so that it proves nothing. */
  readonly data: Float64Array
  /** The first child of a node that can be opened; the others follow it. */
  open(node: number): number
  /** 0 for a node that cannot be opened. */
  readonly children: Int32Array
  /** By how much two nodes are compared when one must be opened. */
  readonly sizes: Float64Array
  /** Triangle nodes begin here; the triangle of node n is order[n − triangles] of the mesh's tree. */
  readonly triangles: number
  /** No point is farther from the frame's origin. */
  readonly reach: number
}

export interface MotionTree extends MotionNodes {
  readonly shape: PartShape
  /** A hull's points seen from the node's centre, and their edges where there are many. */
  readonly points: Float64Array
  readonly edges: ClimbingHull | undefined
}

interface KnownTree {
  /** Of the mesh. */
  readonly version: number
  readonly tree: MotionTree
}

const known = new WeakMap<PartShape, KnownTree>()

/** The tree of a shape, made once for each version of it. */
export function motionTree(shape: PartShape): MotionTree {
  const version = shape.kind === 'mesh' ? shape.tree.version : 0
  let found = known.get(shape)
  if (found?.version !== version) {
    found = { version, tree: shape.kind === 'mesh' ? meshTree(shape, shape.tree) : singleNode(shape) }
    known.set(shape, found)
  }
  return found.tree
}

function meshTree(shape: PartShape, tree: MeshTree): MotionTree {
  return { ...meshNodes(tree), shape, points: new Float64Array(0), edges: undefined }
}

/** A mesh's hull: a smaller set than the box of its root, and no less sound, since it holds the same corners. */
export interface MotionHull {
  readonly part: ConvexPart
  /** Its corners seen from the centre of the mesh's root. */
  readonly points: Float64Array
}

const hulls = new WeakMap<MotionTree, MotionHull>()

/** The convex part that a mesh is taken for, as a node. */
export function motionHull(tree: MotionTree, part: ConvexPart): MotionHull {
  let hull = hulls.get(tree)
  if (hull === undefined) {
    hull = { part, points: seenFrom(tree, part.hull) }
    hulls.set(tree, hull)
  }
  return hull
}

/** An outer part of a mesh (shapes/outer-parts.ts) or another convex solid: one node that is a box first and then its hull. */
export interface MotionPart {
  readonly tree: MotionTree
  readonly hull: MotionHull | undefined
}

export interface MotionParts {
  readonly parts: readonly MotionPart[]
  /** No point of any is farther from the frame's origin. */
  readonly reach: number
}

const partsOf = new WeakMap<OuterParts, MotionParts>()

export function motionParts(outer: OuterParts): MotionParts {
  let found = partsOf.get(outer)
  if (found === undefined) {
    const parts = outer.parts.map((part) => partNode(part, POLYTOPE_STAND_OFF))
    found = { parts, reach: Math.max(...parts.map(({ tree }) => tree.reach)) }
    partsOf.set(outer, found)
  }
  return found
}

/** The corners of a hull as seen from the centre of a tree's root. */
function seenFrom({ data }: Pick<MotionTree, 'data'>, { hull, points }: ConvexShape): Float64Array {
  return (hull?.points ?? points).map((x, i) => x - data[i % 3]!)
}

/** The same for the polytope of a part. */
const POLYTOPE_STAND_OFF = 0.05

/** The box around a polytope, as a node, beside its corners; `standOff`: from the mesh, estimated, as a part of its radius. */
export function partNode(shape: ConvexShape, standOff: number): MotionPart {
  const tree = singleNode(shape)
  const { reach } = tree
  const pose = new Float64Array(POSE)
  const half = new Float64Array(3)
  shapeObb(pose, 0, half, 0, shape)
  const box = new Float64Array(NODE)
  copyAxes(box, 0, pose, 0)
  let radius = 0
  const own = seenFrom({ data: box }, shape)
  for (let i = 0; i < own.length; i += 3) radius = Math.max(radius, Math.hypot(own[i]!, own[i + 1]!, own[i + 2]!))
  for (let k = 0; k < 3; k++) box[NODE_LENGTHS + k] = half[k]! + AXES * reach
  box[NODE_RADIUS] = radius * (1 + 16 * U) + FIT * reach
  const part = { hull: shape, deviation: standOff * radius, isConvex: false }
  return { tree: { ...tree, data: box, kinds: Uint8Array.of(BOX_NODE) }, hull: { part, points: own } }
}

const core = new Core()

function singleNode(shape: ConvexKind): MotionTree {
  const data = new Float64Array(NODE)
  let kind = SPHERE_NODE
  let points = new Float64Array(0)
  loadCore(core, shape)
  const { points: p, pose, half, radius } = core
  switch (core.kind) {
    case POINT_CORE:
      data.set(p)
      data[NODE_RADIUS] = radius
      break
    case SEGMENT_CORE:
      kind = CAPSULE_NODE
      for (let k = 0; k < 3; k++) {
        data[k] = p[k]! / 2 + p[3 + k]! / 2
        data[NODE_VECTORS + k] = p[3 + k]! / 2 - p[k]! / 2
      }
      data[NODE_LENGTHS] = radius
      data[NODE_RADIUS] = Math.hypot(data[3]!, data[4]!, data[5]!) + radius
      break
    case BOX_CORE:
      kind = BOX_NODE
      copyAxes(data, 0, pose, 0)
      data.set(half, NODE_LENGTHS)
      data[NODE_RADIUS] = Math.hypot(...half)
      break
    case CYLINDER_CORE:
      kind = CYLINDER_NODE
      for (let k = 0; k < 3; k++) {
        data[k] = pose[4 * k + 3]!
        data[NODE_VECTORS + k] = pose[4 * k + 2]!
      }
      data[NODE_LENGTHS] = core.disc
      data[NODE_LENGTHS + 1] = half[2]!
      data[NODE_RADIUS] = Math.hypot(core.disc, half[2]!)
      break
    default:
      kind = HULL_NODE
      points = p.slice()
      centreOfPoints(data, points)
  }
  const reach = Math.hypot(data[0]!, data[1]!, data[2]!) + data[NODE_RADIUS]!
  // The radius holds the node about its centre, both as they are stored.
  data[NODE_RADIUS] = data[NODE_RADIUS]! * (1 + 16 * U) + FIT * reach
  return {
    shape,
    kinds: Uint8Array.of(kind),
    data,
    open: () => -1,
    children: Int32Array.of(0),
    sizes: Float64Array.of(0),
    triangles: 1,
    reach: reach * (1 + 16 * U),
    points,
    edges: core.hull,
  }
}

/** Centre and radius to `data`, and the points as seen from there. */
function centreOfPoints(data: Float64Array, points: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i]!)
      high = Math.max(high, points[i]!)
    }
    data[k] = low / 2 + high / 2
    for (let i = k; i < points.length; i += 3) points[i]! -= data[k]!
  }
  let radius = 0
  for (let i = 0; i < points.length; i += 3) {
    radius = Math.max(radius, Math.hypot(points[i]!, points[i + 1]!, points[i + 2]!))
  }
  data[NODE_RADIUS] = radius
}

/** The nodes of a mesh whose tree is one of boxes, as it is now: a mesh that is refitted needs others. */
export function meshNodes(tree: MeshTree): MotionNodes {
  const { nodes, order, reach, version } = tree
  const count = nodes + order.length
  const data = new Float64Array(NODE * count).fill(Number.NaN)
  const kinds = new Uint8Array(count).fill(BOX_NODE, 0, nodes).fill(TRIANGLE_NODE, nodes)
  const children = new Int32Array(count)
  const sizes = new Float64Array(count)
  for (let n = 0; n < nodes; n++) {
    children[n] = tree.child[n]! < 0 ? tree.end[n]! - tree.first[n]! : 2
    sizes[n] = tree.boxes[BOX * n + BOX_SIZE]!
  }
  const opened = new Uint8Array(nodes)
  const open = (n: number): number => {
    const c = tree.child[n]!
    const from = c < 0 ? nodes + tree.first[n]! : c
    if (opened[n] === 0) {
      if (tree.version !== version) throw new BrokenInvariantError('a mesh was refitted while its motion was checked')
      if (Number.isNaN(data[NODE * n]!)) throw new BrokenInvariantError('a node was opened before the one above it')
      opened[n] = 1
      for (let k = from; k < from + children[n]!; k++) {
        if (c < 0) setTriangle(data, NODE * k, tree, order[k - nodes]!)
        else fitChild(data, tree, n, k)
      }
    }
    return from
  }
  if (nodes > 0) {
    copyAxes(data, 0, tree.boxes, 0)
    fitNode(data, 0, tree, tree.first[0]!, tree.end[0]!)
  }
  return { kinds, data, open, children, sizes, triangles: nodes, reach }
}

const parent = new Float64Array(POSE)
const product = new Float64Array(POSE)

/** The box of node k, whose axes are known in the frame of its parent n; the centre comes from the corners. */
function fitChild(data: Float64Array, tree: MeshTree, n: number, k: number): void {
  for (let axis = 0; axis < 3; axis++) {
    for (let c = 0; c < 3; c++) parent[4 * c + axis] = data[NODE * n + NODE_VECTORS + 3 * axis + c]!
  }
  composePose(product, 0, parent, 0, tree.boxes, BOX * k)
  copyAxes(data, NODE * k, product, 0)
  fitNode(data, NODE * k, tree, tree.first[k]!, tree.end[k]!)
}

/** Centre and axes of a pose. */
function copyAxes(data: Float64Array, o: number, pose: Float64Array, i: number): void {
  for (let k = 0; k < 3; k++) {
    data[o + k] = pose[i + 4 * k + 3]!
    for (let axis = 0; axis < 3; axis++) data[o + NODE_VECTORS + 3 * axis + k] = pose[i + 4 * k + axis]!
  }
}

/** Centre, half extents and radius of a box with given axes, from the corners of triangles `from` to `to` of the order. */
function fitNode(data: Float64Array, o: number, tree: MeshTree, from: number, to: number): void {
  const { order, positions, triangles, reach } = tree
  const v = o + NODE_VECTORS
  const ax = data[v]!
  const ay = data[v + 1]!
  const az = data[v + 2]!
  const bx = data[v + 3]!
  const by = data[v + 4]!
  const bz = data[v + 5]!
  const cx = data[v + 6]!
  const cy = data[v + 7]!
  const cz = data[v + 8]!
  let lowA = Infinity
  let lowB = Infinity
  let lowC = Infinity
  let highA = -Infinity
  let highB = -Infinity
  let highC = -Infinity
  for (let i = from; i < to; i++) {
    const t = 3 * order[i]!
    for (let c = t; c < t + 3; c++) {
      const p = 3 * triangles[c]!
      const x = positions[p]!
      const y = positions[p + 1]!
      const z = positions[p + 2]!
      const a = x * ax + y * ay + z * az
      const b = x * bx + y * by + z * bz
      const d = x * cx + y * cy + z * cz
      if (a < lowA) lowA = a
      if (a > highA) highA = a
      if (b < lowB) lowB = b
      if (b > highB) highB = b
      if (d < lowC) lowC = d
      if (d > highC) highC = d
    }
  }
  const middleA = lowA / 2 + highA / 2
  const middleB = lowB / 2 + highB / 2
  const middleC = lowC / 2 + highC / 2
  const x0 = middleA * ax + middleB * bx + middleC * cx
  const y0 = middleA * ay + middleB * by + middleC * cy
  const z0 = middleA * az + middleB * bz + middleC * cz
  data[o] = x0
  data[o + 1] = y0
  data[o + 2] = z0
  let halfA = highA / 2 - lowA / 2
  let halfB = highB / 2 - lowB / 2
  let halfC = highC / 2 - lowC / 2
  // The axes are orthonormal to rounding only, so the centre is not quite in the middle: what is off is measured.
  let radiusSq = 0
  for (let i = from; i < to; i++) {
    const t = 3 * order[i]!
    for (let c = t; c < t + 3; c++) {
      const p = 3 * triangles[c]!
      const x = positions[p]! - x0
      const y = positions[p + 1]! - y0
      const z = positions[p + 2]! - z0
      const sq = x * x + y * y + z * z
      if (sq > radiusSq) radiusSq = sq
      const a = Math.abs(x * ax + y * ay + z * az)
      const b = Math.abs(x * bx + y * by + z * bz)
      const d = Math.abs(x * cx + y * cy + z * cz)
      if (a > halfA) halfA = a
      if (b > halfB) halfB = b
      if (d > halfC) halfC = d
    }
  }
  data[o + NODE_LENGTHS] = halfA
  data[o + NODE_LENGTHS + 1] = halfB
  data[o + NODE_LENGTHS + 2] = halfC
  // A point of the box is c + Σ sᵢ·aᵢ with |sᵢ| ≤ hᵢ: the corners' own sᵢ differ from x·aᵢ by rounding and by how far the axes
  // are from orthonormal, some hundred u of reach (box-tree.ts, FIT_ROUNDING).
  for (let axis = 0; axis < 3; axis++) data[o + NODE_LENGTHS + axis]! += AXES * reach
  data[o + NODE_RADIUS] = Math.sqrt(radiusSq) * (1 + 8 * U) + FIT * reach
}

/**
 * Axes of a box differ from orthonormal ones by 16 u a rotation that made them, of which there are at most 17, and by 4 u for
 * each of at most 64 poses that were multiplied on the way down; felt by three coordinates of up to 2 reach.
 */
const AXES = 4096 * U

function setTriangle(data: Float64Array, o: number, { positions, triangles, reach }: MeshTree, t: number): void {
  for (let k = 0; k < 3; k++) {
    let sum = 0
    for (let c = 0; c < 3; c++) sum += positions[3 * triangles[3 * t + c]! + k]!
    data[o + k] = sum / 3
  }
  for (let k = 0; k < 3; k++) data[o + NODE_LENGTHS + k] = 0
  let radius = 0
  for (let c = 0; c < 3; c++) {
    const p = 3 * triangles[3 * t + c]!
    const at = o + NODE_VECTORS + 3 * c
    for (let k = 0; k < 3; k++) data[at + k] = positions[p + k]! - data[o + k]!
    radius = Math.max(radius, Math.hypot(data[at]!, data[at + 1]!, data[at + 2]!))
  }
  data[o + NODE_RADIUS] = radius * (1 + 8 * U) + FIT * reach
}
