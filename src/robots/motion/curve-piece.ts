// A caller's own curve as a piece of a motion: a function that gives configurations, and one that bounds its speeds.
//
// What is proved of such a motion is as good as those bounds. They are checked as far as possible: they must be numbers of zero
// or more, and no two configurations that the curve gives may be farther apart than they allow.
import { checkFields, checkFinite, checkNonNegative } from '../../base/math/checks.js'
import { shortTurn } from '../../base/math/quaternion.js'
import { U } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { Configuration } from '../world/world-input.js'
import { type MotionSpace, readWaypoint } from './motion-space.js'
import type { MotionPiece, PieceBounds, PieceDocument, PieceTurn } from './piece.js'
import { boundTurns, largest, QUATERNION_RANGE, roundTurns, turnsBetween, writeTurns } from './piece-turns.js'

/** A motion given as a function, with bounds of its speeds. */
export interface CurveInput {
  /** Where the parameter begins and ends: seconds, say. 0 and 1 if left out. */
  readonly over?: readonly [number, number] | undefined
  /**
   * The configuration at a parameter. A floating joint's quaternion must turn at a constant rate the short way between the ends:
   * for any other turn, cut the curve.
   */
  readonly at: (parameter: number) => Configuration
  /**
   * For any part of it, by variable: no less than the absolute value of any derivative by the parameter there. What is said of
   * quaternions is passed over.
   */
  readonly speeds: (from: number, to: number) => ArrayLike<number>
  /** The same of second derivatives; Infinity for one that is not known. Needs `velocity`. It makes proofs much shorter. */
  readonly bends?: ((from: number, to: number) => ArrayLike<number>) | undefined
  /** The derivative at a parameter, by variable. */
  readonly velocity?: ((parameter: number) => ArrayLike<number>) | undefined
  /**
   * How far a number of `at` may be from the curve that `speeds` bounds, and a velocity (times the length of `over`) from its
   * derivative. If left out, 1e-12 times the largest number, or 1e-12 if that is less.
   */
  readonly rounding?: number | undefined
}

/** Of a caller's curve, where it does not say: some thousand roundings of a double, in units of its largest number or 1. */
const CURVE_ROUNDING = 1e-12

/** Radians: a caller's quaternion may be so far from the constant-rate turn that is checked in its place. */
const TURN_TOLERANCE = 1e-6

/** Stretches at whose ends the curve is held against its bounds, and whose ranges make up `least` and `most`. */
const STRETCHES = 32

export class CurvePiece implements MotionPiece {
  readonly dof: number
  readonly turns: readonly PieceTurn[]
  readonly roundings: Float64Array
  readonly rounding: number
  readonly least: Float64Array
  readonly most: Float64Array
  private readonly begin: number
  private readonly length: number
  private readonly start: Float64Array
  private readonly end: Float64Array
  private readonly turned: Float64Array

  constructor(
    private readonly space: MotionSpace,
    private readonly field: string,
    private readonly curve: CurveInput,
  ) {
    checkFields(field, curve, ['over', 'at', 'speeds', 'bends', 'velocity', 'rounding'])
    for (const name of ['at', 'speeds'] as const) checkFunction(`${field}.${name}`, curve[name])
    for (const name of ['bends', 'velocity'] as const) {
      if (curve[name] !== undefined) checkFunction(`${field}.${name}`, curve[name])
    }
    if (curve.bends !== undefined && curve.velocity === undefined) {
      throw new InvalidInputError(
        `${field}.velocity`,
        undefined,
        'a function: bounds of accelerations are useless without it',
      )
    }
    if (curve.rounding !== undefined) checkNonNegative(`${field}.rounding`, curve.rounding)
    const { over = [0, 1] } = curve
    if (!Array.isArray(over) || over.length !== 2) throw new InvalidInputError(`${field}.over`, over, 'two numbers')
    this.begin = checkFinite(`${field}.over[0]`, over[0])
    this.length = checkFinite(`${field}.over[1]`, over[1]) - this.begin
    if (!(this.length > 0)) throw new InvalidInputError(`${field}.over[1]`, over[1], `more than ${over[0]}`)
    const { dof } = space
    this.dof = dof
    this.start = this.configuration(0)
    this.end = this.configuration(1)
    this.turned = new Float64Array(dof)
    this.turns = turnsBetween(this.start, this.end, space.quaternions)
    this.least = this.start.slice()
    this.most = this.start.slice()
    const fastest = this.findRanges()
    const parameters = 4 * U * (Math.abs(over[0]) + Math.abs(over[1]))
    this.roundings = new Float64Array(dof).fill(this.givenRounding() + parameters * (fastest / this.length))
    roundTurns(this.roundings, this.turns, this.start, this.end)
    this.rounding = largest(this.roundings)
    for (const variable of space.quaternions) {
      this.least.fill(-QUATERNION_RANGE, variable, variable + 4)
      this.most.fill(QUATERNION_RANGE, variable, variable + 4)
    }
  }

  at(out: Float64Array, t: number): void {
    const q = t === 0 ? this.start : t === 1 ? this.end : this.configuration(t)
    for (let i = 0; i < q.length; i++) out[i] = q[i]!
    if (t > 0 && t < 1 && this.turns.length > 0) this.putTurns(out, t)
  }

