// The plain data of a molecular structure: who the atoms are and where, as the file has them. Ångström; everything is numbered
// from 0 in the order of the file (of the atoms that were kept: of alternative locations, one a residue).
//
// Invariants: the atoms of a residue are consecutive, and so are residues[k].first + count = residues[k + 1].first; every model
// has the same atoms in the same order; the pieces of a chain ascend and do not overlap.

/** What was read from a file of a structure (PDB, mmCIF), or was put together by `buildStructure`. */
export interface Structure {
  /** The entry's id, where the file says it, else the file's name. */
  readonly name: string
  readonly atoms: StructureAtoms
  readonly residues: readonly Residue[]
  readonly chains: readonly StructureChain[]
  /** Where the atoms are, x, y, z an atom; one array a model, at least one. */
  readonly models: readonly Float64Array[]
  /** What was cut, left out or chosen: gaps, alternative locations, residues without atoms. Sentences, in English. */
  readonly notes: readonly string[]
}

/** One entry an atom, in columns. */
export interface StructureAtoms {
  readonly count: number
  /** `CA`, in capitals. */
  readonly names: readonly string[]
  /** `C`, `Zn`: as chemists write them; `X` where it is not known. Deuterium is `H`. */
  readonly elements: readonly string[]
  /** Index into `residues`. */
  readonly residue: Int32Array
  /** As the file numbers them; not necessarily ascending. */
  readonly serial: Int32Array
  /** 1: the file calls it HETATM. */
  readonly hetero: Uint8Array
  /** 1 where the file does not say. */
  readonly occupancy: Float64Array
  /** B factors in Å²; 0 where the file does not say. */
  readonly temperature: Float64Array
  /** Formal charges; 0 where the file does not say. */
  readonly charge: Int8Array
}

/** `amino`: has a backbone of a peptide, or an alpha carbon; `nucleic`: a sugar or a phosphate of DNA or RNA. */
export type ResidueKind = 'amino' | 'nucleic' | 'other'

/** A residue of a structure. */
export interface Residue {
  /** `ALA`, in capitals. */
  readonly name: string
  /** Index into `chains`. */
  readonly chain: number
  /** As authors number it; may be negative. */
  readonly number: number
  /** The insertion code; '' for none. */
  readonly insertion: string
  /** Its atoms are [first, first + count). */
  readonly first: number
  readonly count: number
  /** Its first atom is called HETATM: a ligand, an ion, water, or a modified residue inside of a chain. */
  readonly hetero: boolean
  /** `polymer`: one of those that its chain is made of, HETATM or not. */
  readonly link: 'polymer' | 'other'
  readonly kind: ResidueKind
}

/** A chain of a structure. */
export interface StructureChain {
  /** As authors call it; '' where the file does not. */
  readonly id: string
  /** Its first residue, and how many follow without a residue of another chain between. */
  readonly first: number
  readonly count: number
  /** All of its residues, ascending: water and ligands often follow other chains. */
  readonly residues: readonly number[]
  /**
   * Polymer residues [from, to) of one kind without a gap. Amino acids: each has N, CA and C, and C is bonded to the next one's
   * N (2.0 Å at most, in the first model); where the file has alpha carbons only, these are at most 4.5 Å apart. A chain is cut
   * at gaps, which the notes list. A polymer residue without one of these atoms is in no piece.
   */
  readonly pieces: readonly (readonly [from: number, to: number])[]
  /** The last residue of its one piece is bonded to the first as these are to each other. */
  readonly cyclic: boolean
}

/** Where the atom called `name` of a residue is; −1 if it has none. */
export function findAtom(structure: Structure, residue: number, name: string): number {
  const { first, count } = structure.residues[residue]!
  for (let k = first; k < first + count; k++) if (structure.atoms.names[k] === name) return k
  return -1
}

/** `A ALA 52B`: chain, name, number and insertion code, for people. */
export function residueLabel(structure: Structure, residue: number): string {
  const { chain, name, number, insertion } = structure.residues[residue]!
  const { id } = structure.chains[chain]!
  return `${id === '' ? '' : `${id} `}${name} ${number}${insertion}`
}
