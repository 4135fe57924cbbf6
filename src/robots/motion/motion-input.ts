// Reading what a caller calls a motion: waypoints, which become straight lines one after the other, or a motion made before.
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { LinePiece } from './line-piece.js'
import { readWaypoints, unwrap, worldSpace } from './motion-space.js'
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
    const way = readContinuous('options.continuous', continuous)
    const space = worldSpace(world)
    const given = readWaypoints(space, 'motion', input)
    const waypoints = way === 'shortest' ? unwrap(space, 'motion', given) : given
    const ends = waypoints.length === 1 ? [waypoints[0]!, waypoints[0]!] : waypoints
    const pieces = ends.slice(1).map((to, i) => new LinePiece(ends[i]!, to, space.quaternions))
    return { pieces, continuous: way }
  }
  if (input === null || typeof input !== 'object' || !Array.isArray((input as Motion).pieces)) {
    throw new InvalidInputError('motion', input, 'a list of waypoints (configurations), or a motion')
  }
  const motion = input as Motion
  const own = readContinuous('motion.continuous', motion.continuous)
  if (continuous !== undefined && continuous !== own) {
    throw new InvalidInputError('options.continuous', continuous, 'left out: the motion was made with its own')
  }
  checkMotionPieces(world.dof, motion)
  return motion.continuous === own ? motion : { ...motion, continuous: own }
}

export function readContinuous(field: string, continuous: ContinuousJoints | undefined): ContinuousJoints {
  if (continuous === undefined) return 'as-given'
  if (continuous !== 'as-given' && continuous !== 'shortest') {
    throw new InvalidInputError(field, continuous, "'as-given' or 'shortest'")
  }
  return continuous
}

/** A motion that a caller may have made by hand: every piece is of this world, and begins where the last one ended. */
function checkMotionPieces(dof: number, { pieces, times }: Motion): void {
  if (pieces.length === 0) throw new InvalidInputError('motion.pieces', pieces, 'one piece or more')
  if (times !== undefined) checkTimes('motion.times', times, pieces.length + 1, true)
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
  const { roundings, rounding } = piece
  if (!(rounding >= 0)) throw new InvalidInputError(`${field}.rounding`, rounding, 'a number of zero or more')
  if (roundings?.length !== dof || !roundings.every((one) => one >= 0 && one <= rounding)) {
    throw new InvalidInputError(`${field}.roundings`, roundings, `${dof} numbers from 0 to ${rounding}`)
  }
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

/** A checked copy of times: finite, each later than the last; where nothing moves, they may be the same. */
export function checkTimes(field: string, times: ArrayLike<number>, count: number, still = false): Float64Array {
  const isList = Array.isArray(times) || ArrayBuffer.isView(times)
  if (!isList || times.length !== count)
    throw new InvalidInputError(field, times, `a list of ${count} times in seconds`)
  for (let i = 0; i < count; i++) {
    const time = times[i]
    if (typeof time !== 'number' || !Number.isFinite(time)) {
      throw new InvalidInputError(`${field}[${i}]`, time, 'a finite number of seconds')
    }
    if (i > 0 && !(time > times[i - 1]! || (still && time === times[i - 1]))) {
      throw new InvalidInputError(`${field}[${i}]`, time, `later than the one before, ${times[i - 1]}`)
    }
  }
  return Float64Array.from(times)
}
