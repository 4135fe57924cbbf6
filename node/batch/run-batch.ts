// Many jobs on all cores of this machine, or on other machines: the library's side of `limber batch`.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Answer, Carrier, RunJobsOptions } from '../../src/entries/batch.js'
import { InvalidInputError } from '../../src/entries/meshes.js'
import { checkRecord } from '../read-bytes.js'
import type { Place } from './disk-library.js'

/** How a batch is run. */
export interface BatchOptions extends RunJobsOptions {
  /** Processes; as many as there are cores if left out. */
  readonly workers?: number | undefined
  /** Address of a Redis server: `limber worker` on other machines runs the jobs. */
  readonly queue?: string | undefined
  /** True: long lists of `collides` jobs are answered with a GPU, where there is one. */
  readonly gpu?: boolean | undefined
  /** Called with the reason where the processor answers instead of the GPU, and at the end with what the GPU did. */
  readonly onGpu?: ((words: string) => void) | undefined
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
  checkRecord(options)
  const {
    workers = availableParallelism(),
    folder = '.',
    root = folder,
    deadline = DEADLINE,
    queue,
    gpu = false,
    onGpu = () => {},
  } = options
  if (!Number.isSafeInteger(workers) || workers < 1) {
    throw new InvalidInputError('options.workers', workers, 'a whole number above zero')
  }
  if (!(deadline > 0)) throw new InvalidInputError('options.deadline', deadline, 'a number of seconds above zero')
  if (typeof gpu !== 'boolean') throw new InvalidInputError('options.gpu', gpu, 'true or false')
  if (typeof onGpu !== 'function') throw new InvalidInputError('options.onGpu', onGpu, 'a function')
  demandHere(queue, gpu)
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
  yield* runJobs(jobs, gpu ? await withGpu(carrier, { ...place, threads: workers, say: onGpu }) : carrier, options)
}

/** A carrier that has a GPU for long lists of configurations. `say`: called with the reason where it is not used, and with what it did. */
export async function withGpu(
  inner: Carrier,
  options: Place & { readonly threads: number; readonly say: (text: string) => void },
): Promise<Carrier> {
  const { gpuCarrier } = await import('./gpu-carrier.js')
  return gpuCarrier(inner, options)
}

/** A GPU is of this machine, a queue of others. */
export function demandHere(queue: string | undefined, gpu: boolean, field = 'options.gpu'): void {
  if (gpu && queue !== undefined)
    throw new InvalidInputError(field, true, 'left out with a queue, whose jobs run on other machines')
}
