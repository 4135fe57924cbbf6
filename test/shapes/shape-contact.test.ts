import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAxisAngle } from '../../src/base/math/pose.js'
import { Random } from '../../src/base/math/random.js'
import { SHAPE_DISTANCE_ERROR } from '../../src/base/math/rounding.js'
import { InvalidInputError, UnsupportedPairError } from '../../src/errors.js'
import { box, capsule, checkShape, convex, cylinder, group, mesh, type Shape, sphere } from '../../src/shapes/shape.js'
import { contactShapes, ShapeContact, signedDistanceShapes } from '../../src/shapes/shape-contact.js'
import { checkContact, checkMoves, checkSigned, scaleOf } from '../oracle/shapes/check-contacts.js'
import { KINDS, MODES, POLYTOPES, type ShapeCase, SOLIDS, shapeCase, sunkCase } from '../oracle/shapes/shapes-cases.js'
import { exactDeepest, exactSignedDistance } from '../oracle/shapes/shapes-depth.js'
import { identity, overlapAlong } from '../oracle/shapes/shapes-round.js'

const polytopes = [fc.constantFrom(...POLYTOPES), fc.constantFrom(...POLYTOPES), fc.nat()] as const
const solids = [fc.constantFrom(...SOLIDS), fc.constantFrom(...SOLIDS), fc.nat()] as const

function at(x: number, y: number, z: number): Float64Array {
  const pose = identity.slice()
  pose[3] = x
  pose[7] = y
  pose[11] = z
  return pose
}

function contact(a: Shape, b: Shape, x: Float64Array): ShapeContact {
  const out = new ShapeContact()
  expect(contactShapes(out, a, b, x, 0)).toBe(out.distance)
  return out
}

function expectVector(actual: ArrayLike<number>, expected: readonly number[]): void {
  for (let k = 0; k < 3; k++) expect(actual[k]).toBeCloseTo(expected[k]!, 12)
}

// A failure prints [kindA, kindB, seed]: paste them into sunkCase or shapeCase with the mode of the title.
test.each(MODES)('signed distance agrees with exact enumeration: %s', (mode) => {
  fc.assert(
    fc.property(...polytopes, (kindA, kindB, seed) => checkSigned(sunkCase(kindA, kindB, mode, seed))),
    { seed: 21, numRuns: 20 },
  )
})

test.each(MODES)('a contact proves itself: %s', (mode) => {
  fc.assert(
    fc.property(...solids, (kindA, kindB, seed) => {
      checkContact(seed % 2 === 0 ? shapeCase(kindA, kindB, mode, seed) : sunkCase(kindA, kindB, mode, seed))
    }),
    { seed: 22, numRuns: 60 },
  )
})

test.each(MODES)('[depth] the depth separates them and nothing less does: %s', (mode) => {
  fc.assert(
    fc.property(...solids, (kindA, kindB, seed) => checkMoves(sunkCase(kindA, kindB, mode, seed), seed)),
    { seed: 23, numRuns: 40 },
  )
})

test('hulls of many points: what their edges find is right', () => {
  const random = new Random(27)
  for (let round = 0; round < 40; round++) {
    const points = new Float64Array(3 * (40 + random.integer(100)))
    for (let k = 0; k < points.length; k += 3) random.direction(points, k)
    // a ball, a flake, a lattice with many points on each face
    const sort = round % 3
    const hull = convex({
      points: points.map((c, k) => (sort === 0 ? c : sort === 1 ? c * [1, 1, 1e-3][k % 3]! : Math.round(2 * c))),
    })
    expect(hull.hull).toBeDefined()
    const { b, x } = shapeCase(SOLIDS[round % 5]!, SOLIDS[round % 5]!, 'overlap', round)
    const other = round % 2 === 0 ? hull : b
    const c = { a: hull, b: other, x }
    checkMoves(c, round)
    const out = contact(hull, other, x)
    expect(Math.abs(overlapAlong(hull, other, x, out.normal) + out.distance)).toBeLessThanOrEqual(
      SHAPE_DISTANCE_ERROR * scaleOf(c),
    )
    for (let k = 0; k < 3; k++) {
      expect(out.pointB[k]! - out.pointA[k]!).toBeCloseTo(out.distance * out.normal[k]!, 5)
    }
  }
})

