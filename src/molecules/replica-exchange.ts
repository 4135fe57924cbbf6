// Replica exchange, round by round: all replicas are sampled at their temperatures, wherever they are, then swaps are decided
// here. Several ladders (from several starts) can share the runner. Deterministic whatever the number of workers: replicas have
// their own random numbers, ladders theirs, and a round ends when all its samples are there.
import { InvalidInputError } from '../errors.js'
import { type ReplicaRunner, SAMPLE_SIZE } from './replica.js'
import type { ReplicaLadder } from './replica-ladder.js'

export interface ReplicaExchangeOptions {
  /** Their replicas are numbered on: those of the first from 0, of the second after these. */
  readonly ladders: readonly ReplicaLadder[]
  readonly runner: ReplicaRunner
  readonly rounds: number
  /** Samples of a replica in a round, and moves between two of them. */
  readonly samples: number
  readonly every: number
  /**
   * Told of each round before its swaps: the samples of replica k of ladder l are 2·samples numbers from 2·samples·(first of l + k)
   * on. Where it returns a promise it is waited for; what it throws ends the run.
   */
  readonly onRound: (round: number, samples: Float64Array) => Promise<void> | undefined
}

export async function replicaExchange(options: ReplicaExchangeOptions): Promise<void> {
  const { ladders, runner, rounds, samples, every, onRound } = options
  for (const [field, value] of Object.entries({ rounds, samples, every })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new InvalidInputError(field, value, 'a whole number of 1 or more')
  }
  const replicas = Array.from({ length: ladders.reduce((sum, l) => sum + l.temperatures.length, 0) }, (_, k) => k)
  const size = SAMPLE_SIZE * samples
  for (let round = 0; round < rounds; round++) {
    const temperatures = ladders.flatMap((ladder) => ladder.temperatures.map((_, k) => ladder.temperatureOf(k)))
    const found = await runner.run({ replicas, temperatures, samples, every })
    await onRound(round, found)
    let first = 0
    for (const ladder of ladders) {
      const energies = ladder.temperatures.map((_, k) => found[(first + k + 1) * size - SAMPLE_SIZE]!)
      ladder.exchange(energies)
      first += ladder.temperatures.length
    }
  }
}
