// Balls whose centres move straight and whose radii change linearly: do two of them touch at some instant of a step?
//
// With the difference D of the centres and the sum R of the radii, Q(t) = |D|² − R² has the Bernstein coefficients
//   q₀ = |D₀|² − R₀²,  q₁ = D₀·D₁ − R₀R₁,  q₂ = |D₁|² − R₁²  (0: at the start, 1: at the end).
// For 0 < t < 1 divide by (1 − t)²: Q > 0 there iff q₀ + 2q₁x + q₂x² > 0 for all x > 0. So the balls stay apart iff q₀ > 0, q₂ > 0 and
// (q₁ ≥ 0 or q₁² < q₀q₂).
//
// Rounding, in u. A difference of coordinates and a sum of radii are in error by 1 each, relatively; a square of three differences by 2 for the
// differences, 1 for the product and 2 for the sums: 5. R² by 2 + 1 = 3, and the last subtraction adds 1 of the result. So q₀ is in error
// by at most 6|D₀|² + 4R₀², and q₁ by at most 6 Σ|D₀ₖD₁ₖ| + 4R₀R₁, where Σ|D₀ₖD₁ₖ| ≤ (|D₀|² + |D₁|²)/2. A sum of three numbers (with
// a margin) costs one more u, twice in R². All of it, with the rounding of the sizes themselves, is below 8 u of s = |D|² + R² at
// that end, or of the mean of both ends for q₁. Underflow adds at most 2^-1070, which UNDERFLOW covers. What overflows is not a number or
// infinite in every comparison, and is left to whole numbers.
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import { wholeNumbers } from '../../base/math/whole-numbers.js'
import { signAt, trimmed } from './polynomials.js'
import { firstTime } from './sign-conditions.js'

/** Error of a Bernstein coefficient, in units of its sizes: see the head of the file. */
const COEFFICIENT_ERROR = 8 * U

/** Relative error of a product of two lower or upper bounds, and to spare. */
const PRODUCT_ERROR = 8 * U

/** Bits of a bracket. */
const BRACKET_BITS = 40

const APART = 1
const TOUCH = -1
const UNSURE = 0

/** Decisions of `movingBallsMeet` that doubles could not make, since the program started. */
export let exactBallDecisions = 0

/**
 * Balls x, y, z, r (stride 4) that move straight with radii that change linearly: do ball i of A and ball j of B touch at some instant?
 * Exact: ties are decided in whole numbers.
 */
export function movingBallsMeet(
  fromA: Float64Array,
  toA: Float64Array,
  i: number,
  fromB: Float64Array,
  toB: Float64Array,
  j: number,
): boolean {
  const verdict = compareMovingBalls(fromA, toA, i, fromB, toB, j, 0)
  if (verdict !== UNSURE) return verdict === TOUCH
  exactBallDecisions++
  const [q0, q1, q2] = exactCoefficients(fromA, toA, i, fromB, toB, j)
  return q0 <= 0n || q2 <= 0n || (q1 < 0n && q1 * q1 >= q0 * q2)
}

/** Brackets the first instant at which the balls touch, where `movingBallsMeet` said that they do: out[0] ≤ t* ≤ out[1], width at most 2^-40. */
export function firstBallContact(
  out: Float64Array,
  fromA: Float64Array,
  toA: Float64Array,
  i: number,
  fromB: Float64Array,
  toB: Float64Array,
  j: number,
): void {
  const [q0, q1, q2] = exactCoefficients(fromA, toA, i, fromB, toB, j)
  out[0] = out[1] = 0
  if (q0 <= 0n) return
  const quadratic = trimmed([q0, 2n * (q1 - q0), q0 - 2n * q1 + q2])
  // Positive at 0, and one change of sign between two instants: the other root is not between 0 and the first of them, or there were three.
  const k = Math.floor(guessFirstRoot(Number(q0), Number(q1), Number(q2)) * 2 ** BRACKET_BITS)
  if (k >= 0 && k < 2 ** BRACKET_BITS) {
    const [before, after] = [signAt(quadratic, BigInt(k), BRACKET_BITS), signAt(quadratic, BigInt(k + 1), BRACKET_BITS)]
    if (before > 0 && after < 0) {
      out[0] = k / 2 ** BRACKET_BITS
      out[1] = (k + 1) / 2 ** BRACKET_BITS
      return
    }
  }
  const first = firstTime([{ zero: [quadratic], nonNegative: [], positive: [] }], BRACKET_BITS)!
  out[0] = first.lower
  out[1] = first.upper
}

