// How a necklace is kept and which pairs of its beads are checked.
import { checkFields, checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { PairRule } from '../chain/chain-visitors.js'
import type { BeadRule } from '../power/bead-rule.js'
import { CAGE_VERIFICATIONS, type CageVerification } from './cage-settle.js'
import { CAGE_KINDS, type CageKind } from './cage-tree.js'

/** What answers questions about a necklace's own beads. */
export type NecklaceMethod = 'cages' | 'power-diagram' | 'grid'
export const NECKLACE_METHODS: readonly NecklaceMethod[] = ['cages', 'power-diagram', 'grid']

/** How a Necklace is built. */
export interface NecklaceOptions {
  /** Numbers a centre has. Default 3. */
  readonly dimension?: 2 | 3
  /** The last bead is next to the first. Default false. */
  readonly closed?: boolean
  /** Beads at most this many places apart may overlap: they are not tested against each other. Default 1. */
  readonly neighbours?: number
  /** Further pairs that are not tested: called with i < j, must answer the same for the same pair, always. */
  readonly exclude?: PairRule
  /** What answers. Default `auto`: whichever is cheapest for how the necklace lies now. Answers are the same. */
  readonly method?: NecklaceMethod | 'auto'
  /** Variants that change no answer, for comparison. */
  readonly experimental?: NecklaceExperiments
}

/** Variants of a Necklace that exist to be compared. They change no answer. */
export interface NecklaceExperiments {
  /** `wrapped` (default): a cage is the smallest ball around its beads. `layered`: around the two cages below it. */
  readonly cages?: CageKind
  /** How wrong bases are found after a step. Default `naive`, the fastest; the cascades make fewer tests. */
  readonly verification?: CageVerification
}

/** The options with their defaults. */
export interface ReadNecklaceOptions extends BeadRule {
  readonly dimension: 2 | 3
  readonly method: NecklaceMethod | 'auto'
  readonly cages: CageKind
  readonly verification: CageVerification
}

const FIELDS = ['dimension', 'closed', 'neighbours', 'exclude', 'method', 'experimental']

export function readNecklaceOptions(options: NecklaceOptions): ReadNecklaceOptions {
  checkFields('', options, FIELDS)
  const { dimension = 3, closed = false, neighbours = 1, exclude, method = 'auto' } = options
  const { experimental = {} } = options
  checkFields('experimental', experimental, ['cages', 'verification'])
  const { cages = 'wrapped', verification = 'naive' } = experimental
  if (dimension !== 2 && dimension !== 3) throw new InvalidInputError('dimension', dimension, '2 or 3')
  if (typeof closed !== 'boolean') throw new InvalidInputError('closed', closed, 'true or false')
  checkIndex('neighbours', neighbours, 0, 2 ** 31)
  if (exclude !== undefined && typeof exclude !== 'function') {
    throw new InvalidInputError('exclude', exclude, 'a function of two bead numbers')
  }
  checkOne('method', method, ['auto', ...NECKLACE_METHODS])
  checkOne('experimental.cages', cages, CAGE_KINDS)
  checkOne('experimental.verification', verification, CAGE_VERIFICATIONS)
  return { dimension, closed, neighbours, exclude, method, cages, verification }
}

function checkOne(field: string, value: string, known: readonly string[]): void {
  if (!known.includes(value)) throw new InvalidInputError(field, value, `one of ${known.join(', ')}`)
}
