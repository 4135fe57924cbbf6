// Replicas for tests: a small helix of a Gō model, and a peptide with side-chains under Lennard-Jones.
import { GoReplica } from '../../src/molecules/go-replica.js'
import { ProteinSystem } from '../../src/molecules/monte-carlo-protein.js'
import { radiusOfGyration } from '../../src/molecules/observable.js'
import { lennardJones } from '../../src/molecules/pair-energy.js'
import { Protein } from '../../src/molecules/protein.js'
import type { Replica } from '../../src/molecules/replica.js'
import { McReplica } from '../../src/molecules/replica-system.js'
import { peptide } from './monte-carlo-peptide.js'

export const HELIX = Float64Array.from({ length: 3 * 12 }, (_, k) => {
  const i = Math.floor(k / 3)
  return [2.3 * Math.cos(1.75 * i), 2.3 * Math.sin(1.75 * i), 1.5 * i][k % 3]!
})

const STRUCTURE = peptide()

export const REPLICA_KINDS: Record<string, (seed: number) => Replica> = {
  'Gō chains': (seed) => new GoReplica({ native: HELIX, seed }),
  proteins: (seed) => {
    const protein = Protein.fromStructure(STRUCTURE, { atoms: 'flexible-sidechains' })
    const system = new ProteinSystem(protein, { terms: [lennardJones({ sigma: 3, epsilon: 0.3 })] })
    return new McReplica(system, { seed, observables: [radiusOfGyration()], moves: { pivot: 2, 'side-chain': 1 } })
  },
}
