import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { InvalidInputError } from '../../../src/errors.js'
import { parseDcd } from '../../../src/formats/molecules/dcd.js'
import { dcdFrame, dcdHeader, writeDcd } from '../../../src/formats/molecules/dcd-write.js'
import { dcd, wave } from './frames-samples.js'

const WAVE = wave(5, 7)

test('what is written is read again, to single precision', () => {
  const random = new Random(3)
  const frames = Array.from({ length: 9 }, () => Float64Array.from({ length: 3 * 11 }, () => random.range(-5e3, 5e3)))
  const read = parseDcd(writeDcd(frames))
  expect(read).toMatchObject({ count: 9, atoms: 11, notes: [] })
  for (const [k, frame] of frames.entries()) expect([...read.frame(k)]).toEqual([...frame].map(Math.fround))
})

test('the frames are byte for byte those of a plain writer', () => {
  const bytes = writeDcd(WAVE)
  const plain = dcd(WAVE, { charmm: true })
  const size = 3 * (4 * 7 + 8)
  expect(bytes.slice(-5 * size)).toEqual(plain.slice(-5 * size))
})

test('a header is written again over itself while frames are appended', () => {
  const title = 'A TITLE'
  const long = dcdHeader(7, 2 ** 31 - 1, { title, every: 1000 })
  expect(long.length).toBe(dcdHeader(7, 0).length)
  const header = dcdHeader(7, 2, { title })
  expect(new TextDecoder().decode(header.subarray(100, 107))).toBe(title)
  const file = new Uint8Array([...dcdHeader(7, 0), ...dcdFrame(WAVE[0]!), ...dcdFrame(WAVE[1]!)])
  expect(parseDcd(file).notes).toEqual(['The header announces 0 frames, the file has 2.'])
  file.set(header)
  const read = parseDcd(file)
  expect(read.notes).toEqual([])
  expect([...read.frame(1)]).toEqual(WAVE[1])
})

test('what cannot be written is refused', () => {
  const bad: (() => unknown)[] = [
    () => dcdHeader(0, 1),
    () => dcdHeader(1, -1),
    () => dcdHeader(1, 1, { title: 'x'.repeat(81) }),
    () => dcdHeader(1, 1, { title: 'ü' }),
    () => dcdHeader(1, 1, { every: 0 }),
    () => dcdFrame([]),
    () => dcdFrame([1, 2]),
    () => dcdFrame([1, 2, Number.NaN]),
    () => dcdFrame([1, 2, 1e39]),
    () => writeDcd([]),
    () =>
      writeDcd([
        [1, 2, 3],
        [1, 2, 3, 4, 5, 6],
      ]),
  ]
  for (const call of bad) expect(call).toThrow(InvalidInputError)
})
