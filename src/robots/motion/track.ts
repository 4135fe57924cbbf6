// A track: how the variables of a world or of one robot go from knot to knot, each stretch a line or a polynomial. What the
// builders of motions make, and what is cut where several tracks share a clock.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { cubicBetween, quinticBetween, restrict, splineAccelerations, splineVelocities } from './hermite.js'
import { LinePiece } from './line-piece.js'
import type { MotionSpace } from './motion-space.js'
import type { MotionPiece, PieceTurn } from './piece.js'
import { turnsBetween, writeTurns } from './piece-turns.js'
import { PolynomialPiece } from './polynomial-piece.js'

/** What is known at a knot. */
export interface Knot {
  readonly time: number
  readonly position: Float64Array
  readonly velocity?: Float64Array | undefined
  readonly acceleration?: Float64Array | undefined
}

export interface TrackStretch {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly turns: readonly PieceTurn[]
  /** By variable, on a clock from 0 to 1 (of a quaternion, its start as constants); undefined for a straight line. */
  readonly rows: readonly (readonly number[])[] | undefined
}

export interface Track {
  readonly space: MotionSpace
  /** One more than stretches. */
  readonly times: Float64Array
  readonly stretches: readonly TrackStretch[]
}

/**
 * From knot to knot: quintic where both ends have accelerations and velocities, cubic where both have velocities, else straight.
 * One knot alone is a motion at rest.
 */
export function trackThrough(space: MotionSpace, field: string, knots: readonly Knot[]): Track {
  const ends = knots.length === 1 ? [knots[0]!, knots[0]!] : knots
  const stretches = ends.slice(1).map((to, k) => stretchBetween(space, `${field}[${k + 1}]`, ends[k]!, to))
  return { space, times: Float64Array.from(ends, ({ time }) => time), stretches }
}

function stretchBetween(space: MotionSpace, field: string, a: Knot, b: Knot): TrackStretch {
  const from = a.position
  const to = b.position
  const turns = turnsBetween(from, to, space.quaternions)
  const h = b.time - a.time
  const [va, vb, aa, ab] = [a.velocity, b.velocity, a.acceleration, b.acceleration]
  if (va === undefined || vb === undefined || h === 0) return { from, to, turns, rows: undefined }
  const rows = Array.from(from, (p, i) => {
    if (space.isQuaternion[i] === 1) return [p]
    const [V0, V1] = [va[i]! * h, vb[i]! * h]
    const row =
      aa === undefined || ab === undefined
        ? cubicBetween(p, to[i]!, V0, V1)
        : quinticBetween(p, to[i]!, V0, V1, aa[i]! * h * h, ab[i]! * h * h)
    // The roundings of large velocities leave a poor polynomial.
    if (!row.every((c) => Math.abs(c) <= MAX_COORDINATE)) {
      const expected = `velocities and accelerations whose products with the times stay below ${MAX_COORDINATE}`
      throw new InvalidInputError(`${field} (${space.variables[i]})`, row, expected)
    }
    return row
  })
  return { from, to, turns, rows }
}

/** Knots with the velocities, and the accelerations if asked for, of the cubic spline through them. */
export function withSplineRates(
  space: MotionSpace,
  knots: readonly Knot[],
  boundary: 'natural' | 'clamped',
  accelerations: boolean,
): Knot[] {
  if (knots.length === 1) return [...knots]
  const times = knots.map(({ time }) => time)
  const rates = knots.map(() => new Float64Array(space.dof))
  const seconds = knots.map(() => new Float64Array(space.dof))
  for (let i = 0; i < space.dof; i++) {
    if (space.isQuaternion[i] === 1) continue
    const values = knots.map(({ position }) => position[i]!)
    const velocities = Array.from(splineVelocities(times, values, boundary), (own, k) => knots[k]!.velocity?.[i] ?? own)
    const found = splineAccelerations(times, values, velocities)
    // From rest to rest: no jerk at the ends.
    if (boundary === 'clamped') {
      found[0] = 0
      found[found.length - 1] = 0
    }
    velocities.forEach((velocity, k) => {
      rates[k]![i] = velocity
      seconds[k]![i] = knots[k]!.acceleration?.[i] ?? found[k]!
    })
  }
  return knots.map((knot, k) => ({
    ...knot,
    velocity: rates[k],
    ...(accelerations ? { acceleration: seconds[k] } : {}),
  }))
}

export function piecesOf({ space, stretches }: Track): MotionPiece[] {
  return stretches.map((stretch) => pieceOf(space.quaternions, stretch))
}

export function pieceOf(quaternions: readonly number[], { from, to, turns, rows }: TrackStretch): MotionPiece {
  return rows === undefined ? new LinePiece(from, to, quaternions, turns) : new PolynomialPiece(rows, turns, to)
}

/** The configuration of a track at a time; before it begins and after it has ended, nothing moves. */
export function trackAt({ space, times, stretches }: Track, time: number): Float64Array {
  const k = stretchAt(times, time)
  if (k < 0) return stretches[0]!.from
  if (k === stretches.length) return stretches.at(-1)!.to
  if (time === times[k]) return stretches[k]!.from
  const { from, to, turns, rows } = stretches[k]!
  const t = (time - times[k]!) / (times[k + 1]! - times[k]!)
  const q = new Float64Array(space.dof)
  if (rows === undefined) for (let i = 0; i < q.length; i++) q[i] = from[i]! + t * (to[i]! - from[i]!)
  else
    rows.forEach((row, i) => {
      q[i] = row.reduceRight((value, c) => value * t + c)
    })
  writeTurns(q, turns, from, t)
  return q
}

/** Which stretch a time is in; -1 before the first, their number from the end on. */
function stretchAt(times: Float64Array, time: number): number {
  if (time < times[0]!) return -1
  let k = 0
  while (k < times.length - 1 && time >= times[k + 1]!) k++
  return k
}

/** The part of a track between two times that no knot of it lies between, with its ends as given. */
export function cutTrack(track: Track, begin: number, end: number, from: Float64Array, to: Float64Array): TrackStretch {
  const { space, times, stretches } = track
  const k = stretchAt(times, begin)
  const { turns, rows } = stretches[Math.min(Math.max(k, 0), stretches.length - 1)]!
  if (k < 0 || k === stretches.length) {
    return { from, to, turns: turns.map((turn) => ({ ...turn, angle: 0 })), rows: undefined }
  }
  if (begin === times[k] && end === times[k + 1]) return stretches[k]!
  const length = times[k + 1]! - times[k]!
  const a = (begin - times[k]!) / length
  const b = (end - times[k]!) / length
  return {
    from,
    to,
    turns: turns.map((turn) => ({ ...turn, angle: turn.angle * (b - a) })),
    rows: rows?.map((row, i) =>
      space.isQuaternion[i] === 1 ? [from[i]!] : [from[i]!, ...restrict(row, a, b).slice(1)],
    ),
  }
}
