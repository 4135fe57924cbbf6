// The pair table of the narrow phase: the distance of two convex shapes is that of their cores less their radii. Closed
// forms where there is one, GJK for the rest. Half of the table is written; the other half is its mirror image.
import { justAbove } from '../base/math/rounding.js'
import { NotConvergedError, UnsupportedPairError } from '../errors.js'
import { Gjk, type GjkWarmStart, gjk } from '../geometry/convex/gjk.js'
import { distancePointBox } from '../geometry/pairs/distance-point-box.js'
import { distancePointCylinder } from '../geometry/pairs/distance-point-cylinder.js'
import { distancePointSegment } from '../geometry/pairs/distance-point-segment.js'
import { distanceSegmentSegment } from '../geometry/pairs/distance-segment-segment.js'
import { distancePointTriangle } from '../geometry/triangles/distance-point-triangle.js'
import { distanceSegmentTriangle } from '../geometry/triangles/distance-segment-triangle.js'
import { distanceTriangleTriangle } from '../geometry/triangles/distance-triangle-triangle.js'
import {
  BOX_CORE,
  CORES,
  type Core,
  CYLINDER_CORE,
  HULL_CORE,
  POINT_CORE,
  SEGMENT_CORE,
  TRIANGLE_CORE,
} from './shape-core.js'
import type { ShapeDistance } from './shape-distance.js'

/**
 * The distance of two cores, and their nearest points in witness[0..5]. It may be a lower bound only once that is above
 * `far`, and an upper bound once that is at most `near`.
 */
type CorePair = (
  witness: Float64Array,
  a: Core,
  b: Core,
  near: number,
  far: number,
  warm: GjkWarmStart | undefined,
) => number

const KIND_NAMES = ['sphere', 'capsule', 'box', 'cylinder', 'mesh', 'convex']

const PAIRS = corePairs()

function corePairs(): (CorePair | undefined)[] {
  const table: (CorePair | undefined)[] = new Array(CORES * CORES).fill(undefined)
  table[CORES * POINT_CORE + POINT_CORE] = pointPoint
  table[CORES * POINT_CORE + SEGMENT_CORE] = pointSegment
  table[CORES * POINT_CORE + BOX_CORE] = pointBox
  table[CORES * POINT_CORE + CYLINDER_CORE] = pointCylinder
  table[CORES * POINT_CORE + TRIANGLE_CORE] = pointTriangle
  table[CORES * POINT_CORE + HULL_CORE] = anyAny
  table[CORES * SEGMENT_CORE + SEGMENT_CORE] = segmentSegment
  table[CORES * SEGMENT_CORE + BOX_CORE] = anyAny
  table[CORES * SEGMENT_CORE + CYLINDER_CORE] = anyAny
  table[CORES * SEGMENT_CORE + TRIANGLE_CORE] = segmentTriangle
  table[CORES * SEGMENT_CORE + HULL_CORE] = anyAny
  table[CORES * BOX_CORE + BOX_CORE] = anyAny
  table[CORES * BOX_CORE + CYLINDER_CORE] = anyAny
  table[CORES * BOX_CORE + TRIANGLE_CORE] = anyAny
  table[CORES * BOX_CORE + HULL_CORE] = anyAny
  table[CORES * CYLINDER_CORE + CYLINDER_CORE] = anyAny
  table[CORES * CYLINDER_CORE + TRIANGLE_CORE] = anyAny
  table[CORES * CYLINDER_CORE + HULL_CORE] = anyAny
  table[CORES * TRIANGLE_CORE + TRIANGLE_CORE] = triangleTriangle
  table[CORES * TRIANGLE_CORE + HULL_CORE] = anyAny
  table[CORES * HULL_CORE + HULL_CORE] = anyAny
  return table
}

const gjkScratch = new Gjk()
const witness = new Float64Array(6)
const trial = new Float64Array(6)

