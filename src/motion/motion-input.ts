// Reading what a caller calls a motion: waypoints, which become straight lines one after the other, or a motion made before.
import { InvalidInputError } from '../errors.js'
import { MAX_COORDINATE } from '../math/rounding.js'
import type { World } from '../queries/world.js'
import type { Configuration, ConfigurationReader } from '../queries/world-input.js'
import { LinePiece } from './line-piece.js'
import { type CyclicVariable, motionVariables } from './motion-variables.js'
import type { Motion, MotionPiece } from './piece.js'

/** Waypoints, joined by straight lines in configuration space (one alone: standing still); or a motion. */
export type MotionInput = readonly Configuration[] | Motion

/**
 * Continuous joints, and the angles of planar ones, between waypoints: by as much as the numbers say (`as-given`: from 0 to 7 is
 * more than a turn), or the short way round (`shortest`).
 */
export type ContinuousJoints = 'as-given' | 'shortest'

export interface ReadMotionOptions {
  /** For waypoints only: a motion has made up its mind. Default `as-given`. */
  readonly continuous?: ContinuousJoints | undefined
}

export function readMotion(world: World, input: MotionInput, options: ReadMotionOptions = {}): Motion {
  const { continuous } = options
  if (Array.isArray(input)) {
    const waypoints = readWaypoints(world, 'motion', input)
    return polyline(world, waypoints, readContinuous('options.continuous', continuous))
  }
  if (input === null || typeof input !== 'object' || !Array.isArray((input as Motion).pieces)) {
    throw new InvalidInputError('motion', input, 'a list of waypoints (configurations), or a motion')
  }
  if (continuous !== undefined && continuous !== (input as Motion).continuous) {
    throw new InvalidInputError('options.continuous', continuous, 'left out: the motion was made with its own')
  }
  checkMotionPieces(world.dof, input as Motion)
  return input as Motion
}

export function readContinuous(field: string, continuous: ContinuousJoints | undefined): ContinuousJoints {
  if (continuous === undefined) return 'as-given'
  if (continuous !== 'as-given' && continuous !== 'shortest') {
    throw new InvalidInputError(field, continuous, "'as-given' or 'shortest'")
  }
  return continuous
}

/** Checked copies: `motion[3]` is named where it is wrong. */
export function readWaypoints(world: World, field: string, waypoints: readonly Configuration[]): Float64Array[] {
  if (!Array.isArray(waypoints) || waypoints.length === 0) {
    throw new InvalidInputError(field, waypoints, 'a list of one waypoint or more')
  }
  const { reader } = world.model()
  return Array.from(waypoints, (waypoint, i) => readWaypoint(reader, world.dof, `${field}[${i}]`, waypoint))
}

function readWaypoint(reader: ConfigurationReader, dof: number, field: string, waypoint: Configuration): Float64Array {
  const q = new Float64Array(dof)
  reader.read(q, field, waypoint)
  q.forEach((value, i) => {
    // So that differences and products do not overflow.
    if (Math.abs(value) > MAX_COORDINATE) {
      throw new InvalidInputError(`${field} (${reader.variables[i]})`, value, `a number of at most ${MAX_COORDINATE}`)
    }
  })
  return q
}

/** Straight lines through checked waypoints. */
export function polyline(world: World, waypoints: readonly Float64Array[], continuous: ContinuousJoints): Motion {
  const { quaternions, cyclic } = motionVariables(world.model().robots)
  const through = continuous === 'shortest' ? unwrap('motion', waypoints, cyclic) : waypoints
  const pieces = through.slice(1).map((to, i) => new LinePiece(through[i]!, to, quaternions))
  if (pieces.length === 0) pieces.push(new LinePiece(through[0]!, through[0]!, quaternions))
  return { pieces, continuous }
}

/** 2π less the double 2π. */
const FULL_TURN_REST = 2.4492935982947064e-16

/** Radians: beyond this, doubles are too far apart for a turn to be taken off without moving the joint by more than 1e-10. */
const MOST_UNWRAPPED = 1e6

/**
 * Waypoints that mean the same, each cyclic variable within half a period of its value before. Once for the whole path, and
 * always from the number given, so that rounding does not add up: a value is off by no more than u times the larger of it and of
 * the turns added. Half a turn exactly goes the way that the numbers say.
 */
export function unwrap(
  field: string,
  waypoints: readonly Float64Array[],
  cyclic: readonly CyclicVariable[],
): Float64Array[] {
  const out = waypoints.map((waypoint) => waypoint.slice())
  for (const { variable, turns } of cyclic) {
    const period = 2 * Math.PI * turns
    out.forEach((waypoint, i) => {
      const given = waypoint[variable]!
      if (!(Math.abs(given) <= MOST_UNWRAPPED)) {
        const expected = `an angle of at most ${MOST_UNWRAPPED}, for the short way round`
        throw new InvalidInputError(`${field}[${i}][${variable}]`, given, expected)
      }
      if (i === 0) return
      // Values half a period apart stay as they are: 1e-12 is more than rounding, and less than anybody means.
      const away = (out[i - 1]![variable]! - given) / period
      const rounds = Math.abs(away) <= 0.5 * (1 + 1e-12) ? 0 : Math.round(away)
      waypoint[variable] = given + (rounds * period + rounds * turns * FULL_TURN_REST)
    })
  }
  return out
}

