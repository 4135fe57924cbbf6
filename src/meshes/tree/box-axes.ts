// Axes for boxes around clouds of points.
//
// The third axis is that of least spread, from the covariance, which is summed upward in O(1) a node. About it, the second
// moments have no say in how a square patch lies; the fourth do. With z = u + iv across the axis and mean 0, the cumulant
// κ = E[z⁴] − 3·E[z²]² turns four times as fast as the cloud, and of a rectangle with sides 2a and 2b along u and v it is
// −2(a⁴ + b⁴)/15: so the axes are turned until κ is real and negative. (The same contrast tells mixed signals apart in
// independent component analysis: Comon 1994.)
import { POSE } from '../../base/math/pose.js'
import { symmetricEigenvectors } from '../../base/math/symmetric-eigen.js'
import type { PointCloud } from './box-points.js'

/** Numbers a node has in the sums of moments: count, mean (3), central second moments xx, yy, zz, xy, xz, yz. */
export const MOMENTS = 10

/** Sums are taken from one of the points, so that nothing cancels far from the origin. */
export function cloudMoments(m: Float64Array, o: number, cloud: PointCloud): void {
  const { points, from, own, list, at, count } = cloud
  const origin = 3 * (own > 0 ? from : list[at]!)
  const ox = points[origin]!
  const oy = points[origin + 1]!
  const oz = points[origin + 2]!
  let sx = 0
  let sy = 0
  let sz = 0
  let xx = 0
  let yy = 0
  let zz = 0
  let xy = 0
  let xz = 0
  let yz = 0
  for (let k = 1; k < count; k++) {
    const p = 3 * (k < own ? from + k : list[at + k - own]!)
    const x = points[p]! - ox
    const y = points[p + 1]! - oy
    const z = points[p + 2]! - oz
    sx += x
    sy += y
    sz += z
    xx += x * x
    yy += y * y
    zz += z * z
    xy += x * y
    xz += x * z
    yz += y * z
  }
  const share = 1 / count
  const mx = sx * share
  const my = sy * share
  const mz = sz * share
  m[o] = count
  m[o + 1] = ox + mx
  m[o + 2] = oy + my
  m[o + 3] = oz + mz
  m[o + 4] = xx - sx * mx
  m[o + 5] = yy - sy * my
  m[o + 6] = zz - sz * mz
  m[o + 7] = xy - sx * my
  m[o + 8] = xz - sx * mz
  m[o + 9] = yz - sy * mz
}

export function joinMoments(m: Float64Array, o: number, a: number, b: number): void {
  const na = m[a]!
  const nb = m[b]!
  const count = na + nb
  const dx = m[b + 1]! - m[a + 1]!
  const dy = m[b + 2]! - m[a + 2]!
  const dz = m[b + 3]! - m[a + 3]!
  const share = nb / count
  m[o] = count
  m[o + 1] = m[a + 1]! + dx * share
  m[o + 2] = m[a + 2]! + dy * share
  m[o + 3] = m[a + 3]! + dz * share
  const w = na * share
  const wx = w * dx
  const wy = w * dy
  m[o + 4] = m[a + 4]! + m[b + 4]! + wx * dx
  m[o + 5] = m[a + 5]! + m[b + 5]! + wy * dy
  m[o + 6] = m[a + 6]! + m[b + 6]! + w * dz * dz
  m[o + 7] = m[a + 7]! + m[b + 7]! + wx * dy
  m[o + 8] = m[a + 8]! + m[b + 8]! + wx * dz
  m[o + 9] = m[a + 9]! + m[b + 9]! + wy * dz
}

/** Newton's steps for the least eigenvalue, and when they may end: few digits are needed of it. */
const NEWTON_STEPS = 8
const NEWTON_TOLERANCE = 1e-5

/** A cloud with squares of less sum than this is a point. */
const TINY_SPREAD = 1e-280

/**
 * Writes axes for a cloud with the moments m[i..] as a rotation into x[o..], row-major 3×4: the third column along the least
 * spread, the others anywhere across it. Good to some digits only, fewer where two spreads are nearly equal and any axes
 * serve; a rotation to rounding in any case.
 */
