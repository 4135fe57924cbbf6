// The other side of processes.ts: chunks come in on standard input, one a line; on descriptor 3 the process says what it begins and
// what the answers are. It writes synchronously: what it said is known even if the next job ends it.
import { writeSync } from 'node:fs'
import { sep } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { type BatchJob, failedAnswer, type Library, prepareJob } from '../../src/entries/batch.js'

const OUT = 3

/**
 * Ends this process soon after the one that started it is gone, also while a job holds on to the event loop: a thread looks every
 * second whether the parent is still the same.
 */
const WATCH = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`

/** Answers chunks until standard input ends. `folder`: what errors leave out of paths, so that they are the same everywhere. */
export async function serveChunks(library: Library, folder: string): Promise<void> {
  new Worker(WATCH, { eval: true }).unref()
  for await (const line of createInterface({ input: process.stdin })) {
    for (const job of JSON.parse(line) as readonly BatchJob[]) say(`answer ${await answer(job, library, folder)}`)
  }
}

async function answer(job: BatchJob, library: Library, folder: string): Promise<string> {
  try {
    say('open')
    const run = await prepareJob(job, library)
    say('run')
    return JSON.stringify(run())
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(`${folder}${sep}`, '')
    return JSON.stringify(failedAnswer(job.id, error, message))
  }
}

function say(text: string): void {
  const bytes = Buffer.from(`${text}\n`)
  for (let at = 0; at < bytes.length; ) at += writeSync(OUT, bytes, at)
}
