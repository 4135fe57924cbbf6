// A thread of the child that reads (child.ts): ends the process when one file takes more processor time or memory than is allowed, which
// the thread that hangs could not do itself.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { Watched } from './child.js'

const { state, limits } = workerData as Watched
const INTERVAL_MS = 20

function end(limit: 'time' | 'memory', amount: number): void {
  writeSync(1, `${JSON.stringify({ limit, amount })}\n`)
  process.kill(process.pid, 'SIGKILL')
}

setInterval(() => {
  const [began] = new Float64Array(state)
  const { user, system } = process.cpuUsage()
  const ms = (user + system) / 1000 - began!
  if (began! >= 0 && ms > limits.ms) end('time', ms)
  const megabytes = process.memoryUsage.rss() / 2 ** 20
  if (megabytes > limits.megabytes) end('memory', megabytes)
}, INTERVAL_MS)
