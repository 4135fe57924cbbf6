// Two balls: do they touch, and how far apart are they. Balls are flat, x, y, z, r, and closed: they touch when the distance
// of their centres is at most the sum of their radii, in exact arithmetic on the numbers given.
import { SMALL_SQUARE, U } from '../../base/math/rounding.js'
import { wholeNumbers } from '../../base/math/whole-numbers.js'

/** Numbers in a ball: x, y, z, r. */
export const BALL = 4

/**
 * How far s = |ci − cj|² and t = (ri + rj)² can be off, as a share of them: differences, squares and sums are 5 u for s, a sum
 * and a square 3 u for t. 16 u is both with room.
 */
const SQUARE_ROUNDING = 16 * U

/**
 * How far `ballGap` can be off, as a share of |ci − cj| + ri + rj: 2.5 u and a half for the root of the sum of squares, u for
 * the sum of radii, u for the difference.
 */
export const BALL_GAP_ROUNDING = 8 * U

/** Whether the balls i of a and j of b touch. Exact. */
export function ballsTouch(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const p = BALL * i
  const q = BALL * j
  const dx = a[p]! - b[q]!
  const dy = a[p + 1]! - b[q + 1]!
  const dz = a[p + 2]! - b[q + 2]!
  const r = a[p + 3]! + b[q + 3]!
  const s = dx * dx + dy * dy + dz * dz
  const t = r * r
  const unsure = SQUARE_ROUNDING * t
  if (s > t + unsure && s > SMALL_SQUARE) return false
  if (s < t - unsure && t > SMALL_SQUARE) return true
  // A difference of doubles is zero only if they are equal.
  if (dx === 0 && dy === 0 && dz === 0) return true
  if (
    exactDifference(a[p]!, b[q]!, dx) &&
    exactDifference(a[p + 1]!, b[q + 1]!, dy) &&
    exactDifference(a[p + 2]!, b[q + 2]!, dz) &&
    exactDifference(a[p + 3]!, -b[q + 3]!, r) &&
    shortSquares(dx, dy, dz, r)
  ) {
    return s <= t
  }
  return ballsTouchExactly(a, p, b, q)
}

/** Whether d, the rounded x − y, is x − y: the tail of the difference is zero. */
function exactDifference(x: number, y: number, d: number): boolean {
  const v = x - d
  return x - (d + v) + (v - y) === 0
}

/** Whether the squares of four numbers and the sum of the first three are exact: short ones, as whole numbers and halves are. */
function shortSquares(x: number, y: number, z: number, r: number): boolean {
  if (Math.fround(x) !== x || Math.fround(y) !== y || Math.fround(z) !== z || Math.fround(r) !== r) return false
  const xx = x * x
  const yy = y * y
  const zz = z * z
  const sum = xx + yy
  return exactDifference(xx, -yy, sum) && exactDifference(sum, -zz, sum + zz)
}

/** |ci − cj| − (ri + rj) in doubles: negative where the balls overlap. Good to BALL_GAP_ROUNDING. */
export function ballGap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const p = BALL * i
  const q = BALL * j
  const dx = a[p]! - b[q]!
  const dy = a[p + 1]! - b[q + 1]!
  const dz = a[p + 2]! - b[q + 2]!
  const s = dx * dx + dy * dy + dz * dz
  const distance = s > SMALL_SQUARE ? Math.sqrt(s) : smallNorm(dx, dy, dz)
  return distance - (a[p + 3]! + b[q + 3]!)
}

/** The length of a vector whose square underflows. Scaled by a power of two, which is exact. */
function smallNorm(x: number, y: number, z: number): number {
  const sx = x * 2 ** 600
  const sy = y * 2 ** 600
  const sz = z * 2 ** 600
  return Math.sqrt(sx * sx + sy * sy + sz * sz) * 2 ** -600
}

/** The sign of the gap where rounding cannot tell: in whole numbers. */
function ballsTouchExactly(a: Float64Array, p: number, b: Float64Array, q: number): boolean {
  const w = wholeNumbers([...a.subarray(p, p + BALL), ...b.subarray(q, q + BALL)])
  const dx = w[0]! - w[4]!
  const dy = w[1]! - w[5]!
  const dz = w[2]! - w[6]!
  const r = w[3]! + w[7]!
  return dx * dx + dy * dy + dz * dz <= r * r
}