/** distanceShapes for two loaded cores; sets out's points if it returns `cutoff` or less. */
export function distanceCores(
  out: ShapeDistance,
  a: Core,
  b: Core,
  cutoff: number,
  warm?: GjkWarmStart | undefined,
): number {
  out.leafTests++
  const radii = a.radius + b.radius
  const far = cutoff + radii
  const swapped = a.kind > b.kind
  const pair = swapped ? PAIRS[CORES * b.kind + a.kind] : PAIRS[CORES * a.kind + b.kind]
  if (pair === undefined) throw new UnsupportedPairError('distance', KIND_NAMES[a.kind]!, KIND_NAMES[b.kind]!)
  const w = witness
  const d = swapped ? pair(w, b, a, radii, far, warm) : pair(w, a, b, radii, far, warm)
  // The pose was none, or its products overflowed.
  if (Number.isNaN(d)) throw new NotConvergedError('distance of two shapes', 0, Infinity)
  // Above the cutoff it is a bound and the witnesses are not the nearest points: the answer must be above it as well.
  if (d > far) return Math.max(d - radii, justAbove(cutoff))
  const distance = Math.max(d - radii, 0)
  if (swapped) setPoints(out, w, 3, 0, a.radius, b.radius)
  else setPoints(out, w, 0, 3, a.radius, b.radius)
  return distance
}

/** The nearest points on the surfaces; one point common to both shapes if the cores are no farther than the radii. */
function setPoints(out: ShapeDistance, w: Float64Array, i: number, j: number, ra: number, rb: number): void {
  const { pointA, pointB } = out
  const dx = w[j]! - w[i]!
  const dy = w[j + 1]! - w[i + 1]!
  const dz = w[j + 2]! - w[i + 2]!
  const radii = ra + rb
  const d = radii > 0 ? Math.sqrt(dx * dx + dy * dy + dz * dz) : 0
  const apart = d > radii
  const ka = apart ? ra / d : radii > 0 ? ra / radii : 0
  pointA[0] = w[i]! + ka * dx
  pointA[1] = w[i + 1]! + ka * dy
  pointA[2] = w[i + 2]! + ka * dz
  if (radii > 0 && !apart) {
    for (let k = 0; k < 3; k++) pointB[k] = pointA[k]!
    return
  }
  const kb = apart ? rb / d : 0
  pointB[0] = w[j]! - kb * dx
  pointB[1] = w[j + 1]! - kb * dy
  pointB[2] = w[j + 2]! - kb * dz
}

function pointPoint(w: Float64Array, a: Core, b: Core): number {
  const p = a.points
  const q = b.points
  const x = q[0]! - p[0]!
  const y = q[1]! - p[1]!
  const z = q[2]! - p[2]!
  for (let k = 0; k < 3; k++) {
    w[k] = p[k]!
    w[k + 3] = q[k]!
  }
  return Math.sqrt(x * x + y * y + z * z)
}

function pointSegment(w: Float64Array, a: Core, b: Core): number {
  return distancePointSegment(w, a.points, 0, b.points, 0, b.points, 3)
}

function pointBox(w: Float64Array, a: Core, b: Core): number {
  return distancePointBox(w, a.points, 0, b.half, 0, b.pose, 0)
}

function segmentSegment(w: Float64Array, a: Core, b: Core): number {
  return distanceSegmentSegment(w, a.points, 0, b.points, 0, trial)
}

function pointCylinder(w: Float64Array, a: Core, b: Core): number {
  return distancePointCylinder(w, a.points, 0, b.disc, b.half[2]!, b.pose, 0)
}

function pointTriangle(w: Float64Array, a: Core, b: Core): number {
  return distancePointTriangle(w, a.points, 0, b.points, 0)
}

function segmentTriangle(w: Float64Array, a: Core, b: Core, _near: number, far: number): number {
  return distanceSegmentTriangle(w, a.points, 0, b.points, 0, far)
}

function triangleTriangle(w: Float64Array, a: Core, b: Core, _near: number, far: number): number {
  return distanceTriangleTriangle(w, a.points, 0, b.points, 0, far)
}

/** Any two cores, by GJK. The lower bound is the answer: too small by the tolerance at most. */
function anyAny(w: Float64Array, a: Core, b: Core, near: number, far: number, warm: GjkWarmStart | undefined): number {
  const g = gjkScratch
  gjk(g, a, b, near, far, warm)
  for (let k = 0; k < 6; k++) w[k] = g.witness[k]!
  if (g.upper <= near) return g.upper
  return Math.min(Math.max(g.lower, 0), g.upper)
}
