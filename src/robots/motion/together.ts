// Several robots, and moving obstacles, each with its own times, on one clock.
//
// The pieces are cut at every time that any of them names. A robot that has not started yet, or has arrived, does not move. Where
// a piece is cut, both parts have the same configuration there, to the last digit.
import { checkFields } from '../../base/math/checks.js'
import type { PoseInput } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { poseConfiguration } from './free-body.js'
import { type ContinuousJoints, readContinuous } from './motion-input.js'
import { type MotionSpace, readWaypoint, robotSpace, worldSpace } from './motion-space.js'
import type { Motion } from './piece.js'
import {
  lineTrack,
  type SplineOptions,
  splineTrack,
  type TrajectoryInput,
  type TrajectoryOptions,
  trajectoryTrack,
} from './splines.js'
import { cutTrack, pieceOf, type Track, type TrackStretch, trackAt } from './track.js'

/** One robot's way, in its own variables. */
export type TrackInput = WaypointTrack | PoseTrack | TrajectoryInput

interface TimedTrack extends Omit<SplineOptions, 'continuous' | 'degree'> {
  /** 1 (default): straight lines. 3 or 5: as `splineMotion`. */
  readonly degree?: 1 | 3 | 5 | undefined
  /** When each waypoint is reached; needed unless there is only one. */
  readonly times?: ArrayLike<number> | undefined
}

/** A track of a robot: its waypoints, and their times. */
export interface WaypointTrack extends TimedTrack {
  readonly waypoints: readonly Configuration[]
}

/** Of a robot that is one free body. */
export interface PoseTrack extends TimedTrack {
  readonly poses: readonly PoseInput[]
}

/** The configuration for what no track moves. */
export interface TogetherOptions {
  /** The configurations of robots that are not named; neutral if left out. */
  readonly from?: Configuration | undefined
  readonly continuous?: ContinuousJoints | undefined
}

const TIMED_FIELDS = ['times', 'degree', 'velocities', 'accelerations', 'boundary']

/**
 * One motion of several robots and moving obstacles, each on its own track with its own times, on one clock. `tracks` has them by the
 * robots' names in the world.
 */
export function together(
  world: World,
  tracks: Readonly<Record<string, TrackInput>>,
  options: TogetherOptions = {},
): Motion {
  checkFields('options', options, ['from', 'continuous'])
  if (tracks === null || typeof tracks !== 'object') {
    throw new InvalidInputError('tracks', tracks, 'a record: a way for each robot, by its name')
  }
  const continuous = readContinuous('options.continuous', options.continuous)
  const space = worldSpace(world)
  const start = options.from === undefined ? world.neutral() : readWaypoint(space, 'options.from', options.from)
  const placed = readTracks(world, tracks, continuous, options.from === undefined ? undefined : start)
  return joinTracks(space, placed, start, continuous)
}

/** Tracks of robots as one motion; what has none stands as in `start`. */
export function joinTracks(
  space: MotionSpace,
  placed: readonly PlacedTrack[],
  start: Float64Array,
  continuous: ContinuousJoints,
): Motion {
  const times = unionOf(placed)
  const configurations = times.map((time) => {
    const q = start.slice()
    for (const { track, first } of placed) q.set(trackAt(track, time), first)
    return q
  })
  const pieces = configurations.slice(1).map((to, k) => {
    const from = configurations[k]!
    const parts = placed.map(({ track, first }) => {
      const end = first + track.space.dof
      return { first, ...cutTrack(track, times[k]!, times[k + 1]!, from.slice(first, end), to.slice(first, end)) }
    })
    return pieceOf(space.quaternions, joined(from, to, space.quaternions, parts))
  })
  const timed = placed.some(({ timeless }) => !timeless)
  return { pieces, times: timed ? Float64Array.from(times) : undefined, continuous }
}

export interface PlacedTrack {
  readonly track: Track
  /** The robot's first variable in the world's configurations. */
  readonly first: number
  /** A robot at rest, at no time in particular. */
  readonly timeless: boolean
}

