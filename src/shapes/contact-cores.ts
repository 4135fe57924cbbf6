// The pair table of signed distances: of two convex solids, the signed distance is that of their cores less their radii,
// also where the cores overlap, because a ball adds its radius to the support function in every direction. Closed forms
// where one is cheap and exact; else GJK while a direction separates the cores, and EPA where none does.
import { justAbove } from '../base/math/rounding.js'
import { NotConvergedError } from '../errors.js'
import { Epa, epa } from '../geometry/convex/epa.js'
import { GJK_TOLERANCE, Gjk, gjk } from '../geometry/convex/gjk.js'
import { support } from '../geometry/convex/gjk-core.js'
import { depthBoxBox } from '../geometry/pairs/depth-box-box.js'
import { signedDistanceParallelCylinders } from '../geometry/pairs/signed-distance-parallel-cylinders.js'
import { signedDistancePointBox } from '../geometry/pairs/signed-distance-point-box.js'
import type { ShapeContact } from './shape-contact.js'
import { BOX_CORE, CORES, type Core, CYLINDER_CORE, POINT_CORE, SEGMENT_CORE } from './shape-core.js'

/**
 * The signed distance of two cores: minus the depth if they overlap. Writes the unit normal from A to B to n, and points
 * of A and B to w, w[3..5] − w[0..2] being the answer times n. Undefined if this form does not apply to these two.
 */
type SignedPair = (w: Float64Array, n: Float64Array, a: Core, b: Core) => number | undefined

/** Closed forms, apart and overlapping alike. */
const SIGNED = signedPairs()

function signedPairs(): (SignedPair | undefined)[] {
  const table: (SignedPair | undefined)[] = new Array(CORES * CORES).fill(undefined)
  table[CORES * POINT_CORE + POINT_CORE] = pointPoint
  table[CORES * POINT_CORE + BOX_CORE] = pointBox
  table[CORES * POINT_CORE + CYLINDER_CORE] = pointCylinder
  table[CORES * SEGMENT_CORE + CYLINDER_CORE] = parallelCylinders
  table[CORES * CYLINDER_CORE + CYLINDER_CORE] = parallelCylinders
  return table
}

/** sin of the angle between two axes below which they count as parallel: about the rounding of a pose. */
const PARALLEL_AXES = 1e-14

/**
 * The same for cylinders that overlap: the error is counted (`error`). EPA would cut the circle of directions that
 * are almost as good into thousands of chords, and know the depth no better.
 */
const NEARLY_PARALLEL_AXES = 1e-7

const g = new Gjk()
const e = new Epa()
const witness = new Float64Array(6)
const normal = new Float64Array(3)
/** How far the depth may be too large, rounding aside. */
const error = new Float64Array(1)

/**
 * contactShapes for two loaded cores, both solid: sets out's distance, error, normal and points if the signed distance is
 * `cutoff` or less, and returns it. B's core may be moved.
 */
export function contactCores(out: ShapeContact, a: Core, b: Core, cutoff: number): number {
  out.leafTests++
  const radii = a.radius + b.radius
  const swapped = a.kind > b.kind
  const closed = swapped ? SIGNED[CORES * b.kind + a.kind] : SIGNED[CORES * a.kind + b.kind]
  let d = closed === undefined ? undefined : swapped ? closed(witness, normal, b, a) : closed(witness, normal, a, b)
  error[0] = 0
  if (d === undefined) {
    gjk(g, a, b, 0, cutoff + radii)
    if (g.lower > cutoff + radii) return Math.max(g.lower - radii, justAbove(cutoff))
    // At most twice the tolerance between the bounds, whichever of them made GJK stop.
    d = g.lower >= -GJK_TOLERANCE * g.size ? separation(a, b) : -overlap(a, b)
  } else if (swapped) turnAround()
  if (Number.isNaN(d)) throw new NotConvergedError('signed distance of two shapes', -Infinity, Infinity)
  const distance = d - radii
  if (distance > cutoff) return Math.max(distance, justAbove(cutoff))
  out.distance = distance
  out.depth = distance < 0 ? -distance : 0
  out.error = error[0]!
  for (let k = 0; k < 3; k++) {
    out.normal[k] = normal[k]!
    out.pointA[k] = witness[k]! + a.radius * normal[k]!
    out.pointB[k] = witness[k + 3]! - b.radius * normal[k]!
  }
  return distance
}

/**
 * The distance of two cores that a direction separates, or almost: GJK's direction proves it. But that may be at an angle
 * of √(2·gap/distance) to the line through the two points, gap being the bounds' difference. So that line is taken
 * instead where it proves as much, which it does unless the points are too close together to give a direction.
 */
function separation(a: Core, b: Core): number {
  let sq = 0
  for (let k = 0; k < 6; k++) witness[k] = g.witness[k]!
  for (let k = 0; k < 3; k++) {
    normal[k] = witness[k + 3]! - witness[k]!
    sq += normal[k]! * normal[k]!
  }
  const length = Math.sqrt(sq)
  for (let k = 0; k < 3; k++) normal[k] = normal[k]! / length
  if (length > 0) {
    support(a, normal, 1, g.origin, true)
    support(b, normal, -1, g.origin, true)
    const lower = -a.found[6]! - b.found[6]!
    if (lower >= g.lower - GJK_TOLERANCE * g.size) return lower
  }
  for (let k = 0; k < 3; k++) normal[k] = -g.direction[k]!
  return g.lower
}

