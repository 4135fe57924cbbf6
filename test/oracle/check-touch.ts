// The checks of touchShapes, shared by the quick and the deep tests.
import { expect } from 'vitest'
import { mesh, type Shape } from '../../src/bodies/shape.js'
import { distanceShapes, ShapeDistance } from '../../src/bodies/shape-distance.js'
import { touchShapes } from '../../src/bodies/shape-touch.js'
import { invertPose } from '../../src/math/pose.js'
import { SHAPE_DISTANCE_ERROR } from '../../src/math/rounding.js'
import { exactPairs } from './meshes.js'
import { type MeshMode, meshCase } from './meshes-cases.js'
import { exactDistance, reachOf } from './shapes.js'
import { type Kind, type Mode, type ShapeCase, shapeCase, sunkCase } from './shapes-cases.js'

/** How often what was seen: a test that never meets a contact shows little. */
export const met = { touching: 0, apart: 0 }

/** A case of shapes that are apart, near, or sunk into each other. */
export function checkTouch(kindA: Kind, kindB: Kind, mode: Mode, seed: number): void {
  checkTouchCase(seed % 2 === 0 ? shapeCase(kindA, kindB, mode, seed) : sunkCase(kindA, kindB, mode, seed))
}

function checkTouchCase({ a, b, x }: ShapeCase): void {
  const out = new ShapeDistance()
  const touch = touchShapes(out, a, b, x, 0)
  expect(touch).toBe(distanceShapes(out, a, b, x, 0, 0) === 0)
  if (touch) met.touching++
  else met.apart++
  // Exact arithmetic has no cylinders. Within the error both verdicts are right.
  if (hasCylinder(a) || hasCylinder(b)) return
  const truth = exactDistance(a, b, x)
  const error = SHAPE_DISTANCE_ERROR * (reachOf(a) + reachOf(b) + Math.hypot(x[3]!, x[7]!, x[11]!))
  if (truth > error) expect(touch).toBe(false)
  if (truth === 0 && !touch) expect(distanceShapes(out, a, b, x, 0, Infinity)).toBeLessThanOrEqual(error)
  const inverse = new Float64Array(12)
  invertPose(inverse, 0, x, 0)
  if (truth > error) expect(touchShapes(out, b, a, inverse, 0)).toBe(false)
}

function hasCylinder(shape: Shape): boolean {
  return shape.kind === 'group' ? shape.parts.some(hasCylinder) : shape.kind === 'cylinder'
}

/** Two meshes: exactly as brute force has it. */
export function checkMeshTouch(mode: MeshMode, seed: number): void {
  const { a, b, x } = meshCase(mode, seed)
  if (a.triangles.length === 0 || b.triangles.length === 0) return
  const touch = touchShapes(new ShapeDistance(), mesh(a), mesh(b), x, 0)
  expect(touch).toBe(exactPairs(a, b, x, 0).some(({ distance }) => distance === 0))
}
