// Point sets of all kinds, and what it means for a volume to contain a point, in exact arithmetic on its numbers.
import { setAxisAngle } from '../../../src/base/math/pose.js'
import type { Random } from '../../../src/base/math/random.js'
import { sign, subtract } from '../chains/exact-chain.js'
import { add, type Dyadic, exact, multiply } from '../exact.js'

export const POINT_KINDS = [
  'random',
  'flat',
  'collinear',
  'coincident',
  'far-off',
  'lattice',
  'sliver',
  'sphere',
  'two-scales',
] as const
export type PointKind = (typeof POINT_KINDS)[number]

/** 1 to 12 points (coincident: all in one place) of sizes from 1e-9 to 1e6; flat xyz. */
export function randomPoints(random: Random, kind: PointKind): Float64Array {
  const count = 1 + random.integer(12)
  const scale = 10 ** random.range(-9, 6)
  const points = new Float64Array(3 * count)
  const u = random.direction(new Float64Array(3))
  const v = random.direction(new Float64Array(3))
  const at = new Float64Array(3)
  const centre = Array.from({ length: 3 }, () => random.range(-1, 1) * (kind === 'far-off' ? 1e6 : 2))
  for (let i = 0; i < count; i++) {
    const a = random.range(-1, 1)
    const b = random.range(-1, 1)
    for (let k = 0; k < 3; k++) at[k] = random.range(-1, 1)
    switch (kind) {
      case 'flat':
        for (let k = 0; k < 3; k++) at[k] = a * u[k]! + b * v[k]!
        break
      case 'collinear':
        for (let k = 0; k < 3; k++) at[k] = a * u[k]!
        break
      case 'coincident':
        at.fill(0)
        break
      case 'lattice':
        for (let k = 0; k < 3; k++) at[k] = random.integer(4) - 1
        break
      case 'sliver':
        for (let k = 0; k < 3; k++) at[k] = a * u[k]! + 1e-7 * b * v[k]! + 1e-14 * at[k]!
        break
      case 'sphere':
        random.direction(at)
        break
      case 'two-scales':
        if (i % 2 === 0) for (let k = 0; k < 3; k++) at[k] = at[k]! * 1e-8
        break
    }
    for (let k = 0; k < 3; k++) points[3 * i + k] = (centre[k]! + at[k]!) * scale
  }
  if (kind === 'lattice')
    for (let i = 0; i < points.length; i++) points[i] = (points[i]! / scale - centre[i % 3]!) * 2 ** 5
  return points
}

/** A rigid pose: any turn, a tiny one, quarter turns, or none; a translation of about `reach`, or none. */
export function randomPose(random: Random, reach: number): Float64Array {
  const x = new Float64Array(12)
  const kind = random.integer(8)
  const axis = random.direction(new Float64Array(3))
  if (kind === 0) setAxisAngle(x, 0, 1, 0, 0, 0)
  else if (kind === 1) quarterTurns(x, random)
  else if (kind === 2) setAxisAngle(x, 0, axis[0]!, axis[1]!, axis[2]!, 10 ** random.range(-16, -3))
  else setAxisAngle(x, 0, axis[0]!, axis[1]!, axis[2]!, random.range(-Math.PI, Math.PI))
  if (random.integer(3) > 0) for (let k = 0; k < 3; k++) x[4 * k + 3] = random.range(-2, 2) * reach
  return x
}

/** One of the 24 turns that map the axes to each other: exact. */
function quarterTurns(x: Float64Array, random: Random): void {
  const order = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ]
  const which = random.integer(6)
  const s0 = random.integer(2) * 2 - 1
  const s1 = random.integer(2) * 2 - 1
  const signs = [s0, s1, s0 * s1 * (which < 3 ? 1 : -1)]
  x.fill(0)
  for (let row = 0; row < 3; row++) x[4 * row + order[which]![row]!] = signs[row]!
}

/** Largest coordinate of all points. */
export function reachOf(points: ArrayLike<number>): number {
  let reach = 0
  for (let i = 0; i < points.length; i++) reach = Math.max(reach, Math.abs(points[i]!))
  return reach
}

/** A point, or a vector. */
export type ExactPoint = readonly [Dyadic, Dyadic, Dyadic]

export function exactPoint(p: ArrayLike<number>, i = 0): ExactPoint {
  return [exact(p[i]!), exact(p[i + 1]!), exact(p[i + 2]!)]
}

