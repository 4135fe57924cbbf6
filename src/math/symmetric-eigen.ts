// Eigenvectors of a symmetric 3×3 matrix, by Jacobi's rotations.

/**
 * Writes the eigenvectors of the symmetric matrix (xx, yy, zz, xy, xz, yz) as the columns of out[o..], a pose's
 * rotation part; out's translation stays. Three to four sweeps reach rounding; the result is always a rotation
 * to rounding, being a product of plane rotations, whatever the matrix.
 */
export function symmetricEigenvectors(
  out: Float64Array,
  o: number,
  xx: number,
  yy: number,
  zz: number,
  xy: number,
  xz: number,
  yz: number,
): void {
  out[o] = 1
  out[o + 1] = 0
  out[o + 2] = 0
  out[o + 4] = 0
  out[o + 5] = 1
  out[o + 6] = 0
  out[o + 8] = 0
  out[o + 9] = 0
  out[o + 10] = 1
  const enough = 1e-12 * (Math.abs(xx) + Math.abs(yy) + Math.abs(zz))
  for (let sweep = 0; sweep < 8; sweep++) {
    if (Math.abs(xy) + Math.abs(xz) + Math.abs(yz) <= enough) return
    if (xy !== 0) {
      const t = tangent(xx, yy, xy)
      const c = 1 / Math.sqrt(t * t + 1)
      const s = t * c
      xx -= t * xy
      yy += t * xy
      xy = 0
      const m = xz
      xz = c * m - s * yz
      yz = s * m + c * yz
      turnColumns(out, o, 0, 1, c, s)
    }
    if (xz !== 0) {
      const t = tangent(xx, zz, xz)
      const c = 1 / Math.sqrt(t * t + 1)
      const s = t * c
      xx -= t * xz
      zz += t * xz
      xz = 0
      const m = xy
      xy = c * m - s * yz
      yz = s * m + c * yz
      turnColumns(out, o, 0, 2, c, s)
    }
    if (yz !== 0) {
      const t = tangent(yy, zz, yz)
      const c = 1 / Math.sqrt(t * t + 1)
      const s = t * c
      yy -= t * yz
      zz += t * yz
      yz = 0
      const m = xy
      xy = c * m - s * xz
      xz = s * m + c * xz
      turnColumns(out, o, 1, 2, c, s)
    }
  }
}

