// The ball that one to four balls touch from within, its centre in their centres' affine span: the candidates among
// which the smallest enclosing ball of a set is found. Closed forms, as in Fischer and Gärtner, "The smallest enclosing ball
// of balls: combinatorial structure and algorithms" (2003), with the largest member as the origin. Where their digits are
// not enough, Newton's method (enclosing-ball-polish.ts), and then whole numbers (enclosing-ball-careful.ts).
//
// With c0, r0 the largest member, d_i = c_i − c0, ρ_i = r_i − r0 ≤ 0 and s = R − r0 ≥ 0, the centre c0 + w has
// |w| = s and w·d_i = h_i + s·ρ_i, h_i = (d_i² − ρ_i²)/2. With the dual vectors d_i* of the d_i in their span,
// w = u + s·v for u = Σ h_i d_i*, v = Σ ρ_i d_i*, and (1 − v²)s² − 2(u·v)s − u² = 0.
// The smaller root that is not negative is taken: both are tangent balls, and the smaller one is the smaller ball.
//
// A member within another one has no such ball (it would touch nothing), nor have centres that are affinely dependent.
import { U } from '../../base/math/rounding.js'
import { carefulWeights } from './enclosing-ball-careful.js'
import { polish, reach, spreadSlack } from './enclosing-ball-polish.js'

/** There is no tangent ball. */
export const NO_BALL = 0
/** Only whole numbers can tell, and they were not asked for. */
export const UNSURE_BALL = -2
/** A tangent ball, but its centre is outside the hull of the members' centres: a smaller ball encloses them. */
export const TANGENT = 1
/** The tangent ball is the smallest one that encloses the members. */
export const STANDS = 2

/**
 * How far below zero a weight of the centre may come out, no unit. A weight of −ε means that the ball is larger than the
 * smallest by less than ε·R: 128 u are 1.4e-14.
 */
const WEIGHT_SLACK = 128 * U

/** Below this squared length, in the caller's unit, products of four lengths lose their digits: such members are scaled. */
export const SMALL_SQ = 1e-90

/**
 * Members whose centres span less than this share of what lengths at right angles would (a sine, no unit) may be dependent:
 * the vectors dual to theirs are known to a part in a thousand or less.
 */
const DEPENDENT_PLANE = 1e-13
const DEPENDENT_PLANE_SQ = DEPENDENT_PLANE * DEPENDENT_PLANE
const DEPENDENT_SPACE = 1e-13

/**
 * Writes the tangent ball of the members ids[b..b+size) of `balls` (x, y, z, r each) to out[o..o+3] and says what it is.
 * R is the largest |c − c_i| + r_i at the rounded centre. A function of the members in the order given; out means
 * nothing for NO_BALL and UNSURE_BALL. `careful`: never UNSURE_BALL, at the price of whole numbers where they are needed.
 */
export function tangentBall(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  ids: Int32Array,
  b: number,
  size: number,
  careful: boolean,
): number {
  if (size === 1) {
    const i = 4 * ids[b]!
    out[o] = balls[i]!
    out[o + 1] = balls[i + 1]!
    out[o + 2] = balls[i + 2]!
    out[o + 3] = balls[i + 3]!
    return STANDS
  }
  // The largest member comes first: R − r0 is then the shortest of the lengths, and rounding with it.
  let p0 = 4 * ids[b]!
  let p1 = 4 * ids[b + 1]!
  let p2 = size > 2 ? 4 * ids[b + 2]! : -1
  let p3 = size > 3 ? 4 * ids[b + 3]! : -1
  if (balls[p1 + 3]! > balls[p0 + 3]!) {
    const p = p0
    p0 = p1
    p1 = p
  }
  if (p2 >= 0 && balls[p2 + 3]! > balls[p0 + 3]!) {
    const p = p0
    p0 = p2
    p2 = p
  }
  if (p3 >= 0 && balls[p3 + 3]! > balls[p0 + 3]!) {
    const p = p0
    p0 = p3
    p3 = p
  }
  const found = p2 < 0 ? pair(out, o, balls, p0, p1) : several(out, o, balls, p0, p1, p2, p3)
  if (found === TOO_SMALL) return scaled(out, o, balls, ids, b, size, careful)
  if (found === NO_BALL) return NO_BALL
  if (found === UNSURE_BALL) return careful ? carefulBall(out, o, balls, p0, p1, p2, p3) : UNSURE_BALL
  let most = reach(out, o, balls, p0)
  let least = most
  for (let k = 1; k < size; k++) {
    const r = reach(out, o, balls, k === 1 ? p1 : k === 2 ? p2 : p3)
    if (r > most) most = r
    if (r < least) least = r
  }
  out[o + 3] = most
  // Members that agree to rounding have the ball that they should.
  if (size === 2 || most - least <= spreadSlack(out, o)) return found
  if (polish(out, o, balls, p0, p1, p2, p3)) return found
  return careful ? carefulBall(out, o, balls, p0, p1, p2, p3) : UNSURE_BALL
}

const weight = new Float64Array(3)

