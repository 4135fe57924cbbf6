// Problems whose goal almost touches: the obstacle that is nearest to the robot at the goal is pushed towards it, along the line
// between the two nearest points, until `clearance` is left. Where the pushed obstacle would touch something else at the start or
// the goal, a small block stands before it instead, as far from the robot's nearest point.
import { box, type ObstacleInput } from '../../src/entries/robots.js'
import { amongObstacles, type BenchProblem } from './problems.js'

/** The block is no wider than this, metres; half as wide where that does not fit. */
const WIDTHS = [0.02, 0.01, 0.005, 0.0025]

/** Of the clearance: how near to it the goal's must be. */
const ACCURACY = 0.01

export interface TightProblem {
  readonly problem: BenchProblem
  readonly how: 'pushed' | 'block'
  /** Of the goal, as measured. */
  readonly clearance: number
}

/** undefined where neither leaves start and goal free. */
export function tightenGoal(problem: BenchProblem, clearance: number): TightProblem | undefined {
  const nearest = nearestObstacle(problem)
  if (nearest === undefined) return undefined
  const { obstacle, towards, onRobot, gap } = nearest
  const others = problem.obstacles.filter((one) => one !== obstacle)
  const pushed = others.concat({ ...obstacle, pose: move(obstacle.pose, towards, gap - clearance) })
  const found = tryOut(problem, pushed, clearance)
  if (found !== undefined) return { ...found, how: 'pushed' }
  for (const width of WIDTHS) {
    const thick = Math.min(width, 0.5 * gap)
    const at = onRobot.map((x, i) => x - towards[i]! * (clearance + thick / 2))
    const block = {
      name: 'block',
      shape: box({ size: [width, width, thick] }),
      pose: { at, rotation: turnFromZ(towards) },
    }
    const blocked = tryOut(problem, [...problem.obstacles, block], clearance)
    if (blocked !== undefined) return { ...blocked, how: 'block' }
  }
  return undefined
}

interface Nearest {
  readonly obstacle: BenchProblem['obstacles'][number]
  /** A unit vector from the obstacle to the robot. */
  readonly towards: readonly number[]
  readonly onRobot: readonly number[]
  readonly gap: number
}

function nearestObstacle(problem: BenchProblem): Nearest | undefined {
  const named = new Map(problem.obstacles.map((obstacle) => [obstacle.name, obstacle]))
  for (const { a, b, distance, pointA, pointB } of problem.world().distances(problem.goal)) {
    const [obstacle, onRobot, other] = named.has(b) ? [named.get(b)!, pointA, pointB] : [named.get(a), pointB, pointA]
    if (obstacle === undefined) continue
    const towards = Array.from(onRobot, (x, i) => (x - other[i]!) / distance)
    return { obstacle, towards, onRobot: Array.from(onRobot), gap: distance }
  }
  return undefined
}

function tryOut(
  problem: BenchProblem,
  obstacles: BenchProblem['obstacles'],
  clearance: number,
): Pick<TightProblem, 'problem' | 'clearance'> | undefined {
  const tight = amongObstacles(problem, obstacles)
  const world = tight.world()
  if (world.collides(tight.start) || world.collides(tight.goal)) return undefined
  const { distance } = world.distance(tight.goal)
  if (Math.abs(distance - clearance) > ACCURACY * clearance) return undefined
  return { problem: tight, clearance: distance }
}

function move(
  pose: ObstacleInput['pose'],
  direction: readonly number[],
  by: number,
): NonNullable<ObstacleInput['pose']> {
  const { at = [0, 0, 0], ...rest } = (pose ?? {}) as { at?: ArrayLike<number> }
  return { ...rest, at: direction.map((d, i) => at[i]! + d * by) }
}

/** A rotation (x, y, z, w) that takes the z axis to a unit vector. */
function turnFromZ([x, y, z]: readonly number[]): number[] {
  if (z! < -1 + 1e-9) return [1, 0, 0, 0]
  const norm = Math.hypot(-y!, x!, 1 + z!)
  return [-y! / norm, x! / norm, 0, (1 + z!) / norm]
}
