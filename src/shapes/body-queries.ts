// The verbs for any two bodies: meshes by their trees, shapes by the pair table, and one of each.
//
// B is at `pose` in A's frame; every point that is returned is in A's frame as well.
import { checkFields, checkNonNegative } from '../base/math/checks.js'
import { identityPose, POSE } from '../base/math/pose.js'
import { type PoseInput, readPlacement } from '../base/math/pose-input.js'
import { SHAPE_DISTANCE_ERROR } from '../base/math/rounding.js'
import {
  type CollideOptions,
  type CollideResult,
  collideMeshes,
  type DistanceOptions,
  type DistanceResult,
  type GreedyOptions,
  meshDistance,
  meshesWithin,
  meshGreedyDistance,
  readCache,
  readErrors,
  readTrace,
} from '../meshes/tree/mesh-queries.js'
import { MeshTree } from '../meshes/tree/mesh-tree.js'
import { checkShape, meshShape, type Shape } from './shape.js'
import { shapeReach } from './shape-bounds.js'
import { contactShapes, ShapeContact } from './shape-contact.js'
import { distanceShapes, ShapeDistance } from './shape-distance.js'

/** What the verbs are about. */
export type Body = MeshTree | Shape

/** How two bodies touch, or how far apart they are. */
export interface Contact {
  /** The distance if they are apart, minus the depth if they overlap, 0 if they touch. */
  readonly distance: number
  /** How far `distance` may be from the truth. */
  readonly error: number
  /**
   * The length of the shortest translation that separates them; 0 if they are apart or only touch. Undefined where a mesh is
   * touched: how deep something is in it is not known.
   */
  readonly depth: number | undefined
  /** Unit vector from A to B: moving B along it by `depth` separates them. Undefined with `depth`. */
  readonly normal: Float64Array | undefined
  /** Where they are nearest, or deepest in each other. */
  readonly pointA: Float64Array
  readonly pointB: Float64Array
}

const x = new Float64Array(POSE)
const found = new ShapeDistance()
const touched = new ShapeContact()

/** Do A and B touch? The first contact found. */
export function collide(a: Body, b: Body, pose?: PoseInput, options: CollideOptions = {}): CollideResult {
  if (a instanceof MeshTree && b instanceof MeshTree) return collideMeshes(a, b, pose, options)
  checkFields('options', options, ['cache', 'trace'])
  readCache(options.cache)
  readTrace(options)
  const d = measure(a, b, pose, 0)
  const collides = d <= 0
  return {
    collides,
    triangleA: collides ? found.triangleA : -1,
    triangleB: collides ? found.triangleB : -1,
    contact: collides ? Float64Array.of(...found.pointA, ...found.pointB) : undefined,
    stats: stats(),
  }
}

/** How far apart are A and B, and where? */
export function distance(a: Body, b: Body, pose?: PoseInput, options: DistanceOptions = {}): DistanceResult {
  if (a instanceof MeshTree && b instanceof MeshTree) return meshDistance(a, b, pose, options)
  checkFields('options', options, ['cache', 'relativeError', 'absoluteError', 'trace'])
  readCache(options.cache)
  readTrace(options)
  readErrors(options)
  const d = measure(a, b, pose, Infinity)
  const near = d < Infinity
  return {
    distance: d,
    error: near && d > 0 ? errorOf(a, b) : 0,
    pointA: near ? found.pointA.slice() : undefined,
    pointB: near ? found.pointB.slice() : undefined,
    triangleA: near ? found.triangleA : -1,
    triangleB: near ? found.triangleB : -1,
    stats: stats(),
  }
}

/** Is anything of B no farther than `limit` from something of A? */
export function within(a: Body, b: Body, limit: number, pose?: PoseInput): boolean {
  if (a instanceof MeshTree && b instanceof MeshTree) return meshesWithin(a, b, limit, pose)
  checkNonNegative('limit', limit)
  checkBody('a', a)
  checkBody('b', b)
  readBodyPose(pose)
  const reach = limit + errorOf(a, b)
  return measure(a, b, pose, reach) <= reach
}

/** A lower bound of the distance, positive if they are farther apart than `delta`, and 0 otherwise. */
export function greedyDistance(a: Body, b: Body, pose?: PoseInput, options: GreedyOptions = {}): number {
  if (a instanceof MeshTree && b instanceof MeshTree) return meshGreedyDistance(a, b, pose, options)
  checkFields('options', options, ['delta'])
  const delta = checkNonNegative('options.delta', options.delta ?? 0)
  const d = measure(a, b, pose, Infinity)
  if (d === Infinity) return d
  if (d === 0) return 0
  const lower = Math.max(d - errorOf(a, b), Number.MIN_VALUE)
  return lower > delta ? lower : 0
}

/** How deep A and B are in each other and along which normal, or how far apart. */
export function contact(a: Body, b: Body, pose?: PoseInput): Contact {
  checkBody('a', a)
  checkBody('b', b)
  readBodyPose(pose)
  const shapeA = asShape('a', a)
  const shapeB = asShape('b', b)
  const d = contactShapes(touched, shapeA, shapeB, x, 0)
  const { depth, error, normal, pointA, pointB } = touched
  return {
    distance: d,
    error: error + errorOf(a, b),
    depth,
    // Adding 0 makes a plain 0 of -0.
    normal: depth === undefined ? undefined : normal.map((k) => k + 0),
    pointA: pointA.slice(),
    pointB: pointB.slice(),
  }
}

/** distanceShapes for bodies; Infinity where a mesh has no triangles. The points are in `found`. */
function measure(a: Body, b: Body, pose: PoseInput | undefined, cutoff: number): number {
  checkBody('a', a)
  checkBody('b', b)
  readBodyPose(pose)
  found.volumeTests = 0
  found.leafTests = 0
  if (isEmpty(a) || isEmpty(b)) return Infinity
  return distanceShapes(found, asShape('a', a), asShape('b', b), x, 0, cutoff)
}

function readBodyPose(pose: PoseInput | undefined): void {
  if (pose === undefined) identityPose(x, 0)
  else readPlacement(x, 0, 'pose', pose)
}

function checkBody(field: string, body: Body): void {
  if (body instanceof MeshTree) body.demandAttached(field)
  else checkShape(field, body)
}

function isEmpty(body: Body): boolean {
  return body instanceof MeshTree && body.size === 0
}

function asShape(field: string, body: Body): Shape {
  return body instanceof MeshTree ? meshShape(field, body) : checkShape(field, body)
}

/** SHAPE_DISTANCE_ERROR times both reaches and |t|. */
function errorOf(a: Body, b: Body): number {
  return SHAPE_DISTANCE_ERROR * (reachOf(a) + reachOf(b) + Math.hypot(x[3]!, x[7]!, x[11]!))
}

function reachOf(body: Body): number {
  return body instanceof MeshTree ? body.reach : shapeReach(body)
}

function stats() {
  return { volumeTests: found.volumeTests, mixedTests: 0, leafTests: found.leafTests }
}
