// A path on a clock: straight segments, corners cut by polynomials, from rest to rest, with no variable ever faster than its
// limit nor its speed changing faster than that allows. What is proved is the motion itself, polynomial by polynomial.
//
// Lengths along a segment are in seconds at the full speed of its slowest variable. A blend is a curve that does not depend on
// how fast it is passed: it is proved first, from as far as it is of use, then from half as far, and so on; where no blend is
// proved the motion stops, which it always can. Then speeds are found (timing-speeds.ts), and at last the clock is slowed by as
// much as rounding has it exceed a limit, if it does.
import { checkFields, checkNonNegative } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { Certificate } from '../motion/certificate.js'
import { readContinuous } from '../motion/motion-input.js'
import { LIMIT_FIELDS, readLimitRules } from '../motion/motion-limits.js'
import { type MotionSpace, readWaypoints, unwrap, worldSpace } from '../motion/motion-space.js'
import type { Motion, MotionPiece } from '../motion/piece.js'
import { PolynomialPiece } from '../motion/polynomial-piece.js'
import { checkSegments, SegmentCheck, type SegmentCheckOptions } from '../motion/segment-check.js'
import type { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { onSegments } from './on-segments.js'
import { refuseMovingLoops, varying } from './planning-loops.js'
import { PlanningSpace } from './planning-space.js'
import { type RateLimits, readRateLimits } from './timing-limits.js'
import { cornerSpeeds, legRamps, rampTime } from './timing-speeds.js'
import { Trajectory } from './trajectory.js'
import type { TimePathOptions, TimePathResult } from './trajectory-result.js'
import { derivative, largestValue, rampRow, type Smoothness, steepest } from './trajectory-shape.js'

const FIELDS = [
  'velocity',
  'acceleration',
  'blend',
  'smooth',
  'delta',
  'clearance',
  'continuous',
  'weights',
  ...LIMIT_FIELDS,
]

/** No blend takes more than this of a segment, so that between two of them there is always a straight part. */
const BLEND_SHARE = 0.45

/** A blend is tried from its full length, half of it, …: this many times. */
const BLEND_TRIES = 8

/** Tests of a blend's proof: it is short. */
const BLEND_STEPS = 100_000

/**
 * Of the whole path: segments that take less are dropped, and others are not cut shorter than this unless necessary: a time is a
 * double, and what takes a billionth of it has six digits left. The motion is proved as it is, so that leaving out a waypoint is
 * safe.
 */
const SHORTEST = 1e-8

/** Of a variable's velocity limit: a corner at which velocities jump by less does not count. */
const STRAIGHT = 1e-12

/** The clock is slowed by this much at once, so that rounding exceeds no limit, and then at most this many times. */
const SLOWER = 1 + 1e-9
const SLOWINGS = 8

/** A segment of the path. */
interface Leg {
  /** Of the path as it was given. */
  readonly given: number
  readonly from: Float64Array
  readonly to: Float64Array
  /** Seconds at full speed. */
  readonly length: number
  /** What each variable does in such a second. */
  readonly rate: Float64Array
  /** How fast the speed may change. */
  readonly change: number
}

/** Where two legs meet. */
interface Corner {
  /** How far before and after it the motion leaves the legs; 0: not at all. */
  readonly cut: number
  /** The fastest that it may be passed. */
  readonly speed: number
  readonly check: SegmentCheck | undefined
  readonly rows: readonly number[][] | undefined
}

/** A part of the trajectory, on a clock from 0 to 1. */
interface Part {
  readonly given: number
  readonly rows: readonly number[][]
  readonly time: number
  readonly check: SegmentCheck
}

/**
 * Puts a path on a clock. Velocity and acceleration limits are the joints' own, or `options`' where a joint has none: robot files
 * seldom have accelerations.
 */
export function timePath(world: World, path: readonly Configuration[], options: TimePathOptions = {}): TimePathResult {
  return new PathTimer(world, path, options).run()
}

class PathTimer {
  private readonly space: MotionSpace
  private readonly planning: PlanningSpace
  private readonly legs: readonly Leg[]
  /** Seconds at full speed. */
  private readonly shortest: number
  private readonly start: Float64Array
  private readonly limits: RateLimits
  private readonly smooth: Smoothness
  private readonly blend: number
  private readonly margins: SegmentCheckOptions

  constructor(
    private readonly world: World,
    given: readonly Configuration[],
    options: TimePathOptions,
  ) {
    checkFields('options', options, FIELDS)
    const { smooth = 'acceleration', blend = Infinity, delta = 0, clearance = 0, weights } = options
    if (smooth !== 'acceleration' && smooth !== 'velocity') {
      throw new InvalidInputError('options.smooth', smooth, "'acceleration' or 'velocity'")
    }
    if (typeof blend !== 'number' || !(blend >= 0)) throw new InvalidInputError('options.blend', blend, 'zero or more')
    this.smooth = smooth
    this.blend = blend
    this.margins = {
      delta: checkNonNegative('options.delta', delta),
      clearance: checkNonNegative('options.clearance', clearance),
      ...readLimitRules(options),
    }
    this.space = worldSpace(world)
    const waypoints = this.readPath(given, options)
    this.start = waypoints[0]!
    refuseMovingLoops(world, this.start, varying(waypoints), 'the path')
    this.planning = new PlanningSpace(world, this.start, [waypoints.at(-1)!], { weights })
    const moves = Uint8Array.from(this.start, (q, i) => (waypoints.some((other) => other[i] !== q) ? 1 : 0))
    this.limits = readRateLimits(world, options, moves)
    const whole = waypoints.slice(1).reduce((sum, to, k) => sum + this.seconds(waypoints[k]!, to), 0)
    this.shortest = SHORTEST * whole
    this.legs = this.legsOf(waypoints)
  }

  run(): TimePathResult {
    const { legs } = this
    if (legs.length === 0) return this.standing()
    const inner = legs.slice(1).map((leg, k) => this.cornerBetween(legs[k]!, leg))
    const end: Corner = { cut: 0, speed: 0, check: undefined, rows: undefined }
    const corners = [end, ...inner, end]
    const straight = legs.map(({ length }, k) => length - corners[k]!.cut - corners[k + 1]!.cut)
    const speeds = cornerSpeeds(
      straight,
      legs.map(({ change }) => change),
      corners.map(({ speed }) => speed),
    )
    const parts = legs.flatMap((leg, k) => [
      ...this.blendPart(leg, corners[k]!, speeds[k]!),
      ...this.straightParts(leg, corners[k]!.cut, straight[k]!, corners[k + 1]!, speeds[k]!, speeds[k + 1]!),
    ])
    const passed = inner.filter((_, k) => speeds[k + 1]! > 0).length
    return this.answer(parts, this.timesOf(parts), passed, inner.length - passed)
  }

  private answer(parts: readonly Part[], times: Float64Array, blended: number, stops: number): TimePathResult {
    const verdict = checkSegments(parts.map(({ check }) => check))
    if (verdict.outcome !== 'free')
      return { outcome: 'not-proved', verdict: onSegments(verdict, (segment) => parts[segment]!.given) }
    const motion: Motion = { pieces: parts.map(({ check }) => check.piece), times, continuous: 'as-given' }
    const trajectory = new Trajectory(
      motion,
      times,
      parts.map(({ rows }) => rows),
    )
    const certificate = (): Certificate => verdict.certificate()
    return { outcome: 'timed', trajectory, duration: trajectory.duration, blended, stops, verdict, certificate }
  }

  /** One waypoint, or the same again and again. */
  private standing(): TimePathResult {
    const rows = Array.from(this.start, (q) => [q])
    const check = this.checkOf(this.pieceOf(rows, this.start))
    return this.answer([{ given: 0, rows, time: 0, check }], Float64Array.of(0, 0), 0, 0)
  }

  private readPath(given: readonly Configuration[], { continuous }: TimePathOptions): Float64Array[] {
    const { space } = this
    const read = readWaypoints(space, 'path', given)
    const way = readContinuous('options.continuous', continuous)
    const waypoints = way === 'shortest' ? unwrap(space, 'path', read) : read
    const [first] = waypoints
    waypoints.forEach((q, k) => {
      for (const v of space.quaternions) {
        const is = (sign: number): boolean => [0, 1, 2, 3].every((j) => q[v + j] === sign * first![v + j]!)
        if (!is(1) && !is(-1)) {
          const name = `path[${k}] (${space.variables[v]} …)`
          throw new InvalidInputError(
            name,
            q.slice(v, v + 4),
            'as at the start: rotations of floating joints cannot be timed',
          )
        }
        // A quaternion and its negative are one rotation.
        for (let j = v; j < v + 4; j++) q[j] = first![j]!
      }
    })
    return waypoints
  }

  /** Waypoints that are almost the same as the one before are skipped, except the last. */
  private legsOf(waypoints: readonly Float64Array[]): Leg[] {
    const { acceleration } = this.limits
    const last = waypoints.length - 1
    const isFar = (j: number, k: number): boolean => this.seconds(waypoints[j]!, waypoints[k]!) > this.shortest
    const kept = [0]
    for (let k = 1; k < last; k++) if (isFar(kept.at(-1)!, k)) kept.push(k)
    while (kept.length > 1 && !isFar(kept.at(-1)!, last)) kept.pop()
    if (this.seconds(waypoints[kept.at(-1)!]!, waypoints[last]!) > 0) kept.push(last)
    return kept.slice(1).map((end, k) => {
      const given = kept[k]!
      const from = waypoints[given]!
      const to = waypoints[end]!
      const length = this.seconds(from, to)
      const rate = from.map((q, i) => (to[i]! - q) / length)
      return { given, from, to, length, rate, change: slowest(acceleration, rate) / steepest(this.smooth) }
    })
  }

  /** From one configuration to another, at the full speed of the variable that takes longest. */
  private seconds(from: Float64Array, to: Float64Array): number {
    const { velocity } = this.limits
    let most = 0
    for (let i = 0; i < from.length; i++) {
      if (to[i] !== from[i]) most = Math.max(most, Math.abs(to[i]! - from[i]!) / velocity[i]!)
    }
    return most
  }

  /** The largest blend that is proved free. */
  private cornerBetween(before: Leg, after: Leg): Corner {
    const { velocity, acceleration } = this.limits
    const turn = after.rate.map((rate, i) => rate - before.rate[i]!)
    if (turn.every((jump, i) => Math.abs(jump) <= STRAIGHT * velocity[i]!)) {
      return { cut: 0, speed: 1, check: undefined, rows: undefined }
    }
    // A blend from r takes 2r at full speed, in which the velocity changes by `turn`; at the speed u, u² times as fast.
    const bend = slowest(acceleration, turn) / steepest(this.smooth)
    const room = BLEND_SHARE * Math.min(before.length, after.length)
    const asked = this.blend / Math.max(this.metric(before), this.metric(after))
    let cut = Math.min(room, asked, Math.max(1 / (2 * bend), this.shortest))
    for (let k = 0; k < BLEND_TRIES && cut > 0; k++) {
      const rows = Array.from(before.to, (q, i) => {
        const p = q - cut * before.rate[i]!
        return rampRow(p, 2 * cut * before.rate[i]!, 2 * cut * after.rate[i]!, this.smooth)
      })
      const end = after.from.map((q, i) => q + cut * after.rate[i]!)
      const check = this.checkOf(this.pieceOf(rows, end))
      if (check.run({ maxSteps: BLEND_STEPS }).outcome === 'free') {
        return { cut, speed: Math.min(1, Math.sqrt(2 * cut * bend)), check, rows }
      }
      cut /= 2
    }
    return { cut: 0, speed: 0, check: undefined, rows: undefined }
  }

  /** How long a second at full speed is, in radians. */
  private metric({ from, to, length }: Leg): number {
    return this.planning.distance(from, to) / length
  }

  private blendPart({ given }: Leg, { cut, check, rows }: Corner, speed: number): Part[] {
    if (check === undefined || rows === undefined) return []
    return [{ given, rows, check, time: (2 * cut) / speed }]
  }

  /** What is left of a leg between two blends, from `start` of it on. */
  private straightParts(leg: Leg, start: number, length: number, next: Corner, from: number, to: number): Part[] {
    const place = (along: number): Float64Array => leg.from.map((q, i) => q + along * leg.rate[i]!)
    const ramps = legRamps(length, leg.change, from, to, this.shortest)
    // The last one ends where the blend begins, to the last digit; or at the waypoint.
    const last = next.rows === undefined ? leg.to : Float64Array.from(next.rows, (row) => row[0]!)
    let along = start
    let at = start === 0 ? leg.from : place(start)
    return ramps.map((ramp, k) => {
      const time = rampTime(ramp)
      along += ramp.length
      const end = k === ramps.length - 1 ? last : place(along)
      const rows = Array.from(at, (q, i) =>
        rampRow(q, leg.rate[i]! * time * ramp.from, leg.rate[i]! * time * ramp.to, this.smooth),
      )
      at = end
      return { given: leg.given, rows, time, check: this.checkOf(this.pieceOf(rows, end)) }
    })
  }

  private pieceOf(rows: readonly number[][], end: Float64Array): MotionPiece {
    const turns = this.space.quaternions.map((variable) => ({ variable, axis: Float64Array.of(1, 0, 0), angle: 0 }))
    return new PolynomialPiece(rows, turns, end)
  }

  private checkOf(piece: MotionPiece): SegmentCheck {
    return new SegmentCheck(this.world, piece, this.margins)
  }

  /** When parts begin, and the last one ends: with the numbers as they are written, no limit is exceeded. */
  private timesOf(parts: readonly Part[]): Float64Array {
    const fastest = parts.map(({ rows }) => this.fastest(rows))
    let slower = SLOWER
    for (let k = 0; k < SLOWINGS; k++) {
      const times = new Float64Array(parts.length + 1)
      parts.forEach(({ time }, i) => {
        times[i + 1] = times[i]! + slower * time
      })
      let worst = 0
      fastest.forEach(({ speed, bend }, i) => {
        // Their difference is rounded once, and these quotients.
        const time = (times[i + 1]! - times[i]!) * (1 - 2 ** -50)
        worst = Math.max(worst, speed / time, Math.sqrt(bend) / time)
      })
      if (worst <= 1) return times
      slower *= worst * SLOWER
    }
    // Parts that take less time than the clock has digits for.
    throw new InvalidInputError('path', 'parts of next to nothing', 'one whose parts are long enough to be timed')
  }

  /** The greatest velocity of a part as a multiple of its variable's limit, and acceleration, were it to take a second. */
  private fastest(rows: readonly number[][]): { speed: number; bend: number } {
    const { velocity, acceleration } = this.limits
    let speed = 0
    let bend = 0
    rows.forEach((row, i) => {
      if (row.length === 1) return
      const first = derivative(row)
      speed = Math.max(speed, largestValue(first) / velocity[i]!)
      if (row.length > 2) bend = Math.max(bend, largestValue(derivative(first)) / acceleration[i]!)
    })
    return { speed, bend }
  }
}

/** How fast something may change at `rates` without any variable exceeding its limit. */
function slowest(limits: Float64Array, rates: Float64Array): number {
  let least = Infinity
  rates.forEach((rate, i) => {
    if (rate !== 0) least = Math.min(least, limits[i]! / Math.abs(rate))
  })
  return least
}
