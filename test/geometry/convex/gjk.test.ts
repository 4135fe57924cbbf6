import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityPose, setQuaternion, transformPoint } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { Gjk, GjkWarmStart, gjk } from '../../../src/geometry/convex/gjk.js'
import { ConvexCore, support } from '../../../src/geometry/convex/gjk-core.js'
import { nearestOfHulls } from '../../../src/geometry/convex/gjk-exact.js'
import { buildClimbingHull } from '../../../src/geometry/convex/gjk-hull.js'
import { distancePointBox } from '../../../src/geometry/pairs/distance-point-box.js'
import { distanceSegmentSegment } from '../../../src/geometry/pairs/distance-segment-segment.js'
import { exact } from '../../oracle/exact.js'
import { type DyadicPoint, exactCoreDistance } from '../../oracle/shapes/shapes.js'

function randomPoints(random: Random, n: number): Float64Array {
  const points = new Float64Array(3 * n)
  const lattice = random.unit() < 0.3
  const offset = random.unit() < 0.2 ? 1000 : 0
  const stretch = [0, 0, 0].map(() => (random.unit() < 0.3 ? 10 ** random.range(-14, 0) : 1))
  for (let k = 0; k < 3 * n; k++) {
    const x = random.range(-1.5, 1.5)
    points[k] = offset + (lattice ? Math.round(x) : x * stretch[k % 3]!)
  }
  return points
}

function exactHulls(a: Float64Array, b: Float64Array): number {
  const points = (p: Float64Array) =>
    Array.from({ length: p.length / 3 }, (_, k) => [0, 1, 2].map((c) => exact(p[3 * k + c]!)) as unknown as DyadicPoint)
  return exactCoreDistance(points(a), points(b))
}

const sizeOf = (p: Float64Array) => Math.max(...p.map(Math.abs))

test('GJK in whole numbers is exact', () => {
  const witness = new Float64Array(6)
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const a = randomPoints(random, 1 + random.integer(5))
      const b = randomPoints(random, 1 + random.integer(5))
      const truth = exactHulls(a, b)
      const d = Math.hypot(...nearestOfHulls(witness, a, a.length / 3, b, b.length / 3))
      expect(Math.abs(d - truth)).toBeLessThanOrEqual(1e-15 * truth + 1e-30 * sizeOf(a))
    }),
    { seed: 4, numRuns: 300 },
  )
})

test('GJK: the bounds enclose the distance and meet', () => {
  const g = new Gjk()
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const a = randomPoints(random, 1 + random.integer(6))
      const b = randomPoints(random, 1 + random.integer(6))
      const truth = exactHulls(a, b)
      gjk(g, new ConvexCore(a), new ConvexCore(b), 0, Infinity)
      const u = 1e-15 * (sizeOf(a) + sizeOf(b))
      expect(g.lower).toBeLessThanOrEqual(truth + u)
      expect(g.upper).toBeGreaterThanOrEqual(truth - u)
      expect(g.upper - Math.max(g.lower, 0)).toBeLessThanOrEqual(4e-13 * (sizeOf(a) + sizeOf(b)))
    }),
    { seed: 5, numRuns: 400 },
  )
})

test('GJK on hulls of a thousand points: two polyhedral balls', () => {
  const random = new Random(6)
  const ball = (radius: number) => {
    const points = new Float64Array(3000)
    for (let k = 0; k < 3000; k += 3) random.direction(points, k)
    return points.map((x) => x * radius)
  }
  const g = new Gjk()
  let steps = 0
  for (let round = 0; round < 20; round++) {
    const a = new ConvexCore(ball(1))
    const b = new ConvexCore(ball(2).map((x, k) => x + (k % 3 === 0 ? 4 : 0)))
    gjk(g, a, b, 0, Infinity)
    // Each ball is inside its sphere and not far inside it.
    expect(g.lower).toBeGreaterThan(1)
    expect(g.upper).toBeLessThan(1.1)
    expect(g.upper - g.lower).toBeLessThan(1e-11)
    expect(g.exact).toBe(false)
    steps += g.steps
    // Only as much as it takes to answer the question.
    gjk(g, a, b, 0, 0.5)
    expect(g.lower).toBeGreaterThan(0.5)
    gjk(g, a, b, 3, Infinity)
    expect(g.upper).toBeLessThanOrEqual(3)
  }
  expect(steps / 20).toBeLessThan(25)
})

