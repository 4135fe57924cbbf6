// What goes wrong with a queue, the rest of test/cli/queue-faults.test.ts: whatever is killed or cut, every job is answered once, those
// that go wrong by themselves are named, and all others have the bytes that one process writes.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { helix, JOBS, Rig, slow, Wire } from '../cli/queue-rig.js'
import { hasRedis } from '../node/batch/redis.js'

describe.skipIf(!hasRedis)('a queue', () => {
  test.concurrent.for([
    { how: 'no file: it forgets all', args: ['--appendonly', 'no'] },
    { how: 'an append-only file', args: ['--appendonly', 'yes', '--appendfsync', 'always'] },
  ])('a server that is killed, with $how', { timeout: 120_000 }, async ({ args }, context) => {
    const rig = await Rig.make(context, slow(JOBS), ...args)
    await Promise.all([rig.worker(), rig.worker()])
    const batch = rig.send()
    await rig.begun(60)
    await rig.server.kill()
    await sleep(1000)
    await rig.server.start()
    expect(await rig.finish(batch)).toBeLessThan(JOBS)
  })

  test.concurrent('a connection that is cut for ten seconds', async (context) => {
    const rig = await Rig.make(context, slow(JOBS))
    const wire = await Wire.to(rig.server.port, context)
    await Promise.all([rig.worker(1, wire.address), rig.worker(1, wire.address)])
    const batch = rig.send(wire.address)
    await rig.begun(60)
    wire.cut()
    await sleep(10_000)
    wire.join()
    expect(await rig.finish(batch)).toBeLessThan(JOBS)
  }, 120_000)

  test.concurrent('jobs that throw, never end, run out of memory, or end their process', async (context) => {
    const faults = ['throw', 'endless', 'memory', 'abort', 'exit']
    const structures = slow(40)
    for (const [k, fault] of faults.entries()) structures.splice(8 * k, 0, `fault-${fault}`)
    const rig = await Rig.make(context, structures)
    await Promise.all([rig.worker(), rig.worker()])
    const batch = rig.send(undefined, '--deadline', '10')
    await once(batch, 'exit')
    expect(batch.exitCode).toBe(1)
    const good = await helix
    const ended = (how: string) => expect.stringContaining(`"error":{"name":"JobError","message":"the job ${how}`)
    const wanted: Record<string, unknown> = {
      'fault-throw': expect.stringContaining('"error":{"name":"InternalError","message":"no reason"}'),
      'fault-endless': ended('took longer than 10 s'),
      'fault-memory': ended('ended its process twice'),
      'fault-abort': ended('ended its process twice: SIGABRT'),
      'fault-exit': ended('ended its process twice: exit code 7'),
    }
    const lines = readFileSync(rig.out, 'utf8').split('\n').slice(0, -1)
    expect(lines).toEqual(structures.map((name, k) => wanted[name] ?? `{"id":"${k}"${good}`))
  }, 120_000)
})
