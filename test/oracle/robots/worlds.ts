// A world, judged by looking at every pair: forward kinematics link by link (kinematics.ts), no hierarchy, no pruning, no cache.
// Which pairs count is worked out from the definitions as well. Two geometries are measured by distanceShapes, which has
// an oracle of its own, and containment by solids.ts.
import type { GeometryInput, ObstacleInput, Robot, RobotInput, Shape } from '../../../src/entries/robots.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { linkPose, type Matrix, multiply } from './kinematics.js'

export interface WorldCase {
  readonly robots: readonly {
    readonly input: RobotInput
    readonly robot: Robot
    readonly name: string
    readonly base: Matrix
  }[]
  readonly obstacles: readonly (ObstacleInput & { readonly name: string })[]
  readonly allowed: readonly (readonly [string, string])[]
}

interface Placed {
  readonly name: string
  /** Robot's number, or -1. */
  readonly robot: number
  readonly link: string
  readonly geometry: readonly { readonly shape: Shape; readonly pose: Matrix }[]
}

export interface PairDistance {
  readonly a: string
  readonly b: string
  readonly distance: number
}

export function matrixOf(pose: GeometryInput['pose']): Matrix {
  const given = pose as { at?: number[]; rotation?: number[] } | undefined
  const at = given?.at ?? [0, 0, 0]
  const [x, y, z, w] = given?.rotation ?? [0, 0, 0, 1]
  return [
    [1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! - z! * w!), 2 * (x! * z! + y! * w!), at[0]!],
    [2 * (x! * y! + z! * w!), 1 - 2 * (x! * x! + z! * z!), 2 * (y! * z! - x! * w!), at[1]!],
    [2 * (x! * z! - y! * w!), 2 * (y! * z! + x! * w!), 1 - 2 * (x! * x! + y! * y!), at[2]!],
    [0, 0, 0, 1],
  ]
}

/** Rigid. */
function inverse(m: Matrix): Matrix {
  const t = [0, 1, 2].map((i) => -[0, 1, 2].reduce((sum, k) => sum + m[k]![i]! * m[k]![3]!, 0))
  return [...[0, 1, 2].map((i) => [m[0]![i]!, m[1]![i]!, m[2]![i]!, t[i]!]), [0, 0, 0, 1]]
}

function placeAll(world: WorldCase, q: ArrayLike<number>): Placed[] {
  let first = 0
  const placed: Placed[] = []
  world.robots.forEach(({ input, robot, name, base }, r) => {
    const values = (joint: string): number[] => {
      const { variable, variables } = robot.joint(joint)
      return Array.from({ length: variables }, (_, k) => q[first + variable + k]!)
    }
    for (const link of input.links) {
      if (link.geometry === undefined || link.geometry.length === 0) continue
      const at = multiply(base, linkPose(input, link.name, values))
      const geometry = link.geometry.map(({ shape, pose }) => ({ shape, pose: multiply(at, matrixOf(pose)) }))
      placed.push({ name: `${name}/${link.name}`, robot: r, link: link.name, geometry })
    }
    first += robot.dof
  })
  for (const { name, shape, pose } of world.obstacles) {
    placed.push({ name, robot: -1, link: '', geometry: [{ shape: shape as Shape, pose: matrixOf(pose) }] })
  }
  return placed
}

/** Links from this one up to the root. */
function pathUp(input: RobotInput, link: string): string[] {
  const joint = input.joints?.find(({ child }) => child === link)
  return joint === undefined ? [link] : [link, ...pathUp(input, joint.parent)]
}

/** Fixed joints only between the two, or between each and the robot's base. */
function areRigid(input: RobotInput, a: string, b: string): boolean {
  const moving = (link: string): string => {
    const above = pathUp(input, link)
    return above.find((one) => input.joints?.some(({ child, kind }) => child === one && kind !== 'fixed')) ?? '(base)'
  }
  return moving(a) === moving(b)
}

function areAdjacent(input: RobotInput, a: string, b: string): boolean {
  const nearest = (link: string): string | undefined =>
    pathUp(input, link)
      .slice(1)
      .find((above) => (input.links.find(({ name }) => name === above)!.geometry?.length ?? 0) > 0)
  return nearest(a) === b || nearest(b) === a
}

function counts(world: WorldCase, a: Placed, b: Placed): boolean {
  if (a.robot === -1 && b.robot === -1) return false
  if (world.allowed.some(([x, y]) => (x === a.name && y === b.name) || (x === b.name && y === a.name))) return false
  if (a.robot !== b.robot) return true
  const { input } = world.robots[a.robot]!
  if (input.allowed?.some((p) => (p.a === a.link && p.b === b.link) || (p.a === b.link && p.b === a.link))) return false
  return !areRigid(input, a.link, b.link) && !areAdjacent(input, a.link, b.link)
}

const out = new ShapeDistance()

/** Every pair that counts, with its distance; nearest first. */
export function allDistances(
  world: WorldCase,
  q: ArrayLike<number>,
  inside: (a: Shape, b: Shape, x: Float64Array) => boolean,
): PairDistance[] {
  const placed = placeAll(world, q)
  const found: PairDistance[] = []
  for (const [i, a] of placed.entries()) {
    for (const b of placed.slice(i + 1)) {
      if (!counts(world, a, b)) continue
      let distance = Infinity
      for (const one of a.geometry) {
        for (const other of b.geometry) {
          const x = Float64Array.from(multiply(inverse(one.pose), other.pose).slice(0, 3).flat())
          const d = distanceShapes(out, one.shape, other.shape, x, 0, Infinity)
          distance = Math.min(distance, d > 0 && inside(one.shape, other.shape, x) ? 0 : d)
        }
      }
      found.push({ a: a.name, b: b.name, distance })
    }
  }
  return found.sort((a, b) => a.distance - b.distance)
}
