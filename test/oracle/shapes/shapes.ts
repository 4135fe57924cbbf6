// The distance of two shapes by exact arithmetic and enumeration: every vertex, edge and triangle that the points of
// one convex core span against every one of the other. Triangles inside the hull only add distances that are not
// smaller, so no hull has to be computed. Slow; obviously right.
import type { Shape } from '../../../src/shapes/shape.js'
import { add, type Dyadic, exact, less, multiply, type Ratio, sqrtRatio } from '../exact.js'

/** A point whose coordinates are integers, in units of one power of two for a whole query. */
type P = readonly [bigint, bigint, bigint]
export type DyadicPoint = readonly [Dyadic, Dyadic, Dyadic]
export interface ExactCore {
  readonly points: readonly DyadicPoint[]
  readonly radius: number
}

/** The true distance of A and B at the pose x of B in A's frame (0 if they touch or overlap), rounded once or twice. */
export function exactDistance(a: Shape, b: Shape, x: ArrayLike<number>): number {
  const coresA = exactCores(a)
  const coresB = exactCores(b).map((core) => ({
    radius: core.radius,
    points: core.points.map((p) => exactTransform(x, p)),
  }))
  let best = Infinity
  for (const ca of coresA) {
    for (const cb of coresB) best = Math.min(best, exactCoreDistance(ca.points, cb.points) - ca.radius - cb.radius)
  }
  return Math.max(best, 0)
}

/** How far a point is from a shape, both in one frame: to check witnesses. */
export function exactPointDistance(shape: Shape, p: ArrayLike<number>): number {
  const point: DyadicPoint = [exact(p[0]!), exact(p[1]!), exact(p[2]!)]
  const distances = exactCores(shape).map((core) => exactCoreDistance(core.points, [point]) - core.radius)
  return Math.max(Math.min(...distances), 0)
}

/** The largest distance of a point of the shape from its frame's origin, in floating point. */
export function reachOf(shape: Shape): number {
  if (shape.kind === 'group') return Math.max(...shape.parts.map(reachOf))
  if (shape.kind === 'cylinder') {
    const { pose, radius, length } = shape
    return Math.hypot(pose[3]!, pose[7]!, pose[11]!) + Math.hypot(radius, length / 2)
  }
  const norms = exactCores(shape).flatMap((core) =>
    core.points.map((p) => Math.hypot(...p.map((c) => Number(c.m) * 2 ** c.e)) + core.radius),
  )
  return Math.max(...norms)
}

/** The convex cores of a shape and the radius around each, in its own frame. */
export function exactCores(shape: Shape): ExactCore[] {
  switch (shape.kind) {
    case 'sphere':
      return [{ points: exactPoints(shape.centre), radius: shape.radius }]
    case 'capsule':
      return [{ points: exactPoints([...shape.from, ...shape.to]), radius: shape.radius }]
    case 'box': {
      const points: DyadicPoint[] = []
      const [hx, hy, hz] = shape.half as unknown as [number, number, number]
      for (const x of [-hx, hx]) {
        for (const y of [-hy, hy]) {
          for (const z of [-hz, hz]) points.push(exactTransform(shape.pose, exactPoints([x, y, z])[0]!))
        }
      }
      return [{ points, radius: 0 }]
    }
    case 'cylinder':
      throw new Error('a cylinder is no polytope: see shapes-round.ts')
    case 'convex':
      return [{ points: exactPoints(shape.points), radius: 0 }]
    case 'mesh': {
      const positions = exactPoints(shape.positions)
      const cores: ExactCore[] = []
      for (let t = 0; t < shape.triangles.length; t += 3) {
        cores.push({ points: [0, 1, 2].map((k) => positions[shape.triangles[t + k]!]!), radius: 0 })
      }
      return cores
    }
    case 'group':
      return shape.parts.flatMap(exactCores)
  }
}

function exactPoints(flat: ArrayLike<number>): DyadicPoint[] {
  const points: DyadicPoint[] = []
  for (let i = 0; i < flat.length; i += 3) points.push([exact(flat[i]!), exact(flat[i + 1]!), exact(flat[i + 2]!)])
  return points
}

export function exactTransform(x: ArrayLike<number>, p: DyadicPoint): DyadicPoint {
  const row = (r: number): Dyadic => {
    let sum = exact(x[4 * r + 3]!)
    for (let k = 0; k < 3; k++) sum = add(sum, multiply(exact(x[4 * r + k]!), p[k]!))
    return sum
  }
  return [row(0), row(1), row(2)]
}

