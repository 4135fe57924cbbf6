// Planning (adaptive-checking-2004, sections V.D and V.E): SBL at the ε that it needs to stay right, A-SBL and our default by δ, and
// random walks through thin things with smoothing. Tables IV, V and VII.
import type { Experiment, Progress, RunControl } from './experiment.js'
import { type Check, type Job, part, runJobs } from './jobs.js'
import { machineName } from './machine.js'
import { checkAll } from './planning/checks.js'
import { findPlanning } from './planning/findings.js'
import { type PlanningOptions, readPlanningOptions, TABLES } from './planning/options.js'
import { deltaRows, deltaSettings, findEpsilons, type PlanSetting, type Run, runPlans } from './planning/plans.js'
import { printPlanning } from './planning/print.js'
import type { FoundEpsilon, PlanRow, Row, WalkRow } from './planning/rows.js'
import { loadPlanScene, loadWalkScene, PLAN_SCENES, type PlanScene, WALK_SCENES } from './planning/scenes.js'
import { measureWalk } from './planning/walks.js'
import { describeScene, type LoadedScene, type SceneFacts } from './scene-facts.js'

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
    { flags: '--nine-steps <count>', description: 'of the walk of nine arms, at most (default: 1000000)' },
    { flags: '--seed <number>', description: 'of all runs (default: 1)' },
    { flags: '--quick', description: 'a few runs at two δ, short walks, and no nine arms' },
  ],
  plan: readPlanningOptions,
  async run(options, progress, control) {
    const { document, complete } = await runPlanning(options, progress, control)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printPlanning(document), good, findings: findPlanning(document), complete }
  },
}

/** Runs of every setting in one part: what a stopped run has done up to there is kept. */
const RUNS_A_PART = 25

export async function runPlanning(
  options: PlanningOptions,
  progress: Progress,
  control: RunControl = {},
): Promise<{ document: PlanningDocument; complete: boolean }> {
  const { seed, query, tables } = options
  const scenes: SceneFacts[] = []
  const epsilons: FoundEpsilon[] = []
  const epsilonRows: PlanRow[] = []
  const plans: { scene: PlanScene['name']; settings: PlanSetting[]; runs: Run[][] }[] = []
  const walks: WalkRow[] = []
  const jobs: Job[] = []
  const describe = (name: string, load: () => LoadedScene): void => {
    jobs.push(
      part(
        `scene: ${name}`,
        0,
        () => describeScene(load()),
        (facts) => scenes.push(facts),
      ),
    )
  }
  for (const name of tables.includes('IV') || tables.includes('V') ? options.planScenes : []) {
    // Made when it is needed, and left when it is done: the larger ones take room.
    let made: PlanScene | undefined
    const scene = (): PlanScene => {
      made ??= loadPlanScene(name, query)
      return made
    }
    describe(name, scene)
    let epsilon: number | undefined
    if (tables.includes('IV')) {
      jobs.push(
        part(
          `IV: ${name}`,
          4,
          (p) => findEpsilons(scene(), options, p),
          ({ found, rows }) => {
            epsilons.push(...found)
            epsilonRows.push(...rows)
            epsilon = found.at(-1)!.epsilon
          },
        ),
      )
    }
    const starts = Array.from({ length: Math.ceil(options.runs / RUNS_A_PART) }, (_, k) => k * RUNS_A_PART)
    for (const from of tables.includes('V') ? starts : []) {
      const to = Math.min(from + RUNS_A_PART, options.runs)
      jobs.push(
        part(
          `V: ${name}, runs ${from + 1} to ${to}`,
          6 / starts.length,
          (p) => runPlans(scene(), deltaSettings(epsilon, options), from, to, options, p),
          (more) => {
            const settings = deltaSettings(epsilon, options)
            if (from === 0) plans.push({ scene: name, settings, runs: settings.map(() => []) })
            more.forEach((runs, i) => {
              plans.at(-1)!.runs[i]!.push(...runs)
            })
          },
        ),
      )
    }
    jobs.push({
      weight: 0,
      run: async () => {
        made = undefined
      },
    })
  }
  for (const name of tables.includes('VII') ? options.walkScenes : []) {
    describe(name, () => loadWalkScene(name))
    jobs.push(
      part(
        `VII: ${name}`,
        name === 'lattice-9' ? 12 : 2,
        (p) => measureWalk(loadWalkScene(name), options, p),
        (rows) => walks.push(...rows),
      ),
    )
  }
  const complete = await runJobs(jobs, progress, control)
  const figureOf = (name: string): string => scenes.find((scene) => scene.name === name)!.figure
  const planRows = plans.flatMap(({ scene: name, settings, runs }) =>
    deltaRows({ name, figure: figureOf(name) }, settings, runs),
  )
  const rows = [...epsilonRows, ...planRows, ...walks]
  const document: PlanningDocument = {
    experiment: 'planning',
    seed,
    query,
    node: machineName(),
    scenes,
    rows,
    epsilons,
    checks: checkAll({ rows, epsilons, full: options.smoothing === 1 }),
  }
  return { document, complete }
}
