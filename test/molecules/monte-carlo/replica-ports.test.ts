// Ports over real threads of Node, and over a stand-in for a browser's worker.
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { Replica, ReplicaRunner } from '../../../src/molecules/monte-carlo/replica.js'
import { serveReplicas, startReplicaPool } from '../../../src/molecules/monte-carlo/replica-pool.js'
import { nodeReplicaPort, type WebThread, webReplicaPort } from '../../../src/molecules/monte-carlo/replica-ports.js'

/** A replica that writes what it was asked. */
const echo = (input: number): Replica => ({
  columns: ['energy', 'temperature'],
  sample: (out, o, temperature, samples, every) => {
    for (let n = 0; n < samples; n++) out.set([input + every, temperature], o + 2 * n)
  },
  coordinates: () => Float64Array.of(input, 0, 0),
  moves: () => [],
  save: () => Uint8Array.of(input % 256),
  restore: () => {},
})
const WORK = { temperatures: [1.5, 2.5, 3.5], samples: 2, every: 10 }
const ANSWER = [110, 1.5, 110, 1.5, 210, 2.5, 210, 2.5, 310, 3.5, 310, 3.5]

async function expectAnswers(runner: ReplicaRunner): Promise<void> {
  expect([...(await runner.run(WORK))]).toEqual(ANSWER)
  expect(await runner.look(1)).toEqual({ coordinates: Float64Array.of(200, 0, 0), moves: [] })
  expect(await runner.save()).toEqual([100, 200, 44].map((byte) => Uint8Array.of(byte)))
}

test("Node's message ports", async () => {
  const ports = [0, 1].map(() => {
    const { port1, port2 } = new MessageChannel()
    serveReplicas(nodeReplicaPort(port2), echo)
    return nodeReplicaPort(port1)
  })
  const runner = await startReplicaPool(ports, [100, 200, 300])
  await expectAnswers(runner)
  await runner.close()
})

/** Two ends that speak as browsers' workers do: events with `data`. */
function webThreads(): [WebThread & { fail(message: string): void }, WebThread] {
  const listeners = [new Map<string, (event: never) => void>(), new Map<string, (event: never) => void>()]
  const end = (own: 0 | 1): WebThread => ({
    postMessage: (message) => {
      const data = structuredClone(message)
      queueMicrotask(() => listeners[1 - own]!.get('message')?.({ data } as never))
    },
    addEventListener: (event, listener) => {
      listeners[own]!.set(event, listener)
    },
  })
  return [{ ...end(0), fail: (message) => listeners[0]!.get('error')?.({ message } as never) }, end(1)]
}

test("a browser's worker", async () => {
  const [outside, inside] = webThreads()
  serveReplicas(webReplicaPort(inside), echo)
  const runner = await startReplicaPool([webReplicaPort(outside)], [100, 200, 300])
  await expectAnswers(runner)
  outside.fail('no such script')
  await expect(runner.run(WORK)).rejects.toThrow(/ended: no such script/)
  await runner.close()
})
