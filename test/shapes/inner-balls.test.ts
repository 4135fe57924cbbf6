import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRobot } from '../../node/index.js'
import { blob, gear, sheet, soup, thinPlate, torusKnot, torusMesh } from '../../scenes/meshes.js'
import { identityPose, orthonormalityError, setQuaternion } from '../../src/base/math/pose.js'
import { Random } from '../../src/base/math/random.js'
import { U } from '../../src/base/math/rounding.js'
import { InvalidInputError } from '../../src/errors.js'
import { MeshTree } from '../../src/meshes/tree/mesh-tree.js'
import { ballsInBox, ballsOverlap, innerBalls } from '../../src/shapes/inner-balls.js'
import {
  box,
  capsule,
  convex,
  cylinder,
  group,
  type MeshShape,
  mesh,
  meshShape,
  type Shape,
  sphere,
} from '../../src/shapes/shape.js'
import { shapeReach } from '../../src/shapes/shape-bounds.js'
import { insideShapes, pointInMesh } from '../../src/shapes/shape-inside.js'
import { TouchQuery, touchMargin, touchShapes } from '../../src/shapes/shape-touch.js'
import { RIGID_ROUNDING } from '../../src/volumes/volume-rounding.js'
import { exactPoint, exactSolid } from '../oracle/meshes/solids.js'
import { SOLID_MODES, solidMesh } from '../oracle/meshes/solids-cases.js'
import {
  type Ball,
  ballInBox,
  ballInCylinder,
  ballInHull,
  ballInMesh,
  ballsOf,
  roomFromTriangles,
  shareBalls,
  shareBox,
} from '../oracle/shapes/inner-balls.js'
import { exactCoreDistance } from '../oracle/shapes/shapes.js'

/** A rotation that is off by up to RIGID, as products of many are, and a translation of about `far`. */
function looseRandomPose(random: Random, far: number): Float64Array {
  const x = new Float64Array(12)
  do {
    if (random.unit() < 0.2) identityPose(x, 0)
    else setQuaternion(x, 0, [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), 1])
    for (let k = 0; k < 12; k++) x[k] = k % 4 === 3 ? far * random.range(-1, 1) : x[k]! + random.range(-24, 24) * U
  } while (orthonormalityError(x, 0) > RIGID_ROUNDING)
  return x
}

function randomRotation(random: Random): number[] {
  const q = [0, 1, 2, 3].map(() => random.range(-1, 1))
  const n = Math.hypot(...q)
  return q.map((c) => c / n)
}

function vector(random: Random, size: number): number[] {
  return [0, 1, 2].map(() => size * random.range(-1, 1))
}

// A failure prints the seed: paste it here with the mode of the title.
function checkMesh(seed: number, mode: (typeof SOLID_MODES)[number]): number {
  const random = new Random(seed)
  const plain = solidMesh(mode, random)
  const scale = 10 ** random.range(-3, 3)
  const shift = random.unit() < 0.5 ? 0 : 10 ** random.range(-3, 6)
  const moved = { ...plain, positions: plain.positions.map((c) => scale * c + shift) }
  const shape = mesh(moved)
  const solid = exactSolid(shape)
  const balls = ballsOf(innerBalls(shape))
  for (const ball of balls) expect({ ball, inside: ballInMesh(moved, solid, ball) }).toEqual({ ball, inside: true })
  return balls.length
}

test.each(SOLID_MODES)('balls are inside a mesh as exact arithmetic has it: %s', (mode) => {
  let count = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      count += checkMesh(seed, mode)
    }),
    { seed: 61, numRuns: 12 },
  )
  expect(count).toBeGreaterThan(10)
})

const MODELS = {
  blob: blob(400, 3),
  gear: gear(512),
  torus: torusMesh(400),
  knot: torusKnot(600),
  plate: thinPlate(400),
}

/** Every ball: its centre inside, points of its surface inside, no triangle nearer than its radius. */
function checkModel(shape: MeshShape): Ball[] {
  const balls = ballsOf(innerBalls(shape))
  const random = new Random(62)
  for (const ball of balls) {
    const [x, y, z, r] = ball
    expect(r).toBeGreaterThan(0)
    expect(r).toBeLessThanOrEqual(roomFromTriangles(shape, ball))
    expect(pointInMesh(shape, x, y, z)).toBe(true)
    for (let k = 0; k < 50; k++) {
      const v = vector(random, 1)
      const n = r / Math.hypot(...v)
      expect(pointInMesh(shape, x + n * v[0]!, y + n * v[1]!, z + n * v[2]!)).toBe(true)
    }
  }
  return balls
}