test('known depths', () => {
  const cube = box({ size: [2, 2, 2] })
  const ball = sphere({ radius: 1 })
  const rod = capsule({ radius: 0.5, from: [-1, 0, 0], to: [1, 0, 0] })
  const can = cylinder({ radius: 1, length: 4 })
  expect(contact(ball, ball, at(1.5, 0, 0)).distance).toBe(-0.5)
  expect(contact(ball, ball, at(3, 0, 0)).distance).toBe(1)
  expect(contact(ball, cube, at(1.75, 0, 0)).distance).toBe(-0.25)
  expect(contact(cube, ball, at(0.75, 0, 0)).distance).toBe(-1.25)
  expect(contact(cube, cube, at(1.5, 0.25, 0)).distance).toBe(-0.5)
  expect(contact(rod, rod, at(0, 0.25, 0)).distance).toBeCloseTo(-0.75, 12)
  expect(contact(ball, can, at(1.75, 0, 0)).distance).toBe(-0.25)
  expect(contact(ball, can, at(0, 0, 2.75)).distance).toBe(-0.25)
  expect(contact(can, can, at(1.5, 0, 1)).distance).toBe(-0.5)
  expect(contact(can, can, at(0, 0, 3.75)).distance).toBe(-0.25)
  expect(contact(can, can, at(5, 0, 8)).distance).toBe(5)
  expect(contact(can, cube, at(1.5, 0, 0)).distance).toBeCloseTo(-0.5, 12)
  expect(contact(can, rod, at(0, 0, 2.25)).distance).toBeCloseTo(-0.25, 12)
  const found = contact(cube, cube, at(1.5, 0.25, 0))
  expect(found.depth).toBe(0.5)
  expect([...found.normal]).toEqual([1, 0, 0])
  expect(found.pointA[0]).toBeCloseTo(1, 14)
  expect(found.pointB[0]).toBeCloseTo(0.5, 14)
})

test('touching is a depth of 0, with a normal', () => {
  const cube = box({ size: [2, 2, 2] })
  const shapes: Shape[] = [
    cube,
    sphere({ radius: 1 }),
    capsule({ radius: 0.5, from: [-0.5, 0, 0], to: [0.5, 0, 0] }),
    cylinder({ radius: 1, length: 1 }),
    convex({ points: [1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, 1, 1, -1, 1, -1, -1, -1, 1, -1, -1, -1, -1] }),
  ]
  for (const a of shapes) {
    for (const b of shapes) {
      const found = contact(a, b, at(2, 0, 0))
      expect(Math.abs(found.distance)).toBeLessThan(1e-12)
      expectVector(found.normal, [1, 0, 0])
      expect(found.pointA[0]).toBeCloseTo(1, 6)
      expect(found.pointB[0]).toBeCloseTo(1, 6)
    }
  }
})

test('identical, concentric and contained shapes', () => {
  const cube = box({ size: [2, 2, 2] })
  expect(contact(cube, cube, identity).depth).toBe(2)
  expect(contact(cube, box({ size: [0.5, 0.5, 0.5] }), at(0.5, 0, 0)).depth).toBe(0.75)
  expect(contact(sphere({ radius: 1 }), sphere({ radius: 1 }), identity).depth).toBe(2)
  const can = cylinder({ radius: 1, length: 4 })
  expect(contact(can, can, identity)).toMatchObject({ depth: 2, error: 0 })
  expect(contact(can, cylinder({ radius: 0.25, length: 0.5 }), identity).depth).toBe(1.25)
  expect(contact(can, capsule({ radius: 0.1, from: [0, 0, -1], to: [0, 0, 1] }), identity).depth).toBeCloseTo(1.1, 14)
  // Turned by next to nothing the depth hardly changes, and what is not known of it is said.
  for (const angle of [1e-15, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3]) {
    const x = identity.slice()
    setAxisAngle(x, 0, 1, 0, 0, angle)
    const found = contact(can, can, x)
    // The discs' edges move by angle·half length.
    expect(Math.abs(found.depth! - 2)).toBeLessThanOrEqual(4 * angle + found.error + 1e-12)
    expect(found.error).toBeLessThan(5e-6)
  }
  // An axis along a box's edge: a quarter of all directions across it is equally good.
  const corner = contact(can, cube, at(1, 1, 0))
  expect(Math.abs(corner.depth! - 1)).toBeLessThanOrEqual(corner.error + 1e-12)
  expect(corner.error).toBeLessThan(5e-6)
})

