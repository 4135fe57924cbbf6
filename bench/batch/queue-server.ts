// A Redis server on loopback, at a free port, and a worker that takes its chunks.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { queueCarrier } from '../../node/batch/queue-carrier.js'
import type { Carrier } from '../../src/entries/batch.js'

const LIMBER = fileURLToPath(new URL('../../bin/limber.js', import.meta.url))

export interface StartedQueue {
  readonly carrier: Carrier
  close(): Promise<void>
}

/** Undefined where there is no redis-server. */
export async function startQueue(
  place: { readonly folder: string; readonly root: string; readonly deadline: number },
  processes: number,
): Promise<StartedQueue | undefined> {
  if (spawnSync('redis-server', ['--version']).error !== undefined) return undefined
  const port = await freePort()
  const server = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()])
  for (let said = ''; !said.includes('Ready to accept'); ) said += (await once(server.stdout, 'data'))[0]
  const address = `redis://127.0.0.1:${port}`
  const worker = spawn(process.execPath, [LIMBER, 'worker', '--queue', address, '--workers', `${processes}`])
  await once(worker.stderr, 'data')
  const carrier = await queueCarrier({ address, ...place })
  return {
    carrier,
    async close() {
      await carrier.close()
      worker.kill('SIGKILL')
      server.kill('SIGKILL')
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  return port
}
