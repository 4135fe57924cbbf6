// Motions that callers build: straight lines, splines, timed trajectories, curves of their own. Radians, metres, seconds.
//
// Floating joints turn at a constant rate the short way from one waypoint to the next, whatever the rest of the motion does.
import { checkFields, checkFinite } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { type CurveInput, CurvePiece } from './curve-piece.js'
import { type ContinuousJoints, checkTimes, readContinuous, readMotion } from './motion-input.js'
import { type MotionSpace, readWaypoint, readWaypoints, unwrap, worldSpace } from './motion-space.js'
import type { Motion } from './piece.js'
import { type Knot, piecesOf, type Track, trackThrough, withSplineRates } from './track.js'

/** Times of waypoints that straight lines join. */
export interface LineOptions {
  /** When each waypoint is reached. */
  readonly times?: ArrayLike<number> | undefined
  readonly continuous?: ContinuousJoints | undefined
}

/** Degree, times and boundary conditions of a spline through waypoints. */
export interface SplineOptions extends LineOptions {
  /** 3 (default): velocities do not jump, nor accelerations where velocities are left out. 5: neither of them jumps. */
  readonly degree?: 3 | 5 | undefined
  /** At each waypoint, by variable; if left out, those of the cubic spline. What is said of quaternions is passed over. */
  readonly velocities?: readonly ArrayLike<number>[] | undefined
  /** The same of accelerations, for degree 5. */
  readonly accelerations?: readonly ArrayLike<number>[] | undefined
  /** At the ends, as far as it is left open: at rest (`clamped`, default), or without acceleration (`natural`). */
  readonly boundary?: 'natural' | 'clamped' | undefined
}

/** A point of a trajectory; lists are in the order of its joints. */
export interface TrajectoryPoint {
  /** Seconds. */
  readonly time: number
  readonly positions: ArrayLike<number>
  readonly velocities?: ArrayLike<number> | undefined
  readonly accelerations?: ArrayLike<number> | undefined
}

/** A trajectory as robots are sent them: points with times, velocities and accelerations. */
export interface TrajectoryInput {
  /** Names of variables; all of the world's if left out. The others do not move. */
  readonly joints?: readonly string[] | undefined
  readonly points: readonly TrajectoryPoint[]
}

/** The configuration for joints that a trajectory does not name. */
export interface TrajectoryOptions {
  /**
   * Where the joints are that the trajectory does not name (neutral if left out); and where it sets out from, at rest at time 0,
   * if its first point is later than that.
   */
  readonly from?: Configuration | undefined
  readonly continuous?: ContinuousJoints | undefined
}

const SPLINE_FIELDS = ['times', 'continuous', 'degree', 'velocities', 'accelerations', 'boundary']

/** Waypoints joined by straight lines in configuration space; one alone is a motion at rest. */
export function lineMotion(world: World, waypoints: readonly Configuration[], options: LineOptions = {}): Motion {
  checkFields('options', options, ['times', 'continuous'])
  const { times, continuous } = options
  if (!Array.isArray(waypoints)) throw new InvalidInputError('waypoints', waypoints, 'a list of waypoints')
  return times === undefined
    ? readMotion(world, waypoints, { continuous })
    : motionOf(lineTrack(worldSpace(world), '', waypoints, options), continuous, true)
}

/** A smooth curve through waypoints. Without times, every stretch takes a second as far as smoothness goes. */
export function splineMotion(world: World, waypoints: readonly Configuration[], options: SplineOptions = {}): Motion {
  checkFields('options', options, SPLINE_FIELDS)
  return motionOf(
    splineTrack(worldSpace(world), '', waypoints, options),
    options.continuous,
    options.times !== undefined,
  )
}

/**
 * A timed trajectory as controllers play it (ROS JointTrajectory): a stretch is quintic where both its ends have velocities and
 * accelerations, cubic where both have velocities, else straight.
 */
