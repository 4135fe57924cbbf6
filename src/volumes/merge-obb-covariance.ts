// The axes of the covariance of two boxes' corners (OBBTree, 1996), with no corner formed and nothing allocated.
import { orthonormalise } from '../base/math/pose.js'
import { symmetricEigenvectors } from '../base/math/symmetric-eigen.js'

/** Central second moments: xx, yy, zz, xy, xz, yz. */
const moments = new Float64Array(6)

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
  moments[0] = xx
  moments[1] = yy
  moments[2] = zz
  moments[3] = xy
  moments[4] = xz
  moments[5] = yz
  symmetricEigenvectors(box, o, moments, 0, ENOUGH)
  // A product of up to two dozen plane rotations, each rounded.
  orthonormalise(box, o)
}