test('flat shapes: no depth along their normal', () => {
  const square = convex({ points: [-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0] })
  const coplanar = contact(square, square, at(0.5, 0.5, 0))
  expect(coplanar.depth).toBe(0)
  expectVector(coplanar.normal.map(Math.abs), [0, 0, 1])
  const x = at(0.3, 0, 0.2)
  setAxisAngle(x, 0, 1, 0, 0, Math.PI / 2)
  expect(contact(square, square, x).depth).toBeCloseTo(0.8, 12)
  const needle = convex({ points: [0, 0, -1, 0, 0, 1] })
  expect(contact(square, needle, at(0, 0, 0.75)).depth).toBeCloseTo(0.25, 12)
  expect(contact(needle, needle, at(0, 0, 0.5)).depth).toBe(0)
  const point = convex({ points: [0, 0, 0] })
  expect(contact(point, point, identity).depth).toBe(0)
  expect(contact(square, point, identity).depth).toBe(0)
  // Rounded, they have their radii.
  const across = capsule({ radius: 0.25, from: [-1, 0, 0], to: [1, 0, 0] })
  const along = capsule({ radius: 0.5, from: [0, -1, 0], to: [0, 1, 0] })
  const crossed = contact(across, along, identity)
  expect(crossed.depth).toBeCloseTo(0.75, 12)
  expectVector(crossed.normal.map(Math.abs), [0, 0, 1])
  expect(contact(across, across, at(0.5, 0, 0)).depth).toBeCloseTo(0.5, 12)
})

test('two boxes: the separating axes are as exact as enumeration', () => {
  const compare = (c: ShapeCase) => {
    const truth = exactSignedDistance(c.a, c.b, c.x)
    const d = contactShapes(new ShapeContact(), c.a, c.b, c.x, 0)
    expect(Math.abs(d - truth)).toBeLessThanOrEqual(0.1 * SHAPE_DISTANCE_ERROR * scaleOf(c))
  }
  fc.assert(
    fc.property(fc.constantFrom(...MODES), fc.nat(), (mode, seed) => compare(sunkCase('box', 'box', mode, seed))),
    { seed: 24, numRuns: 25 },
  )
  // Edges that are parallel but for a small angle, where their product decides.
  const a = box({ size: [2, 2, 2] })
  for (const tilt of [1e-3, 1e-6, 1e-9, 1e-12, 1e-15]) {
    const b = box({ size: [2, 2, 2], rotation: [tilt, -tilt / 3, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)] })
    compare({ a, b, x: at(1.2, 1.1, 0) })
    compare({ a, b, x: at(1.6, 0.1, 0.3) })
  }
})

test('a mesh is a surface: it has a distance and no depth', () => {
  const square = mesh({ positions: [-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0], triangles: [0, 1, 2, 1, 3, 2] })
  const ball = sphere({ radius: 1 })
  const apart = contact(square, ball, at(0, 0, 1.5))
  expect(apart).toMatchObject({ distance: 0.5, depth: 0 })
  expectVector(apart.normal, [0, 0, 1])
  expect(signedDistanceShapes(new ShapeContact(), ball, square, at(0, 0, 1.5), 0)).toBe(0.5)
  const touching = contact(square, ball, at(0, 0, 0.5))
  expect(touching.distance).toBe(0)
  expect(touching.depth).toBeUndefined()
  expect([...touching.normal]).toEqual([0, 0, 0])
  expect(() => signedDistanceShapes(new ShapeContact(), square, ball, at(0, 0, 0.5), 0)).toThrow(UnsupportedPairError)
  // In a group: undefined only while nothing of it is deep in something.
  const both = group([square, sphere({ radius: 0.5, at: [3, 0, 0] })])
  expect(contact(both, ball, at(0, 0, 0.5)).depth).toBeUndefined()
  const found = contact(both, ball, at(2.25, 0, 0))
  expect(found).toMatchObject({ depth: 0.75, partA: 1, partB: 0 })
  expectVector(found.normal, [-1, 0, 0])
})

