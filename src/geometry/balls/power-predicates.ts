// Where a ball lies to a simplex of balls: the predicates of regular triangulations (power diagrams) in one, two and three
// dimensions. Edelsbrunner and Shah, "Incremental topological flipping works for regular triangulations", 1996, sections 2
// and 3; the filters are Shewchuk's stage A ("Adaptive precision floating-point arithmetic …", 1997), the last stage is
// whole numbers (power-predicates-exact.ts). A cheaper bound first, by the largest of each column, costs more than it saves.
//
// Balls are x, y, z, r in a flat array, named by index. The lift of a ball is ℓ = x² + y² + z² − r². Signs are exact on the
// numbers given, for coordinates and radii up to MAX_COORDINATE.
//
// powerN > 0: the last ball is in conflict with the simplex of the balls before it: its lifted point lies below the
// hyperplane through theirs, so that the simplex is not in a regular triangulation with it. < 0: above; 0: on it. The answer
// does not depend on the simplex's orientation; it is 0 for a flat simplex.
//
// power1 and power2 take the lift from all three coordinates and project the simplex along the others. That is right where
// the balls' centres lie on one line that is not perpendicular to u, or in one plane that is not perpendicular to the plane of
// u and v; it says nothing elsewhere.
//
// conflictN never answers "on it": lifts are raised by ε_i > 0, symbolically, each greater index by infinitely more. So of
// equal balls the first stays and the others are hidden. Where powerN is 0, the ball of greatest index decides whose lift
// matters: raising the last ball's own takes it out of conflict, and raising that of a corner raises the hyperplane at the
// last ball by its barycentric coordinate there, whose sign is a quotient of two orientations (Edelsbrunner and Mücke,
// "Simulation of simplicity", 1990; lifts alone are enough, since flat simplices are never asked about). Perturbed lifts
// have exactly one regular triangulation, whatever the order in which it was found.
import { U } from '../../base/math/rounding.js'
import {
  areShort,
  lifted1Exact,
  lifted2Exact,
  lifted3Exact,
  orient2Exact,
  orient3Exact,
} from './power-predicates-exact.js'

// Rounding of the determinants below, in units of their permanents (the same sums with all terms positive). A difference of
// coordinates is off by 1 u.
//   orient2: product of two differences 3 u, their difference 1: 4 u.
//   orient3: minor 4 u, times a difference 2, sum of three 2: 8 u.
//   L: squares 3 u, their sum 2; r: (r_i − r_e)(r_i + r_e) 3 u; their difference 1: 6 u.
//   lifted1: L times a difference 6 + 2, difference 1: 9 u.
//   lifted2: minor 4 u, times L 6 + 1, sum of three 2: 13 u.
//   lifted3: triple 8 u, times L 6 + 1, sum of four 2: 17 u.
// Computed permanents are too small by no more than as much again relatively, and terms in u² are below 1e-13 of the rest:
// one more u covers both.
const ORIENT2_ROUNDING = 5 * U
const ORIENT3_ROUNDING = 9 * U
const LIFTED1_ROUNDING = 10 * U
const LIFTED2_ROUNDING = 14 * U
const LIFTED3_ROUNDING = 18 * U

// Products that underflow are off by up to 2^-1075 each, and are multiplied by the factors still to come. Differences are at
// most 2^201 and L at most 2^404 (MAX_COORDINATE is below 2^200), so with what comes to fewer than 2^7 such terms:
//   orient2: nothing to come, 2^-1068. orient3: a difference, 2^-867. lifted1: a difference for a square in L, 2^-867.
//   lifted2: L for a product of differences, 2^404, and a minor for a square in L, 2^403: 2^-664.
//   lifted3: a difference and L, 2^605, and a triple for a square in L, 2^606: 2^-462.
// Balls of 1e-28 and less are below the last of them: left to whole numbers, unless the caller scales them up by
// a power of two first.
const ORIENT2_UNDERFLOW = 2 ** -1068
const ORIENT3_UNDERFLOW = 2 ** -867
const LIFTED1_UNDERFLOW = 2 ** -867
const LIFTED2_UNDERFLOW = 2 ** -664
const LIFTED3_UNDERFLOW = 2 ** -462

