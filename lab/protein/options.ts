// The options of `limber lab protein`: read, checked, and turned into a plan of what to run.
import type { OwnMethod } from '../chaintree/options.js'
import type { RawOptions } from '../experiment.js'
import { readChoice, readList, readWholeNumber } from '../raw-options.js'
import { LENGTHS } from './backbones.js'

/** `chaintree-paper` and `k-obbtree-1` are as published, one atom a leaf: they are there for their counts. */
export const METHODS = [
  'chaintree',
  'chaintree-paper',
  'grid',
  'grid-side',
  '1-obbtree',
  'k-obbtree',
  'k-obbtree-1',
] as const
export type Method = (typeof METHODS)[number]
export type BaselineMethod = Exclude<Method, OwnMethod>

export function isBaseline(method: Method): method is BaselineMethod {
  return method !== 'chaintree' && method !== 'chaintree-paper'
}

/** How far a step turns: anywhere, which soon unfolds the chain, or by ±2°, which keeps it folded. */
export const MOVES = { uniform: Math.PI, small: Math.PI / 90 } as const
export type MoveKind = keyof typeof MOVES

const MOST_RESIDUES = 100_000

export const PARTS = ['clashes', 'energy'] as const
export type Part = (typeof PARTS)[number]

/** Lengths of the backbones whose energies are taken. */
export const ENERGY_LENGTHS: readonly number[] = [68, 144, 374, 755]

export interface ProteinOptions {
  readonly parts: readonly Part[]
  readonly seed: number
  readonly residues: readonly number[]
  readonly steps: number
  readonly methods: readonly Method[]
  readonly moves: readonly MoveKind[]
  /** Steps at which each baseline is timed, at most. The ChainTrees are timed at every step. */
  readonly samples: Readonly<Record<BaselineMethod, number>>
  /** Generated backbones, even where real ones are at hand. */
  readonly generated: boolean
  readonly energyResidues: readonly number[]
  readonly energySteps: number
}

export function readOptions(raw: RawOptions): ProteinOptions {
  const quick = raw.quick === true
  const list = <T>(
    option: string,
    value: string | boolean | undefined,
    of: readonly T[],
    read: (s: string) => T,
  ): T[] => readList(option, value ?? of.join(',')).map(read)
  return {
    seed: readWholeNumber('--seed', raw.seed ?? '1', 0, Number.MAX_SAFE_INTEGER),
    residues: list('--residues', raw.residues, LENGTHS, (s) => readWholeNumber('--residues', s, 1, MOST_RESIDUES)),
    steps: readWholeNumber('--steps', raw.steps ?? (quick ? '4000' : '20000'), 1, 100_000_000),
    methods: list('--methods', raw.methods, METHODS, (s) => readChoice('--methods', s, METHODS)),
    moves: list('--moves', raw.moves, Object.keys(MOVES) as MoveKind[], (s) =>
      readChoice('--moves', s, Object.keys(MOVES) as MoveKind[]),
    ),
    samples: quick
      ? { grid: 400, 'grid-side': 1000, '1-obbtree': 100, 'k-obbtree': 100, 'k-obbtree-1': 100 }
      : { grid: 2000, 'grid-side': 5000, '1-obbtree': 400, 'k-obbtree': 400, 'k-obbtree-1': 400 },
    generated: raw.generated === true,
    parts: list('--parts', raw.parts, PARTS, (s) => readChoice('--parts', s, PARTS)),
    energyResidues: list('--energy-residues', raw.energyResidues, ENERGY_LENGTHS, (s) =>
      readWholeNumber('--energy-residues', s, 2, MOST_RESIDUES),
    ),
    energySteps: readWholeNumber('--energy-steps', raw.energySteps ?? (quick ? '300' : '2000'), 1, 100_000_000),
  }
}
