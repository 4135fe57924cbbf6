// Plans by planners that exist to be compared with: SBL as published (adaptive-checking-2004, section V.D), which samples its paths
// and proves nothing, and RRT-Connect that proves every edge when it is made.
import type { Configuration, PlanGoal, PlannerName, PlanOptions, PlanResult, World } from '../../src/entries/robots.js'
import { LimberError } from '../../src/index.js'
import { laterAgain, planNowBy } from '../../src/robots/planning/plan.js'
import type { Planner, PlannerInput, PlannerRun } from '../../src/robots/planning/plan-problem.js'
import { rrtConnect } from '../../src/robots/planning/rrt-connect.js'
import { searchBy } from '../../src/robots/planning/sbl.js'
import { SamplingChecker } from '../../src/robots/planning/sbl-check.js'
import { SBL_SETTINGS, type SblSettings } from '../../src/robots/planning/sbl-search.js'

/** ε of SBL if the caller says nothing, in radians: what it misses is thinner than that, times the reach of an arm. */
const RESOLUTION = 0.01

/** The path that comes out was sampled no coarser than `resolution`, and may collide between two samples. */
export function* sbl(input: PlannerInput, settings: SblSettings = SBL_SETTINGS): PlannerRun {
  const checker = new SamplingChecker(input, input.options.resolution ?? RESOLUTION)
  const found = yield* searchBy(input, checker, settings)
  return found === undefined ? undefined : { ...found, certificate: noCertificate, isSampled: true }
}

function noCertificate(): never {
  throw new LimberError('a path of SBL was sampled only: it has no certificate')
}

const PUBLISHED = {
  'rrt-connect-eager': (input) => rrtConnect(input, true),
  sbl: (input) => laterAgain(input, sbl),
} satisfies Readonly<Record<string, Planner>>

export type LabPlannerName = PlannerName | keyof typeof PUBLISHED

export interface LabPlanOptions extends Omit<PlanOptions, 'planner'> {
  readonly planner?: LabPlannerName | undefined
}

/** `planNow`, with these planners too. `certificate()` of a path by SBL throws. */
export function planNowInLab(
  world: World,
  start: Configuration,
  goal: PlanGoal | readonly PlanGoal[],
  { planner, ...options }: LabPlanOptions = {},
): PlanResult {
  return planner === 'sbl' || planner === 'rrt-connect-eager'
    ? planNowBy(PUBLISHED[planner], world, start, goal, options)
    : planNowBy(undefined, world, start, goal, { planner, ...options })
}
