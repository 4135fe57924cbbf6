// Triangle to triangle, both in one frame: the inner loop of the distance of meshes.
//
// A walk over pairs of edges, as in PQP's TriDist (Larsen, Gottschalk, Lin and Manocha 1999), but started at the likeliest
// pair, and every step ends in a proof or a hint. The nearest points of two edges give a direction; if all of A lies behind
// the one point along it and all of B beyond the other, they are the nearest points of the triangles. If a third vertex
// sticks out, an edge at that vertex is next. When the walk comes back to where it was, a vertex may be nearest to the
// inside of a face. One and a half steps are the mean on meshes. What remains without a proof (pairs that overlap, some
// slivers) goes to triangle-distance-careful.ts, which enumerates.
//
// A proof is two bounds that meet: the upper one is the distance of two explicit points, the lower one the width of the gap
// that an explicit direction leaves between the vertices. How the direction was found matters only for how often
// they meet. Of v, the difference of the points, only its part at right angles to the edge counts: for triangles that almost
// touch, v is a small difference of large numbers. Where both points are inside their edges, it is the edges' cross product.
//
// Error. S is the largest distance of a vertex from A's first vertex, `size` the sum of the absolute values of the fifteen
// coordinates relative to it: size ≤ 8.7 S, and no difference of two vertices is longer than 2 S. v is a sum of three such
// differences, each rounded four times: off by at most 24 u·S, and its length by 5 u·S more. A gap is the difference of two
// projections, each off by 4 u·S. The bounds may differ by 2 u·size ≤ 17.4 u·S. So an answer with a proof is at most 29 u·S
// too small and 17.4 + 8 + 5 u·S too large; one by enumeration is off by less than 60 u·S. Tests see less than 4 and 18.

import { U } from '../../base/math/rounding.js'
import { MIN_SCALE } from './distance-point-triangle.js'
import { distanceTrianglesCarefully } from './triangle-distance-careful.js'

/**
 * Error of the distance of two triangles, in units of the largest distance of a vertex of either from the first one of the
 * first; and of a point or a segment and a triangle, where that is the point, or the segment's first end.
 */
export const TRIANGLE_DISTANCE_ERROR = 64 * U

/** How much the bounds may differ in a proof, in units of the sum of the relative coordinates. */
const PROOF = 2 * U

/** Squared areas below this, in a unit of length to the fourth, have lost digits to underflow. */
const MIN_AREA_SQ = 1e-280

/** Normals and squared lengths below these, in the caller's units, may be nothing but underflow: they prove no gap. */
const TINY_AREA = 1e-140
const TINY_LENGTH_SQ = 1e-270

/** What overFace returns for no proof, and for a triangle on both sides of the other's plane. */
const NO_PROOF = -1
const ACROSS = -2

/**
 * The distance between the triangles a[i..i+8] and b[j..j+8], each of which may be a segment or a point; 0 if one passes
 * through the other. Writes the nearest point of the first to out[0..2] and that of the second to out[3..5]. In error by at
 * most TRIANGLE_DISTANCE_ERROR·S: triangles that touch, without passing through, may come out that far apart, and such that
 * are that far apart as 0.
 *
 * With a cutoff: if the distance is seen to be above it, returns some number above the cutoff and not above the distance,
 * and leaves `out` alone. (It need not be seen: a distance above the cutoff may also come out as it is.)
 */
