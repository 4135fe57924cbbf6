// Files that are there as a whole or not at all.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Place, placeFor, WriteFileError, writeAtomically } from '../../../cli/print/write-atomically.js'

let folder: string
const at = (name: string): string => join(folder, name)
const place = (file: string): Promise<Place> => placeFor(file, (start) => start.startsWith('mine'), 'a name')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-write-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('a new file, then the same again, and nothing beside it', async () => {
  const first = await place(at('a.json'))
  expect(first.there).toBe('nothing')
  await writeAtomically(first, 'mine: 1')
  const again = await place(at('a.json'))
  expect(again.there).toBe('file')
  await writeAtomically(again, 'mine: 2')
  expect(readFileSync(at('a.json'), 'utf8')).toBe('mine: 2')
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('what is not ours is left alone; an empty file may be filled', async () => {
  writeFileSync(at('theirs.json'), 'theirs')
  await expect(place(at('theirs.json'))).rejects.toThrow(
    `${at('theirs.json')}: expected a name, got another file, which is left as it is`,
  )
  await expect(place(at('theirs.json'))).rejects.toThrow(WriteFileError)
  writeFileSync(at('empty'), '')
  expect((await place(at('empty'))).there).toBe('file')
})

test('folders, missing folders, files as folders and no name at all are refused', async () => {
  mkdirSync(at('sub'))
  await expect(place(at('sub'))).rejects.toThrow('expected a name, got a folder')
  await expect(place(at('none/a.json'))).rejects.toThrow('expected a name, got one in a folder that does not exist')
  writeFileSync(at('plain'), 'mine')
  await expect(place(at('plain/a.json'))).rejects.toThrow('got one in a folder that does not exist')
  await expect(place('')).rejects.toThrow('expected a name, got no name at all')
})

test('a link stays a link, and a device is written to, not replaced', async () => {
  mkdirSync(at('sub'))
  writeFileSync(at('sub/real.json'), 'mine')
  symlinkSync(at('sub/real.json'), at('link.json'))
  await writeAtomically(await place(at('link.json')), 'mine: new')
  expect(readFileSync(at('sub/real.json'), 'utf8')).toBe('mine: new')
  expect(readdirSync(folder)).toEqual(['link.json', 'sub'])
  const nowhere = await place('/dev/null')
  expect(nowhere.there).toBe('device')
  await writeAtomically(nowhere, 'text')
  expect(readFileSync('/dev/null', 'utf8')).toBe('')
})

test('a folder that goes away in the meantime is an error, and leaves nothing', async () => {
  mkdirSync(at('sub'))
  const gone = await place(at('sub/a.json'))
  rmSync(at('sub'), { recursive: true })
  await expect(writeAtomically(gone, 'mine')).rejects.toThrow(`${at('sub/a.json')}: cannot be written: ENOENT`)
  expect(existsSync(at('sub'))).toBe(false)
  // Something else has taken the place: the part beside it is taken away again.
  const taken = await place(at('b.json'))
  mkdirSync(at('b.json'))
  await expect(writeAtomically(taken, 'mine')).rejects.toThrow('cannot be written')
  expect(readdirSync(folder)).toEqual(['b.json'])
})
