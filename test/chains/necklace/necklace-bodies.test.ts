// A necklace against other bodies, compared with every bead by itself: shapes of every kind, meshes, groups, chains, other
// necklaces; near and far, large and small, touching by a hair, points for beads.
import { expect, test } from 'vitest'
import { invertPose, transformPoint } from '../../../src/base/math/pose.js'
import { readPose } from '../../../src/base/math/pose-input.js'
import { Random } from '../../../src/base/math/random.js'
import { ChainTree } from '../../../src/chains/chain/chain-tree.js'
import { buildCages } from '../../../src/chains/necklace/cage-tree.js'
import {
  type BeadDistance,
  cagesTouchBody,
  cagesTouchCages,
  distanceCagesBody,
  distanceCagesCages,
} from '../../../src/chains/necklace/necklace-bodies.js'
import { CageSearch } from '../../../src/chains/necklace/necklace-search.js'
import { InvalidInputError } from '../../../src/errors.js'
import { ballGap } from '../../../src/geometry/balls/ball-pair.js'
import { MeshTree } from '../../../src/meshes/tree/mesh-tree.js'
import { box, capsule, convex, cylinder, group, mesh, type Shape, sphere } from '../../../src/shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { gapSign, randomNecklace } from '../../oracle/chains/necklace-search.js'

const TETRAHEDRON = {
  positions: [0, 0, 0, 6, 0, 0, 0, 6, 0, 0, 0, 6],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
}
const MESH = mesh(TETRAHEDRON)
const SHAPES: readonly Shape[] = [
  sphere({ radius: 3, at: [1, 0, 0] }),
  capsule({ radius: 0.5, from: [0, 0, 0], to: [5, 2, 1] }),
  box({ size: [4, 3, 2], at: [1, 1, 1], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }),
  cylinder({ radius: 2, length: 5 }),
  convex({ points: [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 3, 3, 3] }),
  MESH,
  group([sphere({ radius: 1, at: [9, 0, 0] }), box({ size: [1, 2, 3] }), MESH]),
]

function randomPose(random: Random, spread: number): Float64Array {
  const q = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(0.1, 1)]
  const norm = Math.hypot(...q)
  const x = new Float64Array(12)
  readPose(x, 0, 'pose', { at: [0, 1, 2].map(() => random.range(-spread, spread)), rotation: q.map((v) => v / norm) })
  return x
}

/** The least distance of any bead from the shape, each measured as a point in the shape's own frame. */
function bruteDistance(balls: Float64Array, shape: Shape, x: Float64Array): number {
  const back = new Float64Array(12)
  invertPose(back, 0, x, 0)
  const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
  let least = Infinity
  for (let i = 0; i < balls.length; i += 4) {
    const centre = new Float64Array(3)
    transformPoint(centre, 0, back, 0, balls, i)
    const found = new ShapeDistance()
    const d = distanceShapes(found, shape, { kind: 'sphere', radius: 0, centre }, identity, 0, Infinity)
    least = Math.min(least, Math.max(0, d - balls[i + 3]!))
  }
  return least
}

/** The points are on the bead and on the shape, and as far from each other as the distance says. */
function checkPoints(found: BeadDistance, balls: Float64Array, shape: Shape, x: Float64Array, error: number): void {
  const { pointA, pointB, a, distance } = found
  if (!(distance > 0)) {
    expect([pointA, pointB]).toEqual([undefined, undefined])
    return
  }
  const between = (p: ArrayLike<number>, q: ArrayLike<number>): number =>
    Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!)
  expect(Math.abs(between(pointA!, pointB!) - distance)).toBeLessThanOrEqual(error)
  expect(Math.abs(between(pointA!, balls.subarray(4 * a)) - balls[4 * a + 3]!)).toBeLessThanOrEqual(error)
  const point = Float64Array.of(pointB![0]!, pointB![1]!, pointB![2]!, 0)
  expect(bruteDistance(point, shape, x)).toBeLessThanOrEqual(error)
}

test('shapes of every kind: as every bead by itself', () => {
  const random = new Random(31)
  const touched = [0, 0]
  for (let k = 0; k < 280; k++) {
    const shape = SHAPES[k % SHAPES.length]!
    const balls = randomNecklace(random, 1 + random.integer(60), 3, 15, random.integer(2) === 0 ? 2 : 3)
    if (k % 4 === 0) for (let i = 3; i < balls.length; i += 4) balls[i] = 0
    const x = randomPose(random, k % 3 === 0 ? 6 : 25)
    const tree = buildCages(balls)
    const expected = bruteDistance(balls, shape, x)
    const shown = JSON.stringify({ kind: shape.kind, balls: Array.from(balls), pose: Array.from(x) })
    const found = distanceCagesBody(tree, shape, x)
    expect(Math.abs(found.distance - expected), shown).toBeLessThanOrEqual(2 * found.error + 1e-12)
    expect(found.error).toBeLessThan(1e-9)
    expect(found.b).toBe(0)
    checkPoints(found, balls, shape, x, 1e-9)
    expect(cagesTouchBody(tree, shape, x).touch, shown).toBe(expected === 0)
    touched[expected === 0 ? 1 : 0]!++
  }
  expect(Math.min(...touched)).toBeGreaterThan(25)
})

