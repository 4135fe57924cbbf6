// What a caller may say about how a plan is made, read and checked.
import { checkFields, checkNonNegative, checkSeed } from '../../base/math/checks.js'
import type { StopSignal } from '../../base/work/running.js'
import { InvalidInputError } from '../../errors.js'
import { type ContinuousJoints, readContinuous } from '../motion/motion-input.js'
import { LIMIT_FIELDS, type LimitRules, readLimitRules } from '../motion/motion-limits.js'
import type { JointLimitOptions } from '../motion/verdict.js'
import type { World } from '../world/world.js'
import type { InverseKinematicsOptions } from './inverse-kinematics.js'
import type { Planner } from './plan-problem.js'
import type { PlanningSpaceOptions } from './planning-space.js'

/**
 * `rrt-connect`: edges are sampled as they are made, and a path that was found is proved. `a-sbl`: single-query, bi-directional,
 * lazy, with adaptive checks (2004).
 */
export type PlannerName = 'rrt-connect' | 'a-sbl'

export const PLANNERS: readonly PlannerName[] = ['rrt-connect', 'a-sbl']

/** What a plan asks of a roadmap: `Roadmap` is one. */
export interface PlanRoadmap {
  readonly vertices: number
  readonly edges: number
  /** @internal What moves in it. */
  readonly space: PlanningSpaceOptions
  /** @internal Throws where it is of no use for a plan from here. */
  demand(world: World, start: Float64Array, terms: { readonly delta: number; readonly clearance: number }): void
  /** @internal Looks for paths in the roadmap first. */
  planner(fallback: Planner): Planner
}

/**
 * The search stays within the joints' limits. Its start and goals may be beyond them by `limitTolerance`, or, with
 * `ignoreLimits`, by any amount.
 */
export interface PlanOptions extends PlanningSpaceOptions, JointLimitOptions {
  readonly planner?: PlannerName | undefined
  /** Of all random numbers; 1 if left out. */
  readonly seed?: number | undefined
  /** Goals of continuous joints: at the turn that is nearest to the start (`shortest`, default), or as given. */
  readonly continuous?: ContinuousJoints | undefined
  /** A path does not pass where objects are closer than this, though separated; default 0. It bounds the work near contacts. */
  readonly delta?: number | undefined
  /** All objects stay farther apart than this along the whole path; default 0. */
  readonly clearance?: number | undefined
  /** Longest edge of `rrt-connect`, in radians as distances are measured: 0.7, and more for more than seven joints. */
  readonly range?: number | undefined
  /** Longest step between two samples of an edge, before anything is proved: 0.1, more for many joints. */
  readonly resolution?: number | undefined
  /** Default ten seconds. */
  readonly maxMillis?: number | undefined
  readonly maxIterations?: number | undefined
  /**
   * When a path is found, for how long to look for shorter ones, all proved: the path is smoothed, and others are searched for. The
   * same seed may then give another path, if the clock ends it in another round; default 0.
   */
  readonly optimiseMillis?: number | undefined
  /** For how many rounds at most, one search each; no limit if only a time is given. Alone, it gives the same path for the same seed. */
  readonly optimiseRounds?: number | undefined
  /** For goals that are poses of links. */
  readonly inverseKinematics?: InverseKinematicsOptions | undefined
  /**
   * Look for a path in this roadmap first. What moves is what moves in it: `moving`, `bounds` and `weights` are left out. It learns: what
   * is found out about its edges is kept in it, and paths that had to be searched for are added.
   */
  readonly roadmap?: PlanRoadmap | undefined
  /** Checked now and then. */
  readonly signal?: StopSignal | undefined
}

export interface ReadPlanOptions {
  readonly planner: PlannerName
  readonly seed: number
  readonly continuous: ContinuousJoints
  readonly delta: number
  readonly clearance: number
  /** Undefined: the planner's own. */
  readonly range: number | undefined
  readonly resolution: number | undefined
  readonly maxMillis: number
  readonly maxIterations: number
  /** Infinity for no limit; undefined where no shorter path is wanted. */
  readonly optimise: { readonly millis: number; readonly rounds: number } | undefined
  readonly signal: StopSignal | undefined
  readonly roadmap: PlanRoadmap | undefined
  readonly space: PlanningSpaceOptions
  readonly rules: LimitRules
  readonly inverseKinematics: InverseKinematicsOptions
}

