// Workers that answer chunks and can be ended: processes, or workers of a browser. A worker that ends costs the job that it was at,
// which is tried once more, alone; a job that takes too long is ended with its worker. All others continue.
import { LimberError } from '../errors.js'
import type { BatchJob } from './job.js'
import { failedAnswer } from './run-job.js'

declare function setTimeout(callback: () => void, millis: number): unknown
declare function clearTimeout(timer: unknown): void

/** Seconds that the files of a job may take to load, or the deadline where that is longer. */
const LOADING = 600

/** Milliseconds that a timer can wait for: 24 days. */
const LONGEST = 2 ** 31 - 1

/** A job that took too long, or whose worker ended. */
export class JobError extends LimberError {}

/** One worker, as long as it lives. `P` says where the files of jobs are. */
export interface ChunkWorker<P> {
  /** Lets it answer jobs, one after the other, as `answerJobs` does. */
  send(jobs: readonly BatchJob[], place: P): void
  /** Ends it at once, in the middle of whatever it does. */
  end(): void
  /** How it ended; known once `tell` has had all that it said. */
  readonly ended: Promise<string>
}

/** Starts a worker. What it says goes to `tell`, in order. `kind`: what messages call it. */
export interface WorkerStart<P> {
  readonly kind: string
  start(tell: (said: string) => void): ChunkWorker<P>
}

/** Workers that run chunks, each one at a time. They are started when they are needed first, and again after they ended. */
export class WorkerPool<P> {
  private readonly idle: PooledWorker<P>[]
  private readonly all: readonly PooledWorker<P>[]

  constructor(workers: number, how: WorkerStart<P>) {
    this.idle = Array.from({ length: workers }, () => new PooledWorker(how))
    this.all = [...this.idle]
  }

  /** The answers, as JSON. At most as many chunks at a time as there are workers; `deadline` in seconds, from when a job is loaded. */
  async run(jobs: readonly BatchJob[], place: P, deadline: number): Promise<readonly string[]> {
    const worker = this.idle.pop()!
    try {
      return await worker.run(jobs, place, deadline)
    } finally {
      this.idle.push(worker)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((worker) => worker.close()))
  }
}

class PooledWorker<P> {
  private worker: ChunkWorker<P> | undefined
  private tell: (said: string) => void = () => {}
  private isLate = false
  private isClosed = false

  constructor(private readonly how: WorkerStart<P>) {}

  async run(jobs: readonly BatchJob[], place: P, deadline: number): Promise<readonly string[]> {
    const { kind } = this.how
    const answers: string[] = []
    /** The job that a worker ended with already. */
    let suspect = -1
    while (answers.length < jobs.length) {
      const at = answers.length
      const alone = suspect === at
      const end = await this.attempt(alone ? [jobs[at]!] : jobs.slice(at), place, deadline, answers)
      if (this.isClosed) throw new JobError(`the ${kind} was ended before its jobs were answered`)
      if (end === undefined) continue
      const culprit = answers.length
      if (this.isLate) {
        answers.push(failed(jobs[culprit]!, `took longer than ${deadline} s: its ${kind} was ended`))
      } else if (suspect === culprit) {
        answers.push(failed(jobs[culprit]!, `ended its ${kind} twice: ${end}`))
      } else suspect = culprit
    }
    return answers
  }

  async close(): Promise<void> {
    // First: a worker that ends is started again otherwise.
    this.isClosed = true
    const { worker } = this
    worker?.end()
    await worker?.ended
  }

  /** Runs jobs until all are answered, or the worker ends: then says how. */
  private async attempt(
    jobs: readonly BatchJob[],
    place: P,
    deadline: number,
    answers: string[],
  ): Promise<string | undefined> {
    const worker = this.started()
    const wanted = answers.length + jobs.length
    let timer: unknown
    const within = (seconds: number): void => {
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          this.isLate = true
          worker.end()
        },
        Math.min(1000 * seconds, LONGEST),
      )
    }
    const done = new Promise<undefined>((finish) => {
      this.tell = (said) => {
        if (said === 'run') return within(deadline)
        answers.push(said)
        if (answers.length === wanted) finish(undefined)
        else within(Math.max(LOADING, deadline))
      }
    })
    within(Math.max(LOADING, deadline))
    worker.send(jobs, place)
    try {
      return await Promise.race([done, worker.ended])
    } finally {
      clearTimeout(timer)
    }
  }

  private started(): ChunkWorker<P> {
    if (this.worker !== undefined) return this.worker
    this.isLate = false
    const worker = this.how.start((said) => this.tell(said))
    this.worker = worker
    const gone = (): void => {
      this.worker = undefined
    }
    worker.ended.then(gone, gone)
    return worker
  }
}

function failed(job: BatchJob, what: string): string {
  return JSON.stringify(failedAnswer(job.id, new JobError(`the job ${what}`)))
}