/** Points on a ball, a needle, a lattice with many on one plane, or in a cloud: some twice. */
function manyPoints(random: Random, n: number): Float64Array {
  const points = new Float64Array(3 * n)
  const sort = random.integer(4)
  for (let k = 0; k < 3 * n; k += 3) {
    random.direction(points, k)
    if (sort === 1) points[k] = points[k]! * 1e6
    if (sort === 2) for (let c = 0; c < 3; c++) points[k + c] = Math.round(3 * points[k + c]!)
    if (sort === 3) for (let c = 0; c < 3; c++) points[k + c] = points[k + c]! * random.unit()
    if (random.unit() < 0.1 && k > 0) points.copyWithin(k, 0, 3)
  }
  return points
}

test('large hulls: climbing and testing every point give the same bounds', () => {
  const g = new Gjk()
  const all = new Gjk()
  const o = new Float64Array(3)
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const far = random.unit() < 0.3 ? 1000 : 0
      const cores = [0, 1].map(() => {
        const points = manyPoints(random, 33 + random.integer(200)).map((x) => x + far)
        const hull = buildClimbingHull(points)!
        const core = new ConvexCore(hull.points)
        core.hull = hull
        return { core, plain: new ConvexCore(points) }
      })
      const [a, b] = cores as [(typeof cores)[0], (typeof cores)[0]]
      // B at a pose of its own: large hulls are not transformed.
      b.core.placed = true
      identityPose(b.core.pose, 0)
      const turned = random.unit() < 0.5
      if (turned) setQuaternion(b.core.pose, 0, [random.unit(), random.unit(), random.unit(), 1])
      for (let k = 0; k < 3; k++) b.core.pose[4 * k + 3] = turned ? random.range(-3, 3) : 8 * (random.integer(3) - 1)
      for (let k = 0; k < b.plain.count; k++) {
        transformPoint(b.plain.points, 3 * k, b.core.pose, 0, b.plain.points, 3 * k)
      }
      // Along an axis, whole faces of a lattice are equally far: a climb from the middle of the wrong one leads nowhere.
      const n = random.direction(new Float64Array(3))
      if (random.unit() < 0.5)
        n.set(
          [
            [1, 0, 0],
            [0, -1, 0],
            [0, 0, 1],
          ][random.integer(3)]!,
        )
      for (const { core, plain } of cores) {
        support(plain, n, 1, o, true)
        const size = sizeOf(plain.points)
        for (const sure of [true, false]) {
          core.index = random.integer(core.count)
          support(core, n, 1, o, sure)
          expect(core.found[6]!).toBeLessThanOrEqual(plain.found[6]! + 8e-15 * size)
          if (sure) expect(core.found[6]!).toBeGreaterThanOrEqual(plain.found[6]! - 4e-13 * size)
        }
      }
      gjk(g, a.core, b.core, 0, Infinity)
      gjk(all, a.plain, b.plain, 0, Infinity)
      const error = 1e-12 * (sizeOf(a.plain.points) + sizeOf(b.plain.points))
      expect(g.lower).toBeLessThanOrEqual(all.upper + error)
      expect(g.upper).toBeGreaterThanOrEqual(all.lower - error)
      expect(g.upper - Math.max(g.lower, 0)).toBeLessThanOrEqual(error)
      // A question with a limit is answered as surely.
      gjk(g, a.core, b.core, 0, all.lower * 0.9)
      if (all.lower > 0) expect(g.lower).toBeLessThanOrEqual(all.upper + error)
    }),
    { seed: 10, numRuns: 150 },
  )
})

