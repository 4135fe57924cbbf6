// What a checkpoint of a Monte Carlo run holds, to bytes and back. Numbers are written as they are, so nothing is rounded on the
// way.
import { ByteReader, ByteWriter, CheckpointError } from './checkpoint-bytes.js'

const VERSION = 2

export interface Checkpoint {
  /** Two words, of everything that must be the same for a run to be the same. */
  readonly fingerprint: Int32Array
  /** Where the atoms were before the first step. */
  readonly start: Float64Array
  readonly step: number
  /** Four words: the random numbers to come. */
  readonly random: Int32Array
  /** Of moves, as `Metropolis` counts them. */
  readonly counts: Float64Array
  readonly lowestEnergy: number
  readonly lowestStep: number
  /** Row after row. */
  readonly samples: Float64Array
  readonly energy: number
  /** The system's own bytes. */
  readonly state: Uint8Array
}

export function writeCheckpoint(checkpoint: Checkpoint): Uint8Array {
  return new ByteWriter()
    .word(VERSION)
    .words(checkpoint.fingerprint)
    .numbers(checkpoint.start)
    .number(checkpoint.step)
    .words(checkpoint.random)
    .numbers(checkpoint.counts)
    .number(checkpoint.lowestEnergy)
    .number(checkpoint.lowestStep)
    .numbers(checkpoint.samples)
    .number(checkpoint.energy)
    .block(checkpoint.state)
    .finish()
}

/** CheckpointError for bytes that are not such a checkpoint; does not check whether it is of this run. */
export function readCheckpoint(bytes: Uint8Array): Checkpoint {
  const reader = new ByteReader(bytes)
  const version = reader.word()
  if (version !== VERSION) throw new CheckpointError(`the checkpoint is of version ${version}; this is ${VERSION}`)
  // In the order in which they were written.
  const checkpoint = {
    fingerprint: reader.words(),
    start: reader.numbers(),
    step: reader.number(),
    random: reader.words(),
    counts: reader.numbers(),
    lowestEnergy: reader.number(),
    lowestStep: reader.number(),
    samples: reader.numbers(),
    energy: reader.number(),
    state: reader.block(),
  }
  reader.finish()
  return checkpoint
}
