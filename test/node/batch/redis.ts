// A Redis server of a test's own: on loopback, at a free port, with a folder of its own; it can be killed and started again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'

/** Setting it up says so where it is missing (scripts/find-programs.mjs). */
export const hasRedis = spawnSync('redis-server', ['--version']).error === undefined

export class RedisServer {
  private child: ChildProcess | undefined
  private readonly folder = mkdtempSync(join(tmpdir(), 'limber-redis-'))

  private constructor(
    readonly port: number,
    private readonly args: readonly string[],
  ) {}

  static async start(...args: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args)
    await server.start()
    return server
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const args = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.folder, '--save', '', ...this.args]
    this.child = spawn('redis-server', args)
    for await (const line of this.child.stdout!) if (`${line}`.includes('Ready to accept connections')) return
    throw new Error('redis-server did not start')
  }

  /** As if the machine had lost its power. */
  async kill(): Promise<void> {
    const { child } = this
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async with<T>(use: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.port)
    try {
      return await use(redis)
    } finally {
      redis.disconnect()
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
