// The proof that two hulls whose points move straight stay farther apart than a reach: intervals of time, each with a direction.
//
// A fixed direction n. The gap min_A n·p(t) − max_B n·y(t) is a minimum of linear functions, so it is concave: what is above reach·|n| at both
// ends of an interval is so throughout. The direction is the one between the closest points at the middle. There the gap is |n|
// times the distance, which is above reach; so it is above in an interval around it, and as the distance less reach has a positive minimum over
// [0, 1], halving ends.
//
// A direction that turns. Where edges or faces that tilt graze each other, every fixed direction loses in proportion to the length of the interval, and
// the number of intervals grows like the root of 1/clearance: some thousand at 10^-6. With n(x) from n₀ to n₁, and the difference d of a point
// of A and one of B from d₀ to d₁, n·d has the Bernstein coefficients n₀·d₀, (n₀·d₁ + n₁·d₀)/2, n₁·d₁, and |n(x)| is at most the interpolation of
// |n₀| and |n₁|. So the interval is proved if for all such d: n₀·d₀ > reach·|n₀|, n₁·d₁ > reach·|n₁| and
// n₀·d₁ + n₁·d₀ > reach·(|n₀| + |n₁|). With the directions between the closest points at both ends, what is lost is quadratic in the length.
import { featurePairs, type MovingVector } from './pair-features.js'
import { trimmed } from './polynomials.js'

/**
 * Dyadic intervals of [0, 1] in order of time, each with a direction that separates the hulls during the whole interval: leaf k has an interval
 * 2^-level long, and the levels of consecutive leaves fix the intervals, as in a binary tree that is read from left to right. What holds
 * exactly at both ends t of the interval: min_A n·p(t) − max_B n·y(t) > reach·|n|; or, with `turnsTo`, the three inequalities in the head of
 * the file.
 */
export interface MovingPairProof {
  readonly leaves: readonly MovingPairLeaf[]
}

/** A direction with whole components. */
export type WholeDirection = readonly [bigint | number, bigint | number, bigint | number]

/** One interval of a `MovingPairProof`. */
export interface MovingPairLeaf {
  readonly level: number
  /** During the whole interval, or at its start where it turns. */
  readonly direction: WholeDirection
  /** The direction at the end of the interval; only where hulls nearly touch. */
  readonly turnsTo?: WholeDirection
}

/** Whole coordinates x, y, z of a hull's points at t = 0 and t = 1. */
export interface WholeHull {
  readonly from: readonly bigint[]
  readonly to: readonly bigint[]
}

/** A vector with whole components. */
export type WholeVector = readonly [bigint, bigint, bigint]

/** Bits of a component that are tried in turn, before the whole direction. */
const DIRECTION_BITS = [16, 32, 64]

/** Directions turn in intervals of this level and below: longer ones are halved first. */
const TURNING_LEVEL = 6

/** Bits of a direction that turns, at most: both ends must have the same length, nearly, or the direction turns unevenly. */
const TURNING_BITS = 256

/** A leaf that proves the interval from k/2^m to (k+1)/2^m, if one of the directions between closest points does. */
export function exactLeaf(a: WholeHull, b: WholeHull, reach: bigint, k: bigint, m: number): MovingPairLeaf | undefined {
  const scaled = reach << BigInt(m)
  const at = (hull: WholeHull, t: bigint) => wholePointsAt(hull, t, m)
  const [a0, b0, a1, b1] = [at(a, k), at(b, k), at(a, k + 1n), at(b, k + 1n)]
  const middle = differenceDirection(a, b, k, m)
  const fixed = shortest([middle], ([n]) => hasGap(a0, b0, n!, scaled) && hasGap(a1, b1, n!, scaled))
  if (fixed !== undefined) return { level: m, direction: fixed[0]! }
  if (m < TURNING_LEVEL) return undefined
  const turning = shortest(
    [exactDirection(a0, b0), exactDirection(a1, b1)].map((n) => rounded(n, TURNING_BITS)),
    ([n0, n1]) =>
      hasGap(a0, b0, n0!, scaled) && hasGap(a1, b1, n1!, scaled) && hasMixedGap(a0, b0, a1, b1, n0!, n1!, scaled),
  )
  return turning && { level: m, direction: turning[0]!, turnsTo: turning[1]! }
}

/** The directions with as few bits as the test allows; undefined if it fails with all bits. */
function shortest(
  directions: readonly WholeVector[],
  isApart: (directions: readonly WholeVector[]) => boolean,
): readonly WholeVector[] | undefined {
  for (const bits of DIRECTION_BITS) {
    const short = directions.map((n) => rounded(n, bits))
    if (isApart(short)) return short
    if (bits === DIRECTION_BITS[0] && !isApart(directions)) return undefined
  }
  return directions
}

/**
 * Between the closest points at the middle of an interval. Of two points, between the origin and the closest point of the segment
 * of their differences, which separates them for the whole interval if any direction does.
 */
