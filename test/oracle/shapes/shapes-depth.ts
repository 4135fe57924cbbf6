// The signed distance of two convex polytopes, with a radius around each, by exact arithmetic and enumeration: the depth is
// the least overlap along any normal that the difference of the two can have, and those are the normals of all triples of
// points of either and the products of all pairs of edges. Normals that no face has only add overlaps that are not
// smaller, so no hull has to be computed. Slow; obviously right.
import type { Shape } from '../../../src/shapes/shape.js'
import type { Dyadic } from '../exact.js'
import { type DyadicPoint, type ExactCore, exactCoreDistance, exactCores, exactTransform } from './shapes.js'

type P = readonly [bigint, bigint, bigint]

/** The true signed distance at the pose x of B in A's frame, rounded a few times: minus the depth if they overlap. */
export function exactSignedDistance(a: Shape, b: Shape, x: ArrayLike<number>): number {
  const coreA = exactCores(a)[0]!
  const coreB = exactCores(b)[0]!
  return exactSignedCores(coreA, { radius: coreB.radius, points: coreB.points.map((p) => exactTransform(x, p)) })
}

/** For groups: the least of all pairs. */
export function exactDeepest(a: Shape, b: Shape, x: ArrayLike<number>): number {
  let least = Infinity
  for (const coreA of exactCores(a)) {
    for (const coreB of exactCores(b)) {
      const placed = { radius: coreB.radius, points: coreB.points.map((p) => exactTransform(x, p)) }
      least = Math.min(least, exactSignedCores(coreA, placed))
    }
  }
  return least
}

function exactSignedCores(a: ExactCore, b: ExactCore): number {
  const apart = exactCoreDistance(a.points, b.points)
  return (apart > 0 ? apart : -exactCoreDepth(a.points, b.points)) - a.radius - b.radius
}

/** The depth of two hulls that have a point in common: 0 if their difference has no inside. */
export function exactCoreDepth(dyadicA: readonly DyadicPoint[], dyadicB: readonly DyadicPoint[]): number {
  const e = Math.min(...[...dyadicA, ...dyadicB].flat().map((c: Dyadic) => (c.m === 0n ? Infinity : c.e)))
  if (e === Infinity) return 0
  const toInteger = (p: DyadicPoint) => p.map((c) => (c.m === 0n ? 0n : c.m << BigInt(c.e - e))) as unknown as P
  const a = distinct(dyadicA.map(toInteger))
  const b = distinct(dyadicB.map(toInteger))
  let depth = Infinity
  const keep = (n: P) => {
    const length = Math.hypot(...n.map(Number).map((c) => c * 2 ** -scale))
    if (length === 0) return
    const [lowA, highA] = interval(a, n)
    const [lowB, highB] = interval(b, n)
    for (const overlap of [highA - lowB, highB - lowA]) {
      depth = Math.min(depth, (Number(overlap) * 2 ** -scale) / length)
    }
  }
  // Products of three coordinates may be longer than a double's exponent: scaled by what they are at most.
  const bits = Math.max(...[...a, ...b].flat().map((c) => c.toString(2).length))
  const scale = Math.max(0, 2 * bits - 500)
  const edgesA = edges(a)
  const edgesB = edges(b)
  for (const own of [edgesA, edgesB]) {
    for (let i = 0; i < own.length; i++) for (let j = i + 1; j < own.length; j++) keep(cross(own[i]!, own[j]!))
  }
  for (const s of edgesA) for (const t of edgesB) keep(cross(s, t))
  return depth === Infinity ? 0 : depth * 2 ** e
}

function interval(points: readonly P[], n: P): [bigint, bigint] {
  let low = dot(points[0]!, n)
  let high = low
  for (const p of points) {
    const d = dot(p, n)
    if (d < low) low = d
    if (d > high) high = d
  }
  return [low, high]
}

function distinct(points: P[]): P[] {
  return [...new Map(points.map((p) => [p.join(), p])).values()]
}

/** All differences of two points, parallel ones once. */
function edges(points: readonly P[]): P[] {
  const found = new Map<string, P>()
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      const d = sub(points[j]!, points[i]!)
      const g = d.map((c) => (c < 0n ? -c : c)).reduce(gcd)
      const sign = d.find((c) => c !== 0n)! < 0n ? -g : g
      const unit = d.map((c) => c / sign) as unknown as P
      found.set(unit.join(), unit)
    }
  }
  return [...found.values()]
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a
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
