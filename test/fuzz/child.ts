// Reads damaged files, one after the other, and writes a line about each as soon as it is done: the parent (pool.ts) knows which one it was
// when the process dies. A thread beside it (watch.ts) ends the process when a file takes too long or too much memory.
import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { readSaved } from './case-folder.js'
import { type DamagedCase, damagedCase, type FuzzFormat, outcomeOf } from './format.js'

/** For one file. */
export interface Limits {
  /** Processor time of all threads. */
  readonly ms: number
  /** Resident memory of the whole process, Node itself included. */
  readonly megabytes: number
}

/** What a child is to read: damaged files by number, one bomb, or files that were kept. */
export interface ChildTask {
  /** The module that exports the table `FORMATS`. */
  readonly table: string
  readonly format: string
  readonly seed: number
  readonly from: number
  readonly count: number
  readonly bomb?: string | undefined
  readonly folder?: string | undefined
  readonly limits: Limits
}

export interface ChildLine {
  readonly index: number
  readonly how: string
  readonly outcome: string
  readonly ms: number
  /** The most that this process has ever had. */
  readonly megabytes: number
}

/** Given to the watching thread: the processor time at which the file began, −1 between files. */
export interface Watched {
  readonly state: SharedArrayBuffer
  readonly limits: Limits
}

const task = JSON.parse(process.argv[2]!) as ChildTask
const { FORMATS } = (await import(task.table)) as { FORMATS: readonly FuzzFormat[] }
const format = FORMATS.find(({ name }) => name === task.format)!

function caseOf(index: number): DamagedCase {
  if (task.folder !== undefined) return { ...readSaved(task.folder), how: 'as kept' }
  if (task.bomb !== undefined) return { ...format.bombs![task.bomb]!(), how: task.bomb }
  return damagedCase(format, task.seed, index)
}

const milliseconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const state = new SharedArrayBuffer(8)
const began = new Float64Array(state)
began[0] = -1
const watched: Watched = { state, limits: task.limits }
const watch = new Worker(new URL('./watch.js', import.meta.url), { workerData: watched })
// Its start is not charged to the first file.
await new Promise((resolve) => watch.once('online', resolve))
watch.unref()

/** Linux counts what the process that started this one had, too: the peak says something only where it is above that. */
const inherited = process.resourceUsage().maxRSS
function peakMegabytes(): number {
  const { maxRSS } = process.resourceUsage()
  return maxRSS > inherited ? maxRSS / 1024 : process.memoryUsage.rss() / 2 ** 20
}

for (let index = task.from; index < task.from + task.count; index++) {
  const given = caseOf(index)
  began[0] = milliseconds()
  const outcome = await outcomeOf(format, given, index)
  const ms = milliseconds() - began[0]
  began[0] = -1
  const megabytes = peakMegabytes()
  const line: ChildLine = { index, how: given.how, outcome, ms, megabytes }
  writeSync(1, `${JSON.stringify(line)}\n`)
}
// What a reader has left behind, such as a timer, must not keep it.
process.exit(0)
