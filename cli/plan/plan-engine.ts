// What `limber plan` and `limber smooth` ask of the engine. Tests put another in its place.
import {
  type Configuration,
  type PlanGoal,
  type PlanOptions,
  type PlanProgress,
  type PlanResult,
  plan,
  type SmoothOptions,
  type SmoothProgress,
  type SmoothResult,
  smooth,
  type TimePathOptions,
  type TimePathResult,
  timePath,
  type World,
} from '../../src/entries/robots.js'

/** Work that tells how far it is, and what came of it. */
export interface Running<Progress, Result> extends AsyncIterable<Progress> {
  readonly result: Promise<Result>
}

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

export const ENGINE: PlanEngine = { plan, smooth, timePath }
