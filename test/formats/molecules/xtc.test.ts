import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { InvalidInputError } from '../../../src/errors.js'
import { parseXtc } from '../../../src/formats/molecules/xtc.js'
import { writeXtc, xtcFrame } from '../../../src/formats/molecules/xtc-write.js'
import { wholeNumbersOf } from '../../oracle/molecules/xtc.js'
import { expectRefused } from './expect-frames.js'
import { wave } from './frames-samples.js'

/** Atoms at random, some of them near the one before, as in molecules and water. */
function atoms(random: Random, count: number, extent: number): Float64Array {
  const out = new Float64Array(3 * count)
  for (let k = 0; k < out.length; k++) {
    const isNear = k >= 3 && Math.floor(k / 3) % 3 !== 0
    out[k] = isNear ? out[k - 3]! + random.range(-1.5, 1.5) : random.range(-extent, extent)
  }
  return out
}

test('what is written is read again, rounded to the precision; an independent decoder reads the same', () => {
  const random = new Random(11)
  for (let round = 0; round < 120; round++) {
    const count = 10 + random.integer(60)
    const extent = 10 ** random.range(-2, 4.5)
    const precision = [10, 1000, 10_000][round % 3]!
    const large = round % 5 === 0
    const positions = atoms(random, count, extent)
    const bytes = writeXtc([positions], { precision, large })
    const whole = [...positions].map((x) => {
      const value = (x / 10) * precision
      return Math.trunc(value + (value < 0 ? -0.5 : 0.5)) + 0
    })
    expect(wholeNumbersOf(bytes), `round ${round}`).toEqual(whole)
    const read = parseXtc(bytes)
    expect([...read.frame(0)]).toEqual(whole.map((n) => (10 * n) / precision))
    // What was read and is written with the same header is the same file.
    const { box, step, time } = read.header(0)
    expect(writeXtc([read.frame(0)], { box, step, time, precision, large })).toEqual(bytes)
  }
})

test('numbers beyond 24 bits are written by themselves; all atoms at one place', () => {
  for (const far of [1e5, 2e6]) {
    const positions = Float64Array.from({ length: 60 }, (_, k) => (k % 7 === 0 ? far : -far) + k / 100)
    const bytes = writeXtc([positions])
    const whole = [...positions].map((x) => Math.round(100 * x))
    expect(wholeNumbersOf(bytes)).toEqual(whole)
    expect([...parseXtc(bytes).frame(0)]).toEqual(whole.map((n) => (10 * n) / 1000))
  }
  const bytes = writeXtc([new Float64Array(300)])
  expect([...parseXtc(bytes).frame(0)]).toEqual(new Array(300).fill(0))
})

test('nine atoms or fewer are not compressed, and keep single precision', () => {
  const frames = wave(3, 9)
  const read = parseXtc(writeXtc(frames))
  expect(read).toMatchObject({ format: 'xtc', count: 3, atoms: 9 })
  expect(read.header(1)).toMatchObject({ step: 1, time: 1, precision: undefined })
  for (const [k, frame] of frames.entries()) {
    expect([...read.frame(k)]).toEqual(frame.map((x) => 10 * Math.fround(x / 10)))
  }
})

test('boxes: none where it is zero or 1 Å; vectors that are not upright are refused', () => {
  const [frame] = wave(1, 12)
  const cell = (box: number[]): unknown => parseXtc(xtcFrame(frame!, { box })).cell(0)
  expect(cell([0, 0, 0, 0, 0, 0, 0, 0, 0])).toBeUndefined()
  expect(cell([1, 0, 0, 0, 1, 0, 0, 0, 1])).toBeUndefined()
  expect(cell([20, 0, 0, 0, 30, 0, 0, 0, 40])).toEqual({ lengths: [20, 30, 40], angles: [90, 90, 90] })
  const { angles } = cell([20, 0, 0, 10, 10 * Math.sqrt(3), 0, 0, 0, 40]) as { angles: number[] }
  expect(angles[2]).toBeCloseTo(60, 5)
  expectRefused(() => cell([20, 1, 0, 0, 30, 0, 0, 0, 40]), { offset: 16 }, 'a box with a along x')
})

test('a file that ends within a frame', () => {
  const bytes = writeXtc(wave(3, 20))
  const cut = bytes.slice(0, -5)
  expectRefused(() => parseXtc(cut), { field: 'frame 2' }, "option partial: 'drop' leaves out the last")
  const read = parseXtc(cut, { partial: 'drop' })
  expect(read.count).toBe(2)
  expect(read.notes[0]).toContain('is left out')
  expectRefused(() => parseXtc(bytes.slice(0, 60)), { field: 'frame 0' }, 'a whole frame of 92 bytes or more')
  expectRefused(() => parseXtc(new Uint8Array(0)), { offset: 0 }, 'a whole frame')
})

test.each([
  [0, 1, 'an XTC file: 1995 or 2023'],
  [4, 2 ** 30, 'a number of atoms that'],
  [4, 0, 'a number of atoms that'],
  [52, 21, '20 atoms, as at the start of the frame, got 21'],
  [88, 2 ** 30, 'a whole frame of'],
  [88, 0, 'compressed bytes that can hold 20 atoms'],
])('word at byte %i set to %i is refused', (at, value, message) => {
  const bytes = writeXtc(wave(1, 20))
  new DataView(bytes.buffer).setInt32(at, value)
  expectRefused(() => parseXtc(bytes), {}, message)
})

test.each([
  [56, 0, 'a precision above zero'],
  [60, 2 ** 30, 'the least coordinates below the largest'],
  [84, 8, 'a size of small differences from 9 to 72, got 8'],
  [84, 73, 'a size of small differences'],
  [92, -1, 'the file is damaged'],
])('word at byte %i set to %i is refused when the frame is read', (at, value, message) => {
  const bytes = writeXtc(wave(1, 20))
  new DataView(bytes.buffer).setInt32(at, value)
  const read = parseXtc(bytes)
  expectRefused(() => read.frame(0), { field: 'frame 0' }, message)
})

test('frames with other atoms are refused', () => {
  const bytes = new Uint8Array([...writeXtc(wave(1, 20)), ...writeXtc(wave(1, 21))])
  expectRefused(() => parseXtc(bytes), { field: 'frame 1' }, '20 atoms, as in the first frame, got 21')
})

test('what cannot be written is refused', () => {
  const [frame] = wave(1, 12)
  const bad: (() => unknown)[] = [
    () => writeXtc([]),
    () => writeXtc([frame!, [1, 2, 3]]),
    () => xtcFrame([]),
    () => xtcFrame([1, 2]),
    () => xtcFrame([Number.NaN, 0, 0]),
    () => xtcFrame(new Float64Array(36).fill(1e12)),
    () => xtcFrame(frame!, { precision: 0 }),
    () => xtcFrame(frame!, { precision: 1e300 }),
    () => xtcFrame(frame!, { box: [1, 2, 3] }),
    () => xtcFrame(frame!, { step: 0.5 }),
    () => xtcFrame(frame!, { time: Number.NaN }),
  ]
  for (const call of bad) expect(call).toThrow(InvalidInputError)
})
