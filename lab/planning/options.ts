// The options of `limber lab planning`: read, checked, and turned into a plan of what to run.
import type { RawOptions } from '../experiment.js'
import { readChoice, readList, readWholeNumber } from '../raw-options.js'
import { TABLE_5_DELTAS } from './published.js'
import { PLAN_SCENES, type PlanSceneName, WALK_SCENES, type WalkSceneName } from './scenes.js'

export const TABLES = ['IV', 'V', 'VII'] as const
export type Table = (typeof TABLES)[number]

const SCENES = [...PLAN_SCENES, ...WALK_SCENES]

export interface PlanningOptions {
  readonly seed: number
  readonly tables: readonly Table[]
  readonly planScenes: readonly PlanSceneName[]
  readonly walkScenes: readonly WalkSceneName[]
  /** Which query of each scene: 0, or one near it. */
  readonly query: number
  /** Runs in a row in which SBL has to be right, in steps: the paper has 50 and 100. */
  readonly inARow: readonly number[]
  /** Runs at each δ; the paper has 100. */
  readonly runs: number
  readonly deltas: readonly number[]
  /** Runs of SBL at all ε together, after which the search ends. */
  readonly most: number
  /** Is there a run of each setting that is not counted first? It builds trees, and is slower than the rest. */
  readonly warmUp: boolean
  /** In units of the published K, for smoothing. */
  readonly smoothing: number
  /** The most segments of a random walk, and of that of nine arms, which walk in turns. */
  readonly steps: number
  readonly nineSteps: number
}

export function readPlanningOptions(raw: RawOptions): PlanningOptions {
  const quick = raw.quick === true
  const whole = (flag: string, few: number, many: number, least = 1): number =>
    readWholeNumber(`--${flag}`, raw[camelCase(flag)] ?? String(quick ? few : many), least, 10_000_000)
  const scenes = readList('--scene', raw.scene ?? SCENES.filter((s) => !quick || s !== 'lattice-9').join(',')).map(
    (s) => readChoice('--scene', s, SCENES),
  )
  const runs = whole('runs', 2, 100)
  return {
    seed: readWholeNumber('--seed', raw.seed ?? '1', 0, 1_000_000_000),
    tables: readList('--table', raw.table ?? TABLES.join(',')).map((t) => readChoice('--table', t, TABLES)),
    planScenes: PLAN_SCENES.filter((name) => scenes.includes(name)),
    walkScenes: WALK_SCENES.filter((name) => scenes.includes(name)),
    query: readWholeNumber('--query', raw.query ?? '0', 0, 1_000_000_000),
    inARow: [...new Set([Math.ceil(runs / 2), runs])],
    runs,
    deltas: quick ? [0.001, 0] : TABLE_5_DELTAS,
    most: 20 * runs,
    warmUp: !quick,
    smoothing: quick ? 0.02 : 1,
    steps: whole('steps', 400, 400_000),
    nineSteps: whole('nine-steps', 400, 1_000_000),
  }
}

/** As the command line hands options over. */
function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
