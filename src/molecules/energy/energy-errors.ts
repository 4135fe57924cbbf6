// Errors of kept energies.
import { LimberError } from '../../errors.js'

/** accept(), undo(), recompute() or the like at a time when there is no proposal, or one that must be settled first. */
export class EnergyProposalError extends LimberError {}

/** A conformation to start from that has an infinite term: `atoms` may not be where they are. */
export class InfiniteEnergyError extends LimberError {
  readonly atoms: readonly [number, number]

  constructor(i: number, j: number) {
    super(
      `the energy of atoms ${i} and ${j} is infinite: start from a conformation without overlaps, or use a term with a cap`,
    )
    this.atoms = [i, j]
  }
}
