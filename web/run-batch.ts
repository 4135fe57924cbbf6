// Many jobs in the workers of a page. Files are those that the page has; answers are the same to the byte as on any other machine.
import {
  type Answer,
  answerJobs,
  type BatchJob,
  type ChunkWorker,
  type FilesByPath,
  type Library,
  memoryLibrary,
  type RunJobsOptions,
  runJobs,
  WorkerPool,
} from '../src/entries/batch.js'
import type { WebThread } from '../src/entries/molecules.js'
import { InvalidInputError } from '../src/index.js'

/** How a batch is run in a page. */
export interface BatchOptions extends RunJobsOptions {
  /** Starts a worker whose script calls `serveBatch()`. */
  readonly worker: () => WebThread
  /** What jobs may name, by path. */
  readonly files: FilesByPath
  /** How many workers; as many as there are cores if left out. */
  readonly workers?: number | undefined
  /** Seconds that a job may take once its files are loaded; 600 if left out. */
  readonly deadline?: number | undefined
}

/** What goes to a worker: the files first, then chunks. */
type ToWorker = { readonly files: FilesByPath } | { readonly jobs: readonly BatchJob[] }

/** What a worker says when its script is there. */
const READY = 'ready'

/**
 * Runs jobs in workers, and yields their answers, as `runBatch` of `limber/node` does. A job that takes too long is ended with its
 * worker, and named.
 */
export async function* runBatch(
  jobs: Iterable<object> | AsyncIterable<object>,
  options: BatchOptions,
): AsyncGenerator<Answer, void, void> {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  const { worker, files, workers = cores(), deadline = 600 } = options
  if (typeof worker !== 'function') {
    throw new InvalidInputError('options.worker', worker, 'a function that starts a worker')
  }
  if (!Number.isSafeInteger(workers) || workers < 1) {
    throw new InvalidInputError('options.workers', workers, 'a whole number above zero')
  }
  if (!(deadline > 0)) throw new InvalidInputError('options.deadline', deadline, 'a number of seconds above zero')
  const pool = new WorkerPool<undefined>(workers, {
    kind: 'worker',
    start: (tell) => startWorker(worker(), files, tell),
  })
  const run = ({ jobs: chunk }: { readonly jobs: readonly BatchJob[] }) => pool.run(chunk, undefined, deadline)
  yield* runJobs(jobs, { width: workers, run, close: () => pool.close() }, options)
}

/** Inside a worker: answers what the page asks. `thread`: the worker itself, `self`, if left out. */
export function serveBatch(thread: WebThread = globalThis as unknown as WebThread): void {
  let library: Library | undefined
  thread.addEventListener('message', ({ data }: { readonly data: ToWorker }) => {
    if ('files' in data) library = memoryLibrary(data.files)
    else void answerJobs(data.jobs, library!, (said) => thread.postMessage(said))
  })
  thread.postMessage(READY)
}

function startWorker(thread: WebThread, files: FilesByPath, tell: (said: string) => void): ChunkWorker<undefined> {
  let isReady = false
  let isOver = false
  let end = (): void => {}
  const ended = new Promise<string>((finish, reject) => {
    end = () => {
      isOver = true
      thread.terminate?.()
      finish('terminated')
    }
    const fail = ({ message }: { readonly message?: string }): void => {
      isOver = true
      thread.terminate?.()
      const how = message ?? 'an error without words'
      if (isReady) finish(how)
      else reject(new Error(`the worker could not be started: ${how}`))
    }
    thread.addEventListener('error', fail)
    thread.addEventListener('messageerror', fail)
  })
  thread.addEventListener('message', ({ data }: { readonly data: string }) => {
    if (data === READY) isReady = true
    // What it said just before it was ended belongs to no later job.
    else if (!isOver) tell(data)
  })
  const post = (message: ToWorker): void => thread.postMessage(message)
  post({ files })
  return { send: (jobs) => post({ jobs }), end: () => end(), ended }
}

function cores(): number {
  const { navigator } = globalThis as { readonly navigator?: { readonly hardwareConcurrency?: number } }
  return navigator?.hardwareConcurrency ?? 1
}
