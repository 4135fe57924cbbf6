// Jobs as values, in and out: what `runBatch` does, wherever the jobs are carried to.
import { InvalidInputError } from '../errors.js'
import { type BatchJob, readJob } from './job.js'
import { type Carrier, type ChunkOptions, type PlacedJob, runChunks } from './run-chunks.js'
import type { Answer } from './run-job.js'

/** How jobs are run. */
export interface RunJobsOptions extends ChunkOptions {
  /** Called with the number of jobs that are answered. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * Runs jobs over a carrier, and yields their answers. A job that fails has an answer that says why. Throws InvalidInputError where
 * something is not a job.
 */
export async function* runJobs(
  jobs: Iterable<object> | AsyncIterable<object>,
  carrier: Carrier,
  options: RunJobsOptions = {},
): AsyncGenerator<Answer, void, void> {
  let done = 0
  for await (const { answers } of runChunks(placed(jobs), carrier, options)) {
    done += answers.length
    options.onProgress?.(done)
    for (const answer of answers) yield JSON.parse(answer) as Answer
  }
}

async function* placed(jobs: Iterable<object> | AsyncIterable<object>): AsyncGenerator<PlacedJob, void, void> {
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
