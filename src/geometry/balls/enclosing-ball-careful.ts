// The tangent ball of three or four balls (enclosing-ball-tangent.ts) in whole numbers of any length, exact up to one square
// root of many bits. For members that touch the ball at nearly the same point, where two tangent balls are close to each
// other: a root of doubles knows such a pair to half its digits only. Rare enough to allocate.
import { U } from '../../base/math/rounding.js'
import { wholeNumbers } from '../../base/math/whole-numbers.js'

/** Bits behind the point of R: 2⁻¹²⁸ of the last bit of the numbers given. */
const BITS = 128n

/** Bits behind the point of a weight. */
const WEIGHT_BITS = 80n
const WEIGHT_UNIT = 2 ** -80

/**
 * Writes to weight[0..2] what the members at balls[p1], balls[p2], balls[p3] weigh in the centre of their and balls[p0]'s
 * tangent ball, the smaller one of two: c = c0 + Σ λ_i (c_i − c0). Ball 0 is the largest; p3 < 0: three members.
 * False if there is none.
 *
 * With d_i, ρ_i, s as in enclosing-ball-tangent.ts, Gram matrix G of the d_i with adjugate A and determinant D, and
 * h_i = d_i² − ρ_i²: λ = (A h + 2s A ρ)/2D, and |w|² = s² is 4(D − ρAρ)s² − 4(ρAh)s − hAh = 0.
 */
export function carefulWeights(
  weight: Float64Array,
  balls: Float64Array,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
): boolean {
  const places = p3 < 0 ? [p0, p1, p2] : [p0, p1, p2, p3]
  const numbers = wholeNumbers(places.flatMap((p) => [balls[p]!, balls[p + 1]!, balls[p + 2]!, balls[p + 3]!]))
  const d: bigint[][] = []
  const rho: bigint[] = []
  for (let i = 4; i < numbers.length; i += 4) {
    d.push([numbers[i]! - numbers[0]!, numbers[i + 1]! - numbers[1]!, numbers[i + 2]! - numbers[2]!])
    rho.push(numbers[i + 3]! - numbers[3]!)
  }
  const gram = d.map((a) => d.map((b) => dot(a, b)))
  const adjugate = gram.length === 2 ? adjugateOfTwo(gram) : adjugateOfThree(gram)
  const det = dot(gram[0]!, adjugate[0]!)
  if (det === 0n) return false
  const h = rho.map((r, i) => gram[i]![i]! - r * r)
  const Ah = adjugate.map((row) => dot(row, h))
  const Ar = adjugate.map((row) => dot(row, rho))
  const a = 4n * (det - dot(Ar, rho))
  const b = 2n * dot(Ah, rho)
  const c = dot(Ah, h)
  const square = b * b + a * c
  if (square < 0n || (b >= 0n && a <= 0n)) return false
  const root = integerRoot(square << (2n * BITS))
  const s = b < 0n ? (c << (2n * BITS)) / (root - (b << BITS)) : ((b << BITS) + root) / a
  for (let i = 0; i < d.length; i++) {
    const top = (Ah[i]! << BITS) + 2n * s * Ar[i]!
    weight[i] = Number((top << WEIGHT_BITS) / ((2n * det) << BITS)) * WEIGHT_UNIT
  }
  if (d.length === 2) weight[2] = 0
  return true
}

function dot(a: readonly bigint[], b: readonly bigint[]): bigint {
  let sum = 0n
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!
  return sum
}

function adjugateOfTwo(m: bigint[][]): bigint[][] {
  return [
    [m[1]![1]!, -m[0]![1]!],
    [-m[1]![0]!, m[0]![0]!],
  ]
}

/** Of a symmetric matrix: its rows are cross products of its rows. */
function adjugateOfThree(m: bigint[][]): bigint[][] {
  return [cross(m[1]!, m[2]!), cross(m[2]!, m[0]!), cross(m[0]!, m[1]!)]
}

function cross(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
}

/** ⌊√a⌋, by Newton's method from above. */
function integerRoot(a: bigint): bigint {
  if (a === 0n) return 0n
  const bits = 4 * a.toString(16).length
  const drop = BigInt(Math.max(0, bits - 52) & ~1)
  let x = (BigInt(Math.trunc(Math.sqrt(Number(a >> drop)) * (1 + 4 * U))) + 2n) << (drop / 2n)
  for (;;) {
    const next = (x + a / x) >> 1n
    if (next >= x) return x
    x = next
  }
}
