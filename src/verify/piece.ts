// A piece of a certificate's motion: polynomials of t from 0 to 1, one for each variable, and turns of floating joints.
//
// The linear coefficient is c₁ = to − from − c₂ − … − c_n. Its sum is off by n·u·C, C being the sum of |c_j|, j ≥ 1. About the middle t
// of an interval of half width h, synthetic division gives d_j with p(t + s) = Σ d_j·s^j, each coefficient going through 2k + 1
// operations: since t + h ≤ 1, Σ d_j·s^j is off by (2n + 1)·u·C and u of its value anywhere in the interval. So the polynomial with
// the d_j as they come out is taken for the curve, and `error` has what the exact one differs by: u·(max |p| + (4n + 2)·C), and for a
// mimic joint two operations more. A bound of its derivatives is a sum of terms, those of even powers of s having one sign.
import type { Anchor, Bodies, FreeTurn } from './kinematics.js'
import { demand, type Fields, list, number, numbers, records, whole } from './plain.js'
import { quaternionPose, readAxis, U } from './poses.js'
import type { Variable } from './world.js'

/** Powers of t beyond this are a mistake. */
const HIGHEST_DEGREE = 16

/** Radians: a turn that misses its end by more is none to it. */
const MISSED_END = 1e-6

export class Piece {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly turns = new Map<number, FreeTurn>()
  /** By variable: coefficients from the zeroth. */
  private readonly curves: readonly Float64Array[]
  /** By mover. */
  private readonly polynomials: readonly Float64Array[]
  private readonly errors: Float64Array

  constructor(
    private readonly bodies: Bodies,
    fields: Fields,
    readonly segment: number,
    dof: number,
  ) {
    const field = `pieces[${segment}]`
    demand(fields.kind !== 'curve', 'this segment is a function in code, which the verifier cannot check', { segment })
    this.from = numbers(fields.from, `${field}.from`, dof)
    this.to = numbers(fields.to, `${field}.to`, dof)
    const higher = fields.higher === undefined ? undefined : list(fields.higher, `${field}.higher`)
    demand(higher === undefined || higher.length === dof, `${field}.higher is not of ${dof} variables`)
    this.curves = this.from.map((from, v) => {
      const rest = higher === undefined ? [] : numbers(higher[v], `${field}.higher`)
      demand(rest.length < HIGHEST_DEGREE, 'a polynomial has too many coefficients', { segment })
      const linear = rest.reduce((left, c) => left - c, this.to[v]! - from)
      return rest.length === 0 && linear === 0 ? Float64Array.of(from) : Float64Array.of(from, linear, ...rest)
    })
    const turns = fields.turns === undefined ? [] : records(fields.turns, `${field}.turns`)
    this.errors = new Float64Array(bodies.movers.length)
    this.polynomials = bodies.movers.map(({ isTurn, body, variable, factor, offset }, k) => {
      if (isTurn && bodies.jointOf(body).link.kind === 'floating') return this.freeTurn(k, turns, field)
      const own = this.curves[variable]!.map((c) => factor * c)
      own[0]! += offset
      const size =
        Math.abs(factor) * (Math.abs(this.from[variable]!) + sumOf(this.curves[variable]!)) + Math.abs(offset)
      const mimic = factor === 1 && offset === 0 ? 0 : 4 * U * size
      this.errors[k] = Math.abs(factor) * errorOf(this.curves[variable]!) + mimic
      return own
    })
    demand(turns.length === this.turns.size, 'a rotation belongs to no floating joint, or to one that has two', {
      segment,
    })
  }

  /** How the movers move within h of t. */
  fill(anchor: Anchor, t: number, h: number): void {
    this.polynomials.forEach((own, k) => {
      const d = taylor(own, t)
      const s = largest(d, 1, h) * h
      let spread = 0
      for (let j = d.length - 1; j > 0; j--) spread = (spread + Math.abs(d[j]!)) * h
      anchor.value[k] = d[0]!
      anchor.rate[k] = (d[1] ?? 0) * h
      anchor.s[k] = s
      anchor.bend[k] = largest(d, 2, h) * h * h
      anchor.error[k] = this.errors[k]!
      anchor.setSpread(k, Math.min(spread * (1 + 64 * U), s), this.bodies.movers[k]!.isTurn)
    })
  }

