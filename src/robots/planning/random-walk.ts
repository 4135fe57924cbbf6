// A random walk of proved steps (adaptive-checking-2004, section V.E): from where it is, a step in a random direction; if the
// straight segment is proved free it is taken, if not another is tried; until a caller is content. A brute-force way to get things out
// of where they are: what it finds is long, and worth smoothing.
//
// As published it knows nothing of where to go. A caller who does may say how high a configuration is: then a step uphill is taken
// with the probability exp(−rise / temperature) (Metropolis 1953), which is what gets many joints with narrow limits anywhere.
import { checkFields, checkNonNegative, checkSeed } from '../../base/math/checks.js'
import { turnQuaternion } from '../../base/math/quaternion.js'
import { Random } from '../../base/math/random.js'
import { now } from '../../base/work/clock.js'
import { Running } from '../../base/work/running.js'
import { finish } from '../../base/work/steps.js'
import { BrokenInvariantError, InvalidInputError } from '../../errors.js'
import type { Certificate } from '../motion/certificate.js'
import { checkMotion } from '../motion/check-motion.js'
import { DecidedSegment } from '../motion/decided-segment.js'
import { LIMIT_FIELDS, readLimitRules } from '../motion/motion-limits.js'
import { readWaypoint, worldSpace } from '../motion/motion-space.js'
import { blindSpotsOf } from '../motion/preliminary.js'
import { proveSegments } from '../motion/prove-segments.js'
import type { World, WorldModel } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { PlanCounts } from './plan-problem.js'
import { problemsAt, validityTest } from './plan-validity.js'
import { refuseMovingLoops } from './planning-loops.js'
import { PlanningSpace } from './planning-space.js'
import type { RandomWalkOptions, RandomWalkProgress, RandomWalkResult, RandomWalkStats } from './random-walk-result.js'
import { certifiedFor, demandSameWorld } from './same-world.js'
import { mostSteps } from './sbl-check.js'

/** A random walk that is under way: await it for the result, iterate over it for progress; `cancel()` ends it early. */
export class RandomWalking extends Running<RandomWalkProgress, RandomWalkResult> {}

/**
 * Walks from a free configuration at random, by steps that are each proved free, a few milliseconds at a time. `await` it for the
 * result, iterate over it for progress. Same seed, same walk.
 */
export function randomWalk(world: World, start: Configuration, options: RandomWalkOptions = {}): RandomWalking {
  const walk = new Walk(world, start, options)
  return new RandomWalking(walk.run(), walk)
}

/** Does what `randomWalk` does without yielding to the event loop, and returns the result: for workers and scripts. */
export function randomWalkNow(world: World, start: Configuration, options: RandomWalkOptions = {}): RandomWalkResult {
  return finish(new Walk(world, start, options).run())
}

const FIELDS = [
  'seed',
  'step',
  'until',
  'oneRobot',
  'rests',
  'height',
  'temperature',
  'maxTries',
  'maxMillis',
  'delta',
  'clearance',
  'moving',
  'bounds',
  'weights',
  'signal',
  ...LIMIT_FIELDS,
]

/** Radians. */
const STEP = 0.05
const TEMPERATURE = 0.5
const MAX_TRIES = 100_000

const axis = new Float64Array(3)

class Walk {
  isCancelled = false
  private readonly began = now()
  private readonly counts = new PlanCounts()
  private readonly start: Float64Array
  private readonly space: PlanningSpace
  private readonly model: WorldModel
  private readonly random: Random
  private readonly numbers: ReturnType<typeof readNumbers>
  private readonly path: Float64Array[]
  /** First variable of each robot, and one past the last. */
  private readonly robots: readonly { readonly name: string; readonly first: number; readonly end: number }[]
  private readonly maxSteps: number
  private tried = 0
  private collided = 0
  private refuted = 0
  private uphill = 0
  private height = Infinity

