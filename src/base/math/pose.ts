// Rigid poses as twelve numbers, row-major 3×4: rows (r00 r01 r02 tx), (r10 r11 r12 ty), (r20 r21 r22 tz).
// X_AB is the pose of frame B in frame A: it takes coordinates in B to coordinates in A. Every function works
// on a slot of a flat array (array, offset), output first; an output may not overlap an input unless it says so.
import { sineCosine } from './trigonometry.js'

/** Numbers in a pose. */
export const POSE = 12

export function identityPose(out: Float64Array, o: number): Float64Array {
  out.fill(0, o, o + 12)
  out[o] = 1
  out[o + 5] = 1
  out[o + 10] = 1
  return out
}

/** X_AC = X_AB · X_BC. */
export function composePose(
  out: Float64Array,
  o: number,
  x: ArrayLike<number>,
  i: number,
  y: ArrayLike<number>,
  j: number,
): void {
  const y00 = y[j]!
  const y01 = y[j + 1]!
  const y02 = y[j + 2]!
  const y03 = y[j + 3]!
  const y10 = y[j + 4]!
  const y11 = y[j + 5]!
  const y12 = y[j + 6]!
  const y13 = y[j + 7]!
  const y20 = y[j + 8]!
  const y21 = y[j + 9]!
  const y22 = y[j + 10]!
  const y23 = y[j + 11]!
  for (let row = 0; row < 12; row += 4) {
    const a = x[i + row]!
    const b = x[i + row + 1]!
    const c = x[i + row + 2]!
    out[o + row] = a * y00 + b * y10 + c * y20
    out[o + row + 1] = a * y01 + b * y11 + c * y21
    out[o + row + 2] = a * y02 + b * y12 + c * y22
    out[o + row + 3] = a * y03 + b * y13 + c * y23 + x[i + row + 3]!
  }
}

/** X_AB = X_CA⁻¹ · X_CB, the inverse taken as the transpose: X_CA must be rigid. */
export function composeInversePose(
  out: Float64Array,
  o: number,
  x: ArrayLike<number>,
  i: number,
  y: ArrayLike<number>,
  j: number,
): void {
  const tx = y[j + 3]! - x[i + 3]!
  const ty = y[j + 7]! - x[i + 7]!
  const tz = y[j + 11]! - x[i + 11]!
  for (let row = 0; row < 3; row++) {
    const a = x[i + row]!
    const b = x[i + 4 + row]!
    const c = x[i + 8 + row]!
    const at = o + 4 * row
    out[at] = a * y[j]! + b * y[j + 4]! + c * y[j + 8]!
    out[at + 1] = a * y[j + 1]! + b * y[j + 5]! + c * y[j + 9]!
    out[at + 2] = a * y[j + 2]! + b * y[j + 6]! + c * y[j + 10]!
    out[at + 3] = a * tx + b * ty + c * tz
  }
}

/** X_AC = X_AB · X_CB⁻¹, the inverse taken as the transpose: X_CB must be rigid. */
export function composeWithInversePose(
  out: Float64Array,
  o: number,
  x: ArrayLike<number>,
  i: number,
  y: ArrayLike<number>,
  j: number,
): void {
  const tx = y[j + 3]!
  const ty = y[j + 7]!
  const tz = y[j + 11]!
  for (let row = 0; row < 12; row += 4) {
    const a = x[i + row]!
    const b = x[i + row + 1]!
    const c = x[i + row + 2]!
    const r0 = a * y[j]! + b * y[j + 1]! + c * y[j + 2]!
    const r1 = a * y[j + 4]! + b * y[j + 5]! + c * y[j + 6]!
    const r2 = a * y[j + 8]! + b * y[j + 9]! + c * y[j + 10]!
    out[o + row] = r0
    out[o + row + 1] = r1
    out[o + row + 2] = r2
    out[o + row + 3] = x[i + row + 3]! - (r0 * tx + r1 * ty + r2 * tz)
  }
}

/** X_BA = X_AB⁻¹, taken as the transpose. */
export function invertPose(out: Float64Array, o: number, x: ArrayLike<number>, i: number): void {
  const tx = x[i + 3]!
  const ty = x[i + 7]!
  const tz = x[i + 11]!
  for (let row = 0; row < 3; row++) {
    const a = x[i + row]!
    const b = x[i + 4 + row]!
    const c = x[i + 8 + row]!
    const at = o + 4 * row
    out[at] = a
    out[at + 1] = b
    out[at + 2] = c
    out[at + 3] = -(a * tx + b * ty + c * tz)
  }
}

/** p_A = X_AB · p_B; out may be the same slot as p. */
export function transformPoint(
  out: Float64Array,
  o: number,
  x: ArrayLike<number>,
  i: number,
  p: ArrayLike<number>,
  j: number,
): void {
  const px = p[j]!
  const py = p[j + 1]!
  const pz = p[j + 2]!
  out[o] = x[i]! * px + x[i + 1]! * py + x[i + 2]! * pz + x[i + 3]!
  out[o + 1] = x[i + 4]! * px + x[i + 5]! * py + x[i + 6]! * pz + x[i + 7]!
  out[o + 2] = x[i + 8]! * px + x[i + 9]! * py + x[i + 10]! * pz + x[i + 11]!
}

