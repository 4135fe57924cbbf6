// Which knot is a closed rope tied in? Two values of its Alexander polynomial Δ, which no deformation changes that keeps the knot:
// |Δ(−1)|, the determinant, and |Δ(ω)|, ω a primitive third root of unity. Both are whole numbers, and do not depend on how Δ, which
// is defined up to a factor ±tᵏ, is written: Δ is symmetric, so that Δ(ω) with the right k is an integer. 1 and 1 for the unknot, 3
// and 2 for the trefoil, 5 and 4 for the figure-eight knot; other knots may have those, too: equal values prove nothing, different
// ones prove that the knots differ.
//
// Δ(t) is a minor of the matrix with a row for each crossing of a diagram and a column for each arc between two undercrossings: 1 − t
// for the arc above, −1 and t for the two that end below it, in an order that depends on the sign of the crossing (Alexander 1928;
// Livingston, Knot Theory, section 3.5). The determinants are taken modulo primes p = 3 k + 1, where ω is a number, and put together
// by the Chinese remainder theorem up to Hadamard's bound: exact.
//
// The curve is shortened before (knot-shorten.ts) and seen along a direction that is drawn by seed until the diagram is generic.
import { InvalidInputError } from '../../errors.js'
import { type Crossing, crossingsOf } from './knot-diagram.js'
import { shortenCurve } from './knot-shorten.js'

/** What is known of a knot. */
export interface KnotInvariant {
  /** |Δ(−1)| of its Alexander polynomial Δ: odd; 1 for the unknot. */
  readonly determinant: bigint
  /** |Δ(ω)|, ω = e^(2πi/3). Its square is the order of the first homology of the threefold branched cover, 0 where that is infinite. */
  readonly atThirdRoot: bigint
  /** Beads, and crossings of the diagram, that were left when the curve had been shortened. */
  readonly beads: number
  readonly crossings: number
}

/** Most crossings of a diagram: its matrix has as many rows. */
const MOST_CROSSINGS = 3000

/**
 * Two values of the Alexander polynomial of a closed curve through beads, x, y, z each: the last is joined to the first. The curve
 * must not meet itself: one that does, or nearly does, is refused.
 *
 * @example
 * ```ts
 * import { knotInvariant } from 'limber/chains'
 *
 * const trefoil = Array.from({ length: 24 }, (_, k) => (2 * Math.PI * k) / 24).flatMap((a) => [
 *   (2 + Math.cos(3 * a)) * Math.cos(2 * a),
 *   (2 + Math.cos(3 * a)) * Math.sin(2 * a),
 *   Math.sin(3 * a),
 * ])
 * console.log(knotInvariant(trefoil).determinant) // 3n
 * ```
 */
export function knotInvariant(centres: ArrayLike<number>): KnotInvariant {
  const count = centres?.length
  if (!Number.isInteger(count) || count < 9 || count % 3 !== 0) {
    throw new InvalidInputError('centres', centres, 'three numbers a bead, for three or more')
  }
  for (let k = 0; k < count; k++) {
    if (!Number.isFinite(centres[k]!)) throw new InvalidInputError(`centres[${k}]`, centres[k], 'a finite number')
  }
  const short = shortenCurve(Float64Array.from(centres))
  const crossings = crossingsOf(short)
  if (crossings === undefined) {
    throw new InvalidInputError('centres', 'a curve that meets itself, or nearly', 'one that does not')
  }
  if (crossings.length > MOST_CROSSINGS) {
    throw new InvalidInputError(
      'centres',
      `a curve with ${crossings.length} crossings`,
      `one with ${MOST_CROSSINGS} at most`,
    )
  }
  return { ...alexanderValues(crossings), beads: short.length / 3, crossings: crossings.length }
}

