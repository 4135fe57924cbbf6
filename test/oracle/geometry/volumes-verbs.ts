// All kinds of volume by the same verbs, each with its meaning in exact arithmetic, and the checks that hold for every one.
import type { Random } from '../../../src/base/math/random.js'
import {
  AABB,
  aabbContains,
  aabbsLower,
  aabbsOverlap,
  fitAabb,
  mergeAabb,
  transformAabb,
} from '../../../src/volumes/aabb.js'
import { fitKdop, kdopContains, kdopsLower, kdopsOverlap, mergeKdop, transformKdop } from '../../../src/volumes/kdop.js'
import { DOP_SIZES, directionSet } from '../../../src/volumes/kdop-directions.js'
import { fitObb, mergeObb, OBB, obbContains, obbsLower, obbsOverlap, transformObb } from '../../../src/volumes/obb.js'
import { fitRss, mergeRss, RSS, rssContains, rssLower, rssOverlap, transformRss } from '../../../src/volumes/rss.js'
import {
  fitSphere,
  mergeSphere,
  SPHERE,
  sphereContains,
  spheresLower,
  spheresOverlap,
  transformSphere,
} from '../../../src/volumes/sphere.js'
import { exact, multiply } from '../exact.js'
import {
  distanceSq,
  type ExactPoint,
  exactLess,
  exactPoint,
  exactTransform,
  inAabb,
  inKdop,
  inObb,
  inRss,
  inSphere,
  type PointKind,
  randomPoints,
  randomPose,
  reachOf,
} from './volumes.js'