/** Sine and cosine of half the angle that is being written. */
const half = new Float64Array(2)

/** Writes the rotation by `angle` about the unit axis (x, y, z) into a pose's rotation; its translation stays. */
export function setAxisAngle(out: Float64Array, o: number, x: number, y: number, z: number, angle: number): void {
  // By the half angle: 1 − cos loses digits for small angles, 2·sin²(angle/2) does not.
  sineCosine(half, 0, angle / 2)
  const h = half[0]!
  const k = 2 * h * h
  const c = 1 - k
  const s = 2 * h * half[1]!
  out[o] = c + k * x * x
  out[o + 1] = k * x * y - s * z
  out[o + 2] = k * x * z + s * y
  out[o + 4] = k * x * y + s * z
  out[o + 5] = c + k * y * y
  out[o + 6] = k * y * z - s * x
  out[o + 8] = k * x * z - s * y
  out[o + 9] = k * y * z + s * x
  out[o + 10] = c + k * z * z
}

/** Writes the rotation of the quaternion (x, y, z, w), normalised first, into a pose's rotation. */
export function setQuaternion(out: Float64Array, o: number, q: ArrayLike<number>): void {
  const n = Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!)
  const x = q[0]! / n
  const y = q[1]! / n
  const z = q[2]! / n
  const w = q[3]! / n
  out[o] = 1 - 2 * (y * y + z * z)
  out[o + 1] = 2 * (x * y - z * w)
  out[o + 2] = 2 * (x * z + y * w)
  out[o + 4] = 2 * (x * y + z * w)
  out[o + 5] = 1 - 2 * (x * x + z * z)
  out[o + 6] = 2 * (y * z - x * w)
  out[o + 8] = 2 * (x * z - y * w)
  out[o + 9] = 2 * (y * z + x * w)
  out[o + 10] = 1 - 2 * (x * x + y * y)
}

/**
 * Makes a nearly orthonormal rotation orthonormal to rounding, in place: one Newton step towards the nearest
 * rotation, R ← R·(3I − RᵀR)/2. An error of e in RᵀR becomes one of ¾e², so a matrix that is off by 1e-8 or
 * less is off by a few units in the last place after it; and one that is orthonormal to rounding hardly moves,
 * which is what keeps a rotation that is multiplied onto itself a million times from drifting.
 */
export function orthonormalise(x: Float64Array, o: number): void {
  const a = x[o]!
  const b = x[o + 1]!
  const c = x[o + 2]!
  const d = x[o + 4]!
  const e = x[o + 5]!
  const f = x[o + 6]!
  const g = x[o + 8]!
  const h = x[o + 9]!
  const k = x[o + 10]!
  // S = (3I − RᵀR)/2, symmetric
  const s00 = 1.5 - 0.5 * (a * a + d * d + g * g)
  const s11 = 1.5 - 0.5 * (b * b + e * e + h * h)
  const s22 = 1.5 - 0.5 * (c * c + f * f + k * k)
  const s01 = -0.5 * (a * b + d * e + g * h)
  const s02 = -0.5 * (a * c + d * f + g * k)
  const s12 = -0.5 * (b * c + e * f + h * k)
  x[o] = a * s00 + b * s01 + c * s02
  x[o + 1] = a * s01 + b * s11 + c * s12
  x[o + 2] = a * s02 + b * s12 + c * s22
  x[o + 4] = d * s00 + e * s01 + f * s02
  x[o + 5] = d * s01 + e * s11 + f * s12
  x[o + 6] = d * s02 + e * s12 + f * s22
  x[o + 8] = g * s00 + h * s01 + k * s02
  x[o + 9] = g * s01 + h * s11 + k * s12
  x[o + 10] = g * s02 + h * s12 + k * s22
}

/** Largest entry of |RᵀR − I|: how far a rotation is from orthonormal. */
export function orthonormalityError(x: ArrayLike<number>, o: number): number {
  let worst = 0
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const dot = x[o + i]! * x[o + j]! + x[o + 4 + i]! * x[o + 4 + j]! + x[o + 8 + i]! * x[o + 8 + j]!
      worst = Math.max(worst, Math.abs(dot - (i === j ? 1 : 0)))
    }
  }
  return worst
}

/** Determinant of a pose's rotation part. */
export function rotationDeterminant(x: ArrayLike<number>, o: number): number {
  return (
    x[o]! * (x[o + 5]! * x[o + 10]! - x[o + 6]! * x[o + 9]!) -
    x[o + 1]! * (x[o + 4]! * x[o + 10]! - x[o + 6]! * x[o + 8]!) +
    x[o + 2]! * (x[o + 4]! * x[o + 9]! - x[o + 5]! * x[o + 8]!)
  )
}
