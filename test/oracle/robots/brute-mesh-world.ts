// A robot as it came from a file, among obstacles, with no hierarchy, pruning or cache: forward kinematics link by link
// (kinematics.ts), which pairs count from the definitions, and every pair of geometries. worlds.ts does this for described
// robots; here the geometries stay at hand, for closer looks than one distance.
import type { ObstacleInput, Robot, RobotInput, Shape } from '../../../src/entries/robots.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { type BruteDistance, bruteDistance } from '../meshes/brute-mesh.js'
import { bruteNested } from '../meshes/brute-mesh-inside.js'
import { linkPose, type Matrix, multiply } from './kinematics.js'
import { matrixOf } from './worlds.js'

export interface BruteCase {
  readonly robot: Robot
  readonly obstacles: readonly (ObstacleInput & { readonly name: string })[]
  /** Whole names. */
  readonly allowed: readonly (readonly [string, string])[]
  /** May parents and children touch? */
  readonly adjacent: boolean
}

export interface BrutePart {
  readonly shape: Shape
  /** In the link's frame, or the world's. */
  readonly pose: Matrix
}

export interface BruteObject {
  readonly name: string
  /** Empty for an obstacle. */
  readonly link: string
  readonly parts: readonly BrutePart[]
}

export interface BrutePair {
  readonly a: BruteObject
  readonly b: BruteObject
  readonly key: string
}

export interface GeometryPair {
  readonly a: Shape
  readonly b: Shape
  /** X_AB. */
  readonly x: Float64Array
  /** In the world. */
  readonly poseA: Matrix
  readonly poseB: Matrix
}

export const keyOf = (a: string, b: string): string => [a, b].sort().join(' ')

/** What a robot is, said again in quaternions. */
export function describeRobot(robot: Robot): RobotInput {
  return {
    name: robot.name,
    links: robot.links.map(({ name, geometry }) => ({ name, geometry })),
    joints: robot.joints.map(({ name, kind, parent, child, origin, axis, mimic }) => ({
      name,
      kind,
      parent: robot.links[parent]!.name,
      child: robot.links[child]!.name,
      origin: { at: [origin[3]!, origin[7]!, origin[11]!], rotation: quaternionOf(origin) },
      axis,
      mimic,
    })),
    allowed: robot.allowed,
  }
}

/** By the largest of the four, so that none is a small difference. */
function quaternionOf(m: ArrayLike<number>): number[] {
  const [a, b, c] = [m[0]!, m[5]!, m[10]!]
  const squares = [1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c]
  const k = squares.indexOf(Math.max(...squares))
  const r = (i: number, j: number): number => m[4 * i + j]!
  const rows = [
    [squares[0]!, r(0, 1) + r(1, 0), r(0, 2) + r(2, 0), r(2, 1) - r(1, 2)],
    [r(0, 1) + r(1, 0), squares[1]!, r(1, 2) + r(2, 1), r(0, 2) - r(2, 0)],
    [r(0, 2) + r(2, 0), r(1, 2) + r(2, 1), squares[2]!, r(1, 0) - r(0, 1)],
    [r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1), squares[3]!],
  ]
  const norm = Math.hypot(...rows[k]!)
  return rows[k]!.map((x) => x / norm)
}

function fromTwelve(pose: ArrayLike<number>): Matrix {
  return [0, 1, 2].map((r) => [0, 1, 2, 3].map((c) => pose[4 * r + c]!)).concat([[0, 0, 0, 1]])
}

/** Rigid. */
export function inverse(m: Matrix): Matrix {
  const t = [0, 1, 2].map((i) => -[0, 1, 2].reduce((sum, k) => sum + m[k]![i]! * m[k]![3]!, 0))
  return [...[0, 1, 2].map((i) => [m[0]![i]!, m[1]![i]!, m[2]![i]!, t[i]!]), [0, 0, 0, 1]]
}

export function apply(m: Matrix, p: ArrayLike<number>): number[] {
  return [0, 1, 2].map((i) => m[i]![0]! * p[0]! + m[i]![1]! * p[1]! + m[i]![2]! * p[2]! + m[i]![3]!)
}

export class BruteWorld {
  readonly pairs: readonly BrutePair[]
  private readonly input: RobotInput
  private readonly robot: Robot
  private poses = new Map<string, Matrix>()
  /** What has been worked out since the robot was put somewhere. */
  private readonly placed = new Map<BrutePart, { readonly pose: Matrix; readonly back: Matrix }>()

  constructor(world: BruteCase) {
    this.robot = world.robot
    this.input = describeRobot(world.robot)
    const links = world.robot.links
      .filter(({ geometry }) => geometry.length > 0)
      .map(({ name, geometry }) => ({
        name: `${world.robot.name}/${name}`,
        link: name,
        parts: geometry.map(({ shape, pose }) => ({ shape, pose: fromTwelve(pose) })),
      }))
    const obstacles = world.obstacles.map(({ name, shape, pose }) => ({
      name,
      link: '',
      parts: [{ shape: shape as Shape, pose: matrixOf(pose) }],
    }))
    const allowed = new Set(world.allowed.map(([a, b]) => keyOf(a, b)))
    for (const { a, b } of world.robot.allowed) {
      allowed.add(keyOf(`${world.robot.name}/${a}`, `${world.robot.name}/${b}`))
    }
    this.pairs = links.flatMap((a, i) =>
      [...links.slice(i + 1), ...obstacles].flatMap((b) => {
        const key = keyOf(a.name, b.name)
        if (allowed.has(key)) return []
        const own = b.link !== ''
        if (own && (this.bodyOf(a.link) === this.bodyOf(b.link) || (world.adjacent && this.areNext(a.link, b.link)))) {
          return []
        }
        return [{ a, b, key }]
      }),
    )
  }

