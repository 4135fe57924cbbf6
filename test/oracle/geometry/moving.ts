// Two hulls of points that move straight, by exact arithmetic at single instants, and the check of a proof that they stay apart. Shares
// nothing with src/geometry/moving: distances are those of the triangles' oracle, and proofs are checked by their definition.
import { exact } from '../exact.js'
import { exactTrianglesWithin } from './triangles.js'

/** Hulls of one to three points x, y, z, … at t = 0 and t = 1. */
export interface MovingCase {
  readonly a0: readonly number[]
  readonly a1: readonly number[]
  readonly b0: readonly number[]
  readonly b1: readonly number[]
  readonly reach: number
  /** Whether they meet, where the case was made so that this is known. */
  readonly known?: boolean
}

/** What `checkProof` takes. */
export interface ProofOfApart {
  readonly leaves: readonly {
    readonly level: number
    readonly direction: readonly (bigint | number)[]
    readonly turnsTo?: readonly (bigint | number)[]
  }[]
}

/** A case in whole numbers of one unit. */
export interface WholeCase {
  readonly a0: readonly bigint[]
  readonly a1: readonly bigint[]
  readonly b0: readonly bigint[]
  readonly b1: readonly bigint[]
  readonly reach: bigint
}

export function wholeCase(c: MovingCase): WholeCase {
  const lists = [c.a0, c.a1, c.b0, c.b1, [c.reach]].map((list) => list.map(exact))
  let e = Infinity
  for (const list of lists) for (const x of list) if (x.m !== 0n) e = Math.min(e, x.e)
  const [a0, a1, b0, b1, reach] = lists.map((list) => list.map((x) => (x.m === 0n ? 0n : x.m << BigInt(x.e - e))))
  return { a0: a0!, a1: a1!, b0: b0!, b1: b1!, reach: reach![0]! }
}

/** k/2^m */
interface Instant {
  readonly k: bigint
  readonly m: bigint
}

function instant(t: number): Instant {
  const { m, e } = exact(t)
  return e > 0 ? { k: m << BigInt(e), m: 0n } : { k: m, m: BigInt(-e) }
}

/** Coordinates at an instant, times 2^m. */
function positions(from: readonly bigint[], to: readonly bigint[], { k, m }: Instant): bigint[] {
  return from.map((x, i) => (x << m) + k * (to[i]! - x))
}

/** Whether the hulls are at most `reach` apart at the instant t, and `extra` more. */
export function withinAt(c: WholeCase, t: number, extra = 0n): boolean {
  const at = instant(t)
  const a = asTriangle(positions(c.a0, c.a1, at))
  const b = asTriangle(positions(c.b0, c.b1, at))
  return exactTrianglesWithin(a, b, (c.reach + extra) << at.m)
}

/** A hull of one to three points as a triangle. */
function asTriangle(points: readonly bigint[]): bigint[] {
  const last = points.slice(-3)
  return [...points, ...last, ...last].slice(0, 9)
}

/**
 * Whether a vertex passes through a face, or an edge through an edge, between two instants: the volume of the four points changes its sign, while
 * the feet are strictly inside at both instants. For instants that are very close this proves a contact between them.
 */
export function crossesBetween(c: WholeCase, lower: number, upper: number): boolean {
  const states = [lower, upper].map((t) => {
    const a = vectors(positions(c.a0, c.a1, instant(t)))
    const b = vectors(positions(c.b0, c.b1, instant(t)))
    return [...heights(a, b), ...heights(b, a)]
  })
  return states[0]!.some((height, k) => height !== undefined && states[1]![k] === -height)
}

type V = readonly [bigint, bigint, bigint]

function vectors(points: readonly bigint[]): V[] {
  return points.flatMap((_, i) => (i % 3 === 0 ? [[points[i]!, points[i + 1]!, points[i + 2]!] as const] : []))
}

/** Signs of the volumes of vertices of a over the face b, and of edges: undefined where they are zero or the feet are not strictly inside. */
function heights(a: readonly V[], b: readonly V[]): (number | undefined)[] {
  const found: (number | undefined)[] = []
  const signed = (height: bigint, inside: readonly bigint[]) =>
    found.push(height === 0n || inside.some((x) => x <= 0n) ? undefined : height > 0n ? 1 : -1)
  if (b.length === 3) {
    const [e, f] = [minus(b[1]!, b[0]!), minus(b[2]!, b[0]!)]
    const n = cross(e, f)
    for (const v of a) {
      const w = minus(v, b[0]!)
      const [second, third] = [dot(cross(w, f), n), dot(cross(e, w), n)]
      signed(dot(w, n), [second, third, dot(n, n) - second - third])
    }
  }
  const edges = (points: readonly V[]) =>
    points.slice(0, points.length === 2 ? 1 : 3).map((p, i) => [p, points[(i + 1) % points.length]!] as const)
  for (const [p, p1] of edges(a)) {
    for (const [q, q1] of edges(b)) {
      const [e, f, w] = [minus(p1, p), minus(q1, q), minus(q, p)]
      const n = cross(e, f)
      // p + s·e + h·n = q + u·f.
      const [s, u] = [dot(cross(w, f), n), dot(cross(w, e), n)]
      signed(dot(w, n), [s, dot(n, n) - s, u, dot(n, n) - u])
    }
  }
  return found
}

