// The options of `limber lab chaintree`: read, checked, and turned into a plan of what to run.
import { COMPACT_STARTS, type CompactStart } from '../../scenes/index.js'
import type { ChainOptions } from '../../src/entries/chains.js'
import { InvalidInputError } from '../../src/index.js'
import type { RawOptions } from '../experiment.js'
import { readChoice, readList, readWholeNumber } from '../raw-options.js'

const AS_PUBLISHED = { linksPerLeaf: 1, experimental: { merge: 'covariance' } } as const

/** ChainTrees: ours, with swept rectangles (section 6.3), as published (section 2.2), and so with tight boxes (section 6.1). */
export const OWN_METHODS = {
  chaintree: {},
  'chaintree-rss': { volume: 'rss' },
  'chaintree-paper': { ...AS_PUBLISHED, boxes: 'loose' },
  'chaintree-tight': { ...AS_PUBLISHED, boxes: 'tight' },
} as const satisfies Readonly<Record<string, ChainOptions>>
export type OwnMethod = keyof typeof OWN_METHODS

/** `k-obbtree-1` has one link a leaf, as in PQP: it is slower and there for its counts. */
export const BASELINES = ['grid', '1-obbtree', 'k-obbtree', 'k-obbtree-1'] as const
export type BaselineMethod = (typeof BASELINES)[number]
export type Method = OwnMethod | BaselineMethod
export const METHODS: readonly Method[] = [...(Object.keys(OWN_METHODS) as OwnMethod[]), ...BASELINES]

export function isOwn(method: Method): method is OwnMethod {
  return method in OWN_METHODS
}

/** One chain length: who is measured on it, and at how many of the steps. */
export interface SizePlan {
  readonly n: number
  readonly methods: readonly Method[]
  /** Steps at which each baseline is timed, at most. The ChainTrees are timed at every step. */
  readonly samples: Readonly<Record<BaselineMethod, number>>
  /** States of the chain at which both volumes are asked about distances. */
  readonly questions: number
  /** A guess, for the progress bar only. */
  readonly expectedMicros: number
}

export interface WorstCasePlan {
  /** Lemma 7's d: 3d³/64 + d²/64 − 1 links. */
  readonly lemma7: readonly number[]
  /** Links of Figure 5's double row. */
  readonly figure5: readonly number[]
  /** Links of Figure 4's hairpin. */
  readonly figure4: readonly number[]
  readonly expectedMicros: number
}

export interface ChainTreeOptions {
  readonly seed: number
  readonly steps: number
  readonly start: CompactStart
  readonly sizes: readonly SizePlan[]
  readonly worstCases: WorstCasePlan
}

const LARGEST = 1_000_000
/** Baselines are run by default up to here: above it a step of theirs takes tens of milliseconds. */
const BASELINES_UP_TO = 10_000
const ABOVE: readonly OwnMethod[] = ['chaintree', 'chaintree-rss']
const SIZES = [1000, 2500, 5000, 10_000, 100_000, LARGEST]

export function readOptions(raw: RawOptions): ChainTreeOptions {
  const quick = raw.quick === true
  const steps = readWholeNumber('--steps', raw.steps ?? (quick ? '5000' : '20000'), 1, 100_000_000)
  const sizes = readList('--n', raw.n ?? SIZES.filter((n) => !quick || n < LARGEST).join(',')).map((item) =>
    readWholeNumber('--n', item, 2, LARGEST),
  )
  const asked =
    raw.methods === undefined
      ? undefined
      : readList('--methods', raw.methods).map((m) => readChoice('--methods', m, METHODS))
  const samples = quick
    ? { grid: 400, '1-obbtree': 100, 'k-obbtree': 100, 'k-obbtree-1': 100 }
    : { grid: 2000, '1-obbtree': 400, 'k-obbtree': 400, 'k-obbtree-1': 400 }
  return {
    seed: readWholeNumber('--seed', raw.seed ?? '1', 0, Number.MAX_SAFE_INTEGER),
    steps,
    start: compactStart(raw.start ?? 'serpentine'),
    sizes: sizes.map((n) => {
      const methods = asked ?? (n <= BASELINES_UP_TO ? METHODS : ABOVE)
      const both = ABOVE.every((own) => methods.includes(own)) && n <= BASELINES_UP_TO
      const questions = both ? (quick ? 10 : 40) : 0
      return { n, methods, samples, questions, expectedMicros: expectedMicros(n, methods, samples, questions, steps) }
    }),
    worstCases: {
      lemma7: quick ? [16, 24, 32, 48, 64] : [16, 24, 32, 48, 64, 96, 128],
      figure5: quick ? [100, 1000, 10_000] : [100, 1000, 10_000, 100_000],
      figure4: quick ? [64, 256] : [64, 256, 1024, 4096],
      expectedMicros: quick ? 500_000 : 3_000_000,
    },
  }
}

function expectedMicros(
  n: number,
  methods: readonly Method[],
  samples: SizePlan['samples'],
  questions: number,
  steps: number,
): number {
  let sum = 8 * n + steps * (5 + Math.log2(n)) + 10 * questions * n
  for (const m of methods) {
    if (m === 'chaintree') continue
    if (isOwn(m)) sum += 12 * n + 3 * steps * (5 + Math.log2(n))
    else sum += Math.min(steps, samples[m]) * n * (m === 'grid' ? 0.1 : 0.9)
  }
  return sum
}

function compactStart(value: string | boolean): CompactStart {
  const found = COMPACT_STARTS.find((s) => s === value)
  if (found === undefined) throw new InvalidInputError('--start', value, COMPACT_STARTS.join(' or '))
  return found
}
