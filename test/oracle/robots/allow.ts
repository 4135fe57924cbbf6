// Two links of a robot at one configuration, with no hierarchy, pruning or cache: forward kinematics link by link
// (kinematics.ts), every geometry of one against every one of the other, triangle by triangle, in exact arithmetic at the end
// (brute-mesh.ts), and containment by rays (brute-mesh-inside.ts).
//
// Depth is the length of the shortest translation that parts them. Nobody computes that of two meshes; but of a claim that it
// is more than d, every translation by less is a test: they must still touch, or one be inside the other.
import { Random } from '../../../src/base/math/random.js'
import type { Robot, RobotInput, Shape } from '../../../src/entries/robots.js'
import { type BruteDistance, bruteDistance } from '../meshes/brute-mesh.js'
import { describeRobot, type GeometryPair, inverse, isNested } from './brute-mesh-world.js'
import { linkPose, type Matrix, multiply } from './kinematics.js'

/** A surface is touched, or one is wholly inside the other, or they are apart by something from `lower` to `upper`. */
export interface PairTruth extends BruteDistance {
  readonly touching: boolean
  /** They do not touch, and a piece of one is inside a closed shell of the other. */
  readonly nested: boolean
}

export class AllowOracle {
  private readonly input: RobotInput
  /** How large all of it is, for what is close enough to be looked at exactly. */
  readonly scale: number

  constructor(
    private readonly robot: Robot,
    private readonly a: string,
    private readonly b: string,
  ) {
    this.input = describeRobot(robot)
    const origins = robot.joints.map(({ origin }) => Math.hypot(origin[3]!, origin[7]!, origin[11]!))
    const reaches = [a, b].flatMap((name) =>
      robot.link(name).geometry.map(({ shape, pose }) => Math.hypot(pose[3]!, pose[7]!, pose[11]!) + reachOf(shape)),
    )
    this.scale = [...origins, ...reaches].reduce((sum, x) => sum + x, 0)
  }

  at(q: ArrayLike<number>): PairTruth {
    return this.judge(this.geometries(q, [0, 0, 0]))
  }

  /**
   * Directions by which they can be parted though they are moved by `depth` only: none, if depth is what it is said to be. The
   * axes and so many random ones.
   */
  separatedBy(q: ArrayLike<number>, depth: number, seed: number, count: number): number[][] {
    const random = new Random(seed)
    const directions = [0, 1, 2].flatMap((k) => [-1, 1].map((sign) => [0, 1, 2].map((c) => (c === k ? sign : 0))))
    for (let k = 0; k < count; k++) directions.push([...random.direction(new Float64Array(3))])
    return directions.filter((d) => {
      const { touching, nested } = this.judge(
        this.geometries(
          q,
          d.map((x) => x * depth),
        ),
      )
      return !touching && !nested
    })
  }

  private judge(pairs: readonly GeometryPair[]): PairTruth {
    let lower = Infinity
    let upper = Infinity
    for (const { a, b, x } of pairs) {
      const d = bruteDistance(a, b, x, this.scale)
      lower = Math.min(lower, d.lower)
      upper = Math.min(upper, d.upper)
      if (upper === 0) break
    }
    const touching = upper === 0
    return { lower, upper, touching, nested: !touching && pairs.some(isNested) }
  }

  /** All pairs of geometries, those of B moved by `shift` in the world. */
  private geometries(q: ArrayLike<number>, shift: readonly number[]): GeometryPair[] {
    const { robot, input } = this
    const values = (joint: string): number[] => {
      const { variable, variables } = robot.joint(joint)
      return Array.from({ length: variables }, (_, k) => q[variable + k]!)
    }
    const linkA = linkPose(input, this.a, values)
    const linkB = linkPose(input, this.b, values).map((row, i) =>
      row.map((x, j) => (j === 3 && i < 3 ? x + shift[i]! : x)),
    )
    return robot.link(this.a).geometry.flatMap((one) =>
      robot.link(this.b).geometry.map((other) => {
        const poseA = multiply(linkA, fromTwelve(one.pose))
        const poseB = multiply(linkB, fromTwelve(other.pose))
        const x = Float64Array.from(multiply(inverse(poseA), poseB).slice(0, 3).flat())
        return { a: one.shape, b: other.shape, x, poseA, poseB }
      }),
    )
  }
}

function fromTwelve(pose: ArrayLike<number>): Matrix {
  return [0, 1, 2].map((r) => [0, 1, 2, 3].map((c) => pose[4 * r + c]!)).concat([[0, 0, 0, 1]])
}

/** More than how far a shape reaches from its frame's origin, by its numbers. */
function reachOf(shape: Shape): number {
  switch (shape.kind) {
    case 'sphere':
      return Math.hypot(...shape.centre) + shape.radius
    case 'capsule':
      return Math.hypot(...shape.from) + Math.hypot(...shape.to) + shape.radius
    case 'box':
      return Math.hypot(shape.pose[3]!, shape.pose[7]!, shape.pose[11]!) + Math.hypot(...shape.half)
    case 'cylinder':
      return Math.hypot(shape.pose[3]!, shape.pose[7]!, shape.pose[11]!) + shape.radius + shape.length
    case 'convex':
      return shape.points.reduce((far, p) => Math.max(far, 2 * Math.abs(p)), 0)
    case 'mesh':
      return shape.positions.reduce((far, p) => Math.max(far, 2 * Math.abs(p)), 0)
    case 'group':
      return Math.max(...shape.parts.map(reachOf))
  }
}

/** Anywhere within the limits; without them, half a turn to either side. */
export function randomConfiguration(robot: Robot, random: Random): Float64Array {
  return Float64Array.from(robot.lower, (low, i) => {
    const high = robot.upper[i]!
    return random.range(low === -Infinity ? -Math.PI : low, high === Infinity ? Math.PI : high)
  })
}
