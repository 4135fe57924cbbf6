// A structure as the engine has it: the protein that moves, what of it is drawn, and its clashes.
import {
  type BondGraph,
  clashes,
  findAtom,
  InvalidInputError,
  lennardJones,
  nativeContacts,
  Protein,
  type ProteinSystemOptions,
  pdbEnd,
  pdbHeader,
  pdbModel,
  residueLabel,
  type Structure,
  structureBonds,
} from '../../../src/entries/molecules.js'
import type { ProteinEnergy } from './state.js'

/** What stays while atoms move. */
export interface ProteinView {
  readonly name: string
  readonly models: number
  readonly atoms: number
  readonly residues: number
  /** Of the structure: hydrogens, water and ligands as well. */
  readonly atomsInFile: number
  readonly elements: readonly string[]
  readonly names: readonly string[]
  /** By atom, an index into `labels`. */
  readonly residueOf: Int32Array
  /** By residue of the structure: `A TRP 6`, its name, its chain's number; those that are not drawn as well. */
  readonly labels: readonly string[]
  readonly kinds: readonly string[]
  readonly chainOf: Int32Array
  readonly chains: readonly string[]
  /** Two atoms each. */
  readonly bonds: Int32Array
  /** Of each piece: atoms CA, C, O of each residue (-1 where there is none), and the residue. Four numbers. */
  readonly traces: readonly Int32Array[]
  /** 1: N, CA, C or O, which the ribbon stands for. */
  readonly isBackbone: Uint8Array
  readonly torsions: readonly { readonly kind: string; readonly residue: number }[]
  readonly fixed: readonly { readonly kind: string; readonly residue: number; readonly reason: string }[]
  readonly notes: readonly string[]
  /** What melts: the residues of the longest piece. */
  readonly beads: number
}

export interface ClashReport {
  /** Two atoms each, the worst first. */
  readonly pairs: Int32Array
  readonly overlaps: Float32Array
  readonly count: number
  /** Å. */
  readonly worst: number
  /** `A TRP 6 CZ2 – A PRO 12 CB`. */
  readonly worstNames: string
  readonly perThousand: number
}

/** No more pairs than this are drawn. */
const MOST_DRAWN = 2000
/** Where two wells of touching spheres are deepest: at 2^(1/6) σ. Clashes are looked for with 0.75 of the radii. */
const SIXTH_ROOT_OF_TWO = 1.122462048309373
const HARD_SHARE = 0.75
/** Of all atoms, deeper wells would hold them together at any temperature of interest. */
const LJ_DEPTH = 0.2
/** Å, and residues: what is in contact in the structure. */
const CONTACT = 8
const SEPARATION = 4

export class Molecule {
  readonly protein: Protein
  /** Where it begins: of all atoms. */
  readonly start: Float64Array
  /** The alpha carbons of all pieces, and those of the longest. */
  readonly alphas: Int32Array
  readonly longest: Int32Array
  /** Of the structure as it was read: moving atoms changes none. */
  private readonly graph: BondGraph

  constructor(
    readonly structure: Structure,
    readonly model: number,
  ) {
    if (model >= structure.models.length) {
      throw new InvalidInputError('model', model, `one of ${structure.models.length}, counted from 0`)
    }
    this.protein = new Protein(structure, { model, atoms: 'flexible-sidechains' })
    this.start = this.protein.coordinates()
    this.graph = structureBonds(structure, { model })
    const { pieces, names } = this.protein
    const alphasOf = (from: number, to: number): number[] =>
      Array.from({ length: to - from }, (_, k) => from + k).filter((i) => names[i] === 'CA')
    const all = pieces.map(({ firstAtom, endAtom }) => alphasOf(firstAtom, endAtom))
    this.alphas = Int32Array.from(all.flat())
    this.longest = Int32Array.from(all.reduce((best, one) => (one.length > best.length ? one : best)))
  }

