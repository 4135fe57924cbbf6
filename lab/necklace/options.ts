// The options of `limber lab necklace`: read, checked, and turned into a plan of what to run.
import { InvalidInputError } from '../../src/index.js'
import type { RawOptions } from '../experiment.js'
import { readChoice, readList, readWholeNumber } from '../raw-options.js'

export const NECKLACE_MODELS = [
  'grill',
  'spline',
  'helix-static',
  'helix-scaling',
  'backbone',
  'globule',
  'hairpin',
  'spiral-start',
  'spiral-end',
] as const
export type NecklaceModel = (typeof NECKLACE_MODELS)[number]

/** Those that come in any size. */
export const SIZED_MODELS = ['spline', 'helix-static', 'helix-scaling'] as const
export type SizedModel = (typeof SIZED_MODELS)[number]

/** As published. */
const SIZES: Readonly<Record<SizedModel, readonly number[]>> = {
  spline: [100, 400, 1600],
  'helix-static': [200, 400, 1600, 6400, 12_800],
  'helix-scaling': [100, 400, 1600, 6400, 25_600],
}
const QUICK_MOST = 6400

export interface NecklaceLabOptions {
  readonly models: readonly NecklaceModel[]
  readonly sizes: Readonly<Record<SizedModel, readonly number[]>>
  /** Sides of the grids of section 5.1, in 2-D and 3-D, and the largest k of Lemma 4.3. */
  readonly sides: readonly [readonly number[], readonly number[]]
  readonly levels: number
  /** Frames of the spiral and the hairpin. */
  readonly frames: readonly [number, number]
  readonly rounds: number
  /** Whether parameters of ours are varied too. */
  readonly variants: boolean
}

export function readNecklaceLabOptions(raw: RawOptions): NecklaceLabOptions {
  const quick = raw.quick === true
  const models = readList('--model', raw.model ?? NECKLACE_MODELS.join(',')).map((m) =>
    readChoice('--model', m, NECKLACE_MODELS),
  )
  const asked = raw.n === undefined ? undefined : readList('--n', raw.n).map((n) => readWholeNumber('--n', n, 4, 1e6))
  if (asked !== undefined && !models.some((m) => SIZED_MODELS.some((sized) => sized === m))) {
    throw new InvalidInputError('--n', raw.n, `used with one of the models ${SIZED_MODELS.join(', ')}`)
  }
  const sizesOf = (model: SizedModel): readonly number[] =>
    asked ?? SIZES[model].filter((n) => !quick || n <= QUICK_MOST)
  return {
    models,
    sizes: {
      spline: sizesOf('spline'),
      'helix-static': sizesOf('helix-static'),
      'helix-scaling': sizesOf('helix-scaling'),
    },
    // Halves of halves: sides between powers of two have trees of other shapes, and their counts go up and down.
    sides: [quick ? [16, 32, 64] : [16, 32, 64, 128, 256], quick ? [8, 16, 32] : [8, 16, 32, 64]],
    levels: quick ? 10 : 16,
    frames: quick ? [100, 60] : [100, 300],
    rounds: quick ? 3 : 10,
    variants: models.length === NECKLACE_MODELS.length,
  }
}
