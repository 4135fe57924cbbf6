// Poses of the verifier: twelve numbers, row by row, rotation and translation. Rounding is counted in u = 2^-53, for rotations in the
// Frobenius norm, where nothing else is said.
//
// A product of two rotations has nine entries of three products each: 3 u·‖A‖·‖B‖ = 9 u. A translation R·p + t is off by 7 u of
// |p| + |t|. `orthonormalise` adds M·(I − MᵀM)/2, a Newton step towards the nearest rotation: what was off by d is off by d²
// then, and by 7 u of the step's own rounding (I − MᵀM is off by 9 u, halved; the sum by 2 u). A rotation about an axis, of a sine and
// a cosine good to 4 u each, is off by 48 u at most: k = 2 sin² and s = 2 sin·cos by 9 u of themselves, in a symmetric and a skew matrix
// of norm √2, and k² + s² ≤ 4: 26 u; the axis by 3 u, 9 u; the entries' own operations 13 u.
import { demand, number, numbers, type Plain } from './plain.js'

/** Unit roundoff of a double. */
export const U = 2 ** -53

export const POSE = 12
/** Numbers of a line: direction, and a point on it. */
export const LINE = 6

export const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

type Numbers = ArrayLike<number>

/** The nearest rotation to nine numbers that are one within 1e-9, to 7 u. */
export function readPose(value: Plain | undefined, field: string): Float64Array {
  const pose = Float64Array.from(numbers(value, field, POSE))
  const [a, b, c] = [0, 1, 2].map((k) => [pose[k]!, pose[4 + k]!, pose[8 + k]!]) as [number[], number[], number[]]
  const off = [dot(a, a) - 1, dot(b, b) - 1, dot(c, c) - 1, dot(a, b), dot(b, c), dot(c, a)]
  const isRotation = off.every((value) => Math.abs(value) <= 1e-9) && dot(a, cross(b, c)) > 0
  demand(isRotation, `${field} has no rotation in it`)
  return orthonormalise(pose)
}

/** A direction of about unit length, normalised to within 3 u. */
export function readAxis(value: Plain | undefined, field: string): Float64Array {
  const axis = numbers(value, field, 3)
  demand(Math.abs(dot(axis, axis) - 1) <= 1e-9, `${field} is not of unit length`)
  return Float64Array.from(scaled(axis, 1 / length(axis)))
}

/** The rotation of a quaternion x, y, z, w of about unit length, whatever its length is: a pose, off by 20 u. */
export function quaternionPose(q: Numbers, field: string): Float64Array {
  for (let k = 0; k < 4; k++) number(q[k], field)
  const l = Math.sqrt(q[0]! * q[0]! + q[1]! * q[1]! + q[2]! * q[2]! + q[3]! * q[3]!)
  demand(Math.abs(l - 1) <= 1e-5, `${field} is a quaternion that is not of unit length`)
  const [x, y, z, w] = [q[0]! / l, q[1]! / l, q[2]! / l, q[3]! / l]
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0],
  ]
  return orthonormalise(Float64Array.from(rows.flat()))
}

/** out = x · y; out may be neither. */
export function product(out: Float64Array, x: Numbers, y: Numbers): Float64Array {
  for (let row = 0; row < 12; row += 4) {
    const [a, b, c] = [x[row]!, x[row + 1]!, x[row + 2]!]
    for (let k = 0; k < 4; k++) out[row + k] = a * y[k]! + b * y[k + 4]! + c * y[k + 8]!
    out[row + 3] = out[row + 3]! + x[row + 3]!
  }
  return out
}

export function orthonormalise(x: Float64Array): Float64Array {
  const s = new Float64Array(9)
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const sum = x[i]! * x[j]! + x[4 + i]! * x[4 + j]! + x[8 + i]! * x[8 + j]!
      s[3 * i + j] = ((i === j ? 1 : 0) - sum) / 2
    }
  }
  for (let row = 0; row < 12; row += 4) {
    const [a, b, c] = [x[row]!, x[row + 1]!, x[row + 2]!]
    for (let j = 0; j < 3; j++) x[row + j] = x[row + j]! + (a * s[j]! + b * s[3 + j]! + c * s[6 + j]!)
  }
  return x
}

/** The rotation about a unit axis: c·I + s·[a]× + (1 − c)·a·aᵀ, with 1 − c = 2 sin²(angle/2). */
export function rotation(out: Float64Array, axis: Numbers, angle: number): void {
  const half = Math.sin(angle / 2)
  const k = 2 * half * half
  const s = 2 * half * Math.cos(angle / 2)
  const [x, y, z] = [axis[0]!, axis[1]!, axis[2]!]
  out[0] = 1 - k + k * x * x
  out[1] = k * x * y - s * z
  out[2] = k * x * z + s * y
  out[4] = k * x * y + s * z
  out[5] = 1 - k + k * y * y
  out[6] = k * y * z - s * x
  out[8] = k * x * z - s * y
  out[9] = k * y * z + s * x
  out[10] = 1 - k + k * z * z
}

/** A direction of a pose's frame, through that frame's origin, outside of it. */
export function setLine(lines: Float64Array, o: number, x: Numbers, d: Numbers): void {
  for (let row = 0; row < 3; row++) {
    const r = 4 * row
    lines[o + row] = x[r]! * d[0]! + x[r + 1]! * d[1]! + x[r + 2]! * d[2]!
    lines[o + 3 + row] = x[r + 3]!
  }
}

/** A line in the frame of a pose. */
export function lineInto(out: Float64Array, lines: Float64Array, o: number, x: Float64Array): void {
  const px = lines[o + 3]! - x[3]!
  const py = lines[o + 4]! - x[7]!
  const pz = lines[o + 5]! - x[11]!
  for (let k = 0; k < 3; k++) {
    out[k] = x[k]! * lines[o]! + x[4 + k]! * lines[o + 1]! + x[8 + k]! * lines[o + 2]!
    out[3 + k] = x[k]! * px + x[4 + k]! * py + x[8 + k]! * pz
  }
}

/** A point of a pose's frame, outside of it; and back. */
export function placed(x: Numbers, p: Numbers): number[] {
  return [0, 4, 8].map((r) => x[r]! * p[0]! + x[r + 1]! * p[1]! + x[r + 2]! * p[2]! + x[r + 3]!)
}

export function inFrame(x: Numbers, p: Numbers): number[] {
  const d = [p[0]! - x[3]!, p[1]! - x[7]!, p[2]! - x[11]!]
  return [0, 1, 2].map((k) => x[k]! * d[0]! + x[4 + k]! * d[1]! + x[8 + k]! * d[2]!)
}

/** Length of a pose's translation. */
export function shift(x: Numbers): number {
  return Math.sqrt(x[3]! * x[3]! + x[7]! * x[7]! + x[11]! * x[11]!)
}

export function dot(a: Numbers, b: Numbers): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
}

export function cross(a: Numbers, b: Numbers): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
}

export function minus(a: Numbers, b: Numbers): number[] {
  return [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!]
}

export function scaled(a: Numbers, s: number): number[] {
  return [a[0]! * s, a[1]! * s, a[2]! * s]
}

export function length(a: Numbers): number {
  return Math.sqrt(dot(a, a))
}