  view(): ProteinView {
    const { structure, protein } = this
    const numberOf = new Int32Array(structure.atoms.count).fill(-1)
    protein.structureAtom.forEach((atom, i) => {
      numberOf[atom] = i
    })
    const { pairs } = this.graph
    const bonds: number[] = []
    for (let b = 0; b < pairs.length; b += 2) {
      const [i, j] = [numberOf[pairs[b]!]!, numberOf[pairs[b + 1]!]!]
      if (i >= 0 && j >= 0) bonds.push(i, j)
    }
    const atomOf = (residue: number, name: string): number => {
      const atom = findAtom(structure, residue, name)
      return atom < 0 ? -1 : numberOf[atom]!
    }
    const traces = protein.pieces.map(({ from, to }) =>
      Int32Array.from(
        Array.from({ length: to - from }, (_, k) => from + k).flatMap((r) => [
          atomOf(r, 'CA'),
          atomOf(r, 'C'),
          atomOf(r, 'O'),
          r,
        ]),
      ),
    )
    return {
      name: structure.name,
      models: structure.models.length,
      atoms: protein.atoms,
      residues: protein.pieces.reduce((sum, { from, to }) => sum + to - from, 0),
      atomsInFile: structure.atoms.count,
      elements: protein.elements,
      names: protein.names,
      residueOf: protein.residueOf,
      labels: structure.residues.map((_, r) => residueLabel(structure, r)),
      kinds: structure.residues.map(({ name }) => name),
      chainOf: Int32Array.from(structure.residues, ({ chain }) => chain),
      chains: structure.chains.map(({ id }) => id),
      bonds: Int32Array.from(bonds),
      traces,
      isBackbone: Uint8Array.from(protein.names, (name) => (['N', 'CA', 'C', 'O', 'OXT'].includes(name) ? 1 : 0)),
      torsions: protein.torsions.map(({ kind, residue }) => ({ kind, residue })),
      fixed: protein.fixed.map(({ kind, residue, reason }) => ({ kind, residue, reason })),
      notes: [...new Set([...structure.notes, ...protein.notes])],
      beads: this.longest.length,
    }
  }

  /** Van der Waals spheres that overlap though nothing binds them: of the atoms that move, as they are now. */
  clashes(): ClashReport {
    const { structure, protein } = this
    const now = structure.models[this.model]!.slice()
    const x = protein.coordinates()
    const numberOf = new Map<number, number>()
    protein.structureAtom.forEach((atom, i) => {
      now.set(x.subarray(3 * i, 3 * i + 3), 3 * atom)
      numberOf.set(atom, i)
    })
    const { atoms } = structure
    // Hydrogens, water and ligands stay where they were: they do not count.
    const exclude = (a: number, b: number): boolean => !(numberOf.has(a) && numberOf.has(b))
    const found = clashes(
      { ...structure, models: [now] },
      { hydrogens: false, water: false, unknownRadius: 1.7, bonds: this.graph, exclude },
    )
    const drawn = found.pairs.slice(0, MOST_DRAWN)
    const nameOf = (atom: number): string => `${residueLabel(structure, atoms.residue[atom]!)} ${atoms.names[atom]!}`
    const first = found.pairs[0]
    return {
      pairs: Int32Array.from(drawn.flatMap(({ a, b }) => [numberOf.get(a)!, numberOf.get(b)!])),
      overlaps: Float32Array.from(drawn, ({ overlap }) => overlap),
      count: found.pairs.length,
      worst: first?.overlap ?? 0,
      worstNames: first === undefined ? '' : `${nameOf(first.a)} – ${nameOf(first.b)}`,
      perThousand: (1000 * found.pairs.length) / protein.atoms,
    }
  }

  energy(kind: ProteinEnergy): ProteinSystemOptions {
    if (kind === 'hard') return {}
    if (kind === 'lj') {
      const sigma = this.protein.radii.map((radius) => (2 * radius) / HARD_SHARE / SIXTH_ROOT_OF_TWO)
      return { terms: [lennardJones({ sigma, epsilon: LJ_DEPTH })] }
    }
    const pairs: number[] = []
    const distances: number[] = []
    const { alphas, start } = this
    alphas.forEach((i, a) => {
      for (const j of alphas.subarray(a + SEPARATION)) {
        const distance = Math.hypot(...[0, 1, 2].map((k) => start[3 * i + k]! - start[3 * j + k]!))
        if (distance >= CONTACT) continue
        pairs.push(i, j)
        distances.push(distance)
      }
    })
    return pairs.length === 0 ? {} : { lists: [nativeContacts({ pairs, distances })] }
  }

  /** Alpha carbons of the longest piece, as they were at first. */
  nativeTrace(): Float64Array {
    const { start, longest } = this
    return Float64Array.from(
      { length: 3 * longest.length },
      (_, k) => start[3 * longest[Math.floor(k / 3)]! + (k % 3)]!,
    )
  }

  pdb(): string {
    const { structure, protein } = this
    const options = { atoms: protein.structureAtom }
    return pdbHeader(structure, options) + pdbModel(structure, protein.coordinates(), 1, options) + pdbEnd()
  }
}
