// The simulation of `limber lab melting`: two ladders of replicas of one Gō model, one from the folded structure and one from
// an extended chain, side by side.
import { Random } from '../../src/base/math/random.js'
import type { GoModel } from '../../src/molecules/go/go-model.js'
import { replicaExchange } from '../../src/molecules/monte-carlo/replica-exchange.js'
import type { ReplicaLadder } from '../../src/molecules/monte-carlo/replica-ladder.js'
import type { ReplicaRound } from '../../src/molecules/monte-carlo/replica-options.js'
import type { Progress } from '../experiment.js'
import { BLOCKS, type Samples } from './analysis.js'
import { extendedChain } from './trace.js'
import { startReplicas } from './workers.js'

export const STARTS = ['folded', 'extended'] as const
export type Start = (typeof STARTS)[number]

export interface Simulation {
  /** Rounds that were run: fewer than planned where it was stopped. */
  readonly rounds: number
  readonly complete: boolean
  readonly runs: readonly Simulated[]
}

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

/** Fewer rounds than this have nothing to show. */
const LEAST_ROUNDS = 2 * BLOCKS

/** Stopped by `signal` it returns what it has, or throws the signal's reason where that is too little. */
export async function simulate(
  model: GoModel,
  options: SimulationOptions,
  progress: Progress,
  signal?: AbortSignal,
): Promise<Simulation> {
  const { temperatures, seed, moves, workers } = options
  const rounds = Math.max(1, Math.round(moves / (MOVES_A_ROUND * temperatures.length)))
  const perRound = MOVES_A_ROUND / MOVES_A_SAMPLE
  const seeds = new Random(seed)
  const inputs = STARTS.flatMap((start) =>
    temperatures.map(() => ({
      native: model.native,
      options: model.options,
      start: start === 'folded' ? model.native : extendedChain(model.bonds),
      seed: seeds.bits() >>> 0,
    })),
  )
  const samples = STARTS.map(() => {
    const column = (): Float64Array => new Float64Array(rounds * perRound)
    return temperatures.map((temperature): Samples => ({ temperature, energy: column(), formed: column() }))
  })
  const runner = await startReplicas(inputs, workers)
  try {
    const { ladders, round: done } = await replicaExchange(runner, {
      temperatures,
      rounds,
      movesPerRound: MOVES_A_ROUND,
      every: MOVES_A_SAMPLE,
      seed: seeds.bits() >>> 0,
      keepSamples: false,
      onRound: (round) => {
        for (const [l, rows] of samples.entries()) takeSamples(rows, round, l, (round.round - 1) * perRound)
        // A progress report would throw once it is aborted.
        return signal?.aborted === true ? undefined : progress(round.round / rounds, 'moves')
      },
      signal,
    })
    if (done < rounds && done < LEAST_ROUNDS) signal?.throwIfAborted()
    const from = Math.floor(DROPPED * done) * perRound
    const kept = ({ temperature, energy, formed }: Samples): Samples => ({
      temperature,
      energy: energy.subarray(from, done * perRound),
      formed: formed.subarray(from, done * perRound),
    })
    const runs = STARTS.map((start, l) => ({ start, samples: samples[l]!.map(kept), ladder: ladders[l]! }))
    return { rounds: done, complete: done === rounds, runs }
  } finally {
    await runner.close()
  }
}

/** From place `at` on, each temperature's. */
function takeSamples(rows: readonly Samples[], round: ReplicaRound, ladder: number, at: number): void {
  for (const [rung, { energy, formed }] of rows.entries()) {
    const found = round.samples(rung, ladder)
    for (let n = 0; 2 * n < found.length; n++) {
      energy[at + n] = found[2 * n]!
      formed[at + n] = found[2 * n + 1]!
    }
  }
}
