// A configuration onto urdf-loader's joints and back. Limber's robot says where each link is; urdf-loader's own setters are
// not used, for three reasons: they cut values to the limits without a word, they take a prismatic joint's direction through
// Euler angles (1e-8 off where the pitch is a right angle), and they put the motion of planar and floating joints before
// the joint's origin and not after it, as URDF has it.
import { Euler, Matrix4, Quaternion, Vector3 } from 'three'
import { InvalidInputError, type Joint, type Robot } from '../src/entries/robots.js'
import { matrixFromPose } from './matrices.js'
import { demandUrdfRobot } from './robot-from-urdf-loader.js'
import type { UrdfLoaderJoint, UrdfLoaderRobot } from './urdf-loader-types.js'

/**
 * How far a planar joint may have been moved out of its plane or tilted before its pose is refused: radians, and a part of
 * how far it was moved. Room for transforms that were animated in single precision.
 */
const PLANE_TOLERANCE = 1e-5

/**
 * Sets every joint of `urdfRobot`, mimic joints too, as `q` has it, so that its links stand where robot.linkPoses(q) says,
 * below wherever urdfRobot itself stands. Values are not cut to limits. `jointValue` becomes what URDF means by the joint's
 * values: x, y, theta of a planar joint; x, y, z and Euler angles XYZ of a floating one. Fixed joints need not be there.
 */
export function applyConfiguration(urdfRobot: UrdfLoaderRobot, robot: Robot, q: ArrayLike<number>): void {
  demandUrdfRobot(urdfRobot)
  const values = robot.readConfiguration('q', q)
  const poses = robot.linkPoses(values)
  const pairs = moving(urdfRobot, robot)
  const local = new Matrix4()
  for (const { joint, object } of pairs) {
    // As urdf-loader does before the first change: from now on its position is no longer its origin.
    if (!object.origPosition || !object.origQuaternion) {
      object.origPosition = object.position.clone()
      object.origQuaternion = object.quaternion.clone()
    }
    object.jointValue = valuesOf(joint, robot, values)
    local.copy(matrixFromPose(poses, 12 * joint.parent)).invert()
    local.multiply(matrixFromPose(poses, 12 * joint.child))
    object.position.setFromMatrixPosition(local)
    object.quaternion.setFromRotationMatrix(local)
    object.updateMatrix()
  }
}

/**
 * The configuration in which `urdfRobot` stands: the values of joints with one, and what the transforms of planar and
 * floating joints come to. The quaternion of a floating joint comes with w ≥ 0. Mimic joints and those that closed loops set follow the others.
 */
export function configurationOf(urdfRobot: UrdfLoaderRobot, robot: Robot): Float64Array {
  demandUrdfRobot(urdfRobot)
  const q = robot.neutral()
  for (const { joint, object } of moving(urdfRobot, robot)) {
    if (joint.variables === 0) continue
    if (joint.kind === 'planar') q.set(planarValues(joint, object), joint.variable)
    else if (joint.kind === 'floating') q.set(floatingValues(joint, object), joint.variable)
    else q[joint.variable] = object.jointValue?.[0] ?? NaN
  }
  return robot.readConfiguration('urdfRobot', q)
}

interface Pair {
  readonly joint: Joint
  readonly object: UrdfLoaderJoint
}

/** Joints that move, by name in both. */
function moving(urdfRobot: UrdfLoaderRobot, robot: Robot): Pair[] {
  return robot.joints
    .filter(({ kind }) => kind !== 'fixed')
    .map((joint) => {
      const field = `urdfRobot.joints[${JSON.stringify(joint.name)}]`
      const object = Object.hasOwn(urdfRobot.joints, joint.name) ? urdfRobot.joints[joint.name] : undefined
      if (object === undefined) {
        throw new InvalidInputError(field, object, `there: it is a ${joint.kind} joint of ${robot.name}`)
      }
      if (object.jointType !== joint.kind) {
        throw new InvalidInputError(`${field}.jointType`, object.jointType, `${joint.kind}, as in ${robot.name}`)
      }
      return { joint, object }
    })
}

/** What urdf-loader keeps as a joint's values. */
function valuesOf({ name, kind, variable }: Joint, robot: Robot, q: Float64Array): number[] {
  if (kind === 'planar') return [...q.subarray(variable, variable + 3)]
  if (kind === 'floating') {
    const [x, y, z, qx, qy, qz, qw] = q.subarray(variable, variable + 7)
    const { x: roll, y: pitch, z: yaw } = new Euler().setFromQuaternion(new Quaternion(qx, qy, qz, qw), 'XYZ')
    return [x!, y!, z!, roll, pitch, yaw]
  }
  return [robot.jointValue(name, q)]
}

/** How the joint has moved its child from where its origin is: origin⁻¹ · transform. */
function motionOf(joint: Joint, object: UrdfLoaderJoint): { at: Vector3; rotation: Quaternion } {
  const transform = new Matrix4().compose(object.position, object.quaternion, new Vector3(1, 1, 1))
  transform.premultiply(matrixFromPose(joint.origin).invert())
  return {
    at: new Vector3().setFromMatrixPosition(transform),
    rotation: new Quaternion().setFromRotationMatrix(transform).normalize(),
  }
}

function floatingValues(joint: Joint, object: UrdfLoaderJoint): number[] {
  const { at, rotation } = motionOf(joint, object)
  const sign = rotation.w < 0 ? -1 : 1
  return [...at.toArray(), ...rotation.toArray().map((c) => c * sign + 0)]
}

function planarValues(joint: Joint, object: UrdfLoaderJoint): number[] {
  const { at, rotation } = motionOf(joint, object)
  const [ax, ay, az] = joint.axis as unknown as [number, number, number]
  const axis = new Vector3(ax, ay, az)
  const turn = new Vector3(rotation.x, rotation.y, rotation.z)
  const along = turn.dot(axis)
  const tilt = 2 * turn.addScaledVector(axis, -along).length()
  const out = Math.abs(at.dot(axis))
  if (!(tilt <= PLANE_TOLERANCE) || !(out <= PLANE_TOLERANCE * (at.length() + object.position.length()))) {
    throw new InvalidInputError(
      `urdfRobot.joints[${JSON.stringify(joint.name)}]`,
      [...object.position.toArray(), ...object.quaternion.toArray()],
      'moved in its plane and turned about its axis only',
    )
  }
  const angle = 2 * Math.atan2(along, rotation.w)
  // The transform does not tell whole turns: as many as bring it next to the value that was set.
  const turns = Math.round(((object.jointValue?.[2] ?? 0) - angle) / (2 * Math.PI))
  const theta = angle + 2 * Math.PI * turns
  const [x, y] = planeAxes(ax, ay, az)
  return [x.dot(at), y.dot(at), theta]
}

/** What the shortest rotation from (0, 0, 1) to the axis makes of x and y; for (0, 0, -1), a half turn about x. */
function planeAxes(ax: number, ay: number, az: number): [Vector3, Vector3] {
  const sinSq = ax * ax + ay * ay
  if (az < 0 && sinSq === 0) return [new Vector3(1, 0, 0), new Vector3(0, -1, 0)]
  // 1/(1 + az), without cancellation.
  const k = az < 0 ? (1 - az) / sinSq : 1 / (1 + az)
  return [new Vector3(1 - k * ax * ax, -k * ax * ay, -ax), new Vector3(-k * ax * ay, 1 - k * ay * ay, -ay)]
}
