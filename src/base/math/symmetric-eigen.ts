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
