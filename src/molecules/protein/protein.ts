// A protein in motion: its torsions, its atoms, and whether they clash. (chaintree-2002, section 5.)
//
// One ChainTree a piece of chain (protein-chain.ts), links being the backbone atoms N, CA and C with all that hangs on them.
// Atoms clash where their spheres touch, bonded ones up to `excludeBonds` bonds apart not counted. A question is answered from
// what has changed since the last answer: pairs that no torsion has moved, and pieces that have not moved, are not tested again.

import { checkFields, checkFinite, checkIndex } from '../../base/math/checks.js'
import type { KeptStats } from '../../base/work/stats.js'
import type { MoveOutcome } from '../../chains/chain/chain-move-search.js'
import { InvalidInputError } from '../../errors.js'
import type { Stretch } from '../energy/energy.js'
import type { Structure } from '../structure/structure.js'
import {
  makeProtein,
  type ProteinCore,
  pieceWith,
  proteinClashes,
  putBack,
  turnCrank,
  turnOne,
  turnTo,
  undoTorsions,
} from './protein-core.js'
import { Moved } from './protein-moved.js'
import { type ProteinOptions, readProteinOptions } from './protein-options.js'
import { type ProteinClash, ProteinOverlaps } from './protein-overlaps.js'
import { type ProteinPiece, selectProtein } from './protein-select.js'
import { tears } from './protein-torsions.js'
import { lastWay } from './protein-way.js'
import { type FixedTorsion, type Torsion, wrapAngle } from './torsion.js'

/** A torsion's new angle, or what to turn it by: radians. */
export type TorsionChange =
  | { readonly torsion: number; readonly angle: number }
  | { readonly torsion: number; readonly by: number }

