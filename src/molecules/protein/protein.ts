// A protein in motion: its torsions, its atoms, and whether they clash. (chaintree-2002, section 5.)
//
// One ChainTree a piece of chain (protein-chain.ts), links being the backbone atoms N, CA and C with all that hangs on them. Atoms
// clash where their spheres touch, bonded ones up to `excludeBonds` bonds apart not counted. A question is answered from what has
// changed since the last answer: pairs that no torsion has moved, and pieces that have not moved, are not looked at again.

import { checkFields, checkFinite, checkIndex } from '../../base/math/checks.js'
import { POSE } from '../../base/math/pose.js'
import type { KeptStats } from '../../base/work/stats.js'
import { InvalidInputError, NothingToUndoError } from '../../errors.js'
import type { Stretch } from '../energy/energy.js'
import type { Structure } from '../structure/structure.js'
import { PiecePairs } from './protein-between.js'
import { ProteinChain } from './protein-chain.js'
import { measureJoint, measureOnLink, previousOrigin } from './protein-crank.js'
import { LastChange, Moved, type PieceChange } from './protein-moved.js'
import { type ProteinOptions, readProteinOptions } from './protein-options.js'
import { type ProteinPiece, type ProteinSelection, selectProtein } from './protein-select.js'
import { bend, listTorsions, type TorsionList, tears } from './protein-torsions.js'
import { type FixedTorsion, type Torsion, wrapAngle } from './torsion.js'

/** A torsion's new angle, or what to turn it by: radians. */
export type TorsionChange =
  | { readonly torsion: number; readonly angle: number }
  | { readonly torsion: number; readonly by: number }

/**
 * Writes where N, C and CB of a residue are as its CA sees them, nine numbers: all that bond angles at the CA depend on. `beta`: the atom
 * that is CB, or −1. For the engine's own: set where it may see what is private.
 */
export let aroundAlpha: (protein: Protein, out: Float64Array, piece: number, residue: number, beta: number) => void

export class Protein {
  readonly structure: Structure
  /** Number of atoms. They are those of the structure that were taken, in its order. */
  readonly atoms: number
  /** Number in the structure of each atom. */
  readonly structureAtom: Int32Array
  readonly names: readonly string[]
  readonly elements: readonly string[]
  /** Index into `structure.residues`, and into `pieces`, of each atom. */
  readonly residueOf: Int32Array
  readonly pieceOf: Int32Array
  /** The link of its piece that each atom is on: 0, 1, 2 are N, CA and C of the first residue. */
  readonly linkOf: Int32Array
  /** Å. */
  readonly radii: Float64Array
  readonly pieces: readonly ProteinPiece[]
  /** What can be turned. */
  readonly torsions: readonly Torsion[]
  /** What cannot, and why. */
  readonly fixed: readonly FixedTorsion[]
  /** What was left out or looked odd. */
  readonly notes: readonly string[]
  private readonly selection: ProteinSelection
  private readonly list: TorsionList
  private readonly chains: readonly ProteinChain[]
  /** Each torsion's angle where its joint is at its reference, and how far it is turned from there. */
  private readonly start: Float64Array
  private readonly turns: Float64Array
  /** By piece: the torsion of each joint, and χ1 of each link; −1 for none. */
  private readonly torsionOfJoint: readonly Int32Array[]
  private readonly chi1OfLink: readonly Int32Array[]
  /** Atoms in their links' frames, with all χ as in the structure, and as they are. */
  private readonly straight: Float64Array
  private readonly local: Float64Array
  private readonly localBefore: Float64Array
  private readonly between: PiecePairs
  private readonly last = new LastChange()
  private readonly stretches: Moved
  private readonly beside = new Int32Array(4)
  private volumeTests = 0
  private leafTests = 0
  private nodesUpdated = 0

  static fromStructure(structure: Structure, options: ProteinOptions = {}): Protein {
    if (structure?.atoms === undefined) throw new InvalidInputError('structure', structure, 'a structure')
    return new Protein(structure, options)
  }

