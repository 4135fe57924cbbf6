// The sub-distance step of GJK: the point nearest the origin in a simplex of one to four points, by signed volumes
// (Montanari, Petrinic and Barbieri 2017): the signs of barycentric coordinates, not comparisons of nearly equal
// distances, say which faces can hold it. Coordinates come from edges, so that a small simplex far from the origin
// keeps its digits.

/** A simplex in the Minkowski difference A − B, and what the last step found. Scratch owned by the caller. */
export class Simplex {
  /** Number of points, 0 to 4. */
  size = 0
  /** The points a − b, three numbers each. */
  readonly y = new Float64Array(12)
  /** The points a of A and b of B that they come from, and the numbers of their vertices. */
  readonly a = new Float64Array(12)
  readonly b = new Float64Array(12)
  readonly ia = new Int32Array(4)
  readonly ib = new Int32Array(4)
  /** Convex weights of the nearest point: zero or more, sum 1. */
  readonly weight = new Float64Array(4)
  /** The nearest point v, and |v|². */
  readonly v = new Float64Array(4)
  /** The unit normal of a plane that supports the simplex at v, from the origin towards it. */
  readonly normal = new Float64Array(3)
}

/** Finds the point of the simplex nearest the origin and drops the points that it does not need. */
export function reduceSimplex(s: Simplex): void {
  const { y, v, weight } = s
  v[3] = Infinity
  if (s.size === 1) tryVertex(y, 0, v, weight)
  else if (s.size === 2) trySegment(y, 0, 1, v, weight)
  else if (s.size === 3) tryTriangle(y, 0, 1, 2, v, weight)
  else tryTetrahedron(y, v, weight)
  compact(s)
  setNormal(s)
}

/** Keeps v = Σ weight·y if it is closer than what is there, and starts its weights: true if so. */
export function keepIfNearer(v: Float64Array, weight: Float64Array, x: number, y: number, z: number): boolean {
  const sq = x * x + y * y + z * z
  if (!(sq < v[3]!)) return false
  v[0] = x
  v[1] = y
  v[2] = z
  v[3] = sq
  weight[0] = 0
  weight[1] = 0
  weight[2] = 0
  weight[3] = 0
  return true
}

function tryVertex(y: Float64Array, i: number, v: Float64Array, weight: Float64Array): void {
  const p = 3 * i
  if (keepIfNearer(v, weight, y[p]!, y[p + 1]!, y[p + 2]!)) weight[i] = 1
}

function trySegment(y: Float64Array, i: number, j: number, v: Float64Array, weight: Float64Array): void {
  const p = 3 * i
  const q = 3 * j
  const px = y[p]!
  const py = y[p + 1]!
  const pz = y[p + 2]!
  const dx = y[q]! - px
  const dy = y[q + 1]! - py
  const dz = y[q + 2]! - pz
  const along = -(px * dx + py * dy + pz * dz)
  const lengthSq = dx * dx + dy * dy + dz * dz
  if (!(along > 0 && along < lengthSq)) {
    tryVertex(y, along > 0 ? j : i, v, weight)
    return
  }
  const t = along / lengthSq
  if (keepIfNearer(v, weight, px + t * dx, py + t * dy, pz + t * dz)) {
    weight[i] = 1 - t
    weight[j] = t
  }
}

function tryTriangle(y: Float64Array, i: number, j: number, k: number, v: Float64Array, weight: Float64Array): void {
  const p = 3 * k
  const px = y[p]!
  const py = y[p + 1]!
  const pz = y[p + 2]!
  const dx = y[3 * i]! - px
  const dy = y[3 * i + 1]! - py
  const dz = y[3 * i + 2]! - pz
  const ex = y[3 * j]! - px
  const ey = y[3 * j + 1]! - py
  const ez = y[3 * j + 2]! - pz
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  const nSq = nx * nx + ny * ny + nz * nz
  // −p = s·d + t·e + (something)·n
  const s = ((pz * ey - py * ez) * nx + (px * ez - pz * ex) * ny + (py * ex - px * ey) * nz) / nSq
  const t = ((py * dz - pz * dy) * nx + (pz * dx - px * dz) * ny + (px * dy - py * dx) * nz) / nSq
  const r = 1 - s - t
  if (s > 0 && t > 0 && r > 0) {
    if (keepIfNearer(v, weight, px + s * dx + t * ex, py + s * dy + t * ey, pz + s * dz + t * ez)) {
      weight[i] = s
      weight[j] = t
      weight[k] = r
    }
    return
  }
  // Only an edge across from a coordinate that is not positive can hold the nearest point; with a triangle that has no
  // area (s and t not numbers) any edge can.
  if (!(s > 0)) trySegment(y, j, k, v, weight)
  if (!(t > 0)) trySegment(y, i, k, v, weight)
  if (!(r > 0)) trySegment(y, i, j, v, weight)
}

