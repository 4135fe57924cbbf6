// What all contenders of the bench of worlds are asked: a robot, obstacles, configurations, and which pairs of bodies count.
// Everything is written out as plain poses and pairs, so that each library judges the very same thing.

import type { ClutterBox } from '../../scenes/index.js'
import { composePose, identityPose, POSE } from '../../src/base/math/pose.js'
import type { BodyMergeRule, Geometry, PairStatus, PartShape, Robot } from '../../src/entries/robots.js'
import { Random, World } from '../../src/entries/robots.js'

/** A convex primitive or a mesh in the frame of its body: a link or the world. */
export interface Part {
  /** Its link's number; for an obstacle, the number of links plus its own. */
  readonly body: number
  readonly shape: PartShape
  /** Twelve numbers. */
  readonly pose: Float64Array
}

export type Order = 'random' | 'path'

export interface WorldCase {
  readonly robot: Robot
  readonly world: World
  /** The same world with another hierarchy over its bodies. */
  readonly worldWith: (merge: BodyMergeRule) => World
  readonly obstacles: readonly ClutterBox[]
  readonly order: Order
  readonly configurations: readonly Float64Array[]
  readonly moving: readonly Part[]
  readonly still: readonly Part[]
  readonly bodies: number
  /** A byte for every two bodies: 1 where they are to be checked for contact. */
  readonly checked: Uint8Array
  /** The same for distances, which count pairs that can never touch as well. */
  readonly counted: Uint8Array
  /** Twelve numbers a part of `moving` a configuration. */
  readonly poses: Float64Array
}

export interface CaseOptions {
  readonly obstacles?: readonly ClutterBox[]
  readonly order?: Order
  readonly count: number
  readonly seed: number
  /** Beside those that the robot brings along: names of links. */
  readonly allowed?: readonly (readonly [string, string])[]
}

export function makeCase(robot: Robot, options: CaseOptions): WorldCase {
  const { obstacles = [], order = 'random', count, seed, allowed = [] } = options
  const inWorld = (name: string): string => `${robot.name}/${name}`
  const input = {
    robots: [robot],
    obstacles: obstacles.map(({ name, shape, pose }) => ({ name, shape, pose })),
    allowed: allowed.map(([a, b]) => [inWorld(a), inWorld(b)] as const),
  }
  const world = new World(input)
  const moving = robot.links.flatMap(({ index, geometry }) => geometry.flatMap((one) => parts(index, one)))
  const still = obstacles.flatMap((one, i) => parts(robot.links.length + i, one))
  const configurations = order === 'random' ? scattered(robot, count, seed) : coherent(robot, count, seed)
  return {
    robot,
    world,
    worldWith: (merge) => new World({ ...input, experimental: { merge } }),
    obstacles,
    order,
    configurations,
    moving,
    still,
    bodies: robot.links.length + obstacles.length,
    checked: pairsOf(world, robot, obstacles, ['checked']),
    counted: pairsOf(world, robot, obstacles, ['checked', 'never']),
    poses: placeParts(robot, moving, configurations),
  }
}

/** Groups come apart, since the other libraries have no such thing. */
function parts(body: number, { shape, pose }: Pick<Geometry, 'shape' | 'pose'>): Part[] {
  const all: readonly PartShape[] = shape.kind === 'group' ? shape.parts : [shape]
  return all.map((part) => ({ body, shape: part, pose }))
}

/** Limber's own decision, which takes in what can never meet: no contender has to check what another may skip. */
function pairsOf(
  world: World,
  robot: Robot,
  obstacles: readonly ClutterBox[],
  wanted: readonly PairStatus[],
): Uint8Array {
  const names = [...robot.links.map(({ name }) => `${robot.name}/${name}`), ...obstacles.map(({ name }) => name)]
  const number = new Map(names.map((name, i) => [name, i]))
  const checked = new Uint8Array(names.length ** 2)
  for (const { a, b, status } of world.pairs()) {
    if (!wanted.includes(status)) continue
    const [i, j] = [number.get(a)!, number.get(b)!]
    checked[i * names.length + j] = 1
    checked[j * names.length + i] = 1
  }
  return checked
}