test.each(Object.entries(MODELS))('balls of a %s', (_, data) => {
  const balls = checkModel(mesh(data))
  expect(balls.length).toBeGreaterThan(4)
  expect(balls.length).toBeLessThanOrEqual(8)
  // The largest first, and the same from a mesh that is another record.
  expect(balls.map(([, , , r]) => r)).toEqual(balls.map(([, , , r]) => r).sort((a, b) => b - a))
  expect(ballsOf(innerBalls(mesh(data)))).toEqual(balls)
})

const folder = process.env.LIMBER_DATA === undefined ? undefined : join(process.env.LIMBER_DATA, 'robots')

describe.skipIf(folder === undefined)('real robots (LIMBER_DATA)', () => {
  test('balls of a Panda', async () => {
    const path = readdirSync(folder!, { recursive: true, encoding: 'utf8' }).find((p) => /panda\/panda\.urdf$/.test(p))!
    const robot = await readRobot(join(folder!, path))
    const shapes = robot.links.flatMap(({ geometry }) => geometry.map(({ shape }) => shape))
    const counts = shapes.map((shape) => checkModel(shape as MeshShape).length)
    // The seventh link's mesh came with holes.
    expect(counts.filter((n) => n > 4)).toHaveLength(11)
  })
})

test('what has no inside has no balls: surfaces, a mesh with a hole, flat hulls', () => {
  const { positions, triangles } = MODELS.blob
  for (const shape of [
    mesh(sheet(200, 1)),
    mesh(soup(200, 1)),
    mesh({ positions, triangles: triangles.slice(3) }),
    convex({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0] }),
    convex({ points: [1, 2, 3] }),
  ]) {
    expect(innerBalls(shape)).toHaveLength(0)
  }
})

/** Boxes from −size to size; one of negative size is turned inside out. */
function cubes(...sizes: readonly number[]): MeshShape {
  const corners = sizes.flatMap((s) => [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [1, 2, 4].map((b) => (k & b ? s : -s))))
  const faces = [
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
  ]
  return mesh({ positions: corners, triangles: sizes.flatMap((_, n) => faces.map((v) => v + 8 * n)) })
}

test('no ball in a hollow, nor across its wall', () => {
  const room = cubes(3, -2)
  expect(pointInMesh(room, 0, 0, 0)).toBe(false)
  const balls = ballsOf(innerBalls(room))
  expect(balls.length).toBeGreaterThan(4)
  for (const [x, y, z, r] of balls) {
    const out = Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
    expect(out + r).toBeLessThanOrEqual(3)
    expect(Math.hypot(...[x, y, z].map((c) => Math.max(0, Math.abs(c) - 2)))).toBeGreaterThanOrEqual(r)
  }
  // Something in the hollow touches nothing.
  const x = new Float64Array(12)
  identityPose(x, 0)
  const guest = box({ size: [3.9, 3.9, 3.9] })
  expect(ballsInBox(innerBalls(room), guest.half, guest.pose, x, 0)).toBe(false)
  expect(ballsOverlap(innerBalls(room), innerBalls(sphere({ radius: 1.9 })), x, 0)).toBe(false)
})

function randomSolid(random: Random): Shape {
  const size = 10 ** random.range(-4, 4)
  const at = random.unit() < 0.3 ? [0, 0, 0] : vector(random, size * 10 ** random.range(-2, 6))
  const rotation = randomRotation(random)
  const length = () => size * 10 ** random.range(-2, 0)
  switch (random.integer(5)) {
    case 0:
      return sphere({ radius: size, at })
    case 1:
      return capsule({ radius: length(), from: at, to: vector(random, length()).map((c, k) => c + at[k]!) })
    case 2:
      return box({ size: [length(), length(), length()], at, rotation })
    case 3:
      return cylinder({ radius: length(), length: length(), at, rotation })
    default: {
      const points = Array.from({ length: 4 + random.integer(50) }, () =>
        vector(random, size).map((c, k) => c + at[k]!),
      )
      return convex({ points: points.flat() })
    }
  }
}

