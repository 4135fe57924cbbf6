// Crankshafts of a chain of joints: what is between two links is turned about the axis through their origins. And the angles that are
// measured again afterwards.
import {
  composePose,
  identityPose,
  invertPose,
  orthonormalise,
  POSE,
  setAxisAngle,
  transformPoint,
} from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { dihedral } from './torsion.js'

/**
 * What a crankshaft over n joints may turn what is beyond it by, over (n + 2): the axis is carried through n products of rotations, each
 * in error by at most 16u, and used twice at either end; two rotations are made of it and brought back to orthonormal, some 64u
 * each. Four times as much is taken. The shift is the same times the lengths that were added up.
 */
export const CRANK_ROUNDING = 256 * U

const turn = new Float64Array(POSE)
const through = new Float64Array(2 * POSE)
const inverse = new Float64Array(POSE)
const points = new Float64Array(12)

/**
 * Turns links a + 1 … b − 1 by `angle` about the axis from the origin of link a to that of link b. Joints a and b − 1 get new poses, which
 * are their references from now on; the bond at a keeps its length, and is turned; the one before b is not touched. Returns the sum of
 * the bonds' lengths.
 */
export function crank(joints: Float64Array, reference: Float64Array, a: number, b: number, angle: number): number {
  identityPose(through, 0)
  let lengths = 0
  for (let j = a; j < b - 1; j++) {
    composePose(through, POSE, through, 0, joints, j * POSE)
    through.copyWithin(0, POSE)
    lengths += lengthOf(joints, j * POSE)
  }
  composePose(through, POSE, through, 0, joints, (b - 1) * POSE)
  lengths += lengthOf(joints, (b - 1) * POSE)
  let x = through[POSE + 3]!
  let y = through[POSE + 7]!
  let z = through[POSE + 11]!
  const length = Math.sqrt(x * x + y * y + z * z)
  if (!(length > 0)) throw new InvalidInputError('crankshaft', [a, b], 'two CA at different positions')
  x /= length
  y /= length
  z /= length
  const first = a * POSE
  const bond = lengthOf(joints, first)
  setAxisAngle(turn, 0, x, y, z, angle)
  composePose(reference, first, turn, 0, joints, first)
  orthonormalise(reference, first)
  const scale = bond / lengthOf(reference, first)
  for (let k = 3; k < POSE; k += 4) reference[first + k] = reference[first + k]! * scale
  // The same axis as link b − 1 sees it, and the other way round.
  const last = (b - 1) * POSE
  setAxisAngle(
    turn,
    0,
    through[0]! * x + through[4]! * y + through[8]! * z,
    through[1]! * x + through[5]! * y + through[9]! * z,
    through[2]! * x + through[6]! * y + through[10]! * z,
    -angle,
  )
  composePose(reference, last, turn, 0, joints, last)
  orthonormalise(reference, last)
  for (let k = 3; k < POSE; k += 4) reference[last + k] = joints[last + k]!
  for (let k = 0; k < POSE; k++) {
    joints[first + k] = reference[first + k]!
    joints[last + k] = reference[last + k]!
  }
  return lengths
}

/** The dihedral angle about joint j, of links j − 1 to j + 2. */
export function measureJoint(joints: Float64Array, j: number): number {
  // In link j's frame.
  const p = points
  previousOrigin(p, 0, joints, j - 1)
  for (let k = 0; k < 3; k++) {
    p[3 + k] = 0
    p[6 + k] = joints[j * POSE + 4 * k + 3]!
    p[9 + k] = joints[(j + 1) * POSE + 4 * k + 3]!
  }
  transformPoint(p, 9, joints, j * POSE, p, 9)
  return dihedral(p, 0, 1, 2, 3)
}

/** A dihedral angle whose first atom is the origin of link `joint`, the others being on the next link, as `local` has them. */
export function measureOnLink(
  joints: Float64Array,
  joint: number,
  local: Float64Array,
  atoms: readonly [number, number, number, number],
): number {
  const p = points
  invertPose(inverse, 0, joints, joint * POSE)
  for (let k = 0; k < 3; k++) {
    p[k] = inverse[4 * k + 3]!
    for (let n = 1; n < 4; n++) p[3 * n + k] = local[3 * atoms[n]! + k]!
  }
  return dihedral(p, 0, 1, 2, 3)
}

/** Writes the origin of link j, as link j + 1 sees it, to out[o..o+2]. */
export function previousOrigin(out: Float64Array, o: number, joints: Float64Array, j: number): void {
  const at = j * POSE
  for (let k = 0; k < 3; k++) {
    out[o + k] =
      0 -
      joints[at + k]! * joints[at + 3]! -
      joints[at + 4 + k]! * joints[at + 7]! -
      joints[at + 8 + k]! * joints[at + 11]!
  }
}

/** Length of a pose's translation. By square root: what Math.hypot returns differs between engines in the last bit. */
function lengthOf(x: Float64Array, at: number): number {
  const p = x[at + 3]!
  const q = x[at + 7]!
  const r = x[at + 11]!
  return Math.sqrt(p * p + q * q + r * r)
}
