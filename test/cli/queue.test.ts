// `limber batch --queue` and `limber worker`, with a real Redis server: the same bytes as without, and what is refused in words.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, hasRedis, RedisServer } from '../node/batch/redis.js'
import { example, limber, limberWith, MAIN } from './run.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

describe.skipIf(!hasRedis)('a queue', () => {
  let folder = ''
  let server: RedisServer
  const workers: ChildProcess[] = []
  const at = (name: string): string => join(folder, name)

  async function startWorker(...args: string[]): Promise<ChildProcess> {
    const worker = spawn(process.execPath, [MAIN, 'worker', '--queue', server.address, ...args], { cwd: folder })
    workers.push(worker)
    let said = ''
    const ended = once(worker, 'exit').then(() => {
      throw new Error(`a worker ended: ${said}`)
    })
    ended.catch(() => {})
    while (!said.includes('waiting for jobs')) {
      said += ((await Promise.race([once(worker.stderr!, 'data'), ended])) as unknown[])[0]
    }
    return worker
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'limber-queue-test-'))
    cpSync(example('.'), at('cell'), { recursive: true })
    const paths = ['round-post.json', 'through-post.json', 'missing.json', 'out/x.json', 'coil.xyz']
    const jobs = Array.from({ length: 60 }, (_, k) => ({
      ...{ id: `job ${k}`, job: 'check', scene: 'cell.json', path: paths[k % 20 < 3 ? 2 + (k % 20) : k % 2] },
      ...(k % 3 === 0 ? { certificate: 'digest' } : {}),
    }))
    const others = [
      { job: 'clashes', structure: 'helix.pdb' },
      { job: 'clashes', structure: 'cell.json' },
      { job: 'query', a: 'tray.obj', b: 'tray.obj', poses: [{ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 3] }] },
      { job: 'query', a: 'tray.obj', b: 'nowhere.obj', poses: [{ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 3] }] },
      { job: 'allow', robot: 'arm.urdf', pair: ['base', 'forearm'], samples: 20 },
      { job: 'check', scene: 'arm.urdf', read: { srdf: 'arm.srdf' }, path: 'round-post.json' },
    ]
    symlinkSync('..', at('cell/out'))
    writeFileSync(at('x.json'), '{}')
    writeFileSync(at('cell/jobs.jsonl'), [...jobs, ...others].map((job) => `${JSON.stringify(job)}\n`).join(''))
    server = await RedisServer.start()
  })

  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL')
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('two workers write what one process writes, errors and all; nothing of it is left', async () => {
    const [one] = await Promise.all([
      limber('batch', at('cell/jobs.jsonl'), '--workers', '1'),
      startWorker('--workers', '1'),
    ])
    await startWorker('--workers', '1')
    expect(one.code).toBe(1)
    const queued = await limber('batch', at('cell/jobs.jsonl'), '--queue', server.address)
    expect(queued.stdout).toBe(one.stdout)
    expect(queued.code).toBe(1)
    // Under another root, a link that led out does not: other answers, and again the same ones.
    const [wide, wideHere] = await Promise.all([
      limber('batch', at('cell/jobs.jsonl'), '--queue', server.address, '--root', folder),
      limber('batch', at('cell/jobs.jsonl'), '--root', folder),
    ])
    expect(wide.stdout).toBe(wideHere.stdout)
    expect(wide.stdout).not.toBe(one.stdout)
    const left = await server.with((redis) => redis.keys('limber:chunks:*'))
    expect(left.filter((key) => /[0-9a-f]{64}$/.test(key))).toEqual([])
  }, 120_000)

  test('jobs that are all the same are told apart by their places', async () => {
    const line = '{"id":"same","job":"check","scene":"cell.json","path":"round-post.json"}\n'
    writeFileSync(at('cell/same.jsonl'), line.repeat(40))
    const here = await limber('batch', at('cell/same.jsonl'))
    expect(here.stdout.split('\n')).toHaveLength(41)
    expect((await limber('batch', at('cell/same.jsonl'), '--queue', server.address)).stdout).toBe(here.stdout)
  }, 120_000)

  test('a worker reads nothing but what was sent, whatever a chunk says, and leaves nothing behind', async () => {
    const secret = at('secret.pdb')
    writeFileSync(secret, readFileSync(example('helix.pdb')))
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('limber-worker-'))
    const worker = await startWorker('--workers', '1')
    const { Queue, QueueEvents } = await import('bullmq')
    const connection = { host: '127.0.0.1', port: server.port }
    const queue = new Queue('chunks', { connection, prefix: 'limber' })
    const events = new QueueEvents('chunks', { connection, prefix: 'limber' })
    await events.waitUntilReady()
    const send = async (records: object, jobs: object[], more = {}): Promise<unknown> => {
      const data = { version, folder, root: '/', records, deadline: 10, first: 0, jobs, ...more }
      const chunk = await queue.add('chunk', data)
      return chunk.waitUntilFinished(events)
    }
    const job = { id: '1', job: 'clashes', structure: secret }
    const refused = `{"id":"1","error":{"name":"StructureFileError","message":"secret.pdb: expected a file that can be read, got no such file"}}`
    expect(await send({}, [job])).toEqual([refused])
    const key = JSON.stringify(['structure', secret, null])
    await expect(send({ [key]: '../../secret.pdb' }, [job])).rejects.toThrow('64 hexadecimal digits')
    await expect(send({ [key]: 'a'.repeat(64) }, [job])).rejects.toThrow('files are missing')
    await expect(send({}, [{ ...job, structure: 7 }])).rejects.toThrow('expected the path of a file')
    await expect(send({}, [job], { version: '0.0.1' })).rejects.toThrow('got one of 0.0.1')
    await Promise.all([queue.close(), events.close()])
    for (const one of workers.splice(0)) {
      one.kill('SIGTERM')
      if (one.exitCode === null) await once(one, 'exit')
    }
    expect(worker.exitCode).toBe(0)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('limber-worker-') && !before.includes(name))).toEqual(
      [],
    )
  }, 120_000)

  test('what cannot work is refused in words before anything is done', async () => {
    const jobs = at('cell/jobs.jsonl')
    const queue = async (address: string, file = jobs, env = {}): Promise<string> => {
      const { code, stdout, stderr } = await limberWith({ env }, 'batch', file, '--queue', address)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      return stderr
    }
    const port = await freePort()
    const [closed, nobody, page, word, locked] = await Promise.all([
      queue(`redis://127.0.0.1:${port}`),
      queue('redis://no.such.host.example'),
      queue('http://user:word@127.0.0.1/x'),
      queue('here'),
      RedisServer.start('--requirepass', 'word'),
    ])
    expect(closed).toContain(`redis://127.0.0.1:${port}/0: expected a Redis server, got ECONNREFUSED`)
    expect(nobody).toContain('expected a Redis server, got ')
    expect(page).toBe('limber: expected an address like redis://host:6379/0, got http://127.0.0.1/x\n')
    expect(word).toContain('expected an address like redis://host:6379, got "here"')
    try {
      const [none, wrong, other] = await Promise.all([
        queue(locked.address),
        queue(locked.address.replace('//', '//:wrong@')),
        limberWith({ env: { LIMBER_QUEUE_PASSWORD: 'other' } }, 'worker', '--queue', locked.address),
      ])
      expect(none).toContain(
        'expected the password of the server (in the address or in LIMBER_QUEUE_PASSWORD), got none',
      )
      expect(wrong).toContain('LIMBER_QUEUE_PASSWORD), got another')
      expect(wrong).not.toContain('wrong')
      expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('got another') })
    } finally {
      await locked.stop()
    }
    await server.with((redis) => redis.select(3).then(() => redis.set('limber:version', '0.0.1')))
    writeFileSync(
      at('cell/bad.jsonl'),
      '{"job":"check","scene":"cell.json","path":"round-post.json"}\n{"job":"check","scene":"cell.json"}\n',
    )
    const outside = '{"job":"check","scene":"cell.json","path":"round-post.json","read":{"srdf":"../x.srdf"}}'
    writeFileSync(at('cell/outside.jsonl'), `\n${outside}\n`)
    const [third, outer, bad] = await Promise.all([
      queue(`${server.address}/3`),
      queue(server.address, at('cell/outside.jsonl')),
      queue(server.address, at('cell/bad.jsonl')),
    ])
    expect(third).toContain(
      `/3: expected a queue of Limber ${version}, got one of 0.0.1; use another database of the server, as in redis://host/1`,
    )
    expect(outer).toContain(
      'outside.jsonl, line 2, read: expected a file inside the root folder (option root), got "../x.srdf"',
    )
    expect(bad).toContain('bad.jsonl, line 2, path: expected the path: two waypoints or more, got nothing')
  }, 120_000)
})
