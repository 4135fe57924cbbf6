// What `limber plan` and `limber smooth` ask of the engine. Tests put another in its place.
import {
  type Certificate,
  type Configuration,
  LimberError,
  type MotionFree,
  type MotionStats,
  type MotionVerdict,
  type PlanGoal,
  type PlanOptions,
  type PlanProgress,
  type PlanResult,
  plan,
  type World,
} from '../src/index.js'

/** Work that tells how far it is, and what came of it. */
export interface Running<Progress, Result> extends AsyncIterable<Progress> {
  readonly result: Promise<Result>
}

export interface SmoothProgress {
  readonly millis: number
  readonly phase: 'proving' | 'smoothing'
  readonly round: number
  readonly rounds: number
  readonly length: number
  readonly before: number
}

export interface SmoothStats {
  readonly millis: number
  readonly rounds: number
  readonly attempts: number
  readonly shortcuts: number
  readonly sampledOut: number
  readonly validityTests: number
  readonly proved: number
  readonly refuted: number
  readonly undecided: number
  readonly proofs: MotionStats
}

export type SmoothResult = { readonly stats: SmoothStats } & (
  | {
      readonly outcome: 'smoothed'
      readonly path: readonly Float64Array[]
      readonly length: number
      readonly before: number
      readonly proved: true
      readonly stopped: 'time' | 'cancelled' | undefined
      readonly certificate: () => Certificate
    }
  | { readonly outcome: 'not-free'; readonly verdict: Exclude<MotionVerdict, MotionFree> }
)

export interface SmoothOptions {
  readonly seed?: number | undefined
  readonly rounds?: number | undefined
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  readonly continuous?: 'as-given' | 'shortest' | undefined
  readonly maxMillis?: number | undefined
  readonly isFree?: boolean | undefined
  readonly signal?: { readonly aborted: boolean } | undefined
}

export interface TrajectoryState {
  readonly time: number
  readonly positions: Float64Array
  readonly velocities: Float64Array
  readonly accelerations: Float64Array
}

export interface Trajectory {
  readonly times: Float64Array
  readonly duration: number
  at(time: number): TrajectoryState
}

export interface TimePathOptions {
  readonly velocity?: number | Readonly<Record<string, number>> | undefined
  readonly acceleration?: number | Readonly<Record<string, number>> | undefined
  readonly blend?: number | undefined
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
}

export interface TimedPath {
  readonly outcome: 'timed'
  readonly trajectory: Trajectory
  readonly stops: number
}

export type TimePathResult =
  | TimedPath
  | { readonly outcome: 'not-free'; readonly verdict: Exclude<MotionVerdict, MotionFree> }

/** The engine's own, or one that a test has made up. */
export interface PlanEngine {
  plan(
    world: World,
    start: Configuration,
    goals: readonly PlanGoal[],
    options: PlanOptions,
  ): Running<PlanProgress, PlanResult>
  smooth(world: World, path: readonly Configuration[], options: SmoothOptions): Running<SmoothProgress, SmoothResult>
  timePath(world: World, path: readonly Configuration[], options: TimePathOptions): TimePathResult
}

const notThere = (): never => {
  throw new LimberError('this is not there yet')
}

export const ENGINE: PlanEngine = { plan, smooth: notThere, timePath: notThere }