/** The depth of two cores that overlap or touch. */
function overlap(a: Core, b: Core): number {
  if (a.kind === BOX_CORE && b.kind === BOX_CORE) {
    const depth = depthBoxBox(normal, a.half, a.pose, b.half, b.pose)
    setTouchingPoints(a, b, depth)
    return depth
  }
  const turned = depthTurnedParallel(a, b)
  if (turned !== undefined) {
    setTouchingPoints(a, b, turned)
    return turned
  }
  epa(e, a, b)
  for (let k = 0; k < 3; k++) normal[k] = e.normal[k]!
  // A difference without an inside has no deepest pair, but GJK has found a point in common.
  const w = e.flat ? g.witness : e.witness
  for (let k = 0; k < 6; k++) witness[k] = w[k]!
  if (!e.met) error[0] = e.upper - e.lower
  return e.upper
}

/**
 * Cylinders whose axes are almost parallel: the normal is that of one turned about its middle until they are, the depth what
 * it takes along that normal for the two as they are. The turn moves no point by more than angle·reach, so it changes
 * the depth by no more. Undefined if the form does not apply.
 */
function depthTurnedParallel(a: Core, b: Core): number | undefined {
  const swapped = a.kind > b.kind
  const first = swapped ? b : a
  const second = swapped ? a : b
  if (second.kind !== CYLINDER_CORE || (first.kind !== CYLINDER_CORE && first.kind !== SEGMENT_CORE)) return undefined
  const sine = sineOfAxes(first, second)
  if (!(sine <= NEARLY_PARALLEL_AXES)) return undefined
  const lower = -asParallel(witness, normal, first, second) - 2 * sine * (axisLength(first) + first.disc)
  if (swapped) turnAround()
  support(a, normal, 1, g.origin, true)
  support(b, normal, -1, g.origin, true)
  const depth = a.found[6]! + b.found[6]!
  error[0] = depth - lower
  return depth
}

/** Points for a depth and a normal that are known: B is moved until it touches A, and its point moved back. */
function setTouchingPoints(a: Core, b: Core, depth: number): void {
  for (let k = 0; k < 3 * b.count; k++) b.points[k] = b.points[k]! + depth * normal[k % 3]!
  gjk(g, a, b, 0, Infinity)
  for (let k = 0; k < 3; k++) {
    witness[k] = g.witness[k]!
    witness[k + 3] = g.witness[k + 3]! - depth * normal[k]!
  }
}

/** The answer for B and A made one for A and B. */
function turnAround(): void {
  for (let k = 0; k < 3; k++) {
    const onB = witness[k]!
    witness[k] = witness[k + 3]!
    witness[k + 3] = onB
    normal[k] = -normal[k]!
  }
}

function pointPoint(w: Float64Array, n: Float64Array, a: Core, b: Core): number {
  let sq = 0
  for (let k = 0; k < 3; k++) {
    w[k] = a.points[k]!
    w[k + 3] = b.points[k]!
    n[k] = b.points[k]! - a.points[k]!
    sq += n[k]! * n[k]!
  }
  const d = Math.sqrt(sq)
  // The two coincide: every direction is equally good.
  for (let k = 0; k < 3; k++) n[k] = d > 0 ? n[k]! / d : +(k === 0)
  return d
}

function pointBox(w: Float64Array, n: Float64Array, a: Core, b: Core): number {
  return signedDistancePointBox(w, n, a.points, 0, b.half, b.pose)
}

function pointCylinder(w: Float64Array, n: Float64Array, a: Core, b: Core): number {
  const solid = { radius: b.disc, half: b.half[2]! }
  return signedDistanceParallelCylinders(w, n, { radius: 0, half: 0 }, a.points, 0, solid, b.pose)
}

const middle = new Float64Array(3)

/** A segment or a cylinder and a cylinder, if their axes are parallel. */
function parallelCylinders(w: Float64Array, n: Float64Array, a: Core, b: Core): number | undefined {
  return sineOfAxes(a, b) <= PARALLEL_AXES ? asParallel(w, n, a, b) : undefined
}

/** The signed distance of a segment or a cylinder and a cylinder whose axes are taken to be parallel. */
function asParallel(w: Float64Array, n: Float64Array, a: Core, b: Core): number {
  for (let k = 0; k < 3; k++) middle[k] = a.points[k]! / 2 + a.points[k + 3]! / 2
  const solidA = { radius: a.disc, half: axisLength(a) / 2 }
  const solidB = { radius: b.disc, half: b.half[2]! }
  return signedDistanceParallelCylinders(w, n, solidA, middle, 0, solidB, b.pose)
}

/** sin of the angle between A's axis, from its first point to its second, and the cylinder B's; 0 if A has no length. */
function sineOfAxes(a: Core, b: Core): number {
  const p = a.points
  const x = b.pose
  const dx = p[3]! - p[0]!
  const dy = p[4]! - p[1]!
  const dz = p[5]! - p[2]!
  const c = dx * x[0]! + dy * x[4]! + dz * x[8]!
  const s = dx * x[1]! + dy * x[5]! + dz * x[9]!
  const across = Math.sqrt(c * c + s * s)
  return across > 0 ? across / axisLength(a) : 0
}

function axisLength(a: Core): number {
  const p = a.points
  return Math.hypot(p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!)
}
