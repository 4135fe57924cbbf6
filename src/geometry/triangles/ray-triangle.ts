// Where does a point lie to a triangle, seen along the z axis of the triangle's frame? For counting how often a ray upward
// from the point crosses a surface.
//
// A ray that meets an edge or a vertex is decided by moving the point, in thought, by (ε, ε², 0) with an ε smaller than all that
// matters (simulation of simplicity, Edelsbrunner and Mücke 1990): then it meets none, and the crossings of all triangles are
// those of one and the same ray. Points on the triangle are detected before that.
//
// Floating point decides what is certain, wherever the point is within `slack` of where it is said to be; the rest is decided in
// whole numbers on the point and the pose that it comes from.
import { U } from '../../base/math/rounding.js'
import { TINY_CUBE } from './triangle-compare-careful.js'
import { trianglesTouchExactly } from './triangle-exact.js'
import { cross, dot, type P, sub, WholeTriangles } from './triangle-integers.js'

/** The point is on the triangle. */
export const ON = 2
/** The ray passes through it upward, as its normal points; downward; or not at all. */
export const UP = 1
export const DOWN = -1
export const MISS = 0
/** Only whole numbers can tell. */
export const UNSURE_RAY = 3

/**
 * The triangle with the corners p[i..], p[j..], p[k..] and the ray from the point q[0..2] upward: UP, DOWN, MISS or UNSURE_RAY. Right
 * for every point within q[3] of it.
 *
 * Rounding: a, b, c are the corners less the point, S the sum of the absolute values of all nine coordinates. A product of two edges
 * in the plane is off by at most 4 u of its two terms, and by slack times its four factors and twice slack² if the point
 * moves; the height's determinant as in triangle-compare.ts.
 */
export function crossTriangle(q: Float64Array, p: Float64Array, i: number, j: number, k: number): number {
  const slack = q[3]!
  const x = q[0]!
  const y = q[1]!
  const ax = p[i]! - x
  const ay = p[i + 1]! - y
  const bx = p[j]! - x
  const by = p[j + 1]! - y
  const cx = p[k]! - x
  const cy = p[k + 1]! - y
  const a1 = Math.abs(ax) + Math.abs(ay)
  const b1 = Math.abs(bx) + Math.abs(by)
  const c1 = Math.abs(cx) + Math.abs(cy)
  const flat = a1 + b1 + c1 + slack
  const unsure = flat * (2 * slack + 4 * U * flat) + TINY_CUBE
  const onC = ax * by - ay * bx
  const onA = bx * cy - by * cx
  const onB = cx * ay - cy * ax
  const left = onA > unsure || onB > unsure || onC > unsure
  const right = onA < -unsure || onB < -unsure || onC < -unsure
  // On different sides of two edges, it is outside.
  if (left && right) return MISS
  const z = q[2]!
  const az = p[i + 2]! - z
  const bz = p[j + 2]! - z
  const cz = p[k + 2]! - z
  // All of it below the point.
  if (az < -2 * slack && bz < -2 * slack && cz < -2 * slack) {
    // The point's z and the corners' are rounded once when taken from each other, which does not change a sign.
    return MISS
  }
  if (!(Math.min(Math.abs(onA), Math.abs(onB), Math.abs(onC)) > unsure)) return UNSURE_RAY
  const size = flat + Math.abs(az) + Math.abs(bz) + Math.abs(cz)
  if (!(16 * slack <= size)) return UNSURE_RAY
  const certain = size * size * (7 * slack + 9 * U * size) + TINY_CUBE
  const height = onA * az + onB * bz + onC * cz
  if (Math.abs(height) <= certain) return UNSURE_RAY
  if (left) return height > 0 ? UP : MISS
  return height < 0 ? DOWN : MISS
}

const whole = new WholeTriangles()
const thrice = new Float64Array(9)
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
const E: readonly P[] = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
]

/** The same, exactly, for the point v[o..o+2] in the triangle t[0..8]'s frame: UP, DOWN, MISS or ON. */
export function crossTriangleExactly(v: Float64Array, o: number, t: Float64Array): number {
  return crossPlacedPoint(v, o, t, IDENTITY, 0)
}

/** The same for a point in a frame of its own, whose pose in the triangle's is x[p..p+11]. */
export function crossPlacedPoint(v: Float64Array, o: number, t: Float64Array, x: Float64Array, p: number): number {
  setThrice(v, o)
  if (trianglesTouchExactly(t, 0, thrice, 0, x, p)) return ON
  whole.set(t, 0, thrice, 0, x, p)
  return crossWhole(whole.a, whole.b[0]!, E[0]!, E[1]!, E[2]!)
}

/**
 * The same for a triangle in a frame of its own, whose pose in the point's is x[p..p+11]. The ray is along the triangle's
 * z axis still: the third column of the rotation, exactly as it is.
 */
export function crossPlacedTriangle(v: Float64Array, o: number, t: Float64Array, x: Float64Array, p: number): number {
  setThrice(v, o)
  if (trianglesTouchExactly(thrice, 0, t, 0, x, p)) return ON
  whole.set(thrice, 0, t, 0, x, p)
  return crossWhole(whole.b, whole.a[0]!, column(x, p), column(x, p + 1), column(x, p + 2))
}

function setThrice(v: Float64Array, o: number): void {
  for (let k = 0; k < 9; k++) thrice[k] = v[o + (k % 3)]!
}

/** A triangle and a ray from a point that is not on it along `ez`, the point moved by ε along `ex` and ε² along `ey`. */
function crossWhole(t: readonly P[], point: P, ex: P, ey: P, ez: P): number {
  const [a, b, c] = t.map((corner) => sub(corner, point)) as [P, P, P]
  const along = [cross(ez, ex), cross(ez, ey)] as const
  // det(ez, u, v), and how it changes as the point moves.
  const side = (u: P, v: P): number => {
    const value = dot(ez, cross(u, v))
    if (value !== 0n) return sign(value)
    const d = sub(u, v)
    return sign(dot(along[0], d)) || sign(dot(along[1], d))
  }
  const s = side(a, b)
  if (s === 0 || side(b, c) !== s || side(c, a) !== s) return MISS
  const height = sign(dot(a, cross(b, c)))
  // In its plane and seen inside it, the point would be on it; which it is not.
  if (height !== s) return MISS
  return s > 0 ? UP : DOWN
}

/** A column of a rotation, in whole numbers: its direction is all that counts. */
function column(x: Float64Array, p: number): P {
  // Doubled until they are whole, which is exact.
  let u = x[p]!
  let v = x[p + 4]!
  let w = x[p + 8]!
  let scale = 0
  while (!(Number.isInteger(u) && Number.isInteger(v) && Number.isInteger(w)) && scale < MOST_DOUBLINGS) {
    u *= 2
    v *= 2
    w *= 2
    scale++
  }
  return [BigInt(u), BigInt(v), BigInt(w)]
}

/** A double that is not 0 is a multiple of 2^-1074. */
const MOST_DOUBLINGS = 1074

function sign(n: bigint): number {
  return n > 0n ? 1 : n < 0n ? -1 : 0
}
