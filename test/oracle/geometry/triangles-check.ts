// Everything that is promised about a pair of triangles, against exact arithmetic; shared by the quick and the deep tests.
import { Random } from '../../../src/base/math/random.js'
import { TINY_LENGTH, U } from '../../../src/base/math/rounding.js'
import { distancePointTriangle } from '../../../src/geometry/triangles/distance-point-triangle.js'
import { distanceSegmentTriangle } from '../../../src/geometry/triangles/distance-segment-triangle.js'
import {
  distanceTriangleTriangle,
  TRIANGLE_DISTANCE_ERROR,
} from '../../../src/geometry/triangles/distance-triangle-triangle.js'
import { APART, compareTriangles, TOUCHING } from '../../../src/geometry/triangles/triangle-compare.js'
import { COINCIDENT, triangleContact } from '../../../src/geometry/triangles/triangle-contact.js'
import { trianglesTouchExactly } from '../../../src/geometry/triangles/triangle-exact.js'
import {
  type ExactTriangles,
  exactCorners,
  exactPointTriangle,
  exactSegmentTriangle,
  exactTriangles,
  isCoplanar,
  isFlat,
} from './triangles.js'
import { type Mode, type TriangleCase, triangleCase } from './triangles-cases.js'

/** What a run of checks has met: counts, and errors in u of the scale. */
export class Seen {
  pairs = 0
  /** Degenerate, coplanar or touching, by exact arithmetic. */
  special = 0
  touching = 0
  /** Pairs that the verdict in doubles left open. */
  unsure = 0
  /** Distances that came out too large or too small, in u of the largest distance from A's first vertex. */
  above = 0
  below = 0
  readonly failures: string[] = []
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
const out = new Float64Array(6)

/** Checks the case of a mode and a seed, and adds what is wrong with it to seen.failures, ready to be pasted. */
export function checkTriangles(seen: Seen, mode: Mode, seed: number): void {
  const c = triangleCase(mode, seed)
  const truth = exactTriangles(c.a, 0, c.b, 0)
  const complain = (what: string) => {
    if (seen.failures.length < 10) seen.failures.push(`triangleCase('${mode}', ${seed}): ${what}`)
  }
  seen.pairs++
  if (truth.touch) seen.touching++
  if (truth.touch || isFlat(c.a, 0) || isFlat(c.b, 0) || isCoplanar(c.a, 0, c.b, 0)) seen.special++
  const random = new Random(seed + 1)
  checkVerdict(seen, c, truth, random, complain)
  checkDistance(seen, c, truth, random, complain)
  if (trianglesTouchExactly(c.a, 0, c.b, 0, IDENTITY, 0) !== truth.touch) complain(`touching is not ${truth.touch}`)
  if (truth.touch) checkContact(c, complain)
  if (seed % 4 === 0) {
    const placed = exactTriangles(c.a, 0, c.local, 0, c.x).touch
    if (trianglesTouchExactly(c.a, 0, c.local, 0, c.x, 0) !== placed) complain(`touching, placed, is not ${placed}`)
    checkPointAndSegment(c, complain)
  }
}

type Complain = (what: string) => void

/** The largest distance from a point to a vertex. */
function reach(from: ArrayLike<number>, ...triangles: readonly ArrayLike<number>[]): number {
  let largest = 0
  for (const t of triangles) {
    for (let k = 0; k < t.length; k += 3) {
      largest = Math.max(largest, Math.hypot(t[k]! - from[0]!, t[k + 1]! - from[1]!, t[k + 2]! - from[2]!))
    }
  }
  return largest
}

function checkVerdict(
  seen: Seen,
  { a, b }: TriangleCase,
  truth: ExactTriangles,
  random: Random,
  complain: Complain,
): void {
  const verdict = compareTriangles(a, 0, b, 0, 0)
  if (verdict === APART && truth.touch) complain('touching, but called apart')
  else if (verdict === TOUCHING && !truth.touch) complain('apart, but called touching')
  else if (verdict !== APART && verdict !== TOUCHING) seen.unsure++
  // Vertices that may move. Apart means farther than both together can come, in the end; touching is tried.
  const slack = reach(a, a, b) * 10 ** random.range(-16, 0)
  const loose = compareTriangles(a, 0, b, 0, slack)
  if (loose === APART && !(truth.distance > 2 * slack * (1 - 8 * U))) complain(`apart, but not with slack ${slack}`)
  if (loose !== TOUCHING) return
  if (!truth.touch) complain(`apart, but called touching with slack ${slack}`)
  // Each vertex in a direction of its own, or the triangles away from each other along the normal of one.
  const moved = [a, b].map((t) => t.slice()) as [Float64Array, Float64Array]
  const apart =
    random.integer(3) === 0 ? undefined : normalOf(random.unit() < 0.5 ? a : b, random.unit() < 0.5 ? 1 : -1)
  const d = new Float64Array(3)
  moved.forEach((t, side) => {
    for (let k = 0; k < 9; k += 3) {
      if (apart === undefined) random.direction(d)
      else d.set(side === 0 ? apart : apart.map((c) => -c))
      for (let c = 0; c < 3; c++) t[k + c]! += slack * (1 - 1e-9) * d[c]!
    }
  })
  // (a move that is lost in the rounding of the vertices is longer than it should be)
  const rounding = U * reach([0, 0, 0], a, b)
  if (slack > 1e10 * rounding && !exactTriangles(moved[0], 0, moved[1], 0).touch) {
    complain(`called touching with slack ${slack}, but moved apart`)
  }
}

/** The unit normal of a triangle, or its opposite; any direction for one without area. */
function normalOf(t: Float64Array, sign: number): Float64Array {
  const [x, y, z] = [0, 1, 2].map((c) => t[c + 3]! - t[c]!) as [number, number, number]
  const [u, v, w] = [0, 1, 2].map((c) => t[c + 6]! - t[c]!) as [number, number, number]
  const n = Float64Array.of(y * w - z * v, z * u - x * w, x * v - y * u)
  const length = Math.hypot(n[0]!, n[1]!, n[2]!)
  return length > 0 ? n.map((c) => (sign * c) / length) : Float64Array.of(sign, 0, 0)
}

function checkDistance(
  seen: Seen,
  { a, b }: TriangleCase,
  truth: ExactTriangles,
  random: Random,
  complain: Complain,
): void {
  const size = reach(a, a, b)
  const error = TRIANGLE_DISTANCE_ERROR * size + TINY_LENGTH
  const d = distanceTriangleTriangle(out, a, 0, b, 0)
  if (size > 0) {
    seen.above = Math.max(seen.above, (d - truth.distance) / (U * size))
    seen.below = Math.max(seen.below, (truth.distance - d) / (U * size))
  }
  if (!(Math.abs(d - truth.distance) <= error)) complain(`distance ${d}, not ${truth.distance}`)
  // The witnesses are points of the triangles, that far apart, but for the rounding of coordinates.
  const off = error + 4 * U * reach([0, 0, 0], a, b)
  if (!(Math.abs(Math.hypot(out[0]! - out[3]!, out[1]! - out[4]!, out[2]! - out[5]!) - d) <= off)) {
    complain('the nearest points are not as far apart as the distance')
  }
  if (!(exactPointTriangle(out, 0, a, 0) <= off)) complain('the nearest point of A is off it')
  if (!(exactPointTriangle(out, 3, b, 0) <= off)) complain('the nearest point of B is off it')
  const cutoff = truth.distance * [0.5, 1 - 1e-9, 1 - 1e-15, 1, 1 + 1e-15, 1 + 1e-9, 2][random.integer(7)]!
  const cut = distanceTriangleTriangle(out, a, 0, b, 0, cutoff)
  if (cut === d) return
  if (!(cut > cutoff)) complain(`distance ${d}, but ${cut} with a cutoff of ${cutoff}`)
  else if (!(cut <= truth.distance * (1 + 4 * U)))
    complain(`distance ${truth.distance}, but above ${cut} with a cutoff`)
}

function checkContact({ a, b }: TriangleCase, complain: Complain): void {
  const kind = triangleContact(out, a, 0, b, 0)
  let size = 0
  for (let k = 0; k < 9; k++) size += Math.abs(a[k]! - a[k % 3]!) + Math.abs(b[k]! - a[k % 3]!)
  const off = COINCIDENT * size + 4 * U * reach([0, 0, 0], a, b) + TINY_LENGTH
  if (!(kind >= 1 && kind <= 3)) complain(`a contact of kind ${kind}`)
  for (const o of kind === 1 ? [0] : [0, 3]) {
    if (!(exactPointTriangle(out, o, a, 0) <= off)) complain('an end of the contact is off A')
    if (!(exactPointTriangle(out, o, b, 0) <= off)) complain('an end of the contact is off B')
  }
}

function checkPointAndSegment({ a, b }: TriangleCase, complain: Complain): void {
  const error = TRIANGLE_DISTANCE_ERROR * reach(a, a.subarray(0, 6), b) + TINY_LENGTH
  const off = error + 4 * U * reach([0, 0, 0], a, b)
  const point = distancePointTriangle(out, a, 0, b, 0)
  if (!(Math.abs(point - exactPointTriangle(a, 0, b, 0)) <= error)) complain(`the first vertex is not ${point} from B`)
  if (!(exactPointTriangle(out, 3, b, 0) <= off)) complain('the point nearest the first vertex is off B')
  const segment = distanceSegmentTriangle(out, a, 0, b, 0)
  if (!(Math.abs(segment - exactSegmentTriangle(a, 0, b, 0)) <= error))
    complain(`the first edge is not ${segment} from B`)
  if (!(exactPointTriangle(out, 3, b, 0) <= off)) complain('the point nearest the first edge is off B')
}

/** Ends and dimension of a contact against the true corners; only for pairs that cross at angles that are not tiny. */
export function checkContactEnds(mode: Mode, seed: number): string | undefined {
  const { a, b } = triangleCase(mode, seed)
  if (!exactTriangles(a, 0, b, 0).touch) return undefined
  const corners = distinct(exactCorners(a, 0, b, 0))
  const kind = triangleContact(out, a, 0, b, 0)
  let longest = 0
  for (const p of corners) for (const q of corners) longest = Math.max(longest, distanceOf(p, q))
  const near = 1e-6 * reach(a, a, b)
  const ends = [out.slice(0, 3), out.slice(3)]
  const where = `triangleCase('${mode}', ${seed}): `
  if (Math.abs(distanceOf(ends[0]!, ends[1]!) - longest) > near) {
    return `${where}contact ${distanceOf(ends[0]!, ends[1]!)} long, not ${longest}`
  }
  for (const end of ends)
    if (!corners.some((p) => distanceOf(p, end) <= near)) return `${where}an end that is no corner`
  const expected = longest <= near ? 1 : area(corners) > near * longest && isCoplanar(a, 0, b, 0) ? 3 : 2
  return kind === expected ? undefined : `${where}a contact of kind ${kind}, not ${expected}`
}

function distinct(points: readonly number[][]): number[][] {
  return [...new Map(points.map((p) => [p.join(), p])).values()]
}

function distanceOf(p: ArrayLike<number>, q: ArrayLike<number>): number {
  return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!)
}

/** Of the largest triangle of corners, twice. */
function area(corners: readonly number[][]): number {
  let largest = 0
  for (const p of corners) {
    for (const q of corners) {
      for (const r of corners) {
        const [x, y, z] = [0, 1, 2].map((c) => q[c]! - p[c]!) as [number, number, number]
        const [u, v, w] = [0, 1, 2].map((c) => r[c]! - p[c]!) as [number, number, number]
        largest = Math.max(largest, Math.hypot(y * w - z * v, z * u - x * w, x * v - y * u))
      }
    }
  }
  return largest
}
