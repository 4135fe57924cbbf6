// One run at a time writes a file; nothing that cannot be written is begun.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseCheckpoint } from '../../../cli/fold/fold-checkpoint.js'
import { FileLocks, LockedFileError } from '../../../cli/fold/fold-lock.js'
import { checkSpace, size } from '../../../cli/fold/fold-space.js'
import { type Place, placeFor, WriteFileError } from '../../../cli/print/write-atomically.js'
import { Random } from '../../../src/entries/meshes.js'
import { Moments } from '../../../src/entries/molecules.js'
import { limber, MAIN } from '../run.js'
import { peptidePdb } from './fold-sample.js'
import { startAndSignal } from './kill.js'

let folder: string
const at = (name: string): string => join(folder, name)
const placeOf = (file: string): Promise<Place> => placeFor(file, () => true, 'a name')
const names = (): string[] => readdirSync(folder).sort()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-lock-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const host = hostname()
const locks = (): string[] => names().filter((name) => name.endsWith('.lock'))

test('taken, refused to others, given back', async () => {
  const place = await placeOf(at('c'))
  const listeners = process.listenerCount('exit')
  const [first, second] = [new FileLocks(), new FileLocks()]
  await first.take(place)
  await first.take(place)
  expect(names()).toEqual([expect.stringMatching(`^.c.~${host}-${process.pid}-\\d*.lock$`)])
  await expect(second.take(place)).rejects.toThrow(LockedFileError)
  await expect(second.take(place)).rejects.toThrow(`got one of process ${process.pid}`)
  await second.take(await placeOf(at('d')))
  second.release()
  expect(locks().length).toBe(1)
  first.release()
  first.release()
  expect(names()).toEqual([])
  expect(process.listenerCount('exit')).toBe(listeners)
  const third = new FileLocks()
  await third.take(place)
  third.release()
})

test('what processes that are gone have left is deleted; other files are not', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  const others = ['.c.lock', '.cc.~x-1-1.lock', `.c.~${host}-1.lock`, `.c.d.~${host}-1-1.lock`, '.c.12.part']
  // The second has the number of a process that runs, and another start.
  const stale = [`.c.~${host}-${child.pid}-1.lock`, `.c.~${host}-${process.ppid}-1.lock`]
  for (const name of [...others, ...stale]) writeFileSync(at(name), '')
  const own = new FileLocks()
  await own.take(await placeOf(at('c')))
  own.release()
  expect(names()).toEqual(others.sort())
})

test('those of living processes, and of other machines, stay', async () => {
  const place = await placeOf(at('c'))
  const living = `.c.~${host}-${process.ppid}-.lock`
  const far = '.c.~else-where-7-1.lock'
  for (const [name, who] of [
    [living, `process ${process.ppid}`],
    [far, `process 7 on else-where (if that is gone, delete ${at(far)})`],
  ] as const) {
    writeFileSync(at(name), '')
    const own = new FileLocks()
    await expect(own.take(place)).rejects.toThrow(`got one of ${who}`)
    own.release()
    expect(names()).toEqual([name])
    rmSync(at(name))
  }
})

test('a file whose name continues after a dot is another one', async () => {
  const [first, second] = [new FileLocks(), new FileLocks()]
  const files = ['c.d', 'c.~d', 'c', 'c.d.~e', 'c.~']
  for (const name of files) await first.take(await placeOf(at(name)))
  for (const name of files) await expect(second.take(await placeOf(at(name)))).rejects.toThrow(LockedFileError)
  second.release()
  expect(locks().length).toBe(files.length)
  first.release()
  expect(names()).toEqual([])
})

test('of many processes that come at once, one at a time has it', async () => {
  writeFileSync(at('a.pdb'), peptidePdb(12))
  const args = ['fold', at('a.pdb'), '--steps', '1e9', '--checkpoint', at('check'), '--resume']
  const children = Array.from({ length: 3 }, () => spawn(process.execPath, [MAIN, ...args]))
  const codes = children.map(async (child) => (await once(child, 'close'))[0] as number | null)
  // Two leave by themselves; all three only if they came in the same few milliseconds, and that is safe too.
  await Promise.race([Promise.all(codes.slice(0, 2)), Promise.all(codes.slice(1)), Promise.all([codes[0], codes[2]])])
  for (const child of children) child.kill('SIGKILL')
  const ended = await Promise.all(codes)
  expect(ended.filter((code) => code === 2).length).toBeGreaterThanOrEqual(2)
  expect(ended.filter((code) => code !== 2 && code !== null)).toEqual([])
}, 120_000)

