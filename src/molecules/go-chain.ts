// A chain of a Gō model under Monte Carlo: positions, kept energies, and the moves. A move costs what it changes: the contacts
// across it (listed beforehand), at most two angles and four dihedrals, and the repulsion between what turned and the rest.
//
// Half of the moves are pivots: half of these about a bond (mostly within ±0.15 rad, a fifth of them anywhere), half about a
// bead and a random axis (within ±0.2). The other half are crankshafts: 1 to 8 inner beads about the axis through their two
// neighbours, within ±0.6/√inner. Every one is a rotation of some bonds about an axis that it does not change, by an angle as
// likely as its opposite: that keeps the uniform distribution of all bond directions, so Metropolis' rule on E gives
// exp(−E/T) with respect to it (detailed balance). The shorter side of a pivot turns.
//
// The limit T·(−ln u) is drawn first. Repulsion only adds, so a move whose other terms are beyond the limit is given up before
// the many pairs are looked at; sums of non-negative numbers never round downwards, so the decision is the same.
//
// Invariant: contactEnergies, angleEnergies, dihedralEnergies and the list of repelling pairs are those of `positions`.
// Rounding is taken out by refresh(): bonds get their length back, and everything kept is computed anew.
import { InvalidInputError } from '../errors.js'
import { logarithm } from '../math/exponential.js'
import type { Random } from '../math/random.js'
import { sineCosine } from '../math/trigonometry.js'
import { beadEntry, bondEntry, crankshaftEntry, createGoLists, type GoLists, LONGEST_CRANKSHAFT } from './go-lists.js'
import type { GoModel } from './go-model.js'
import { angleEnergy, contactEnergy, dihedralEnergy, repulsionEnergy } from './go-terms.js'

const PIVOT = 0
const TWIST = 1
const CRANKSHAFT = 2
/** The kinds of moves, as they are counted. */
export const GO_MOVES = ['pivot', 'twist', 'crankshaft'] as const

/** Largest angles, in radians. */
const PIVOT_WIDTH = 0.2
const TWIST_WIDTH = 0.15
const CRANKSHAFT_WIDTH = 0.6
/** The share of twists that go anywhere. */
const ANYWHERE = 0.2

/** A crankshaft whose two ends are nearer than this has no axis (Å). It is refused, and so is its way back. */
const LEAST_AXIS = 1e-6