export function distanceTriangleTriangle(
  out: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  cutoff = Infinity,
): number {
  const ox = a[i]!
  const oy = a[i + 1]!
  const oz = a[i + 2]!
  const dx = a[i + 3]! - ox
  const dy = a[i + 4]! - oy
  const dz = a[i + 5]! - oz
  const ex = a[i + 6]! - ox
  const ey = a[i + 7]! - oy
  const ez = a[i + 8]! - oz
  const px = b[j]! - ox
  const py = b[j + 1]! - oy
  const pz = b[j + 2]! - oz
  const qx = b[j + 3]! - ox
  const qy = b[j + 4]! - oy
  const qz = b[j + 5]! - oz
  const rx = b[j + 6]! - ox
  const ry = b[j + 7]! - oy
  const rz = b[j + 8]! - oz
  const d1 = Math.abs(dx) + Math.abs(dy) + Math.abs(dz)
  const e1 = Math.abs(ex) + Math.abs(ey) + Math.abs(ez)
  const p1 = Math.abs(px) + Math.abs(py) + Math.abs(pz)
  const q1 = Math.abs(qx) + Math.abs(qy) + Math.abs(qz)
  const r1 = Math.abs(rx) + Math.abs(ry) + Math.abs(rz)
  const size = d1 + e1 + (p1 + q1 + r1)
  if (!(size > MIN_SCALE)) return distanceTrianglesCarefully(out, a, i, b, j, size)

  // A gap is certainly above the cutoff if it is above this as computed: along a normal 10.4 u·size for projections and the
  // triangle's own plane, between centroids 4.1 for projections, 6 for the extremes and 4 for the comparison. (Gaps, and so
  // cutoffs that matter here, are not wider than size.)
  const limit = cutoff + 24 * U * size
  const above = cutoff + 4 * U * size
  if (cutoff < Infinity) {
    // Nine pairs in ten that a search of two meshes tries end here. Planes first: their branches can be foreseen.
    const nx = dy * ez - dz * ey
    const ny = dz * ex - dx * ez
    const nz = dx * ey - dy * ex
    const hp = nx * px + ny * py + nz * pz
    const hq = nx * qx + ny * qy + nz * qz
    const hr = nx * rx + ny * ry + nz * rz
    // What the triangle's own vertices are off its plane for the rounding of the normal: triangle-compare.ts.
    const far = limit * Math.sqrt(nx * nx + ny * ny + nz * nz) + size * (3 * U * d1 * e1 + TINY_AREA)
    if (hp > far) {
      if (hq > far && hr > far) return above
    } else if (hp < -far && hq < -far && hr < -far) return above
    const fx = b[j + 3]! - b[j]!
    const fy = b[j + 4]! - b[j + 1]!
    const fz = b[j + 5]! - b[j + 2]!
    const gx = b[j + 6]! - b[j]!
    const gy = b[j + 7]! - b[j + 1]!
    const gz = b[j + 8]! - b[j + 2]!
    const mx = fy * gz - fz * gy
    const my = fz * gx - fx * gz
    const mz = fx * gy - fy * gx
    const ko = -(mx * px + my * py + mz * pz)
    const kd = ko + (mx * dx + my * dy + mz * dz)
    const ke = ko + (mx * ex + my * ey + mz * ez)
    const f1 = Math.abs(fx) + Math.abs(fy) + Math.abs(fz)
    const g1 = Math.abs(gx) + Math.abs(gy) + Math.abs(gz)
    const farB = limit * Math.sqrt(mx * mx + my * my + mz * mz) + size * (3 * U * f1 * g1 + TINY_AREA)
    if (ko > farB) {
      if (kd > farB && ke > farB) return above
    } else if (ko < -farB && kd < -farB && ke < -farB) return above
  }

  // From centroid to centroid: the walk starts at the edges across from the vertices that are farthest back.
  let wx = px + qx + rx - (dx + ex)
  let wy = py + qy + ry - (dy + ey)
  let wz = pz + qz + rz - (dz + ez)
  let ad = wx * dx + wy * dy + wz * dz
  let ae = wx * ex + wy * ey + wz * ez
  let bp = wx * px + wy * py + wz * pz
  let bq = wx * qx + wy * qy + wz * qz
  let br = wx * rx + wy * ry + wz * rz
  if (cutoff < Infinity) {
    // Twice the larger of ad and ae, twice the smaller of bp and bq: no branches, which could not be predicted.
    const high = ad + ae + Math.abs(ad - ae)
    const low = bp + bq - Math.abs(bp - bq)
    const gap = low + 2 * br - Math.abs(low - 2 * br) - (high + Math.abs(high))
    if (gap > 0 && gap * gap > 16 * limit * limit * (wx * wx + wy * wy + wz * wz + TINY_LENGTH_SQ)) return above
  }
  let edgeA = ad >= 0 ? (ae >= 0 ? 1 : 0) : ad <= ae ? 2 : 0
  let edgeB = bp >= bq ? (bp >= br ? 1 : 0) : bq >= br ? 2 : 0

  const tolerance = PROOF * size
  let visited = 0
  let triedFaces = false
  for (;;) {
    visited |= 1 << (3 * edgeA + edgeB)
    const from = i + 3 * edgeA
    const to = edgeA === 2 ? i : from + 3
    const start = j + 3 * edgeB
    const end = edgeB === 2 ? j : start + 3
    const ax = a[from]!
    const ay = a[from + 1]!
    const az = a[from + 2]!
    const bx = b[start]!
    const by = b[start + 1]!
    const bz = b[start + 2]!
    const fx = a[to]! - ax
    const fy = a[to + 1]! - ay
    const fz = a[to + 2]! - az
    const gx = b[end]! - bx
    const gy = b[end + 1]! - by
    const gz = b[end + 2]! - bz
    const cx = bx - ax
    const cy = by - ay
    const cz = bz - az
    const ff = fx * fx + fy * fy + fz * fz
    const gg = gx * gx + gy * gy + gz * gz
    const fg = fx * gx + fy * gy + fz * gz
    const fc = fx * cx + fy * cy + fz * cz
    const gc = gx * cx + gy * cy + gz * cz
    const nx = fy * gz - fz * gy
    const ny = fz * gx - fx * gz
    const nz = fx * gy - fy * gx
    const nn = nx * nx + ny * ny + nz * nz
    // An edge of one point has 0/0 for a coordinate, which fails every comparison and becomes 0.
    let s = nn > MIN_AREA_SQ ? (fc * gg - fg * gc) / nn : 0
    s = s > 0 ? (s < 1 ? s : 1) : 0
    let t = (fg * s - gc) / gg
    if (!(t > 0)) {
      t = 0
      s = fc / ff
      s = s > 0 ? (s < 1 ? s : 1) : 0
    } else if (t >= 1) {
      t = 1
      s = (fg + fc) / ff
      s = s > 0 ? (s < 1 ? s : 1) : 0
    }
    wx = cx + t * gx - s * fx
    wy = cy + t * gy - s * fy
    wz = cz + t * gz - s * fz
    const upper = Math.sqrt(wx * wx + wy * wy + wz * wz)
    let length = upper
    if (s > 0 && s < 1) {
      if (t > 0 && t < 1) {
        const turn = wx * nx + wy * ny + wz * nz < 0
        wx = turn ? -nx : nx
        wy = turn ? -ny : ny
        wz = turn ? -nz : nz
        length = Math.sqrt(nn)
      } else {
        const k = (wx * fx + wy * fy + wz * fz) / ff
        wx -= k * fx
        wy -= k * fy
        wz -= k * fz
      }
    } else if (t > 0 && t < 1) {
      const k = (wx * gx + wy * gy + wz * gz) / gg
      wx -= k * gx
      wy -= k * gy
      wz -= k * gz
    }

    // What sticks out most: of A forward, of B backward.
    ad = wx * dx + wy * dy + wz * dz
    ae = wx * ex + wy * ey + wz * ez
    bp = wx * px + wy * py + wz * pz
    bq = wx * qx + wy * qy + wz * qz
    br = wx * rx + wy * ry + wz * rz
    let first = 0
    let max = 0
    if (ad > 0) {
      first = 1
      max = ad
    }
    if (ae > max) {
      first = 2
      max = ae
    }
    let last = 0
    let min = bp
    if (bq < min) {
      last = 1
      min = bq
    }
    if (br < min) {
      last = 2
      min = br
    }
    const gap = min - max
    if (gap >= (upper - tolerance) * length || upper <= tolerance) {
      out[0] = ax + s * fx
      out[1] = ay + s * fy
      out[2] = az + s * fz
      out[3] = bx + t * gx
      out[4] = by + t * gy
      out[5] = bz + t * gz
      return upper
    }
    if (gap > limit * length) return above

    // On to an edge at a third vertex that sticks out, from the nearer end of this one.
    const thirdA = edgeA === 0 ? 2 : edgeA - 1
    const thirdB = edgeB === 0 ? 2 : edgeB - 1
    let nextA = edgeA
    let nextB = edgeB
    if (first === thirdA) nextA = s > 0.5 ? (edgeA === 2 ? 0 : edgeA + 1) : thirdA
    if (last === thirdB) nextB = t > 0.5 ? (edgeB === 2 ? 0 : edgeB + 1) : thirdB
    if (visited & (1 << (3 * nextA + nextB))) {
      if (!triedFaces) {
        triedFaces = true
        const overA = overFace(out, 0, a, i, b, j, tolerance)
        if (overA >= 0) return overA
        const overB = overFace(out, 3, b, j, a, i, tolerance)
        if (overB >= 0) return overB
        if (overA === ACROSS && overB === ACROSS) break
      }
      // From the farther end, then.
      const otherA = nextA === edgeA ? edgeA : 3 - edgeA - nextA
      const otherB = nextB === edgeB ? edgeB : 3 - edgeB - nextB
      if (!(visited & (1 << (3 * otherA + nextB)))) nextA = otherA
      else {
        nextB = otherB
        if (visited & (1 << (3 * nextA + nextB))) nextA = otherA
        if (visited & (1 << (3 * nextA + nextB))) break
      }
    }
    edgeA = nextA
    edgeB = nextB
  }
  return distanceTrianglesCarefully(out, a, i, b, j, size)
}

