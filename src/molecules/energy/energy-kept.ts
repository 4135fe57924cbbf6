// The life of a proposal, the same for all ways of keeping sums: proposed, then accepted or undone; refused, where a term is
// infinite; and rolled back if anything throws in between.
import { InvalidInputError } from '../../errors.js'
import { type EnergyCounts, noCounts } from './block-energy.js'
import type { EnergyStats, EnergySum, Stretch } from './energy.js'
import { EnergyProposalError, InfiniteEnergyError } from './energy-errors.js'

export abstract class KeptEnergy implements EnergySum {
  protected readonly counts: EnergyCounts
  private state: 'settled' | 'proposed' | 'refused' | 'busy' = 'settled'

  constructor(counts = noCounts()) {
    this.counts = counts
  }

  abstract readonly total: number

  /** Takes the new positions and marks what moved; throws before anything is changed. */
  protected abstract move(positions: Float64Array, moved: readonly Stretch[]): void
  /** Marks everything as moved against everything. */
  protected abstract moveAll(): void
  /** No mark is left. */
  protected abstract unmark(): void
  /** Recomputes what is marked; false where the energy is not finite. */
  protected abstract evaluate(): boolean
  /** The sums before evaluate(), to the bit. */
  protected abstract undoSums(): void
  /** The positions before move(). */
  protected abstract undoMove(): void
  /** The proposal is there to stay: what was kept for undo may go. */
  protected abstract settle(): void
  /** Two atoms for which the last evaluate() was infinite; undefined where only the sum overflowed. */
  protected abstract culprit(): readonly [number, number] | undefined
  protected abstract pack(): Float64Array
  /** Throws before anything is changed. */
  protected abstract unpack(saved: Float64Array): void

  get stats(): EnergyStats {
    return { ...this.counts }
  }

  propose(positions: Float64Array, moved: readonly Stretch[]): number {
    this.mustBeSettled('another propose()')
    this.state = 'settled'
    this.move(positions, moved)
    this.counts.proposals++
    let fine = false
    // A term of the caller's may not use the sum that asks it.
    this.state = 'busy'
    try {
      fine = this.evaluate()
    } finally {
      this.state = 'settled'
      this.unmark()
      if (!fine) {
        this.undoSums()
        this.undoMove()
      }
    }
    this.state = fine ? 'proposed' : 'refused'
    if (fine) return this.total
    this.counts.refused++
    return Infinity
  }

  accept(): void {
    if (this.state !== 'proposed') throw new EnergyProposalError('there is no proposal with a finite energy to accept')
    this.settle()
    this.state = 'settled'
  }

  undo(): void {
    if (this.state === 'settled' || this.state === 'busy') throw new EnergyProposalError('there is no proposal to undo')
    if (this.state === 'proposed') {
      this.undoSums()
      this.undoMove()
    }
    this.state = 'settled'
  }

  recompute(): number {
    this.mustBeSettled('recompute()')
    const { state } = this
    this.moveAll()
    let fine = false
    this.state = 'busy'
    try {
      fine = this.evaluate()
      if (!fine) throw this.infinite()
    } finally {
      this.state = state
      this.unmark()
      if (!fine) this.undoSums()
    }
    this.settle()
    return this.total
  }

  save(): Float64Array {
    this.mustBeSettled('save()')
    return this.pack()
  }

  restore(saved: Float64Array): void {
    this.mustBeSettled('restore()')
    this.unpack(saved)
    this.state = 'settled'
  }

  private mustBeSettled(before: string): void {
    if (this.state === 'busy') throw new EnergyProposalError('a term must not use the sum that asks for its energy')
    if (this.state === 'proposed') throw new EnergyProposalError(`accept() or undo() the proposal before ${before}`)
  }

  private infinite(): Error {
    const atoms = this.culprit()
    if (atoms === undefined) return new InvalidInputError('energy', Infinity, 'small enough to be added up')
    return new InfiniteEnergyError(atoms[0], atoms[1])
  }
}
