// Forward kinematics of the verifier: bodies, which are links that fixed joints hold together, and movers, which are the single
// degrees of freedom between them.
//
// A pose is twelve numbers, row by row: rotation and translation. Body 0 is the world. A body's pose is its parent's, times the
// joint's origin (and the fixed joints before it), times the joint's motion:
//   revolute, continuous: one turn about the axis
//   prismatic: one slide along the axis
//   planar: a slide along each of two directions across the axis, then a turn about it
//   floating: three slides along the joint frame's axes, then the rotation q(0) · turn(axis, angle); the piece of motion says
//     about which axis of the body's it turns, so this is a turn too
import type { Joint } from '../bodies/joint.js'
import type { NamedRobot } from '../queries/world-input.js'

export const TURN = 0
export const SLIDE = 1

/** Numbers of a pose, and of a mover's line: its direction and a point on it, in the world. */
export const POSE = 12
export const LINE = 6

export interface Mover {
  readonly kind: typeof TURN | typeof SLIDE
  readonly body: number
  /** Its number in a configuration: value = factor · number + offset. */
  readonly variable: number
  readonly factor: number
  readonly offset: number
}

interface Body {
  readonly parent: number
  readonly joint: Joint
  /** The joint's frame in the parent's; and all lengths on the way there, which rounding is counted in. */
  readonly origin: Float64Array
  readonly length: number
  /** Place of its first mover. */
  readonly mover: number
  /** What the joint's limits, or those of the joint that it mimics, leave it: a range to be taken where it holds all of a motion. */
  readonly limits: JointRange
}

export interface JointRange {
  readonly low: number
  readonly high: number
}

export class Bodies {
  readonly movers: readonly Mover[]
  /** By robot and link. */
  private readonly links: readonly (readonly FixedLink[])[]
  /** The world is none of these: body b is at b − 1. */
  private readonly bodies: readonly Body[]
  private readonly joined = new Float64Array(POSE)
  private readonly motion = new Float64Array(POSE)

  constructor(robots: readonly NamedRobot[]) {
    const bodies: Body[] = []
    const movers: Mover[] = []
    let first = 0
    this.links = robots.map(({ robot, base }) => {
      const links: FixedLink[] = []
      for (const { joint } of robot.links) {
        if (joint === undefined) {
          links.push({ body: 0, pose: base, length: shift(base) })
          continue
        }
        // Parents come before their children.
        const parent = links[joint.parent]!
        const origin = product(new Float64Array(POSE), parent.pose, joint.origin)
        const length = parent.length + shift(joint.origin)
        if (joint.kind === 'fixed') {
          links.push({ body: parent.body, pose: origin, length })
          continue
        }
        const limits = limitsOf(joint, robot.joints)
        bodies.push({ parent: parent.body, joint, origin, length, mover: movers.length, limits })
        movers.push(...moversOf(joint, bodies.length, first + joint.variable))
        links.push({ body: bodies.length, pose: IDENTITY, length: 0 })
      }
      first += robot.dof
      return links
    })
    this.bodies = bodies
    this.movers = movers
  }

  /** Bodies, the world among them. */
  get count(): number {
    return this.bodies.length + 1
  }

  /** Robot -1 is the world itself. */
  linkOf(robot: number, link: number): FixedLink {
    return robot < 0 ? { body: 0, pose: IDENTITY, length: 0 } : this.links[robot]![link]!
  }

  parentOf(body: number): number {
    return this.bodies[body - 1]!.parent
  }

  jointOf(body: number): Pick<Body, 'joint' | 'origin' | 'mover' | 'limits'> {
    return this.bodies[body - 1]!
  }

  /** Bodies from `body` up to and without `ancestor`. */
  path(body: number, ancestor: number): number[] {
    const out: number[] = []
    for (let b = body; b !== ancestor; b = this.parentOf(b)) out.push(b)
    return out
  }

  commonAncestor(a: number, b: number): number {
    // Parents have lower numbers.
    while (a !== b) {
      if (a > b) a = this.parentOf(a)
      else b = this.parentOf(b)
    }
    return a
  }

  /** Movers of a body, proximal first. */
  moversOf(body: number): number[] {
    const from = this.bodies[body - 1]!.mover
    const to = this.bodies[body]?.mover ?? this.movers.length
    return Array.from({ length: to - from }, (_, k) => from + k)
  }

