// Shorter paths (2004, section V.E): K times, a random point q of the path; q_le and q_ri, the points in the middle, along the
// path, between its ends and q; if the straight line between them is free it takes the place of what was there, else they move
// halfway to q, and so on.
//
// A shortcut is proved before it is in the path. It begins and ends inside segments, and what is left of those, a rest, must be
// proved again: its new end is rounded, so it is not quite a part of the old line. That is put off until the end, when most rests
// have gone with later shortcuts. Should one not be proved then, all is done again with every rest proved at once, and a shortcut
// refused whose rests are not (`eager`).
//
// The recursion ends by what can be gained. Along a section from a to b of length L(a, b), with d(a, b) the straight line's, a
// section from a' to b' inside it has d(a, b) ≤ L(a, a') + d(a', b') + L(b', b), so that L(a', b') − d(a', b') ≤ L(a, b) − d(a,
// b): nothing inside gains more.
import type { Random } from '../../base/math/random.js'
import { motionStatsOf, proveSegments } from '../motion/prove-segments.js'
import { SegmentCheck, type SegmentCheckOptions } from '../motion/segment-check.js'
import type { MotionStats } from '../motion/verdict.js'
import type { World } from '../world/world.js'
import type { PlanningSpace } from './planning-space.js'
import type { PathPlace, SegmentState, SmoothPath } from './smooth-path.js'

export interface ShortcutInput {
  readonly world: World
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

  add({ outcome, prover }: SegmentCheck): void {
    if (outcome === 'free') this.proved++
    else if (outcome === 'undecided' || outcome === 'open') this.undecided++
    else this.refuted++
    this.proofs = sumOf(this.proofs, motionStatsOf([prover]))
  }
}

function sumOf(a: MotionStats, b: MotionStats): MotionStats {
  const keys = Object.keys(a) as (keyof MotionStats)[]
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as MotionStats
}

/** Tests whose proofs may be kept, all in all: some 100 bytes each. What is not kept is proved again when it is asked for. */
const KEPT_STEPS = 2e6

/**
 * Configurations tried on a shortcut before it is proved: one less than this, but none nearer to each other than the other, in
 * radians.
 */
const SAMPLED_PARTS = 32
const SAMPLED_STEP = 0.1

/** A rest of a proved segment is as easy to prove as that was, or nearly: it may take this much longer. */
export const REST_STEPS = 16

/** Tests between two yields to other work. */
const SLICE_STEPS = 5000

/** Proofs of the path's segments, as many as there is room for. */
export class ProofKeeper {
  private kept = 0

  constructor(
    private readonly world: World,
    private readonly space: PlanningSpace,
    private readonly options: SegmentCheckOptions,
    readonly counts: ShortcutCounts,
  ) {}

  /**
   * Tries to prove the straight line between two configurations: see the check's `outcome`, which is `open` if it was given up.
   */
  *prove(a: Float64Array, b: Float64Array, maxSteps: number): Generator<void, SegmentCheck, void> {
    const check = new SegmentCheck(this.world, this.space.edge(a, b), this.options)
    const { prover } = check
    while (check.outcome === 'open' && prover.steps < maxSteps) {
      const slice = Math.min(SLICE_STEPS, maxSteps - prover.steps)
      proveSegments([prover], { maxSteps: slice, deadline: Infinity, onProgress: undefined })
      if (check.outcome === 'open') yield
    }
    this.counts.add(check)
    return check
  }

  /** The state of a segment that was proved. */
  stateOf(check: SegmentCheck, given = -1): SegmentState {
    const steps = stepsOf(check)
    const isKept = this.kept + steps <= KEPT_STEPS
    if (isKept) this.kept += steps
    return { given, isProved: true, check: isKept ? check : undefined }
  }

  /** A segment that is no longer in the path. */
  drop({ check }: SegmentState): void {
    if (check !== undefined) this.kept -= stepsOf(check)
  }
}

function stepsOf({ prover }: SegmentCheck): number {
  return prover.volumeTests + prover.leafTests
}

/** Shortens the path in place. Yields now and then; the path is whole whenever it does. */
export function* shortcuts(input: ShortcutInput, keeper: ProofKeeper): Generator<void, void, void> {
  const { path, random, space, minimum } = input
  const { counts } = keeper
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
      const isDone = yield* cut(input, keeper, a, b)
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
function* cut(input: ShortcutInput, keeper: ProofKeeper, a: PathPlace, b: PathPlace): Generator<void, boolean, void> {
  const { path, maxSteps, eager } = input
  const { counts } = keeper
  if (isHit(input, counts, a.q, b.q)) {
    counts.sampledOut++
    return false
  }
  const check = yield* keeper.prove(a.q, b.q, maxSteps)
  if (check.outcome !== 'free') return false
  const rests: (SegmentCheck | undefined)[] = []
  for (const rest of [path.before(a), path.after(b)]) {
    const own = rest && eager ? yield* keeper.prove(rest[0], rest[1], REST_STEPS * maxSteps) : undefined
    if (own !== undefined && own.outcome !== 'free') return false
    rests.push(own)
  }
  const last = b.at === 0 ? b.segment : b.segment + 1
  for (let k = a.segment; k < last; k++) keeper.drop(path.state(k))
  const stateOf = (own: SegmentCheck | undefined): SegmentState => {
    return own === undefined ? { given: -1, isProved: false, check: undefined } : keeper.stateOf(own)
  }
  path.replace(a, b, [
    ...(a.at === 0 ? [] : [stateOf(rests[0])]),
    keeper.stateOf(check),
    ...(b.at === 0 ? [] : [stateOf(rests[1])]),
  ])
  counts.shortcuts++
  return true
}

/** Does a configuration on the way collide? The middle first, then those of the halves, and so on. */
function isHit({ world, space }: ShortcutInput, counts: ShortcutCounts, a: Float64Array, b: Float64Array): boolean {
  const q = new Float64Array(space.dof)
  const length = space.distance(a, b)
  for (let parts = 2; parts <= SAMPLED_PARTS && length >= SAMPLED_STEP * parts; parts *= 2) {
    for (let k = 1; k < parts; k += 2) {
      space.between(q, a, b, k / parts)
      counts.validityTests++
      if (world.collides(q)) return true
    }
  }
  return false
}
