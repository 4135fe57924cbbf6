// Where an element of a MuJoCo model is: `pos`, and one of `quat` (w x y z, of any length), `axisangle`, `xyaxes`, `zaxis` and `euler`.
import { composePose, identityPose, setAxisAngle, setQuaternion } from '../../base/math/pose.js'
import { arctangent } from '../../base/math/trigonometry.js'
import type { MjcfSettings } from './mjcf-defaults.js'
import type { MjcfView } from './mjcf-element.js'

const ORIENTATIONS = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const
const DEGREE = Math.PI / 180
/** MuJoCo turns about x where a direction is along z to this. No unit. */
const ALONG_Z = 1e-10

/** Twelve numbers. */
export function identity(): Float64Array {
  return identityPose(new Float64Array(12), 0)
}

export function shiftedBy(x: number, y: number, z: number): Float64Array {
  const pose = identity()
  pose[3] = x
  pose[7] = y
  pose[11] = z
  return pose
}

/** a · b. */
export function composed(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(12)
  composePose(out, 0, a, 0, b, 0)
  return out
}

/** A rotation about a unit axis. */
export function turned(axis: readonly number[], angle: number): Float64Array {
  const pose = identity()
  setAxisAngle(pose, 0, axis[0]!, axis[1]!, axis[2]!, angle)
  return pose
}

/** As MuJoCo's angles are: degrees, if its compiler says nothing else. */
export function radians(settings: MjcfSettings, angle: number): number {
  return settings.degrees ? angle * DEGREE : angle
}

export function poseOf(view: MjcfView, settings: MjcfSettings): Float64Array {
  const pose = rotationOf(view, settings)
  const pos = view.numbers('pos', 3)
  if (pos !== undefined) for (let k = 0; k < 3; k++) pose[4 * k + 3] = pos[k]!
  return pose
}

function rotationOf(view: MjcfView, settings: MjcfSettings): Float64Array {
  const said = ORIENTATIONS.filter((name) => view.has(name))
  if (said.length > 1) view.fail(said[0], `one of ${ORIENTATIONS.join(', ')}`, said.join(' and '))
  switch (said[0]) {
    case 'quat':
      return quaternionPose(view, 'quat')
    case 'axisangle': {
      const [x, y, z, angle] = view.numbers('axisangle', 4)! as [number, number, number, number]
      return turned(unit(view, 'axisangle', [x, y, z]), radians(settings, angle))
    }
    case 'xyaxes': {
      const six = view.numbers('xyaxes', 6)!
      const x = unit(view, 'xyaxes', six.slice(0, 3))
      const along = x[0]! * six[3]! + x[1]! * six[4]! + x[2]! * six[5]!
      const y = unit(
        view,
        'xyaxes',
        x.map((a, k) => six[3 + k]! - along * a),
      )
      const z = [x[1]! * y[2]! - x[2]! * y[1]!, x[2]! * y[0]! - x[0]! * y[2]!, x[0]! * y[1]! - x[1]! * y[0]!]
      const pose = identity()
      for (let k = 0; k < 3; k++) pose.set([x[k]!, y[k]!, z[k]!], 4 * k)
      return pose
    }
    case 'zaxis':
      return alongZ(unit(view, 'zaxis', view.numbers('zaxis', 3)!))
    case 'euler':
      return eulerPose(view.numbers('euler', 3)!, settings)
    case undefined:
      return identity()
  }
}

/** The rotation of an attribute's quaternion. */
export function quaternionPose(view: MjcfView, attribute: string): Float64Array {
  return turnedBy(view, attribute, view.numbers(attribute, 4)!)
}

/** The rotation of a quaternion w x y z of any length but zero. */
export function turnedBy(view: MjcfView, attribute: string, quaternion: readonly number[]): Float64Array {
  const largest = Math.max(...quaternion.map(Math.abs))
  if (largest === 0) view.fail(attribute, 'a quaternion other than 0', '0 0 0 0')
  const [w, x, y, z] = quaternion.map((a) => a / largest) as [number, number, number, number]
  const pose = identity()
  setQuaternion(pose, 0, [x, y, z, w])
  return pose
}

/** The least rotation that takes z to a unit vector; for −z, the half-turn about x. */
export function alongZ(v: readonly number[]): Float64Array {
  const across = Math.hypot(v[0]!, v[1]!)
  const axis = across < ALONG_Z ? [1, 0, 0] : [-v[1]! / across, v[0]! / across, 0]
  return turned(axis, arctangent(across, v[2]!))
}

function eulerPose(angles: readonly number[], settings: MjcfSettings): Float64Array {
  let pose = identity()
  for (let k = 0; k < 3; k++) {
    const letter = settings.eulerSequence[k]!
    const small = letter.toLowerCase()
    const step = turned(
      [Number(small === 'x'), Number(small === 'y'), Number(small === 'z')],
      radians(settings, angles[k]!),
    )
    pose = letter === small ? composed(pose, step) : composed(step, pose)
  }
  return pose
}

/** A direction, one long. */
export function unit(view: MjcfView, attribute: string, v: readonly number[]): number[] {
  const largest = Math.max(...v.map(Math.abs))
  if (!(largest > 0))
    view.fail(attribute, 'directions other than 0 0 0, and not along each other', view.text(attribute))
  const scaled = v.map((a) => a / largest)
  const length = Math.hypot(...scaled)
  return scaled.map((a) => a / length)
}