test('balls are inside solids, in exact arithmetic', () => {
  const counts: Record<string, number> = {}
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const shape = randomSolid(new Random(seed))
      const balls = ballsOf(innerBalls(shape))
      expect(balls.length).toBeLessThanOrEqual(8)
      counts[shape.kind] = (counts[shape.kind] ?? 0) + balls.length
      for (const ball of balls) {
        const centre = exactPoint(ball.slice(0, 3))
        if (shape.kind === 'sphere') expect(ball).toEqual([...shape.centre, shape.radius])
        if (shape.kind === 'box') expect({ ball, inside: ballInBox(shape, ball) }).toEqual({ ball, inside: true })
        if (shape.kind === 'convex') expect({ ball, inside: ballInHull(shape, ball) }).toEqual({ ball, inside: true })
        if (shape.kind === 'cylinder')
          expect({ ball, inside: ballInCylinder(shape, ball) }).toEqual({ ball, inside: true })
        if (shape.kind === 'capsule') {
          const off = exactCoreDistance([centre], [exactPoint(shape.from), exactPoint(shape.to)])
          expect(off + ball[3]).toBeLessThanOrEqual(shape.radius)
        }
      }
    }),
    { seed: 63, numRuns: 200 },
  )
  expect(Object.keys(counts).sort()).toEqual(['box', 'capsule', 'convex', 'cylinder', 'sphere'])
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(30)
})

test('as large as they can be: boxes, cylinders, capsules', () => {
  const radii = (shape: Shape) => ballsOf(innerBalls(shape)).map((b) => b[3])
  expect(radii(box({ size: [2, 2, 2] }))).toEqual([expect.closeTo(1, 12)])
  for (const shape of [
    box({ size: [6, 2, 2] }),
    box({ size: [3, 9, 2] }),
    cylinder({ radius: 1, length: 9 }),
    cylinder({ radius: 4, length: 2 }),
    capsule({ radius: 1, from: [0, 0, 0], to: [0, 0, 9] }),
  ]) {
    expect(radii(shape).length).toBeGreaterThan(3)
    for (const r of radii(shape)) expect(r).toBeCloseTo(1, 12)
  }
})

test('a group has balls of its largest parts', () => {
  const small = Array.from({ length: 40 }, (_, k) => sphere({ radius: 0.1, at: [k, 0, 0] }))
  const whole = group([...small, sphere({ radius: 2, at: [0, 5, 0] }), mesh(sheet(20, 1))])
  const balls = ballsOf(innerBalls(whole))
  expect(balls).toHaveLength(8)
  expect(balls[0]).toEqual([0, 5, 0, 2])
  for (const ball of balls.slice(1)) expect(small.map((s) => [...s.centre, s.radius])).toContainEqual(ball)
  expect(innerBalls(group([mesh(sheet(20, 1))]))).toHaveLength(0)
})

function randomBall(random: Random): Ball {
  const size = 10 ** random.range(-3, 3)
  return [...vector(random, random.unit() < 0.2 ? 0 : size * 10 ** random.range(-2, 4)), size] as unknown as Ball
}

/** How near to a tie a pair is put, as a factor of the distance at which it would touch: both sides of 1, and next to it. */
function nearOne(random: Random): number {
  return 1 + random.range(-1, 1) * 10 ** random.range(-16, 0)
}

function unitVector(random: Random): number[] {
  const v =
    random.unit() < 0.2
      ? [
          [1, 0, 0],
          [0, -1, 0],
          [0, 0, 1],
        ][random.integer(3)]!
      : vector(random, 1)
  return v.map((c) => c / Math.hypot(...v))
}

