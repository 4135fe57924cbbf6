// A necklace without any structure: every checked pair of beads tested, touching decided in exact arithmetic. Slow, and written
// to be obviously right. Of the engine it uses the gap of two balls only, since methods must agree on its bits;
// `gapIsRight` says in exact arithmetic how good these are.
import { ballGap } from '../../../src/geometry/balls/ball-pair.js'
import { add, type Dyadic, exact, multiply } from '../exact.js'

/** Which pairs are not checked; as the engine's, but nothing is shared. */
export interface OracleRule {
  readonly neighbours: number
  readonly closed: boolean
  readonly exclude: ((i: number, j: number) => boolean) | undefined
}

/** Pairs i < j in ascending order, and the gap of each. */
export interface OraclePairs {
  readonly pairs: number[]
  readonly gaps: number[]
}

export interface OracleClosest {
  readonly a: number
  readonly b: number
  readonly gap: number
}

/** x, y, z, r of every bead from centres of two or three numbers. */
export function ballsOf(dimension: 2 | 3, centres: ArrayLike<number>, radii: ArrayLike<number>): Float64Array {
  const balls = new Float64Array(4 * radii.length)
  for (let i = 0; i < radii.length; i++) {
    for (let k = 0; k < dimension; k++) balls[4 * i + k] = centres[dimension * i + k]!
    balls[4 * i + 3] = radii[i]!
  }
  return balls
}

/** Whether the pair i < j of n beads is to be tested. */
export function isTested(n: number, rule: OracleRule, i: number, j: number): boolean {
  const along = rule.closed ? Math.min(j - i, n - (j - i)) : j - i
  return along > rule.neighbours && !(rule.exclude?.(i, j) ?? false)
}

export function eachTested(n: number, rule: OracleRule, visit: (i: number, j: number) => void): void {
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) if (isTested(n, rule, i, j)) visit(i, j)
  }
}

/** Every tested pair whose gap is at most `distance`, exactly. */
export function pairsOf(balls: Float64Array, rule: OracleRule, distance = 0): OraclePairs {
  const pairs: number[] = []
  const gaps: number[] = []
  eachTested(balls.length / 4, rule, (i, j) => {
    if (!withinExactly(balls, i, j, distance)) return
    pairs.push(i, j)
    gaps.push(ballGap(balls, i, balls, j))
  })
  return { pairs, gaps }
}

/** The tested pair of the least gap, the first of equals; undefined if none is tested. */
export function closestOf(balls: Float64Array, rule: OracleRule): OracleClosest | undefined {
  let best: OracleClosest | undefined
  eachTested(balls.length / 4, rule, (i, j) => {
    const gap = ballGap(balls, i, balls, j)
    if (best === undefined || gap < best.gap) best = { a: i, b: j, gap }
  })
  return best
}

/**
 * Whether |ci − cj| − ri − rj ≤ distance, distance ≥ 0. Where doubles say so by a billionth and more they are believed: their
 * own error is a millionth of that.
 */
export function withinExactly(balls: Float64Array, i: number, j: number, distance: number): boolean {
  const [x, y, z, r] = balls.subarray(4 * i, 4 * i + 4)
  const [u, v, w, s] = balls.subarray(4 * j, 4 * j + 4)
  const apart = (x! - u!) ** 2 + (y! - v!) ** 2 + (z! - w!) ** 2
  const reach = (r! + s! + distance) ** 2
  // Smaller squares may have lost digits.
  if (apart > 1e-280 && apart > reach * (1 + 1e-9)) return false
  if (reach > 1e-280 && apart < reach * (1 - 1e-9)) return true
  const sum = add(add(exact(r!), exact(s!)), exact(distance))
  return compare(squaredDistance(balls, i, balls, j), multiply(sum, sum)) <= 0
}

/** |ai − bj|² of the centres. */
export function squaredDistance(a: Float64Array, i: number, b: Float64Array, j: number): Dyadic {
  let sum = exact(0)
  for (let k = 0; k < 3; k++) {
    const d = subtract(exact(a[4 * i + k]!), exact(b[4 * j + k]!))
    sum = add(sum, multiply(d, d))
  }
  return sum
}

/** Whether the gap is that of the pair up to `units` units of roundoff of |ci − cj| + ri + rj, and half the least double. */
export function gapIsRight(balls: Float64Array, i: number, j: number, gap: number, units: number): boolean {
  const sum = add(exact(balls[4 * i + 3]!), exact(balls[4 * j + 3]!))
  const squared = squaredDistance(balls, i, balls, j)
  // The size, from above: the largest difference of coordinates, √3 < 2 of it, and the radii.
  const widest = Math.max(...[0, 1, 2].map((k) => Math.abs(balls[4 * i + k]! - balls[4 * j + k]!)))
  const size = 2 * widest + balls[4 * i + 3]! + balls[4 * j + 3]!
  const error = add(multiply(exact(size), exact(units * 2 ** -53)), exact(Number.MIN_VALUE))
  const [low, high] = [subtract(exact(gap), error), add(exact(gap), error)].map((d) => add(d, sum))
  return (
    (low!.m <= 0n || compare(multiply(low!, low!), squared) <= 0) &&
    high!.m >= 0n &&
    compare(multiply(high!, high!), squared) >= 0
  )
}

/** Whether the ball c of `cages` contains the bead i, exactly. */
export function containsExactly(cages: Float64Array, c: number, balls: Float64Array, i: number): boolean {
  const room = subtract(exact(cages[4 * c + 3]!), exact(balls[4 * i + 3]!))
  return room.m >= 0n && compare(squaredDistance(cages, c, balls, i), multiply(room, room)) <= 0
}

/** The sign of a − b. */
function compare(a: Dyadic, b: Dyadic): number {
  const { m } = subtract(a, b)
  return m > 0n ? 1 : m < 0n ? -1 : 0
}

function subtract(a: Dyadic, b: Dyadic): Dyadic {
  return add(a, { m: -b.m, e: b.e })
}
