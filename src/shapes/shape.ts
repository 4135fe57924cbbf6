// What a link, an obstacle or a part of either is made of: readonly records with a `kind`, all numbers in the shape's
// own frame. The builders check and copy what they are given and freeze the record; everything else trusts a record that
// a builder has made (`checkShape` rejects look-alikes), so callers must not write into its arrays.

import {
  checkCoordinate,
  checkCoordinates,
  checkExtent,
  checkFields,
  checkIndex,
  checkSize,
  checkVec3,
} from '../base/math/checks.js'
import { type PoseInput, readPlacement } from '../base/math/pose-input.js'
import { U } from '../base/math/rounding.js'
import { InvalidInputError } from '../errors.js'
import { fitObbAroundBalls, fitSphereAroundBalls } from '../geometry/balls/fit-balls.js'
import { convexHull } from '../geometry/convex/convex-hull.js'
import { buildClimbingHull, type ClimbingHull } from '../geometry/convex/gjk-hull.js'
import type { BoxTree } from '../meshes/tree/box-tree.js'
import { fixMeshTree, MeshTree, type OpenOptions, readOpen } from '../meshes/tree/mesh-tree.js'
import { BOX_HALF } from '../volumes/node-box.js'
import { meshBalls, pointBalls, shapeBalls } from './shape-bounds.js'
import { buildGroupTree } from './shape-trees.js'

/** A ball. */
export interface SphereShape {
  readonly kind: 'sphere'
  readonly radius: number
  readonly centre: Float64Array
}

/** All points within `radius` of the segment from `from` to `to`, which may be one point. */
export interface CapsuleShape {
  readonly kind: 'capsule'
  readonly radius: number
  readonly from: Float64Array
  readonly to: Float64Array
}

/** A solid box: its half extents along the axes of `pose`, the pose of its centre. */
export interface BoxShape {
  readonly kind: 'box'
  readonly half: Float64Array
  readonly pose: Float64Array
}

/** A solid cylinder: all points within `radius` of the z axis of `pose`, the pose of its centre, and `length`/2 along it. */
export interface CylinderShape {
  readonly kind: 'cylinder'
  readonly radius: number
  readonly length: number
  readonly pose: Float64Array
}

/** The convex hull of the points (three numbers each), which may be flat, a segment or one point. A solid. */
export interface ConvexShape {
  readonly kind: 'convex'
  readonly points: Float64Array
  readonly bounds: ShapeBounds
  /** Corners and edges, where there are many points and they are not all in one plane. */
  readonly hull: ClimbingHull | undefined
}

/**
 * Triangles, those of the file first and then those that closing added, and all that they enclose: something wholly inside
 * touches it. What of it stays open is a surface. The tree says how many were added, and what was asked for.
 */
export interface MeshShape {
  readonly kind: 'mesh'
  readonly positions: Float64Array
  readonly triangles: Uint32Array
  readonly tree: MeshTree
  readonly bounds: ShapeBounds
}

/** Several shapes in one frame, a side-chain for instance. */
export interface GroupShape {
  readonly kind: 'group'
  readonly parts: readonly PartShape[]
  readonly tree: BoxTree
  readonly bounds: ShapeBounds
}

/** What may be a part of a group: anything but a group. */
export type PartShape = SphereShape | CapsuleShape | BoxShape | CylinderShape | ConvexShape | MeshShape
/** Any shape: one part, or a group of parts. */
export type Shape = PartShape | GroupShape

/** Bounds that take a pass over all points to find, so they are found once, by the builder. */
export interface ShapeBounds {
  /** Bounding sphere x, y, z, r. */
  readonly sphere: Float64Array
  /** Pose of the bounding box's centre, and its half extents. */
  readonly pose: Float64Array
  readonly half: Float64Array
}

/** Hulls of more points than this are prepared for climbing: below it, testing every point is as quick. */
const FEW_POINTS = 32

/** The records the builders have made. */
const built = new WeakSet<object>()

function finish<T extends Shape>(shape: T): T {
  built.add(shape)
  return Object.freeze(shape)
}

/** A ball of `radius` about `at`. */
export function sphere(input: { readonly radius: number; readonly at?: ArrayLike<number> }): SphereShape {
  checkRecord('sphere', input, ['radius', 'at'])
  return makeSphere('sphere', input.radius, 'at', input.at ?? [0, 0, 0])
}

/** A capsule: all points within `radius` of a segment. */
export function capsule(input: {
  readonly radius: number
  readonly from: ArrayLike<number>
  readonly to: ArrayLike<number>
}): CapsuleShape {
  checkRecord('capsule', input, ['radius', 'from', 'to'])
  return makeCapsule('capsule', input.radius, input.from, input.to)
}

/** A box by its full size along x, y and z, centred on `at`; `rotation` is a quaternion x, y, z, w or nine numbers. */
export function box(input: {
  readonly size: ArrayLike<number>
  readonly at?: ArrayLike<number>
  readonly rotation?: ArrayLike<number>
}): BoxShape {
  checkRecord('box', input, ['size', 'at', 'rotation'])
  checkVec3('box.size', input.size)
  for (let k = 0; k < 3; k++) checkSize(`box.size[${k}]`, input.size[k]!)
  return makeBox(
    'box',
    Float64Array.from(input.size, (s) => s / 2),
    { at: input.at, rotation: input.rotation },
  )
}

