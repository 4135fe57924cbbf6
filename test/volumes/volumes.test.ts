import { expect, test } from 'vitest'
import { identityPose } from '../../src/base/math/pose.js'
import { Random } from '../../src/base/math/random.js'
import { fitAabb } from '../../src/volumes/aabb.js'
import { fitObb, obbsLower } from '../../src/volumes/obb.js'
import { fitRss } from '../../src/volumes/rss.js'
import { fitSphere } from '../../src/volumes/sphere.js'
import { POINT_KINDS, randomPose } from '../oracle/geometry/volumes.js'
import { checkVolume, VOLUMES } from '../oracle/geometry/volumes-verbs.js'

test.each(VOLUMES)('[never-misses] $name contains its points, merged and moved, in exact arithmetic', (volume) => {
  const random = new Random(11)
  for (let run = 0; run < 25; run++) {
    for (const kind of POINT_KINDS) checkVolume(volume, random, kind, POINT_KINDS[random.integer(POINT_KINDS.length)]!)
  }
})

/** A curved patch, somewhere and somehow. */
function patch(random: Random, count: number): Float64Array {
  const x = randomPose(random, 1)
  const points = new Float64Array(3 * count)
  for (let i = 0; i < count; i++) {
    const u = random.range(-1, 1)
    const v = random.range(-0.6, 0.6)
    const w = 0.2 * (u * u + v * v)
    for (let k = 0; k < 3; k++)
      points[3 * i + k] = x[4 * k]! * u + x[4 * k + 1]! * v + x[4 * k + 2]! * w + x[4 * k + 3]!
  }
  return points
}

test('volumes are tight: a patch in any position has about the same box, rectangle and sphere', () => {
  const random = new Random(5)
  const obb = new Float64Array(15)
  const rss = new Float64Array(15)
  const sphere = new Float64Array(4)
  for (let run = 0; run < 50; run++) {
    const points = patch(random, 200)
    fitObb(obb, 0, points, 200)
    const sides = [obb[12]!, obb[13]!, obb[14]!].sort((p, q) => p - q)
    expect(sides[0]).toBeLessThan(0.16)
    expect(sides[1]).toBeLessThan(0.75)
    expect(sides[2]).toBeLessThan(1.05)
    fitRss(rss, 0, points, 200)
    expect(rss[14]).toBeLessThan(0.16)
    // Shrunk: the sweep's reach counts for the rectangle's sides.
    expect(Math.min(rss[12]!, rss[13]!)).toBeLessThan(0.66)
    expect(Math.max(rss[12]!, rss[13]!)).toBeLessThan(1.01)
    fitSphere(sphere, 0, points, 200)
    expect(sphere[3]).toBeLessThan(1.2)
  }
})

test('an oriented box is never larger than the axis-aligned one', () => {
  const random = new Random(6)
  const obb = new Float64Array(15)
  const aabb = new Float64Array(6)
  for (let run = 0; run < 200; run++) {
    const points = patch(random, 3 + random.integer(20))
    fitObb(obb, 0, points, points.length / 3)
    fitAabb(aabb, 0, points, points.length / 3)
    const volume = (aabb[3]! - aabb[0]!) * (aabb[4]! - aabb[1]!) * (aabb[5]! - aabb[2]!)
    expect(8 * obb[12]! * obb[13]! * obb[14]!).toBeLessThan(volume * 1.02 + 1e-9)
  }
})

test.each(VOLUMES)('$name: sets far apart have a lower bound near their distance', (volume) => {
  const random = new Random(7)
  const a = new Float64Array(volume.size)
  const b = new Float64Array(volume.size)
  for (let run = 0; run < 100; run++) {
    const p = patch(random, 30)
    const q = patch(random, 30)
    const d = random.direction(new Float64Array(3))
    for (let i = 0; i < q.length; i++) q[i] = q[i]! + 100 * d[i % 3]!
    volume.fit(a, 0, p, 30)
    volume.fit(b, 0, q, 30)
    const lower = volume.lower(a, 0, b, 0)
    // 100 less what the patches (radius 1.2) and their places (at most 2√3 each) take away, and the slabs' directions: a 6-DOP's
    // gaps add up as a vector, but a 12-DOP has none at right angles.
    expect(lower).toBeGreaterThan(volume.name === 'kdop12' ? 68 : 84)
  }
})

test('two edges that cross: the bound knows their common normal', () => {
  const a = new Float64Array(15)
  const b = new Float64Array(15)
  identityPose(a, 0)
  a.fill(1, 12)
  // A's edge runs along y through (1, 0, 1); B's along (1, 0, −1)/√2, half a unit further on along n = (1, 0, 1)/√2, B's other
  // axes being (n ± y)/√2.
  const s = Math.SQRT1_2
  b.set([s, 0.5, 0.5, 0, 0, s, -s, 0, -s, 0.5, 0.5, 0])
  b.fill(1, 12)
  for (let k = 0; k < 3; k++) b[4 * k + 3] = (k === 1 ? 0 : 1 + 0.5 * s) + b[4 * k + 1]! + b[4 * k + 2]!
  expect(obbsLower(a, 0, b, 0)).toBeLessThanOrEqual(0.5)
  expect(obbsLower(a, 0, b, 0)).toBeGreaterThan(0.499999)
  expect(obbsLower(b, 0, a, 0)).toBeGreaterThan(0.499999)
})

test('one point: every volume is that point', () => {
  const p = Float64Array.of(0.1, -2, 1e6)
  for (const volume of VOLUMES) {
    const a = new Float64Array(volume.size)
    volume.fit(a, 0, p, 1)
    if (!volume.name.startsWith('kdop')) {
      expect(volume.lower(a, 0, a, 0)).toBe(0)
      expect(volume.contains(a, 0, Float64Array.of(0.1, -2, 1e6 + 1e-6), 0), volume.name).toBe(false)
    }
    expect(volume.contains(a, 0, p, 0), volume.name).toBe(true)
  }
})
