// Experiments that consist of several pieces of work: their shares of the progress, what is kept of them when a run is stopped, and
// what they must show in the end.
import type { Progress, RunControl } from './experiment.js'

/** One part of an experiment. */
export interface Job {
  /** About how long it takes beside the others. */
  readonly weight: number
  run(progress: Progress, control: RunControl): Promise<void>
}

/**
 * A part that a resumed run does not repeat. Its result is plain JSON; `take` gets it, from `measure` or from what an earlier run has
 * kept by this name, which is unique within the experiment.
 */
export function part<T>(
  name: string,
  weight: number,
  measure: (progress: Progress) => Promise<T> | T,
  take: (result: T) => void,
): Job {
  return {
    weight,
    async run(progress, { kept }) {
      const found = kept?.get(name)
      if (found !== undefined) {
        take(found.result as T)
        return
      }
      const started = performance.now()
      const result = await measure(progress)
      await kept?.set(name, { result, seconds: (performance.now() - started) / 1000 })
      take(result)
    },
  }
}

/** One after the other, each as its share of the whole. False when the run was stopped before the end. */
export async function runJobs(jobs: readonly Job[], progress: Progress, control: RunControl = {}): Promise<boolean> {
  const all = jobs.reduce((sum, { weight }) => sum + weight, 0)
  let done = 0
  try {
    for (const job of jobs) {
      const from = done
      await job.run((share, label) => progress((from + job.weight * share) / all, label), control)
      done += job.weight
    }
    await progress(1, 'done')
    return true
  } catch (error) {
    if (control.signal?.aborted !== true || error !== control.signal.reason) throw error
    return false
  }
}

/** One line of what an experiment must show. */
export interface Check {
  readonly claim: string
  readonly passed: boolean
  readonly seen: string
  /** False for what depends on the machine, and where there is too little for a mean to mean something. */
  readonly decides: boolean
  readonly few: boolean
}
