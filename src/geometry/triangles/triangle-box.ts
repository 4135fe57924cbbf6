// Do a triangle and a box have a common point? Floating point that knows what it does not know: certain answers except
// for ties, in some tens of nanoseconds, in the box's own frame.
//
// Apart: one of the thirteen separating axes says so (the box's three, the triangle's normal, nine products of edges;
// Akenine-Möller 2001), by more than the slack. Touching is shown, not inferred: by an explicit point of the triangle that is
// in the box by more than the slack, which a vertex, a piece of an edge or, where the box is pierced by the face alone, the
// point on the box's diagonal is (Voorhies 1992). Axes are not normalised, so parallel edges need no care: an axis of
// length 0 parts nothing, and nothing rests on its overlap.
//
// Rounding. S bounds all coordinates of the corners, as placed in the box's frame, and half extents. A placed corner is off by
// 12 u·S (triangle-pairs.ts). An axis is a direction like any other once it is computed: along n, all that was dropped is
// at most 16 u·S·|n|₁ (three products, two sums, for corner and box; two corners that an edge's product takes for
// equally far differ by 2 u·S·|n|₁ and their placing). A point of a clipped edge is off by 8 u·S. A slack of 64 u·S and more
// covers each; callers have more (SHAPE_DISTANCE_ERROR). Products that underflow: TINY_SQ and TINY_CUBE, as in
// triangle-compare.ts.
import { APART, TINY_CUBE, TINY_SQ, TOUCHING, UNSURE } from './triangle-compare-careful.js'

export { APART, TOUCHING, UNSURE }

/** What `compareTriangleBox` is given: X_BM, the pose of the triangle's frame in the box's; half extents; slack. */
export const PLACED_BOX = 16
export const PLACED_HALF = 12
export const PLACED_SLACK = 15

/**
 * How the triangle with the corners p[i..], p[j..], p[k..] lies to the box `box` (PLACED_BOX numbers). APART: no point of it
 * is within the slack of the box. TOUCHING: some point of it is in the box, by the slack. UNSURE: neither is certain.
 */
export function compareTriangleBox(box: Float64Array, p: Float64Array, i: number, j: number, k: number): number {
  const slack = box[PLACED_SLACK]!
  const hx = box[PLACED_HALF]! + slack
  const hy = box[PLACED_HALF + 1]! + slack
  const hz = box[PLACED_HALF + 2]! + slack
  const p0 = p[i]!
  const p1 = p[i + 1]!
  const p2 = p[i + 2]!
  const q0 = p[j]!
  const q1 = p[j + 1]!
  const q2 = p[j + 2]!
  const r0 = p[k]!
  const r1 = p[k + 1]!
  const r2 = p[k + 2]!
  // The box's faces.
  const ax = box[0]! * p0 + box[1]! * p1 + box[2]! * p2 + box[3]!
  const bx = box[0]! * q0 + box[1]! * q1 + box[2]! * q2 + box[3]!
  const cx = box[0]! * r0 + box[1]! * r1 + box[2]! * r2 + box[3]!
  if ((ax > hx && bx > hx && cx > hx) || (ax < -hx && bx < -hx && cx < -hx)) return APART
  const ay = box[4]! * p0 + box[5]! * p1 + box[6]! * p2 + box[7]!
  const by = box[4]! * q0 + box[5]! * q1 + box[6]! * q2 + box[7]!
  const cy = box[4]! * r0 + box[5]! * r1 + box[6]! * r2 + box[7]!
  if ((ay > hy && by > hy && cy > hy) || (ay < -hy && by < -hy && cy < -hy)) return APART
  const az = box[8]! * p0 + box[9]! * p1 + box[10]! * p2 + box[11]!
  const bz = box[8]! * q0 + box[9]! * q1 + box[10]! * q2 + box[11]!
  const cz = box[8]! * r0 + box[9]! * r1 + box[10]! * r2 + box[11]!
  if ((az > hz && bz > hz && cz > hz) || (az < -hz && bz < -hz && cz < -hz)) return APART
  // A corner inside.
  const ix = hx - 2 * slack
  const iy = hy - 2 * slack
  const iz = hz - 2 * slack
  if (Math.abs(ax) <= ix && Math.abs(ay) <= iy && Math.abs(az) <= iz) return TOUCHING
  if (Math.abs(bx) <= ix && Math.abs(by) <= iy && Math.abs(bz) <= iz) return TOUCHING
  if (Math.abs(cx) <= ix && Math.abs(cy) <= iy && Math.abs(cz) <= iz) return TOUCHING
  // The triangle's plane.
  const dx = bx - ax
  const dy = by - ay
  const dz = bz - az
  const ex = cx - bx
  const ey = cy - by
  const ez = cz - bz
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  const n1 = Math.abs(nx) + TINY_SQ
  const n2 = Math.abs(ny) + TINY_SQ
  const n3 = Math.abs(nz) + TINY_SQ
  const height = nx * ax + ny * ay + nz * az
  const room = n1 * hx + n2 * hy + n3 * hz + TINY_CUBE
  if (height > room || height < -room) {
    // The normal of a sliver need not be at right angles to it: all corners must be beyond the box.
    const other = nx * bx + ny * by + nz * bz
    const third = nx * cx + ny * cy + nz * cz
    if (height > 0 ? other > room && third > room : other < -room && third < -room) return APART
  }
  // Products of edges.
  const w = placed
  w[0] = ax
  w[1] = ay
  w[2] = az
  w[3] = bx
  w[4] = by
  w[5] = bz
  w[6] = cx
  w[7] = cy
  w[8] = cz
  w[OUTER] = hx
  w[OUTER + 1] = hy
  w[OUTER + 2] = hz
  w[INNER] = ix
  w[INNER + 1] = iy
  w[INNER + 2] = iz
  if (edgeParts(w, 0, 3, 6) || edgeParts(w, 3, 6, 0) || edgeParts(w, 6, 0, 3)) return APART
  // A piece of an edge inside.
  if (!(ix >= 0 && iy >= 0 && iz >= 0)) return UNSURE
  if (edgeInside(w, 0, 3) || edgeInside(w, 3, 6) || edgeInside(w, 6, 0)) return TOUCHING
  // The face alone: where it meets the diagonal that is most across it. Whatever the rounding of that, the point is computed
  // from its coordinates in the triangle, and tested.
  const t = height / (n1 * ix + n2 * iy + n3 * iz)
  const gx = (nx < 0 ? -t : t) * ix - ax
  const gy = (ny < 0 ? -t : t) * iy - ay
  const gz = (nz < 0 ? -t : t) * iz - az
  // g = u·d + v·f, by the products with n.
  const fx = dx + ex
  const fy = dy + ey
  const fz = dz + ez
  const nn = nx * nx + ny * ny + nz * nz
  const u = ((gy * fz - gz * fy) * nx + (gz * fx - gx * fz) * ny + (gx * fy - gy * fx) * nz) / nn
  const v = ((dy * gz - dz * gy) * nx + (dz * gx - dx * gz) * ny + (dx * gy - dy * gx) * nz) / nn
  if (!(u >= 0 && v >= 0 && u + v <= 1)) return UNSURE
  const x = ax + u * dx + v * fx
  const y = ay + u * dy + v * fy
  const z = az + u * dz + v * fz
  return Math.abs(x) <= ix && Math.abs(y) <= iy && Math.abs(z) <= iz ? TOUCHING : UNSURE
}