// Balls on a grid are degenerate everywhere, and often whole numbers of some unit so short that nothing above is rounded at
// all. With differences (and sums of radii that differ) of at most 2^b units, the largest values met are
//   orient3: 6·2^3b, lifted2: 3 minors of 2·2^2b by L of 4·2^2b, so 24·2^4b, lifted3: 4 triples of 6·2^3b by L, so 96·2^5b,
// and are whole numbers of units below 2^53 for these b.
const ORIENT3_BITS = 16
const LIFTED2_BITS = 12
const LIFTED3_BITS = 9

/** The sign of det[b − a, c − a] in the coordinates u and v: positive where a, b, c turn from u to v. */
export function orient2(balls: Float64Array, a: number, b: number, c: number, u: number, v: number): number {
  const au = balls[4 * a + u]!
  const av = balls[4 * a + v]!
  const p = (balls[4 * b + u]! - au) * (balls[4 * c + v]! - av)
  const q = (balls[4 * b + v]! - av) * (balls[4 * c + u]! - au)
  const det = p - q
  const bound = ORIENT2_ROUNDING * (Math.abs(p) + Math.abs(q)) + ORIENT2_UNDERFLOW
  if (det > bound) return 1
  if (det < -bound) return -1
  return orient2Exact(balls, a, b, c, u, v)
}

/** The sign of det[b − a, c − a, d − a]. */
export function orient3(balls: Float64Array, a: number, b: number, c: number, d: number): number {
  a *= 4
  b *= 4
  c *= 4
  d *= 4
  const x = balls[a]!
  const y = balls[a + 1]!
  const z = balls[a + 2]!
  const bx = balls[b]! - x
  const by = balls[b + 1]! - y
  const bz = balls[b + 2]! - z
  const cx = balls[c]! - x
  const cy = balls[c + 1]! - y
  const cz = balls[c + 2]! - z
  const dx = balls[d]! - x
  const dy = balls[d + 1]! - y
  const dz = balls[d + 2]! - z
  const cydz = cy * dz
  const czdy = cz * dy
  const czdx = cz * dx
  const cxdz = cx * dz
  const cxdy = cx * dy
  const cydx = cy * dx
  const det = bx * (cydz - czdy) + by * (czdx - cxdz) + bz * (cxdy - cydx)
  const permanent =
    Math.abs(bx) * (Math.abs(cydz) + Math.abs(czdy)) +
    Math.abs(by) * (Math.abs(czdx) + Math.abs(cxdz)) +
    Math.abs(bz) * (Math.abs(cxdy) + Math.abs(cydx))
  const bound = ORIENT3_ROUNDING * permanent + ORIENT3_UNDERFLOW
  if (det > bound) return 1
  if (det < -bound) return -1
  a >>= 2
  b >>= 2
  c >>= 2
  d >>= 2
  if (areShort(balls, ORIENT3_BITS, false, a, b, c, d, d)) return Math.sign(det) + 0
  return orient3Exact(balls, a, b, c, d)
}

/** Ball c against the segment a b, along the coordinate u. */
export function power1(balls: Float64Array, a: number, b: number, c: number, u: number): number {
  const from = balls[4 * a + u]!
  const to = balls[4 * b + u]!
  const turn = from < to ? 1 : from > to ? -1 : 0
  return turn === 0 ? 0 : times(-turn, lifted1(balls, a, b, c, u))
}

/** Ball d against the triangle a b c, in the coordinates u and v. */
export function power2(balls: Float64Array, a: number, b: number, c: number, d: number, u: number, v: number): number {
  const turn = orient2(balls, a, b, c, u, v)
  return turn === 0 ? 0 : times(turn, lifted2(balls, a, b, c, d, u, v))
}

