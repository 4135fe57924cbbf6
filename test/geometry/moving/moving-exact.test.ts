// Hulls that move straight against exact arithmetic; test/deep/moving.test.ts does the same with a hundred times as many.
import { expect, test } from 'vitest'
import { MOVING_MODES } from '../../oracle/geometry/moving-cases.js'
import { checkMoving, MovingSeen } from '../../oracle/geometry/moving-check.js'

/** Pairs of a mode. Ties to the last digit take longest to build. */
const pairsOf = (mode: string) => (mode === 'tie' ? 40 : 300)

// A failure prints the case: paste it.
test.each(MOVING_MODES)('moving hulls agree with exact arithmetic: %s', (mode) => {
  const seen = new MovingSeen()
  for (let seed = 0; seed < pairsOf(mode); seed++) checkMoving(seen, mode, seed)
  expect(seen.failures).toEqual([])
  expect(seen.pairs).toBe(pairsOf(mode))
  if (mode !== 'miss') expect(seen.meeting).toBeGreaterThan(10)
  // A few contacts are at an instant that is not a double, and in a plane.
  expect(seen.confirmed).toBeGreaterThanOrEqual(0.95 * seen.meeting)
  if (mode !== 'touch') expect(seen.leaves).toBeGreaterThan(20)
})

test('directions turn where hulls nearly touch, and only there', () => {
  const seen = new MovingSeen()
  for (let seed = 0; seed < 20; seed++) checkMoving(seen, 'tie', seed)
  expect(seen.turning).toBeGreaterThan(0)
  expect(seen.most).toBeLessThan(400)
  const ordinary = new MovingSeen()
  for (let seed = 0; seed < 200; seed++) checkMoving(ordinary, 'near', seed)
  expect(ordinary.turning).toBe(0)
  expect(ordinary.leaves).toBeLessThan(1.5 * (ordinary.pairs - ordinary.meeting))
})
