// The torsions of a protein, those that may turn and those that must not; and the atoms that a χ moves.
//
// A backbone torsion moves every link beyond its joint. It is fixed where that would tear a bond that closes a ring: a hold whose
// two links would not move together (protein-select.ts). A χ moves the atoms beyond its bond; it is fixed where they are bonded to
// an atom of another link, or to the bond's near side by another way.
import { POSE, setAxisAngle, transformPoint } from '../../base/math/pose.js'
import { residueTemplate } from '../structure/residue-templates.js'
import { findAtom, residueLabel } from '../structure/structure.js'
import type { ReadProteinOptions } from './protein-options.js'
import type { Hold, ProteinSelection } from './protein-select.js'
import { dihedral, type FixedTorsion, type Torsion, type TorsionKind } from './torsion.js'

/** A side-chain that can turn: hung on the link of a CA. */
export interface SideChain {
  readonly piece: number
  readonly link: number
  /** One entry a χ that may turn, from the backbone outwards. */
  readonly chi: readonly {
    readonly torsion: number
    /** The bond, near atom first. */
    readonly from: number
    readonly to: number
    /** Atoms beyond it. */
    readonly moved: Int32Array
  }[]
}

export interface TorsionList {
  readonly torsions: readonly Torsion[]
  readonly fixed: readonly FixedTorsion[]
  /** The angle of each torsion in the structure. */
  readonly angles: Float64Array
  readonly sideChains: readonly SideChain[]
  /** The side-chain of each torsion; −1 for the backbone's. */
  readonly sideChainOf: Int32Array
}

export function listTorsions(s: ProteinSelection, options: ReadProteinOptions): TorsionList {
  const torsions: Torsion[] = []
  const fixed: FixedTorsion[] = []
  const sideChains: SideChain[] = []
  const sideChainOf: number[] = []
  const free = new Map<number, number>()
  if (options.disulphides === 'free') for (const [a, b] of s.graph.disulphides) free.set(a, b).set(b, a)
  const atom = (residue: number, name: string) => {
    const found = findAtom(s.structure, residue, name)
    return found < 0 ? -1 : s.numberOf[found]!
  }
  s.pieces.forEach(({ from, to }, piece) => {
    for (let r = from; r < to; r++) {
      const add = (kind: TorsionKind, joint: number, atoms: readonly number[], reason: string | undefined) => {
        if (reason !== undefined) fixed.push({ kind, piece, residue: r, reason })
        else {
          torsions.push({ kind, piece, residue: r, joint, atoms: atoms as unknown as Torsion['atoms'] })
          sideChainOf.push(joint < 0 ? sideChains.length : -1)
        }
      }
      const link = 3 * (r - from)
      const [n, ca, c] = [atom(r, 'N'), atom(r, 'CA'), atom(r, 'C')]
      const torn = (joint: number) => s.holds.find((hold) => tears(hold, piece, joint, Infinity))?.reason
      // The first φ and the last ψ have no fourth atom, and would turn the piece as a whole or its last oxygens.
      if (r > from) add('phi', link, [atom(r - 1, 'C'), n, ca, c], torn(link))
      if (options.atoms === 'flexible-sidechains') {
        const sideChain = sideChainAt(s, free, piece, r, link + 1, torsions.length, add)
        if (sideChain.chi.length > 0) sideChains.push(sideChain)
      }
      if (r + 1 < to) {
        add('psi', link + 1, [n, ca, c, atom(r + 1, 'N')], torn(link + 1))
        // The peptide bond is that of the residue it leads to (IUPAC): ω of r + 1 is CA, C, N, CA.
        if (options.omega) add('omega', link + 2, [ca, c, atom(r + 1, 'N'), atom(r + 1, 'CA')], torn(link + 2))
      }
    }
  })
  const angles = Float64Array.from(torsions, ({ atoms: [a, b, c, d] }) => dihedral(s.positions, a, b, c, d))
  return { torsions, fixed, angles, sideChains, sideChainOf: Int32Array.from(sideChainOf) }
}

/** Would a motion of the links in from < link < to of a piece move one end of a hold and not the other? */
export function tears(hold: Hold, piece: number, from: number, to: number): boolean {
  const a = hold.pieceA === piece && hold.linkA > from && hold.linkA < to
  const b = hold.pieceB === piece && hold.linkB > from && hold.linkB < to
  return a !== b
}

