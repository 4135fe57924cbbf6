// The first contact of two moving hulls: doubles guess the instant, whole numbers prove a bracket around it.
//
// A bracket from t₀ to t₁ holds the first contact if the hulls are apart during [0, t₀] and touch at some instant of [t₀, t₁].
// * Apart: intervals with a direction that is fixed or turns from one end to the other, by the inequalities in pair-proof.ts, in doubles
//   with their slack (moving-gaps.ts) or, where that is not enough, in whole numbers with the same directions.
// * A touch, reach = 0. Seen along a direction n, let two edges cross during all of [t₀, t₁]: each has the ends of the other strictly on both
//   sides. The edges' points that are seen as one differ by h·n, and h is continuous. With edges e and f and w from one to the other,
//   det(e, f, w) = ± h·det(e, f, n), where det(e, f, n) is never zero, as the edges are not seen as parallel. So h is zero at some instant if
//   det(e, f, w) is not of one sign at t₀ and t₁. In the same way a vertex that is seen strictly inside of a face passes through it.
//   What side a point is on is det(n, e, w), with e and w linear: a quadratic, of one sign if its three Bernstein coefficients are.
// * A touch, otherwise: at the instant t₁ (pair-features.ts; the caller does that).
// Contacts that graze, or at vertices that meet exactly, are not proved this way. They are left to the polynomials of pair-features.ts.
import { directionAt, gapNeeded, type LocalHulls, leastGap, mixedGap } from './moving-gaps.js'
import { hasGap, hasMixedGap, type WholeHull, type WholeVector, wholePointsAt } from './pair-proof.js'

/** A bracket is an interval of a grid, so that it does not depend on how it was found. Its ends are multiples of 2 to the power of minus this. */
export const BRACKET_GRID_BITS = 40
const GRID = 2 ** BRACKET_GRID_BITS

/** A guess that is this close to a multiple of ROUND_TIME may be that instant exactly, and no bracket is made around it. */
const ROUND_TIME = 2 ** -12

/** A guess this close to an end of an interval of the grid, as a part of it, may be on the other side. */
const NEAR_END = 2 ** -7

/** Values of the distance at most, for a guess; a few are enough for a simple contact. */
const MOST_GUESSES = 48

/** A guess is not refined beyond this. */
const FINEST = 2 ** -47

/** Intervals that are tested at most to prove that the hulls are apart before the bracket. */
const MOST_INTERVALS = 40

/** Components of directions in whole numbers: the largest one. */
const WHOLE_DIRECTION = 2 ** 52

/** Hulls in whole numbers of one unit, and the reach in that unit. */
export interface WholePair {
  readonly a: WholeHull
  readonly b: WholeHull
  readonly reach: bigint
}

/** Directions: where a search starts, at the instant under test, and at the ends of an interval. One call uses them, from start to end. */
const start = new Float64Array(3)
const now = new Float64Array(3)
const n0 = new Float64Array(3)
const n1 = new Float64Array(3)

/** Ends of the intervals that are not proved yet, latest first. */
const waiting = new Float64Array(MOST_INTERVALS + 2)

/**
 * About when hulls that are apart at `from` come within reach, probably until `to` or soon after; NaN if they are not seen within reach, or
 * beyond each other. A guess by values of the distance.
 */
export function guessContact(hulls: LocalHulls, reach: number, from: number, to: number): number {
  directionAt(start, hulls, from)
  let low = from
  let high = to
  let before = clearanceAt(hulls, reach, low)
  let after = clearanceAt(hulls, reach, high)
  if (!(before > 0)) return from
  // The interval that could not be proved may be one shortly before the contact.
  for (let length = to - from; after > 0 && high < 1; length *= 4) {
    low = high
    before = after
    high = Math.min(1, from + 4 * length)
    after = clearanceAt(hulls, reach, high)
  }
  if (after > 0) return Number.NaN
  // Beyond the contact the value may jump: so the secant of the last two instants before it, not beyond 9/10 of what is left, and sometimes the
  // middle.
  let [older, olderValue] = [Number.NaN, Number.NaN]
  for (let round = 1; round < MOST_GUESSES && high - low > FINEST; round++) {
    let t = low + (before * (low - older)) / (olderValue - before)
    if (t > low && t < high && t - low < FINEST) return t
    if (t >= high) t = low + 0.9 * (high - low)
    if (!(t > low && t < high) || round % 5 === 0) t = (low + high) / 2
    const value = clearanceAt(hulls, reach, t)
    if (value > 0) {
      older = low
      olderValue = before
      low = t
      before = value
    } else {
      high = t
    }
  }
  return high
}

