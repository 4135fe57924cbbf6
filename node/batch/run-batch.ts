// Many jobs on all cores of this machine, or on other machines: the library's side of `limber batch`.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Answer, RunJobsOptions } from '../../src/entries/batch.js'
import { InvalidInputError } from '../../src/entries/meshes.js'

/** How a batch is run. */
export interface BatchOptions extends RunJobsOptions {
  /** Processes; as many as there are cores if left out. */
  readonly workers?: number | undefined
  /** Address of a Redis server: `limber worker` on other machines runs the jobs. */
  readonly queue?: string | undefined
  /** Paths of jobs are relative to this folder; the working folder if left out. */
  readonly folder?: string | undefined
  /** Nothing outside this folder is read; `folder` if left out. */
  readonly root?: string | undefined
  /** Seconds that a job may take once its files are loaded; 600 if left out. */
  readonly deadline?: number | undefined
}

export const DEADLINE = 600

/**
 * Runs jobs, and yields their answers. A job that fails has an answer that says why. Throws InvalidInputError where something is not
 * a job, and QueueError where the queue cannot be used.
 */
export async function* runBatch(
  jobs: Iterable<object> | AsyncIterable<object>,
  options: BatchOptions = {},
): AsyncGenerator<Answer, void, void> {
  const { workers = availableParallelism(), folder = '.', root = folder, deadline = DEADLINE, queue } = options
  if (!Number.isSafeInteger(workers) || workers < 1) {
    throw new InvalidInputError('options.workers', workers, 'a whole number above zero')
  }
  if (!(deadline > 0)) throw new InvalidInputError('options.deadline', deadline, 'a number of seconds above zero')
  const place = { folder: resolve(folder), root: resolve(root) }
  // Loaded when they are first needed: who reads robots has no use for them.
  const [{ runJobs }, { processes }, { queueCarrier }] = await Promise.all([
    import('../../src/entries/batch.js'),
    import('./processes.js'),
    import('./queue-carrier.js'),
  ])
  const carrier =
    queue === undefined
      ? processes({ workers, ...place, deadline })
      : await queueCarrier({ address: queue, ...place, deadline })
  yield* runJobs(jobs, carrier, options)
}
