import { expect, test } from 'vitest'
import {
  exactBallDecisions,
  firstBallContact,
  movingBallsApart,
  movingBallsMeet,
} from '../../../src/geometry/moving/moving-balls.js'
import { checkBalls } from '../../oracle/geometry/moving-balls.js'

const at = (...values: number[]) => Float64Array.from(values)

// A failure prints the case: paste it.
test('moving balls agree with exact arithmetic', () => {
  const before = exactBallDecisions
  const { failures, meeting } = checkBalls(0, 4000)
  expect(failures).toEqual([])
  expect(meeting).toBeGreaterThan(1000)
  expect(exactBallDecisions - before).toBeGreaterThan(200)
})

test('balls that graze at an instant that is not a double touch', () => {
  // At t = 1/3, at the height of both radii.
  const ball = at(0, 0, 0, 1)
  expect(movingBallsMeet(ball, ball, 0, at(-1, 2, 0, 1), at(2, 2, 0, 1), 0)).toBe(true)
  expect(movingBallsMeet(ball, ball, 0, at(-1, 2, 0, 1 - 2 ** -53), at(2, 2, 0, 1 - 2 ** -53), 0)).toBe(false)
  expect(movingBallsApart(ball, ball, 0, at(-1, 2.1, 0, 1), at(2, 2.1, 0, 1), 0, 0.09)).toBe(true)
  expect(movingBallsApart(ball, ball, 0, at(-1, 2.1, 0, 1), at(2, 2.1, 0, 1), 0, 0.11)).toBe(false)
  const out = new Float64Array(2)
  firstBallContact(out, ball, ball, 0, at(-1, 2, 0, 1), at(2, 2, 0, 1), 0)
  expect(out[0]).toBeLessThan(1 / 3)
  expect(out[1]).toBeGreaterThan(1 / 3)
  expect(out[1]! - out[0]!).toBeLessThanOrEqual(2 ** -40)
})

test('balls that grow into each other, and numbers that overflow or vanish', () => {
  expect(movingBallsMeet(at(0, 0, 0, 0), at(0, 0, 0, 2), 0, at(3, 0, 0, 0), at(3, 0, 0, 1), 0)).toBe(true)
  expect(movingBallsMeet(at(0, 0, 0, 0), at(0, 0, 0, 2), 0, at(3, 0, 0, 0), at(3, 0, 0, 0.9), 0)).toBe(false)
  const [huge, tiny] = [1e200, 1e-200]
  for (const unit of [huge, tiny]) {
    const ball = at(0, 0, 0, unit)
    expect(movingBallsMeet(ball, ball, 0, at(-unit, 2 * unit, 0, unit), at(unit, 2 * unit, 0, unit), 0)).toBe(true)
    expect(movingBallsMeet(ball, ball, 0, at(-unit, 3 * unit, 0, unit), at(unit, 3 * unit, 0, unit), 0)).toBe(false)
  }
})
