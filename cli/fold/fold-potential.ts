// The options of `limber fold` that concern energies.
import {
  InvalidInputError,
  POTENTIALS,
  type Potential,
  type Protein,
  type ProteinSystemOptions,
  proteinPotential,
} from '../../src/entries/molecules.js'
import { choice, number } from '../check/check-path-options.js'
import { type FoldCommandOptions, flagOf, isCount } from './fold-flags.js'
import type { ProteinQuestion } from './fold-protein.js'

const WHOLE = 'a whole number above zero'

export interface PotentialQuestion {
  readonly potential: Potential
  readonly wellDepth: number | undefined
  /** Å, of Lennard-Jones. */
  readonly cutoff: number | undefined
  /** Å: alpha carbons closer than this in the file are in contact, if at least this many residues apart. */
  readonly contactDistance: number | undefined
  readonly contactSeparation: number | undefined
  readonly ignoreClashes: true | undefined
}

/** Flags that say something about some potentials only. */
const ONLY: Readonly<Record<string, readonly Potential[]>> = {
  wellDepth: ['lj', 'go'],
  cutoff: ['lj'],
  ignoreClashes: ['lj', 'go'],
}

export function readPotential(options: FoldCommandOptions): PotentialQuestion {
  const potential = choice('--potential', options.potential, POTENTIALS) ?? 'hard'
  for (const [name, known] of Object.entries(ONLY)) {
    const value = options[name as keyof FoldCommandOptions]
    if (value === undefined || known.includes(potential)) continue
    const expected = `left out, or given with --potential ${known.join(' or ')}`
    throw new InvalidInputError(flagOf(name), value, expected)
  }
  const above = (name: keyof FoldCommandOptions, what: string): number | undefined =>
    number(flagOf(name), options[name] as string | undefined, what, (value) => value > 0)
  return {
    potential,
    wellDepth: above('wellDepth', 'an energy above zero'),
    cutoff: above('cutoff', 'a length above zero, in Å'),
    contactDistance: above('contactDistance', 'a length above zero, in Å'),
    contactSeparation: number('--contact-separation', options.contactSeparation, WHOLE, isCount),
    ignoreClashes: options.ignoreClashes,
  }
}

/** What of these goes to the engine. */
export function energyOf(question: PotentialQuestion & ProteinQuestion, protein: Protein): ProteinSystemOptions {
  const clashes = question.ignoreClashes !== true
  return { clashes, ...proteinPotential(protein, question) }
}
