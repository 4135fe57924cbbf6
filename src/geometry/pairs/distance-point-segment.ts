// Point to segment: the core of sphere–capsule.

/**
 * The distance from the point p[i..i+2] to the segment from[j..j+2]–to[k..k+2], which may be one point. Writes the
 * point to out[0..2] and the nearest point of the segment to out[3..5].
 */
export function distancePointSegment(
  out: Float64Array,
  p: Float64Array,
  i: number,
  from: Float64Array,
  j: number,
  to: Float64Array,
  k: number,
): number {
  const px = p[i]!
  const py = p[i + 1]!
  const pz = p[i + 2]!
  const fx = from[j]!
  const fy = from[j + 1]!
  const fz = from[j + 2]!
  const gx = to[k]!
  const gy = to[k + 1]!
  const gz = to[k + 2]!
  const dx = gx - fx
  const dy = gy - fy
  const dz = gz - fz
  const along = (px - fx) * dx + (py - fy) * dy + (pz - fz) * dz
  const lengthSq = dx * dx + dy * dy + dz * dz
  let qx = fx
  let qy = fy
  let qz = fz
  // along > 0 only if lengthSq > 0: a segment of one point (or one whose square underflows) is its first end
  if (along > 0) {
    if (along >= lengthSq) {
      qx = gx
      qy = gy
      qz = gz
    } else {
      const t = along / lengthSq
      qx = fx + t * dx
      qy = fy + t * dy
      qz = fz + t * dz
    }
  }
  out[0] = px
  out[1] = py
  out[2] = pz
  out[3] = qx
  out[4] = qy
  out[5] = qz
  const ex = px - qx
  const ey = py - qy
  const ez = pz - qz
  return Math.sqrt(ex * ex + ey * ey + ez * ez)
}
