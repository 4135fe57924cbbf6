// What a caller may say about replica exchange, read and checked.
import { checkFields, checkSeed } from '../../base/math/checks.js'
import type { StopSignal } from '../../base/work/running.js'
import { InvalidInputError } from '../../errors.js'
import type { ReplicaView } from './replica.js'
import type { ReplicaLadder } from './replica-ladder.js'
import { checkCount } from './schedule.js'

/** Temperatures, rounds and sampling of a replica exchange. */
export interface ReplicaExchangeOptions {
  /** Rising, two or more: one replica each. With a multiple of replicas, several ladders side by side that do not mix. */
  readonly temperatures: readonly number[]
  /** Rounds in all, those before a checkpoint included. A round: moves of every replica, samples on the way, then swaps. */
  readonly rounds: number
  /** Moves of a replica in a round; default 1000. */
  readonly movesPerRound?: number | undefined
  /** Moves between two samples; a round must be a multiple of it. Default: one sample a round, at its end. */
  readonly every?: number | undefined
  /** Of the swaps; 1 if left out. Replicas have their own. */
  readonly seed?: number | undefined
  /** False: samples go to `onRound` only, and the checkpoint does not grow. */
  readonly keepSamples?: boolean | undefined
  /** Called in each round before its swaps. A promise that it returns is awaited; what it throws ends the run. */
  readonly onRound?: ((round: ReplicaRound) => Promise<void> | undefined | void) | undefined
  /**
   * `save` is called after each interval of this many rounds, and once at the end or when the run is stopped; it is awaited, too.
   */
  readonly checkpoint?: ReplicaCheckpointOptions | undefined
  /**
   * Bytes that `save` was given by a run with the same options (except `rounds`, and what only watches), and its replicas: as
   * they are where the bytes were made, or new ones at the same starts.
   */
  readonly resume?: Uint8Array | undefined
  /** Checked after each round. */
  readonly signal?: StopSignal | undefined
  /** Called after each round and its swaps. */
  readonly onProgress?: ((progress: ReplicaProgress) => void) | undefined
}

/** When a replica exchange saves its state, and where to. */
export interface ReplicaCheckpointOptions {
  /** In rounds. */
  readonly every: number
  save(bytes: Uint8Array, round: number): Promise<void> | undefined | void
}

/** A round that has been sampled. Replicas are known by the rung they were at: 0 is the lowest temperature. */
export interface ReplicaRound {
  /** Rounds done, this one included. */
  readonly round: number
  readonly ladders: readonly ReplicaLadder[]
  readonly columns: readonly string[]
  /** Samples of a rung, one after the other, each columns.length numbers: a view, good until the next round. */
  samples(rung: number, ladder?: number): Float64Array
  look(rung: number, ladder?: number): Promise<ReplicaView>
}

/** How far a replica exchange has come. */
export interface ReplicaProgress {
  /** Rounds done, of `rounds`. */
  readonly round: number
  readonly rounds: number
  readonly ladders: readonly ReplicaLadder[]
}

export interface ReadReplicaOptions {
  readonly temperatures: readonly number[]
  readonly rounds: number
  readonly movesPerRound: number
  readonly every: number
  readonly seed: number
  readonly keepSamples: boolean
  readonly onRound: ReplicaExchangeOptions['onRound']
  readonly checkpoint: ReplicaCheckpointOptions | undefined
  readonly resume: Uint8Array | undefined
  readonly signal: StopSignal | undefined
  readonly onProgress: ReplicaExchangeOptions['onProgress']
}

const FIELDS: readonly string[] = [
  'temperatures',
  'rounds',
  'movesPerRound',
  'every',
  'seed',
  'keepSamples',
  'onRound',
  'checkpoint',
  'resume',
  'signal',
  'onProgress',
]

export function readReplicaOptions(options: ReplicaExchangeOptions, replicas: number): ReadReplicaOptions {
  checkFields('options', options, FIELDS)
  const { temperatures, rounds, movesPerRound = 1000, seed = 1, keepSamples = true, checkpoint, signal } = options
  const { every = movesPerRound, onRound, onProgress, resume } = options
  if (!Array.isArray(temperatures) || temperatures.length < 2) {
    throw new InvalidInputError('options.temperatures', temperatures, 'a list of two or more')
  }
  if (replicas % temperatures.length !== 0) {
    throw new InvalidInputError('replicas', replicas, `one for each of ${temperatures.length} temperatures`)
  }
  if (!Number.isSafeInteger(rounds) || rounds < 0) {
    throw new InvalidInputError('options.rounds', rounds, 'a whole number of zero or more')
  }
  checkCount('options.movesPerRound', movesPerRound)
  checkCount('options.every', every)
  if (movesPerRound % every !== 0) {
    throw new InvalidInputError('options.every', every, `a divisor of the ${movesPerRound} moves of a round`)
  }
  if (typeof keepSamples !== 'boolean') throw new InvalidInputError('options.keepSamples', keepSamples, 'true or false')
  if (checkpoint !== undefined) {
    checkFields('options.checkpoint', checkpoint, ['every', 'save'])
    checkCount('options.checkpoint.every', checkpoint.every)
    checkFunction('options.checkpoint.save', checkpoint.save)
  }
  if (signal !== undefined && typeof signal?.aborted !== 'boolean') {
    throw new InvalidInputError('options.signal', signal, 'something that says `aborted`, as an AbortSignal does')
  }
  if (onRound !== undefined) checkFunction('options.onRound', onRound)
  if (onProgress !== undefined) checkFunction('options.onProgress', onProgress)
  return {
    temperatures,
    rounds,
    movesPerRound,
    every,
    seed: checkSeed('options.seed', seed),
    keepSamples,
    onRound,
    checkpoint,
    resume,
    signal,
    onProgress,
  }
}

function checkFunction(field: string, value: unknown): void {
  if (typeof value !== 'function') throw new InvalidInputError(field, value, 'a function')
}