function tryTetrahedron(y: Float64Array, v: Float64Array, weight: Float64Array): void {
  const px = y[9]!
  const py = y[10]!
  const pz = y[11]!
  const ax = y[0]! - px
  const ay = y[1]! - py
  const az = y[2]! - pz
  const bx = y[3]! - px
  const by = y[4]! - py
  const bz = y[5]! - pz
  const cx = y[6]! - px
  const cy = y[7]! - py
  const cz = y[8]! - pz
  const bcx = by * cz - bz * cy
  const bcy = bz * cx - bx * cz
  const bcz = bx * cy - by * cx
  const det = ax * bcx + ay * bcy + az * bcz
  const r = -(px * bcx + py * bcy + pz * bcz) / det
  const s = -(px * (cy * az - cz * ay) + py * (cz * ax - cx * az) + pz * (cx * ay - cy * ax)) / det
  const t = -(px * (ay * bz - az * by) + py * (az * bx - ax * bz) + pz * (ax * by - ay * bx)) / det
  const w = 1 - r - s - t
  if (r > 0 && s > 0 && t > 0 && w > 0) {
    // Zero up to rounding. Computed, not assumed: in a sliver the signs may lie, and then this is not near zero.
    const x = px + r * ax + s * bx + t * cx
    const yy = py + r * ay + s * by + t * cy
    const z = pz + r * az + s * bz + t * cz
    if (keepIfNearer(v, weight, x, yy, z)) {
      weight[0] = r
      weight[1] = s
      weight[2] = t
      weight[3] = w
    }
    return
  }
  if (!(r > 0)) tryTriangle(y, 1, 2, 3, v, weight)
  if (!(s > 0)) tryTriangle(y, 0, 2, 3, v, weight)
  if (!(t > 0)) tryTriangle(y, 0, 1, 3, v, weight)
  if (!(w > 0)) tryTriangle(y, 0, 1, 2, v, weight)
}

/** Drops the points of weight 0. */
export function compact(s: Simplex): void {
  const { y, a, b, ia, ib, weight } = s
  let n = 0
  for (let i = 0; i < s.size; i++) {
    const w = weight[i]!
    if (!(w > 0)) continue
    if (i > n) {
      for (let k = 0; k < 3; k++) {
        y[3 * n + k] = y[3 * i + k]!
        a[3 * n + k] = a[3 * i + k]!
        b[3 * n + k] = b[3 * i + k]!
      }
      ia[n] = ia[i]!
      ib[n] = ib[i]!
      weight[n] = w
    }
    n++
  }
  s.size = n
}

/**
 * The direction in which to look for a better point. In exact arithmetic it is v/|v|; but v is a small difference of
 * large numbers when the shapes are close, and its direction is then wrong by u·size/|v|. A triangle's own normal does
 * not suffer from that, nor does v made orthogonal to a segment.
 */
export function setNormal(s: Simplex): void {
  const { y, v, normal } = s
  let x = v[0]!
  let yy = v[1]!
  let z = v[2]!
  if (s.size === 2) {
    const dx = y[3]! - y[0]!
    const dy = y[4]! - y[1]!
    const dz = y[5]! - y[2]!
    const k = (x * dx + yy * dy + z * dz) / (dx * dx + dy * dy + dz * dz)
    x -= k * dx
    yy -= k * dy
    z -= k * dz
  } else if (s.size === 3) {
    // The two shorter edges: the error of the cross product grows with their lengths, its own length does not.
    const ab = edgeSq(y, 0, 3)
    const bc = edgeSq(y, 3, 6)
    const ca = edgeSq(y, 6, 0)
    const o = bc >= ab && bc >= ca ? 0 : ca >= ab ? 3 : 6
    const p = (o + 3) % 9
    const q = (o + 6) % 9
    const dx = y[p]! - y[o]!
    const dy = y[p + 1]! - y[o + 1]!
    const dz = y[p + 2]! - y[o + 2]!
    const ex = y[q]! - y[o]!
    const ey = y[q + 1]! - y[o + 1]!
    const ez = y[q + 2]! - y[o + 2]!
    const nx = dy * ez - dz * ey
    const ny = dz * ex - dx * ez
    const nz = dx * ey - dy * ex
    const side = nx * x + ny * yy + nz * z
    if (side !== 0) {
      x = side < 0 ? -nx : nx
      yy = side < 0 ? -ny : ny
      z = side < 0 ? -nz : nz
    }
  }
  let length = Math.sqrt(x * x + yy * yy + z * z)
  if (!(length > 0)) {
    x = v[0]!
    yy = v[1]!
    z = v[2]!
    length = Math.sqrt(v[3]!)
  }
  normal[0] = x / length
  normal[1] = yy / length
  normal[2] = z / length
}

function edgeSq(y: Float64Array, p: number, q: number): number {
  const x = y[q]! - y[p]!
  const yy = y[q + 1]! - y[p + 1]!
  const z = y[q + 2]! - y[p + 2]!
  return x * x + yy * yy + z * z
}
