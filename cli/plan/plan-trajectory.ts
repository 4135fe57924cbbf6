// A trajectory as controllers play it: times, positions, velocities and accelerations at a rate, quintic in between. What is written
// is what is proved: the curve through the points of the file, as `trajectoryMotion` reads it.
import {
  type CheckMotionOptions,
  checkMotion,
  InvalidInputError,
  type MotionVerdict,
  rosTime,
  type Trajectory,
  type TrajectoryState,
  trajectoryMotion,
  type World,
  writeJointTrajectory,
} from '../../src/entries/robots.js'
import type { FileLayout } from './plan-files.js'

export interface PlayedTrajectory {
  /** None where there is no trajectory. */
  readonly points: readonly TrajectoryState[]
  /** Seconds. */
  readonly duration: number
  /** Waypoints at which it stops on its way. */
  readonly stops: number
  /** Of the curve through the points. */
  readonly verdict: MotionVerdict
}

/** A file of more points than this is of no use. */
const MOST_POINTS = 1_000_000

/** Times nearer to one another than this share of a step are one. */
const SAME_TIME = 1e-6

/** Points `rate` times a second, and at every joint of two polynomials: so the curve through them is the same. */
export function playTrajectory(
  world: World,
  trajectory: Trajectory,
  rate: number,
  terms: CheckMotionOptions,
  layout: FileLayout,
): Omit<PlayedTrajectory, 'stops'> {
  const { duration } = trajectory
  const count = duration * rate
  if (!(count <= MOST_POINTS)) {
    const expected = `lower: the trajectory takes ${duration} s, which makes more than ${MOST_POINTS} points`
    throw new InvalidInputError('--rate', rate, expected)
  }
  const grid = Array.from({ length: Math.ceil(count) }, (_, k) => k / rate)
  const points = merge(Array.from(trajectory.times), grid, SAME_TIME / rate).map((time) => {
    const state = trajectory.at(time)
    // The curve that is proved has the times that the file has.
    return layout === 'ros' ? { ...state, time: rosTime(time) } : state
  })
  const motion = trajectoryMotion(world, { points: points.map((point) => ({ ...point })) })
  return { points, duration, verdict: checkMotion(world, motion, terms) }
}

/** Times in order: all of the first list that differ, and those of the second that are not as good as there already. */
function merge(ends: readonly number[], grid: readonly number[], near: number): number[] {
  const own = ends.filter((time, k) => k === 0 || time > ends[k - 1]!)
  let next = 0
  const extra = grid.filter((time) => {
    while (next < own.length && own[next]! < time - near) next++
    return next === own.length ? false : own[next]! > time + near
  })
  return [...own, ...extra].sort((a, b) => a - b)
}

/** The text of a trajectory file: one point a line. It is what `trajectoryMotion` takes; or a JointTrajectory. */
export function trajectoryText({ variables }: World, points: readonly TrajectoryState[], layout: FileLayout): string {
  if (layout === 'ros') {
    const rows = (pick: (state: TrajectoryState) => ArrayLike<number>): number[][] =>
      points.map((one) => Array.from(pick(one)))
    return writeJointTrajectory({
      joints: variables,
      times: points.map(({ time }) => time),
      waypoints: rows(({ positions }) => positions),
      velocities: rows(({ velocities }) => velocities),
      accelerations: rows(({ accelerations }) => accelerations),
    })
  }
  const lines = points.map(({ time, positions, velocities, accelerations }) =>
    JSON.stringify({
      time,
      positions: Array.from(positions),
      velocities: Array.from(velocities),
      accelerations: Array.from(accelerations),
    }),
  )
  return `{"joints":${JSON.stringify(variables)},\n"points":[\n${lines.join(',\n')}\n]}\n`
}