export function trajectoryMotion(world: World, trajectory: TrajectoryInput, options: TrajectoryOptions = {}): Motion {
  checkFields('options', options, ['from', 'continuous'])
  return motionOf(trajectoryTrack(worldSpace(world), 'trajectory', trajectory, options), options.continuous, true)
}

/** A caller's own curve, or several that follow one another. Their motions are proved like others, but have no certificate. */
export function curveMotion(world: World, curves: CurveInput | readonly CurveInput[]): Motion {
  const space = worldSpace(world)
  const list = Array.isArray(curves) ? (curves as readonly CurveInput[]) : [curves as CurveInput]
  if (list.length === 0) throw new InvalidInputError('curves', curves, 'one curve or more')
  const pieces = list.map((curve, k) => {
    const field = Array.isArray(curves) ? `curves[${k}]` : 'curve'
    if (curve === null || typeof curve !== 'object') throw new InvalidInputError(field, curve, 'a record')
    return new CurvePiece(space, field, curve)
  })
  // Where each begins where the last one ends, their parameters are times.
  const timed = list.every(({ over }, k) => over !== undefined && (k === 0 || over[0] === list[k - 1]!.over![1]))
  const times = timed ? Float64Array.from([list[0]!.over![0], ...list.map(({ over }) => over![1])]) : undefined
  return readMotion(world, { pieces, times, continuous: 'as-given' })
}

function motionOf(track: Track, continuous: ContinuousJoints | undefined, timed: boolean): Motion {
  const way = continuous ?? 'as-given'
  return { pieces: piecesOf(track), times: timed ? track.times : undefined, continuous: way }
}

/** `prefix` goes before the names of fields: '' or 'robots.left.'. */
export function lineTrack(
  space: MotionSpace,
  prefix: string,
  waypoints: readonly Configuration[],
  options: LineOptions,
): Track {
  return trackThrough(space, `${prefix}waypoints`, readKnots(space, prefix, waypoints, options))
}

export function splineTrack(
  space: MotionSpace,
  prefix: string,
  waypoints: readonly Configuration[],
  options: SplineOptions,
): Track {
  const { degree = 3, boundary = 'clamped', velocities, accelerations } = options
  if (degree !== 3 && degree !== 5) throw new InvalidInputError(`${prefix}degree`, degree, '3 or 5')
  if (boundary !== 'natural' && boundary !== 'clamped') {
    throw new InvalidInputError(`${prefix}boundary`, boundary, "'natural' or 'clamped'")
  }
  if (accelerations !== undefined && degree === 3) {
    throw new InvalidInputError(`${prefix}accelerations`, accelerations, 'left out for degree 3')
  }
  const knots = readKnots(space, prefix, waypoints, options)
  const speeds = readRates(space, `${prefix}velocities`, velocities, knots.length)
  const bends = readRates(space, `${prefix}accelerations`, accelerations, knots.length)
  const given = knots.map((knot, k) => ({ ...knot, velocity: speeds?.[k], acceleration: bends?.[k] }))
  return trackThrough(space, `${prefix}waypoints`, withSplineRates(space, given, boundary, degree === 5))
}

function readKnots(
  space: MotionSpace,
  prefix: string,
  waypoints: readonly Configuration[],
  { times, continuous }: LineOptions,
): Knot[] {
  const field = `${prefix}waypoints`
  const given = readWaypoints(space, field, waypoints)
  const way = readContinuous(`${prefix}continuous`, continuous)
  const positions = way === 'shortest' ? unwrap(space, field, given) : given
  const at = times === undefined ? undefined : checkTimes(`${prefix}times`, times, positions.length)
  return positions.map((position, k) => ({ time: at?.[k] ?? k, position }))
}

