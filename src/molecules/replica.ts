// What replica exchange runs: a system that is sampled at a temperature, by itself, with random numbers of its own. Its samples
// depend on its start, its seed and the temperatures it was given, so it may run anywhere.

/** Numbers of a sample: the energy, and one more that the system is watched by (the share of native contacts). */
export const SAMPLE_SIZE = 2

export interface Replica {
  /**
   * Makes `samples` times `every` moves at a temperature. After each `every` of them it writes the energy and the watched number,
   * to out[o], out[o + 1] and on.
   */
  sample(out: Float64Array, o: number, temperature: number, samples: number, every: number): void
}

/** What is asked of a number of replicas at once: their numbers and temperatures. */
export interface ReplicaWork {
  readonly replicas: readonly number[]
  readonly temperatures: readonly number[]
  readonly samples: number
  readonly every: number
}

/** Whoever has the replicas: this thread, or others. Replica k of the work writes 2·samples numbers from 2·samples·k on. */
export interface ReplicaRunner {
  run(work: ReplicaWork): Promise<Float64Array>
  close(): Promise<void>
}

/** The work on replicas that are here. */
export function runReplicas(replicas: ReadonlyMap<number, Replica>, work: ReplicaWork): Float64Array {
  const size = SAMPLE_SIZE * work.samples
  const out = new Float64Array(size * work.replicas.length)
  for (const [k, number] of work.replicas.entries()) {
    replicas.get(number)!.sample(out, k * size, work.temperatures[k]!, work.samples, work.every)
  }
  return out
}
