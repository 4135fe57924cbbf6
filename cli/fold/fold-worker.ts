// A worker of `limber fold` with replicas. Exports nothing, so that no other file can carry it along.
import { parentPort } from 'node:worker_threads'
import { nodeReplicaPort, serveReplicas } from '../../src/entries/molecules.js'
import { foldReplica } from './fold-replica.js'

if (parentPort !== null) serveReplicas(nodeReplicaPort(parentPort), foldReplica)
