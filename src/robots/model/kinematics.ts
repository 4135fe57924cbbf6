// Forward kinematics of one or several robots over flat arrays, incremental: setting a configuration recomputes only what
// hangs below a joint whose value has changed, and the same configuration again costs a comparison.
//
// What moves as one is one body: links that fixed joints hold together share it. Body 0 is the world. A body's pose is
//   X_W_body = X_W_parent · X_parent_joint · motion(q)
// with the fixed joints between multiplied out once, when this is made. Parents come before children, so one pass does.
//
// Rotations are made orthonormal again at each body, so that a long tree does not drift. A position is off by at most some
// 12·u·reach a body of its tree (three products of rotations, and sines and cosines good to 2 u).
import { composePose, identityPose, orthonormalise, POSE, setAxisAngle, setQuaternion } from '../../base/math/pose.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { sineCosine } from '../../base/math/trigonometry.js'
import { InvalidInputError } from '../../errors.js'
import { BodyLayout, FLOATING, IN_PLANE, type PlacedRobot, SLIDING, TURNING } from './body-layout.js'
import type { Joint } from './joint.js'

export class Kinematics {
  /** Bodies, the world among them. */
  readonly bodies: number
  /** Parent body of each; -1 for the world. */
  readonly parents: Int32Array
  /** The joint that moves each body, and the robot it belongs to; undefined and -1 for the world. */
  readonly joints: readonly (Joint | undefined)[]
  readonly robots: Int32Array
  /** Twelve numbers a body, in the world: valid after the first update. */
  readonly poses: Float64Array
  /** By body: did the last update move it? */
  readonly changed: Uint8Array
  /** For each robot, the body that each of its links belongs to, and the link's pose in it. */
  readonly linkBodies: readonly Int32Array[]
  readonly linkPoses: readonly Float64Array[]
  /** X_parent_joint, twelve numbers a body: where its joint is in its parent. */
  readonly origins: Float64Array
  private readonly kinds: Uint8Array
  private readonly axes: Float64Array
  /** Joints that turn about a coordinate axis: ±1, ±2, ±3 for x, y, z; 0 for others. */
  private readonly straight: Int8Array
  /** Place of a body's first number in the configuration, and what it is multiplied with and added to. */
  readonly variables: Int32Array
  readonly factors: Float64Array
  private readonly offsets: Float64Array
  /** Joints that closed loops set, and the second variable of those that have two; -1 for others. */
  private readonly loops: Uint8Array
  private readonly seconds: Int32Array
  /** The configuration that the poses are of; not a number before the first. */
  private readonly current: Float64Array

  readonly layout: BodyLayout

  /** Of robots, or of a layout of them that is shared. */
  constructor(of: readonly PlacedRobot[] | BodyLayout) {
    const layout = of instanceof BodyLayout ? of : new BodyLayout(of)
    this.layout = layout
    this.bodies = layout.bodies
    this.parents = layout.parents
    this.joints = layout.joints
    this.robots = layout.robots
    this.linkBodies = layout.linkBodies
    this.linkPoses = layout.linkPoses
    this.origins = layout.origins
    this.kinds = layout.kinds
    this.axes = layout.axes
    this.straight = layout.straight
    this.variables = layout.variables
    this.factors = layout.factors
    this.offsets = layout.offsets
    this.loops = Uint8Array.from(layout.joints, (joint) => (joint?.loop === undefined ? 0 : 1))
    this.seconds = Int32Array.from(layout.joints, (_, b) => (b === 0 ? -1 : (layout.variablesOf(b)[1] ?? -1)))
    this.poses = new Float64Array(POSE * this.bodies)
    identityPose(this.poses, 0)
    this.changed = new Uint8Array(this.bodies)
    this.current = new Float64Array(layout.dof).fill(NaN)
  }

  /** Sets the configuration: finite numbers, quaternions of unit length. Returns how many bodies were computed. */
  update(q: ArrayLike<number>): number {
    const { current, changed, parents, variables, kinds, seconds } = this
    let computed = 0
    for (let b = 1; b < this.bodies; b++) {
      const v = variables[b]!
      const moved =
        changed[parents[b]!] === 1 ||
        q[v] !== current[v] ||
        (seconds[b] !== -1 && q[seconds[b]!] !== current[seconds[b]!]) ||
        (kinds[b]! >= IN_PLANE && (q[v + 1] !== current[v + 1] || q[v + 2] !== current[v + 2])) ||
        (kinds[b] === FLOATING && turned(q, current, v + 3))
      changed[b] = moved ? 1 : 0
      if (moved) {
        this.place(b, q)
        if (!this.isNear(b)) {
          // So that the next configuration begins from scratch.
          current.fill(NaN)
          throw new InvalidInputError('q', q[v], `such that ${this.joints[b]!.name} stays within ${MAX_COORDINATE}`)
        }
        computed++
      }
    }
    for (let i = 0; i < current.length; i++) current[i] = q[i]!
    return computed
  }

  /** X_W_link of a robot's link, by their numbers. */
  linkPose(out: Float64Array, o: number, robot: number, link: number): void {
    const body = this.linkBodies[robot]![link]!
    composePose(out, o, this.poses, POSE * body, this.linkPoses[robot]!, POSE * link)
  }

  /** BodyLayout.variablesOf. */
  variablesOf(b: number): readonly number[] {
    return this.layout.variablesOf(b)
  }

