// A file of jobs, run by the built command in several ways: one process, two, and shards merged. All must write the same bytes.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { limber } from './run.js'

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
  return one.split('\n').slice(0, -1)
}