function readRates(
  { dof, variables }: MotionSpace,
  field: string,
  rates: readonly ArrayLike<number>[] | undefined,
  count: number,
): Float64Array[] | undefined {
  if (rates === undefined) return undefined
  if (!Array.isArray(rates) || rates.length !== count) {
    throw new InvalidInputError(field, rates, `a list of ${count}, one a waypoint`)
  }
  return Array.from(rates, (rate, k) => readNumbers(`${field}[${k}]`, rate, dof, variables))
}

function readNumbers(field: string, given: ArrayLike<number>, count: number, names: readonly string[]): Float64Array {
  const isList = Array.isArray(given) || ArrayBuffer.isView(given)
  if (!isList || given.length !== count) {
    throw new InvalidInputError(field, given, `${count} numbers: ${names.slice(0, 20).join(', ')}`)
  }
  return Float64Array.from({ length: count }, (_, i) => checkFinite(`${field}[${i}] (${names[i]})`, given[i]!))
}

export function trajectoryTrack(
  space: MotionSpace,
  field: string,
  trajectory: TrajectoryInput,
  { from, continuous }: TrajectoryOptions,
): Track {
  checkFields(field, trajectory, ['joints', 'points'])
  const { joints, points } = trajectory
  if (!Array.isArray(points) || points.length === 0) {
    throw new InvalidInputError(`${field}.points`, points, 'a list of one point or more')
  }
  const places = readJoints(space, `${field}.joints`, joints)
  const rest = from === undefined ? space.reader.neutral() : readWaypoint(space, 'options.from', from)
  const names = places.map((place) => space.variables[place]!)
  const spread = (name: string, given: ArrayLike<number>, into: Float64Array): Float64Array => {
    const values = readNumbers(name, given, places.length, names)
    places.forEach((place, k) => {
      into[place] = values[k]!
    })
    return into
  }
  const knots = Array.from(points as readonly TrajectoryPoint[], (point, k): Knot => {
    const name = `${field}.points[${k}]`
    checkFields(name, point, ['time', 'positions', 'velocities', 'accelerations'])
    const { positions, velocities, accelerations } = point
    if (accelerations !== undefined && velocities === undefined) {
      throw new InvalidInputError(`${name}.velocities`, velocities, 'given where there are accelerations')
    }
    const position = spread(`${name}.positions`, positions, rest.slice())
    return {
      time: point.time,
      position: readWaypoint(space, `${name}.positions`, position),
      velocity: velocities && spread(`${name}.velocities`, velocities, new Float64Array(space.dof)),
      acceleration: accelerations && spread(`${name}.accelerations`, accelerations, new Float64Array(space.dof)),
    }
  })
  checkTimes(
    `${field}.points (time)`,
    knots.map(({ time }) => time),
    knots.length,
  )
  if (from !== undefined && knots[0]!.time > 0) {
    const zero = new Float64Array(space.dof)
    knots.unshift({ time: 0, position: rest, velocity: zero, acceleration: zero })
  }
  const through =
    readContinuous('options.continuous', continuous) === 'shortest'
      ? unwrap(
          space,
          `${field}.points`,
          knots.map(({ position }) => position),
        )
      : knots.map(({ position }) => position)
  return trackThrough(
    space,
    `${field}.points`,
    knots.map((knot, k) => ({ ...knot, position: through[k]! })),
  )
}

/** Places of the named variables in a configuration. */
function readJoints(space: MotionSpace, field: string, joints: readonly string[] | undefined): number[] {
  if (joints === undefined) return Array.from({ length: space.dof }, (_, i) => i)
  if (!Array.isArray(joints)) throw new InvalidInputError(field, joints, 'a list of names')
  const taken = new Set<number>()
  return joints.map((name, k) => {
    if (typeof name !== 'string') throw new InvalidInputError(`${field}[${k}]`, name, 'the name of a joint')
    const place = space.reader.variableOf(field, name)
    if (taken.has(place)) throw new InvalidInputError(`${field}[${k}]`, name, 'each joint once')
    taken.add(place)
    return place
  })
}
