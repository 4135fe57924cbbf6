// What a random walk is asked, and what it answers.
import type { StopSignal } from '../../base/work/running.js'
import type { Certificate } from '../motion/certificate.js'
import type { JointLimitOptions, MotionStats } from '../motion/verdict.js'
import type { BlindSpots } from '../world/world-examined.js'
import type { PlanProblem } from './plan-result.js'
import type { PlanningSpaceOptions } from './planning-space.js'

/** Steps stay within the joints' limits; the start may be as far beyond them as for plans. */
export interface RandomWalkOptions extends PlanningSpaceOptions, JointLimitOptions {
  /** Of all random numbers; 1 if left out. */
  readonly seed?: number | undefined
  /** How far a step takes any one variable, at most: radians, as planning spaces measure; default 0.05. */
  readonly step?: number | undefined
  /** Called with the start and after every step: true ends the walk. Left out: it continues to its limits. */
  readonly until?: ((q: Float64Array) => boolean) | undefined
  /** Does a step move only one robot, chosen at random? Default false: all of them at once. */
  readonly oneRobot?: boolean | undefined
  /** With `oneRobot`: robots, by name, that need not move any more from here. */
  readonly rests?: ((robot: string, q: Float64Array) => boolean) | undefined
  /** The lower the better: steps up by r are taken with a probability of exp(−r / temperature). Left out: any step is as good. */
  readonly height?: ((q: Float64Array) => number) | undefined
  /** Default 0.5, in units of `height`. */
  readonly temperature?: number | undefined
  /** Steps to try, those that were not taken among them; default 100,000. */
  readonly maxTries?: number | undefined
  readonly maxMillis?: number | undefined
  /** As for plans: see PlanOptions. */
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  readonly signal?: StopSignal | undefined
}

/** How far a random walk has come. */
export interface RandomWalkProgress {
  readonly millis: number
  readonly tried: number
  readonly taken: number
}

/** What it cost. All fields except `millis` are the same for the same problem and seed. */
export interface RandomWalkStats {
  readonly millis: number
  /** Steps that were tried: taken, ending where something touches, too far uphill, and not proved free. */
  readonly tried: number
  readonly taken: number
  readonly collided: number
  readonly uphill: number
  readonly refuted: number
  /** What the proofs cost, all together. */
  readonly proofs: MotionStats
}

/** The answer of `randomWalk`. */
export type RandomWalkResult = BlindSpots & Walked

type Walked =
  | {
      /** `until` holds at the last waypoint. */
      readonly outcome: 'arrived'
      readonly path: readonly Float64Array[]
      readonly certificate: () => Certificate
      readonly stats: RandomWalkStats
    }
  | {
      readonly outcome: 'stopped'
      readonly reason: string
      /** As far as it came, every step proved. */
      readonly path: readonly Float64Array[]
      readonly certificate: () => Certificate
      readonly stats: RandomWalkStats
    }
  | { readonly outcome: 'invalid-start'; readonly problems: readonly PlanProblem[]; readonly stats: RandomWalkStats }
  /** No pair of the world is examined: no step could be proved. */
  | { readonly outcome: 'nothing-to-check'; readonly reason: string; readonly stats: RandomWalkStats }