  private constructor(structure: Structure, given: ProteinOptions) {
    const options = readProteinOptions(given)
    const s = selectProtein(structure, options)
    this.selection = s
    this.structure = structure
    this.structureAtom = s.structureAtom
    this.atoms = s.structureAtom.length
    this.names = Array.from(s.structureAtom, (atom) => structure.atoms.names[atom]!)
    this.elements = Array.from(s.structureAtom, (atom) => structure.atoms.elements[atom]!)
    this.residueOf = Int32Array.from(s.structureAtom, (atom) => structure.atoms.residue[atom]!)
    this.pieceOf = s.pieceOf
    this.linkOf = s.linkOf
    this.radii = s.radii
    this.pieces = s.pieces
    this.notes = s.notes
    this.list = listTorsions(s, options)
    this.torsions = this.list.torsions
    this.fixed = this.list.fixed
    this.start = this.list.angles
    this.turns = new Float64Array(this.torsions.length)
    this.local = new Float64Array(3 * this.atoms)
    this.localBefore = new Float64Array(3 * this.atoms)
    this.chains = s.pieces.map((_, p) => new ProteinChain(s, p, this.local, s.radii))
    this.straight = this.local.slice()
    this.torsionOfJoint = s.pieces.map(({ links }) => new Int32Array(links).fill(-1))
    this.chi1OfLink = s.pieces.map(({ links }) => new Int32Array(links).fill(-1))
    this.torsions.forEach(({ kind, piece, joint, atoms }, k) => {
      if (joint >= 0) this.torsionOfJoint[piece]![joint] = k
      else if (kind === 'chi1') this.chi1OfLink[piece]![s.linkOf[atoms[1]]!] = k
    })
    this.between = new PiecePairs(s, this.chains)
    this.stretches = new Moved(s.pieces, s.linkOf, this.residueOf, this.list)
  }

  /** The angle of torsion k, −π to π. */
  torsion(k: number): number {
    checkIndex('torsion', k, 0, this.torsions.length)
    return wrapAngle(this.start[k]! + this.turns[k]!)
  }

  /** Are atoms i and j so few bonds apart that they do not clash? */
  excluded(i: number, j: number): boolean {
    return this.selection.bonded.has(this.structureAtom[i]!, this.structureAtom[j]!)
  }

  /** All such pairs of atoms i < j: two numbers a pair, ascending. */
  excludedPairs(): Int32Array {
    const { bonded, numberOf } = this.selection
    const pairs: number[] = []
    for (let i = 0; i < this.atoms; i++) {
      const atom = this.structureAtom[i]!
      for (let k = bonded.start[atom]!; k < bonded.start[atom + 1]!; k++) {
        const j = numberOf[bonded.others[k]!]!
        if (j > i) pairs.push(i, j)
      }
    }
    return Int32Array.from(pairs)
  }

  // Changes. Each call is one change set; one that is refused leaves the protein as it was.

  setTorsion(k: number, angle: number): void {
    checkIndex('torsion', k, 0, this.torsions.length)
    checkFinite('angle', angle)
    this.turnOne(k, wrapAngle(angle - this.start[k]!))
  }

  turn(k: number, by: number): void {
    checkIndex('torsion', k, 0, this.torsions.length)
    checkFinite('by', by)
    this.turnOne(k, wrapAngle(this.turns[k]! + by))
  }

  /** Several torsions as one set. One that is named twice is turned twice, in order. */
  change(changes: readonly TorsionChange[]): void {
    if (!Array.isArray(changes)) throw new InvalidInputError('changes', changes, 'a list of changes')
    const turns = new Map<number, number>()
    changes.forEach((change: TorsionChange, n) => {
      checkFields(`changes[${n}]`, change, 'angle' in (change ?? {}) ? ['torsion', 'angle'] : ['torsion', 'by'])
      const k = checkIndex(`changes[${n}].torsion`, change.torsion, 0, this.torsions.length)
      const now = turns.get(k) ?? this.turns[k]!
      const to =
        'angle' in change
          ? checkFinite(`changes[${n}].angle`, change.angle) - this.start[k]!
          : now + checkFinite(`changes[${n}].by`, change.by)
      turns.set(k, wrapAngle(to))
    })
    if (turns.size > 0) this.turnTo([...turns.keys()], [...turns.values()])
  }