/** Scratch: three corners in the box's frame, half extents with the slack and without it. */
const placed = new Float64Array(15)
const OUTER = 9
const INNER = 12

/** Does a product of the edge from w[a..] to w[b..] and an edge of the box part the box from it and from w[c..]? */
function edgeParts(w: Float64Array, a: number, b: number, c: number): boolean {
  const ax = w[a]!
  const ay = w[a + 1]!
  const az = w[a + 2]!
  const cx = w[c]!
  const cy = w[c + 1]!
  const cz = w[c + 2]!
  const dx = w[b]! - ax
  const dy = w[b + 1]! - ay
  const dz = w[b + 2]! - az
  const hx = w[OUTER]!
  const hy = w[OUTER + 1]!
  const hz = w[OUTER + 2]!
  const wx = Math.abs(dx)
  const wy = Math.abs(dy)
  const wz = Math.abs(dz)
  let onA = az * dy - ay * dz
  let onC = cz * dy - cy * dz
  let room = hy * wz + hz * wy + TINY_CUBE
  if ((onA > room && onC > room) || (onA < -room && onC < -room)) return true
  onA = ax * dz - az * dx
  onC = cx * dz - cz * dx
  room = hx * wz + hz * wx + TINY_CUBE
  if ((onA > room && onC > room) || (onA < -room && onC < -room)) return true
  onA = ay * dx - ax * dy
  onC = cy * dx - cx * dy
  room = hx * wy + hy * wx + TINY_CUBE
  return (onA > room && onC > room) || (onA < -room && onC < -room)
}

/** Has the edge from w[a..] to w[b..] a point in the box without its slack? */
function edgeInside(w: Float64Array, a: number, b: number): boolean {
  let from = 0
  let to = 1
  for (let k = 0; k < 3; k++) {
    const at = w[a + k]!
    const along = w[b + k]! - at
    const half = w[INNER + k]!
    // What is parallel to two faces is between them or not.
    if (along === 0) {
      if (Math.abs(at) > half) return false
      continue
    }
    const s = (along > 0 ? -half - at : half - at) / along
    const t = (along > 0 ? half - at : -half - at) / along
    if (s > from) from = s
    if (t < to) to = t
  }
  return from <= to
}
