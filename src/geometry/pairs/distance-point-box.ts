// Point to solid box: the core of sphere–box.

/**
 * The distance from the point p[i..i+2] to the box of half extents half[h..h+2] at the pose x[j..j+11]; 0 inside it.
 * Writes the point to out[0..2] and the nearest point of the box to out[3..5].
 */
export function distancePointBox(
  out: Float64Array,
  p: Float64Array,
  i: number,
  half: Float64Array,
  h: number,
  x: Float64Array,
  j: number,
): number {
  const px = p[i]!
  const py = p[i + 1]!
  const pz = p[i + 2]!
  const rx = px - x[j + 3]!
  const ry = py - x[j + 7]!
  const rz = pz - x[j + 11]!
  let qx = x[j + 3]!
  let qy = x[j + 7]!
  let qz = x[j + 11]!
  let sumSq = 0
  for (let k = 0; k < 3; k++) {
    const ux = x[j + k]!
    const uy = x[j + 4 + k]!
    const uz = x[j + 8 + k]!
    const limit = half[h + k]!
    let at = rx * ux + ry * uy + rz * uz
    // The excess is taken along the axis, before the point is put together: a point far from the box's frame keeps it.
    const over = Math.abs(at) - limit
    if (over > 0) {
      sumSq += over * over
      at = at < 0 ? -limit : limit
    }
    qx += at * ux
    qy += at * uy
    qz += at * uz
  }
  out[0] = px
  out[1] = py
  out[2] = pz
  out[3] = sumSq > 0 ? qx : px
  out[4] = sumSq > 0 ? qy : py
  out[5] = sumSq > 0 ? qz : pz
  return Math.sqrt(sumSq)
}
