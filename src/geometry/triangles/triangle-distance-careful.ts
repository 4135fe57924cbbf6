// Two triangles by enumeration: every vertex against every edge and face, every edge against every edge and face. What
// distanceTriangleTriangle falls back on for pairs that overlap, and for slivers and parallel edges that its own steps
// cannot bring to a proof. Half a microsecond.
//
// Every candidate is a pair of points of the two triangles, up to rounding, so the least of them is not below the distance
// by more than a few u. That it is not above it either needs the candidates to be good where features are degenerate. Let
// d and e be two edges (of one triangle, or one of each), θ the angle between them, r the vector that is to be expressed in
// them, h its part at right angles to both, S the size of it all. The first coordinate s comes from the cross product
// n = d×e; the second is the projection of what is left onto e, so an error δs moves the point by δs·|d|·sin θ only, at
// right angles to e.
// - n is off by at most 6 u·|d||e| and r×e by 6 u·|r||e|, the product of the two by 3 u more. With no vector longer than
//   2 S, δs·|d|·sin θ is at most 9 u·|r| + 6 u·|d| ≤ 30 u·S from that, for every θ.
// - The direction of n is off by 6 u/sin θ, which tilts h into the plane: δs·|d|·sin θ = 6 u·h/sin θ. That is at right
//   angles to h, so it costs only the square of it over 2h; and a point that is kept inside its triangle or segment cannot
//   be moved by more than |d|·sin θ. The smaller of (6 u·h/sin θ)²/2h and (|d|·sin θ)²/2h is at most 3 u·|d| ≤ 6 u·S.
// - A point that rounding puts outside, where the true one is inside, has crossed an edge or an end on the way: that one's
//   own candidate is no farther than what was crossed.
// - Where an edge passes through a face, its computed crossing may slide along it if it is nearly parallel to the face,
//   staying within 8 u·S of its plane. If it slides out of the face it has passed the face's own edge on the way.
// - Differences from A's first vertex move the vertices by u·S each; the two points and their distance are rounded by 12 u·S.
// In sum less than 60 u·S; tests see less than 8.
import { U } from '../../base/math/rounding.js'

/** The triangles relative to A's first vertex, A's nine numbers and B's. */
const y = new Float64Array(18)
/** The best pair so far, likewise, and its squared distance; the squared distance up to which pairs are gathered. */
const best = new Float64Array(8)
/** The pair that is being tried. */
const trial = new Float64Array(6)
/** The normals of the faces, at 0 and 9. */
const normal = new Float64Array(12)
/** Where an edge meets a plane. */
const crossing = new Float64Array(3)

const NEXT = Int8Array.of(3, 6, 0)

/** A pair of points that is found to be no farther apart than this, in units of `size`, is one common point. */
const MEETING = 2 * U

/** Candidates that an enumeration can have: 18 vertices and edges, 9 pairs of edges, 6 vertices and 6 edges over faces. */
export const MAX_CANDIDATES = 39

/** Middles of the pairs that were gathered, and their number. */
const middles = new Float64Array(3 * MAX_CANDIDATES)
const gathered = new Int32Array(1)

/**
 * Like distanceTriangleTriangle. `size` is at least the largest coordinate relative to A's first vertex, and at most some
 * times that.
 */
export function distanceTrianglesCarefully(
  out: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  size: number,
): number {
  const scale = load(a, i, b, j, size)
  const meetingSq = (MEETING * size * scale) ** 2
  tryCrossings()
  const met = best[6]! <= meetingSq
  if (!met) tryFeatures()
  for (let k = 0; k < 3; k++) {
    out[k] = a[i + k]! + best[k]! / scale
    out[k + 3] = met ? out[k]! : a[i + k]! + best[k + 3]! / scale
  }
  return met ? 0 : Math.sqrt(best[6]!) / scale
}

/**
 * The points that end the common part of two triangles are all among the candidates. Writes the middles of those pairs
 * whose points are no farther apart than `within` to out (room for MAX_CANDIDATES points) and returns how many; if there is
 * none, that of the nearest pair, and returns 0.
 */
