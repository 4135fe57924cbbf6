// A piece whose variables are polynomials of t; quaternions turn at a constant rate.
//
// The exact curve is the polynomial of the coefficients as they are stored. Bounds come from the Taylor coefficients
// d_j = p⁽ʲ⁾(t)/j! about the interval's middle: with s from −h to h,
//   p'(t + s)  = Σ j·d_j·s^(j−1),   p''(t + s) = Σ j·(j−1)·d_j·s^(j−2),   p(t + s) − p(t) = Σ_{j≥1} d_j·s^j.
// A term of an even power of s keeps its sign, so it widens the range on one side only; one of an odd power widens it on both.
// A smooth start and stop then has its exact top speed as the bound over the whole piece.
//
// Rounding: synthetic division gets d_j along paths that multiply by t and add n times at most and add on the way n + 1 times at
// most, so d_j is off by at most (2n + 2)·u·Σ_k C(k, j)·|c_k|·t^(k−j), and t ≤ 1. `margins` has that and some more, by j, once
// for each variable; it also covers what is lost to underflow. Horner's rule needs 2n of them. Sums of ranges: with A the sum of
// all terms' sizes, the range [lo, hi] has max(|lo|, |hi|) ≥ A/3, so a relative margin of three times the 2n + 4 roundings of
// each term is enough.
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import { BrokenInvariantError } from '../../errors.js'
import { type MotionPiece, PieceBounds, type PieceDocument, type PieceTurn } from './piece.js'
import {
  boundTurns,
  largest,
  plainNumbers,
  QUATERNION_RANGE,
  roundTurns,
  turnDocuments,
  writeTurns,
} from './piece-turns.js'

/** In units of 1 and the numbers' size: an end that is missed by more is a mistake in the coefficients, not rounding. */
const MISSED_END = 1e-9

/** Stretches whose ranges make up `least` and `most`. */
const STRETCHES = 16

export class PolynomialPiece implements MotionPiece {
  readonly dof: number
  readonly turns: readonly PieceTurn[]
  readonly roundings: Float64Array
  readonly rounding: number
  readonly least: Float64Array
  readonly most: Float64Array
  private readonly degree: number
  /** degree + 1 numbers a variable, of powers of t from the zeroth. */
  private readonly coefficients: Float64Array
  /** As many, by power of s: no less than the error of a Taylor coefficient. All 0 for a variable that does not move. */
  private readonly margins: Float64Array
  private readonly start: Float64Array
  private readonly end: Float64Array
  private readonly taylor: Float64Array
  private readonly inflation: number

  /**
   * `coefficients`: by variable, of powers of t from the zeroth; a quaternion's as constants. `end`: where it arrives, if that is
   * given otherwise than by the coefficients; it must be the same to rounding.
   */
  constructor(coefficients: readonly ArrayLike<number>[], turns: readonly PieceTurn[], end?: Float64Array) {
    const dof = coefficients.length
    const degree = coefficients.reduce((most, c) => Math.max(most, c.length - 1), 1)
    this.dof = dof
    this.degree = degree
    this.turns = turns
    this.taylor = new Float64Array(degree + 1)
    this.inflation = 1 + 8 * (2 * degree + 4) * U
    this.coefficients = new Float64Array(dof * (degree + 1))
    coefficients.forEach((c, i) => {
      this.coefficients.set(Array.from(c), i * (degree + 1))
    })
    this.margins = marginsOf(this.coefficients, degree)
    this.start = Float64Array.from(coefficients, (c) => c[0]!)
    this.end = new Float64Array(dof)
    this.evaluate(this.end, 1)
    this.roundings = this.roundingsOf(end)
    this.rounding = largest(this.roundings)
    if (end !== undefined) this.end.set(end)
    this.least = new Float64Array(dof)
    this.most = new Float64Array(dof)
    this.findRanges()
  }

  at(out: Float64Array, t: number): void {
    if (t === 0 || t === 1) {
      const end = t === 0 ? this.start : this.end
      for (let i = 0; i < end.length; i++) out[i] = end[i]!
    } else this.evaluate(out, t)
  }

  bounds(out: PieceBounds, t: number, half: number): void {
    const { spread, velocity, speed, bend } = out
    const { taylor: d, degree, margins, inflation } = this
    for (let i = 0; i < this.dof; i++) {
      const row = i * (degree + 1)
      this.expand(i, t)
      velocity[i] = d[1]!
      // Ranges of p' and p'', and the sum of |d_j|·h^j; `power` is h^(j−1), `less` is h^(j−2).
      let low = d[1]! - margins[row + 1]!
      let high = d[1]! + margins[row + 1]!
      let lowBend = 0
      let highBend = 0
      let reach = (Math.abs(d[1]!) + margins[row + 1]!) * half
      let power = half
      let less = 1
      for (let j = 2; j <= degree; j++) {
        const margin = margins[row + j]!
        const term = j * d[j]! * power
        const size = Math.abs(term)
        const slack = j * margin * power
        low -= slack + (j % 2 === 0 ? size : Math.max(0, -term))
        high += slack + (j % 2 === 0 ? size : Math.max(0, term))
        const bending = j * (j - 1) * d[j]! * less
        const bendingSize = Math.abs(bending)
        const bendingSlack = j * (j - 1) * margin * less
        // p''(t) itself first; then odd powers of s for odd j.
        lowBend -= bendingSlack + (j === 2 ? -bending : j % 2 === 1 ? bendingSize : Math.max(0, -bending))
        highBend += bendingSlack + (j === 2 ? bending : j % 2 === 1 ? bendingSize : Math.max(0, bending))
        reach += (Math.abs(d[j]!) + margin) * power * half
        less = power
        power *= half
      }
      const fastest = Math.max(Math.abs(low), Math.abs(high)) * inflation
      speed[i] = fastest
      bend[i] = Math.max(Math.abs(lowBend), Math.abs(highBend)) * inflation
      // By the mean value theorem, or term by term.
      spread[i] = Math.min(reach, fastest * half) * inflation
    }
    boundTurns(out, this.turns, half)
  }

