// A file of jobs, run by the built command in several ways: one process, two, shards merged, and two workers behind a Redis server, where
// there is one. All must write the same bytes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { hasRedis, RedisServer } from '../node/batch/redis.js'
import { limber, MAIN } from './run.js'

/** Returns the answers. */
export async function sameInAllWays(file: string, shards: number): Promise<string[]> {
  const run = async (out: string, ...args: string[]): Promise<string> => {
    const { code, stderr } = await limber('batch', file, '--out', out, ...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return out
  }
  const one = readFileSync(await run(`${file}.one`, '--workers', '1'), 'utf8')
  expect(readFileSync(await run(`${file}.two`, '--workers', '2'), 'utf8')).toBe(one)
  const parts: string[] = []
  for (let k = 1; k <= shards; k++) parts.push(await run(`${file}.part${k}`, '--shard', `${k}/${shards}`))
  expect((await limber('merge', ...parts)).stdout).toBe(one)
  if (hasRedis) {
    const server = await RedisServer.start()
    const workers = [1, 2].map(() =>
      spawn(process.execPath, [MAIN, 'worker', '--queue', server.address, '--workers', '1']),
    )
    try {
      for (const worker of workers) await once(worker.stderr, 'data')
      expect(readFileSync(await run(`${file}.queue`, '--queue', server.address), 'utf8')).toBe(one)
    } finally {
      for (const worker of workers) worker.kill('SIGKILL')
      await server.stop()
    }
  }
  return one.split('\n').slice(0, -1)
}
