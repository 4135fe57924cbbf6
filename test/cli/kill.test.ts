// `limber fold`, killed (kill -9) at random moments and resumed: the same files as the run that was not, bit by bit. Many more
// kills: test/deep/kill.test.ts.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../src/index.js'
import { filesIn, type KilledRun, killedAndResumed, uninterrupted } from './kill.js'

const STRUCTURE = fileURLToPath(new URL('../../examples/helix.pdb', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-kill-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('[monte-carlo] killed and resumed: every file is the same', async () => {
  const run: KilledRun = {
    structure: STRUCTURE,
    args: ['--steps', '8000', '--seed', '3', '--potential', 'go', '--every', '20', '--checkpoint-every', '130'],
  }
  const [whole, killed] = [join(folder, 'whole'), join(folder, 'killed')]
  for (const path of [whole, killed]) mkdirSync(path)
  await uninterrupted(whole, run)
  const random = new Random(11)
  const { kills, steps } = await killedAndResumed(killed, run, random, { kills: 4, most: 150 })
  expect(kills, 'it was killed at all').toBeGreaterThan(0)
  expect(steps.length).toBe(kills)
  expect(Object.keys(filesIn(killed))).toEqual(['check', 'out.pdb', 'plot.svg', 'rows.csv'])
  expect(filesIn(killed)).toEqual(filesIn(whole))
}, 240_000)
