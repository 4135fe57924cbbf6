// Robots on a clock: where each is along its path, when it waits, and for whom. Taken from the schedule's own tracks, in which a
// robot that waits is at one waypoint twice.
import type { NamedSignal, RobotSchedule, WaypointTrack } from '../../../src/entries/robots.js'

/** One robot, from the common start on. */
export interface Run {
  readonly name: string
  /** Seconds on the clock, and seconds along the path at each of them: straight between them. */
  readonly times: readonly number[]
  readonly places: readonly number[]
  readonly waits: readonly Wait[]
}

/** A stretch of time in which a robot stands on its way. */
export interface Wait {
  readonly from: number
  readonly to: number
  /** Seconds along its path. */
  readonly at: number
  /** Robots whose signals it waits for; empty where it is late by itself. */
  readonly after: readonly string[]
}

export interface Execution {
  readonly runs: readonly Run[]
  /** Seconds until the last robot arrives. */
  readonly end: number
}

/** Places and times along a path that are taken for the same: sums of the same numbers in another order. */
const SAME = 1e-6

export function executionOf(schedule: RobotSchedule, delays: Readonly<Record<string, number>>): Execution {
  const tracks = schedule.tracks(delays)
  const bare = schedule.robots.map((name) => runOf(name, tracks[name] as WaypointTrack))
  const runs = bare.map((run) => ({
    ...run,
    waits: run.waits.flatMap((wait) => explained(wait, run.name, bare, schedule.signals, delays[run.name] ?? 0)),
  }))
  return { runs, end: Math.max(...runs.map(({ times }) => times.at(-1)!)) }
}

function runOf(name: string, { waypoints, times = [] }: WaypointTrack): Run {
  const clock = [0]
  const places = [0]
  const waits: Wait[] = []
  for (let k = 1; k < waypoints.length; k++) {
    const [from, to] = [waypoints[k - 1]!, waypoints[k]!] as [ArrayLike<number>, ArrayLike<number>]
    const at = places.at(-1)!
    const isStill = Array.from(from).every((x, i) => x === to[i])
    if (isStill) waits.push({ from: times[k - 1]!, to: times[k]!, at, after: [] })
    clock.push(times[k]!)
    places.push(isStill ? at : at + times[k]! - times[k - 1]!)
  }
  return { name, times: clock, places, waits }
}

/** Before it starts, a robot is late by itself first; then, as anywhere else, it waits for signals that are not there yet. */
function explained(
  wait: Wait,
  name: string,
  runs: readonly Run[],
  signals: readonly NamedSignal[],
  delay: number,
): Wait[] {
  const begin = wait.at === 0 ? Math.min(delay, wait.to) : wait.from
  const missing = signals.filter(({ robot, at, after, leftAt }) => {
    if (robot !== name || Math.abs(at - wait.at) > SAME) return false
    return reachedAt(runs.find((run) => run.name === after)!, leftAt) > begin + SAME
  })
  const late = begin > wait.from ? [{ ...wait, to: begin, after: [] }] : []
  if (!(wait.to > begin + SAME)) return late
  return [...late, { ...wait, from: begin, after: [...new Set(missing.map(({ after }) => after))] }]
}

/** When a robot has gone this far. */
function reachedAt({ times, places }: Run, place: number): number {
  const k = places.findIndex((at) => at >= place - SAME)
  if (k <= 0) return times[Math.max(0, k)]!
  return times[k]! - Math.max(0, places[k]! - place)
}

/** Seconds along its path at a time. */
export function placeAt({ times, places }: Run, clock: number): number {
  let k = 1
  while (k < times.length - 1 && clock > times[k]!) k++
  if (times.length < 2 || clock >= times[k]!) return places.at(Math.min(k, times.length - 1))!
  const share = (clock - times[k - 1]!) / (times[k]! - times[k - 1]!)
  return places[k - 1]! + Math.max(0, share) * (places[k]! - places[k - 1]!)
}

export type Doing =
  | { readonly kind: 'moves' | 'late' | 'arrived' | 'stands' }
  | { readonly kind: 'waits'; readonly after: readonly string[] }

export function doingAt({ times, places, waits }: Run, clock: number): Doing {
  if (places.at(-1) === 0) return { kind: 'stands' }
  if (clock >= times.at(-1)!) return { kind: 'arrived' }
  const wait = waits.find(({ from, to }) => clock >= from && clock < to)
  if (wait === undefined) return { kind: 'moves' }
  return wait.after.length === 0 ? { kind: 'late' } : { kind: 'waits', after: wait.after }
}

/** The way of the dot in the diagram of two robots: both places at every time at which either changes its pace. */
export function staircase(a: Run, b: Run): (readonly [number, number])[] {
  const times = [...new Set([...a.times, ...b.times])].sort((x, y) => x - y)
  return times.map((clock) => [placeAt(a, clock), placeAt(b, clock)] as const)
}
