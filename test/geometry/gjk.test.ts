import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distancePointBox } from '../../src/geometry/distance-point-box.js'
import { distanceSegmentSegment } from '../../src/geometry/distance-segment-segment.js'
import { Gjk, gjk } from '../../src/geometry/gjk.js'
import { ConvexCore } from '../../src/geometry/gjk-core.js'
import { nearestOfHulls } from '../../src/geometry/gjk-exact.js'
import { identityPose } from '../../src/math/pose.js'
import { Random } from '../../src/math/random.js'
import { exact } from '../oracle/exact.js'
import { type DyadicPoint, exactCoreDistance } from '../oracle/shapes.js'

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