test('two balls that are said to overlap have a common point, in exact arithmetic; those well inside each other are found', () => {
  let yes = 0
  let close = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const a = randomBall(random)
      const b = randomBall(random)
      const x = looseRandomPose(random, 0)
      const factor = nearOne(random)
      const n = unitVector(random)
      for (let k = 0; k < 3; k++) {
        const turned = x[4 * k]! * b[0] + x[4 * k + 1]! * b[1] + x[4 * k + 2]! * b[2]
        x[4 * k + 3] = a[k]! + factor * (a[3] + b[3]) * n[k]! - turned
      }
      const far = [900, 900, 900, 1]
      const claimed = ballsOverlap(Float64Array.of(...far.map((c) => 1e6 * c), ...a), Float64Array.of(...b), x, 0)
      if (claimed) {
        yes++
        if (factor > 1 - 1e-12) close++
        expect({ a, b, x: [...x], share: shareBalls(a, b, x) }).toEqual({ a, b, x: [...x], share: true })
      }
      const size = Math.max(...[...a, ...b].map(Math.abs))
      if (factor < 1 - 1e-13 && (1 - factor) * (a[3] + b[3]) > 1e-13 * size) expect(claimed).toBe(true)
    }),
    { seed: 64, numRuns: 2500 },
  )
  expect(yes).toBeGreaterThan(500)
  expect(close).toBeGreaterThan(20)
})

test('a pose that shrinks things by as much as it may: no ball of B is taken for larger than it is placed', () => {
  let yes = 0
  for (const shrink of [0, 8, 16, 24, 31]) {
    for (let k = 0; k < 1500; k++) {
      const random = new Random(k)
      const x = new Float64Array(12)
      for (let r = 0; r < 3; r++) x[5 * r] = 1 - shrink * U
      const a: Ball = [0, 0, 0, 10 ** random.range(-9, 0)]
      const b: Ball = [0, 0, 0, 1]
      const n = unitVector(random)
      const apart = (1 - random.integer(500) * U) * (a[3] + b[3])
      for (let r = 0; r < 3; r++) x[4 * r + 3] = apart * n[r]!
      if (!ballsOverlap(Float64Array.of(...a), Float64Array.of(...b), x, 0)) continue
      yes++
      expect({ a, b, x: [...x], share: shareBalls(a, b, x) }).toEqual({ a, b, x: [...x], share: true })
    }
  }
  expect(yes).toBeGreaterThan(1000)
})

test('a ball that is said to meet a box does, in exact arithmetic; one well inside is found', () => {
  let yes = 0
  let close = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const ball = randomBall(random)
      const half = Float64Array.from({ length: 3 }, () => 10 ** random.range(-3, 3))
      const pose = looseRandomPose(random, random.unit() < 0.3 ? 0 : 10 ** random.range(-3, 4))
      const x = looseRandomPose(random, 0)
      const factor = nearOne(random)
      // From a point of the box outward, by about a radius.
      const sides = [0, 1, 2].map(() => random.integer(3) - 1)
      if (!sides.some((s) => s !== 0)) sides[0] = 1
      const length = Math.hypot(...sides)
      const at = sides.map(
        (s, k) => (s === 0 ? half[k]! * random.range(-1, 1) : s * half[k]!) + (factor * ball[3] * s) / length,
      )
      const inB = [0, 1, 2].map(
        (k) => pose[4 * k]! * at[0]! + pose[4 * k + 1]! * at[1]! + pose[4 * k + 2]! * at[2]! + pose[4 * k + 3]!,
      )
      for (let k = 0; k < 3; k++)
        x[4 * k + 3] = ball[k]! - (x[4 * k]! * inB[0]! + x[4 * k + 1]! * inB[1]! + x[4 * k + 2]! * inB[2]!)
      const claimed = ballsInBox(Float64Array.of(...ball), half, pose, x, 0)
      if (claimed) {
        yes++
        if (factor > 1 - 1e-11) close++
        const share = shareBox(ball, { half, pose }, x)
        expect({ ball, half, pose, x, share }).toEqual({ ball, half, pose, x, share: true })
      }
      const size = Math.max(...[...ball, ...at, pose[3]!, pose[7]!, pose[11]!].map(Math.abs))
      if (factor < 1 - 1e-12 && (1 - factor) * ball[3] > 1e-12 * size) expect(claimed).toBe(true)
    }),
    { seed: 65, numRuns: 3000 },
  )
  expect(yes).toBeGreaterThan(500)
  expect(close).toBeGreaterThan(20)
})

