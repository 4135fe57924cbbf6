// The nucleotides of DNA and RNA: which of their heavy atoms are bonded. Names as the Protein Data Bank has them (version 3 of its
// format), with what older files and other programs call the same. Hydrogens are in no template: each is bonded to the nearest
// heavy atom of its residue (bonds.ts).
import { findAtom, type Structure } from './structure.js'

type Bonds = readonly (readonly [string, string])[]

function bonds(text: string): Bonds {
  return text.split(' ').map((pair) => pair.split('-') as [string, string])
}

/** Phosphate and sugar. */
const BACKBONE = "P-OP1 P-OP2 P-OP3 P-O5' O5'-C5' C5'-C4' C4'-O4' C4'-C3' C3'-O3' C3'-C2' C2'-O2' C2'-C1' C1'-O4'"
const PURINE = "C1'-N9 N9-C8 C8-N7 N7-C5 C5-C6 C6-N1 N1-C2 C2-N3 N3-C4 C4-C5 C4-N9"
const PYRIMIDINE = "C1'-N1 N1-C2 C2-O2 C2-N3 N3-C4 C4-C5 C5-C6 C6-N1"

const BASES: ReadonlyMap<string, Bonds> = new Map([
  ['A', bonds(`${BACKBONE} ${PURINE} C6-N6`)],
  ['G', bonds(`${BACKBONE} ${PURINE} C6-O6 C2-N2`)],
  ['I', bonds(`${BACKBONE} ${PURINE} C6-O6`)],
  ['C', bonds(`${BACKBONE} ${PYRIMIDINE} C4-N4`)],
  ['U', bonds(`${BACKBONE} ${PYRIMIDINE} C4-O4`)],
  ['T', bonds(`${BACKBONE} ${PYRIMIDINE} C4-O4 C5-C7`)],
])

/** Names of CHARMM, and of older files. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  'ADE:A GUA:G CYT:C URA:U THY:T INO:I'.split(' ').map((pair) => pair.split(':') as [string, string]),
)

/** The letter of its base: A, DA, RA, and DA5, RA3, A5 at the ends, as AMBER has them; undefined for all others. */
export function nucleotideBase(name: string): string | undefined {
  return ALIASES.get(name) ?? /^[RD]?([AGCUTI])[35N]?$/.exec(name)?.[1]
}

/** Undefined for one that has no template, whose bonds are found by distance. */
export function nucleotideBonds(name: string): Bonds | undefined {
  return BASES.get(nucleotideBase(name) ?? '')
}

const RINGS: Readonly<Record<string, readonly string[]>> = {
  purine: ['C2', 'C4', 'C5', 'C6', 'C8'],
  pyrimidine: ['C2', 'C4', 'C5', 'C6'],
}

/** A carbon in the ring of a base. */
export function isBaseCarbon(residueName: string, atomName: string): boolean {
  const base = nucleotideBase(residueName)
  if (base === undefined) return false
  return RINGS[/[AGI]/.test(base) ? 'purine' : 'pyrimidine']!.includes(atomName)
}

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['OP1', 'O1P'],
  ['OP2', 'O2P'],
  ['OP3', 'O3P'],
  ['C7', 'C5M'],
])

/** Where the atom called `name` of a nucleotide is, under this name or an older one (stars for primes); −1 if it has none. */
export function findNucleotideAtom(structure: Structure, residue: number, name: string): number {
  const found = findAtom(structure, residue, name)
  if (found >= 0) return found
  const other = name.endsWith("'") ? name.replace("'", '*') : OTHER_NAMES.get(name)
  return other === undefined ? -1 : findAtom(structure, residue, other)
}
