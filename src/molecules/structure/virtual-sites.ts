// Virtual sites: points without an atom that carry a charge, or a mass, in the models of molecular dynamics. They have no radius and
// no bonds. Known by name, and only where the name tells of no element.
import type { Structure } from './structure.js'

/** Residues of water, by name. */
export const WATER: ReadonlySet<string> = new Set([
  'HOH',
  'WAT',
  'DOD',
  'H2O',
  'OH2',
  'SOL',
  'TIP',
  'TIP3',
  'TIP4',
  'TIP5',
  'TP3',
  'T3P',
  'TP4',
  'T4P',
  'T4E',
  'TP5',
  'T5P',
  'TIP3P',
  'TIP4P',
  'TIP5P',
  'SPC',
  'SPCE',
  'OPC',
])

/**
 * MW, MW1: GROMACS's fourth and fifth site of water; EP, EPW, EP1: AMBER's extra points; LP, LPA, LP1: lone pairs of CHARMM and of
 * TIP5P; MCH3, MNH3, MTRP: GROMACS's masses of methyl groups, amines and tryptophan.
 */
const NAMES = /^(?:MW\d?|EPW?\d*|LP[A-Z\d]?\d?|MCH3?\w?|MNH3?\w?|MNT\w?|MTRP?\d?|MTR\d?)$/
/** In water alone: M of TIP4P in CHARMM and in OpenMM, OM. */
const IN_WATER = /^(?:M\d?|OM)$/

/** 1 where an atom of the file is a virtual site. */
export function virtualSites({ atoms, residues }: Structure): Uint8Array {
  const sites = new Uint8Array(atoms.count)
  for (const { name, first, count } of residues) {
    for (let i = first; i < first + count; i++) {
      const isNamed = atoms.elements[i] === 'X' && NAMES.test(atoms.names[i]!)
      if (isNamed || (count > 2 && WATER.has(name) && IN_WATER.test(atoms.names[i]!))) sites[i] = 1
    }
  }
  return sites
}
