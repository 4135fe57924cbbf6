// Penetration depth of two boxes by separating axes (Gottschalk, Lin and Manocha 1996). The faces of the difference of two
// boxes are those of either and the products of their edges, so the least overlap among these fifteen axes is the depth.
//
// The axes are taken in A's frame, where a product of edges is two entries of the relative rotation: it is at right angles
// to A's edge without rounding, and to B's up to that of the rotation, however small the angle between them.

/** sin of the angle between two edges below which their product is left out: the depth changes by that of their length. */
const PARALLEL_EDGES = 1e-13

/**
 * The depth of the box of half extents halfA at the pose xA and that of halfB at xB; negative if some axis separates them
 * (then its size is not a distance). Writes to n the unit vector from A to B along which B is to be moved.
 */
export function depthBoxBox(
  n: Float64Array,
  halfA: Float64Array,
  xA: Float64Array,
  halfB: Float64Array,
  xB: Float64Array,
): number {
  const r = new Float64Array(9)
  const t = new Float64Array(3)
  const dx = xB[3]! - xA[3]!
  const dy = xB[7]! - xA[7]!
  const dz = xB[11]! - xA[11]!
  for (let i = 0; i < 3; i++) {
    t[i] = xA[i]! * dx + xA[4 + i]! * dy + xA[8 + i]! * dz
    for (let j = 0; j < 3; j++) r[3 * i + j] = xA[i]! * xB[j]! + xA[4 + i]! * xB[4 + j]! + xA[8 + i]! * xB[8 + j]!
  }
  let depth = Infinity
  for (let i = 0; i < 3; i++) {
    let room = halfA[i]!
    for (let j = 0; j < 3; j++) room += halfB[j]! * Math.abs(r[3 * i + j]!)
    if (!(room - Math.abs(t[i]!) < depth)) continue
    depth = room - Math.abs(t[i]!)
    setAxis(n, xA, i, t[i]! < 0 ? -1 : 1)
  }
  for (let j = 0; j < 3; j++) {
    const at = t[0]! * r[j]! + t[1]! * r[3 + j]! + t[2]! * r[6 + j]!
    let room = halfB[j]!
    for (let i = 0; i < 3; i++) room += halfA[i]! * Math.abs(r[3 * i + j]!)
    if (!(room - Math.abs(at) < depth)) continue
    depth = room - Math.abs(at)
    setAxis(n, xB, j, at < 0 ? -1 : 1)
  }
  for (let i = 0; i < 3; i++) {
    const p = (i + 1) % 3
    const q = (i + 2) % 3
    for (let j = 0; j < 3; j++) {
      // e_i × b_j = −b_q along p, b_p along q
      const u = -r[3 * q + j]!
      const v = r[3 * p + j]!
      const length = Math.sqrt(u * u + v * v)
      if (!(length > PARALLEL_EDGES)) continue
      const at = t[p]! * u + t[q]! * v
      let room = halfA[p]! * Math.abs(u) + halfA[q]! * Math.abs(v)
      for (let k = 0; k < 3; k++) if (k !== j) room += halfB[k]! * Math.abs(r[3 * p + k]! * u + r[3 * q + k]! * v)
      const overlap = (room - Math.abs(at)) / length
      if (!(overlap < depth)) continue
      depth = overlap
      const sign = at < 0 ? -1 / length : 1 / length
      for (let k = 0; k < 3; k++) n[k] = sign * (u * xA[4 * k + p]! + v * xA[4 * k + q]!)
    }
  }
  return depth
}

function setAxis(n: Float64Array, x: Float64Array, axis: number, sign: number): void {
  for (let k = 0; k < 3; k++) n[k] = sign * x[4 * k + axis]!
}
