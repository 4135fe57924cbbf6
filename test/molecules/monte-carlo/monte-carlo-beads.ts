// Small systems for tests of Monte Carlo, written to be obviously right: beads whose coordinates are kept and turned, all energies
// from scratch.
import { Random } from '../../../src/base/math/random.js'
import { sineCosine } from '../../../src/base/math/trigonometry.js'
import type { McSystem } from '../../../src/molecules/monte-carlo/monte-carlo-system.js'

export type BeadEnergy = (x: Float64Array) => number

/**
 * A chain of beads with bonds of fixed length and nothing else fixed. It samples the measure of its coordinates given the bonds:
 * each bond's direction is uniform on the sphere, apart from the energy.
 *
 * Both moves turn some beads about an axis through two beads that stay, by an angle drawn alike for both signs, and chosen by
 * numbers that do not look at the state: the same choice with the opposite angle leads back, and a rotation preserves volume.
 */
export class Beads implements McSystem {
  readonly moves = ['pivot', 'crankshaft']
  readonly atoms: number
  energy: number
  private x: Float64Array
  private before: Float64Array
  private energyBefore: number
  private readonly sc = new Float64Array(2)

  constructor(
    start: ArrayLike<number>,
    private readonly energyOf: BeadEnergy,
    private readonly width = Math.PI,
  ) {
    this.x = Float64Array.from(start)
    this.before = this.x.slice()
    this.atoms = this.x.length / 3
    this.energy = energyOf(this.x)
    this.energyBefore = this.energy
  }

  propose(kind: number, random: Random): number {
    const n = this.atoms
    this.before.set(this.x)
    this.energyBefore = this.energy
    let low: number
    let high: number
    if (kind === 0) {
      // About the bond of beads low and low + 1: everything beyond.
      low = random.integer(n - 2)
      high = n
      this.turn(low, low + 1, low + 2, n, random.range(-this.width, this.width))
    } else {
      low = random.integer(n - 2)
      high = low + 2 + random.integer(n - 2 - low)
      this.turn(low, high, low + 1, high, random.range(-this.width, this.width))
    }
    this.energy = this.energyOf(this.x)
    return this.energy
  }

  accept(): void {}

  undo(): void {
    this.x.set(this.before)
    this.energy = this.energyBefore
  }

  coordinates(out: Float64Array): Float64Array {
    out.set(this.x)
    return out
  }

  recompute(): number {
    return this.energyOf(this.x)
  }

  save(): Uint8Array {
    return new Uint8Array(Float64Array.of(this.energy, ...this.x).buffer)
  }

  restore(state: Uint8Array): void {
    const values = new Float64Array(state.slice().buffer)
    if (values.length !== this.x.length + 1) throw new Error('of another chain')
    this.energy = values[0]!
    this.x.set(values.subarray(1))
  }

  /** Turns beads [from, to) about the axis from bead a to bead b (Rodrigues). */
  private turn(a: number, b: number, from: number, to: number, angle: number): void {
    const { x, sc } = this
    sineCosine(sc, 0, angle)
    const [s, c] = [sc[0]!, sc[1]!]
    const k = [0, 1, 2].map((i) => x[3 * b + i]! - x[3 * a + i]!)
    const length = Math.sqrt(k[0]! ** 2 + k[1]! ** 2 + k[2]! ** 2)
    if (length === 0) return
    for (let i = 0; i < 3; i++) k[i]! /= length
    for (let bead = from; bead < to; bead++) {
      const v = [0, 1, 2].map((i) => x[3 * bead + i]! - x[3 * a + i]!)
      const dot = k[0]! * v[0]! + k[1]! * v[1]! + k[2]! * v[2]!
      for (let i = 0; i < 3; i++) {
        const [p, q] = [(i + 1) % 3, (i + 2) % 3]
        const cross = k[p]! * v[q]! - k[q]! * v[p]!
        x[3 * bead + i] = x[3 * a + i]! + c * v[i]! + s * cross + (1 - c) * dot * k[i]!
      }
    }
  }
}

/** A zigzag of n beads, bonds of length 1, right angles. */
export function zigzag(n: number): Float64Array {
  const out = new Float64Array(3 * n)
  for (let i = 0; i < n; i++) {
    out[3 * i] = Math.ceil(i / 2)
    out[3 * i + 1] = Math.floor(i / 2)
  }
  return out
}

export function distance(x: ArrayLike<number>, i: number, j: number): number {
  return Math.hypot(x[3 * i]! - x[3 * j]!, x[3 * i + 1]! - x[3 * j + 1]!, x[3 * i + 2]! - x[3 * j + 2]!)
}

/** Lennard-Jones of beads three or more apart, of size `size`; nothing may be nearer than `hard`. */
export function lennardJones(size: number, hard = 0): BeadEnergy {
  return (x) => {
    let sum = 0
    const n = x.length / 3
    for (let i = 0; i < n; i++) {
      for (let j = i + 3; j < n; j++) {
        const r = distance(x, i, j)
        if (r < hard) return Infinity
        const s = (size / r) ** 6
        sum += 4 * (s * s - s)
      }
    }
    return sum
  }
}

/**
 * Torsions on a grid: `levels` values each, an energy a state from a table, and moves by whole steps. Every state can be counted.
 * `pivot`: one torsion by −2 … 2 steps but 0; `crankshaft`: torsions k and k + 1 by d and −d; `side-chain`: the last one,
 * to a level drawn from all of them.
 */
export class GridTorsions implements McSystem {
  readonly moves = ['pivot', 'crankshaft', 'side-chain']
  readonly atoms = 1
  readonly state: Int32Array
  private readonly before: Int32Array

  constructor(
    private readonly torsions: number,
    private readonly levels: number,
    readonly table: Float64Array,
    /** Added to the step of a pivot: anything but 0 is a proposal that is not symmetric. */
    private readonly bias = 0,
  ) {
    this.state = new Int32Array(torsions)
    this.before = this.state.slice()
  }

  get index(): number {
    return this.state.reduce((sum, level) => sum * this.levels + level, 0)
  }

  get energy(): number {
    return this.table[this.index]!
  }

  propose(kind: number, random: Random): number {
    this.before.set(this.state)
    if (kind === 0) this.turn(random.integer(this.torsions), 1 + random.integer(2), random.unit() < 0.5 - this.bias)
    else if (kind === 1) {
      const k = random.integer(this.torsions - 1)
      const by = 1 + random.integer(2)
      const back = random.unit() < 0.5
      this.turn(k, by, back)
      this.turn(k + 1, by, !back)
    } else this.state[this.torsions - 1] = random.integer(this.levels)
    return this.energy
  }

  accept(): void {}

  undo(): void {
    this.state.set(this.before)
  }

  coordinates(out: Float64Array): Float64Array {
    out[0] = this.index
    return out
  }

  recompute(): number {
    return this.energy
  }

  save(): Uint8Array {
    return Uint8Array.from(this.state)
  }

  restore(state: Uint8Array): void {
    this.state.set(state)
  }

  private turn(k: number, by: number, back: boolean): void {
    this.state[k] = (this.state[k]! + (back ? this.levels - by : by)) % this.levels
  }
}

/** Energies of all states of a grid: smooth in no way, some of them clashes. */
export function gridTable(torsions: number, levels: number, seed: number): Float64Array {
  const random = new Random(seed)
  const table = Float64Array.from({ length: levels ** torsions }, () =>
    random.unit() < 0.1 ? Infinity : random.range(0, 3),
  )
  table[0] = 0
  return table
}
