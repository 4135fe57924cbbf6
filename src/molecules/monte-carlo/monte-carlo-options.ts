// What a caller may say about a Monte Carlo run, read and checked.
import { checkFields, checkSeed } from '../../base/math/checks.js'
import type { StopSignal } from '../../base/work/running.js'
import { InvalidInputError } from '../../errors.js'
import type { MoveCounts, MoveWeights } from './metropolis.js'
import { type Observable, radiusOfGyration, rmsdTo } from './observable.js'
import { SAMPLE_COLUMNS, type Samples } from './samples.js'
import type { Temperatures } from './schedule.js'
import { checkCount, checkTemperature, constantTemperature, readSchedule, type Schedule } from './schedule.js'

/** Steps, temperature, moves and sampling of a Monte Carlo run. */
export interface MonteCarloOptions {
  /** Steps in all, one proposal each; those before a checkpoint included. */
  readonly steps: number
  /** Of all random numbers; 1 if left out. */
  readonly seed?: number | undefined
  /** In units of energy. One of this and `schedule`. */
  readonly temperature?: number | undefined
  /** Annealing. */
  readonly schedule?: Schedule | undefined
  /** Weights of the kinds of move; without it, all of the system's alike. */
  readonly moves?: MoveWeights | undefined
  /**
   * Steps between two samples; step 0 is sampled too. Default: a thousandth of the steps (say it where a run may be made longer
   * later).
   */
  readonly every?: number | undefined
  /** What is measured beside step, temperature and energy. Default: radius of gyration, and RMSD to the start. */
  readonly observables?: readonly Observable[] | undefined
  /** False: samples go to `onSample` only, and the checkpoint does not grow. */
  readonly keepSamples?: boolean | undefined
  /** Called with every sample as it is taken (a row, as `Samples` has it) and the coordinates; neither may be kept or changed. */
  readonly onSample?: ((row: Float64Array, coordinates: Float64Array) => void) | undefined
  /**
   * `save` is called after each interval of this many steps, and once at the end or when the run is stopped; with the step it is
   * at.
   */
  readonly checkpoint?: CheckpointOptions | undefined
  /**
   * Bytes that `save` was given by a run with the same options (except `steps`, and what only watches), and its system: as it is
   * where they were made, or a new one at the same start. What is measured against the start is so in either case.
   */
  readonly resume?: Uint8Array | undefined
  /** Checked every few steps. */
  readonly signal?: StopSignal | undefined
  /** Called every thousand steps or so, and at the end. */
  readonly onProgress?: ((progress: McProgress) => void) | undefined
}

/** When a Monte Carlo run saves its state, and where to. */
export interface CheckpointOptions {
  readonly every: number
  save(bytes: Uint8Array, step: number): void
}

/** How far a Monte Carlo run has come. */
export interface McProgress {
  /** Steps done, of `steps`. */
  readonly step: number
  readonly steps: number
  readonly temperature: number
  readonly energy: number
  readonly moves: readonly MoveCounts[]
}

/** The result of a Monte Carlo run. */
export interface McResult extends McProgress {
  /** `done`: all steps; `stopped`: by `cancel()` or the signal, and `checkpoint` resumes it. */
  readonly outcome: 'done' | 'stopped'
  readonly samples: Samples
  /** The lowest energy there was, the start included, and the step after which it was there first. */
  readonly lowest: { readonly energy: number; readonly step: number }
  /** |kept − recomputed| energy at the end: what rounding has done to it. */
  readonly drift: number
  /** The end: to continue with more steps, or after a stop; with this system as it is now, or a new one at the same start. */
  readonly checkpoint: Uint8Array
}

export interface ReadMonteCarloOptions {
  readonly steps: number
  readonly seed: number
  readonly temperatures: Temperatures
  readonly moves: MoveWeights | undefined
  readonly every: number
  readonly observables: readonly Observable[]
  readonly keepSamples: boolean
  readonly onSample: MonteCarloOptions['onSample']
  readonly checkpoint: CheckpointOptions | undefined
  readonly signal: StopSignal | undefined
  readonly onProgress: MonteCarloOptions['onProgress']
}

const FIELDS: readonly string[] = [
  'steps',
  'seed',
  'temperature',
  'schedule',
  'moves',
  'every',
  'observables',
  'keepSamples',
  'onSample',
  'checkpoint',
  'resume',
  'signal',
  'onProgress',
]

/** `start` is where the system is before anything moves: x, y, z of every atom. */
export function readMonteCarloOptions(options: MonteCarloOptions, start: Float64Array): ReadMonteCarloOptions {
  checkFields('options', options, FIELDS)
  const { steps, seed = 1, temperature, schedule, checkpoint, signal, onSample, onProgress } = options
  if (!Number.isSafeInteger(steps) || steps < 0) {
    throw new InvalidInputError('options.steps', steps, 'a whole number of zero or more')
  }
  if ((temperature === undefined) === (schedule === undefined)) {
    throw new InvalidInputError('options.temperature', temperature, 'given, or else a schedule: one of the two')
  }
  const temperatures =
    schedule === undefined
      ? constantTemperature(checkTemperature('options.temperature', temperature!))
      : readSchedule('options.schedule', schedule, steps)
  const { every = Math.max(1, Math.ceil(steps / 1000)), keepSamples = true } = options
  checkCount('options.every', every)
  const observables = options.observables ?? [radiusOfGyration(), rmsdTo(start)]
  checkObservables(observables)
  if (checkpoint !== undefined) {
    checkFields('options.checkpoint', checkpoint, ['every', 'save'])
    checkCount('options.checkpoint.every', checkpoint.every)
    checkFunction('options.checkpoint.save', checkpoint.save)
  }
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || typeof signal.aborted !== 'boolean')) {
    throw new InvalidInputError('options.signal', signal, 'something that says `aborted`, as an AbortSignal does')
  }
  if (onSample !== undefined) checkFunction('options.onSample', onSample)
  if (onProgress !== undefined) checkFunction('options.onProgress', onProgress)
  if (typeof keepSamples !== 'boolean') throw new InvalidInputError('options.keepSamples', keepSamples, 'true or false')
  return {
    steps,
    seed: checkSeed('options.seed', seed),
    temperatures,
    moves: options.moves,
    every,
    observables,
    keepSamples,
    onSample,
    checkpoint,
    signal,
    onProgress,
  }
}

function checkObservables(observables: readonly Observable[]): void {
  if (!Array.isArray(observables)) throw new InvalidInputError('options.observables', observables, 'a list')
  const names = new Set<string>(SAMPLE_COLUMNS)
  for (const [k, observable] of observables.entries()) {
    const field = `options.observables[${k}]`
    if (typeof observable?.name !== 'string') throw new InvalidInputError(`${field}.name`, observable?.name, 'a name')
    checkFunction(`${field}.value`, observable.value)
    if (names.has(observable.name))
      throw new InvalidInputError(`${field}.name`, observable.name, 'a name that no other observable has')
    names.add(observable.name)
  }
}

function checkFunction(field: string, value: unknown): void {
  if (typeof value !== 'function') throw new InvalidInputError(field, value, 'a function')
}
