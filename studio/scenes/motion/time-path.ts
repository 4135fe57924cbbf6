// A path that is put on a clock: within the joints' own limits, and within what the user says. It goes from rest to rest, cuts corners
// where that is proved free, and is proved as it is.
import { type MotionVerdict, timePath, type World } from '../../../src/entries/robots.js'
import type { MotionPath } from './path.js'
import { rateLimits } from './path-motion.js'

export interface TimeRequest {
  readonly waypoints: MotionPath['waypoints']
  readonly clearance: number
  readonly ignoreLimits?: boolean
  /** Radians or metres a second, and a second squared: joints that are slower by themselves stay so. */
  readonly fastest: number
  readonly quickest: number
}

export type TimeAnswer =
  | { readonly path: MotionPath; readonly duration: number; readonly blended: number; readonly stops: number }
  | { readonly path: undefined; readonly verdict: Exclude<MotionVerdict, { readonly outcome: 'free' }> }

export function timedPath(world: World, request: TimeRequest): TimeAnswer {
  const { waypoints, clearance, ignoreLimits, fastest, quickest } = request
  const own = rateLimits(world)
  const least = (limit: number, given: number): number => (limit > 0 ? Math.min(limit, given) : given)
  const named = (pick: (i: number) => number): Record<string, number> =>
    Object.fromEntries(world.variables.map((name, i) => [name, pick(i)]))
  const result = timePath(world, waypoints, {
    velocity: named((i) => least(own[i]!.velocity, fastest)),
    acceleration: named((i) => least(own[i]!.acceleration, quickest)),
    ...{ clearance, ignoreLimits },
  })
  if (result.outcome === 'not-proved') return { path: undefined, verdict: result.verdict }
  const { trajectory, duration, blended, stops } = result
  // At every joint of two polynomials: the quintic through these points is the same curve.
  const times = [...trajectory.times].filter((time, k, all) => k === 0 || time > all[k - 1]!)
  const states = times.map((time) => trajectory.at(time))
  return {
    path: {
      times,
      waypoints: states.map(({ positions }) => [...positions]),
      velocities: states.map(({ velocities }) => [...velocities]),
      accelerations: states.map(({ accelerations }) => [...accelerations]),
    },
    ...{ duration, blended, stops },
  }
}
