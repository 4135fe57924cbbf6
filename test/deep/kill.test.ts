// `limber fold` killed (kill -9) a hundred times at random moments, also while it writes its files: a hundred resumptions to the
// bit. LIMBER_DEEP_STEPS scales it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../src/entries/meshes.js'
import { filesIn, type KilledRun, killedAndResumed, type Left, uninterrupted } from '../cli/fold/kill.js'

const KILLS = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 1000)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-kill-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const STEPS = 1500

const OFTEN = '--every 2 --frame-every 4 --checkpoint-every 9'
const SELDOM = '--every 10 --checkpoint-every 45'

/** A structure and flags: every potential, every choice of atoms, a start that is relaxed, annealing, replicas, all moves. */
const KINDS: readonly string[] = [
  `trp-cage --potential lj --atoms flexible-sidechains ${OFTEN}`,
  `trp-cage --potential go --atoms flexible-sidechains --anneal 3:0.2 ${SELDOM}`,
  `helix --potential go --omega --pivot-width 20deg ${OFTEN}`,
  'trp-cage --potential go --temperatures 0.3:2 --replicas 3 --swap-every 5 --checkpoint-every 10 --workers 2',
  `trp-cage --potential lj --anneal 2:0.2:geometric --moves pivot:3,crankshaft ${OFTEN}`,
  `helix --potential hard --atoms backbone --radius 1.5 --exclude-bonds 3 ${SELDOM}`,
  `trp-cage --hydrogens --radius-scale 0.55 --atoms flexible-sidechains --moves side-chain:5,crankshaft ${OFTEN}`,
  `helices --relax --potential go ${OFTEN}`,
  `trp-cage --potential lj --atoms flexible-sidechains --ignore-clashes --stiffness 20 ${SELDOM}`,
]

/** Then another run is taken. Every kind has its turn, however few there are. */
const KILLS_A_RUN = Math.min(5, Math.ceil(KILLS / KINDS.length))

test(`[monte-carlo] ${KILLS} kills`, async () => {
  const random = new Random(2002)
  const all: Left[] = []
  let resumed = 0
  for (let k = 0; all.length < KILLS; k++) {
    const [structure, ...args] = KINDS[k % KINDS.length]!.split(' ')
    const run: KilledRun = {
      structure: fileURLToPath(new URL(`../../examples/${structure}.pdb`, import.meta.url)),
      args: ['--steps', `${STEPS}`, '--seed', `${k}`, ...args],
      trajectory: (['pdb', 'dcd', 'xtc'] as const)[k % 3]!,
    }
    const [whole, killed] = [join(folder, `whole-${k}`), join(folder, `killed-${k}`)]
    for (const path of [whole, killed]) mkdirSync(path)
    const millis = await uninterrupted(whole, run)
    const wanted = filesIn(whole)
    const kills = Math.min(KILLS_A_RUN, KILLS - all.length)
    const left = await killedAndResumed(killed, run, random, { kills, millis }, (files, { step }) => {
      // A failure prints what to paste: the seed of the run is its number, k.
      expect(files, `run ${k}: ${JSON.stringify(run.args)}, killed after the checkpoint of ${step}`).toEqual(wanted)
      resumed++
    })
    all.push(...left)
    for (const path of [whole, killed]) rmSync(path, { recursive: true })
    console.log(
      `run ${k}, ${structure} ${args.join(' ')}: killed at ${left.map(({ step }) => step).join(', ')} of ${STEPS}`,
    )
  }
  const count = (what: (left: Left) => boolean): number => all.filter(what).length
  console.log(
    `${all.length} kills, ${resumed} resumptions to the bit; ${count(({ step }) => step <= 0)} before the first checkpoint, ` +
      `${count(({ part }) => part)} while one was being written, ${count(({ beyond }) => beyond)} with frames or rows beyond it`,
  )
  expect(resumed).toBe(all.length)
  expect(all.length).toBeGreaterThanOrEqual(KILLS)
})
