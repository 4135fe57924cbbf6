// What replica exchange runs: a system that is sampled at a temperature, by itself, with random numbers of its own. Its samples
// depend on its start, its seed and the temperatures it was given, so it may run anywhere: in this thread or in another.
import { InvalidInputError } from '../../errors.js'
import type { MoveCounts } from './metropolis.js'

/** One copy of a system in a replica exchange. */
export interface Replica {
  /** What a sample has, by name; the first is `energy`. */
  readonly columns: readonly string[]
  /**
   * Makes `samples` times `every` moves at a temperature. After each `every` of them it writes a sample, columns.length numbers,
   * to out[o] and on. The last energy written is that of the state: swaps are decided by it.
   */
  sample(out: Float64Array, o: number, temperature: number, samples: number, every: number): void
  /** x, y, z of every atom: a copy. */
  coordinates(): Float64Array
  /** Moves made so far, by kind. */
  moves(): readonly MoveCounts[]
  /** Everything that what follows depends on, random numbers included, to the bit; between two calls of `sample`. */
  save(): Uint8Array
  /** Refuses bytes that are not of such a replica. */
  restore(state: Uint8Array): void
}

/** What is asked of all replicas at once: their temperatures, by number. */
export interface ReplicaWork {
  readonly temperatures: readonly number[]
  /** Samples of each replica, and moves between two of them. */
  readonly samples: number
  readonly every: number
}

/** Where a replica is, and how it got there. */
export interface ReplicaView {
  readonly coordinates: Float64Array
  readonly moves: readonly MoveCounts[]
}

/** Holds the replicas: this thread, or others. */
export interface ReplicaRunner {
  /** How many there are. They are known by their number, from 0 on. */
  readonly replicas: number
  readonly columns: readonly string[]
  /** Replica k writes samples·columns.length numbers, from k times as many on. */
  run(work: ReplicaWork): Promise<Float64Array>
  look(replica: number): Promise<ReplicaView>
  /** The states of all, by number. */
  save(): Promise<Uint8Array[]>
  restore(states: readonly Uint8Array[]): Promise<void>
  /** Ends the threads, if there are any; nothing can be asked any more. */
  close(): Promise<void>
}

export function checkColumns(columns: readonly string[]): readonly string[] {
  if (!Array.isArray(columns) || columns[0] !== 'energy') {
    throw new InvalidInputError('columns', columns, 'a list of names, the first of them `energy`')
  }
  return columns
}
