// Two triangles by exact arithmetic and enumeration: do they have a common point, and how far apart are they? Every
// vertex, edge and face of one against every one of the other, in whole numbers. Points, segments and triangles without
// area are triangles too. Lean enough for a million pairs in minutes; obviously right all the same, and compared with
// the general oracle of shapes.ts, which it shares no code with.
import { add, type Dyadic, exact, multiply } from './exact.js'

/** A point whose coordinates are integers, in units of one power of two for a whole query. */
type P = readonly [bigint, bigint, bigint]

export interface ExactTriangles {
  /** They have a common point. */
  readonly touch: boolean
  /** Their distance, right to a few u of itself; exactly 0 if and only if they touch. */
  readonly distance: number
}

/** The triangles a[i..i+8] and b[j..j+8], the second placed by the pose x (3×4, row-major), or as it is. */
export function exactTriangles(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  x?: ArrayLike<number>,
): ExactTriangles {
  return compare(points(a, i, 3), place(points(b, j, 3), x))
}

/** How far the point p[k..k+2] is from the triangle t[i..i+8]: to check witnesses. */
export function exactPointTriangle(p: ArrayLike<number>, k: number, t: ArrayLike<number>, i: number): number {
  return compare(points(p, k, 1), points(t, i, 3)).distance
}

/** The same for the segment s[k..k+5]. */
export function exactSegmentTriangle(s: ArrayLike<number>, k: number, t: ArrayLike<number>, i: number): number {
  return compare(points(s, k, 2), points(t, i, 3)).distance
}

/** A triangle whose vertices are on one line. */
export function isFlat(t: ArrayLike<number>, i: number): boolean {
  const [a, b, c] = integers(points(t, i, 3)).whole
  return isZero(cross(sub(b!, a!), sub(c!, a!)))
}

/** All six vertices in one plane. */
export function isCoplanar(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): boolean {
  const { whole } = integers([...points(a, i, 3), ...points(b, j, 3)])
  const all = whole.map((v) => sub(v, whole[0]!))
  for (let k = 1; k < 6; k++) {
    for (let l = k + 1; l < 6; l++) {
      const n = cross(all[k]!, all[l]!)
      if (!isZero(n)) return all.every((v) => dot(n, v) === 0n)
    }
  }
  return true
}

/** One to three points against three. */
function compare(dyadicP: readonly DyadicPoint[], dyadicQ: readonly DyadicPoint[]): ExactTriangles {
  const { whole, unit } = integers([...dyadicP, ...dyadicQ])
  const p = whole.slice(0, dyadicP.length)
  const q = whole.slice(dyadicP.length)
  const edgesP = p.length === 3 ? [0, 1, 2] : p.length === 2 ? [0] : []
  const edgesQ = [0, 1, 2]
  const end = (k: number, points: readonly P[]) => points[(k + 1) % points.length]!
  let best = Infinity
  let touch = false
  const keep = (num: bigint, den: bigint) => {
    if (num === 0n) touch = true
    else best = Math.min(best, quotient(num, den))
  }
  for (const v of p) for (const w of q) keep(sq(sub(v, w)), 1n)
  for (const v of p) for (const k of edgesQ) pointEdge(v, q[k]!, end(k, q), keep)
  for (const w of q) for (const k of edgesP) pointEdge(w, p[k]!, end(k, p), keep)
  for (const v of p) pointFace(v, q, keep)
  if (p.length === 3) for (const w of q) pointFace(w, p, keep)
  for (const k of edgesP) for (const l of edgesQ) edgeEdge(p[k]!, end(k, p), q[l]!, end(l, q), keep)
  if (!touch) touch = edgesP.some((k) => pierces(p[k]!, end(k, p), q))
  if (!touch && p.length === 3) touch = edgesQ.some((k) => pierces(q[k]!, end(k, q), p))
  return { touch, distance: touch ? 0 : Math.sqrt(best) * unit }
}

// Squared distances to the inside of a feature, as a fraction. Nothing where the nearest point is on its border, which
// is a feature of its own, or where the feature is degenerate.

type Keep = (num: bigint, den: bigint) => void