export function commonPoints(
  out: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  size: number,
  within: number,
): number {
  const scale = load(a, i, b, j, size)
  gathered[0] = 0
  best[7] = (within * scale) ** 2
  tryCrossings()
  tryFeatures()
  const count = gathered[0]!
  if (count === 0) for (let k = 0; k < 3; k++) middles[k] = (best[k]! + best[k + 3]!) / 2
  for (let k = 0; k < 3 * Math.max(count, 1); k++) out[k] = a[i + (k % 3)]! + middles[k]! / scale
  return count
}

/** Fills y and the normals, and returns what they were multiplied by: a power of two, which rounds nothing. */
function load(a: Float64Array, i: number, b: Float64Array, j: number, size: number): number {
  // Squares of areas must not vanish.
  const scale = size < 1e-60 ? 2 ** 400 : 1
  for (let k = 0; k < 9; k++) {
    y[k] = (a[i + k]! - a[i + (k % 3)]!) * scale
    y[k + 9] = (b[j + k]! - a[i + (k % 3)]!) * scale
  }
  setNormal(0)
  setNormal(9)
  best[6] = Infinity
  best[7] = -1
  return scale
}

function tryCrossings(): void {
  for (let k = 0; k < 3; k++) {
    tryCrossing(3 * k, NEXT[k]!, 9, 0)
    tryCrossing(9 + 3 * k, 9 + NEXT[k]!, 0, 3)
  }
}

function tryFeatures(): void {
  for (let k = 0; k < 3; k++) {
    const p = 3 * k
    for (let l = 0; l < 3; l++) {
      const q = 9 + 3 * l
      tryPointEdge(p, q, 9 + NEXT[l]!, 0)
      tryPointEdge(q, p, NEXT[k]!, 3)
      tryEdgeEdge(p, NEXT[k]!, q, 9 + NEXT[l]!)
    }
    tryPointFace(y, p, 9, 0)
    tryPointFace(y, 9 + p, 0, 3)
  }
}

/** Keeps the pair in `trial` if it is closer than the best. Its first point goes to best[o..o+2], the other to the other half. */
function keep(o: number): void {
  const x = trial[0]! - trial[3]!
  const yy = trial[1]! - trial[4]!
  const z = trial[2]! - trial[5]!
  const sq = x * x + yy * yy + z * z
  if (sq <= best[7]!) {
    const at = 3 * gathered[0]!++
    for (let k = 0; k < 3; k++) middles[at + k] = (trial[k]! + trial[k + 3]!) / 2
  }
  if (!(sq < best[6]!)) return
  best[6] = sq
  best[o] = trial[0]!
  best[o + 1] = trial[1]!
  best[o + 2] = trial[2]!
  best[3 - o] = trial[3]!
  best[4 - o] = trial[4]!
  best[5 - o] = trial[5]!
}

/** The vertex p against the edge from q to r; it belongs to the triangle whose half of `best` is at o. */
function tryPointEdge(p: number, q: number, r: number, o: number): void {
  const px = y[p]!
  const py = y[p + 1]!
  const pz = y[p + 2]!
  const qx = y[q]!
  const qy = y[q + 1]!
  const qz = y[q + 2]!
  const dx = y[r]! - qx
  const dy = y[r + 1]! - qy
  const dz = y[r + 2]! - qz
  const along = (px - qx) * dx + (py - qy) * dy + (pz - qz) * dz
  const lengthSq = dx * dx + dy * dy + dz * dz
  // along > 0 only if lengthSq > 0: an edge of one point is its first end
  const t = along > 0 ? (along < lengthSq ? along / lengthSq : 1) : 0
  trial[0] = px
  trial[1] = py
  trial[2] = pz
  trial[3] = qx + t * dx
  trial[4] = qy + t * dy
  trial[5] = qz + t * dz
  keep(o)
}

