// Two convex hulls of one to three points each that move straight: do they come within reach of each other?
//
// Doubles say `free` where they can prove it: along a fixed direction n the gap min_A n·p(t) − max_B n·y(t) is a minimum of linear functions,
// so it is concave, and above reach·|n| throughout an interval of time if it is at both of its ends. The direction is the one between the closest
// points at the middle of the interval, which is halved where that fails. Everything else is decided in whole numbers (pair-features.ts).
//
// Rounding of a gap, in units of u·S·|n|₁, with S the largest coordinate relative to an origin near the pair: a coordinate relative to
// the origin is in error by 1, its product with n and the two sums by 3: 4 for n·p at an end of the step. At the instant t between,
// a + t(b − a) keeps these 4 (it is a mean of both) and adds 2 for the difference, 2 for the product, 1 for the sum: 9. Twice that for the
// two hulls and 2 for the last difference: 20. GAP_ERROR has some more for products of errors and for the rounding of S and |n|₁.
// The largest component of n is ±1, so |n| does not underflow, and products with n lose at most 2^-1074 each: UNDERFLOW is more
// than all of that. What overflows or is not a number fails the comparison and is left to whole numbers.
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import { wholeNumbers } from '../../base/math/whole-numbers.js'
import { closestDirection, normaliseDirection } from './closest-direction.js'
import { contactCases, type KnownApart, type MovingVector, movingPoint } from './pair-features.js'
import { exactLeaf, type MovingPairLeaf, type MovingPairProof, type WholeHull } from './pair-proof.js'
import { firstTime } from './sign-conditions.js'

/** Error of a gap, see the head of the file. No unit: times S·|n|₁. */
const GAP_ERROR = 32 * U

/** Relative error of reach·|n|: |n|² by 3 u, its root by 1.5 + 1, the product by 1; and the sum with the slack. */
const REACH_ERROR = 8 * U

/** Intervals shorter than 2^-12 are left to whole numbers. */
const SHORTEST = 2 ** -12

/** Middles of intervals are whole multiples of 2 to the power of minus this. */
const SUSPECT_BITS = 13

/** What directions of proofs are multiplied by before they are rounded: 16 and 31 bits with the sign. */
const DIRECTION_SCALES = [2 ** 15 - 1, 2 ** 30]

/** Intervals of a proof down to this level are halved where doubles see no gap; shorter ones are left to whole numbers, which have more ways. */
const HALVED_IN_DOUBLES = 6

/** Directions tested before whole numbers take over. */
const MOST_TESTS = 48

/** From this number of points on, a cheaper direction is tried before that of the closest points. */
const MANY_POINTS = 5

/** The direction under test, and points of A and B at one instant: one call uses them, from start to end. */
const n = new Float64Array(3)
const atA = new Float64Array(9)
const atB = new Float64Array(9)

/** Ends of the intervals that are not proved yet, latest first. */
const pending = new Float64Array(64)

/** Two convex hulls of one to three points each that move straight: do they come within `reach` of each other at some instant? */
export class MovingPair {
  /** Decisions that doubles could not make, since the counters were reset. */
  exactCalls = 0
  /** All decisions since the counters were reset. */
  decisions = 0

  private readonly pointsA = new Float64Array(18)
  private readonly pointsB = new Float64Array(18)
  /** Relative to an origin near the pair: the same layout. */
  private readonly localA = new Float64Array(18)
  private readonly localB = new Float64Array(18)
  /** Where doubles saw the hulls within reach during the last decision; NaN if they did not. */
  private suspect = Number.NaN
  private countA = 0
  private countB = 0

  /**
   * Hull A: points at offsets p, q, r (index of x; x, y, z follow) of the arrays `from` (time 0) and `to` (time 1); −1 for a point that
   * there is not. Coordinates must be finite. Copies.
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
    if (this.separatedInDoubles(reach)) return false
    this.exactCalls++
    return this.meetsExactly(reach)
  }

  /** After `meets` said true: brackets the first such instant. out[0] ≤ t* ≤ out[1], width at most 2^-40. */
  firstContact(out: Float64Array, reach: number): void {
    const { lower, upper } = this.exactBracket(reach, 40)!
    out[0] = lower
    out[1] = upper
  }

