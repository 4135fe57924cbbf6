// Signed distance of two cylinders whose axes are parallel, or of a point or a parallel segment and a cylinder: a point is
// a cylinder of no size. Their difference is a cylinder as well, of the sum of the radii and of the lengths, so what is
// left is a point and a cylinder.
//
// Depths need this form: where the axes coincide, every direction across them is as good, and an iteration that cuts a
// circle into chords would have to cut all of it.

/** Where a cylinder is and how large, seen along one axis: B's. */
export interface AxialSolid {
  readonly radius: number
  readonly half: number
}

/**
 * The signed distance of the cylinder A, centred at p[i..i+2], and B, centred at the pose x, both along the z axis of x:
 * minus the depth if they overlap. Writes to n the unit vector from A to B along which B is to be moved by the depth, and
 * the nearest points of their surfaces to out[0..2] and out[3..5]: their difference is the answer times n.
 */
export function signedDistanceParallelCylinders(
  out: Float64Array,
  n: Float64Array,
  a: AxialSolid,
  p: Float64Array,
  i: number,
  b: AxialSolid,
  x: Float64Array,
): number {
  const rx = p[i]! - x[3]!
  const ry = p[i + 1]! - x[7]!
  const rz = p[i + 2]! - x[11]!
  const u = rx * x[0]! + ry * x[4]! + rz * x[8]!
  const v = rx * x[1]! + ry * x[5]! + rz * x[9]!
  const w = rx * x[2]! + ry * x[6]! + rz * x[10]!
  const across = Math.sqrt(u * u + v * v)
  // Unit vector across, from B's axis to A's; any if they coincide.
  const cu = across > 0 ? u / across : 1
  const cv = across > 0 ? v / across : 0
  const up = w < 0 ? -1 : 1
  const over = across - (a.radius + b.radius)
  const along = up * w - (a.half + b.half)
  const radial = over > 0 || over >= along
  const axial = along > 0 || along > over
  const d = over > 0 && along > 0 ? Math.sqrt(over * over + along * along) : Math.max(over, along)
  // n in B's frame, along the vector across and along the axis. Nothing but one of the two unless both are outside.
  const corner = over > 0 && along > 0
  const nr = corner ? -over / d : radial && !axial ? -1 : 0
  const nz = corner ? (-up * along) / d : nr === 0 ? -up : 0
  // Places along the vector across and along the axis, seen from B's centre.
  const middleR = middle(-b.radius, b.radius, across - a.radius, across + a.radius)
  const middleZ = middle(-b.half, b.half, w - a.half, w + a.half)
  const ar = nr !== 0 ? across - a.radius : middleR
  const br = nr !== 0 ? b.radius : middleR
  const az = nz !== 0 ? w - up * a.half : middleZ
  const bz = nz !== 0 ? up * b.half : middleZ
  for (let k = 0; k < 3; k++) {
    const away = cu * x[4 * k]! + cv * x[4 * k + 1]!
    const axis = x[4 * k + 2]!
    n[k] = nr * away + nz * axis
    out[k] = x[4 * k + 3]! + ar * away + az * axis
    out[k + 3] = x[4 * k + 3]! + br * away + bz * axis
  }
  return d
}

/** The middle of what two intervals share. */
function middle(low: number, high: number, from: number, to: number): number {
  return (Math.max(low, from) + Math.min(high, to)) / 2
}
