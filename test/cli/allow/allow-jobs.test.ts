// `limber allow` on other machines: its pairs as jobs of `limber batch`, and the report from the answers, to the byte that of one run.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { example, limber } from '../run.js'

let folder: string
const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')
const QUICK = ['--samples', '60', '--descents', '2', '--clearance']
const files = (name: string): string[] => [
  ...['--report', at(`${name}.json`), '--out', at(`${name}.srdf`), '--certificate', at(`${name}.proofs.json`)],
]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-allow-jobs-'))
  cpSync(example('arm.urdf'), at('arm.urdf'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('shards of its pairs, merged, give the files of one run; what is not answered is done here', {
  timeout: 300_000,
}, async () => {
  const one = await limber('allow', at('arm.urdf'), ...QUICK, ...files('one'))
  expect(one.code).toBe(0)
  const jobs = await limber('allow', at('arm.urdf'), ...QUICK, ...files('two'), '--jobs', at('pairs.jsonl'))
  expect(jobs).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('pairs.jsonl written: 21 jobs') })
  for (const k of [1, 2]) {
    const { code } = await limber('batch', at('pairs.jsonl'), '--shard', `${k}/2`, '--out', at(`part${k}`))
    expect(code).toBe(0)
  }
  await limber('merge', at('part1'), at('part2'), '--out', at('answers.jsonl'))
  const two = await limber('allow', at('arm.urdf'), ...QUICK, ...files('two'), '--answers', at('answers.jsonl'))
  expect({ code: two.code, stderr: two.stderr }).toEqual({ code: 0, stderr: '' })
  for (const kind of ['json', 'srdf', 'proofs.json']) expect(read(`two.${kind}`)).toBe(read(`one.${kind}`))

  const lines = read('answers.jsonl').split('\n').slice(0, -1)
  const { id } = JSON.parse(lines[3]!) as { id: string }
  const broken = JSON.stringify({ id, error: { name: 'JobError', message: 'the job took too long' } })
  writeFileSync(at('some.jsonl'), [...lines.slice(0, 3), broken].join('\n'))
  const three = await limber('allow', at('arm.urdf'), ...QUICK, ...files('three'), '--answers', at('some.jsonl'))
  expect(three.stderr).toMatch(/some\.jsonl: a job failed, and was done here: \w+ and \w+: the job took too long/)
  expect(read('three.json')).toBe(read('one.json'))
})

test('answers to another question, or about another robot, are refused by their line', async () => {
  const refused = async (file: string, ...args: string[]): Promise<string> => {
    const { code, stderr } = await limber('allow', at('arm.urdf'), ...args, '--answers', at(file))
    expect(code).toBe(2)
    return stderr
  }
  const proofs = ['--certificate', at('four.proofs.json')]
  expect(await refused('answers.jsonl', ...QUICK, ...proofs, '--seed', '2')).toContain(
    'answers.jsonl, line 1: expected an answer to a job of --jobs',
  )
  const [first, ...rest] = read('answers.jsonl').split('\n')
  writeFileSync(at('other.jsonl'), [first, rest[0]!.replace(/"hash":"\w/, '"hash":"x'), ...rest.slice(1)].join('\n'))
  expect(await refused('other.jsonl', ...QUICK, ...proofs)).toContain('other.jsonl, line 2: expected an answer about')
  expect(await refused('nowhere.jsonl', ...QUICK, ...proofs)).toContain('nowhere.jsonl: expected a file that can be')
})
