// Forward kinematics, written to be obviously right: from the links' names and the joints' definitions, one link at a time, up to
// the root, with 4×4 matrices and quaternions. Shares nothing with the engine but the robot's description.
import type { JointInput, RobotInput } from '../../../src/entries/robots.js'

export type Matrix = readonly (readonly number[])[]

const IDENTITY: Matrix = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
]

export function multiply(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)))
}

function translation(x: number, y: number, z: number): Matrix {
  return [
    [1, 0, 0, x],
    [0, 1, 0, y],
    [0, 0, 1, z],
    [0, 0, 0, 1],
  ]
}

function fromQuaternion([x, y, z, w]: readonly number[]): Matrix {
  const n = Math.hypot(x!, y!, z!, w!)
  const [a, b, c, d] = [x! / n, y! / n, z! / n, w! / n]
  // The columns are what q·v·q⁻¹ makes of the three axes.
  return [
    [a * a - b * b - c * c + d * d, 2 * (a * b - c * d), 2 * (a * c + b * d), 0],
    [2 * (a * b + c * d), -a * a + b * b - c * c + d * d, 2 * (b * c - a * d), 0],
    [2 * (a * c - b * d), 2 * (b * c + a * d), -a * a - b * b + c * c + d * d, 0],
    [0, 0, 0, 1],
  ]
}

function about(axis: readonly number[], angle: number): Matrix {
  const s = Math.sin(angle / 2)
  return fromQuaternion([axis[0]! * s, axis[1]! * s, axis[2]! * s, Math.cos(angle / 2)])
}

/** The shortest rotation from z to the axis; for −z, half a turn about x. */
function fromZ(axis: readonly number[]): Matrix {
  const across = Math.hypot(axis[0]!, axis[1]!)
  if (across === 0) return axis[2]! > 0 ? IDENTITY : about([1, 0, 0], Math.PI)
  return about([-axis[1]! / across, axis[0]! / across, 0], Math.atan2(across, axis[2]!))
}

function originOf(joint: JointInput): Matrix {
  const origin = joint.origin as { at?: number[]; rotation?: number[] } | undefined
  const [x = 0, y = 0, z = 0] = origin?.at ?? []
  return multiply(translation(x, y, z), origin?.rotation === undefined ? IDENTITY : fromQuaternion(origin.rotation))
}

function motionOf(joint: JointInput, q: readonly number[]): Matrix {
  const given = Array.from(joint.axis ?? [1, 0, 0])
  const length = Math.hypot(...given)
  const axis = given.map((a) => a / length)
  switch (joint.kind) {
    case 'fixed':
      return IDENTITY
    case 'revolute':
    case 'continuous':
      return about(axis, q[0]!)
    case 'prismatic':
      return translation(axis[0]! * q[0]!, axis[1]! * q[0]!, axis[2]! * q[0]!)
    case 'planar': {
      const plane = fromZ(axis)
      const shift = [0, 1, 2].map((k) => plane[k]![0]! * q[0]! + plane[k]![1]! * q[1]!)
      return multiply(translation(shift[0]!, shift[1]!, shift[2]!), about(axis, q[2]!))
    }
    case 'floating':
      return multiply(translation(q[0]!, q[1]!, q[2]!), fromQuaternion(q.slice(3)))
  }
}

/** Values of a joint: its own numbers, or its original's by the mimic's rule. */
function valuesOf(
  input: RobotInput,
  joint: JointInput,
  values: (name: string) => readonly number[],
): readonly number[] {
  if (joint.mimic === undefined) return values(joint.name)
  const { multiplier = 1, offset = 0 } = joint.mimic
  const original = input.joints!.find(({ name }) => name === joint.mimic!.joint)!
  return valuesOf(input, original, values).map((value) => multiplier * value + offset)
}

/** X_base_link. `values` gives the numbers of a joint that has variables of its own. */
export function linkPose(input: RobotInput, link: string, values: (name: string) => readonly number[]): Matrix {
  const joint = input.joints?.find(({ child }) => child === link)
  if (joint === undefined) return IDENTITY
  const here = multiply(originOf(joint), motionOf(joint, valuesOf(input, joint, values)))
  return multiply(linkPose(input, joint.parent, values), here)
}
