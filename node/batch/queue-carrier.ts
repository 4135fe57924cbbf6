// Chunks through a queue, to `limber worker` on any machine. The truth is here, not on the server: what the server lost is sent again, and
// an answer counts once.
//
// A chunk is known by the SHA-256 of all that is in it. Sent twice it is one chunk, so a run that was killed may send again what it had
// sent: what is done by then is not done again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Queue } from 'bullmq'
import { type BatchJob, type Carrier, type Chunk, failedAnswer, JobError, namedBy } from '../../src/entries/batch.js'
import { recorded, sha256 } from '../disk.js'
import { version } from '../version.js'
import { type FolderContents, folderContents } from './contents.js'
import { keyOf, type Place, readNamed } from './disk-library.js'
import type { QueueOptions } from './queue.js'
import { connectQueue, contentKey, MISSING, PREFIX, QUEUE, type QueueConnection, type QueuedChunk } from './queue.js'

export interface QueueCarrierOptions extends QueueOptions, Place {
  /** Seconds that a job may take once what it names is loaded. */
  readonly deadline: number
  /** Called with how many processes of workers there are. */
  readonly onWorkers?: ((count: number) => void) | undefined
}

/** Milliseconds between two looks at chunks of which nothing was heard. */
const LOOK = 1000
/** Seconds that files stay on the server after they were last sent, and answers that nobody took. */
const KEPT = 7 * 24 * 3600
const MOST_EVENTS = 100
/** How often a chunk may end workers before its jobs are tried apart. */
const MOST_ENDS = 2

/** How a chunk ended on the server: with answers, with a failure, or with the server's memory. */
type End = { readonly answers: readonly string[] } | { readonly failed: string } | { readonly lost: true }

interface Waiting {
  onStart(): void
  end(end: End): void
}

export async function queueCarrier(options: QueueCarrierOptions): Promise<Carrier> {
  const connection = await connectQueue(options)
  const folder = await mkdtemp(join(tmpdir(), 'limber-queue-'))
  return new QueueCarrier(connection, options, folder)
}

class QueueCarrier implements Carrier {
  /** Chunks that are out: enough that no worker waits for the next. */
  width = 2
  private readonly queue: Queue
  private readonly events: { close(): Promise<void> }
  private readonly contents: FolderContents
  private readonly waiting = new Map<string, Waiting>()
  /** What chunks are called on the server, by their first places. */
  private readonly ids = new Map<number, string[]>()
  /** Records of what jobs name, and the contents that each record needs. */
  private readonly records = new Map<string, Promise<string>>()
  private readonly needs = new Map<string, readonly string[]>()
  private readonly sent = new Set<string>()
  private readonly timer: NodeJS.Timeout
  private closed = false

  constructor(
    private readonly connection: QueueConnection,
    private readonly options: QueueCarrierOptions,
    private readonly folder: string,
  ) {
    const { bullmq, settings } = connection
    this.contents = folderContents(folder)
    // Events hold answers, which may be large; one that is gone before it was heard is found by looking.
    const streams = { events: { maxLen: MOST_EVENTS } }
    this.queue = new bullmq.Queue(QUEUE, { connection: settings, prefix: PREFIX, streams })
    const events = new bullmq.QueueEvents(QUEUE, { connection: settings, prefix: PREFIX })
    this.events = events
    events.on('active', ({ jobId }) => this.waiting.get(jobId)?.onStart())
    events.on('completed', ({ jobId, returnvalue }) => {
      this.waiting.get(jobId)?.end({ answers: returnvalue as unknown as readonly string[] })
    })
    events.on('failed', ({ jobId, failedReason }) => this.waiting.get(jobId)?.end({ failed: failedReason }))
    // Connections come back by themselves; until then nothing is lost here.
    this.queue.on('error', () => {})
    events.on('error', () => {})
    this.timer = setTimeout(() => this.look(), 0)
  }

  run(chunk: Chunk, onStart: () => void): Promise<readonly string[]> {
    const ids: string[] = []
    this.ids.set(chunk.first, ids)
    return this.runPart(chunk, ids, onStart)
  }

