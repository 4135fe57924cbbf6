// `limber fold` killed (kill -9) a hundred times at random moments: a hundred resumptions to the bit. LIMBER_DEEP_STEPS scales it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../src/index.js'
import { filesIn, type KilledRun, killedAndResumed, uninterrupted } from '../cli/kill.js'

const KILLS = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 1000)
const STRUCTURE = fileURLToPath(new URL('../../examples/helix.pdb', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-kill-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const KINDS: readonly (readonly string[])[] = [
  ['--potential', 'go', '--checkpoint-every', '150'],
  ['--potential', 'lj', '--atoms', 'flexible-sidechains', '--checkpoint-every', '70'],
  ['--potential', 'hard', '--atoms', 'backbone', '--checkpoint-every', '400'],
  ['--potential', 'lj', '--anneal', '2:0.2:geometric', '--moves', 'pivot:3,crankshaft', '--checkpoint-every', '110'],
]

test(`[monte-carlo] ${KILLS} kills`, async () => {
  const random = new Random(2002)
  let kills = 0
  for (let k = 0; kills < KILLS; k++) {
    const run: KilledRun = {
      structure: STRUCTURE,
      args: ['--steps', '20000', '--seed', `${k}`, '--every', '20', ...KINDS[k % KINDS.length]!],
      binary: k % 3 === 1,
    }
    const [whole, killed] = [join(folder, `whole-${k}`), join(folder, `killed-${k}`)]
    for (const path of [whole, killed]) mkdirSync(path)
    await uninterrupted(whole, run)
    const done = await killedAndResumed(killed, run, random, { kills: Math.min(12, KILLS - kills), most: 150 })
    kills += done.kills
    // A failure prints what to paste: the seed of the run is its number, k.
    expect(filesIn(killed), `run ${k}: ${JSON.stringify(run.args)}, killed at ${done.steps.join(', ')}`).toEqual(
      filesIn(whole),
    )
    console.log(`run ${k}: killed at ${done.steps.join(', ')} of 20000`)
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS)
})
