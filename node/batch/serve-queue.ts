// The other end of a queue: chunks are run by processes of this machine. Nothing of this machine's disk is read or written but a temporary
// folder of its own: files of jobs are answered from records (node/disk.ts), whatever a job says.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BatchJob, readJob } from '../../src/entries/batch.js'
import { type DiskRecord, sha256 } from '../disk.js'
import { version } from '../version.js'
import { type FolderContents, folderContents } from './contents.js'
import { ProcessPool } from './processes.js'
import type { QueueOptions } from './queue.js'
import { connectQueue, contentKey, MISSING, PREFIX, QUEUE, type QueueConnection, type QueuedChunk } from './queue.js'

export interface ServeQueueOptions extends QueueOptions {
  /** Processes. */
  readonly workers: number
  /** Ends the work: what is under way is finished first. */
  readonly signal: AbortSignal
  /** Called when it is connected, and after each chunk with how many jobs are done. */
  readonly onProgress?: ((done: number) => void) | undefined
  /** The script of a process; tests have others. */
  readonly script?: string | undefined
  /** Milliseconds after which a worker that says nothing is taken for gone; tests have less time. Default: LOCK. */
  readonly lock?: number | undefined
}

const LOCK = 20_000

/** Runs chunks until the signal. Throws QueueError where the queue cannot be used. */
export async function serveQueue(options: ServeQueueOptions): Promise<void> {
  const { workers, signal, onProgress, script, lock = LOCK } = options
  const connection = await connectQueue(options)
  const folder = await mkdtemp(join(tmpdir(), 'limber-worker-'))
  const contents = folderContents(folder)
  const pool = new ProcessPool(workers, { contents: folder, script })
  let done = 0
  const run = async ({ data }: { readonly data: QueuedChunk }): Promise<readonly string[]> => {
    if (data.version !== version())
      throw new Error(`expected a chunk of Limber ${version()}, got one of ${data.version}`)
    const jobs = data.jobs.map(checked)
    await fetchContents(connection, contents, data)
    const { root, records, deadline } = data
    const answers = await pool.run(jobs, { folder: data.folder, root, records }, deadline)
    done += answers.length
    onProgress?.(done)
    return answers
  }
  const worker = new connection.bullmq.Worker(QUEUE, run, {
    ...{ connection: connection.settings, prefix: PREFIX, concurrency: workers, name: `${workers}-processes` },
    // It is looked at four times as often.
    ...{ lockDuration: lock, stalledInterval: lock / 4, maxStalledCount: 1 },
  })
  // Connections come back by themselves.
  worker.on('error', () => {})
  onProgress?.(0)
  try {
    await new Promise((ended) => (signal.aborted ? ended(undefined) : signal.addEventListener('abort', ended)))
    await worker.close()
  } finally {
    await pool.close()
    connection.redis.disconnect()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Jobs were checked where they came from; a queue may hold anything. */
function checked(job: object): BatchJob {
  const source = {
    fail(place: object, expected: string): never {
      throw new Error(`expected ${expected} in a job, at ${JSON.stringify(place)}`)
    },
  }
  return readJob(job, '', source)
}

/** Brings what a chunk's records name, and the records, into the folder. */
async function fetchContents(connection: QueueConnection, contents: FolderContents, chunk: QueuedChunk): Promise<void> {
  const bring = async (hash: string, first: (bytes: Buffer) => Promise<void> = async () => {}): Promise<void> => {
    if (contents.has(hash)) return
    const bytes = await connection.redis.getBuffer(contentKey(hash))
    if (bytes === null || sha256(bytes) !== hash) throw new Error(`${MISSING}: ${hash}`)
    await first(bytes)
    contents.put(hash, bytes)
  }
  for (const hash of new Set(Object.values(chunk.records))) {
    // The record last: where it is, all that it names is.
    await bring(hash, async (record) => {
      for (const [question, said] of JSON.parse(record.toString()) as DiskRecord) {
        if (question.startsWith('read ') && 'answer' in said) await bring(said.answer as string)
      }
    })
  }
}
