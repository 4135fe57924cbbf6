// Replica exchange between two rounds: the ladders, the samples, and the copy of everything in bytes.
//
// A checkpoint has the states of the replicas (each with its random numbers), of the ladders (with theirs), the samples, and a
// fingerprint of what was asked: temperatures, seed, moves, samples, and where the replicas started. It resumes to the bit, with
// new replicas at the same starts or with those that the checkpoint was made of, as they were left.
import { Random } from '../../base/math/random.js'
import { ByteReader, ByteWriter, CheckpointError, Checksum } from './checkpoint-bytes.js'
import type { ReplicaRunner } from './replica.js'
import { ReplicaLadder } from './replica-ladder.js'
import type { ReadReplicaOptions, ReplicaRound } from './replica-options.js'
import { Samples } from './samples.js'

/** The first word after the mark of all checkpoints; those of plain Monte Carlo runs have small numbers there. */
const KIND = 0x31584552
const VERSION = 1

/** Columns of the samples before those of the replicas. `step` counts the moves of one replica. */
export const REPLICA_COLUMNS = ['step', 'ladder', 'replica', 'temperature'] as const

export class ReplicaState {
  round = 0
  readonly ladders: readonly ReplicaLadder[]
  readonly samples: Samples

  private constructor(
    readonly runner: ReplicaRunner,
    readonly options: ReadReplicaOptions,
    private readonly fingerprint: Int32Array,
    private starts: Int32Array,
  ) {
    const { temperatures, seed } = options
    const seeds = new Random(seed)
    const count = runner.replicas / temperatures.length
    this.ladders = Array.from({ length: count }, () => new ReplicaLadder({ temperatures, seed: seeds.bits() >>> 0 }))
    this.samples = new Samples([...REPLICA_COLUMNS, ...runner.columns])
  }

  static async start(runner: ReplicaRunner, options: ReadReplicaOptions): Promise<ReplicaState> {
    const state = new ReplicaState(runner, options, identify(runner, options), await startsOf(runner))
    if (options.resume !== undefined) await state.restore(options.resume)
    return state
  }

  /** Numbers of one replica in a round. */
  get size(): number {
    const { movesPerRound, every } = this.options
    return (movesPerRound / every) * this.runner.columns.length
  }

  /** The number of the replica at a rung, among those of all ladders. */
  numberOf(rung: number, ladder: number): number {
    return ladder * this.options.temperatures.length + this.ladders[ladder]!.replicaAt[rung]!
  }

  /** Moves of all replicas at their temperatures: a round, up to its swaps. */
  async advance(): Promise<ReplicaRound> {
    const { runner, ladders, options, size } = this
    const { movesPerRound, every } = options
    const temperatures = ladders.flatMap((ladder) => ladder.temperatures.map((_, k) => ladder.temperatureOf(k)))
    const found = await runner.run({ temperatures, samples: movesPerRound / every, every })
    this.round++
    const of = (rung: number, ladder: number): number => this.numberOf(rung, ladder) * size
    const round: ReplicaRound = {
      round: this.round,
      ladders,
      columns: runner.columns,
      samples: (rung, ladder = 0) => found.subarray(of(rung, ladder), of(rung, ladder) + size),
      look: (rung, ladder = 0) => runner.look(this.numberOf(rung, ladder)),
    }
    if (options.keepSamples) this.record(round)
    return round
  }

  /** The swaps that end a round. */
  swap(round: ReplicaRound): void {
    const width = this.runner.columns.length
    for (const [l, ladder] of this.ladders.entries()) {
      const energies = new Float64Array(ladder.temperatures.length)
      for (const [rung, replica] of ladder.replicaAt.entries()) energies[replica] = round.samples(rung, l).at(-width)!
      ladder.exchange(energies)
    }
  }

  async save(): Promise<Uint8Array> {
    const writer = new ByteWriter().word(KIND).word(VERSION).words(this.fingerprint).words(this.starts)
    writer.number(this.round)
    for (const ladder of this.ladders) writer.block(ladder.save())
    writer.numbers(this.samples.values())
    for (const replica of await this.runner.save()) writer.block(replica)
    return writer.finish()
  }

  private record(round: ReplicaRound): void {
    const { samples, options, runner } = this
    const width = runner.columns.length
    const row = new Float64Array(REPLICA_COLUMNS.length + width)
    const before = (round.round - 1) * options.movesPerRound
    for (const [l, { temperatures }] of this.ladders.entries()) {
      for (const [rung, temperature] of temperatures.entries()) {
        const found = round.samples(rung, l)
        for (let n = 0; n * width < found.length; n++) {
          row.set([before + (n + 1) * options.every, l, this.numberOf(rung, l), temperature])
          row.set(found.subarray(n * width, (n + 1) * width), REPLICA_COLUMNS.length)
          samples.add(row)
        }
      }
    }
  }

  private async restore(bytes: Uint8Array): Promise<void> {
    const reader = new ByteReader(bytes)
    if (reader.word() !== KIND) throw new CheckpointError('the checkpoint is of a run without replica exchange')
    const version = reader.word()
    if (version !== VERSION) throw new CheckpointError(`the checkpoint is of version ${version}; this is ${VERSION}`)
    if (!isSame(reader.words(), this.fingerprint)) {
      throw new CheckpointError('the checkpoint is of another run: seed, temperatures, moves or samples differ')
    }
    const starts = reader.words()
    const round = reader.number()
    const ladders = this.ladders.map(() => reader.block())
    const samples = reader.numbers()
    const replicas = Array.from({ length: this.runner.replicas }, () => reader.block())
    reader.finish()
    if (round > this.options.rounds) {
      throw new CheckpointError(`the checkpoint is at round ${round}, and the run is to have ${this.options.rounds}`)
    }
    if (!isSame(starts, this.starts)) {
      const now = await this.runner.save()
      if (!now.every((state, k) => isSame(state, replicas[k]!))) {
        throw new CheckpointError('the checkpoint is of another run: replicas that started elsewhere')
      }
      this.starts = starts
    }
    await this.runner.restore(replicas)
    for (const [l, ladder] of this.ladders.entries()) ladder.restore(ladders[l]!)
    const width = this.samples.columns.length
    for (let k = 0; k < samples.length; k += width) this.samples.add(samples.subarray(k, k + width))
    this.round = round
  }
}

/** Of everything that must be the same for a run to be the same. The number of rounds is not: a run may continue. */
function identify(runner: ReplicaRunner, options: ReadReplicaOptions): Int32Array {
  const { temperatures, seed, movesPerRound, every, keepSamples } = options
  return new Checksum()
    .addNumbers(Array.from(runner.columns.join('\n'), (letter) => letter.codePointAt(0)!))
    .addNumbers([runner.replicas, seed, movesPerRound, every, keepSamples ? 1 : 0, ...temperatures])
    .words()
}

/** Of where the atoms of all replicas are. */
async function startsOf(runner: ReplicaRunner): Promise<Int32Array> {
  const checksum = new Checksum()
  for (let k = 0; k < runner.replicas; k++) checksum.addNumbers((await runner.look(k)).coordinates)
  return checksum.words()
}

function isSame(a: Int32Array | Uint8Array, b: Int32Array | Uint8Array): boolean {
  return a.length === b.length && a.every((value: number, k: number) => value === b[k])
}
