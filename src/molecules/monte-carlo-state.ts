// A Monte Carlo run between two steps: everything that decides what comes next, and its copy in bytes.
//
// A checkpoint has the system's own bytes, the four words of the random numbers, the counters, the samples, and a fingerprint of what
// the run was asked: the start, the seed, the moves and the temperatures. Taken at any step, it resumes to the bit, since
// nothing is rounded or computed anew on the way: numbers are written as they are.
import { InvalidInputError } from '../errors.js'
import { Random } from '../math/random.js'
import { ByteReader, ByteWriter, CheckpointError, Checksum } from './checkpoint-bytes.js'
import { Metropolis } from './metropolis.js'
import type { McProgress, ReadMonteCarloOptions } from './monte-carlo-options.js'
import type { McSystem } from './monte-carlo-system.js'
import { SAMPLE_COLUMNS, Samples } from './samples.js'

const VERSION = 1

export class MonteCarloState {
  step = 0
  readonly samples: Samples
  lowestEnergy = Infinity
  lowestStep = 0
  private readonly walker: Metropolis
  private readonly random: Random
  private readonly fingerprint: Int32Array
  private readonly coordinates: Float64Array
  private readonly row: Float64Array

  /** `start` as the system's coordinates are now; taken over as room for later ones. */
  constructor(
    readonly system: McSystem,
    readonly options: ReadMonteCarloOptions,
    start: Float64Array,
  ) {
    const columns = [...SAMPLE_COLUMNS, ...options.observables.map(({ name }) => name)]
    this.random = new Random(options.seed)
    this.walker = new Metropolis(system, this.random, options.moves)
    this.samples = new Samples(columns)
    this.row = new Float64Array(columns.length)
    this.fingerprint = this.identify(start)
    this.coordinates = start
    if (options.resume !== undefined) this.restore(options.resume)
    if (!Number.isFinite(system.energy)) {
      throw new InvalidInputError('system.energy', system.energy, 'finite: the start must not clash')
    }
    if (options.resume !== undefined) return
    this.lowestEnergy = system.energy
    this.sample()
  }

  get temperature(): number {
    return this.options.temperatures.at(this.step)
  }

  /** One move; then the sample that is due after it. */
  advance(): void {
    this.step++
    if (this.walker.step(this.temperature) && this.system.energy < this.lowestEnergy) {
      this.lowestEnergy = this.system.energy
      this.lowestStep = this.step
    }
    if (this.step % this.options.every === 0) this.sample()
  }

  progress(): McProgress {
    const { step, temperature, options } = this
    const { energy } = this.system
    return { step, steps: options.steps, temperature, energy, moves: this.walker.acceptance() }
  }

  save(): Uint8Array {
    return new ByteWriter()
      .word(VERSION)
      .words(this.fingerprint)
      .number(this.step)
      .words(this.random.save())
      .numbers(this.walker.counts)
      .number(this.lowestEnergy)
      .number(this.lowestStep)
      .numbers(this.samples.values())
      .number(this.system.energy)
      .block(this.system.save())
      .finish()
  }

  private restore(bytes: Uint8Array): void {
    const reader = new ByteReader(bytes)
    const version = reader.word()
    if (version !== VERSION) throw new CheckpointError(`the checkpoint is of version ${version}; this is ${VERSION}`)
    const fingerprint = reader.words()
    if (fingerprint.length !== 2 || fingerprint.some((word, k) => word !== this.fingerprint[k])) {
      throw new CheckpointError('the checkpoint is of another run: start, seed, moves, temperatures or samples differ')
    }
    const step = reader.number()
    const random = reader.words()
    const counts = reader.numbers()
    this.lowestEnergy = reader.number()
    this.lowestStep = reader.number()
    const samples = reader.numbers()
    const energy = reader.number()
    const state = reader.block()
    reader.finish()
    const width = this.samples.columns.length
    if (random.length !== 4 || counts.length !== this.walker.counts.length || samples.length % width !== 0) {
      throw new CheckpointError('the checkpoint has lists of other lengths than this run')
    }
    if (step > this.options.steps) {
      throw new CheckpointError(`the checkpoint is at step ${step}, and the run is to have ${this.options.steps}`)
    }
    this.system.restore(state)
    if (!Object.is(this.system.energy, energy)) {
      throw new CheckpointError(`the system has the energy ${this.system.energy} after it was restored, not ${energy}`)
    }
    this.step = step
    this.random.restore(random)
    this.walker.counts.set(counts)
    for (let k = 0; k < samples.length; k += width) this.samples.add(samples.subarray(k, k + width))
  }

  private sample(): void {
    const { row, coordinates, options, system } = this
    system.coordinates(coordinates)
    row[0] = this.step
    row[1] = this.temperature
    row[2] = system.energy
    for (let k = 0; k < options.observables.length; k++) row[3 + k] = options.observables[k]!.value(coordinates)
    if (options.keepSamples) this.samples.add(row)
    options.onSample?.(row, coordinates)
  }

  /** Of everything that must be the same for a run to be the same. The number of steps is not: a run may go on. */
  private identify(start: Float64Array): Int32Array {
    const { seed, temperatures, every, keepSamples } = this.options
    const names = [...this.system.moves, ...this.samples.columns].join('\n')
    return new Checksum()
      .addNumbers(Array.from(names, (letter) => letter.codePointAt(0)!))
      .addNumbers([seed, every, keepSamples ? 1 : 0, this.system.atoms, ...this.walker.weights])
      .addNumbers(temperatures.key)
      .addNumbers(start)
      .words()
  }
}