function minus(a: V, b: V): V {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function dot(a: V, b: V): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: V, b: V): V {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** At least how far a point of one hull moves against one of the other, in the unit of the case: the 1-norm, to be simple. */
export function fastest(c: WholeCase): bigint {
  const speed = (from: readonly bigint[], to: readonly bigint[]): bigint => {
    let most = 0n
    for (let i = 0; i < from.length; i += 3) {
      let sum = 0n
      for (let k = i; k < i + 3; k++) sum += to[k]! > from[k]! ? to[k]! - from[k]! : from[k]! - to[k]!
      if (sum > most) most = sum
    }
    return most
  }
  return speed(c.a0, c.a1) + speed(c.b0, c.b1)
}

/**
 * What is wrong with a proof that the hulls stay farther apart than reach; undefined if nothing is. The intervals must follow each other from 0 to 1, and
 * each direction n must give n·p − n·y > reach·|n| for all points at both ends.
 */
export function checkProof(c: WholeCase, proof: ProofOfApart): string | undefined {
  let at: Instant = { k: 0n, m: 0n }
  for (const { level, direction, turnsTo } of proof.leaves) {
    const m = BigInt(level)
    // The interval starts where the last one ended, at a multiple of its own length.
    const deeper = m > at.m ? m : at.m
    const k = at.k << (deeper - at.m)
    const length = 1n << (deeper - m)
    if (k % length !== 0n) return `an interval of level ${level} does not start at ${at.k}/2^${at.m}`
    const end: Instant = { k: k + length, m: deeper }
    const n = direction.map(BigInt)
    const n1 = turnsTo === undefined ? n : turnsTo.map(BigInt)
    if (!hasGap(c, n, at)) return `no gap along ${n} at ${at.k}/2^${at.m}`
    if (!hasGap(c, n1, end)) return `no gap along ${n1} at ${end.k}/2^${end.m}`
    if (turnsTo !== undefined && !hasMixedGap(c, n, at, n1, end)) return `no gap while ${n} turns to ${n1}`
    at = end
  }
  return at.k === 1n << at.m ? undefined : `the intervals end at ${at.k}/2^${at.m}`
}

/** Whether n₀·d₁ + n₁·d₀ > reach·(|n₀| + |n₁|) for all differences d of points. Here lengths are rounded up, to 2^-64 of theirs. */
function hasMixedGap(
  c: WholeCase,
  n0: readonly bigint[],
  start: Instant,
  n1: readonly bigint[],
  end: Instant,
): boolean {
  // In units of both instants, times 2^64.
  const m = start.m > end.m ? start.m : end.m
  const at = (t: Instant): Instant => ({ k: t.k << (m - t.m), m })
  const [a0, a1] = [positions(c.a0, c.a1, at(start)), positions(c.a0, c.a1, at(end))]
  const [b0, b1] = [positions(c.b0, c.b1, at(start)), positions(c.b0, c.b1, at(end))]
  const length = (n: readonly bigint[]): bigint => {
    const square = n.reduce((sum, x) => sum + x * x, 0n) << 128n
    let root = 1n << BigInt(square.toString(2).length)
    for (let next = (root + square / root) >> 1n; next < root; next = (root + square / root) >> 1n) root = next
    return root + 1n
  }
  const need = (c.reach << m) * (length(n0) + length(n1))
  for (let i = 0; i < a0.length; i += 3) {
    for (let j = 0; j < b0.length; j += 3) {
      let gap = 0n
      for (let k = 0; k < 3; k++) gap += n0[k]! * (a1[i + k]! - b1[j + k]!) + n1[k]! * (a0[i + k]! - b0[j + k]!)
      if (gap << 64n <= need) return false
    }
  }
  return true
}

function hasGap(c: WholeCase, n: readonly bigint[], t: Instant): boolean {
  const project = (points: readonly bigint[]): bigint[] => {
    const found: bigint[] = []
    for (let i = 0; i < points.length; i += 3) {
      found.push(n[0]! * points[i]! + n[1]! * points[i + 1]! + n[2]! * points[i + 2]!)
    }
    return found
  }
  const least = project(positions(c.a0, c.a1, t)).reduce((x, y) => (x < y ? x : y))
  const most = project(positions(c.b0, c.b1, t)).reduce((x, y) => (x > y ? x : y))
  const gap = least - most
  const reach = c.reach << t.m
  const square = n.reduce((sum, x) => sum + x * x, 0n)
  return gap > 0n && gap * gap > reach * reach * square
}
