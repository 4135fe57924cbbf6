// From a structure to the atoms of a protein: which are taken, what hangs on which backbone atom, and what must not be torn.
//
// The links of a piece are its backbone atoms N, CA, C, N, CA, C, …; joint j turns about the bond of links j and j + 1. Every other
// atom hangs on the backbone atom of its residue that it is fewest bonds from.
import { checkIndex, checkSize } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { type BondGraph, structureBonds } from '../structure/bonds.js'
import { BondedPairs } from '../structure/bonds-within.js'
import { atomRadii } from '../structure/radii.js'
import { findAtom, residueLabel, type Structure } from '../structure/structure.js'
import type { ReadProteinOptions } from './protein-options.js'

/** A stretch of amino acids without a gap. Its atoms, as the protein numbers them, are [firstAtom, endAtom). */
export interface ProteinPiece {
  /** The chain's name. */
  readonly chain: string
  /** Residues [from, to) of the structure. */
  readonly from: number
  readonly to: number
  readonly firstAtom: number
  readonly endAtom: number
  /** Backbone atoms, three a residue. */
  readonly links: number
}

/** Two links that must keep their places to each other, and why. */
export interface Hold {
  readonly pieceA: number
  readonly linkA: number
  readonly pieceB: number
  readonly linkB: number
  readonly reason: string
}

export interface ProteinSelection {
  readonly structure: Structure
  readonly pieces: readonly ProteinPiece[]
  /** Number of the atom in the structure. */
  readonly structureAtom: Int32Array
  /** The piece of each atom, and its link there. */
  readonly pieceOf: Int32Array
  readonly linkOf: Int32Array
  readonly radii: Float64Array
  readonly graph: BondGraph
  /** By numbers of the structure. */
  readonly bonded: BondedPairs
  /** The protein's number of an atom of the structure; −1 for one that is not taken. */
  readonly numberOf: Int32Array
  readonly holds: readonly Hold[]
  readonly positions: Float64Array
  readonly notes: readonly string[]
}

const BACKBONE = ['N', 'CA', 'C']
/** Å: the radius of an element that no table has, as large as carbon's; amino acids contain no such element. */
const UNKNOWN = 1.7

export function selectProtein(structure: Structure, options: ReadProteinOptions): ProteinSelection {
  checkIndex('model', options.model, 0, structure.models.length)
  const graph = structureBonds(structure, { model: options.model })
  const notes = [...graph.notes]
  const stretches = chosenStretches(structure, options, notes)
  const chosen: number[] = []
  const pieces: ProteinPiece[] = []
  for (const { chain, from, to } of stretches) {
    const firstAtom = chosen.length
    for (let r = from; r < to; r++) {
      const { first, count } = structure.residues[r]!
      for (let i = first; i < first + count; i++) if (taken(structure, i, options)) chosen.push(i)
    }
    pieces.push({ chain, from, to, firstAtom, endAtom: chosen.length, links: 3 * (to - from) })
  }
  const structureAtom = Int32Array.from(chosen)
  const numberOf = new Int32Array(structure.atoms.count).fill(-1)
  chosen.forEach((atom, i) => {
    numberOf[atom] = i
  })
  const model = structure.models[options.model]!
  const positions = new Float64Array(3 * chosen.length)
  const radii = new Float64Array(chosen.length)
  const { hydrogens, radiusScale: scale } = options
  const table =
    options.radius === undefined
      ? atomRadii(structure, options.radii, { hydrogens, unknownRadius: UNKNOWN })
      : undefined
  if (table !== undefined) notes.push(...table.notes)
  chosen.forEach((atom, i) => {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = model[3 * atom + k]!
    radii[i] = table === undefined ? options.radius! : checkSize(`radius of atom ${atom}`, scale * table.radii[atom]!)
  })
  const pieceOf = new Int32Array(chosen.length)
  const linkOf = new Int32Array(chosen.length)
  pieces.forEach((piece, p) => {
    pieceOf.fill(p, piece.firstAtom, piece.endAtom)
    for (let r = piece.from; r < piece.to; r++) hang(structure, graph, numberOf, linkOf, r, 3 * (r - piece.from), notes)
  })
  const bonded = new BondedPairs(graph, options.excludeBonds)
  const base = { structure, pieces, structureAtom, pieceOf, linkOf, radii, graph, bonded, numberOf, positions, notes }
  return { ...base, holds: findHolds(base, options) }
}

/** The pieces of amino acids of the chains that were asked for. */
function chosenStretches(structure: Structure, options: ReadProteinOptions, notes: string[]) {
  const { chains } = options
  for (const id of chains ?? []) {
    if (!structure.chains.some((chain) => chain.id === id)) {
      const known = structure.chains.map((chain) => chain.id).join(', ')
      throw new InvalidInputError('chains', id, `names of chains of the structure: ${known}`)
    }
  }
  const stretches: { chain: string; from: number; to: number }[] = []
  for (const { id, pieces, cyclic } of structure.chains) {
    if (chains !== undefined && !chains.includes(id)) continue
    for (const [from, to] of pieces) {
      if (structure.residues[from]!.kind !== 'amino') {
        notes.push(
          `chain ${id}: ${to - from} residues from ${residueLabel(structure, from)} are not amino acids, left out`,
        )
        continue
      }
      if (BACKBONE.some((name) => findAtom(structure, from, name) < 0)) {
        notes.push(
          `chain ${id}: ${to - from} residues from ${residueLabel(structure, from)} have no backbone, left out`,
        )
        continue
      }
      if (cyclic) {
        throw new InvalidInputError(
          `chain ${id}`,
          'cyclic',
          'an open chain: torsions of a cyclic peptide are not independent',
        )
      }
      stretches.push({ chain: id, from, to })
    }
  }
  if (stretches.length === 0) {
    throw new InvalidInputError('structure', structure.name, 'one with amino acids that have their N, CA and C')
  }
  return stretches.sort((a, b) => a.from - b.from)
}