function differenceDirection(a: WholeHull, b: WholeHull, k: bigint, m: number): WholeVector {
  if (a.from.length > 3 || b.from.length > 3) {
    return exactDirection(wholePointsAt(a, 2n * k + 1n, m + 1), wholePointsAt(b, 2n * k + 1n, m + 1))
  }
  const differences = [k, k + 1n].flatMap((t) => {
    const q = wholePointsAt(b, t, m)
    return wholePointsAt(a, t, m).map((x, i) => x - q[i]!)
  })
  return exactDirection(differences, [0n, 0n, 0n])
}

/** Whether n₀·d₁ + n₁·d₀ > reach·(|n₀| + |n₁|) for all differences d of a point of A and one of B. */
export function hasMixedGap(
  a0: readonly bigint[],
  b0: readonly bigint[],
  a1: readonly bigint[],
  b1: readonly bigint[],
  n0: WholeVector,
  n1: WholeVector,
  reach: bigint,
): boolean {
  const gap = leastAlong(a1, b1, n0, a0, b0, n1)
  if (gap <= 0n) return false
  // gap² > reach²(|n₀|² + |n₁|² + 2|n₀||n₁|), squared once more.
  const [square0, square1] = [squareOf(n0), squareOf(n1)]
  const rest = gap * gap - reach * reach * (square0 + square1)
  return rest > 0n && rest * rest > 4n * reach ** 4n * square0 * square1
}

function squareOf(n: WholeVector): bigint {
  return n[0] * n[0] + n[1] * n[1] + n[2] * n[2]
}

/** Coordinates at k/2^m, times 2^m. */
export function wholePointsAt({ from, to }: WholeHull, k: bigint, m: number): bigint[] {
  return from.map((x, i) => (x << BigInt(m)) + k * (to[i]! - x))
}

/** Whether min_A n·p − max_B n·y > reach·|n|, or is equal where `orTouches`. */
export function hasGap(
  a: readonly bigint[],
  b: readonly bigint[],
  n: WholeVector,
  reach: bigint,
  orTouches = false,
): boolean {
  const gap = leastAlong(a, b, n)
  const more = gap * gap - reach * reach * squareOf(n)
  return gap > 0n ? more > 0n || (orTouches && more === 0n) : orTouches && gap === 0n && reach === 0n
}

/** The least n·(p − y) + n1·(p1 − y1) over points p of a and y of b, where p1 and y1 are the same points of other lists, if given. */
function leastAlong(
  a: readonly bigint[],
  b: readonly bigint[],
  n: WholeVector,
  a1: readonly bigint[] = a,
  b1: readonly bigint[] = b,
  n1: WholeVector = [0n, 0n, 0n],
): bigint {
  const along = (p: readonly bigint[], p1: readonly bigint[], i: number): bigint =>
    n[0] * p[i]! + n[1] * p[i + 1]! + n[2] * p[i + 2]! + n1[0] * p1[i]! + n1[1] * p1[i + 1]! + n1[2] * p1[i + 2]!
  let least = along(a, a1, 0)
  let most = along(b, b1, 0)
  for (let i = 3; i < a.length; i += 3) {
    const x = along(a, a1, i)
    if (x < least) least = x
  }
  for (let j = 3; j < b.length; j += 3) {
    const x = along(b, b1, j)
    if (x > most) most = x
  }
  return least - most
}

/** A direction along the shortest line from b to a: hulls that do not intersect. */
function exactDirection(a: readonly bigint[], b: readonly bigint[]): WholeVector {
  const still = (points: readonly bigint[]): MovingVector[] => {
    const coordinate = (i: number) => trimmed([points[i]!])
    return points.flatMap((_, i) =>
      i % 3 === 0 ? [[coordinate(i), coordinate(i + 1), coordinate(i + 2)]] : [],
    ) as never
  }
  let best: { num: bigint; den: bigint; n: WholeVector } | undefined
  for (const pair of featurePairs(still(a), still(b))) {
    const num = pair.num[0] ?? 0n
    const den = pair.den.length === 0 ? 1n : (pair.den[0]![0] ?? 0n)
    if (den === 0n || (best !== undefined && num * best.den >= best.num * den)) continue
    if (pair.inside().some((p) => (p[0] ?? 0n) < 0n)) continue
    best = { num, den, n: pair.along().map((p) => p[0] ?? 0n) as unknown as WholeVector }
  }
  const n = best!.n
  const along = n[0] * (a[0]! - b[0]!) + n[1] * (a[1]! - b[1]!) + n[2] * (a[2]! - b[2]!)
  return along < 0n ? [-n[0], -n[1], -n[2]] : n
}

/** The direction with a largest component of ±(2^(bits−1) − 1), the others rounded. */
function rounded(n: WholeVector, bits: number): WholeVector {
  const largest = n.reduce((most, x) => (x > most ? x : -x > most ? -x : most), 0n)
  const scale = (1n << BigInt(bits - 1)) - 1n
  const round = (x: bigint): bigint => (x < 0n ? -round(-x) : (2n * x * scale + largest) / (2n * largest))
  return [round(n[0]), round(n[1]), round(n[2])]
}