/** Uniform within the limits; a joint without any takes a whole turn, or a metre. */
export function scattered(robot: Robot, count: number, seed: number): Float64Array[] {
  const random = new Random(seed)
  const quaternions = robot.joints.filter(({ kind }) => kind === 'floating').map(({ variable }) => variable + 3)
  const span = robot.joints.some(({ kind }) => kind === 'floating' || kind === 'planar') ? 0.5 : Math.PI
  return Array.from({ length: count }, () => {
    const q = Float64Array.from(robot.lower, (lower, i) =>
      random.range(Math.max(lower, -span), Math.min(robot.upper[i]!, span)),
    )
    for (const at of quaternions) {
      const length = Math.hypot(q[at]!, q[at + 1]!, q[at + 2]!, q[at + 3]!)
      for (let k = at; k < at + 4; k++) q[k]! /= length
    }
    return q
  })
}

/** The largest change of a joint from one configuration of a path to the next, radians or metres. */
const STEP = 0.02

/** Along straight segments from one random configuration to the next, in small steps: what a planner's edges ask for. */
function coherent(robot: Robot, count: number, seed: number): Float64Array[] {
  const out: Float64Array[] = []
  // Segments are some hundred steps long, so there are always enough of them.
  const corners = scattered(robot, 2 + count, seed)
  for (let c = 0; out.length < count; c++) {
    const [from, to] = [corners[c]!, corners[c + 1]!]
    const steps = Math.ceil(Math.max(...from.map((f, i) => Math.abs(to[i]! - f))) / STEP)
    for (let k = 0; k < steps && out.length < count; k++) out.push(from.map((f, i) => f + (k / steps) * (to[i]! - f)))
  }
  return out
}

function placeParts(robot: Robot, moving: readonly Part[], configurations: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(POSE * moving.length * configurations.length)
  let o = 0
  for (const q of configurations) {
    const links = robot.linkPoses(q)
    for (const { body, pose } of moving) {
      composePose(out, o, links, POSE * body, pose, 0)
      o += POSE
    }
  }
  return out
}

/** The pose of a shape's own centre and axes in its part's frame: z along a cylinder or capsule, as other libraries have it. */
export function centrePose(shape: PartShape): Float64Array {
  const out = new Float64Array(POSE)
  identityPose(out, 0)
  switch (shape.kind) {
    case 'sphere':
      for (let k = 0; k < 3; k++) out[4 * k + 3] = shape.centre[k]!
      return out
    case 'box':
    case 'cylinder':
      return Float64Array.from(shape.pose)
    case 'capsule': {
      const { from, to } = shape
      const along = Float64Array.from(to, (t, k) => t - from[k]!)
      setAxis(out, along)
      for (let k = 0; k < 3; k++) out[4 * k + 3] = (from[k]! + to[k]!) / 2
      return out
    }
    default:
      return out
  }
}

/** Columns of a rotation whose third is along v. */
function setAxis(out: Float64Array, v: Float64Array): void {
  const length = Math.hypot(...v)
  if (length === 0) return
  const z = v.map((c) => c / length)
  const least = z.reduce((best, c, k) => (Math.abs(c) < Math.abs(z[best]!) ? k : best), 0)
  const e = [0, 1, 2].map((k) => (k === least ? 1 : 0))
  const x = cross(e, z)
  const norm = Math.hypot(...x)
  const u = x.map((c) => c / norm)
  const w = cross(z, u)
  for (let k = 0; k < 3; k++) {
    out[4 * k] = u[k]!
    out[4 * k + 1] = w[k]!
    out[4 * k + 2] = z[k]!
  }
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
}
