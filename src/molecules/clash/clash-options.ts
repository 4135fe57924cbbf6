// What counts as a clash, and between which atoms.
import { checkCoordinate, checkFields, checkIndex } from '../../base/math/checks.js'
import type { PairRule } from '../../chains/chain/chain-visitors.js'
import { InvalidInputError } from '../../errors.js'
import type { BondGraph } from '../structure/bonds.js'
import type { RadiiName, RadiusRule } from '../structure/radii.js'
import type { Structure } from '../structure/structure.js'

/** Which atoms `clashes` compares, and what counts as a clash. */
export interface ClashOptions {
  /** Two atoms clash where their radii overlap by at least this, in Å. Default 0.4; below zero it finds contacts. */
  readonly overlap?: number | undefined
  /** Radii by source, or a caller's own. Default `auto`. */
  readonly radii?: RadiiName | RadiusRule | undefined
  /** For elements that no table has, in Å. Default: they are an error. */
  readonly unknownRadius?: number | undefined
  /** Which of the structure's models, from 0. Default 0. */
  readonly model?: number | undefined
  /** Only atoms of these chains. Default all. */
  readonly chains?: readonly string[] | undefined
  /** False: hydrogens are left out, and amino acids have united atoms. Default true: whatever the file has. */
  readonly hydrogens?: boolean | undefined
  /** False: water is left out. Default true. */
  readonly water?: boolean | undefined
  /** True (default): donors and acceptors of hydrogen bonds may overlap by 0.4 Å more, hydrogens and acceptors by 0.6. */
  readonly hydrogenBonds?: boolean | undefined
  /** Atoms up to this many bonds apart do not clash. Default 3, which is 1–4 pairs and nearer. */
  readonly excludeBonds?: number | undefined
  /**
   * True: atoms four bonds apart (1–5) are judged as all others are. Default false, where `excludeBonds` is less than four: with
   * a hydrogen such a pair does not clash, as Probe has it, and united atoms count as bare ones, since the hydrogens point
   * elsewhere.
   */
  readonly strict?: boolean | undefined
  /** From which overlaps on a clash is `serious`, and `severe`, in Å. Default 0.6 and 0.9. */
  readonly severity?: readonly [serious: number, severe: number] | undefined
  /** Default: those of amino acids by template, of others by distance, and one between each metal and each of its ligands. */
  readonly bonds?: BondGraph | undefined
  /** Further pairs that do not clash: called with i < j. */
  readonly exclude?: PairRule | undefined
}

/** The options with their defaults. */
export interface ReadClashOptions {
  readonly overlap: number
  readonly radii: RadiiName | RadiusRule
  readonly unknownRadius: number | undefined
  readonly model: number
  readonly chains: readonly string[] | undefined
  readonly hydrogens: boolean
  readonly water: boolean
  readonly hydrogenBonds: boolean
  readonly excludeBonds: number
  readonly strict: boolean
  readonly severity: readonly [number, number]
  readonly bonds: BondGraph | undefined
  readonly exclude: PairRule | undefined
}

const FIELDS = [
  ...['overlap', 'radii', 'unknownRadius', 'model', 'chains', 'hydrogens', 'water', 'hydrogenBonds', 'excludeBonds'],
  ...['strict', 'severity', 'bonds', 'exclude'],
]

export function readClashOptions(structure: Structure, options: ClashOptions): ReadClashOptions {
  checkFields('', options, FIELDS)
  const { overlap = 0.4, radii = 'auto', unknownRadius, model = 0, chains, bonds, exclude } = options
  const { hydrogens = true, water = true, hydrogenBonds = true, excludeBonds = 3, strict = false } = options
  const { severity = [0.6, 0.9] } = options
  checkCoordinate('overlap', overlap)
  checkIndex('model', model, 0, structure.models.length)
  checkIndex('excludeBonds', excludeBonds, 0, 1000)
  for (const [field, value] of Object.entries({ hydrogens, water, hydrogenBonds, strict })) {
    if (typeof value !== 'boolean') throw new InvalidInputError(field, value, 'true or false')
  }
  if (severity.length !== 2) throw new InvalidInputError('severity', severity, 'two overlaps')
  severity.forEach((value, k) => {
    checkCoordinate(`severity[${k}]`, value)
  })
  if (severity[0] > severity[1]) throw new InvalidInputError('severity', severity, 'in ascending order')
  if (bonds !== undefined && bonds.atoms !== structure.atoms.count) {
    throw new InvalidInputError('bonds', bonds.atoms, `those of ${structure.atoms.count} atoms`)
  }
  if (exclude !== undefined && typeof exclude !== 'function') {
    throw new InvalidInputError('exclude', exclude, 'a function of two atom numbers')
  }
  checkChains(structure, chains)
  return {
    ...{ overlap, radii, unknownRadius, model, chains, hydrogens, water, hydrogenBonds },
    ...{ excludeBonds, strict, severity, bonds, exclude },
  }
}

function checkChains(structure: Structure, chains: readonly string[] | undefined): void {
  if (chains === undefined) return
  if (!Array.isArray(chains)) throw new InvalidInputError('chains', chains, 'a list of chain ids')
  const known = [...new Set(structure.chains.map(({ id }) => id))]
  for (const [k, id] of chains.entries()) {
    if (!known.includes(id)) throw new InvalidInputError(`chains[${k}]`, id, `one of ${known.join(', ')}`)
  }
}
