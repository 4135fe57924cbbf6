// Jobs in chunks of about a second, so that sending one costs little beside the work in it. Where a chunk runs is a carrier's affair:
// a process, a queue, a worker of a browser. Where one begins and ends changes no answer.
import { now } from '../base/work/clock.js'
import type { StopSignal } from '../base/work/running.js'
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
  /** How many at a time; it may change. */
  readonly width: number
  /** The answers as JSON, one for each job, in their order. Calls `onStart` when the work begins, if that is not at once. */
  run(chunk: Chunk, onStart: () => void): Promise<readonly string[]>
  /** The answers of a chunk are where they belong: nothing of it need be kept. */
  release?(chunk: Chunk): void
  close(): Promise<void>
}

/** Stops a batch: an AbortSignal is one. Without the listener it is examined when a chunk is done. */
export interface BatchSignal extends StopSignal {
  addEventListener?(type: 'abort', listener: () => void): void
}

/** How chunks are run. */
export interface ChunkOptions {
  /** False: answers come as they are ready. Default true: in the order of the jobs. */
  readonly ordered?: boolean | undefined
  /** Ends the run when it becomes true: what is under way is given up. */
  readonly signal?: BatchSignal | undefined
  /** Called before a chunk goes out. */
  readonly onSend?: ((chunk: Chunk) => Promise<void>) | undefined
  /** Sizes of chunks that went out in an earlier run, by their first places: they are cut the same way again. */
  readonly sizes?: ReadonlyMap<number, number> | undefined
}

/** Answers of jobs whose places follow on one another. */
export interface FinishedChunk {
  readonly first: number
  readonly answers: readonly string[]
}

/** Milliseconds of work in a chunk, and the most jobs. */
const CHUNK_MILLIS = 1000
/**
 * A chunk is no more than this share of the run so far, but not less than these milliseconds: how many jobs there are is not known, and at
 * the end all other workers wait for the last chunk.
 */
const SHARE_OF_RUN = 0.1
const LEAST_MILLIS = 20
const MOST_JOBS = 5000
/** Chunks for each worker that may wait for an earlier one. */
const MOST_WAITING = 32

/**
 * Runs jobs on a carrier (processes, workers, this thread), a chunk of them at a time, and yields their answers as JSON. It closes the
 * carrier at the end, whatever happens.
 */
export async function* runChunks(
  jobs: AsyncIterable<PlacedJob>,
  carrier: Carrier,
  options: ChunkOptions = {},
): AsyncGenerator<FinishedChunk, void, void> {
  const { ordered = true, signal, onSend, sizes } = options
  const source = new JobSource(jobs, sizes)
  const running = new Set<Promise<void>>()
  const ready = new Map<number, ReadyChunk>()
  const size = new ChunkSize()
  let failed: { readonly error: unknown } | undefined
  /** Chunks that are out, in their order. */
  const order: number[] = []
  let isEmpty = false

  const start = (chunk: Chunk): void => {
    let began = now()
    const work = carrier
      .run(chunk, () => {
        began = now()
      })
      .then(
        (answers) => {
          size.learn(answers.length, now() - began)
          ready.set(chunk.first, { chunk, answers })
        },
        (error: unknown) => {
          failed ??= { error }
        },
      )
      .finally(() => running.delete(work))
    running.add(work)
  }
  const stopped = new Promise<void>((stop) => signal?.addEventListener?.('abort', () => stop()))
  try {
    for (;;) {
      while (
        signal?.aborted !== true &&
        !isEmpty &&
        running.size < carrier.width &&
        ready.size < MOST_WAITING * carrier.width
      ) {
        const chunk = await source.take(size.jobs)
        isEmpty = chunk === undefined
        if (chunk === undefined) break
        await onSend?.(chunk)
        order.push(chunk.first)
        start(chunk)
      }
      for (const { chunk, answers } of pick(ready, order, ordered)) {
        yield { first: chunk.first, answers }
        carrier.release?.(chunk)
      }
      if (failed !== undefined) throw failed.error
      // What was under way may have ended while the caller was busy with answers: only an empty source ends the run.
      if (signal?.aborted === true || (isEmpty && running.size === 0 && ready.size === 0)) return
      if (running.size > 0) await Promise.race([...running, stopped])
    }
  } finally {
    await carrier.close()
  }
}

interface ReadyChunk {
  readonly chunk: Chunk
  readonly answers: readonly string[]
}

/** Takes out what can be passed on: everything, or what is next in order. */
function* pick(ready: Map<number, ReadyChunk>, order: number[], ordered: boolean): Generator<ReadyChunk> {
  if (!ordered) {
    const all = [...ready.values()]
    ready.clear()
    return yield* all
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

  constructor(
    jobs: AsyncIterable<PlacedJob>,
    private readonly sizes: ReadonlyMap<number, number> = new Map(),
  ) {
    this.jobs = jobs[Symbol.asyncIterator]()
  }

  /** At most `count` jobs whose places follow on one another; undefined where there are none left. */
  async take(count: number): Promise<Chunk | undefined> {
    const found: PlacedJob[] = []
    this.next ??= await this.read()
    const most = this.sizes.get(this.next?.place ?? -1) ?? count
    while (found.length < most) {
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
  private readonly began = now()

  learn(jobs: number, millis: number): void {
    const wanted = Math.min(CHUNK_MILLIS, Math.max(LEAST_MILLIS, SHARE_OF_RUN * (now() - this.began)))
    const fit = Math.ceil((wanted * jobs) / Math.max(millis, 1))
    // Slowly up, since the next jobs may take longer.
    this.jobs = Math.max(1, Math.min(fit, 4 * jobs, MOST_JOBS))
  }
}
