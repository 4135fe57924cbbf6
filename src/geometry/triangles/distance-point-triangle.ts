// Point to triangle: the core of sphere–mesh.
//
// The coordinate of the foot along one edge comes from the cross product of two, that along the other by projection, which
// keeps slivers honest; if the foot is outside, all three edges are tried. triangle-distance-careful.ts says why that is
// within a few u of the point's distance from the triangle's first vertex, or the triangle's size, whichever is larger.
import { distanceTrianglesCarefully } from './triangle-distance-careful.js'

/** Triangles that are smaller than this, with what is between them and the point, are scaled first. In the caller's unit. */
export const MIN_SCALE = 1e-60

const scaled = new Float64Array(9)

/**
 * The distance from the point p[i..i+2] to the triangle t[j..j+8], which may be a segment or a point. Writes the point to
 * out[0..2] and the nearest point of the triangle to out[3..5]. In error by at most TRIANGLE_DISTANCE_ERROR times the
 * largest distance of the point from a vertex.
 */
export function distancePointTriangle(
  out: Float64Array,
  p: Float64Array,
  i: number,
  t: Float64Array,
  j: number,
): number {
  const ox = t[j]!
  const oy = t[j + 1]!
  const oz = t[j + 2]!
  const dx = t[j + 3]! - ox
  const dy = t[j + 4]! - oy
  const dz = t[j + 5]! - oz
  const ex = t[j + 6]! - ox
  const ey = t[j + 7]! - oy
  const ez = t[j + 8]! - oz
  const px = p[i]!
  const py = p[i + 1]!
  const pz = p[i + 2]!
  const rx = px - ox
  const ry = py - oy
  const rz = pz - oz
  const dd = dx * dx + dy * dy + dz * dz
  const ee = ex * ex + ey * ey + ez * ez
  if (!(dd + ee + rx * rx + ry * ry + rz * rz > MIN_SCALE * MIN_SCALE)) {
    for (let k = 0; k < 9; k++) scaled[k] = p[i + (k % 3)]!
    let size = 0
    for (let k = 0; k < 9; k++) size += Math.abs(t[j + k]! - scaled[k]!)
    return distanceTrianglesCarefully(out, scaled, 0, t, j, size)
  }
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  const re = rx * ex + ry * ey + rz * ez
  const de = dx * ex + dy * ey + dz * ez
  // Coordinates of the foot along d and e. Without an area they are not numbers, which fails every comparison.
  let s =
    ((ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz) / (nx * nx + ny * ny + nz * nz)
  let u = (re - s * de) / ee
  let vx = rx - s * dx - u * ex
  let vy = ry - s * dy - u * ey
  let vz = rz - s * dz - u * ez
  let best = vx * vx + vy * vy + vz * vz
  if (!(s >= 0 && u >= 0 && s + u <= 1)) {
    // The edge d.
    const rd = rx * dx + ry * dy + rz * dz
    s = rd > 0 ? (rd < dd ? rd / dd : 1) : 0
    u = 0
    vx = rx - s * dx
    vy = ry - s * dy
    vz = rz - s * dz
    best = vx * vx + vy * vy + vz * vz
    // The edge e.
    const k = re > 0 ? (re < ee ? re / ee : 1) : 0
    vx = rx - k * ex
    vy = ry - k * ey
    vz = rz - k * ez
    const alongE = vx * vx + vy * vy + vz * vz
    if (alongE < best) {
      best = alongE
      s = 0
      u = k
    }
    // The edge from d to e.
    const fx = ex - dx
    const fy = ey - dy
    const fz = ez - dz
    const qx = rx - dx
    const qy = ry - dy
    const qz = rz - dz
    const qf = qx * fx + qy * fy + qz * fz
    const ff = fx * fx + fy * fy + fz * fz
    const m = qf > 0 ? (qf < ff ? qf / ff : 1) : 0
    vx = qx - m * fx
    vy = qy - m * fy
    vz = qz - m * fz
    const alongF = vx * vx + vy * vy + vz * vz
    if (alongF < best) {
      best = alongF
      s = 1 - m
      u = m
    }
  }
  out[0] = px
  out[1] = py
  out[2] = pz
  out[3] = ox + s * dx + u * ex
  out[4] = oy + s * dy + u * ey
  out[5] = oz + s * dz + u * ez
  return Math.sqrt(best)
}
