// The smallest enclosing ball of balls, known to 200 bits: every subset of at most four is solved in whole numbers, and
// the centre that reaches least over all balls wins. Slow and meant to be obviously right. The derivation is not the
// engine's: Gram matrix, adjugate and both roots, exact up to one square root.
//
// And a certificate for any claimed ball, fast enough for a million of them: it bounds the true radius from both sides
// at the claimed centre, in 200 bits too, whatever way the ball was found.
import { exact } from '../exact.js'

/** Bits behind the point. */
const K = 200n

/** Balls as whole numbers in units of 2^e: exactly the doubles given. */
interface Whole {
  readonly e: number
  readonly balls: (readonly bigint[])[]
}

function whole(numbers: readonly ArrayLike<number>[]): Whole {
  const parts = numbers.map((ball) => Array.from(ball, exact))
  let e = Infinity
  for (const ball of parts) for (const x of ball) if (x.m !== 0n) e = Math.min(e, x.e)
  if (e === Infinity) e = 0
  return { e, balls: parts.map((ball) => ball.map((x) => (x.m === 0n ? 0n : x.m << BigInt(x.e - e)))) }
}

/** ⌊√a⌋ */
export function integerRoot(a: bigint): bigint {
  if (a < 2n) return a
  const bits = a.toString(16).length * 4
  const drop = BigInt(Math.max(0, bits - 52) & ~1)
  // From above, by Newton's method, until it no longer falls.
  let x = (BigInt(Math.ceil(Math.sqrt(Number(a >> drop)))) + 1n) << (drop / 2n)
  for (;;) {
    const next = (x + a / x) >> 1n
    if (next >= x) return x
    x = next
  }
}

export function ratio(a: bigint, b: bigint): number {
  if (b === 0n) return a === 0n ? 0 : Infinity
  return Number((a << 120n) / b) / 2 ** 120
}

type Vec = readonly [bigint, bigint, bigint]

const minus = (a: readonly bigint[], b: readonly bigint[]): Vec => [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!]
const dot = (a: readonly bigint[], b: readonly bigint[]): bigint => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const length = (a: Vec): bigint => integerRoot(dot(a, a))

function determinant(m: readonly (readonly bigint[])[]): bigint {
  if (m.length === 0) return 1n
  if (m.length === 1) return m[0]![0]!
  let sum = 0n
  for (let k = 0; k < m.length; k++) {
    const minor = m.slice(1).map((row) => row.filter((_, j) => j !== k))
    sum += (k % 2 === 0 ? 1n : -1n) * m[0]![k]! * determinant(minor)
  }
  return sum
}

function adjugate(m: readonly (readonly bigint[])[]): bigint[][] {
  return m.map((_, i) =>
    m.map((_, j) => {
      const minor = m.filter((_, row) => row !== j).map((row) => row.filter((_, column) => column !== i))
      return ((i + j) % 2 === 0 ? 1n : -1n) * determinant(minor)
    }),
  )
}

/** Centre and radius in units of 2^(e − 200), and the smallest weight of the centre in the members, times 2^200. */
interface Candidate {
  readonly centre: Vec
  readonly radius: bigint
  readonly weight: bigint
}