export function spreadAxis(x: Float64Array, o: number, m: Float64Array, i: number): void {
  const trace = m[i + 4]! + m[i + 5]! + m[i + 6]!
  const scale = 1 / trace
  const xx = m[i + 4]! * scale
  const yy = m[i + 5]! * scale
  const zz = m[i + 6]! * scale
  const xy = m[i + 7]! * scale
  const xz = m[i + 8]! * scale
  const yz = m[i + 9]! * scale
  // The least root of λ³ − λ² + c1·λ − c0. No eigenvalue is negative, so Newton's steps from 0 climb to it and never pass
  // it; flat clouds are there after two or three.
  const c1 = xx * yy + xx * zz + yy * zz - xy * xy - xz * xz - yz * yz
  const c0 = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
  let least = 0
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const up = (c0 - ((least - 1) * least + c1) * least) / ((3 * least - 2) * least + c1)
    if (!(up > 0)) break
    least += up
    if (up < NEWTON_TOLERANCE) break
  }
  // Its vector is across all rows of M − λ; every row of the products of two of them is along it. The longest has the
  // greatest element of the diagonal.
  const d = xx - least
  const e = yy - least
  const f = zz - least
  const kx = e * f - yz * yz
  const ky = d * f - xz * xz
  const kz = d * e - xy * xy
  let nx = kx
  let ny = xz * yz - xy * f
  let nz = xy * yz - xz * e
  if (ky > kx) {
    if (ky > kz) {
      nz = xy * xz - d * yz
      nx = ny
      ny = ky
    } else {
      ny = xy * xz - d * yz
      nx = nz
      nz = kz
    }
  } else if (kz > kx) {
    ny = xy * xz - d * yz
    nx = nz
    nz = kz
  }
  const lengthSq = nx * nx + ny * ny + nz * nz
  // A ball, a needle or a point: no direction of least spread stands out enough to be trusted.
  if (!(lengthSq > 1e-16 && lengthSq < 1e16 && trace > TINY_SPREAD)) {
    symmetricEigenvectors(x, o, m, i + 4)
    leastLast(x, o, m, i)
    return
  }
  const n = 1 / Math.sqrt(lengthSq)
  nx *= n
  ny *= n
  nz *= n
  // Two axes across it (Duff et al. 2017).
  const sign = nz < 0 ? -1 : 1
  const h = -1 / (sign + nz)
  const g = nx * ny * h
  x[o] = 1 + sign * nx * nx * h
  x[o + 1] = g
  x[o + 2] = nx
  x[o + 4] = sign * g
  x[o + 5] = sign + ny * ny * h
  x[o + 6] = ny
  x[o + 8] = -sign * nx
  x[o + 9] = -ny
  x[o + 10] = nz
}

/** Turns the columns round until the one with the least moment is the third. */
function leastLast(x: Float64Array, o: number, m: Float64Array, i: number): void {
  let least = Infinity
  let last = 2
  for (let k = 0; k < 3; k++) {
    const a = x[o + k]!
    const b = x[o + 4 + k]!
    const c = x[o + 8 + k]!
    const across = m[i + 7]! * a * b + m[i + 8]! * a * c + m[i + 9]! * b * c
    const spread = m[i + 4]! * a * a + m[i + 5]! * b * b + m[i + 6]! * c * c + 2 * across
    if (spread < least) {
      least = spread
      last = k
    }
  }
  if (last === 2) return
  for (let row = o; row < o + POSE; row += 4) {
    const a = x[row]!
    const b = x[row + 1]!
    const c = x[row + 2]!
    x[row] = last === 0 ? b : c
    x[row + 1] = last === 0 ? c : a
    x[row + 2] = last === 0 ? a : b
  }
}

/** Most points that a turn is chosen by. */
const SAMPLE = 128

/** Clouds this much longer than wide (of the squares' sum, the part that the two differ by) are turned by second moments. */
const LONG = 0.8

/**
 * Turns the first two axes in x[o..] about the third to where a rectangle of the cloud's shape would have its sides. m[i..]:
 * its moments, or nearly. Of many points it uses some.
 */
export function turnAxes(x: Float64Array, o: number, m: Float64Array, i: number, cloud: PointCloud): void {
  const { points, from, own, list, at, count } = cloud
  // In units of the mean distance from the mean: nothing can overflow or vanish.
  const unit = Math.sqrt(m[i]! / (m[i + 4]! + m[i + 5]! + m[i + 6]!))
  if (count === 0 || !(unit < Infinity)) return
  const ux = x[o]! * unit
  const uy = x[o + 4]! * unit
  const uz = x[o + 8]! * unit
  const vx = x[o + 1]! * unit
  const vy = x[o + 5]! * unit
  const vz = x[o + 9]! * unit
  const mx = m[i + 1]!
  const my = m[i + 2]!
  const mz = m[i + 3]!
  const mu = mx * ux + my * uy + mz * uz
  const mv = mx * vx + my * vy + mz * vz
  let r2 = 0
  let i2 = 0
  let r4 = 0
  let i4 = 0
  const step = Math.ceil(count / SAMPLE)
  for (let k = 0; k < count; k += step) {
    const p = 3 * (k < own ? from + k : list[at + k - own]!)
    const px = points[p]!
    const py = points[p + 1]!
    const pz = points[p + 2]!
    const u = px * ux + py * uy + pz * uz - mu
    const v = px * vx + py * vy + pz * vz - mv
    const r = u * u - v * v
    const s = 2 * u * v
    r2 += r
    i2 += s
    r4 += r * r - s * s
    i4 += r * s
  }
  const share = 1 / Math.ceil(count / step)
  r2 *= share
  i2 *= share
  const sizeSq = r2 * r2 + i2 * i2
  let t: number
  if (sizeSq > LONG * LONG) {
    // Half the angle of E[z²], or a right angle more.
    const size = Math.sqrt(sizeSq)
    t = r2 < 0 ? i2 / (r2 - size) : i2 / (r2 + size)
  } else {
    // A quarter of the angle of −κ.
    const a = 3 * (r2 * r2 - i2 * i2) - r4 * share
    const b = 6 * r2 * i2 - 2 * i4 * share
    const c = a + Math.sqrt(a * a + b * b)
    t = b / (c + Math.sqrt(c * c + b * b))
  }
  if (!(t * t <= 1)) return
  const cos = 1 / Math.sqrt(1 + t * t)
  const sin = t * cos
  for (let row = o; row < o + POSE; row += 4) {
    const u = x[row]!
    const v = x[row + 1]!
    x[row] = cos * u + sin * v
    x[row + 1] = cos * v - sin * u
  }
}
