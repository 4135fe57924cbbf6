// Rotations as quaternions x, y, z, w: products, and the turn that takes one to another the short way.
//
// A quaternion and its negative are the same rotation. Lengths need not be exactly 1 on the way in; what is written is of unit
// length to rounding. A product has a component error of at most 4 u·|a|·|b| (four products, three sums, Cauchy–Schwarz), so
// 8 u as a vector, and an error e of the vector is an error of 2 e radians of the rotation.
//
// Sines and cosines are good to 2 u, the arctangent to 8 (trigonometry.ts).
import { TINY_LENGTH } from './rounding.js'
import { arctangent, sineCosine } from './trigonometry.js'

/** a · b: the rotation b seen in the frame of a. `out` may be either. */
export function multiplyQuaternions(
  out: Float64Array,
  o: number,
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
): void {
  const ax = a[i]!
  const ay = a[i + 1]!
  const az = a[i + 2]!
  const aw = a[i + 3]!
  const bx = b[j]!
  const by = b[j + 1]!
  const bz = b[j + 2]!
  const bw = b[j + 3]!
  out[o] = aw * bx + ax * bw + (ay * bz - az * by)
  out[o + 1] = aw * by + ay * bw + (az * bx - ax * bz)
  out[o + 2] = aw * bz + az * bw + (ax * by - ay * bx)
  out[o + 3] = aw * bw - ax * bx - (ay * by + az * bz)
}

/**
 * Writes the unit axis, in the frame of `a`, and returns the angle (0 to π) of the turn from a to b: a · turn(axis, angle) is b,
 * or −b where that is nearer. Of equal rotations, the axis is x and the angle exactly 0. Good at every angle: neither the sine
 * nor the cosine of a small or a half turn is asked for what it does not say.
 *
 * Error: the product's 8 u as a vector. That moves the angle by 16 u, and the axis by 8 u / sin(angle/2), which moves
 * turn(axis, angle·t) by no more than at t = 1, since sin(t·x) ≤ sin x for t in [0, 1] and x up to π/2: 16 u radians again.
 */
export function shortTurn(
  axis: Float64Array,
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
): number {
  const ax = a[i]!
  const ay = a[i + 1]!
  const az = a[i + 2]!
  const aw = a[i + 3]!
  const bx = b[j]!
  const by = b[j + 1]!
  const bz = b[j + 2]!
  const bw = b[j + 3]!
  // a⁻¹ · b, in pairs that cancel to the last digit where a = ±b.
  const x = aw * bx - ax * bw + (az * by - ay * bz)
  const y = aw * by - ay * bw + (ax * bz - az * bx)
  const z = aw * bz - az * bw + (ay * bx - ax * by)
  const w = aw * bw + ax * bx + (ay * by + az * bz)
  const sine = Math.sqrt(x * x + y * y + z * z)
  // Squares of less have lost their digits, and so would the axis; and no body is so large that such a turn is seen.
  if (sine < TINY_LENGTH) {
    axis[0] = 1
    axis[1] = 0
    axis[2] = 0
    return 0
  }
  const sign = w < 0 ? -1 : 1
  axis[0] = (sign * x) / sine
  axis[1] = (sign * y) / sine
  axis[2] = (sign * z) / sine
  return 2 * arctangent(sine, Math.abs(w))
}

/** Sine and cosine of half an angle. */
const half = new Float64Array(2)

/** q · turn(axis, angle), of unit length. `out` may be q. */
export function turnQuaternion(
  out: Float64Array,
  o: number,
  q: ArrayLike<number>,
  i: number,
  axis: Float64Array,
  angle: number,
): void {
  sineCosine(half, 0, angle / 2)
  const s = half[0]!
  turn[0] = axis[0]! * s
  turn[1] = axis[1]! * s
  turn[2] = axis[2]! * s
  turn[3] = half[1]!
  multiplyQuaternions(out, o, q, i, turn, 0)
  const x = out[o]!
  const y = out[o + 1]!
  const z = out[o + 2]!
  const w = out[o + 3]!
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  out[o] = x / length
  out[o + 1] = y / length
  out[o + 2] = z / length
  out[o + 3] = w / length
}

const turn = new Float64Array(4)

/**
 * The quaternion of a pose's rotation, w zero or more. From the largest of the four squares, so that no small difference is
 * divided by.
 */
export function rotationQuaternion(out: Float64Array, o: number, x: ArrayLike<number>, i: number): void {
  const r00 = x[i]!
  const r11 = x[i + 5]!
  const r22 = x[i + 10]!
  const yz = x[i + 9]! - x[i + 6]!
  const zx = x[i + 2]! - x[i + 8]!
  const xy = x[i + 4]! - x[i + 1]!
  // Four times each square.
  const squares = [1 + r00 - r11 - r22, 1 - r00 + r11 - r22, 1 - r00 - r11 + r22, 1 + r00 + r11 + r22]
  const largest = squares.indexOf(Math.max(...squares))
  const sxy = x[i + 1]! + x[i + 4]!
  const sxz = x[i + 2]! + x[i + 8]!
  const syz = x[i + 6]! + x[i + 9]!
  const rows = [
    [squares[0]!, sxy, sxz, yz],
    [sxy, squares[1]!, syz, zx],
    [sxz, syz, squares[2]!, xy],
    [yz, zx, xy, squares[3]!],
  ]
  const row = rows[largest]!
  const length = Math.hypot(...row)
  const sign = row[3]! < 0 ? -1 : 1
  for (let k = 0; k < 4; k++) out[o + k] = (sign * row[k]!) / length
}