/** The distance less reach; negative where the hulls are on the other side than at the start. Zero where there is no direction. */
function clearanceAt(hulls: LocalHulls, reach: number, t: number): number {
  directionAt(now, hulls, t)
  const [x, y, z] = [now[0]!, now[1]!, now[2]!]
  const gap = leastGap(now, hulls, t, t) / Math.sqrt(x * x + y * y + z * z)
  if (!(Math.abs(gap) < Infinity)) return 0
  return x * start[0]! + y * start[1]! + z * start[2]! < 0 && gap > 0 ? -gap - reach : gap - reach
}

/** The instant on the grid that a guess may be exactly: k/2^BRACKET_GRID_BITS. Undefined if it is none of the round ones. */
export function roundInstant(guess: number): number | undefined {
  const round = Math.round(guess / ROUND_TIME) * ROUND_TIME
  return Math.abs(guess - round) * GRID < 0.5 ? round * GRID : undefined
}

/** The interval of the grid that holds a guess: its start. Undefined near an end, where the polynomials say whether that is the instant. */
export function gridInterval(guess: number): number | undefined {
  const k = Math.floor(guess * GRID)
  const part = guess * GRID - k
  return part > NEAR_END && part < 1 - NEAR_END && k < GRID ? k : undefined
}

/** Whether the hulls, apart at `from` and reach or more apart along one direction at an instant of the grid, are apart between: whole numbers. */
export function isApartUntil(hulls: LocalHulls, whole: WholePair, from: number, k: number): boolean {
  directionAt(n0, hulls, from)
  const n = wholeDirection(n0)
  if (n === undefined) return false
  const { a, b, reach } = onGrid(whole)
  const [first, last] = [BigInt(from * GRID), BigInt(k)]
  return hasGap(a(first), b(first), n, reach) && hasGap(a(last), b(last), n, reach, true)
}

/** Whether intervals with directions prove that the hulls are apart from an instant to one of the grid, k. */
export function isApartDuring(hulls: LocalHulls, whole: WholePair, reach: number, from: number, k: number): boolean {
  const { slack } = hulls
  const to = k / GRID
  if (from >= to) return true
  const { a, b, reach: wholeReach } = onGrid(whole)
  let t0 = from
  let last = 1
  waiting[0] = to
  directionAt(n0, hulls, t0)
  for (let tests = 0; tests < MOST_INTERVALS; tests++) {
    const t1 = waiting[last - 1]!
    directionAt(n1, hulls, t1)
    const [need0, need1] = [gapNeeded(n0, reach, slack), gapNeeded(n1, reach, slack)]
    const spare = Math.min(
      leastGap(n0, hulls, t0, t0) - need0,
      leastGap(n1, hulls, t1, t1) - need1,
      mixedGap(n0, n1, hulls, t0, t1) - need0 - need1,
    )
    let isProved = spare > 0
    if (!isProved && spare > -8 * slack) {
      const [p, q] = [wholeDirection(n0), wholeDirection(n1)]
      const [k0, k1] = [BigInt(t0 * GRID), BigInt(t1 * GRID)]
      const [a0, b0, a1, b1] = [a(k0), b(k0), a(k1), b(k1)]
      isProved =
        p !== undefined &&
        q !== undefined &&
        hasGap(a1, b1, q, wholeReach) &&
        hasGap(a0, b0, p, wholeReach) &&
        hasMixedGap(a0, b0, a1, b1, p, q, wholeReach)
    }
    if (isProved) {
      if (--last === 0) return true
      t0 = t1
      n0.set(n1)
    } else {
      const middle = Math.floor(((t0 + t1) / 2) * GRID) / GRID
      if (!(middle > t0 && middle < t1)) return false
      waiting[last++] = middle
    }
  }
  return false
}

