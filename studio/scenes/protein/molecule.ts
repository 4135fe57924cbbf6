// A structure as the engine has it: the protein that moves, what of it is drawn, and its clashes.
import {
  atomRadii,
  type BondGraph,
  type Clash,
  type Clashes,
  type ClashOptions,
  type Clashscore,
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
import { CHAIN, type ClashReport, HYDROGEN, LIGAND, type ProteinView, WATER } from './molecule-view.js'
import { type Peptide, secondaryStructure } from './secondary.js'
import type { MoleculeSource } from './source.js'
import type { ProteinEnergy } from './state.js'
import { isWater } from './water.js'

/** Å, of elements that no table has. */
const UNKNOWN_RADIUS = 1.7
/** No more pairs than this are drawn and listed, and no more of those with water. */
const MOST_DRAWN = 2000
/** Where two wells of touching spheres are deepest: at 2^(1/6) σ. Clashes are looked for with 0.75 of the radii. */
const SIXTH_ROOT_OF_TWO = 1.122462048309373
const HARD_SHARE = 0.75
/** Of all atoms, deeper wells would hold them together at any temperature of interest. */
const LJ_DEPTH = 0.2
/** Å, and residues: what is in contact in the structure. */
const CONTACT = 8
const SEPARATION = 4
/** What a ribbon stands for, of an amino acid and of a nucleotide, whose sugar and base are drawn as a side-chain is. */
const BACKBONE = /^(N|CA|C|O|OXT)$/
const PHOSPHATE = /^(P|O[P123]{2}|O[35]['*]|C5['*])$/

export class Molecule {
  /** What turns; undefined where nothing does. */
  readonly turns: Protein | undefined
  private readonly still: string | undefined
  /** Where it begins: of all atoms that move. */
  readonly start: Float64Array
  /** The alpha carbons of all pieces, and those of the longest. */
  readonly alphas: Int32Array
  readonly longest: Int32Array
  /** Of the structure as it was read: moving atoms changes none. */
  private readonly graph: BondGraph

  readonly structure: Structure

  /** As it is in frame `model`. */
  constructor(
    private readonly source: MoleculeSource,
    model: number,
  ) {
    const structure = source.at(model)
    this.structure = structure
    this.still = stillWords(structure)
    this.turns = this.still === undefined ? proteinOf(structure) : undefined
    this.start = this.turns?.coordinates() ?? new Float64Array(0)
    this.graph = structureBonds(structure)
    const { pieces, names } = this.turns ?? { pieces: [], names: [] }
    const alphasOf = (from: number, to: number): number[] =>
      Array.from({ length: to - from }, (_, k) => from + k).filter((i) => names[i] === 'CA')
    const all = pieces.map(({ firstAtom, endAtom }) => alphasOf(firstAtom, endAtom))
    this.alphas = Int32Array.from(all.flat())
    this.longest = Int32Array.from(all.reduce((best, one) => (one.length > best.length ? one : best), []))
  }

  /** What turns: for those who ask only where something does. */
  get protein(): Protein {
    if (this.turns === undefined) throw new Error(this.still)
    return this.turns
  }

  view(): ProteinView {
    const { structure, turns, source } = this
    const { atoms, residues, chains } = structure
    const kindOf = this.kinds()
    const traces = this.traces()
    const isNucleic = Uint8Array.from(residues, ({ kind }) => (kind === 'nucleic' ? 1 : 0))
    // A ribbon has a direction: of one residue alone the backbone is drawn.
    const isOnRibbon = new Uint8Array(residues.length)
    for (const trace of traces) {
      for (let k = 3; trace.length > 4 && k < trace.length; k += 4) isOnRibbon[trace[k]!] = 1
    }
    const ofKind = (kind: number): Int32Array => Int32Array.from([...kindOf.keys()].filter((i) => kindOf[i] === kind))
    const body = [CHAIN, LIGAND, WATER].map(ofKind).find(({ length }) => length > 0)
    return {
      name: structure.name,
      trajectory: source.trajectory,
      models: source.count,
      atoms: atoms.count,
      moving: turns?.structureAtom ?? new Int32Array(0),
      still: this.still,
      body: body ?? Int32Array.from(kindOf.keys()),
      residues: turns?.pieces.reduce((sum, { from, to }) => sum + to - from, 0) ?? 0,
      elements: atoms.elements,
      names: atoms.names,
      kindOf,
      radii: Float32Array.from(atomRadii(structure, 'auto', { unknownRadius: UNKNOWN_RADIUS }).radii),
      residueOf: atoms.residue,
      labels: residues.map((_, r) => residueLabel(structure, r)),
      kinds: residues.map(({ name }) => name),
      numbers: residues.map(({ number, insertion }) => `${number}${insertion}`),
      chainOf: Int32Array.from(residues, ({ chain }) => chain),
      chains: chains.map(({ id }) => id),
      bonds: this.graph.pairs,
      traces,
      isNucleic,
      sequence: chains.flatMap(({ residues: own }, chain) => {
        const isPolymer = (r: number): boolean => residues[r]!.link === 'polymer'
        const polymer = Int32Array.from(own.filter(isPolymer))
        const others = Int32Array.from(own.filter((r) => !isPolymer(r) && !isWater(residues[r]!.name)))
        return polymer.length + others.length === 0 ? [] : [{ chain, polymer, others }]
      }),
      isBackbone: Uint8Array.from(atoms.names, (name, i) => {
        const r = atoms.residue[i]!
        return isOnRibbon[r] === 1 && (isNucleic[r] === 1 ? PHOSPHATE : BACKBONE).test(name) ? 1 : 0
      }),
      torsions: turns?.torsions.map(({ kind, residue }) => ({ kind, residue })) ?? [],
      fixed: turns?.fixed.map(({ kind, residue, reason }) => ({ kind, residue, reason })) ?? [],
      notes: [...new Set([...structure.notes, ...source.notes, ...(turns?.notes ?? this.graph.notes)])],
      beads: this.longest.length,
    }
  }

  private kinds(): Uint8Array {
    const { atoms, residues } = this.structure
    return Uint8Array.from(atoms.residue, (r, i) => {
      const { name, link } = residues[r]!
      if (isWater(name)) return WATER
      if (atoms.elements[i] === 'H') return HYDROGEN
      return link === 'polymer' ? CHAIN : LIGAND
    })
  }

  /** As ProteinView has them. */
  private traces(): Int32Array[] {
    const { structure } = this
    const find = (r: number, ...names: string[]): number =>
      names.map((name) => findAtom(structure, r, name)).find((atom) => atom >= 0) ?? -1
    return piecesOf(structure).map(([from, to]) => {
      const rows = Array.from({ length: to - from }, (_, k) => {
        const r = from + k
        if (structure.residues[r]!.kind !== 'nucleic') return [find(r, 'CA'), find(r, 'C'), find(r, 'O'), r]
        return [find(r, "C4'", 'C4*', 'P'), -1, find(r, "C1'", 'C1*'), r]
      })
      return Int32Array.from(rows.filter(([at]) => at! >= 0).flat())
    })
  }

  /** Where all atoms are: those that move as they are now, the others as in the file. */
  places(): Float64Array {
    const { structure, turns } = this
    const now = structure.models[0]!.slice()
    if (turns === undefined) return now
    const x = turns.coordinates()
    turns.structureAtom.forEach((atom, i) => {
      now.set(x.subarray(3 * i, 3 * i + 3), 3 * atom)
    })
    return now
  }

  /** HELIX, STRAND or COIL by residue of the structure; what is not known is COIL. Undefined where nothing is known of any. */
  secondary(places: ArrayLike<number> = this.places()): Uint8Array | undefined {
    const { structure } = this
    const ofAmino = piecesOf(structure).filter(([from]) => structure.residues[from]!.kind === 'amino')
    const pieces = ofAmino.map(([from, to]) =>
      Array.from({ length: to - from }, (_, k): Peptide => {
        const find = (name: string): number => findAtom(structure, from + k, name)
        const isProline = structure.residues[from + k]!.name === 'PRO'
        return { atoms: [find('N'), find('CA'), find('C'), find('O')], isProline }
      }),
    )
    const found = secondaryStructure(places, pieces)
    if (found.every((one) => one === undefined)) return undefined
    const out = new Uint8Array(structure.residues.length)
    found.forEach((codes, k) => {
      if (codes !== undefined) out.set(codes, ofAmino[k]![0])
    })
    return out
  }

  /**
   * Van der Waals spheres that overlap though nothing binds them. As the file has them: of all atoms, as `limber clashes` says it. Once
   * something was turned: of the atoms that move, since hydrogens, water and ligands stay where they were.
   */
  clashes(isMoved: boolean): ClashReport {
    const { structure } = this
    const now = { ...structure, models: [this.places()] }
    const words = this.source.hasCell ? boxWords : wordsOf
    if (!isMoved) return clashReport(structure, allClashes(now), structure.atoms.count, words)
    const { protein } = this
    const moves = new Uint8Array(structure.atoms.count)
    for (const atom of protein.structureAtom) moves[atom] = 1
    const exclude = (a: number, b: number): boolean => moves[a] === 0 || moves[b] === 0
    const found = clashes(now, {
      ...{ hydrogens: false, water: false, unknownRadius: UNKNOWN_RADIUS, bonds: this.graph, exclude },
    })
    const count = found.pairs.length
    const score = { score: (1000 * count) / protein.atoms, clashes: count, atoms: protein.atoms, hydrogens: 0 }
    return clashReport(structure, { ...found, clashscore: score }, protein.atoms, movedWords)
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

  /** All atoms as the file has them; once something was turned, those that move. */
  pdb(isMoved: boolean): string {
    const { structure } = this
    if (!isMoved) return pdbHeader(structure) + pdbModel(structure, structure.models[0]!, 1) + pdbEnd()
    const { protein } = this
    const options = { atoms: protein.structureAtom }
    return pdbHeader(structure, options) + pdbModel(structure, protein.coordinates(), 1, options) + pdbEnd()
  }
}

/** Residues [from, to) of every piece of every chain, ascending. */
function piecesOf({ chains }: Structure): (readonly [from: number, to: number])[] {
  return chains.flatMap(({ pieces }) => [...pieces]).sort((a, b) => a[0] - b[0])
}

/** Chains with torsions that can be turned by themselves: of amino acids with a whole backbone, and no ring. */
function openChains(structure: Structure): string[] {
  const { residues, chains } = structure
  const hasTorsions = ([from]: readonly [number, number]): boolean =>
    residues[from]!.kind === 'amino' && ['N', 'CA', 'C'].every((name) => findAtom(structure, from, name) >= 0)
  const rings = chains.filter(({ cyclic, pieces }) => cyclic && pieces.some(hasTorsions)).map(({ id }) => id)
  return chains.filter(({ id, pieces }) => !rings.includes(id) && pieces.some(hasTorsions)).map(({ id }) => id)
}

/** Why nothing turns; undefined where something does. */
function stillWords(structure: Structure): string | undefined {
  if (openChains(structure).length > 0) return undefined
  const isRing = structure.chains.some(({ cyclic }) => cyclic)
  return isRing
    ? 'Nothing can be turned: the chain is a ring, whose torsions are not independent.'
    : 'Nothing can be turned: there are no amino acids with N, CA and C.'
}

function proteinOf(structure: Structure): Protein {
  return new Protein(structure, { atoms: 'flexible-sidechains', chains: openChains(structure) })
}

/** As `limber clashes` finds them; an element that no table has counts as carbon does, which is said. */
export function allClashes(structure: Structure, options: Pick<ClashOptions, 'water'> = {}): Clashes {
  try {
    return clashes(structure, options)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    return clashes(structure, { ...options, unknownRadius: UNKNOWN_RADIUS })
  }
}

function clashReport(
  structure: Structure,
  { pairs, clashscore }: Clashes,
  atoms: number,
  words: (score: Clashscore) => string,
): ClashReport {
  const ofWater = ({ a, b }: Clash): boolean =>
    [a, b].every((atom) => isWater(structure.residues[structure.atoms.residue[atom]!]!.name))
  const room = [MOST_DRAWN, MOST_DRAWN]
  const drawn = pairs.filter((pair) => room[ofWater(pair) ? 1 : 0]!-- > 0)
  const { residue, names } = structure.atoms
  const nameOf = (atom: number): string => `${residueLabel(structure, residue[atom]!)} ${names[atom]!}`
  const first = pairs.find((pair) => !ofWater(pair)) ?? pairs[0]
  return {
    pairs: Int32Array.from(drawn.flatMap(({ a, b }) => [a, b])),
    overlaps: Float32Array.from(drawn, ({ overlap }) => overlap),
    count: pairs.length,
    worst: first?.overlap ?? 0,
    worstNames: first === undefined ? '' : `${nameOf(first.a)} – ${nameOf(first.b)}`,
    perThousand: (1000 * pairs.length) / atoms,
    clashscore: clashscore!,
    words: words(clashscore!),
  }
}

const grouped = (count: number): string => count.toLocaleString('en')

function wordsOf({ atoms, hydrogens, clashes: count }: Clashscore): string {
  const comparable =
    hydrogens === 0 ? 'no hydrogens in the file, which MolProbity adds' : `${grouped(hydrogens)} hydrogens`
  return `${grouped(count)} overlaps of 0.4 Å or more per thousand of ${grouped(atoms)} atoms (${comparable}). Water, and its overlaps with itself, are left out. limber clashes prints the same.`
}

function boxWords(score: Clashscore): string {
  return wordsOf(score).replace(
    'limber clashes prints the same.',
    'Chains are made whole first; periodic images are not checked.',
  )
}

function movedWords({ atoms, clashes: count }: Clashscore): string {
  return `${grouped(count)} overlaps of 0.4 Å or more per thousand of the ${grouped(atoms)} atoms that move. Hydrogens, water and ligands do not count once something was turned.`
}
