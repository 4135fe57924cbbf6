// Poses as callers give them, turned into the twelve numbers used inside.
import { InvalidInputError } from '../../errors.js'
import { checkCoordinate, checkFields, checkFinite, checkVec3 } from './checks.js'
import { identityPose, orthonormalise, orthonormalityError, rotationDeterminant, setQuaternion } from './pose.js'
import { ROTATION_INPUT_TOLERANCE } from './rounding.js'

/**
 * A rigid pose as a caller gives it: twelve numbers (row-major 3×4), or a record of `at` (translation, default
 * 0 0 0) and `rotation` (nine numbers row-major, or a quaternion x, y, z, w; default none).
 */
export type PoseInput =
  | ArrayLike<number>
  | { readonly at?: ArrayLike<number> | undefined; readonly rotation?: ArrayLike<number> | undefined }

/** Poses being read: nothing is written to the caller's array before all of it has been checked. */
const scratch = new Float64Array(12)
const placed = new Float64Array(12)

/** Checks a caller's pose and writes it, its rotation made orthonormal to rounding, to out[o..o+11]. */
export function readPose(out: Float64Array, o: number, field: string, pose: PoseInput): void {
  if (pose === null || typeof pose !== 'object') {
    throw new InvalidInputError(field, pose, 'a pose: twelve numbers, or { at, rotation }')
  }
  const p = scratch
  identityPose(p, 0)
  if ('length' in pose) {
    if (pose.length !== 12) throw new InvalidInputError(field, pose, 'twelve numbers (a row-major 3×4 pose)')
    for (let i = 0; i < 12; i++) p[i] = checkFinite(`${field}[${i}]`, pose[i]!)
  } else {
    checkFields(field, pose, ['at', 'rotation'])
    if (pose.rotation !== undefined) readRotation(p, `${field}.rotation`, pose.rotation)
    if (pose.at !== undefined) {
      checkVec3(`${field}.at`, pose.at)
      for (let i = 0; i < 3; i++) p[4 * i + 3] = pose.at[i]!
    }
  }
  const error = orthonormalityError(p, 0)
  if (!(error <= ROTATION_INPUT_TOLERANCE) || rotationDeterminant(p, 0) < 0) {
    throw new InvalidInputError(field, pose, 'a pose whose 3×3 part is a rotation matrix (orthonormal, determinant +1)')
  }
  // Two Newton steps: 1e-6 → 1e-12 → rounding. A matrix that is orthonormal already is left as it is, so that
  // what a caller reads back and sets again does not move.
  if (error > 1e-15) {
    orthonormalise(p, 0)
    orthonormalise(p, 0)
  }
  out.set(p, o)
}

/** readPose for something that is put somewhere: its coordinates must be such that distances do not overflow. */
export function readPlacement(out: Float64Array, o: number, field: string, pose: PoseInput): void {
  readPose(placed, 0, field, pose)
  for (let k = 0; k < 3; k++) checkCoordinate(`${field}.at[${k}]`, placed[4 * k + 3]!)
  out.set(placed, o)
}

function readRotation(p: Float64Array, field: string, rotation: ArrayLike<number>): void {
  if (typeof rotation !== 'object' || rotation === null) {
    throw new InvalidInputError(field, rotation, 'a quaternion (4) or a row-major matrix (9)')
  }
  if (rotation.length === 4) {
    for (let i = 0; i < 4; i++) checkFinite(`${field}[${i}]`, rotation[i]!)
    const norm = Math.hypot(rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!)
    if (Math.abs(norm - 1) > ROTATION_INPUT_TOLERANCE) {
      throw new InvalidInputError(field, rotation, 'a unit quaternion (x, y, z, w)')
    }
    setQuaternion(p, 0, rotation)
    return
  }
  if (rotation.length !== 9) throw new InvalidInputError(field, rotation, 'a quaternion (4) or a row-major matrix (9)')
  for (let i = 0; i < 9; i++) p[4 * Math.trunc(i / 3) + (i % 3)] = checkFinite(`${field}[${i}]`, rotation[i]!)
}
