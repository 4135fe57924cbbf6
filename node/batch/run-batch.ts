// Many jobs on all cores of this machine: the library's side of `limber batch`.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Answer, type BatchJob, readJob, runChunks } from '../../src/entries/batch.js'
import { InvalidInputError } from '../../src/index.js'
import { processes } from './processes.js'

/** How a batch is run. */
export interface BatchOptions {
  /** Processes; as many as there are cores if left out. */
  readonly workers?: number | undefined
  /** Paths of jobs are relative to this folder; the working folder if left out. */
  readonly folder?: string | undefined
  /** Nothing outside this folder is read; `folder` if left out. */
  readonly root?: string | undefined
  /** Seconds that a job may take once its files are loaded; 600 if left out. */
  readonly deadline?: number | undefined
  /** False: answers come as they are ready. Default true: in the order of the jobs. */
  readonly ordered?: boolean | undefined
  readonly signal?: { readonly aborted: boolean } | undefined
  readonly onProgress?: ((done: number) => void) | undefined
}

export const DEADLINE = 600

/**
 * Runs jobs, and yields their answers. A job that fails has an answer that says why. Throws InvalidInputError where something is not
 * a job.
 */
export async function* runBatch(
  jobs: Iterable<object> | AsyncIterable<object>,
  options: BatchOptions = {},
): AsyncGenerator<Answer, void, void> {
  const { workers = availableParallelism(), folder = '.', root = folder, deadline = DEADLINE } = options
  if (!Number.isSafeInteger(workers) || workers < 1) {
    throw new InvalidInputError('options.workers', workers, 'a whole number above zero')
  }
  if (!(deadline > 0)) throw new InvalidInputError('options.deadline', deadline, 'a number of seconds above zero')
  const carrier = processes({ workers, folder: resolve(folder), root: resolve(root), deadline })
  let done = 0
  for await (const { answers } of runChunks(placed(jobs), carrier, options)) {
    done += answers.length
    options.onProgress?.(done)
    for (const answer of answers) yield JSON.parse(answer) as Answer
  }
}

async function* placed(jobs: Iterable<object> | AsyncIterable<object>) {
  let place = 0
  for await (const job of jobs) yield { place, job: readValue(job, place++) }
}

function readValue(job: object, place: number): BatchJob {
  const source = {
    fail({ field }: { readonly field?: string | undefined }, expected: string): never {
      throw new InvalidInputError(`jobs[${place}]${field === undefined ? '' : `.${field}`}`, job, expected)
    },
  }
  return readJob(job, `${place}`, source)
}
