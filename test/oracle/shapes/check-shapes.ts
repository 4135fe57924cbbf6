// The checks of a distance query against the exact oracle, shared by the quick and the deep tests.
import { expect } from 'vitest'
import { invertPose } from '../../../src/base/math/pose.js'
import { SHAPE_DISTANCE_ERROR } from '../../../src/base/math/rounding.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { exactDistance, exactPointDistance, reachOf } from './shapes.js'
import type { ShapeCase } from './shapes-cases.js'
import { outside, partsDistanceBounds, transformed } from './shapes-round.js'

/** The largest error seen so far by `checkDistance`, in units of the scale, for the record. */
export const seen = { error: 0, above: 0 }

function allowedError({ a, b, x }: ShapeCase): number {
  return SHAPE_DISTANCE_ERROR * (reachOf(a) + reachOf(b) + Math.hypot(x[3]!, x[7]!, x[11]!))
}

export function checkDistance(c: ShapeCase): void {
  const { a, b, x } = c
  const out = new ShapeDistance()
  const d = distanceShapes(out, a, b, x, 0, Infinity)
  const truth = exactDistance(a, b, x)
  const error = allowedError(c)
  seen.error = Math.max(seen.error, (Math.abs(d - truth) / error) * SHAPE_DISTANCE_ERROR)
  seen.above = Math.max(seen.above, ((d - truth) / error) * SHAPE_DISTANCE_ERROR)
  expect(Math.abs(d - truth)).toBeLessThanOrEqual(error)
  expect(out.distance).toBe(d)

  // The witnesses are points of the shapes, that far apart.
  const apart = Math.hypot(...out.pointA.map((p, k) => p - out.pointB[k]!))
  expect(Math.abs(apart - d)).toBeLessThanOrEqual(error)
  expect(exactPointDistance(a, out.pointA)).toBeLessThanOrEqual(error)
  const inverse = new Float64Array(12)
  invertPose(inverse, 0, x, 0)
  const [px, py, pz] = out.pointB as unknown as [number, number, number]
  const inB = [0, 4, 8].map((r) => inverse[r]! * px + inverse[r + 1]! * py + inverse[r + 2]! * pz + inverse[r + 3]!)
  expect(exactPointDistance(b, inB)).toBeLessThanOrEqual(error)

  const reversed = distanceShapes(out, b, a, inverse, 0, Infinity)
  expect(Math.abs(reversed - d)).toBeLessThanOrEqual(error)
}

/** checkDistance for cylinders, which exact arithmetic cannot have: between bounds that are explicit and nearly meet. */
export function checkRoundDistance(c: ShapeCase): void {
  const { a, b, x } = c
  const out = new ShapeDistance()
  const d = distanceShapes(out, a, b, x, 0, Infinity)
  const error = allowedError(c)
  const { lower, upper } = partsDistanceBounds(a, b, x, error / SHAPE_DISTANCE_ERROR)
  expect(upper - lower).toBeLessThanOrEqual(0.1 * error)
  expect(d).toBeGreaterThanOrEqual(lower - error)
  expect(d).toBeLessThanOrEqual(upper + error)
  const inverse = new Float64Array(12)
  invertPose(inverse, 0, x, 0)
  const apart = Math.hypot(...out.pointA.map((p, k) => p - out.pointB[k]!))
  expect(Math.abs(apart - d)).toBeLessThanOrEqual(error)
  expect(outside(a, out.pointA)).toBeLessThanOrEqual(error)
  expect(outside(b, transformed(inverse, out.pointB))).toBeLessThanOrEqual(error)
  expect(Math.abs(distanceShapes(out, b, a, inverse, 0, Infinity) - d)).toBeLessThanOrEqual(error)
}

/** Cutoffs below, at and above the distance: needs no oracle, only the query without a cutoff. */
export function checkCutoffs(c: ShapeCase): void {
  const { a, b, x } = c
  const out = new ShapeDistance()
  const d = distanceShapes(out, a, b, x, 0, Infinity)
  const error = allowedError(c)
  for (const cutoff of [0, d / 2, d - 4 * error, d, d + 4 * error, 2 * d + 1]) {
    if (cutoff < 0) continue
    const found = distanceShapes(out, a, b, x, 0, cutoff)
    if (found <= cutoff) {
      expect(Math.abs(found - d)).toBeLessThanOrEqual(2 * error)
      expect(out.distance).toBe(found)
    } else {
      expect(found).toBeLessThanOrEqual(d + 2 * error)
      expect(cutoff).toBeLessThanOrEqual(d + 2 * error)
      expect(out.distance).toBe(Infinity)
    }
  }
}