  /**
   * Writes every body's pose in the world, and every mover's line. `values` by mover; for a floating joint `turns` has what the
   * piece says: the rotation at its start, and the axis in the body's frame, by the place of its mover. Returns a length that no
   * coordinate on the way exceeds.
   */
  place(poses: Float64Array, lines: Float64Array, values: Float64Array, turns: ReadonlyMap<number, FreeTurn>): number {
    poses.set(IDENTITY)
    let big = 0
    for (let body = 1; body < this.count; body++) big = Math.max(big, this.placeBody(body, poses, lines, values, turns))
    return big
  }

  /**
   * The same for some bodies only, seen from `common`: each of `below` hangs on one before it, or on `common`. No floating joint may
   * be among theirs.
   */
  placeBelow(
    common: number,
    below: readonly number[],
    poses: Float64Array,
    lines: Float64Array,
    values: Float64Array,
  ): number {
    poses.set(IDENTITY, POSE * common)
    let big = 0
    for (const body of below) big = Math.max(big, this.placeBody(body, poses, lines, values, NO_TURNS))
    return big
  }

  /** One body, its parent being placed. */
  private placeBody(
    body: number,
    poses: Float64Array,
    lines: Float64Array,
    values: Float64Array,
    turns: ReadonlyMap<number, FreeTurn>,
  ): number {
    const { parent, joint, origin, length, mover } = this.bodies[body - 1]!
    const { joined, motion } = this
    const at = POSE * body
    const above = poses.subarray(POSE * parent, POSE * parent + POSE)
    product(joined, above, origin)
    const big = shift(above) + length
    motion.set(IDENTITY)
    const directions = slideDirections(joint)
    directions.forEach((direction, k) => {
      const value = values[mover + k]!
      for (let row = 0; row < 3; row++) motion[4 * row + 3]! += direction[row]! * value
      setLine(lines, LINE * (mover + k), joined, direction)
    })
    const turn = mover + directions.length
    let axis: ArrayLike<number> = joint.axis
    if (joint.kind === 'floating') {
      const free = turns.get(turn)!
      axis = free.axis
      rotate(motion, axis, values[turn]!)
      turnFirst(motion, free.start)
    } else if (joint.kind !== 'prismatic') rotate(motion, axis, values[turn]!)
    const pose = product(poses.subarray(at, at + POSE), joined, motion)
    orthonormalise(pose)
    if (joint.kind !== 'prismatic') setLine(lines, LINE * turn, pose, axis)
    return Math.max(big, shift(pose))
  }
}

const NO_TURNS: ReadonlyMap<number, FreeTurn> = new Map()

/** A link: its body, its pose there, and all lengths on the way from the body's frame. */
export interface FixedLink {
  readonly body: number
  readonly pose: Float64Array
  readonly length: number
}

/** Length of a pose's translation. */
export function shift(x: ArrayLike<number>): number {
  return Math.sqrt(x[3]! * x[3]! + x[7]! * x[7]! + x[11]! * x[11]!)
}

/** How a floating body turns: from the rotation `start` (twelve numbers, no translation) about `axis`, in its own frame. */
export interface FreeTurn {
  readonly start: Float64Array
  readonly axis: Float64Array
}

function limitsOf({ lower, upper, mimic }: Joint, joints: readonly Joint[]): JointRange {
  if (mimic === undefined) return { low: lower, high: upper }
  const own = joints.find(({ name }) => name === mimic.joint)!
  const ends = [own.lower, own.upper].map((value) => mimic.multiplier * value + mimic.offset)
  return { low: Math.min(...ends), high: Math.max(...ends) }
}

function moversOf(joint: Joint, body: number, variable: number): Mover[] {
  const factor = joint.mimic?.multiplier ?? 1
  const offset = joint.mimic?.offset ?? 0
  const slides = slideDirections(joint).map((_, k) => ({
    kind: SLIDE as typeof SLIDE,
    body,
    variable: variable + k,
    factor,
    offset,
  }))
  if (joint.kind === 'prismatic') return slides
  return [...slides, { kind: TURN, body, variable: variable + slides.length, factor, offset }]
}

const X = [1, 0, 0]
const Y = [0, 1, 0]
const Z = [0, 0, 1]

/** Directions of a joint's slides, in its frame. */
function slideDirections({ kind, axis }: Joint): readonly ArrayLike<number>[] {
  switch (kind) {
    case 'prismatic':
      return [axis]
    case 'planar':
      return planeDirections(axis[0]!, axis[1]!, axis[2]!)
    case 'floating':
      return [X, Y, Z]
    default:
      return []
  }
}

