// What planning answers: a path, or why there is none; and what it cost.
import type { Certificate } from '../motion/certificate.js'
import type { MotionContext, MotionStats } from '../motion/verdict.js'
import type { BlindSpots } from '../world/world-examined.js'
import type { WorldContact } from '../world/world-results.js'

/** What a plan cost. All fields except `millis` are the same for the same problem and seed. */
export interface PlanStats {
  readonly millis: number
  /** Rounds of the search. */
  readonly iterations: number
  /** Configurations in the trees at the end. */
  readonly nodes: number
  /** Configurations of which it was asked whether anything touches. */
  readonly validityTests: number
  readonly edgesSampled: number
  readonly edgesProved: number
  /** Edges that sampling let pass and that a proof refuted, or gave up. */
  readonly edgesRefuted: number
  /** What the proofs cost, all together. */
  readonly proofs: MotionStats
}

/** How far it is. */
export interface PlanProgress {
  readonly millis: number
  readonly iterations: number
  readonly nodes: number
  /** Of the path that is being proved, 0 to 1; 0 while there is none. */
  readonly proved: number
  readonly phase: 'searching' | 'proving' | 'optimising'
  /** Of the best path so far; undefined while there is none. */
  readonly length?: number | undefined
}

/** Why a configuration cannot be a start or a goal. */
export type PlanProblem =
  | { readonly kind: 'collision'; readonly a: string; readonly b: string; readonly contact: WorldContact }
  /** They do not touch, but are closer than the clearance or the delta. */
  | { readonly kind: 'too-close'; readonly a: string; readonly b: string; readonly distance: number }
  | {
      readonly kind: 'outside-limits'
      /** A variable's name. */
      readonly joint: string
      readonly value: number
      readonly lower: number
      readonly upper: number
    }
  /** No configuration brings the link where it is to be: `position` and `angle` are how far the nearest one found is off. */
  | {
      readonly kind: 'unreachable'
      readonly link: string
      readonly reason: string
      readonly position: number
      readonly angle: number
    }

/** How a path was made shorter. */
export interface PlanOptimised {
  /** Length of the path that was found first. */
  readonly before: number
  /** Searches for another path, and how many of them have led to a shorter one. */
  readonly rounds: number
  readonly improvements: number
}

/** How a roadmap was used for a plan. */
export interface PlanRoadmapUse {
  /** Does the path follow the roadmap, or did the planner search for it? */
  readonly found: 'in-roadmap' | 'by-search'
  /** Edges of the path that the roadmap has as proved: the answer rests on it. A certificate does not: it proves all of them again. */
  readonly edgesKnown: number
  /** Edges of the roadmap that were proved against obstacles that are new, and those that are blocked by one. */
  readonly edgesProved: number
  readonly edgesBlocked: number
  /** What was added to the roadmap. */
  readonly verticesAdded: number
  readonly edgesAdded: number
}

/** A path that `plan` found and proved free. */
export interface PlanSolved extends MotionContext {
  readonly outcome: 'solved'
  /** From the start to the goal, joined by straight lines. One waypoint if the start is the goal. */
  readonly path: readonly Float64Array[]
  /** Which of the goals it ends at. */
  readonly goal: number
  /** In radians, as the space measures. */
  readonly length: number
  /** What the options `optimiseMillis` and `optimiseRounds` have made of it; undefined where neither was given. */
  readonly optimised?: PlanOptimised | undefined
  /** Undefined where the option `roadmap` was not given. */
  readonly roadmap?: PlanRoadmapUse | undefined
  /** The proof as data, for `verifyCertificate`. */
  readonly certificate: () => Certificate
  readonly stats: PlanStats
}

/** No pair of the world is examined: any path would do, and none would be proved. No path is looked for. */
export interface PlanNothingToCheck extends BlindSpots {
  readonly outcome: 'nothing-to-check'
  readonly reason: string
  readonly stats: PlanStats
}

/** The answer of `plan` where the search ended without a path. */
export interface PlanNotFound extends BlindSpots {
  readonly outcome: 'no-path-found'
  readonly reason: string
  /** What was seen: configurations reached from either side, and the smallest distance between the two; 0 where they met. */
  readonly explored: { readonly fromStart: number; readonly fromGoal: number; readonly closest: number }
  readonly stats: PlanStats
}

/** The answer of `plan` where the start collides or is outside the joint limits. */
export interface PlanInvalidStart extends BlindSpots {
  readonly outcome: 'invalid-start'
  readonly problems: readonly PlanProblem[]
  readonly stats: PlanStats
}

/** No goal can be gone to: `problems` of the first one. */
export interface PlanInvalidGoal extends BlindSpots {
  readonly outcome: 'invalid-goal'
  readonly goal: number
  readonly problems: readonly PlanProblem[]
  readonly stats: PlanStats
}

/** The answer of `plan`. */
export type PlanResult = PlanSolved | PlanNotFound | PlanNothingToCheck | PlanInvalidStart | PlanInvalidGoal
