// How a chain is built and which of its pairs are checked.
import { checkFields, checkIndex } from '../../base/math/checks.js'
import type { PoseInput } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import { MERGE_RULES, type MergeRule } from '../../volumes/merge-obb.js'
import type { ChainVolume } from './chain-arrays.js'
import { MAX_LINKS_PER_LEAF } from './chain-leaf.js'
import type { BoxFit, FitRules } from './chain-refit.js'
import type { PairRule } from './chain-visitors.js'

/** How a ChainTree is built. */
export interface ChainOptions {
  /** Links at most this many joints apart are not tested against each other. Default 1: links that share a joint. */
  readonly neighbours?: number
  /** Further pairs that are not tested: called with i < j, must answer the same for the same pair, always. */
  readonly exclude?: PairRule
  /** Where link 0 is. Default: the first centre for `fromSpheres`, the origin for `fromLinks`. */
  readonly base?: PoseInput
  /**
   * What bounds the links below a node: `obb` (default), oriented boxes, or `rss`, rectangle-swept spheres (chaintree-2002,
   * section 6.3; docs/decisions.md has both measured). Answers are the same; `rss` has no WebAssembly twin.
   */
  readonly volume?: ChainVolume
  /**
   * `loose`: a box is fitted to the two boxes below it, as published. `snug` (default): to the boxes one level farther down;
   * a change is still O(log N). `tight`: to the links themselves (chaintree-2002, section 6.1): fewest tests, dearest
   * changes; worth it for many queries a change. The same for swept rectangles.
   */
  readonly boxes?: BoxFit
  /** Links in a leaf of the tree. Default 4. */
  readonly linksPerLeaf?: number
  /** Variants that change no answer, for comparison. */
  readonly experimental?: ChainExperiments
}

/** Variants of a ChainTree that exist to be compared. They change no answer. */
export interface ChainExperiments {
  /** How the axes of a box are chosen from its children's (docs/decisions.md). Default `better-child`. */
  readonly merge?: MergeRule
}

/** The options with their defaults. */
export interface ReadOptions extends FitRules {
  readonly neighbours: number
  readonly exclude: PairRule | undefined
  readonly linksPerLeaf: number
  readonly volume: ChainVolume
}

const FIELDS = ['neighbours', 'exclude', 'base', 'volume', 'boxes', 'linksPerLeaf', 'experimental']

export function readOptions(options: ChainOptions): ReadOptions {
  if (typeof options !== 'object' || options === null) throw new InvalidInputError('options', options, 'a record')
  checkFields('', options, FIELDS)
  const { neighbours = 1, exclude, volume = 'obb', boxes = 'snug', linksPerLeaf = 4, experimental = {} } = options
  checkFields('experimental', experimental, ['merge'])
  const { merge = 'better-child' } = experimental
  checkIndex('neighbours', neighbours, 0, 2 ** 31)
  if (exclude !== undefined && typeof exclude !== 'function') {
    throw new InvalidInputError('exclude', exclude, 'a function of two link numbers')
  }
  if (volume !== 'obb' && volume !== 'rss') throw new InvalidInputError('volume', volume, 'obb or rss')
  if (!MERGE_RULES.includes(merge))
    throw new InvalidInputError('experimental.merge', merge, `one of ${MERGE_RULES.join(', ')}`)
  if (boxes !== 'loose' && boxes !== 'snug' && boxes !== 'tight') {
    throw new InvalidInputError('boxes', boxes, 'loose, snug or tight')
  }
  checkIndex('linksPerLeaf', linksPerLeaf, 1, MAX_LINKS_PER_LEAF + 1)
  return { neighbours, exclude, volume, merge, boxes, linksPerLeaf }
}
