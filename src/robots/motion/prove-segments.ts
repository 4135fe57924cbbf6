// Work on several segments at once, and the verdict on all of them.
import FlatQueue from 'flatqueue'
import { now } from '../../base/work/clock.js'
import { finish, type Steps } from '../../base/work/steps.js'
import { InvalidInputError } from '../../errors.js'
import type { WorldModel } from '../world/world.js'
import type { WorldContact, WorldDistance } from '../world/world-results.js'
import { makeCertificate } from './certificate.js'
import type { Hit } from './closer-look.js'
import type { SegmentWork } from './decided-segment.js'
import type { LimitRules } from './motion-limits.js'
import type { Motion } from './piece.js'
import type { Bare } from './preliminary.js'
import type {
  MotionCollision,
  MotionLimits,
  MotionStats,
  MotionTooClose,
  MotionUndecided,
  MotionVerdict,
  UnprovedInterval,
} from './verdict.js'

/** Tests after which a check gives up, if its caller says nothing. */
export const DEFAULT_STEPS = 1e7

/** Pairs and intervals between two readings of the clock, and between two reports. */
const BATCHES = 64

/** Between two reports of progress. */
export const REPORT_MILLIS = 50

/** How many intervals an undecided verdict lists. */
const MOST_UNPROVED = 100

export interface Limits {
  readonly maxSteps: number
  readonly deadline: number
  readonly onProgress: MotionLimits['onProgress']
}

export function readMotionLimits({ maxSteps = DEFAULT_STEPS, maxMillis = Infinity, onProgress }: MotionLimits): Limits {
  if (typeof maxSteps !== 'number' || !(maxSteps >= 0))
    throw new InvalidInputError('options.maxSteps', maxSteps, 'zero or more')
  if (typeof maxMillis !== 'number' || !(maxMillis >= 0))
    throw new InvalidInputError('options.maxMillis', maxMillis, 'zero or more')
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new InvalidInputError('options.onProgress', onProgress, 'a function')
  }
  return { maxSteps, deadline: now() + maxMillis, onProgress }
}

/** What is asked of a motion: `free` and its certificate speak of this. */
export interface MotionTerms extends LimitRules {
  readonly continuous: Motion['continuous']
  readonly delta: number
  readonly clearance: number
}

/** Always the segment with the largest deficit (section II.D); all of them are tested once before any is tested twice. */
export function proveSegments(checks: readonly SegmentWork[], limits: Limits): void {
  finish(proveSteps(checks, limits))
}

/** The same in slices. */
export function* proveSteps(checks: readonly SegmentWork[], { maxSteps, deadline, onProgress }: Limits): Steps<void> {
  const queue = new FlatQueue<number>()
  for (const [i, check] of checks.entries()) {
    if (check.isOpen) queue.push(i, -check.priority)
    else if (check.hit !== undefined) return
  }
  let reported = now()
  let steps = 0
  const isTimed = deadline < Infinity || onProgress !== undefined
  while (queue.length > 0 && steps < maxSteps) {
    if (isTimed) {
      const time = now()
      if (time >= deadline) return
      if (onProgress !== undefined && time - reported > REPORT_MILLIS) {
        reported = time
        onProgress({ proved: provedOf(checks), steps })
      }
    }
    const i = queue.pop()!
    const check = checks[i]!
    const before = check.steps
    check.advance(before + (maxSteps - steps), BATCHES)
    steps += check.steps - before
    if (check.isOpen) queue.push(i, -check.priority)
    else if (check.hit !== undefined) return
    yield
  }
}

function provedOf(checks: readonly SegmentWork[]): number {
  return checks.reduce((sum, check) => sum + check.proved, 0) / checks.length
}

/** Of what touches; limits of joints and empty worlds are settled before. */
export function verdictOf(
  model: WorldModel,
  checks: readonly SegmentWork[],
  terms: MotionTerms,
  limits: Limits,
): Bare<MotionVerdict> {
  const { continuous, delta, clearance, ignoreLimits, limitTolerance } = terms
  const isFree = checks.every((check) => check.isFree)
  if (!isFree && !checks.some(({ hit }) => hit !== undefined)) for (const check of checks) check.lookInsideAtStart()
  const stats = motionStatsOf(checks)
  const segment = checks.findIndex(({ hit }) => hit !== undefined)
  // Not spread: that would ask for the contact.
  if (segment !== -1) return Object.assign(describeHit(model, checks[segment]!.hit!), { segment, stats })
  if (isFree) {
    return {
      outcome: 'free',
      stats,
      certificate: () => {
        checkJoined(checks)
        checkCovered(model, checks)
        return makeCertificate({
          model,
          pieces: checks.map(({ piece }) => piece),
          continuous,
          delta,
          clearance,
          ignoreLimits,
          limitTolerance,
          proofs: checks.map((check) => check.proofs()),
          groups: checks.map((check) => check.groupProof()),
        })
      },
    }
  }
  return undecided(model, checks, stats, limits)
}