  /** Doubles only, no bisection: does one direction separate them by more than reach during all of [0, 1]? For filters. */
  separatedThroughout(reach: number): boolean {
    return this.separated(reach, 0, 1, this.localise()) === 1
  }

  /** The proof that they stay farther apart than reach, or undefined if they meet. Allocates; where they nearly touch, some milliseconds. */
  prove(reach: number): MovingPairProof | undefined {
    if (this.meets(reach)) return undefined
    const leaves: MovingPairLeaf[] = []
    const slack = this.localise()
    let hulls: { a: WholeHull; b: WholeHull; whole: bigint } | undefined
    const cover = (k: bigint, m: number): void => {
      let leaf = this.leafInDoubles(reach, Number(k), m, slack)
      if (leaf === undefined) {
        hulls ??= this.wholeHulls(reach)
        leaf = exactLeaf(hulls.a, hulls.b, hulls.whole, k, m)
      }
      if (leaf === undefined || leaf === 'halve') {
        cover(2n * k, m + 1)
        cover(2n * k + 1n, m + 1)
      } else {
        leaves.push(leaf)
      }
    }
    cover(0n, 0)
    return { leaves }
  }

  /**
   * A leaf whose direction was rounded to 16 or 31 bits before it was tested; 'halve' where doubles see that the direction fails;
   * undefined where whole numbers must try.
   */
  private leafInDoubles(reach: number, k: number, m: number, slack: number): MovingPairLeaf | 'halve' | undefined {
    const length = 2 ** -m
    if (length < SHORTEST) return undefined
    const { localA, localB, countA, countB } = this
    const [from, to] = [k * length, (k + 1) * length]
    const arePoints = countA === 1 && countB === 1
    if (arePoints && m === 0) this.directPoints()
    else this.directHulls((from + to) / 2)
    const [x, y, z] = [n[0]!, n[1]!, n[2]!]
    const gap = leastGap(localA, countA, localB, countB, from, to)
    const need = gapNeeded(reach, slack)
    if (gap > need) {
      for (const scale of DIRECTION_SCALES) {
        // Not −0.
        n[0] = Math.round(x * scale) + 0
        n[1] = Math.round(y * scale) + 0
        n[2] = Math.round(z * scale) + 0
        if (leastGap(localA, countA, localB, countB, from, to) > gapNeeded(reach, slack)) {
          return { level: m, direction: [n[0]!, n[1]!, n[2]!] }
        }
      }
    }
    // Whole numbers would see the same. A guess is enough: an interval may always be halved.
    return !arePoints && m < HALVED_IN_DOUBLES && gap < need - 4 * slack ? 'halve' : undefined
  }

  /** Coordinates relative to A's first point. Returns GAP_ERROR times the largest of them. */
  private localise(): number {
    const { pointsA, pointsB, localA, localB, countA, countB } = this
    const x = pointsA[0]!
    const y = pointsA[1]!
    const z = pointsA[2]!
    return (
      GAP_ERROR * Math.max(localPoints(localA, pointsA, countA, x, y, z), localPoints(localB, pointsB, countB, x, y, z))
    )
  }

  /** Whether doubles prove that the hulls stay farther apart than reach. */
  private separatedInDoubles(reach: number): boolean {
    const slack = this.localise()
    this.suspect = Number.NaN
    if (this.countA === 1 && this.countB === 1) return this.separatedPoints(reach, slack)
    if (this.countA + this.countB >= MANY_POINTS && this.separatedByMeans(reach, slack)) return true
    let tests = 0
    let last = 1
    let from = 0
    pending[0] = 1
    while (last > 0) {
      const to = pending[last - 1]!
      const verdict = this.separated(reach, from, to, slack)
      if (verdict === 1) {
        from = to
        last--
      } else {
        if (verdict < 0) this.suspect = (from + to) / 2
        if (verdict < 0 || ++tests > MOST_TESTS || to - from <= SHORTEST) return false
        pending[last++] = (from + to) / 2
      }
    }
    return true
  }

