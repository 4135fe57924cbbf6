// Shorter paths (2004, section V.E): K times, a random point q of the path; q_le and q_ri, the points in the middle, along the path,
// between its ends and q; if the straight line between them is free it takes the place of what was there, else they move
// halfway to q, and so on.
//
// No segment is ever in the path that is not proved, or given. A shortcut begins and ends inside segments, and what is left of those
// is proved anew: its new end is rounded, so it is not quite a part of the old line.
//
// The recursion ends by what can be gained. Along a section from a to b of length L(a, b), with d(a, b) the straight line's, a section
// from a' to b' inside it has d(a, b) ≤ L(a, a') + d(a', b') + L(b', b), so that L(a', b') − d(a', b') ≤ L(a, b) − d(a, b): nothing
// inside gains more.
import type { Random } from '../math/random.js'
import { statsOf } from '../motion/prove-segments.js'
import { SegmentCheck } from '../motion/segment-check.js'
import type { MotionLimits, MotionStats, MotionVerdict } from '../motion/verdict.js'
import type { World } from '../queries/world.js'
import type { PlanningSpace } from './planning-space.js'
import type { PathPlace, SegmentState, SmoothPath } from './smooth-path.js'

export interface ShortcutInput {
  readonly world: World
  readonly space: PlanningSpace
  readonly path: SmoothPath
  readonly random: Random
  readonly rounds: number
  readonly delta: number
  readonly clearance: number
  /** In the unit of lengths. */
  readonly minimum: number
  /** Of one proof. */
  readonly maxSteps: number
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
  proofs: MotionStats = statsOf([])

  add({ outcome, stats }: MotionVerdict): void {
    if (outcome === 'free') this.proved++
    else if (outcome === 'undecided') this.undecided++
    else this.refuted++
    this.proofs = sumOf(this.proofs, stats)
  }
}

function sumOf(a: MotionStats, b: MotionStats): MotionStats {
  const keys = Object.keys(a) as (keyof MotionStats)[]
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as MotionStats
}

/** Tests whose proofs may be kept, all in all: some 100 bytes each. What is not kept is proved again when it is asked for. */
const KEPT_STEPS = 2e6

/** Configurations tried on a shortcut before it is proved: one less than this, but none nearer to each other than the other, in radians. */
const SAMPLED_PARTS = 32
const SAMPLED_STEP = 0.1

/** What is left of a proved segment is as easy to prove as that was, or nearly: it may take so much longer. */
const REST_STEPS = 16

/** Proofs of the path's segments, as many as there is room for. */
export class ProofKeeper {
  private kept = 0

  constructor(
    private readonly world: World,
    private readonly space: PlanningSpace,
    private readonly options: { readonly delta: number; readonly clearance: number },
    readonly counts: ShortcutCounts,
  ) {}

  /** Proves the straight line between two configurations, as far as the limits allow. */
  prove(a: Float64Array, b: Float64Array, limits: MotionLimits): { check: SegmentCheck; verdict: MotionVerdict } {
    const { delta, clearance } = this.options
    const check = new SegmentCheck(this.world, this.space.edge(a, b), { delta, clearance })
    const verdict = check.run(limits)
    this.counts.add(verdict)
    return { check, verdict }
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
  return prover.volumeTests + prover.triangleTests
}

/** Shortens the path in place. Yields after every look for a shortcut: the path is whole then. */
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
      if (!(gain > minimum) || a.segment === b.segment) break
      counts.attempts++
      const isDone = cut(input, keeper, a, b)
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
function cut(input: ShortcutInput, keeper: ProofKeeper, a: PathPlace, b: PathPlace): boolean {
  const { path, maxSteps } = input
  const { counts } = keeper
  if (isHit(input, counts, a.q, b.q)) {
    counts.sampledOut++
    return false
  }
  const { check, verdict } = keeper.prove(a.q, b.q, { maxSteps })
  if (verdict.outcome !== 'free') return false
  const before = path.before(a)
  const after = path.after(b)
  const rests = [before, after].map(
    (rest) => rest && keeper.prove(rest[0], rest[1], { maxSteps: REST_STEPS * maxSteps }),
  )
  if (rests.some((rest) => rest !== undefined && rest.verdict.outcome !== 'free')) return false
  const last = b.at === 0 ? b.segment : b.segment + 1
  for (let k = a.segment; k < last; k++) keeper.drop(path.state(k))
  const checks = [rests[0]?.check, check, rests[1]?.check].filter((each) => each !== undefined)
  path.replace(
    a,
    b,
    checks.map((each) => keeper.stateOf(each)),
  )
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