export interface Verbs {
  readonly name: string
  readonly size: number
  fit(out: Float64Array, o: number, points: Float64Array, count: number): void
  merge(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void
  transform(out: Float64Array, o: number, a: Float64Array, i: number, x: Float64Array, p: number): void
  contains(a: Float64Array, i: number, point: Float64Array, j: number): boolean
  overlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean
  lower(a: Float64Array, i: number, b: Float64Array, j: number): number
  /** Is the point inside, in exact arithmetic on the volume's numbers? */
  holds(a: Float64Array, p: ExactPoint): boolean
}

export const VOLUMES: readonly Verbs[] = [
  {
    name: 'sphere',
    size: SPHERE,
    fit: fitSphere,
    merge: mergeSphere,
    transform: transformSphere,
    contains: sphereContains,
    overlap: spheresOverlap,
    lower: spheresLower,
    holds: inSphere,
  },
  {
    name: 'aabb',
    size: AABB,
    fit: fitAabb,
    merge: mergeAabb,
    transform: transformAabb,
    contains: aabbContains,
    overlap: aabbsOverlap,
    lower: aabbsLower,
    holds: inAabb,
  },
  {
    name: 'obb',
    size: OBB,
    fit: fitObb,
    merge: mergeObb,
    transform: transformObb,
    contains: obbContains,
    overlap: obbsOverlap,
    lower: obbsLower,
    holds: inObb,
  },
  {
    name: 'rss',
    size: RSS,
    fit: fitRss,
    merge: mergeRss,
    transform: transformRss,
    contains: rssContains,
    overlap: rssOverlap,
    lower: rssLower,
    holds: inRss,
  },
  ...DOP_SIZES.map(
    (k): Verbs => ({
      name: `kdop${k}`,
      size: k,
      fit: (out, o, points, count) => fitKdop(out, o, points, count, k),
      merge: (out, o, a, i, b, j) => mergeKdop(out, o, a, i, b, j, k),
      transform: (out, o, a, i, x, p) => transformKdop(out, o, a, i, x, p, k),
      contains: (a, i, point, j) => kdopContains(a, i, point, j, k),
      overlap: (a, i, b, j) => kdopsOverlap(a, i, b, j, k),
      lower: (a, i, b, j) => kdopsLower(a, i, b, j, k),
      holds: (a, p) => inKdop(a, p, directionSet(k).vectors, k),
    }),
  ),
]

/** Where the arrays of a case begin, so that a verb that forgets its offset is found out. */
const AT = 5

/** Two point sets, a pose: everything that the verbs promise about them. A failure prints the points and the pose. */
export function checkVolume(v: Verbs, random: Random, kindA: PointKind, kindB: PointKind): void {
  const a = randomPoints(random, kindA)
  const b = nearby(random, a, randomPoints(random, kindB))
  const x = randomPose(random, Math.max(reachOf(a), reachOf(b)))
  const must = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${v.name}: ${what}; ${JSON.stringify({ a: [...a], b: [...b], x: [...x] })}`)
  }
  const slot = (): Float64Array => new Float64Array(v.size + AT).fill(Number.NaN)
  const fitted = slot()
  const other = slot()
  v.fit(fitted, AT, a, a.length / 3)
  v.fit(other, AT, b, b.length / 3)
  const pointsA = exactPoints(a)
  const pointsB = exactPoints(b)
  const all = (volume: Float64Array, points: readonly ExactPoint[], what: string): void => {
    must(volume.subarray(AT).every(Number.isFinite), `${what}: not a number`)
    for (const p of points) must(v.holds(volume.subarray(AT), p), `${what} loses a point`)
  }
  all(fitted, pointsA, 'fit')
  all(other, pointsB, 'fit')

  const merged = slot()
  v.merge(merged, AT, fitted, AT, other, AT)
  all(merged, [...pointsA, ...pointsB], 'merge')

  const pose = new Float64Array(12 + AT)
  pose.set(x, AT)
  const moved = slot()
  v.transform(moved, AT, fitted, AT, pose, AT)
  all(
    moved,
    pointsA.map((p) => exactTransform(x, p)),
    'transform',
  )

  for (const [volume, points] of [
    [fitted, b],
    [fitted, a],
    [merged, a],
  ] as const) {
    for (let i = 0; i < points.length; i += 3) {
      if (v.contains(volume, AT, points, i)) continue
      must(!v.holds(volume.subarray(AT), exactPoint(points, i)), `point ${i / 3} said to be outside`)
    }
  }

  const lower = v.lower(fitted, AT, other, AT)
  const lowerSq = multiply(exact(lower), exact(lower))
  must(lower >= 0, `lower is ${lower}`)
  const overlap = v.overlap(fitted, AT, other, AT)
  for (const p of pointsA) {
    for (const q of pointsB) {
      const d = distanceSq(p, q)
      must(!exactLess(d, lowerSq), `lower ${lower} is above a distance`)
      must(d.m !== 0n || overlap, 'no overlap, and a common point')
    }
  }
  must(!(lower > 0 && overlap), `overlap, and ${lower} apart`)
  must(v.overlap(other, AT, fitted, AT) || !overlap || lower < 1e-9 * reachOf(a), 'overlap one way round only')
}

function exactPoints(points: Float64Array): ExactPoint[] {
  return Array.from({ length: points.length / 3 }, (_, i) => exactPoint(points, 3 * i))
}

/** B's points where they matter: beside A, in it, with a point in common, or wherever they were. */
function nearby(random: Random, a: Float64Array, b: Float64Array): Float64Array {
  const how = random.integer(4)
  if (how === 0) return b
  const sizeA = extentOf(a)
  const sizeB = extentOf(b)
  const factor = sizeB > 0 ? (sizeA > 0 ? sizeA / sizeB : 1) : 1
  const shift = new Float64Array(3)
  random.direction(shift)
  const away = how === 1 ? 0 : random.range(0, 3) * (sizeA > 0 ? sizeA : reachOf(a))
  const out = new Float64Array(b.length)
  for (let i = 0; i < b.length; i++) out[i] = a[i % 3]! + (b[i]! - b[i % 3]!) * factor + shift[i % 3]! * away
  return out
}

function extentOf(p: Float64Array): number {
  let extent = 0
  for (let i = 0; i < p.length; i++) extent = Math.max(extent, Math.abs(p[i]! - p[i % 3]!))
  return extent
}
