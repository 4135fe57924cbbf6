// Which atoms of a structure are bonded, and which are a given number of bonds apart.
//
// Amino acids and nucleotides: by template (residue-templates.ts, nucleotide-templates.ts), so that a bad geometry does not make or
// break a bond; distances are a check, and the notes list bonds of impossible length. Everything else (ligands, modified
// residues): by distance, two atoms being bonded where they are closer than their covalent radii and a tolerance. Between
// residues: peptide bonds and phosphodiesters along a piece, disulphides, and what a residue without a template is bonded to.
//
// Covalent radii: Cordero et al., Dalton Transactions 2008, 2832–2838, carbon as sp³. Metals are bonded to nothing outside of
// their residue.
import { checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { PointGrid } from './bonds-grid.js'
import { findNucleotideAtom, nucleotideBonds } from './nucleotide-templates.js'
import { BACKBONE_BONDS, residueTemplate } from './residue-templates.js'
import { findAtom, type Residue, residueLabel, type Structure } from './structure.js'
import { virtualSites } from './virtual-sites.js'

/**
 * How much longer than the sum of the covalent radii a bond may be, in Å: that of OEChem's OEDetermineConnectivity, for the radii
 * of the Cambridge database; the database itself has 0.4. With these radii C–C counts up to 1.97 Å, C–S up to 2.26.
 */
export const BOND_TOLERANCE = 0.45
/** Atoms closer than this (Å) are the same atom twice, in a bad file: not bonded. OEChem has the same. */
const LEAST_BOND = 0.4
/** A peptide bond or a phosphodiester is no longer than this (Å): the gap of structure.ts. */
const LONGEST_LINK = 2.0
/**
 * Two SG at most this far apart (Å) are a disulphide: 2.05 in good structures, up to 2.3 in poor ones; the next pair is at 3 or
 * more.
 */
const LONGEST_DISULPHIDE = 2.5
/** No bond by distance, nor a disulphide, is longer than this (Å): I–I is 3.23. */
const LONGEST_BOND = 3.3
/** In a residue of more atoms than these, only those near each other are tested. */
const MOST_BY_PAIRS = 300
/** Bonds of a template outside of these (Å) are reported: the shortest and the longest of all twenty are 1.2 and 2.05. */
const ODD_BOND: readonly [number, number] = [1.0, 2.2]

/** Å. What is not here is a metal, or too rare: 0, no bonds by distance beyond its residue. */
const COVALENT: Readonly<Record<string, number>> = {
  H: 0.31,
  B: 0.84,
  C: 0.76,
  N: 0.71,
  O: 0.66,
  F: 0.57,
  Si: 1.11,
  P: 1.07,
  S: 1.05,
  Cl: 1.02,
  As: 1.19,
  Se: 1.2,
  Br: 1.2,
  Te: 1.38,
  I: 1.39,
}
/**
 * Inside of its residue a metal's bonds count too (haem): one radius for all. Cordero has 1.22 for Zn, 1.32 to 1.52 for Fe, 1.41
 * for Mg.
 */
const METAL_RADIUS = 1.4

/** The bonds of a structure: the neighbours of each atom. */
export interface BondGraph {
  readonly atoms: number
  /** Number of bonds. */
  readonly count: number
  /** Two atom numbers a bond, the smaller first, ascending. */
  readonly pairs: Int32Array
  /** The neighbours of atom i are neighbours[start[i] … start[i + 1] − 1], ascending. */
  readonly start: Int32Array
  readonly neighbours: Int32Array
  /** Bonds that close something up: disulphides, as pairs of SG. */
  readonly disulphides: readonly (readonly [number, number])[]
  /** What was found odd: bonds too long or short, atoms that no template knows. Sentences, in English. */
  readonly notes: readonly string[]
}

/** The bonds of all atoms of a structure, in one of its models. */
export function structureBonds(structure: Structure, options: { readonly model?: number } = {}): BondGraph {
  const model = checkIndex('model', options.model ?? 0, 0, structure.models.length)
  const found = new BondFinder(structure, structure.models[model]!)
  for (let r = 0; r < structure.residues.length; r++) found.inside(r)
  found.along()
  found.across()
  return bondGraph(structure.atoms.count, found.pairs, found.disulphides, found.notes)
}

/** A graph from pairs of atoms, in any order; repeats count once. */
export function bondGraph(
  atoms: number,
  pairs: readonly (readonly [number, number])[],
  disulphides: readonly (readonly [number, number])[] = [],
  notes: readonly string[] = [],
): BondGraph {
  const known = new Set<number>()
  for (const [a, b] of pairs) {
    if (!(Number.isInteger(a) && Number.isInteger(b) && a !== b && a >= 0 && b >= 0 && a < atoms && b < atoms)) {
      throw new InvalidInputError('pairs', [a, b], `two different atoms from 0 to ${atoms - 1}`)
    }
    known.add(Math.min(a, b) * atoms + Math.max(a, b))
  }
  const keys = Float64Array.from(known).sort()
  const flat = new Int32Array(2 * keys.length)
  const start = new Int32Array(atoms + 1)
  keys.forEach((key, k) => {
    const a = Math.floor(key / atoms)
    const b = key - a * atoms
    flat[2 * k] = a
    flat[2 * k + 1] = b
    start[a + 1]!++
    start[b + 1]!++
  })
  for (let i = 0; i < atoms; i++) start[i + 1]! += start[i]!
  const neighbours = new Int32Array(2 * keys.length)
  const at = start.slice(0, atoms)
  // Those below i come first, because the pairs ascend by their smaller atom; then those above, ascending too.
  for (let k = 0; k < keys.length; k++) neighbours[at[flat[2 * k + 1]!]!++] = flat[2 * k]!
  for (let k = 0; k < keys.length; k++) neighbours[at[flat[2 * k]!]!++] = flat[2 * k + 1]!
  return { atoms, count: keys.length, pairs: flat, start, neighbours, disulphides, notes }
}

/** Pairs of names, of those that have a template. */
export function templateBonds({ kind, name }: Residue): readonly (readonly [string, string])[] | undefined {
  if (kind === 'nucleic') return nucleotideBonds(name)
  const template = kind === 'amino' ? residueTemplate(name) : undefined
  return template && [...BACKBONE_BONDS, ...template.bonds]
}

class BondFinder {
  readonly pairs: [number, number][] = []
  readonly disulphides: [number, number][] = []
  readonly notes: string[] = []
  private readonly grid: PointGrid
  private readonly virtual: Uint8Array

  constructor(
    private readonly structure: Structure,
    private readonly positions: Float64Array,
  ) {
    this.grid = new PointGrid(positions, structure.atoms.count, LONGEST_BOND)
    this.virtual = virtualSites(structure)
  }

  /** The bonds among the atoms of a residue. */
  inside(r: number): void {
    const residue = this.structure.residues[r]!
    const template = templateBonds(residue)
    const { first, count } = residue
    if (template === undefined) {
      for (let i = first; i < first + count; i++) {
        const visit = (j: number): void => {
          if (j > i && j < first + count && this.near(i, j, METAL_RADIUS)) this.pairs.push([i, j])
        }
        // A sheet of carbon or a box of water may be one residue of many thousand atoms.
        if (count > MOST_BY_PAIRS) this.grid.near(i, visit)
        else for (let j = i + 1; j < first + count; j++) visit(j)
      }
      return
    }
    const known = new Set<number>()
    const find = residue.kind === 'nucleic' ? findNucleotideAtom : findAtom
    for (const [a, b] of template) {
      const i = find(this.structure, r, a)
      const j = find(this.structure, r, b)
      if (i >= 0) known.add(i)
      if (j >= 0) known.add(j)
      if (i < 0 || j < 0) continue
      this.pairs.push([i, j])
      const d = this.distance(i, j)
      if (d < ODD_BOND[0] || d > ODD_BOND[1]) this.notes.push(`${this.label(i)}–${b}: a bond of ${d.toFixed(2)} Å`)
    }
    for (let i = first; i < first + count; i++) {
      if (known.has(i) || this.virtual[i] === 1) continue
      if (this.structure.atoms.elements[i] === 'H') this.hydrogen(i, first, count)
      else this.stranger(i, first, count)
    }
  }

  /** A hydrogen is bonded to the nearest heavy atom of its residue. */
  private hydrogen(i: number, first: number, count: number): void {
    let best = -1
    let least = Infinity
    for (let j = first; j < first + count; j++) {
      if (this.structure.atoms.elements[j] === 'H' || this.virtual[j] === 1) continue
      const d = this.distance(i, j)
      if (d < least) {
        least = d
        best = j
      }
    }
    if (best < 0) return
    this.pairs.push([i, best])
    if (least > 1.5) this.notes.push(`${this.label(i)}: a hydrogen ${least.toFixed(2)} Å from the nearest heavy atom`)
  }

  /** A heavy atom that the template of its residue does not have: by distance. */
  private stranger(i: number, first: number, count: number): void {
    let bonds = 0
    for (let j = first; j < first + count; j++) {
      if (j === i || !this.near(i, j, METAL_RADIUS) || this.structure.atoms.elements[j] === 'H') continue
      this.pairs.push([i, j])
      bonds++
    }
    // A single atom is not worth a note: backbones without side-chains, say.
    if (bonds === 0 && count > 1)
      this.notes.push(`${this.label(i)}: not in the template of its residue, bonded to nothing`)
  }

  /** Peptide bonds and phosphodiesters, along the pieces. */
  along(): void {
    for (const chain of this.structure.chains) {
      for (const [from, to] of chain.pieces) {
        for (let r = from; r + 1 < to; r++) this.link(r, r + 1)
        if (chain.cyclic) this.link(to - 1, from)
      }
    }
  }

  private link(r: number, next: number): void {
    for (const [a, b] of [
      ['C', 'N'],
      ["O3'", 'P'],
      ['O3*', 'P'],
    ] as const) {
      const i = findAtom(this.structure, r, a)
      const j = findAtom(this.structure, next, b)
      if (i >= 0 && j >= 0 && this.distance(i, j) <= LONGEST_LINK) this.pairs.push([i, j])
    }
  }

  /** Disulphides, and the bonds between a residue without a template and any other. */
  across(): void {
    const { atoms, residues } = this.structure
    const { grid } = this
    residues.forEach((residue, r) => {
      const { first, count, name } = residue
      const template = templateBonds(residue)
      const alone = count === 1 || name === 'HOH' || name === 'WAT' || name === 'DOD'
      if (template !== undefined ? name !== 'CYS' && name !== 'CYX' : alone) return
      for (let i = first; i < first + count; i++) {
        if (template !== undefined && atoms.names[i] !== 'SG') continue
        grid.near(i, (j) => {
          const s = atoms.residue[j]!
          if (s === r || this.structure.residues[s]!.count === 1) return
          if (atoms.names[i] === 'SG' && atoms.names[j] === 'SG') {
            if (i < j && this.distance(i, j) <= LONGEST_DISULPHIDE) {
              this.pairs.push([i, j])
              this.disulphides.push([i, j])
            }
          } else if (
            template === undefined &&
            atoms.elements[i] !== 'H' &&
            atoms.elements[j] !== 'H' &&
            this.near(i, j, 0)
          ) {
            this.pairs.push([i, j])
          }
        })
      }
    })
  }

  private near(i: number, j: number, metal: number): boolean {
    const { elements } = this.structure.atoms
    if (this.virtual[i] === 1 || this.virtual[j] === 1) return false
    if (elements[i] === 'H' && elements[j] === 'H') return false
    const a = COVALENT[elements[i]!] ?? metal
    const b = COVALENT[elements[j]!] ?? metal
    if (a === 0 || b === 0) return false
    const d = this.distance(i, j)
    return d >= LEAST_BOND && d <= a + b + BOND_TOLERANCE
  }

  private distance(i: number, j: number): number {
    const p = this.positions
    const x = p[3 * i]! - p[3 * j]!
    const y = p[3 * i + 1]! - p[3 * j + 1]!
    const z = p[3 * i + 2]! - p[3 * j + 2]!
    return Math.sqrt(x * x + y * y + z * z)
  }

  private label(i: number): string {
    return `${residueLabel(this.structure, this.structure.atoms.residue[i]!)} ${this.structure.atoms.names[i]}`
  }
}