/** A protein chain whose torsions turn: clashes and distances are updated for what changed. */
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
  /** @internal */
  readonly core: ProteinCore
  private readonly stretches: Moved

  constructor(structure: Structure, given: ProteinOptions = {}) {
    if (structure?.atoms === undefined) throw new InvalidInputError('structure', structure, 'a structure')
    const options = readProteinOptions(given)
    const s = selectProtein(structure, options)
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
    this.core = makeProtein(s, options)
    this.torsions = this.core.list.torsions
    this.fixed = this.core.list.fixed
    this.stretches = new Moved(s.pieces, s.linkOf, this.residueOf, this.core.list)
  }

  /** The angle of torsion k, −π to π. */
  torsion(k: number): number {
    checkIndex('torsion', k, 0, this.torsions.length)
    return wrapAngle(this.core.start[k]! + this.core.turns[k]!)
  }

  /** Are atoms i and j so few bonds apart that they do not clash? */
  excluded(i: number, j: number): boolean {
    return this.core.selection.bonded.has(this.structureAtom[i]!, this.structureAtom[j]!)
  }

  /** All such pairs of atoms i < j: two numbers a pair, ascending. */
  excludedPairs(): Int32Array {
    const { bonded, numberOf } = this.core.selection
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
    turnOne(this.core, k, wrapAngle(angle - this.core.start[k]!))
  }

  turn(k: number, by: number): void {
    checkIndex('torsion', k, 0, this.torsions.length)
    checkFinite('by', by)
    turnOne(this.core, k, wrapAngle(this.core.turns[k]! + by))
  }

  /** Several torsions as one set. One that is named twice is turned twice, in order. */
  change(changes: readonly TorsionChange[]): void {
    if (!Array.isArray(changes)) throw new InvalidInputError('changes', changes, 'a list of changes')
    const turns = new Map<number, number>()
    changes.forEach((change: TorsionChange, n) => {
      checkFields(`changes[${n}]`, change, 'angle' in (change ?? {}) ? ['torsion', 'angle'] : ['torsion', 'by'])
      const k = checkIndex(`changes[${n}].torsion`, change.torsion, 0, this.torsions.length)
      const now = turns.get(k) ?? this.core.turns[k]!
      const to =
        'angle' in change
          ? checkFinite(`changes[${n}].angle`, change.angle) - this.core.start[k]!
          : now + checkFinite(`changes[${n}].by`, change.by)
      turns.set(k, wrapAngle(to))
    })
    if (turns.size > 0) turnTo(this.core, [...turns.keys()], [...turns.values()])
  }

  /**
   * Turns all that is between the CA of two residues of a piece about the axis through them, their own side-chains not (a
   * crankshaft, or backrub). The bond angles at both CA change, lengths do not. Residues are indices into `structure.residues`.
   */
  crankshaft(from: number, to: number, angle: number): void {
    checkFinite('angle', angle)
    const torn = this.crankshaftTorn(from, to)
    if (torn !== undefined) throw new InvalidInputError('crankshaft', [from, to], `one that does not break ${torn}`)
    const p = pieceWith(this.core, from)
    const at = this.pieces[p]!.from
    turnCrank(this.core, p, 3 * (from - at) + 1, 3 * (to - at) + 1, angle)
  }

  /** Why a crankshaft between two residues is not possible: what it would tear; undefined if it is. */
  crankshaftTorn(from: number, to: number): string | undefined {
    const p = pieceWith(this.core, from)
    if (p < 0) throw new InvalidInputError('from', from, 'a residue of a piece of the protein')
    checkIndex('to', to, from + 1, this.pieces[p]!.to)
    const at = this.pieces[p]!.from
    for (const hold of this.core.selection.holds) {
      if (tears(hold, p, 3 * (from - at) + 1, 3 * (to - at) + 1)) return hold.reason
    }
    return undefined
  }

  get canUndo(): boolean {
    return this.core.last.kind !== 'none'
  }

  /** Reverts the last change set, to the bit. One step. */
  undo(): void {
    undoTorsions(this.core)
  }

  // Questions.

  /** Do any two atoms clash, of one piece or of two? */
  clashes(): boolean {
    return proteinClashes(this.core)
  }

  /** The pairs of atoms that clash, the deepest first. Searches all atoms again, in O(N): `clashes()` is for every step of a run. */
  clashingPairs(): ProteinClash[] {
    return new ProteinOverlaps(this.core.selection).clashes(this.coordinates())
  }

  /**
   * Was the way of the last change set free, from where the atoms were to where they are? A torsion turns about its bond, a crankshaft about
   * its axis, the short way and at a constant rate. Only pairs of atoms that it moves against each other are tested: those that
   * may clash. The outcome is the same for the way back, `undecided` included. Of several torsions at once it is refused.
   */
  checkMove(): MoveOutcome {
    return lastWay(this.core)
  }

  /** Where the atoms are: x, y, z each, in the structure's frame. */
  coordinates(out: Float64Array = new Float64Array(3 * this.atoms)): Float64Array {
    if (out.length !== 3 * this.atoms) throw new InvalidInputError('out.length', out.length, `${3 * this.atoms}`)
    for (const chain of this.core.chains) chain.write(out)
    return out
  }

  /** coordinates() of the atoms that moved() names and of no others: the rest of `out` stays as it is. */
  movedCoordinates(out: Float64Array): Float64Array {
    if (out.length !== 3 * this.atoms) throw new InvalidInputError('out.length', out.length, `${3 * this.atoms}`)
    for (const { from, to } of this.moved()) this.core.chains[this.pieceOf[from]!]!.write(out, from, to)
    return out
  }

  /** Where atom i is, in O(1) once something has asked for coordinates since the last change, else O(N). */
  position(i: number): Float64Array {
    checkIndex('i', i, 0, this.atoms)
    const out = new Float64Array(3)
    this.core.chains[this.pieceOf[i]!]!.writeOne(out, i)
    return out
  }

  /**
   * What the last change set moved, as stretches of atoms; those of one `body` moved together. The atoms in none of them are
   * where they were, to rounding (a crankshaft carries it past its end). Empty after undo().
   */
  moved(): readonly Stretch[] {
    return this.stretches.stretches(this.core.last)
  }

  /** All that later answers depend on, to the bit: for checkpoints. */
  save(): Float64Array {
    const parts = [this.core.start, this.core.turns, ...this.core.chains.map((chain) => chain.reference)]
    const out = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      out.set(part, at)
      at += part.length
    }
    return out
  }

  /**
   * Restores what save() of a protein of the same structure and options returned. There is nothing to undo after it, refused or
   * not.
   */
  restore(saved: Float64Array): void {
    const length = 2 * this.core.turns.length + this.core.chains.reduce((sum, chain) => sum + chain.reference.length, 0)
    if (saved?.length !== length) throw new InvalidInputError('saved.length', saved?.length, `${length}`)
    for (let k = 0; k < length; k++) checkFinite(`saved[${k}]`, saved[k]!)
    const before = this.save()
    try {
      putBack(this.core, saved)
    } catch (error) {
      // Numbers that are finite and no pose: everything as it was.
      putBack(this.core, before)
      throw error
    } finally {
      // The trees have other change sets behind them now.
      this.core.between.forget()
      this.core.last.kind = 'none'
    }
  }

  get stats(): KeptStats {
    return {
      volumeTests: this.core.volumeTests,
      leafTests: this.core.leafTests,
      nodesUpdated: this.core.nodesUpdated,
    }
  }

  /** Checks every invariant of the trees; for tests. */
  validate(): void {
    for (const chain of this.core.chains) chain.tree.validate()
  }
}
