// Turns of floating joints at a constant rate, as pieces of every kind have them.
//
// The exact curve is q(0) · turn(axis, angle·t), with the axis and the angle as they are stored. In units of u, as errors of
// the quaternion as a vector: the axis is of unit length to 4 (a root of three squares, a division), angle·t/2 is off by 1/2 of
// the angle, sine and cosine by 2, their product with the axis by 1, the product of quaternions by 8 and its length by 4, of
// which the rotation sees 1. That makes 16 + angle/2; and twice that in radians. A turn between two given ends is off at its
// end by another 32 (quaternion.ts), and by 2·8 of an arctangent of π/2 at most: TURN_ROUNDING covers it all, except for the
// angle's part.
import { shortTurn, turnQuaternion } from '../../base/math/quaternion.js'
import { U } from '../../base/math/rounding.js'
import { BrokenInvariantError } from '../../errors.js'
import type { PieceBounds, PieceTurn, TurnDocument } from './piece.js'

/** Radians: how far a quaternion that was written is from the exact turn, besides `angle`·U. */
const TURN_ROUNDING = 96 * U

/** Of any quaternion's numbers, which may be off unit length by as much as a caller's may be. */
export const QUATERNION_RANGE = 2

/** The turns that take each quaternion of `from` to that of `to` the short way. */
export function turnsBetween(from: Float64Array, to: Float64Array, quaternions: readonly number[]): PieceTurn[] {
  return quaternions.map((variable) => {
    const axis = new Float64Array(3)
    return { variable, axis, angle: shortTurn(axis, from, variable, to, variable) }
  })
}

/** Radians: a turn that misses its end by more is a mistake, not rounding. */
const MISSED_END = 1e-9

/** Writes those of quaternions; 0 where one does not turn. How far a turn misses the end that was given is part of it. */
export function roundTurns(
  roundings: Float64Array,
  turns: readonly PieceTurn[],
  from: Float64Array,
  to: Float64Array,
): void {
  for (const { variable, axis, angle } of turns) {
    roundings.fill(0, variable, variable + 4)
    if (angle === 0 && [0, 1, 2, 3].every((k) => from[variable + k] === to[variable + k])) continue
    turnQuaternion(reached, 0, from, variable, axis, angle)
    const missed = shortTurn(scratch, reached, 0, to, variable)
    if (!(missed <= MISSED_END)) {
      throw new BrokenInvariantError(
        `a turn misses its end by ${missed} radians, in variables ${variable} and following`,
      )
    }
    roundings[variable] = TURN_ROUNDING + angle * U + missed
  }
}

export function largest(roundings: Float64Array): number {
  let most = 0
  for (let i = 0; i < roundings.length; i++) if (roundings[i]! > most) most = roundings[i]!
  return most
}

const reached = new Float64Array(4)
const scratch = new Float64Array(3)

/** Writes the quaternions at t. `start` has those at 0; one that does not turn is written as it is there. */
export function writeTurns(out: Float64Array, turns: readonly PieceTurn[], start: Float64Array, t: number): void {
  for (const { variable, axis, angle } of turns) {
    if (angle === 0) for (let k = variable; k < variable + 4; k++) out[k] = start[k]!
    else turnQuaternion(out, variable, start, variable, axis, angle * t)
  }
}

/** Bounds in the slots of quaternions. */
export function boundTurns(out: PieceBounds, turns: readonly PieceTurn[], half: number): void {
  const { spread, velocity, speed, bend } = out
  for (const { variable, angle } of turns) {
    for (let k = variable; k < variable + 4; k++) {
      spread[k] = 0
      velocity[k] = 0
      speed[k] = 0
      bend[k] = 0
    }
    spread[variable] = angle * half * (1 + 2 * U)
    velocity[variable] = angle
    speed[variable] = angle
  }
}

export function turnDocuments(turns: readonly PieceTurn[]): TurnDocument[] {
  return turns.map(({ variable, axis, angle }) => ({ variable, axis: plainNumbers(axis), angle }))
}

/** -0 is 0, as in JSON. */
export function plainNumbers(values: ArrayLike<number>): number[] {
  return Array.from(values, (value) => value + 0)
}