/** A motion that a caller may have made by hand: every piece is of this world, and begins where the last one ended. */
function checkMotionPieces(dof: number, { pieces, times, continuous }: Motion): void {
  if (pieces.length === 0) throw new InvalidInputError('motion.pieces', pieces, 'one piece or more')
  readContinuous('motion.continuous', continuous)
  if (times !== undefined) checkTimes('motion.times', times, pieces.length + 1)
  const end = new Float64Array(dof)
  const start = new Float64Array(dof)
  pieces.forEach((piece, k) => {
    const field = `motion.pieces[${k}]`
    checkPiece(field, piece, dof)
    piece.at(start, 0)
    if (k > 0) checkJoint(field, end, start, pieces[k - 1]!, piece)
    piece.at(end, 1)
  })
}

function checkPiece(field: string, piece: MotionPiece, dof: number): void {
  const isPiece =
    piece !== null &&
    typeof piece === 'object' &&
    typeof piece.at === 'function' &&
    typeof piece.bounds === 'function' &&
    Array.isArray(piece.turns)
  if (!isPiece) throw new InvalidInputError(field, piece, 'a piece of a motion')
  if (piece.dof !== dof) {
    throw new InvalidInputError(`${field}.dof`, piece.dof, `${dof}, the numbers in this world's configurations`)
  }
  if (!(piece.rounding >= 0))
    throw new InvalidInputError(`${field}.rounding`, piece.rounding, 'a number of zero or more')
}

/** The end of one piece and the start of the next; a quaternion and its negative are the same. */
function checkJoint(
  field: string,
  end: Float64Array,
  start: Float64Array,
  before: MotionPiece,
  piece: MotionPiece,
): void {
  const room = before.rounding + piece.rounding
  const isQuaternion = new Uint8Array(end.length)
  for (const { variable } of piece.turns) {
    isQuaternion.fill(1, variable, variable + 4)
    const gap = (sign: number): number =>
      Math.max(...[0, 1, 2, 3].map((k) => Math.abs(end[variable + k]! - sign * start[variable + k]!)))
    if (!(Math.min(gap(1), gap(-1)) <= room)) {
      const numbers = start.slice(variable, variable + 4)
      throw new InvalidInputError(
        `${field} (variables ${variable} to ${variable + 3})`,
        numbers,
        'where the last ended',
      )
    }
  }
  for (let i = 0; i < end.length; i++) {
    if (isQuaternion[i] === 0 && !(Math.abs(end[i]! - start[i]!) <= room)) {
      throw new InvalidInputError(`${field} (variable ${i})`, start[i], `where the last piece ended, at ${end[i]}`)
    }
  }
}

/** A checked copy of times: finite, none before the last. */
export function checkTimes(field: string, times: ArrayLike<number>, count: number): Float64Array {
  const isList = Array.isArray(times) || ArrayBuffer.isView(times)
  if (!isList || times.length !== count)
    throw new InvalidInputError(field, times, `a list of ${count} times in seconds`)
  for (let i = 0; i < count; i++) {
    const time = times[i]
    if (typeof time !== 'number' || !Number.isFinite(time)) {
      throw new InvalidInputError(`${field}[${i}]`, time, 'a finite number of seconds')
    }
    if (i > 0 && !(time > times[i - 1]!)) {
      throw new InvalidInputError(`${field}[${i}]`, time, `later than the one before, ${times[i - 1]}`)
    }
  }
  return Float64Array.from(times)
}

/** Where a motion leaves the joints' limits. */
export interface OutsideLimits {
  /** Piece of the motion, from 0. */
  readonly segment: number
  /** Names of the variables that leave their limits in it, or may do so: curves are bounded, not followed. */
  readonly variables: readonly string[]
}

/** Pieces that leave the joints' limits. Limits are not part of a motion check: it says what touches, not what a motor can do. */
export function motionOutsideLimits(world: World, motion: MotionInput, options?: ReadMotionOptions): OutsideLimits[] {
  const { lower, upper, variables } = world
  return readMotion(world, motion, options).pieces.flatMap(({ least, most, rounding }, segment) => {
    const outside = variables.filter((_, i) => least[i]! < lower[i]! - rounding || most[i]! > upper[i]! + rounding)
    return outside.length === 0 ? [] : [{ segment, variables: outside }]
  })
}
