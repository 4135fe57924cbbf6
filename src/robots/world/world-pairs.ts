// Which pairs of a world's objects are checked, and why the others are not.
import { POSE, transformPoint } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { ResultTooLargeError } from '../../errors.js'
import { shapeSphere } from '../../shapes/shape-bounds.js'
import type { BodyLayout } from '../model/body-layout.js'
import type { Robot } from '../model/robot.js'
import { farthestReach, SWEEP_ROUNDING, spheresApart, sweptSpheres } from '../model/swept-spheres.js'
import { frameOf, placeGeometry, type WorldObject } from './world-objects.js'

/**
 * `checked`: tested by every query. `never`: cannot touch in any configuration within the joints' limits, so collision
 * queries skip it there, and distances count it. `allowed`: left out by the caller or a file. `rigid`: left out because they
 * cannot move against each other, as parts of one robot or as obstacles.
 */
export type PairStatus = 'checked' | 'never' | 'allowed' | 'rigid'

/** A pair of objects of a world: checked or not, and why. */
export interface WorldPair {
  readonly a: string
  readonly b: string
  readonly status: PairStatus
  /** Why it is not checked; empty if it is. */
  readonly reason: string
}

/** Pairs of links that are parent and child, or have only links without geometry between them. By numbers in the robot. */
export function adjacentLinks(robot: Robot): [number, number][] {
  /** The nearest link above with geometry, for each link; -1 if none. */
  const above = new Int32Array(robot.links.length).fill(-1)
  const pairs: [number, number][] = []
  for (const { index, joint, geometry } of robot.links) {
    if (joint === undefined) continue
    const { parent } = joint
    above[index] = robot.links[parent]!.geometry.length > 0 ? parent : above[parent]!
    if (geometry.length > 0 && above[index] !== -1) pairs.push([above[index]!, index])
  }
  return pairs
}

/** Two objects, by name, that need no checking, and why. */
export interface Allowance {
  readonly a: string
  readonly b: string
  readonly reason: string
}

/** The same for two names in either order, and different for any other two. */
export function allowanceKey(a: string, b: string): string {
  return a < b ? `${a.length}:${a}${b}` : `${b.length}:${b}${a}`
}

/** A tree deeper than this is a snake: it can reach itself nearly everywhere, and its spheres would take too much room. */
const DEEPEST = 256

/** Spheres around all that an object can sweep, in the frames of its body and of those above. */
export class SweptObject {
  readonly body: number
  /** Bodies above it, the world among them. */
  readonly depth: number
  private readonly spheres: Float64Array
  /** What rounding may have done to where it is. */
  private readonly rounding: number

  constructor(layout: BodyLayout, object: WorldObject) {
    const { body, around } = ballAround(layout, object)
    this.body = body
    let depth = 0
    for (let b = body; b > 0; b = layout.parents[b]!) depth++
    this.depth = depth
    this.spheres = depth > DEEPEST ? new Float64Array(0) : sweptSpheres(layout, body, around)
    this.rounding = SWEEP_ROUNDING * farthestReach(layout, body, around)
  }

  /** Given how many bodies the nearest one above both is below the world. */
  neverMeets(other: SweptObject, common: number): boolean {
    if (this.depth > DEEPEST || other.depth > DEEPEST) return false
    const i = 4 * (this.depth - common)
    const j = 4 * (other.depth - common)
    return spheresApart(this.spheres, i, other.spheres, j, this.rounding + other.rounding)
  }
}

/** For each body, how many bodies the nearest one above both it and `body` is below the world. */
function commonDepths(out: Int32Array, layout: BodyLayout, body: number): void {
  const { parents } = layout
  out.fill(-1)
  let depth = 0
  for (let b = body; b > 0; b = parents[b]!) depth++
  for (let b = body; b >= 0; b = parents[b]!) out[b] = depth--
  // Parents come before children.
  for (let b = 1; b < out.length; b++) if (out[b] === -1) out[b] = out[parents[b]!]!
}

const ball = new Float64Array(4)
const centre = new Float64Array(3)

