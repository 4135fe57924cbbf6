// Replica exchange (parallel tempering), round by round: all replicas are sampled at their temperatures, wherever they are, then
// swaps are decided here. The same to the bit whatever the number of workers: replicas have their own random numbers, ladders
// theirs, and a round ends when all its samples are there. Stopped after any round and resumed, the rest is the same too.

import { InvalidInputError } from '../../errors.js'
import type { Replica, ReplicaRunner } from './replica.js'
import { localReplicas } from './replica-local.js'
import {
  type ReadReplicaOptions,
  type ReplicaExchangeOptions,
  type ReplicaProgress,
  readReplicaOptions,
} from './replica-options.js'
import { ReplicaState } from './replica-state.js'
import type { Samples } from './samples.js'

/** The result of a replica exchange. */
export interface ReplicaExchangeResult extends ReplicaProgress {
  /** `done`: all rounds; `stopped`: by the signal, and `checkpoint` resumes it. */
  readonly outcome: 'done' | 'stopped'
  /** Columns step, ladder, replica, temperature, energy, then the observables; empty where `keepSamples` is false. */
  readonly samples: Samples
  /**
   * The end: to continue with more rounds, or after a stop; with the replicas as they are now, or new ones at the same starts.
   */
  readonly checkpoint: Uint8Array
}

/**
 * Samples all temperatures at once. `replicas` are in this thread, or with a runner (`startReplicaPool`), which stays open: close
 * it when it is no longer needed.
 */
export async function replicaExchange(
  replicas: readonly Replica[] | ReplicaRunner,
  options: ReplicaExchangeOptions,
): Promise<ReplicaExchangeResult> {
  const runner = isRunner(replicas) ? replicas : localReplicas(replicas)
  const read = readReplicaOptions(options, runner.replicas)
  const moved: readonly object[] = isRunner(replicas) ? [replicas] : [...replicas]
  if (moved.some((one) => running.has(one))) {
    throw new InvalidInputError('replicas', runner.replicas, 'none that another run uses')
  }
  for (const one of moved) running.add(one)
  try {
    return await exchange(runner, read)
  } finally {
    for (const one of moved) running.delete(one)
  }
}

/** Runners, and replicas of this thread, that a run is moving: two at once would have neither's samples. */
const running = new WeakSet<object>()

async function exchange(runner: ReplicaRunner, read: ReadReplicaOptions): Promise<ReplicaExchangeResult> {
  const { rounds, checkpoint, signal, onRound, onProgress } = read
  const state = await ReplicaState.start(runner, read)
  const { ladders, samples } = state
  let savedAt = -1
  while (state.round < rounds && signal?.aborted !== true) {
    const round = await state.advance()
    await onRound?.(round)
    state.swap(round)
    onProgress?.({ round: state.round, rounds, ladders })
    if (checkpoint === undefined || state.round % checkpoint.every !== 0) continue
    savedAt = state.round
    await checkpoint.save(await state.save(), state.round)
  }
  const bytes = await state.save()
  // The caller's copy is the caller's.
  if (savedAt !== state.round) await checkpoint?.save(bytes.slice(), state.round)
  const outcome = state.round < rounds ? 'stopped' : 'done'
  return { outcome, round: state.round, rounds, ladders, samples, checkpoint: bytes }
}

function isRunner(replicas: readonly Replica[] | ReplicaRunner): replicas is ReplicaRunner {
  return typeof (replicas as Partial<ReplicaRunner> | undefined)?.run === 'function'
}