test('a warm start ends after a step where nothing has moved', () => {
  const g = new Gjk()
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const a = new ConvexCore(randomPoints(random, 4 + random.integer(12)))
      const b = new ConvexCore(randomPoints(random, 4 + random.integer(12)).map((x) => x + 2))
      const warm = new GjkWarmStart()
      gjk(g, a, b, 0, Infinity, warm)
      const { upper, lower, exact } = g
      const error = 1e-12 * (sizeOf(a.points) + sizeOf(b.points))
      gjk(g, a, b, 0, Infinity, warm)
      if (!exact) expect(g.steps).toBeLessThanOrEqual(2)
      expect(Math.abs(g.upper - upper)).toBeLessThanOrEqual(error)
      expect(Math.abs(Math.max(g.lower, 0) - Math.max(lower, 0))).toBeLessThanOrEqual(error)
      // and on the move it ends where a cold one does
      for (let k = 0; k < 10; k++) {
        for (let c = 0; c < b.points.length; c++) b.points[c] = b.points[c]! + [0.02, -0.01, 0.01][c % 3]!
        gjk(g, a, b, 0, Infinity, warm)
        const found = Math.max(g.lower, 0)
        gjk(g, a, b, 0, Infinity)
        expect(Math.abs(found - Math.max(g.lower, 0))).toBeLessThanOrEqual(error)
      }
    }),
    { seed: 11, numRuns: 150 },
  )
})

test('segments at every angle, parallel and almost parallel, long and of no length', () => {
  const out = new Float64Array(6)
  const trial = new Float64Array(6)
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const a = randomPoints(random, 2)
      const b = randomPoints(random, 2)
      if (random.unit() < 0.7) {
        // b runs along a, turned by an angle between 1e-17 and 1, beside or across it
        const angle = 10 ** random.range(-17, 0)
        const slide = random.range(-2, 2)
        const side = random.unit() < 0.5 ? 0 : 10 ** random.range(-12, 0)
        for (let k = 0; k < 3; k++) {
          const d = a[k + 3]! - a[k]!
          const start = a[k]! + slide * d + side * random.range(-1, 1)
          b[k] = start
          b[k + 3] = start + d * random.range(0.99, 1.01) + angle * random.range(-1, 1)
        }
        if (random.unit() < 0.3) for (let k = 0; k < 3; k++) b[k + 3] = b[k]! + a[k + 3]! - a[k]!
      }
      if (random.unit() < 0.1) a.copyWithin(3, 0, 3)
      const d = distanceSegmentSegment(out, a, 0, b, 0, trial)
      const scale = sizeOf(a) + sizeOf(b)
      expect(Math.abs(d - exactHulls(a, b))).toBeLessThanOrEqual(1e-14 * scale)
      expect(Math.abs(Math.hypot(out[0]! - out[3]!, out[1]! - out[4]!, out[2]! - out[5]!) - d)).toBeLessThanOrEqual(
        1e-14 * scale,
      )
    }),
    { seed: 7, numRuns: 3000 },
  )
})

test('a point inside a box is at distance 0 and its own nearest point', () => {
  const pose = new Float64Array(12)
  identityPose(pose, 0)
  const out = new Float64Array(6)
  expect(distancePointBox(out, Float64Array.of(0.5, 1, -1), 0, Float64Array.of(1, 1, 1), 0, pose, 0)).toBe(0)
  expect([...out]).toEqual([0.5, 1, -1, 0.5, 1, -1])
  expect(distancePointBox(out, Float64Array.of(4, 5, 0), 0, Float64Array.of(1, 1, 1), 0, pose, 0)).toBe(5)
  expect([...out]).toEqual([4, 5, 0, 1, 1, 0])
})
