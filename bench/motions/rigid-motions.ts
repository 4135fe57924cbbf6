// The motions of two rigid meshes that sweeps are compared on: A stands still, B's origin goes straight and B turns at a constant
// rate. Near misses and hits in about equal parts, of the kinds that come up: coming in, going by, turning on the spot, a small
// step, and fast through a thin plate. By seed.
import {
  blob,
  bumpySphere,
  gear,
  gridBox,
  type MeshData,
  type PoseDistance,
  separatedPoses,
  torusKnot,
  workshop,
} from '../../scenes/index.js'
import { composePose, POSE, setAxisAngle } from '../../src/base/math/pose.js'
import { Random, type Shape } from '../../src/entries/meshes.js'

export type MotionKind = 'approach' | 'pass' | 'turn' | 'step' | 'through'

export interface RigidMotion {
  readonly kind: MotionKind
  /** Twelve numbers each: B in A's frame. */
  readonly from: Float64Array
  readonly to: Float64Array
  /** In B's frame, of unit length; and by how much B turns about it, less than half a turn. */
  readonly axis: Float64Array
  readonly angle: number
}

export interface RigidPair {
  readonly name: string
  readonly a: () => MeshData
  readonly b: () => MeshData
  readonly kinds: readonly MotionKind[]
  readonly seed: number
  /** With its origin so far from A's, B is clear of A whichever way it is turned; 4 if left out. */
  readonly far?: number
}

const FOUR: readonly MotionKind[] = ['approach', 'pass', 'turn', 'step']

export const RIGID_PAIRS: readonly RigidPair[] = [
  {
    name: 'ball-knot, 20,000',
    a: () => bumpySphere(20_000, 1),
    b: () => torusKnot(20_000),
    kinds: FOUR,
    seed: 40,
  },
  { name: 'gear-blob, 20,000', a: () => gear(20_000), b: () => blob(20_000, 1), kinds: FOUR, seed: 41 },
  { name: 'knot-ball, 3,000', a: () => torusKnot(3000), b: () => bumpySphere(3000, 2), kinds: FOUR, seed: 42 },
  {
    name: 'thin plates, 3,000',
    a: () => gridBox(3000, [2, 2, 0.002]),
    b: () => gridBox(3000, [0.5, 0.5, 0.002]),
    kinds: ['through', 'pass'],
    seed: 43,
  },
  {
    name: 'shelves-gun',
    a: () => workshopPart('shelves'),
    b: () => workshopPart('gun'),
    kinds: FOUR,
    seed: 44,
    far: 6,
  },
  { name: 'bench-gun', a: () => workshopPart('bench'), b: () => workshopPart('gun'), kinds: FOUR, seed: 45 },
]

/** An obstacle of the workshop or a link of its arm, about its own centre. Metres. */
function workshopPart(name: string): MeshData {
  const { obstacles, robots } = workshop()
  const link = robots[0]!.robot.links.find((one) => one.name === name)
  const parts = link?.geometry ?? obstacles.filter((one) => one.name === name)
  const shape = parts[0]!.shape as Shape
  if (shape.kind !== 'mesh') throw new Error(`${name} is not a mesh`)
  const { positions, triangles } = shape
  const middle = [0, 1, 2].map((k) => {
    const along = positions.filter((_, i) => i % 3 === k)
    return along.reduce((a, b) => Math.min(a, b)) / 2 + along.reduce((a, b) => Math.max(a, b)) / 2
  })
  return { positions: positions.map((p, i) => p - middle[i % 3]!), triangles: Uint32Array.from(triangles) }
}

/** How near B is to A somewhere on a motion that is a near miss if all goes well. */
const GAP: readonly [number, number] = [0.002, 0.05]

/** `count` motions of each kind. */
export function rigidMotions(
  { kinds, seed, far = 4 }: RigidPair,
  distance: PoseDistance,
  count: number,
): RigidMotion[] {
  const random = new Random(seed)
  return kinds.flatMap((kind, k) =>
    kind === 'through'
      ? Array.from({ length: count }, () => through(random))
      : separatedPoses(distance, { count, seed: seed + 100 * k, gap: GAP, far }).map((near, i) =>
          MAKERS[kind](near, random, i),
        ),
  )
}

