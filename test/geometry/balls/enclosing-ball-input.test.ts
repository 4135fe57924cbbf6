import { expect, test } from 'vitest'
import { InvalidInputError } from '../../../src/errors.js'
import { smallestEnclosingBall } from '../../../src/geometry/balls/enclosing-ball-input.js'
import { checkEnclosed, errorBound, exactBall, radiusError } from '../../oracle/geometry/enclosing-ball.js'
import { ballCase, FAMILY_NAMES, PLACES, rows, tolerance } from '../../oracle/geometry/enclosing-ball-cases.js'

test.each(PLACES)('contains every ball, in exact arithmetic, and is the smallest: %s', (place) => {
  for (const family of FAMILY_NAMES) {
    for (let seed = 0; seed < 4; seed++) {
      const set = rows(ballCase(family, place, 3, seed))
      const centres = set.flatMap((ball) => ball.slice(0, 3))
      const result = smallestEnclosingBall(
        centres,
        set.map((ball) => ball[3]!),
      )
      const name = `${family}, ${place}, ${seed}`
      const ball = [...result.centre, result.radius]
      checkEnclosed(set, ball, 0, name)
      const enough = tolerance(ball)
      const error = errorBound(set, result.centre, result.radius, [...result.basis], enough)
      expect(error, name).toBeLessThanOrEqual(enough)
    }
  }
})

test('one ball is its own, to the bit; points have no radius', () => {
  const one = smallestEnclosingBall([0.1, 0.2, 0.3], 0.7)
  expect(one).toEqual({ centre: Float64Array.of(0.1, 0.2, 0.3), radius: 0.7, basis: Int32Array.of(0) })
  const points = smallestEnclosingBall([5, 5, 5, 5, 5, 5], 0)
  expect(points).toEqual({ centre: Float64Array.of(5, 5, 5), radius: 0, basis: Int32Array.of(0) })
  const inside = smallestEnclosingBall([0, 0, 0, 1, 0, 0, 0, 1, 0], [1, 3, 1])
  expect(inside).toEqual({ centre: Float64Array.of(1, 0, 0), radius: 3, basis: Int32Array.of(1) })
})

test('in the plane: two numbers a centre, two in the answer', () => {
  const centres = [0.22, -0.9, -0.26, 0.45, 0.9, 0.22, 0.05, -0.84, 0.21, 0.32, -0.03, 0, -0.65, -0.16]
  const radii = [0.16, 0.42, 0.05, 0.16, 0.71, 0.9, 0.36]
  const result = smallestEnclosingBall(centres, radii, { dimension: 2 })
  expect(result.radius).toBeCloseTo(1.0730440747, 10)
  expect(result.centre.length).toBe(2)
  expect([...result.basis]).toEqual([0, 4, 6])
  const same = smallestEnclosingBall(Float32Array.from(centres), 0.25, { dimension: 2 })
  const set = Array.from(radii, (_, i) => [Math.fround(centres[2 * i]!), Math.fround(centres[2 * i + 1]!), 0, 0.25])
  expect(Math.abs(radiusError(same.radius, exactBall(set)))).toBeLessThan(1e-14)
})

test('the largest and the smallest numbers there are', () => {
  for (const x of [1e60, 1e-100, 1e-140, 1e-154, 1e-162, 1e-300, 5e-324]) {
    const set = [
      [x, 0, 0, 0],
      [-x, 0, 0, x],
      [0, x, 0, x / 2],
    ]
    const result = smallestEnclosingBall(
      set.flatMap((ball) => ball.slice(0, 3)),
      set.map((ball) => ball[3]!),
    )
    checkEnclosed(set, [...result.centre, result.radius], 0, `${x}`)
    // Below 1e-154 lengths vanish when squared: there it is no more than a bound.
    const off = radiusError(result.radius, exactBall(set))
    expect(off, `${x}`).toBeLessThan(x >= 1e-140 ? 1e-14 : 4)
  }
})

test('input that makes no sense is refused by name', () => {
  const refused = (field: string, call: () => unknown): void => {
    try {
      call()
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError)
      expect((error as InvalidInputError).field).toBe(field)
      return
    }
    throw new Error(`${field} was not refused`)
  }
  refused('centres', () => smallestEnclosingBall([], 1))
  refused('centres', () => smallestEnclosingBall([1, 2], 1))
  refused('centres', () => smallestEnclosingBall([1, 2, 3], 1, { dimension: 2 }))
  refused('centres', () => smallestEnclosingBall(undefined as unknown as number[], 1))
  refused('centres[1]', () => smallestEnclosingBall([1, Number.NaN, 3], 1))
  refused('centres[2]', () => smallestEnclosingBall([1, 2, 2e60], 1))
  refused('radius', () => smallestEnclosingBall([1, 2, 3], -1))
  refused('radius', () => smallestEnclosingBall([1, 2, 3], [1, 2]))
  refused('radius[0]', () => smallestEnclosingBall([1, 2, 3], [Number.POSITIVE_INFINITY]))
  refused('dimension', () => smallestEnclosingBall([1, 2, 3], 1, { dimension: 4 as 3 }))
  refused('dimensions', () => smallestEnclosingBall([1, 2, 3], 1, { dimensions: 2 } as object))
})
