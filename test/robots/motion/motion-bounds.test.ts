// Rounding as the prover counts it, against the verifier's own count: a proof must not hold by rounding alone.
import { expect, test } from 'vitest'
import { axisSlack, motionSlack } from '../../../src/robots/motion/motion-bounds.js'
import { gapSlack } from '../../../src/verify/leaf.js'
import { U } from '../../../src/verify/poses.js'

/** Of a joint that moves, and of a geometry with its link: src/verify/kinematics.ts and sets.ts. */
const JOINT_STEPS = 128
const GEOMETRY_STEPS = 80

test('chains of any length: no less rounding of an axis is counted than the verifier counts', () => {
  for (let k = 0; k <= 2000; k++) for (const off of [0, 1e-15, 1e-9]) expect(axisSlack(k, off)).toBeGreaterThan(16 * U)
})

test('chains of any length: nor of a gap, while movers turn by up to a tenth of a radian in all', () => {
  for (let k = 0; k <= 2000; k++) {
    for (const turned of [0, 0.05, 0.1]) {
      const own = motionSlack(k, 3, 1e-12, 0, turned, 0.5)
      // Lengths along a chain are some more than the coordinates that they lead to.
      const size = 1.15 * 3 + 0.5
      const e = (k * JOINT_STEPS + 2 * GEOMETRY_STEPS) * U * size + 0.5e-12 * size
      expect(own).toBeGreaterThanOrEqual(gapSlack(e, k, size, turned))
    }
  }
})

test('[scales] rounding is a length: in another unit it is the same', () => {
  for (const unit of [2 ** -300, 2 ** -50, 2 ** 60, 2 ** 190]) {
    expect(motionSlack(5, 3 * unit, 1e-12, 2e-12 * unit, 0.3, 0.5 * unit)).toBe(
      unit * motionSlack(5, 3, 1e-12, 2e-12, 0.3, 0.5),
    )
  }
})