/** The same in whole numbers, for three or four members. */
function carefulBall(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
): number {
  if (!carefulWeights(weight, balls, p0, p1, p2, p3)) return NO_BALL
  const l1 = weight[0]!
  const l2 = weight[1]!
  const l3 = weight[2]!
  const q3 = p3 < 0 ? p0 : p3
  for (let t = 0; t < 3; t++) {
    const x = balls[p0 + t]!
    out[o + t] = x + (l1 * (balls[p1 + t]! - x) + l2 * (balls[p2 + t]! - x) + l3 * (balls[q3 + t]! - x))
  }
  const radius = Math.max(reach(out, o, balls, p0), reach(out, o, balls, p1), reach(out, o, balls, p2))
  out[o + 3] = Math.max(radius, reach(out, o, balls, q3))
  if (!(out[o + 3]! < Infinity)) return NO_BALL
  const stands = l1 >= -WEIGHT_SLACK && l2 >= -WEIGHT_SLACK && l3 >= -WEIGHT_SLACK && 1 - l1 - l2 - l3 >= -WEIGHT_SLACK
  return stands ? STANDS : TANGENT
}

const TOO_SMALL = -1

/** Two balls. chains/necklace/cage-settle.ts repeats this to the bit. */
function pair(out: Float64Array, o: number, balls: Float64Array, p0: number, p1: number): number {
  const x = balls[p1]! - balls[p0]!
  const y = balls[p1 + 1]! - balls[p0 + 1]!
  const z = balls[p1 + 2]! - balls[p0 + 2]!
  const sq = x * x + y * y + z * z
  if (sq < SMALL_SQ) return TOO_SMALL
  const length = Math.sqrt(sq)
  const out1 = length + (balls[p1 + 3]! - balls[p0 + 3]!)
  if (out1 <= 0) return NO_BALL
  // R − r0 is half of what ball 1 sticks out of ball 0.
  const t = (0.5 * out1) / length
  out[o] = balls[p0]! + t * x
  out[o + 1] = balls[p0 + 1]! + t * y
  out[o + 2] = balls[p0 + 2]! + t * z
  return STANDS
}

function several(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
): number {
  const x0 = balls[p0]!
  const y0 = balls[p0 + 1]!
  const z0 = balls[p0 + 2]!
  const r0 = balls[p0 + 3]!
  const ax = balls[p1]! - x0
  const ay = balls[p1 + 1]! - y0
  const az = balls[p1 + 2]! - z0
  const ar = balls[p1 + 3]! - r0
  const bx = balls[p2]! - x0
  const by = balls[p2 + 1]! - y0
  const bz = balls[p2 + 2]! - z0
  const br = balls[p2 + 3]! - r0
  const aa = ax * ax + ay * ay + az * az
  const bb = bx * bx + by * by + bz * bz
  if (aa < SMALL_SQ || bb < SMALL_SQ) return TOO_SMALL
  const a = Math.sqrt(aa)
  const b = Math.sqrt(bb)
  if (a + ar <= 0 || b + br <= 0) return NO_BALL
  const ah = 0.5 * (a - ar) * (a + ar)
  const bh = 0.5 * (b - br) * (b + br)
  // n = a × b
  const nx = ay * bz - az * by
  const ny = az * bx - ax * bz
  const nz = ax * by - ay * bx
  if (p3 < 0) {
    const nn = nx * nx + ny * ny + nz * nz
    if (nn <= DEPENDENT_PLANE_SQ * aa * bb) return UNSURE_BALL
    // The dual vectors are b × n / n² and n × a / n².
    const a1 = (by * nz - bz * ny) / nn
    const a2 = (bz * nx - bx * nz) / nn
    const a3 = (bx * ny - by * nx) / nn
    const b1 = (ny * az - nz * ay) / nn
    const b2 = (nz * ax - nx * az) / nn
    const b3 = (nx * ay - ny * ax) / nn
    const ux = ah * a1 + bh * b1
    const uy = ah * a2 + bh * b2
    const uz = ah * a3 + bh * b3
    const vx = ar * a1 + br * b1
    const vy = ar * a2 + br * b2
    const vz = ar * a3 + br * b3
    const s = smallRoot(ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz)
    if (!(s >= 0 && s < Infinity)) return s === MAYBE ? UNSURE_BALL : NO_BALL
    const wx = ux + s * vx
    const wy = uy + s * vy
    const wz = uz + s * vz
    out[o] = x0 + wx
    out[o + 1] = y0 + wy
    out[o + 2] = z0 + wz
    const l1 = wx * a1 + wy * a2 + wz * a3
    const l2 = wx * b1 + wy * b2 + wz * b3
    return l1 >= -WEIGHT_SLACK && l2 >= -WEIGHT_SLACK && 1 - l1 - l2 >= -WEIGHT_SLACK ? STANDS : TANGENT
  }
  const cx = balls[p3]! - x0
  const cy = balls[p3 + 1]! - y0
  const cz = balls[p3 + 2]! - z0
  const cr = balls[p3 + 3]! - r0
  const cc = cx * cx + cy * cy + cz * cz
  if (cc < SMALL_SQ) return TOO_SMALL
  const c = Math.sqrt(cc)
  if (c + cr <= 0) return NO_BALL
  const ch = 0.5 * (c - cr) * (c + cr)
  const det = nx * cx + ny * cy + nz * cz
  if (Math.abs(det) <= DEPENDENT_SPACE * a * b * c) return UNSURE_BALL
  const a1 = (by * cz - bz * cy) / det
  const a2 = (bz * cx - bx * cz) / det
  const a3 = (bx * cy - by * cx) / det
  const b1 = (cy * az - cz * ay) / det
  const b2 = (cz * ax - cx * az) / det
  const b3 = (cx * ay - cy * ax) / det
  const c1 = nx / det
  const c2 = ny / det
  const c3 = nz / det
  const ux = ah * a1 + bh * b1 + ch * c1
  const uy = ah * a2 + bh * b2 + ch * c2
  const uz = ah * a3 + bh * b3 + ch * c3
  const vx = ar * a1 + br * b1 + cr * c1
  const vy = ar * a2 + br * b2 + cr * c2
  const vz = ar * a3 + br * b3 + cr * c3
  const s = smallRoot(ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz)
  if (!(s >= 0 && s < Infinity)) return s === MAYBE ? UNSURE_BALL : NO_BALL
  const wx = ux + s * vx
  const wy = uy + s * vy
  const wz = uz + s * vz
  out[o] = x0 + wx
  out[o + 1] = y0 + wy
  out[o + 2] = z0 + wz
  const l1 = wx * a1 + wy * a2 + wz * a3
  const l2 = wx * b1 + wy * b2 + wz * b3
  const l3 = wx * c1 + wy * c2 + wz * c3
  const stands = l1 >= -WEIGHT_SLACK && l2 >= -WEIGHT_SLACK && l3 >= -WEIGHT_SLACK && 1 - l1 - l2 - l3 >= -WEIGHT_SLACK
  return stands ? STANDS : TANGENT
}