/** The balls that every member of the subset touches from within, with the centre in their span: none, one or two. */
function tangentBalls(balls: readonly (readonly bigint[])[], members: readonly number[]): Candidate[] {
  const first = balls[members[0]!]!
  const d = members.slice(1).map((i) => minus(balls[i]!, first))
  const rho = members.slice(1).map((i) => balls[i]![3]! - first[3]!)
  const gram = d.map((a) => d.map((b) => dot(a, b)))
  const D = determinant(gram)
  if (D === 0n) return []
  // w = Σ λ_i d_i with G λ = h + s·ρ, h_i = (d_i² − ρ_i²)/2, and |w| = s = R − r0.
  const h2 = d.map((a, i) => dot(a, a) - rho[i]! * rho[i]!)
  const adj = adjugate(gram)
  const times = (x: readonly bigint[]): bigint[] => adj.map((row) => row.reduce((sum, g, j) => sum + g * x[j]!, 0n))
  const H = times(h2)
  const B = times(rho)
  const sum = (a: readonly bigint[], b: readonly bigint[]): bigint => a.reduce((s, x, i) => s + x * b[i]!, 0n)
  // a s² − 2 b s − c = 0
  const a = 4n * (D - sum(B, rho))
  const b = 2n * sum(H, rho)
  const c = sum(H, h2)
  const disc = b * b + a * c
  if (disc < 0n) return []
  const root = integerRoot(disc << (2n * K))
  const q = (b << K) + (b < 0n ? -root : root)
  const roots: bigint[] = []
  if (a !== 0n) roots.push(q / a)
  if (q !== 0n) roots.push((-c << (2n * K)) / q)
  if (q === 0n && a === 0n) roots.push(0n)
  const result: Candidate[] = []
  for (const s of roots) {
    // Each member must be within the ball, not the ball within a member; one unit for the rounding of s.
    if (s < -1n || rho.some((r) => s + 1n < r << K)) continue
    const weights = H.map((x, i) => ((x << K) + 2n * s * B[i]!) / (2n * D))
    const w = [0, 1, 2].map((t) => d.reduce((at, v, i) => at + ((H[i]! << K) + 2n * s * B[i]!) * v[t]!, 0n) / (2n * D))
    let weight = (1n << K) - weights.reduce((x, y) => x + y, 0n)
    for (const x of weights) if (x < weight) weight = x
    const centre: Vec = [w[0]! + (first[0]! << K), w[1]! + (first[1]! << K), w[2]! + (first[2]! << K)]
    result.push({ centre, radius: s + (first[3]! << K), weight })
  }
  return result
}

function reachOf(centre: Vec, ball: readonly bigint[]): bigint {
  return length(minus(centre, [ball[0]! << K, ball[1]! << K, ball[2]! << K])) + (ball[3]! << K)
}

export interface ExactBall {
  /** R in units of 2^(e − 200). */
  readonly radius: bigint
  readonly e: number
  readonly basis: readonly number[]
  readonly centre: readonly number[]
  readonly value: number
}

interface Found {
  readonly candidate: Candidate
  readonly members: readonly number[]
}

/** What is alike to a hundred bits. */
const alikeTo = (x: bigint): bigint => (x >> 100n) + 4n

/** The smallest enclosing ball of a few, by enumeration; of those that are alike, the one farthest inside its members. */
function enumerate(balls: readonly (readonly bigint[])[], some: readonly number[]): Found {
  let best: Found | undefined
  const visit = (members: readonly number[], from: number): void => {
    for (const candidate of members.length === 0 ? [] : tangentBalls(balls, members)) {
      const { centre, radius, weight } = candidate
      const alike = alikeTo(radius)
      if (best !== undefined && radius > best.candidate.radius + alike) continue
      if (some.some((i) => reachOf(centre, balls[i]!) > radius + alike)) continue
      if (best === undefined || radius < best.candidate.radius - alike || weight > best.candidate.weight) {
        best = { candidate, members }
      }
    }
    if (members.length < 4) for (let k = from; k < some.length; k++) visit([...members, some[k]!], k + 1)
  }
  visit([], 0)
  // Optimal: none sticks out, and the centre is a convex combination of the members' centres.
  if (best === undefined || best.candidate.weight < -(1n << 100n)) {
    throw new Error(`the oracle found no ball: ${best?.members} of ${some}, ${balls.join('; ')}`)
  }
  return best
}

