// Jobs in chunks of about a second, so that sending one costs little beside the work in it. Where a chunk runs is a carrier's affair:
// a process, a queue, a worker of a browser. Where one begins and ends changes no answer.
import { now } from '../base/work/clock.js'
import type { BatchJob } from './job.js'

/** A job, and its place among all. */
export interface PlacedJob {
  readonly place: number
  readonly job: BatchJob
}

/** Jobs whose places follow on one another. */
export interface Chunk {
  /** Place of its first job. */
  readonly first: number
  readonly jobs: readonly BatchJob[]
}

/** Runs chunks, several at a time. */
export interface Carrier {
  readonly width: number
  /** The answers as JSON, one for each job, in their order. */
  run(chunk: Chunk): Promise<readonly string[]>
  close(): Promise<void>
}

/** How chunks are run. */
export interface ChunkOptions {
  /** False: answers come as they are ready. Default true: in the order of the jobs. */
  readonly ordered?: boolean | undefined
  /** Ends the run when it becomes true: what is under way is given up. */
  readonly signal?: { readonly aborted: boolean } | undefined
}

/** Answers of jobs whose places follow on one another. */
export interface FinishedChunk {
  readonly first: number
  readonly answers: readonly string[]
}

/** Milliseconds of work in a chunk, and the most jobs. */
const CHUNK_MILLIS = 1000
const MOST_JOBS = 5000
/** Chunks for each worker that may wait for an earlier one. */
const MOST_WAITING = 32

/** Closes the carrier at the end, whatever happens. */
export async function* runChunks(
  jobs: AsyncIterable<PlacedJob>,
  carrier: Carrier,
  { ordered = true, signal }: ChunkOptions = {},
): AsyncGenerator<FinishedChunk, void, void> {
  const source = new JobSource(jobs)
  const running = new Set<Promise<void>>()
  const ready = new Map<number, FinishedChunk>()
  const size = new ChunkSize()
  let failed: { readonly error: unknown } | undefined
  /** Chunks that are out, in their order. */
  const order: number[] = []
  let isEmpty = false

  const start = (chunk: Chunk): void => {
    const began = now()
    const work = carrier
      .run(chunk)
      .then(
        (answers) => {
          size.learn(answers.length, now() - began)
          ready.set(chunk.first, { first: chunk.first, answers })
        },
        (error: unknown) => {
          failed ??= { error }
        },
      )
      .finally(() => running.delete(work))
    running.add(work)
  }
  try {
    for (;;) {
      while (!isEmpty && running.size < carrier.width && ready.size < MOST_WAITING * carrier.width) {
        const chunk = await source.take(size.jobs)
        isEmpty = chunk === undefined
        if (chunk === undefined) break
        order.push(chunk.first)
        start(chunk)
      }
      yield* pick(ready, order, ordered)
      if (failed !== undefined) throw failed.error
      // What was under way may have ended while the caller was busy with answers: only an empty source ends the run.
      if (signal?.aborted === true || (isEmpty && running.size === 0 && ready.size === 0)) return
      if (running.size > 0) await Promise.race(running)
    }
  } finally {
    await carrier.close()
  }
}

/** Takes out what can be passed on: everything, or what is next in order. */
function* pick(ready: Map<number, FinishedChunk>, order: number[], ordered: boolean): Generator<FinishedChunk> {
  if (!ordered) {
    yield* ready.values()
    return ready.clear()
  }
  for (let chunk = ready.get(order[0]!); chunk !== undefined; chunk = ready.get(order[0]!)) {
    ready.delete(order.shift()!)
    yield chunk
  }
}

class JobSource {
  private readonly jobs: AsyncIterator<PlacedJob>
  /** Read already; it belongs to the next chunk. */
  private next: PlacedJob | undefined

  constructor(jobs: AsyncIterable<PlacedJob>) {
    this.jobs = jobs[Symbol.asyncIterator]()
  }

  /** At most `count` jobs whose places follow on one another; undefined where there are none left. */
  async take(count: number): Promise<Chunk | undefined> {
    const found: PlacedJob[] = []
    while (found.length < count) {
      this.next ??= await this.read()
      const { next } = this
      if (next === undefined || (found.length > 0 && next.place !== found.at(-1)!.place + 1)) break
      found.push(next)
      this.next = undefined
    }
    return found.length === 0 ? undefined : { first: found[0]!.place, jobs: found.map(({ job }) => job) }
  }

  private async read(): Promise<PlacedJob | undefined> {
    const { done, value } = await this.jobs.next()
    return done === true ? undefined : value
  }
}

/** How many jobs are about a second, from those that are done. */
class ChunkSize {
  jobs = 1

  learn(jobs: number, millis: number): void {
    const fit = Math.ceil((CHUNK_MILLIS * jobs) / Math.max(millis, 1))
    // Slowly up, since the next jobs may take longer.
    this.jobs = Math.max(1, Math.min(fit, 4 * jobs, MOST_JOBS))
  }
}
