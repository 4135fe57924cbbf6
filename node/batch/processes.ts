// Chunks of jobs in processes of their own, no server needed. A process that ends costs the job that it was at, which is tried once more,
// alone; a job that takes too long is ended with its process. All others go on.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type BatchJob, type Carrier, type Chunk, failedAnswer } from '../../src/entries/batch.js'
import { LimberError } from '../../src/index.js'
import type { Place } from './disk-library.js'
import type { ChunkMessage } from './serve-chunks.js'

const MAIN = fileURLToPath(new URL('batch-worker.js', import.meta.url))

/** Seconds that the files of a job may take to load, or the deadline where that is longer. */
const LOADING = 600

/** A job that took too long, or whose process ended. */
export class JobError extends LimberError {}

export interface ProcessOptions extends Place {
  readonly workers: number
  /** Seconds that a job may take once what it names is loaded. */
  readonly deadline: number
  /** The script of a process; tests have others. */
  readonly script?: string | undefined
}

export function processes({ workers, folder, root, deadline, script }: ProcessOptions): Carrier {
  const pool = new ProcessPool(workers, { script })
  const place = { folder, root }
  return {
    width: workers,
    run: ({ jobs }: Chunk) => pool.run(jobs, place, deadline),
    close: () => pool.close(),
  }
}

/** How processes are started. */
export interface StartOptions {
  /** The script of a process; tests have others. */
  readonly script?: string | undefined
  /** Where processes find what other machines sent; they are started in it. */
  readonly contents?: string | undefined
}

/** Processes that run chunks, each one at a time. */
export class ProcessPool {
  private readonly idle: Worker[]
  private readonly all: readonly Worker[]

  constructor(workers: number, options: StartOptions) {
    this.idle = Array.from({ length: workers }, () => new Worker(options))
    this.all = [...this.idle]
  }

  /** At most as many at a time as there are processes. */
  async run(jobs: readonly BatchJob[], place: Place, deadline: number): Promise<readonly string[]> {
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

/** What ended a process. */
interface End {
  readonly how: string
  readonly isLate: boolean
}

class Worker {
  private child: ChildProcess | undefined
  private tell: (said: string) => void = () => {}
  private ended: Promise<End> | undefined
  private isLate = false

  constructor(private readonly options: StartOptions) {}

  async run(jobs: readonly BatchJob[], place: Place, deadline: number): Promise<readonly string[]> {
    const answers: string[] = []
    /** The job that a process ended with already. */
    let suspect = -1
    while (answers.length < jobs.length) {
      const at = answers.length
      const alone = suspect === at
      const end = await this.attempt({ place, jobs: alone ? [jobs[at]!] : jobs.slice(at) }, deadline, answers)
      if (end === undefined) continue
      const culprit = answers.length
      if (end.isLate) {
        answers.push(failed(jobs[culprit]!, `took longer than ${deadline} s: its process was ended`))
      } else if (suspect === culprit) {
        answers.push(failed(jobs[culprit]!, `ended its process twice: ${end.how}`))
      } else suspect = culprit
    }
    return answers
  }

  async close(): Promise<void> {
    const { child, ended } = this
    child?.kill('SIGKILL')
    await ended
  }

  /** Runs jobs until all are answered, or the process ends: then says how. */
  private async attempt(message: ChunkMessage, deadline: number, answers: string[]): Promise<End | undefined> {
    const child = this.started()
    const wanted = answers.length + message.jobs.length
    let timer: NodeJS.Timeout | undefined
    const done = new Promise<undefined>((finish) => {
      this.tell = (said) => {
        clearTimeout(timer)
        if (said === 'open') timer = setTimeout(() => this.endLate(), 1000 * Math.max(LOADING, deadline))
        if (said === 'run') timer = setTimeout(() => this.endLate(), 1000 * deadline)
        if (!said.startsWith('answer ')) return
        answers.push(said.slice('answer '.length))
        if (answers.length === wanted) finish(undefined)
      }
    })
    child.stdin!.write(`${JSON.stringify(message)}\n`)
    try {
      return await Promise.race([done, this.ended!])
    } finally {
      clearTimeout(timer)
    }
  }

  private endLate(): void {
    this.isLate = true
    this.child?.kill('SIGKILL')
  }

  private started(): ChildProcess {
    if (this.child !== undefined) return this.child
    const { script = MAIN, contents } = this.options
    const child = spawn(process.execPath, [script, ...(contents === undefined ? [] : [contents])], {
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      cwd: contents,
    })
    this.child = child
    this.isLate = false
    // Broken where the process has ended, which `ended` says.
    child.stdin!.on('error', () => {})
    const lines = createInterface({ input: child.stdio[3] as Readable })
    lines.on('line', (line) => this.tell(line))
    const read = new Promise((closed) => lines.on('close', closed))
    this.ended = new Promise<End>((finish, reject) => {
      child.on('error', reject)
      child.on('close', async (code, signal) => {
        // All that it said is known first.
        await read
        this.child = undefined
        finish({ how: signal ?? `exit code ${code}`, isLate: this.isLate })
      })
    })
    return child
  }
}

function failed(job: BatchJob, what: string): string {
  return JSON.stringify(failedAnswer(job.id, new JobError(`the job ${what}`)))
}
