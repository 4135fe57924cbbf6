// The checkers that are compared, behind one face: a straight segment in, outcome and counts out.
import type { World } from '../../src/index.js'
import { checkMotionWith } from '../../src/robots/motion/check-motion.js'
import { readMotion } from '../../src/robots/motion/motion-input.js'
import type { MotionRules } from '../../src/robots/motion/pair-motion.js'
import { type SampleStats, sampleMotion } from '../../src/robots/motion/sample-motion.js'
import type { MotionStats } from '../../src/robots/motion/verdict.js'
import type { Progress } from '../experiment.js'
import { checkPublished } from '../published/check.js'
import type { PublishedVariant } from '../published/variant.js'
import type { LabScene, Segment } from './lab-scene.js'
import type { PublishedTests } from './published.js'
import { processorMillis, type Row, summarise } from './rows.js'

export const METHODS = ['fixed', 'adaptive', 'refined', 'limber'] as const
export type Method = (typeof METHODS)[number]

/** A checker with all that it can be told. */
export interface Setting {
  readonly method: Method
  readonly delta?: number
  /** Fixed resolution: the longest step left untested, in configuration space. */
  readonly epsilon?: number
  /** Limber: only these of its rules. */
  readonly rules?: keyof typeof RULES
  /** Adaptive: what the paper describes beside what it chose. */
  readonly variant?: keyof typeof VARIANTS
}

/** Which of the checker's rules are at work, by what the rows call them. */
export const RULES = {
  'radii, directions, frames': { direction: true, frames: true },
  'radii, directions': { direction: true, frames: false },
  'radii, frames': { direction: false, frames: true },
  radii: { direction: false, frames: false },
} as const satisfies Readonly<Record<string, MotionRules>>

/** What the paper describes in words beside its own choices, by what the rows call it. */
export const VARIANTS = {
  'as published': {},
  'longest first': { order: 'length' },
  'ends of the uncovered part (Figure 3c)': { covering: 'uncovered-ends' },
  'middle of the uncovered part (Figure 3d)': { covering: 'uncovered-middle' },
  'exact distance': { distance: 'exact' },
  'approximate distance, γ 0.5': { distance: 'approximate' },
} as const satisfies Readonly<Record<string, Partial<PublishedVariant>>>

export interface Run {
  readonly outcome: string
  readonly volumeTests: number
  readonly leafTests: number
  readonly configurations: number
  /** The paper's checkers: tests of volumes at the two ends, which are not among volumeTests. */
  readonly endTests?: number
}

/** Tests after which a checker gives up: six times what the paper's worst case takes. */
const MOST_TESTS = 50_000_000

export function runSetting(world: World, segment: Segment, setting: Setting): Run {
  const { outcome, stats } = ask(world, segment, setting)
  const { volumeTests, leafTests, configurations } = stats
  // The paper's checkers are given segments whose ends are known to be free, with their bounds; ours of the same names test
  // them, and that is not counted. Limber never tests ends.
  const ends = 'ends' in stats ? (stats as SampleStats).ends : undefined
  return {
    outcome,
    volumeTests: volumeTests - (ends?.volumeTests ?? 0),
    leafTests: leafTests - (ends?.leafTests ?? 0),
    configurations: configurations - (ends === undefined ? 0 : 2),
    ...(ends === undefined ? {} : { endTests: ends.volumeTests }),
  }
}

/** Fixed resolution at the ends alone: what is taken off its time. */
const ENDS_ONLY = { resolution: Number.MAX_VALUE }

function ask(
  world: World,
  segment: Segment,
  setting: Setting,
  maxSteps = MOST_TESTS,
): { outcome: string; stats: MotionStats } {
  const { method, delta = 0, epsilon = 0, rules, variant } = setting
  switch (method) {
    case 'fixed':
      return sampleMotion(world, segment, { resolution: epsilon, maxSteps })
    case 'limber':
      return checkMotionWith(world, segment, { delta, maxSteps }, rules === undefined ? undefined : RULES[rules])
    case 'adaptive':
      return checkPublished(world.model(), readMotion(world, segment), {
        delta,
        maxSteps,
        variant: VARIANTS[variant ?? 'as published'],
      })
    case 'refined':
      return checkPublished(world.model(), readMotion(world, segment), { method, delta, maxSteps })
  }
}

/** Milliseconds of all segments by one setting. */
function timeSetting(world: World, segments: readonly Segment[], setting: Setting): number {
  const start = processorMillis()
  for (const segment of segments) ask(world, segment, setting)
  if (setting.method !== 'fixed') return processorMillis() - start
  const between = processorMillis()
  for (const segment of segments) sampleMotion(world, segment, ENDS_ONLY)
  return Math.max(0, between - start - (processorMillis() - between))
}

export interface Measured extends Omit<Row, 'table' | 'published'> {
  /** By segment. */
  readonly outcomes: readonly string[]
}

/**
 * Every setting on every segment: counted once, and timed `rounds` times, settings by turns, so that a slow spell of the machine
 * falls on all alike. The counting is what warms the compiler up; with no rounds, it is what is timed.
 */
export async function measureSettings(
  { name, figure, world }: Pick<LabScene, 'name' | 'figure' | 'world'>,
  settings: readonly Setting[],
  segments: readonly Segment[],
  rounds: number,
  progress: Progress,
  label: string,
): Promise<Measured[]> {
  const runs: Run[][] = []
  const best: number[] = []
  const parts = settings.length * (1 + rounds)
  let done = 0
  for (const setting of settings) {
    await progress(done++ / parts, label)
    // What a method makes of the world, once and for all, is not what is timed.
    if (rounds === 0) for (const segment of segments) ask(world, segment, setting, 1)
    const start = processorMillis()
    runs.push(segments.map((segment) => runSetting(world, segment, setting)))
    best.push(rounds === 0 ? processorMillis() - start : Infinity)
  }
  for (let round = 0; round < rounds; round++) {
    for (const [s, setting] of settings.entries()) {
      await progress(done++ / parts, label)
      best[s] = Math.min(best[s]!, timeSetting(world, segments, setting))
    }
  }
  const count = segments.length
  return settings.map((setting, s): Measured => {
    const own = runs[s]!
    const mean = (value: (run: Run) => number): number => own.reduce((sum, run) => sum + value(run), 0) / count
    return {
      scene: name,
      ...setting,
      millis: best[s]! / count,
      volumeTests: mean((run) => run.volumeTests),
      leafTests: mean((run) => run.leafTests),
      outcome: summarise(own.map((run) => run.outcome)),
      figure,
      count,
      configurations: mean((run) => run.configurations),
      ...(setting.method !== 'limber' ? { endTests: mean((run) => run.endTests ?? 0) } : {}),
      outcomes: own.map((run) => run.outcome),
    }
  })
}

/** As a row of a table, with what the paper has there. */
export function toRow(table: string, { outcomes, ...measured }: Measured, published: PublishedTests | undefined): Row {
  return { table, ...measured, ...(published === undefined ? {} : { published }) }
}
