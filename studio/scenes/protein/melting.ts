// The melting of a protein: replica exchange of its Gō model, with native contacts and heat capacity at every temperature as they come,
// and their errors from blocks of the run.
import { summarise } from '../../../lab/melting/analysis.js'
import { GoReplica, Random, type ReplicaRound, replicaExchange } from '../../../src/entries/molecules.js'
import type { Task } from '../../engine/protocol.js'
import { RateMeter } from '../../engine/rate.js'
import type { MeltSetup } from './state.js'

export interface MeltRow {
  readonly temperature: number
  readonly samples: number
  readonly formed: number
  readonly formedError: number
  readonly heatCapacity: number
  readonly heatCapacityError: number
}

export interface MeltFrame {
  readonly round: number
  readonly rows: readonly MeltRow[]
  readonly movesPerSecond: number
  /** Moves of all replicas. */
  readonly moves: number
  /** Share of the swaps that were made. */
  readonly swaps: number
  readonly roundTrips: number
  readonly contacts: number
  /** Alpha carbons of the chain at the rung that is shown. */
  readonly trace: Float32Array
}

/** Moves between two samples, and those of a replica between two swaps: short ones of long chains, so that a stop is seen soon. */
const EVERY = 50
const ROUND = 500
const ROUND_LONG = 150
const ROUND_LONGEST = 50
const LONG = 50
const LONGEST = 200
/** Samples of a rung that are kept: then every other one goes. */
const MOST = 40_000
/** The share of a run that is taken to be on its way from its start, and samples that an error can be had from. */
const DROPPED = 0.25
const LEAST = 20

export class Melting {
  readonly temperatures: readonly number[]
  private readonly replicas: readonly GoReplica[]
  private readonly energies: number[][]
  private readonly formed: number[][]
  private readonly movesPerRound: number
  private readonly rate = new RateMeter()
  private readonly swapSeed: number
  private checkpoint: Uint8Array | undefined
  private stride = 1
  private seen = 0
  private swaps = 0
  private roundTrips = 0
  private replicaAt: ArrayLike<number>
  round = 0
  /** Whose chain is drawn. */
  rung = 0

  constructor(native: Float64Array, { low, high, rungs, seed }: MeltSetup) {
    this.temperatures = Array.from({ length: rungs }, (_, k) =>
      Number((low + ((high - low) * k) / (rungs - 1)).toFixed(4)),
    )
    const seeds = new Random(seed)
    this.replicas = this.temperatures.map(() => new GoReplica({ native, seed: seeds.bits() >>> 0 }))
    this.swapSeed = seeds.bits() >>> 0
    const beads = native.length / 3
    this.movesPerRound = beads > LONGEST ? ROUND_LONGEST : beads > LONG ? ROUND_LONG : ROUND
    this.energies = this.temperatures.map(() => [])
    this.formed = this.temperatures.map(() => [])
    this.replicaAt = this.temperatures.map((_, k) => k)
  }

  /** Until round `to`, or until it is stopped. */
  async run(to: number, task: Task<unknown>, watch: () => void): Promise<void> {
    const { temperatures, movesPerRound } = this
    this.rate.start(this.moves, performance.now())
    const result = await replicaExchange(this.replicas, {
      ...{ temperatures, rounds: to, movesPerRound, every: EVERY, seed: this.swapSeed, keepSamples: false },
      resume: this.checkpoint,
      signal: task.signal,
      onRound: async (round) => {
        this.take(round)
        this.rate.add(this.moves, performance.now())
        watch()
        // A stop is not a fault here: the answer is how far it has come.
        await task.breathe().catch(() => {})
      },
    })
    this.checkpoint = result.checkpoint
  }

  private take(round: ReplicaRound): void {
    this.round = round.round
    const { tried, swapped, roundTrips, replicaAt } = round.ladders[0]!
    this.swaps = sum(swapped) / Math.max(1, sum(tried))
    this.roundTrips = sum(roundTrips)
    this.replicaAt = replicaAt
    const count = this.movesPerRound / EVERY
    for (let n = 0; n < count; n++) {
      if (this.seen++ % this.stride !== 0) continue
      this.temperatures.forEach((_, k) => {
        const found = round.samples(k)
        this.energies[k]!.push(found[2 * n]!)
        this.formed[k]!.push(found[2 * n + 1]!)
      })
    }
    if (this.energies[0]!.length <= MOST) return
    this.stride *= 2
    for (const columns of [this.energies, this.formed]) {
      columns.forEach((column, k) => {
        columns[k] = column.filter((_, n) => n % 2 === 0)
      })
    }
  }

  private get moves(): number {
    return this.round * this.movesPerRound * this.temperatures.length
  }

  frame(): MeltFrame {
    const count = this.energies[0]!.length
    const from = Math.floor(DROPPED * count)
    const rows =
      count - from < LEAST
        ? []
        : this.temperatures.map((temperature, k): MeltRow => {
            const { formed, formedError, heatCapacity, heatCapacityError, samples } = summarise({
              temperature,
              energy: Float64Array.from(this.energies[k]!.slice(from)),
              formed: Float64Array.from(this.formed[k]!.slice(from)),
            })
            return { temperature, samples, formed, formedError, heatCapacity, heatCapacityError }
          })
    const shown = this.replicaAt[Math.min(this.rung, this.temperatures.length - 1)]!
    const { chain } = this.replicas[shown]!
    return {
      round: this.round,
      rows,
      movesPerSecond: this.rate.perSecond,
      moves: this.moves,
      swaps: this.swaps,
      roundTrips: this.roundTrips,
      contacts: chain.model.contacts.count,
      trace: Float32Array.from(chain.positions),
    }
  }

  csv(): string {
    const lines = this.frame().rows.map(
      ({ temperature, samples, formed, formedError, heatCapacity, heatCapacityError }) =>
        [temperature, samples, formed, formedError, heatCapacity, heatCapacityError]
          .map((x) => Number(x.toPrecision(9)))
          .join(','),
    )
    return `temperature,samples,nativeContacts,error,heatCapacity,error\n${lines.join('\n')}\n`
  }
}

function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let k = 0; k < values.length; k++) total += values[k]!
  return total
}
