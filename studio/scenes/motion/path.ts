// A path on a timeline: each stretch as wide as it takes, or as the joints turn on it where nothing is known of time; and what the user
// does with its waypoints. The page and its worker share this.

/** Lists are empty where nothing is known; rows are null where nothing is known of one waypoint. */
export interface MotionPath {
  readonly waypoints: readonly (readonly number[])[]
  /** Seconds, each later than the one before. */
  readonly times: readonly number[]
  readonly velocities: Rates
  readonly accelerations: Rates
}

export type Rates = readonly (readonly number[] | null)[]

/** A path of which only the waypoints need to be given. */
export type PathLike = Pick<MotionPath, 'waypoints'> & Partial<MotionPath>

/** Straight, and without times. */
export function untimed(waypoints: MotionPath['waypoints']): MotionPath {
  return { waypoints, times: [], velocities: [], accelerations: [] }
}

export function wholePath({ waypoints, times = [], velocities = [], accelerations = [] }: PathLike): MotionPath {
  return { waypoints, times, velocities, accelerations }
}

export function isTimed({ waypoints, times = [] }: PathLike): boolean {
  return times.length > 1 && times.length === waypoints.length
}

/** Seconds; undefined where nothing is known of time. */
export function durationOf(path: PathLike): number | undefined {
  return isTimed(path) ? path.times!.at(-1)! - path.times![0]! : undefined
}

/** Where each waypoint is on the timeline, 0 to 1. */
export function pathBreaks(path: PathLike): number[] {
  const { times = [] } = path
  const duration = durationOf(path)
  if (duration === undefined) return breaksOf(path.waypoints)
  return times.map((time, i) => (i === times.length - 1 ? 1 : (time - times[0]!) / duration))
}

/** How far the joints turn and slide, all in all: the sum over the stretches of the norm of what changes. */
export function pathLength({ waypoints }: PathLike): number {
  return waypoints.slice(1).reduce((sum, q, i) => sum + stretch(waypoints[i]!, q), 0)
}

function stretch(from: readonly number[], to: readonly number[]): number {
  return Math.hypot(...to.map((x, k) => x - from[k]!))
}

/** What a moving robot does at a place. */
export interface PathState {
  readonly q: readonly number[]
  /** By the second; null where nothing is known of time. */
  readonly velocities: readonly number[] | null
  readonly accelerations: readonly number[] | null
}

/** With another waypoint on a stretch, where the motion goes through already: it stays as it is. */
export function withWaypoint(path: MotionPath, { segment, at }: PathPlace, state: PathState): MotionPath {
  const { waypoints, times, velocities, accelerations } = path
  const both = (rows: Rates): boolean => (rows[segment] ?? null) !== null && (rows[segment + 1] ?? null) !== null
  const put = <T>(list: readonly T[], one: T): T[] => [...list.slice(0, segment + 1), one, ...list.slice(segment + 1)]
  const rated = (rows: Rates, row: readonly number[] | null): Rates => (rows.length === 0 ? rows : put(rows, row))
  const isCurved = both(velocities)
  return {
    waypoints: put(waypoints, state.q),
    times: isTimed(path) ? put(times, times[segment]! + at * (times[segment + 1]! - times[segment]!)) : [],
    velocities: rated(velocities, isCurved ? state.velocities : null),
    accelerations: rated(accelerations, isCurved && both(accelerations) ? state.accelerations : null),
  }
}

/** Two are left at least. */
export function withoutWaypoint(path: MotionPath, which: number): MotionPath {
  if (path.waypoints.length < 3) throw new Error('A path has two waypoints at least: these stay.')
  const drop = <T>(list: readonly T[]): T[] => list.filter((_, i) => i !== which)
  const { waypoints, times, velocities, accelerations } = path
  return {
    waypoints: drop(waypoints),
    times: drop(times),
    velocities: drop(velocities),
    accelerations: drop(accelerations),
  }
}

/** Of a path without times: another order. */
export function withOrder(path: MotionPath, from: number, to: number): MotionPath {
  const waypoints = path.waypoints.filter((_, i) => i !== from)
  waypoints.splice(to, 0, path.waypoints[from]!)
  return untimed(waypoints)
}

/** Seconds that are left between two waypoints. */
const LEAST_TIME = 0.001

/** Of a path with times: later or earlier, between its neighbours. */
export function withTime(path: MotionPath, which: number, time: number): MotionPath {
  const { times } = path
  const least = which === 0 ? Number.NEGATIVE_INFINITY : times[which - 1]! + LEAST_TIME
  const most = which === times.length - 1 ? Number.POSITIVE_INFINITY : times[which + 1]! - LEAST_TIME
  if (!(least <= most)) return path
  const kept = Math.min(most, Math.max(least, Number(time.toFixed(4))))
  return { ...path, times: times.map((old, i) => (i === which ? kept : old)) }
}

/** Where each waypoint is along the path, 0 to 1. */
export function breaksOf(waypoints: readonly (readonly number[])[]): number[] {
  const out = [0]
  for (let i = 1; i < waypoints.length; i++) {
    // Stretches on which nothing moves are seen all the same.
    out.push(out[i - 1]! + Math.max(stretch(waypoints[i - 1]!, waypoints[i]!), 1e-6))
  }
  const whole = out.at(-1)!
  return out.map((at, i) => (i === 0 ? 0 : i === out.length - 1 ? 1 : at / whole))
}

export interface PathPlace {
  readonly segment: number
  readonly at: number
}

export function placeAt(breaks: readonly number[], u: number): PathPlace {
  let segment = 0
  while (segment < breaks.length - 2 && u >= breaks[segment + 1]!) segment++
  const from = breaks[segment]!
  return { segment, at: Math.min(1, Math.max(0, (u - from) / (breaks[segment + 1]! - from))) }
}

export function alongPath(breaks: readonly number[], { segment, at }: PathPlace): number {
  const from = breaks[segment]!
  return from + at * (breaks[segment + 1]! - from)
}

/** The waypoint that is at u, to a thousandth of the path: the nearest. */
export function waypointAt(breaks: readonly number[], u: number): number | undefined {
  let best: number | undefined
  breaks.forEach((at, i) => {
    const away = Math.abs(at - u)
    if (away < 1e-3 && (best === undefined || away < Math.abs(breaks[best]! - u))) best = i
  })
  return best
}
