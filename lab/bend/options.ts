// The options of `limber lab bend`: read and checked.
import type { RawOptions } from '../experiment.js'
import { readChoice, readList, readWholeNumber } from '../raw-options.js'
import type { ChainMoveCase } from './chain-moves.js'
import type { MeshStepCase } from './mesh-steps.js'
import type { MeltPlan } from './passages.js'
import type { RopeMotion } from './rope-steps.js'

export const BEND_PARTS = ['growth', 'sampling', 'passages'] as const
export type BendPart = (typeof BEND_PARTS)[number]

export interface BendOptions {
  readonly parts: readonly BendPart[]
  /** Beads and links. */
  readonly sizes: readonly number[]
  readonly motions: readonly RopeMotion[]
  readonly chainMoves: readonly ChainMoveCase[]
  /** Of each kind, for medians. */
  readonly moves: number
  readonly triangles: readonly number[]
  readonly cloth: readonly MeshStepCase[]
  /** Instants of sampling, both ends included. */
  readonly instants: readonly number[]
  /** Sizes of what is sampled. */
  readonly sampled: {
    readonly beads: number
    readonly links: number
    readonly moves: number
    readonly triangles: number
    readonly leaves: number
    readonly frames: number
    /** Whether a roll is too: it needs 5,000 triangles. */
    readonly roll: boolean
  }
  readonly melts: readonly MeltPlan[]
  readonly walks: { readonly walks: number; readonly beads: number; readonly steps: number }
}

const MOTIONS: readonly RopeMotion[] = ['gentle', 'middle', 'turn 0.5', 'turn 1', 'turn 1.5']

const FULL: BendOptions = {
  parts: BEND_PARTS,
  sizes: [1000, 10_000, 100_000],
  motions: MOTIONS,
  chainMoves: [
    { joints: 1, angle: 0.1 },
    { joints: 1, angle: 1 },
  ],
  moves: 400,
  triangles: [5000, 20_000],
  cloth: [
    { scene: 'wave', angle: 0.4, slabs: 'auto' },
    { scene: 'fold', angle: 0.4, slabs: 'auto' },
    { scene: 'gentle', angle: 0.4, slabs: 'auto' },
    { scene: 'roll', angle: 0.4, slabs: 'auto' },
    { scene: 'roll', angle: 2.5, slabs: 'auto' },
    { scene: 'roll', angle: 2.5, slabs: 4 },
    { scene: 'roll', angle: 2.5, slabs: 1 },
  ],
  instants: [10, 30, 100, 300, 1000],
  sampled: { beads: 1000, links: 1000, moves: 60, triangles: 1000, leaves: 100, frames: 20, roll: true },
  melts: [
    { chains: 6, length: 30, frames: 40 },
    { chains: 20, length: 50, frames: 20 },
  ],
  walks: { walks: 200, beads: 24, steps: 5 },
}

const QUICK: BendOptions = {
  ...FULL,
  sizes: [1000],
  moves: 100,
  triangles: [5000],
  instants: [10, 30, 100],
  sampled: { beads: 300, links: 300, moves: 30, triangles: 500, leaves: 30, frames: 6, roll: false },
  melts: [{ chains: 4, length: 20, frames: 8 }],
  walks: { walks: 20, beads: 24, steps: 3 },
}

export function readBendOptions(raw: RawOptions): BendOptions {
  const base = raw.quick === true ? QUICK : FULL
  const { part, n } = raw
  return {
    ...base,
    ...(part === undefined
      ? {}
      : { parts: readList('--part', part).map((word) => readChoice('--part', word, BEND_PARTS)) }),
    ...(n === undefined
      ? {}
      : { sizes: readList('--n', n).map((size) => readWholeNumber('--n', size, 100, 1_000_000)) }),
  }
}
