// Kept energies of a list of pairs: one a pair, and sums of 32 of them. A move visits the pairs of the atoms that moved, or of
// those that did not where they have fewer: no tree is needed.
import { checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { StretchList } from './block-stretches.js'
import type { PairList, Stretch } from './energy.js'
import { KeptEnergy } from './energy-kept.js'
import { Log } from './energy-log.js'
import { packEnergy, unpackEnergy } from './energy-saved.js'
import { type ContactForm, contactFormOf } from './pair-energy.js'

/** Pairs of a group, as a shift. */
const GROUP = 5

export class ListSums extends KeptEnergy {
  private readonly list: PairList
  private readonly form: ContactForm | undefined
  private readonly count: number
  private readonly atoms: number
  private readonly pairs: Int32Array
  /** Those of before the proposal follow behind all. */
  private readonly positions: Float64Array
  private readonly energies: Float64Array
  /** Sums of groups; a group that changed is added up again. */
  private readonly groups: Float64Array
  /** Pairs to be computed, how many of them were, and what their energies were. */
  private readonly todo: Int32Array
  private readonly oldEnergies: Float64Array
  private renewed = 0
  private readonly oldGroups = new Log()
  /** Groups of the proposal's changes, and a mark for each. */
  private readonly changed: Int32Array
  private changes = 0
  private readonly isChanged: Uint8Array
  private readonly bodies: Int32Array
  /** Entries of atom i are [first[i], first[i + 1]): pair k, or ~k where it is the second of it; and the other atom. */
  private readonly first: Int32Array
  private readonly entries: Int32Array
  private readonly others: Int32Array
  private readonly stretches = new StretchList()
  private everything = false
  private sum = 0
  private oldSum = 0
  private blame = -1

  constructor(positions: Float64Array, list: PairList) {
    super()
    const atoms = positions.length / 3
    this.list = list
    this.form = contactFormOf(list)
    this.atoms = atoms
    this.count = list.pairs.length >> 1
    if (2 * this.count !== list.pairs.length)
      throw new InvalidInputError('pairs', list.pairs.length, 'two atoms a pair')
    for (let k = 0; k < list.pairs.length; k++) checkIndex(`pairs[${k}]`, list.pairs[k]!, 0, atoms)
    this.pairs = Int32Array.from(list.pairs)
    for (let k = 0; k < this.count; k++) {
      if (this.pairs[2 * k] === this.pairs[2 * k + 1])
        throw new InvalidInputError(`pairs[${2 * k}]`, this.pairs[2 * k], 'two atoms')
    }
    this.positions = new Float64Array(2 * positions.length)
    this.positions.set(positions)
    this.energies = new Float64Array(this.count)
    this.todo = new Int32Array(this.count + 1)
    this.oldEnergies = new Float64Array(this.count)
    this.groups = new Float64Array((this.count >> GROUP) + 1)
    this.changed = new Int32Array(this.groups.length)
    this.isChanged = new Uint8Array(this.groups.length)
    this.bodies = new Int32Array(atoms)
    this.first = new Int32Array(atoms + 1)
    this.entries = new Int32Array(this.pairs.length)
    this.others = new Int32Array(this.pairs.length)
    this.enter()
    this.recompute()
  }

  get total(): number {
    return this.sum
  }

  protected move(positions: Float64Array, moved: readonly Stretch[]): void {
    const { stretches, positions: now, bodies } = this
    stretches.take(moved, this.atoms, positions)
    const { list, count } = stretches
    for (let s = 0; s < count; s++) {
      const from = list[3 * s]!
      const to = list[3 * s + 1]!
      now.copyWithin(3 * this.atoms + 3 * from, 3 * from, 3 * to)
      for (let k = 3 * from; k < 3 * to; k++) now[k] = positions[k]!
      bodies.fill(list[3 * s + 2]!, from, to)
    }
  }

  protected moveAll(): void {
    this.everything = true
    this.stretches.clear()
  }

  protected unmark(): void {
    this.everything = false
    const { list, count } = this.stretches
    for (let s = 0; s < count; s++) this.bodies.fill(0, list[3 * s]!, list[3 * s + 1]!)
  }

  protected evaluate(): boolean {
    this.renewed = 0
    this.oldGroups.length = 0
    this.oldSum = this.sum
    this.blame = -1
    const fine = this.renew(this.find())
    for (let n = 0; n < this.changes; n++) {
      const group = this.changed[n]!
      this.isChanged[group] = 0
      if (!fine) continue
      this.oldGroups.push(group, this.groups[group]!)
      this.addGroup(group)
    }
    this.changes = 0
    if (!fine) return false
    this.addTotal()
    return Number.isFinite(this.sum)
  }

  protected undoSums(): void {
    for (let n = 0; n < this.renewed; n++) this.energies[this.todo[n]!] = this.oldEnergies[n]!
    this.renewed = 0
    this.oldGroups.restore(this.groups)
    this.sum = this.oldSum
    // Where a term threw, the marks are still there.
    for (let n = 0; n < this.changes; n++) this.isChanged[this.changed[n]!] = 0
    this.changes = 0
  }

  protected undoMove(): void {
    const { list, count } = this.stretches
    const { positions, atoms } = this
    for (let s = 0; s < count; s++) {
      const from = 3 * list[3 * s]!
      positions.copyWithin(from, 3 * atoms + from, 3 * atoms + 3 * list[3 * s + 1]!)
    }
  }

  protected settle(): void {}

  protected culprit(): readonly [number, number] | undefined {
    return this.blame < 0 ? undefined : [this.pairs[2 * this.blame]!, this.pairs[2 * this.blame + 1]!]
  }

  protected pack(): Float64Array {
    return packEnergy('list', this.count, this.positions.slice(0, 3 * this.atoms), this.energies)
  }

  protected unpack(saved: Float64Array): void {
    const { positions, rest } = unpackEnergy('list', this.count, 3 * this.atoms, saved)
    if (rest.length !== this.count) throw new InvalidInputError('saved', rest.length, `energies of ${this.count} pairs`)
    this.positions.set(positions)
    this.energies.set(rest)
    for (let group = 0; group < this.groups.length; group++) this.addGroup(group)
    this.addTotal()
  }

  /** Pairs by atom. */
  private enter(): void {
    const { pairs, first, entries, others } = this
    for (const atom of pairs) first[atom + 1]!++
    for (let i = 0; i < this.atoms; i++) first[i + 1]! += first[i]!
    const next = first.slice()
    for (let k = 0; k < this.count; k++) {
      const i = pairs[2 * k]!
      const j = pairs[2 * k + 1]!
      others[next[i]!] = j
      entries[next[i]!++] = k
      others[next[j]!] = i
      entries[next[j]!++] = ~k
    }
  }

  /** The pairs that the proposal separates, in `todo`; returns how many. */
  private find(): number {
    if (this.everything) {
      for (let k = 0; k < this.count; k++) this.todo[k] = k
      return this.count
    }
    const { first, entries } = this
    const { list, count } = this.stretches
    let moved = 0
    let single = true
    for (let s = 0; s < count; s++) {
      moved += first[list[3 * s + 1]!]! - first[list[3 * s]!]!
      if (list[3 * s + 2] !== list[2]) single = false
    }
    let found = 0
    if (!single || 2 * moved <= entries.length) {
      for (let s = 0; s < count; s++) found = this.findOf(list[3 * s]!, list[3 * s + 1]!, list[3 * s + 2]!, found)
      return found
    }
    // One body against the rest: it is the same to look from there.
    let from = 0
    for (let s = 0; s <= count; s++) {
      found = this.findOf(from, s < count ? list[3 * s]! : this.atoms, 0, found)
      from = list[3 * s + 1]!
    }
    return found
  }

  /** Adds the pairs of atoms [from, to), which are of this body, with atoms of another. */
  private findOf(from: number, to: number, body: number, found: number): number {
    const { first, entries, others, bodies, todo } = this
    const end = first[to]!
    for (let e = first[from]!; e < end; e++) {
      const other = bodies[others[e]!]!
      const entry = entries[e]!
      // Where both have moved, the first of the pair answers for it. Written always and counted where it counts: no branch.
      todo[found] = entry < 0 ? ~entry : entry
      found += Number(other !== body) & (Number(entry >= 0) | Number(other === 0) | Number(body === 0))
    }
    return found
  }

  /** Recomputes the pairs that were found; false at one that is infinite. */
  private renew(found: number): boolean {
    const { positions, pairs, form, list, todo, energies, oldEnergies, isChanged, changed } = this
    this.counts.distances += found
    this.counts.pairs += found
    for (let n = 0; n < found; n++) {
      const k = todo[n]!
      const p = 3 * pairs[2 * k]!
      const q = 3 * pairs[2 * k + 1]!
      const dx = positions[p]! - positions[q]!
      const dy = positions[p + 1]! - positions[q + 1]!
      const dz = positions[p + 2]! - positions[q + 2]!
      const squared = dx * dx + dy * dy + dz * dz
      const energy = form === undefined ? list.energy(k, squared) : contactEnergy(form, k, squared)
      if (!(typeof energy === 'number' && Math.abs(energy) < Infinity)) return this.unusual(k, energy)
      oldEnergies[n] = energies[k]!
      energies[k] = energy
      this.renewed = n + 1
      const group = k >> GROUP
      if (isChanged[group] === 0) {
        isChanged[group] = 1
        changed[this.changes++] = group
      }
    }
    return true
  }

  private unusual(k: number, energy: number): boolean {
    if (energy !== Infinity) {
      throw new InvalidInputError(`energy of pair ${k}`, energy, 'a finite number, or Infinity')
    }
    this.blame = k
    return false
  }

  private addGroup(group: number): void {
    const to = Math.min(this.count, (group + 1) << GROUP)
    let sum = 0
    for (let k = group << GROUP; k < to; k++) sum += this.energies[k]!
    this.groups[group] = sum
  }

  private addTotal(): void {
    let sum = 0
    for (let group = 0; group < this.groups.length; group++) sum += this.groups[group]!
    this.sum = sum
  }
}

/** As the list's own `energy`. */
function contactEnergy({ sizesSq, depths, cap }: ContactForm, k: number, squared: number): number {
  const q = sizesSq[k]! / squared
  const fourth = q * q * (q * q)
  const energy = fourth * q * (5 * q - 6)
  return depths[k]! * (energy < cap ? energy : cap)
}
