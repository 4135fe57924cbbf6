// What several robots are to do: their paths, and signals with which no timing collides. A robot stays on its path, never goes
// back, and does not pass a mark before its signals are there; how fast it is, how long it waits and when it starts is its own.
import { checkFinite, checkNonNegative } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { worldSpace } from '../motion/motion-space.js'
import type { Motion } from '../motion/piece.js'
import { joinTracks, type TrackInput } from '../motion/together.js'
import { cutTrack, type Track, type TrackStretch } from '../motion/track.js'
import type { World } from '../world/world.js'
import { rampOver, type SegmentRamp } from './ramps.js'
import type { RobotPath } from './robot-path.js'
import { earliest, type Signal, type Timing } from './schedule-search.js'

/** A signal by names, with the seconds along the paths at which the marks lie, for robots that never wait. */
export interface NamedSignal {
  /** It may not pass its mark `mark`… */
  readonly robot: string
  readonly mark: number
  readonly at: number
  /** …before this one has reached its mark `left`. */
  readonly after: string
  readonly left: number
  readonly leftAt: number
}

/** How late robots are: seconds that a robot waits at a mark beyond what its signals ask, by mark; or before it starts. */
export type Delays = Readonly<Record<string, number | ReadonlyMap<number, number>>>

/** Sums of the same durations, added up in whatever order, differ by less than this part of them: 2¹⁶ additions, 2⁻⁵³ each, in both. */
const SUM_ROUNDING = 2 ** -36

/** Signals by name, and executions that respect them: on time, or with delays. */
export class RobotSchedule {
  readonly signals: readonly NamedSignal[]
  /** Names of the robots, in the world's order. */
  readonly robots: readonly string[]
  /** @internal If nothing is late. */
  readonly timing: StoppedTiming
  private readonly waits: readonly (readonly Signal[])[]

  /** @internal */
  constructor(
    private readonly paths: readonly RobotPath[],
    private readonly raw: readonly Signal[],
    private readonly lag: number,
  ) {
    this.timing = timingOf(paths, raw, lag)
    this.robots = Object.freeze(paths.map(({ name }) => name))
    this.signals = Object.freeze(
      raw.map(({ robot, mark, after, left }) => ({
        robot: this.robots[robot]!,
        mark,
        at: secondsAt(paths[robot]!, mark),
        after: this.robots[after]!,
        left,
        leftAt: secondsAt(paths[after]!, left),
      })),
    )
    this.waits = paths.map((_, r) => raw.filter(({ robot }) => robot === r))
  }

  /** How many marks a robot's path has: 0 is its start, the last one its end. */
  marksOf(robot: string): number {
    return this.pathOf(robot).atoms
  }

  /**
   * The marks that a robot has reached when it is this many seconds along its path (waiting not counted). It is at its end where only
   * rounding errors are missing: there is no later mark at which that would be made up for.
   */
  markAt(robot: string, seconds: number): number {
    const { durations, atoms, duration } = this.pathOf(robot)
    if (checkFinite('seconds', seconds) >= duration * (1 - SUM_ROUNDING)) return atoms - 1
    let sum = 0
    for (let m = 0; m < atoms; m++) {
      sum += durations[m]!
      if (sum > seconds) return m
    }
    return atoms - 1
  }

  /**
   * May a robot that has reached this mark go beyond it, the others having reached theirs (`states`, by name)? All that a
   * controller needs to ask.
   */
  mayPass(robot: string, mark: number, states: Readonly<Record<string, number>>): boolean {
    const r = this.indexOf(robot)
    return this.waits[r]!.every((signal) => {
      const other = states[this.robots[signal.after]!]
      if (typeof other !== 'number')
        throw new InvalidInputError('states', states, `a mark for ${this.robots[signal.after]}`)
      return signal.mark > mark || other >= signal.left
    })
  }

  /** Seconds at which a robot gets to each mark, and at which it leaves, if nothing is late. */
  timesOf(robot: string): { readonly arrive: Float64Array; readonly depart: Float64Array } {
    const r = this.indexOf(robot)
    return { arrive: this.timing.arrive[r]!.slice(), depart: this.timing.depart[r]!.slice() }
  }

