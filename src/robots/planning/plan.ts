// From a start to a goal: a path on which nothing touches at any instant, proved.
import { Random } from '../../base/math/random.js'
import { now } from '../../base/work/clock.js'
import { Running } from '../../base/work/running.js'
import { finish } from '../../base/work/steps.js'
import { worldSpace } from '../motion/motion-space.js'
import { beyondLimitsOf, blindSpotsOf } from '../motion/preliminary.js'
import type { World, WorldModel } from '../world/world.js'
import type { BlindSpots } from '../world/world-examined.js'
import type { Configuration } from '../world/world-input.js'
import { inverseKinematics } from './inverse-kinematics.js'
import { optimise } from './optimise.js'
import { pathLength } from './path-length.js'
import type { PlannerName, PlanOptions } from './plan-options.js'
import {
  type FoundPath,
  LATER_ROUNDS,
  PlanCounts,
  type Planner,
  type PlannerInput,
  type PlannerRun,
} from './plan-problem.js'
import { atTurn, otherWayRound, type PlanGoal, type ReadPlan, readPlan } from './plan-read.js'
import type { PlanProblem, PlanProgress, PlanResult, PlanSolved, PlanStats } from './plan-result.js'
import { problemsAt, validityTest } from './plan-validity.js'
import { PlanningSpace } from './planning-space.js'
import { rememberProved } from './proved-paths.js'
import { rrtConnect } from './rrt-connect.js'
import { certifiedFor, demandSameWorld } from './same-world.js'
import { aSbl } from './sbl.js'
import { standStill } from './stand-still.js'

/** A search for a path that is under way: await it for the result, iterate over it for progress; `cancel()` ends it early. */
export class Planning extends Running<PlanProgress, PlanResult> {}

/**
 * Plans a path, a slice of a few milliseconds at a time. `await` it for the result, iterate over it for progress, or both.
 * Same seed, same path, however long the slices are.
 */
export function plan(
  world: World,
  start: Configuration,
  goal: PlanGoal | readonly PlanGoal[],
  options: PlanOptions = {},
): Planning {
  const job = new PlanJob(readPlan(world, start, goal, options))
  return new Planning(job.run(), job)
}

/** Does what `plan` does without yielding to the event loop, and returns the result: for workers and scripts. */
export function planNow(
  world: World,
  start: Configuration,
  goal: PlanGoal | readonly PlanGoal[],
  options: PlanOptions = {},
): PlanResult {
  return planNowBy(undefined, world, start, goal, options)
}

/** By a planner of the caller's: for experiments. Undefined: the one of the options. */
export function planNowBy(
  planner: Planner | undefined,
  world: World,
  start: Configuration,
  goal: PlanGoal | readonly PlanGoal[],
  options: PlanOptions,
): PlanResult {
  return finish(new PlanJob(readPlan(world, start, goal, options), planner).run())
}

/** A goal as a configuration, and the number of the goal that it is of. */
interface GoalAt {
  readonly q: Float64Array
  readonly goal: number
}

class PlanJob {
  isCancelled = false
  private readonly counts = new PlanCounts()
  private readonly began = now()
  private readonly margin: number
  private readonly problems: PlanProblem[][]
  /** As it was when the caller asked. */
  private readonly model: WorldModel
  private readonly blindSpots: BlindSpots
  /** Of the best path so far. */
  private length: number | undefined

  constructor(
    private readonly problem: ReadPlan,
    private readonly planner = PLANNER[problem.options.planner],
  ) {
    this.margin = Math.max(problem.options.delta, problem.options.clearance)
    this.problems = problem.goals.map(() => [])
    this.model = problem.world.model()
    this.blindSpots = blindSpotsOf(problem.world)
  }

  progress(): PlanProgress {
    const { iterations, nodes, proved, phase } = this.counts
    return { millis: now() - this.began, iterations, nodes, proved, phase, length: this.length }
  }

