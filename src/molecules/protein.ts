// A protein in motion: its torsions, its atoms, and whether they clash. (chaintree-2002, section 5.)
//
// One ChainTree a piece of chain (protein-chain.ts), links being the backbone atoms N, CA and C with all that hangs on them. Atoms
// clash where their spheres touch, bonded ones up to `excludeBonds` bonds apart not counted. A question is answered from what has
// changed since the last answer: pairs that no torsion has moved, and pieces that have not moved, are not looked at again.
import { InvalidInputError, NothingToUndoError } from '../errors.js'
import { checkFields, checkFinite, checkIndex } from '../math/checks.js'
import { POSE } from '../math/pose.js'
import type { Stretch } from './energy.js'
import { ProteinChain, touchByLinks } from './protein-chain.js'
import { type LastChange, movedStretches, type PieceChange } from './protein-moved.js'
import { type ProteinOptions, readProteinOptions } from './protein-options.js'
import { type ProteinPiece, type ProteinSelection, selectProtein } from './protein-select.js'
import { bend, listTorsions, type TorsionList, tears } from './protein-torsions.js'
import type { Structure } from './structure.js'
import { type FixedTorsion, type Torsion, wrapAngle } from './torsion.js'

/** What the last question cost. */
export interface ProteinStats {
  readonly boxTests: number
  /** Pairs of links or of atoms, those of bonded neighbours among them. */
  readonly primitiveTests: number
  /** Nodes that the last change or undo recomputed. */
  readonly nodesUpdated: number
}

