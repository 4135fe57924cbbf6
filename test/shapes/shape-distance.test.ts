import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityPose } from '../../src/base/math/pose.js'
import { InvalidInputError } from '../../src/errors.js'
import { GjkWarmStart } from '../../src/geometry/convex/gjk.js'
import { box, capsule, convex, cylinder, group, mesh, type Shape, sphere } from '../../src/shapes/shape.js'
import { distanceShapes, distanceSurfaces, ShapeDistance } from '../../src/shapes/shape-distance.js'
import { checkCutoffs, checkDistance, checkRoundDistance } from '../oracle/shapes/check-shapes.js'
import { KINDS, MODES, SOLIDS, shapeCase } from '../oracle/shapes/shapes-cases.js'

function at(x: number, y: number, z: number): Float64Array {
  const pose = new Float64Array(12)
  identityPose(pose, 0)
  pose[3] = x
  pose[7] = y
  pose[11] = z
  return pose
}

function distance(a: Shape, b: Shape, x: Float64Array, cutoff = Infinity): number {
  return distanceShapes(new ShapeDistance(), a, b, x, 0, cutoff)
}

const arbitrary = [fc.constantFrom(...KINDS), fc.constantFrom(...KINDS), fc.nat()] as const

/** What a cylinder is tried against. */
const WITH_CYLINDERS = [...SOLIDS, 'mesh', 'group', 'mixed'] as const

// A failure prints [kindA, kindB, seed]: paste them into shapeCase with the mode of the title.
test.each(MODES)('[distance] agrees with exact arithmetic: %s', (mode) => {
  fc.assert(
    fc.property(...arbitrary, (kindA, kindB, seed) => checkDistance(shapeCase(kindA, kindB, mode, seed))),
    { seed: 2, numRuns: 70 },
  )
})

test.each(MODES)('[distance] of cylinders is between bounds that almost meet: %s', (mode) => {
  fc.assert(
    fc.property(fc.constantFrom(...WITH_CYLINDERS), fc.boolean(), fc.nat(), (kind, turned, seed) => {
      checkRoundDistance(turned ? shapeCase(kind, 'cylinder', mode, seed) : shapeCase('cylinder', kind, mode, seed))
    }),
    { seed: 8, numRuns: 10 },
  )
})

test.each(MODES)('[distance] a cutoff never hides a nearer pair nor invents one: %s', (mode) => {
  fc.assert(
    fc.property(...arbitrary, (kindA, kindB, seed) => checkCutoffs(shapeCase(kindA, kindB, mode, seed))),
    { seed: 3, numRuns: 100 },
  )
  fc.assert(
    fc.property(fc.constantFrom(...WITH_CYLINDERS), fc.nat(), (kind, seed) => {
      checkCutoffs(shapeCase('cylinder', kind, mode, seed))
    }),
    { seed: 9, numRuns: 100 },
  )
})

test('[distance] pairs that GJK in doubles cannot settle', () => {
  checkDistance(shapeCase('box', 'mesh', 'skewed', 1867))
  checkDistance(shapeCase('mesh', 'mesh', 'skewed', 1903))
  checkDistance(shapeCase('box', 'box', 'near', 1291))
  checkDistance(shapeCase('convex', 'box', 'near', 1142))
  checkRoundDistance(shapeCase('cylinder', 'box', 'near', 10))
  checkRoundDistance(shapeCase('convex', 'cylinder', 'skewed', 1392))
  checkRoundDistance(shapeCase('cylinder', 'cylinder', 'near', 191))
  checkRoundDistance(shapeCase('cylinder', 'convex', 'near', 770))
})

test('known distances, exactly', () => {
  const cube = box({ size: [2, 2, 2] })
  const ball = sphere({ radius: 1 })
  const rod = capsule({ radius: 0.5, from: [-1, 0, 0], to: [1, 0, 0] })
  expect(distance(ball, ball, at(3, 0, 0))).toBe(1)
  expect(distance(ball, ball, at(2, 0, 0))).toBe(0)
  expect(distance(ball, rod, at(0, 2, 0))).toBe(0.5)
  expect(distance(rod, ball, at(3, 0, 0))).toBe(0.5)
  expect(distance(rod, rod, at(0, 0, 3))).toBe(2)
  expect(distance(rod, rod, at(4, 0, 0))).toBe(1)
  expect(distance(ball, cube, at(0, 0, 4))).toBe(2)
  expect(distance(cube, ball, at(0, 0, 0))).toBe(0)
  expect(distance(cube, cube, at(3, 0, 0))).toBe(1)
  expect(distance(cube, cube, at(2, 1, 1))).toBe(0)
  expect(distance(cube, cube, at(0, 0, 0))).toBe(0)
  expect(distance(cube, cube, at(5, 6, 2))).toBe(5)
  expect(distance(rod, cube, at(0, 0, 4.5))).toBe(3)
  const can = cylinder({ radius: 1, length: 4 })
  expect(distance(can, ball, at(0, 0, 4))).toBe(1)
  expect(distance(ball, can, at(3, 4, 0))).toBe(3)
  expect(distance(can, ball, at(4, 0, 6))).toBe(4)
  expect(distance(can, cube, at(0.5, 0.5, 5))).toBe(2)
  expect(distance(can, cube, at(4, 0, 0))).toBeCloseTo(2, 12)
  expect(distance(can, can, at(0, 5, 0))).toBeCloseTo(3, 12)
  expect(distance(can, can, at(0, 0, 4))).toBe(0)
  expect(distance(can, can, at(5, 0, 8))).toBeCloseTo(5, 12)
})

