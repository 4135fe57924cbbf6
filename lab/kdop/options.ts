// The options of `limber lab kdop`: read, checked, and turned into a plan of what to run.
import { REALIGN_METHODS, type RealignMethod } from '../../src/meshes/kdop/kdop-turn.js'
import { DOP_SIZES, type DopSize } from '../../src/volumes/kdop-directions.js'
import type { RawOptions } from '../experiment.js'
import { readChoice, readList, readWholeNumber } from '../raw-options.js'

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
    seed: readWholeNumber('--seed', raw.seed ?? '1', 0, Number.MAX_SAFE_INTEGER),
    sizes: readList('--k', raw.k ?? DOP_SIZES.join(',')).map((k) => readChoice('--k', k, DOP_SIZES)),
    methods: readList('--methods', raw.methods ?? KDOP_METHODS.join(',')).map((m) =>
      readChoice('--methods', m, KDOP_METHODS),
    ),
    triangles: readWholeNumber('--triangles', raw.triangles ?? (quick ? '4000' : '20000'), 600, 1_000_000),
    sphereTriangles: quick ? 800 : 5140,
    poses: readWholeNumber('--poses', raw.poses ?? (quick ? '9' : '24'), 1, 100_000),
    real: raw.real === true,
    rounds: readWholeNumber('--rounds', raw.rounds ?? '3', 1, 1000),
  }
}