/** Whether an edge passes through an edge, or a vertex through a face, between two instants of the grid: proved by the head of the file. */
export function passThrough(hulls: LocalHulls, whole: WholePair, k0: number, k1: number): boolean {
  if (hulls.countA + hulls.countB < 4) return false
  directionAt(n0, hulls, k0 / GRID)
  const n = wholeDirection(n0)
  if (n === undefined) return false
  const { a, b } = onGrid(whole)
  const [first, last] = [BigInt(k0), BigInt(k1)]
  const moving = (hull: (k: bigint) => bigint[]): MovingCorner[] => {
    const [from, to] = [hull(first), hull(last)]
    return [0, 3, 6].flatMap((i) => (i < from.length ? [[vectorAt(from, i), vectorAt(to, i)] as const] : []))
  }
  const [p, q] = [moving(a), moving(b)]
  return edgesPass(p, q, n) || facePassed(p, q, n) || facePassed(q, p, n)
}

/** A vertex at both ends of an interval. */
type MovingCorner = readonly [WholeVector, WholeVector]

function edgesPass(a: readonly MovingCorner[], b: readonly MovingCorner[], n: WholeVector): boolean {
  const edges = (list: readonly MovingCorner[]) =>
    list.flatMap((p, i) => (list.length === 3 || i === 1 ? [[list.at(i - 1)!, p] as const] : []))
  for (const [p, p1] of edges(a)) {
    for (const [q, q1] of edges(b)) {
      const side = sideOf(n, p, p1, q)
      if (side === 0 || sideOf(n, p, p1, q1) !== -side) continue
      const other = sideOf(n, q, q1, p)
      if (other === 0 || sideOf(n, q, q1, p1) !== -other) continue
      if (volumeSign(p, p1, q, q1, 0) * volumeSign(p, p1, q, q1, 1) <= 0) return true
    }
  }
  return false
}

function facePassed(vertices: readonly MovingCorner[], face: readonly MovingCorner[], n: WholeVector): boolean {
  const [p, q, r] = face
  if (r === undefined) return false
  return vertices.some((v) => {
    const side = sideOf(n, p!, q!, v)
    return (
      side !== 0 &&
      sideOf(n, q!, r, v) === side &&
      sideOf(n, r, p!, v) === side &&
      volumeSign(p!, q!, r, v, 0) * volumeSign(p!, q!, r, v, 1) <= 0
    )
  })
}

/** On which side of the edge from p to q the point v is, seen along n, during the whole interval: ±1, or 0 if that is not proved. */
function sideOf(n: WholeVector, p: MovingCorner, q: MovingCorner, v: MovingCorner): number {
  const m0 = cross(n, minus(q[0], p[0]))
  const w0 = minus(v[0], p[0])
  const sign = signOf(dot(m0, w0))
  if (sign === 0) return 0
  const m1 = cross(n, minus(q[1], p[1]))
  const w1 = minus(v[1], p[1])
  return signOf(dot(m1, w1)) === sign && signOf(dot(m0, w1) + dot(m1, w0)) === sign ? sign : 0
}

/** The orientation of four points at one end. */
function volumeSign(p: MovingCorner, q: MovingCorner, r: MovingCorner, s: MovingCorner, end: 0 | 1): number {
  return signOf(dot(cross(minus(q[end], p[end]), minus(r[end], p[end])), minus(s[end], p[end])))
}

/** Points at k/2^BRACKET_GRID_BITS, and the reach, in the unit of the grid. */
function onGrid({ a, b, reach }: WholePair) {
  return {
    a: (k: bigint) => wholePointsAt(a, k, BRACKET_GRID_BITS),
    b: (k: bigint) => wholePointsAt(b, k, BRACKET_GRID_BITS),
    reach: reach << BigInt(BRACKET_GRID_BITS),
  }
}

function wholeDirection(n: Float64Array): WholeVector | undefined {
  const [x, y, z] = [n[0]! * WHOLE_DIRECTION, n[1]! * WHOLE_DIRECTION, n[2]! * WHOLE_DIRECTION]
  if (!(Math.abs(x + y + z) < Infinity)) return undefined
  return [BigInt(Math.round(x)), BigInt(Math.round(y)), BigInt(Math.round(z))]
}

function vectorAt(points: readonly bigint[], i: number): WholeVector {
  return [points[i]!, points[i + 1]!, points[i + 2]!]
}

function minus(a: WholeVector, b: WholeVector): WholeVector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function dot(a: WholeVector, b: WholeVector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: WholeVector, b: WholeVector): WholeVector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0
}
