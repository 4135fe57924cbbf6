// Robots' paths as callers give them: waypoints, what a planner found, or timed tracks; waypoints without times get those in which
// no joint is faster than its limit.
import { InvalidInputError } from '../../errors.js'
import type { ContinuousJoints } from '../motion/motion-input.js'
import { type MotionSpace, readWaypoint, robotSpace } from '../motion/motion-space.js'
import { lineTrack } from '../motion/splines.js'
import { readTrack, type TrackInput } from '../motion/together.js'
import { type Track, trackThrough } from '../motion/track.js'
import { type RateLimit, type RateLimitOptions, readRate } from '../planning/timing-limits.js'
import type { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { rampOver, type SegmentRamp } from './ramps.js'

/**
 * One robot's path: waypoints in its own variables or in the world's (of which its own are taken), the result of `plan`, or a track
 * with times as for `together`.
 */
export type RobotPathInput = readonly Configuration[] | { readonly path: readonly Configuration[] } | TrackInput

/** Robots' paths by their names in the world. A robot that is left out stands. */
export type PathsInput = Readonly<Record<string, RobotPathInput>>

export interface ReadPathsOptions {
  /** Where robots stand that have no path; neutral if left out. */
  readonly from?: Configuration | undefined
  /** Radians or metres a second, for waypoints without times; the joints' own limits if left out. */
  readonly rates?: RateLimit | undefined
  /** Radians or metres a second squared, for the same; none if left out. */
  readonly acceleration?: RateLimit | undefined
  readonly continuous?: ContinuousJoints | undefined
}

/** A track, and where the robot's variables begin in the world's configurations. */
export interface ReadPath {
  readonly name: string
  readonly first: number
  readonly track: Track
  /** By stretch, where accelerations are limited. */
  readonly ramps: readonly SegmentRamp[] | undefined
}

/** A robot's track, and how fast it may speed up along it. */
type RampedTrack = Pick<ReadPath, 'track' | 'ramps'>

export function readPaths(world: World, paths: PathsInput, options: ReadPathsOptions): ReadPath[] {
  const { robots } = world.model()
  if (paths === null || typeof paths !== 'object' || Array.isArray(paths)) {
    throw new InvalidInputError('paths', paths, 'a record: a path for each robot, by its name')
  }
  const names = robots.map(({ name }) => name)
  for (const name of Object.keys(paths)) {
    if (!names.includes(name)) throw new InvalidInputError('paths', name, `a robot of the world: ${names.join(', ')}`)
  }
  const from = world.neutral()
  if (options.from !== undefined) world.model().reader.read(from, 'options.from', options.from)
  let first = 0
  return robots.map((robot) => {
    const at = first
    first += robot.robot.dof
    const space = robotSpace(robot)
    const rest = from.slice(at, first)
    const field = `paths[${JSON.stringify(robot.name)}]`
    const input = Object.hasOwn(paths, robot.name) ? paths[robot.name]! : [rest]
    return { name: robot.name, first: at, ...readPath(world, space, at, field, input, options, rest) }
  })
}

/** One of them. `rest`: where it sets out from, if its first time is later than 0. */
export function readPath(
  world: World,
  space: MotionSpace,
  first: number,
  field: string,
  input: RobotPathInput,
  options: ReadPathsOptions,
  rest: Float64Array,
): RampedTrack {
  const { rates, acceleration, continuous } = options
  if (input === null || typeof input !== 'object') {
    throw new InvalidInputError(field, input, 'waypoints, a plan, or a track with times')
  }
  const plain = Array.isArray(input) ? input : 'path' in input ? input.path : undefined
  if (plain === undefined) {
    const track = input as TrackInput
    const isTimed = 'points' in track || track.times !== undefined
    if (isTimed || !('waypoints' in track)) {
      return { track: readTrack(space, field, track, { from: rest, continuous }), ramps: undefined }
    }
    return readPath(world, space, first, field, track.waypoints, options, rest)
  }
  if (!Array.isArray(plain) || plain.length === 0) throw new InvalidInputError(field, plain, 'one waypoint or more')
  const own = (plain as readonly Configuration[]).map((waypoint, k) =>
    ownPart(world, space, first, `${field}[${k}]`, waypoint),
  )
  const { stretches } = lineTrack(space, `${field}.`, own, { continuous })
  const speeds = limitsOf(world, space, first, 'velocity', { velocity: rates }, stretches)
  const changes =
    acceleration === undefined ? undefined : limitsOf(world, space, first, 'acceleration', { acceleration }, stretches)
  const knots = [{ time: 0, position: stretches[0]!.from }]
  const ramps: SegmentRamp[] = []
  for (const { from, to, turns } of stretches) {
    if (turns.some(({ angle }) => angle > 0)) {
      const expected = 'a track with times: nothing says how fast a floating joint may turn'
      throw new InvalidInputError(field, 'waypoints', expected)
    }
    const speed = leastOver(speeds, from, to)
    // A waypoint that is there twice takes no time.
    if (speed === Infinity) continue
    const ramp = changes === undefined ? undefined : { speed, change: leastOver(changes, from, to) }
    if (ramp !== undefined) ramps.push(ramp)
    knots.push({ time: knots.at(-1)!.time + (ramp === undefined ? 1 / speed : rampOver(ramp, 1).time), position: to })
  }
  return { track: trackThrough(space, field, knots), ramps: changes === undefined ? undefined : ramps }
}

/** The least of limit / way over all that moves: how much of the segment may be passed in a second. */
function leastOver(limits: Float64Array, from: Float64Array, to: Float64Array): number {
  let least = Infinity
  for (let i = 0; i < from.length; i++) {
    if (to[i] !== from[i]) least = Math.min(least, limits[i]! / Math.abs(to[i]! - from[i]!))
  }
  return least
}

/** A waypoint in the robot's own variables. */
function ownPart(
  world: World,
  space: MotionSpace,
  first: number,
  field: string,
  waypoint: Configuration,
): Float64Array {
  const { dof } = space
  const isWorlds = dof !== world.dof && (waypoint as ArrayLike<number>)?.length === world.dof
  const own = isWorlds ? Array.prototype.slice.call(waypoint, first, first + dof) : waypoint
  return readWaypoint(space, field, own)
}

/** Of what moves. */
function limitsOf(
  world: World,
  { dof }: MotionSpace,
  first: number,
  rate: 'velocity' | 'acceleration',
  options: RateLimitOptions,
  stretches: Track['stretches'],
): Float64Array {
  const moves = new Uint8Array(world.dof)
  for (const { from, to } of stretches) for (let i = 0; i < dof; i++) if (from[i] !== to[i]) moves[first + i] = 1
  const field = rate === 'velocity' ? 'options.rates' : 'options.acceleration'
  return readRate(world, rate, options, moves, field).slice(first, first + dof)
}
