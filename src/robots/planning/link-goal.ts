// A goal given as the pose of a link, not as joint values: the frame `tool` of the link (the link's own if left out) must reach
// `pose`, except along the axes that are free.
//
// How far off a configuration is, is measured in the goal's own frame: the tool's position there, and the turn from the goal's
// rotation to the tool's, as a rotation vector. Free axes do not count. Where the turn about one axis is free, it is the turn
// that brings that axis of the goal to the tool's own, the short way, whose vector has no part along the axis.
import { checkFields, checkVec3 } from '../../base/math/checks.js'
import { composeInversePose, composePose, POSE } from '../../base/math/pose.js'
import type { PoseInput } from '../../base/math/pose-input.js'
import { rotationQuaternion } from '../../base/math/quaternion.js'
import { arctangent } from '../../base/math/trigonometry.js'
import { InvalidInputError } from '../../errors.js'
import { readList } from '../model/robot-tree.js'
import type { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { readObjectName, readPoseOr } from '../world/world-objects.js'

/** Along the goal's own x, y and z, and about them. */
export type FreeAxis = 'x' | 'y' | 'z' | 'roll' | 'pitch' | 'yaw'

const AXES: readonly FreeAxis[] = ['x', 'y', 'z', 'roll', 'pitch', 'yaw']

/** A goal given as the pose of a link. */
export interface LinkGoal {
  /** `robot/link`, `link` where only one robot has it, or the name of something that is attached to a link. */
  readonly link: string
  /** In the world. */
  readonly pose: PoseInput
  /** What is to come to `pose`: a frame or a point (three numbers) of the link. Its own frame if left out. */
  readonly tool?: PoseInput | undefined
  /**
   * What may be as it likes: moves along the axes of `pose` (`x`, `y`, `z`) and turns about them (`roll`, `pitch`, `yaw`: one
   * of them, or all three for a position alone).
   */
  readonly free?: readonly FreeAxis[] | undefined
  /** How far off the tool may be: metres, 1e-6 if left out. */
  readonly position?: number | undefined
  /** Radians, 1e-6 if left out. */
  readonly angle?: number | undefined
}

/** How far a configuration is from a goal: metres and radians, without what is free. */
export interface LinkGoalError {
  readonly position: number
  readonly angle: number
}

/** A goal that has been read. */
export interface LinkTarget {
  /** Its link's full name, or that of what is attached. */
  readonly name: string
  /** Robot and link by their numbers. */
  readonly robot: number
  readonly link: number
  /** Twelve numbers each: the goal in the world, and the tool in the link. */
  readonly pose: Float64Array
  readonly tool: Float64Array
  /** By axis of position: 0 where it is free, else 1. */
  readonly counts: Float64Array
  readonly turns: 'fixed' | 'free' | 'about'
  /** The axis that may be turned about, 0 to 2. */
  readonly about: number
  readonly position: number
  readonly angle: number
}

/** Positions are met to a micrometre where lengths are metres, and angles to what moves a point at one metre by as much. */
const DEFAULT_TOLERANCE = 1e-6

export function isLinkGoal(goal: Configuration | LinkGoal): goal is LinkGoal {
  return goal !== null && typeof goal === 'object' && typeof (goal as { link?: unknown }).link === 'string'
}

/** How far a link is from where a goal wants it, at configuration q. */
export function linkGoalError(world: World, goal: LinkGoal, q: Configuration): LinkGoalError {
  const target = readLinkGoal(world, 'goal', goal)
  const { robots } = world.model()
  const { robot, name } = robots[target.robot]!
  const X_WT = new Float64Array(POSE)
  composePose(X_WT, 0, world.linkPose(q, `${name}/${robot.links[target.link]!.name}`), 0, target.tool, 0)
  const error = new Float64Array(6)
  measureTarget(error, target, X_WT)
  return errorOf(error)
}

export function errorOf(e: Float64Array): LinkGoalError {
  return { position: lengthOf(e[0]!, e[1]!, e[2]!), angle: lengthOf(e[3]!, e[4]!, e[5]!) }
}

export function readLinkGoal(world: World, field: string, goal: LinkGoal): LinkTarget {
  checkFields(field, goal, ['link', 'pose', 'tool', 'free', 'position', 'angle'])
  const found = findLink(world, `${field}.link`, goal.link)
  if (goal.pose === undefined) throw new InvalidInputError(`${field}.pose`, goal.pose, 'a pose in the world')
  const pose = readPoseOr(`${field}.pose`, goal.pose)
  const tool = readTool(`${field}.tool`, goal.tool)
  const X_LT = new Float64Array(POSE)
  composePose(X_LT, 0, found.frame, 0, tool, 0)
  const free = readList(`${field}.free`, goal.free)
  free.forEach((axis, i) => {
    if (!AXES.includes(axis)) throw new InvalidInputError(`${field}.free[${i}]`, axis, `one of ${AXES.join(', ')}`)
  })
  const turns = AXES.slice(3).filter((axis) => free.includes(axis))
  if (turns.length === 2) {
    throw new InvalidInputError(`${field}.free`, free, 'one of roll, pitch and yaw, or all three: two are ambiguous')
  }
  if (AXES.every((axis) => free.includes(axis))) {
    throw new InvalidInputError(`${field}.free`, free, 'not all of them: something must be constrained')
  }
  return {
    name: found.name,
    robot: found.robot,
    link: found.link,
    pose,
    tool: X_LT,
    counts: Float64Array.from(AXES.slice(0, 3), (axis) => (free.includes(axis) ? 0 : 1)),
    turns: turns.length === 0 ? 'fixed' : turns.length === 3 ? 'free' : 'about',
    about: turns.length === 1 ? AXES.indexOf(turns[0]!) - 3 : -1,
    position: readTolerance(`${field}.position`, goal.position),
    angle: readTolerance(`${field}.angle`, goal.angle),
  }
}

/** Not Math.hypot, whose last digits are the engine's own. */
export function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z)
}