function readTracks(
  world: World,
  tracks: Readonly<Record<string, TrackInput>>,
  continuous: ContinuousJoints,
  start: Float64Array | undefined,
): PlacedTrack[] {
  const { robots } = world.model()
  const names = robots.map(({ name }) => name)
  for (const name of Object.keys(tracks)) {
    if (!names.includes(name)) throw new InvalidInputError('tracks', name, `a robot of the world: ${names.join(', ')}`)
  }
  let first = 0
  const out: PlacedTrack[] = []
  for (const robot of robots) {
    if (Object.hasOwn(tracks, robot.name)) {
      const input = tracks[robot.name]!
      const field = `tracks[${JSON.stringify(robot.name)}]`
      const from = start?.slice(first, first + robot.robot.dof)
      const track = readTrack(robotSpace(robot), field, input, { from, continuous })
      out.push({ track, first, timeless: !('points' in input) && input.times === undefined })
    }
    first += robot.robot.dof
  }
  return out
}

export function readTrack(space: MotionSpace, field: string, input: TrackInput, options: TrajectoryOptions): Track {
  if (input === null || typeof input !== 'object') throw new InvalidInputError(field, input, 'a record')
  if ('points' in input) return trajectoryTrack(space, field, input, options)
  checkFields(field, input, ['waypoints' in input ? 'waypoints' : 'poses', ...TIMED_FIELDS])
  const waypoints = 'waypoints' in input ? input.waypoints : readPoses(space, `${field}.poses`, input.poses)
  const { degree = 1, times } = input
  const { continuous } = options
  if (degree !== 1 && degree !== 3 && degree !== 5) throw new InvalidInputError(`${field}.degree`, degree, '1, 3 or 5')
  if (times === undefined && Array.isArray(waypoints) && waypoints.length > 1) {
    throw new InvalidInputError(`${field}.times`, times, 'a time for each waypoint')
  }
  const prefix = `${field}.`
  if (degree > 1) return splineTrack(space, prefix, waypoints, { ...input, degree: degree as 3 | 5, continuous })
  for (const name of ['velocities', 'accelerations', 'boundary'] as const) {
    if (input[name] !== undefined) throw new InvalidInputError(`${field}.${name}`, input[name], 'left out for degree 1')
  }
  return lineTrack(space, prefix, waypoints, { times, continuous })
}

function readPoses({ dof, quaternions }: MotionSpace, field: string, poses: readonly PoseInput[]): Float64Array[] {
  if (!Array.isArray(poses)) throw new InvalidInputError(field, poses, 'a list of poses, or `waypoints` or `points`')
  if (dof !== 7 || quaternions.length !== 1) {
    throw new InvalidInputError(field, poses, 'left out: only a free body has poses for waypoints')
  }
  return poses.map((pose, k) => poseConfiguration(pose, `${field}[${k}]`))
}

/** Every time that is named, in order; two at least. */
function unionOf(placed: readonly PlacedTrack[]): number[] {
  const named = placed.filter(({ timeless }) => !timeless).flatMap(({ track }) => Array.from(track.times))
  const times = [...new Set(named)].sort((a, b) => a - b)
  if (times.length === 0) return [0, 0]
  return times.length === 1 ? [times[0]!, times[0]!] : times
}

/** The robots' stretches as one, those without a way standing still. */
function joined(
  from: Float64Array,
  to: Float64Array,
  quaternions: readonly number[],
  parts: readonly (TrackStretch & { readonly first: number })[],
): TrackStretch {
  const moving = parts.flatMap(({ first, turns }) =>
    turns.map((turn) => ({ ...turn, variable: first + turn.variable })),
  )
  const turns = quaternions.map(
    (variable) =>
      moving.find((turn) => turn.variable === variable) ?? { variable, axis: Float64Array.of(1, 0, 0), angle: 0 },
  )
  if (parts.every(({ rows }) => rows === undefined)) return { from, to, turns, rows: undefined }
  const rows: (readonly number[])[] = Array.from(from, (p, i) => (p === to[i] ? [p] : [p, to[i]! - p]))
  for (const variable of quaternions) for (let k = variable; k < variable + 4; k++) rows[k] = [from[k]!]
  for (const { first, rows: own } of parts) if (own !== undefined) rows.splice(first, own.length, ...own)
  return { from, to, turns, rows }
}
