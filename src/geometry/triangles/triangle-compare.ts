// Do two triangles have a common point? Floating point that knows what it does not know: certain answers except
// for ties, in some tens of nanoseconds. The planes of the triangles come first, which separate most pairs that do not touch; then,
// where every vertex is clearly on one side of the other's plane, the two determinants of Guigue and Devillers 2003;
// then triangle-compare-careful.ts, for vertices in the other's plane and coplanar triangles.
//
// Rounding. Everything is taken relative to A's first vertex; S is the sum of the absolute values of those fifteen
// coordinates, so that every difference of two vertices is at most S long, in the 1-norm and so in the Euclidean one.
//
// - A plane parts the triangles if its normal does, as it was computed, a direction like any other. With d and e the edges
//   that it was computed from, n = fl(d×e) is off d×e by at most 2.01 u·|d|₁|e|₁ in the 1-norm. So the other two vertices of
//   its triangle rise above the first by at most u·S·(2.01 |d|₁|e|₁ + |n|₁), and the heights of the other triangle's are off
//   by at most 4.01 u·S·|n|₁ (a rounded difference, three products, two sums). 3 u·S·(|d|₁|e|₁ + 2|n|₁) covers both and its
//   own rounding. A vertex that moves by `slack` changes a height by at most slack·|n|₁.
// - A determinant of three differences of vertices is a sum of six products, each of which is off by at most 8.1 u of
//   itself (three differences, two products, three sums); the six are at most S³. If the vertices move by slack ≤ S/16, its
//   value changes by at most (S + 2·slack)³ − S³ ≤ 7·slack·S². So one that is larger than S²·(7·slack + 9 u·S) has the sign
//   that it shows, wherever they move.
// - Products that underflow are off by less than 1e-323 each. Normals count for at least TINY_SQ, heights and determinants
//   for TINY_CUBE, which is far more than that times the largest coordinate, or its square.
import { U } from '../../base/math/rounding.js'
import { APART, compareTrianglesCarefully, TINY_CUBE, TINY_SQ, TOUCHING, UNSURE } from './triangle-compare-careful.js'

export { APART, TOUCHING, UNSURE }

const NEXT = Int8Array.of(1, 2, 0)
const PREVIOUS = Int8Array.of(2, 0, 1)

/** Which vertex is alone on its side of the other's plane, by which of the three (in bits) are above it. */
const ALONE = Int8Array.of(0, 0, 1, 2, 2, 1, 0, 0)

/**
 * How the triangles a[i..i+8] and b[j..j+8] lie, both in one frame. APART: they have no common point, however each of
 * the six vertices moves by at most `slack` (in any direction, all at once). TOUCHING: they have one, however they
 * move. UNSURE: neither is certain. `slack` is zero or more; coordinates are at most MAX_COORDINATE.
 */
