// Chunks of jobs in processes of their own, no server needed. A process that ends costs the job that it was at, which is tried once more,
// alone; a job that takes too long is ended with its process. All others go on.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type BatchJob, type Carrier, type Chunk, failedAnswer } from '../../src/entries/batch.js'
import { LimberError } from '../../src/index.js'

const MAIN = fileURLToPath(new URL('batch-worker.js', import.meta.url))

/** Seconds that the files of a job may take to load, or the deadline where that is longer. */
const LOADING = 600

/** A job that took too long, or whose process ended. */
export class JobError extends LimberError {}

export interface ProcessOptions {
  readonly workers: number
  /** Paths of jobs are relative to it, and nothing outside `root` is read. */
  readonly folder: string
  readonly root: string
  /** Seconds that a job may take once what it names is loaded. */
  readonly deadline: number
  /** The script of a process; tests have others. */
  readonly script?: string | undefined
}

export function processes(options: ProcessOptions): Carrier {
  const idle: Worker[] = Array.from({ length: options.workers }, () => new Worker(options))
  const all = [...idle]
  return {
    width: options.workers,
    async run({ jobs }: Chunk): Promise<readonly string[]> {
      const worker = idle.pop()!
      try {
        return await worker.run(jobs)
      } finally {
        idle.push(worker)
      }
    },
    async close(): Promise<void> {
      await Promise.all(all.map((worker) => worker.close()))
    },
  }
}

/** What ended a process. */
interface End {
  readonly how: string
  readonly isLate: boolean
}

class Worker {
  private child: ChildProcess | undefined
  private tell: (message: string) => void = () => {}
  private ended: Promise<End> | undefined
  private isLate = false

  constructor(private readonly options: ProcessOptions) {}

  async run(jobs: readonly BatchJob[]): Promise<readonly string[]> {
    const answers: string[] = []
    /** The job that a process ended with already. */
    let suspect = -1
    while (answers.length < jobs.length) {
      const at = answers.length
      const alone = suspect === at
      const end = await this.attempt(alone ? [jobs[at]!] : jobs.slice(at), answers)
      if (end === undefined) continue
      const culprit = answers.length
      if (end.isLate) {
        answers.push(failed(jobs[culprit]!, `took longer than ${this.options.deadline} s: its process was ended`))
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
  private async attempt(jobs: readonly BatchJob[], answers: string[]): Promise<End | undefined> {
    const child = this.started()
    const wanted = answers.length + jobs.length
    let timer: NodeJS.Timeout | undefined
    const done = new Promise<undefined>((finish) => {
      this.tell = (message) => {
        clearTimeout(timer)
        const { deadline } = this.options
        if (message === 'open') timer = setTimeout(() => this.endLate(), 1000 * Math.max(LOADING, deadline))
        if (message === 'run') timer = setTimeout(() => this.endLate(), 1000 * deadline)
        if (!message.startsWith('answer ')) return
        answers.push(message.slice('answer '.length))
        if (answers.length === wanted) finish(undefined)
      }
    })
    child.stdin!.write(`${JSON.stringify(jobs)}\n`)
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
    const { folder, root, script = MAIN } = this.options
    const child = spawn(process.execPath, [script, folder, root], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] })
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
