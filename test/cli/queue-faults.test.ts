// What goes wrong with a queue, with a real Redis server: if a worker or the sender is killed, every job is answered once, with the
// bytes that one process writes. What happens to the server and to the connection, and jobs that go wrong by themselves, are in test/deep.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasRedis } from '../node/batch/redis.js'
import { JOBS, Rig, slow } from './queue-rig.js'

describe.skipIf(!hasRedis)('a queue', () => {
  test.concurrent('a worker that is killed: another does its chunk', async (context) => {
    const rig = await Rig.make(context, slow(JOBS))
    // The other waits six seconds for it, not twenty.
    const [first] = await Promise.all([1, 2].map(() => rig.worker(1, undefined, 6000)))
    const batch = rig.send()
    await rig.begun(60)
    first!.kill('SIGKILL')
    // What it was at is done again: at most a chunk of about a second.
    expect(await rig.finish(batch)).toBeLessThan(200)
  }, 120_000)

  test.concurrent('a sender that is killed and started again: nothing is done twice', async (context) => {
    const rig = await Rig.make(context, slow(JOBS))
    await Promise.all([rig.worker(), rig.worker()])
    const killed = rig.send()
    await rig.begun(60)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(existsSync(`${rig.out}.journal`)).toBe(true)
    expect(await rig.finish(rig.send())).toBe(0)
  }, 120_000)
})