/** What smallRoot says where rounding hides whether there is one. */
const MAYBE = -1
const NONE = -2

/**
 * What is too small to be distinguished from zero, in units of the terms it is the difference of (no unit). Their errors are u
 * times the shape of the members, which may be 1e13 at the most; of those that it lets pass wrongly, the spread of the reaches
 * tells. A larger value costs time only.
 */
const HIDDEN = 1e-6

/** The smallest s ≥ 0 with (1 − vv)s² − 2·uv·s − uu = 0, without cancellation of the two terms; < 0: none, or maybe. */
function smallRoot(uu: number, uv: number, vv: number): number {
  const lead = 1 - vv
  const sq = uv * uv + lead * uu
  if (sq < 0) return sq < -HIDDEN * uv * uv ? NONE : MAYBE
  const q = Math.sqrt(sq)
  // uv < 0: for vv < 1 the one positive root, for vv ≥ 1 the smaller of two.
  if (uv < 0) return uu / (q - uv)
  if (lead > HIDDEN) return (uv + q) / lead
  return lead < -HIDDEN ? NONE : MAYBE
}

const few = new Float64Array(20)
const OWN = Int32Array.of(0, 1, 2, 3)
const RESULT = 16

/**
 * The same for members that are tiny or tinily apart: relative to the first one, in units of a power of two, so that
 * nothing but the differences is rounded. A pair that is 1e-45 of the others apart still is one ball.
 */
function scaled(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  ids: Int32Array,
  b: number,
  size: number,
  careful: boolean,
): number {
  const p0 = 4 * ids[b]!
  let most = 0
  let spread = 0
  for (let k = 1; k < size; k++) {
    const p = 4 * ids[b + k]!
    for (let t = 0; t < 3; t++) most = Math.max(most, Math.abs(balls[p + t]! - balls[p0 + t]!))
    spread = Math.max(spread, Math.abs(balls[p + 3]! - balls[p0 + 3]!))
  }
  // Centres that agree, or radii that differ by more than the centres do: one member contains another.
  if (most === 0 || most >= 0.25 || spread > 4 * most) return NO_BALL
  let scale = 1
  while (most * scale < 2 ** -64 && scale < 2 ** 960) scale *= 2 ** 64
  while (most * scale < 0.5 && scale < 2 ** 1000) scale *= 2
  for (let k = 0; k < size; k++) {
    const p = 4 * ids[b + k]!
    for (let t = 0; t < 4; t++) few[4 * k + t] = (balls[p + t]! - balls[p0 + t]!) * scale
  }
  const found = tangentBall(few, RESULT, few, OWN, 0, size, careful)
  if (found === NO_BALL || found === UNSURE_BALL) return found
  for (let t = 0; t < 3; t++) out[o + t] = balls[p0 + t]! + few[RESULT + t]! / scale
  let radius = 0
  for (let k = 0; k < size; k++) radius = Math.max(radius, reach(out, o, balls, 4 * ids[b + k]!))
  out[o + 3] = radius
  return found
}
