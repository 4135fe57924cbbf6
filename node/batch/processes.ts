// Chunks of jobs in processes of their own, no server needed (src/batch/worker-pool.ts says what becomes of jobs that go wrong).
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Carrier, type Chunk, type ChunkWorker, WorkerPool } from '../../src/entries/batch.js'
import type { Place } from './disk-library.js'
import type { ChunkMessage } from './serve-chunks.js'

const MAIN = fileURLToPath(new URL('batch-worker.js', import.meta.url))

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
export class ProcessPool extends WorkerPool<Place> {
  constructor(workers: number, options: StartOptions) {
    super(workers, { kind: 'process', start: (tell) => startProcess(options, tell) })
  }
}

function startProcess({ script = MAIN, contents }: StartOptions, tell: (said: string) => void): ChunkWorker<Place> {
  const child = spawn(process.execPath, [script, ...(contents === undefined ? [] : [contents])], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    cwd: contents,
  })
  // Broken where the process has ended, which `ended` says.
  child.stdin!.on('error', () => {})
  const lines = createInterface({ input: child.stdio[3] as Readable })
  lines.on('line', tell)
  const read = new Promise((closed) => lines.on('close', closed))
  const ended = new Promise<string>((finish, reject) => {
    child.on('error', reject)
    child.on('close', async (code, signal) => {
      // All that it said is known first.
      await read
      finish(signal ?? `exit code ${code}`)
    })
  })
  return {
    send: (jobs, place) => child.stdin!.write(`${JSON.stringify({ place, jobs } satisfies ChunkMessage)}\n`),
    end: () => child.kill('SIGKILL'),
    ended,
  }
}
