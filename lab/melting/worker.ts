// A worker of `limber lab melting`.
import { parentPort } from 'node:worker_threads'
import { GoReplica, type GoReplicaInput } from '../../src/molecules/go/go-replica.js'
import { serveReplicas } from '../../src/molecules/monte-carlo/replica-pool.js'
import { nodeReplicaPort } from '../../src/molecules/monte-carlo/replica-ports.js'

if (parentPort !== null) serveReplicas(nodeReplicaPort(parentPort), (input: GoReplicaInput) => new GoReplica(input))
