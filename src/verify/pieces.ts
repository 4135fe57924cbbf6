// The pieces of a certificate's motion, worked out anew: where every variable is, and bounds of how it moves.
//
// A line and a polynomial are both polynomials of t here: a line has the coefficients a and b − a. The exact curve of a line is
// a + t·(b − a); b − a is rounded to u of itself. About the middle of an interval a polynomial is Σ d_j·s^j with |s| ≤ h, and
// a term of an even power has one sign only, which makes ranges narrow.
//
// A floating joint's quaternion turns from its value at t = 0 about a fixed axis at a constant rate; the angle turned is a
// variable of its own, in the slot of rot_x.
//
// Rounding. Taylor coefficients come from synthetic division, which multiplies and adds at most n times each along every path from
// a coefficient to a result: 2n·u·Σ_k C(k, j)·|c_k|, t being at most 1, and 2n + 1 with what is of second order. Ranges are sums
// of positive terms, rounded up.
import type { Bodies, FreeTurn } from './bodies.js'
import { quaternionPose, TURN } from './bodies.js'
import type { PieceInput, TurnInput } from './certificate-reader.js'
import { demand } from './rejection.js'
import { U } from './rounding.js'

/** How far apart the end of a piece and the start of the next may be, and a turn's end and what it is said to be: both are rounded. */
const JOIN = 1e-9

/** How every mover moves in an interval. */
export class MoverBounds {
  /** Of a point at distance 1 (a slide: of any point): how far it can get from where it is at the middle. */
  readonly chord: Float64Array
  readonly spread: Float64Array
  /** At the middle. */
  readonly velocity: Float64Array
  readonly speed: Float64Array
  readonly bend: Float64Array

  constructor(movers: number) {
    this.chord = new Float64Array(movers)
    this.spread = new Float64Array(movers)
    this.velocity = new Float64Array(movers)
    this.speed = new Float64Array(movers)
    this.bend = new Float64Array(movers)
  }
}

export class Piece {
  /** By mover of a floating joint that turns. */
  readonly turns = new Map<number, FreeTurn>()
  /** By mover: no value that is worked out is off by more. */
  readonly errors: Float64Array
  /** By mover, coefficients of its own value, from the zeroth; and by how much its Taylor coefficients may be off, by power. */
  private readonly polynomials: readonly Float64Array[]
  private readonly margins: readonly Float64Array[]

  constructor(
    private readonly bodies: Bodies,
    private readonly input: PieceInput,
    segment: number,
  ) {
    const { movers } = bodies
    const free = new Map(input.turns.map((turn) => [turn.variable, turn]))
    const floating = new Set<number>()
    this.polynomials = movers.map(({ body, variable, factor, offset, kind }, k) => {
      if (kind === TURN && bodies.jointOf(body).joint.kind === 'floating') {
        const turn = free.get(variable)
        demand(turn !== undefined, `it is not said how ${bodies.jointOf(body).joint.name} turns`, { segment })
        floating.add(variable)
        this.turns.set(k, { start: quaternionPose(this.quaternion(variable, segment)), axis: unit(turn) })
        return Float64Array.of(0, turn.angle)
      }
      const own = Float64Array.from(input.coefficients[variable]!, (c) => factor * c)
      own[0]! += offset
      return own
    })
    demand(floating.size === free.size, 'a turn is of no floating joint', { segment })
    this.margins = this.polynomials.map((own, k) => {
      const { factor, offset, variable } = movers[k]!
      const plain = factor === 1 && offset === 0
      // Of the mimic's product and sum, and of b − a.
      const given = own.map((c, j) => (plain ? 0 : 2 * U * (Math.abs(c) + (j === 0 ? 2 * Math.abs(offset) : 0))))
      if (input.kind === 'line' && own.length > 1 && !floating.has(variable)) given[1]! += U * Math.abs(own[1]!)
      return marginsOf(own, given)
    })
    this.errors = Float64Array.from(this.margins, (margin) => margin[0]!)
    if (input.kind === 'line') this.checkEnd(free, segment)
  }