test('what touches is never called free, nor what is free by more than rounding touching', () => {
  const random = new Random(32)
  for (let k = 0; k < 200; k++) {
    // A bead above the top of a box that is turned about z, its radius right to rounding or off by more.
    const height = random.range(0, 3)
    const radius = random.range(0, 2)
    const off = [0, -1, 1][k % 3]! * 1e-9
    const at = k % 2 === 0 ? 0 : 1e6
    const balls = Float64Array.of(at, at + 50, 0, 1, at + 20, at + 20, 0, 1, at, at, 1.5 + height + radius, radius)
    const shape = box({ size: [4, 4, 3] })
    const pose = { at: [at, at, height + off], rotation: [0, 0, Math.sin(k), Math.cos(k)] }
    const tree = buildCages(balls)
    const { touch, stats } = cagesTouchBody(tree, shape, pose)
    expect(touch).toBe(off >= 0)
    expect(stats.volumeTests + stats.leafTests).toBeGreaterThan(0)
    const found = distanceCagesBody(tree, shape, pose)
    expect(found.a).toBe(2)
    // Errors are in units of the shape, not of how far it is from the origin.
    expect(found.error).toBeLessThan(1e-10)
    expect(Math.abs(found.distance - Math.max(0, -off))).toBeLessThanOrEqual(1e-10 + (at > 0 ? 1e-9 : 0))
  }
})

test('[solids] beads inside a closed mesh touch it, and are at a distance from an open one', () => {
  const balls = Float64Array.of(1.2, 1.2, 1.2, 0.2, 1.2, 1.2, 1.6, 0.2)
  const tree = buildCages(balls)
  for (const other of [MESH, new MeshTree(TETRAHEDRON)]) {
    expect(cagesTouchBody(tree, other, undefined).touch).toBe(true)
    expect(distanceCagesBody(tree, other, undefined).distance).toBe(0)
    expect(cagesTouchBody(tree, other, { at: [0, 0, 1.1] }).touch).toBe(true)
    expect(cagesTouchBody(tree, other, { at: [0, 0, 9] }).touch).toBe(false)
  }
  const open = new MeshTree({ ...TETRAHEDRON, triangles: [...TETRAHEDRON.triangles].slice(3) }, { open: 'surface' })
  expect(cagesTouchBody(tree, open, undefined).touch).toBe(false)
  expect(distanceCagesBody(tree, open, undefined).distance).toBeGreaterThan(0.3)
})

test('a long necklace asks few cages about a shape', () => {
  const n = 20_000
  const balls = new Float64Array(4 * n)
  for (let i = 0; i < n; i++) balls.set([i, Math.sin(i / 50) * 20, Math.cos(i / 90) * 30, 0.6], 4 * i)
  const found = distanceCagesBody(buildCages(balls), box({ size: [3, 3, 3] }), { at: [7000, 90, 0] })
  expect(found.distance).toBeCloseTo(bruteDistance(balls, box({ size: [3, 3, 3] }), poseAt(7000, 90, 0)), 9)
  expect(found.stats.volumeTests + found.stats.leafTests).toBeLessThan(1000)
})

function poseAt(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z)
}