/** A torsion's new angle, or what to turn it by: radians. */
export type TorsionChange =
  | { readonly torsion: number; readonly angle: number }
  | { readonly torsion: number; readonly by: number }

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
  /** Pairs of pieces that are known not to touch. */
  private readonly free: Uint8Array
  private readonly freeBefore: Uint8Array
  /** Pairs of pieces that have bonds between them. */
  private readonly joined: Uint8Array
  private last: LastChange | undefined
  private boxTests = 0
  private primitiveTests = 0
  private nodesUpdated = 0
  private readonly scratch: Float64Array

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
    this.scratch = new Float64Array(3 * this.atoms)
    this.chains = s.pieces.map((_, p) => new ProteinChain(s, p, this.local, s.radii))
    this.straight = this.local.slice()
    this.torsionOfJoint = s.pieces.map(({ links }) => new Int32Array(links).fill(-1))
    this.chi1OfLink = s.pieces.map(({ links }) => new Int32Array(links).fill(-1))
    this.torsions.forEach(({ kind, piece, joint, atoms }, k) => {
      if (joint >= 0) this.torsionOfJoint[piece]![joint] = k
      else if (kind === 'chi1') this.chi1OfLink[piece]![s.linkOf[atoms[1]]!] = k
    })
    const n = s.pieces.length
    this.free = new Uint8Array(n * n)
    this.freeBefore = new Uint8Array(n * n)
    this.joined = new Uint8Array(n * n)
    for (let i = 0; i < this.atoms; i++) {
      const atom = s.structureAtom[i]!
      for (let k = s.bonded.start[atom]!; k < s.bonded.start[atom + 1]!; k++) {
        const j = s.numberOf[s.bonded.others[k]!]!
        if (j >= 0) this.joined[s.pieceOf[i]! * n + s.pieceOf[j]!] = 1
      }
    }
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

  // Changes. Each call is one change set; one that is refused leaves the protein as it was.

  setTorsion(k: number, angle: number): void {
    checkIndex('torsion', k, 0, this.torsions.length)
    checkFinite('angle', angle)
    this.turnTo([k], [wrapAngle(angle - this.start[k]!)])
  }

  turn(k: number, by: number): void {
    checkIndex('torsion', k, 0, this.torsions.length)
    checkFinite('by', by)
    this.turnTo([k], [wrapAngle(this.turns[k]! + by)])
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
    const p = this.pieces.findIndex((piece) => from >= piece.from && from < piece.to)
    const chain = this.chains[p]!
    const a = 3 * (from - this.pieces[p]!.from) + 1
    const b = 3 * (to - this.pieces[p]!.from) + 1
    this.remember(p, [a, b - 1])
    chain.crank(a, b, angle)
    this.measureAgain(p, a)
    this.measureAgain(p, b - 1)
    chain.apply([a, b - 1], [])
    this.applied([p])
  }

  /** Why a crankshaft between two residues is not possible: what it would tear; undefined if it is. */
  crankshaftTorn(from: number, to: number): string | undefined {
    const p = this.pieces.findIndex((piece) => from >= piece.from && from < piece.to)
    if (p < 0) throw new InvalidInputError('from', from, 'a residue of a piece of the protein')
    checkIndex('to', to, from + 1, this.pieces[p]!.to)
    const at = this.pieces[p]!.from
    return this.selection.holds.find((hold) => tears(hold, p, 3 * (from - at) + 1, 3 * (to - at) + 1))?.reason
  }

  get canUndo(): boolean {
    return this.last !== undefined
  }

  /** Takes back the last change set, to the bit. One step. */
  undo(): void {
    const { last } = this
    if (last === undefined) throw new NothingToUndoError()
    this.last = undefined
    last.torsions.forEach((k, n) => {
      this.turns[k] = last.turns[n]!
      this.start[k] = last.start[n]!
    })
    this.nodesUpdated = 0
    for (const [p, { joints, sides, references }] of last.pieces) {
      const chain = this.chains[p]!
      references.forEach((reference, n) => {
        chain.reference.set(reference, joints[n]! * POSE)
      })
      for (const joint of joints) this.poseJoint(p, joint)
      for (const side of sides) this.bendSideChain(side)
      chain.undo(joints)
      this.nodesUpdated += chain.tree.stats.nodesUpdated
    }
    this.free.set(this.freeBefore)
  }

  // Questions.

  /** Do any two atoms clash, of one piece or of two? */
  clashes(): boolean {
    this.boxTests = 0
    this.primitiveTests = 0
    for (const chain of this.chains) {
      const hit = chain.clashes()
      const { boxTests, primitiveTests } = chain.tree.stats
      this.boxTests += boxTests
      this.primitiveTests += primitiveTests + chain.near.tests
      if (hit) return true
    }
    const n = this.pieces.length
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (this.free[p * n + q] === 1) continue
        if (this.touch(p, q)) return true
        this.free[p * n + q] = 1
      }
    }
    return false
  }

  /** Where the atoms are: x, y, z each, in the structure's frame. */
  coordinates(out: Float64Array = new Float64Array(3 * this.atoms)): Float64Array {
    if (out.length !== 3 * this.atoms) throw new InvalidInputError('out.length', out.length, `${3 * this.atoms}`)
    for (const chain of this.chains) chain.write(out)
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
  moved(): Stretch[] {
    if (this.last === undefined) return []
    return movedStretches(this.last, this.pieces, this.linkOf, this.list.sideChains)
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

  /** Takes back what save() of a protein of the same structure and options returned. There is nothing to undo after it. */
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
    }
    this.free.fill(0)
    this.last = undefined
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

  get stats(): ProteinStats {
    return { boxTests: this.boxTests, primitiveTests: this.primitiveTests, nodesUpdated: this.nodesUpdated }
  }

  /** Checks every invariant of the trees; for tests. */
  validate(): void {
    for (const chain of this.chains) chain.tree.validate()
  }

  /** Turns torsions to given turns from their references. */
  private turnTo(torsions: readonly number[], turns: readonly number[]): void {
    const byPiece = new Map<number, PieceChange>()
    for (const k of torsions) {
      const { piece, joint } = this.torsions[k]!
      let entry = byPiece.get(piece)
      if (entry === undefined) {
        entry = { joints: [], sides: [], references: [] }
        byPiece.set(piece, entry)
      }
      const side = this.list.sideChainOf[k]!
      if (side < 0) entry.joints.push(joint)
      else if (!entry.sides.includes(side)) entry.sides.push(side)
    }
    this.last = {
      torsions,
      turns: torsions.map((k) => this.turns[k]!),
      start: torsions.map((k) => this.start[k]!),
      pieces: byPiece,
    }
    torsions.forEach((k, n) => {
      this.turns[k] = turns[n]!
    })
    for (const [p, { joints, sides }] of byPiece) {
      for (const joint of joints) this.poseJoint(p, joint)
      for (const side of sides) this.bendSideChain(side)
      this.chains[p]!.apply(
        joints,
        sides.map((side) => this.list.sideChains[side]!.link),
      )
    }
    this.applied([...byPiece.keys()])
  }

  /** Keeps what a crankshaft will change. */
  private remember(piece: number, joints: readonly number[]): void {
    const chain = this.chains[piece]!
    const near = new Set(joints.flatMap((joint) => this.besideJoint(piece, joint)))
    const torsions = [...near]
    this.last = {
      torsions,
      turns: torsions.map((k) => this.turns[k]!),
      start: torsions.map((k) => this.start[k]!),
      pieces: new Map([
        [
          piece,
          {
            joints: [...joints],
            sides: [],
            references: joints.map((j) => chain.reference.slice(j * POSE, (j + 1) * POSE)),
          },
        ],
      ]),
    }
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

  /** The torsions that the bond angles at a joint are part of: its own, those before and behind it, and χ1 of the CA it ends on. */
  private besideJoint(piece: number, joint: number): number[] {
    const ofJoint = this.torsionOfJoint[piece]!
    const chi1 = this.chi1OfLink[piece]![joint + 1]!
    return [ofJoint[joint - 1] ?? -1, ofJoint[joint]!, ofJoint[joint + 1] ?? -1, chi1].filter((k) => k >= 0)
  }

  /** The bond angles at a joint have changed: torsions that they are part of are measured anew. */
  private measureAgain(piece: number, joint: number): void {
    const chain = this.chains[piece]!
    for (const k of this.besideJoint(piece, joint)) {
      const { joint: own, atoms } = this.torsions[k]!
      if (own === joint) this.turns[k] = 0
      const angle = own < 0 ? chain.measureOnLink(joint, atoms) : chain.measure(own)
      this.start[k] = wrapAngle(angle - this.turns[k]!)
    }
  }

  private touch(p: number, q: number): boolean {
    const a = this.chains[p]!
    const b = this.chains[q]!
    if (this.joined[p * this.pieces.length + q] === 0) {
      const hit = a.tree.collidesWith(b.tree)
      const { boxTests, primitiveTests } = a.tree.stats
      this.boxTests += boxTests
      this.primitiveTests += primitiveTests
      return hit
    }
    // The tree cannot leave out pairs of two chains: where they are bonded, links are taken one by one.
    a.write(this.scratch)
    b.write(this.scratch)
    return touchByLinks(this.scratch, this.radii, a, b, (i, j) => this.excluded(i, j))
  }

  private applied(pieces: readonly number[]): void {
    this.freeBefore.set(this.free)
    const n = this.pieces.length
    this.nodesUpdated = 0
    for (const p of pieces) {
      for (let q = 0; q < n; q++) {
        this.free[p * n + q] = 0
        this.free[q * n + p] = 0
      }
      this.nodesUpdated += this.chains[p]!.tree.stats.nodesUpdated
    }
  }
}
