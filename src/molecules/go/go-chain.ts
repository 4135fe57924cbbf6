// A chain of a Gō model under Monte Carlo: positions, kept energies, and the moves. A move costs what it changes: the contacts
// across it (listed beforehand), at most two angles and four dihedrals, and the repulsion between what turned and the rest.
//
// Half of the moves are pivots: half of these about a bond (mostly within ±0.15 rad, a fifth of them anywhere), half about a
// bead and a random axis (within ±0.2). The other half are crankshafts: 1 to 8 inner beads about the axis through their two
// neighbours, within ±0.6/√inner. Every one is a rotation of some bonds about an axis that it does not change, by an angle as
// likely as its opposite: that keeps the uniform distribution of all bond directions, so Metropolis' rule on E gives
// exp(−E/T) with respect to it (detailed balance). The shorter side of a pivot turns.
//
// The number that decides is drawn first, as the limit T·(−ln u) of the change in energy. Repulsion only adds, so a move whose
// other terms are beyond the limit is given up before the many pairs are tested; sums of non-negative numbers never
// round downwards, so the decision is the same.
//
// Invariant: contactEnergies, angles and repulsion are those of `positions`. Rounding is taken out by refresh(): bonds get their
// length back, and everything kept is recomputed.
import { logarithm } from '../../base/math/exponential.js'
import type { Random } from '../../base/math/random.js'
import { InvalidInputError } from '../../errors.js'
import { GoAngles } from './go-angles.js'
import { beadEntry, bondEntry, crankshaftEntry, createGoLists, type GoLists, LONGEST_CRANKSHAFT } from './go-lists.js'
import type { GoModel } from './go-model.js'
import { GoRepulsion } from './go-repulsion.js'
import { contactEnergy } from './go-terms.js'
import { aim, restoreBonds, turnBeads } from './go-turn.js'

const PIVOT = 0
const TWIST = 1
const CRANKSHAFT = 2
/** The kinds of moves of a `GoChain`, in the order in which it counts them. */
export const GO_MOVES = ['pivot', 'twist', 'crankshaft'] as const

/** Largest angles, in radians. */
const PIVOT_WIDTH = 0.2
const TWIST_WIDTH = 0.15
const CRANKSHAFT_WIDTH = 0.6
/** The share of twists that go anywhere. */
const ANYWHERE = 0.2

/** A native contact counts as formed up to this many times its native distance. */
const FORMED = 1.2

/** A chain of CA atoms with the energy of a Gō model, moved by Monte Carlo. */
export class GoChain {
  readonly model: GoModel
  /** x, y, z a bead. */
  readonly positions: Float64Array
  /** Moves tried and taken, by kind. */
  readonly tried = new Float64Array(GO_MOVES.length)
  readonly taken = new Float64Array(GO_MOVES.length)

  private readonly lists: GoLists
  private readonly old: Float64Array
  private readonly contactEnergies: Float64Array
  private readonly newContactEnergies: Float64Array
  private readonly angles: GoAngles
  private readonly repulsion: GoRepulsion
  /** Energy, temperature and the number that decides: a typed array, since V8 makes an object of every number kept in a field. */
  private readonly state = new Float64Array(3)
  private readonly axis = new Float64Array(3)

  /** Starts at `positions`, the native ones where left out. Their bonds get the model's lengths. */
  constructor(model: GoModel, positions: ArrayLike<number> = model.native, lists: GoLists = createGoLists(model)) {
    const { beads, contacts } = model
    if (positions.length !== 3 * beads) {
      throw new InvalidInputError('positions', positions.length, `${3 * beads} coordinates, as the model has beads`)
    }
    for (let i = 0; i < positions.length; i++) {
      if (!Number.isFinite(positions[i]!))
        throw new InvalidInputError(`positions[${i}]`, positions[i], 'a finite number')
    }
    this.model = model
    this.lists = lists
    this.positions = Float64Array.from(positions)
    this.old = new Float64Array(3 * beads)
    this.contactEnergies = new Float64Array(contacts.count)
    this.newContactEnergies = new Float64Array(contacts.count)
    this.angles = new GoAngles(model, this.positions)
    this.repulsion = new GoRepulsion(model, this.positions)
    if (!Number.isFinite(this.refresh())) {
      throw new InvalidInputError('positions', this.energy, 'of finite energy: no two beads at the same position')
    }
  }

  get energy(): number {
    return this.state[0]!
  }

  /** Makes `moves` moves at a temperature. */
  run(random: Random, temperature: number, moves: number): void {
    for (let m = 0; m < moves; m++) this.move(random, temperature)
  }

  /** One move; true if it was taken. */
  move(random: Random, temperature: number): boolean {
    this.state[1] = temperature
    this.state[2] = 1 - random.unit()
    const choice = random.unit()
    // Chains of three beads have no bond to twist about; the share of each kind does not depend on the state.
    if (choice < 0.5) return this.crankshaft(random)
    if (choice < 0.75 || this.model.beads < 4) return this.pivot(random)
    return this.twist(random)
  }

  private pivot(random: Random): boolean {
    const { beads } = this.model
    const p = 1 + random.integer(beads - 2)
    random.direction(this.axis)
    const angle = random.range(-PIVOT_WIDTH, PIVOT_WIDTH)
    this.angles.notePivot(p)
    return this.turnSide(PIVOT, p, p, angle, beadEntry(beads, p))
  }

