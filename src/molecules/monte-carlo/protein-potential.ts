// Energies of a whole protein by name: hard spheres alone, Lennard-Jones between all atoms, or the contacts of its own start.
import { checkSize } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { PairList, PairTerm } from '../energy/energy.js'
import { lennardJones, nativeContacts } from '../energy/pair-energy.js'
import type { Protein } from '../protein/protein.js'
import { HARD_SCALE, type ProteinOptions } from '../protein/protein-options.js'
import { contactFraction, type Observable, radiusOfGyration, rmsdTo } from './observable.js'
import { checkCount } from './schedule.js'

/** The names of energies that `proteinPotential` knows. */
export const POTENTIALS = ['hard', 'lj', 'go'] as const

/** `hard`: all that does not clash is alike. `lj`: Lennard-Jones. `go`: wells between alpha carbons that are near at the start. */
export type Potential = (typeof POTENTIALS)[number]

/** Which alpha carbons are in contact at the start. */
export interface ContactOptions {
  /** Å: closer than this. Default 8. */
  readonly contactDistance?: number | undefined
  /** At least this many residues apart. Default 4. */
  readonly contactSeparation?: number | undefined
}

/** How the radii of a protein were chosen: what its `ProteinOptions` say of them. */
type RadiusOptions = { readonly [K in 'atoms' | 'radius' | 'radii' | 'radiusScale']?: ProteinOptions[K] | undefined }

/** An energy by name, and how the radii of the protein were chosen. */
export interface ProteinPotentialOptions extends ContactOptions, RadiusOptions {
  /** Default hard. */
  readonly potential?: Potential | undefined
  /** Of one pair, in units of temperature. Default 0.2 for lj, 1 for go. */
  readonly wellDepth?: number | undefined
  /** Å: where Lennard-Jones ends. */
  readonly cutoff?: number | undefined
}

/** Of all atoms, wells of depth 1 would hold them together at any temperature of interest. */
const LJ_DEPTH = 0.2
/** Where two wells of touching spheres are deepest: at 2^(1/6) σ. */
const SIXTH_ROOT_OF_TWO = 1.122462048309373

/** What a ProteinSystem takes for an energy by name. */
export function proteinPotential(
  protein: Protein,
  options: ProteinPotentialOptions = {},
): { readonly terms?: readonly PairTerm[]; readonly lists?: readonly PairList[] } {
  const { potential = 'hard', wellDepth, cutoff } = options
  switch (potential) {
    case 'hard':
      return {}
    case 'lj': {
      const share = shareOf(options)
      const sigma = protein.radii.map((radius) => (2 * radius) / share / SIXTH_ROOT_OF_TWO)
      const term = lennardJones({ sigma, epsilon: wellDepth ?? LJ_DEPTH, ...(cutoff === undefined ? {} : { cutoff }) })
      return { terms: [term] }
    }
    case 'go': {
      const contacts = contactsOf(protein, options)
      if (contacts.distances.length === 0) {
        const { contactDistance } = readContacts(options)
        const expected = `hard or lj: no alpha carbons are within ${contactDistance} Å`
        throw new InvalidInputError('options.potential', potential, expected)
      }
      return { lists: [nativeContacts(wellDepth === undefined ? contacts : { ...contacts, depth: wellDepth })] }
    }
    default:
      throw new InvalidInputError('options.potential', potential, `one of ${POTENTIALS.join(', ')}`)
  }
}

/** What is measured of a protein: radius of gyration, RMSD to where it is now, and how many of its contacts are left, if it has any. */
export function proteinObservables(protein: Protein, options: ContactOptions = {}): Observable[] {
  const { contactDistance: cutoff, contactSeparation: separation } = readContacts(options)
  const start = protein.coordinates()
  const found: Observable[] = [radiusOfGyration(), rmsdTo(start)]
  if (contactsOf(protein, options).distances.length > 0) {
    found.push(contactFraction(start, { atoms: alphasOf(protein), cutoff, separation }))
  }
  return found
}

function readContacts({ contactDistance = 8, contactSeparation = 4 }: ContactOptions) {
  checkSize('options.contactDistance', contactDistance)
  checkCount('options.contactSeparation', contactSeparation)
  return { contactDistance, contactSeparation }
}

function alphasOf({ names }: Protein): number[] {
  return names.flatMap((name, i) => (name === 'CA' ? [i] : []))
}

/** Those that the fraction of native contacts counts: two atoms a pair, and their distance (Å). */
function contactsOf(protein: Protein, options: ContactOptions) {
  const { contactDistance, contactSeparation } = readContacts(options)
  const x = protein.coordinates()
  const alphas = alphasOf(protein)
  const pairs: number[] = []
  const distances: number[] = []
  alphas.forEach((i, a) => {
    for (const j of alphas.slice(a + contactSeparation)) {
      const [dx, dy, dz] = [0, 1, 2].map((axis) => x[3 * i + axis]! - x[3 * j + axis]!)
      const distance = Math.sqrt(dx! * dx! + dy! * dy! + dz! * dz!)
      if (distance >= contactDistance) continue
      pairs.push(i, j)
      distances.push(distance)
    }
  })
  return { pairs, distances }
}

/** What the radii that clashes are tested with are of those of van der Waals. One radius for all is meant as it is. */
function shareOf({ atoms, radius, radii, radiusScale }: RadiusOptions): number {
  if (radius !== undefined) return 1
  return radiusScale ?? (radii !== undefined || atoms === 'backbone' ? 1 : HARD_SCALE)
}