/**
 * A cylinder centred on `at`, its axis along z; `rotation` is a quaternion x, y, z, w or nine numbers. As in URDF, `length`
 * is the whole of it.
 */
export function cylinder(input: {
  readonly radius: number
  readonly length: number
  readonly at?: ArrayLike<number>
  readonly rotation?: ArrayLike<number>
}): CylinderShape {
  checkRecord('cylinder', input, ['radius', 'length', 'at', 'rotation'])
  return makeCylinder('cylinder', input.radius, input.length, { at: input.at, rotation: input.rotation })
}

/** The convex hull of points, given as x, y, z, x, y, z, … */
export function convex(input: { readonly points: ArrayLike<number> }): ConvexShape {
  checkRecord('convex', input, ['points'])
  return makeConvex('convex', input.points)
}

/**
 * The triangles of a convex shape, three numbers of its points each, counter-clockwise from outside: for drawing. None of a flat
 * one.
 */
export function convexTriangles(shape: ConvexShape): Uint32Array {
  const { points } = shape
  return Uint32Array.from(convexHull(points, points.length / 3)?.triangles ?? [])
}

/**
 * A mesh: vertices x, y, z, x, y, z, … and three vertex numbers a triangle. What a reader of files returns will do. Holes and
 * cracks are filled as `open` says (docs/spec.md, [solids]).
 */
export function mesh(
  input: { readonly positions: ArrayLike<number>; readonly triangles: ArrayLike<number> } & OpenOptions,
): MeshShape {
  checkRecord('mesh', input, ['positions', 'triangles', 'open', 'closeWithin', 'format', 'notes'])
  return makeMesh('mesh', input.positions, input.triangles, input)
}

/** Several shapes that move as one. Groups among them are replaced by their parts. */
export function group(parts: readonly Shape[]): GroupShape {
  return makeGroup('group', parts)
}

/**
 * The shape that `value` is, or InvalidInputError naming what is wrong with it. A record that a builder made comes back
 * as it is; one that only looks like it (read from JSON, sent from a worker, put together by hand) is checked like a
 * builder's input and comes back as a copy.
 */
export function checkShape(field: string, value: unknown): Shape {
  if (value === null || typeof value !== 'object') throw new InvalidInputError(field, value, 'a shape')
  if (built.has(value)) return value as Shape
  const shape = value as Shape
  switch (shape.kind) {
    case 'sphere':
      return makeSphere(field, shape.radius, 'centre', shape.centre)
    case 'capsule':
      return makeCapsule(field, shape.radius, shape.from, shape.to)
    case 'box':
      checkVec3(`${field}.half`, shape.half)
      for (let k = 0; k < 3; k++) checkSize(`${field}.half[${k}]`, shape.half[k]!)
      return makeBox(field, Float64Array.from(shape.half), shape.pose)
    case 'cylinder':
      return makeCylinder(field, shape.radius, shape.length, shape.pose)
    case 'convex':
      return makeConvex(field, shape.points)
    case 'mesh':
      return copyMesh(field, shape)
    case 'group':
      return makeGroup(`${field}.parts`, shape.parts)
    default: {
      const kind = (value as { kind?: unknown }).kind
      throw new InvalidInputError(`${field}.kind`, kind, 'sphere, capsule, box, cylinder, convex, mesh or group')
    }
  }
}

function makeSphere(field: string, radius: number, name: string, centre: ArrayLike<number>): SphereShape {
  checkSize(`${field}.radius`, radius)
  return finish({ kind: 'sphere', radius, centre: copyPoint(`${field}.${name}`, centre) })
}

function makeCapsule(field: string, radius: number, from: ArrayLike<number>, to: ArrayLike<number>): CapsuleShape {
  checkSize(`${field}.radius`, radius)
  const ends = { from: copyPoint(`${field}.from`, from), to: copyPoint(`${field}.to`, to) }
  checkExtent(`${field}.from and to`, [...ends.from, ...ends.to])
  return finish({ kind: 'capsule', radius, ...ends })
}

function makeBox(field: string, half: Float64Array, poseInput: PoseInput): BoxShape {
  const pose = new Float64Array(12)
  readPlacement(pose, 0, field, poseInput)
  return finish({ kind: 'box', half, pose })
}

function makeCylinder(field: string, radius: number, length: number, poseInput: PoseInput): CylinderShape {
  checkSize(`${field}.radius`, radius)
  checkSize(`${field}.length`, length)
  const pose = new Float64Array(12)
  readPlacement(pose, 0, field, poseInput)
  return finish({ kind: 'cylinder', radius, length, pose })
}

