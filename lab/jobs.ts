// Experiments that consist of several pieces of work: their shares of the progress, and what they must show in the end.
import type { Progress } from './experiment.js'

/** One thing to do, and about how long it takes beside the others. */
export interface Job {
  readonly weight: number
  run(progress: Progress): Promise<void>
}

/** One after the other; progress of each counts as its share of the whole. */
export async function runJobs(jobs: readonly Job[], progress: Progress): Promise<void> {
  const all = jobs.reduce((sum, { weight }) => sum + weight, 0)
  let done = 0
  for (const { weight, run } of jobs) {
    const from = done
    await run((share, label) => progress((from + weight * share) / all, label))
    done += weight
  }
  await progress(1, 'done')
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
