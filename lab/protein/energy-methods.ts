// Four ways to the energy of a backbone after one of its torsions was turned: kept sums (both ways to keep them) and both cell lists.
import { type EnergyWay, energySum, lennardJones } from '../../src/entries/molecules.js'
import type { EnergySum, PairTerm } from '../../src/molecules/energy/energy.js'
import { turnSide } from '../baselines/baseline.js'
import { EnergyCells } from './energy-cells.js'

/** Lennard-Jones between all atoms more than four bonds apart, up to 10 Å. */
export const TERM: PairTerm = lennardJones({ sigma: 3.2, epsilon: 0.1, cutoff: 10 })
const EXCLUDED = 4

export const ENERGY_METHODS = ['kept', 'kept-nodes', 'cells', 'cells-across'] as const
export type EnergyMethod = (typeof ENERGY_METHODS)[number]

/** A conformation that is changed step by step, and its energy. */
export interface EnergyWalker {
  /** Takes over a conformation. Not part of a step. */
  sync(positions: Float64Array): void
  /** The energy with the links beyond `joint` turned. */
  propose(joint: number, angle: number): number
  accept(): void
  undo(): void
}

/** Positions, and those of a proposal: the side of the joint with fewer atoms is elsewhere. */
class TurnedChain {
  readonly now: Float64Array
  readonly proposed: Float64Array
  from = 0
  to = 0

  constructor(readonly atoms: number) {
    this.now = new Float64Array(3 * atoms)
    this.proposed = new Float64Array(3 * atoms)
  }

  sync(positions: Float64Array): void {
    this.now.set(positions)
    this.proposed.set(positions)
  }

  turn(joint: number, angle: number): void {
    const after = this.atoms - joint - 1 <= joint + 1
    this.from = after ? joint + 1 : 0
    this.to = after ? this.atoms : joint + 1
    turnSide(this.proposed, this.now, joint, after ? angle : -angle, this.from, this.to)
  }

  accept(): void {
    this.now.set(this.proposed.subarray(3 * this.from, 3 * this.to), 3 * this.from)
  }

  undo(): void {
    this.proposed.set(this.now.subarray(3 * this.from, 3 * this.to), 3 * this.from)
  }
}

export function energyWalker(method: EnergyMethod, atoms: number): EnergyWalker {
  switch (method) {
    case 'kept':
      return new KeptWalker(atoms, (positions) => lennardJonesSum(positions, 'auto'))
    case 'kept-nodes':
      return new KeptWalker(atoms, (positions) => lennardJonesSum(positions, 'nodes'))
    case 'cells':
      return new CellsWalker(atoms)
    case 'cells-across':
      return new AcrossWalker(atoms)
  }
}

function lennardJonesSum(positions: Float64Array, keep: EnergyWay): EnergySum {
  return energySum({ positions, terms: [TERM], exclude: nearPairs(positions.length / 3), keep })
}

/** As it is used: one sum for the whole run, so `sync` is for the start only. */
export class KeptWalker implements EnergyWalker {
  readonly chain: TurnedChain
  private sum: EnergySum | undefined

  constructor(
    atoms: number,
    private readonly make: (positions: Float64Array) => EnergySum,
  ) {
    this.chain = new TurnedChain(atoms)
  }

  sync(positions: Float64Array): void {
    this.chain.sync(positions)
    this.sum = this.make(positions)
  }

  propose(joint: number, angle: number): number {
    const { chain } = this
    chain.turn(joint, angle)
    return this.sum!.propose(chain.proposed, [{ from: chain.from, to: chain.to }])
  }

  accept(): void {
    this.sum!.accept()
    this.chain.accept()
  }

  undo(): void {
    this.sum!.undo()
    this.chain.undo()
  }
}

/** Every term again at every step. */
class CellsWalker implements EnergyWalker {
  private readonly chain: TurnedChain
  private readonly cells: EnergyCells

  constructor(atoms: number) {
    this.chain = new TurnedChain(atoms)
    this.cells = new EnergyCells(atoms, TERM, EXCLUDED)
  }

  sync(positions: Float64Array): void {
    this.chain.sync(positions)
  }

  propose(joint: number, angle: number): number {
    this.chain.turn(joint, angle)
    return this.cells.everything(this.chain.proposed)
  }

  accept(): void {
    this.chain.accept()
  }

  undo(): void {
    this.chain.undo()
  }
}

/** The terms across the joint, as they were and as they are; the rest of the total stays. (It drifts, unlike the others.) */
class AcrossWalker implements EnergyWalker {
  private readonly chain: TurnedChain
  private readonly cells: EnergyCells
  private total = 0
  private next = 0

  constructor(atoms: number) {
    this.chain = new TurnedChain(atoms)
    this.cells = new EnergyCells(atoms, TERM, EXCLUDED)
  }

  sync(positions: Float64Array): void {
    this.chain.sync(positions)
    this.total = this.cells.everything(positions)
  }

  propose(joint: number, angle: number): number {
    const { chain, cells } = this
    chain.turn(joint, angle)
    this.next = this.total + (cells.across(chain.proposed, joint + 1) - cells.across(chain.now, joint + 1))
    return this.next
  }

  accept(): void {
    this.chain.accept()
    this.total = this.next
  }

  undo(): void {
    this.chain.undo()
  }
}

/** Pairs up to four bonds apart. */
function nearPairs(atoms: number): Int32Array {
  const out: number[] = []
  for (let i = 0; i < atoms; i++) for (let j = i + 1; j <= Math.min(i + EXCLUDED, atoms - 1); j++) out.push(i, j)
  return Int32Array.from(out)
}