/** Ball e against the tetrahedron a b c d. */
export function power3(balls: Float64Array, a: number, b: number, c: number, d: number, e: number): number {
  const turn = orient3(balls, a, b, c, d)
  return turn === 0 ? 0 : times(-turn, lifted3(balls, a, b, c, d, e))
}

/** power1 > 0 with perturbed lifts. Unlike positions of a and b along u. */
export function conflict1(balls: Float64Array, a: number, b: number, c: number, u: number): boolean {
  const side = power1(balls, a, b, c, u)
  if (side !== 0) return side > 0
  const from = balls[4 * a + u]!
  const to = balls[4 * b + u]!
  const at = balls[4 * c + u]!
  // The coordinate of c at a is (to − at)/(to − from), at b (at − from)/(to − from).
  const forward = from < to
  for (let last = Infinity; ; ) {
    const next = greatestBelow(last, a, b, c)
    if (next === c) return false
    if (next === a && at !== to) return at < to === forward
    if (next === b && at !== from) return from < at === forward
    last = next
  }
}

/** power2 > 0 with perturbed lifts. The triangle a b c has an area in the plane of u and v. */
export function conflict2(
  balls: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  u: number,
  v: number,
): boolean {
  const turn = orient2(balls, a, b, c, u, v)
  const side = turn * lifted2(balls, a, b, c, d, u, v)
  if (side !== 0) return side > 0
  for (let last = Infinity; ; ) {
    const next = greatestBelow(last, a, b, c, d)
    if (next === d) return false
    let weight = 0
    if (next === a) weight = orient2(balls, d, b, c, u, v)
    else if (next === b) weight = orient2(balls, a, d, c, u, v)
    else weight = orient2(balls, a, b, d, u, v)
    if (weight !== 0) return weight === turn
    last = next
  }
}

/** power3 > 0 with perturbed lifts. The tetrahedron a b c d is not flat. */
export function conflict3(balls: Float64Array, a: number, b: number, c: number, d: number, e: number): boolean {
  const turn = orient3(balls, a, b, c, d)
  const side = -turn * lifted3(balls, a, b, c, d, e)
  if (side !== 0) return side > 0
  return conflictOn3(balls, a, b, c, d, e, turn)
}

/** conflict3 for a tetrahedron whose orient3 is known to be positive. */
export function conflictPositive3(balls: Float64Array, a: number, b: number, c: number, d: number, e: number): boolean {
  const side = lifted3(balls, a, b, c, d, e)
  if (side !== 0) return side < 0
  return conflictOn3(balls, a, b, c, d, e, 1)
}

/** Ball e is on the hyperplane of a b c d, whose orient3 is `turn`. */
function conflictOn3(
  balls: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  turn: number,
): boolean {
  for (let last = Infinity; ; ) {
    const next = greatestBelow(last, a, b, c, d, e)
    if (next === e) return false
    let weight = 0
    if (next === a) weight = orient3(balls, e, b, c, d)
    else if (next === b) weight = orient3(balls, a, e, c, d)
    else if (next === c) weight = orient3(balls, a, b, e, d)
    else weight = orient3(balls, a, b, c, e)
    if (weight !== 0) return weight === turn
    last = next
  }
}

/** The product of two signs, and never −0. */
function times(s: number, t: number): number {
  return t === 0 ? 0 : s * t
}

/** The greatest of some indices that is less than `last`. */
function greatestBelow(last: number, a: number, b: number, c: number, d = -1, e = -1): number {
  let next = -1
  if (a < last) next = a
  if (b < last && b > next) next = b
  if (c < last && c > next) next = c
  if (d < last && d > next) next = d
  if (e < last && e > next) next = e
  return next
}

