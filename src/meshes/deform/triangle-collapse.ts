// Does a triangle whose corners move straight collapse, to a segment or a point, at some instant of the step?
//
// It does if and only if its normal n(t) = (b − a) × (c − a), a vector of three quadratics, is zero at some t. With e and f the two edges at
// times 0 and 1, the Bernstein coefficients of n are e₀×f₀, (e₀×f₁ + e₁×f₀)/2 and e₁×f₁. If all three are on the positive side of
// one direction, n is never zero; else the interval is halved (de Casteljau), some times. What is left is decided in whole
// numbers: three quadratics with a common root.
//
// Rounding. With E = max(|e₀|₁, |e₁|₁) and F likewise, a coefficient is off by at most 5.2 u·E·F in the 1-norm: edges are rounded
// differences (2 u·E·F), the products of a cross product and their difference add 2.01 u·E·F, the sum of two of them, halved, another
// u·E·F. Each halving in time takes two means, u·E·F each, and inherits what was there: 2 u·E·F a level. The height along m, |m|∞ ≤ 1,
// adds 3.01 u·E·F. So after LEVELS halvings a height is off by less than 24 u·E·F. Products that underflow are off by
// less than 1e-323 each: HEIGHT_FLOOR is far more than all of them.
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import { wholeNumbers } from '../../base/math/whole-numbers.js'
import { type MovingVector, movingPoint } from '../../geometry/moving/pair-features.js'
import { multiplyPolys, type Poly, subtractPolys } from '../../geometry/moving/polynomials.js'
import { firstTime } from '../../geometry/moving/sign-conditions.js'

const LEVELS = 6
const HEIGHT_ROUNDING = 24 * U
const HEIGHT_FLOOR = UNDERFLOW

/** Bits of a bracket. */
const BRACKET_BITS = 40

const edges = new Float64Array(12)
/** Three coefficients of three numbers for every level of halving, and the second halves that wait. */
const waiting = new Float64Array(9 * (LEVELS + 1))
const levels = new Int32Array(LEVELS + 1)

/** True only if the triangle with corners at p, q, r (indices of x) keeps its area during the whole step. In doubles. */
export function keepsArea(from: Float64Array, to: Float64Array, p: number, q: number, r: number): boolean {
  for (let k = 0; k < 3; k++) {
    edges[k] = from[q + k]! - from[p + k]!
    edges[3 + k] = from[r + k]! - from[p + k]!
    edges[6 + k] = to[q + k]! - to[p + k]!
    edges[9 + k] = to[r + k]! - to[p + k]!
  }
  const size = Math.max(norm(0), norm(6)) * Math.max(norm(3), norm(9))
  const least = HEIGHT_ROUNDING * size + HEIGHT_FLOOR
  for (let k = 0; k < 3; k++) {
    waiting[k] = cross(0, 3, k)
    waiting[3 + k] = (cross(0, 9, k) + cross(6, 3, k)) / 2
    waiting[6 + k] = cross(6, 9, k)
  }
  levels[0] = 0
  for (let top = 0; top >= 0; ) {
    if (isPositive(9 * top, least)) top--
    else if (levels[top]! === LEVELS) return false
    else {
      halve(9 * top)
      levels[top]!++
      levels[top + 1] = levels[top]!
      top++
    }
  }
  return true
}

function norm(i: number): number {
  return Math.abs(edges[i]!) + Math.abs(edges[i + 1]!) + Math.abs(edges[i + 2]!)
}

function cross(i: number, j: number, k: number): number {
  const l = (k + 1) % 3
  const m = (k + 2) % 3
  return edges[i + l]! * edges[j + m]! - edges[i + m]! * edges[j + l]!
}

/** Are the three coefficients at waiting[i..] above a plane through 0 by more than `least`? */
function isPositive(i: number, least: number): boolean {
  // Towards the middle of the directions of the first and the last.
  const first = Math.max(Math.abs(waiting[i]!), Math.abs(waiting[i + 1]!), Math.abs(waiting[i + 2]!))
  const last = Math.max(Math.abs(waiting[i + 6]!), Math.abs(waiting[i + 7]!), Math.abs(waiting[i + 8]!))
  if (!(first > least && last > least)) return false
  const x = (waiting[i]! / first + waiting[i + 6]! / last) / 2
  const y = (waiting[i + 1]! / first + waiting[i + 7]! / last) / 2
  const z = (waiting[i + 2]! / first + waiting[i + 8]! / last) / 2
  for (let k = i; k < i + 9; k += 3) {
    if (!(x * waiting[k]! + y * waiting[k + 1]! + z * waiting[k + 2]! > least)) return false
  }
  return true
}

/** The second half of the interval stays at waiting[i..], the first is put after it. */
function halve(i: number): void {
  for (let k = i; k < i + 3; k++) {
    const p = waiting[k]!
    const q = waiting[k + 3]!
    const r = waiting[k + 6]!
    const pq = (p + q) / 2
    const qr = (q + r) / 2
    const middle = (pq + qr) / 2
    waiting[k + 9] = p
    waiting[k + 12] = pq
    waiting[k + 15] = middle
    waiting[k] = middle
    waiting[k + 3] = qr
    waiting[k + 6] = r
  }
}

/** Exact: the first instant at which it has no area, bracketed; undefined if it always has one. */
export function firstCollapse(
  from: Float64Array,
  to: Float64Array,
  p: number,
  q: number,
  r: number,
): { readonly lower: number; readonly upper: number } | undefined {
  const numbers: number[] = []
  for (const points of [from, to]) {
    for (const i of [p, q, r]) numbers.push(points[i]!, points[i + 1]!, points[i + 2]!)
  }
  const whole = wholeNumbers(numbers)
  const [start, end] = [whole.slice(0, 9), whole.slice(9)]
  const [a, b, c] = [0, 3, 6].map((i) => movingPoint(start, end, i)) as [MovingVector, MovingVector, MovingVector]
  const along = (v: MovingVector, k: number): Poly => subtractPolys(v[k]!, a[k]!)
  const zero = [0, 1, 2].map((k) => {
    const [l, m] = [(k + 1) % 3, (k + 2) % 3]
    return subtractPolys(multiplyPolys(along(b, l), along(c, m)), multiplyPolys(along(b, m), along(c, l)))
  })
  return firstTime([{ zero, nonNegative: [], positive: [] }], BRACKET_BITS)
}
