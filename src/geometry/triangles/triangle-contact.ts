// Where two triangles that touch have their common part: a point, a segment, or for coplanar ones a polygon.
//
// The part is convex, and its corners are crossings of an edge and a face, crossings of two edges, or vertices in the other
// triangle: all of them candidates of triangle-distance-careful.ts. Those whose two points coincide up to rounding are
// gathered, and the two that are farthest from each other are the ends.
//
// Error. With `size` the sum of the coordinates relative to A's first vertex, points are taken to coincide if they are not
// farther apart than COINCIDENT·size + 2·slack. A gathered point is in the middle of two such points, the point in the middle
// of two ends that coincide as far from them again: no end is farther than that from either triangle, except for a few u of
// the coordinates. Along the contact ends may be off by more, as much as that divided by the sine of the angle at which the
// triangles, or two edges, cross: the vertices leave no more of it certain.
import { U } from '../../base/math/rounding.js'
import { commonPoints, MAX_CANDIDATES } from './triangle-distance-careful.js'

/**
 * How far apart points may be that are taken for one. No unit: times the sum of the coordinates relative to A's first vertex.
 * The error of an enumeration, so that triangles that touch always have one.
 */
export const COINCIDENT = 64 * U

/**
 * Width over length from which on a common part is a polygon. No unit. Triangles that cross at an angle have a strip in common
 * within rounding, which is thinner than this unless the angle is below 1e-7.
 */
const SLENDER = 1e-7

const points = new Float64Array(3 * MAX_CANDIDATES)

/**
 * The common part of the triangles a[i..i+8] and b[j..j+8], both in one frame, whose vertices may each be off by `slack`.
 * Writes its two ends, the points of it that are farthest apart, to out[0..2] and out[3..5], and returns its dimension
 * plus one: 1 for a point (which both ends are), 2 for a segment, 3 for a polygon. Where the triangles are farther apart than
 * rounding and slack explain it returns 0, and both ends are the point in the middle between the two.
 */
export function triangleContact(
  out: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  slack = 0,
): number {
  let size = 0
  for (let k = 0; k < 9; k++) size += Math.abs(a[i + k]! - a[i + (k % 3)]!) + Math.abs(b[j + k]! - a[i + (k % 3)]!)
  const within = COINCIDENT * size + 2 * slack
  const count = commonPoints(points, a, i, b, j, size, within)
  let from = 0
  let to = 0
  let longestSq = 0
  for (let k = 0; k < 3 * count; k += 3) {
    for (let l = 0; l < k; l += 3) {
      const x = points[k]! - points[l]!
      const y = points[k + 1]! - points[l + 1]!
      const z = points[k + 2]! - points[l + 2]!
      const sq = x * x + y * y + z * z
      if (!(sq > longestSq)) continue
      longestSq = sq
      from = l
      to = k
    }
  }
  const one = longestSq <= within * within
  for (let k = 0; k < 3; k++) {
    const p = points[from + k]!
    const q = points[to + k]!
    out[k] = one ? p + (q - p) / 2 : p
    out[k + 3] = one ? out[k]! : q
  }
  if (count === 0) return 0
  if (one) return 1
  return isWide(out, count, longestSq) ? 3 : 2
}

/** Is a gathered point off the line through the ends? */
function isWide(ends: Float64Array, count: number, lengthSq: number): boolean {
  const dx = ends[3]! - ends[0]!
  const dy = ends[4]! - ends[1]!
  const dz = ends[5]! - ends[2]!
  for (let k = 0; k < 3 * count; k += 3) {
    const x = points[k]! - ends[0]!
    const y = points[k + 1]! - ends[1]!
    const z = points[k + 2]! - ends[2]!
    const area = Math.hypot(dy * z - dz * y, dz * x - dx * z, dx * y - dy * x)
    if (area > SLENDER * lengthSq) return true
  }
  return false
}