export function compareTriangles(a: Float64Array, i: number, b: Float64Array, j: number, slack: number): number {
  const ox = a[i]!
  const oy = a[i + 1]!
  const oz = a[i + 2]!
  const dx = a[i + 3]! - ox
  const dy = a[i + 4]! - oy
  const dz = a[i + 5]! - oz
  const ex = a[i + 6]! - ox
  const ey = a[i + 7]! - oy
  const ez = a[i + 8]! - oz
  const bx = b[j]!
  const by = b[j + 1]!
  const bz = b[j + 2]!
  const cx = b[j + 3]!
  const cy = b[j + 4]!
  const cz = b[j + 5]!
  const fx = b[j + 6]!
  const fy = b[j + 7]!
  const fz = b[j + 8]!
  const px = bx - ox
  const py = by - oy
  const pz = bz - oz
  const qx = cx - ox
  const qy = cy - oy
  const qz = cz - oz
  const rx = fx - ox
  const ry = fy - oy
  const rz = fz - oz

  // The plane of A.
  const d1 = Math.abs(dx) + Math.abs(dy) + Math.abs(dz)
  const e1 = Math.abs(ex) + Math.abs(ey) + Math.abs(ez)
  const p1 = Math.abs(px) + Math.abs(py) + Math.abs(pz)
  const q1 = Math.abs(qx) + Math.abs(qy) + Math.abs(qz)
  const r1 = Math.abs(rx) + Math.abs(ry) + Math.abs(rz)
  const size = d1 + e1 + (p1 + q1 + r1)
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  const hp = nx * px + ny * py + nz * pz
  const hq = nx * qx + ny * qy + nz * qz
  const hr = nx * rx + ny * ry + nz * rz
  const n1 = Math.abs(nx) + Math.abs(ny) + Math.abs(nz) + TINY_SQ
  const marginA = 2 * slack * n1 + 3 * U * size * (d1 * e1 + 2 * n1) + TINY_CUBE
  if (hp > marginA) {
    if (hq > marginA && hr > marginA) return APART
  } else if (hp < -marginA && hq < -marginA && hr < -marginA) return APART

  // The plane of B.
  const ux = cx - bx
  const uy = cy - by
  const uz = cz - bz
  const vx = fx - bx
  const vy = fy - by
  const vz = fz - bz
  const mx = uy * vz - uz * vy
  const my = uz * vx - ux * vz
  const mz = ux * vy - uy * vx
  const ko = -(mx * px + my * py + mz * pz)
  const kd = mx * (a[i + 3]! - bx) + my * (a[i + 4]! - by) + mz * (a[i + 5]! - bz)
  const ke = mx * (a[i + 6]! - bx) + my * (a[i + 7]! - by) + mz * (a[i + 8]! - bz)
  const m1 = Math.abs(mx) + Math.abs(my) + Math.abs(mz) + TINY_SQ
  const u1 = Math.abs(ux) + Math.abs(uy) + Math.abs(uz)
  const v1 = Math.abs(vx) + Math.abs(vy) + Math.abs(vz)
  const marginB = 2 * slack * m1 + 3 * U * size * (u1 * v1 + 2 * m1) + TINY_CUBE
  if (ko > marginB) {
    if (kd > marginB && ke > marginB) return APART
  } else if (ko < -marginB && kd < -marginB && ke < -marginB) return APART

  // Each crosses the other's plane. With all sides certain, the line that the planes share is cut by each in an interval.
  const certain = size * size * (7 * slack + 9 * U * size) + TINY_CUBE
  if (
    !(
      Math.abs(hp) > certain &&
      Math.abs(hq) > certain &&
      Math.abs(hr) > certain &&
      Math.abs(ko) > certain &&
      Math.abs(kd) > certain &&
      Math.abs(ke) > certain &&
      16 * slack <= size
    )
  ) {
    return compareTrianglesCarefully(a, i, b, j, slack, size)
  }
  const aboveA = (hp > 0 ? 1 : 0) | (hq > 0 ? 2 : 0) | (hr > 0 ? 4 : 0)
  const aboveB = (ko > 0 ? 1 : 0) | (kd > 0 ? 2 : 0) | (ke > 0 ? 4 : 0)
  const s = ALONE[aboveB]!
  const t = ALONE[aboveA]!
  // p is alone above B's plane and u above A's, the other triangle being turned over if they are below.
  const turnA = aboveA === 3 || aboveA > 4
  const turnB = aboveB === 3 || aboveB > 4
  const p = i + 3 * s
  const q = i + 3 * (turnA ? PREVIOUS[s]! : NEXT[s]!)
  const r = i + 3 * (turnA ? NEXT[s]! : PREVIOUS[s]!)
  const u = j + 3 * t
  const v = j + 3 * (turnB ? PREVIOUS[t]! : NEXT[t]!)
  const w = j + 3 * (turnB ? NEXT[t]! : PREVIOUS[t]!)
  const first = determinant(a, p, q, b, u, v)
  if (first > certain) return APART
  const second = determinant(a, p, r, b, w, u)
  if (second > certain) return APART
  if (first < -certain && second < -certain) return TOUCHING
  return compareTrianglesCarefully(a, i, b, j, slack, size)
}

/** Of the differences of three points from the first: a's at p and q, b's at u and v. */
function determinant(a: Float64Array, p: number, q: number, b: Float64Array, u: number, v: number): number {
  const px = a[p]!
  const py = a[p + 1]!
  const pz = a[p + 2]!
  const dx = a[q]! - px
  const dy = a[q + 1]! - py
  const dz = a[q + 2]! - pz
  const ex = b[u]! - px
  const ey = b[u + 1]! - py
  const ez = b[u + 2]! - pz
  const fx = b[v]! - px
  const fy = b[v + 1]! - py
  const fz = b[v + 2]! - pz
  return dx * (ey * fz - ez * fy) + dy * (ez * fx - ex * fz) + dz * (ex * fy - ey * fx)
}