test('what is not a pose proves nothing', () => {
  const balls = Float64Array.of(0, 0, 0, 1)
  const { half, pose } = box({ size: [1, 1, 1] })
  for (const value of [Number.NaN, Infinity, 1e308, -1e308]) {
    for (let k = 0; k < 12; k++) {
      const x = new Float64Array(12)
      identityPose(x, 0)
      x[k] = value
      if (k % 4 === 3 || Number.isNaN(value)) {
        expect(ballsOverlap(balls, Float64Array.of(1e-3, 1e-3, 1e-3, 1), x, 0)).toBe(false)
        expect(ballsInBox(Float64Array.of(1e-3, 1e-3, 1e-3, 1), half, pose, x, 0)).toBe(false)
      }
    }
  }
  expect(ballsOverlap(balls, new Float64Array(0), new Float64Array(12), 0)).toBe(false)
})

function randomShape(random: Random): Shape {
  const sort = random.integer(8)
  if (sort < 4) {
    const plain = solidMesh(SOLID_MODES[random.integer(SOLID_MODES.length - 1)]!, random)
    return mesh({ ...plain, positions: plain.positions.map((c) => c - 0.5) })
  }
  if (sort === 4) return mesh(Object.values(MODELS)[random.integer(4)]!)
  const part = () =>
    [
      sphere({ radius: random.range(0.1, 1), at: vector(random, 1) }),
      box({ size: [0, 1, 2].map(() => random.range(0.1, 2)), at: vector(random, 1), rotation: randomRotation(random) }),
      cylinder({ radius: random.range(0.1, 1), length: random.range(0.1, 2), at: vector(random, 1) }),
      convex({ points: Array.from({ length: 8 }, () => vector(random, 1)).flat() }),
    ][random.integer(4)]!
  return sort === 7 ? group([part(), part(), mesh(MODELS.torus)]) : part()
}

test('what balls prove, touchShapes or insideShapes finds as well', () => {
  let proved = 0
  let touching = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const a = randomShape(random)
      const b = randomShape(random)
      const reaches = [shapeReach(a), shapeReach(b)] as const
      for (let k = 0; k < 6; k++) {
        const x = looseRandomPose(random, random.range(0, 2))
        const query = new TouchQuery()
        query.margin = touchMargin(reaches[0], reaches[1], x, 0)
        const truth = touchShapes(query, a, b, x, 0) || insideShapes(a, b, x, 0)
        const claimed =
          ballsOverlap(innerBalls(a), innerBalls(b), x, 0) ||
          (b.kind === 'box' && ballsInBox(innerBalls(a), b.half, b.pose, x, 0))
        if (truth) touching++
        if (!claimed) continue
        proved++
        expect({ x: [...x], truth }).toEqual({ x: [...x], truth: true })
      }
    }),
    { seed: 66, numRuns: 100 },
  )
  expect(proved).toBeGreaterThan(200)
  expect(proved / touching).toBeGreaterThan(0.4)
})

test('found once, and again after a refit', () => {
  const ball = meshShape('ball', new MeshTree(MODELS.blob))
  const before = innerBalls(ball)
  expect(innerBalls(ball)).toBe(before)
  const both = group([ball, sphere({ radius: 0.01 })])
  expect(ballsOf(innerBalls(both))[0]).toEqual(ballsOf(before)[0])
  ball.tree.refit(ball.positions.map((c) => c / 4 + 3))
  const after = checkModel(ball)
  expect(after[0]![3]).toBeCloseTo(before[3]! / 4, 2)
  expect(ballsOf(innerBalls(both))[0]).toEqual(after[0])
  const open = meshShape('open', new MeshTree(MODELS.torus))
  expect(innerBalls(open).length).toBeGreaterThan(0)
  open.tree.refit(open.positions.map((c, k) => (k % 3 === 2 ? 0 : c)))
  expect(innerBalls(open)).toHaveLength(0)
  const gone = mesh(MODELS.gear)
  innerBalls(gone)
  structuredClone(gone.tree.buffer, { transfer: [gone.tree.buffer as ArrayBuffer] })
  expect(() => innerBalls(gone)).toThrow(InvalidInputError)
})

test('the largest and the smallest of meshes', () => {
  for (const size of [1e60, 1e30, 1e-30, 1e-90]) {
    const shape = mesh({ positions: cubes(1).positions.map((c) => size * c), triangles: cubes(1).triangles })
    const balls = ballsOf(innerBalls(shape))
    expect(balls[0]![3] / size).toBeCloseTo(1, 9)
    for (const ball of balls) expect(ball[3]).toBeLessThanOrEqual(roomFromTriangles(shape, ball))
  }
})
