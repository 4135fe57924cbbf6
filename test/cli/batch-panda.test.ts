// Path checks of a Panda: one process, two, and four shards merged write the same bytes. test/deep has ten thousand of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePandaJobs } from '../../bench/batch/panda-jobs.js'
import { sameInAllWays } from './batch-shares.js'
import { example } from './run.js'

test('24 path checks: the same bytes from one process, two, and four shards', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-panda-'))
  try {
    const { file } = await writePandaJobs(folder, 24, example('.'))
    const answers = (await sameInAllWays(file, 4)).map((line) => JSON.parse(line) as { id: string; outcome: string })
    expect(answers.map(({ id }) => id)).toEqual(answers.map((_, k) => `${k}`))
    // Not by failing everywhere alike.
    const outcomes = answers.map(({ outcome }) => outcome)
    for (const outcome of ['free', 'collision']) {
      expect(outcomes.filter((found) => found === outcome).length).toBeGreaterThan(4)
    }
    expect(outcomes).toHaveLength(24)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