  *run(): Generator<void, PlanResult, void> {
    const { world, start } = this.problem
    const { model, blindSpots } = this
    const atStart = this.problemsAt(this.problem.space, start)
    if (atStart.length > 0) return { outcome: 'invalid-start', problems: atStart, stats: this.stats(), ...blindSpots }
    const reached = yield* this.configurations()
    const space = this.spaceFor(reached)
    const near = this.possible(space, reached, true)
    const later = this.otherWayRound(reached)
    if (near.length + later.goals.length === 0) {
      const problems = this.problems[0]!
      return { outcome: 'invalid-goal', goal: 0, problems, stats: this.stats(), ...blindSpots }
    }
    const nothing = world.nothingToCheck()
    if (nothing !== undefined) {
      return { outcome: 'nothing-to-check', reason: nothing, stats: this.stats(), ...blindSpots }
    }
    const goals = [...near, ...later.goals]
    const input = near.length === 0 ? this.inputFor(later.space, goals) : this.inputFor(space, near, later)
    const here = goals.findIndex(({ q }) => q.every((x, i) => x === start[i]))
    const { roadmap } = this.problem.options
    const search = roadmap === undefined ? this.planner : roadmap.planner(this.planner)
    const planner = here === -1 ? search(input) : standStill(input, here)
    for (;;) {
      demandSameWorld(model, 'while a plan is made')
      const reason = this.reasonToStop()
      if (reason !== undefined) return this.notFound(reason)
      const step = planner.next()
      if (step.done === true) {
        if (step.value === undefined) return this.notFound('the planner has nothing left to try')
        const { found, optimised } = yield* this.optimise(input, goals, step.value)
        const { waypoints, goal } = found
        const certificate = certifiedFor(model, found.certificate)
        const path: PlanSolved['path'] = waypoints
        if (found.isSampled !== true) rememberProved(model, this.problem.options, path)
        const about = {
          path,
          goal: goals[goal]!.goal,
          length: pathLength(space, path),
          optimised,
          roadmap: step.value.roadmap,
          beyondLimits: this.beyond(path),
        }
        return { outcome: 'solved', ...about, certificate, stats: this.stats(), ...blindSpots }
      }
      yield
    }
  }

  /** Looks for shorter paths, if that is wanted. */
  private *optimise(
    input: PlannerInput,
    goals: readonly GoalAt[],
    found: FoundPath,
  ): Generator<void, { found: FoundPath; optimised: PlanSolved['optimised'] }, void> {
    const { world, options } = this.problem
    const { space, later } = input
    const before = pathLength(space, found.waypoints)
    const { counts, model } = this
    this.length = before
    if (options.optimise === undefined) return { found, optimised: undefined }
    const { millis, rounds } = options.optimise
    if (found.waypoints.length === 1) return { found, optimised: { before, rounds: 0, improvements: 0 } }
    const end = now() + millis
    counts.phase = 'optimising'
    const steps = optimise(
      {
        world,
        planner: this.planner,
        input: later === undefined ? input : { ...input, space: later.space, goals: configurationsOf(goals) },
        space: options.space,
        seed: options.seed,
        rounds,
        counts,
        isOver: () => this.isCancelled || options.signal?.aborted === true || now() >= end,
        onBetter: (length) => {
          this.length = length
        },
      },
      found,
    )
    for (;;) {
      demandSameWorld(model, 'while a plan is made')
      const step = steps.next()
      if (step.done === true) {
        const { found: best, rounds: done, improvements } = step.value
        return { found: best, optimised: { before, rounds: done, improvements } }
      }
      yield
    }
  }

  /** Goals as configurations: one, or as many as are found for where a link is to be. */
  private *configurations(): Generator<void, GoalAt[], void> {
    const { world, start, goals, options } = this.problem
    const motion = worldSpace(world)
    const out: GoalAt[] = []
    for (const [k, goal] of goals.entries()) {
      if (goal instanceof Float64Array) {
        out.push({ q: goal, goal: k })
        continue
      }
      const { moving, bounds } = options.space
      const asked = { start, seed: options.seed, moving, bounds, clearance: this.margin, ...options.inverseKinematics }
      const found = inverseKinematics(world, goal, asked)
      for (const q of found.solutions)
        out.push({ q: atTurn(motion, `goal[${k}]`, start, q, options.continuous), goal: k })
      if (found.outcome === 'unreachable') {
        const { reason, position, angle } = found
        this.problems[k]!.push({ kind: 'unreachable', link: goal.link, reason, position, angle })
      } else if (found.outcome === 'colliding') {
        this.problems[k]!.push(...this.problemsAt(this.problem.space, found.q))
      }
      yield
    }
    return out
  }

  /** A space with room for all goals. */
  private spaceFor(goals: readonly GoalAt[]): PlanningSpace {
    const { world, start, options, space } = this.problem
    const known = this.problem.goals
    if (goals.length === known.length && goals.every(({ q }, k) => q === known[k])) return space
    return new PlanningSpace(world, start, configurationsOf(goals), options.space)
  }

