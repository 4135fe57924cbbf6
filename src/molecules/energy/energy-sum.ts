// Makes the kept energy of a conformation, and chooses how its sums are kept.
import { checkCoordinate, checkFields, checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { cutIntoBlocks } from './block-cut.js'
import { type BlockModel, blockModel } from './block-energy.js'
import { excludePairs, MOST_ATOMS_OF_BLOCK } from './block-exclusions.js'
import { BlockSums } from './block-sums.js'
import type { EnergySum, PairList, PairTerm } from './energy.js'
import { ListSums } from './energy-list.js'
import { SeveralSums } from './energy-several.js'
import { NodeSums } from './node-sums.js'
import { sumOfTerms } from './pair-energy.js'

/** `blocks`: a sum for every pair of blocks; `nodes`: sums at pairs of nodes of a tree; `auto`: by size. */
export type EnergyWay = 'auto' | 'blocks' | 'nodes'

/** Atoms and terms of an energy. */
export interface EnergyOptions {
  /** Where the atoms are, x, y, z each, in ångström; copied. */
  readonly positions: Float64Array
  /** Terms over all pairs within their cutoffs. */
  readonly terms?: readonly PairTerm[]
  /** Terms over listed pairs. `exclude` says nothing about these. */
  readonly lists?: readonly PairList[]
  /**
   * Pairs without energy (bonded up to 1–4, as a rule): two atoms a pair, in any order; or a rule, which is asked once for every pair of
   * atoms i < j, so a list is better for large systems.
   */
  readonly exclude?: ArrayLike<number> | ((i: number, j: number) => boolean)
  /** Atoms at which a chain begins: a block never belongs to two chains. */
  readonly breaks?: readonly number[]
  /** Default `auto`. */
  readonly keep?: EnergyWay
  /** Atoms of a block, from 4 to 32; default 12. */
  readonly blockSize?: number
}

/**
 * Default of `blockSize`. Measured on backbones and all heavy atoms, by kind of move: 10 is from 6 % slower to 14 % faster, 8 from 22 % slower to
 * 7 % faster, 16 from 20 % slower to 12 % faster.
 */
const BLOCK_SIZE = 12

/**
 * `auto` keeps a dense matrix up to this many blocks, half a megabyte. Measured, time of the tree over that of the matrix: folded, 162 blocks,
 * 1.1; folded, 426 blocks, 0.9 to 1.1 by kind of move; extended 0.9, 0.8 and 0.7 at 189, 500 and 750 blocks. Memory grows with the square.
 */
const MOST_BLOCKS = 256

/** A matrix of more blocks than this is refused: 8192² sums are half a gigabyte. */
const LARGEST_MATRIX = 8192

/**
 * The energy of a conformation, kept so that after a move only pairs that moved against each other are computed again. Throws
 * InfiniteEnergyError where a term is infinite at the start.
 */
export function energySum(options: EnergyOptions): EnergySum {
  checkFields('', options, ['positions', 'terms', 'lists', 'exclude', 'breaks', 'keep', 'blockSize'])
  const { positions, terms = [], lists = [], keep = 'auto' } = options
  checkPositions(positions)
  if (keep !== 'auto' && keep !== 'blocks' && keep !== 'nodes') {
    throw new InvalidInputError('keep', keep, "'auto', 'blocks' or 'nodes'")
  }
  if (!Array.isArray(terms)) throw new InvalidInputError('terms', terms, 'a list of terms')
  if (!Array.isArray(lists)) throw new InvalidInputError('lists', lists, 'a list of lists of pairs')
  for (const [k, list] of lists.entries()) {
    if (typeof list?.energy !== 'function')
      throw new InvalidInputError(`lists[${k}].energy`, list?.energy, 'a function')
    if (typeof list.pairs?.length !== 'number')
      throw new InvalidInputError(`lists[${k}].pairs`, list.pairs, 'two atoms a pair')
  }
  if (terms.length + lists.length === 0) throw new InvalidInputError('terms', [], 'at least one term, or one list')
  const parts: EnergySum[] = []
  if (terms.length > 0) {
    const sum = sumOfTerms(terms)
    if (sum.atoms !== undefined && sum.atoms < positions.length / 3) {
      throw new InvalidInputError('terms', sum.atoms, `numbers for each of the ${positions.length / 3} atoms`)
    }
    const model = modelOf(options, terms)
    const { blocks } = model.atoms
    if (keep === 'blocks' && blocks > LARGEST_MATRIX) {
      throw new InvalidInputError('keep', keep, `'nodes' or 'auto' for more than ${LARGEST_MATRIX} blocks`)
    }
    const dense = keep === 'blocks' || (keep === 'auto' && blocks <= MOST_BLOCKS)
    parts.push(dense ? new BlockSums(model) : new NodeSums(model))
  }
  for (const list of lists) parts.push(new ListSums(positions, list))
  return parts.length === 1 ? parts[0]! : new SeveralSums(parts)
}

function modelOf(options: EnergyOptions, terms: readonly PairTerm[]): BlockModel {
  const { positions, breaks = [], blockSize = BLOCK_SIZE, exclude = [] } = options
  const count = positions.length / 3
  checkIndex('blockSize', blockSize, 4, MOST_ATOMS_OF_BLOCK + 1)
  if (!Array.isArray(breaks)) throw new InvalidInputError('breaks', breaks, 'a list of atoms')
  for (const [k, at] of breaks.entries()) checkIndex(`breaks[${k}]`, at, 0, count + 1)
  const cut = cutIntoBlocks(count, blockSize, breaks)
  const pairs = typeof exclude === 'function' ? pairsOfRule(count, exclude) : checkPairs(count, exclude)
  return blockModel(cut, positions, terms, excludePairs(cut, pairs))
}

function checkPositions(positions: Float64Array): void {
  if (!(positions instanceof Float64Array) || positions.length < 3 || positions.length % 3 !== 0) {
    throw new InvalidInputError(
      'positions',
      positions,
      'a Float64Array with three numbers an atom, and at least one atom',
    )
  }
  for (let k = 0; k < positions.length; k++) checkCoordinate(`positions[${k}]`, positions[k]!)
}

function checkPairs(count: number, pairs: ArrayLike<number>): ArrayLike<number> {
  if (typeof pairs?.length !== 'number') throw new InvalidInputError('exclude', pairs, 'two atoms a pair, or a rule')
  if (pairs.length % 2 !== 0) throw new InvalidInputError('exclude', pairs.length, 'two atoms a pair')
  for (let k = 0; k < pairs.length; k++) checkIndex(`exclude[${k}]`, pairs[k]!, 0, count)
  return pairs
}

function pairsOfRule(count: number, excluded: (i: number, j: number) => boolean): number[] {
  const pairs: number[] = []
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) if (excluded(i, j)) pairs.push(i, j)
  }
  return pairs
}
