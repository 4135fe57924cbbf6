// The threads of `limber allow`, as a runner of pairs. They can be ended at any moment, in the middle of a pair.
import { Worker } from 'node:worker_threads'
import { LimberError, type PairResult, type PairRunner } from '../../src/entries/robots.js'
import type { AllowMessage, AllowTask, AllowWorkerData } from './allow-worker.js'

/** A robot whose files are others for a thread than they were before. */
class ChangedFilesError extends LimberError {
  constructor(file: string) {
    super(`${file}: it, or a file that it names, was changed while it was read`)
  }
}

interface Waiting {
  resolve(message: AllowMessage): void
  reject(error: Error): void
}

/** One that does one thing at a time. */
class Thread {
  private readonly worker: Worker
  private waiting: Waiting | undefined
  private gone: Error | undefined

  constructor(data: AllowWorkerData) {
    this.worker = new Worker(new URL('./allow-worker.js', import.meta.url), { workerData: data })
    this.worker.on('message', (message: AllowMessage) => this.settle((waiting) => waiting.resolve(message)))
    this.worker.on('error', (error) => this.end(error instanceof Error ? error : new Error(String(error))))
    this.worker.on('exit', (code) => this.end(new Error(`a worker thread ended with code ${code}`)))
  }

  /** The next message from the worker, once the task is sent if there is one. */
  ask(task?: AllowTask): Promise<AllowMessage> {
    if (this.gone !== undefined) return Promise.reject(this.gone)
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
      if (task !== undefined) this.worker.postMessage(task)
    })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }

  private end(error: Error): void {
    this.gone ??= error
    this.settle((waiting) => waiting.reject(error))
  }

  private settle(how: (waiting: Waiting) => void): void {
    const { waiting } = this
    this.waiting = undefined
    if (waiting !== undefined) how(waiting)
  }
}

export interface AllowThreads extends PairRunner {
  /** Ends all of them at once. What they were at is lost. */
  close(): Promise<void>
}

/** `hash`: of the robot that was read here. `signal` ends them at any moment; undefined if it does so before they are ready. */
export async function startThreads(
  count: number,
  data: AllowWorkerData,
  hash: string,
  signal: AbortSignal,
): Promise<AllowThreads | undefined> {
  if (signal.aborted) return undefined
  const threads = Array.from({ length: count }, () => new Thread(data))
  const close = async (): Promise<void> => {
    await Promise.all(threads.map((thread) => thread.close()))
  }
  // In the middle of whatever they are at.
  signal.addEventListener('abort', () => void close(), { once: true })
  const idle: Thread[] = []
  const ready = threads.map(async (thread) => {
    const message = checked(await thread.ask())
    if (message.kind !== 'ready' || message.hash !== hash) throw new ChangedFilesError(data.file)
    idle.push(thread)
  })
  try {
    await Promise.all(ready)
  } catch (error) {
    await close()
    if (signal.aborted) return undefined
    throw error
  }
  return {
    workers: count,
    close,
    async run(a: string, b: string): Promise<PairResult> {
      // As many are asked for at a time as there are threads.
      const thread = idle.pop()!
      const message = checked(await thread.ask({ a, b }))
      idle.push(thread)
      if (message.kind !== 'result') throw new Error('a worker thread answered out of order')
      return message.result
    },
  }
}

function checked(message: AllowMessage): AllowMessage {
  if (message.kind !== 'failed') return message
  throw message.isOurs ? new LimberError(message.message) : new Error(message.message)
}