function taken(structure: Structure, atom: number, options: ReadProteinOptions): boolean {
  if (options.atoms === 'backbone') return BACKBONE.includes(structure.atoms.names[atom]!)
  return options.hydrogens || structure.atoms.elements[atom] !== 'H'
}

/** Hangs the atoms of a residue on its links `link`, `link` + 1 and `link` + 2: breadth first from N, CA and C along bonds. */
function hang(
  structure: Structure,
  graph: BondGraph,
  numberOf: Int32Array,
  linkOf: Int32Array,
  residue: number,
  link: number,
  notes: string[],
): void {
  const { first, count } = structure.residues[residue]!
  const found = new Map<number, number>()
  const queue: number[] = []
  BACKBONE.forEach((name, k) => {
    const atom = findAtom(structure, residue, name)
    found.set(atom, link + k)
    queue.push(atom)
  })
  for (const atom of queue) {
    for (let k = graph.start[atom]!; k < graph.start[atom + 1]!; k++) {
      const next = graph.neighbours[k]!
      if (next < first || next >= first + count || found.has(next)) continue
      found.set(next, found.get(atom)!)
      queue.push(next)
    }
  }
  for (let atom = first; atom < first + count; atom++) {
    const i = numberOf[atom]!
    if (i < 0) continue
    const on = found.get(atom)
    if (on === undefined) {
      notes.push(`${residueLabel(structure, residue)} ${structure.atoms.names[atom]}: bonded to nothing, hung on CA`)
    }
    linkOf[i] = on ?? link + 1
  }
}

/**
 * Bonds beyond those of a chain with things hung on it: they close a ring, and what they join must not move apart. All bonds of
 * proline's ring are found so, as is every disulphide.
 */
function findHolds(s: Omit<ProteinSelection, 'holds'>, options: ReadProteinOptions): Hold[] {
  const { graph, structure, numberOf, pieceOf, linkOf, pieces } = s
  const holds: Hold[] = []
  const free = new Set(options.disulphides === 'free' ? graph.disulphides.map(([a, b]) => `${a} ${b}`) : [])
  const isBackbone = (atom: number) => BACKBONE.includes(structure.atoms.names[atom]!)
  for (let k = 0; k < graph.count; k++) {
    const a = graph.pairs[2 * k]!
    const b = graph.pairs[2 * k + 1]!
    const i = numberOf[a]!
    const j = numberOf[b]!
    if (i < 0 || j < 0 || free.has(`${a} ${b}`)) continue
    const same = pieceOf[i] === pieceOf[j]
    if (same && linkOf[i] === linkOf[j]) continue
    if (same && Math.abs(linkOf[i]! - linkOf[j]!) === 1 && isBackbone(a) && isBackbone(b)) continue
    const ra = structure.atoms.residue[a]!
    const rb = structure.atoms.residue[b]!
    const labels = `${residueLabel(structure, ra)} ${structure.atoms.names[a]} – ${residueLabel(structure, rb)} ${structure.atoms.names[b]}`
    const reason = ra === rb ? `the ring of ${residueLabel(structure, ra)}` : `the bond ${labels}`
    holds.push({ pieceA: pieceOf[i]!, linkA: linkOf[i]!, pieceB: pieceOf[j]!, linkB: linkOf[j]!, reason })
  }
  if (options.atoms !== 'backbone') return holds
  // Without the atoms of rings and disulphides their bonds are not seen.
  for (const [a, b] of options.disulphides === 'hold' ? graph.disulphides : []) {
    const [ra, rb] = [structure.atoms.residue[a]!, structure.atoms.residue[b]!]
    const i = numberOf[findAtom(structure, ra, 'CA')] ?? -1
    const j = numberOf[findAtom(structure, rb, 'CA')] ?? -1
    if (i < 0 || j < 0) continue
    const reason = `the bond ${residueLabel(structure, ra)} SG – ${residueLabel(structure, rb)} SG`
    holds.push({ pieceA: pieceOf[i]!, linkA: linkOf[i]!, pieceB: pieceOf[j]!, linkB: linkOf[j]!, reason })
  }
  pieces.forEach((piece, p) => {
    for (let r = piece.from; r < piece.to; r++) {
      const n = findAtom(structure, r, 'N')
      const ca = findAtom(structure, r, 'CA')
      if (!inRing(s, r, n, ca)) continue
      const link = 3 * (r - piece.from)
      const reason = `the ring of ${residueLabel(structure, r)}`
      holds.push({ pieceA: p, linkA: link, pieceB: p, linkB: link + 1, reason })
    }
  })
  return holds
}

/** Is there a way from N to CA inside of the residue that is not their bond? */
function inRing(s: Omit<ProteinSelection, 'holds'>, residue: number, n: number, ca: number): boolean {
  const { first, count } = s.structure.residues[residue]!
  const seen = new Set([n])
  const queue = [n]
  for (const atom of queue) {
    for (let k = s.graph.start[atom]!; k < s.graph.start[atom + 1]!; k++) {
      const next = s.graph.neighbours[k]!
      if (next < first || next >= first + count || seen.has(next) || (atom === n && next === ca)) continue
      if (next === ca) return true
      seen.add(next)
      queue.push(next)
    }
  }
  return false
}