const CHI: readonly TorsionKind[] = ['chi1', 'chi2', 'chi3', 'chi4']

function sideChainAt(
  s: ProteinSelection,
  /** The other sulphur of each that may move away from it. */
  free: ReadonlyMap<number, number>,
  piece: number,
  residue: number,
  link: number,
  next: number,
  add: (kind: TorsionKind, joint: number, atoms: readonly number[], reason: string | undefined) => void,
): SideChain {
  const { structure, numberOf } = s
  const chi: SideChain['chi'][number][] = []
  const template = residueTemplate(structure.residues[residue]!.name)
  template?.chi.forEach((names, k) => {
    const found = names.map((name) => findAtom(structure, residue, name))
    const missing = names.find((_, n) => found[n]! < 0)
    if (missing !== undefined) {
      add(CHI[k]!, -1, [], `${missing} is missing`)
      return
    }
    const [, near, far] = found as [number, number, number, number]
    const { moved, closed } = beyond(s, free, near, far, link)
    const atoms = found.map((i) => numberOf[i]!)
    const reason =
      closed === undefined
        ? undefined
        : `the bond to ${residueLabel(structure, structure.atoms.residue[closed]!)} ${structure.atoms.names[closed]}`
    add(CHI[k]!, -1, atoms, reason)
    if (reason === undefined) {
      chi.push({ torsion: next + chi.length, from: numberOf[near]!, to: numberOf[far]!, moved })
    }
  })
  return { piece, link, chi }
}

/** The atoms that are reached from `far` without the bond near–far; and one that closes a ring, if there is one. */
function beyond(
  s: ProteinSelection,
  free: ReadonlyMap<number, number>,
  near: number,
  far: number,
  link: number,
): { moved: Int32Array; closed: number | undefined } {
  const { graph, numberOf, linkOf, pieceOf } = s
  const piece = pieceOf[numberOf[far]!]!
  const queue = [far]
  const seen = new Set(queue)
  let closed: number | undefined
  for (const atom of queue) {
    for (let k = graph.start[atom]!; k < graph.start[atom + 1]!; k++) {
      const next = graph.neighbours[k]!
      if (seen.has(next) || numberOf[next]! < 0 || (atom === far && next === near)) continue
      if (free.get(atom) === next) continue
      const i = numberOf[next]!
      if (next === near || linkOf[i] !== link || pieceOf[i] !== piece) closed = next
      else {
        seen.add(next)
        queue.push(next)
      }
    }
  }
  return { moved: Int32Array.from(queue, (atom) => numberOf[atom]!).sort(), closed }
}

/**
 * Writes where the atoms of a side-chain are when its χ are turned by `turns`: each turn is about the bond as it is in the structure, the
 * outermost first, so that every bond has its place when its own turn comes.
 */
export function bend(out: Float64Array, straight: Float64Array, { chi }: SideChain, turns: Float64Array): void {
  const all = chi[0]!.moved
  for (const i of all) for (let k = 0; k < 3; k++) out[3 * i + k] = straight[3 * i + k]!
  for (let n = chi.length - 1; n >= 0; n--) {
    const { torsion, from, to, moved } = chi[n]!
    const turn = turns[torsion]!
    if (turn === 0) continue
    const x = straight[3 * to]! - straight[3 * from]!
    const y = straight[3 * to + 1]! - straight[3 * from + 1]!
    const z = straight[3 * to + 2]! - straight[3 * from + 2]!
    const length = Math.sqrt(x * x + y * y + z * z)
    setAxisAngle(rotation, 0, x / length, y / length, z / length, turn)
    for (const i of moved) {
      // On the axis.
      if (i === to) continue
      for (let k = 0; k < 3; k++) offset[k] = out[3 * i + k]! - straight[3 * to + k]!
      transformPoint(offset, 0, rotation, 0, offset, 0)
      for (let k = 0; k < 3; k++) out[3 * i + k] = straight[3 * to + k]! + offset[k]!
    }
  }
}

const rotation = new Float64Array(POSE)
const offset = new Float64Array(3)
