// Replicas of Gō chains in threads of Node.
import { Worker } from 'node:worker_threads'
import { GoReplica, type GoReplicaInput } from '../../src/molecules/go/go-replica.js'
import type { ReplicaRunner } from '../../src/molecules/monte-carlo/replica.js'
import { localReplicas } from '../../src/molecules/monte-carlo/replica-local.js'
import { startReplicaPool } from '../../src/molecules/monte-carlo/replica-pool.js'
import { nodeReplicaPort } from '../../src/molecules/monte-carlo/replica-ports.js'

/** The replicas in this many workers; in this thread where one is enough. */
export async function startReplicas(inputs: readonly GoReplicaInput[], workers: number): Promise<ReplicaRunner> {
  if (workers === 1) return localReplicas(inputs.map((input) => new GoReplica(input)))
  const file = new URL('./worker.js', import.meta.url)
  const ports = Array.from({ length: workers }, () => nodeReplicaPort(new Worker(file)))
  try {
    return await startReplicaPool(ports, inputs)
  } catch (error) {
    await Promise.all(ports.map((port) => port.close()))
    throw error
  }
}
