// `limber fold`, killed (kill -9) at random moments and resumed: the same files as the run that was not, bit by bit. Many more
// kills: test/deep/kill.test.ts.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../../src/entries/meshes.js'
import { filesIn, type KilledRun, killedAndResumed, uninterrupted } from './kill.js'

const STRUCTURE = fileURLToPath(new URL('../../../examples/trp-cage.pdb', import.meta.url))

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
    args: [
      ...['--steps', '1500', '--seed', '3', '--potential', 'lj', '--atoms', 'flexible-sidechains'],
      ...['--every', '5', '--checkpoint-every', '30'],
    ],
  }
  const [whole, killed] = [join(folder, 'whole'), join(folder, 'killed')]
  for (const path of [whole, killed]) mkdirSync(path)
  const millis = await uninterrupted(whole, run)
  const wanted = filesIn(whole)
  expect(Object.keys(wanted)).toEqual(['check', 'out.pdb', 'plot.svg', 'rows.csv', 'start.pdb'])
  const random = new Random(11)
  const left = await killedAndResumed(killed, run, random, { kills: 2, millis }, (files) => {
    expect(files).toEqual(wanted)
  })
  expect(left.length).toBe(2)
}, 240_000)