/** The smallest enclosing ball, to a hundred bits. Many balls enter one by one: the basis of a few, while one sticks out. */
export function exactBall(numbers: readonly ArrayLike<number>[]): ExactBall {
  const { e, balls } = whole(numbers)
  let found = enumerate(balls, balls.length <= 9 ? balls.map((_, i) => i) : [0])
  for (;;) {
    let far = -1
    let most = found.candidate.radius + alikeTo(found.candidate.radius)
    for (let i = 0; i < balls.length; i++) {
      const r = reachOf(found.candidate.centre, balls[i]!)
      if (r <= most) continue
      most = r
      far = i
    }
    if (far < 0) break
    found = enumerate(balls, [...found.members, far])
  }
  // In two steps: 2^e may be no double.
  const half = Math.trunc(e / 2)
  const number = (x: bigint): number => ratio(x, 1n << K) * 2 ** half * 2 ** (e - half)
  const { centre, radius } = found.candidate
  return { radius, e, basis: found.members, centre: centre.map(number), value: number(radius) }
}

/** (R − R*)/R* for a claimed radius. */
export function radiusError(radius: number, ball: ExactBall): number {
  const claimed = exact(radius)
  const shift = claimed.e - ball.e
  const units = shift >= 0 ? (claimed.m << BigInt(shift)) << K : shift >= -200 ? claimed.m << (K + BigInt(shift)) : 0n
  return ratio(units - ball.radius, ball.radius)
}

/**
 * How far the radius of a claimed ball can be from the true one, relative to that: an upper bound of the error.
 *
 * The largest reach f(c) = max |c − c_i| + r_i is an upper bound of the true R*. For weights μ_i ≥ 0, Σμ_i = 1 on any
 * members, n_i = (c − c_i)/|c − c_i|, convexity gives
 *   R* ≥ Σ μ_i (|c − c_i| + r_i) − |Σ μ_i n_i|·|c* − c|,
 * and |c* − c| ≤ |c* − c_i| + |c − c_i| ≤ (f(c) − r_i) + |c − c_i| for every i, since f(c*) ≤ f(c). The weights are those
 * that make Σ μ_i n_i vanish for each subset of the basis; the best bound counts, and a wrong basis only makes it worse.
 * Where that says more than `enough`, the ball itself is found.
 */
export function errorBound(
  numbers: readonly ArrayLike<number>[],
  centre: ArrayLike<number>,
  radius: number,
  basis: readonly number[],
  enough: number,
): number {
  const { e, balls: all } = whole([...numbers, [centre[0]!, centre[1]!, centre[2]!, radius]])
  const balls = all.slice(0, -1)
  const claimed = all.at(-1)!
  const lengths: bigint[] = []
  let reach = 0n
  for (const ball of balls) {
    const d = minus(claimed, ball)
    const far = integerRoot(dot(d, d) << (2n * K)) + 1n
    lengths.push(far)
    if (far + (ball[3]! << K) > reach) reach = far + (ball[3]! << K)
  }
  const R = claimed[3]! << K
  const error = (lower: bigint): number => ratio(reach - R > R - lower ? reach - R : R - lower, lower)
  let moved = 2n * reach
  for (let i = 0; i < balls.length; i++) {
    const far = reach - (balls[i]![3]! << K) + lengths[i]!
    if (far < moved) moved = far
  }
  const normals = basis.map((i): Vec => {
    const d = minus(claimed, balls[i]!)
    const l = lengths[i]!
    return [(d[0] << (2n * K)) / l, (d[1] << (2n * K)) / l, (d[2] << (2n * K)) / l]
  })
  let lower = 0n
  // The whole basis first: nearly always, that is enough.
  for (let bits = (1 << basis.length) - 1; bits > 0 && error(lower) > enough; bits--) {
    const members = basis.map((_, k) => k).filter((k) => (bits >> k) & 1)
    const mu = weightsOf(members.map((k) => normals[k]!)).map((x) => (x < 0n ? 0n : x))
    const total = mu.reduce((x, y) => x + y, 0n)
    if (total === 0n) continue
    let value = 0n
    const g = [0n, 0n, 0n]
    members.forEach((k, at) => {
      value += mu[at]! * (lengths[basis[k]!]! - 1n + (balls[basis[k]!]![3]! << K))
      for (let t = 0; t < 3; t++) g[t] = g[t]! + mu[at]! * normals[k]![t]!
    })
    // A normal's coordinate is rounded by two units, so the sum by no more than 4 total.
    const gradient = integerRoot(dot(g, g)) + 4n * total
    const bound = (value - ((gradient * moved) >> K)) / total - 2n
    if (bound > lower) lower = bound
  }
  if (error(lower) > enough) {
    const some = exactBall(numbers)
    const units = some.e >= e ? some.radius << BigInt(some.e - e) : some.radius >> BigInt(e - some.e)
    const safe = units - alikeTo(units)
    if (safe > lower) lower = safe
  }
  return error(lower)
}

