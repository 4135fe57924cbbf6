// The best superposition of two sets of points, by quaternions (Horn, Closed-form solution of absolute orientation using unit
// quaternions, 1987, section 4.A): the rotation is the eigenvector of the largest eigenvalue of a symmetric 4×4 matrix, here by
// Jacobi's rotations. Never a reflection. The distance is summed from the superposed points, not from the eigenvalue: that one
// has half the digits where the two sets are alike. The rotation is the best one, so an error e of it is felt as e².

/** Turns of a sweep end when off-diagonal elements are below this part of the largest: rounding permits no more. */
const ENOUGH = 1e-15
const MAX_SWEEPS = 30

/** Root mean square distance of two sets of points (x, y, z each, as many) after the best superposition. */
export function rmsd(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const n = a.length / 3
  const ca = centre(a)
  const cb = centre(b)
  const R = bestRotation(a, ca, b, cb)
  let sum = 0
  for (let i = 0; i < a.length; i += 3) {
    const x = a[i]! - ca[0]!
    const y = a[i + 1]! - ca[1]!
    const z = a[i + 2]! - ca[2]!
    const dx = R[0]! * x + R[1]! * y + R[2]! * z - (b[i]! - cb[0]!)
    const dy = R[3]! * x + R[4]! * y + R[5]! * z - (b[i + 1]! - cb[1]!)
    const dz = R[6]! * x + R[7]! * y + R[8]! * z - (b[i + 2]! - cb[2]!)
    sum += dx * dx + dy * dy + dz * dz
  }
  return Math.sqrt(sum / n)
}

/** The rotation, row-major, that takes a − ca nearest to b − cb. */
function bestRotation(a: ArrayLike<number>, ca: Float64Array, b: ArrayLike<number>, cb: Float64Array): Float64Array {
  // S[3 i + j] = Σ a_i·b_j.
  const S = new Float64Array(9)
  for (let k = 0; k < a.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) S[3 * i + j]! += (a[k + i]! - ca[i]!) * (b[k + j]! - cb[j]!)
    }
  }
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = S as unknown as number[]
  // biome-ignore format: a matrix
  const N = Float64Array.of(
    xx! + yy! + zz!, yz! - zy!,       zx! - xz!,        xy! - yx!,
    yz! - zy!,       xx! - yy! - zz!, xy! + yx!,        zx! + xz!,
    zx! - xz!,       xy! + yx!,       -xx! + yy! - zz!, yz! + zy!,
    xy! - yx!,       zx! + xz!,       yz! + zy!,        -xx! - yy! + zz!,
  )
  const V = jacobi(N)
  let best = 0
  for (let k = 1; k < 4; k++) if (N[5 * k]! > N[5 * best]!) best = k
  const w = V[best]!
  const x = V[4 + best]!
  const y = V[8 + best]!
  const z = V[12 + best]!
  // biome-ignore format: a matrix
  return Float64Array.of(
    w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
    2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
    2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z,
  )
}

/** Makes a symmetric 4×4 matrix diagonal, and returns the eigenvectors as columns. */
function jacobi(M: Float64Array): Float64Array {
  const V = new Float64Array(16)
  for (let k = 0; k < 16; k += 5) V[k] = 1
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let size = 0
    let off = 0
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        size = Math.max(size, Math.abs(M[4 * i + j]!))
        if (i !== j) off = Math.max(off, Math.abs(M[4 * i + j]!))
      }
    }
    if (off <= ENOUGH * size) break
    for (let p = 0; p < 3; p++) for (let q = p + 1; q < 4; q++) turn(M, V, p, q)
  }
  return V
}

/** The rotation of the plane (p, q) that makes M[p][q] vanish. */
function turn(M: Float64Array, V: Float64Array, p: number, q: number): void {
  const pq = M[4 * p + q]!
  if (pq === 0) return
  const theta = (M[5 * q]! - M[5 * p]!) / (2 * pq)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < 4; k++) turnPair(M, 4 * k + p, 4 * k + q, c, s)
  for (let k = 0; k < 4; k++) turnPair(M, 4 * p + k, 4 * q + k, c, s)
  for (let k = 0; k < 4; k++) turnPair(V, 4 * k + p, 4 * k + q, c, s)
  M[4 * p + q] = 0
  M[4 * q + p] = 0
}

function turnPair(M: Float64Array, i: number, j: number, c: number, s: number): void {
  const a = M[i]!
  const b = M[j]!
  M[i] = c * a - s * b
  M[j] = s * a + c * b
}

function centre(x: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3)
  for (let i = 0; i < x.length; i++) out[i % 3]! += x[i]!
  for (let k = 0; k < 3; k++) out[k]! /= x.length / 3
  return out
}
