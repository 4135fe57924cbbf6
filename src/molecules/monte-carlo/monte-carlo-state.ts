// A Monte Carlo run between two steps: everything that decides what comes next, and its copy in bytes.
//
// A checkpoint has the system's own bytes, the four words of the random numbers, the counters, the samples, where the atoms were
// at the start, and a fingerprint of what the run was asked: the start, the seed, the moves and the temperatures. Taken at any
// step, it resumes to the bit, since nothing is rounded or recomputed on the way: numbers are written as they are.
import { Random } from '../../base/math/random.js'
import { InvalidInputError } from '../../errors.js'
import { type Checkpoint, writeCheckpoint } from './checkpoint.js'
import { CheckpointError, Checksum } from './checkpoint-bytes.js'
import { Metropolis } from './metropolis.js'
import type { McProgress, ReadMonteCarloOptions } from './monte-carlo-options.js'
import type { McSystem } from './monte-carlo-system.js'
import { SAMPLE_COLUMNS, Samples } from './samples.js'

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

  /** `start`: where the atoms are, or were when the run began that the checkpoint is of. */
  constructor(
    readonly system: McSystem,
    readonly options: ReadMonteCarloOptions,
    private readonly start: Float64Array,
    checkpoint?: Checkpoint,
  ) {
    const columns = [...SAMPLE_COLUMNS, ...options.observables.map(({ name }) => name)]
    this.random = new Random(options.seed)
    this.walker = new Metropolis(system, this.random, options.moves)
    this.samples = new Samples(columns)
    this.row = new Float64Array(columns.length)
    this.fingerprint = this.identify()
    this.coordinates = new Float64Array(start.length)
    if (checkpoint !== undefined) this.restore(checkpoint)
    if (!Number.isFinite(system.energy)) {
      throw new InvalidInputError('system.energy', system.energy, 'finite: the start must not clash')
    }
    if (checkpoint !== undefined) return
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
    const { fingerprint, start, step, lowestEnergy, lowestStep } = this
    return writeCheckpoint({
      ...{ fingerprint, start, step, lowestEnergy, lowestStep },
      random: this.random.save(),
      counts: this.walker.counts,
      samples: this.samples.values(),
      energy: this.system.energy,
      state: this.system.save(),
    })
  }

  private restore(checkpoint: Checkpoint): void {
    const { fingerprint, step, random, counts, samples, energy, state } = checkpoint
    if (fingerprint.length !== 2 || fingerprint.some((word, k) => word !== this.fingerprint[k])) {
      throw new CheckpointError('the checkpoint is of another run: start, seed, moves, temperatures or samples differ')
    }
    const width = this.samples.columns.length
    if (random.length !== 4 || counts.length !== this.walker.counts.length || samples.length % width !== 0) {
      throw new CheckpointError('the checkpoint has lists of other lengths than this run')
    }
    if (step > this.options.steps) {
      throw new CheckpointError(`the checkpoint is at step ${step}, and the run is to have ${this.options.steps}`)
    }
    if (!isSame(this.system.coordinates(this.coordinates), this.start) && !isSame(this.system.save(), state)) {
      throw new CheckpointError(
        'the checkpoint is of another run: the system is neither at its start nor at the checkpoint',
      )
    }
    this.system.restore(state)
    if (!Object.is(this.system.energy, energy)) {
      throw new CheckpointError(`the system has the energy ${this.system.energy} after it was restored, not ${energy}`)
    }
    this.step = step
    this.lowestEnergy = checkpoint.lowestEnergy
    this.lowestStep = checkpoint.lowestStep
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

  /** Of everything that must be the same for a run to be the same. The number of steps is not: a run may continue. */
  private identify(): Int32Array {
    const { seed, temperatures, every, keepSamples } = this.options
    const names = [...this.system.moves, ...this.samples.columns].join('\n')
    return new Checksum()
      .addNumbers(Array.from(names, (letter) => letter.codePointAt(0)!))
      .addNumbers([seed, every, keepSamples ? 1 : 0, this.system.atoms, ...this.walker.weights])
      .addNumbers(temperatures.key)
      .addNumbers(this.start)
      .words()
  }
}

/** To the bit. */
function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return false
  return true
}
