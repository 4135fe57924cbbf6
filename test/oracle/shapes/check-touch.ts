// The checks of touchShapes, shared by the quick and the deep tests.
import { expect } from 'vitest'
import { blob, gear, sheet, torusMesh } from '../../../scenes/meshes.js'
import { invertPose, setQuaternion } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { SHAPE_DISTANCE_ERROR } from '../../../src/base/math/rounding.js'
import { box, capsule, convex, cylinder, mesh, type Shape, sphere } from '../../../src/shapes/shape.js'
import { shapeReach } from '../../../src/shapes/shape-bounds.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { TouchQuery, touchMargin, touchShapes } from '../../../src/shapes/shape-touch.js'
import { exactPairs } from '../meshes/meshes.js'
import { type MeshMode, meshCase } from '../meshes/meshes-cases.js'
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
  const touch = touchShapes(query(), a, b, x, 0)
  expect(touch).toBe(distanceShapes(out, a, b, x, 0, 0) === 0)
  const margin = touchMargin(shapeReach(a), shapeReach(b), x, 0)
  const careful = touchShapes(query(margin), a, b, x, 0)
  if (touch) expect(careful).toBe(true)
  if (touch) met.touching++
  else met.apart++
  // Exact arithmetic has no cylinders. Within the error both verdicts are right.
  if (hasCylinder(a) || hasCylinder(b)) return
  const truth = exactDistance(a, b, x)
  const error = SHAPE_DISTANCE_ERROR * (reachOf(a) + reachOf(b) + Math.hypot(x[3]!, x[7]!, x[11]!))
  if (truth > error) expect(touch).toBe(false)
  // With the margin, what touches is never called apart, and what is called touching is as good as that.
  if (truth === 0) expect(careful).toBe(true)
  if (careful) expect(truth).toBeLessThanOrEqual(4 * margin)
  if (truth === 0 && !touch) expect(distanceShapes(out, a, b, x, 0, Infinity)).toBeLessThanOrEqual(error)
  const inverse = new Float64Array(12)
  invertPose(inverse, 0, x, 0)
  if (truth > error) expect(touchShapes(query(), b, a, inverse, 0)).toBe(false)
}

function query(margin = 0): TouchQuery {
  const made = new TouchQuery()
  made.margin = margin
  return made
}

function hasCylinder(shape: Shape): boolean {
  return shape.kind === 'group' ? shape.parts.some(hasCylinder) : shape.kind === 'cylinder'
}

/** Two meshes: exactly as brute force has it. */
export function checkMeshTouch(mode: MeshMode, seed: number): void {
  const { a, b, x } = meshCase(mode, seed)
  if (a.triangles.length === 0 || b.triangles.length === 0) return
  const touch = touchShapes(query(), mesh(a), mesh(b), x, 0)
  expect(touch).toBe(exactPairs(a, b, x, 0).some(({ distance }) => distance === 0))
}

const large = [blob(300, 1), gear(400, 7), torusMesh(300), sheet(200, 2)].map((m) => mesh(m))

/** A mesh of some hundred triangles and a solid, moved to within a hair of each other, or into each other. */
export function checkLargeTouch(seed: number): void {
  const random = new Random(seed)
  const a = large[random.integer(large.length)]!
  const b = solid(random)
  const x = new Float64Array(12)
  setQuaternion(x, 0, [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(0.01, 1)])
  for (let k = 3; k < 12; k += 4) x[k] = random.range(-1.5, 1.5)
  const out = new ShapeDistance()
  const d = distanceShapes(out, a, b, x, 0, Infinity)
  if (d > 0 && random.unit() < 0.8) {
    const gap = 10 ** random.range(-13, 0) * (random.unit() < 0.5 ? -1 : 1)
    for (let k = 0; k < 3; k++) x[4 * k + 3]! += (out.pointA[k]! - out.pointB[k]!) * (1 - gap / d)
  }
  const y = new Float64Array(12)
  invertPose(y, 0, x, 0)
  const touch = touchShapes(query(), a, b, x, 0)
  if (touch) met.touching++
  else met.apart++
  expect(touch).toBe(distanceShapes(out, a, b, x, 0, 0) === 0)
  expect(touchShapes(query(), b, a, y, 0)).toBe(distanceShapes(out, b, a, y, 0, 0) === 0)
}

function solid(random: Random): Shape {
  const size = () => 10 ** random.range(-1.5, 0.3)
  switch (random.integer(5)) {
    case 0:
      return sphere({ radius: size() })
    case 1:
      return capsule({ radius: size() / 2, from: [0, 0, -size()], to: [0, 0, size()] })
    case 2:
      return box({ size: [size(), size(), size()] })
    case 3:
      return cylinder({ radius: size(), length: size() })
    default:
      return convex({ points: Array.from({ length: 3 * (4 + random.integer(60)) }, () => random.range(-0.7, 0.7)) })
  }
}
