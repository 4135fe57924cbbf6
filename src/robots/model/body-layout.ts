// The bodies of one or several robots, without a configuration: what moves as one is one body, links that fixed joints hold
// together share it, and body 0 is the world. Made once and shared by all that moves it (kinematics.ts): nothing writes into it.
import { composePose, identityPose, POSE } from '../../base/math/pose.js'
import type { Joint } from './joint.js'
import type { Robot } from './robot.js'

export const TURNING = 0
export const SLIDING = 1
export const IN_PLANE = 2
export const FLOATING = 3

export interface PlacedRobot {
  readonly robot: Robot
  /** Twelve numbers: its base in the world. */
  readonly base: Float64Array
}

export class BodyLayout {
  /** Bodies, the world among them, and numbers in a configuration. */
  readonly bodies: number
  readonly dof: number
  /** Parent body of each; -1 for the world. */
  readonly parents: Int32Array
  /** The joint that moves each body, and the robot it belongs to; undefined and -1 for the world. */
  readonly joints: readonly (Joint | undefined)[]
  readonly robots: Int32Array
  /** For each robot, the body that each of its links belongs to, and the link's pose in it. */
  readonly linkBodies: readonly Int32Array[]
  readonly linkPoses: readonly Float64Array[]
  /** X_parent_joint, twelve numbers a body: where its joint is in its parent. */
  readonly origins: Float64Array
  readonly kinds: Uint8Array
  readonly axes: Float64Array
  /** Joints that turn about a coordinate axis: ±1, ±2, ±3 for x, y, z; 0 for others. */
  readonly straight: Int8Array
  /** Place of a body's first number in the configuration, and what it is multiplied with and added to; of a loop's, the first of two. */
  readonly variables: Int32Array
  readonly factors: Float64Array
  readonly offsets: Float64Array
  /** Is there a joint that a closed loop sets? */
  readonly hasLoops: boolean
  /** By robot: where its numbers begin. */
  private readonly first: readonly number[]

  constructor(private readonly placed: readonly PlacedRobot[]) {
    const bodies = new BodyList()
    const linkBodies: Int32Array[] = []
    const linkPoses: Float64Array[] = []
    let dof = 0
    const first: number[] = []
    placed.forEach(({ robot, base }, r) => {
      first.push(dof)
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
    this.dof = dof
    this.first = first
    this.hasLoops = bodies.joints.some((joint) => joint?.loop !== undefined)
  }

  /** The value of the joint of body b, one that turns or slides, at q[o..]. */
  valueOf(b: number, q: ArrayLike<number>, o: number): number {
    const loop = this.joints[b]!.loop
    if (loop !== undefined) return loop.value(q, o + this.firstOf(b))
    return this.factors[b]! * q[o + this.variables[b]!]! + this.offsets[b]!
  }

  /** Where the numbers of body b's robot begin in a configuration. */
  firstOf(b: number): number {
    return this.first[this.robots[b]!]!
  }

  /** The variables that move body b's joint: of one that a closed loop sets, one or two. Those of several numbers: the first. */
  variablesOf(b: number): readonly number[] {
    const loop = this.joints[b]!.loop
    return loop === undefined ? [this.variables[b]!] : loop.shape.variables.map((v) => v + this.firstOf(b))
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
}

const scratch = new Float64Array(POSE)

/** ±1, ±2 or ±3 for a joint that turns about x, y or z, to the last digit; 0 for any other. */
function straightAxis(joint: Joint): number {
  if (kindOf(joint) !== TURNING) return 0
  // A component of 1 does not say that the others are 0: it is rounded.
  const k = joint.axis.findIndex((a) => a !== 0)
  return joint.axis.filter((a) => a !== 0).length === 1 ? Math.sign(joint.axis[k]!) * (k + 1) : 0
}

function kindOf({ kind }: Joint): number {
  switch (kind) {
    case 'prismatic':
      return SLIDING
    case 'planar':
      return IN_PLANE
    case 'floating':
      return FLOATING
    default:
      return TURNING
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
    this.variables.push(firstVariable + (joint.loop?.shape.variables[0] ?? joint.variable))
    return this.joints.length - 1
  }
}