/** The distance of the hulls of two sets of points. */
export function exactCoreDistance(dyadicA: readonly DyadicPoint[], dyadicB: readonly DyadicPoint[]): number {
  const e = Math.min(...[...dyadicA, ...dyadicB].flat().map((c) => (c.m === 0n ? Infinity : c.e)))
  if (e === Infinity) return 0
  const toInteger = (p: DyadicPoint) => p.map((c) => (c.m === 0n ? 0n : c.m << BigInt(c.e - e))) as unknown as P
  const a = distinct(dyadicA.map(toInteger))
  const b = distinct(dyadicB.map(toInteger))
  if (contains(b, a[0]!) || contains(a, b[0]!)) return 0
  let best: Ratio = { num: sq(sub(a[0]!, b[0]!)), den: 1n }
  const keep = (r: Ratio | undefined) => {
    if (r !== undefined && less(r, best)) best = r
  }
  const edgesA = subsets(a, 2)
  const edgesB = subsets(b, 2)
  const facesA = subsets(a, 3)
  const facesB = subsets(b, 3)
  for (const p of a) for (const q of b) keep({ num: sq(sub(p, q)), den: 1n })
  for (const p of a) for (const s of edgesB) keep(pointEdge(p, s[0]!, s[1]!))
  for (const p of b) for (const s of edgesA) keep(pointEdge(p, s[0]!, s[1]!))
  for (const p of a) for (const f of facesB) keep(pointFace(p, f[0]!, f[1]!, f[2]!))
  for (const p of b) for (const f of facesA) keep(pointFace(p, f[0]!, f[1]!, f[2]!))
  for (const s of edgesA) for (const t of edgesB) keep(edgeEdge(s[0]!, s[1]!, t[0]!, t[1]!))
  if (best.num > 0n) {
    for (const s of edgesA) for (const f of facesB) if (pierces(s[0]!, s[1]!, f[0]!, f[1]!, f[2]!)) return 0
    for (const s of edgesB) for (const f of facesA) if (pierces(s[0]!, s[1]!, f[0]!, f[1]!, f[2]!)) return 0
  }
  return sqrtRatio(best, e)
}

function distinct(points: P[]): P[] {
  const seen = new Map(points.map((p) => [p.join(), p]))
  return [...seen.values()]
}

function subsets(points: readonly P[], size: number, from = 0): P[][] {
  if (size === 0) return [[]]
  const found: P[][] = []
  for (let i = from; i < points.length; i++) {
    for (const rest of subsets(points, size - 1, i + 1)) found.push([points[i]!, ...rest])
  }
  return found
}

// Squared distances to the inside of a feature; undefined where the nearest point is on its border, which is a feature
// of its own, or where the feature is degenerate.

function pointEdge(p: P, a: P, b: P): Ratio | undefined {
  const d = sub(b, a)
  const r = sub(p, a)
  const den = sq(d)
  const along = dot(r, d)
  return along > 0n && along < den ? { num: sq(r) * den - along * along, den } : undefined
}

function pointFace(p: P, a: P, b: P, c: P): Ratio | undefined {
  const n = cross(sub(b, a), sub(c, a))
  if (n.every((k) => k === 0n)) return undefined
  const inside =
    dot(cross(sub(b, a), sub(p, a)), n) >= 0n &&
    dot(cross(sub(c, b), sub(p, b)), n) >= 0n &&
    dot(cross(sub(a, c), sub(p, c)), n) >= 0n
  const height = dot(sub(p, a), n)
  return inside ? { num: height * height, den: sq(n) } : undefined
}

function edgeEdge(p: P, q: P, a: P, b: P): Ratio | undefined {
  const d = sub(q, p)
  const e = sub(b, a)
  const r = sub(a, p)
  const n = cross(d, e)
  const den = sq(n)
  const s = dot(cross(r, e), n)
  const t = dot(cross(r, d), n)
  const height = dot(r, n)
  return den > 0n && s >= 0n && s <= den && t >= 0n && t <= den ? { num: height * height, den } : undefined
}

/** Does the segment cross the triangle's plane inside the triangle? Segments in the plane are other features' work. */
function pierces(p: P, q: P, a: P, b: P, c: P): boolean {
  const hp = orient(a, b, c, p)
  const hq = orient(a, b, c, q)
  if (hp === hq || (hp > 0n && hq > 0n) || (hp < 0n && hq < 0n)) return false
  const sides = [orient(p, q, a, b), orient(p, q, b, c), orient(p, q, c, a)]
  return sides.every((s) => s >= 0n) || sides.every((s) => s <= 0n)
}

/** Is p in a tetrahedron of the points (Carathéodory)? Flat sets are other features' work. */
function contains(points: readonly P[], p: P): boolean {
  return subsets(points, 4).some(([a, b, c, d]) => {
    const whole = orient(a!, b!, c!, d!)
    if (whole === 0n) return false
    const parts = [orient(p, b!, c!, d!), orient(a!, p, c!, d!), orient(a!, b!, p, d!), orient(a!, b!, c!, p)]
    return parts.every((v) => (whole > 0n ? v >= 0n : v <= 0n))
  })
}

function orient(a: P, b: P, c: P, d: P): bigint {
  return dot(cross(sub(b, a), sub(c, a)), sub(d, a))
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
