// The options of `limber fold` that say what of a structure moves.
import { InvalidInputError, type ProteinOptions, RADII_NAMES, type RadiiName } from '../../src/entries/molecules.js'
import { choice, number } from '../check/check-path-options.js'
import { type FoldCommandOptions, isIndex } from './fold-flags.js'

const ATOMS = ['backbone', 'rigid-sidechains', 'flexible-sidechains'] as const

/** Clashes are tested with 0.75 of the radii of van der Waals, as the engine has it: spheres may sink in so far, at a price. */
export const HARD_SHARE = 0.75
/** Å: of backbones alone, as the engine has it. */
export const BACKBONE_RADIUS = 1.6

export interface ProteinQuestion {
  readonly atoms: (typeof ATOMS)[number]
  readonly chains: readonly string[] | undefined
  /** Counted from 0. */
  readonly model: number
  readonly altloc: string | undefined
  readonly hydrogens: true | undefined
  /** Å. */
  readonly radius: number | undefined
  readonly radii: RadiiName | undefined
  readonly radiusScale: number | undefined
  readonly excludeBonds: number | undefined
  readonly omega: true | undefined
  readonly disulphides: 'hold' | 'free' | undefined
  /** Clashes of the start are resolved before the first move. */
  readonly relax: true | undefined
}

export function readProteinFlags(options: FoldCommandOptions): ProteinQuestion {
  const { radius, radii, radiusScale } = options
  if (options.relax === true && options.ignoreClashes === true) {
    throw new InvalidInputError('--relax', true, 'left out where there is --ignore-clashes')
  }
  if (radius !== undefined && (radii !== undefined || radiusScale !== undefined)) {
    throw new InvalidInputError('--radius', radius, 'left out where there is --radii or --radius-scale')
  }
  const positive = (value: number): boolean => value > 0
  const bonds = (value: number): boolean => Number.isInteger(value) && value >= 1 && value < 100
  return {
    atoms: choice('--atoms', options.atoms, ATOMS) ?? 'rigid-sidechains',
    chains: options.chain === undefined ? undefined : readChains(options.chain),
    model: number('--model', options.model, 'the number of a model, counted from 0', isIndex) ?? 0,
    altloc: options.altloc === undefined ? undefined : readAltloc(options.altloc),
    hydrogens: options.hydrogens,
    radius: number('--radius', radius, 'a length above zero, in Å', positive),
    radii: choice('--radii', radii, RADII_NAMES),
    radiusScale: number('--radius-scale', radiusScale, 'a number above zero', positive),
    excludeBonds: number('--exclude-bonds', options.excludeBonds, 'a whole number from 1 to 99', bonds),
    omega: options.omega,
    disulphides: choice('--disulphides', options.disulphides, ['hold', 'free']),
    relax: options.relax,
  }
}

/** What of these goes to the engine. */
export function proteinOptions(question: ProteinQuestion): ProteinOptions {
  const { altloc: _altloc, atoms, chains, model, hydrogens, radius, radii, radiusScale } = question
  const { excludeBonds, omega, disulphides } = question
  const all = { atoms, chains, model, hydrogens, radius, radii, radiusScale, excludeBonds, omega, disulphides }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function readChains(text: string): string[] {
  const chains = text.split(',').map((id) => id.trim())
  if (chains.includes('') || new Set(chains).size < chains.length) {
    throw new InvalidInputError('--chain', text, 'chains by name, once each, like A or A,B')
  }
  return chains
}

/** One letter, as files have it. */
export function readAltloc(text: string): string {
  if (/^\S$/.test(text)) return text
  throw new InvalidInputError('--altloc', text, 'one letter')
}