/** The sign of det of two rows (u, L): a and b relative to c. */
function lifted1(balls: Float64Array, a: number, b: number, c: number, u: number): number {
  const c4 = 4 * c
  const x = balls[c4]!
  const y = balls[c4 + 1]!
  const z = balls[c4 + 2]!
  const r = balls[c4 + 3]!
  const ax = balls[4 * a]! - x
  const ay = balls[4 * a + 1]! - y
  const az = balls[4 * a + 2]! - z
  const ar = balls[4 * a + 3]!
  const bx = balls[4 * b]! - x
  const by = balls[4 * b + 1]! - y
  const bz = balls[4 * b + 2]! - z
  const br = balls[4 * b + 3]!
  const aa = ax * ax + ay * ay + az * az
  const bb = bx * bx + by * by + bz * bz
  const aw = (ar - r) * (ar + r)
  const bw = (br - r) * (br + r)
  const au = balls[4 * a + u]! - balls[c4 + u]!
  const bu = balls[4 * b + u]! - balls[c4 + u]!
  const det = au * (bb - bw) - bu * (aa - aw)
  const permanent = Math.abs(au) * (bb + Math.abs(bw)) + Math.abs(bu) * (aa + Math.abs(aw))
  const bound = LIFTED1_ROUNDING * permanent + LIFTED1_UNDERFLOW
  if (det > bound) return 1
  if (det < -bound) return -1
  return lifted1Exact(balls, a, b, c, u)
}

/** The sign of det of three rows (u, v, L): a, b and c relative to d. */
function lifted2(balls: Float64Array, a: number, b: number, c: number, d: number, u: number, v: number): number {
  const d4 = 4 * d
  const x = balls[d4]!
  const y = balls[d4 + 1]!
  const z = balls[d4 + 2]!
  const r = balls[d4 + 3]!
  const ax = balls[4 * a]! - x
  const ay = balls[4 * a + 1]! - y
  const az = balls[4 * a + 2]! - z
  const ar = balls[4 * a + 3]!
  const bx = balls[4 * b]! - x
  const by = balls[4 * b + 1]! - y
  const bz = balls[4 * b + 2]! - z
  const br = balls[4 * b + 3]!
  const cx = balls[4 * c]! - x
  const cy = balls[4 * c + 1]! - y
  const cz = balls[4 * c + 2]! - z
  const cr = balls[4 * c + 3]!
  const aa = ax * ax + ay * ay + az * az
  const bb = bx * bx + by * by + bz * bz
  const cc = cx * cx + cy * cy + cz * cz
  const aw = (ar - r) * (ar + r)
  const bw = (br - r) * (br + r)
  const cw = (cr - r) * (cr + r)
  const du = balls[d4 + u]!
  const dv = balls[d4 + v]!
  const au = balls[4 * a + u]! - du
  const av = balls[4 * a + v]! - dv
  const bu = balls[4 * b + u]! - du
  const bv = balls[4 * b + v]! - dv
  const cu = balls[4 * c + u]! - du
  const cv = balls[4 * c + v]! - dv
  const bucv = bu * cv
  const cubv = cu * bv
  const cuav = cu * av
  const aucv = au * cv
  const aubv = au * bv
  const buav = bu * av
  const det = (aa - aw) * (bucv - cubv) + (bb - bw) * (cuav - aucv) + (cc - cw) * (aubv - buav)
  const permanent =
    (aa + Math.abs(aw)) * (Math.abs(bucv) + Math.abs(cubv)) +
    (bb + Math.abs(bw)) * (Math.abs(cuav) + Math.abs(aucv)) +
    (cc + Math.abs(cw)) * (Math.abs(aubv) + Math.abs(buav))
  const bound = LIFTED2_ROUNDING * permanent + LIFTED2_UNDERFLOW
  if (det > bound) return 1
  if (det < -bound) return -1
  if (areShort(balls, LIFTED2_BITS, true, d, a, b, c, c)) return Math.sign(det) + 0
  return lifted2Exact(balls, a, b, c, d, u, v)
}

