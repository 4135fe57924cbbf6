// Jobs in the workers of a page: the same answers as Node's processes give, to the byte; and a worker that never comes back.
import { expect, test } from 'vitest'
import { EXAMPLES, exampleFiles, SOME_JOBS } from '../batch/some-jobs.js'
import type { BatchQuestion } from './batch-page.js'
import { findChromium, HOW_TO_GET_IT, servedToChromium } from './browser.js'
import { bundlePage } from './bundle.js'

// As built: processes are started by file.
const { runBatch } = (await import(
  new URL('../../dist/node/index.js', import.meta.url).href
)) as typeof import('../../node/index.js')

const program = findChromium()

async function inNode(jobs: readonly object[]): Promise<string> {
  const lines: string[] = []
  for await (const answer of runBatch(jobs, { folder: EXAMPLES, workers: 1 })) lines.push(JSON.stringify(answer))
  return lines.join('\n')
}

test('[same-seed] jobs in a page: the bytes of Node; a job that takes too long is named; a script that is not there', {
  timeout: 300_000,
}, async ({ skip }) => {
  if (program === undefined) {
    console.log(HOW_TO_GET_IT)
    return skip(HOW_TO_GET_IT)
  }
  const type = 'text/javascript'
  const page = '<!doctype html><title>Limber</title><script type="module" src="/page.js"></script>'
  const served = new Map([
    ['/', { type: 'text/html', body: page }],
    ['/page.js', { type, body: await bundlePage('batch-page.ts') }],
    ['/worker.js', { type, body: await bundlePage('batch-worker.ts') }],
  ])
  const files = Object.fromEntries(Object.entries(exampleFiles()).map(([name, bytes]) => [name, [...bytes]]))
  const endless = { id: 'endless', job: 'fold', structure: 'trp-cage.pdb', steps: 1e9 }
  await servedToChromium(
    program,
    (path) => served.get(path),
    async (tab) => {
      await tab.waitForFunction(() => 'batch' in globalThis)
      const ask = (jobs: readonly object[], options: Partial<BatchQuestion> = {}): Promise<string> =>
        tab.evaluate(
          (question) =>
            (globalThis as unknown as { batch: (question: BatchQuestion) => Promise<string> }).batch(question),
          { jobs, files, workers: 2, deadline: 600, script: '/worker.js', ...options },
        )
      const ours = await inNode(SOME_JOBS)
      expect(await ask(SOME_JOBS)).toBe(ours)
      const [before, late, after] = (await ask([SOME_JOBS[0]!, endless, SOME_JOBS[1]!], { deadline: 2 })).split('\n')
      expect([before, after]).toEqual(ours.split('\n').slice(0, 2))
      const message = 'the job took longer than 2 s: its worker was ended'
      expect(JSON.parse(late!)).toEqual({ id: 'endless', error: { name: 'JobError', message } })
      await expect(ask(SOME_JOBS, { script: '/nowhere.js' })).rejects.toThrow('the worker could not be started')
    },
  )
})