  /** Tracks for `together`, on time, or with delays: of paths of straight lines, with or without limits of acceleration. */
  tracks(delays: Delays = {}): Record<string, TrackInput> {
    const timing = this.timingWith(delays)
    return Object.fromEntries(
      this.paths.map((path, r) => {
        if (path.track.stretches.some(({ rows }) => rows !== undefined)) {
          throw new InvalidInputError('robot', path.name, 'a path of straight lines: `motion` takes curves as well')
        }
        const { stretches, times } = timedTrack(path, timing, r)
        const waypoints = [stretches[0]!.from, ...stretches.map(({ to }) => to)]
        if (path.ramps === undefined) return [path.name, { waypoints, times: Array.from(times) }]
        const points = waypoints.map((positions, k) => {
          // Where speeds do not jump, either stretch tells.
          const after = stretches[k]
          const length = after === undefined ? 1 : times[k + 1]! - times[k]!
          const velocities = Array.from(positions, (_, i) => (after?.rows?.[i]?.[1] ?? 0) / length)
          return { time: times[k]!, positions, velocities }
        })
        return [path.name, { points }]
      }),
    )
  }

  /** One motion of all robots: for `checkMotion`, or to be drawn. On time, or with delays. */
  motion(world: World, delays: Delays = {}): Motion {
    const timing = this.timingWith(delays)
    const placed = this.paths.map((path, r) => ({
      track: timedTrack(path, timing, r),
      first: path.first,
      timeless: false,
    }))
    return joinTracks(worldSpace(world), placed, world.neutral(), 'as-given')
  }

  private timingWith(delays: Delays): StoppedTiming {
    if (Object.keys(delays).length === 0) return this.timing
    const extra = this.paths.map(() => new Map<number, number>())
    for (const [name, delay] of Object.entries(delays)) {
      const own = extra[this.indexOf(name)]!
      if (typeof delay === 'number') own.set(0, checkNonNegative(`delays[${JSON.stringify(name)}]`, delay))
      else
        for (const [mark, seconds] of delay) {
          const last = this.marksOf(name) - 1
          if (!(Number.isInteger(mark) && mark >= 0 && mark <= last)) {
            throw new InvalidInputError(`delays (${name})`, mark, `a mark from 0 to ${last}`)
          }
          own.set(mark, checkNonNegative(`delays (${name}, ${mark})`, checkFinite('seconds', seconds)))
        }
    }
    // A robot that waits longer than asked only comes later: the signals see to the rest.
    return timingOf(this.paths, this.raw, this.lag, extra)
  }

  private pathOf(robot: string): RobotPath {
    return this.paths[this.indexOf(robot)]!
  }

  private indexOf(robot: string): number {
    const r = this.robots.indexOf(robot)
    if (r === -1) throw new InvalidInputError('robot', robot, `one of ${this.robots.join(', ')}`)
    return r
  }
}

/** Seconds along a path at which a mark lies. */
function secondsAt({ durations }: RobotPath, mark: number): number {
  let sum = 0
  for (let m = 0; m < mark; m++) sum += durations[m]!
  return sum
}

/** With the marks at which each robot stops on its way. */
interface StoppedTiming extends Timing {
  readonly stops: readonly ReadonlySet<number>[]
}

/** The earliest times: where a robot waits it stops, and within limits of acceleration that takes time. */
function timingOf(
  paths: readonly RobotPath[],
  signals: readonly Signal[],
  lag: number,
  delays?: readonly ReadonlyMap<number, number>[],
): StoppedTiming {
  const stops = paths.map(() => new Set<number>())
  for (;;) {
    const durations = paths.map((path, r) => path.durationsWith(stops[r]!))
    const timing = earliest({ durations, lag }, signals, delays)!
    let isSame = true
    paths.forEach(({ ramps, atoms }, r) => {
      for (let m = 1; ramps !== undefined && m < atoms; m++) {
        if (!(timing.depart[r]![m]! > timing.arrive[r]![m]!) || stops[r]!.has(m)) continue
        stops[r]!.add(m)
        isSame = false
      }
    })
    if (isSame) return { ...timing, stops }
  }
}

