// Segment to triangle: the core of capsule–mesh. A segment is a triangle two vertices of which are one.
import { distanceTriangleTriangle } from './distance-triangle-triangle.js'

const twice = new Float64Array(9)

/**
 * The distance from the segment s[i..i+2]–s[i+3..i+5] to the triangle t[j..j+8], each of which may be a point; 0 if the segment
 * passes through the triangle. Writes the nearest point of the segment to out[0..2] and that of the triangle to out[3..5].
 * Error and cutoff are those of distanceTriangleTriangle.
 */
export function distanceSegmentTriangle(
  out: Float64Array,
  s: Float64Array,
  i: number,
  t: Float64Array,
  j: number,
  cutoff = Infinity,
): number {
  for (let k = 0; k < 6; k++) twice[k] = s[i + k]!
  for (let k = 6; k < 9; k++) twice[k] = s[i + k - 3]!
  return distanceTriangleTriangle(out, twice, 0, t, j, cutoff)
}
