// The options of `limber lab melting`: read and checked.
import { availableParallelism } from 'node:os'
import { InvalidInputError } from '../../src/index.js'
import type { RawOptions } from '../experiment.js'
import { readWholeNumber } from '../raw-options.js'

export interface MeltingOptions {
  readonly temperatures: readonly number[]
  readonly seed: number
  /** Of one start, all replicas together. */
  readonly moves: number
  readonly workers: number
  /** Where the picture goes. */
  readonly plot: string | undefined
}

/** As prototyped: the transition of 1PGA is at 0.98. */
const TEMPERATURES = [0.94, 0.96, 0.98, 1, 1.02, 1.04, 1.06, 1.08]
/** Some three minutes on two cores. */
export const DEFAULT_MOVES = 100_000_000
export const QUICK_MOVES = 2_000_000
/** One replica a worker is the most that can be of use. */
const MOST_WORKERS = 16

export function readMeltingOptions(raw: RawOptions): MeltingOptions {
  const moves = raw.moves ?? String(raw.quick === true ? QUICK_MOVES : DEFAULT_MOVES)
  if (raw.plot === '' || raw.plot === true) throw new InvalidInputError('--plot', raw.plot, 'the name of a file')
  return {
    temperatures: TEMPERATURES,
    seed: readWholeNumber('--seed', raw.seed ?? '1', 0, 2 ** 32 - 1),
    moves: readWholeNumber('--moves', moves, 8000, 1e12),
    workers: readWholeNumber(
      '--workers',
      raw.workers ?? String(Math.min(MOST_WORKERS, availableParallelism())),
      1,
      MOST_WORKERS,
    ),
    plot: raw.plot === undefined ? undefined : String(raw.plot),
  }
}