/** The sign of det of four rows (x, y, z, L): a, b, c and d relative to e. */
function lifted3(balls: Float64Array, a: number, b: number, c: number, d: number, e: number): number {
  const e4 = 4 * e
  const x = balls[e4]!
  const y = balls[e4 + 1]!
  const z = balls[e4 + 2]!
  const r = balls[e4 + 3]!
  const ax = balls[4 * a]! - x
  const ay = balls[4 * a + 1]! - y
  const az = balls[4 * a + 2]! - z
  const ar = balls[4 * a + 3]!
  const bx = balls[4 * b]! - x
  const by = balls[4 * b + 1]! - y
  const bz = balls[4 * b + 2]! - z
  const br = balls[4 * b + 3]!
  const cx = balls[4 * c]! - x
  const cy = balls[4 * c + 1]! - y
  const cz = balls[4 * c + 2]! - z
  const cr = balls[4 * c + 3]!
  const dx = balls[4 * d]! - x
  const dy = balls[4 * d + 1]! - y
  const dz = balls[4 * d + 2]! - z
  const dr = balls[4 * d + 3]!
  const axby = ax * by
  const bxay = bx * ay
  const bxcy = bx * cy
  const cxby = cx * by
  const cxdy = cx * dy
  const dxcy = dx * cy
  const dxay = dx * ay
  const axdy = ax * dy
  const axcy = ax * cy
  const cxay = cx * ay
  const bxdy = bx * dy
  const dxby = dx * by
  const ab = axby - bxay
  const bc = bxcy - cxby
  const cd = cxdy - dxcy
  const da = dxay - axdy
  const ac = axcy - cxay
  const bd = bxdy - dxby
  const abc = az * bc - bz * ac + cz * ab
  const bcd = bz * cd - cz * bd + dz * bc
  const cda = cz * da + dz * ac + az * cd
  const dab = dz * ab + az * bd + bz * da
  const aa = ax * ax + ay * ay + az * az
  const bb = bx * bx + by * by + bz * bz
  const cc = cx * cx + cy * cy + cz * cz
  const dd = dx * dx + dy * dy + dz * dz
  const aw = (ar - r) * (ar + r)
  const bw = (br - r) * (br + r)
  const cw = (cr - r) * (cr + r)
  const dw = (dr - r) * (dr + r)
  const det = (dd - dw) * abc - (cc - cw) * dab + ((bb - bw) * cda - (aa - aw) * bcd)
  const za = Math.abs(az)
  const zb = Math.abs(bz)
  const zc = Math.abs(cz)
  const zd = Math.abs(dz)
  const pab = Math.abs(axby) + Math.abs(bxay)
  const pbc = Math.abs(bxcy) + Math.abs(cxby)
  const pcd = Math.abs(cxdy) + Math.abs(dxcy)
  const pda = Math.abs(dxay) + Math.abs(axdy)
  const pac = Math.abs(axcy) + Math.abs(cxay)
  const pbd = Math.abs(bxdy) + Math.abs(dxby)
  const permanent =
    (dd + Math.abs(dw)) * (za * pbc + zb * pac + zc * pab) +
    (cc + Math.abs(cw)) * (zd * pab + za * pbd + zb * pda) +
    (bb + Math.abs(bw)) * (zc * pda + zd * pac + za * pcd) +
    (aa + Math.abs(aw)) * (zb * pcd + zc * pbd + zd * pbc)
  const bound = LIFTED3_ROUNDING * permanent + LIFTED3_UNDERFLOW
  if (det > bound) return 1
  if (det < -bound) return -1
  if (areShort(balls, LIFTED3_BITS, true, e, a, b, c, d)) return Math.sign(det) + 0
  return lifted3Exact(balls, a, b, c, d, e)
}
