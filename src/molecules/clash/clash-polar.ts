// Who may give and who may take a hydrogen bond: nitrogen, oxygen and sulphur, by residue and name where hydrogens are missing,
// by their hydrogens where they are there. Geometry does not count: a pair of the right kind may be closer than other pairs, by
// an allowance, and beyond that it is a clash all the same.
import type { BondGraph } from '../structure/bonds.js'
import { aminoAcid } from '../structure/radii-tables.js'
import type { Structure } from '../structure/structure.js'

/** Kinds of atoms, as bits. */
const DONOR = 1
const ACCEPTOR = 2
const POLAR_HYDROGEN = 4

/**
 * How much more two atoms of a hydrogen bond may overlap, in Å. Donor and acceptor: they are 2.5 to 3.2 apart, with radii of 2.9
 * to
 * 3.1 together. Hydrogen and acceptor: 1.6 to 2.2 apart, with radii of 2.6. With these, pairs count from about 2.2 and 1.6 down.
 */
export const HEAVY_ALLOWANCE = 0.4
export const HYDROGEN_ALLOWANCE = 0.6

/** The donors among the side-chains; the backbone's N too, but in proline. */
const DONORS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ARG', ['NE', 'NH1', 'NH2']],
  ['ASN', ['ND2']],
  ['CYS', ['SG']],
  ['GLN', ['NE2']],
  ['HIS', ['ND1', 'NE2']],
  ['LYS', ['NZ']],
  ['SER', ['OG']],
  ['THR', ['OG1']],
  ['TRP', ['NE1']],
  ['TYR', ['OH']],
])

const POLAR: ReadonlySet<string> = new Set(['N', 'O', 'S'])

/** Kinds of all atoms. */
export function polarKinds(structure: Structure, bonds: BondGraph): Uint8Array {
  const { atoms, residues } = structure
  const kinds = new Uint8Array(atoms.count)
  for (const { first, count, name } of residues) {
    const own = aminoAcid(name)
    const explicit = atoms.elements.slice(first, first + count).includes('H')
    for (let i = first; i < first + count; i++) {
      const element = atoms.elements[i]!
      if (!POLAR.has(element)) continue
      const hydrogens = hydrogensOf(structure, bonds, i)
      for (const h of hydrogens) kinds[h] = POLAR_HYDROGEN
      const gives = explicit ? hydrogens.length > 0 : mayGive(own, atoms.names[i]!)
      const takes = mayTake(own, atoms.names[i]!, element) && !(element === 'N' && hydrogens.length > 0)
      kinds[i] = (gives ? DONOR : 0) | (takes ? ACCEPTOR : 0)
    }
  }
  return kinds
}

function hydrogensOf({ atoms }: Structure, { start, neighbours }: BondGraph, i: number): number[] {
  const found: number[] = []
  for (let k = start[i]!; k < start[i + 1]!; k++) if (atoms.elements[neighbours[k]!] === 'H') found.push(neighbours[k]!)
  return found
}

/** Without hydrogens to see. Of residues that are not amino acids nothing is known: any may. */
function mayGive(own: string | undefined, name: string): boolean {
  if (own === undefined) return true
  if (name === 'N') return own !== 'PRO'
  return DONORS.get(own)?.includes(name) === true
}

/** Oxygen and sulphur; nitrogen in histidine, and outside of amino acids. */
function mayTake(own: string | undefined, name: string, element: string): boolean {
  return element !== 'N' || own === undefined || (own === 'HIS' && name !== 'N')
}

/** By how much the overlap of two atoms may be larger than that of others, in Å, if they may share a hydrogen. */
export function hydrogenBondAllowance(a: number, b: number): number {
  if (((a & POLAR_HYDROGEN) !== 0 && (b & ACCEPTOR) !== 0) || ((b & POLAR_HYDROGEN) !== 0 && (a & ACCEPTOR) !== 0)) {
    return HYDROGEN_ALLOWANCE
  }
  const gives = ((a & DONOR) !== 0 && (b & ACCEPTOR) !== 0) || ((b & DONOR) !== 0 && (a & ACCEPTOR) !== 0)
  return gives ? HEAVY_ALLOWANCE : 0
}
