// The options of `limber fold` that concern energies.
import {
  InvalidInputError,
  lennardJones,
  nativeContacts,
  type Protein,
  type ProteinSystemOptions,
} from '../../src/entries/molecules.js'
import { choice, number } from '../check/check-path-options.js'
import { type FoldCommandOptions, flagOf, isCount } from './fold-flags.js'
import { HARD_SHARE, type ProteinQuestion } from './fold-protein.js'

const WHOLE = 'a whole number above zero'
const POTENTIALS = ['hard', 'lj', 'go'] as const

export type Potential = (typeof POTENTIALS)[number]

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

export const CONTACT = 8
export const SEPARATION = 4
/** Of all atoms, wells of depth 1 would hold them together at any temperature of interest. */
const LJ_DEPTH = 0.2

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

export interface Contacts {
  readonly pairs: readonly number[]
  /** One a pair, Å. */
  readonly distances: readonly number[]
}

/** Those that the fraction of native contacts counts. */
export function contactsOf(alphas: readonly number[], x: Float64Array, question: PotentialQuestion): Contacts {
  const { contactDistance: most = CONTACT, contactSeparation: separation = SEPARATION } = question
  const pairs: number[] = []
  const distances: number[] = []
  alphas.forEach((i, a) => {
    for (const j of alphas.slice(a + separation)) {
      const [dx, dy, dz] = [0, 1, 2].map((axis) => x[3 * i + axis]! - x[3 * j + axis]!)
      const distance = Math.sqrt(dx! * dx! + dy! * dy! + dz! * dz!)
      if (distance >= most) continue
      pairs.push(i, j)
      distances.push(distance)
    }
  })
  return { pairs, distances }
}

/** Where two wells of touching spheres are deepest: at 2^(1/6) σ. */
const SIXTH_ROOT_OF_TWO = 1.122462048309373

export function energyOf(
  question: PotentialQuestion & ProteinQuestion,
  { radii }: Protein,
  contacts: Contacts,
): ProteinSystemOptions {
  const { potential, wellDepth, cutoff, ignoreClashes } = question
  const tested = { clashes: ignoreClashes !== true }
  switch (potential) {
    case 'hard':
      return tested
    case 'lj': {
      const share = shareOf(question)
      const sigma = radii.map((radius) => (2 * radius) / share / SIXTH_ROOT_OF_TWO)
      const term = lennardJones({ sigma, epsilon: wellDepth ?? LJ_DEPTH, ...(cutoff === undefined ? {} : { cutoff }) })
      return { ...tested, terms: [term] }
    }
    case 'go':
      return {
        ...tested,
        lists: [nativeContacts(wellDepth === undefined ? contacts : { ...contacts, depth: wellDepth })],
      }
  }
}

/** What the radii that clashes are tested with are of those of van der Waals. One radius for all is meant as it is. */
function shareOf({ atoms, radius, radii, radiusScale }: ProteinQuestion): number {
  if (radius !== undefined) return 1
  return radiusScale ?? (radii !== undefined || atoms === 'backbone' ? 1 : HARD_SHARE)
}
