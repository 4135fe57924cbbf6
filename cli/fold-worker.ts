// A worker of `limber fold` with replicas.
import { parentPort } from 'node:worker_threads'
import { McReplica, nodeReplicaPort, type Replica, type Structure, serveReplicas } from '../src/index.js'
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

if (parentPort !== null) serveReplicas(nodeReplicaPort(parentPort), foldReplica)