  /**
   * 1 if the direction between the closest points at the middle of an interval proves it; −1 if along that direction the hulls are within reach at
   * the middle, so that shorter intervals hardly help; otherwise 0.
   */
  private separated(reach: number, from: number, to: number, slack: number): number {
    const { localA, localB, countA, countB } = this
    const middle = (from + to) / 2
    this.directHulls(middle)
    const need = gapNeeded(reach, slack)
    if (leastGap(localA, countA, localB, countB, from, to) > need) return 1
    return leastGap(localA, countA, localB, countB, middle, middle) > need ? 0 : -1
  }

  /** The direction between the means of the points at t = 1/2, for the whole step. */
  private separatedByMeans(reach: number, slack: number): boolean {
    const { localA, localB, countA, countB } = this
    const [forA, forB] = [1 / countA, 1 / countB]
    let x = 0
    let y = 0
    let z = 0
    for (let o = 0; o < 18; o += 9) {
      for (let i = o; i < o + 3 * countA; i += 3) {
        x += forA * localA[i]!
        y += forA * localA[i + 1]!
        z += forA * localA[i + 2]!
      }
      for (let j = o; j < o + 3 * countB; j += 3) {
        x -= forB * localB[j]!
        y -= forB * localB[j + 1]!
        z -= forB * localB[j + 2]!
      }
    }
    normaliseDirection(n, x, y, z)
    return leastGap(localA, countA, localB, countB, 0, 1) > gapNeeded(reach, slack)
  }

  /** Sets n to the direction between the closest points at an instant. */
  private directHulls(t: number): void {
    pointsAt(atA, this.localA, this.countA, t)
    pointsAt(atB, this.localB, this.countB, t)
    closestDirection(n, atA, this.countA, atB, this.countB)
  }

  /** Two points: the direction from the origin to the closest point of the segment of their differences proves all that can be proved. */
  private separatedPoints(reach: number, slack: number): boolean {
    this.directPoints()
    return leastGap(this.localA, 1, this.localB, 1, 0, 1) > gapNeeded(reach, slack)
  }

  private directPoints(): void {
    const { localA, localB } = this
    const x = localA[0]! - localB[0]!
    const y = localA[1]! - localB[1]!
    const z = localA[2]! - localB[2]!
    const vx = localA[9]! - localB[9]! - x
    const vy = localA[10]! - localB[10]! - y
    const vz = localA[11]! - localB[11]! - z
    const square = vx * vx + vy * vy + vz * vz
    const t = square > 0 ? -(x * vx + y * vy + z * vz) / square : 0
    this.directHulls(t < 0 ? 0 : t > 1 ? 1 : t)
  }

  private exactBracket(reach: number, bits: number): { lower: number; upper: number } | undefined {
    const { a, b, whole } = this.wholeHulls(reach)
    const cases = contactCases(movingPoints(a), movingPoints(b), whole * whole, this.knownApart(reach))
    return cases === 'at-once' ? { lower: 0, upper: 0 } : firstTime(cases, bits)
  }

  /** Decides in whole numbers: first at the instant at which doubles saw the hulls within reach. */
  private meetsExactly(reach: number): boolean {
    const { a, b, whole } = this.wholeHulls(reach)
    const isApart = this.knownApart(reach)
    if (!Number.isNaN(this.suspect)) {
      // A whole multiple of 2^-13 or more: see SHORTEST.
      const [shift, k] = [BigInt(SUSPECT_BITS), BigInt(this.suspect * 2 ** SUSPECT_BITS)]
      const then = ({ from, to }: WholeHull) => {
        const points = from.map((x, i) => (x << shift) + k * (to[i]! - x))
        return movingPoints({ from: points, to: points })
      }
      if (contactCases(then(a), then(b), (whole * whole) << (2n * shift), isApart) === 'at-once') return true
    }
    const cases = contactCases(movingPoints(a), movingPoints(b), whole * whole, isApart)
    return cases === 'at-once' || firstTime(cases, 0) !== undefined
  }

