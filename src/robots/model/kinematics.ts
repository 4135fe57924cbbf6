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
import type { Joint } from './joint.js'
import type { Robot } from './robot.js'

const TURN = 0
const SLIDE = 1
const PLANAR = 2
const FLOAT = 3

export interface PlacedRobot {
  readonly robot: Robot
  /** Twelve numbers: its base in the world. */
  readonly base: Float64Array
}

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
  /** The configuration that the poses are of; not a number before the first. */
  private readonly current: Float64Array

  constructor(private readonly placed: readonly PlacedRobot[]) {
    const bodies = new BodyList()
    const linkBodies: Int32Array[] = []
    const linkPoses: Float64Array[] = []
    let dof = 0
    placed.forEach(({ robot, base }, r) => {
      const bodyOf = new Int32Array(robot.links.length)
      const poses = new Float64Array(POSE * robot.links.length)
      for (const { index, joint } of robot.links) {
        if (joint === undefined) {
          poses.set(base, POSE * index)
          continue
        }
        const parent = bodyOf[joint.parent]!
        composePose(scratch, 0, poses, POSE * joint.parent, joint.origin, 0)
        if (joint.kind === 'fixed') {
          bodyOf[index] = parent
          poses.set(scratch, POSE * index)
        } else {
          bodyOf[index] = bodies.add(parent, joint, r, scratch, dof)
          identityPose(poses, POSE * index)
        }
      }
      linkBodies.push(bodyOf)
      linkPoses.push(poses)
      dof += robot.dof
    })
    this.bodies = bodies.joints.length
    this.parents = Int32Array.from(bodies.parents)
    this.joints = bodies.joints
    this.robots = Int32Array.from(bodies.robots)
    this.kinds = Uint8Array.from(bodies.joints, (joint) => (joint === undefined ? 0 : kindOf(joint)))
    this.axes = Float64Array.from(bodies.joints.flatMap((joint) => Array.from(joint?.axis ?? [0, 0, 0])))
    this.straight = Int8Array.from(bodies.joints, (joint) => (joint === undefined ? 0 : straightAxis(joint)))
    this.origins = Float64Array.from(bodies.origins.flatMap((origin) => Array.from(origin)))
    this.variables = Int32Array.from(bodies.variables)
    this.factors = Float64Array.from(bodies.joints, (joint) => joint?.mimic?.multiplier ?? 1)
    this.offsets = Float64Array.from(bodies.joints, (joint) => joint?.mimic?.offset ?? 0)
    this.linkBodies = linkBodies
    this.linkPoses = linkPoses
    this.poses = new Float64Array(POSE * this.bodies)
    identityPose(this.poses, 0)
    this.changed = new Uint8Array(this.bodies)
    this.current = new Float64Array(dof).fill(NaN)
  }

  /** Sets the configuration: finite numbers, quaternions of unit length. Returns how many bodies were computed. */
  update(q: ArrayLike<number>): number {
    const { current, changed, parents, variables, kinds } = this
    let computed = 0
    for (let b = 1; b < this.bodies; b++) {
      const v = variables[b]!
      const moved =
        changed[parents[b]!] === 1 ||
        q[v] !== current[v] ||
        (kinds[b]! >= PLANAR && (q[v + 1] !== current[v + 1] || q[v + 2] !== current[v + 2])) ||
        (kinds[b] === FLOAT && turned(q, current, v + 3))
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

  /** The values that the joint of body b may take, by its limits or by those of the joint it mimics. */
  rangeOf(b: number): { low: number; high: number } {
    const joint = this.joints[b]!
    const { mimic } = joint
    if (mimic === undefined) return { low: joint.lower, high: joint.upper }
    const { lower, upper } = this.placed[this.robots[b]!]!.robot.joint(mimic.joint)
    const one = mimic.multiplier === 0 ? mimic.offset : mimic.multiplier * lower + mimic.offset
    const other = mimic.multiplier === 0 ? mimic.offset : mimic.multiplier * upper + mimic.offset
    return { low: Math.min(one, other), high: Math.max(one, other) }
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
    const value = this.factors[b]! * q[v]! + this.offsets[b]!
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
      case TURN:
        setAxisAngle(motion, 0, x, y, z, value)
        break
      case SLIDE:
        motion[3] = x * value
        motion[7] = y * value
        motion[11] = z * value
        break
      case PLANAR:
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

/** ±1, ±2 or ±3 for a joint that turns about x, y or z, to the last digit; 0 for any other. */
function straightAxis(joint: Joint): number {
  if (kindOf(joint) !== TURN) return 0
  // A component of 1 does not say that the others are 0: it is rounded.
  const k = joint.axis.findIndex((a) => a !== 0)
  return joint.axis.filter((a) => a !== 0).length === 1 ? Math.sign(joint.axis[k]!) * (k + 1) : 0
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

function kindOf({ kind }: Joint): number {
  switch (kind) {
    case 'prismatic':
      return SLIDE
    case 'planar':
      return PLANAR
    case 'floating':
      return FLOAT
    default:
      return TURN
  }
}

/** Bodies as they are found. */
class BodyList {
  readonly parents = [-1]
  readonly joints: (Joint | undefined)[] = [undefined]
  readonly robots = [-1]
  readonly origins: Float64Array[] = [new Float64Array(POSE)]
  readonly variables = [-1]

  add(parent: number, joint: Joint, robot: number, origin: Float64Array, firstVariable: number): number {
    this.parents.push(parent)
    this.joints.push(joint)
    this.robots.push(robot)
    this.origins.push(origin.slice())
    this.variables.push(firstVariable + joint.variable)
    return this.joints.length - 1
  }
}