/**
 * What the shortest rotation from z to the axis makes of x and y. It turns about (−ay, ax, 0) by an angle whose cosine is az, so by
 * Rodrigues' formula x goes to (1 − k·ax², −k·ax·ay, −ax) with k = 1/(1 + az), and y likewise. For −z, a half turn about x.
 */
function planeDirections(ax: number, ay: number, az: number): number[][] {
  const across = ax * ax + ay * ay
  if (across === 0) return az > 0 ? [X, Y] : [X, [0, -1, 0]]
  // The same as 1/(1 + az), without cancellation.
  const k = az < 0 ? (1 - az) / across : 1 / (1 + az)
  return [
    [1 - k * ax * ax, -k * ax * ay, -ax],
    [-k * ax * ay, 1 - k * ay * ay, -ay],
  ]
}

export const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

/** out = x · y; out may be neither. */
export function product(out: Float64Array, x: ArrayLike<number>, y: ArrayLike<number>): Float64Array {
  for (let row = 0; row < 12; row += 4) {
    const a = x[row]!
    const b = x[row + 1]!
    const c = x[row + 2]!
    for (let column = 0; column < 4; column++) {
      out[row + column] = a * y[column]! + b * y[column + 4]! + c * y[column + 8]!
    }
    out[row + 3] = out[row + 3]! + x[row + 3]!
  }
  return out
}

/** A direction of a pose's frame, through that frame's origin, in the world. */
export function setLine(lines: Float64Array, o: number, pose: Float64Array, direction: ArrayLike<number>): void {
  for (let row = 0; row < 3; row++) {
    const r = 4 * row
    lines[o + row] = pose[r]! * direction[0]! + pose[r + 1]! * direction[1]! + pose[r + 2]! * direction[2]!
    lines[o + 3 + row] = pose[r + 3]!
  }
}

/** The rotation about a unit axis, into a pose's rotation: c·I + s·[a]× + (1 − c)·a·aᵀ, with 1 − c = 2 sin²(angle/2). */
function rotate(pose: Float64Array, axis: ArrayLike<number>, angle: number): void {
  const half = Math.sin(angle / 2)
  const k = 2 * half * half
  const s = 2 * half * Math.cos(angle / 2)
  const [x, y, z] = [axis[0]!, axis[1]!, axis[2]!]
  const cross = [0, -z, y, z, 0, -x, -y, x, 0]
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const c = row === column ? 1 - k : 0
      pose[4 * row + column] = c + k * axis[row]! * axis[column]! + s * cross[3 * row + column]!
    }
  }
}

/** The rotation `first` put before that of a pose. */
function turnFirst(pose: Float64Array, first: Float64Array): void {
  const own = pose.slice()
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 3; column++) {
      pose[row + column] =
        first[row]! * own[column]! + first[row + 1]! * own[column + 4]! + first[row + 2]! * own[column + 8]!
    }
  }
}

/** The rotation of a quaternion x, y, z, w of about unit length, as a pose. */
export function quaternionPose(q: ArrayLike<number>): Float64Array {
  const length = Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!)
  const [x, y, z, w] = [q[0]! / length, q[1]! / length, q[2]! / length, q[3]! / length]
  const out = Float64Array.from(IDENTITY)
  out[0] = 1 - 2 * (y * y + z * z)
  out[1] = 2 * (x * y - z * w)
  out[2] = 2 * (x * z + y * w)
  out[4] = 2 * (x * y + z * w)
  out[5] = 1 - 2 * (x * x + z * z)
  out[6] = 2 * (y * z - x * w)
  out[8] = 2 * (x * z - y * w)
  out[9] = 2 * (y * z + x * w)
  out[10] = 1 - 2 * (x * x + y * y)
  return out
}

/** One Newton step towards the nearest rotation, R ← R·(3·I − RᵀR)/2: what was orthonormal to some u stays so. */
function orthonormalise(pose: Float64Array): void {
  const s = new Float64Array(9)
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const dot = pose[i]! * pose[j]! + pose[4 + i]! * pose[4 + j]! + pose[8 + i]! * pose[8 + j]!
      s[3 * i + j] = (i === j ? 1.5 : 0) - dot / 2
    }
  }
  for (let row = 0; row < 12; row += 4) {
    const [a, b, c] = [pose[row]!, pose[row + 1]!, pose[row + 2]!]
    for (let j = 0; j < 3; j++) pose[row + j] = a * s[j]! + b * s[3 + j]! + c * s[6 + j]!
  }
}