  /** The same goals with a joint a whole turn farther, and a space with room for them. */
  private otherWayRound(reached: readonly GoalAt[]): { space: PlanningSpace; goals: GoalAt[] } {
    const { world, start, options, space } = this.problem
    const others = options.continuous === 'shortest' ? otherWayRound(world, space, start, reached) : []
    if (others.length === 0) return { space, goals: [] }
    const wide = this.spaceFor([...reached, ...others])
    return { space: wide, goals: this.possible(wide, others, false) }
  }

  /** The valid ones. Of the others, the problems are kept, if they are to be reported. */
  private possible(space: PlanningSpace, goals: readonly GoalAt[], isTold: boolean): GoalAt[] {
    return goals.filter(({ q, goal }) => {
      const problems = this.problemsAt(space, q)
      if (isTold) this.problems[goal]!.push(...problems)
      return problems.length === 0
    })
  }

  private problemsAt(space: PlanningSpace, q: Float64Array): PlanProblem[] {
    return problemsAt(this.problem.world, space, this.margin, this.problem.options.rules, q)
  }

  /** By no more than the tolerance, unless limits are ignored. */
  private beyond(path: readonly Float64Array[]): PlanSolved['beyondLimits'] {
    const { world, space } = this.problem
    const ends = path.length === 1 ? [path[0]!, path[0]!] : path
    const edges = ends.slice(1).map((to, k) => space.edge(ends[k]!, to))
    return beyondLimitsOf(world, edges)
  }

  private inputFor(
    space: PlanningSpace,
    goals: readonly GoalAt[],
    later?: { space: PlanningSpace; goals: readonly GoalAt[] },
  ): PlannerInput {
    const { world, start, options } = this.problem
    const { range, resolution, delta, clearance, seed, rules } = options
    return {
      world,
      space,
      start,
      goals: configurationsOf(goals),
      ...(later !== undefined && later.goals.length > 0
        ? { later: { space: later.space, goals: configurationsOf(later.goals) } }
        : {}),
      random: new Random(seed),
      // Turns are in the numbers by now.
      options: { range, resolution, delta, clearance, continuous: 'as-given', ...rules },
      counts: this.counts,
      // Proofs see to delta: to measure distances at every sample costs more than the few edges that are refuted for it.
      isFree: validityTest(world, clearance, this.counts),
      isStopped: () => this.isOver(),
    }
  }

  private reasonToStop(): string | undefined {
    const { options } = this.problem
    if (this.isCancelled || options.signal?.aborted === true) return 'it was cancelled'
    if (this.isOver()) return `the limit of ${options.maxMillis} ms was reached`
    if (this.counts.iterations >= options.maxIterations)
      return `the limit of ${options.maxIterations} rounds was reached`
    return undefined
  }

  private isOver(): boolean {
    return this.isCancelled || now() - this.began >= this.problem.options.maxMillis
  }

  private notFound(reason: string): PlanResult {
    const { fromStart, fromGoal, closest } = this.counts
    const explored = { fromStart, fromGoal, closest }
    return { outcome: 'no-path-found', reason, explored, stats: this.stats(), ...this.blindSpots }
  }

  private stats(): PlanStats {
    const { iterations, nodes, validityTests, edgesSampled, edgesProved, edgesRefuted, proofs } = this.counts
    return {
      millis: now() - this.began,
      iterations,
      nodes,
      validityTests,
      edgesSampled,
      edgesProved,
      edgesRefuted,
      proofs,
    }
  }
}

function configurationsOf(goals: readonly GoalAt[]): Float64Array[] {
  return goals.map(({ q }) => q)
}

const PLANNER: Readonly<Record<PlannerName, Planner>> = {
  'rrt-connect': (input) => rrtConnect(input),
  'a-sbl': (input) => laterAgain(input, aSbl),
}

/** For planners that do not know of later goals: they begin again, with all of them. */
export function* laterAgain(input: PlannerInput, planner: Planner): PlannerRun {
  const { later, goals, counts } = input
  let run = planner(input)
  for (let isFirst = true; ; ) {
    const step = run.next()
    if (step.done === true) return step.value
    if (isFirst && later !== undefined && counts.iterations >= LATER_ROUNDS) {
      isFirst = false
      run = planner({ ...input, later: undefined, space: later.space, goals: [...goals, ...later.goals] })
    }
    yield
  }
}
