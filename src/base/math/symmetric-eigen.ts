// Eigenvectors of a symmetric 3×3 matrix, by Jacobi's rotations. All numbers are in arrays: passed as arguments they would be boxed.

/** The matrix while it is turned: xx, yy, zz, xy, xz, yz. */
const matrix = new Float64Array(6)

/**
 * Writes the eigenvectors of the symmetric matrix m[i..i+5] (xx, yy, zz, xy, xz, yz) as the columns of out[o..], a pose's
 * rotation part; out's translation stays. Ends when what is off the diagonal is below `enough` of the trace: three to four sweeps
 * reach rounding. The result is always a rotation to rounding, being a product of plane rotations, whatever the matrix.
 */
export function symmetricEigenvectors(out: Float64Array, o: number, m: Float64Array, i: number, enough = 1e-12): void {
  for (let k = 0; k < 6; k++) matrix[k] = m[i + k]!
  for (let k = 0; k < 11; k++) if (k % 4 !== 3) out[o + k] = k % 5 === 0 ? 1 : 0
  const least = enough * (Math.abs(matrix[0]!) + Math.abs(matrix[1]!) + Math.abs(matrix[2]!))
  for (let sweep = 0; sweep < 8; sweep++) {
    if (Math.abs(matrix[3]!) + Math.abs(matrix[4]!) + Math.abs(matrix[5]!) <= least) return
    turn(out, o, 0, 1, 3, 4, 5)
    turn(out, o, 0, 2, 4, 3, 5)
    turn(out, o, 1, 2, 5, 3, 4)
  }
}

/** In the plane of axes p and q, so that their element pq vanishes, by the smaller of the two angles that do it; r is the third axis. */
function turn(out: Float64Array, o: number, p: number, q: number, pq: number, pr: number, qr: number): void {
  const off = matrix[pq]!
  if (off === 0) return
  const theta = (matrix[q]! - matrix[p]!) / (2 * off)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  matrix[p] = matrix[p]! - t * off
  matrix[q] = matrix[q]! + t * off
  matrix[pq] = 0
  const a = matrix[pr]!
  const b = matrix[qr]!
  matrix[pr] = c * a - s * b
  matrix[qr] = s * a + c * b
  for (let row = o; row < o + 12; row += 4) {
    const x = out[row + p]!
    const y = out[row + q]!
    out[row + p] = c * x - s * y
    out[row + q] = s * x + c * y
  }
}