  /** Does a variable stay within its limits? Lines by their ends; curves by bisection, an interval's values being bounded. */
  staysWithin(v: number, { lower, upper }: Variable, tolerance: number): boolean {
    const curve = this.curves[v]!
    // The tolerance as docs/formats/certificate.md has it; `room` is what a value may be off by.
    const holds = (low: number, high: number): boolean =>
      (low >= lower || lower - low <= tolerance) && (high <= upper || high - upper <= tolerance)
    if (!holds(this.from[v]!, this.from[v]!) || !holds(this.to[v]!, this.to[v]!)) return false
    if (curve.length <= 2) return true
    const room = errorOf(curve)
    const waiting = [{ t: 0.5, h: 0.5 }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { t, h } = next
      const d = taylor(curve, t)
      let spread = 0
      for (let j = d.length - 1; j > 0; j--) spread = (spread + Math.abs(d[j]!)) * h
      const off = spread * (1 + 64 * U) + 2 * room
      if (holds(d[0]! - off, d[0]! + off)) continue
      if (h < 2 ** -40 || !holds(d[0]! - room, d[0]! + room)) return false
      waiting.push({ t: t - h / 2, h: h / 2 }, { t: t + h / 2, h: h / 2 })
    }
    return true
  }

  /** The turn of a floating joint: the angle grows evenly from 0. How far it misses the end that is given is part of its error. */
  private freeTurn(k: number, turns: readonly Fields[], field: string): Float64Array {
    const { segment } = this
    const { variable, body } = this.bodies.movers[k]!
    const turn = turns.find((one) => one.variable === variable)
    demand(turn !== undefined, `it is not said how ${this.bodies.jointOf(body).link.name} turns`, { segment })
    whole(turn.variable, `${field}.turns.variable`, 2 ** 31)
    const axis = readAxis(turn.axis, `${field}.turns.axis`)
    const angle = number(turn.angle, `${field}.turns.angle`, 0)
    const [start, end] = [this.from, this.to].map((q) => q.slice(variable, variable + 4)) as [number[], number[]]
    for (let i = 0; i < 4; i++)
      demand(this.curves[variable + i]!.length <= 2, 'a quaternion has powers of time', { segment })
    this.turns.set(k, { start: quaternionPose(start, field), axis })
    quaternionPose(end, field)
    // |p − q| of unit quaternions is 2·sin of a quarter of the angle between them: no less than 0.45 of the angle. 16 u of rounding.
    const reached = turned(start, axis, angle)
    const off = (sign: number): number =>
      Math.sqrt(reached.reduce((sum, x, i) => sum + (x - sign * unit(end)[i]!) ** 2, 0))
    const missed = (Math.min(off(1), off(-1)) + 16 * U) * 2.25
    demand(missed <= MISSED_END, 'a floating joint does not turn to its stated end', { segment })
    this.errors[k] = errorOf(Float64Array.of(0, angle)) + missed
    return Float64Array.of(0, angle)
  }
}

/** q · turn(axis, angle), of unit length. */
function turned(q: readonly number[], axis: Float64Array, angle: number): number[] {
  const [x, y, z, w] = unit(q) as [number, number, number, number]
  const s = Math.sin(angle / 2)
  const [a, b, c, d] = [axis[0]! * s, axis[1]! * s, axis[2]! * s, Math.cos(angle / 2)]
  return [
    w * a + x * d + y * c - z * b,
    w * b + y * d + z * a - x * c,
    w * c + z * d + x * b - y * a,
    w * d - x * a - y * b - z * c,
  ]
}

function unit(q: readonly number[]): number[] {
  const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0))
  return q.map((x) => x / size)
}

/** Σ |c_j| over j ≥ 1. */
function sumOf(curve: Float64Array): number {
  return curve.reduce((sum, c, j) => (j === 0 ? 0 : sum + Math.abs(c)), 0)
}

/** A constant is exact. */
function errorOf(curve: Float64Array): number {
  const n = curve.length - 1
  return n === 0 ? 0 : U * (Math.abs(curve[0]!) + (4 * n + 4) * sumOf(curve)) + Number.MIN_VALUE
}

/** Coefficients about t: p(t + s) = Σ d_j·s^j. */
function taylor(curve: Float64Array, t: number): Float64Array {
  const d = curve.slice()
  const n = d.length - 1
  for (let j = 0; j < n; j++) for (let k = n - 1; k >= j; k--) d[k] = d[k]! + t * d[k + 1]!
  return d
}

/** The greatest size of a derivative, the first or second, of Σ d_j·s^j for |s| ≤ h. */
function largest(d: Float64Array, derivative: 1 | 2, h: number): number {
  let low = 0
  let high = 0
  let power = 1
  for (let j = derivative; j < d.length; j++) {
    const term = d[j]! * (derivative === 1 ? j : j * (j - 1)) * power
    const isEven = (j - derivative) % 2 === 0
    if (j === derivative) high = term
    else high += isEven ? Math.max(0, term) : Math.abs(term)
    if (j === derivative) low = term
    else low -= isEven ? Math.max(0, -term) : Math.abs(term)
    power *= h
  }
  return Math.max(Math.abs(low), Math.abs(high)) * (1 + 256 * U)
}
