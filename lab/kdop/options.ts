// The options of `limber lab kdop`: read, checked, and turned into a plan of what to run.
import { REALIGN_METHODS, type RealignMethod } from '../../src/hierarchies/kdop-turn.js'
import { InvalidInputError } from '../../src/index.js'
import { DOP_SIZES, type DopSize } from '../../src/volumes/kdop-directions.js'
import type { RawOptions } from '../experiment.js'

export type KdopMethod = RealignMethod | 'obb'
export const KDOP_METHODS: readonly KdopMethod[] = [...REALIGN_METHODS, 'obb']

export interface KdopOptions {
  readonly seed: number
  readonly sizes: readonly DopSize[]
  readonly methods: readonly KdopMethod[]
  /** Of each model of Figure 10, and of each sphere of Figures 11 and 12. */
  readonly triangles: number
  readonly sphereTriangles: number
  /** Of each scenario. */
  readonly poses: number
  /** Also the dinosaur and the horse of the folder LIMBER_DATA. */
  readonly real: boolean
  /** How often each method goes through all poses of a scenario; at each pose the quickest counts. */
  readonly rounds: number
}

export function readKdopOptions(raw: RawOptions): KdopOptions {
  const quick = raw.quick === true
  return {
    seed: wholeNumber('--seed', raw.seed ?? '1', 0, Number.MAX_SAFE_INTEGER),
    sizes: list('--k', raw.k ?? DOP_SIZES.join(',')).map(dopSize),
    methods: list('--methods', raw.methods ?? KDOP_METHODS.join(',')).map(method),
    triangles: wholeNumber('--triangles', raw.triangles ?? (quick ? '4000' : '20000'), 600, 1_000_000),
    sphereTriangles: quick ? 800 : 5140,
    poses: wholeNumber('--poses', raw.poses ?? (quick ? '9' : '24'), 1, 100_000),
    real: raw.real === true,
    rounds: wholeNumber('--rounds', raw.rounds ?? '3', 1, 1000),
  }
}

function list(option: string, value: string | boolean): string[] {
  const items = String(value).split(',')
  if (items.some((item) => item.trim() === '')) {
    throw new InvalidInputError(option, value, 'a list separated by commas, no item empty')
  }
  return [...new Set(items.map((item) => item.trim()))]
}

function wholeNumber(option: string, value: string | boolean, least: number, most: number): number {
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most)) {
    throw new InvalidInputError(option, value, `a whole number from ${least} to ${most}`)
  }
  return number
}

function dopSize(value: string): DopSize {
  const found = DOP_SIZES.find((k) => String(k) === value)
  if (found === undefined) throw new InvalidInputError('--k', value, `one of ${DOP_SIZES.join(', ')}`)
  return found
}

function method(value: string): KdopMethod {
  const found = KDOP_METHODS.find((m) => m === value)
  if (found === undefined) throw new InvalidInputError('--methods', value, `one of ${KDOP_METHODS.join(', ')}`)
  return found
}
