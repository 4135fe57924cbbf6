// Kept energies of a list of pairs: one a pair, and sums of 32 of them. A move looks through the list for pairs that it separates: no tree
// is needed.
import { InvalidInputError } from '../errors.js'
import { checkIndex } from '../math/checks.js'
import { MAX_COORDINATE } from '../math/rounding.js'
import { sortedStretches } from './block-atoms.js'
import type { PairList, Stretch } from './energy.js'
import { KeptEnergy } from './energy-kept.js'
import { packEnergy, unpackEnergy } from './energy-saved.js'

/** Pairs of a group, as a shift. */
const GROUP = 5

export class ListSums extends KeptEnergy {
  private readonly list: PairList
  private readonly count: number
  private readonly pairs: Int32Array
  private readonly positions: Float64Array
  private readonly oldPositions: Float64Array
  private readonly energies: Float64Array
  private readonly oldEnergies: Float64Array
  /** Sums of groups; a group that changed is added up anew. */
  private readonly groups: Float64Array
  private readonly oldGroups: Float64Array
  private readonly bodies: Int32Array
  private stretches: readonly { from: number; to: number; body: number }[] = []
  private everything = false
  private sum = 0
  private oldSum = 0
  private blame = -1

  constructor(positions: Float64Array, list: PairList) {
    super()
    const atoms = positions.length / 3
    this.list = list
    this.count = list.pairs.length >> 1
    if (2 * this.count !== list.pairs.length)
      throw new InvalidInputError('pairs', list.pairs.length, 'two atoms a pair')
    for (let k = 0; k < list.pairs.length; k++) checkIndex(`pairs[${k}]`, list.pairs[k]!, 0, atoms)
    this.pairs = Int32Array.from(list.pairs)
    for (let k = 0; k < this.count; k++) {
      if (this.pairs[2 * k] === this.pairs[2 * k + 1])
        throw new InvalidInputError(`pairs[${2 * k}]`, this.pairs[2 * k], 'two atoms')
    }
    this.positions = positions.slice()
    this.oldPositions = positions.slice()
    this.energies = new Float64Array(this.count)
    this.oldEnergies = new Float64Array(this.count)
    this.groups = new Float64Array((this.count >> GROUP) + 1)
    this.oldGroups = this.groups.slice()
    this.bodies = new Int32Array(atoms)
    this.recompute()
  }

  get total(): number {
    return this.sum
  }

  protected move(positions: Float64Array, moved: readonly Stretch[]): void {
    if (positions.length !== this.positions.length) {
      throw new InvalidInputError('positions', positions.length, `${this.positions.length} numbers, three an atom`)
    }
    const stretches = sortedStretches(moved, this.bodies.length)
    for (const { from, to } of stretches) {
      for (let k = 3 * from; k < 3 * to; k++) {
        if (!(Math.abs(positions[k]!) <= MAX_COORDINATE)) {
          throw new InvalidInputError(`positions[${k}]`, positions[k], `a finite number of at most ${MAX_COORDINATE}`)
        }
      }
    }
    this.stretches = stretches
    for (const { from, to, body } of stretches) {
      for (let k = 3 * from; k < 3 * to; k++) {
        this.oldPositions[k] = this.positions[k]!
        this.positions[k] = positions[k]!
      }
      this.bodies.fill(body, from, to)
    }
  }

  protected moveAll(): void {
    this.everything = true
    this.stretches = []
  }

  protected unmark(): void {
    this.everything = false
    for (const { from, to } of this.stretches) this.bodies.fill(0, from, to)
  }

  protected evaluate(): boolean {
    const { bodies, pairs, energies, everything } = this
    this.oldEnergies.set(energies)
    this.oldGroups.set(this.groups)
    this.oldSum = this.sum
    this.blame = -1
    for (let from = 0; from < this.count; from += 1 << GROUP) {
      const to = Math.min(this.count, from + (1 << GROUP))
      let changed = false
      for (let k = from; k < to; k++) {
        if (bodies[pairs[2 * k]!] === bodies[pairs[2 * k + 1]!] && !everything) continue
        const energy = this.energyOf(k)
        if (energy === Infinity) return false
        energies[k] = energy
        changed = true
      }
      if (changed) this.addGroup(from >> GROUP)
    }
    this.addTotal()
    return Number.isFinite(this.sum)
  }

  protected undoSums(): void {
    this.energies.set(this.oldEnergies)
    this.groups.set(this.oldGroups)
    this.sum = this.oldSum
  }

  protected undoMove(): void {
    for (const { from, to } of this.stretches) {
      for (let k = 3 * from; k < 3 * to; k++) this.positions[k] = this.oldPositions[k]!
    }
  }

  protected settle(): void {}

  protected culprit(): readonly [number, number] | undefined {
    return this.blame < 0 ? undefined : [this.pairs[2 * this.blame]!, this.pairs[2 * this.blame + 1]!]
  }

  protected pack(): Float64Array {
    return packEnergy('list', this.count, this.positions, this.energies)
  }

  protected unpack(saved: Float64Array): void {
    const { positions, rest } = unpackEnergy('list', this.count, this.positions.length, saved)
    if (rest.length !== this.count) throw new InvalidInputError('saved', rest.length, `energies of ${this.count} pairs`)
    this.positions.set(positions)
    this.energies.set(rest)
    for (let group = 0; group < this.groups.length; group++) this.addGroup(group)
    this.addTotal()
  }

  private energyOf(k: number): number {
    const { positions } = this
    const p = 3 * this.pairs[2 * k]!
    const q = 3 * this.pairs[2 * k + 1]!
    const dx = positions[p]! - positions[q]!
    const dy = positions[p + 1]! - positions[q + 1]!
    const dz = positions[p + 2]! - positions[q + 2]!
    const energy = this.list.energy(k, dx * dx + dy * dy + dz * dz)
    this.counts.distances++
    this.counts.pairs++
    if (energy === Infinity) this.blame = k
    else if (!(Math.abs(energy) < Infinity)) {
      throw new InvalidInputError(`energy of pair ${k}`, energy, 'a finite number, or Infinity')
    }
    return energy
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
