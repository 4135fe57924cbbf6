// A planning question as planners get it: configurations that are known to be free, a space to search, a test and counters.
//
// A planner is a generator that yields nothing and returns what it found. It yields once per iteration, and between two parts of
// a long proof; there, base/work/running.ts checks the clock and the limits. Everything else that it reports is in `counts`.
import type { Random } from '../../base/math/random.js'
import type { Certificate } from '../motion/certificate.js'
import type { SegmentWork } from '../motion/decided-segment.js'
import type { MotionTerms } from '../motion/prove-segments.js'
import { motionStatsOf } from '../motion/prove-segments.js'
import type { MotionStats } from '../motion/verdict.js'
import type { World } from '../world/world.js'
import type { PlanRoadmapUse } from './plan-result.js'
import type { PlanningSpace } from './planning-space.js'

export interface PlannerInput {
  readonly world: World
  readonly space: PlanningSpace
  /** Free, inside all limits, or as little outside of them as was asked for. */
  readonly start: Float64Array
  /** One or more, of which the same is true; none is the start. */
  readonly goals: readonly Float64Array[]
  /** The goals the other way round, of continuous joints: for when nothing else helps. Left out where there are none. */
  readonly later?: LaterGoals | undefined
  readonly random: Random
  /** A path that is longer is of no use: a planner that has found one may end with nothing. */
  readonly mostLength?: number | undefined
  readonly options: PlannerOptions
  readonly counts: PlanCounts
  /** Does nothing touch, nor come too near, at q? For any q inside the space's ranges. Counts itself. */
  isFree(q: Float64Array): boolean
  /** Has time run out, or was it cancelled? For work that cannot yield: it may then answer anything, and is not asked again. */
  readonly isStopped?: (() => boolean) | undefined
}

export interface LaterGoals {
  /** In a found path, they are numbered after the input's. */
  readonly goals: readonly Float64Array[]
  /** As the input's, with room for these. */
  readonly space: PlanningSpace
}

/** `continuous` as certificates should have it. */
export interface PlannerOptions extends MotionTerms {
  /** Undefined: the planner's own. */
  readonly range: number | undefined
  readonly resolution: number | undefined
}

export interface FoundPath {
  /** From the start to a goal; no two that follow one another are equal. */
  readonly waypoints: readonly Float64Array[]
  /** Place in the input's `goals`, or in the later ones after them. */
  readonly goal: number
  readonly certificate: () => Certificate
  /** Is it not proved? For planners that are only compared with. */
  readonly isSampled?: true
  /** Of planners that use a roadmap. */
  readonly roadmap?: PlanRoadmapUse | undefined
}

/** Rounds after which goals the other way round are tried too: most often they are only the longer way. */
export const LATER_ROUNDS = 200

/** Tests of a proof between two readings of the clock. */
export const TESTS_AT_ONCE = 2000

/** Undefined where the planner itself sees that there is no more to try. */
export type PlannerRun = Generator<void, FoundPath | undefined, void>

export type Planner = (input: PlannerInput) => PlannerRun

/** Written by the planner, read by the rest. */
export class PlanCounts {
  /** Rounds of the search: a limit may be set on these. */
  iterations = 0
  /** How many are in the trees now. */
  nodes = 0
  fromStart = 0
  fromGoal = 0
  /** Smallest distance between the trees that was seen. */
  closest = Infinity
  validityTests = 0
  edgesSampled = 0
  edgesProved = 0
  edgesRefuted = 0
  /** What provers have cost. */
  proofs: MotionStats = motionStatsOf([])
  phase: 'searching' | 'proving' | 'optimising' = 'searching'
  /** Of the path that is being proved. */
  proved = 0

  /** What another search has cost. */
  add(other: PlanCounts): void {
    this.iterations += other.iterations
    this.validityTests += other.validityTests
    this.edgesSampled += other.edgesSampled
    this.edgesProved += other.edgesProved
    this.edgesRefuted += other.edgesRefuted
    this.proofs = sumOf(this.proofs, other.proofs, motionStatsOf([]))
  }

  /** Runs work on provers, and counts its cost and how many of them it proves. */
  watch(provers: readonly SegmentWork[], work: () => void): void {
    const free = freeOf(provers)
    const before = motionStatsOf(provers)
    work()
    this.edgesProved += freeOf(provers) - free
    const after = motionStatsOf(provers)
    this.proofs = sumOf(this.proofs, after, before)
  }
}

/** a + b − c. */
function sumOf(a: MotionStats, b: MotionStats, c: MotionStats): MotionStats {
  const out: Record<string, number> = {}
  for (const key of Object.keys(a) as (keyof MotionStats)[]) out[key] = a[key] + b[key] - c[key]
  return out as unknown as MotionStats
}

function freeOf(provers: readonly SegmentWork[]): number {
  return provers.reduce((sum, { isFree }) => sum + (isFree ? 1 : 0), 0)
}
