// What the scenes of motions have in common: robots among obstacles, configurations to start from, and random free motions.
// Each stands for a figure of "Adaptive dynamic collision checking for single and multiple articulated robots in complex
// environments" (2004), with its counts of triangles and its unit of length (Table II).
import {
  InvalidInputError,
  type ObstacleInput,
  type Random,
  type Robot,
  type RobotPlacement,
  type Shape,
  World,
  type WorldInput,
} from '../src/entries/robots.js'

export interface MotionScene {
  readonly name: string
  /** The figure it stands for. */
  readonly paper: string
  readonly robots: readonly RobotPlacement[]
  readonly obstacles: readonly ObstacleInput[]
  /** Pairs that are not checked, beside neighbouring links: whatever does not move, with all else that does not. */
  readonly allowed: readonly (readonly [string, string])[]
  /** The paper's reference length: a forearm's, or a link's. */
  readonly lref: number
  readonly triangles: { readonly robots: number; readonly obstacles: number }
  /** Both free of contact. The goal is near an obstacle; for arms of many joints it is out of all rings and holes. */
  readonly start: Float64Array
  readonly goal: Float64Array
  /** A new world. */
  world(options?: Pick<WorldInput, 'adjacent' | 'merge'>): World
  /** Uniform in the joints' ranges. */
  sampleConfiguration(random: Random): Float64Array
}

export interface MotionSceneInput {
  readonly name: string
  readonly paper: string
  readonly lref: number
  readonly robots: readonly RobotPlacement[]
  readonly obstacles: readonly ObstacleInput[]
  readonly allowed?: readonly (readonly [string, string])[]
  /** Of one robot, the same for each of them. The start is at zero if left out. */
  readonly start?: readonly number[]
  readonly goal: readonly number[]
}

export function motionScene(input: MotionSceneInput): MotionScene {
  const { name, paper, lref, robots, obstacles } = input
  const allowed = [...standing(robots, obstacles), ...(input.allowed ?? [])]
  const lower = robots.flatMap(({ robot }) => [...robot.lower])
  const upper = robots.flatMap(({ robot }) => [...robot.upper])
  /** The first joints of each robot at these values, its others at zero. */
  const all = (one: readonly number[]): Float64Array =>
    Float64Array.from(robots.flatMap(({ robot }) => Array.from(robot.neutral(), (q, i) => one[i] ?? q)))
  const count = (shapes: readonly ObstacleInput['shape'][]): number =>
    shapes.reduce((sum, shape) => sum + trianglesOf(shape as Shape), 0)
  return {
    name,
    paper,
    lref,
    robots,
    obstacles,
    allowed,
    triangles: {
      robots: robots.reduce((sum, { robot }) => sum + robotTriangles(robot), 0),
      obstacles: count(obstacles.map(({ shape }) => shape)),
    },
    start: all(input.start ?? []),
    goal: all(input.goal),
    world: (options = {}) => new World({ ...options, robots, obstacles, allowed }),
    sampleConfiguration: (random) => Float64Array.from(lower, (low, i) => random.range(low, upper[i]!)),
  }
}

/** Links that are fixed to the world with each other and with the obstacles: they stand on and beside them. */
function standing(robots: readonly RobotPlacement[], obstacles: readonly ObstacleInput[]): [string, string][] {
  const roots = robots.flatMap(({ robot, name = robot.name }) =>
    robot.links.filter((link) => link.joint === undefined && link.geometry.length > 0).map((l) => `${name}/${l.name}`),
  )
  return roots.flatMap((root, i) => [
    ...roots.slice(i + 1).map((other): [string, string] => [root, other]),
    ...obstacles.flatMap(({ name }): [string, string][] => (name === undefined ? [] : [[root, name]])),
  ])
}

export function robotTriangles(robot: Robot): number {
  return robot.links.reduce(
    (sum, { geometry }) => sum + geometry.reduce((part, { shape }) => part + trianglesOf(shape), 0),
    0,
  )
}

function trianglesOf(shape: Shape): number {
  if (shape.kind === 'mesh') return shape.triangles.length / 3
  return shape.kind === 'group' ? shape.parts.reduce((sum, part) => sum + trianglesOf(part), 0) : 0
}

/** More fail only where next to nothing is free. */
const TRIES = 100_000

/** A random configuration that is free of contact. */
export function freeConfiguration(scene: MotionScene, world: World, random: Random): Float64Array {
  for (let k = 0; k < TRIES; k++) {
    const q = scene.sampleConfiguration(random)
    if (!world.collides(q)) return q
  }
  throw new Error(`${scene.name}: none of ${TRIES} random configurations is free`)
}

/**
 * Ends of random segments, one after the other, all ends free of contact. The same for the same seed; without end. The second
 * end is anywhere in the joints' ranges, or if `reach` is less than 1, within that part of each range from the first: most
 * segments across a whole range collide.
 */
export function* freeEnds(
  scene: MotionScene,
  random: Random,
  world = scene.world(),
  reach = 1,
): Generator<readonly [Float64Array, Float64Array], never> {
  if (!(reach > 0 && reach <= 1)) throw new InvalidInputError('reach', reach, 'more than 0, at most 1')
  for (;;) {
    const from = freeConfiguration(scene, world, random)
    yield [from, reach === 1 ? freeConfiguration(scene, world, random) : near(scene, world, random, from, reach)]
  }
}

/** A free configuration within this part of each joint's range from another. */
function near(scene: MotionScene, world: World, random: Random, from: Float64Array, reach: number): Float64Array {
  const { lower, upper } = world
  for (let k = 0; k < TRIES; k++) {
    const to = from.map((q, i) => {
      const step = reach * (upper[i]! - lower[i]!)
      return random.range(Math.max(q - step, lower[i]!), Math.min(q + step, upper[i]!))
    })
    if (!world.collides(to)) return to
  }
  throw new Error(`${scene.name}: none of ${TRIES} configurations within ${reach} is free`)
}

/**
 * Steps of a random walk from `scene.start`: each from the last free configuration to another, whose joints are within `step`
 * of it and inside their ranges. Only the ends are known to be free. For scenes with too many joints for `freeEnds`.
 */
export function* freeSteps(
  scene: MotionScene,
  random: Random,
  step: number,
  world = scene.world(),
): Generator<readonly [Float64Array, Float64Array], never> {
  const { lower, upper } = world
  for (let at = scene.start; ; ) {
    for (let k = 0; ; k++) {
      if (k === TRIES) throw new Error(`${scene.name}: no free step of ${step}`)
      const next = at.map((q, i) => Math.min(Math.max(q + random.range(-step, step), lower[i]!), upper[i]!))
      if (world.collides(next)) continue
      yield [at, next]
      at = next
      break
    }
  }
}
