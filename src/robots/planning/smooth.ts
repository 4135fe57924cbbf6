// Smoothing a path that is free into a shorter one that is: shortcut.ts has the method.
import { checkFields, checkNonNegative, checkSeed } from '../../base/math/checks.js'
import { Random } from '../../base/math/random.js'
import { now } from '../../base/work/clock.js'
import { type Job, Running } from '../../base/work/running.js'
import { finish } from '../../base/work/steps.js'
import { BrokenInvariantError, InvalidInputError } from '../../errors.js'
import type { Certificate } from '../motion/certificate.js'
import { readContinuous } from '../motion/motion-input.js'
import { LIMIT_FIELDS, readLimitRules } from '../motion/motion-limits.js'
import { readWaypoints, unwrap, worldSpace } from '../motion/motion-space.js'
import { motionSystem } from '../motion/motion-system.js'
import type { MotionPiece } from '../motion/piece.js'
import { beyondLimitsOf, blindSpotsOf, examine } from '../motion/preliminary.js'
import { DEFAULT_STEPS } from '../motion/prove-segments.js'
import { checkSegments, type SegmentCheck } from '../motion/segment-check.js'
import type { World, WorldModel } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { CHECKED } from '../world/world-pairs.js'
import { onSegments } from './on-segments.js'
import { PlanningSpace } from './planning-space.js'
import { certifiedFor, demandSameWorld } from './same-world.js'
import { ProofKeeper, REST_STEPS, ShortcutCounts, type ShortcutInput, shortcuts } from './shortcut.js'
import { type SegmentState, SmoothPath } from './smooth-path.js'
import type { SmoothNotProved, SmoothOptions, SmoothProgress, SmoothResult, SmoothStats } from './smooth-result.js'

const FIELDS = [
  'seed',
  'rounds',
  'delta',
  'clearance',
  'weights',
  'continuous',
  'minimum',
  'maxSteps',
  'maxMillis',
  'isFree',
  'signal',
  ...LIMIT_FIELDS,
]

/** Tests of one proof: for every pair that is checked, and beside that. */
const STEPS_A_PAIR = 4
const STEPS = 20_000

/**
 * Makes a path shorter (2004, section V.E), a slice of a few milliseconds at a time. `await` it for the result, iterate over it
 * for progress, or both. Same seed, same path, however long the slices are.
 */
export function smooth(world: World, path: readonly Configuration[], options: SmoothOptions = {}): Smoothing {
  const job = new SmoothJob(world, path, options)
  return new Smoothing(job.run(), job)
}

/** Does what `smooth` does without yielding to the event loop, and returns the result: for workers and scripts. */
export function smoothNow(world: World, path: readonly Configuration[], options: SmoothOptions = {}): SmoothResult {
  return finish(new SmoothJob(world, path, options).run())
}

/** A path that is being smoothed: await it for the result, iterate over it for progress; `cancel()` ends it early. */
export class Smoothing extends Running<SmoothProgress, SmoothResult> {}

/** A segment that was not proved free, and its number in the path given; -1 for a rest. */
interface FailedSegment {
  readonly check: SegmentCheck
  readonly given: number
}

class SmoothJob implements Job<SmoothProgress> {
  isCancelled = false
  private phase: SmoothProgress['phase'] = 'proving'
  private readonly began = now()
  private readonly model: WorldModel
  private readonly counts = new ShortcutCounts()
  private readonly space: PlanningSpace
  private readonly numbers: ReturnType<typeof readNumbers>
  /** Waypoints as they were given, and those that are kept; two at least. */
  private readonly given: readonly Float64Array[]
  private readonly points: readonly Float64Array[]
  private readonly before: number
  private readonly deadline: number
  private path: SmoothPath
  private keeper: ProofKeeper

