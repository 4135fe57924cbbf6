// A worker of `limber lab melting`.
import { parentPort } from 'node:worker_threads'
import { GoReplica, type GoReplicaInput } from '../../src/molecules/go-replica.js'
import { serveReplicas } from '../../src/parallel/replica-pool.js'
import { nodeReplicaPort } from '../../src/parallel/replica-ports.js'

if (parentPort !== null) serveReplicas(nodeReplicaPort(parentPort), (input: GoReplicaInput) => new GoReplica(input))
