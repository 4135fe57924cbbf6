// How a protein is made from a structure: which atoms, how large, and what may turn.
import { checkFields, checkIndex, checkSize } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { RadiiName, RadiusRule } from '../structure/radii.js'

/**
 * `backbone`: N, CA and C only, the chain of chaintree-2002, section 5. `rigid-sidechains`: all atoms, side-chains stiff on the
 * backbone. `flexible-sidechains`: with their χ1 to χ4.
 */
export type ProteinAtoms = 'backbone' | 'rigid-sidechains' | 'flexible-sidechains'

/** Which atoms a Protein has, and how they collide. */
export interface ProteinOptions {
  /** Chains by name; default all that have amino acids. */
  readonly chains?: readonly string[]
  /** Which model; default 0. */
  readonly model?: number
  readonly atoms?: ProteinAtoms
  /** Default false: hydrogens are left out. */
  readonly hydrogens?: boolean
  /** One radius for all atoms (Å). Default for `backbone`: 1.6, with which folded structures are free of clashes. */
  readonly radius?: number
  /** Radii by a table or a rule, in place of `radius`. Default for the other choices of atoms: `bondi`, scaled by 0.75. */
  readonly radii?: RadiiName | RadiusRule
  /** What the radii of a table or a rule are multiplied by. Default 1 where `radii` is given. */
  readonly radiusScale?: number
  /** Atoms at most this many bonds apart do not clash. Default 4. */
  readonly excludeBonds?: number
  /** Default false: peptide bonds stay as they are. True: ω turns as well. */
  readonly omega?: boolean
  /**
   * `hold` (default where the atoms are there, so not for `backbone`): a torsion that would tear a disulphide is fixed. `free`:
   * its two ends move apart, and χ1 of its cysteines turns; their pairs stay excluded.
   */
  readonly disulphides?: 'hold' | 'free'
}

export interface ReadProteinOptions {
  readonly chains: readonly string[] | undefined
  readonly model: number
  readonly atoms: ProteinAtoms
  readonly hydrogens: boolean
  /** One for all, or by table and scale. */
  readonly radius: number | undefined
  readonly radii: RadiiName | RadiusRule
  readonly radiusScale: number
  readonly excludeBonds: number
  readonly omega: boolean
  readonly disulphides: 'hold' | 'free'
}

const FIELDS = [
  'chains',
  'model',
  'atoms',
  'hydrogens',
  'radius',
  'radii',
  'radiusScale',
  'excludeBonds',
  'omega',
  'disulphides',
]

/** Å: nothing of a folded backbone beyond four bonds is closer than 3.3. */
const BACKBONE_RADIUS = 1.6
/**
 * Of a folded protein's atoms, hydrogen bonds come closest: O–O at 2.5 Å is 0.82 of Bondi's, and side-chains in real files less.
 */
export const HARD_SCALE = 0.75

export function readProteinOptions(options: ProteinOptions): ReadProteinOptions {
  checkFields('', options, FIELDS)
  const { chains, model = 0, atoms = 'rigid-sidechains', hydrogens = false, excludeBonds = 4, omega = false } = options
  if (chains !== undefined && !Array.isArray(chains)) throw new InvalidInputError('chains', chains, 'a list of names')
  if (atoms !== 'backbone' && atoms !== 'rigid-sidechains' && atoms !== 'flexible-sidechains') {
    throw new InvalidInputError('atoms', atoms, 'backbone, rigid-sidechains or flexible-sidechains')
  }
  for (const [name, value] of Object.entries({ hydrogens, omega })) {
    if (typeof value !== 'boolean') throw new InvalidInputError(name, value, 'true or false')
  }
  checkIndex('excludeBonds', excludeBonds, 1, 100)
  const disulphides = options.disulphides ?? (atoms === 'backbone' ? 'free' : 'hold')
  if (disulphides !== 'hold' && disulphides !== 'free') {
    throw new InvalidInputError('disulphides', disulphides, 'hold or free')
  }
  if (options.radius !== undefined && (options.radii !== undefined || options.radiusScale !== undefined)) {
    throw new InvalidInputError('radius', options.radius, 'left out where radii or radiusScale is given')
  }
  const table = options.radii !== undefined || options.radiusScale !== undefined
  const radius = options.radius ?? (atoms === 'backbone' && !table ? BACKBONE_RADIUS : undefined)
  if (radius !== undefined) checkSize('radius', radius)
  const radiusScale = checkSize('radiusScale', options.radiusScale ?? (options.radii === undefined ? HARD_SCALE : 1))
  const { radii = 'bondi' } = options
  return { chains, model, atoms, hydrogens, radius, radii, radiusScale, excludeBonds, omega, disulphides }
}