  document(): PieceDocument {
    const { degree, turns } = this
    const higher = Array.from({ length: this.dof }, (_, i) => {
      const row = plainNumbers(this.coefficients.subarray(i * (degree + 1) + 2, (i + 1) * (degree + 1)))
      while (row.at(-1) === 0) row.pop()
      return row
    })
    const ends = { from: plainNumbers(this.start), to: plainNumbers(this.end) }
    return { kind: 'polynomial', ...ends, higher, ...(turns.length > 0 ? { turns: turnDocuments(turns) } : {}) }
  }

  /** Horner's rule. */
  private evaluate(out: Float64Array, t: number): void {
    const { degree, coefficients } = this
    for (let i = 0; i < this.dof; i++) {
      const row = i * (degree + 1)
      let value = coefficients[row + degree]!
      for (let k = degree - 1; k >= 0; k--) value = value * t + coefficients[row + k]!
      out[i] = value
    }
    writeTurns(out, this.turns, this.start, t)
  }

  /** Taylor coefficients of variable i about t. */
  private expand(i: number, t: number): void {
    const { taylor: d, degree, coefficients } = this
    const row = i * (degree + 1)
    for (let k = 0; k <= degree; k++) d[k] = coefficients[row + k]!
    for (let j = 0; j < degree; j++) for (let k = degree - 1; k >= j; k--) d[k] = d[k]! + t * d[k + 1]!
  }

  /** Of values and velocities, and of the end where one was given. */
  private roundingsOf(end: Float64Array | undefined): Float64Array {
    const { degree, margins, start } = this
    const isQuaternion = new Uint8Array(this.dof)
    for (const { variable } of this.turns) isQuaternion.fill(1, variable, variable + 4)
    const roundings = new Float64Array(this.dof)
    for (let i = 0; i < this.dof; i++) {
      const row = i * (degree + 1)
      const own = Math.max(margins[row]!, margins[row + 1]!)
      const off = end === undefined || isQuaternion[i] === 1 ? 0 : Math.abs(end[i]! - this.end[i]!)
      if (!(off <= MISSED_END * (1 + Math.abs(start[i]!)) + own)) {
        throw new BrokenInvariantError(`a piece of a motion misses its end by ${off} in variable ${i}`)
      }
      // In a certificate the linear coefficient is what takes the variable to its end: it differs from the one here by no more
      // than this.
      const other = isQuaternion[i] === 1 || own === 0 ? 0 : margins[row]! + off
      margins[row + 1]! += other
      roundings[i] = Math.max(margins[row]! + other, margins[row + 1]!)
    }
    roundTurns(roundings, this.turns, start, end ?? this.end)
    return roundings
  }

  /**
   * Stretch by stretch: where a variable only rises or only falls, its values at the two ends are its range, so that a joint that
   * leaves its limit does not seem to be beyond it; elsewhere, all that it can reach from the middle.
   */
  private findRanges(): void {
    const { dof, least, most } = this
    const half = 1 / (2 * STRETCHES)
    const found = new PieceBounds(dof)
    const before = this.start.slice()
    const middle = new Float64Array(dof)
    const after = new Float64Array(dof)
    least.set(this.start)
    most.set(this.start)
    for (let k = 0; k < STRETCHES; k++) {
      const t = (2 * k + 1) * half
      this.at(middle, t)
      this.at(after, (2 * k + 2) * half)
      this.bounds(found, t, half)
      for (let i = 0; i < dof; i++) {
        const steady = Math.abs(found.velocity[i]!) - this.roundings[i]! > found.bend[i]! * half
        const low = steady ? Math.min(before[i]!, after[i]!) : middle[i]! - found.spread[i]!
        const high = steady ? Math.max(before[i]!, after[i]!) : middle[i]! + found.spread[i]!
        least[i] = Math.min(least[i]!, low)
        most[i] = Math.max(most[i]!, high)
      }
      before.set(after)
    }
    for (const { variable } of this.turns) {
      least.fill(-QUATERNION_RANGE, variable, variable + 4)
      most.fill(QUATERNION_RANGE, variable, variable + 4)
    }
  }
}

/** (3n + 4)·u·Σ_k C(k, j)·|c_k|, by variable and j, some of it for the sums' own rounding; 0 for a constant. */
function marginsOf(coefficients: Float64Array, degree: number): Float64Array {
  const margins = new Float64Array(coefficients.length)
  for (let row = 0; row < coefficients.length; row += degree + 1) {
    const sums = coefficients.slice(row, row + degree + 1).map(Math.abs)
    if (sums.every((size, k) => k === 0 || size === 0)) continue
    // The binomial sums are Taylor coefficients of the sizes about 1.
    for (let j = 0; j < degree; j++) for (let k = degree - 1; k >= j; k--) sums[k] = sums[k]! + sums[k + 1]!
    for (let j = 0; j <= degree; j++) margins[row + j] = (3 * degree + 4) * U * sums[j]! + UNDERFLOW
  }
  return margins
}
