// The proof that two hulls whose points move straight stay farther apart than a reach: intervals of time, each with a fixed direction.
//
// Along a fixed direction n the gap min_A n·p(t) − max_B n·y(t) is a minimum of linear functions, so it is concave: what is above reach·|n|
// at both ends of an interval is so throughout. Whole numbers only. The direction of an interval is the one between the closest points at its
// midpoint. There the gap is |n| times the distance, which is above reach; so it is above in an interval around it, and as the distance
// less reach has a positive minimum over [0, 1], halving ends.
import { featurePairs, type MovingVector } from './pair-features.js'
import { trimmed } from './polynomials.js'

/**
 * Dyadic intervals of [0, 1] in order of time, each with a direction that separates the hulls during the whole interval: leaf k has an interval
 * 2^-level long, and the levels of consecutive leaves fix the intervals, as in a binary tree that is read from left to right. What holds
 * exactly at both ends t of the interval: min_A n·p(t) − max_B n·y(t) > reach·|n|.
 */
export interface MovingPairProof {
  readonly leaves: readonly MovingPairLeaf[]
}

/** One interval of a `MovingPairProof`; the direction has whole components. */
export interface MovingPairLeaf {
  readonly level: number
  readonly direction: readonly [bigint | number, bigint | number, bigint | number]
}

/** Whole coordinates x, y, z of a hull's points at t = 0 and t = 1. */
export interface WholeHull {
  readonly from: readonly bigint[]
  readonly to: readonly bigint[]
}

/** A direction with whole components. */
type WholeVector = readonly [bigint, bigint, bigint]

/** Bits of a component that are tried in turn, before the whole direction. */
const DIRECTION_BITS = [16, 32, 64]

/** The proof; the hulls must stay farther apart than reach (in the unit of the coordinates), else it does not end. */
export function proveApart(a: WholeHull, b: WholeHull, reach: bigint): MovingPairProof {
  const leaves: MovingPairLeaf[] = []
  const cover = (k: bigint, m: number): void => {
    const found = leafDirection(a, b, reach, k, m)
    if (found === undefined) {
      cover(2n * k, m + 1)
      cover(2n * k + 1n, m + 1)
    } else {
      leaves.push({ level: m, direction: found })
    }
  }
  cover(0n, 0)
  return { leaves }
}

/** A short direction that separates the hulls from k/2^m to (k+1)/2^m, if the one between the closest points does. */
function leafDirection(a: WholeHull, b: WholeHull, reach: bigint, k: bigint, m: number): WholeVector | undefined {
  const middle = exactDirection(pointsAt(a, 2n * k + 1n, m + 1), pointsAt(b, 2n * k + 1n, m + 1))
  const ends = [k, k + 1n].map((at) => [pointsAt(a, at, m), pointsAt(b, at, m)] as const)
  const isApart = (n: WholeVector): boolean => ends.every(([p, q]) => hasGap(p, q, n, reach << BigInt(m)))
  for (const bits of DIRECTION_BITS) {
    const short = shortened(middle, bits)
    if (isApart(short)) return short
    if (bits === DIRECTION_BITS[0] && !isApart(middle)) return undefined
  }
  return middle
}

/** Coordinates at k/2^m, times 2^m. */
function pointsAt({ from, to }: WholeHull, k: bigint, m: number): bigint[] {
  return from.map((x, i) => (x << BigInt(m)) + k * (to[i]! - x))
}

/** Whether min_A n·p − max_B n·y > reach·|n|. */
function hasGap(a: readonly bigint[], b: readonly bigint[], n: WholeVector, reach: bigint): boolean {
  let gap: bigint | undefined
  for (let i = 0; i < a.length; i += 3) {
    for (let j = 0; j < b.length; j += 3) {
      const along = n[0] * (a[i]! - b[j]!) + n[1] * (a[i + 1]! - b[j + 1]!) + n[2] * (a[i + 2]! - b[j + 2]!)
      if (gap === undefined || along < gap) gap = along
    }
  }
  return gap! > 0n && gap! * gap! > reach * reach * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
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

/** The direction rounded to components of at most `bits` bits; itself if it has no more. */
function shortened(n: WholeVector, bits: number): WholeVector {
  const largest = n.reduce((a, x) => (x < 0n ? (a > -x ? a : -x) : a > x ? a : x), 0n)
  const excess = largest.toString(16).length * 4 - bits
  if (excess <= 0) return n
  const [shift, half] = [BigInt(excess), 1n << BigInt(excess - 1)]
  return [(n[0] + half) >> shift, (n[1] + half) >> shift, (n[2] + half) >> shift]
}