/** Weights with Σ μ_i n_i = 0 if there are any: cofactors; some may be negative, or all zero. */
function weightsOf(n: readonly Vec[]): bigint[] {
  const [a, b, c, d] = n
  if (n.length === 1) return [1n]
  if (n.length === 2) return [1n, 1n]
  if (n.length === 3) {
    const crosses = [cross(b!, c!), cross(c!, a!), cross(a!, b!)]
    let axis = crosses[0]!
    for (const x of crosses) if (dot(x, x) > dot(axis, axis)) axis = x
    return alike(crosses.map((x) => dot(x, axis) >> (2n * K)))
  }
  const det = (x: Vec, y: Vec, z: Vec): bigint => dot(x, cross(y, z))
  return alike([det(b!, c!, d!), -det(a!, c!, d!), det(a!, b!, d!), -det(a!, b!, c!)])
}

function alike(weights: bigint[]): bigint[] {
  return weights.reduce((x, y) => x + y, 0n) < 0n ? weights.map((x) => -x) : weights
}

/**
 * Welzl's recursion as it is often written for balls, to show that it is wrong: a ball that is not in the smallest ball
 * of the others need not touch the smallest ball of all when some of the others must.
 */
export function welzlRadius(numbers: readonly ArrayLike<number>[], dimension: 2 | 3): number {
  const { e, balls } = whole(numbers)
  const through = (members: readonly number[]): Candidate | undefined => {
    let best: Candidate | undefined
    if (members.length > 0) {
      for (const x of tangentBalls(balls, members)) if (best === undefined || x.radius < best.radius) best = x
    }
    return best
  }
  const solve = (count: number, members: readonly number[]): Candidate | undefined => {
    if (count === 0 || members.length === dimension + 1) return through(members)
    const ball = solve(count - 1, members)
    if (ball !== undefined && reachOf(ball.centre, balls[count - 1]!) <= ball.radius + 8n) return ball
    return solve(count - 1, [count - 1, ...members])
  }
  const ball = solve(balls.length, [])
  return ball === undefined ? Number.NaN : ratio(ball.radius, 1n << K) * 2 ** e
}

/** Throws where a ball sticks out of the one claimed by more than `slack`, in exact arithmetic: |c − c_i| ≤ R + slack − r_i. */
export function checkEnclosed(
  numbers: readonly ArrayLike<number>[],
  claimed: ArrayLike<number>,
  slack: number,
  name: string,
): void {
  const all = whole([...numbers, [claimed[0]!, claimed[1]!, claimed[2]!, claimed[3]!], [slack]]).balls
  const room = all.pop()![0]!
  const ball = all.pop()!
  all.forEach((inner, i) => {
    const d = minus(inner, ball)
    const far = ball[3]! + room - inner[3]!
    if (far >= 0n && dot(d, d) <= far * far) return
    throw new Error(`${name}: ball ${i}, ${numbers[i]}, sticks out of ${Array.from(claimed)} by more than ${slack}`)
  })
}
