// Point to solid cylinder: the core of sphere–cylinder, and of two cylinders whose axes are parallel.

/**
 * The distance from the point p[i..i+2] to the cylinder of radius `radius` and half length `half` along the z axis of the
 * pose x[j..j+11]; 0 inside it. Writes the point to out[0..2] and the nearest point of the cylinder to out[3..5].
 */
export function distancePointCylinder(
  out: Float64Array,
  p: Float64Array,
  i: number,
  radius: number,
  half: number,
  x: Float64Array,
  j: number,
): number {
  const px = p[i]!
  const py = p[i + 1]!
  const pz = p[i + 2]!
  const rx = px - x[j + 3]!
  const ry = py - x[j + 7]!
  const rz = pz - x[j + 11]!
  let u = rx * x[j]! + ry * x[j + 4]! + rz * x[j + 8]!
  let v = rx * x[j + 1]! + ry * x[j + 5]! + rz * x[j + 9]!
  let w = rx * x[j + 2]! + ry * x[j + 6]! + rz * x[j + 10]!
  // The excess is taken along each axis, before the point is put together: a point far from the frame keeps it.
  const across = Math.sqrt(u * u + v * v)
  const out1 = across - radius
  const out2 = Math.abs(w) - half
  if (out1 > 0) {
    u *= radius / across
    v *= radius / across
  }
  if (out2 > 0) w = w < 0 ? -half : half
  out[0] = px
  out[1] = py
  out[2] = pz
  if (out1 > 0 || out2 > 0) {
    out[3] = x[j + 3]! + u * x[j]! + v * x[j + 1]! + w * x[j + 2]!
    out[4] = x[j + 7]! + u * x[j + 4]! + v * x[j + 5]! + w * x[j + 6]!
    out[5] = x[j + 11]! + u * x[j + 8]! + v * x[j + 9]! + w * x[j + 10]!
    return out1 > 0 && out2 > 0 ? Math.sqrt(out1 * out1 + out2 * out2) : Math.max(out1, out2)
  }
  out[3] = px
  out[4] = py
  out[5] = pz
  return 0
}