function makeConvex(field: string, points: ArrayLike<number>): ConvexShape {
  const copy = copyPoints(`${field}.points`, points)
  checkExtent(`${field}.points`, copy)
  const hull = copy.length / 3 > FEW_POINTS ? buildClimbingHull(copy) : undefined
  return finish({ kind: 'convex', points: copy, bounds: fitBounds(pointBalls(copy)), hull })
}

/** A mesh as a builder made it, sent from elsewhere: what was added to it is added again. */
function copyMesh(field: string, { positions, triangles, tree }: MeshShape): MeshShape {
  const { added = 0, open, closeWithin }: Partial<MeshTree> = tree ?? {}
  checkIndex(`${field}.tree.added`, added, 0, Math.trunc((triangles?.length ?? 0) / 3) + 1)
  const file = added === 0 ? triangles : Array.from(triangles).slice(0, triangles.length - 3 * added)
  return makeMesh(field, positions, file, { open, closeWithin })
}

function makeMesh(
  field: string,
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  options: OpenOptions,
): MeshShape {
  checkPoints(`${field}.positions`, positions)
  const count = triangles?.length
  if (!Number.isInteger(count) || count === 0 || count % 3 !== 0) {
    throw new InvalidInputError(
      `${field}.triangles`,
      triangles,
      'three vertex numbers a triangle, one triangle or more',
    )
  }
  const vertices = positions.length / 3
  for (let i = 0; i < count; i++) {
    const v = triangles[i]!
    if (!Number.isInteger(v) || v < 0 || v >= vertices) {
      throw new InvalidInputError(`${field}.triangles[${i}]`, v, `a vertex number from 0 to ${vertices - 1}`)
    }
  }
  checkExtent(`${field}.positions`, positions, triangles)
  const tree = fixMeshTree(new MeshTree({ positions, triangles }, { split: 'sah', ...readOpen(field, options) }))
  return finish({
    kind: 'mesh',
    positions: tree.positions,
    triangles: tree.triangles,
    tree,
    bounds: fitBounds(meshBalls(tree.positions, tree.triangles.subarray(0, count))),
  })
}

/**
 * A shape around a tree that is there already. Its bounds are those of the tree's root box, so it costs next to nothing; they
 * are right until the tree is refitted.
 */
export function meshShape(field: string, tree: MeshTree): MeshShape {
  tree.demandAttached(field)
  if (tree.size === 0) throw new InvalidInputError(field, tree.size, 'a mesh of one triangle or more')
  if (tree.volume !== 'obb') {
    throw new InvalidInputError(`${field}.volume`, tree.volume, "'obb': only such trees meet shapes and chains")
  }
  const { boxes } = tree
  const half = boxes.slice(BOX_HALF, BOX_HALF + 3)
  const radius = Math.hypot(half[0]!, half[1]!, half[2]!) * (1 + 8 * U)
  const sphere = Float64Array.of(boxes[3]!, boxes[7]!, boxes[11]!, radius)
  const bounds = Object.freeze({ sphere, pose: boxes.slice(0, 12), half })
  return finish({ kind: 'mesh', positions: tree.positions, triangles: tree.triangles, tree, bounds })
}

function makeGroup(field: string, parts: readonly Shape[]): GroupShape {
  if (!Array.isArray(parts) || parts.length === 0) throw new InvalidInputError(field, parts, 'one or more shapes')
  const flat: PartShape[] = []
  for (let i = 0; i < parts.length; i++) {
    const part = checkShape(`${field}[${i}]`, parts[i])
    if (part.kind !== 'group') flat.push(part)
    else for (const inner of part.parts) flat.push(inner)
  }
  const tree = buildGroupTree(flat)
  return finish({ kind: 'group', parts: Object.freeze(flat), tree, bounds: fitBounds(shapeBalls(flat)) })
}

function fitBounds(balls: Float64Array): ShapeBounds {
  const bounds = { sphere: new Float64Array(4), pose: new Float64Array(12), half: new Float64Array(3) }
  fitSphereAroundBalls(bounds.sphere, 0, balls)
  fitObbAroundBalls(bounds.pose, 0, bounds.half, 0, balls)
  return Object.freeze(bounds)
}

function checkRecord(field: string, input: unknown, fields: readonly string[]): void {
  if (input === null || typeof input !== 'object') throw new InvalidInputError(field, input, 'a record')
  checkFields(field, input, fields)
}

function copyPoint(field: string, point: ArrayLike<number>): Float64Array {
  if (point?.length !== 3) throw new InvalidInputError(field, point, 'three numbers')
  for (let k = 0; k < 3; k++) checkCoordinate(`${field}[${k}]`, point[k]!)
  return Float64Array.from(point)
}

function copyPoints(field: string, points: ArrayLike<number>): Float64Array {
  checkPoints(field, points)
  return Float64Array.from(points)
}

function checkPoints(field: string, points: ArrayLike<number>): void {
  const count = points?.length
  if (typeof points === 'string' || !Number.isInteger(count) || count === 0 || count % 3 !== 0) {
    throw new InvalidInputError(field, points, 'three numbers a point, one point or more')
  }
  checkCoordinates(field, points)
}
