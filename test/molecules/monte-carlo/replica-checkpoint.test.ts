// Replica exchange stopped after any round, and resumed: the same to the bit as the run that was not, whoever has the replicas.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Replica } from '../../../src/molecules/monte-carlo/replica.js'
import { type ReplicaExchangeResult, replicaExchange } from '../../../src/molecules/monte-carlo/replica-exchange.js'
import type { ReplicaExchangeOptions } from '../../../src/molecules/monte-carlo/replica-options.js'
import { REPLICA_KINDS } from './replica-kinds.js'
import { replicasIn } from './replica-lines.js'

const OPTIONS: ReplicaExchangeOptions = {
  temperatures: [0.6, 1, 1.7],
  rounds: 6,
  movesPerRound: 6,
  every: 2,
  seed: 4,
}

async function run(workers: number, create: (seed: number) => Replica, part: Partial<ReplicaExchangeOptions> = {}) {
  const runner = await replicasIn(workers, [5, 6, 7, 8, 9, 10], create)
  const result = await replicaExchange(runner, { ...OPTIONS, ...part })
  await runner.close()
  return result
}

/** Short, and another wherever a bit is. */
function bits(bytes: Uint8Array | Float64Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function left({ samples, ladders, checkpoint, round, outcome }: ReplicaExchangeResult): string {
  const counts = ladders.map(({ tried, swapped, roundTrips, rungOf }) => [tried, swapped, roundTrips, rungOf])
  return JSON.stringify([bits(samples.values()), bits(checkpoint), round, outcome, counts])
}

test.each(Object.entries(REPLICA_KINDS))('resumed after every round: %s', async (_, create) => {
  const saved = new Map<number, Uint8Array>()
  const save = (bytes: Uint8Array, round: number): void => void saved.set(round, bytes)
  const whole = await run(0, create, { checkpoint: { every: 1, save } })
  expect([...saved.keys()]).toEqual([1, 2, 3, 4, 5, 6])
  expect(bits(saved.get(6)!)).toBe(bits(whole.checkpoint))
  expect(whole.samples.count).toBe(6 * 6 * 3)
  for (const [round, resume] of saved) {
    expect(left(await run(round % 4, create, { resume })), `from round ${round}`).toBe(left(whole))
  }
})

test('stopped by a signal after any round, it continues from there', async () => {
  const create = REPLICA_KINDS['Gō chains']!
  const whole = await run(0, create)
  for (const stop of [0, 1, 3, 5]) {
    const signal = { aborted: stop === 0 }
    const rounds: number[] = []
    const stopped = await run(2, create, {
      signal,
      onProgress: ({ round }) => {
        rounds.push(round)
        signal.aborted = round === stop
      },
    })
    expect([stopped.outcome, stopped.round]).toEqual(['stopped', stop])
    expect(rounds).toEqual(Array.from({ length: stop }, (_, k) => k + 1))
    expect(left(await run(0, create, { resume: stopped.checkpoint }))).toBe(left(whole))
  }
})

test('a run that is done continues with more rounds', async () => {
  const create = REPLICA_KINDS['Gō chains']!
  const short = await run(0, create, { rounds: 5 })
  expect(short.outcome).toBe('done')
  expect(left(await run(0, create, { resume: short.checkpoint }))).toBe(left(await run(0, create)))
})

test.each(Object.entries(REPLICA_KINDS))(
  'with the replicas as they were left, too, but with no others: %s',
  async (_, create) => {
    const whole = await run(0, create)
    const replicas = [5, 6, 7, 8, 9, 10].map(create)
    const third = await replicaExchange(replicas, { ...OPTIONS, rounds: 2 })
    const half = await replicaExchange(replicas, { ...OPTIONS, rounds: 3, resume: third.checkpoint })
    // They are further on than the first checkpoint, and not at their starts.
    await expect(replicaExchange(replicas, { ...OPTIONS, resume: third.checkpoint })).rejects.toThrow(
      /started elsewhere/,
    )
    expect(left(await replicaExchange(replicas, { ...OPTIONS, resume: half.checkpoint }))).toBe(left(whole))
    expect(left(await run(2, create, { resume: half.checkpoint }))).toBe(left(whole))
  },
)

test('a checkpoint that does not fit is refused, and why', async () => {
  const create = REPLICA_KINDS['Gō chains']!
  const { checkpoint } = await run(0, create)
  const resume = (part: Partial<ReplicaExchangeOptions>, bytes = checkpoint, make = create): Promise<unknown> =>
    run(0, make, { ...part, resume: bytes })
  await expect(resume({ seed: 5 })).rejects.toThrow(/another run/)
  await expect(resume({ temperatures: [0.6, 1, 1.8] })).rejects.toThrow(/another run/)
  await expect(resume({ every: 3 })).rejects.toThrow(/another run/)
  await expect(resume({ keepSamples: false })).rejects.toThrow(/another run/)
  await expect(resume({ rounds: 5 })).rejects.toThrow(/at round 6/)
  await expect(resume({}, checkpoint, REPLICA_KINDS.proteins!)).rejects.toThrow(/another run/)
  await expect(resume({}, checkpoint.subarray(0, checkpoint.length - 1))).rejects.toThrow(/checksum/)
  for (const at of [4, 8, 20, checkpoint.length >> 1]) {
    const bad = checkpoint.slice()
    bad[at]! ^= 16
    await expect(resume({}, bad), `byte ${at}`).rejects.toThrow(/checkpoint/)
  }
  await expect(resume({}, 'bytes' as never)).rejects.toThrow(/Uint8Array/)
})

test.each(Object.entries(REPLICA_KINDS))("a replica refuses what is not its own's state: %s", (name, create) => {
  const [other] = Object.entries(REPLICA_KINDS).find(([kind]) => kind !== name)!
  const replica = create(1)
  expect(() => replica.restore(REPLICA_KINDS[other]!(1).save())).toThrow(/state|checkpoint/)
})