  constructor(
    private readonly world: World,
    start: Configuration,
    private readonly options: RandomWalkOptions,
  ) {
    this.numbers = readNumbers(options)
    this.start = readWaypoint(worldSpace(world), 'start', start)
    const { moving, bounds, weights } = options
    this.space = new PlanningSpace(world, this.start, [], { moving, bounds, weights })
    refuseMovingLoops(world, this.start, this.space.moving, 'options.moving')
    this.random = new Random(this.numbers.seed)
    this.path = [this.start]
    this.model = world.model()
    let end = 0
    this.robots = this.model.robots.map(({ robot, name }) => {
      const first = end
      end += robot.dof
      return { name, first, end }
    })
    this.maxSteps = mostSteps(world)
  }

  progress(): RandomWalkProgress {
    return { millis: now() - this.began, tried: this.tried, taken: this.path.length - 1 }
  }

  *run(): Generator<void, RandomWalkResult, void> {
    const { world, space, start, path, options, counts } = this
    const { delta, clearance } = this.numbers
    const margin = Math.max(delta, clearance)
    const blindSpots = blindSpotsOf(world)
    const problems = problemsAt(world, space, margin, this.numbers.rules, start)
    if (problems.length > 0) return { outcome: 'invalid-start', problems, stats: this.stats(), ...blindSpots }
    const nothing = world.nothingToCheck()
    if (nothing !== undefined) {
      return { outcome: 'nothing-to-check', reason: nothing, stats: this.stats(), ...blindSpots }
    }
    // Proofs see to delta.
    const isFree = validityTest(world, clearance, counts)
    const next = new Float64Array(space.dof)
    let at = start
    if (options.until?.(at.slice()) === true) return this.result(undefined)
    for (;;) {
      demandSameWorld(this.model, 'during a walk')
      const reason = this.reasonToStop()
      if (reason !== undefined) return this.result(reason)
      if (!this.sample(next, at)) return this.result('nothing is left that moves')
      this.tried++
      if (!isFree(next)) this.collided++
      else if (this.isTooHigh(next)) this.uphill++
      else if (!this.isProved(at, next)) this.refuted++
      else {
        at = next.slice()
        path.push(at)
        if (options.height !== undefined) this.height = heightOf(options.height, at)
        if (options.until?.(at.slice()) === true) return this.result(undefined)
      }
      yield
    }
  }

  /** A step from here; false where nothing may move. */
  private sample(out: Float64Array, at: Float64Array): boolean {
    const { space, random, options } = this
    const { step } = this.numbers
    const { moving, lower, upper, weights, quaternions } = space
    let first = 0
    let end = space.dof
    if (options.oneRobot === true) {
      const restless = this.robots.filter((robot) => {
        const moves = moving.some((v) => v >= robot.first && v < robot.end)
        return moves && options.rests?.(robot.name, at.slice()) !== true
      })
      if (restless.length === 0) return false
      ;({ first, end } = restless[random.integer(restless.length)]!)
    }
    out.set(at)
    let count = 0
    for (const v of moving) {
      if (v < first || v >= end || quaternions.some((q) => v > q && v < q + 4)) continue
      count++
      const most = step / weights[v]!
      if (quaternions.includes(v)) {
        random.direction(axis)
        turnQuaternion(out, v, at, v, axis, Math.min(most, Math.PI) * random.unit())
      } else {
        // The start may be beyond a limit: no step leads away from there but back.
        const here = Math.min(Math.max(at[v]!, lower[v]!), upper[v]!)
        const low = Math.max(lower[v]!, here - most)
        const high = Math.min(upper[v]!, here + most)
        out[v] = Math.min(random.range(low, high), high)
      }
    }
    return count > 0
  }

  /** Only ever of configurations that are free. */
  private isTooHigh(q: Float64Array): boolean {
    const { height } = this.options
    if (height === undefined) return false
    if (this.height === Infinity) this.height = heightOf(height, this.path.at(-1)!)
    const rise = heightOf(height, q) - this.height
    return rise > 0 && !(this.random.unit() < falling(rise / this.numbers.temperature))
  }