/** About the first root in [0, 1] of a quadratic with these Bernstein coefficients, q₀ > 0: q₀/(q₀ − q₁ + √(q₁² − q₀q₂)). */
function guessFirstRoot(q0: number, q1: number, q2: number): number {
  // Divided by the largest: products must not overflow.
  const scale = 1 / Math.max(Math.abs(q0), Math.abs(q1), Math.abs(q2))
  const [a, b, c] = [q0 * scale, q1 * scale, q2 * scale]
  return a / (a - b + Math.sqrt(b * b - a * c))
}

/**
 * Conservative test of two moving balls: true only where they are farther apart than `margin` (≥ 0) during the whole step. Doubles only;
 * false within rounding.
 */
export function movingBallsApart(
  fromA: Float64Array,
  toA: Float64Array,
  i: number,
  fromB: Float64Array,
  toB: Float64Array,
  j: number,
  margin: number,
): boolean {
  return compareMovingBalls(fromA, toA, i, fromB, toB, j, margin) === APART
}

/** APART or TOUCH where doubles are certain: whether the balls come within `margin` of each other. */
function compareMovingBalls(
  fromA: Float64Array,
  toA: Float64Array,
  i: number,
  fromB: Float64Array,
  toB: Float64Array,
  j: number,
  margin: number,
): number {
  const a = 4 * i
  const b = 4 * j
  const x0 = fromA[a]! - fromB[b]!
  const y0 = fromA[a + 1]! - fromB[b + 1]!
  const z0 = fromA[a + 2]! - fromB[b + 2]!
  const r0 = fromA[a + 3]! + fromB[b + 3]! + margin
  const square0 = x0 * x0 + y0 * y0 + z0 * z0
  const radiusSq0 = r0 * r0
  const q0 = square0 - radiusSq0
  const e0 = COEFFICIENT_ERROR * (square0 + radiusSq0) + UNDERFLOW
  if (q0 < -e0) return TOUCH
  const x1 = toA[a]! - toB[b]!
  const y1 = toA[a + 1]! - toB[b + 1]!
  const z1 = toA[a + 2]! - toB[b + 2]!
  const r1 = toA[a + 3]! + toB[b + 3]! + margin
  const square1 = x1 * x1 + y1 * y1 + z1 * z1
  const radiusSq1 = r1 * r1
  const q2 = square1 - radiusSq1
  const e2 = COEFFICIENT_ERROR * (square1 + radiusSq1) + UNDERFLOW
  if (q2 < -e2) return TOUCH
  const low0 = q0 - e0
  const low2 = q2 - e2
  const q1 = x0 * x1 + y0 * y1 + z0 * z1 - r0 * r1
  const e1 = e0 + e2
  if (low0 > 0 && low2 > 0) {
    const low1 = q1 - e1
    if (low1 >= 0 || low1 * low1 * (1 + PRODUCT_ERROR) + UNDERFLOW < low0 * low2) return APART
    const up1 = q1 + e1
    if (up1 < 0 && up1 * up1 > (q0 + e0) * (q2 + e2) * (1 + PRODUCT_ERROR) + UNDERFLOW) return TOUCH
  }
  return UNSURE
}

/** q₀, q₁, q₂ in whole numbers of one unit, squared. */
function exactCoefficients(
  fromA: Float64Array,
  toA: Float64Array,
  i: number,
  fromB: Float64Array,
  toB: Float64Array,
  j: number,
): readonly [bigint, bigint, bigint] {
  const slice = (values: Float64Array, k: number): number[] => Array.from(values.subarray(4 * k, 4 * k + 4))
  const whole = wholeNumbers([...slice(fromA, i), ...slice(fromB, j), ...slice(toA, i), ...slice(toB, j)])
  const end = (o: number): readonly [bigint, bigint, bigint, bigint] => [
    whole[o]! - whole[o + 4]!,
    whole[o + 1]! - whole[o + 5]!,
    whole[o + 2]! - whole[o + 6]!,
    whole[o + 3]! + whole[o + 7]!,
  ]
  const form = (p: readonly bigint[], q: readonly bigint[]): bigint =>
    p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]! - p[3]! * q[3]!
  const [start, stop] = [end(0), end(8)]
  return [form(start, start), form(start, stop), form(stop, stop)]
}
