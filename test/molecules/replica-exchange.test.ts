import { describe, expect, test } from 'vitest'
import { Random } from '../../src/math/random.js'
import { createGoModel } from '../../src/molecules/go-model.js'
import { GoReplica, type GoReplicaInput } from '../../src/molecules/go-replica.js'
import type { Replica, ReplicaRunner } from '../../src/molecules/replica.js'
import { replicaExchange } from '../../src/molecules/replica-exchange.js'
import { ReplicaLadder } from '../../src/molecules/replica-ladder.js'
import { localReplicas, type ReplicaPort, serveReplicas, startReplicaPool } from '../../src/parallel/replica-pool.js'

/** Two ends of a line; messages are cloned, and arrive later, as between threads. */
function line(): [ReplicaPort, ReplicaPort] {
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

const NATIVE = Float64Array.from({ length: 3 * 12 }, (_, k) => {
  const i = Math.floor(k / 3)
  return [2.3 * Math.cos(1.75 * i), 2.3 * Math.sin(1.75 * i), 1.5 * i][k % 3]!
})
const TEMPERATURES = [0.5, 0.7, 1, 1.4]

function inputs(): GoReplicaInput[] {
  const seeds = new Random(4)
  return TEMPERATURES.map(() => ({ native: NATIVE, options: {}, seed: seeds.bits() >>> 0 }))
}

async function pool(workers: number): Promise<ReplicaRunner> {
  if (workers === 0) return localReplicas(inputs(), (input) => new GoReplica(input))
  const ports = Array.from({ length: workers }, () => {
    const [here, there] = line()
    serveReplicas(there, (input: GoReplicaInput) => new GoReplica(input))
    return here
  })
  return startReplicaPool(ports, inputs())
}

async function trajectory(workers: number): Promise<{ samples: number[]; rungs: number[]; trips: number[] }> {
  const ladder = new ReplicaLadder({ temperatures: TEMPERATURES, seed: 9 })
  const runner = await pool(workers)
  const samples: number[] = []
  const rungs: number[] = []
  await replicaExchange({
    ladders: [ladder],
    runner,
    rounds: 40,
    samples: 4,
    every: 25,
    onRound: (_, found) => {
      samples.push(...found)
      rungs.push(...ladder.rungOf)
      return undefined
    },
  })
  await runner.close()
  return { samples, rungs, trips: [...ladder.roundTrips] }
}

test('the same to the bit in this thread and over 1, 2, 3 and 5 workers', async () => {
  const here = await trajectory(0)
  expect(here.samples).toHaveLength(40 * 4 * 4 * 2)
  expect(new Set(here.rungs.filter((_, k) => k % 4 === 0)).size).toBe(4)
  for (const workers of [1, 2, 3, 5]) expect(await trajectory(workers)).toEqual(here)
})

test('replicas at neighbouring temperatures keep their own distributions', async () => {
  // Energies of one coordinate, x²/2: at temperature T they have the mean T/2. Replicas draw them anew each time.
  class Oscillator implements Replica {
    private readonly random: Random
    constructor(seed: number) {
      this.random = new Random(seed)
    }
    sample(out: Float64Array, o: number, temperature: number): void {
      const radius = Math.sqrt(-2 * Math.log(1 - this.random.unit()))
      const x = radius * Math.cos(2 * Math.PI * this.random.unit())
      out[o] = (temperature * x * x) / 2
      out[o + 1] = x
    }
  }
  const temperatures = [1, 2, 3, 6]
  const ladder = new ReplicaLadder({ temperatures, seed: 2 })
  const rounds = 20_000
  const sums = temperatures.map(() => 0)
  await replicaExchange({
    ladders: [ladder],
    runner: localReplicas([1, 2, 3, 4], (seed) => new Oscillator(seed)),
    rounds,
    samples: 1,
    every: 1,
    onRound: (_, found) => {
      for (const [rung, replica] of ladder.replicaAt.entries()) sums[rung]! += found[2 * replica]!
      return undefined
    },
  })
  for (const [k, t] of temperatures.entries()) expect(sums[k]! / rounds / t).toBeCloseTo(0.5, 1)
  for (const [k, tried] of ladder.tried.entries()) {
    expect(tried).toBe(rounds / 2)
    expect(ladder.swapped[k]! / tried).toBeCloseTo(chanceOfSwap(temperatures[k]!, temperatures[k + 1]!), 1)
  }
})

function chanceOfSwap(low: number, high: number): number {
  const random = new Random(8)
  const draw = (t: number): number => {
    const radius = Math.sqrt(-2 * Math.log(1 - random.unit()))
    return (t * (radius * Math.cos(2 * Math.PI * random.unit())) ** 2) / 2
  }
  let sum = 0
  for (let n = 0; n < 20_000; n++) sum += Math.min(1, Math.exp((1 / low - 1 / high) * (draw(low) - draw(high))))
  return sum / 20_000
}

describe('the ladder', () => {
  test('samples the exact joint distribution of which state is where', () => {
    // Two replicas that keep their energies: how often each is at the lower temperature is known.
    const [t0, t1] = [0.8, 1.3]
    const energies = [0.3, 1.1]
    const ladder = new ReplicaLadder({ temperatures: [t0, t1], seed: 5 })
    const rounds = 40_000
    let first = 0
    for (let n = 0; n < rounds; n++) {
      ladder.exchange(energies)
      if (ladder.replicaAt[0] === 0) first++
    }
    const here = Math.exp(-energies[0]! / t0 - energies[1]! / t1)
    const there = Math.exp(-energies[1]! / t0 - energies[0]! / t1)
    const share = here / (here + there)
    // Pairs take turns, so every second round offers nothing; what is in between is the same state twice.
    expect(Math.abs(first / rounds - share)).toBeLessThan(4 * Math.sqrt((2 * share * (1 - share) * 4) / rounds))
  })

  test('counts a round trip when a replica is back at the bottom after the top', () => {
    const ladder = new ReplicaLadder({ temperatures: [1, 2, 3], seed: 1 })
    // Whoever is lower is sent up: every swap is certain.
    const trace: number[][] = []
    for (let n = 0; n < 12; n++) {
      const energies = new Float64Array(3)
      for (const [rung, replica] of ladder.replicaAt.entries()) energies[replica] = -1e6 * rung
      ladder.exchange(energies)
      trace.push([...ladder.rungOf])
    }
    const expected = [0, 1, 2].map((replica) => {
      let [way, trips] = [replica === 0 ? 'up' : '', 0]
      for (const rungs of trace) {
        if (rungs[replica] === 2 && way === 'up') way = 'down'
        if (rungs[replica] === 0) {
          if (way === 'down') trips++
          way = 'up'
        }
      }
      return trips
    })
    expect([...ladder.roundTrips]).toEqual(expected)
    expect(expected.reduce((a, b) => a + b)).toBeGreaterThan(2)
    expect([...ladder.swapped]).toEqual([...ladder.tried])
  })

  test.each([[[1]], [[]], [[2, 1]], [[1, 1]], [[0, 1]], [[1, Number.NaN]], [[1, Infinity]]])(
    'refuses %j',
    (temperatures) => {
      expect(() => new ReplicaLadder({ temperatures, seed: 1 })).toThrow(/temperatures/)
    },
  )
})

describe('a worker', () => {
  test('that throws ends the run by name', async () => {
    const [here, there] = line()
    serveReplicas(there, () => ({
      sample: () => {
        throw new Error('out of beads')
      },
    }))
    const runner = await startReplicaPool([here], [1])
    await expect(runner.run({ replicas: [0], temperatures: [1], samples: 1, every: 1 })).rejects.toThrow(/out of beads/)
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

  test('none is refused', async () => {
    await expect(startReplicaPool([], [1])).rejects.toThrow(/ports/)
  })
})

test('rounds and samples are counted in whole numbers', async () => {
  const ladder = new ReplicaLadder({ temperatures: [1, 2], seed: 1 })
  const runner = localReplicas<number>([], () => new GoReplica(inputs()[0]!))
  const ask = (part: object): Promise<void> =>
    replicaExchange({ ladders: [ladder], runner, rounds: 1, samples: 1, every: 1, onRound: () => undefined, ...part })
  await expect(ask({ rounds: 0 })).rejects.toThrow(/rounds/)
  await expect(ask({ samples: 1.5 })).rejects.toThrow(/samples/)
  await expect(ask({ every: -1 })).rejects.toThrow(/every/)
  expect(createGoModel(NATIVE).contacts.count).toBeGreaterThan(5)
})
