// Many jobs on all cores of this machine, or on other machines: the library's side of `limber batch`.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Answer, type BatchJob, readJob, runChunks } from '../../src/entries/batch.js'
import { InvalidInputError } from '../../src/index.js'
import { processes } from './processes.js'
import { queueCarrier } from './queue-carrier.js'

/** How a batch is run. */
export interface BatchOptions {
  /** Processes; as many as there are cores if left out. */
  readonly workers?: number | undefined
  /** Address of a Redis server: `limber worker` on other machines runs the jobs. */
  readonly queue?: string | undefined
  /** Runs every n-th job only, from the i-th: `{ index: i, of: n }`, i from 1. */
  readonly shard?: Shard | undefined
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

/** One part of several of the same jobs, each run on a machine of its own. */
export interface Shard {
  /** From 1. */
  readonly index: number
  readonly of: number
}

export const DEADLINE = 600

/** Does a shard have the k-th job, from 0? */
export function isInShard(k: number, { index, of }: Shard): boolean {
  return k % of === index - 1
}

/**
 * Runs jobs, and yields their answers. A job that fails has an answer that says why. Throws InvalidInputError where something is not
 * a job, and QueueError where the queue cannot be used.
 */
export async function* runBatch(
  jobs: Iterable<object> | AsyncIterable<object>,
  options: BatchOptions = {},
): AsyncGenerator<Answer, void, void> {
  const { workers = availableParallelism(), folder = '.', root = folder, deadline = DEADLINE, queue, shard } = options
  if (!Number.isSafeInteger(workers) || workers < 1) {
    throw new InvalidInputError('options.workers', workers, 'a whole number above zero')
  }
  if (!(deadline > 0)) throw new InvalidInputError('options.deadline', deadline, 'a number of seconds above zero')
  if (shard !== undefined && !(Number.isSafeInteger(shard.of) && shard.index >= 1 && shard.index <= shard.of)) {
    throw new InvalidInputError('options.shard', shard, '{ index, of }, with index from 1 to of')
  }
  const place = { folder: resolve(folder), root: resolve(root) }
  const carrier =
    queue === undefined
      ? processes({ workers, ...place, deadline })
      : await queueCarrier({ address: queue, ...place, deadline })
  let done = 0
  for await (const { answers } of runChunks(placed(jobs, shard), carrier, options)) {
    done += answers.length
    options.onProgress?.(done)
    for (const answer of answers) yield JSON.parse(answer) as Answer
  }
}

async function* placed(jobs: Iterable<object> | AsyncIterable<object>, shard: Shard = { index: 1, of: 1 }) {
  let k = 0
  for await (const one of jobs) {
    const job = readValue(one, k)
    if (isInShard(k, shard)) yield { place: Math.floor(k / shard.of), job }
    k++
  }
}

function readValue(job: object, place: number): BatchJob {
  const source = {
    fail({ field }: { readonly field?: string | undefined }, expected: string): never {
      throw new InvalidInputError(`jobs[${place}]${field === undefined ? '' : `.${field}`}`, job, expected)
    },
  }
  return readJob(job, `${place}`, source)
}