test('two necklaces: touching exactly, the distance to rounding, 0 if and only if they touch [necklace-exact]', () => {
  const random = new Random(33)
  const seen = [0, 0]
  for (let k = 0; k < 300; k++) {
    const whole = k % 3 === 0
    const a = randomNecklace(random, 1 + random.integer(30), 2, 12, 3)
    const b = randomNecklace(random, 1 + random.integer(30), 2, 12, 3)
    const shift = random.range(0, 30)
    for (let i = 0; i < b.length; i += 4) b[i]! += shift
    // Whole numbers touch exactly, now and then.
    if (whole) for (const balls of [a, b]) for (let i = 0; i < balls.length; i++) balls[i] = Math.round(balls[i]! / 2)
    let least = Infinity
    let touch = false
    for (let i = 0; i < a.length / 4; i++) {
      for (let j = 0; j < b.length / 4; j++) {
        const d = Math.hypot(a[4 * i]! - b[4 * j]!, a[4 * i + 1]! - b[4 * j + 1]!, a[4 * i + 2]! - b[4 * j + 2]!)
        least = Math.min(least, d - a[4 * i + 3]! - b[4 * j + 3]!)
        touch ||= gapSign(a, i, b, j) <= 0
      }
    }
    const shown = JSON.stringify({ a: Array.from(a), b: Array.from(b) })
    expect(cagesTouchCages(new CageSearch(), buildCages(a), buildCages(b)), shown).toBe(touch)
    const found = distanceCagesCages(new CageSearch(), buildCages(a), buildCages(b))
    expect(found.distance === 0, shown).toBe(touch)
    seen[touch ? 1 : 0]!++
    expect(gapSign(a, found.a, b, found.b) <= 0).toBe(touch)
    if (touch) continue
    expect(Math.abs(found.distance - least), shown).toBeLessThanOrEqual(found.error + 1e-14)
    const { pointA, pointB } = found
    const apart = Math.hypot(pointA![0]! - pointB![0]!, pointA![1]! - pointB![1]!, pointA![2]! - pointB![2]!)
    expect(apart).toBeCloseTo(found.distance, 9)
  }
  expect(Math.min(...seen)).toBeGreaterThan(40)
})

test('two necklaces apart by less than rounding shows: the distance is more than nothing', () => {
  // |c| is irrational, and the radii add up to within a few halves of the last place of it.
  const random = new Random(34)
  const seen = new Map<string, number>()
  for (let k = 0; k < 3000; k++) {
    const c = [random.range(1, 2), random.range(1, 2), random.range(1, 2)]
    const length = Math.hypot(...c)
    const small = random.range(0, 2 ** -8)
    const a = Float64Array.of(0, 0, 0, length - small)
    const b = Float64Array.of(...c, length - a[3]! + (random.integer(17) - 12) * 2 ** -54)
    const touch = gapSign(a, 0, b, 0) <= 0
    const shown = `${touch ? 'touch' : 'apart'}, computed ${ballGap(a, 0, b, 0) > 0 ? 'above' : 'not above'} zero`
    seen.set(shown, (seen.get(shown) ?? 0) + 1)
    const found = distanceCagesCages(new CageSearch(), buildCages(a), buildCages(b))
    expect(found.distance > 0).toBe(!touch)
    expect(cagesTouchCages(new CageSearch(), buildCages(a), buildCages(b))).toBe(touch)
  }
  expect(seen.size).toBe(4)
})

test('a chain: as its links are', () => {
  const random = new Random(35)
  for (let k = 0; k < 30; k++) {
    const balls = randomNecklace(random, 1 + random.integer(30), 2, 10, 3)
    if (k % 5 === 0) balls[3] = 0
    const links = randomNecklace(random, 1 + random.integer(30), 2, 10, 3)
    const shift = random.range(0, 25)
    const centres = Array.from({ length: links.length / 4 }, (_, i) => [links[4 * i]! + shift, links[4 * i + 1]!, 0])
    const radii = centres.map((_, i) => links[4 * i + 3]!)
    const chain = ChainTree.fromSpheres(centres.flat(), radii)
    const other = Float64Array.from(centres.flatMap((c, i) => [...c, radii[i]!]))
    const tree = buildCages(balls)
    const expected = distanceCagesCages(new CageSearch(), tree, buildCages(other))
    const found = distanceCagesBody(tree, chain, undefined)
    expect(Math.abs(found.distance - expected.distance)).toBeLessThanOrEqual(found.error + 1e-13)
    if (expected.distance > 0) expect([found.a, found.b]).toEqual([expected.a, expected.b])
    expect(cagesTouchBody(tree, chain, undefined).touch).toBe(expected.distance === 0)
    expect(() => cagesTouchBody(tree, chain, { at: [0, 0, 0] })).toThrow(InvalidInputError)
    expect(() => distanceCagesBody(tree, chain, { at: [0, 0, 0] })).toThrow(InvalidInputError)
  }
})

test('wrong input is refused by name', () => {
  const tree = buildCages(Float64Array.of(0, 0, 0, 1))
  expect(() => cagesTouchBody(tree, {} as never, undefined)).toThrow(InvalidInputError)
  expect(() => cagesTouchBody(tree, null as never, undefined)).toThrow(InvalidInputError)
  expect(() => cagesTouchBody(tree, SHAPES[0]!, { at: [Number.NaN, 0, 0] })).toThrow(InvalidInputError)
  expect(() => distanceCagesBody(tree, SHAPES[0]!, [1, 2, 3])).toThrow(InvalidInputError)
  expect(() => distanceCagesBody(tree, new MeshTree({ positions: [] }), undefined)).toThrow(InvalidInputError)
})
