// Gaps between two moving hulls along a direction, in doubles, with what they may be off by rounding.
//
// In units of u·S·|n|₁, with S the largest coordinate relative to an origin near the pair: a coordinate relative to the origin is in error by
// 1, its product with n and the two sums by 3: 4 for n·p at an end of the step. At the instant t between, a + t(b − a) keeps these 4 (it is
// a mean of both) and adds 2 for the difference, 2 for the product, 1 for the sum: 9. The same where the coordinates are interpolated first
// and multiplied then: 1 + 2 + 2 + 1 for the point and 3 for n·p. Twice that for the two hulls and 2 for the last difference: 20.
// GAP_ERROR has some more for products of errors and for the rounding of S and |n|₁. The largest component of n is ±1, so |n|
// does not underflow, and products with n lose at most 2^-1074 each: UNDERFLOW is more than all of that. What overflows or is not a
// number fails the comparison and is left to whole numbers.
//
// A direction that turns from n₀ to n₁ (pair-proof.ts) has a third gap, of n₀·p₁ + n₁·p₀: the two products are in error by 9·|n₀|₁
// and 9·|n₁|₁ and their sum by 2 of both; twice that and the last difference: 24 of |n₀|₁ + |n₁|₁.
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import { closestDirection } from './closest-direction.js'

/** Error of a gap, see the head of the file. No unit: times S·|n|₁. */
const GAP_ERROR = 32 * U

/** Relative error of reach·|n|: |n|² by 3 u, its root by 1.5 + 1, the product by 1; and the sum with the slack. */
const REACH_ERROR = 8 * U

/** Two hulls relative to an origin near them: points at t = 0 from index 0, at t = 1 from index 9. */
export interface LocalHulls {
  readonly a: Float64Array
  readonly b: Float64Array
  countA: number
  countB: number
  /** GAP_ERROR times the largest coordinate. */
  slack: number
}

/** Points of A and B at one instant: one call uses them, from start to end. */
const atA = new Float64Array(9)
const atB = new Float64Array(9)

/** Coordinates relative to A's first point. */
export function localise(out: LocalHulls, pointsA: Float64Array, pointsB: Float64Array): void {
  const x = pointsA[0]!
  const y = pointsA[1]!
  const z = pointsA[2]!
  const largest = Math.max(
    localPoints(out.a, pointsA, out.countA, x, y, z),
    localPoints(out.b, pointsB, out.countB, x, y, z),
  )
  out.slack = GAP_ERROR * largest
}

/** Coordinates relative to (x, y, z); returns the largest of them. */
function localPoints(out: Float64Array, points: Float64Array, count: number, x: number, y: number, z: number): number {
  let largest = 0
  for (let o = 0; o < 18; o += 9) {
    for (let i = o; i < o + 3 * count; i += 3) {
      const px = points[i]! - x
      const py = points[i + 1]! - y
      const pz = points[i + 2]! - z
      out[i] = px
      out[i + 1] = py
      out[i + 2] = pz
      largest = Math.max(largest, Math.abs(px), Math.abs(py), Math.abs(pz))
    }
  }
  return largest
}

/** The direction from B to A between the closest points at an instant, largest component ±1, or NaN. */
export function directionAt(out: Float64Array, { a, b, countA, countB }: LocalHulls, t: number): void {
  pointsAt(atA, a, countA, t)
  pointsAt(atB, b, countB, t)
  closestDirection(out, atA, countA, atB, countB)
}

/** Points at an instant. */
export function pointsAt(out: Float64Array, points: Float64Array, count: number, t: number): void {
  for (let i = 0; i < 3 * count; i++) out[i] = points[i]! + t * (points[i + 9]! - points[i]!)
}

/** What the computed gap along n must exceed. */
export function gapNeeded(n: Float64Array, reach: number, slack: number): number {
  const x = n[0]!
  const y = n[1]!
  const z = n[2]!
  const length = Math.sqrt(x * x + y * y + z * z)
  return reach * length * (1 + REACH_ERROR) + slack * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + UNDERFLOW
}

/** The gap along n at two instants: the smaller one. */
export function leastGap(n: Float64Array, { a, b, countA, countB }: LocalHulls, t0: number, t1: number): number {
  const x = n[0]!
  const y = n[1]!
  const z = n[2]!
  let low0 = Infinity
  let low1 = Infinity
  for (let i = 0; i < 3 * countA; i += 3) {
    const start = x * a[i]! + y * a[i + 1]! + z * a[i + 2]!
    const move = x * a[i + 9]! + y * a[i + 10]! + z * a[i + 11]! - start
    low0 = Math.min(low0, start + t0 * move)
    low1 = Math.min(low1, start + t1 * move)
  }
  let high0 = -Infinity
  let high1 = -Infinity
  for (let j = 0; j < 3 * countB; j += 3) {
    const start = x * b[j]! + y * b[j + 1]! + z * b[j + 2]!
    const move = x * b[j + 9]! + y * b[j + 10]! + z * b[j + 11]! - start
    high0 = Math.max(high0, start + t0 * move)
    high1 = Math.max(high1, start + t1 * move)
  }
  return Math.min(low0 - high0, low1 - high1)
}

/** The gap of a direction that turns: the least of n₀·p₁ + n₁·p₀ over A less the most over B, for points at t₀ and t₁. */
export function mixedGap(n0: Float64Array, n1: Float64Array, hulls: LocalHulls, t0: number, t1: number): number {
  const { a, b, countA, countB } = hulls
  let least = Infinity
  for (let i = 0; i < 3 * countA; i += 3) least = Math.min(least, mixedAlong(n0, n1, a, i, t0, t1))
  let most = -Infinity
  for (let j = 0; j < 3 * countB; j += 3) most = Math.max(most, mixedAlong(n0, n1, b, j, t0, t1))
  return least - most
}

function mixedAlong(
  n0: Float64Array,
  n1: Float64Array,
  points: Float64Array,
  i: number,
  t0: number,
  t1: number,
): number {
  let sum = 0
  let turned = 0
  for (let k = 0; k < 3; k++) {
    const from = points[i + k]!
    const move = points[i + k + 9]! - from
    sum += n0[k]! * (from + t1 * move)
    turned += n1[k]! * (from + t0 * move)
  }
  return sum + turned
}
