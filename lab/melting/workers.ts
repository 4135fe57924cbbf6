// Node's worker threads as ports of a pool of replicas.
import { type MessagePort, Worker } from 'node:worker_threads'
import { GoReplica, type GoReplicaInput } from '../../src/molecules/go-replica.js'
import type { ReplicaRunner } from '../../src/molecules/replica.js'
import { localReplicas, type ReplicaPort, startReplicaPool } from '../../src/parallel/replica-pool.js'

export function portOf(thread: Worker | MessagePort): ReplicaPort {
  return {
    post: (message) => thread.postMessage(message),
    onMessage: (listener) => {
      thread.on('message', listener)
    },
    onFailure: (listener) => {
      thread.on('error', listener)
      thread.on('exit', () => listener(new Error('it is gone')))
    },
    close: async () => {
      if (thread instanceof Worker) await thread.terminate()
      else thread.close()
    },
  }
}

/** The replicas in so many workers; in this thread where one is enough. */
export async function startReplicas(inputs: readonly GoReplicaInput[], workers: number): Promise<ReplicaRunner> {
  if (workers === 1) return localReplicas(inputs, (input) => new GoReplica(input))
  const ports = Array.from({ length: workers }, () => portOf(new Worker(new URL('./worker.js', import.meta.url))))
  try {
    return await startReplicaPool(ports, inputs)
  } catch (error) {
    await Promise.all(ports.map((port) => port.close()))
    throw error
  }
}
