// `limber worker` with processes that go wrong (faulty-worker.mjs). Arguments: the queue's address, how many processes, and after how
// many milliseconds one that says nothing is gone.
import { fileURLToPath } from 'node:url'
import { serveQueue } from '../../../dist/node/batch/serve-queue.js'

const [address, workers, lock] = process.argv.slice(2)
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
await serveQueue({
  ...{ address, workers: Number(workers), signal: stop.signal, lock: lock ? Number(lock) : undefined },
  script: fileURLToPath(new URL('faulty-worker.mjs', import.meta.url)),
  onProgress: (done) => process.stdout.write(`${done}\n`),
})
