// `limber batch` and `limber merge`: the same bytes from any number of processes and shards, also after a kill -9; bad lines are
// refused before any work starts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { example, limber, limberHere, MAIN } from './run.js'

let folder = ''
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-batch-'))
  cpSync(example('.'), folder, { recursive: true })
  const paths = ['round-post.json', 'through-post.json', 'missing.json']
  writeJobs(
    'jobs.jsonl',
    Array.from({ length: 60 }, (_, k) => ({
      ...{ id: `job ${k}`, job: 'check', scene: 'cell.json', path: paths[k % 20 === 7 ? 2 : k % 2] },
      ...(k % 3 === 0 ? { certificate: 'digest' } : {}),
    })),
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeJobs(name: string, jobs: readonly object[]): void {
  writeFileSync(at(name), jobs.map((job) => `${JSON.stringify(job)}\n`).join(''))
}

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await limber('batch', at('jobs.jsonl'), ...args)
  const failed = expect.stringMatching(/^limber: \d+ of \d+ jobs failed: their answers say why\n$/)
  expect({ code, stderr }).toEqual({ code: 1, stderr: failed })
  return stdout
}

test('one process, two, as they come, and three shards merged: the same answers', async () => {
  const one = await run('--workers', '1')
  const lines = one.split('\n').slice(0, -1)
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(lines.map((_, k) => `job ${k}`))
  expect(lines).toHaveLength(60)
  const parts = [1, 2, 3].map((k) => at(`part${k}.jsonl`))
  const [two, unordered] = await Promise.all([
    run('--workers', '2'),
    run('--workers', '2', '--unordered'),
    ...parts.map((part, k) => run('--shard', `${k + 1}/3`, '--out', part, '--workers', '1')),
  ])
  expect(two).toBe(one)
  expect(unordered!.split('\n').sort()).toEqual(one.split('\n').sort())
  expect((await limberHere('merge', ...parts)).stdout).toBe(one)
  const merged = await limberHere('merge', parts[1]!, parts[0]!, at('jobs.jsonl'))
  expect(merged.code).toBe(2)
  expect(merged.stderr).toContain('is too many')
})

test('files that cannot be written are named', async () => {
  const { code, stderr } = await limber('batch', at('jobs.jsonl'), '--out', at('none/x'))
  expect(code).toBe(2)
  expect(stderr).toContain('x.journal: expected a file that can be written, got ENOENT')
  const twice = await limber('merge', at('jobs.jsonl'), at('jobs.jsonl'))
  expect(twice.stderr).toContain('must be given once')
})

test('a run that was killed goes on where it was, and its output is the same', async () => {
  const whole = at('whole.jsonl')
  const killed = at('killed.jsonl')
  await run('--out', whole)
  expect(existsSync(`${whole}.journal`)).toBe(false)
  const child = spawn(process.execPath, [MAIN, 'batch', at('jobs.jsonl'), '--workers', '1', '--out', killed])
  const ended = once(child, 'exit')
  while (!existsSync(killed) || statSync(killed).size === 0) await setImmediate()
  child.kill('SIGKILL')
  await ended
  const before = readFileSync(killed, 'utf8')
  const journal = readFileSync(`${killed}.journal`, 'utf8')
  expect(before.length).toBeLessThan(statSync(whole).size)
  // As if it had been killed in the middle of a line.
  writeFileSync(killed, `${before}{"id":"job`)
  writeFileSync(`${killed}.journal`, `${journal}{"first":`)
  const other = await limber('batch', at('jobs.jsonl'), '--unordered', '--out', killed)
  expect(other.code).toBe(2)
  expect(other.stderr).toContain('got one of a run with another order of answers; delete it to start again')
  // As if the output had been taken away.
  const [head] = journal.split('\n')
  writeFileSync(`${killed}.journal`, `${head}\n{"first":0,"count":1,"bytes":100}\n`)
  writeFileSync(killed, '')
  const short = await limber('batch', at('jobs.jsonl'), '--out', killed)
  expect(short.code).toBe(2)
  expect(short.stderr).toMatch(
    /killed.jsonl: expected 100 bytes or more, as its journal says, got 0; delete .* to start/,
  )
  writeFileSync(`${killed}.journal`, journal)
  writeFileSync(killed, before)
  // Those that failed before it was killed count too.
  const { stderr } = await limber('batch', at('jobs.jsonl'), '--out', killed)
  expect(stderr).toBe('limber: 3 of 60 jobs failed: their answers say why\n')
  expect(readFileSync(killed, 'utf8')).toBe(readFileSync(whole, 'utf8'))
  expect(existsSync(`${killed}.journal`)).toBe(false)
  const again = await limber('batch', at('jobs.jsonl'), '--out', killed)
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('killed.jsonl: expected a new file, or one with its journal')
})

test.each([
  ['{"job":"check","scene":"cell.json","path":"round-post.json"', ', line 2: expected a job as JSON on one line'],
  ['{', ', line 2: expected a job as JSON on one line, got the end of the line'],
  ['{"job":"check","scene":"cell.json"}', ', line 2, path: expected'],
  ['{"job":"check","scene":"cell.json","path":"round-post.json","maxSteps":0}', ', line 2, maxSteps: expected a whole'],
  ['7', ', line 2: expected an object'],
])('a bad line is refused before any work starts: %s', async (line, message) => {
  const good = JSON.stringify({ job: 'check', scene: 'cell.json', path: 'round-post.json' })
  writeFileSync(at('bad.jsonl'), `${good}\n${line}\n`)
  const { code, stdout, stderr } = await limberHere('batch', at('bad.jsonl'))
  expect(stderr).toContain(`bad.jsonl${message}`)
  expect([code, stdout]).toEqual([2, ''])
})

test('a file without jobs is named', async () => {
  writeFileSync(at('none.jsonl'), '\n\n')
  const { code, stdout, stderr } = await limberHere('batch', at('none.jsonl'))
  expect([code, stdout, stderr]).toEqual([0, '', `limber: ${at('none.jsonl')} has no jobs\n`])
})

test('wrong options are refused', async () => {
  for (const option of ['--workers=0', '--deadline=-1', '--shard=3/2', '--shard=0/2', '--shard=a']) {
    const { code, stderr } = await limberHere('batch', at('jobs.jsonl'), option)
    expect(code).toBe(2)
    expect(stderr).toContain(`limber: ${option.split('=')[0]} must be`)
  }
})