test('[depth] groups: the deepest pair, as brute force finds it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MODES), fc.constantFrom(...KINDS.slice(0, 4)), fc.nat(), (mode, kind, seed) => {
      const c = sunkCase('mixed', seed % 2 === 0 ? 'mixed' : kind, mode, seed)
      const out = new ShapeContact()
      const d = contactShapes(out, c.a, c.b, c.x, 0)
      let least = Infinity
      const partsA = c.a.kind === 'group' ? c.a.parts : [c.a]
      const partsB = c.b.kind === 'group' ? c.b.parts : [c.b]
      for (const a of partsA) for (const b of partsB) least = Math.min(least, contact(a, b, c.x).distance)
      expect(Math.abs(d - least)).toBeLessThanOrEqual(SHAPE_DISTANCE_ERROR * scaleOf(c) + out.error)
      const pair = contact(partsA[out.partA]!, partsB[out.partB]!, c.x)
      expect(pair.distance).toBe(d)
      expect([...pair.normal]).toEqual([...out.normal])
      // Only what is deeper than a cutoff, or nearer.
      for (const cutoff of [d - 0.01, d, d + 0.01, 0]) {
        const cut = contactShapes(out, c.a, c.b, c.x, 0, cutoff)
        if (cutoff < d - SHAPE_DISTANCE_ERROR * scaleOf(c)) expect(out.distance).toBe(Infinity)
        expect(cut > cutoff).toBe(out.distance === Infinity)
      }
    }),
    { seed: 25, numRuns: 60 },
  )
  const rods = group([capsule({ radius: 0.5, from: [0, 0, 0], to: [0, 0, 4] }), sphere({ radius: 1, at: [2, 0, 0] })])
  expect(contact(rods, sphere({ radius: 1 }), at(1.25, 0, 0)).distance).toBe(
    exactDeepest(rods, sphere({ radius: 1 }), at(1.25, 0, 0)),
  )
})

test('tiny and huge shapes: the same answer, scaled', () => {
  const scaled = (shape: Shape, s: number): Shape => {
    const pose = (x: Float64Array) => x.map((c, k) => (k % 4 === 3 ? c * s : c))
    switch (shape.kind) {
      case 'sphere':
        return sphere({ radius: shape.radius * s, at: shape.centre.map((c) => c * s) })
      case 'capsule':
        return capsule({
          radius: shape.radius * s,
          from: shape.from.map((c) => c * s),
          to: shape.to.map((c) => c * s),
        })
      case 'box':
        return checkShape('box', { ...shape, half: shape.half.map((c) => c * s), pose: pose(shape.pose) })
      case 'cylinder':
        return checkShape('cylinder', {
          ...shape,
          radius: shape.radius * s,
          length: shape.length * s,
          pose: pose(shape.pose),
        })
      case 'convex':
        return convex({ points: shape.points.map((c) => c * s) })
      default:
        throw new Error(shape.kind)
    }
  }
  for (const kindA of SOLIDS) {
    for (const kindB of SOLIDS) {
      for (const [seed, power] of [-300, -100, 190].entries()) {
        const c = sunkCase(kindA, kindB, 'random', seed)
        const s = 2 ** power
        const x = c.x.map((k, i) => (i % 4 === 3 ? k * s : k))
        const plain = contact(c.a, c.b, c.x)
        const found = contact(scaled(c.a, s), scaled(c.b, s), x)
        expect(Math.abs(found.distance / s - plain.distance)).toBeLessThanOrEqual(1e-11 + plain.error + found.error / s)
      }
    }
  }
})

test('[never-pretends] a pose that is not a number is an error, not a contact', () => {
  for (const kindA of SOLIDS) {
    for (const kindB of SOLIDS) {
      const { a, b } = shapeCase(kindA, kindB, 'random', 1)
      expect(() => contact(a, b, at(Number.NaN, 0, 0))).toThrow(InvalidInputError)
      expect(() => contact(a, b, at(0, Infinity, 0))).toThrow(InvalidInputError)
    }
  }
})