/** Tangent of the smaller of the two angles that make the off-diagonal element vanish. */
function tangent(pp: number, qq: number, pq: number): number {
  const theta = (qq - pp) / (2 * pq)
  return (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
}

function turnColumns(out: Float64Array, o: number, p: number, q: number, c: number, s: number): void {
  for (let row = o; row < o + 12; row += 4) {
    const a = out[row + p]!
    const b = out[row + q]!
    out[row + p] = c * a - s * b
    out[row + q] = s * a + c * b
  }
}

/** Newton's steps for the least eigenvalue, and when they may end, in units of the trace: few digits are needed of it. */
const NEWTON_STEPS = 8
const NEWTON_TOLERANCE = 1e-9

/**
 * Axes of a cloud of points with these second moments, as a rotation: the third column along the least spread, the first along
 * the greatest across it. For fitting boxes: quicker than symmetricEigenvectors, and good to some digits only, fewer where
 * two spreads are nearly equal and any axes serve; a rotation to rounding in any case.
 */
export function spreadAxes(
  out: Float64Array,
  o: number,
  xx: number,
  yy: number,
  zz: number,
  xy: number,
  xz: number,
  yz: number,
): void {
  // The least root of λ³ − c2·λ² + c1·λ − c0. No eigenvalue is negative, so Newton's steps from 0 climb to it and never
  // pass it; flat clouds are there after two or three.
  const c2 = xx + yy + zz
  const c1 = xx * yy + xx * zz + yy * zz - xy * xy - xz * xz - yz * yz
  const c0 = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
  let least = 0
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const slope = (3 * least - 2 * c2) * least + c1
    const up = (c0 - ((least - c2) * least + c1) * least) / slope
    // Where two spreads are 0, rounding leaves no slope to go by; the least is never above their mean.
    if (!(up > NEWTON_TOLERANCE * c2) || !(3 * (least + up) <= c2)) break
    least += up
  }
  // Its vector is across all rows of M − λ: the longest product of two of them.
  const d = xx - least
  const e = yy - least
  const f = zz - least
  let nx = xy * yz - xz * e
  let ny = xz * xy - d * yz
  let nz = d * e - xy * xy
  let lengthSq = nx * nx + ny * ny + nz * nz
  const mx = xy * f - xz * yz
  const my = xz * xz - d * f
  const mz = d * yz - xy * xz
  const mSq = mx * mx + my * my + mz * mz
  if (mSq > lengthSq) {
    nx = mx
    ny = my
    nz = mz
    lengthSq = mSq
  }
  const kx = e * f - yz * yz
  const ky = yz * xz - xy * f
  const kz = xy * yz - e * xz
  const kSq = kx * kx + ky * ky + kz * kz
  if (kSq > lengthSq) {
    nx = kx
    ny = ky
    nz = kz
    lengthSq = kSq
  }
  // A ball, a needle or a point: no direction of least spread stands out enough to be trusted.
  if (!(lengthSq > 1e-16 * c2 * c2 * c2 * c2) || !(lengthSq > 1e-280) || lengthSq === Infinity) {
    symmetricEigenvectors(out, o, xx, yy, zz, xy, xz, yz)
    leastLast(out, o, xx, yy, zz, xy, xz, yz)
    return
  }
  const n = 1 / Math.sqrt(lengthSq)
  nx *= n
  ny *= n
  nz *= n
  // Two axes across it (Duff et al. 2017), then the turn that makes their moments diagonal.
  const sign = nz < 0 ? -1 : 1
  const h = -1 / (sign + nz)
  const g = nx * ny * h
  const ux = 1 + sign * nx * nx * h
  const uy = sign * g
  const uz = -sign * nx
  const vx = g
  const vy = sign + ny * ny * h
  const vz = -ny
  const ax = xx * ux + xy * uy + xz * uz
  const ay = xy * ux + yy * uy + yz * uz
  const az = xz * ux + yz * uy + zz * uz
  const uu = ux * ax + uy * ay + uz * az
  const uv = vx * ax + vy * ay + vz * az
  const vv =
    vx * (xx * vx + xy * vy + xz * vz) + vy * (xy * vx + yy * vy + yz * vz) + vz * (xz * vx + yz * vy + zz * vz)
  let cos = 1
  let sin = 0
  if (uv !== 0) {
    const t = tangent(uu, vv, uv)
    cos = 1 / Math.sqrt(t * t + 1)
    sin = t * cos
  }
  out[o] = cos * ux - sin * vx
  out[o + 1] = sin * ux + cos * vx
  out[o + 2] = nx
  out[o + 4] = cos * uy - sin * vy
  out[o + 5] = sin * uy + cos * vy
  out[o + 6] = ny
  out[o + 8] = cos * uz - sin * vz
  out[o + 9] = sin * uz + cos * vz
  out[o + 10] = nz
}

/** Turns the columns round until the one with the least moment is the third. */
function leastLast(
  out: Float64Array,
  o: number,
  xx: number,
  yy: number,
  zz: number,
  xy: number,
  xz: number,
  yz: number,
): void {
  let least = Infinity
  let last = 2
  for (let k = 0; k < 3; k++) {
    const x = out[o + k]!
    const y = out[o + 4 + k]!
    const z = out[o + 8 + k]!
    const spread = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z)
    if (spread < least) {
      least = spread
      last = k
    }
  }
  if (last === 2) return
  for (let row = o; row < o + 12; row += 4) {
    const x = out[row]!
    const y = out[row + 1]!
    const z = out[row + 2]!
    out[row] = last === 0 ? y : z
    out[row + 1] = last === 0 ? z : x
    out[row + 2] = last === 0 ? x : y
  }
}