const relative = new Float64Array(POSE)
const quaternion = new Float64Array(4)

/** Writes position (3) and turn (3) of a tool at X_WT, seen from the goal, without what is free. */
export function measureTarget(out: Float64Array, { pose, counts, turns, about }: LinkTarget, X_WT: Float64Array): void {
  composeInversePose(relative, 0, pose, 0, X_WT, 0)
  for (let k = 0; k < 3; k++) {
    out[k] = relative[4 * k + 3]! * counts[k]!
    out[3 + k] = 0
  }
  if (turns === 'fixed') writeTurn(out)
  else if (turns === 'about') {
    // The tool's axis d, and the turn from the goal's own axis a to it: about a × d, which has parts along the next two only.
    const b = (about + 1) % 3
    const c = (about + 2) % 3
    const sine = lengthOf(relative[4 * b + about]!, relative[4 * c + about]!, 0)
    const angle = arctangent(sine, relative[4 * about + about]!)
    if (sine > 0) {
      out[3 + b] = (-angle * relative[4 * c + about]!) / sine
      out[3 + c] = (angle * relative[4 * b + about]!) / sine
    } else out[3 + b] = angle
  }
}

/** The rotation vector of `relative` to out[3..5]. */
function writeTurn(out: Float64Array): void {
  // Twice the sine times the axis, and twice the cosine.
  const x = relative[9]! - relative[6]!
  const y = relative[2]! - relative[8]!
  const z = relative[4]! - relative[1]!
  const cosine = relative[0]! + relative[5]! + relative[10]! - 1
  let sine = lengthOf(x, y, z)
  // Near a half turn the sine says little of the axis: then the quaternion does.
  if (cosine < -1.9) {
    rotationQuaternion(quaternion, 0, relative, 0)
    sine = lengthOf(quaternion[0]!, quaternion[1]!, quaternion[2]!)
    const scale = (2 * arctangent(sine, quaternion[3]!)) / sine
    for (let k = 0; k < 3; k++) out[3 + k] = scale * quaternion[k]!
    return
  }
  const scale = sine > 0 ? arctangent(sine, cosine) / sine : 0.5
  out[3] = scale * x
  out[4] = scale * y
  out[5] = scale * z
}

interface FoundLink {
  readonly name: string
  readonly robot: number
  readonly link: number
  /** The frame meant, in the link's. */
  readonly frame: Float64Array
}

function findLink(world: World, field: string, link: string): FoundLink {
  readObjectName(field, link)
  const { robots, index } = world.model()
  const carried = index.objects.find(({ name, kind }) => name === link && kind === 'attached')
  if (carried !== undefined) {
    return { name: link, robot: carried.robot, link: carried.link, frame: carried.geometry[0]!.pose }
  }
  const all = robots.flatMap(({ robot, name }, r) =>
    robot.links.map((own) => ({ name: `${name}/${own.name}`, short: own.name, robot: r, link: own.index })),
  )
  const exact = all.filter(({ name }) => name === link)
  const found = exact.length > 0 ? exact : all.filter(({ short }) => short === link)
  if (found.length !== 1) {
    const names = `${all
      .slice(0, 20)
      .map(({ name }) => name)
      .join(', ')}${all.length > 20 ? ', …' : ''}`
    const expected =
      found.length > 1 ? "'robot/link': several robots have a link of that name" : `the name of a link: ${names}`
    throw new InvalidInputError(field, link, expected)
  }
  return { ...found[0]!, frame: readPoseOr(field, undefined) }
}

function readTool(field: string, tool: PoseInput | undefined): Float64Array {
  if (tool !== undefined && tool !== null && typeof tool === 'object' && 'length' in tool && tool.length === 3) {
    return readPoseOr(field, { at: checkVec3(field, tool) })
  }
  return readPoseOr(field, tool)
}

function readTolerance(field: string, tolerance: number | undefined): number {
  if (tolerance === undefined) return DEFAULT_TOLERANCE
  // What rounding leaves of a pose is some 1e-15 of its size.
  if (typeof tolerance !== 'number' || !(tolerance >= 1e-12) || tolerance === Infinity) {
    throw new InvalidInputError(field, tolerance, 'a finite number of 1e-12 or more')
  }
  return tolerance
}
