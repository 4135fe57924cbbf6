// <origin xyz rpy>: fixed-axis roll, pitch, yaw, so R = Rz(yaw)·Ry(pitch)·Rx(roll); or quat_xyzw, as URDF 1.1 has it.
import { identityPose, setQuaternion } from '../../base/math/pose.js'
import { ROTATION_INPUT_TOLERANCE } from '../../base/math/rounding.js'
import { cosine, sine } from '../../base/math/trigonometry.js'
import type { XmlElement } from '../text/xml.js'
import { type RobotText, shown } from './robot-xml.js'

/** The pose that the <origin> of an element says, twelve numbers; the identity where it has none. */
export function originPose(source: RobotText, element: XmlElement, where: string): Float64Array {
  const pose = new Float64Array(12)
  identityPose(pose, 0)
  const origin = source.child(element, where, 'origin')
  if (origin === undefined) return pose
  const inside = `${where} <origin>`
  const rpy = source.numbers(origin, inside, 'rpy', 3)
  const quaternion = source.numbers(origin, inside, 'quat_xyzw', 4)
  if (rpy !== undefined && quaternion !== undefined) {
    source.fail(origin.line, inside, 'rpy or quat_xyzw', 'both')
  }
  if (rpy !== undefined) setRollPitchYaw(pose, rpy[0]!, rpy[1]!, rpy[2]!)
  if (quaternion !== undefined) {
    const length = Math.hypot(...quaternion)
    if (!(Math.abs(length - 1) <= ROTATION_INPUT_TOLERANCE)) {
      source.fail(origin.line, `${inside} quat_xyzw`, 'a unit quaternion', shown(quaternion.join(' ')))
    }
    setQuaternion(pose, 0, quaternion)
  }
  const xyz = source.numbers(origin, inside, 'xyz', 3)
  if (xyz !== undefined) for (let k = 0; k < 3; k++) pose[4 * k + 3] = xyz[k]!
  return pose
}

/** Writes Rz(yaw)·Ry(pitch)·Rx(roll) into the 3×3 part of a pose. */
export function setRollPitchYaw(pose: Float64Array, roll: number, pitch: number, yaw: number): void {
  const sr = sine(roll)
  const cr = cosine(roll)
  const sp = sine(pitch)
  const cp = cosine(pitch)
  const sy = sine(yaw)
  const cy = cosine(yaw)
  pose[0] = cy * cp
  pose[1] = cy * sp * sr - sy * cr
  pose[2] = cy * sp * cr + sy * sr
  pose[4] = sy * cp
  pose[5] = sy * sp * sr + cy * cr
  pose[6] = sy * sp * cr - cy * sr
  pose[8] = -sp
  pose[9] = cp * sr
  pose[10] = cp * cr
}
