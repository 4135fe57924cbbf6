// Plans by several planners, as in section V.D: the first ε at which SBL stays right for a given number of runs in a row (Table IV), and how
// long A-SBL and our default take, by δ (Table V).
//
// Who is right is judged by our own checker at δ = 0, as there: what it calls a collision has been shown at a configuration.
import { checkMotion } from '../../src/index.js'
import type { Progress } from '../experiment.js'
import { planNowInLab } from '../published/plan.js'
import type { PlanningOptions } from './options.js'
import { publishedASbl, publishedSbl } from './published.js'
import { type FoundEpsilon, type PlanRow, processorMillis } from './rows.js'
import type { PlanScene } from './scenes.js'

/** Where ε begins, what it is cut by after each wrong path, and where the search gives up: radians, Euclidean. */
export const LARGEST = 0.25
export const CUT = 1.2
export const SMALLEST = 1e-4

export type PlanSetting =
  | { readonly planner: 'sbl'; readonly epsilon: number }
  | { readonly planner: 'a-sbl' | 'rrt-connect'; readonly delta: number }

/** Rounds of a search after which it is given up: no clock, so that the same is given up on every machine. */
const ROUNDS = 50_000

/** One run of a planner. */
export interface Run {
  readonly seconds: number
  readonly outcome: 'right' | 'wrong' | 'undecided' | 'unsolved'
  readonly segments: number
  readonly length: number
  readonly iterations: number
  readonly validityTests: number
}

function run({ world, query }: PlanScene, setting: PlanSetting, seed: number): Run {
  const { planner } = setting
  const own = setting.planner === 'sbl' ? { resolution: setting.epsilon } : { delta: setting.delta }
  const before = processorMillis()
  const result = planNowInLab(world, query.start, query.goal, {
    planner,
    seed,
    maxMillis: Infinity,
    maxIterations: ROUNDS,
    ...own,
  })
  const seconds = (processorMillis() - before) / 1000
  if (result.outcome === 'invalid-start' || result.outcome === 'invalid-goal') {
    // Ends that are nearer to something than δ: no query of ours has them.
    throw new Error(`${planner}: ${result.outcome}, ${JSON.stringify(result.problems)}`)
  }
  const { iterations, validityTests } = result.stats
  if (result.outcome !== 'solved')
    return { seconds, outcome: 'unsolved', segments: 0, length: 0, iterations, validityTests }
  const { outcome } = checkMotion(world, result.path)
  return {
    seconds,
    outcome: outcome === 'free' ? 'right' : outcome === 'collision' ? 'wrong' : 'undecided',
    segments: result.path.length - 1,
    length: result.length,
    iterations,
    validityTests,
  }
}

/** Runs with other seeds than those of the search for ε. */
const TIMED_SEEDS = 500_000

/** Of runs that are not counted. */
const WARM_UP = 999_999

function seedOf(options: PlanningOptions, k: number): number {
  return 1_000_000 * options.seed + k
}

function toRow(
  table: PlanRow['table'],
  { name, figure }: Pick<PlanScene, 'name' | 'figure'>,
  setting: PlanSetting,
  runs: readonly Run[],
): PlanRow {
  const mean = (value: (r: Run) => number, of = runs): number =>
    of.length === 0 ? 0 : of.reduce((sum, r) => sum + value(r), 0) / of.length
  const solved = runs.filter(({ outcome }) => outcome !== 'unsolved')
  const count = (outcome: Run['outcome']): number => runs.filter((r) => r.outcome === outcome).length
  const sorted = runs.map(({ seconds }) => seconds).sort((a, b) => a - b)
  const published =
    setting.planner === 'a-sbl'
      ? publishedASbl(figure, setting.delta)
      : setting.planner === 'sbl' && table === 'IV'
        ? publishedSbl(figure, runs.length)
        : undefined
  return {
    table,
    scene: name,
    figure,
    ...setting,
    seconds: mean((r) => r.seconds),
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    percentile95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0,
    runs: runs.length,
    wrongPaths: count('wrong'),
    undecided: count('undecided'),
    unsolved: count('unsolved'),
    segments: mean((r) => r.segments, solved),
    length: mean((r) => r.length, solved),
    iterations: mean((r) => r.iterations),
    validityTests: mean((r) => r.validityTests),
    ...(published === undefined ? {} : { published }),
  }
}

export interface Epsilons {
  readonly found: readonly FoundEpsilon[]
  readonly rows: readonly PlanRow[]
}

/** Table IV. Every run has a seed of its own, through all series. */
export async function findEpsilons(lab: PlanScene, options: PlanningOptions, progress: Progress): Promise<Epsilons> {
  const { inARow, most } = options
  const { name, figure } = lab
  const found: FoundEpsilon[] = []
  const rows: PlanRow[] = []
  let epsilon = LARGEST
  let series: Run[] = []
  let [tried, mistakes] = [0, 0]
  if (options.warmUp) run(lab, { planner: 'sbl', epsilon }, seedOf(options, WARM_UP))
  const last = inARow.at(-1)!
  for (let left = [...inARow]; left.length > 0; ) {
    await progress(Math.max(series.length / last, tried / most), `Table IV: ${name}, ε = ${epsilon.toPrecision(3)}`)
    const isOver = tried === most || epsilon < SMALLEST
    if (!isOver) {
      tried++
      const one = run(lab, { planner: 'sbl', epsilon }, seedOf(options, tried))
      if (one.outcome === 'wrong') {
        mistakes++
        epsilon /= CUT
        series = []
        continue
      }
      series.push(one)
    }
    const met = isOver ? left : left.filter((runs) => runs <= series.length)
    for (const runs of met) {
      found.push({ scene: name, figure, runs, epsilon, right: !isOver, mistakes, tried })
      rows.push(toRow('IV', lab, { planner: 'sbl', epsilon }, series))
    }
    left = left.filter((runs) => !met.includes(runs))
  }
  return { found, rows }
}

/** Table V: SBL at its ε, if that is known, and both proving planners at every δ. */
export function deltaSettings(epsilon: number | undefined, { deltas }: PlanningOptions): PlanSetting[] {
  return [
    ...(epsilon === undefined ? [] : [{ planner: 'sbl', epsilon } as const]),
    ...(['a-sbl', 'rrt-connect'] as const).flatMap((planner) => deltas.map((delta) => ({ planner, delta }))),
  ]
}

/** Runs `from` to `to` of every setting, by turns and with the same seeds. */
export async function runPlans(
  lab: PlanScene,
  settings: readonly PlanSetting[],
  from: number,
  to: number,
  options: PlanningOptions,
  progress: Progress,
): Promise<Run[][]> {
  const label = `Table V: ${lab.name}`
  for (const setting of options.warmUp ? settings : []) {
    await progress(0, label)
    run(lab, setting, seedOf(options, WARM_UP))
  }
  const all = settings.map((): Run[] => [])
  for (let k = from; k < to; k++) {
    for (const [i, setting] of settings.entries()) {
      await progress((k - from + i / settings.length) / (to - from), label)
      all[i]!.push(run(lab, setting, seedOf(options, TIMED_SEEDS + k)))
    }
  }
  return all
}

export function deltaRows(
  scene: Pick<PlanScene, 'name' | 'figure'>,
  settings: readonly PlanSetting[],
  runs: readonly (readonly Run[])[],
): PlanRow[] {
  return settings.flatMap((setting, i) => (runs[i]!.length === 0 ? [] : [toRow('V', scene, setting, runs[i]!)]))
}