  /** A chunk, or a part of one; what it is called on the server is added to `ids`. */
  private async runPart({ first, jobs }: Chunk, ids: string[], onStart: () => void): Promise<readonly string[]> {
    const { folder, root, deadline } = this.options
    const records = await this.recordsOf(jobs)
    const data: QueuedChunk = { version: version(), folder, root, records, deadline, first, jobs }
    const id = sha256(JSON.stringify(data))
    ids.push(id)
    let reason = ''
    for (let ends = 0; ends < MOST_ENDS; ) {
      const end = await this.send(id, data, onStart)
      if ('answers' in end) return end.answers
      const isMissing = 'lost' in end || end.failed.startsWith(MISSING)
      if (isMissing) {
        this.sent.clear()
        await this.connection.claim()
      } else ends++
      // What is lost is not there; what failed would be found again.
      if ('lost' in end) continue
      reason = end.failed
      await this.queue.remove(id)
    }
    if (jobs.length === 1) {
      return [
        JSON.stringify(failedAnswer(jobs[0]!.id, new JobError(`the job failed on ${MOST_ENDS} workers: ${reason}`))),
      ]
    }
    const half = jobs.length >> 1
    const parts = [
      { first, jobs: jobs.slice(0, half) },
      { first: first + half, jobs: jobs.slice(half) },
    ]
    return (await Promise.all(parts.map((part) => this.runPart(part, ids, onStart)))).flat()
  }

  release({ first }: Chunk): void {
    const ids = this.ids.get(first) ?? []
    this.ids.delete(first)
    // Where this fails, the server forgets it after a while.
    for (const id of ids) this.queue.remove(id).catch(() => {})
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    await Promise.allSettled([this.queue.close(), this.events.close()])
    this.connection.redis.disconnect()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Sends a chunk, or finds that it is there, and waits for its end. */
  private async send(id: string, data: QueuedChunk, onStart: () => void): Promise<End> {
    await this.upload(Object.values(data.records))
    const keep = { age: KEPT }
    await this.queue.add('chunk', data, { jobId: id, removeOnComplete: keep, removeOnFail: keep })
    // Not before it is on the server: it would seem to be lost.
    const ended = new Promise<End>((end) => this.waiting.set(id, { onStart, end }))
    // It may have been there, or be done by now.
    await this.lookAt(id)
    try {
      return await ended
    } finally {
      this.waiting.delete(id)
    }
  }

  /** Asks after what is out, in case its end was not heard. */
  private async look(): Promise<void> {
    while (!this.closed) {
      try {
        const workers = await this.queue.getWorkers()
        // A worker's name says how many processes it has.
        const slots = workers.reduce(
          (sum, { rawname = '' }) => sum + Number(/(\d+)-processes/.exec(rawname)?.[1] ?? 1),
          0,
        )
        this.width = Math.max(2, 2 * slots)
        this.options.onWorkers?.(slots)
        for (const id of this.waiting.keys()) await this.lookAt(id)
      } catch {
        // The server is away.
      }
      await new Promise((next) => setTimeout(next, LOOK).unref())
    }
  }

  private async lookAt(id: string): Promise<void> {
    const state = await this.queue.getJobState(id)
    if (state === 'unknown') this.waiting.get(id)?.end({ lost: true })
    if (state !== 'completed' && state !== 'failed') return
    const job = await this.queue.getJob(id)
    if (job === undefined) return
    this.waiting.get(id)?.end(state === 'failed' ? { failed: job.failedReason! } : { answers: job.returnvalue })
  }

  /** Records of all that jobs name: read once, however many jobs name it. */
  private async recordsOf(jobs: readonly BatchJob[]): Promise<Record<string, string>> {
    const found: Record<string, string> = {}
    for (const named of jobs.flatMap(namedBy)) {
      const key = keyOf(named)
      if (found[key] !== undefined) continue
      let record = this.records.get(key)
      if (record === undefined) {
        record = this.record(() => readNamed(named, this.options))
        this.records.set(key, record)
      }
      found[key] = await record
    }
    return found
  }

  private async record(read: () => Promise<unknown>): Promise<string> {
    const needs = new Set<string>()
    const put = (hash: string, bytes: Uint8Array): void => {
      needs.add(hash)
      if (!this.contents.has(hash)) this.contents.put(hash, bytes)
    }
    const bytes = Buffer.from(JSON.stringify(await recorded({ ...this.contents, put }, read)))
    const hash = sha256(bytes)
    put(hash, bytes)
    this.needs.set(hash, [...needs])
    return hash
  }

  /** Puts on the server what is not there yet. */
  private async upload(records: readonly string[]): Promise<void> {
    const { redis } = this.connection
    for (const hash of new Set(records.flatMap((record) => this.needs.get(record)!))) {
      if (this.sent.has(hash)) continue
      if ((await redis.expire(contentKey(hash), KEPT)) === 0) {
        await redis.set(contentKey(hash), Buffer.from(this.contents.get(hash)), 'EX', KEPT)
      }
      this.sent.add(hash)
    }
  }
}
