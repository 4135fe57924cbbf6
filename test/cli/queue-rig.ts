// A queue with a real Redis server, workers and a sender, in which anything can be killed or cut; and what must come out of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, type TestContext } from 'vitest'
import { freePort, RedisServer } from '../node/batch/redis.js'
import { example, limber, MAIN } from './run.js'

const WORKER = fileURLToPath(new URL('../node/batch/queue-worker.mjs', import.meta.url))
/** Jobs of 20 ms: two workers need two seconds or more. */
export const JOBS = 240

/** A server, a folder with a job file, and workers whose structures are as faulty-worker.mjs has them. */
export class Rig {
  readonly folder = mkdtempSync(join(tmpdir(), 'limber-faults-'))
  readonly out = join(this.folder, 'out.jsonl')
  private readonly count = join(this.folder, 'count')
  private readonly jobs = join(this.folder, 'jobs.jsonl')

  private constructor(
    readonly server: RedisServer,
    private readonly structures: readonly string[],
    private readonly context: TestContext,
  ) {
    context.onTestFinished(async () => {
      await server.stop()
      rmSync(this.folder, { recursive: true, force: true })
    })
    const lines = structures.map((structure, k) => `{"id":"${k}","job":"clashes","structure":"${structure}"}\n`)
    writeFileSync(this.jobs, lines.join(''))
    writeFileSync(this.count, '')
  }

  static async make(context: TestContext, structures: readonly string[], ...args: string[]): Promise<Rig> {
    return new Rig(await RedisServer.start(...args), structures, context)
  }

  async worker(processes = 1, address = this.server.address, lock?: number): Promise<ChildProcess> {
    // The limit is for jobs that fill the memory: they get there soon.
    const env = { ...process.env, LIMBER_TEST_COUNT: this.count, NODE_OPTIONS: '--max-old-space-size=200' }
    const child = spawn(process.execPath, [WORKER, address, `${processes}`, `${lock ?? ''}`], { env })
    this.context.onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout!, 'data')
    return child
  }

  send(address = this.server.address, ...args: string[]): ChildProcess {
    const child = spawn(process.execPath, [MAIN, 'batch', this.jobs, '--queue', address, '--out', this.out, ...args])
    this.context.onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  /** Waits until `count` jobs were begun. */
  async begun(count: number): Promise<void> {
    while (this.executions().length < count) await sleep(20)
  }

  /** What was executed, in order. */
  executions(): string[] {
    return readFileSync(this.count, 'utf8').split('\n').slice(0, -1)
  }

  /** Waits for the run to end, and compares its output with what it must be. Executions beyond one a job are returned. */
  async finish(batch: ChildProcess): Promise<number> {
    if (batch.exitCode === null) await once(batch, 'exit')
    expect(batch.exitCode).toBe(0)
    expect(existsSync(`${this.out}.journal`)).toBe(false)
    const good = await helix
    expect(readFileSync(this.out, 'utf8')).toBe(this.structures.map((_, k) => `{"id":"${k}"${good}\n`).join(''))
    expect(new Set(this.executions())).toEqual(new Set(this.structures))
    return this.executions().length - this.structures.length
  }
}

/** The answer of every job that is well, without its id. */
export const helix = (async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-helix-'))
  const jobs = join(folder, 'jobs.jsonl')
  writeFileSync(jobs, `{"id":"0","job":"clashes","structure":"${example('helix.pdb')}"}\n`)
  const { stdout } = await limber('batch', jobs, '--workers', '1', '--root', '/')
  rmSync(folder, { recursive: true })
  expect(stdout).toContain('{"id":"0",')
  return stdout.slice('{"id":"0"'.length, -1)
})()

export const slow = (count: number): string[] => Array.from({ length: count }, (_, k) => `slow-${k}`)

/** A connection that can be cut. */
export class Wire {
  private readonly sockets = new Set<Socket>()
  private isCut = false

  private constructor(
    private readonly port: number,
    to: number,
    context: TestContext,
  ) {
    const server = createServer((near) => {
      if (this.isCut) return near.destroy()
      const far = connect(to, '127.0.0.1')
      for (const socket of [near, far]) {
        this.sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          this.sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      near.pipe(far).pipe(near)
    }).listen(port, '127.0.0.1')
    context.onTestFinished(() => {
      this.cut()
      server.close()
    })
  }

  static async to(port: number, context: TestContext): Promise<Wire> {
    return new Wire(await freePort(), port, context)
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  cut(): void {
    this.isCut = true
    for (const socket of this.sockets) socket.destroy()
  }

  join(): void {
    this.isCut = false
  }
}
