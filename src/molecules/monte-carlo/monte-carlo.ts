// Monte Carlo over any system: Metropolis steps at a temperature or along a schedule, samples, checkpoints, progress.
//
// What comes out is a function of the system, the options and the seed: neither slices, signals, progress nor checkpoints draw a
// random number or change the state. Stopped or killed at any step and resumed from a checkpoint, the rest of the run is
// the same to the bit (monte-carlo-state.ts).
import { type Job, Running } from '../../base/work/running.js'
import { finish } from '../../base/work/steps.js'
import { readCheckpoint } from './checkpoint.js'
import { CheckpointError } from './checkpoint-bytes.js'
import { type McProgress, type McResult, type MonteCarloOptions, readMonteCarloOptions } from './monte-carlo-options.js'
import { MonteCarloState } from './monte-carlo-state.js'
import type { McSystem } from './monte-carlo-system.js'

/** Steps between two checks of the signal and the clock of the slices. */
const STRIDE = 32

/** Strides between two calls of `onProgress`. */
const STRIDES = 32

/** A run that proceeds by itself: await it for the result, iterate it for progress. */
export class MonteCarloRun extends Running<McProgress, McResult> {}

/**
 * Starts a run over `system`, which it moves and no other code may move until it ends. Bad options throw here, and so does a
 * checkpoint that does not fit.
 */
export function monteCarlo(system: McSystem, options: MonteCarloOptions): MonteCarloRun {
  const job = new MonteCarloJob(start(system, options))
  return new MonteCarloRun(job.steps(), job)
}

/** Does what `monteCarlo` does in one go, without giving the event loop a turn, and returns the result. */
export function monteCarloNow(system: McSystem, options: MonteCarloOptions): McResult {
  return finish(new MonteCarloJob(start(system, options)).steps())
}

function start(system: McSystem, options: MonteCarloOptions): MonteCarloState {
  const coordinates = system.coordinates(new Float64Array(3 * system.atoms))
  const resume = options?.resume
  const checkpoint = resume === undefined ? undefined : readCheckpoint(resume)
  // A system that a run has moved continues from where it is; what is measured against the start still is.
  const from = checkpoint?.start ?? coordinates
  if (from.length !== coordinates.length) {
    const [theirs, ours] = [from.length / 3, system.atoms]
    throw new CheckpointError(`the checkpoint is of another run: it has ${theirs} atoms, and the system ${ours}`)
  }
  return new MonteCarloState(system, readMonteCarloOptions(options, from), from, checkpoint)
}

class MonteCarloJob implements Job<McProgress> {
  isCancelled = false
  private savedAt = -1

  constructor(private readonly state: MonteCarloState) {}

  progress(): McProgress {
    return this.state.progress()
  }

  *steps(): Generator<void, McResult, void> {
    const { state } = this
    const { steps, signal, checkpoint, onProgress } = state.options
    for (let strides = 1; state.step < steps && !this.isCancelled && signal?.aborted !== true; strides++) {
      const until = Math.min(steps, state.step + STRIDE)
      while (state.step < until) {
        state.advance()
        if (checkpoint !== undefined && state.step % checkpoint.every === 0) this.save()
      }
      if (strides % STRIDES === 0) onProgress?.(state.progress())
      yield
    }
    onProgress?.(state.progress())
    return this.finish()
  }

  private save(): Uint8Array {
    const { state } = this
    const bytes = state.save()
    // The caller's copy is the caller's.
    if (this.savedAt !== state.step) state.options.checkpoint?.save(bytes.slice(), state.step)
    this.savedAt = state.step
    return bytes
  }

  private finish(): McResult {
    const { state } = this
    const { energy } = state.system
    return {
      ...state.progress(),
      outcome: state.step < state.options.steps ? 'stopped' : 'done',
      samples: state.samples,
      lowest: { energy: state.lowestEnergy, step: state.lowestStep },
      // Before anything is recomputed: the next run continues from what was kept.
      checkpoint: this.save(),
      drift: Math.abs(state.system.recompute() - energy),
    }
  }
}
