// The checks of signed distances, shared by the quick and the deep tests.
import { expect } from 'vitest'
import { invertPose } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { SHAPE_DISTANCE_ERROR } from '../../../src/base/math/rounding.js'
import { EPA_ROUND_TOLERANCE } from '../../../src/geometry/convex/epa.js'
import type { Shape } from '../../../src/shapes/shape.js'
import { CONTACT_POINT_ERROR, contactShapes, ShapeContact } from '../../../src/shapes/shape-contact.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { reachOf } from './shapes.js'
import type { ShapeCase } from './shapes-cases.js'
import { exactSignedDistance } from './shapes-depth.js'
import { dot, identity, outside, overlapAlong, supportAlong, transformed } from './shapes-round.js'

/** The largest error seen so far, in units of the scale, for the record. */
export const seen = { error: 0, round: 0 }

export function scaleOf({ a, b, x }: ShapeCase): number {
  return reachOf(a) + reachOf(b) + Math.hypot(x[3]!, x[7]!, x[11]!)
}

/** Against exact enumeration: polytopes with radii only. */
export function checkSigned(c: ShapeCase): void {
  const { a, b, x } = c
  const out = new ShapeContact()
  const d = contactShapes(out, a, b, x, 0)
  const truth = exactSignedDistance(a, b, x)
  const scale = scaleOf(c)
  seen.error = Math.max(seen.error, Math.abs(d - truth) / scale)
  expect(Math.abs(d - truth)).toBeLessThanOrEqual(SHAPE_DISTANCE_ERROR * scale)
  expect(out.error).toBe(0)
  checkContact(c)
}

/** What a contact says of itself, for any two convex solids; needs no oracle. */
export function checkContact(c: ShapeCase): void {
  const { a, b, x } = c
  const out = new ShapeContact()
  const d = contactShapes(out, a, b, x, 0)
  const scale = scaleOf(c)
  const error = SHAPE_DISTANCE_ERROR * scale
  expect(out.distance).toBe(d)
  expect(out.depth).toBe(d < 0 ? -d : 0)
  expect(Math.abs(Math.hypot(...out.normal) - 1)).toBeLessThan(1e-14)
  expect(out.error).toBeLessThanOrEqual(EPA_ROUND_TOLERANCE * 2 * scale)
  seen.round = Math.max(seen.round, out.error / scale)

  // The normal proves that they are no closer, or no deeper, than that.
  expect(Math.abs(overlapAlong(a, b, x, out.normal) + d)).toBeLessThanOrEqual(error)
  // The points belong to the shapes, are as far along the normal as anything of theirs, and the answer apart.
  const slack = CONTACT_POINT_ERROR * scale + 2 * out.error
  for (let k = 0; k < 3; k++) {
    expect(Math.abs(out.pointB[k]! - out.pointA[k]! - d * out.normal[k]!)).toBeLessThanOrEqual(slack)
  }
  const inverse = new Float64Array(12)
  invertPose(inverse, 0, x, 0)
  const inB = transformed(inverse, out.pointB)
  expect(outside(a, out.pointA)).toBeLessThanOrEqual(error)
  expect(outside(b, inB)).toBeLessThanOrEqual(error)
  const alongA = supportAlong(a, identity, out.normal) - dot(out.normal, out.pointA)
  const alongB =
    supportAlong(
      b,
      x,
      out.normal.map((c) => -c),
    ) + dot(out.normal, out.pointB)
  expect(Math.abs(alongA)).toBeLessThanOrEqual(slack)
  expect(Math.abs(alongB)).toBeLessThanOrEqual(slack)

  // The other way round.
  const turned = new ShapeContact()
  const back = contactShapes(turned, b, a, inverse, 0)
  expect(Math.abs(back - d)).toBeLessThanOrEqual(2 * error + out.error + turned.error)
}

/** Moving B parts the two, by the depth along the normal; by less, along that or any other direction, it does not. */
export function checkMoves(c: ShapeCase, seed: number): void {
  const { a, b, x } = c
  const out = new ShapeContact()
  const d = contactShapes(out, a, b, x, 0)
  const scale = scaleOf(c)
  const margin = 4 * SHAPE_DISTANCE_ERROR * scale
  expect(distanceMoved(a, b, x, out.normal, -d + 2 * margin)).toBeGreaterThan(0)
  if (!(-d - out.error > 2 * margin)) return
  expect(distanceMoved(a, b, x, out.normal, -d - out.error - margin)).toBeLessThanOrEqual(margin)
  const random = new Random(seed)
  const direction = new Float64Array(3)
  for (let k = 0; k < 8; k++) {
    random.direction(direction)
    expect(distanceMoved(a, b, x, direction, -d - out.error - margin)).toBeLessThanOrEqual(margin)
  }
  // No direction is better, nor can one be found by going downhill from here or from anywhere.
  for (let k = 0; k < 4; k++) {
    if (k === 0) direction.set(out.normal)
    else random.direction(direction)
    expect(descend(a, b, x, direction, random)).toBeGreaterThanOrEqual(-d - out.error - margin)
  }
}

function distanceMoved(a: Shape, b: Shape, x: Float64Array, n: Float64Array, by: number): number {
  const y = x.slice()
  for (let k = 0; k < 3; k++) y[4 * k + 3] = y[4 * k + 3]! + by * n[k]!
  return distanceShapes(new ShapeDistance(), a, b, y, 0, Infinity)
}

/** The least overlap found by a random walk downhill from a direction. */
function descend(a: Shape, b: Shape, x: Float64Array, from: Float64Array, random: Random): number {
  const best = from.slice()
  let least = overlapAlong(a, b, x, best)
  const step = new Float64Array(3)
  let size = 0.3
  for (let k = 0; k < 60; k++) {
    random.direction(step)
    const tried = best.map((c, axis) => c + size * step[axis]!)
    const length = Math.hypot(...tried)
    for (let axis = 0; axis < 3; axis++) tried[axis] = tried[axis]! / length
    const overlap = overlapAlong(a, b, x, tried)
    if (overlap < least) {
      least = overlap
      best.set(tried)
    } else size *= 0.85
  }
  return least
}