/** x·p, row-major 3×4. */
export function exactTransform(x: ArrayLike<number>, p: ExactPoint): ExactPoint {
  const row = (r: number): Dyadic => {
    let sum = exact(x[4 * r + 3]!)
    for (let k = 0; k < 3; k++) sum = add(sum, multiply(exact(x[4 * r + k]!), p[k]!))
    return sum
  }
  return [row(0), row(1), row(2)]
}

export function exactDot(a: ExactPoint, b: ExactPoint): Dyadic {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]))
}

export function exactLess(a: Dyadic, b: Dyadic): boolean {
  return sign(subtract(a, b)) < 0
}

const minus = (a: ExactPoint, b: ExactPoint): ExactPoint => [
  subtract(a[0], b[0]),
  subtract(a[1], b[1]),
  subtract(a[2], b[2]),
]

export const lengthSq = (a: ExactPoint): Dyadic => exactDot(a, a)
export const distanceSq = (a: ExactPoint, b: ExactPoint): Dyadic => lengthSq(minus(a, b))

export function inAabb(a: Float64Array, p: ExactPoint): boolean {
  return [0, 1, 2].every((k) => !exactLess(p[k]!, exact(a[k]!)) && !exactLess(exact(a[k + 3]!), p[k]!))
}

export function inSphere(a: Float64Array, p: ExactPoint): boolean {
  return !exactLess(multiply(exact(a[3]!), exact(a[3]!)), distanceSq(p, exactPoint(a)))
}

/** By Cramer's rule: |u_k·det| ≤ half_k·|det|, where t + R·u = p. */
export function inObb(a: Float64Array, p: ExactPoint): boolean {
  const column = (k: number): ExactPoint => [exact(a[k]!), exact(a[4 + k]!), exact(a[8 + k]!)]
  const q = minus(p, [exact(a[3]!), exact(a[7]!), exact(a[11]!)])
  const [c0, c1, c2] = [column(0), column(1), column(2)]
  const det = exactDot(c0, cross(c1, c2))
  const sized = [exactDot(q, cross(c1, c2)), exactDot(q, cross(c2, c0)), exactDot(q, cross(c0, c1))]
  return sized.every((u, k) => !exactLess(multiply(exact(a[12 + k]!), absolute(det)), absolute(u)))
}

function cross(a: ExactPoint, b: ExactPoint): ExactPoint {
  const e = (k: number): Dyadic => {
    const [m, n] = [(k + 1) % 3, (k + 2) % 3]
    return subtract(multiply(a[m]!, b[n]!), multiply(a[n]!, b[m]!))
  }
  return [e(0), e(1), e(2)]
}

const absolute = (a: Dyadic): Dyadic => (a.m < 0n ? { m: -a.m, e: a.e } : a)

/** By a witness: some point of the rectangle, found in doubles, is within the radius in exact arithmetic. */
export function inRss(a: Float64Array, p: ExactPoint): boolean {
  const at: ExactPoint = [exact(a[3]!), exact(a[7]!), exact(a[11]!)]
  const q = minus(p, at)
  const column = (k: number): ExactPoint => [exact(a[k]!), exact(a[4 + k]!), exact(a[8 + k]!)]
  let rest = q
  for (let k = 0; k < 2; k++) {
    const u = Math.min(a[12 + k]!, Math.max(-a[12 + k]!, toNumber(exactDot(q, column(k)))))
    const c = column(k)
    rest = minus(rest, [multiply(c[0], exact(u)), multiply(c[1], exact(u)), multiply(c[2], exact(u))])
  }
  return !exactLess(multiply(exact(a[14]!), exact(a[14]!)), lengthSq(rest))
}

/** To the last place or so. */
export function toNumber(a: Dyadic): number {
  const digits = a.m.toString(16).length * 4
  const drop = Math.max(0, digits - 64)
  return Number(a.m >> BigInt(drop)) * 2 ** Math.max(-1070, a.e + drop)
}

/** Every slab: D·p ≤ d. */
export function inKdop(a: ArrayLike<number>, p: ExactPoint, vectors: Float64Array, k: number): boolean {
  for (let d = 0; d < k; d++) {
    if (exactLess(exact(a[d]!), exactDot(exactPoint(vectors, 3 * d), p))) return false
  }
  return true
}