  /** Values of all movers at t; of a floating joint's turn, the angle turned. */
  values(out: Float64Array, t: number): void {
    this.polynomials.forEach((own, k) => {
      let value = 0
      for (let j = own.length - 1; j >= 0; j--) value = value * t + own[j]!
      out[k] = value
    })
  }

  /** Bounds over [t − h, t + h]. */
  bounds(out: MoverBounds, t: number, h: number): void {
    const { movers } = this.bodies
    this.polynomials.forEach((own, k) => {
      const d = taylor(own, t)
      const margin = this.margins[k]!
      const n = d.length - 1
      // Derivatives of s ↦ Σ d_j s^j, each with its margin.
      const first = d.map((c, j) => j * c).slice(1)
      const firstMargin = margin.map((c, j) => j * c).slice(1)
      const second = d.map((c, j) => j * (j - 1) * c).slice(2)
      const secondMargin = margin.map((c, j) => j * (j - 1) * c).slice(2)
      const up = 1 + 16 * (n + 2) * U
      const speed = largest(first, firstMargin, h) * up
      let reach = 0
      for (let j = n; j > 0; j--) reach = (reach + Math.abs(d[j]!) + margin[j]!) * h
      const spread = Math.min(reach, speed * h) * up
      out.spread[k] = spread
      out.chord[k] = movers[k]!.kind === TURN ? 2 * Math.sin(Math.min(spread, Math.PI) / 2) * up : spread
      out.velocity[k] = first[0] ?? 0
      out.speed[k] = speed
      out.bend[k] = largest(second, secondMargin, h) * up
    })
  }

  /** Least and greatest value of a mover over the whole piece, or beyond: of short stretches, their middles and spreads. */
  range(k: number): { low: number; high: number } {
    const own = this.polynomials[k]!
    const stretches = own.length <= 2 ? 1 : 64
    const h = 0.5 / stretches
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < stretches; i++) {
      const d = taylor(own, (2 * i + 1) * h)
      const values = range(d, this.margins[k]!, h)
      low = Math.min(low, values.low)
      high = Math.max(high, values.high)
    }
    return { low, high }
  }

  /** Does a variable stay within these limits, ends included? Not of a quaternion. */
  staysWithin(variable: number, low: number, high: number): boolean {
    const { coefficients, to } = this.input
    const start = coefficients[variable]![0]!
    if (to !== undefined) {
      // What is between two numbers on a line is between any that hold both.
      const end = to[variable]!
      return Math.min(start, end) >= low && Math.max(start, end) <= high
    }
    if (coefficients[variable]!.length === 1) return start >= low && start <= high
    // The mover of the joint itself: a mimic joint's value is another.
    const own = this.bodies.movers.findIndex((one) => one.variable === variable && one.factor === 1 && one.offset === 0)
    if (own === -1) return false
    const found = this.range(own)
    return found.low >= low && found.high <= high
  }

  /** Does it begin where another one ends? */
  follows(before: Piece): boolean {
    const { coefficients: own } = this.input
    const { coefficients: other } = before.input
    const quaternions = new Set(this.input.turns.flatMap(({ variable: v }) => [v, v + 1, v + 2, v + 3]))
    for (let v = 0; v < own.length; v++) {
      if (quaternions.has(v)) continue
      const end = other[v]!.reduce((sum, c) => sum + c, 0)
      const size = other[v]!.reduce((sum, c) => sum + Math.abs(c), 1)
      if (!(Math.abs(own[v]![0]! - end) <= JOIN * size)) return false
    }
    return this.input.turns.every(({ variable }) => {
      const turn = before.input.turns.find((one) => one.variable === variable)
      if (turn === undefined) return false
      const start = [0, 1, 2, 3].map((k) => own[variable + k]![0]!)
      return sameRotation(before.turnedQuaternion(turn), start)
    })
  }

  /** The four numbers at t = 0. */
  private quaternion(variable: number, segment: number): number[] {
    const q = [0, 1, 2, 3].map((k) => this.input.coefficients[variable + k]!)
    for (const c of q) demand(c.length === 1, 'a quaternion is given by its value at the start', { segment })
    const numbers = q.map((c) => c[0]!)
    demand(Math.abs(Math.hypot(...numbers) - 1) <= 1e-5, 'a quaternion is not of unit length', { segment })
    return numbers
  }

  /** q(1) = q(0) · turn(axis, angle). */
  private turnedQuaternion(turn: TurnInput): number[] {
    const [x, y, z, w] = this.quaternion(turn.variable, 0) as [number, number, number, number]
    const axis = unit(turn)
    const s = Math.sin(turn.angle / 2)
    const [a, b, c, d] = [axis[0]! * s, axis[1]! * s, axis[2]! * s, Math.cos(turn.angle / 2)]
    return [
      w * a + x * d + y * c - z * b,
      w * b + y * d + z * a - x * c,
      w * c + z * d + x * b - y * a,
      w * d - x * a - y * b - z * c,
    ]
  }

  /** A line says where its quaternions arrive: do they? */
  private checkEnd(free: ReadonlyMap<number, TurnInput>, segment: number): void {
    for (const [variable, turn] of free) {
      const end = this.input.quaternionEnds.get(variable)
      if (end === undefined) continue
      demand(sameRotation(this.turnedQuaternion(turn), end), 'a floating joint does not turn to where it is said to', {
        segment,
      })
    }
  }
}

