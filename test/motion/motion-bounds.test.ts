// Rounding as the prover counts it, against the verifier's own count: a proof must not hold by rounding alone.
import { expect, test } from 'vitest'
import { axisSlack, motionSlack } from '../../src/motion/motion-bounds.js'
import { axisError, gapSlack } from '../../src/verify/rounding.js'

test('chains of any length: no less rounding of an axis is counted than the verifier counts', () => {
  for (let k = 0; k <= 2000; k++) {
    for (const off of [0, 1e-15, 1e-9]) expect(axisSlack(k, off)).toBeGreaterThanOrEqual(axisError(k, off))
  }
})

test('chains of any length: nor of a place, while movers turn by up to a radian in all', () => {
  for (let k = 0; k <= 2000; k++) {
    for (const turned of [0, 0.1, 1]) {
      const own = motionSlack(k, 3, 1e-12, 1e-12, turned, 0.5)
      expect(own).toBeGreaterThanOrEqual(gapSlack(k, 3, 0.5e-12, 0.5e-12, turned, 0.5))
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
