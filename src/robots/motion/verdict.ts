// What a motion check answers: one of seven outcomes, never a bare boolean.
import type { Stats } from '../../base/work/stats.js'
import type { BlindSpots } from '../world/world-examined.js'
import type { WorldContact } from '../world/world-results.js'
import type { Certificate } from './certificate.js'

/** What a check cost. Counts are exact: the same question costs the same again. */
export interface MotionStats extends Stats {
  /** Distances of whole convex shapes or hulls, each a run of GJK or a closed form: part of the volume tests, and the dearest. */
  readonly distanceTests: number
  /** Configurations whose kinematics were computed. */
  readonly configurations: number
  /** Stretches of time that were tested for one pair of geometries. */
  readonly intervals: number
}

/** Where along a motion something is. */
export interface MotionPlace {
  /** Which piece of the motion, from 0. */
  readonly segment: number
  /** Along that piece, 0 to 1. */
  readonly at: number
}

/** A joint beyond one of its limits, where it is farthest beyond it in a segment. */
export interface BeyondLimit extends MotionPlace {
  /** Name of the variable: `robot/joint`. */
  readonly joint: string
  readonly value: number
  /** The limit that it is beyond. */
  readonly limit: number
}

/** What every verdict says, whatever its outcome. */
export interface MotionContext extends BlindSpots {
  /**
   * Joints beyond their limits, by however little, segment by segment; no more than a hundred. It is a violation only if one is
   * beyond by more than the tolerance. What is proved is the motion as given.
   */
  readonly beyondLimits: readonly BeyondLimit[]
}

/** No two checked objects touch at any instant, and all stay farther apart than the clearance. */
export interface MotionFree extends MotionContext {
  readonly outcome: 'free'
  /** What was proved, as data that `verifyCertificate` and `limber verify` check again. Made when it is asked for. */
  readonly certificate: () => Certificate
  readonly stats: MotionStats
}

/** Two things touch. */
export interface MotionCollision extends MotionPlace, MotionContext {
  readonly outcome: 'collision'
  readonly configuration: Float64Array
  /** Names, as a world has them. */
  readonly a: string
  readonly b: string
  readonly contact: WorldContact
  readonly stats: MotionStats
}

/** Two objects do not touch there, but are closer than the clearance or delta. */
export interface MotionTooClose extends MotionPlace, MotionContext {
  readonly outcome: 'closer-than-delta' | 'closer-than-clearance'
  readonly configuration: Float64Array
  readonly a: string
  readonly b: string
  readonly distance: number
  readonly pointA: Float64Array
  readonly pointB: Float64Array
  readonly stats: MotionStats
}

/** A part of the motion that could not be settled for two things. */
export interface UnprovedInterval {
  readonly segment: number
  readonly from: number
  readonly to: number
  readonly a: string
  readonly b: string
}

/**
 * A joint leaves its limits by more than the tolerance, in the first segment in which one does. What touches is not examined
 * then.
 */
export interface MotionOutsideLimits extends BeyondLimit, MotionContext {
  readonly outcome: 'outside-limits'
  /** Where the joint is farthest beyond its limit. */
  readonly configuration: Float64Array
  readonly stats: MotionStats
}

/** No pair of the world is examined, so that nothing could be found: that is not `free`. */
export interface MotionNothingToCheck extends MotionContext {
  readonly outcome: 'nothing-to-check'
  readonly reason: string
  readonly stats: MotionStats
}

/** A limit was reached. Nothing is known to touch; all except `left` is proved free. */
export interface MotionUndecided extends MotionContext {
  readonly outcome: 'undecided'
  readonly reason: string
  /** The largest first; no more than a hundred. */
  readonly left: readonly UnprovedInterval[]
  /** How much is proved, 0 to 1: the mean over all pairs and pieces. */
  readonly proved: number
  readonly stats: MotionStats
}

/** The answer of `checkMotion`. */
export type MotionVerdict =
  | MotionFree
  | MotionCollision
  | MotionTooClose
  | MotionOutsideLimits
  | MotionNothingToCheck
  | MotionUndecided

/** How the limits of joints count. */
export interface JointLimitOptions {
  /** A motion outside the joints' limits is checked like any other; default false: it is `outside-limits`. */
  readonly ignoreLimits?: boolean | undefined
  /** Beyond a limit by no more than this, in radians or metres, is a note (`beyondLimits`) and no violation; default 1e-5. */
  readonly limitTolerance?: number | undefined
}

/** Left out: no limit. */
export interface MotionLimits {
  /** Tests of two volumes or triangles after which it gives up; default ten million. */
  readonly maxSteps?: number | undefined
  readonly maxMillis?: number | undefined
  /** Called now and then with the share that is proved, 0 to 1. */
  readonly onProgress?: ((progress: MotionProgress) => void) | undefined
}

/** How far a motion check has come. */
export interface MotionProgress {
  readonly proved: number
  readonly steps: number
}