const MAKERS: Readonly<
  Record<Exclude<MotionKind, 'through'>, (near: Float64Array, random: Random, i: number) => RigidMotion>
> = {
  // From afar to the near place, every other one past it and into A.
  approach: (near, random, i) => {
    const way = outward(near)
    const far = random.range(1, 2.5)
    const beyond = i % 2 === 0 ? 0 : -0.1
    const turn = randomTurnOf(random, 0, 0.5)
    return motion('approach', place(near, way, beyond), turn, 1, scale(way, beyond - far))
  },
  // By the near place half way, across the direction to A.
  pass: (near, random) => {
    const way = across(random, outward(near))
    return motion('pass', near, randomTurnOf(random, 0, 1), 0.5, scale(way, random.range(1, 3)))
  },
  turn: (near, random) => motion('turn', near, randomTurnOf(random, 0.3, 3), 0, [0, 0, 0]),
  step: (near, random) => {
    const way = random.direction(new Float64Array(3))
    return motion('step', near, randomTurnOf(random, 0, 0.1), 0, scale(way, random.range(0.02, 0.2)))
  },
}

/** Straight through the plane of A or past its rim, lying almost parallel to it: between two of a hundred samples. */
function through(random: Random): RigidMotion {
  const middle = new Float64Array(POSE)
  setAxisAngle(middle, 0, Math.SQRT1_2, Math.SQRT1_2, 0, random.range(-0.005, 0.005))
  middle[3] = random.range(-1.8, 1.8)
  middle[7] = random.range(-1.8, 1.8)
  const turn = { axis: Float64Array.of(0, 0, 1), angle: random.range(0, 1) }
  return motion('through', middle, turn, random.range(0.3, 0.7), [0, 0, random.range(3, 5)])
}

interface Turn {
  readonly axis: Float64Array
  readonly angle: number
}

/** The motion that is at this pose at the share `at` of it. */
function motion(kind: MotionKind, pose: Float64Array, turn: Turn, at: number, way: ArrayLike<number>): RigidMotion {
  return { kind, from: moved(pose, turn, -at, way), to: moved(pose, turn, 1 - at, way), ...turn }
}

function moved(pose: Float64Array, { axis, angle }: Turn, share: number, way: ArrayLike<number>): Float64Array {
  const turned = new Float64Array(POSE)
  setAxisAngle(turned, 0, axis[0]!, axis[1]!, axis[2]!, share * angle)
  const out = new Float64Array(POSE)
  composePose(out, 0, pose, 0, turned, 0)
  for (let k = 0; k < 3; k++) out[4 * k + 3] = pose[4 * k + 3]! + share * way[k]!
  return out
}

/** B's pose at the share t of the motion. */
export function poseOnMotion({ from, to, axis, angle }: RigidMotion, t: number): Float64Array {
  const way = [3, 7, 11].map((k) => to[k]! - from[k]!)
  return moved(from, { axis, angle }, t, way)
}

function place(pose: Float64Array, direction: Float64Array, by: number): Float64Array {
  const still = { axis: Float64Array.of(1, 0, 0), angle: 0 }
  return moved(pose, still, 1, scale(direction, by))
}

/** From A's origin to B's: the poses were found along such rays. */
function outward(pose: Float64Array): Float64Array {
  const length = Math.hypot(pose[3]!, pose[7]!, pose[11]!)
  return Float64Array.of(pose[3]! / length, pose[7]! / length, pose[11]! / length)
}

function across(random: Random, direction: Float64Array): Float64Array {
  for (;;) {
    const v = random.direction(new Float64Array(3))
    const along = v[0]! * direction[0]! + v[1]! * direction[1]! + v[2]! * direction[2]!
    const rest = v.map((c, k) => c - along * direction[k]!)
    const length = Math.hypot(...rest)
    if (length > 0.1) return rest.map((c) => c / length)
  }
}

function randomTurnOf(random: Random, least: number, most: number): Turn {
  return { axis: random.direction(new Float64Array(3)), angle: random.range(least, most) }
}

function scale(v: ArrayLike<number>, by: number): Float64Array {
  return Float64Array.of(v[0]! * by, v[1]! * by, v[2]! * by)
}