/** The path on a clock: cut where it waits or changes its pace. */
function timedTrack(path: RobotPath, { arrive: all, depart: onward, stops: marks }: StoppedTiming, r: number): Track {
  const arrive = all[r]!
  const depart = onward[r]!
  const { track, pieces, firstAtom, levels, ramps } = path
  const clock = new TrackClock(path)
  const waits = new Set(marks[r])
  for (let m = 0; m < path.atoms; m++) if (depart[m]! > arrive[m]!) waits.add(m)
  for (let k = 1; k < pieces.length - 1; k++) {
    const first = firstAtom[k]!
    const count = 2 ** levels[k]!
    const stops = path.stopsIn(k, waits)
    for (let s = 1; s < stops.length; s++) {
      const [from, to] = [stops[s - 1]!, stops[s]!]
      clock.waitUntil(depart[first + from]!)
      const ramp = ramps?.[k - 1]
      const end = arrive[first + to]!
      const q = new Float64Array(track.space.dof)
      path.at(q, first + to)
      if (ramp === undefined) clock.go(end, partOf(track, k - 1, from / count, to / count, clock.at, q))
      else clock.goRamped(end, track.stretches[k - 1]!, ramp, from / count, to / count, q)
    }
  }
  return clock.finish(Math.max(arrive.at(-1)!, depart.at(-1)!))
}

/** A track in the making. */
class TrackClock {
  at: Float64Array
  private readonly times: number[] = [0]
  private readonly stretches: TrackStretch[] = []
  private readonly still: TrackStretch['turns']

  constructor(private readonly path: RobotPath) {
    this.at = new Float64Array(path.track.space.dof)
    path.at(this.at, 0)
    this.still = path.track.stretches[0]!.turns.map((turn) => ({ ...turn, angle: 0 }))
  }

  go(time: number, stretch: TrackStretch): void {
    this.times.push(time)
    this.stretches.push(stretch)
    this.at = stretch.to
  }

  waitUntil(time: number): void {
    if (time > this.times.at(-1)!) this.go(time, { from: this.at, to: this.at, turns: this.still, rows: undefined })
  }

  /** From rest to rest, from a part of a straight stretch on to another: at most three polynomials of time. */
  goRamped(end: number, stretch: TrackStretch, ramp: SegmentRamp, a: number, b: number, to: Float64Array): void {
    const { d, top, time } = rampOver(ramp, b - a)
    const begin = end - time
    const place = (x: number): Float64Array =>
      stretch.from.map((p, i) => (stretch.to[i] === p ? p : p + x * (stretch.to[i]! - p)))
    const rows = (from: Float64Array, first: number, second: number): number[][] =>
      Array.from(from, (p, i) => {
        const way = stretch.to[i]! - stretch.from[i]!
        return way === 0 ? [p] : [p, first * way, second * way]
      })
    const { turns } = stretch
    const part = (until: number, x: number, first: number, second: number): void => {
      const next = x === b ? to : place(x)
      this.go(until, { from: this.at, to: next, turns, rows: rows(this.at, first, second) })
    }
    part(begin + top / ramp.change, a + d, 0, d)
    if (b - d > a + d) part(end - top / ramp.change, b - d, b - a - 2 * d, 0)
    part(end, b, 2 * d, -d)
  }

  finish(time: number): Track {
    if (this.stretches.length === 0) this.go(time, { from: this.at, to: this.at, turns: this.still, rows: undefined })
    return { space: this.path.track.space, times: Float64Array.from(this.times), stretches: this.stretches }
  }
}

/** From a part of a stretch on to another, both from 0 to 1. */
function partOf(track: Track, k: number, a: number, b: number, from: Float64Array, to: Float64Array): TrackStretch {
  const begin = track.times[k]!
  const length = track.times[k + 1]! - begin
  const alone: Track = { space: track.space, times: Float64Array.of(0, length), stretches: [track.stretches[k]!] }
  return cutTrack(alone, a * length, b === 1 ? length : b * length, from, to)
}