  private twist(random: Random): boolean {
    const { beads } = this.model
    const p = 1 + random.integer(beads - 3)
    const width = random.unit() < ANYWHERE ? Math.PI : TWIST_WIDTH
    const angle = random.range(-width, width)
    aim(this.axis, this.positions, p, p + 1)
    this.angles.noteTwist(p)
    return this.turnSide(TWIST, p, p + 1, angle, bondEntry(beads, p))
  }

  private crankshaft(random: Random): boolean {
    const { beads } = this.model
    const inner = 1 + random.integer(Math.min(LONGEST_CRANKSHAFT, beads - 2))
    const a = random.integer(beads - 1 - inner)
    const b = a + inner + 1
    const width = CRANKSHAFT_WIDTH / Math.sqrt(inner)
    const angle = random.range(-width, width)
    if (!aim(this.axis, this.positions, a, b)) {
      this.tried[CRANKSHAFT]!++
      return false
    }
    this.angles.noteCrankshaft(a, b)
    return this.turnBeads(CRANKSHAFT, a + 1, b, a, b, angle, crankshaftEntry(beads, a, inner))
  }

  /** Turns what is below bead p or above bead q, whichever is shorter, about `axis` through p. */
  private turnSide(kind: number, p: number, q: number, angle: number, entry: number): boolean {
    const { beads } = this.model
    const below = p < beads - 1 - q
    return this.turnBeads(kind, below ? 0 : q + 1, below ? p : beads, p, q, angle, entry)
  }

  /** Turns beads [from, to) about `axis`, which goes through beads p and q, and keeps that or takes it back. */
  private turnBeads(
    kind: number,
    from: number,
    to: number,
    p: number,
    q: number,
    angle: number,
    entry: number,
  ): boolean {
    const { positions, old } = this
    this.tried[kind]!++
    turnBeads(positions, old, this.axis, p, angle, from, to)
    if (this.decide(from, to, p, q, entry)) {
      this.taken[kind]!++
      return true
    }
    // A loop: to set from a part of an array makes an object of it.
    for (let o = 3 * from; o < 3 * to; o++) positions[o] = old[o]!
    return false
  }

  /** Beads [from, to) have turned about an axis through beads p and q: whether that is taken, and then kept. */
  private decide(from: number, to: number, p: number, q: number, entry: number): boolean {
    const { state, repulsion } = this
    const start = this.lists.starts[entry]!
    const end = this.lists.starts[entry + 1]!
    const limit = -state[1]! * logarithm(state[2]!)
    let change = this.angles.change() + this.changeOfContacts(start, end) - repulsion.across(from, to, p, q)
    if (change <= limit) change = repulsion.add(from, to, p, q, change, limit)
    // Not `>`: what is not a number is refused as well.
    if (!(change <= limit)) return false
    this.angles.keep()
    repulsion.keep(from, to, p, q)
    const { contactEnergies, newContactEnergies } = this
    const { items } = this.lists
    for (let n = start; n < end; n++) contactEnergies[items[n]!] = newContactEnergies[items[n]!]!
    state[0]! += change
    return true
  }

  private changeOfContacts(start: number, end: number): number {
    const { positions, contactEnergies, newContactEnergies } = this
    const items = this.lists.items
    const { first, second, squared } = this.model.contacts
    let change = 0
    for (let n = start; n < end; n++) {
      const k = items[n]!
      const i = 3 * first[k]!
      const j = 3 * second[k]!
      const x = positions[i]! - positions[j]!
      const y = positions[i + 1]! - positions[j + 1]!
      const z = positions[i + 2]! - positions[j + 2]!
      const e = contactEnergy(squared[k]!, x * x + y * y + z * z)
      newContactEnergies[k] = e
      change += e - contactEnergies[k]!
    }
    return change
  }

  /** Restores the lengths of the bonds and recomputes everything kept; returns the energy. */
  refresh(): number {
    if (!restoreBonds(this.positions, this.old, this.model.bonds))
      throw new InvalidInputError('positions', 'two neighbouring beads at the same position', 'beads that are apart')
    return this.recompute()
  }

  /** Puts the beads where `refresh()` once left them, to the bit, and recomputes everything kept; returns the energy. */
  place(positions: Float64Array): number {
    this.positions.set(positions)
    return this.recompute()
  }

  /** Recomputes everything kept from the positions; returns the energy. */
  private recompute(): number {
    const { contacts } = this.model
    let energy = this.angles.refresh(0)
    for (let k = 0; k < contacts.count; k++) {
      this.contactEnergies[k] = contactEnergy(contacts.squared[k]!, this.squaredOf(k))
      energy += this.contactEnergies[k]!
    }
    energy = this.repulsion.refresh(energy)
    this.state[0] = energy
    return energy
  }

  /** The share of native contacts that are formed, Q; 1 where there are none. */
  formed(): number {
    const { count, squared } = this.model.contacts
    let formed = 0
    for (let k = 0; k < count; k++) if (this.squaredOf(k) < FORMED * FORMED * squared[k]!) formed++
    return count === 0 ? 1 : formed / count
  }

  private squaredOf(k: number): number {
    const { positions } = this
    const i = 3 * this.model.contacts.first[k]!
    const j = 3 * this.model.contacts.second[k]!
    const x = positions[i]! - positions[j]!
    const y = positions[i + 1]! - positions[j + 1]!
    const z = positions[i + 2]! - positions[j + 2]!
    return x * x + y * y + z * z
  }
}