/** The insides of the edges p–p2 of A and q–q2 of B. */
function tryEdgeEdge(p: number, p2: number, q: number, q2: number): void {
  const px = y[p]!
  const py = y[p + 1]!
  const pz = y[p + 2]!
  const qx = y[q]!
  const qy = y[q + 1]!
  const qz = y[q + 2]!
  const dx = y[p2]! - px
  const dy = y[p2 + 1]! - py
  const dz = y[p2 + 2]! - pz
  const ex = y[q2]! - qx
  const ey = y[q2 + 1]! - qy
  const ez = y[q2 + 2]! - qz
  const rx = qx - px
  const ry = qy - py
  const rz = qz - pz
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  const s =
    ((ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz) / (nx * nx + ny * ny + nz * nz)
  if (!(s > 0 && s < 1)) return
  const x = px + s * dx
  const yy = py + s * dy
  const z = pz + s * dz
  const t = ((x - qx) * ex + (yy - qy) * ey + (z - qz) * ez) / (ex * ex + ey * ey + ez * ez)
  if (!(t > 0 && t < 1)) return
  trial[0] = x
  trial[1] = yy
  trial[2] = z
  trial[3] = qx + t * ex
  trial[4] = qy + t * ey
  trial[5] = qz + t * ez
  keep(0)
}

/** The point p[k..k+2] against the inside of the face at y[f..f+8]. */
function tryPointFace(p: Float64Array, k: number, f: number, o: number): void {
  const fx = y[f]!
  const fy = y[f + 1]!
  const fz = y[f + 2]!
  const dx = y[f + 3]! - fx
  const dy = y[f + 4]! - fy
  const dz = y[f + 5]! - fz
  const ex = y[f + 6]! - fx
  const ey = y[f + 7]! - fy
  const ez = y[f + 8]! - fz
  const rx = p[k]! - fx
  const ry = p[k + 1]! - fy
  const rz = p[k + 2]! - fz
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  const s =
    ((ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz) / (nx * nx + ny * ny + nz * nz)
  if (!(s >= 0 && s <= 1)) return
  const t = ((rx - s * dx) * ex + (ry - s * dy) * ey + (rz - s * dz) * ez) / (ex * ex + ey * ey + ez * ez)
  if (!(t >= 0 && s + t <= 1)) return
  trial[0] = p[k]!
  trial[1] = p[k + 1]!
  trial[2] = p[k + 2]!
  trial[3] = fx + s * dx + t * ex
  trial[4] = fy + s * dy + t * ey
  trial[5] = fz + s * dz + t * ez
  keep(o)
}

/**
 * The normal of the face at y[f..f+8], to normal[f..f+2]. The cross product of two edges is off by c·u·|d||e| in every
 * direction, which for a sliver is a tilt that lifts its far end: taken at right angles to the longest edge, it is only
 * turned about that edge, and the whole face stays within c·u·S of its plane.
 */
function setNormal(f: number): void {
  const dx = y[f + 3]! - y[f]!
  const dy = y[f + 4]! - y[f + 1]!
  const dz = y[f + 5]! - y[f + 2]!
  const ex = y[f + 6]! - y[f]!
  const ey = y[f + 7]! - y[f + 1]!
  const ez = y[f + 8]! - y[f + 2]!
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  let gx = ex - dx
  let gy = ey - dy
  let gz = ez - dz
  let gSq = gx * gx + gy * gy + gz * gz
  const dSq = dx * dx + dy * dy + dz * dz
  if (dSq > gSq) {
    gx = dx
    gy = dy
    gz = dz
    gSq = dSq
  }
  const eSq = ex * ex + ey * ey + ez * ez
  if (eSq > gSq) {
    gx = ex
    gy = ey
    gz = ez
    gSq = eSq
  }
  const k = gSq > 0 ? (nx * gx + ny * gy + nz * gz) / gSq : 0
  normal[f] = nx - k * gx
  normal[f + 1] = ny - k * gy
  normal[f + 2] = nz - k * gz
}

/** The edge p–p2 against the face at y[f..f+8], where it passes through its plane. */
function tryCrossing(p: number, p2: number, f: number, o: number): void {
  const h = height(p, f)
  const g = height(p2, f)
  if (!((h >= 0 && g < 0) || (h <= 0 && g > 0))) return
  const t = h / (h - g)
  for (let k = 0; k < 3; k++) crossing[k] = y[p + k]! + t * (y[p2 + k]! - y[p + k]!)
  tryPointFace(crossing, 0, f, o)
}

function height(p: number, f: number): number {
  return (
    normal[f]! * (y[p]! - y[f]!) + normal[f + 1]! * (y[p + 1]! - y[f + 1]!) + normal[f + 2]! * (y[p + 2]! - y[f + 2]!)
  )
}
