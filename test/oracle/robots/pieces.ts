// What pieces of motions are compared with: polynomials in exact arithmetic, and turns of quaternions in whole numbers of 2^-200.
import type { PieceDocument, PieceTurn } from '../../../src/robots/motion/piece.js'
import { add, type Dyadic, exact, multiply } from '../exact.js'

const ZERO: Dyadic = { m: 0n, e: 0 }

/** Σ c_k·t^k, exactly. */
export function exactPolynomial(coefficients: readonly number[], t: number): Dyadic {
  const at = exact(t)
  return coefficients.reduceRight<Dyadic>((sum, c) => add(multiply(sum, at), exact(c)), ZERO)
}

/** Of the derivative, exactly: the products with k are exact as well. */
export function exactDerivative(coefficients: readonly number[], t: number, times = 1): Dyadic {
  let c = coefficients.map((value) => exact(value))
  for (let i = 0; i < times; i++) c = c.slice(1).map((value, k) => multiply(value, exact(k + 1)))
  return c.reduceRight<Dyadic>((sum, value) => add(multiply(sum, exact(t)), value), ZERO)
}

export function minus(a: Dyadic, b: Dyadic): Dyadic {
  return add(a, { m: -b.m, e: b.e })
}

/** Is |a| ≤ limit, exactly? */
export function sizeAtMost(a: Dyadic, limit: number): boolean {
  if (limit === Infinity) return true
  const size = a.m < 0n ? { m: -a.m, e: a.e } : a
  return minus(size, exact(limit)).m <= 0n
}

/** As docs/formats/certificate.md has it: the linear coefficient is what takes the variable from one end to the other. */
function linearCoefficient(
  document: PieceDocument,
  variable: number,
): { c0: number; c1: Dyadic; rest: readonly number[] } {
  if (document.kind === 'curve') throw new Error('nobody knows what a curve is exactly')
  const rest = document.higher?.[variable] ?? []
  const c0 = document.from[variable]!
  const c1 = rest.reduce((left, c) => minus(left, exact(c)), minus(exact(document.to[variable]!), exact(c0)))
  return { c0, c1, rest }
}

/** The exact value of a piece's variable, from its document. */
export function exactValue(document: PieceDocument, variable: number, t: number): Dyadic {
  const { c0, c1, rest } = linearCoefficient(document, variable)
  return add(exactPolynomial([c0, 0, ...rest], t), multiply(exact(t), c1))
}

export function exactRate(document: PieceDocument, variable: number, t: number, times: number): Dyadic {
  const { c0, c1, rest } = linearCoefficient(document, variable)
  const higher = rest.length === 0 ? ZERO : exactDerivative([c0, 0, ...rest], t, times)
  return times > 1 ? higher : add(higher, c1)
}

// Whole numbers of 2^-BITS.
const BITS = 200n
const ONE = 1n << BITS

function fixed(x: number): bigint {
  const { m, e } = exact(x)
  const shift = BigInt(e) + BITS
  return shift >= 0n ? m << shift : m >> -shift
}

function times(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS
}

/** Sine and cosine by their series, of an angle that was halved until it is small. */
function sineCosine(angle: bigint): [bigint, bigint] {
  if (angle > ONE / 4n || angle < -ONE / 4n) {
    const [s, c] = sineCosine(angle / 2n)
    return [2n * times(s, c), times(c, c) - times(s, s)]
  }
  let sine = 0n
  let cosine = 0n
  let term = ONE
  for (let k = 0n; term !== 0n && term !== -1n; k++) {
    if (k % 2n === 0n) cosine += k % 4n === 0n ? term : -term
    else sine += k % 4n === 1n ? term : -term
    term = times(term, angle) / (k + 1n)
  }
  return [sine, cosine]
}

function root(a: bigint): bigint {
  if (a <= 0n) return 0n
  // From above, Newton's steps go down until they have arrived.
  let x = ONE * 4n
  for (;;) {
    const next = (x + (a << BITS) / x) >> 1n
    if (next >= x) return x
    x = next
  }
}

function unit(v: readonly bigint[]): bigint[] {
  const length = root(v.reduce((sum, x) => sum + times(x, x), 0n))
  return v.map((x) => (x << BITS) / length)
}

function product([ax, ay, az, aw]: readonly bigint[], [bx, by, bz, bw]: readonly bigint[]): bigint[] {
  const t = (a?: bigint, b?: bigint): bigint => times(a!, b!)
  return [
    t(aw, bx) + t(ax, bw) + t(ay, bz) - t(az, by),
    t(aw, by) + t(ay, bw) + t(az, bx) - t(ax, bz),
    t(aw, bz) + t(az, bw) + t(ax, by) - t(ay, bx),
    t(aw, bw) - t(ax, bx) - t(ay, by) - t(az, bz),
  ]
}

/** Radians between the quaternion `found` and start · turn(axis, angle·t), all as given, of unit length in exact arithmetic. */
export function turnError(found: readonly number[], start: readonly number[], turn: PieceTurn, t: number): number {
  const q = unit(start.map(fixed))
  const [sine, cosine] = sineCosine(times(fixed(turn.angle), fixed(t)) / 2n)
  const axis = turn.angle === 0 ? [ONE, 0n, 0n] : unit(Array.from(turn.axis, fixed))
  const expected = product(q, [...axis.map((a) => times(a, sine)), cosine])
  return angleBetween(expected, unit(found.map(fixed)))
}

/** Radians between slerp(from, to, t), the short way, and the quaternion `found`. */
export function slerpError(
  found: readonly number[],
  from: readonly number[],
  to: readonly number[],
  t: number,
): number {
  const a = unit(from.map(fixed))
  let b = unit(to.map(fixed))
  const dot = a.reduce((sum, x, k) => sum + times(x, b[k]!), 0n)
  if (dot < 0n) b = b.map((x) => -x)
  // By halving: the middle of two rotations is their sum, made unit; t has few binary digits.
  let [low, high, lowT, highT] = [a, b, 0, 1]
  for (;;) {
    if (t === lowT) return angleBetween(low, unit(found.map(fixed)))
    if (t === highT) return angleBetween(high, unit(found.map(fixed)))
    const middle = unit(low.map((x, k) => x + high[k]!))
    const middleT = (lowT + highT) / 2
    if (t < middleT) [high, highT] = [middle, middleT]
    else [low, lowT] = [middle, middleT]
  }
}

function angleBetween(a: readonly bigint[], b: readonly bigint[]): number {
  const [x, y, z] = product([-a[0]!, -a[1]!, -a[2]!, a[3]!], b)
  const sine = root(times(x!, x!) + times(y!, y!) + times(z!, z!))
  return 2 * Math.asin(Math.min(1, Number(sine >> 80n) / 2 ** 120))
}
