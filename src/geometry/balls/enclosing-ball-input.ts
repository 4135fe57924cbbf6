// The smallest enclosing ball of balls as callers ask for it.
import { checkFields } from '../../base/math/checks.js'
import { U } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { ballCount, readCentres, readRadii } from './ball-input.js'
import { BALL } from './ball-pair.js'
import { encloseBalls } from './enclosing-ball.js'

/** The smallest ball that contains some balls. */
export interface EnclosingBall {
  /** Two numbers in the plane, three in space. */
  readonly centre: Float64Array
  /** The true smallest radius, or more by rounding: the ball contains every ball, in exact arithmetic. */
  readonly radius: number
  /** The balls that hold it, ascending: each touches it from within, and it is their smallest enclosing ball too. */
  readonly basis: Int32Array
}

/** The dimension for `smallestEnclosingBall`. */
export interface EnclosingBallOptions {
  /** Numbers a centre has. Default 3. */
  readonly dimension?: 2 | 3
}

/**
 * The smallest ball that contains all the balls, or points (radius 0): `centres` has x, y, z of each (x, y in the plane),
 * `radius` is one for all or one each.
 */
export function smallestEnclosingBall(
  centres: ArrayLike<number>,
  radius: number | ArrayLike<number>,
  options: EnclosingBallOptions = {},
): EnclosingBall {
  checkFields('', options, ['dimension'])
  const { dimension = 3 } = options
  if (dimension !== 2 && dimension !== 3) throw new InvalidInputError('dimension', dimension, '2 or 3')
  const n = ballCount(centres, dimension)
  const balls = new Float64Array(BALL * n)
  readCentres(balls, centres, dimension)
  readRadii(balls, radius)
  const ball = new Float64Array(BALL)
  const basis = new Int32Array(4)
  const size = encloseBalls(ball, 0, balls, 0, n, basis, 0, 0)
  let most = 0
  for (let p = 0; p < balls.length; p += BALL) most = Math.max(most, upperReach(ball, balls, p))
  return { centre: ball.slice(0, dimension), radius: most, basis: basis.slice(0, size) }
}

/**
 * At least |c − c_i| + r_i. The differences are off by u, the sum of their squares by 5 u, the root by 3.5 u and the sum
 * with r by one more: 8 u cover that and their own product. Squares below 1e-300 have lost digits: there, the sum of the
 * differences is more than the root.
 */
function upperReach(ball: Float64Array, balls: Float64Array, p: number): number {
  const x = Math.abs(ball[0]! - balls[p]!)
  const y = Math.abs(ball[1]! - balls[p + 1]!)
  const z = Math.abs(ball[2]! - balls[p + 2]!)
  const sum = x + y + z
  if (sum === 0) return balls[p + 3]!
  const sq = x * x + y * y + z * z
  const far = (sq < 1e-290 ? sum : Math.sqrt(sq)) + balls[p + 3]!
  return far + Math.max(8 * U * far, Number.MIN_VALUE)
}