  /**
   * Turns all that is between the CA of two residues of a piece about the axis through them, their own side-chains not (a
   * crankshaft, or backrub). The bond angles at both CA change, lengths do not. Residues are indices into `structure.residues`.
   */
  crankshaft(from: number, to: number, angle: number): void {
    checkFinite('angle', angle)
    const torn = this.crankshaftTorn(from, to)
    if (torn !== undefined) throw new InvalidInputError('crankshaft', [from, to], `one that does not tear ${torn}`)
    const p = this.pieceWith(from)
    const chain = this.chains[p]!
    const a = 3 * (from - this.pieces[p]!.from) + 1
    const b = 3 * (to - this.pieces[p]!.from) + 1
    const { last } = this
    last.keepJoint(0, chain.joints, chain.reference, a)
    last.keepJoint(1, chain.joints, chain.reference, b - 1)
    chain.crank(a, b, angle)
    last.begin('crank')
    last.piece = p
    last.jointA = a
    last.jointB = b - 1
    this.measureAgain(p, a)
    this.measureAgain(p, b - 1)
    this.applied(p, a + 1)
  }

  /** Why a crankshaft between two residues is not possible: what it would tear; undefined if it is. */
  crankshaftTorn(from: number, to: number): string | undefined {
    const p = this.pieceWith(from)
    if (p < 0) throw new InvalidInputError('from', from, 'a residue of a piece of the protein')
    checkIndex('to', to, from + 1, this.pieces[p]!.to)
    const at = this.pieces[p]!.from
    for (const hold of this.selection.holds) {
      if (tears(hold, p, 3 * (from - at) + 1, 3 * (to - at) + 1)) return hold.reason
    }
    return undefined
  }

  get canUndo(): boolean {
    return this.last.kind !== 'none'
  }

  /** Takes back the last change set, to the bit. One step. */
  undo(): void {
    const { last } = this
    const { kind } = last
    if (kind === 'none') throw new NothingToUndoError()
    last.restore(this.turns, this.start)
    last.kind = 'none'
    this.nodesUpdated = 0
    if (kind === 'set') for (const [p, change] of last.pieces) this.undoPiece(p, change)
    else {
      const chain = this.chains[last.piece]!
      if (last.jointA < 0) this.copyBack(last.torsions[0]!)
      else last.putJoint(0, chain.joints, chain.reference, last.jointA)
      if (kind === 'crank') last.putJoint(1, chain.joints, chain.reference, last.jointB)
      chain.undo(last.jointA < 0 ? chain.links : last.jointA)
      this.nodesUpdated = chain.tree.stats.nodesUpdated
    }
    this.between.undo()
  }

  private undoPiece(p: number, { joints, sides }: PieceChange): void {
    const chain = this.chains[p]!
    for (const joint of joints) this.poseJoint(p, joint)
    for (const side of sides) this.bendSideChain(side)
    chain.undo(joints.reduce((least, joint) => Math.min(least, joint), chain.links))
    this.nodesUpdated += chain.tree.stats.nodesUpdated
  }

  // Questions.

  /** Do any two atoms clash, of one piece or of two? */
  clashes(): boolean {
    const { chains, between } = this
    this.volumeTests = 0
    this.leafTests = 0
    for (let p = 0; p < chains.length; p++) {
      const chain = chains[p]!
      const hit = chain.clashes()
      this.leafTests += chain.near.tests
      if (chain.isSearched) {
        const { volumeTests, leafTests } = chain.tree.stats
        this.volumeTests += volumeTests
        this.leafTests += leafTests
      }
      if (hit) return true
    }
    if (chains.length === 1) return false
    between.volumeTests = 0
    between.leafTests = 0
    const hit = between.touch()
    this.volumeTests += between.volumeTests
    this.leafTests += between.leafTests
    return hit
  }

  /** Where the atoms are: x, y, z each, in the structure's frame. */
  coordinates(out: Float64Array = new Float64Array(3 * this.atoms)): Float64Array {
    if (out.length !== 3 * this.atoms) throw new InvalidInputError('out.length', out.length, `${3 * this.atoms}`)
    for (const chain of this.chains) chain.write(out)
    return out
  }

  /** coordinates() of the atoms that moved() names and of no others: the rest of `out` stays as it is. */
  movedCoordinates(out: Float64Array): Float64Array {
    if (out.length !== 3 * this.atoms) throw new InvalidInputError('out.length', out.length, `${3 * this.atoms}`)
    for (const { from, to } of this.moved()) this.chains[this.pieceOf[from]!]!.write(out, from, to)
    return out
  }