function pointEdge(p: P, a: P, b: P, keep: Keep): void {
  const d = sub(b, a)
  const r = sub(p, a)
  const den = sq(d)
  const along = dot(r, d)
  if (along > 0n && along < den) keep(sq(r) * den - along * along, den)
}

function pointFace(p: P, [a, b, c]: readonly P[], keep: Keep): void {
  const d = sub(b!, a!)
  const e = sub(c!, a!)
  const n = cross(d, e)
  if (isZero(n)) return
  const r = sub(p, a!)
  const m = cross(n, r)
  // r = s·d + t·e + (something)·n, times |n|²
  const s = dot(m, e)
  const t = -dot(m, d)
  const den = sq(n)
  if (s < 0n || t < 0n || s + t > den) return
  const height = dot(r, n)
  keep(height * height, den)
}

function edgeEdge(p: P, q: P, a: P, b: P, keep: Keep): void {
  const d = sub(q, p)
  const e = sub(b, a)
  const n = cross(d, e)
  if (isZero(n)) return
  const r = sub(a, p)
  const m = cross(n, r)
  const den = sq(n)
  // r = s·d − t·e + (something)·n, times |n|²
  const s = dot(m, e)
  if (s < 0n || s > den) return
  const t = dot(m, d)
  if (t < 0n || t > den) return
  const height = dot(r, n)
  keep(height * height, den)
}

/** Does the segment cross the triangle's plane inside the triangle? Segments in the plane are other features' work. */
function pierces(p: P, q: P, [a, b, c]: readonly P[]): boolean {
  const n = cross(sub(b!, a!), sub(c!, a!))
  const hp = dot(n, sub(p, a!))
  const hq = dot(n, sub(q, a!))
  if (hp === hq || (hp > 0n && hq > 0n) || (hp < 0n && hq < 0n)) return false
  const d = sub(q, p)
  const [u, v, w] = [sub(a!, p), sub(b!, p), sub(c!, p)]
  const sides = [dot(d, cross(u, v)), dot(d, cross(v, w)), dot(d, cross(w, u))]
  return sides.every((s) => s >= 0n) || sides.every((s) => s <= 0n)
}

// From doubles to integers.

type DyadicPoint = readonly Dyadic[]

function points(flat: ArrayLike<number>, i: number, n: number): DyadicPoint[] {
  return Array.from({ length: n }, (_, k) => [0, 1, 2].map((c) => exact(flat[i + 3 * k + c]!)))
}

function place(p: readonly DyadicPoint[], x: ArrayLike<number> | undefined): readonly DyadicPoint[] {
  if (x === undefined) return p
  const m = Array.from({ length: 12 }, (_, k) => exact(x[k]!))
  return p.map((v) => [0, 4, 8].map((row) => v.reduce((sum, c, k) => add(sum, multiply(m[row + k]!, c)), m[row + 3]!)))
}

/** The points in units of the largest power of two that leaves them whole. */
function integers(p: readonly DyadicPoint[]): { readonly whole: readonly P[]; readonly unit: number } {
  let e = Infinity
  for (const v of p) for (const c of v) if (c.m !== 0n && c.e < e) e = c.e
  const whole = (c: Dyadic) => (c.m === 0n ? 0n : c.m << BigInt(c.e - e))
  return { whole: p.map((v) => v.map(whole) as unknown as P), unit: e === Infinity ? 1 : 2 ** e }
}

/** num/den as a double, right to 2 u. */
function quotient(num: bigint, den: bigint): number {
  const n = Number(num)
  const d = Number(den)
  if (n < Infinity && d < Infinity) return n / d
  // Longer than a double's range: both are cut by as many bits, and enough of each is left.
  const cut = BigInt(4 * (num > den ? num : den).toString(16).length - 900)
  const small = num < den ? num : den
  if (small >> cut < 2n ** 60n) throw new Error('a fraction out of the range of the oracle')
  return Number(num >> cut) / Number(den >> cut)
}

function isZero(a: P): boolean {
  return a[0] === 0n && a[1] === 0n && a[2] === 0n
}

function sub(a: P, b: P): P {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function dot(a: P, b: P): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: P, b: P): P {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function sq(a: P): bigint {
  return dot(a, a)
}
