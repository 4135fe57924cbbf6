// Default ranges to search: the joint limits; for angles without limits, half a turn from the start and a quarter beyond the goals;
// for positions without limits, a box around everything in the world at the start, and around the start and the goals, grown by twice
// the reach of what moves, so that it can go round everything.
import { POSE, transformPoint } from '../../base/math/pose.js'
import { shapeSphere } from '../../shapes/shape-bounds.js'
import type { World, WorldModel } from '../world/world.js'

/** What a number of a configuration is. */
export const ANGLE = 0
export const PLACE = 1
/** One of the four of a quaternion. */
export const TURN_PART = 2

export interface Ranges {
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly kinds: Uint8Array
  /** By variable: does the joint itself have that limit? */
  readonly hasLower: Uint8Array
  readonly hasUpper: Uint8Array
  /** By variable: how far what it moves reaches from its joint; 0 where there is nothing. */
  readonly reach: Float64Array
  /** By variable: the first of its joint's. */
  readonly first: Int32Array
}

/** `moves`: by variable, 1 if it may move. What may not keeps its limits, if need be infinite. */
export function defaultRanges(
  world: World,
  start: Float64Array,
  goals: readonly Float64Array[],
  moves: Uint8Array,
): Ranges {
  const model = world.model()
  const { dof } = world
  const lower = world.lower.slice()
  const upper = world.upper.slice()
  const kinds = new Uint8Array(dof)
  const first = new Int32Array(dof)
  const bodyOf = new Int32Array(dof)
  const { kinematics } = model
  for (let b = 1; b < kinematics.bodies; b++) {
    const joint = kinematics.joints[b]!
    const v = kinematics.variables[b]!
    if (joint.mimic !== undefined) continue
    for (let k = 0; k < joint.variables; k++) {
      kinds[v + k] = kindOf(joint.kind, k)
      first[v + k] = v
      bodyOf[v + k] = b
    }
  }
  const hasLower = Uint8Array.from(lower, (low) => (low > -Infinity ? 1 : 0))
  const hasUpper = Uint8Array.from(upper, (high) => (high < Infinity ? 1 : 0))
  const reaches = bodyReaches(model)
  const reach = Float64Array.from(bodyOf, (b) => reaches[b]!)
  let box: Float64Array | undefined
  for (let i = 0; i < dof; i++) {
    if (kinds[i] === TURN_PART) {
      lower[i] = -1
      upper[i] = 1
      continue
    }
    if (moves[i] === 0 || (hasLower[i] === 1 && hasUpper[i] === 1)) continue
    const isAngle = kinds[i] === ANGLE
    let low = start[i]! - (isAngle ? Math.PI : 0)
    let high = start[i]! + (isAngle ? Math.PI : 0)
    for (const goal of goals) {
      low = Math.min(low, goal[i]! - (isAngle ? Math.PI / 2 : 0))
      high = Math.max(high, goal[i]! + (isAngle ? Math.PI / 2 : 0))
    }
    if (!isAngle) {
      box ??= boxAtStart(model, start)
      const [least, most] = along(model, start, i, bodyOf[i]!, box)
      low = Math.min(low, least) - 2 * reach[i]!
      high = Math.max(high, most) + 2 * reach[i]!
    }
    if (hasLower[i] === 0) lower[i] = hasUpper[i] === 1 ? Math.min(low, upper[i]!) : low
    if (hasUpper[i] === 0) upper[i] = Math.max(high, lower[i]!)
  }
  return { lower, upper, kinds, hasLower, hasUpper, reach, first }
}

function kindOf(kind: string, k: number): number {
  if (kind === 'prismatic') return PLACE
  if (kind === 'planar') return k < 2 ? PLACE : ANGLE
  if (kind === 'floating') return k < 3 ? PLACE : TURN_PART
  return ANGLE
}

/** By body: how far anything that hangs on it is from its frame, at most, slides within their limits left aside. */
function bodyReaches({ kinematics, index }: WorldModel): Float64Array {
  const { bodies, parents, origins } = kinematics
  const { bodyOf, inBody, reaches } = index
  const out = new Float64Array(bodies)
  for (let leaf = 0; leaf < bodyOf.length; leaf++) {
    const b = bodyOf[leaf]!
    out[b] = Math.max(out[b]!, offset(inBody, POSE * leaf) + reaches[leaf]!)
  }
  // Parents come before children.
  for (let b = bodies - 1; b > 0; b--) {
    const parent = parents[b]!
    if (parent > 0) out[parent] = Math.max(out[parent]!, offset(origins, POSE * b) + out[b]!)
  }
  return out
}

function offset(pose: Float64Array, o: number): number {
  const x = pose[o + 3]!
  const y = pose[o + 7]!
  const z = pose[o + 11]!
  return Math.sqrt(x * x + y * y + z * z)
}

/** Least and most of x, y, z over balls around all that is in the world. */
function boxAtStart(model: WorldModel, start: Float64Array): Float64Array {
  const { index } = model
  model.prepare(start)
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  const ball = new Float64Array(4)
  const centre = new Float64Array(3)
  index.shapes.forEach((shape, leaf) => {
    shapeSphere(ball, 0, shape)
    transformPoint(centre, 0, index.place(leaf), POSE * leaf, ball, 0)
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k]!, centre[k]! - ball[3]!)
      box[3 + k] = Math.max(box[3 + k]!, centre[k]! + ball[3]!)
    }
  })
  return box
}

/** Values of a variable that moves body b along a line, between which b's frame is abreast of the box, the rest being as at the start. */
function along(
  model: WorldModel,
  start: Float64Array,
  variable: number,
  b: number,
  box: Float64Array,
): readonly [number, number] {
  const { poses } = model.kinematics
  const at = (): number[] => [poses[POSE * b + 3]!, poses[POSE * b + 7]!, poses[POSE * b + 11]!]
  model.prepare(start)
  const from = at()
  const moved = start.slice()
  moved[variable]! += 1
  model.prepare(moved)
  const direction = at().map((x, k) => x - from[k]!)
  model.prepare(start)
  let least = start[variable]!
  let most = least
  if (!(box[0]! <= box[3]!)) return [least, most]
  direction.forEach((d, k) => {
    const one = d * (box[k]! - from[k]!)
    const other = d * (box[3 + k]! - from[k]!)
    least += Math.min(one, other)
    most += Math.max(one, other)
  })
  return [least, most]
}