test('a folder that cannot be written, and a disk that is too small', async () => {
  const inside = { file: 'x', real: join(folder, 'none', 'x'), there: 'nothing' } as const
  await expect(new FileLocks().take(inside)).rejects.toThrow('x: cannot be written: ENOENT')
  const place = await placeOf(at('c'))
  await checkSpace([{ place, bytes: 1000 }], '')
  const much = [
    { place, bytes: 6e17 },
    { place: await placeOf(at('d')), bytes: 5e17 },
  ]
  await expect(checkSpace(much, 'so there')).rejects.toThrow(WriteFileError)
  await expect(checkSpace(much, 'so there')).rejects.toThrow(
    /d: expected room for about 1100000 TB .* got .*; so there/,
  )
  expect([0, 999, 1000, 15_400, 1.25e9].map(size)).toEqual(['0 B', '999 B', '1.0 kB', '15 kB', '1.3 GB'])
})

test.skipIf(process.getuid?.() === 0)('files that are read-only', async () => {
  writeFileSync(at('c'), '')
  chmodSync(at('c'), 0o444)
  await expect(new FileLocks().take(await placeOf(at('c')))).rejects.toThrow('cannot be written')
  mkdirSync(at('closed'), { mode: 0o555 })
  await expect(new FileLocks().take(await placeOf(at('closed/c')))).rejects.toThrow('cannot be written')
})

test('the built command: a second one is refused, and one after a kill is not', async () => {
  writeFileSync(at('a.pdb'), peptidePdb(12))
  const args = [
    'fold',
    at('a.pdb'),
    '--steps',
    '1e9',
    '--checkpoint',
    at('check'),
    '--checkpoint-every',
    '100',
    '--resume',
  ]
  const child = spawn(process.execPath, [MAIN, ...args, '--observables', at('rows.csv')])
  const ended = once(child, 'close')
  while (!existsSync(at('rows.csv'))) await new Promise((resolve) => setTimeout(resolve, 5))
  const second = await limber(...args)
  expect(second.code).toBe(2)
  expect(second.stderr).toContain(
    `check: expected a file that no other run is writing, got one of process ${child.pid}`,
  )
  // Nor may another run write the table of the first.
  const table = await limber('fold', at('a.pdb'), '--steps', '10', '--observables', at('rows.csv'))
  expect(table.stderr).toContain('rows.csv: expected a file that no other run is writing')
  child.kill('SIGKILL')
  await ended
  expect(locks().length).toBe(2)
  const { step } = parseCheckpoint('', readFileSync(at('check'), 'utf8'))
  const stopped = await startAndSignal(folder, args, 'SIGTERM', 10)
  expect(stopped.code).toBe(130)
  expect(parseCheckpoint('', readFileSync(at('check'), 'utf8')).step).toBeGreaterThan(step)
  expect(names().filter((name) => name.startsWith('.'))).toEqual([])
}, 120_000)

test('mean, deviation and range, in one go and in two', () => {
  const random = new Random(5)
  const rows = Array.from({ length: 500 }, (_, k) => [k, random.range(-1, 3), k % 2 === 0 ? undefined : k, Infinity])
  const whole = new Moments(4)
  for (const row of rows) whole.push(row)
  const first = new Moments(4)
  for (const row of rows.slice(0, 123)) first.push(row)
  const second = new Moments(4, JSON.parse(JSON.stringify(first.state)))
  for (const row of rows.slice(123)) second.push(row)
  expect(second.state).toEqual(whole.state)
  const values = rows.map((row) => row[1]!)
  const mean = values.reduce((sum, value) => sum + value, 0) / 500
  const found = whole.of(1)!
  expect(found.mean).toBeCloseTo(mean, 12)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 499
  expect(found.deviation).toBeCloseTo(Math.sqrt(variance), 12)
  expect([found.least, found.most]).toEqual([Math.min(...values), Math.max(...values)])
  expect(whole.of(2)).toMatchObject({ mean: 250, least: 1, most: 499 })
  expect(whole.of(3)).toBeUndefined()
})

test.runIf(existsSync('/dev/stdout'))('a plot goes into a pipe, which has no path', () => {
  writeFileSync(at('a.pdb'), peptidePdb(12))
  const command = '"$0" "$1" fold "$2" --steps 20 --plot /dev/stdout | cat'
  const text = execFileSync('sh', ['-c', command, process.execPath, MAIN, at('a.pdb')], { encoding: 'utf8' })
  expect(text).toContain('<svg data-limber="fold"')
})
