// What several robots are to do: their paths, and signals with which no timing collides. A robot stays on its path, never goes
// back, and does not pass a mark before its signals are there; how fast it is, how long it waits and when it starts is its own.
import { checkFinite, checkNonNegative } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { worldSpace } from '../motion/motion-space.js'
import type { Motion } from '../motion/piece.js'
import { joinTracks, type WaypointTrack } from '../motion/together.js'
import { cutTrack, type Track, type TrackStretch } from '../motion/track.js'
import type { World } from '../world/world.js'
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

/** Signals by name, and executions that respect them: on time, or with delays. */
export class Schedule {
  readonly signals: readonly NamedSignal[]
  /** Names of the robots, in the world's order. */
  readonly robots: readonly string[]
  private readonly waits: readonly (readonly Signal[])[]

  /** @internal */
  constructor(
    private readonly paths: readonly RobotPath[],
    private readonly raw: readonly Signal[],
    private readonly timing: Timing,
    private readonly lag: number,
  ) {
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

  /** The marks that a robot has reached when it is this many seconds along its path (waiting not counted). */
  markAt(robot: string, seconds: number): number {
    const { durations, atoms } = this.pathOf(robot)
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

  /** Seconds at which a robot gets to each mark, and at which it goes on, if nothing is late. */
  timesOf(robot: string): { readonly arrive: Float64Array; readonly depart: Float64Array } {
    const r = this.indexOf(robot)
    return { arrive: this.timing.arrive[r]!.slice(), depart: this.timing.depart[r]!.slice() }
  }

  /** Of paths of straight lines: tracks for `together`, on time, or with delays. */
  tracks(delays: Delays = {}): Record<string, WaypointTrack> {
    const timing = this.timingWith(delays)
    return Object.fromEntries(
      this.paths.map((path, r) => {
        const track = timedTrack(path, timing.arrive[r]!, timing.depart[r]!)
        if (track.stretches.some(({ rows }) => rows !== undefined)) {
          throw new InvalidInputError('robot', path.name, 'a path of straight lines: `motion` takes curves as well')
        }
        const waypoints = [track.stretches[0]!.from, ...track.stretches.map(({ to }) => to)]
        return [path.name, { waypoints, times: Array.from(track.times) }]
      }),
    )
  }

  /** One motion of all robots: for `checkMotion`, or to be drawn. On time, or with delays. */
  motion(world: World, delays: Delays = {}): Motion {
    const timing = this.timingWith(delays)
    const placed = this.paths.map((path, r) => ({
      track: timedTrack(path, timing.arrive[r]!, timing.depart[r]!),
      first: path.first,
      timeless: false,
    }))
    return joinTracks(worldSpace(world), placed, world.neutral(), 'as-given')
  }

  private timingWith(delays: Delays): Timing {
    if (Object.keys(delays).length === 0) return this.timing
    const durations = this.paths.map(({ durations: own }) => own)
    const extra = this.paths.map(() => new Map<number, number>())
    for (const [name, delay] of Object.entries(delays)) {
      const own = extra[this.indexOf(name)]!
      if (typeof delay === 'number') own.set(0, checkNonNegative(`delays[${JSON.stringify(name)}]`, delay))
      else
        for (const [mark, seconds] of delay)
          own.set(mark, checkNonNegative(`delays (${name}, ${mark})`, checkFinite('seconds', seconds)))
    }
    // Whoever waits longer than asked only comes later: the signals see to the rest.
    return earliest({ durations, lag: this.lag }, this.raw, extra)!
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

/** The path on a clock: cut where it waits or changes its pace. */
function timedTrack(path: RobotPath, arrive: Float64Array, depart: Float64Array): Track {
  const { track, pieces, firstAtom, levels, atoms } = path
  const times: number[] = [0]
  const stretches: TrackStretch[] = []
  let at = new Float64Array(track.space.dof)
  path.at(at, 0)
  const add = (time: number, stretch: TrackStretch): void => {
    times.push(time)
    stretches.push(stretch)
    at = stretch.to as Float64Array<ArrayBuffer>
  }
  const still = (turns: TrackStretch['turns']): TrackStretch => ({
    from: at,
    to: at,
    turns: turns.map((turn) => ({ ...turn, angle: 0 })),
    rows: undefined,
  })
  const wait = (mark: number): void => {
    if (depart[mark]! > times.at(-1)!)
      add(depart[mark]!, still(pieces[path.pieceOf[Math.min(mark, atoms - 1)]!]!.turns))
  }
  const isMoving = pieces.length > 1
  for (let k = 1; isMoving && k < pieces.length - 1; k++) {
    const first = firstAtom[k]!
    const last = firstAtom[k + 1]!
    let from = first
    for (let m = first; m < last; m++) {
      if (m === first || depart[m]! > arrive[m]!) {
        wait(m)
        from = m
      }
      const isEnd = m + 1 === last || depart[m + 1]! > arrive[m + 1]!
      if (!isEnd) continue
      const to = new Float64Array(track.space.dof)
      path.at(to, m + 1)
      add(
        arrive[m + 1]!,
        partOf(track, k - 1, (from - first) / 2 ** levels[k]!, (m + 1 - first) / 2 ** levels[k]!, at, to),
      )
    }
  }
  if (stretches.length === 0) add(0, still(pieces[0]!.turns))
  return { space: track.space, times: Float64Array.from(times), stretches }
}

/** From a part of a stretch on to another, both from 0 to 1. */
function partOf(track: Track, k: number, a: number, b: number, from: Float64Array, to: Float64Array): TrackStretch {
  const begin = track.times[k]!
  const length = track.times[k + 1]! - begin
  const alone: Track = { space: track.space, times: Float64Array.of(0, length), stretches: [track.stretches[k]!] }
  return cutTrack(alone, a * length, b === 1 ? length : b * length, from, to)
}
