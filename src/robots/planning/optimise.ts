// A path that was found, made shorter for as long as the caller wants: it is smoothed, and then other ones are looked for. Every
// round begins a new search, from another seed, that samples only where a path could be shorter than the best one: inside the
// ellipsoid of points whose distances from both ends add up to less (informed sampling, Gammell et al. 2014). What it finds is
// smoothed where it is not much longer than the best path before that, and takes its place if it is shorter then. Every path that
// does is proved.
//
// A smoothed path is a local best: more rounds of smoothing gain next to nothing, another way round gains most of what there is to
// gain. Rounds are the same for the same seed; only where the clock ends them is not.
import { Random } from '../../base/math/random.js'
import type { World } from '../world/world.js'
import { pathLength } from './path-length.js'
import { type FoundPath, PlanCounts, type Planner, type PlannerInput } from './plan-problem.js'
import { PlanningSpace, type PlanningSpaceOptions } from './planning-space.js'
import { rememberProved } from './proved-paths.js'
import { smoothSteps } from './smooth.js'

export interface OptimiseInput {
  readonly world: World
  readonly planner: Planner
  /** Of the search that found the path; its goals are all that there are. */
  readonly input: PlannerInput
  readonly space: PlanningSpaceOptions
  readonly seed: number
  readonly rounds: number
  /** Told of everything that is done. */
  readonly counts: PlanCounts
  /** Is time up? */
  isOver(): boolean
  /** A path that is shorter than all before. */
  onBetter(length: number): void
}

export interface Optimised {
  readonly found: FoundPath
  /** Rounds that are over, and how many of them have made the path shorter. */
  readonly rounds: number
  readonly improvements: number
}

/** Before it is smoothed, a path may be longer than the best one, which was, by this factor. */
const PROMISING = 1.3

/** A round is given up after this many times the iterations of the first search, and some. */
const MOST_TIMES = 2
const MOST_ITERATIONS = 500

/** Between the seeds of two rounds. */
const SEED_STEP = 7919

/** A path that is longer than the straight line by this part of it cannot be made shorter. */
const STRAIGHT = 1e-9

export function* optimise(job: OptimiseInput, first: FoundPath): Generator<void, Optimised, void> {
  const { input, counts } = job
  const { space } = input
  const most = MOST_TIMES * counts.iterations + MOST_ITERATIONS
  let best = yield* smoothed(job, first, job.seed)
  let length = pathLength(space, best.waypoints)
  let rounds = 0
  let improvements = 0
  job.onBetter(length)
  while (rounds < job.rounds && !job.isOver()) {
    const straight = Math.min(...input.goals.map((goal) => space.distance(input.start, goal)))
    if (!(length > straight * (1 + STRAIGHT))) break
    const seed = job.seed + SEED_STEP * (rounds + 1)
    const found = yield* searchOnce(job, seed, length, most)
    if (found !== undefined && pathLength(space, found.waypoints) < PROMISING * length) {
      const shorter = yield* smoothed(job, found, seed)
      const own = pathLength(space, shorter.waypoints)
      if (own < length) {
        best = shorter
        length = own
        improvements++
        job.onBetter(length)
      }
    }
    rounds++
    yield
  }
  return { found: best, rounds, improvements }
}

function* searchOnce(
  { world, planner, input, space, counts, isOver }: OptimiseInput,
  seed: number,
  length: number,
  most: number,
): Generator<void, FoundPath | undefined, void> {
  const own = new PlanCounts()
  const { start, goals } = input
  const run = planner({
    ...input,
    space: new InformedSpace(world, start, goals, space, length),
    later: undefined,
    random: new Random(seed),
    counts: own,
    mostLength: PROMISING * length,
    isStopped: isOver,
  })
  let found: FoundPath | undefined
  while (own.iterations < most && !isOver()) {
    const step = run.next()
    if (step.done === true) {
      found = step.value
      break
    }
    yield
  }
  counts.add(own)
  return found
}

/** The path, or a shorter one. */
function* smoothed({ world, input, space, counts, isOver }: OptimiseInput, found: FoundPath, seed: number) {
  const { delta, clearance, ignoreLimits, limitTolerance } = input.options
  const signal = {
    get aborted() {
      return isOver()
    },
  }
  const { weights } = space
  const terms = { seed, delta, clearance, weights, ignoreLimits, limitTolerance, signal }
  if (found.isSampled !== true) rememberProved(world.model(), terms, found.waypoints)
  const result = yield* smoothSteps(world, found.waypoints, terms)
  counts.validityTests += result.stats.validityTests
  counts.edgesProved += result.stats.proved
  counts.edgesRefuted += result.stats.refuted
  const isBetter =
    result.outcome === 'smoothed' && pathLength(input.space, result.path) < pathLength(input.space, found.waypoints)
  return isBetter ? { waypoints: result.path, goal: found.goal, certificate: result.certificate } : found
}

/** Where a path from the start to one of the goals can be shorter than this. */
class InformedSpace extends PlanningSpace {
  private readonly isPlain: boolean

  constructor(
    world: World,
    private readonly from: Float64Array,
    private readonly goals: readonly Float64Array[],
    options: PlanningSpaceOptions,
    private readonly most: number,
  ) {
    super(world, from, goals, options)
    this.isPlain = !this.quaternions.some((i) => this.moving.includes(i))
  }

  /** What is outside of the ellipsoid is drawn into it along the line to its middle: not uniform, but everywhere. */
  override sample(out: Float64Array, random: Random): void {
    super.sample(out, random)
    if (!this.isPlain) return
    const { moving, weights, from, most, lower, upper } = this
    const goal = this.goals[this.goals.length === 1 ? 0 : random.integer(this.goals.length)]!
    const apart = this.distance(from, goal)
    if (!(most > apart)) return
    let along = 0
    let sizeSq = 0
    for (const i of moving) {
      const x = weights[i]! * (out[i]! - (from[i]! + goal[i]!) / 2)
      sizeSq += x * x
      along += x * weights[i]! * (goal[i]! - from[i]!)
    }
    const onAxisSq = apart > 0 ? (along / apart) * (along / apart) : 0
    const acrossSq = Math.max(0, sizeSq - onAxisSq)
    const norm = Math.sqrt((4 * onAxisSq) / (most * most) + (4 * acrossSq) / (most * most - apart * apart))
    if (!(norm > 1)) return
    // The largest of three: most of an ellipsoid of many dimensions is near its surface.
    const share = Math.max(random.unit(), random.unit(), random.unit()) / norm
    for (const i of moving) {
      const middle = (from[i]! + goal[i]!) / 2
      out[i] = Math.max(lower[i]!, Math.min(upper[i]!, middle + share * (out[i]! - middle)))
    }
  }
}