  bounds(out: PieceBounds, t: number, half: number): void {
    const { spread, velocity, speed, bend } = out
    const { curve, field, length } = this
    const from = this.parameter(t - half, -1)
    const to = this.parameter(t + half, 1)
    const where = `(${from}, ${to})`
    const speeds = this.list(`${field}.speeds${where}`, curve.speeds(from, to))
    const bends = curve.bends && this.list(`${field}.bends${where}`, curve.bends(from, to))
    const rates =
      curve.velocity && this.list(`${field}.velocity(${this.parameter(t, 0)})`, curve.velocity(this.parameter(t, 0)))
    for (let i = 0; i < this.dof; i++) {
      if (this.space.isQuaternion[i] === 1) continue
      const fastest = checkNonNegative(this.named('speeds', where, i), speeds[i]!) * length * (1 + 4 * U)
      speed[i] = fastest
      spread[i] = fastest === 0 ? 0 : fastest * half * (1 + 4 * U) + Number.MIN_VALUE
      velocity[i] = rates === undefined ? 0 : checkFinite(this.named('velocity', '', i), rates[i]!) * length
      if (bends === undefined) bend[i] = Infinity
      else {
        const most = bends[i]!
        if (typeof most !== 'number' || !(most >= 0)) {
          throw new InvalidInputError(this.named('bends', where, i), most, 'zero or more, or Infinity')
        }
        bend[i] = most * length * length * (1 + 8 * U)
      }
    }
    boundTurns(out, this.turns, half)
  }

  document(): PieceDocument {
    return { kind: 'curve' }
  }

  private named(name: string, where: string, i: number): string {
    return `${this.field}.${name}${where}[${i}] (${this.space.variables[i]})`
  }

  /** Of the clock from 0 to 1, rounded outwards to one side; never beyond the ends. */
  private parameter(t: number, side: -1 | 0 | 1): number {
    const { begin, length } = this
    const end = this.curve.over === undefined ? 1 : this.curve.over[1]
    if (this.curve.over === undefined) return t
    const value = begin + t * length + side * 4 * U * (Math.abs(begin) + Math.abs(end))
    return Math.min(Math.max(value, begin), end)
  }

  private configuration(t: number): Float64Array {
    const parameter = t === 0 ? this.begin : t === 1 ? (this.curve.over?.[1] ?? 1) : this.parameter(t, 0)
    return readWaypoint(this.space, `${this.field}.at(${parameter})`, this.curve.at(parameter))
  }

  private list(name: string, given: ArrayLike<number>): ArrayLike<number> {
    const isList = Array.isArray(given) || ArrayBuffer.isView(given)
    if (!isList || given.length !== this.dof) {
      throw new InvalidInputError(
        name,
        given,
        `${this.dof} numbers, one a variable: ${this.space.variables.join(', ')}`,
      )
    }
    return given
  }

  private putTurns(out: Float64Array, t: number): void {
    writeTurns(this.turned, this.turns, this.start, t)
    for (const { variable } of this.turns) {
      const off = shortTurn(axis, out, variable, this.turned, variable)
      if (!(off <= TURN_TOLERANCE)) {
        const name = `${this.field}.at(${this.parameter(t, 0)}) (${this.space.variables[variable]} …)`
        const expected = 'on the constant-rate turn between the ends: cut the curve where it turns otherwise'
        throw new InvalidInputError(name, out.slice(variable, variable + 4), expected)
      }
      for (let k = variable; k < variable + 4; k++) out[k] = this.turned[k]!
    }
  }

  private givenRounding(): number {
    if (this.curve.rounding !== undefined) return this.curve.rounding
    let size = 1
    for (let i = 0; i < this.dof; i++) {
      if (this.space.isQuaternion[i] === 0) size = Math.max(size, Math.abs(this.least[i]!), Math.abs(this.most[i]!))
    }
    return CURVE_ROUNDING * size
  }

  /** Holds the curve against its bounds, and finds how far each variable may go. Returns the greatest speed of all. */
  private findRanges(): number {
    const { dof, curve, field, least, most } = this
    const half = 1 / (2 * STRETCHES)
    const before = this.start.slice()
    const after = new Float64Array(dof)
    let fastest = 0
    for (let k = 0; k < STRETCHES; k++) {
      const from = this.parameter(2 * k * half, -1)
      const to = this.parameter((2 * k + 2) * half, 1)
      const speeds = this.list(`${field}.speeds(${from}, ${to})`, curve.speeds(from, to))
      this.at(after, (2 * k + 2) * half)
      for (let i = 0; i < dof; i++) {
        if (this.space.isQuaternion[i] === 1) continue
        const name = this.named('speeds', `(${from}, ${to})`, i)
        const reach = checkNonNegative(name, speeds[i]!) * this.length * 2 * half * (1 + 8 * U)
        fastest = Math.max(fastest, speeds[i]! * this.length)
        const moved = Math.abs(after[i]! - before[i]!)
        const room = CURVE_ROUNDING * (1 + Math.abs(after[i]!)) + 2 * (curve.rounding ?? 0)
        if (!(moved <= reach + room)) {
          const expected = `at least ${moved / (to - from)}: the curve goes from ${before[i]} to ${after[i]} there`
          throw new InvalidInputError(name, speeds[i], expected)
        }
        // From either end it gets no farther than the middle of what is left over when it has gone from one to the other.
        const beyond = Math.max(0, reach - moved) / 2
        least[i] = Math.min(least[i]!, Math.min(before[i]!, after[i]!) - beyond)
        most[i] = Math.max(most[i]!, Math.max(before[i]!, after[i]!) + beyond)
      }
      before.set(after)
    }
    return fastest
  }
}

const axis = new Float64Array(3)

function checkFunction(field: string, value: unknown): void {
  if (typeof value !== 'function') throw new InvalidInputError(field, value, 'a function')
}
