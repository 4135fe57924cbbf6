// Two triangles by exact arithmetic and enumeration: do they have a common point, and how far apart are they? Every
// vertex, edge and face of one against every one of the other, in whole numbers. Points, segments and triangles without
// area are triangles too. Lean enough for a million pairs in minutes; obviously right all the same, and compared with
// the general oracle of shapes.ts, which it shares no code with.
import { add, type Dyadic, exact, multiply, sqrtRatio } from '../exact.js'

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
  return compare(x === undefined ? integers([a, i, 3], [b, j, 3]) : placedIntegers(a, i, b, j, x), 3)
}

/** How far the point p[k..k+2] is from the triangle t[i..i+8]: to check witnesses. */
export function exactPointTriangle(p: ArrayLike<number>, k: number, t: ArrayLike<number>, i: number): number {
  return compare(integers([p, k, 1], [t, i, 3]), 1).distance
}

/** The same for the segment s[k..k+5]. */
export function exactSegmentTriangle(s: ArrayLike<number>, k: number, t: ArrayLike<number>, i: number): number {
  return compare(integers([s, k, 2], [t, i, 3]), 2).distance
}

/** The corners of the common part of two triangles (some of them twice), each coordinate rounded once or twice. */
export function exactCorners(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number[][] {
  const { points, e } = integers([a, i, 3], [b, j, 3])
  const sets = [points.slice(0, 3), points.slice(3)]
  const corners: number[][] = []
  /** p + (num/den)·d */
  const keep = (p: P, d: P, num: bigint, den: bigint) => {
    corners.push(
      [0, 1, 2].map((c) => {
        const x = p[c]! * den + num * d[c]!
        return (x < 0n === den < 0n ? 1 : -1) * root(x * x, den * den, e)
      }),
    )
  }
  for (const [t, other] of [sets, [...sets].reverse()] as [P[], P[]][]) {
    const n = cross(sub(other[1]!, other[0]!), sub(other[2]!, other[0]!))
    for (let k = 0; k < 3; k++) {
      const p = t[k]!
      const d = sub(t[(k + 1) % 3]!, p)
      if (compare({ points: [p, ...other], e }, 1).touch) keep(p, d, 0n, 1n)
      if (pierces(p, t[(k + 1) % 3]!, other)) keep(p, d, dot(n, sub(other[0]!, p)), dot(n, d))
      for (let l = 0; l < 3; l++) {
        const f = sub(other[(l + 1) % 3]!, other[l]!)
        const m = cross(d, f)
        edgeEdge(p, t[(k + 1) % 3]!, other[l]!, other[(l + 1) % 3]!, (height) => {
          if (height === 0n) keep(p, d, dot(cross(m, sub(other[l]!, p)), f), sq(m))
        })
      }
    }
  }
  return corners
}

/** A triangle whose vertices are on one line. */
export function isFlat(t: ArrayLike<number>, i: number): boolean {
  const [a, b, c] = integers([t, i, 3]).points
  return isZero(cross(sub(b!, a!), sub(c!, a!)))
}

/** All six vertices in one plane. */
export function isCoplanar(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): boolean {
  const { points } = integers([a, i, 3], [b, j, 3])
  const all = points.map((v) => sub(v, points[0]!))
  for (let k = 1; k < 6; k++) {
    for (let l = k + 1; l < 6; l++) {
      const n = cross(all[k]!, all[l]!)
      if (!isZero(n)) return all.every((v) => dot(n, v) === 0n)
    }
  }
  return true
}

/** Whether two triangles of whole numbers (nine each, in one unit with reach) are at most reach apart. */
export function exactTrianglesWithin(a: readonly bigint[], b: readonly bigint[], reach: bigint): boolean {
  const points = (t: readonly bigint[]): P[] => [0, 3, 6].map((k) => [t[k]!, t[k + 1]!, t[k + 2]!])
  let isWithin = false
  const isPierced = compareFeatures(points(a), points(b), (num, den) => {
    if (num <= reach * reach * den) isWithin = true
  })
  return isWithin || isPierced
}

/** The first n points, one to three, against the other three. */
function compare({ points, e }: Whole, n: number): ExactTriangles {
  let best = Infinity
  let touch = false
  const isPierced = compareFeatures(points.slice(0, n), points.slice(n), (num, den) => {
    if (num === 0n) touch = true
    else best = Math.min(best, root(num, den, e))
  })
  touch ||= isPierced
  return { touch, distance: touch ? 0 : best }
}

/** Calls `keep` for each pair of features; returns whether an edge of one pierces the other. p: one to three points. q: three. */
function compareFeatures(p: readonly P[], q: readonly P[], keep: Keep): boolean {
  const edgesP = p.length === 3 ? [0, 1, 2] : p.length === 2 ? [0] : []
  const edgesQ = [0, 1, 2]
  const end = (k: number, t: readonly P[]) => t[(k + 1) % t.length]!
  for (const v of p) for (const w of q) keep(sq(sub(v, w)), 1n)
  for (const v of p) for (const k of edgesQ) pointEdge(v, q[k]!, end(k, q), keep)
  for (const w of q) for (const k of edgesP) pointEdge(w, p[k]!, end(k, p), keep)
  for (const v of p) pointFace(v, q, keep)
  if (p.length === 3) for (const w of q) pointFace(w, p, keep)
  for (const k of edgesP) for (const l of edgesQ) edgeEdge(p[k]!, end(k, p), q[l]!, end(l, q), keep)
  if (edgesP.some((k) => pierces(p[k]!, end(k, p), q))) return true
  return p.length === 3 && edgesQ.some((k) => pierces(q[k]!, end(k, q), p))
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

interface Whole {
  /** In units of 2^e. */
  readonly points: readonly P[]
  readonly e: number
}

/** Vertices of flat arrays (an array, where it starts, how many), in units of a power of two that leaves them whole. */
function integers(...sets: readonly (readonly [ArrayLike<number>, number, number])[]): Whole {
  let least = Infinity
  for (const [flat, i, n] of sets) {
    for (let k = i; k < i + 3 * n; k++) {
      const size = Math.abs(flat[k]!)
      if (size > 0 && size < least) least = size
    }
  }
  // Every coordinate is a multiple of 2⁻⁵² times the power of two below it. (One less, in case the logarithm is rounded.)
  const e = least === Infinity ? 0 : Math.floor(Math.log2(least)) - 53
  const scale = 2 ** -e
  const points: P[] = []
  for (const [flat, i, n] of sets) {
    for (let k = i; k < i + 3 * n; k += 3) {
      // BigInt refuses what is not whole.
      points.push([BigInt(flat[k]! * scale), BigInt(flat[k + 1]! * scale), BigInt(flat[k + 2]! * scale)])
    }
  }
  return { points, e }
}

/** A triangle of A, and one of B placed by a pose, which may take twice the digits. */
function placedIntegers(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number, x: ArrayLike<number>): Whole {
  const m = Array.from({ length: 12 }, (_, k) => exact(x[k]!))
  const numbers: Dyadic[] = Array.from({ length: 9 }, (_, k) => exact(a[i + k]!))
  for (let k = j; k < j + 9; k += 3) {
    const v = [exact(b[k]!), exact(b[k + 1]!), exact(b[k + 2]!)]
    for (const row of [0, 4, 8]) {
      numbers.push(v.reduce((sum, c, l) => add(sum, multiply(m[row + l]!, c)), m[row + 3]!))
    }
  }
  let e = Infinity
  for (const c of numbers) if (c.m !== 0n && c.e < e) e = c.e
  const whole = numbers.map((c) => (c.m === 0n ? 0n : c.m << BigInt(c.e - e)))
  const points = Array.from({ length: 6 }, (_, k): P => [whole[3 * k]!, whole[3 * k + 1]!, whole[3 * k + 2]!])
  return { points, e: e === Infinity ? 0 : e }
}

/** √(num/den)·2^e as a double, right to 3 u. */
function root(num: bigint, den: bigint, e: number): number {
  const q = Number(num) / Number(den)
  return q > 1e-200 && q < 1e200 ? Math.sqrt(q) * 2 ** e : sqrtRatio({ num, den }, e)
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
