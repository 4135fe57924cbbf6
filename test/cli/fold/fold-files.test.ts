// Files that grow, and checkpoints: cut off at every moment that the event loop has, and resumed.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Checkpoint,
  CheckpointFileError,
  checkpointText,
  isCheckpoint,
  parseCheckpoint,
  readCheckpoint,
} from '../../../cli/fold/fold-checkpoint.js'
import { GrowingFile, type GrowingFormat } from '../../../cli/fold/fold-files.js'
import { plotFold } from '../../../cli/fold/fold-plot.js'
import { FoldRecord, type RecordPlan, type Trajectory } from '../../../cli/fold/fold-record.js'
import { Series } from '../../../cli/fold/fold-series.js'
import { csvTable, isTable, jsonTable } from '../../../cli/fold/fold-table.js'
import { placeFor, sweepParts, writeAtomically } from '../../../cli/print/write-atomically.js'
import { Random } from '../../../src/entries/meshes.js'
import { COLUMNS, walk } from './fold-stand-in.js'

let folder: string
const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'latin1')
const bytes = (text: string): Uint8Array => Buffer.from(text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-fold-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const COUNTED: GrowingFormat = {
  head: (parts) => bytes(`head ${String(parts).padStart(4)}\n`),
  between: ';',
  tail: ' end\n',
}

const placeOf = (file: string) => placeFor(file, () => true, 'a name')

test('grows, is cut back, and grows again: the same bytes', async () => {
  const file = await GrowingFile.create(await placeOf(at('a')), COUNTED)
  file.append(bytes('one'))
  file.append(bytes('two'))
  await file.sync()
  const growth = file.grown
  expect(growth).toMatchObject({ bytes: 7, parts: 2 })
  expect(read('a')).toBe('head    2\none;two')
  file.append(bytes('three'))
  expect(await file.finish()).toBe(read('a').length)
  const whole = read('a')
  expect(whole).toBe('head    3\none;two;three end\n')
  const again = await GrowingFile.resume(await placeOf(at('a')), COUNTED, growth)
  expect(read('a')).toBe('head    2\none;two')
  again.append(bytes('three'))
  await again.finish()
  expect(read('a')).toBe(whole)
})

test('a file that is not the one is refused, and left as it is', async () => {
  const file = await GrowingFile.create(await placeOf(at('a')), COUNTED)
  file.append(bytes('one'))
  await file.sync()
  const growth = file.grown
  await file.finish()
  const resumed = async (): Promise<GrowingFile> => GrowingFile.resume(await placeOf(at('a')), COUNTED, growth)
  for (const [text, got] of [
    ['head    1\nonf end\n', 'one with other content'],
    ['head    1\non', 'one of 12 bytes, which is too short'],
    ['', 'one of 0 bytes, which is too short'],
  ] as const) {
    writeFileSync(at('a'), text)
    await expect(resumed()).rejects.toThrow(`a: expected the file that the checkpoint was written with, got ${got}`)
    expect(read('a')).toBe(text)
  }
  rmSync(at('a'))
  await expect(resumed()).rejects.toThrow('got no such file')
  expect(existsSync(at('a'))).toBe(false)
})

test('large parts are written as they come', async () => {
  const file = await GrowingFile.create(await placeOf(at('a')), COUNTED)
  file.append(new Uint8Array(2_000_000).fill(65))
  expect(file.isFull).toBe(true)
  await file.flush()
  expect(statSync(at('a')).size).toBe(2_000_010)
  file.append(bytes('x'))
  expect(file.isFull).toBe(false)
  await file.sync()
  const growth = file.grown
  await file.abandon()
  appendFileSync(at('a'), 'rubbish')
  await (await GrowingFile.resume(await placeOf(at('a')), COUNTED, growth)).finish()
  expect(read('a').slice(2_000_008)).toBe('AA;x end\n')
})

test('tables: CSV and JSON read back to the bit', () => {
  const values = [1e-300, -0.1, 5e20, 1 / 3]
  const csv = csvTable(COLUMNS)
  const json = jsonTable(COLUMNS)
  expect(Buffer.from(csv.head(0)).toString()).toBe('step,temperature,energy\n')
  for (const value of values) {
    const [step, temperature, energy] = Buffer.from(csv.row([3, undefined, value]))
      .toString()
      .trim()
      .split(',')
    expect([step, temperature, Number(energy)]).toEqual(['3', '', value])
    expect(JSON.parse(Buffer.from(json.row([3, undefined, value])).toString())).toEqual([3, null, value])
  }
  expect(Buffer.from(csv.row([1, Infinity, Number.NaN])).toString()).toBe('1,,\n')
  expect(isTable('step,temperature,energy,rmsd\n')).toBe(true)
  expect(isTable('step,temp')).toBe(true)
  expect(isTable('name,temperature')).toBe(false)
  expect(isTable(Buffer.from(json.head(0)).toString())).toBe(true)
})

test('a series stays small, and is the same from a state', () => {
  const whole = new Series()
  let pieces = new Series()
  for (let step = 0; step < 10_000; step++) {
    const row = [step, step === 0 ? undefined : Math.sqrt(step), Infinity]
    whole.push(row)
    pieces.push(row)
    if (step % 777 === 0) pieces = new Series(JSON.parse(JSON.stringify(pieces.state)))
  }
  expect(pieces.state).toEqual(whole.state)
  const points = whole.points(1)
  expect(points.length).toBeGreaterThan(1000)
  expect(points.length).toBeLessThan(2049)
  expect(points.every(([step, value]) => step % 8 === 0 && value === Math.sqrt(step))).toBe(true)
  expect(whole.points(2)).toEqual([])
  const text = plotFold('a <b>', COLUMNS, new Series(whole.state))
  expect(text).toMatch(/^<svg data-limber="fold" /)
  expect(text).not.toMatch(/NaN|Infinity|undefined|<b>/)
  expect(plotFold('empty', COLUMNS, new Series())).not.toMatch(/NaN|Infinity|undefined/)
})

const CHECKPOINT: Checkpoint = {
  ...{ file: 'a.pdb', command: { seed: '1' }, run: { seed: 1 }, step: 12, done: false },
  ...{ files: { out: { bytes: 3, crc: 4, parts: 5 } }, series: undefined, state: new Uint8Array([0, 255, 7]) },
  moments: [{ counts: [1], means: [2], squares: [0], least: [2], most: [2] }],
}

test('a checkpoint reads back, and no byte of it may change', () => {
  const text = checkpointText(CHECKPOINT)
  expect(isCheckpoint(text.slice(0, 1024))).toBe(true)
  expect(parseCheckpoint('c', text)).toMatchObject({ ...CHECKPOINT, series: undefined })
  const random = new Random(1)
  for (let k = 0; k < 200; k++) {
    const place = random.integer(text.length)
    const letter = String.fromCharCode(32 + random.integer(90))
    const changed = k % 2 === 0 ? text.slice(0, place) : text.slice(0, place) + letter + text.slice(place + 1)
    if (changed !== text) expect(() => parseCheckpoint('c', changed), changed).toThrow(CheckpointFileError)
  }
})

test('parts that a killed process left are overwritten or swept', async () => {
  const place = await placeOf(at('c'))
  writeFileSync(at(`.c.${process.pid}.part`), 'left')
  await writeAtomically(place, 'new')
  expect(read('c')).toBe('new')
  writeFileSync(at('.c.999999999.part'), 'left')
  writeFileSync(at(`.c.${process.ppid}.part`), 'of a process that runs')
  writeFileSync(at('.cc.999999999.part'), 'of another file')
  await sweepParts(place)
  expect(readdirSync(folder).sort()).toEqual([`.c.${process.ppid}.part`, '.cc.999999999.part', 'c'])
})

const TRAJECTORY: Trajectory = {
  head: (parts) => bytes(`frames ${String(parts).padStart(6)}\n`),
  between: '',
  tail: 'END\n',
  frame: (number, step, positions) => bytes(`MODEL ${number} ${step} ${positions.join(' ')}\n`),
}

async function planIn(where: string): Promise<RecordPlan> {
  return {
    out: { place: await placeOf(join(where, 'out')), format: TRAJECTORY },
    observables: { place: await placeOf(join(where, 'rows')), format: jsonTable(COLUMNS) },
    checkpoint: await placeOf(join(where, 'check')),
    ...{ columns: COLUMNS.length, rungs: 1, burnIn: 0 },
    plotted: true,
    about: { file: 'x', command: {}, run: {} },
  }
}

const WALK = { steps: 40, every: 2, saveEvery: 3, atoms: 4 }

/** From wherever it is, to its end. */
async function goOn(where: string): Promise<void> {
  const plan = await planIn(where)
  const checkpoint = await readCheckpoint(plan.checkpoint!)
  const state = checkpoint?.state
  const record = state === undefined ? await FoldRecord.begin(plan) : await FoldRecord.resume(plan, checkpoint!)
  await walk(record, WALK, state)
  await record.finish()
}

/** The files, but for what the event loop might find of a part beside them. */
function contents(where: string): Record<string, string> {
  const names = readdirSync(where).filter((name) => !name.endsWith('.part'))
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(where, name), 'latin1')]))
}