/** |Δ(−1)| and |Δ(ω)| of a diagram. */
export function alexanderValues(crossings: readonly Crossing[]): Pick<KnotInvariant, 'determinant' | 'atThirdRoot'> {
  const n = crossings.length - 1
  if (n < 1) return { determinant: 1n, atThirdRoot: 1n }
  // Hadamard: rows are (1 − t, −1, t) or part of it, so at most √6 long at −1 and √5 at ω; the latter's value is squared.
  const bits = Math.max((n * Math.log2(6)) / 2, n * Math.log2(5)) + 2
  let product = 1n
  let atMinusOne = 0n
  let norm = 0n
  let p = LARGEST_PRIME
  for (let have = 0; have < bits; have += Math.log2(p)) {
    p = primeBelow(p)
    const big = BigInt(p)
    const omega = thirdRoot(p)
    const one = determinant(matrixAt(crossings, p - 1, p), n, p)
    const two = determinant(matrixAt(crossings, omega, p), n, p)
    const three = determinant(matrixAt(crossings, multiply(omega, omega, p), p), n, p)
    const inverse = BigInt(power(Number(product % big), p - 2, p))
    atMinusOne = combine(atMinusOne, BigInt(one), product, big, inverse)
    norm = combine(norm, BigInt(multiply(two, three, p)), product, big, inverse)
    product *= big
  }
  const size = (x: bigint): bigint => (2n * x > product ? product - x : x)
  return { determinant: size(atMinusOne), atThirdRoot: squareRoot(size(norm)) }
}

/** The minor without the last row and column, row by row, modulo p. */
function matrixAt(crossings: readonly Crossing[], t: number, p: number): Float64Array {
  const n = crossings.length - 1
  const matrix = new Float64Array(n * n)
  for (let row = 0; row < n; row++) {
    const { over, before, after, sign } = crossings[row]!
    const add = (column: number, x: number): void => {
      if (column < n) matrix[n * row + column] = (matrix[n * row + column]! + x) % p
    }
    add(over, (p + 1 - t) % p)
    add(before, sign > 0 ? t : p - 1)
    add(after, sign > 0 ? p - 1 : t)
  }
  return matrix
}

/** Numbers modulo a prime below 2²⁶ have exact products in doubles. */
const LARGEST_PRIME = 2 ** 26

function multiply(a: number, b: number, p: number): number {
  return (a * b) % p
}

function power(a: number, exponent: number, p: number): number {
  let result = 1
  for (let base = a % p, e = exponent; e > 0; e = Math.trunc(e / 2)) {
    if (e % 2 === 1) result = multiply(result, base, p)
    base = multiply(base, base, p)
  }
  return result
}

/** The next prime below p that is 1 modulo 3. */
function primeBelow(p: number): number {
  for (let q = p - 1; ; q--) if (q % 3 === 1 && q % 2 === 1 && isPrime(q)) return q
}

function isPrime(q: number): boolean {
  for (let d = 3; d * d <= q; d += 2) if (q % d === 0) return false
  return true
}

/** A number other than 1 whose cube is 1. */
function thirdRoot(p: number): number {
  for (let a = 2; ; a++) {
    const root = power(a, (p - 1) / 3, p)
    if (root !== 1) return root
  }
}

/** By elimination modulo p; rows are sparse at first, and zeros are passed over. Spoils the matrix. */
function determinant(matrix: Float64Array, n: number, p: number): number {
  let result = 1
  for (let k = 0; k < n; k++) {
    let pivot = k
    while (pivot < n && matrix[n * pivot + k] === 0) pivot++
    if (pivot === n) return 0
    if (pivot !== k) {
      result = p - result
      for (let c = k; c < n; c++) {
        const x = matrix[n * k + c]!
        matrix[n * k + c] = matrix[n * pivot + c]!
        matrix[n * pivot + c] = x
      }
    }
    const own = matrix[n * k + k]!
    result = multiply(result, own, p)
    const inverse = power(own, p - 2, p)
    for (let row = k + 1; row < n; row++) {
      const first = matrix[n * row + k]!
      if (first === 0) continue
      const factor = p - multiply(first, inverse, p)
      for (let c = k + 1; c < n; c++) {
        const x = matrix[n * k + c]!
        if (x !== 0) matrix[n * row + c] = (matrix[n * row + c]! + factor * x) % p
      }
    }
  }
  return result % p
}

/** The number modulo product·prime that is `a` modulo the product and `b` modulo the prime. `inverse`: of the product. */
function combine(a: bigint, b: bigint, product: bigint, prime: bigint, inverse: bigint): bigint {
  const more = ((((b - a) % prime) + prime) * inverse) % prime
  return a + product * more
}

/** Of a perfect square. */
function squareRoot(x: bigint): bigint {
  if (x < 2n) return x
  let root = 1n << BigInt(Math.ceil(x.toString(2).length / 2))
  for (;;) {
    const next = (root + x / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
