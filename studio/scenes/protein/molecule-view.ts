// What the page knows of a molecule that its worker has read: who its atoms are, and what clashes.
import type { Clashscore } from '../../../src/entries/molecules.js'

/** What an atom is drawn as: part of a chain, and no hydrogen; … */
export const CHAIN = 0
export const HYDROGEN = 1
export const LIGAND = 2
export const WATER = 3

/** What stays while atoms move. Atoms and residues are those of the structure, all of them. */
export interface ProteinView {
  readonly name: string
  /** The file of its frames, where that is another. */
  readonly trajectory: string | undefined
  /** Frames, or models. */
  readonly models: number
  readonly atoms: number
  /** Atoms that turn with torsions: no hydrogens, water or ligands. */
  readonly moving: Int32Array
  /** Why none does; undefined where some do. */
  readonly still: string | undefined
  /** What a surface is around, and the camera fits: chains; where there are none ligands; where there are none either, all. */
  readonly body: Int32Array
  readonly residues: number
  readonly elements: readonly string[]
  readonly names: readonly string[]
  /** CHAIN, HYDROGEN, LIGAND (and whatever else belongs to no chain) or WATER, with its hydrogens. */
  readonly kindOf: Uint8Array
  /** Van der Waals, Å. */
  readonly radii: Float32Array
  /** By atom, an index into `labels`. */
  readonly residueOf: Int32Array
  /** By residue: `A TRP 6`, its name, its number with insertion code, its chain's number. */
  readonly labels: readonly string[]
  readonly kinds: readonly string[]
  readonly numbers: readonly string[]
  readonly chainOf: Int32Array
  readonly chains: readonly string[]
  /** Two atoms each. */
  readonly bonds: Int32Array
  /**
   * Of each piece, four numbers a residue: atoms CA, C and O (-1 where there is none), and the residue. Of nucleotides C4' (or P) takes
   * the place of CA, and C1' that of O.
   */
  readonly traces: readonly Int32Array[]
  /** By residue. */
  readonly isNucleic: Uint8Array
  /** Of each chain: its number, residues of its polymer, and what else belongs to it, without water. */
  readonly sequence: readonly { readonly chain: number; readonly polymer: Int32Array; readonly others: Int32Array }[]
  /** 1: N, CA, C or O, or of a phosphate, which the ribbon stands for. */
  readonly isBackbone: Uint8Array
  readonly torsions: readonly { readonly kind: string; readonly residue: number }[]
  readonly fixed: readonly { readonly kind: string; readonly residue: number; readonly reason: string }[]
  readonly notes: readonly string[]
  /** What melts: the residues of the longest piece. */
  readonly beads: number
}

export interface ClashReport {
  /** Two atoms each, the worst first; of very many, the worst of them. */
  readonly pairs: Int32Array
  readonly overlaps: Float32Array
  readonly count: number
  /** Å. */
  readonly worst: number
  /** `A TRP 6 CZ2 – A PRO 12 CB`. */
  readonly worstNames: string
  readonly perThousand: number
  /** As `limber clashes` has it. */
  readonly clashscore: Clashscore
  /** How it was counted. */
  readonly words: string
}
