// `limber fold` killed (kill -9) a hundred times at random moments, also while it writes its files: a hundred resumptions to the
// bit. LIMBER_DEEP_STEPS scales it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../src/index.js'
import { filesIn, type KilledRun, killedAndResumed, type Left, uninterrupted } from '../cli/kill.js'

const KILLS = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 1000)
/** Then another run begins. */
const KILLS_A_RUN = 6

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-kill-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const FLEXIBLE = ['--atoms', 'flexible-sidechains']
const SMALL = ['--every', '5', '--frame-every', '10', '--checkpoint-every', '30']
const LARGE = ['--every', '20', '--checkpoint-every', '110']

/** By structure: every potential, every choice of atoms, annealing, all moves, few and many files at once. */
const KINDS: readonly (readonly [structure: string, ...args: string[]])[] = [
  ['trp-cage', '--potential', 'lj', ...FLEXIBLE, ...SMALL],
  ['trp-cage', '--potential', 'go', ...FLEXIBLE, '--anneal', '3:0.2', ...LARGE],
  ['helix', '--potential', 'go', '--omega', '--pivot-width', '20deg', ...SMALL],
  ['trp-cage', '--potential', 'lj', '--anneal', '2:0.2:geometric', '--moves', 'pivot:3,crankshaft', ...SMALL],
  ['helix', '--potential', 'hard', '--atoms', 'backbone', '--radius', '1.5', '--exclude-bonds', '3', ...LARGE],
  [
    'trp-cage',
    '--potential',
    'hard',
    ...FLEXIBLE,
    '--moves',
    'side-chain:5,crankshaft',
    '--hydrogens',
    ...RADII(),
    ...SMALL,
  ],
  ['trp-cage', '--potential', 'lj', ...FLEXIBLE, '--ignore-clashes', '--stiffness', '20', ...LARGE],
]

/** With hydrogens, spheres must be smaller. */
function RADII(): string[] {
  return ['--radius-scale', '0.6']
}

test(`[monte-carlo] ${KILLS} kills`, async () => {
  const random = new Random(2002)
  const all: Left[] = []
  let resumed = 0
  for (let k = 0; all.length < KILLS; k++) {
    const [structure, ...args] = KINDS[k % KINDS.length]!
    const run: KilledRun = {
      structure: fileURLToPath(new URL(`../../examples/${structure}.pdb`, import.meta.url)),
      args: ['--steps', '2500', '--seed', `${k}`, ...args],
      binary: k % 3 === 1,
    }
    const [whole, killed] = [join(folder, `whole-${k}`), join(folder, `killed-${k}`)]
    for (const path of [whole, killed]) mkdirSync(path)
    await uninterrupted(whole, run)
    const wanted = filesIn(whole)
    const kills = Math.min(KILLS_A_RUN, KILLS - all.length)
    const left = await killedAndResumed(killed, run, random, { kills, most: 60 }, (files, { step }) => {
      // A failure prints what to paste: the seed of the run is its number, k.
      expect(files, `run ${k}: ${JSON.stringify(run.args)}, killed after the checkpoint of ${step}`).toEqual(wanted)
      resumed++
    })
    all.push(...left)
    for (const path of [whole, killed]) rmSync(path, { recursive: true })
    console.log(
      `run ${k}, ${structure} ${args.join(' ')}: killed at ${left.map(({ step }) => step).join(', ')} of 2500`,
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
