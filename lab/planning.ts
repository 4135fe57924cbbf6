// Planning (adaptive-checking-2004, sections V.D and V.E): SBL at the ε that it needs to stay right, A-SBL and our default by δ, and
// random walks through thin things with smoothing. Tables IV, V and VII.
import type { Experiment, Progress } from './experiment.js'
import { FindingLists } from './findings.js'
import { type Check, type Job, runJobs } from './jobs.js'
import { machineName } from './machine.js'
import { checkAll } from './planning/checks.js'
import { type PlanningOptions, readPlanningOptions, TABLES } from './planning/options.js'
import { findEpsilons, measureDeltas } from './planning/plans.js'
import { printPlanning } from './planning/print.js'
import type { FoundEpsilon, Row } from './planning/rows.js'
import { loadPlanScene, loadWalkScene, PLAN_SCENES, WALK_SCENES } from './planning/scenes.js'
import { measureWalk } from './planning/walks.js'
import { describeScene, type SceneFacts } from './scene-facts.js'

export interface PlanningDocument {
  readonly experiment: 'planning'
  readonly seed: number
  readonly query: number
  readonly node: string
  readonly scenes: readonly SceneFacts[]
  readonly rows: readonly Row[]
  readonly epsilons: readonly FoundEpsilon[]
  readonly checks: readonly Check[]
}

export const planning: Experiment<PlanningOptions> = {
  name: 'planning',
  summary: 'planners: SBL at the step it needs, A-SBL and ours with proofs; random walks through rings, smoothed',
  paper: 'Adaptive Dynamic Collision Checking for Single and Multiple Articulated Robots in Complex Environments, 2004',
  options: [
    { flags: '--table <list>', description: `of ${TABLES.join(', ')}, separated by commas (default: all)` },
    {
      flags: '--scene <list>',
      description: `of ${[...PLAN_SCENES, ...WALK_SCENES].join(', ')}, separated by commas (default: all)`,
    },
    {
      flags: '--runs <count>',
      description: 'in which SBL has to be right, and of each planner at each δ (default: 100)',
    },
    {
      flags: '--query <number>',
      description: "0 (default) for each scene's own start and goal, others for some near them",
    },
    { flags: '--steps <count>', description: 'of a random walk, at most (default: 400000)' },
    { flags: '--seed <number>', description: 'of all runs (default: 1)' },
    { flags: '--quick', description: 'a few runs at two δ, short walks, and no nine arms' },
  ],
  plan: readPlanningOptions,
  async run(options, progress) {
    const document = await runPlanning(options, progress)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printPlanning(document), good, findings: new FindingLists(), complete: true }
  },
}

export async function runPlanning(options: PlanningOptions, progress: Progress): Promise<PlanningDocument> {
  const { seed, query } = options
  const rows: Row[] = []
  const epsilons: FoundEpsilon[] = []
  const scenes: SceneFacts[] = []
  const jobs: Job[] = []
  if (options.tables.includes('IV') || options.tables.includes('V')) {
    for (const name of options.planScenes) {
      jobs.push({
        weight: 4,
        // Made when it is needed, and left when it is done: the larger ones take room.
        run: async (p) => {
          const lab = loadPlanScene(name, query)
          scenes.push(describeScene(lab))
          let epsilon: number | undefined
          if (options.tables.includes('IV')) {
            const { found, rows: own } = await findEpsilons(lab, options, (share, label) => p(0.4 * share, label))
            epsilons.push(...found)
            rows.push(...own)
            epsilon = found.at(-1)!.epsilon
          }
          if (options.tables.includes('V')) {
            rows.push(...(await measureDeltas(lab, epsilon, options, (share, label) => p(0.4 + 0.6 * share, label))))
          }
        },
      })
    }
  }
  if (options.tables.includes('VII')) {
    for (const name of options.walkScenes) {
      jobs.push({
        weight: name === 'lattice-9' ? 12 : 2,
        run: async (p) => {
          const lab = loadWalkScene(name)
          scenes.push(describeScene(lab))
          rows.push(...(await measureWalk(lab, options, p)))
        },
      })
    }
  }
  await runJobs(jobs, progress)
  return {
    experiment: 'planning',
    seed,
    query,
    node: machineName(),
    scenes,
    rows,
    epsilons,
    checks: checkAll({ rows, epsilons, full: options.smoothing === 1 }),
  }
}
