// Replica exchange over replicas in this thread and in others: the same to the bit, and each temperature keeps its distribution.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import type { Replica } from '../../../src/molecules/monte-carlo/replica.js'
import { replicaExchange } from '../../../src/molecules/monte-carlo/replica-exchange.js'
import type { ReplicaExchangeOptions } from '../../../src/molecules/monte-carlo/replica-options.js'
import { McReplica } from '../../../src/molecules/monte-carlo/replica-system.js'
import { Beads, lennardJones, zigzag } from './monte-carlo-beads.js'
import { REPLICA_KINDS } from './replica-kinds.js'
import { replicasIn } from './replica-lines.js'

const TEMPERATURES = [0.5, 0.7, 1, 1.4]

async function trajectory(workers: number, create: (seed: number) => Replica, part: object = {}) {
  const runner = await replicasIn(workers, [11, 12, 13, 14], create)
  const rungs: number[] = []
  const { samples, ladders, checkpoint } = await replicaExchange(runner, {
    temperatures: TEMPERATURES,
    rounds: 12,
    movesPerRound: 8,
    every: 2,
    seed: 9,
    onRound: (round) => void rungs.push(...round.ladders[0]!.rungOf),
    ...part,
  })
  await runner.close()
  // Hashes: to compare arrays of thousands of numbers takes seconds.
  const bits = [samples.values(), checkpoint].map((x) => createHash('sha256').update(x).digest('hex'))
  return { samples, seen: { rungs, trips: [...ladders[0]!.roundTrips], bits } }
}

test.each(Object.entries(REPLICA_KINDS))(
  'the same to the bit in this thread and over 1, 3 and 5 workers: %s',
  async (_, create) => {
    const here = await trajectory(0, create)
    expect(here.samples.count).toBe(12 * 4 * 4)
    expect(new Set(here.seen.rungs.filter((_, k) => k % 4 === 0)).size).toBeGreaterThan(2)
    for (const workers of [1, 3, 5]) expect((await trajectory(workers, create)).seen).toEqual(here.seen)
    expect((await trajectory(2, create, { seed: 10 })).seen.rungs).not.toEqual(here.seen.rungs)
  },
)

test('samples say which replica was where, and when', async () => {
  const { samples } = await trajectory(0, REPLICA_KINDS.proteins!)
  expect(samples.columns).toEqual(['step', 'ladder', 'replica', 'temperature', 'energy', 'radiusOfGyration'])
  const [step, replica, temperature] = ['step', 'replica', 'temperature'].map((name) => samples.column(name))
  for (let n = 0; n < samples.count; n++) {
    const round = Math.floor(n / 16)
    expect(step![n]).toBe(8 * round + 2 * ((n % 4) + 1))
    expect(temperature![n]).toBe(TEMPERATURES[Math.floor(n / 4) % 4])
  }
  for (let n = 0; n < samples.count; n += 16) {
    expect([0, 4, 8, 12].map((k) => replica![n + k]!).sort()).toEqual([0, 1, 2, 3])
  }
})

test('what a round shows is by temperature, before the swaps; several ladders do not mix', async () => {
  const replicas = [1, 2, 3, 4, 5, 6].map((seed) => new McReplica(new Beads(zigzag(6), lennardJones(1)), { seed }))
  let looked = 0
  const { ladders } = await replicaExchange(replicas, {
    temperatures: [0.5, 1, 2],
    rounds: 30,
    movesPerRound: 10,
    onRound: async ({ ladders: all, samples, look }) => {
      for (const [l, ladder] of all.entries()) {
        for (let rung = 0; rung < 3; rung++) {
          const replica = replicas[3 * l + ladder.replicaAt[rung]!]!
          expect([...samples(rung, l)]).toEqual([replica.system.energy])
          expect((await look(rung, l)).coordinates).toEqual(replica.coordinates())
          looked++
        }
      }
    },
  })
  expect(looked).toBe(30 * 6)
  expect(ladders).toHaveLength(2)
  expect([...ladders[0]!.rungOf]).not.toEqual([...ladders[1]!.rungOf])
  for (const { moves } of replicas.map((replica) => ({ moves: replica.moves() }))) {
    expect(moves.reduce((sum, { proposed }) => sum + proposed, 0)).toBe(300)
  }
})

