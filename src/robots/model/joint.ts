// Joints of a kinematic tree: what a caller gives, what a robot keeps, and how many numbers of a configuration each takes.
import { checkFields, checkFinite, checkNonNegative, checkVec3 } from '../../base/math/checks.js'
import type { PoseInput } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import type { LoopFunction } from './loop-function.js'

/** The kinds of joints. */
export type JointKind = 'fixed' | 'revolute' | 'continuous' | 'prismatic' | 'planar' | 'floating'

export const JOINT_KINDS: readonly JointKind[] = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating']

/** Radians and metres, or whatever unit the shapes are in; a second is a second. Left out: no limit. */
export interface JointLimitsInput {
  readonly lower?: number | undefined
  readonly upper?: number | undefined
  readonly velocity?: number | undefined
  readonly effort?: number | undefined
  readonly acceleration?: number | undefined
}

/** This joint's value is `multiplier` (1 if left out) times that of `joint`, plus `offset` (0). */
export interface MimicInput {
  readonly joint: string
  readonly multiplier?: number | undefined
  readonly offset?: number | undefined
}

/** Which of the two points where the circles of a closed loop meet; `parallel`: a parallelogram, which stays one. */
export type LoopBranch = 'positive' | 'negative' | 'parallel'

export const LOOP_BRANCHES: readonly LoopBranch[] = ['positive', 'negative', 'parallel']

/**
 * A planar closed loop: this joint turns so that `point` of its child stays at the distance `length` from the point `at` of `link`, both
 * seen along the joint's axis. All joints that turn between its parent and `link` are parallel to it, and one or two variables move
 * them. Its own limits count: beyond them, and where the loop does not close, a configuration is outside the limits.
 */
export interface LoopInput {
  /** In the frame of the child link. */
  readonly point: ArrayLike<number>
  /** The name of a link, and a point in its frame. */
  readonly link: string
  readonly at: ArrayLike<number>
  /** Metres, or whatever unit the shapes are in. */
  readonly length: number
  /** On which side of the line from the joint to `at` the point is: `positive` is the way that the joint turns. A `parallel`ogram makes it a mimic joint. */
  readonly branch: LoopBranch
}

/** A joint as it is given to `new Robot`. */
export interface JointInput {
  readonly name: string
  readonly kind: JointKind
  /** Names of links. */
  readonly parent: string
  readonly child: string
  /** Pose of the joint's frame in the parent link's frame. At zero it is the child link's frame. */
  readonly origin?: PoseInput | undefined
  /**
   * In the joint's frame, of any length but zero; (1, 0, 0) if left out, as in URDF. A planar joint moves across it and turns
   * about it.
   */
  readonly axis?: ArrayLike<number> | undefined
  readonly limits?: JointLimitsInput | undefined
  readonly mimic?: MimicInput | undefined
  /** Of a revolute or continuous joint, in place of a variable of its own. */
  readonly loop?: LoopInput | undefined
}

/** Limits are ±Infinity where there are none. */
export interface JointLimits {
  readonly lower: number
  readonly upper: number
  readonly velocity: number
  readonly effort: number
  readonly acceleration: number
}

/** A joint of a robot. */
export interface Joint extends JointLimits {
  readonly name: string
  readonly kind: JointKind
  /** Place in the robot's `joints`. */
  readonly index: number
  /** Places in the robot's `links`. */
  readonly parent: number
  readonly child: number
  /** Twelve numbers: the joint's frame in the parent link's. */
  readonly origin: Float64Array
  /** Unit vector in the joint's frame. */
  readonly axis: Float64Array
  /** Whose value it takes. The joint named here has a variable of its own: mimics of mimics are worked out. */
  readonly mimic: { readonly joint: string; readonly multiplier: number; readonly offset: number } | undefined
  /** Names of the variables that its angle is a function of, where a closed loop sets it; none otherwise. */
  readonly drivers: readonly string[]
  /** @internal That function. */
  readonly loop: LoopFunction | undefined
  /**
   * Where its numbers begin in a configuration; for a mimic joint, where those of its original do; -1 for a fixed one and for one that a
   * closed loop sets.
   */
  readonly variable: number
  /** How many numbers of a configuration are its own: 0 for fixed and mimic joints, and for those that a closed loop sets. */
  readonly variables: number
}

/** What is added to a joint's name to name its variables. Multi-variable ones are called as MoveIt calls them. */
export const VARIABLE_SUFFIXES: Readonly<Record<JointKind, readonly string[]>> = {
  fixed: [],
  revolute: [''],
  continuous: [''],
  prismatic: [''],
  planar: ['/x', '/y', '/theta'],
  floating: ['/trans_x', '/trans_y', '/trans_z', '/rot_x', '/rot_y', '/rot_z', '/rot_w'],
}

/** A checked unit copy of an axis. */
export function readAxis(field: string, axis: ArrayLike<number> | undefined): Float64Array {
  if (axis === undefined) return Float64Array.of(1, 0, 0)
  checkVec3(field, axis)
  const scale = Math.max(Math.abs(axis[0]!), Math.abs(axis[1]!), Math.abs(axis[2]!))
  if (scale === 0) throw new InvalidInputError(field, axis, 'a direction other than 0 0 0')
  const unit = Float64Array.from(axis, (a) => a / scale)
  const length = Math.hypot(unit[0]!, unit[1]!, unit[2]!)
  // An axis along a coordinate stays that to the last digit.
  return unit.map((a) => a / length + 0)
}

export function readJointLimits(field: string, limits: JointLimitsInput | undefined, kind: JointKind): JointLimits {
  const none = { lower: -Infinity, upper: Infinity, velocity: Infinity, effort: Infinity, acceleration: Infinity }
  if (limits === undefined) return none
  checkFields(field, limits, ['lower', 'upper', 'velocity', 'effort', 'acceleration'])
  const { lower, upper } = limits
  if (kind === 'planar' || kind === 'floating') {
    if (lower !== undefined) throw new InvalidInputError(`${field}.lower`, lower, `left out for a ${kind} joint`)
    if (upper !== undefined) throw new InvalidInputError(`${field}.upper`, upper, `left out for a ${kind} joint`)
  }
  const low = readBound(`${field}.lower`, lower, -Infinity)
  const high = readBound(`${field}.upper`, upper, Infinity)
  if (low > high) throw new InvalidInputError(`${field}.lower`, low, `at most the upper limit, ${high}`)
  const rate = (name: 'velocity' | 'effort' | 'acceleration'): number => {
    const value = limits[name]
    return value === undefined || value === Infinity ? Infinity : checkNonNegative(`${field}.${name}`, value)
  }
  return {
    // Turning on and on is what a continuous joint is for.
    lower: kind === 'continuous' ? -Infinity : low,
    upper: kind === 'continuous' ? Infinity : high,
    velocity: rate('velocity'),
    effort: rate('effort'),
    acceleration: rate('acceleration'),
  }
}

function readBound(field: string, value: number | undefined, none: number): number {
  return value === undefined || value === none ? none : checkFinite(field, value)
}
