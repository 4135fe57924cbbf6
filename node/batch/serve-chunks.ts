// The other side of processes.ts: chunks come in on standard input, one a line; on descriptor 3 the process says what it begins and
// what the answers are. It writes synchronously: what it said is known even if the next job ends it.
import { writeSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { answerJobs, type BatchJob, type Library } from '../../src/entries/batch.js'
import type { Place } from './disk-library.js'

const OUT = 3

/**
 * Ends this process soon after the one that started it is gone, also while a job holds on to the event loop: a thread looks every
 * second whether the parent is still the same.
 */
const WATCH = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`

/** A line that comes in. */
export interface ChunkMessage {
  readonly place: Place
  readonly jobs: readonly BatchJob[]
}

/** Answers chunks until standard input ends. */
export async function serveChunks(libraryAt: (place: Place) => Library): Promise<void> {
  new Worker(WATCH, { eval: true }).unref()
  // Ctrl-C in a terminal is for the process that started this one: it decides what becomes of the jobs.
  process.on('SIGINT', () => {})
  for await (const line of createInterface({ input: process.stdin })) {
    const { place, jobs } = JSON.parse(line) as ChunkMessage
    const library = libraryAt(place)
    await answerJobs(jobs, library, say, (message) => relativePaths(message, place))
  }
}

/** With paths from the folder of the jobs, so that words are the same everywhere. */
export function relativePaths(message: string, { folder, root }: Place): string {
  const way = relative(folder, root)
  return message.replaceAll(`${folder}${sep}`, '').replaceAll(`${root}${sep}`, way === '' ? '' : `${way}${sep}`)
}

function say(text: string): void {
  const bytes = Buffer.from(`${text}\n`)
  for (let at = 0; at < bytes.length; ) at += writeSync(OUT, bytes, at)
}