/** A native contact counts as formed up to this many times its native distance. */
const FORMED = 1.2

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
  private readonly angleEnergies: Float64Array
  private readonly dihedralEnergies: Float64Array
  /** At most two angles and four dihedrals of a move: which, and their new energies. */
  private readonly newAngles = new Int32Array(2)
  private readonly newAngleEnergies = new Float64Array(2)
  private readonly newDihedrals = new Int32Array(4)
  private readonly newDihedralEnergies = new Float64Array(4)
  private angleCount = 0
  private dihedralCount = 0
  /** Pairs within the cutoff of the repulsion: first·beads + second, and their energies. The new ones come after the kept ones. */
  private readonly pairs: Int32Array
  private readonly pairEnergies: Float64Array
  private pairCount = 0
  private newPairCount = 0
  /** Energy, then scratch: a typed array, since V8 makes an object of every number kept in a field. */
  private readonly state = new Float64Array(1)
  private readonly axis = new Float64Array(3)
  private readonly angle = new Float64Array(2)
  private readonly repulsion: number
  private readonly cutoff: number

  /** Starts at `positions`, the native ones where left out. Their bonds get the model's lengths. */
  constructor(model: GoModel, positions: ArrayLike<number> = model.native, lists: GoLists = createGoLists(model)) {
    const { beads, contacts, options } = model
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
    this.angleEnergies = new Float64Array(beads - 2)
    this.dihedralEnergies = new Float64Array(Math.max(0, beads - 3))
    // Kept pairs and new ones at once: twice as many as there are.
    this.pairs = new Int32Array(beads * beads)
    this.pairEnergies = new Float64Array(beads * beads)
    this.repulsion = options.repulsion * options.repulsion
    this.cutoff = options.repulsionCutoff * options.repulsionCutoff
    if (!Number.isFinite(this.refresh())) {
      throw new InvalidInputError('positions', this.energy, 'of finite energy: no two beads in one place')
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
    const { beads } = this.model
    const limit = -temperature * logarithm(1 - random.unit())
    const choice = random.unit()
    // Chains of three beads have no bond to twist about; the share of each kind does not depend on the state.
    if (choice < 0.5) return this.crankshaft(random, limit)
    if (choice < 0.75 || beads < 4) return this.pivot(random, limit)
    return this.twist(random, limit)
  }

  private pivot(random: Random, limit: number): boolean {
    const { beads } = this.model
    const p = 1 + random.integer(beads - 2)
    random.direction(this.axis)
    const angle = random.range(-PIVOT_WIDTH, PIVOT_WIDTH)
    this.angleCount = 0
    this.dihedralCount = 0
    this.noteAngle(p - 1)
    this.noteDihedral(p - 2)
    this.noteDihedral(p - 1)
    return this.turnSide(PIVOT, p, p, angle, beadEntry(beads, p), limit)
  }

  private twist(random: Random, limit: number): boolean {
    const { beads } = this.model
    const p = 1 + random.integer(beads - 3)
    const width = random.unit() < ANYWHERE ? Math.PI : TWIST_WIDTH
    const angle = random.range(-width, width)
    this.aim(p, p + 1)
    this.angleCount = 0
    this.dihedralCount = 0
    this.noteDihedral(p - 1)
    return this.turnSide(TWIST, p, p + 1, angle, bondEntry(beads, p), limit)
  }

  private crankshaft(random: Random, limit: number): boolean {
    const { beads } = this.model
    const inner = 1 + random.integer(Math.min(LONGEST_CRANKSHAFT, beads - 2))
    const a = random.integer(beads - 1 - inner)
    const b = a + inner + 1
    const width = CRANKSHAFT_WIDTH / Math.sqrt(inner)
    const angle = random.range(-width, width)
    this.tried[CRANKSHAFT]!++
    if (!this.aim(a, b)) return false
    this.angleCount = 0
    this.dihedralCount = 0
    this.noteAngle(a - 1)
    this.noteAngle(b - 1)
    this.noteDihedral(a - 2)
    this.noteDihedral(a - 1)
    this.noteDihedral(b - 2)
    this.noteDihedral(b - 1)
    this.turn(a + 1, b, a, angle)
    if (this.decide(a + 1, b, a, b, crankshaftEntry(beads, a, inner), limit)) {
      this.taken[CRANKSHAFT]!++
      return true
    }
    return false
  }

  /** Turns what is below bead p or above bead q, whichever is shorter, about `axis` through p. */
  private turnSide(kind: number, p: number, q: number, angle: number, entry: number, limit: number): boolean {
    const { beads } = this.model
    const below = p < beads - 1 - q
    const from = below ? 0 : q + 1
    const to = below ? p : beads
    this.tried[kind]!++
    this.turn(from, to, p, angle)
    if (this.decide(from, to, p, q, entry, limit)) {
      this.taken[kind]!++
      return true
    }
    return false
  }

  /** The unit vector from bead i to bead j, to `axis`; false where there is none. */
  private aim(i: number, j: number): boolean {
    const { positions, axis } = this
    const x = positions[3 * j]! - positions[3 * i]!
    const y = positions[3 * j + 1]! - positions[3 * i + 1]!
    const z = positions[3 * j + 2]! - positions[3 * i + 2]!
    const length = Math.sqrt(x * x + y * y + z * z)
    if (!(length > LEAST_AXIS)) return false
    axis[0] = x / length
    axis[1] = y / length
    axis[2] = z / length
    return true
  }

  private noteAngle(i: number): void {
    if (i >= 0 && i < this.angleEnergies.length) this.newAngles[this.angleCount++] = i
  }

  private noteDihedral(i: number): void {
    if (i >= 0 && i < this.dihedralEnergies.length) this.newDihedrals[this.dihedralCount++] = i
  }

  /** Turns beads [from, to) about `axis` through bead `centre` in place; where they were is in `old`. */
  private turn(from: number, to: number, centre: number, angle: number): void {
    const { positions, old, axis } = this
    sineCosine(this.angle, 0, angle)
    const s = this.angle[0]!
    const c = this.angle[1]!
    const x = axis[0]!
    const y = axis[1]!
    const z = axis[2]!
    const k = 1 - c
    const xx = c + k * x * x
    const yy = c + k * y * y
    const zz = c + k * z * z
    const xy = k * x * y - s * z
    const yx = k * x * y + s * z
    const xz = k * x * z + s * y
    const zx = k * x * z - s * y
    const yz = k * y * z - s * x
    const zy = k * y * z + s * x
    const ox = positions[3 * centre]!
    const oy = positions[3 * centre + 1]!
    const oz = positions[3 * centre + 2]!
    for (let o = 3 * from; o < 3 * to; o += 3) {
      const px = positions[o]!
      const py = positions[o + 1]!
      const pz = positions[o + 2]!
      old[o] = px
      old[o + 1] = py
      old[o + 2] = pz
      const dx = px - ox
      const dy = py - oy
      const dz = pz - oz
      positions[o] = ox + (xx * dx + xy * dy + xz * dz)
      positions[o + 1] = oy + (yx * dx + yy * dy + yz * dz)
      positions[o + 2] = oz + (zx * dx + zy * dy + zz * dz)
    }
  }

  /** Beads [from, to) have turned about an axis through beads p and q: keeps that, or takes it back. */
  private decide(from: number, to: number, p: number, q: number, entry: number, limit: number): boolean {
    const lists = this.lists
    const start = lists.starts[entry]!
    const end = lists.starts[entry + 1]!
    let change = this.changeOfAngles() + this.changeOfContacts(start, end) - this.repulsionAcross(from, to, p, q)
    this.newPairCount = this.pairCount
    if (change <= limit) change = this.addRepulsion(from, to, p, q, change, limit)
    // Not `>`: what is not a number is refused as well.
    if (!(change <= limit)) {
      this.positions.set(this.old.subarray(3 * from, 3 * to), 3 * from)
      return false
    }
    this.keep(from, to, p, q, start, end)
    this.state[0]! += change
    return true
  }

  private changeOfAngles(): number {
    const { positions, model } = this
    const { angle, dihedral, dihedral3 } = model.options
    let change = 0
    for (let n = 0; n < this.dihedralCount; n++) {
      const i = this.newDihedrals[n]!
      const e = dihedralEnergy(positions, i, model.dihedrals, dihedral, dihedral3)
      this.newDihedralEnergies[n] = e
      change += e - this.dihedralEnergies[i]!
    }
    for (let n = 0; n < this.angleCount; n++) {
      const i = this.newAngles[n]!
      const e = angleEnergy(positions, i, model.angles, angle)
      this.newAngleEnergies[n] = e
      change += e - this.angleEnergies[i]!
    }
    return change
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

  /** The kept repulsion of pairs that have moved against each other. */
  private repulsionAcross(from: number, to: number, p: number, q: number): number {
    const { pairs, pairEnergies } = this
    const beads = this.model.beads
    let sum = 0
    for (let n = 0; n < this.pairCount; n++) {
      const pair = pairs[n]!
      const i = (pair / beads) | 0
      if (isAcross(i, pair - i * beads, from, to, p, q)) sum += pairEnergies[n]!
    }
    return sum
  }

  /** `change` plus the new repulsion of pairs that have moved against each other; or more than the limit, as soon as it is. */
  private addRepulsion(from: number, to: number, p: number, q: number, change: number, limit: number): number {
    const beads = this.model.beads
    // Those between p and q are what turned; p and q themselves are on the axis.
    let sum = change
    for (let i = from; i < to; i++) {
      sum += this.repulsionOf(i, 0, Math.min(p, from))
      sum += this.repulsionOf(i, Math.max(q + 1, to), beads)
      if (!(sum <= limit)) return sum
    }
    return sum
  }

  /** The repulsion between bead i and beads [low, high); its pairs are written down as new ones. */
  private repulsionOf(i: number, low: number, high: number): number {
    const { positions, cutoff, repulsion } = this
    const { beads, repels } = this.model
    const px = positions[3 * i]!
    const py = positions[3 * i + 1]!
    const pz = positions[3 * i + 2]!
    let sum = 0
    for (let j = low, o = 3 * low; j < high; j++, o += 3) {
      const x = px - positions[o]!
      const y = py - positions[o + 1]!
      const z = pz - positions[o + 2]!
      const squared = x * x + y * y + z * z
      if (squared < cutoff && repels[i * beads + j] === 1) {
        const e = repulsionEnergy(repulsion, squared)
        sum += e
        this.pairs[this.newPairCount] = i * beads + j
        this.pairEnergies[this.newPairCount++] = e
      }
    }
    return sum
  }

  /** The new energies in place of the old ones. */
  private keep(from: number, to: number, p: number, q: number, start: number, end: number): void {
    const { contactEnergies, newContactEnergies, pairs, pairEnergies } = this
    const items = this.lists.items
    const beads = this.model.beads
    for (let n = start; n < end; n++) contactEnergies[items[n]!] = newContactEnergies[items[n]!]!
    for (let n = 0; n < this.dihedralCount; n++) {
      this.dihedralEnergies[this.newDihedrals[n]!] = this.newDihedralEnergies[n]!
    }
    for (let n = 0; n < this.angleCount; n++) this.angleEnergies[this.newAngles[n]!] = this.newAngleEnergies[n]!
    let kept = 0
    for (let n = 0; n < this.newPairCount; n++) {
      const pair = pairs[n]!
      const i = (pair / beads) | 0
      if (n < this.pairCount && isAcross(i, pair - i * beads, from, to, p, q)) continue
      pairs[kept] = pair
      pairEnergies[kept++] = pairEnergies[n]!
    }
    this.pairCount = kept
  }

  /** Gives the bonds their lengths back and computes everything kept anew; the energy. */
  refresh(): number {
    const { model, positions } = this
    const { beads, bonds, contacts, options } = model
    // Each bond keeps its direction, so the first bead stays and rounding is shared out along the chain.
    const old = this.old
    old.set(positions)
    for (let i = 0; i + 1 < beads; i++) {
      const o = 3 * i
      const x = old[o + 3]! - old[o]!
      const y = old[o + 4]! - old[o + 1]!
      const z = old[o + 5]! - old[o + 2]!
      const length = Math.sqrt(x * x + y * y + z * z)
      if (!(length > LEAST_AXIS))
        throw new InvalidInputError('positions', `beads ${i} and ${i + 1}`, 'apart from each other')
      const scale = bonds[i]! / length
      positions[o + 3] = positions[o]! + x * scale
      positions[o + 4] = positions[o + 1]! + y * scale
      positions[o + 5] = positions[o + 2]! + z * scale
    }
    let energy = 0
    for (let i = 0; i < this.angleEnergies.length; i++) {
      this.angleEnergies[i] = angleEnergy(positions, i, model.angles, options.angle)
      energy += this.angleEnergies[i]!
    }
    for (let i = 0; i < this.dihedralEnergies.length; i++) {
      this.dihedralEnergies[i] = dihedralEnergy(positions, i, model.dihedrals, options.dihedral, options.dihedral3)
      energy += this.dihedralEnergies[i]!
    }
    for (let k = 0; k < contacts.count; k++) {
      this.contactEnergies[k] = contactEnergy(contacts.squared[k]!, this.squaredOf(k))
      energy += this.contactEnergies[k]!
    }
    this.newPairCount = 0
    for (let i = 0; i < beads; i++) energy += this.repulsionOf(i, i + 1, beads)
    this.pairCount = this.newPairCount
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

/** Whether one of i and j is in [from, to) and the other neither in it nor on the axis through p and q. */
function isAcross(i: number, j: number, from: number, to: number, p: number, q: number): boolean {
  const inside = i >= from && i < to
  if (inside === (j >= from && j < to)) return false
  const other = inside ? j : i
  return other !== p && other !== q
}
