// Who plans: the engine's planners, whose paths are proved, and RRT-Connect that samples only.
import { type LabPlannerName, planNowInLab } from '../../lab/published/plan.js'
import { Random } from '../../src/base/math/random.js'
import type { Certificate, World } from '../../src/index.js'
import type { BenchProblem } from './problems.js'
import { sampledRrtConnect } from './sampled-rrt.js'

/** What a plan cost, in counts; those of proofs are sums over all edges that were checked. */
export interface PlanCost {
  readonly iterations: number
  readonly nodes: number
  readonly validityTests: number
  readonly edgesProved: number
  readonly edgesRefuted: number
  readonly volumeTests: number
  readonly leafTests: number
  readonly distanceTests: number
  readonly intervals: number
  readonly configurations: number
}

export interface PlanAnswer {
  readonly outcome: string
  readonly path?: readonly Float64Array[] | undefined
  readonly proved: boolean
  readonly certificate?: (() => Certificate) | undefined
  readonly cost: PlanCost
}

export interface PlanContender {
  readonly name: string
  readonly how: string
  plan(world: World, problem: BenchProblem): PlanAnswer
}

/** As in the goal: solved means solved within ten seconds. */
export const MAX_MILLIS = 10_000

const SEED = 1
/** Of the planner that samples only. */
const RANGE = 0.5

export function proving(planner: Exclude<LabPlannerName, 'sbl'>, how: string): PlanContender {
  return {
    name: planner,
    how,
    plan(world, { start, goal, moving }) {
      const options = { planner, seed: SEED, moving, maxMillis: MAX_MILLIS }
      const result = planNowInLab(world, start, goal, options)
      const { iterations, nodes, validityTests, edgesProved, edgesRefuted, proofs } = result.stats
      const { volumeTests, leafTests, distanceTests, intervals, configurations } = proofs
      const cost: PlanCost = {
        iterations,
        nodes,
        validityTests,
        edgesProved,
        edgesRefuted,
        volumeTests,
        leafTests,
        distanceTests,
        intervals,
        configurations,
      }
      if (result.outcome !== 'solved') return { outcome: result.outcome, proved: false, cost }
      const { outcome, path, certificate } = result
      return { outcome, path, proved: true, certificate, cost }
    },
  }
}

export function sampling(resolution: number): PlanContender {
  return {
    name: `sampled ${resolution}`,
    how: `RRT-Connect, edges sampled every ${resolution} rad, nothing proved`,
    plan(world, { start, goal }) {
      const { path, validityTests, nodes } = sampledRrtConnect(world, start, goal, new Random(SEED), {
        range: RANGE,
        resolution,
        maxMillis: MAX_MILLIS,
      })
      const nothing = { edgesProved: 0, edgesRefuted: 0, volumeTests: 0, leafTests: 0, distanceTests: 0 }
      const cost = { ...nothing, intervals: 0, configurations: 0, iterations: 0, nodes, validityTests }
      return { outcome: path === undefined ? 'no-path-found' : 'solved', path, proved: false, cost }
    },
  }
}
