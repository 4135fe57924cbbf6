// Robots that cannot pass each other on their paths: other paths for one of them. Either it goes another way while the other stands
// at its start or at its goal; or it steps back to a place that the other's whole path leaves free, and continues from there when the
// other has arrived. Every path is proved like any other; what comes out is a suggestion, whatever it was found by.
import { Random } from '../../base/math/random.js'
import type { Steps } from '../../base/work/steps.js'
import { InvalidInputError } from '../../errors.js'
import { planNow } from '../planning/plan.js'
import type { RateLimit } from '../planning/timing-limits.js'
import type { World, WorldModel } from '../world/world.js'
import { CELL_FREE, diagramOf } from './diagram.js'
import { partOfWorld } from './part-of-world.js'
import { readPath } from './read-paths.js'
import { RobotPath } from './robot-path.js'

/** What a robot's new path is made from. */
export interface ReplanTerms {
  readonly atom: number
  readonly clearance: number
  readonly rates: RateLimit | undefined
  readonly acceleration: RateLimit | undefined
  readonly seed: number
}

/** Places to step back to that are tested, and those of them for which the other's path is proved. */
const LOOKED_AT = 200
const PROVED = 6

/** Configurations of the other's path at which a place is tested before anything is proved of it. */
const SAMPLES = 12

/** Rounds of one plan. */
const MOST_ITERATIONS = 3000

/** Other paths for `robot`, so that it gets past `other`. */
export function* otherPaths(
  world: World,
  model: WorldModel,
  robot: RobotPath,
  other: RobotPath,
  terms: ReplanTerms,
): Generator<void, RobotPath[], void> {
  const duo = partOfWorld(world, [robot.name, other.name], true)
  const isFirst = robot.first < other.first
  const both = (own: Float64Array, standing: Float64Array): Float64Array =>
    isFirst ? Float64Array.of(...own, ...standing) : Float64Array.of(...standing, ...own)
  /** Where the robot's numbers begin in a configuration of the two. */
  const own = isFirst ? 0 : other.world.dof
  const moving = world.variables.slice(robot.first, robot.first + robot.world.dof)
  const { seed, clearance } = terms
  const way = (from: Float64Array, to: Float64Array, standing: Float64Array): Float64Array[] | undefined => {
    const limits = { maxIterations: MOST_ITERATIONS, maxMillis: Infinity }
    const options = { moving, seed, clearance, continuous: 'as-given' as const, ...limits }
    const found = planNow(duo, both(from, standing), both(to, standing), options)
    return found.outcome === 'solved' ? found.path.map((q) => q.slice(own, own + robot.world.dof)) : undefined
  }
  const [start, goal] = endsOf(robot)
  const [otherStart, otherGoal] = endsOf(other)
  const out: RobotPath[] = []
  const add = (waypoints: Float64Array[] | undefined): void => {
    if (waypoints === undefined) return
    try {
      out.push(pathThrough(world, robot, waypoints, terms))
    } catch (error) {
      if (!isTooLong(error)) throw error
    }
  }
  for (const standing of [otherStart, otherGoal]) {
    add(way(start, goal, standing))
    yield
  }
  const isClear = (q: Float64Array): boolean =>
    Array.from({ length: SAMPLES }, (_, k) => (k / (SAMPLES - 1)) * other.atoms).every((s) => {
      const standing = new Float64Array(other.world.dof)
      other.at(standing, s)
      return !duo.collides(both(q, standing))
    })
  const refuge = yield* findRefuge(world, model, robot, other, terms, isClear)
  if (refuge !== undefined) {
    const there = way(start, refuge, otherStart)
    yield
    const back = way(refuge, goal, otherGoal)
    add(there === undefined || back === undefined ? undefined : [...there, ...back.slice(1)])
  }
  return out
}

/** Of a path that has too many atoms, alone or with another: what was asked for is not to blame, and it is of no use. */
export function isTooLong(error: unknown): boolean {
  return error instanceof InvalidInputError && error.field === 'options.atom'
}

/** A configuration that the other robot's whole path leaves free, near the robot's start. */
function* findRefuge(
  world: World,
  model: WorldModel,
  robot: RobotPath,
  other: RobotPath,
  terms: ReplanTerms,
  isClear: (q: Float64Array) => boolean,
): Steps<Float64Array | undefined> {
  const random = new Random(terms.seed)
  const [start] = endsOf(robot)
  const { lower, upper } = robot.world
  let proved = 0
  for (let k = 0; k < LOOKED_AT && proved < PROVED; k++) {
    // Farther and farther from the start.
    const part = (k + 1) / LOOKED_AT
    const q = start.map((x, i) => {
      const [low, high] = [Math.max(lower[i]!, x - Math.PI), Math.min(upper[i]!, x + Math.PI)]
      return x + part * (random.range(low, high) - x)
    })
    if (!isClear(q)) continue
    proved++
    const stands = pathThrough(world, robot, [q], terms)
    const [one, two] = robot.first < other.first ? [stands, other] : [other, stands]
    const { states } = yield* diagramOf(model, one, two, terms.clearance)
    if (states.every((state) => state === CELL_FREE)) return q
  }
  return undefined
}

function endsOf(path: RobotPath): [Float64Array, Float64Array] {
  const start = new Float64Array(path.world.dof)
  const goal = new Float64Array(path.world.dof)
  path.at(start, 0)
  path.at(goal, path.atoms)
  return [start, goal]
}

function pathThrough(world: World, robot: RobotPath, waypoints: Float64Array[], terms: ReplanTerms): RobotPath {
  const { name, first } = robot
  const field = `paths[${JSON.stringify(name)}]`
  const { track, ramps } = readPath(world, robot.track.space, first, field, waypoints, terms, waypoints[0]!)
  return new RobotPath(name, first, robot.world, track, terms.atom, ramps)
}
