// Is the whole motion free? `checkMotion` for a motion at once; SegmentCheck and `checkSegments` for callers who keep what was
// done on a segment, planners above all.
import { InvalidInputError } from '../errors.js'
import { checkFields, checkNonNegative } from '../math/checks.js'
import type { World, WorldModel } from '../queries/world.js'
import type { WorldDistance } from '../queries/world-results.js'
import { makeCertificate } from './certificate.js'
import { type ContinuousJoints, type MotionInput, readMotion } from './motion-input.js'
import { type MotionRules, PairMotion } from './pair-motion.js'
import type { Motion } from './piece.js'
import { type Hit, SegmentCheck } from './segment-check.js'
import type {
  MotionCollision,
  MotionGap,
  MotionLimits,
  MotionStats,
  MotionTooClose,
  MotionUndecided,
  MotionVerdict,
} from './verdict.js'

export interface CheckMotionOptions extends MotionLimits {
  /** Two things that are found nearer than this, though apart, end the check; default 0. It bounds the work near contacts. */
  readonly delta?: number | undefined
  /** `free` says that nothing comes as near as this; default 0. */
  readonly clearance?: number | undefined
  /** Continuous joints between waypoints: by as much as the numbers say (default), or the short way round. */
  readonly continuous?: ContinuousJoints | undefined
}

/** Tests after which a check gives up, if its caller says nothing. */
export const DEFAULT_STEPS = 1e7

/** Pairs and intervals between two looks at the clock, and between two reports. */
const BATCHES = 64

const REPORT_MILLIS = 50

/** How many gaps an undecided verdict lists. */
const MOST_GAPS = 100

export function checkMotion(world: World, motion: MotionInput, options: CheckMotionOptions = {}): MotionVerdict {
  return checkMotionWith(world, motion, options)
}

/** With rules of choice: for experiments. */
export function checkMotionWith(
  world: World,
  input: MotionInput,
  options: CheckMotionOptions,
  rules?: MotionRules,
): MotionVerdict {
  checkFields('options', options, ['delta', 'clearance', 'continuous', 'maxSteps', 'maxMillis', 'onProgress'])
  const delta = checkNonNegative('options.delta', options.delta ?? 0)
  const clearance = checkNonNegative('options.clearance', options.clearance ?? 0)
  const motion = readMotion(world, input, { continuous: options.continuous })
  const pair = new PairMotion(rules)
  const checks = motion.pieces.map((piece) => new SegmentCheck(world, piece, { delta, clearance }, pair))
  const limits = readLimits(options)
  work(checks, limits)
  return verdictOf(world.model(), checks, motion, delta, clearance, limits)
}

interface Limits {
  readonly maxSteps: number
  readonly deadline: number
  readonly onProgress: MotionLimits['onProgress']
}

export function readLimits({ maxSteps = DEFAULT_STEPS, maxMillis = Infinity, onProgress }: MotionLimits): Limits {
  if (!(maxSteps >= 0)) throw new InvalidInputError('options.maxSteps', maxSteps, 'zero or more')
  if (!(maxMillis >= 0)) throw new InvalidInputError('options.maxMillis', maxMillis, 'zero or more')
  return { maxSteps, deadline: Date.now() + maxMillis, onProgress }
}

/** Always the segment that lacks most (section II.D); all of them are looked at once before any is looked at twice. */
function work(checks: readonly SegmentCheck[], { maxSteps, deadline, onProgress }: Limits): void {
  let reported = Date.now()
  const timed = deadline < Infinity
  for (;;) {
    let next: SegmentCheck | undefined
    let most = -Infinity
    let steps = 0
    for (const check of checks) {
      if (check.hit !== undefined) return
      steps += check.steps
      if (!check.isOpen || check.priority <= most) continue
      most = check.priority
      next = check
    }
    if (next === undefined || steps >= maxSteps) return
    if (timed || onProgress !== undefined) {
      const now = Date.now()
      if (now >= deadline) return
      if (onProgress !== undefined && now - reported > REPORT_MILLIS) {
        reported = now
        onProgress({ proved: provedOf(checks), steps })
      }
    }
    next.advance(next.steps + (maxSteps - steps), BATCHES)
  }
}

function provedOf(checks: readonly SegmentCheck[]): number {
  return checks.reduce((sum, check) => sum + check.proved, 0) / checks.length
}

function verdictOf(
  model: WorldModel,
  checks: readonly SegmentCheck[],
  motion: Motion,
  delta: number,
  clearance: number,
  limits: Limits,
): MotionVerdict {
  const stats = statsOf(checks)
  const segment = checks.findIndex(({ hit }) => hit !== undefined)
  if (segment !== -1) return { ...describeHit(model, checks[segment]!.hit!), segment, stats }
  if (checks.every(({ isFree }) => isFree)) {
    return {
      outcome: 'free',
      stats,
      certificate: () =>
        makeCertificate({
          model,
          pieces: checks.map(({ piece }) => piece),
          continuous: motion.continuous,
          delta,
          clearance,
          proofs: checks.map((check) => check.proofs()),
        }),
    }
  }
  return undecided(model, checks, stats, limits)
}

export function statsOf(checks: readonly SegmentCheck[]): MotionStats {
  const sum = (count: (check: SegmentCheck) => number): number => checks.reduce((n, check) => n + count(check), 0)
  return {
    volumeTests: sum(({ volumeTests }) => volumeTests),
    triangleTests: sum(({ triangleTests }) => triangleTests),
    configurations: sum(({ configurations }) => configurations),
    intervals: sum(({ intervals }) => intervals),
  }
}

type Found<T> = T extends unknown ? Omit<T, 'segment' | 'stats'> : never

export function describeHit(model: WorldModel, hit: Hit): Found<MotionCollision | MotionTooClose> {
  const { index, search } = model
  const { kind, at, configuration, leafA, leafB } = hit
  model.prepare(configuration)
  const a = index.objects[index.objectOf[leafA]!]!.name
  const b = index.objects[index.objectOf[leafB]!]!.name
  if (kind === 'collision') {
    return { outcome: kind, at, configuration, a, b, contact: search.contactOf(index, leafA, leafB) }
  }
  const { distance, pointA, pointB } = search.measure(index, leafA, leafB, Infinity) as WorldDistance
  return { outcome: kind, at, configuration, a, b, distance, pointA, pointB }
}

function undecided(
  { index }: WorldModel,
  checks: readonly SegmentCheck[],
  stats: MotionStats,
  limits: Limits,
): MotionUndecided {
  const gaps: MotionGap[] = []
  checks.forEach((check, segment) => {
    for (const { from, to, leafA, leafB } of check.left()) {
      const a = index.objects[index.objectOf[leafA]!]!.name
      const b = index.objects[index.objectOf[leafB]!]!.name
      gaps.push({ segment, from, to, a, b })
    }
  })
  gaps.sort((p, q) => q.to - q.from - (p.to - p.from) || p.segment - q.segment || p.from - q.from)
  const steps = stats.volumeTests + stats.triangleTests
  const reason = !checks.some(({ isOpen }) => isOpen)
    ? 'things come so near to each other that rounding decides: a delta above zero ends such work sooner'
    : steps >= limits.maxSteps
      ? `the limit of ${limits.maxSteps} tests was reached`
      : 'the limit of time was reached'
  return { outcome: 'undecided', reason, left: gaps.slice(0, MOST_GAPS), proved: provedOf(checks), stats }
}