test('[touching] a closed mesh is solid: what is inside it touches it, at a point of its own', () => {
  const s = 2
  const positions = [-s, -s, -s, s, -s, -s, -s, s, -s, s, s, -s, -s, -s, s, s, -s, s, -s, s, s, s, s, s]
  const triangles = [0, 1, 2, 1, 3, 2, 4, 6, 5, 5, 6, 7, 0, 4, 1, 1, 4, 5, 2, 3, 6, 3, 7, 6, 0, 2, 4, 2, 6, 4, 1, 5, 3]
  triangles.push(3, 5, 7)
  const shell = mesh({ positions, triangles })
  expect(distance(shell, sphere({ radius: 1 }), at(0, 0, 0.5))).toBe(0)
  expect(distance(box({ size: [1, 1, 1] }), shell, at(0, 0, 0))).toBe(0)
  const out = new ShapeDistance()
  distanceShapes(out, shell, sphere({ radius: 1 }), at(0, 0, 0.5), 0, Infinity)
  expect([...out.pointA, ...out.pointB, out.triangleA, out.triangleB]).toEqual([0, 0, 0.5, 0, 0, 0.5, -1, -1])
  const surface = mesh({ positions, triangles: triangles.slice(3), open: 'surface' })
  expect(distance(surface, sphere({ radius: 1 }), at(0, 0, 0.5))).toBe(0.5)
  expect(distanceSurfaces(out, shell, sphere({ radius: 1 }), at(0, 0, 0.5), 0, Infinity)).toBe(0.5)
  expect(distance(convex({ points: positions }), sphere({ radius: 1 }), at(0, 0, 0.5))).toBe(0)
})

test('touching and overlapping shapes share a point', () => {
  const out = new ShapeDistance()
  const rod = capsule({ radius: 0.5, from: [-1, 0, 0], to: [1, 0, 0] })
  expect(distanceShapes(out, rod, sphere({ radius: 2 }), at(0, 2, 0), 0, 0)).toBe(0)
  expect(out.distance).toBe(0)
  expect([...out.pointA]).toEqual([...out.pointB])
  expect(out.pointA[1]!).toBeLessThanOrEqual(0.5)
})

test('counts are added up, and the tree keeps them small', () => {
  const spheres = Array.from({ length: 200 }, (_, k) => sphere({ radius: 0.4, at: [k, 0, 0] }))
  const row = group(spheres)
  const out = new ShapeDistance()
  expect(distanceShapes(out, row, sphere({ radius: 0.4 }), at(57.2, 3, 0), 0, Infinity)).toBeCloseTo(
    Math.hypot(0.2, 3) - 0.8,
    12,
  )
  expect(out.leafTests).toBeGreaterThan(0)
  expect(out.leafTests).toBeLessThan(8)
  expect(out.volumeTests).toBeLessThan(60)
  const before = out.volumeTests
  expect(distanceShapes(out, row, row, at(0, 3, 0), 0, 1)).toBeGreaterThan(1)
  expect(out.distance).toBe(Infinity)
  expect(out.volumeTests).toBeGreaterThan(before)
})

test('[never-pretends] a pose that is not a number is an error, not an answer', () => {
  const shapes = [...KINDS, 'cylinder' as const].map((kind) => shapeCase(kind, kind, 'random', 1).a)
  for (const a of shapes) {
    for (const b of shapes) expect(() => distance(a, b, at(Number.NaN, 0, 0))).toThrow(InvalidInputError)
  }
})

test('a warm start saves steps and changes nothing but rounding', () => {
  const out = new ShapeDistance()
  for (const kindA of SOLIDS) {
    for (const kindB of SOLIDS) {
      const { a, b, x } = shapeCase(kindA, kindB, 'random', 7)
      const warm = new GjkWarmStart()
      for (let k = 0; k < 40; k++) {
        const cutoff = k % 4 === 3 ? 0.1 : Infinity
        const cold = distanceShapes(out, a, b, x, 0, cutoff)
        const found = distanceShapes(out, a, b, x, 0, cutoff, warm)
        if (cold <= cutoff) expect(Math.abs(found - cold)).toBeLessThanOrEqual(1e-11)
        else expect(found).toBeGreaterThan(cutoff)
        x[3] = x[3]! + 0.02
        x[7] = x[7]! - 0.01
      }
      // One that belongs to another pair does no harm.
      const other = shapeCase('convex', 'cylinder', 'random', 8)
      const cold = distanceShapes(out, other.a, other.b, other.x, 0, Infinity)
      expect(Math.abs(distanceShapes(out, other.a, other.b, other.x, 0, Infinity, warm) - cold)).toBeLessThan(1e-11)
    }
  }
})
