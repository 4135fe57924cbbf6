// The simulation of `limber lab melting`: two ladders of replicas of one Gō model, one from the folded structure and one from
// an extended chain, side by side.
import { Random } from '../../src/math/random.js'
import type { GoModel } from '../../src/molecules/go-model.js'
import { SAMPLE_SIZE } from '../../src/molecules/replica.js'
import { replicaExchange } from '../../src/molecules/replica-exchange.js'
import { ReplicaLadder } from '../../src/molecules/replica-ladder.js'
import type { Progress } from '../experiment.js'
import type { Samples } from './analysis.js'
import { extendedChain } from './trace.js'
import { startReplicas } from './workers.js'

export const STARTS = ['folded', 'extended'] as const
export type Start = (typeof STARTS)[number]

export interface Simulated {
  readonly start: Start
  /** By temperature; what is left after the first quarter. */
  readonly samples: readonly Samples[]
  readonly ladder: ReplicaLadder
}

export interface SimulationOptions {
  readonly temperatures: readonly number[]
  readonly seed: number
  /** Of one ladder, all its replicas together. */
  readonly moves: number
  readonly workers: number
}

/** Moves of a replica between two swaps, and between two samples. */
export const MOVES_A_ROUND = 1000
const MOVES_A_SAMPLE = 50
/** The share of a run that is taken to be on its way from its start. */
export const DROPPED = 0.25

export async function simulate(model: GoModel, options: SimulationOptions, progress: Progress): Promise<Simulated[]> {
  const { temperatures, seed, moves, workers } = options
  const rungs = temperatures.length
  const rounds = Math.max(1, Math.round(moves / (MOVES_A_ROUND * rungs)))
  const dropped = Math.floor(DROPPED * rounds)
  const perRound = MOVES_A_ROUND / MOVES_A_SAMPLE
  const seeds = new Random(seed)
  const runs = STARTS.map((start): Simulated => {
    const column = (): Float64Array => new Float64Array((rounds - dropped) * perRound)
    return {
      start,
      samples: temperatures.map((temperature) => ({ temperature, energy: column(), formed: column() })),
      ladder: new ReplicaLadder({ temperatures, seed: seeds.bits() >>> 0 }),
    }
  })
  const inputs = runs.flatMap(({ start }) =>
    temperatures.map(() => ({
      native: model.native,
      options: model.options,
      start: start === 'folded' ? model.native : extendedChain(model.bonds),
      seed: seeds.bits() >>> 0,
    })),
  )
  const runner = await startReplicas(inputs, workers)
  try {
    await replicaExchange({
      ladders: runs.map(({ ladder }) => ladder),
      runner,
      rounds,
      samples: perRound,
      every: MOVES_A_SAMPLE,
      onRound: (round, found) => {
        if (round >= dropped) {
          for (const [l, run] of runs.entries())
            takeSamples(run, found, l * rungs, (round - dropped) * perRound, perRound)
        }
        return progress((round + 1) / rounds, 'moves')
      },
    })
  } finally {
    await runner.close()
  }
  return runs
}

/** Each replica's samples go to the temperature at which they were taken. */
function takeSamples(
  { ladder, samples }: Simulated,
  found: Float64Array,
  first: number,
  at: number,
  count: number,
): void {
  for (const [rung, replica] of ladder.replicaAt.entries()) {
    const { energy, formed } = samples[rung]!
    const from = SAMPLE_SIZE * count * (first + replica)
    for (let n = 0; n < count; n++) {
      energy[at + n] = found[from + SAMPLE_SIZE * n]!
      formed[at + n] = found[from + SAMPLE_SIZE * n + 1]!
    }
  }
}