  constructor(
    private readonly world: World,
    path: readonly Configuration[],
    private readonly options: SmoothOptions,
  ) {
    checkFields('options', options, FIELDS)
    const { signal, isFree = false } = options
    if (signal !== undefined && (signal === null || typeof signal !== 'object')) {
      throw new InvalidInputError('options.signal', signal, 'an AbortSignal, or a record with `aborted`')
    }
    if (typeof isFree !== 'boolean') throw new InvalidInputError('options.isFree', isFree, 'true or false')
    this.numbers = readNumbers(world, options)
    this.model = world.model()
    this.deadline = this.began + this.numbers.maxMillis
    const waypoints = readPath(world, path, options)
    this.given = waypoints.length === 1 ? [waypoints[0]!, waypoints[0]!] : waypoints
    const { weights } = options
    this.space = new PlanningSpace(world, waypoints[0]!, [waypoints.at(-1)!], { weights })
    // Zero-length segments have no direction: what is twice in a row is taken once.
    const kept = waypoints.map((q, i) => i === 0 || q.some((value, k) => value !== waypoints[i - 1]![k]))
    const numbered = waypoints.map((q, i) => ({ q, i })).filter(({ i }) => kept[i])
    const [first] = numbered
    // A path of one waypoint does not move: that is a segment too.
    this.points = numbered.length === 1 ? [first!.q, first!.q] : numbered.map(({ q }) => q)
    const states = this.points.slice(1).map((_, k): SegmentState => {
      return { given: Math.max(0, (numbered[k + 1]?.i ?? 1) - 1), isProved: false, check: undefined }
    })
    this.path = SmoothPath.of(this.space, this.points, states)
    this.before = this.path.length
    this.keeper = this.newKeeper()
  }

  *run(): Generator<void, SmoothResult, void> {
    const steps = this.steps()
    for (;;) {
      // What was proved before a change is not proved of the world as it is then.
      demandSameWorld(this.model, 'while a path is smoothed')
      const step = steps.next()
      if (step.done === true) return step.value
      yield
    }
  }

  private *steps(): Generator<void, SmoothResult, void> {
    const { verdict } = examine(this.world, this.edges(this.given), this.numbers.rules)
    if (verdict !== undefined) return this.notProved(verdict)
    if (this.options.isFree !== true) {
      const left = yield* this.proveLeft()
      if (left !== undefined) return this.notFree(left)
    }
    const { path } = this
    const states = Array.from({ length: path.segments }, (_, k) => path.state(k))
    for (const eager of [false, true]) {
      if (eager) {
        this.path = SmoothPath.of(this.space, this.points, states)
        this.keeper = this.newKeeper()
        this.counts.rounds = 0
      }
      const stopped = yield* this.shorten(eager)
      const left = yield* this.proveLeft()
      if (left === undefined) return this.answer(stopped)
      if (left.given !== -1) return this.notFree(left)
    }
    throw new BrokenInvariantError('a rest of a path was not proved, though all are proved at once')
  }

  private *shorten(eager: boolean): Generator<void, 'time' | 'cancelled' | undefined, void> {
    const { world, space, path, keeper, numbers } = this
    const { seed, rounds, minimum, maxSteps } = numbers
    const input: ShortcutInput = { world, space, path, random: new Random(seed), rounds, minimum, maxSteps, eager }
    this.phase = 'smoothing'
    for (const _ of shortcuts(input, keeper)) {
      yield
      if (this.isOver()) return 'cancelled'
      if (now() >= this.deadline && this.counts.rounds < rounds) return 'time'
    }
    return undefined
  }

  /** Proves what is in the path and is not proved yet; the first segment of which that fails. */
  private *proveLeft(): Generator<void, FailedSegment | undefined, void> {
    const { path, keeper, numbers } = this
    this.phase = 'proving'
    for (let k = 0; k < path.segments; k++) {
      const { isProved, given } = path.state(k)
      if (isProved) continue
      const [a, b] = [path.waypoints[k]!, path.waypoints[k + 1]!]
      // Nothing of what was given is proved any more for one who has gone. Rests are few.
      const most = given === -1 ? REST_STEPS * numbers.maxSteps : this.isOver() ? 0 : DEFAULT_STEPS
      const check = yield* keeper.prove(a, b, most)
      if (check.outcome !== 'free') return { check, given }
      path.setState(k, keeper.stateOf(check, given))
      yield
    }
    return undefined
  }

  private newKeeper(): ProofKeeper {
    const { delta, clearance, rules } = this.numbers
    return new ProofKeeper(this.world, this.space, { delta, clearance, ...rules }, this.counts)
  }

