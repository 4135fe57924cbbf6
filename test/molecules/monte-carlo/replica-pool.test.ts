import { describe, expect, test } from 'vitest'
import type { Replica } from '../../../src/molecules/monte-carlo/replica.js'
import { type ReplicaPort, serveReplicas, startReplicaPool } from '../../../src/molecules/monte-carlo/replica-pool.js'
import { REPLICA_KINDS } from './replica-kinds.js'
import { line, replicasIn } from './replica-lines.js'

const create = REPLICA_KINDS['Gō chains']!

describe('a worker', () => {
  test('that throws ends the run by name', async () => {
    const [here, there] = line()
    const sample = (): never => {
      throw new Error('out of beads')
    }
    serveReplicas(there, (seed: number): Replica => Object.assign(create(seed), { sample }))
    const runner = await startReplicaPool([here], [1])
    await expect(runner.run({ temperatures: [1], samples: 1, every: 1 })).rejects.toThrow(/failed: out of beads/)
  })

  test('that is gone ends the run by name, at once and ever after', async () => {
    const [here] = line()
    let fail: (error: Error) => void = () => {}
    const port: ReplicaPort = {
      ...here,
      onFailure: (listener) => {
        fail = listener
      },
      post: () => setTimeout(() => fail(new Error('killed'))),
    }
    await expect(startReplicaPool([port], [1])).rejects.toThrow(/ended: killed/)
  })

  test('that is closed answers no request, whether its port says so or not', async () => {
    const runner = await replicasIn(2, [1, 2, 3], create)
    const running = runner.run({ temperatures: [1, 1, 1], samples: 1, every: 1 })
    await Promise.all([expect(running).rejects.toThrow(/ended: it was closed/), runner.close()])
    await expect(runner.save()).rejects.toThrow(/ended: it was closed/)
    await runner.close()
  })

  test('none is refused, and so is none to run', async () => {
    await expect(startReplicaPool([], [1])).rejects.toThrow(/ports/)
    await expect(startReplicaPool([line()[0]], [])).rejects.toThrow(/inputs/)
  })

  test('whose replicas have other columns is refused', async () => {
    const make = (k: number): Replica => (k === 0 ? create(1) : REPLICA_KINDS.proteins!(1))
    await expect(replicasIn(2, [0, 1], make)).rejects.toThrow(/the same for every replica/)
  })
})

test('questions may be asked before the last is answered: each gets its own answer', async () => {
  const runner = await replicasIn(2, [1, 2, 3], create)
  const work = { temperatures: [1, 1.1, 1.2], samples: 1, every: 20 }
  const [, first, , second] = await Promise.all([runner.run(work), runner.look(2), runner.run(work), runner.look(2)])
  const replica = create(3)
  for (const view of [first, second]) {
    replica.sample(new Float64Array(2), 0, 1.2, 1, 20)
    expect(view).toEqual({ coordinates: replica.coordinates(), moves: replica.moves() })
  }
})
