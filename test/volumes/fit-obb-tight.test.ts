import { expect, test } from 'vitest'
import { transformPoint } from '../../src/base/math/pose.js'
import { Random } from '../../src/base/math/random.js'
import { fitTightObb } from '../../src/volumes/fit-obb-tight.js'
import { fitObb } from '../../src/volumes/obb.js'
import { exactPoint, inObb, POINT_KINDS, randomPoints, randomPose } from '../oracle/geometry/volumes.js'

const volume = (box: Float64Array): number => box[12]! * box[13]! * box[14]!

test.each(POINT_KINDS)('a tight box contains its points in exact arithmetic: %s', (kind) => {
  const random = new Random(5)
  const box = new Float64Array(15)
  const quick = new Float64Array(15)
  for (let i = 0; i < 60; i++) {
    const points = randomPoints(random, kind)
    fitTightObb(box, 0, points, points.length / 3)
    fitObb(quick, 0, points, points.length / 3)
    expect(box.every(Number.isFinite)).toBe(true)
    for (let k = 0; k < points.length; k += 3) {
      if (!inObb(box, exactPoint(points, k))) throw new Error(`case ${i}: [${points}] loses point ${k / 3}`)
    }
    // Flat ones are compared by more than their volume.
    if (kind === 'random' || kind === 'sphere') expect(volume(box)).toBeLessThanOrEqual(volume(quick) * (1 + 1e-9))
  }
})

test('it finds a turned box again, of few points or many', () => {
  const random = new Random(6)
  const box = new Float64Array(15)
  for (let i = 0; i < 20; i++) {
    const pose = randomPose(random, 1)
    const half = [1, 0.6, 0.3]
    // Corners, and points inside that are many on one side: what misleads covariance.
    const count = i % 2 === 0 ? 60 : 3000
    const points = new Float64Array(3 * count)
    for (let p = 0; p < count; p++) {
      const local = half.map((h, k) => (p < 8 ? ((p >> k) & 1 ? h : -h) : h * random.range(k === 0 ? 0.8 : -0.9, 0.9)))
      transformPoint(points, 3 * p, pose, 0, local, 0)
    }
    fitTightObb(box, 0, points, count)
    expect(8 * volume(box)).toBeLessThan(8 * 0.18 * 1.1)
    expect(8 * volume(box)).toBeGreaterThan(8 * 0.18 * 0.999999)
  }
})