/**
 * The distance if it is proved to be that of a vertex of the triangle b[j..j+8] and the inside of a[i..i+8]: A's point
 * goes to out[o..o+2], B's to the other half. Otherwise NO_PROOF or ACROSS.
 */
function overFace(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  tolerance: number,
): number {
  const ox = a[i]!
  const oy = a[i + 1]!
  const oz = a[i + 2]!
  const dx = a[i + 3]! - ox
  const dy = a[i + 4]! - oy
  const dz = a[i + 5]! - oz
  const ex = a[i + 6]! - ox
  const ey = a[i + 7]! - oy
  const ez = a[i + 8]! - oz
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  let hp = nx * (b[j]! - ox) + ny * (b[j + 1]! - oy) + nz * (b[j + 2]! - oz)
  let hq = nx * (b[j + 3]! - ox) + ny * (b[j + 4]! - oy) + nz * (b[j + 5]! - oz)
  let hr = nx * (b[j + 6]! - ox) + ny * (b[j + 7]! - oy) + nz * (b[j + 8]! - oz)
  let hd = nx * dx + ny * dy + nz * dz
  let he = nx * ex + ny * ey + nz * ez
  if (hp < 0) {
    hp = -hp
    hq = -hq
    hr = -hr
    hd = -hd
    he = -he
  }
  if (!(hq > 0 && hr > 0)) return ACROSS
  let near = j
  let min = hp
  if (hq < min) {
    near = j + 3
    min = hq
  }
  if (hr < min) {
    near = j + 6
    min = hr
  }
  const nn = nx * nx + ny * ny + nz * nz
  if (!(nn > MIN_AREA_SQ)) return NO_PROOF
  const rx = b[near]! - ox
  const ry = b[near + 1]! - oy
  const rz = b[near + 2]! - oz
  const s = ((ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz) / nn
  if (!(s >= 0)) return NO_PROOF
  const t = ((dy * rz - dz * ry) * nx + (dz * rx - dx * rz) * ny + (dx * ry - dy * rx) * nz) / nn
  if (!(t >= 0 && s + t <= 1)) return NO_PROOF
  const fx = s * dx + t * ex
  const fy = s * dy + t * ey
  const fz = s * dz + t * ez
  const vx = rx - fx
  const vy = ry - fy
  const vz = rz - fz
  const upper = Math.sqrt(vx * vx + vy * vy + vz * vz)
  let max = hd > 0 ? hd : 0
  if (he > max) max = he
  if (!(min - max >= (upper - tolerance) * Math.sqrt(nn))) return NO_PROOF
  out[o] = ox + fx
  out[o + 1] = oy + fy
  out[o + 2] = oz + fz
  out[3 - o] = b[near]!
  out[4 - o] = b[near + 1]!
  out[5 - o] = b[near + 2]!
  return upper
}
