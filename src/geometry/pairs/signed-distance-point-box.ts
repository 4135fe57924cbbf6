// Signed distance of a point to a solid box: the core of sphere–box, inside as well.

/**
 * The distance from the point p[i..i+2] to the box of half extents `half` at the pose x; inside it, minus the distance to
 * its surface. Writes to n the unit vector from the point to the box along which the box is to be moved by the depth to
 * leave the point on its surface, the point to out[0..2], and the nearest point of the surface to out[3..5]:
 * out[3..5] − out[0..2] is the answer times n.
 */
export function signedDistancePointBox(
  out: Float64Array,
  n: Float64Array,
  p: Float64Array,
  i: number,
  half: Float64Array,
  x: Float64Array,
): number {
  const rx = p[i]! - x[3]!
  const ry = p[i + 1]! - x[7]!
  const rz = p[i + 2]! - x[11]!
  let outSq = 0
  let nearest = 0
  let least = -Infinity
  n.fill(0)
  for (let k = 0; k < 3; k++) {
    const at = rx * x[k]! + ry * x[4 + k]! + rz * x[8 + k]!
    const over = Math.abs(at) - half[k]!
    const sign = at < 0 ? -1 : 1
    if (over > 0) {
      outSq += over * over
      addAxis(n, x, k, -sign * over)
    }
    if (over > least) {
      least = over
      nearest = sign * (k + 1)
    }
  }
  const outside = Math.sqrt(outSq)
  const d = outSq > 0 ? outside : least
  if (outSq > 0) for (let k = 0; k < 3; k++) n[k] = n[k]! / outside
  else addAxis(n, x, Math.abs(nearest) - 1, nearest < 0 ? 1 : -1)
  for (let k = 0; k < 3; k++) {
    out[k] = p[i + k]!
    out[k + 3] = p[i + k]! + d * n[k]!
  }
  return d
}

function addAxis(n: Float64Array, x: Float64Array, axis: number, by: number): void {
  for (let k = 0; k < 3; k++) n[k] = n[k]! + by * x[4 * k + axis]!
}
