// `limber fold`: asked in this process, and the built command.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseCheckpoint } from '../../cli/fold/fold-checkpoint.js'
import type { FoldCommandOptions } from '../../cli/fold/fold-flags.js'
import { fold } from '../../cli/fold.js'
import { LimberError, parseDcd, parseStructure, parseXtc } from '../../src/entries/molecules.js'
import { peptidePdb } from './fold/fold-sample.js'
import { startAndSignal } from './fold/kill.js'
import { limber } from './run.js'

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

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
async function asked(options: FoldCommandOptions): Promise<any> {
  const { code, stdout, stderr } = await fold(file, { ...options, json: true })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

async function refused(options: FoldCommandOptions, message: string): Promise<void> {
  const error = await fold(file, { steps: '10', ...options }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LimberError)
  expect((error as Error).message).toContain(message)
}

const files = (): FoldCommandOptions => ({
  ...{ out: at('out.pdb'), observables: at('rows.csv'), plot: at('plot.svg'), checkpoint: at('check') },
})

test('the document, and every file', async () => {
  const document = await asked({ steps: '300', seed: '4', potential: 'go', every: '10', frameEvery: '50', ...files() })
  expect(document).toMatchObject({
    ...{ file, outcome: 'done', residues: 12, atoms: 60, potential: 'go', seed: 4, step: 300, steps: 300 },
    ...{ out: { file: at('out.pdb'), parts: 7 }, observables: { parts: 31 }, checkpoint: at('check') },
  })
  expect(document.torsions).toBeGreaterThan(20)
  const proposed = document.moves.reduce((sum: number, { proposed }: { proposed: number }) => sum + proposed, 0)
  expect(proposed).toBe(300)
  expect(document.drift).toBeLessThan(1e-9)
  expect(document.last.energy).toBe(document.energy)
  expect(parseStructure(read('out.pdb')).models.length).toBe(7)
  const lines = read('rows.csv').trim().split('\n')
  expect(lines[0]).toBe('step,temperature,energy,radiusOfGyration,rmsd,nativeContacts')
  expect(lines.length).toBe(32)
  expect(lines[1]).toMatch(/^0,1,-\d/)
  expect(lines.at(-1)!.split(',').map(Number)).toEqual(Object.values(document.last))
  expect(read('plot.svg')).toMatch(/^<svg data-limber="fold" /)
  expect(read('plot.svg').match(/<polyline /g)!.length).toBe(4)
  expect(read('plot.svg')).not.toMatch(/NaN|Infinity|undefined/)
  expect(parseCheckpoint('', read('check'))).toMatchObject({ step: 300, done: true })
})

test('the same seed, the same trajectory; another seed, another', async () => {
  const options = { steps: '200', potential: 'lj', every: '20' } as const
  const texts = []
  for (const seed of ['1', '1', '2']) {
    await asked({ ...options, seed, out: at('out.pdb') })
    texts.push(read('out.pdb'))
  }
  expect(texts[1]).toBe(texts[0])
  expect(texts[2]).not.toBe(texts[0])
})

test('DCD and JSON; annealing; other moves and atoms', async () => {
  await asked({
    ...{ steps: '100', anneal: '2:0.5', potential: 'lj', atoms: 'backbone', moves: 'pivot' },
    ...{ every: '10', frameEvery: '20', out: at('out.dcd'), observables: at('rows.json') },
  })
  const frames = parseDcd(readFileSync(at('out.dcd')))
  expect([frames.count, frames.atoms, frames.notes]).toEqual([6, 36, []])
  const { columns, rows } = JSON.parse(read('rows.json'))
  expect(columns.slice(0, 3)).toEqual(['step', 'temperature', 'energy'])
  expect(rows.length).toBe(11)
  expect(rows[10].slice(0, 2)).toEqual([100, 0.5])
})

test('longer later is the same as long at once', async () => {
  const options = { potential: 'go', every: '10', frameEvery: '20', checkpointEvery: '30' } as const
  await asked({ steps: '400', ...options, ...files() })
  const whole = ['out.pdb', 'rows.csv', 'plot.svg'].map(read)
  await asked({ steps: '150', ...options, ...files() })
  const document = await asked({ steps: '400', checkpoint: at('check'), resume: true })
  expect(document).toMatchObject({ resumedAt: 150, step: 400, outcome: 'done' })
  expect(['out.pdb', 'rows.csv', 'plot.svg'].map(read)).toEqual(whole)
  // And once more, when there is nothing left to do.
  expect(await asked({ checkpoint: at('check'), resume: true })).toMatchObject({ resumedAt: 400, movesPerSecond: null })
  expect(['out.pdb', 'rows.csv', 'plot.svg'].map(read)).toEqual(whole)
})

test('resumed where nothing was: from the beginning, and it is said', async () => {
  const { stderr } = await fold(file, { steps: '20', checkpoint: at('check'), resume: true })
  expect(stderr).toContain('check found no checkpoint: the run started at the beginning.')
})

test('what cannot be resumed is refused by name', async () => {
  await refused({ resume: true }, '--checkpoint must be given where there is --resume')
  await asked({ steps: '100', checkpoint: at('check'), observables: at('rows.csv') })
  const resume = { resume: true, checkpoint: at('check') } as const
  await refused({ ...resume, steps: '100', seed: '2' }, '--seed must be 1, as in the checkpoint, got 2')
  await refused({ ...resume, steps: '100', out: at('out.pdb') }, '--out must be left out, as when the run began')
  await refused({ ...resume, steps: '100', plot: at('plot.svg') }, '--plot must be left out, as when the run began')
  writeFileSync(at('rows.csv'), read('rows.csv').replace(/^1,1,/m, '1,2,'))
  await refused({ ...resume, steps: '100' }, 'expected the file that the checkpoint was written with')
  writeFileSync(file, peptidePdb(13))
  await refused({ ...resume, steps: '100' }, 'must be the file that the checkpoint was written for')
  writeFileSync(at('check'), read('check').slice(0, -20))
  await refused({ ...resume, steps: '100' }, 'one that is damaged')
})

test('options and files that are refused', async () => {
  await refused({ moves: 'leap' }, '--moves must be among ')
  await refused({ chain: 'Z' }, '--chain must be names of chains of the structure: A, got "Z"')
  await refused({ model: '1' }, '--model must be 0: there is one model')
  await refused({ out: file }, 'got another file, which is left as it is')
  writeFileSync(at('mine.csv'), 'mine\n')
  await refused({ observables: at('mine.csv') }, 'another file, which is left as it is')
  expect(read('mine.csv')).toBe('mine\n')
  file = at('none.pdb')
  await refused({ out: at('out.pdb') }, 'none.pdb')
  expect(existsSync(at('out.pdb'))).toBe(false)
})

test('a start that clashes, and one without contacts', async () => {
  file = fileURLToPath(new URL('../../examples/helices.pdb', import.meta.url))
  const nearest = 'the worst, A ALA 9 O and A ALA 14 N are 1.80 Å apart, and 2.30 are needed'
  await refused({}, `expected a start without clashes, got one with 2 pairs that clash: ${nearest}`)
  await refused(
    {},
    '; --relax moves them apart; --radius-scale 0.58 is small enough; --atoms backbone leaves out side-chains; limber clashes lists',
  )
  await refused({ radius: '1.5' }, '; --radius 0.90 is small enough; ')
  await asked({ steps: '10', radiusScale: '0.58' })
  await asked({ steps: '10', radius: '0.9' })
  file = at('strand.pdb')
  writeFileSync(file, peptidePdb(8, 'strand'))
  await refused({ potential: 'go' }, '--potential must be hard or lj: no alpha carbons are within 8 Å')
  await asked({ steps: '20', observables: at('strand.csv') })
  expect(read('strand.csv')).toMatch(/^step,temperature,energy,radiusOfGyration,rmsd\n/)
})

test('--relax: clashes are resolved first; resumed, the same files to the byte', async () => {
  file = fileURLToPath(new URL('../../examples/helices.pdb', import.meta.url))
  const names = ['out.xtc', 'start.pdb', 'rows.csv']
  const bytes = (): Buffer[] => names.map((name) => readFileSync(at(name)))
  const options = { relax: true, potential: 'go', every: '10', frameEvery: '20', checkpointEvery: '30' } as const
  const written = {
    out: at('out.xtc'),
    topology: at('start.pdb'),
    observables: at('rows.csv'),
    checkpoint: at('check'),
  }
  const { relaxed } = await asked({ steps: '400', ...options, ...written })
  expect(relaxed).toMatchObject({ clashes: 2, largest: { residue: expect.stringMatching(/^A ALA \d+$/) } })
  expect([relaxed.rmsd > 0.01, relaxed.rmsd < 0.5, relaxed.largest.distance < 1]).toEqual([true, true, true])
  const whole = bytes()
  await asked({ steps: '150', ...options, ...written })
  const again = await asked({ steps: '400', checkpoint: at('check'), resume: true })
  expect(again).toMatchObject({ resumedAt: 150, step: 400, relaxed })
  expect(bytes()).toEqual(whole)
  const frames = parseXtc(readFileSync(at('out.xtc')))
  expect([frames.count, frames.atoms, frames.header(20).step]).toEqual([21, 108, 400])
  const [start] = parseStructure(read('start.pdb')).models
  expect(Math.max(...start!.map((x, k) => Math.abs(x - frames.frame(0)[k]!)))).toBeLessThan(0.0061)
  // What it starts from is what it says: the distances to the file.
  const [given] = parseStructure(readFileSync(file)).models
  const rmsd = Math.sqrt(start!.reduce((sum, x, k) => sum + (x - given![k]!) ** 2, 0) / frames.atoms)
  expect(rmsd).toBeCloseTo(relaxed.rmsd, 3)
  const text = (await fold(file, { steps: '10', relax: true })).stdout
  expect(text).toMatch(/^Relaxed: 2 pairs of atoms clashed, none now; atoms moved by 0\.\d{4} Å .* farthest, by /m)
  await refused({ resume: true, checkpoint: at('check'), steps: '400', precision: '10' }, '--precision must be')
})

test('--relax: replicas start from it too; what it cannot do is said', async () => {
  const options = { relax: true, steps: '20', swapEvery: '10', temperatures: '1,2', workers: '1' } as const
  const { stdout } = await fold(file, options)
  expect(stdout).toContain('Relaxed: no clashes at the start, so nothing moved.')
  await refused({ relax: true, potential: 'lj', ignoreClashes: true }, '--relax must be left out')
  await refused({ precision: '100', out: at('out.dcd') }, '--precision must be left out')
  await refused({ steps: '1e10', out: at('out.xtc') }, '--out must be a .dcd or .pdb file')
  await refused({ relax: true, radius: '3' }, 'expected a start that --relax can free of clashes, got ')
  await refused({ relax: true, radius: '3' }, ' and 6.00 are needed, ')
  file = fileURLToPath(new URL('../../examples/helices.pdb', import.meta.url))
  expect((await fold(file, { ...options, json: true })).stdout).toContain('"relaxed":{"clashes":2,')
})

test('the built command: Ctrl-C leaves a checkpoint and whole files, and --resume continues', async () => {
  const args = ['fold', file, '--steps', '3000', '--potential', 'go', '--every', '10', '--frame-every', '100']
  const outputs = ['--out', at('out.pdb'), '--observables', at('rows.json'), '--checkpoint', at('check')]
  const whole = await limber(...args, ...outputs)
  expect({ code: whole.code, stderr: whole.stderr }).toEqual({ code: 0, stderr: '' })
  expect(whole.stdout).toMatch(/^3000 moves in /m)
  const wanted = [read('out.pdb'), read('rows.json')]
  // Many more steps than there is time for.
  const long = ['fold', file, '--steps', '100000000', ...args.slice(4), ...outputs, '--checkpoint-every', '100']
  const stopped = await startAndSignal(folder, long, 'SIGINT', 50)
  expect(stopped.code).toBe(130)
  expect(stopped.stdout).toMatch(/^Interrupted after \d+ of 100000000 moves\.$/m)
  expect(stopped.stdout).toContain(`limber fold ${file} --checkpoint ${at('check')} --resume`)
  const { step, done } = parseCheckpoint('', read('check'))
  expect(done).toBe(false)
  expect(JSON.parse(read('rows.json')).rows.length).toBe(Math.floor(step / 10) + 1)
  expect(parseStructure(read('out.pdb')).models.length).toBe(Math.floor(step / 100) + 1)
  const again = await limber('fold', file, '--steps', '3000', '--checkpoint', at('check'))
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('or given with --resume: it is one of a run that is at move')
  const shared = Math.min(step, 3000)
  const rows = read('rows.json').split('\n')
  expect(rows.slice(0, shared / 10).join('\n')).toBe(
    wanted[1]!
      .split('\n')
      .slice(0, shared / 10)
      .join('\n'),
  )
}, 240_000)
