// Jobs in processes: the same answers from one process and from several, and one bad job costs no other its answer.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { BatchOptions } from '../../../node/index.js'
import { type Answer, type BatchJob, runChunks } from '../../../src/entries/batch.js'

// As built: processes are started by file.
const built = (name: string) => import(new URL(`../../../dist/node/${name}`, import.meta.url).href)
const { runBatch } = (await built('index.js')) as typeof import('../../../node/index.js')
const { processes } = (await built('batch/processes.js')) as typeof import('../../../node/batch/processes.js')
const folder = fileURLToPath(new URL('../../../examples', import.meta.url))

const check = (id: string, path = 'round-post.json') => ({ id, job: 'check', scene: 'cell.json', path })

async function answers(jobs: readonly object[], options: BatchOptions = {}): Promise<Answer[]> {
  const found: Answer[] = []
  for await (const answer of runBatch(jobs, { folder, workers: 2, ...options })) found.push(answer)
  return found
}

test('one process, two, and three give the same answers in the same order', async () => {
  const jobs = Array.from({ length: 40 }, (_, k) =>
    check(`${k}`, k % 3 === 0 ? 'through-post.json' : 'round-post.json'),
  )
  const [one, two, three] = await Promise.all([1, 2, 3].map((workers) => answers(jobs, { workers })))
  expect(one!.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id))
  expect(new Set(one!.map(({ outcome }) => outcome))).toEqual(new Set(['free', 'collision']))
  expect(JSON.stringify(two)).toBe(JSON.stringify(one))
  expect(JSON.stringify(three)).toBe(JSON.stringify(one))
})

test('a job that fails says why, and the others are answered', async () => {
  const found = await answers([check('a'), check('b', 'nowhere.json'), check('c', '../package.json'), check('d')])
  expect(found.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['a', 'free'],
    ['b', undefined],
    ['c', undefined],
    ['d', 'free'],
  ])
  expect(found[1]!.error).toEqual({
    name: 'SceneFileError',
    message: 'nowhere.json: expected a file that can be read, got no such file',
  })
  expect(found[2]!.error).toMatchObject({ name: 'InvalidInputError' })
})

test('a loop that is left, and a run that is stopped, end at once and leave no process behind', async () => {
  const fold = { job: 'fold', structure: 'trp-cage.pdb', steps: 1e9 }
  const jobs = [{ job: 'clashes', structure: 'helix.pdb' }, fold, fold]
  for await (const { error } of runBatch(jobs, { folder, workers: 2 })) {
    expect(error).toBeUndefined()
    break
  }
  expect(children()).toEqual([])
  const stop = new AbortController()
  const found: Answer[] = []
  for await (const answer of runBatch(jobs, { folder, workers: 2, signal: stop.signal })) {
    found.push(answer)
    setTimeout(() => stop.abort(), 100)
  }
  expect(found).toHaveLength(1)
  expect(children()).toEqual([])
})

/** Processes for chunks that this one has. */
function children(): string[] {
  const list = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
  return list.filter((line) => Number.parseInt(line, 10) === process.pid && line.includes('batch-worker'))
}

test('a deadline longer than any timer is one', async () => {
  const [answer] = await answers([check('a')], { deadline: 1e9 })
  expect(answer!.outcome).toBe('free')
})

test('something that is not a job is refused by its place and field', async () => {
  await expect(answers([check('a'), { job: 'check', scene: 'cell.json', delta: -1, path: 'x' }])).rejects.toThrow(
    /jobs\[1\]\.delta must be a finite number of 0 or more/,
  )
  await expect(answers([{ job: 'chekc' }])).rejects.toThrow(/jobs\[0\]\.job must be one of check, /)
})

/** The answers of a process whose structures go wrong as they are called, with executions counted. */
async function faulty(structures: readonly string[], deadline = 20): Promise<Answer[]> {
  const script = fileURLToPath(new URL('faulty-worker.mjs', import.meta.url))
  const carrier = processes({ workers: 2, folder, root: folder, deadline, script })
  const jobs = structures.map((structure, k): BatchJob => ({ id: `${k}`, job: 'clashes', structure }))
  async function* placed() {
    for (const [place, job] of jobs.entries()) yield { place, job }
  }
  const found: Answer[] = []
  for await (const { answers } of runChunks(placed(), carrier)) {
    found.push(...answers.map((answer) => JSON.parse(answer) as Answer))
  }
  return found
}

/** What a good structure's job is answered. */
let alone: Answer | undefined

test.each([
  ['throw', { name: 'InternalError', message: 'no reason' }],
  ['abort', { name: 'JobError', message: 'the job ended its process twice: SIGABRT' }],
  ['exit', { name: 'JobError', message: 'the job ended its process twice: exit code 7' }],
  ['endless', { name: 'JobError', message: 'the job took longer than 1 s: its process was ended' }],
])('a job that does this is named, and all others are answered: %s', async (fault, error) => {
  const good = 'helix.pdb'
  alone ??= (await faulty([good]))[0]
  const found = await faulty([good, good, `fault-${fault}`, good, good, `fault-${fault}`, good], 1)
  expect(found.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  for (const [k, answer] of found.entries()) {
    expect(answer).toEqual(k === 2 || k === 5 ? { id: `${k}`, error } : { ...alone, id: `${k}` })
  }
})
