// Jobs as values, in and out: what `runBatch` does, wherever the jobs are carried to.
import { InvalidInputError } from '../errors.js'
import { type BatchJob, readJob } from './job.js'
import { type Carrier, type ChunkOptions, type PlacedJob, runChunks } from './run-chunks.js'
import type { Answer } from './run-job.js'

/** One part of several of the same jobs, each run on a machine of its own: every n-th job. */
export interface Shard {
  /** From 1. */
  readonly index: number
  readonly of: number
}

/** How jobs are run. */
export interface RunJobsOptions extends ChunkOptions {
  /** Runs one part only. */
  readonly shard?: Shard | undefined
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
  if (jobs === null || typeof jobs !== 'object' || !(Symbol.iterator in jobs || Symbol.asyncIterator in jobs)) {
    throw new InvalidInputError('jobs', jobs, 'a list of jobs, or something else that gives one after the other')
  }
  const { shard = { index: 1, of: 1 } } = options
  if (
    !(
      Number.isSafeInteger(shard.of) &&
      Number.isSafeInteger(shard.index) &&
      shard.index >= 1 &&
      shard.index <= shard.of
    )
  ) {
    throw new InvalidInputError('options.shard', shard, '{ index, of }, with index from 1 to of')
  }
  let done = 0
  for await (const { answers } of runChunks(placed(jobs, shard), carrier, options)) {
    done += answers.length
    options.onProgress?.(done)
    for (const answer of answers) yield JSON.parse(answer) as Answer
  }
}

async function* placed(
  jobs: Iterable<object> | AsyncIterable<object>,
  shard: Shard,
): AsyncGenerator<PlacedJob, void, void> {
  let k = 0
  for await (const one of jobs) {
    const job = readValue(one, k)
    if (k % shard.of === shard.index - 1) yield { place: Math.floor(k / shard.of), job }
    k++
  }
}

function readValue(job: object, place: number): BatchJob {
  const source = {
    fail({ field = '' }: { readonly field?: string | undefined }, expected: string): never {
      let value: unknown = job
      for (const key of field.match(/[^.[\]]+/g) ?? [])
        value = (value as Readonly<Record<string, unknown>> | undefined)?.[key]
      throw new InvalidInputError(`jobs[${place}]${field === '' ? '' : `.${field}`}`, value, expected)
    },
  }
  return readJob(job, `${place}`, source)
}
