// Steps of meshes by brute force: every pair of triangles, in whole numbers, at rest and at many instants of a step.
//
// Two triangles, as sets of vertices, touch if their hulls have a common point that is not in the hull of the vertices that they share. The common
// part is convex; its corners are vertices of one in the other, and points where an edge crosses an edge or a face. So they touch if
// and only if one of those is not in that hull. Every point is exact: whole numbers over one denominator. It shares no code with the engine.
import { exact } from '../exact.js'

type P = readonly [bigint, bigint, bigint]
/** A point x/d, y/d, z/d. */
interface Q {
  readonly p: P
  readonly d: bigint
}

/** Vertices in whole numbers of one unit, at times 0 and 1. */
export interface WholeStep {
  readonly from: readonly P[]
  readonly to: readonly P[]
}

export function wholeStep(from: ArrayLike<number>, to: ArrayLike<number>): WholeStep {
  const all = [...Array.from(from), ...Array.from(to)].map(exact)
  const unit = all.reduce((least, { m, e }) => (m === 0n ? least : Math.min(least, e)), Infinity)
  const whole = all.map(({ m, e }) => (m === 0n ? 0n : m << BigInt(e - unit)))
  const points = (o: number): P[] =>
    Array.from({ length: from.length / 3 }, (_, v) => [whole[o + 3 * v]!, whole[o + 3 * v + 1]!, whole[o + 3 * v + 2]!])
  return { from: points(0), to: points(from.length) }
}

/** Where the vertices are at the time k/n, times n. */
export function pointsAt({ from, to }: WholeStep, k: number, n: number): P[] {
  const [s, t] = [BigInt(n - k), BigInt(k)]
  return from.map((p, v) => [0, 1, 2].map((c) => s * p[c]! + t * to[v]![c]!) as unknown as P)
}

/** Vertices that are one, at these places, or at both ends of a step: the first of them for each. */
export function weldedVertices(...places: readonly (readonly P[])[]): number[] {
  const firsts = new Map<string, number>()
  return places[0]!.map((_, v) => {
    const key = places.map((points) => points[v]!.join()).join(';')
    if (!firsts.has(key)) firsts.set(key, v)
    return firsts.get(key)!
  })
}

/** Do the triangles with these vertices touch beyond what they share? */
export function touchBeyond(points: readonly P[], a: readonly number[], b: readonly number[]): boolean {
  const [s, t] = [[...new Set(a)], [...new Set(b)]]
  if (isAbove(points, s, t) || isAbove(points, t, s)) return false
  const shared = s.filter((v) => t.includes(v)).map((v) => points[v]!)
  return commonCorners(
    s.map((v) => points[v]!),
    t.map((v) => points[v]!),
  ).some((corner) => !isIn(corner, shared))
}

/** Are the vertices of t that s does not have all above its plane, or all below? Points of t in that plane are of what they share, then. */
function isAbove(points: readonly P[], s: readonly number[], t: readonly number[]): boolean {
  if (s.length < 3) return false
  const [a, b, c] = s.map((v) => points[v]!) as [P, P, P]
  const n = cross(sub(b, a), sub(c, a))
  const heights = t.filter((v) => !s.includes(v)).map((v) => dot(n, sub(points[v]!, a)))
  return heights.every((h) => h > 0n) || heights.every((h) => h < 0n)
}

/** Has a triangle no area? */
export function isFlat(points: readonly P[], [a, b, c]: readonly number[]): boolean {
  return isZero(cross(sub(points[b!]!, points[a!]!), sub(points[c!]!, points[a!]!)))
}

/** All pairs of triangles of a mesh at rest that touch, lower numbers first, in ascending order. */
export function bruteSelfCollisions(positions: ArrayLike<number>, triangles: ArrayLike<number>): number[][] {
  const { from } = wholeStep(positions, positions)
  const corners = cornerSets(triangles, weldedVertices(from))
  const found: number[][] = []
  corners.forEach((a, s) => {
    for (let t = s + 1; t < corners.length; t++) if (touchBeyond(from, a, corners[t]!)) found.push([s, t])
  })
  return found
}

export function cornerSets(triangles: ArrayLike<number>, weld: readonly number[]): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => [0, 1, 2].map((k) => weld[triangles[3 * t + k]!]!))
}

/** The corners of what two hulls of one to three points have in common, and other points of it. */
function commonCorners(s: readonly P[], t: readonly P[]): Q[] {
  const found: Q[] = []
  const keep = (q: Q): void => {
    if (isIn(q, s) && isIn(q, t)) found.push(q)
  }
  for (const p of [...s, ...t]) keep({ p, d: 1n })
  for (const e of edges(s)) {
    for (const f of edges(t)) crossEdges(e, f, keep)
    if (t.length === 3) crossFace(e, t, keep)
  }
  if (s.length === 3) for (const f of edges(t)) crossFace(f, s, keep)
  return found
}

function edges(hull: readonly P[]): (readonly [P, P])[] {
  if (hull.length < 2) return []
  return hull.length === 2 ? [[hull[0]!, hull[1]!]] : [0, 1, 2].map((k) => [hull[k]!, hull[(k + 1) % 3]!])
}

/** Where the lines of two edges cross in one point, if they do. */
function crossEdges([p, q]: readonly [P, P], [u, v]: readonly [P, P], keep: (q: Q) => void): void {
  const [d, e, r] = [sub(q, p), sub(v, u), sub(u, p)]
  const n = cross(d, e)
  if (isZero(n) || dot(n, r) !== 0n) return
  keep(along(p, d, dot(cross(r, e), n), dot(n, n)))
}

/** Where the line of an edge crosses the plane of a triangle, if in one point. */
function crossFace([p, q]: readonly [P, P], [a, b, c]: readonly P[], keep: (q: Q) => void): void {
  const n = cross(sub(b!, a!), sub(c!, a!))
  const d = sub(q, p)
  const down = dot(n, d)
  if (down !== 0n) keep(along(p, d, dot(n, sub(a!, p)), down))
}

/** p + (num/den)·d */
function along(p: P, d: P, num: bigint, den: bigint): Q {
  return { p: [0, 1, 2].map((k) => p[k]! * den + num * d[k]!) as unknown as P, d: den }
}

/** Is a point in the hull of none to three points? */
function isIn({ p, d }: Q, hull: readonly P[]): boolean {
  // The hull times d, which may be negative: a hull all the same.
  const scaled = hull.map((h) => h.map((x) => x * d) as unknown as P)
  const [a, b, c] = scaled
  if (a === undefined) return false
  if (b === undefined) return isZero(sub(p, a))
  if (c === undefined) return isBetween(p, a, b)
  const n = cross(sub(b, a), sub(c, a))
  if (isZero(n)) return isBetween(p, a, b) || isBetween(p, b, c) || isBetween(p, c, a)
  if (dot(n, sub(p, a)) !== 0n) return false
  return [0, 1, 2].every((k) => {
    const [u, v] = [scaled[k]!, scaled[(k + 1) % 3]!]
    return dot(n, cross(sub(v, u), sub(p, u))) >= 0n
  })
}

function isBetween(p: P, a: P, b: P): boolean {
  return isZero(cross(sub(p, a), sub(b, a))) && dot(sub(p, a), sub(p, b)) <= 0n
}

function isZero(a: P): boolean {
  return a.every((x) => x === 0n)
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
