// Replicas for tests: a small helix of a Gō model, and a peptide with side-chains under Lennard-Jones.
import { lennardJones } from '../../../src/molecules/energy/pair-energy.js'
import { GoReplica } from '../../../src/molecules/go/go-replica.js'
import { ProteinSystem } from '../../../src/molecules/monte-carlo/monte-carlo-protein.js'
import { radiusOfGyration } from '../../../src/molecules/monte-carlo/observable.js'
import type { Replica } from '../../../src/molecules/monte-carlo/replica.js'
import { McReplica } from '../../../src/molecules/monte-carlo/replica-system.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import { peptide } from './monte-carlo-peptide.js'

export const HELIX = Float64Array.from({ length: 3 * 12 }, (_, k) => {
  const i = Math.floor(k / 3)
  return [2.3 * Math.cos(1.75 * i), 2.3 * Math.sin(1.75 * i), 1.5 * i][k % 3]!
})

const STRUCTURE = peptide()

export const REPLICA_KINDS: Record<string, (seed: number) => Replica> = {
  'Gō chains': (seed) => new GoReplica({ native: HELIX, seed }),
  proteins: (seed) => {
    const protein = new Protein(STRUCTURE, { atoms: 'flexible-sidechains' })
    const system = new ProteinSystem(protein, { terms: [lennardJones({ sigma: 3, epsilon: 0.3 })] })
    return new McReplica(system, { seed, observables: [radiusOfGyration()], moves: { pivot: 2, 'side-chain': 1 } })
  },
}
