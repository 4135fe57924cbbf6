// A replica of `limber fold`, in this thread or in one of its workers.
import { McReplica, type Replica, type Structure } from '../../src/entries/molecules.js'
import type { FoldQuestion } from './fold-options.js'
import { buildFold } from './fold-system.js'

export interface FoldReplicaInput {
  readonly structure: Structure
  readonly question: FoldQuestion
  readonly seed: number
}

export function foldReplica({ structure, question, seed }: FoldReplicaInput): Replica {
  const { system, observables } = buildFold(structure, question)
  return new McReplica(system, { seed, moves: question.moves, observables })
}
