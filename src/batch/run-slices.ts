// The work of a job, done at once or in slices of a few milliseconds, between which it can be watched and stopped. Slices change no
// answer.
import type { StopSignal } from '../base/work/running.js'
import { breathe, finish, type Steps, workSlice } from '../base/work/steps.js'

/** Watches and stops a job that runs in slices. */
export interface Watch {
  readonly signal: StopSignal
  readonly onProgress?: ((progress: object) => void) | undefined
}

/** The work of a job. */
export interface Run {
  (): object
  /** The same in slices, where it may take long. */
  readonly watched?: (watch: Watch) => Promise<object>
}

/** Work that is done at once, or in slices. */
export function stepped(steps: (onProgress?: Watch['onProgress']) => Steps<object>): Run {
  return Object.assign(() => finish(steps()), { watched: (watch: Watch) => sliced(steps(watch.onProgress), watch) })
}

/** Reports the progress of something that runs, and waits for its result. */
export async function watched<T>(running: AsyncIterable<object> & PromiseLike<T>, { onProgress }: Watch): Promise<T> {
  if (onProgress !== undefined) for await (const progress of running) onProgress(progress)
  return running
}

/** Runs steps in slices; where they are stopped there is no result. */
async function sliced(steps: Steps<object>, { signal }: Watch): Promise<object> {
  for (;;) {
    const step = workSlice(steps)
    if (step.done === true) return step.value
    if (signal.aborted) return {}
    await breathe()
  }
}
