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
import { beyondLimitsOf, blindSpotsOf, examine, standingContact } from '../motion/preliminary.js'
import { DEFAULT_STEPS } from '../motion/prove-segments.js'
import { checkSegments, SegmentCheck } from '../motion/segment-check.js'
import type { World, WorldModel } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { CHECKED } from '../world/world-pairs.js'
import { onSegments } from './on-segments.js'
import { validityTest } from './plan-validity.js'
import { refuseMovingLoops, varying } from './planning-loops.js'
import { PlanningSpace } from './planning-space.js'
import { provedWaypoints, rememberProved } from './proved-paths.js'
import { certifiedFor, demandSameWorld } from './same-world.js'
import { REST_STEPS, SegmentProofs, ShortcutCounts, type ShortcutInput, shortcuts } from './shortcut.js'
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

/** As part of other work that goes in steps. */
export function smoothSteps(
  world: World,
  path: readonly Configuration[],
  options: SmoothOptions,
): Generator<void, SmoothResult, void> {
  return new SmoothJob(world, path, options).run()
}

/** A path that is being smoothed: await it for the result, iterate over it for progress; `cancel()` ends it early. */
export class Smoothing extends Running<SmoothProgress, SmoothResult> {}

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
  private readonly proofs: SegmentProofs

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
    refuseMovingLoops(world, waypoints[0]!, varying(waypoints), 'the path')
    const { weights } = options
    this.space = new PlanningSpace(world, waypoints[0]!, [waypoints.at(-1)!], { weights })
    // Zero-length segments have no direction: what is twice in a row is taken once.
    const kept = waypoints.map((q, i) => i === 0 || q.some((value, k) => value !== waypoints[i - 1]![k]))
    const numbered = waypoints.map((q, i) => ({ q, i })).filter(({ i }) => kept[i])
    const [first] = numbered
    // A path of one waypoint does not move: that is a segment too.
    this.points = numbered.length === 1 ? [first!.q, first!.q] : numbered.map(({ q }) => q)
    const proved = provedWaypoints(world, this.numbers, path)
    const states = this.points.slice(1).map((to, k): SegmentState => {
      const given = Math.max(0, (numbered[k + 1]?.i ?? 1) - 1)
      return { given, isProved: isSame(proved[given], this.points[k]!) && isSame(proved[given + 1], to) }
    })
    this.path = SmoothPath.of(this.space, this.points, states)
    this.before = this.path.length
    this.proofs = new SegmentProofs(world, this.space, this.numbers, this.counts)
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
    const known = examine(this.world, this.edges(this.given), this.numbers.rules)
    if (known.verdict !== undefined) return this.notProved(known.verdict)
    const standing = standingContact(this.world, this.edges(this.given), known)
    if (standing !== undefined) return this.notProved(standing)
    if (this.options.isFree !== true) {
      const failed = yield* this.proveLeft()
      if (failed !== undefined && failed !== 'rest') return this.notProved(failed)
    }
    const { path } = this
    const states = Array.from({ length: path.segments }, (_, k) => path.state(k))
    for (const eager of [false, true]) {
      this.path = SmoothPath.of(this.space, this.points, states)
      this.counts.rounds = 0
      const stopped = yield* this.shorten(eager)
      const failed = yield* this.proveLeft()
      if (failed === undefined) return this.answer(stopped)
      if (failed !== 'rest') return this.notProved(failed)
    }
    throw new BrokenInvariantError('a rest of a path was not proved, though all are proved at once')
  }

  private *shorten(eager: boolean): Generator<void, 'time' | 'cancelled' | undefined, void> {
    const { world, space, path, proofs, numbers, counts } = this
    const { seed, rounds, minimum, maxSteps, clearance } = numbers
    const isFree = validityTest(world, clearance, counts)
    const input: ShortcutInput = { space, path, random: new Random(seed), rounds, minimum, maxSteps, eager, isFree }
    this.phase = 'smoothing'
    for (const _ of shortcuts(input, proofs)) {
      yield
      if (this.isOver()) return 'cancelled'
      if (now() >= this.deadline && this.counts.rounds < rounds) return 'time'
    }
    return undefined
  }

  /** Proves what is in the path and is not proved yet. The verdict on a segment that was given and is not free; 'rest' for a rest. */
  private *proveLeft(): Generator<void, SmoothNotProved['verdict'] | 'rest' | undefined, void> {
    const { path, proofs, numbers } = this
    this.phase = 'proving'
    for (let k = 0; k < path.segments; k++) {
      const { isProved, given } = path.state(k)
      if (isProved) continue
      const [a, b] = [path.waypoints[k]!, path.waypoints[k + 1]!]
      // Nothing of what was given is proved any more for one who has gone. Rests are few.
      const most = given === -1 ? REST_STEPS * numbers.maxSteps : this.isOver() ? 0 : DEFAULT_STEPS
      if (!(yield* proofs.isFree(a, b, most))) {
        if (given === -1) return 'rest'
        const verdict = this.checkOf(a, b).run({ maxSteps: most })
        if (verdict.outcome !== 'free') return onSegments(verdict, () => given)
      }
      path.setState(k, { given, isProved: true })
      yield
    }
    return undefined
  }

  private checkOf(a: Float64Array, b: Float64Array): SegmentCheck {
    const { delta, clearance, rules } = this.numbers
    return new SegmentCheck(this.world, this.space.edge(a, b), { delta, clearance, ...rules })
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
    const all = path.waypoints.map((q) => q.slice())
    const waypoints = stood ? all.slice(1) : all
    rememberProved(this.model, this.numbers, waypoints)
    // Whatever the caller writes into what it is given.
    const own = all.map((q) => q.slice())
    return {
      outcome: 'smoothed',
      path: waypoints,
      length: path.length,
      before,
      proved: true,
      stopped,
      certificate: certifiedFor(this.model, () => this.certificate(own)),
      stats: this.stats(),
      ...blindSpotsOf(this.world),
      beyondLimits: beyondLimitsOf(this.world, this.edges(path.waypoints)),
    }
  }

  private certificate(points: readonly Float64Array[]): Certificate {
    const verdict = checkSegments(
      points.slice(1).map((to, k) => this.checkOf(points[k]!, to)),
      { maxSteps: Infinity },
    )
    if (verdict.outcome === 'free') return verdict.certificate()
    throw new BrokenInvariantError('segments of a smoothed path were proved, and are not when they are proved again')
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

function isSame(a: Float64Array | undefined, b: Float64Array): boolean {
  return a?.every((x, i) => x === b[i]) === true
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
