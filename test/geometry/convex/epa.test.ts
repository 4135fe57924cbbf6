import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityPose } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { Epa, epa } from '../../../src/geometry/convex/epa.js'
import { Gjk, gjk } from '../../../src/geometry/convex/gjk.js'
import { ConvexCore } from '../../../src/geometry/convex/gjk-core.js'
import { buildClimbingHull } from '../../../src/geometry/convex/gjk-hull.js'
import { exact } from '../../oracle/exact.js'
import type { DyadicPoint } from '../../oracle/shapes/shapes.js'
import { exactCoreDepth } from '../../oracle/shapes/shapes-depth.js'

/** Points around the origin: a cloud, a lattice, a flake, a needle, or far away. */
function randomPoints(random: Random, n: number, offset: number): Float64Array {
  const lattice = random.unit() < 0.3
  const stretch = [0, 0, 0].map(() => (random.unit() < 0.3 ? 10 ** random.range(-14, 0) : 1))
  return Float64Array.from({ length: 3 * n }, (_, k) => {
    const x = random.range(-1.5, 1.5)
    return offset + (lattice ? Math.round(x) : x * stretch[k % 3]!)
  })
}

function dyadic(p: Float64Array): DyadicPoint[] {
  return Array.from(
    { length: p.length / 3 },
    (_, k) => [0, 1, 2].map((c) => exact(p[3 * k + c]!)) as unknown as DyadicPoint,
  )
}

const sizeOf = (p: Float64Array) => Math.max(...p.map(Math.abs))

/** The overlap along n, and the two points on either side of it. */
function overlap(a: Float64Array, b: Float64Array, n: Float64Array): number {
  const along = (p: Float64Array) =>
    Array.from({ length: p.length / 3 }, (_, k) => p[3 * k]! * n[0]! + p[3 * k + 1]! * n[1]! + p[3 * k + 2]! * n[2]!)
  return Math.max(...along(a)) - Math.min(...along(b))
}

test.each([false, true])('the bounds enclose the depth and meet; in exact arithmetic at once: %s', (careful) => {
  const e = new Epa()
  const g = new Gjk()
  let overlapping = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const offset = random.unit() < 0.2 ? 100 : 0
      const a = randomPoints(random, 1 + random.integer(7), offset)
      const b = randomPoints(random, 1 + random.integer(7), offset)
      const coreA = new ConvexCore(a)
      const coreB = new ConvexCore(b)
      gjk(g, coreA, coreB, 0, Infinity)
      if (g.lower >= -1e-13 * g.size) return
      overlapping++
      epa(e, coreA, coreB, careful)
      if (careful) expect(e.careful).toBe(true)
      const truth = exactCoreDepth(dyadic(a), dyadic(b))
      const u = 1e-14 * (sizeOf(a) + sizeOf(b))
      expect(e.upper).toBeGreaterThanOrEqual(truth - u)
      expect(e.lower).toBeLessThanOrEqual(truth + u)
      expect(e.upper - e.lower).toBeLessThanOrEqual(1e-12 * (sizeOf(a) + sizeOf(b)))
      // The upper bound is an overlap along a unit vector, and the points are that far apart.
      expect(Math.abs(Math.hypot(...e.normal) - 1)).toBeLessThan(1e-14)
      expect(Math.abs(overlap(a, b, e.normal) - e.upper)).toBeLessThanOrEqual(u)
      if (e.flat) return
      for (let k = 0; k < 3; k++) {
        const between = e.witness[k]! - e.witness[k + 3]!
        expect(Math.abs(between - e.upper * e.normal[k]!)).toBeLessThanOrEqual(1e-12 * (sizeOf(a) + sizeOf(b)))
      }
    }),
    { seed: 41, numRuns: careful ? 60 : 200 },
  )
  expect(overlapping).toBeGreaterThan(20)
})

test('two balls of many corners, one in the other: as deep as their radii, and climbing changes nothing', () => {
  const random = new Random(42)
  const e = new Epa()
  for (let round = 0; round < 5; round++) {
    const balls = [1, 2].map((radius) => {
      const points = new Float64Array(3 * 200)
      for (let k = 0; k < points.length; k += 3) random.direction(points, k)
      return points.map((x) => x * radius)
    })
    const [a, b] = balls.map((points) => new ConvexCore(points)) as [ConvexCore, ConvexCore]
    epa(e, a, b)
    const { upper } = e
    expect(e.upper - e.lower).toBeLessThan(1e-11)
    expect(upper).toBeGreaterThan(2.7)
    expect(upper).toBeLessThanOrEqual(3)
    const hulls = balls.map((points) => {
      const hull = buildClimbingHull(points)!
      const core = new ConvexCore(hull.points)
      core.hull = hull
      return core
    }) as [ConvexCore, ConvexCore]
    epa(e, hulls[0], hulls[1])
    expect(Math.abs(e.upper - upper)).toBeLessThan(1e-11)
  }
})

/** A disc of this radius, or a cylinder along z. */
function disc(radius: number, half: number, x = 0, y = 0): ConvexCore {
  const core = new ConvexCore(Float64Array.of(x, y, -half, x, y, half))
  identityPose(core.pose, 0)
  core.disc = radius
  return core
}

test('discs: as deep as the arc, to a stated error where all of it is equally near', () => {
  const e = new Epa()
  const point = new ConvexCore(Float64Array.of(0.25, 0, 0))
  epa(e, point, disc(1, 3))
  expect(e.upper).toBeCloseTo(0.75, 11)
  expect(e.upper - e.lower).toBeLessThan(1e-11)
  expect(e.normal[0]).toBeCloseTo(-1, 6)
  // On the axis there is no nearest point of the rim.
  epa(e, new ConvexCore(Float64Array.of(0, 0, 0)), disc(1, 3))
  expect(e.upper).toBeCloseTo(1, 5)
  expect(e.lower).toBeLessThanOrEqual(1)
  expect(e.upper).toBeGreaterThanOrEqual(1 - 1e-14)
  expect(e.upper - e.lower).toBeLessThanOrEqual(5e-6)
  // Tiny and huge: scaled by a power of two, the answer is the same.
  for (const power of [-300, -40, 40, 190]) {
    const scale = 2 ** power
    epa(e, new ConvexCore(Float64Array.of(0.25 * scale, 0, 0)), disc(scale, 3 * scale))
    expect(e.upper / scale).toBeCloseTo(0.75, 11)
    expect(e.lower / scale).toBeCloseTo(0.75, 11)
  }
})