test('[monte-carlo] cut off at every turn of the event loop: bit by bit the run that was not', async () => {
  const where = at('whole')
  mkdirSync(where)
  const snapshots: Record<string, string>[] = []
  let running = true
  const watch = (): void => {
    snapshots.push(contents(where))
    if (running) setImmediate(watch)
  }
  setImmediate(watch)
  await goOn(where)
  running = false
  const wanted = contents(where)
  expect(Object.keys(wanted)).toEqual(['check', 'out', 'rows'])
  const different = [...new Map(snapshots.map((files) => [JSON.stringify(files), files])).values()]
  expect(different.length).toBeGreaterThan(10)
  const random = new Random(5)
  for (const [k, files] of different.entries()) {
    const killed = at(`killed-${k}`)
    mkdirSync(killed)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(killed, name), text, 'latin1')
    // What was not yet asked to be on the disk may be there in part, or be something else.
    const known = files.check === undefined || files.check === '' ? {} : parseCheckpoint('', files.check).files
    for (const [name, growth] of [
      ['out', known.out],
      ['rows', known.observables],
    ] as const) {
      if (growth === undefined || files[name] === undefined) continue
      const head = name === 'out' ? TRAJECTORY.head(0).length : jsonTable(COLUMNS).head(0).length
      const beyond = files[name].length - head - growth.bytes
      truncateSync(join(killed, name), head + growth.bytes + random.integer(beyond + 1))
      if (random.integer(2) === 0) appendFileSync(join(killed, name), 'rubbish')
    }
    await goOn(killed)
    expect(contents(killed), `snapshot ${k}`).toEqual(wanted)
  }
})

test('resumed when done: nothing changes', async () => {
  const where = at('whole')
  mkdirSync(where)
  await goOn(where)
  const wanted = contents(where)
  await goOn(where)
  expect(contents(where)).toEqual(wanted)
})

test('what cannot be written is reported, and nothing is written after it', async () => {
  const where = at('gone')
  mkdirSync(where)
  let failures = 0
  const plan: RecordPlan = { ...(await planIn(where)), onFailure: () => failures++ }
  const record = await FoldRecord.begin(plan)
  record.sample([0, 1, 2])
  rmSync(where, { recursive: true })
  record.save(0, new Uint8Array(3))
  await expect(record.settled()).rejects.toThrow('check: cannot be written: ENOENT')
  record.save(1, new Uint8Array(3))
  await expect(record.finish()).rejects.toThrow('check: cannot be written: ENOENT')
  await record.abandon()
  expect(failures).toBe(1)
})
