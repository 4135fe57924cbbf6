// Axes for oriented volumes. Nine numbers, row-major, the axes as columns.
import { orthonormalise } from '../base/math/pose.js'
import { symmetricEigenvectors } from '../base/math/symmetric-eigen.js'
import { cosine, sine } from '../base/math/trigonometry.js'

const pose = new Float64Array(12)
const spread = new Float64Array(3)
/** Central second moments: xx, yy, zz, xy, xz, yz. */
const moments = new Float64Array(6)

export function identityAxes(axes: Float64Array): void {
  axes.fill(0)
  axes[0] = 1
  axes[4] = 1
  axes[8] = 1
}

/** Axes into a pose's rotation. */
export function copyAxes(out: Float64Array, o: number, axes: Float64Array): void {
  for (let row = 0; row < 3; row++) for (let k = 0; k < 3; k++) out[o + 4 * row + k] = axes[3 * row + k]!
}

/**
 * The eigenvectors of the covariance of `count` points, flat xyz, orthonormal to a few u, the direction of least spread
 * last. Any axes contain their points if the extents along them do, so nothing here need be exact.
 */
export function spreadAxes(axes: Float64Array, points: ArrayLike<number>, count: number): void {
  const x0 = points[0]!
  const y0 = points[1]!
  const z0 = points[2]!
  let sx = 0
  let sy = 0
  let sz = 0
  let xx = 0
  let xy = 0
  let xz = 0
  let yy = 0
  let yz = 0
  let zz = 0
  // About the first point, not the origin: one pass, and no digits lost far from it.
  for (let i = 3; i < 3 * count; i += 3) {
    const x = points[i]! - x0
    const y = points[i + 1]! - y0
    const z = points[i + 2]! - z0
    sx += x
    sy += y
    sz += z
    xx += x * x
    xy += x * y
    xz += x * z
    yy += y * y
    yz += y * z
    zz += z * z
  }
  const n = count
  moments[0] = xx - (sx * sx) / n
  moments[1] = yy - (sy * sy) / n
  moments[2] = zz - (sz * sz) / n
  moments[3] = xy - (sx * sy) / n
  moments[4] = xz - (sx * sz) / n
  moments[5] = yz - (sy * sz) / n
  symmetricEigenvectors(pose, 0, moments, 0)
  orthonormalise(pose, 0)
  // By the spread along each: the covariance turned into its own axes, of which only the order matters.
  spread[0] = 0
  spread[1] = 0
  spread[2] = 0
  for (let k = 0; k < 3; k++) {
    const a = pose[k]!
    const b = pose[4 + k]!
    const c = pose[8 + k]!
    const mean = (a * sx + b * sy + c * sz) / n
    spread[k] = (a * a * xx + b * b * yy + c * c * zz + 2 * (a * b * xy + a * c * xz + b * c * yz)) / n - mean * mean
  }
  let least = spread[1]! < spread[0]! ? 1 : 0
  if (spread[2]! < spread[least]!) least = 2
  // A cyclic shift of the columns keeps them right-handed.
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 3; k++) axes[3 * row + k] = pose[4 * row + ((least + 1 + k) % 3)]!
  }
}

/**
 * A box's volume, from its least and greatest extents; a thousandth of the longest side is added to each, so that flat boxes
 * compare by area and thin ones by length.
 */
export function volumeOf(box: Float64Array): number {
  const x = box[3]! - box[0]!
  const y = box[4]! - box[1]!
  const z = box[5]! - box[2]!
  const e = 1e-3 * Math.max(x, y, z)
  return (x + e) * (y + e) * (z + e)
}

/** Directions tried about the axis of least spread: a quarter turn in this many steps. */
export const AXIS_STEPS = 4
const COS = cosine(Math.PI / (2 * AXIS_STEPS))
const SIN = sine(Math.PI / (2 * AXIS_STEPS))

/** Turns the first two columns by one step. */
export function stepAxes(columns: Float64Array): void {
  for (let row = 0; row < 9; row += 3) {
    const u = columns[row]!
    const v = columns[row + 1]!
    columns[row] = COS * u + SIN * v
    columns[row + 1] = COS * v - SIN * u
  }
}