/** What bends is proved by itself (check-deforming.ts), and only `checkMotion` does so. */
function checkCovered({ deforming }: WorldModel, checks: readonly SegmentWork[]): void {
  if (deforming.length === 0 || checks.every(({ isRigid }) => isRigid)) return
  const names = deforming.map(({ name }) => name).join(', ')
  throw new InvalidInputError('certificate', names, 'a world in which nothing bends, or a verdict of checkMotion')
}

/** A certificate is about one motion. */
function checkJoined(checks: readonly SegmentWork[]): void {
  for (let i = 1; i < checks.length; i++) {
    const end = new Float64Array(checks[i]!.piece.dof)
    const start = new Float64Array(end.length)
    checks[i - 1]!.piece.at(end, 1)
    checks[i]!.piece.at(start, 0)
    if (end.every((q, k) => q === start[k])) continue
    throw new InvalidInputError(
      `checks[${i}]`,
      start,
      'one that begins where the last one ends: otherwise check each separately',
    )
  }
}

export function motionStatsOf(checks: readonly SegmentWork[]): MotionStats {
  const sum = (count: (check: SegmentWork) => number): number => checks.reduce((n, check) => n + count(check), 0)
  return {
    volumeTests: sum(({ volumeTests }) => volumeTests),
    leafTests: sum(({ leafTests }) => leafTests),
    distanceTests: sum(({ distanceTests }) => distanceTests),
    configurations: sum(({ configurations }) => configurations),
    intervals: sum(({ intervals }) => intervals),
  }
}

type Found<T> = T extends unknown ? Omit<Bare<T>, 'segment' | 'stats'> : never

export function describeHit(model: WorldModel, hit: Hit): Found<MotionCollision | MotionTooClose> {
  const { index, search } = model
  const { kind, at, configuration, leafA, leafB } = hit
  model.prepare(configuration)
  const i = index.objectOf[leafA]!
  const j = index.objectOf[leafB]!
  const a = index.objects[i]!.name
  const b = index.objects[j]!.name
  if (kind === 'collision') {
    return touching(at, configuration, a, b, search.contactLater(index, leafA, leafB))
  }
  // Of all that the two consist of, something else may be nearer, or touch.
  let nearest: WorldDistance | undefined
  for (let p = index.firstOf[i]!; p < index.firstOf[i + 1]!; p++) {
    for (let q = index.firstOf[j]!; q < index.firstOf[j + 1]!; q++) {
      if (search.touch(index, p, q)) {
        return touching(at, configuration, a, b, search.contactLater(index, p, q))
      }
      const found = search.measure(index, p, q, nearest?.distance ?? Infinity)
      if (found !== undefined && (nearest === undefined || found.distance < nearest.distance)) nearest = found
    }
  }
  const { distance, pointA, pointB } = nearest!
  return {
    outcome: distance <= hit.clearance ? 'closer-than-clearance' : kind,
    at,
    configuration,
    a,
    b,
    distance,
    pointA,
    pointB,
  }
}

/** The contact takes as long to find as a few pairs to check, so it is computed on request. */
function touching(
  at: number,
  configuration: Float64Array,
  a: string,
  b: string,
  contact: () => WorldContact,
): Found<MotionCollision> {
  return {
    outcome: 'collision',
    at,
    configuration,
    a,
    b,
    get contact() {
      return contact()
    },
  }
}

export function undecided(
  { index }: WorldModel,
  checks: readonly SegmentWork[],
  stats: MotionStats,
  limits: Limits,
): Bare<MotionUndecided> {
  const left: UnprovedInterval[] = []
  checks.forEach((check, segment) => {
    for (const { from, to, leafA, leafB } of check.left()) {
      const a = index.objects[index.objectOf[leafA]!]!.name
      const b = index.objects[index.objectOf[leafB]!]!.name
      left.push({ segment, from, to, a, b })
    }
  })
  left.sort((p, q) => q.to - q.from - (p.to - p.from) || p.segment - q.segment || p.from - q.from)
  const reason = !checks.some(({ isOpen }) => isOpen)
    ? 'two objects come so close that rounding decides: a delta above zero ends such work sooner'
    : now() >= limits.deadline
      ? 'the time limit was reached'
      : `the limit of ${limits.maxSteps} tests was reached`
  return { outcome: 'undecided', reason, left: left.slice(0, MOST_UNPROVED), proved: provedOf(checks), stats }
}
