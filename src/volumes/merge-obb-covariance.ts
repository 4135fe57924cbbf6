// The axes of the covariance of two boxes' corners (OBBTree, 1996), with no corner formed and nothing allocated: Jacobi's rotations,
// as in base/math/symmetric-eigen.ts, on numbers that never leave the function. (Passed as arguments they would be boxed: half as
// slow again, and a collection of garbage every few hundred boxes.)
import { orthonormalise } from '../base/math/pose.js'

/** Off the diagonal, in units of the trace: axes that are off by so little make a box larger by as little. */
const ENOUGH = 1e-8

/**
 * The axes to the rotation at o, for the boxes at l and r. The corners of a box ±h about c contribute
 * 8·(c·cᵀ + Σ h_k²·a_k·a_kᵀ) to the second moment.
 */
export function covarianceAxes(box: Float64Array, o: number, l: number, r: number): void {
  const d0 = box[r + 3]! - box[l + 3]!
  const d1 = box[r + 7]! - box[l + 7]!
  const d2 = box[r + 11]! - box[l + 11]!
  // About the mean: each box's centre is half of d from it.
  let xx = (d0 * d0) / 2
  let yy = (d1 * d1) / 2
  let zz = (d2 * d2) / 2
  let xy = (d0 * d1) / 2
  let xz = (d0 * d2) / 2
  let yz = (d1 * d2) / 2
  for (let k = 0; k < 6; k++) {
    const at = k < 3 ? l + k : r + k - 3
    const h = box[k < 3 ? l + 12 + k : r + 9 + k]!
    const x = box[at]! * h
    const y = box[at + 4]! * h
    const z = box[at + 8]! * h
    xx += x * x
    yy += y * y
    zz += z * z
    xy += x * y
    xz += x * z
    yz += y * z
  }
  let a00 = 1
  let a01 = 0
  let a02 = 0
  let a10 = 0
  let a11 = 1
  let a12 = 0
  let a20 = 0
  let a21 = 0
  let a22 = 1
  const enough = ENOUGH * (xx + yy + zz)
  for (let sweep = 0; sweep < 8; sweep++) {
    if (Math.abs(xy) + Math.abs(xz) + Math.abs(yz) <= enough) break
    if (xy !== 0) {
      const theta = (yy - xx) / (2 * xy)
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
      const c = 1 / Math.sqrt(t * t + 1)
      const s = t * c
      xx -= t * xy
      yy += t * xy
      xy = 0
      const m = xz
      xz = c * m - s * yz
      yz = s * m + c * yz
      const x = a00
      const y = a10
      const z = a20
      a00 = c * x - s * a01
      a10 = c * y - s * a11
      a20 = c * z - s * a21
      a01 = s * x + c * a01
      a11 = s * y + c * a11
      a21 = s * z + c * a21
    }
    if (xz !== 0) {
      const theta = (zz - xx) / (2 * xz)
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
      const c = 1 / Math.sqrt(t * t + 1)
      const s = t * c
      xx -= t * xz
      zz += t * xz
      xz = 0
      const m = xy
      xy = c * m - s * yz
      yz = s * m + c * yz
      const x = a00
      const y = a10
      const z = a20
      a00 = c * x - s * a02
      a10 = c * y - s * a12
      a20 = c * z - s * a22
      a02 = s * x + c * a02
      a12 = s * y + c * a12
      a22 = s * z + c * a22
    }
    if (yz !== 0) {
      const theta = (zz - yy) / (2 * yz)
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
      const c = 1 / Math.sqrt(t * t + 1)
      const s = t * c
      yy -= t * yz
      zz += t * yz
      yz = 0
      const m = xy
      xy = c * m - s * xz
      xz = s * m + c * xz
      const x = a01
      const y = a11
      const z = a21
      a01 = c * x - s * a02
      a11 = c * y - s * a12
      a21 = c * z - s * a22
      a02 = s * x + c * a02
      a12 = s * y + c * a12
      a22 = s * z + c * a22
    }
  }
  box[o] = a00
  box[o + 1] = a01
  box[o + 2] = a02
  box[o + 4] = a10
  box[o + 5] = a11
  box[o + 6] = a12
  box[o + 8] = a20
  box[o + 9] = a21
  box[o + 10] = a22
  // A product of up to two dozen plane rotations, each rounded.
  orthonormalise(box, o)
}
