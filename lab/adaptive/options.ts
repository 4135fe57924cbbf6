// The options of `limber lab adaptive`: read, checked, and turned into a plan of what to run.
import type { RawOptions } from '../experiment.js'
import { readChoice, readList, readWholeNumber } from '../raw-options.js'
import { LAB_SCENES, type LabSceneName, PAPER_SCENES } from './scenes.js'

export const TABLES = [
  'figure-9',
  'I',
  'III',
  'VI',
  'figure-13',
  'XI',
  'random',
  'variants',
  'epsilon',
  'ablation',
  'VIII',
  'IX',
  'X',
] as const
export type Table = (typeof TABLES)[number]

/** Those that are measured in the scenes. */
export const SCENE_TABLES: readonly Table[] = TABLES.filter((t) => !['figure-9', 'VIII', 'IX', 'X'].includes(t))

export interface AdaptiveOptions {
  readonly seed: number
  readonly tables: readonly Table[]
  readonly scenes: readonly LabSceneName[]
  /** Table I: random configurations of each scene; the paper has 1,000. */
  readonly configurations: number
  /** Figure 9: random segments of each robot; the paper has 10,000. */
  readonly bounds: number
  /** Tables III, VI and XI: segments of each scene; the paper has 1,000. */
  readonly segments: number
  /** Runs in a row in which fixed resolution has to be right; the paper has 50 and 100. */
  readonly runs: number
  /** Tables VIII to X: the least ζ for the paper's methods. */
  readonly finest: number
  /** Tables VIII to X: which links are checked. */
  readonly links: readonly ('all' | 'end-effector')[]
  /** How often everything is timed; the quickest counts. */
  readonly rounds: number
}

export function readAdaptiveOptions(raw: RawOptions): AdaptiveOptions {
  const quick = raw.quick === true
  const whole = (
    flag: 'configurations' | 'bounds' | 'segments' | 'runs' | 'rounds',
    few: number,
    many: number,
  ): number => readWholeNumber(`--${flag}`, raw[flag] ?? String(quick ? few : many), 1, 100_000)
  return {
    seed: readWholeNumber('--seed', raw.seed ?? '1', 0, Number.MAX_SAFE_INTEGER),
    tables: readList(
      '--table',
      raw.table ?? TABLES.filter((t) => !quick || (t !== 'random' && t !== 'variants')).join(','),
    ).map((t) => readChoice('--table', t, TABLES)),
    scenes: readList('--scene', raw.scene ?? (quick ? PAPER_SCENES : LAB_SCENES).join(',')).map((s) =>
      readChoice('--scene', s, LAB_SCENES),
    ),
    configurations: whole('configurations', 3, 200),
    bounds: whole('bounds', 20, 1000),
    segments: whole('segments', 3, 60),
    runs: whole('runs', 3, 100),
    finest: quick ? 0.01 : 0.0001,
    links: quick ? ['all'] : ['all', 'end-effector'],
    rounds: whole('rounds', 1, 2),
  }
}
