// The options and the result of timing a path.
import type { Certificate } from '../motion/certificate.js'
import type { ContinuousJoints } from '../motion/motion-input.js'
import type { JointLimitOptions, MotionFree, MotionVerdict } from '../motion/verdict.js'
import type { RateLimitOptions } from './timing-limits.js'
import type { Trajectory } from './trajectory.js'

/** Limits and blends for `timePath`. */
export interface TimePathOptions extends RateLimitOptions, JointLimitOptions {
  /**
   * Corners are cut, so that the motion need not stop there, from no farther than this, in radians along the path: Infinity (default)
   * is half of the segments at most; 0 stops at every waypoint.
   */
  readonly blend?: number | undefined
  /**
   * What does not jump: `acceleration` (default), or `velocity` alone, which is up to a fifth faster and harder on gears. The limits
   * hold either way.
   */
  readonly smooth?: 'acceleration' | 'velocity' | undefined
  /** As in checkMotion: default 0. */
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  /** Continuous joints between the waypoints given: by as much as the numbers say (default), or the short way round. */
  readonly continuous?: ContinuousJoints | undefined
  /** What a radian or a metre of a variable counts for in `blend`. */
  readonly weights?: Readonly<Record<string, number>> | undefined
}

/** A motion from rest to rest, proved free at every instant, within the limits at every instant. */
export interface TimedPath {
  readonly outcome: 'timed'
  /** Its `motion` is what was proved. */
  readonly trajectory: Trajectory
  /** Seconds. */
  readonly duration: number
  /** Corners that are passed without stopping, and at which the motion stops since no blend there was proved free, or none was asked for. */
  readonly blended: number
  readonly stops: number
  readonly verdict: MotionFree
  readonly certificate: () => Certificate
}

/** The path is not free, or could not be proved so. The verdict's `segment` is a segment of the path given. */
export interface TimePathNotProved {
  readonly outcome: 'not-proved'
  readonly verdict: Exclude<MotionVerdict, MotionFree>
}

/** The answer of `timePath`. */
export type TimePathResult = TimedPath | TimePathNotProved
