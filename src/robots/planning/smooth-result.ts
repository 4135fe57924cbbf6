// What smoothing is asked and what it answers.
import type { StopSignal } from '../../base/work/running.js'
import type { Certificate } from '../motion/certificate.js'
import type { ContinuousJoints } from '../motion/motion-input.js'
import type { JointLimitOptions, MotionContext, MotionFree, MotionStats, MotionVerdict } from '../motion/verdict.js'
import type { BlindSpots } from '../world/world-examined.js'

/** Rounds, clearance and weights for `smooth`. */
export interface SmoothOptions extends JointLimitOptions {
  /** Same seed, same path; default 1. */
  readonly seed?: number | undefined
  /** How often a point of the path is picked and a shortcut around it is looked for (the paper's K); default 100. */
  readonly rounds?: number | undefined
  /** As in checkMotion, for every segment: default 0. */
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  /** What a radian or a metre of a variable counts for in lengths. */
  readonly weights?: Readonly<Record<string, number>> | undefined
  /** Continuous joints between the waypoints given: by as much as the numbers say (default), or the short way round. */
  readonly continuous?: ContinuousJoints | undefined
  /**
   * A shortcut is looked for only where it saves more than this part of the path's length; default 1e-3. It is what ends the
   * recursion.
   */
  readonly minimum?: number | undefined
  /** Tests of two volumes or triangles after which the proof of one shortcut is given up. */
  readonly maxSteps?: number | undefined
  /** No new shortcut is tried after this time; default Infinity. */
  readonly maxMillis?: number | undefined
  /**
   * The path is known to be free, a random walk's say: it is not proved whole before the first shortcut. What is left of it at
   * the end is, like all else that is returned. Default false.
   */
  readonly isFree?: boolean | undefined
  /** Ends it soon after `aborted` has become true: an AbortSignal fits. */
  readonly signal?: StopSignal | undefined
}

/** How far `smooth` has come. */
export interface SmoothProgress {
  readonly millis: number
  readonly phase: 'proving' | 'smoothing'
  /** Rounds that are over, and how many there will be. */
  readonly round: number
  readonly rounds: number
  /** Of the path as it is now, and as it was. */
  readonly length: number
  readonly before: number
}

/** The work of `smooth`. */
export interface SmoothStats {
  readonly millis: number
  /** Rounds that are over. */
  readonly rounds: number
  /** Shortcuts that were looked for; and found to be free, so that they are in the path or were for a while. */
  readonly attempts: number
  readonly shortcuts: number
  /** Shortcuts that collide at a configuration that was tried before any proof. */
  readonly sampledOut: number
  /** Configurations that were tried. */
  readonly validityTests: number
  /** Segments that were proved free, that were not free, and that were given up. */
  readonly proved: number
  readonly refuted: number
  readonly undecided: number
  /** What all proofs cost. */
  readonly proofs: MotionStats
}

/** A path from the same start to the same end, every segment of it proved free. */
export interface Smoothed extends MotionContext {
  readonly outcome: 'smoothed'
  readonly path: readonly Float64Array[]
  /** Of this path, and of the one given: sums of PlanningSpace.distance, in radians. */
  readonly length: number
  readonly before: number
  readonly proved: true
  /** Why it ended before all rounds were over, if it did. */
  readonly stopped: 'time' | 'cancelled' | undefined
  /** Proofs that were not kept are made again. */
  readonly certificate: () => Certificate
  readonly stats: SmoothStats
}

/** The path given is not proved free. The verdict says where along it, by number of the segment, and what touches what. */
export interface SmoothNotProved extends BlindSpots {
  readonly outcome: 'not-proved'
  readonly verdict: Exclude<MotionVerdict, MotionFree>
  readonly stats: SmoothStats
}

/** The answer of `smooth`. */
export type SmoothResult = Smoothed | SmoothNotProved
