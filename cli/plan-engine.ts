// What `limber plan` and `limber smooth` ask of the engine. Tests put another in its place.
import {
  type Certificate,
  type Configuration,
  LimberError,
  type Motion,
  type MotionFree,
  type MotionStats,
  type MotionVerdict,
  type World,
  type WorldContact,
} from '../src/index.js'

export type FreeAxis = 'x' | 'y' | 'z' | 'roll' | 'pitch' | 'yaw'

export interface LinkGoal {
  readonly link: string
  readonly pose: ArrayLike<number>
  readonly tool?: ArrayLike<number> | undefined
  readonly free?: readonly FreeAxis[] | undefined
}

export interface PlanProgress {
  readonly millis: number
  readonly iterations: number
  readonly nodes: number
  readonly proved: number
  readonly phase: 'searching' | 'proving'
}

export type PlanProblem =
  | { readonly kind: 'collision'; readonly a: string; readonly b: string; readonly contact: WorldContact }
  | { readonly kind: 'too-close'; readonly a: string; readonly b: string; readonly distance: number }
  | {
      readonly kind: 'outside-limits'
      readonly joint: string
      readonly value: number
      readonly lower: number
      readonly upper: number
    }
  | {
      readonly kind: 'unreachable'
      readonly link: string
      readonly reason: string
      readonly position: number
      readonly angle: number
    }

export interface PlanStats {
  readonly millis: number
  readonly iterations: number
  readonly nodes: number
  readonly validityTests: number
  readonly edgesSampled: number
  readonly edgesProved: number
  readonly edgesRefuted: number
  readonly proofs: MotionStats
}

export type PlanResult = { readonly stats: PlanStats } & (
  | {
      readonly outcome: 'solved'
      readonly path: readonly Float64Array[]
      readonly goal: number
      readonly length: number
      readonly proved: boolean
      readonly certificate: () => Certificate
    }
  | {
      readonly outcome: 'no-path-found'
      readonly reason: string
      readonly explored: { readonly fromStart: number; readonly fromGoal: number; readonly closest: number }
    }
  | { readonly outcome: 'invalid-start'; readonly problems: readonly PlanProblem[] }
  | { readonly outcome: 'invalid-goal'; readonly goal: number; readonly problems: readonly PlanProblem[] }
)

export interface PlanOptions {
  readonly planner?: 'rrt-connect' | 'rrt-connect-eager' | 'a-sbl' | 'sbl' | undefined
  readonly seed?: number | undefined
  readonly moving?: readonly string[] | undefined
  readonly bounds?: Readonly<Record<string, readonly [number, number]>> | undefined
  readonly continuous?: 'as-given' | 'shortest' | undefined
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  readonly range?: number | undefined
  readonly resolution?: number | undefined
  readonly maxMillis?: number | undefined
  readonly maxIterations?: number | undefined
  readonly signal?: { readonly aborted: boolean } | undefined
}

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
  readonly signal?: { readonly aborted: boolean } | undefined
}

export interface TimeOptions {
  readonly velocity?: number | Readonly<Record<string, number>> | undefined
  readonly acceleration?: number | Readonly<Record<string, number>> | undefined
}

export interface TimedPath {
  readonly motion: Motion
  readonly verdict: MotionVerdict
  readonly duration: number
}

/** The engine's own, or one that a test has made up. */
export interface PlanEngine {
  plan(
    world: World,
    start: Configuration,
    goals: readonly (Configuration | LinkGoal)[],
    options: PlanOptions,
  ): Running<PlanProgress, PlanResult>
  smooth(world: World, path: readonly Configuration[], options: SmoothOptions): Running<SmoothProgress, SmoothResult>
  timePath(world: World, path: readonly Configuration[], options: TimeOptions): TimedPath
}

const notThere = (): never => {
  throw new LimberError('planning is not there yet')
}

export const ENGINE: PlanEngine = { plan: notThere, smooth: notThere, timePath: notThere }