  private notFree({ check, given }: FailedSegment): SmoothResult {
    const verdict = check.run({ maxSteps: 0 })
    if (verdict.outcome === 'free') throw new BrokenInvariantError('a segment was not free, and now it is')
    return this.notProved(onSegments(verdict, () => given))
  }

  private notProved(verdict: SmoothNotProved['verdict']): SmoothResult {
    return { outcome: 'not-proved', verdict, stats: this.stats(), ...blindSpotsOf(this.world) }
  }

  private edges(points: readonly Float64Array[]): MotionPiece[] {
    return points.slice(1).map((to, k) => this.space.edge(points[k]!, to))
  }

  private answer(stopped: 'time' | 'cancelled' | undefined): SmoothResult {
    const { path, before } = this
    const states = Array.from({ length: path.segments }, (_, k) => path.state(k))
    if (!states.every(({ isProved }) => isProved)) {
      throw new BrokenInvariantError('a smoothed path has a segment that is not proved')
    }
    const stood = path.segments === 1 && path.waypoints[0] === path.waypoints[1]
    const waypoints = path.waypoints.map((q) => q.slice())
    return {
      outcome: 'smoothed',
      path: stood ? waypoints.slice(1) : waypoints,
      length: path.length,
      before,
      proved: true,
      stopped,
      certificate: certifiedFor(this.model, () => this.certificate(states)),
      stats: this.stats(),
      ...blindSpotsOf(this.world),
      beyondLimits: beyondLimitsOf(this.world, this.edges(path.waypoints)),
    }
  }

  private certificate(states: readonly SegmentState[]): Certificate {
    const { path, keeper } = this
    const checks = states.map(({ check }, k) => {
      if (check !== undefined) return check
      const again = finish(keeper.prove(path.waypoints[k]!, path.waypoints[k + 1]!, Infinity))
      if (again.outcome === 'free') return again
      throw new BrokenInvariantError(`segment ${k} of a smoothed path was proved, and is not when it is proved again`)
    })
    const verdict = checkSegments(checks)
    if (verdict.outcome === 'free') return verdict.certificate()
    throw new BrokenInvariantError('segments that are all free make a path that is not')
  }

  private isOver(): boolean {
    return this.isCancelled || this.options.signal?.aborted === true
  }

  progress(): SmoothProgress {
    const { path, before, counts, numbers, phase } = this
    const millis = now() - this.began
    return { millis, phase, round: counts.rounds, rounds: numbers.rounds, length: path.length, before }
  }

  private stats(): SmoothStats {
    const { rounds, attempts, shortcuts: found, sampledOut, validityTests, proved, refuted, undecided } = this.counts
    return {
      millis: now() - this.began,
      rounds,
      attempts,
      shortcuts: found,
      sampledOut,
      validityTests,
      proved,
      refuted,
      undecided,
      proofs: this.counts.proofs,
    }
  }
}

function readNumbers(world: World, options: SmoothOptions) {
  const { seed = 1, rounds = 100, delta = 0, clearance = 0, minimum = 1e-3, maxSteps, maxMillis = Infinity } = options
  const most = (name: string, value: number): number => {
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new InvalidInputError(`options.${name}`, value, 'zero or more')
    }
    return value
  }
  const pairs = motionSystem(world.model()).count(CHECKED)
  return {
    seed: checkSeed('options.seed', seed),
    rounds: most('rounds', rounds),
    delta: checkNonNegative('options.delta', delta),
    clearance: checkNonNegative('options.clearance', clearance),
    minimum: checkNonNegative('options.minimum', minimum),
    maxSteps: most('maxSteps', maxSteps ?? STEPS + STEPS_A_PAIR * pairs),
    maxMillis: most('maxMillis', maxMillis),
    rules: readLimitRules(options),
  }
}

function readPath(world: World, given: readonly Configuration[], { continuous }: SmoothOptions): Float64Array[] {
  const space = worldSpace(world)
  const waypoints = readWaypoints(space, 'path', given)
  return readContinuous('options.continuous', continuous) === 'shortest' ? unwrap(space, 'path', waypoints) : waypoints
}
