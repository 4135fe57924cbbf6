// Two balls against exact arithmetic: random pairs, pairs that touch exactly, and one step of a double to either side.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { BALL_GAP_ROUNDING, ballGap, ballsTouch } from '../../../src/geometry/balls/ball-pair.js'
import { add, type Dyadic, exact, multiply } from '../../oracle/exact.js'

const minus = (a: Dyadic): Dyadic => ({ m: -a.m, e: a.e })

/** The sign of |ci − cj|² − (ri + rj)². */
function exactSign(balls: Float64Array): number {
  let sum: Dyadic = { m: 0n, e: 0 }
  for (let k = 0; k < 3; k++) {
    const d = add(exact(balls[k]!), minus(exact(balls[4 + k]!)))
    sum = add(sum, multiply(d, d))
  }
  const r = add(exact(balls[3]!), exact(balls[7]!))
  const { m } = add(sum, minus(multiply(r, r)))
  return m > 0n ? 1 : m < 0n ? -1 : 0
}

function nextUp(x: number): number {
  const bits = new BigInt64Array(new Float64Array([x]).buffer)
  bits[0]! += 1n
  return new Float64Array(bits.buffer)[0]!
}

/** Balls that touch exactly: a Pythagorean triple, moved and scaled by powers of two. */
function touching(random: Random): Float64Array {
  const scale = 2 ** Math.trunc(random.range(-400, 150))
  const [x, y, z, d] = [
    [1, 2, 2, 3],
    [2, 3, 6, 7],
    [1, 4, 8, 9],
    [3, 4, 0, 5],
    [0, 0, 1, 1],
  ][Math.trunc(random.range(0, 5))] as [number, number, number, number]
  const at = Array.from({ length: 3 }, () => Math.trunc(random.range(-1000, 1000)))
  const r = Math.trunc(random.range(0, 1 + 2 ** 20)) / 2 ** 20
  return Float64Array.from(
    [at[0]!, at[1]!, at[2]!, r * d, at[0]! + x, at[1]! + y, at[2]! + z, d - r * d],
    (v) => v * scale,
  )
}

test('[necklace-exact] balls touch as exact arithmetic says, those that touch in a point and their nearest neighbours included', () => {
  const random = new Random(7)
  const seen = new Map<number, number>()
  for (let k = 0; k < 8000; k++) {
    const balls = touching(random)
    if (k % 4 === 1) balls[3] = nextUp(balls[3]!)
    if (k % 4 === 2) balls[5] = nextUp(balls[5]!)
    if (k % 4 === 3) for (let i = 0; i < 8; i++) balls[i] = Math.abs(random.range(-1, 1)) * (i % 4 === 3 ? 0.5 : 1)
    const sign = exactSign(balls)
    seen.set(sign, (seen.get(sign) ?? 0) + 1)
    expect(ballsTouch(balls, 0, balls, 1), `[${balls}]`).toBe(sign <= 0)
    expect(ballsTouch(balls, 1, balls, 0)).toBe(sign <= 0)
  }
  expect([...seen.keys()].sort()).toEqual([-1, 0, 1])
})

test('[necklace-exact] short numbers, equal centres and radii of zero', () => {
  const random = new Random(8)
  const values = [0, 0.5, 1, 2, 3, 1.5, 2 ** -30, 2 ** 24, 1 + 2 ** -23, 2 ** -140, 1e-310, 0.1]
  let touching = 0
  for (let k = 0; k < 8000; k++) {
    const balls = Float64Array.from({ length: 8 }, () => values[random.integer(values.length)]!)
    if (k % 5 === 0) balls.copyWithin(4, 0, 3)
    const sign = exactSign(balls)
    if (sign === 0) touching++
    expect(ballsTouch(balls, 0, balls, 1), `[${balls}]`).toBe(sign <= 0)
  }
  expect(touching).toBeGreaterThan(5)
})

test('the gap keeps its digits at every scale', () => {
  for (const scale of [2 ** -1000, 2 ** -500, 1, 2 ** 190]) {
    const balls = Float64Array.from([1, 2, 3, 1, 3, 5, 9, 2], (v) => v * scale)
    const gap = ballGap(balls, 0, balls, 1)
    expect(Math.abs(gap - 4 * scale)).toBeLessThanOrEqual(BALL_GAP_ROUNDING * 10 * scale)
  }
})
