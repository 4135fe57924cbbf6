// Shorter paths (2004, section V.E): K times, a random point q of the path; q_le and q_ri, the points in the middle, along the
// path, between its ends and q; if the straight line between them is free it takes the place of what was there, else they move
// halfway to q, and so on.
//
// A shortcut is proved before it is in the path: decided, not recorded; a certificate is made when one is asked for. It begins and
// ends inside segments, and what is left of those, a rest, must be proved again: its new end is rounded, so it is not quite a part
// of the old line. That is put off until the end, when most rests have gone with later shortcuts. Should one not be proved then,
// all is done again with every rest proved at once, and a shortcut refused whose rests are not (`eager`).
//
// The recursion ends by what can be gained. Along a section from a to b of length L(a, b), with d(a, b) the straight line's, a
// section from a' to b' inside it has d(a, b) ≤ L(a, a') + d(a', b') + L(b', b), so that L(a', b') − d(a', b') ≤ L(a, b) − d(a,
// b): nothing inside gains more.
import type { Random } from '../../base/math/random.js'
import { DecidedSegment } from '../motion/decided-segment.js'
import { motionStatsOf, proveSegments } from '../motion/prove-segments.js'
import type { MotionStats } from '../motion/verdict.js'
import type { World } from '../world/world.js'
import type { PlanningSpace } from './planning-space.js'
import type { PathPlace, SegmentState, SmoothPath } from './smooth-path.js'

export interface ShortcutInput {
  readonly space: PlanningSpace
  readonly path: SmoothPath
  readonly random: Random
  readonly rounds: number
  /** Of the path's length. */
  readonly minimum: number
  /** Of one proof. */
  readonly maxSteps: number
  /** Are rests proved at once? */
  readonly eager: boolean
  /** Does nothing touch, nor come too near? */
  isFree(q: Float64Array): boolean
}

/** Counts as they grow: SmoothStats without the clock. */
export class ShortcutCounts {
  rounds = 0
  attempts = 0
  shortcuts = 0
  sampledOut = 0
  validityTests = 0
  proved = 0
  refuted = 0
  undecided = 0
  proofs: MotionStats = motionStatsOf([])

  add(segment: DecidedSegment): void {
    if (segment.isFree) this.proved++
    else if (segment.hit !== undefined) this.refuted++
    else this.undecided++
    this.proofs = sumOf(this.proofs, motionStatsOf([segment]))
  }
}

function sumOf(a: MotionStats, b: MotionStats): MotionStats {
  const keys = Object.keys(a) as (keyof MotionStats)[]
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as MotionStats
}

/**
 * Configurations tried on a shortcut before it is proved: one less than this, but none nearer to each other than the other, in
 * radians.
 */
const SAMPLED_PARTS = 32
const SAMPLED_STEP = 0.05

/** A rest of a proved segment is as easy to prove as that was, or nearly: it may take this much longer. */
export const REST_STEPS = 16

/** Tests between two yields to other work. */
const SLICE_STEPS = 5000

/** Proves segments and counts. */
export class SegmentProofs {
  constructor(
    private readonly world: World,
    private readonly space: PlanningSpace,
    private readonly terms: { readonly delta: number; readonly clearance: number },
    readonly counts: ShortcutCounts,
  ) {}

  /** Is the straight line between two configurations free? False if that is not decided by that many tests. */
  *isFree(a: Float64Array, b: Float64Array, maxSteps: number): Generator<void, boolean, void> {
    const segment = new DecidedSegment(this.world, this.space.edge(a, b), this.terms, maxSteps)
    while (segment.isOpen && segment.steps < maxSteps) {
      const slice = Math.min(SLICE_STEPS, maxSteps - segment.steps)
      proveSegments([segment], { maxSteps: slice, deadline: Infinity, onProgress: undefined })
      if (segment.isOpen) yield
    }
    this.counts.add(segment)
    return segment.isFree
  }
}

/** Shortens the path in place. Yields now and then; the path is whole whenever it does. */
export function* shortcuts(input: ShortcutInput, proofs: SegmentProofs): Generator<void, void, void> {
  const { path, random, space, minimum } = input
  const { counts } = proofs
  while (counts.rounds < input.rounds) {
    const whole = path.length
    const middle = whole * random.unit()
    let left = middle / 2
    let right = (middle + whole) / 2
    for (;;) {
      const a = path.placeAt(left)
      const b = path.placeAt(right)
      const gain = path.lengthTo(b) - path.lengthTo(a) - space.distance(a.q, b.q)
      // Both may have become the same waypoint.
      if (!(gain > minimum * whole) || a.segment === b.segment) break
      counts.attempts++
      const isDone = yield* cut(input, proofs, a, b)
      yield
      if (isDone) break
      left = (left + middle) / 2
      right = (right + middle) / 2
    }
    counts.rounds++
    yield
  }
}

/** Puts a straight line between two places of the path, if it is free. */
function* cut(input: ShortcutInput, proofs: SegmentProofs, a: PathPlace, b: PathPlace): Generator<void, boolean, void> {
  const { path, maxSteps, eager } = input
  const { counts } = proofs
  if (isHit(input, a.q, b.q)) {
    counts.sampledOut++
    return false
  }
  if (!(yield* proofs.isFree(a.q, b.q, maxSteps))) return false
  const rests = [path.before(a), path.after(b)].filter((rest) => rest !== undefined)
  if (eager) {
    for (const rest of rests) if (!(yield* proofs.isFree(rest[0], rest[1], REST_STEPS * maxSteps))) return false
  }
  const rest: SegmentState = { given: -1, isProved: eager }
  path.replace(a, b, [...(a.at === 0 ? [] : [rest]), { given: -1, isProved: true }, ...(b.at === 0 ? [] : [rest])])
  counts.shortcuts++
  return true
}

/** Does a configuration on the way collide? The middle first, then those of the halves, and so on. */
function isHit({ space, isFree }: ShortcutInput, a: Float64Array, b: Float64Array): boolean {
  const q = new Float64Array(space.dof)
  const length = space.distance(a, b)
  for (let parts = 2; parts <= SAMPLED_PARTS && length >= SAMPLED_STEP * parts; parts *= 2) {
    for (let k = 1; k < parts; k += 2) {
      space.between(q, a, b, k / parts)
      if (!isFree(q)) return true
    }
  }
  return false
}