function unit({ axis }: TurnInput): Float64Array {
  const length = Math.hypot(axis[0]!, axis[1]!, axis[2]!)
  return Float64Array.from(axis, (a) => a / length)
}

/** A quaternion and its negative are the same rotation; lengths are near 1. */
function sameRotation(p: readonly number[], q: readonly number[]): boolean {
  const lengths = Math.hypot(...p) * Math.hypot(...q)
  const difference = (sign: number): number =>
    Math.hypot(...p.map((a, k) => a - (sign * q[k]! * Math.hypot(...p)) / Math.hypot(...q)))
  return lengths > 0 && Math.min(difference(1), difference(-1)) <= JOIN
}

/** Coefficients about t: p(t + s) = Σ d_j·s^j. */
function taylor(coefficients: Float64Array, t: number): Float64Array {
  const d = coefficients.slice()
  const n = d.length - 1
  for (let j = 0; j < n; j++) for (let k = n - 1; k >= j; k--) d[k] = d[k]! + t * d[k + 1]!
  return d
}

/** What Taylor coefficients may be off by, anywhere from 0 to 1: of the arithmetic, and of coefficients that are off themselves. */
function marginsOf(coefficients: Float64Array, given: Float64Array): Float64Array {
  const n = coefficients.length - 1
  const sizes = taylor(coefficients.map(Math.abs), 1)
  const carried = taylor(given, 1)
  if (coefficients.every((c, j) => j === 0 || c === 0)) return Float64Array.from(coefficients, (_, j) => carried[j]!)
  return sizes.map((size, j) => (2 * n + 1) * U * size + carried[j]! * (1 + 64 * n * U) + Number.MIN_VALUE)
}

/** Range of Σ (d_j ± margin_j)·s^j for |s| ≤ h: odd powers reach both ways, even ones in the direction of their sign. */
function range(d: Float64Array, margin: Float64Array, h: number): { low: number; high: number } {
  let low = 0
  let high = 0
  let power = 1
  d.forEach((c, j) => {
    const term = c * power
    const slack = margin[j]! * power + 4 * U * Math.abs(term)
    if (j === 0) {
      low += term - slack
      high += term + slack
    } else {
      const both = j % 2 === 1
      low -= (both ? Math.abs(term) : Math.max(0, -term)) + slack
      high += (both ? Math.abs(term) : Math.max(0, term)) + slack
    }
    power *= h
  })
  const size = 8 * U * d.length * (Math.abs(low) + Math.abs(high))
  return { low: low - size, high: high + size }
}

function largest(d: Float64Array, margin: Float64Array, h: number): number {
  const { low, high } = range(d, margin, h)
  return Math.max(Math.abs(low), Math.abs(high))
}