test('replicas at neighbouring temperatures keep their own distributions', async () => {
  // Energies of one coordinate, x²/2: at temperature T they have the mean T/2. Replicas draw them anew each time.
  const oscillator = (seed: number): Replica => {
    const random = new Random(seed)
    return {
      columns: ['energy'],
      sample: (out, o, temperature) => {
        const radius = Math.sqrt(-2 * Math.log(1 - random.unit()))
        const x = radius * Math.cos(2 * Math.PI * random.unit())
        out[o] = (temperature * x * x) / 2
      },
      coordinates: () => new Float64Array(3),
      moves: () => [],
      save: () => new Uint8Array(0),
      restore: () => {},
    }
  }
  const temperatures = [1, 2, 3, 6]
  const rounds = 20_000
  const sums = temperatures.map(() => 0)
  const { ladders } = await replicaExchange([1, 2, 3, 4].map(oscillator), {
    temperatures,
    rounds,
    movesPerRound: 1,
    seed: 2,
    keepSamples: false,
    onRound: ({ samples }) => {
      for (const rung of temperatures.keys()) sums[rung]! += samples(rung)[0]!
    },
  })
  for (const [k, t] of temperatures.entries()) expect(sums[k]! / rounds / t).toBeCloseTo(0.5, 1)
  const { tried, swapped } = ladders[0]!
  for (const [k, n] of tried.entries()) {
    expect(n).toBe(rounds / 2)
    expect(swapped[k]! / n).toBeCloseTo(chanceOfSwap(temperatures[k]!, temperatures[k + 1]!), 1)
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

test('what cannot be run is refused by name', async () => {
  const two = (): Replica[] => [1, 2].map(REPLICA_KINDS['Gō chains']!)
  const ask = (part: object, replicas = two()): Promise<unknown> =>
    replicaExchange(replicas, { temperatures: [1, 2], rounds: 1, ...part } as ReplicaExchangeOptions)
  await expect(ask({ rounds: -1 })).rejects.toThrow(/options\.rounds/)
  await expect(ask({ movesPerRound: 0 })).rejects.toThrow(/options\.movesPerRound/)
  await expect(ask({ every: 1.5 })).rejects.toThrow(/options\.every/)
  await expect(ask({ every: 300 })).rejects.toThrow(/divisor of the 1000 moves/)
  await expect(ask({ temperatures: [2, 1] })).rejects.toThrow(/temperatures\[1\]/)
  await expect(ask({ temperatures: [] })).rejects.toThrow(/temperatures/)
  await expect(ask({ temperatures: [1, 2, 3] })).rejects.toThrow(/one for each of 3 temperatures/)
  await expect(ask({ seed: -1 })).rejects.toThrow(/options\.seed/)
  await expect(ask({ temperatur: [1] })).rejects.toThrow(/temperatur/)
  await expect(ask({ onRound: 3 })).rejects.toThrow(/onRound/)
  await expect(ask({ signal: 3 })).rejects.toThrow(/options\.signal/)
  await expect(ask({ checkpoint: { every: 0, save: () => {} } })).rejects.toThrow(/checkpoint\.every/)
  await expect(ask({}, [])).rejects.toThrow(/replicas/)
  await expect(replicaExchange(null as never, { temperatures: [1, 2], rounds: 1 })).rejects.toThrow(/replicas/)
  const [one] = two()
  await expect(ask({}, [one!, one!])).rejects.toThrow(/twice/)
  await expect(ask({}, [one!, REPLICA_KINDS.proteins!(1)])).rejects.toThrow(/the same for every replica/)
  const clash = new Beads(zigzag(4), () => Infinity)
  expect(() => new McReplica(clash, { seed: 1 })).toThrow(/must not clash/)
  const beads = new Beads(zigzag(4), lennardJones(1))
  expect(() => new McReplica(beads, { seed: 0.5 })).toThrow(/options\.seed/)
  const twice = { name: 'energy', value: () => 0 }
  expect(() => new McReplica(beads, { seed: 1, observables: [twice] })).toThrow(/observables/)
})

test('what onRound throws, or refuses, ends the run', async () => {
  const replicas = [1, 2].map(REPLICA_KINDS['Gō chains']!)
  const onRound = async (): Promise<void> => {
    throw new Error('disk full')
  }
  await expect(replicaExchange(replicas, { temperatures: [1, 2], rounds: 3, onRound })).rejects.toThrow('disk full')
})

test('two runs at once over the same replicas are refused, one after the other is not; temperatures are numbers', async () => {
  const replicas = [1, 2].map((seed) => new McReplica(new Beads(zigzag(6), lennardJones(1)), { seed }))
  const options = { temperatures: [1, 2], rounds: 3, movesPerRound: 4 }
  const first = replicaExchange(replicas, options)
  await expect(replicaExchange([...replicas].reverse(), options)).rejects.toThrow(/none that another run uses/)
  expect((await first).outcome).toBe('done')
  expect((await replicaExchange(replicas, options)).outcome).toBe('done')
  const texts = { ...options, temperatures: ['1', '10'] as never }
  await expect(replicaExchange(replicas, texts)).rejects.toThrow(/temperatures\[0\]/)
  const runner = await replicasIn(2, [1, 2], REPLICA_KINDS['Gō chains']!)
  const both = await Promise.allSettled([replicaExchange(runner, options), replicaExchange(runner, options)])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