  private isProved(from: Float64Array, to: Float64Array): boolean {
    const { world, space, counts, maxSteps } = this
    const prover = new DecidedSegment(world, space.edge(from, to), this.numbers, maxSteps)
    counts.watch([prover], () => {
      proveSegments([prover], { maxSteps, deadline: Infinity, onProgress: undefined })
    })
    return prover.isFree
  }

  private reasonToStop(): string | undefined {
    const { maxTries, maxMillis } = this.numbers
    if (this.isCancelled || this.options.signal?.aborted === true) return 'it was cancelled'
    if (this.tried >= maxTries) return `the limit of ${maxTries} steps was reached`
    if (now() - this.began >= maxMillis) return `the limit of ${maxMillis} ms was reached`
    return undefined
  }

  private result(reason: string | undefined): RandomWalkResult {
    const { world, path } = this
    const { clearance, rules } = this.numbers
    const blindSpots = blindSpotsOf(world)
    // Without a delta, which is a limit of work: every step was proved.
    const certificate = certifiedFor(this.model, (): Certificate => {
      const verdict = checkMotion(world, path, { clearance, ...rules, maxSteps: Infinity })
      if (verdict.outcome !== 'free') throw new BrokenInvariantError(`a walk of proved steps is ${verdict.outcome}`)
      return verdict.certificate()
    })
    const stats = this.stats()
    if (reason === undefined) return { outcome: 'arrived', path, certificate, stats, ...blindSpots }
    return { outcome: 'stopped', reason, path, certificate, stats, ...blindSpots }
  }

  private stats(): RandomWalkStats {
    const { tried, collided, refuted, uphill, path, counts } = this
    const millis = now() - this.began
    return { millis, tried, taken: path.length - 1, collided, uphill, refuted, proofs: counts.proofs }
  }
}

/** exp(−x) for x ≥ 0, to a part in 1e8 for what is likely at all, by operations that are the same in every engine. */
function falling(x: number): number {
  const y = x / 1024
  let power = 1 / (1 + y * (1 + (y / 2) * (1 + y / 3)))
  for (let k = 0; k < 10; k++) power *= power
  return power
}

function heightOf(height: (q: Float64Array) => number, q: Float64Array): number {
  const value = height(q.slice())
  if (typeof value !== 'number' || Number.isNaN(value)) throw new InvalidInputError('options.height', value, 'a number')
  return value
}

function readNumbers(options: RandomWalkOptions) {
  checkFields('options', options, FIELDS)
  const { seed = 1, step = STEP, temperature = TEMPERATURE, maxTries = MAX_TRIES, maxMillis = Infinity } = options
  const { until, rests, height, signal, oneRobot = false } = options
  for (const [name, call] of Object.entries({ until, rests, height })) {
    if (call !== undefined && typeof call !== 'function')
      throw new InvalidInputError(`options.${name}`, call, 'a function')
  }
  if (typeof oneRobot !== 'boolean') throw new InvalidInputError('options.oneRobot', oneRobot, 'true or false')
  if (rests !== undefined && !oneRobot) {
    throw new InvalidInputError('options.rests', rests, 'left out: it is for steps of `oneRobot`')
  }
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || typeof signal.aborted !== 'boolean')) {
    throw new InvalidInputError('options.signal', signal, 'something that says `aborted`, as an AbortSignal does')
  }
  for (const [name, limit] of Object.entries({ maxTries, maxMillis })) {
    if (typeof limit !== 'number' || !(limit >= 0))
      throw new InvalidInputError(`options.${name}`, limit, 'zero or more')
  }
  if (!(checkNonNegative('options.step', step) >= 1e-9))
    throw new InvalidInputError('options.step', step, '1e-9 or more')
  return {
    seed: checkSeed('options.seed', seed),
    step,
    temperature: checkNonNegative('options.temperature', temperature),
    maxTries,
    maxMillis,
    delta: checkNonNegative('options.delta', options.delta ?? 0),
    clearance: checkNonNegative('options.clearance', options.clearance ?? 0),
    rules: readLimitRules(options),
  }
}
