// What planners are asked in the scenes of motions (sections V.D and V.E of the 2004 paper): a way from one configuration to another
// that a straight line does not make, and when a long arm is out of all rings and holes.
import { checkMotion, InvalidInputError, Random, type World } from '../src/entries/robots.js'
import type { MotionScene } from './motion-scene.js'
import { GRIDS, RINGS } from './motion-snakes.js'

export interface PlanningQuery {
  readonly start: Float64Array
  readonly goal: Float64Array
}

/** Of one arm, the same for all six. A straight line leads to the scene's own goal of 12d, and nearly so to that of 12c. */
const GOALS: Readonly<Record<string, readonly number[]>> = {
  'car-six': [0.78, 0.34, 0.87, -1.77, -1.11, 2.07],
  'car-coarse': [-0.91, -0.07, 0.88, 0.56, 1.6, -0.67],
}

/** How far the ends of a variant are from those of the first, at most: radians a joint. */
const VARIED = 0.3

/** More fail only where hardly anything about the ends is free. */
const TRIES = 1000

/**
 * Both ends are free, and the straight line between them is not. The first, 0, is the scene's own query; each other number gives
 * another one near it, the same for the same number.
 */
export function planningQuery(scene: MotionScene, variant = 0, world: World = scene.world()): PlanningQuery {
  if (!Number.isSafeInteger(variant) || variant < 0) throw new InvalidInputError('variant', variant, 'a whole number')
  const own = GOALS[scene.name]
  const first: PlanningQuery = {
    start: scene.start,
    goal: own === undefined ? scene.goal : scene.goal.map((_, i) => own[i % own.length]!),
  }
  if (variant === 0) return first
  const random = new Random(variant)
  for (let k = 0; k < TRIES; k++) {
    const start = freeNear(world, first.start, random)
    const goal = freeNear(world, first.goal, random)
    if (start === undefined || goal === undefined) continue
    if (checkMotion(world, [start, goal]).outcome !== 'free') return { start, goal }
  }
  throw new Error(`${scene.name}: every query near the first is a straight line`)
}

function freeNear(world: World, about: Float64Array, random: Random): Float64Array | undefined {
  const { lower, upper } = world
  for (let k = 1; k <= TRIES; k++) {
    // Nearer each time: many joints at once touch something soon.
    const step = VARIED / Math.sqrt(k)
    const q = about.map((x, i) => Math.min(Math.max(x + random.range(-step, step), lower[i]!), upper[i]!))
    if (!world.collides(q)) return q
  }
  return undefined
}

/**
 * Says whether long arms, from the ground up (scenes/motion-snakes.ts), lie entirely below all rings or grids: where the walks of
 * section V.E end.
 */
export function liesBelow(scene: MotionScene): (q: Float64Array) => boolean {
  const below = (scene.name === 'tori' ? RINGS : GRIDS)[0]! - THICKNESS
  return (q) => {
    let from = 0
    return scene.robots.every(({ robot }) => {
      const poses = robot.linkPoses(q.subarray(from, from + robot.dof))
      from += robot.dof
      return robot.links.every(({ index, geometry }) => {
        if (geometry.length === 0) return true
        // Along z in its own frame: the last row of its pose has how steep that is, and how high it begins.
        const [steep, begin] = [poses[12 * index + 10]!, poses[12 * index + 11]!]
        return Math.max(begin, begin + scene.lref * steep) < below
      })
    })
  }
}

/** Half a ring's (0.06) or a bar's (0.03), and half a link's (0.02); and something over. */
const THICKNESS = 0.1