  /** Where atom i is, in O(1) once something has asked for coordinates since the last change, else O(N). */
  position(i: number): Float64Array {
    checkIndex('i', i, 0, this.atoms)
    const out = new Float64Array(3)
    this.chains[this.pieceOf[i]!]!.writeOne(out, i)
    return out
  }

  /**
   * What the last change set moved, as stretches of atoms; those of one `body` moved together. The atoms in none of them are where
   * they were, to rounding (a crankshaft carries it past its end). Empty after undo().
   */
  moved(): readonly Stretch[] {
    return this.stretches.stretches(this.last)
  }

  /** All that later answers depend on, to the bit: for checkpoints. */
  save(): Float64Array {
    const parts = [this.start, this.turns, ...this.chains.map((chain) => chain.reference)]
    const out = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      out.set(part, at)
      at += part.length
    }
    return out
  }

  /** Takes back what save() of a protein of the same structure and options returned. There is nothing to undo after it, refused or not. */
  restore(saved: Float64Array): void {
    const length = 2 * this.turns.length + this.chains.reduce((sum, chain) => sum + chain.reference.length, 0)
    if (saved?.length !== length) throw new InvalidInputError('saved.length', saved?.length, `${length}`)
    for (let k = 0; k < length; k++) checkFinite(`saved[${k}]`, saved[k]!)
    const before = this.save()
    try {
      this.putBack(saved)
    } catch (error) {
      // Numbers that are finite and no pose: everything as it was.
      this.putBack(before)
      throw error
    } finally {
      // The trees have other change sets behind them now.
      this.between.forget()
      this.last.kind = 'none'
    }
  }

  private putBack(saved: Float64Array): void {
    const t = this.turns.length
    this.start.set(saved.subarray(0, t))
    this.turns.set(saved.subarray(t, 2 * t))
    let at = 2 * t
    this.list.sideChains.forEach((_, side) => {
      this.bendSideChain(side)
    })
    this.chains.forEach((chain, p) => {
      chain.reference.set(saved.subarray(at, at + chain.reference.length))
      at += chain.reference.length
      const joints = Array.from({ length: chain.links - 1 }, (_, j) => j)
      for (const joint of joints) this.poseJoint(p, joint)
      chain.apply(
        joints,
        this.list.sideChains.filter(({ piece }) => piece === p).map(({ link }) => link),
      )
    })
  }

  get stats(): KeptStats {
    return { volumeTests: this.volumeTests, leafTests: this.leafTests, nodesUpdated: this.nodesUpdated }
  }

  /** Checks every invariant of the trees; for tests. */
  validate(): void {
    for (const chain of this.chains) chain.tree.validate()
  }

  static {
    aroundAlpha = (protein, out, piece, residue, beta) => {
      const { joints } = protein.chains[piece]!
      const link = 3 * (residue - protein.pieces[piece]!.from) + 1
      previousOrigin(out, 0, joints, link - 1)
      for (let k = 0; k < 3; k++) {
        out[3 + k] = joints[link * POSE + 4 * k + 3]!
        out[6 + k] = beta < 0 ? 0 : protein.local[3 * beta + k]!
      }
    }
  }

  /** Turns one torsion to a given turn from its reference. */
  private turnOne(k: number, turn: number): void {
    const { last } = this
    const { piece, joint } = this.torsions[k]!
    const chain = this.chains[piece]!
    if (joint >= 0) {
      last.keepJoint(0, chain.joints, chain.reference, joint)
      chain.turnJoint(joint, turn)
    }
    last.begin('turn')
    last.piece = piece
    last.jointA = joint
    last.add(k, this.turns, this.start)
    this.turns[k] = turn
    if (joint < 0) {
      const side = this.list.sideChains[this.list.sideChainOf[k]!]!
      const atoms = side.chi[0]!.moved
      for (let n = 0; n < atoms.length; n++) copyPoint(this.localBefore, this.local, atoms[n]!)
      bend(this.local, this.straight, side, this.turns)
      chain.bendLink(side.link)
      this.applied(piece, side.link, side.link + 1)
    } else this.applied(piece, joint + 1)
  }

  /** A side-chain's atoms as they were before its torsion k was turned. */
  private copyBack(k: number): void {
    const atoms = this.list.sideChains[this.list.sideChainOf[k]!]!.chi[0]!.moved
    for (let n = 0; n < atoms.length; n++) copyPoint(this.local, this.localBefore, atoms[n]!)
  }

  /** Turns torsions to given turns from their references. */
  private turnTo(torsions: readonly number[], turns: readonly number[]): void {
    if (torsions.length === 1) {
      this.turnOne(torsions[0]!, turns[0]!)
      return
    }
    const byPiece = new Map<number, PieceChange>()
    for (const k of torsions) {
      const { piece, joint } = this.torsions[k]!
      let entry = byPiece.get(piece)
      if (entry === undefined) {
        entry = { joints: [], sides: [] }
        byPiece.set(piece, entry)
      }
      const side = this.list.sideChainOf[k]!
      if (side < 0) entry.joints.push(joint)
      else if (!entry.sides.includes(side)) entry.sides.push(side)
    }
    const { last } = this
    last.begin('set')
    last.pieces = byPiece
    for (const k of torsions) last.add(k, this.turns, this.start)
    torsions.forEach((k, n) => {
      this.turns[k] = turns[n]!
    })
    let updated = 0
    this.between.remember()
    for (const [p, { joints, sides }] of byPiece) {
      for (const joint of joints) this.poseJoint(p, joint)
      for (const side of sides) this.bendSideChain(side)
      const links = sides.map((side) => this.list.sideChains[side]!.link)
      const chain = this.chains[p]!
      chain.apply(joints, links)
      for (const joint of joints) this.between.add(p, joint + 1, chain.links)
      for (const link of links) this.between.add(p, link, link + 1)
      updated += chain.tree.stats.nodesUpdated
    }
    this.nodesUpdated = updated
  }

  /** The pose of a joint, from its reference and its torsion. */
  private poseJoint(piece: number, joint: number): void {
    const k = this.torsionOfJoint[piece]![joint]!
    const chain = this.chains[piece]!
    chain.turned(chain.joints, joint * POSE, joint, k < 0 ? 0 : this.turns[k]!)
  }

  /** The atoms of a side-chain, from where they are in the structure and its χ. */
  private bendSideChain(side: number): void {
    bend(this.local, this.straight, this.list.sideChains[side]!, this.turns)
  }

  /**
   * Writes the torsions that the bond angles at a joint are part of: its own, those before and behind it, and χ1 of the CA it ends on;
   * −1 for what is none.
   */
  private besideJoint(piece: number, joint: number): Int32Array {
    const ofJoint = this.torsionOfJoint[piece]!
    const { beside } = this
    beside[0] = joint > 0 ? ofJoint[joint - 1]! : -1
    beside[1] = ofJoint[joint]!
    beside[2] = ofJoint[joint + 1]!
    beside[3] = this.chi1OfLink[piece]![joint + 1]!
    return beside
  }

  /** The bond angles at a joint have changed: torsions that they are part of are measured anew. */
  private measureAgain(piece: number, joint: number): void {
    const { joints } = this.chains[piece]!
    const beside = this.besideJoint(piece, joint)
    for (let n = 0; n < beside.length; n++) {
      const k = beside[n]!
      if (k < 0) continue
      this.last.add(k, this.turns, this.start)
      const { joint: own, atoms } = this.torsions[k]!
      if (own === joint) this.turns[k] = 0
      const angle = own < 0 ? measureOnLink(joints, joint, this.local, atoms) : measureJoint(joints, own)
      this.start[k] = wrapAngle(angle - this.turns[k]!)
    }
  }

  /** The piece that has a residue; −1 for none. */
  private pieceWith(residue: number): number {
    const { pieces } = this
    for (let p = 0; p < pieces.length; p++) if (residue >= pieces[p]!.from && residue < pieces[p]!.to) return p
    return -1
  }

  /** A change of one piece is in its tree: links from … to − 1 have moved, by default all from there on. */
  private applied(piece: number, from: number, to = this.chains[piece]!.links): void {
    this.nodesUpdated = this.chains[piece]!.tree.stats.nodesUpdated
    if (this.chains.length === 1) return
    this.between.remember()
    this.between.add(piece, from, to)
  }
}

function copyPoint(out: Float64Array, from: Float64Array, i: number): void {
  out[3 * i] = from[3 * i]!
  out[3 * i + 1] = from[3 * i + 1]!
  out[3 * i + 2] = from[3 * i + 2]!
}
