// Ten thousand path checks of a Panda: one process, two, four shards merged and a queue write the same bytes. LIMBER_DEEP_STEPS scales it (a tenth
// as many).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePandaJobs } from '../../bench/batch/panda-jobs.js'
import { sameInAllWays } from '../cli/batch-shares.js'
import { example } from '../cli/run.js'

const JOBS = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)

test('the same bytes from one process, two, four shards, and a queue', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-panda-'))
  try {
    const { file } = await writePandaJobs(folder, JOBS, example('.'))
    expect(await sameInAllWays(file, 4)).toHaveLength(JOBS)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
