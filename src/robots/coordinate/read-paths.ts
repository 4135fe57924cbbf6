// Robots' paths as callers give them: waypoints, what a planner found, or timed tracks; waypoints without times get those in which
// no joint is faster than its limit.
import { InvalidInputError } from '../../errors.js'
import type { ContinuousJoints } from '../motion/motion-input.js'
import { type MotionSpace, readWaypoint, robotSpace } from '../motion/motion-space.js'
import { lineTrack } from '../motion/splines.js'
import { readTrack, type TrackInput } from '../motion/together.js'
import { type Track, trackThrough } from '../motion/track.js'
import { type RateLimit, readRate } from '../planning/timing-limits.js'
import type { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'

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
  readonly continuous?: ContinuousJoints | undefined
}

/** A track, and where the robot's variables begin in the world's configurations. */
export interface ReadPath {
  readonly name: string
  readonly first: number
  readonly track: Track
}

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
    return { name: robot.name, first: at, track: readPath(world, space, at, field, input, options, rest) }
  })
}

/** One of them. `rest`: where it sets out from, if its first time is later than 0. */
export function readPath(
  world: World,
  space: MotionSpace,
  first: number,
  field: string,
  input: RobotPathInput,
  { rates, continuous }: ReadPathsOptions,
  rest: Float64Array,
): Track {
  if (input === null || typeof input !== 'object') {
    throw new InvalidInputError(field, input, 'waypoints, a plan, or a track with times')
  }
  const plain = Array.isArray(input) ? input : 'path' in input ? input.path : undefined
  if (plain === undefined) {
    const track = input as TrackInput
    const isTimed = 'points' in track || track.times !== undefined
    if (isTimed || !('waypoints' in track)) return readTrack(space, field, track, { from: rest, continuous })
    return readPath(world, space, first, field, track.waypoints, { rates, continuous }, rest)
  }
  if (!Array.isArray(plain) || plain.length === 0) throw new InvalidInputError(field, plain, 'one waypoint or more')
  const own = (plain as readonly Configuration[]).map((waypoint, k) =>
    ownPart(world, space, first, `${field}[${k}]`, waypoint),
  )
  const { stretches } = lineTrack(space, `${field}.`, own, { continuous })
  const limits = velocities(world, space, first, rates, stretches)
  const knots = [{ time: 0, position: stretches[0]!.from }]
  for (const { from, to, turns } of stretches) {
    if (turns.some(({ angle }) => angle > 0)) {
      throw new InvalidInputError(
        field,
        'waypoints',
        'a track with times: nothing says how fast a floating joint may turn',
      )
    }
    let time = 0
    for (let i = 0; i < space.dof; i++)
      if (to[i] !== from[i]) time = Math.max(time, Math.abs(to[i]! - from[i]!) / limits[i]!)
    // A waypoint that is there twice takes no time.
    if (time > 0) knots.push({ time: knots.at(-1)!.time + time, position: to })
  }
  return trackThrough(space, field, knots)
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

function velocities(
  world: World,
  { dof }: MotionSpace,
  first: number,
  rates: RateLimit | undefined,
  stretches: Track['stretches'],
): Float64Array {
  const moves = new Uint8Array(world.dof)
  for (const { from, to } of stretches) for (let i = 0; i < dof; i++) if (from[i] !== to[i]) moves[first + i] = 1
  return readRate(world, 'velocity', { velocity: rates }, moves).slice(first, first + dof)
}
