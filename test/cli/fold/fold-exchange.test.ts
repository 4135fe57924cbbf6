// `limber fold` with replicas: asked in this process, and the built command with threads.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseCheckpoint } from '../../../cli/fold/fold-checkpoint.js'
import type { FoldCommandOptions } from '../../../cli/fold/fold-flags.js'
import { fold } from '../../../cli/fold.js'
import { parseStructure } from '../../../src/index.js'
import { peptidePdb } from './fold-sample.js'
import { argsIn, filesIn, startAndSignalAt, uninterrupted } from './kill.js'

let folder: string
let file: string
const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-fold-'))
  file = at('helix.pdb')
  writeFileSync(file, peptidePdb(12))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const LADDER = {
  ...{ potential: 'go', temperatures: '0.5:2', replicas: '3', swapEvery: '20', every: '10', frameEvery: '40' },
  // Threads are for the built command: here there are only the sources.
  workers: '1',
} as const

const files = (): FoldCommandOptions => ({
  ...{ out: at('out.pdb'), observables: at('rows.csv'), plot: at('plot.svg'), checkpoint: at('check') },
})

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
async function asked(options: FoldCommandOptions): Promise<any> {
  const { code, stdout, stderr } = await fold(file, { ...options, json: true })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('the document, and every file', async () => {
  const document = await asked({ steps: '400', ...LADDER, ...files() })
  expect(document).toMatchObject({
    ...{ outcome: 'done', step: 400, steps: 400, swapEvery: 20, out: { parts: 10 }, observables: { parts: 120 } },
    ...{ temperatures: [{ temperature: 0.5 }, { temperature: 1 }, { temperature: 2 }], workers: 1 },
  })
  const proposed = document.moves.reduce((sum: number, { proposed }: { proposed: number }) => sum + proposed, 0)
  expect(proposed).toBe(1200)
  const replicas = document.temperatures.map(({ replica }: { replica: number }) => replica)
  expect(replicas.sort()).toEqual([0, 1, 2])
  // Even and odd pairs take turns.
  expect(document.temperatures.slice(0, 2).map(({ swaps }: { swaps: { tried: number } }) => swaps.tried)).toEqual([
    10, 10,
  ])
  const [head, ...rows] = read('rows.csv').trim().split('\n')
  expect(head).toBe('step,temperature,energy,radiusOfGyration,rmsd,nativeContacts,replica')
  const low = rows.map((row) => row.split(',').map(Number)).filter((row) => row[1] === 0.5)
  expect(low.map(([step]) => step)).toEqual(Array.from({ length: 40 }, (_, k) => 10 * (k + 1)))
  const energies = low.map((row) => row[2]!)
  const mean = energies.reduce((sum, energy) => sum + energy, 0) / 40
  const variance = energies.reduce((sum, energy) => sum + (energy - mean) ** 2, 0) / 39
  expect(document.temperatures[0].observed.energy.mean).toBeCloseTo(mean, 10)
  expect(document.temperatures[0].heatCapacity).toBeCloseTo(variance / 0.25, 10)
  expect(parseStructure(read('out.pdb')).models.length).toBe(10)
  expect(read('plot.svg')).toMatch(/^<svg data-limber="fold" /)
  expect(read('plot.svg').match(/<polyline /g)!.length).toBe(5)
  expect(read('plot.svg')).not.toMatch(/NaN|Infinity|undefined/)
  expect(parseCheckpoint('', read('check'))).toMatchObject({ step: 400, done: true })
})

test('longer later is the same as long at once; what is left out of means stays so', async () => {
  const names = ['out.pdb', 'rows.csv', 'plot.svg']
  const whole = await asked({ steps: '400', burnIn: '100', ...LADDER, ...files() })
  const texts = names.map(read)
  await asked({ steps: '160', burnIn: '100', ...LADDER, ...files() })
  const resumed = await asked({ steps: '400', checkpoint: at('check'), resume: true, workers: '1' })
  expect(resumed.resumedAt).toBe(160)
  expect(names.map(read)).toEqual(texts)
  expect(resumed.temperatures).toEqual(whole.temperatures)
  expect(resumed.roundTrips).toEqual(whole.roundTrips)
  const other = fold(file, { checkpoint: at('check'), resume: true, temperatures: '1,2,3' })
  await expect(other).rejects.toThrow('--temperatures must be [0.5,1,2], as in the checkpoint')
  const text = (await fold(file, { checkpoint: at('check'), resume: true, workers: '1' })).stdout
  expect(text).toMatch(/^temperature +energy +heat capacity +Rg \(Å\) +RMSD \(Å\) +contacts +swaps up$/m)
  expect(text).toMatch(/^\d+ round trips?$/m)
})

test('[monte-carlo] the built command: one thread or two, stopped or killed: every file is the same', async () => {
  const args = [
    '--steps',
    '2000',
    '--potential',
    'go',
    '--temperatures',
    '0.5,1,2',
    '--swap-every',
    '20',
    '--every',
    '5',
  ]
  const run = (workers: number) => ({
    structure: file,
    args: [...args, '--checkpoint-every', '60', '--workers', `${workers}`],
  })
  const [one, two] = [at('one'), at('two')]
  for (const path of [one, two]) mkdirSync(path)
  await uninterrupted(one, run(1))
  const kill = await startAndSignalAt(two, argsIn(two, run(2)), 'SIGKILL', { at: 'part', count: 3, after: 0 })
  expect(kill.signal, kill.stderr).toBe('SIGKILL')
  const stop = await startAndSignalAt(two, argsIn(two, run(2)), 'SIGINT', { at: 'checkpoint', count: 3, after: 0 })
  // A fast machine may be done before it is told.
  expect([0, 130]).toContain(stop.code)
  if (stop.code === 130) expect(stop.stdout).toMatch(/^Interrupted after \d+ of 2000 moves of each replica\.$/m)
  await uninterrupted(two, run(2))
  expect(readdirSync(two).sort()).toEqual(['check', 'out.pdb', 'plot.svg', 'rows.csv', 'start.pdb'])
  const same = (from: string): Record<string, string> => {
    const { check, ...rest } = filesIn(from)
    return { ...rest, check: check!.replace(/"workers":"\d",/, '') }
  }
  expect(same(two)).toEqual(same(one))
}, 240_000)
