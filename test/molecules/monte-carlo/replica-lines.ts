// Workers that are none: two ends of a line in one thread, for tests of replicas.
import type { Replica, ReplicaRunner } from '../../../src/molecules/monte-carlo/replica.js'
import { localReplicas } from '../../../src/molecules/monte-carlo/replica-local.js'
import { type ReplicaPort, serveReplicas, startReplicaPool } from '../../../src/molecules/monte-carlo/replica-pool.js'

/** Two ends of a line; messages are cloned, and arrive later, as between threads. */
export function line(): [ReplicaPort, ReplicaPort] {
  const listeners: ((message: unknown) => void)[] = []
  const end = (own: 0 | 1): ReplicaPort => ({
    post: (message) => {
      const copy = structuredClone(message)
      setTimeout(() => listeners[1 - own]!(copy))
    },
    onMessage: (listener) => {
      listeners[own] = listener
    },
    close: async () => {},
  })
  return [end(0), end(1)]
}

/** Replicas in so many workers; in this thread where it is none. */
export async function replicasIn<Input>(
  workers: number,
  inputs: readonly Input[],
  create: (input: Input) => Replica,
): Promise<ReplicaRunner> {
  if (workers === 0) return localReplicas(inputs.map(create))
  const ports = Array.from({ length: workers }, () => {
    const [here, there] = line()
    serveReplicas(there, create)
    return here
  })
  return startReplicaPool(ports, inputs)
}