  /** Parts of the hulls that doubles prove to stay apart: most pairs of features need no whole numbers. */
  private knownApart(reach: number): KnownApart {
    const parts = new MovingPair()
    const ends = [this.pointsA.subarray(9), this.pointsB.subarray(9)] as const
    const known: (readonly [number, number])[] = []
    const answers = new Map<number, boolean>()
    const offset = (mask: number, i: number) => ((mask >> i) & 1 ? 3 * i : -1)
    return (maskA, maskB) => {
      const key = 8 * maskA + maskB
      let answer = answers.get(key)
      if (answer === undefined) {
        answer = known.some(([a, b]) => (a & maskA) === maskA && (b & maskB) === maskB)
        if (!answer) {
          parts.setA(this.pointsA, ends[0], offset(maskA, 0), offset(maskA, 1), offset(maskA, 2))
          parts.setB(this.pointsB, ends[1], offset(maskB, 0), offset(maskB, 1), offset(maskB, 2))
          answer = parts.separatedInDoubles(reach)
          if (answer) known.push([maskA, maskB])
        }
        answers.set(key, answer)
      }
      return answer
    }
  }

  /** Hulls and reach in whole numbers of one unit. */
  private wholeHulls(reach: number): { a: WholeHull; b: WholeHull; whole: bigint } {
    const { pointsA, pointsB, countA, countB } = this
    const [a, b] = [3 * countA, 3 * countB]
    const whole = wholeNumbers([
      ...pointsA.subarray(0, a),
      ...pointsA.subarray(9, 9 + a),
      ...pointsB.subarray(0, b),
      ...pointsB.subarray(9, 9 + b),
      reach,
    ])
    return {
      a: { from: whole.slice(0, a), to: whole.slice(a, 2 * a) },
      b: { from: whole.slice(2 * a, 2 * a + b), to: whole.slice(2 * a + b, -1) },
      whole: whole[whole.length - 1]!,
    }
  }
}

function movingPoints({ from, to }: WholeHull): MovingVector[] {
  return [0, 3, 6].filter((i) => i < from.length).map((i) => movingPoint(from, to, i))
}

/** Points at t = 0 from index 0, at t = 1 from index 9. Returns how many. */
function copyPoints(out: Float64Array, from: Float64Array, to: Float64Array, p: number, q: number, r: number): number {
  let count = 0
  if (p >= 0) copyPoint(out, 3 * count++, from, to, p)
  if (q >= 0) copyPoint(out, 3 * count++, from, to, q)
  if (r >= 0) copyPoint(out, 3 * count++, from, to, r)
  return count
}

function copyPoint(out: Float64Array, o: number, from: Float64Array, to: Float64Array, i: number): void {
  out[o] = from[i]!
  out[o + 1] = from[i + 1]!
  out[o + 2] = from[i + 2]!
  out[o + 9] = to[i]!
  out[o + 10] = to[i + 1]!
  out[o + 11] = to[i + 2]!
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

/** Points at an instant. */
function pointsAt(out: Float64Array, points: Float64Array, count: number, t: number): void {
  for (let i = 0; i < 3 * count; i++) out[i] = points[i]! + t * (points[i + 9]! - points[i]!)
}

/** What the computed gap along n must exceed. */
function gapNeeded(reach: number, slack: number): number {
  const x = n[0]!
  const y = n[1]!
  const z = n[2]!
  const length = Math.sqrt(x * x + y * y + z * z)
  return reach * length * (1 + REACH_ERROR) + slack * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + UNDERFLOW
}

/** The gap along n at two instants: the smaller one. */
function leastGap(a: Float64Array, countA: number, b: Float64Array, countB: number, t0: number, t1: number): number {
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