  /** Links from this one up to the root. */
  private above(link: string): string[] {
    const joint = this.input.joints!.find(({ child }) => child === link)
    return joint === undefined ? [link] : [link, ...this.above(joint.parent)]
  }

  /** The last link on the way up that a joint moves. */
  private bodyOf(link: string): string | undefined {
    return this.above(link).find((l) => this.input.joints!.some(({ child, kind }) => child === l && kind !== 'fixed'))
  }

  private areNext(a: string, b: string): boolean {
    const next = (link: string): string | undefined =>
      this.above(link)
        .slice(1)
        .find((l) => this.robot.link(l).geometry.length > 0)
    return next(a) === b || next(b) === a
  }

  /** Puts the robot where q has it. */
  place(q: ArrayLike<number>): void {
    const values = (joint: string): number[] => {
      const { variable, variables } = this.robot.joint(joint)
      return Array.from({ length: variables }, (_, k) => q[variable + k]!)
    }
    this.placed.clear()
    this.poses = new Map(
      this.robot.links.flatMap(({ name, geometry }) =>
        geometry.length === 0 ? [] : [[name, linkPose(this.input, name, values)] as const],
      ),
    )
  }

  poseOf(object: BruteObject, part: BrutePart): Matrix {
    return this.placeOf(object, part).pose
  }

  private placeOf({ link }: BruteObject, part: BrutePart): { readonly pose: Matrix; readonly back: Matrix } {
    let placed = this.placed.get(part)
    if (placed === undefined) {
      const pose = link === '' ? part.pose : multiply(this.poses.get(link)!, part.pose)
      placed = { pose, back: inverse(pose) }
      this.placed.set(part, placed)
    }
    return placed
  }

  /** All pairs of geometries of a pair. */
  geometries({ a, b }: BrutePair): GeometryPair[] {
    return a.parts.flatMap((partA) =>
      b.parts.map((partB) => {
        const { pose: poseA, back } = this.placeOf(a, partA)
        const poseB = this.poseOf(b, partB)
        return { a: partA.shape, b: partB.shape, x: relative(back, poseB), poseA, poseB }
      }),
    )
  }
}

/** The first three rows of a product. */
function relative(a: Matrix, b: Matrix): Float64Array {
  const out = new Float64Array(12)
  for (let i = 0; i < 3; i++) {
    const [x, y, z, t] = a[i]! as [number, number, number, number]
    for (let j = 0; j < 4; j++) out[4 * i + j] = x * b[0]![j]! + y * b[1]![j]! + z * b[2]![j]! + t * b[3]![j]!
  }
  return out
}

const out = new ShapeDistance()

/** distanceShapes with no cutoff, for every pair of geometries, and containment by rays. */
export function pairDistance(geometries: readonly GeometryPair[]): number {
  let best = Infinity
  for (const pair of geometries) {
    const d = distanceShapes(out, pair.a, pair.b, pair.x, 0, Infinity)
    best = Math.min(best, d > 0 && isNested(pair) ? 0 : d)
  }
  return best
}

/** Far above what distanceShapes may be wrong by, in units of the scale. */
const AGAIN = 1e-9

/** The same by every pair of triangles, in exact arithmetic at the end. Of many solids, those that may be the nearest. */
export function exactPairDistance(geometries: readonly GeometryPair[], scale: number): BruteDistance {
  let lower = Infinity
  let upper = Infinity
  const solids = geometries.map(({ a, b, x }) =>
    isSurface(a) || isSurface(b) ? undefined : distanceShapes(out, a, b, x, 0, Infinity),
  )
  const nearest = Math.min(...solids.map((d) => d ?? Infinity))
  for (const [k, pair] of geometries.entries()) {
    if (upper === 0) break
    if ((solids[k] ?? 0) > nearest + AGAIN * scale) continue
    const d = bruteDistance(pair.a, pair.b, pair.x, scale)
    const nested = d.lower > 0 && isNested(pair)
    lower = Math.min(lower, nested ? 0 : d.lower)
    upper = Math.min(upper, nested ? 0 : d.upper)
  }
  return { lower, upper }
}

function isSurface({ kind }: Shape): boolean {
  return kind === 'mesh' || kind === 'group'
}

export function isNested({ a, b, poseA, poseB }: GeometryPair): boolean {
  const toA = (p: readonly number[]): number[] => apply(inverse(poseA), apply(poseB, p))
  const toB = (p: readonly number[]): number[] => apply(inverse(poseB), apply(poseA, p))
  return bruteNested(a, b, toA, toB)
}
