// A process that runs chunks of jobs: chunks come in on standard input, one a line; on descriptor 3 it says what it begins and what
// came of it. Written synchronously: what it said is known even if the next job ends it.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type BatchJob, failure, prepareJob } from '../../src/entries/batch.js'
import { diskLibrary } from './disk-library.js'

const OUT = 3

function say(text: string): void {
  const bytes = Buffer.from(`${text}\n`)
  for (let at = 0; at < bytes.length; ) at += writeSync(OUT, bytes, at)
}

const [folder, root] = process.argv.slice(2)
const library = diskLibrary(folder!, root!)
say('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const jobs = JSON.parse(line) as readonly BatchJob[]
  for (const job of jobs) {
    say('open')
    try {
      const run = await prepareJob(job, library)
      say('run')
      say(`answer ${JSON.stringify(run())}`)
    } catch (error) {
      say(`answer ${JSON.stringify(failure(job.id, error))}`)
    }
  }
}
