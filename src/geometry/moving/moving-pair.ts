// Two convex hulls of one to three points each that move straight: do they come within reach of each other?
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import { wholeNumbers } from '../../base/math/whole-numbers.js'
import { contactCases, movingPoint } from './pair-features.js'
import { type MovingPairProof, proveApart, type WholeHull } from './pair-proof.js'
import { firstTime } from './sign-conditions.js'

/** Two convex hulls of one to three points each that move straight: do they come within `reach` of each other at some instant? */
export class MovingPair {
  /** Decisions that doubles could not make, since the counters were reset. */
  exactCalls = 0
  /** All decisions since the counters were reset. */
  decisions = 0

  private readonly pointsA = new Float64Array(18)
  private readonly pointsB = new Float64Array(18)
  private countA = 0
  private countB = 0

  /**
   * Hull A: points at offsets p, q, r (index of x; x, y, z follow) of the arrays `from` (time 0) and `to` (time 1); −1 for a point that
   * there is not. Copies.
   */
  setA(from: Float64Array, to: Float64Array, p: number, q: number, r: number): void {
    this.countA = copyPoints(this.pointsA, from, to, p, q, r)
  }

  /** Hull B, as `setA`. */
  setB(from: Float64Array, to: Float64Array, p: number, q: number, r: number): void {
    this.countB = copyPoints(this.pointsB, from, to, p, q, r)
  }

  /** Exact: true iff at some t in [0, 1] the distance of the hulls is at most reach (≥ 0; touching counts). */
  meets(reach: number): boolean {
    this.decisions++
    this.exactCalls++
    return this.exactBracket(reach, 0) !== undefined
  }

  /** After `meets` said true: brackets the first such instant. out[0] ≤ t* ≤ out[1], width at most 2^-40. */
  firstContact(out: Float64Array, reach: number): void {
    const { lower, upper } = this.exactBracket(reach, 40)!
    out[0] = lower
    out[1] = upper
  }

  /** Doubles only, no bisection: does one direction separate them by more than reach during all of [0, 1]? For filters. */
  separatedThroughout(reach: number): boolean {
    return separatedByCentres(this.pointsA, this.countA, this.pointsB, this.countB, reach)
  }

  /** The proof that they stay farther apart than reach, or undefined if they meet. Slow: whole numbers throughout. */
  prove(reach: number): MovingPairProof | undefined {
    if (this.meets(reach)) return undefined
    const { a, b, whole } = this.wholeHulls(reach)
    return proveApart(a, b, whole)
  }

  private exactBracket(reach: number, bits: number): { lower: number; upper: number } | undefined {
    const { a, b, whole } = this.wholeHulls(reach)
    const moving = ({ from, to }: WholeHull) =>
      [0, 3, 6].filter((i) => i < from.length).map((i) => movingPoint(from, to, i))
    const cases = contactCases(moving(a), moving(b), whole * whole)
    return cases === 'at-once' ? { lower: 0, upper: 0 } : firstTime(cases, bits)
  }

  /** Hulls and reach in whole numbers of one unit. */
  private wholeHulls(reach: number): { a: WholeHull; b: WholeHull; whole: bigint } {
    const whole = wholeNumbers([...this.pointsA, ...this.pointsB, reach])
    const hull = (o: number, count: number): WholeHull => ({
      from: whole.slice(o, o + 3 * count),
      to: whole.slice(o + 9, o + 9 + 3 * count),
    })
    return { a: hull(0, this.countA), b: hull(18, this.countB), whole: whole[36]! }
  }
}

/** Points at t = 0 from index 0, at t = 1 from index 9. Returns how many. */
function copyPoints(out: Float64Array, from: Float64Array, to: Float64Array, p: number, q: number, r: number): number {
  out.fill(0)
  let count = 0
  for (const i of [p, q, r]) {
    if (i < 0) continue
    for (let k = 0; k < 3; k++) {
      out[3 * count + k] = from[i + k]!
      out[9 + 3 * count + k] = to[i + k]!
    }
    count++
  }
  return count
}

/**
 * Error of a gap, in units of u·S·|n|₁, where S is the largest coordinate: the products and two sums of n·p are in error by 3 u of |n|₁·S, twice, and the
 * difference of two of them by u of 2|n|₁·S: 8. The rest is for the rounding of |n|₁, S and the product itself.
 */
const GAP_ERROR = 12 * U

/** Relative error of reach·|n|: the square by 3 u, the root by half of that and 1, the product by 1; and the sum. */
const REACH_ERROR = 8 * U

/** Whether the direction between the mean points at t = 1/2 separates the hulls at both ends, and so throughout. */
function separatedByCentres(a: Float64Array, countA: number, b: Float64Array, countB: number, reach: number): boolean {
  let [x, y, z] = [0, 0, 0]
  let largest = 0
  for (let i = 0; i < 18; i++) largest = Math.max(largest, Math.abs(a[i]!), Math.abs(b[i]!))
  for (let o = 0; o < 18; o += 9) {
    for (let i = o; i < o + 3 * countA; i += 3) {
      x += a[i]! / countA
      y += a[i + 1]! / countA
      z += a[i + 2]! / countA
    }
    for (let j = o; j < o + 3 * countB; j += 3) {
      x -= b[j]! / countB
      y -= b[j + 1]! / countB
      z -= b[j + 2]! / countB
    }
  }
  const slack = GAP_ERROR * largest * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + UNDERFLOW
  const need = reach * Math.sqrt(x * x + y * y + z * z) * (1 + REACH_ERROR) + slack
  for (let o = 0; o < 18; o += 9) {
    let low = Infinity
    let high = -Infinity
    for (let i = o; i < o + 3 * countA; i += 3) low = Math.min(low, x * a[i]! + y * a[i + 1]! + z * a[i + 2]!)
    for (let j = o; j < o + 3 * countB; j += 3) high = Math.max(high, x * b[j]! + y * b[j + 1]! + z * b[j + 2]!)
    if (!(low - high > need)) return false
  }
  return true
}