  /** The values that the joint of body b may take, by its limits or by those of the joint it mimics. */
  rangeOf(b: number): { low: number; high: number } {
    return this.layout.rangeOf(b)
  }

  private isNear(b: number): boolean {
    const { poses } = this
    const o = POSE * b
    // Not so for what is not a number.
    return Math.abs(poses[o + 3]!) + Math.abs(poses[o + 7]!) + Math.abs(poses[o + 11]!) <= MAX_COORDINATE
  }

  private place(b: number, q: ArrayLike<number>): void {
    const { poses, origins, axes } = this
    const v = this.variables[b]!
    const value = this.loops[b] === 1 ? this.layout.valueOf(b, q, 0) : this.factors[b]! * q[v]! + this.offsets[b]!
    if (this.straight[b] !== 0) {
      turnPose(poses, POSE * b, POSE * this.parents[b]!, origins, this.straight[b]!, value)
      orthonormalise(poses, POSE * b)
      return
    }
    const x = axes[3 * b]!
    const y = axes[3 * b + 1]!
    const z = axes[3 * b + 2]!
    identityPose(motion, 0)
    switch (this.kinds[b]) {
      case TURNING:
        setAxisAngle(motion, 0, x, y, z, value)
        break
      case SLIDING:
        motion[3] = x * value
        motion[7] = y * value
        motion[11] = z * value
        break
      case IN_PLANE:
        planarMotion(x, y, z, q, v)
        break
      default:
        for (let k = 0; k < 4; k++) quaternion[k] = q[v + 3 + k]!
        setQuaternion(motion, 0, quaternion)
        motion[3] = q[v]!
        motion[7] = q[v + 1]!
        motion[11] = q[v + 2]!
    }
    composePose(scratch, 0, origins, POSE * b, motion, 0)
    composePose(poses, POSE * b, poses, POSE * this.parents[b]!, scratch, 0)
    orthonormalise(poses, POSE * b)
  }
}

const scratch = new Float64Array(POSE)
const motion = new Float64Array(POSE)
const quaternion = new Float64Array(4)

function turned(q: ArrayLike<number>, current: Float64Array, i: number): boolean {
  return (
    q[i] !== current[i] || q[i + 1] !== current[i + 1] || q[i + 2] !== current[i + 2] || q[i + 3] !== current[i + 3]
  )
}

/**
 * x and y in the plane across the axis, then theta about the axis. The plane's own x and y are what the shortest rotation from
 * (0, 0, 1) to the axis makes of the frame's; for (0, 0, -1), a half turn about x.
 */
function planarMotion(ax: number, ay: number, az: number, q: ArrayLike<number>, v: number): void {
  // Rodrigues with the axis (−ay, ax, 0) of length sin, and cos = az: R = I + K + k·K², k = 1/(1 + cos) = (1 − cos)/sin².
  const sinSq = ax * ax + ay * ay
  const x = q[v]!
  const y = q[v + 1]!
  setAxisAngle(motion, 0, ax, ay, az, q[v + 2]!)
  if (az < 0 && sinSq === 0) {
    motion[3] = x
    motion[7] = -y
    return
  }
  const k = az < 0 ? (1 - az) / sinSq : 1 / (1 + az)
  motion[3] = x - k * ax * (ax * x + ay * y)
  motion[7] = y - k * ay * (ax * x + ay * y)
  motion[11] = -ax * x - ay * y
}

/** Of the turn that is being made: its sine and cosine. */
const turn = new Float64Array(2)

/**
 * X_W_body = X_W_parent · X_parent_joint · (turn by `value` about a coordinate axis), in one step: two thirds of the time that the
 * general way takes, and most joints of most robots are such. poses[o..] and origins[o..] are the body's, poses[i..] its
 * parent's.
 */
function turnPose(poses: Float64Array, o: number, i: number, origins: Float64Array, axis: number, value: number): void {
  sineCosine(turn, 0, value)
  const c = turn[1]!
  const s = axis > 0 ? turn[0]! : -turn[0]!
  const y00 = origins[o]!
  const y01 = origins[o + 1]!
  const y02 = origins[o + 2]!
  const y03 = origins[o + 3]!
  const y10 = origins[o + 4]!
  const y11 = origins[o + 5]!
  const y12 = origins[o + 6]!
  const y13 = origins[o + 7]!
  const y20 = origins[o + 8]!
  const y21 = origins[o + 9]!
  const y22 = origins[o + 10]!
  const y23 = origins[o + 11]!
  for (let row = 0; row < POSE; row += 4) {
    const a = poses[i + row]!
    const b = poses[i + row + 1]!
    const d = poses[i + row + 2]!
    const x = a * y00 + b * y10 + d * y20
    const y = a * y01 + b * y11 + d * y21
    const z = a * y02 + b * y12 + d * y22
    poses[o + row + 3] = a * y03 + b * y13 + d * y23 + poses[i + row + 3]!
    if (axis === 3 || axis === -3) {
      poses[o + row] = c * x + s * y
      poses[o + row + 1] = c * y - s * x
      poses[o + row + 2] = z
    } else if (axis === 1 || axis === -1) {
      poses[o + row] = x
      poses[o + row + 1] = c * y + s * z
      poses[o + row + 2] = c * z - s * y
    } else {
      poses[o + row] = c * x - s * z
      poses[o + row + 1] = y
      poses[o + row + 2] = c * z + s * x
    }
  }
}
