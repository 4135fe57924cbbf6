// Balls as callers give them, read into x, y, z, r each.
import { checkCoordinate } from '../../base/math/checks.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { BALL } from './ball-pair.js'

/** How many balls this many numbers describe. */
export function ballCount(centres: ArrayLike<number>, dimension: 2 | 3): number {
  const count = centres?.length
  if (!Number.isInteger(count) || count === 0 || count % dimension !== 0) {
    throw new InvalidInputError(
      'centres',
      centres,
      `${dimension === 2 ? 'two' : 'three'} numbers a ball, for one or more`,
    )
  }
  return count / dimension
}

/** Reads centres into `balls`; z is 0 in the plane. Every number is read once. */
export function readCentres(balls: Float64Array, centres: ArrayLike<number>, dimension: 2 | 3): void {
  const n = balls.length / BALL
  if (centres?.length !== dimension * n) {
    throw new InvalidInputError(
      'centres.length',
      centres?.length,
      `${dimension * n}, ${dimension} for each of ${n} balls`,
    )
  }
  for (let i = 0, at = 0; i < balls.length; i += BALL) {
    for (let k = 0; k < dimension; k++, at++) {
      const x = centres[at]!
      // The check names the place: only made where it will throw.
      balls[i + k] = typeof x === 'number' && Math.abs(x) <= MAX_COORDINATE ? x : checkCoordinate(`centres[${at}]`, x)
    }
    if (dimension === 2) balls[i + 2] = 0
  }
}

/** Reads one radius for all or one each: zero or more. */
export function readRadii(balls: Float64Array, radius: number | ArrayLike<number>): void {
  const n = balls.length / BALL
  if (typeof radius === 'number') {
    checkRadius('radius', radius)
    for (let i = 3; i < balls.length; i += BALL) balls[i] = radius
    return
  }
  if (radius?.length !== n)
    throw new InvalidInputError('radius', radius, `one number, or one for each of the ${n} balls`)
  for (let i = 0; i < n; i++) balls[BALL * i + 3] = checkRadius(`radius[${i}]`, radius[i]!)
}

function checkRadius(field: string, value: number): number {
  if (typeof value !== 'number' || !(value >= 0) || value > MAX_COORDINATE) {
    throw new InvalidInputError(field, value, `a number from 0 to ${MAX_COORDINATE}`)
  }
  return value
}