const MAX_MILLIS = 10_000

const FIELDS = [
  'planner',
  'seed',
  'moving',
  'bounds',
  'weights',
  'continuous',
  'delta',
  'clearance',
  'range',
  'resolution',
  'maxMillis',
  'maxIterations',
  'optimiseMillis',
  'optimiseRounds',
  'inverseKinematics',
  'roadmap',
  'signal',
  ...LIMIT_FIELDS,
]

const INVERSE_KINEMATICS_FIELDS = [
  'seed',
  'seeds',
  'start',
  'moving',
  'bounds',
  'maxSolutions',
  'clearance',
  'distinct',
]

export function readPlanOptions(options: PlanOptions): ReadPlanOptions {
  checkFields('options', options, FIELDS)
  // Null is not "left out", and refused like anything else that is not a number.
  const { planner = 'rrt-connect', seed = 1, signal, range, resolution, moving, bounds, weights } = options
  const {
    continuous = 'shortest',
    delta = 0,
    clearance = 0,
    maxMillis = MAX_MILLIS,
    maxIterations = Infinity,
  } = options
  const { inverseKinematics = {}, roadmap } = options
  checkFields('options.inverseKinematics', inverseKinematics, INVERSE_KINEMATICS_FIELDS)
  if (!PLANNERS.includes(planner)) {
    throw new InvalidInputError('options.planner', planner, `one of ${PLANNERS.join(', ')}`)
  }
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || typeof signal.aborted !== 'boolean')) {
    throw new InvalidInputError('options.signal', signal, 'something that says `aborted`, as an AbortSignal does')
  }
  return {
    planner,
    seed: checkSeed('options.seed', seed),
    continuous: readContinuous('options.continuous', continuous),
    delta: checkNonNegative('options.delta', delta),
    clearance: checkNonNegative('options.clearance', clearance),
    range: range === undefined ? undefined : checkStep('options.range', range),
    resolution: resolution === undefined ? undefined : checkStep('options.resolution', resolution),
    maxMillis: checkLimit('options.maxMillis', maxMillis),
    maxIterations: checkLimit('options.maxIterations', maxIterations),
    optimise: readOptimise(options),
    signal,
    roadmap,
    space: readSpace({ moving, bounds, weights }, roadmap),
    rules: readLimitRules(options),
    inverseKinematics,
  }
}

function readSpace(given: PlanningSpaceOptions, roadmap: PlanRoadmap | undefined): PlanningSpaceOptions {
  if (roadmap === undefined) return given
  if (roadmap === null || typeof roadmap !== 'object' || typeof roadmap.planner !== 'function') {
    throw new InvalidInputError('options.roadmap', roadmap, 'a Roadmap')
  }
  for (const field of ['moving', 'bounds', 'weights'] as const) {
    if (given[field] === undefined) continue
    throw new InvalidInputError(`options.${field}`, given[field], 'left out: the roadmap has it')
  }
  return roadmap.space
}

function readOptimise({ optimiseMillis, optimiseRounds }: PlanOptions): ReadPlanOptions['optimise'] {
  if (optimiseMillis === undefined && optimiseRounds === undefined) return undefined
  const millis = checkLimit('options.optimiseMillis', optimiseMillis ?? Infinity)
  const rounds = checkLimit('options.optimiseRounds', optimiseRounds ?? Infinity)
  if (millis === Infinity && rounds === Infinity) {
    throw new InvalidInputError('options.optimiseMillis', optimiseMillis, 'finite, unless optimiseRounds is')
  }
  return { millis, rounds }
}

/** More than nothing: an edge that is cut into steps of zero has no end. */
function checkStep(field: string, value: number): number {
  if (typeof value !== 'number' || !(value >= 1e-6) || value === Infinity) {
    throw new InvalidInputError(field, value, 'a finite number of 1e-6 radians or more')
  }
  return value
}

function checkLimit(field: string, value: number): number {
  if (typeof value !== 'number' || !(value >= 0)) throw new InvalidInputError(field, value, 'zero or more')
  return value
}
