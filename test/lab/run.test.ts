import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Experiment } from '../../lab/experiment.js'
import { FindingLists, printFindings } from '../../lab/findings.js'
import { part, runJobs } from '../../lab/jobs.js'
import { KeptFile } from '../../lab/kept-parts.js'
import { runExperiment } from '../../lab/run.js'

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'limber-run-'))
})
afterAll(() => rm(scratch, { recursive: true }))

/** Measures squares, one a part, and remembers which it has measured. */
function squares(measured: number[]): Experiment<{ to: number }> {
  return {
    name: 'squares',
    summary: '',
    paper: '',
    options: [],
    plan: ({ to }) => ({ to: Number(to ?? 3) }),
    async run({ to }, progress, control) {
      const found: number[] = []
      const jobs = Array.from({ length: to }, (_, k) =>
        part(
          `square ${k}`,
          1,
          async (p) => {
            await p(0, `square ${k}`)
            measured.push(k)
            return k * k
          },
          (square) => found.push(square),
        ),
      )
      const complete = await runJobs(jobs, progress, control)
      const findings = new FindingLists()
      findings.judge('Table 1', 'the last square', found.at(-1) === 4, 'there are too few')
      return { document: { found }, text: found.join(' '), good: true, findings, complete }
    },
  }
}

const silent = (): undefined => undefined

test('a document says when, where, by what plan, and what was found', async () => {
  const { document, text, complete } = await runExperiment(squares([]), { quick: true }, silent)
  expect(complete).toBe(true)
  expect(document).toMatchObject({ found: [0, 1, 4], run: { plan: { to: 3 }, quick: true, complete: true } })
  expect(document.run.date).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(document.run.machine).toMatch(/\d+ cores?, \w+ \w+, Node v\d/)
  expect(document.findings.reproduced).toEqual([{ of: 'Table 1', what: 'the last square' }])
  expect(text).toMatch(/^0 1 4\n\nRun of .* the short form.*, 0 s\.\n\nReproduced \(1\)\n- Table 1: the last square\n/)
})

test('a stopped run returns what it has, and the next one resumes after it', async () => {
  const path = join(scratch, 'deep', 'squares.json')
  const stop = new AbortController()
  const measured: number[] = []
  const first = await runExperiment(
    squares(measured),
    {},
    (_, label) => {
      if (label === 'square 1') stop.abort()
      return undefined
    },
    { signal: stop.signal, kept: await KeptFile.open(path, 'this plan') },
  )
  expect(first.complete).toBe(false)
  expect(first.document).toMatchObject({ found: [0, 1], findings: { differs: [{ why: 'there are too few' }] } })
  expect(first.text).toContain('STOPPED')
  const kept = await KeptFile.open(path, 'this plan')
  expect(kept.size).toBe(2)
  const second = await runExperiment(squares(measured), {}, silent, { kept })
  expect(second.complete).toBe(true)
  expect(second.document).toMatchObject({ found: [0, 1, 4] })
  expect(measured).toEqual([0, 1, 2])
  await kept.remove()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('parts of another plan or build do not count, and their time does where they do', async () => {
  const path = join(scratch, 'squares.json')
  const kept = await KeptFile.open(path, 'one plan')
  await kept.set('square 1', { result: 7, seconds: 90 })
  expect((await KeptFile.open(path, 'another plan')).get('square 1')).toBeUndefined()
  const { document } = await runExperiment(squares([]), {}, silent, { kept: await KeptFile.open(path, 'one plan') })
  expect(document).toMatchObject({ found: [0, 7, 4] })
  expect(document.run.seconds).toBeGreaterThanOrEqual(90)
})

test('an error that is no stop is thrown', async () => {
  const broken = part('x', 1, () => Promise.reject(new Error('broken')), silent)
  await expect(runJobs([broken], silent, { signal: AbortSignal.abort() })).rejects.toThrow('broken')
})

test('findings are printed in three lists, long ones wrapped', () => {
  const findings = new FindingLists()
  findings.judge('Table 1', 'the same counts', true, '')
  findings.judge('Figure 2', `a ${'very '.repeat(40)}long curve`, false, 'another machine')
  findings.incomparable('Section 3', 'seconds', 'a processor of 2002')
  const lines = printFindings(findings).split('\n')
  expect(lines.filter((line) => /^\w/.test(line))).toEqual(['Reproduced (1)', 'Differs (1)', 'Not comparable (1)'])
  expect(lines).toContain('- Section 3: seconds. Why: a processor of 2002')
  expect(lines.filter((line) => line.startsWith('  ')).length).toBeGreaterThan(0)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(130)
})