/** A sphere around an object in the frame of its body, x, y, z, r. */
function ballAround(layout: BodyLayout, object: WorldObject): { body: number; around: Float64Array } {
  const pose = new Float64Array(POSE)
  const balls: number[] = []
  let body = 0
  for (const geometry of object.geometry) {
    body = placeGeometry(pose, 0, layout, object, geometry)
    shapeSphere(ball, 0, geometry.shape)
    transformPoint(centre, 0, pose, 0, ball, 0)
    let size = ball[3]!
    for (let k = 0; k < 3; k++) size += Math.abs(ball[k]!) + Math.abs(pose[4 * k + 3]!)
    balls.push(centre[0]!, centre[1]!, centre[2]!, ball[3]! + 64 * U * size)
  }
  return { body, around: aroundBalls(balls) }
}

/** Where the spheres of a SweptObject begin, seen from the object's link, to rounding. */
export function sweptCentre(layout: BodyLayout, object: WorldObject): number[] {
  const { around } = ballAround(layout, object)
  const link = new Float64Array(POSE)
  frameOf(link, layout, object)
  const d = [0, 1, 2].map((k) => around[k]! - link[4 * k + 3]!)
  return [0, 1, 2].map((k) => link[k]! * d[0]! + link[4 + k]! * d[1]! + link[8 + k]! * d[2]!)
}

/** A sphere around several, about the middle of their extent. */
function aroundBalls(balls: readonly number[]): Float64Array {
  if (balls.length === 4) return Float64Array.from(balls)
  const out = new Float64Array(4)
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < balls.length; i += 4) {
      low = Math.min(low, balls[i + k]! - balls[i + 3]!)
      high = Math.max(high, balls[i + k]! + balls[i + 3]!)
    }
    out[k] = low / 2 + high / 2
  }
  for (let i = 0; i < balls.length; i += 4) {
    const far = Math.hypot(balls[i]! - out[0]!, balls[i + 1]! - out[1]!, balls[i + 2]! - out[2]!)
    out[3] = Math.max(out[3]!, (far + balls[i + 3]!) * (1 + 16 * U))
  }
  return out
}

export const CHECKED = 0
export const NEVER = 1
export const ALLOWED = 2
export const RIGID = 3
export const STATUS_NAMES: readonly PairStatus[] = ['checked', 'never', 'allowed', 'rigid']

/** A byte each. A chain of ten thousand links and more is one for ChainTree. */
const MOST_PAIRS = 2 ** 27

/** A status for each pair of objects of which one at least is among the first `rows`; the others do not move, and are RIGID. */
export class PairTable {
  private readonly status: Uint8Array

  constructor(
    private readonly rows: number,
    private readonly count: number,
  ) {
    if (rows * count > MOST_PAIRS) throw new ResultTooLargeError('pairs of objects in a world', MOST_PAIRS)
    this.status = new Uint8Array(rows * count)
  }

  get(a: number, b: number): number {
    const low = Math.min(a, b)
    return low < this.rows ? this.status[low * this.count + Math.max(a, b)]! : RIGID
  }

  set(a: number, b: number, status: number): void {
    const low = Math.min(a, b)
    if (low < this.rows) this.status[low * this.count + Math.max(a, b)] = status
  }

  /** Takes over the table of the first objects. */
  take(first: PairTable): void {
    for (let a = 0; a < first.rows; a++) {
      this.status.set(first.status.subarray(a * first.count, (a + 1) * first.count), a * this.count)
    }
  }
}

/**
 * Enters which of two objects do not move against each other, and which never meet: pairs of the first `rows` objects with those
 * from number `from` on.
 */
export function sweepPairs(
  table: PairTable,
  layout: BodyLayout,
  objects: readonly WorldObject[],
  swept: readonly SweptObject[],
  from: number,
  rows: number,
): void {
  const common = new Int32Array(layout.bodies)
  for (let a = 0; a < rows; a++) {
    const one = swept[a]!
    commonDepths(common, layout, one.body)
    for (let b = Math.max(a + 1, from); b < objects.length; b++) {
      const other = swept[b]!
      if (one.body === other.body && areRigid(objects[a]!, objects[b]!)) table.set(a, b, RIGID)
      else if (one.neverMeets(other, common[other.body]!)) table.set(a, b, NEVER)
    }
  }
}

/**
 * Of two objects of one body. What deforms is tested against what stands, and against what else deforms, but not against itself,
 * whose parts have one name.
 */
function areRigid(a: WorldObject, b: WorldObject): boolean {
  if (a.robot !== b.robot) return false
  return (a.kind !== 'deforming' && b.kind !== 'deforming') || a.name === b.name
}
