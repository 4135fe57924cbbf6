import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseFrames } from '../../../src/formats/molecules/frames.js'
import { isPoints, parsePoints } from '../../../src/formats/molecules/points.js'
import { bytesOf } from '../samples.js'
import { expectFrames, expectRefused } from './expect-frames.js'
import { points, wave } from './frames-samples.js'

const WAVE = wave(3, 4)
const TEXT = points(WAVE)

test('frames and their beads, which have no names and no cell', () => {
  const frames = parsePoints(TEXT)
  expectFrames(frames, WAVE)
  expect(frames).toMatchObject({ format: 'points', atoms: 4, notes: [], names: undefined })
  expect(frames.cell(2)).toBeUndefined()
  expect(() => frames.cell(3)).toThrow('frame')
  expect(() => frames.frame(3)).toThrow('frame')
})

test.each([
  ['CR LF', (t: string) => t.replaceAll('\n', '\r\n')],
  ['CR', (t: string) => t.replaceAll('\n', '\r')],
  ['a byte order mark', (t: string) => `\ufeff${t}`],
  ['no comments', (t: string) => t.replaceAll(/^#.*\n/gm, '')],
  ['comments within a frame', (t: string) => t.replaceAll(/^([\d-].*)$/gm, '  # before\n$1 # after')],
  ['many blank lines', (t: string) => `\n \n${t.replaceAll('\n\n', '\n\t\n\n \n')}\n\n`],
  ['tabs and blanks', (t: string) => t.replaceAll(/^([\d-].*)$/gm, '\t $1 ').replaceAll(' ', '\t')],
  ['exponents', (t: string) => t.replaceAll('.125', '.125e0')],
  ['no line end at the end', (t: string) => t.trimEnd()],
])('with %s', (_, change) => {
  const bytes = bytesOf(change(TEXT))
  expectFrames(parsePoints(bytes), WAVE)
  expect(isPoints(bytes)).toBe(true)
  const found = parseFrames(bytes, { name: 'knot.xyz' })
  expectFrames(found, WAVE)
  expect(found.format).toBe('points')
})

test('beads by number, and by a topology', () => {
  expectFrames(parsePoints(TEXT, { select: [2, 0] }), [
    [...WAVE[0]!.slice(6, 9), ...WAVE[0]!.slice(0, 3)],
    ...[1, 2].map((k) => [...WAVE[k]!.slice(6, 9), ...WAVE[k]!.slice(0, 3)]),
  ])
  const topology = { names: ['CA', 'CB', 'CA', 'CB'], residues: ['1', '1', '2', '2'] }
  expect(parsePoints(TEXT, { topology }).names).toEqual(['1 CA', '2 CA'])
  expectRefused(() => parsePoints('0 0 0\n', { topology }), { line: 1 }, 'as many beads as the topology has, 4, got 1')
  expectRefused(() => parsePoints(TEXT, { chain: 'A' }), {}, 'a topology file names the chains')
})

test.each([
  ['', { line: 1 }, 'a line with x, y and z, got the end of the file'],
  ['# nothing\n\n', { line: 3 }, 'a line with x, y and z, got the end of the file'],
  ['0 0 0\n1 0\n', { line: 2 }, 'z of a bead, got the end of the line'],
  ['0 0 0\n1 0 x\n', { line: 2 }, 'z of a bead, got "x"'],
  ['0 0 0\n1 nan 0\n', { line: 2 }, 'y of a bead, got "nan"'],
  ['0 0 0\n1e300 0 0\n', { line: 2 }, 'x of a bead of at most'],
  ['0 0 0\n1 0 0 0\n', { line: 2 }, 'the end of the line after x, y and z, got "0"'],
  [
    '0 0 0\n1 0 0\n\n0 0 0\n',
    { line: 4, field: 'frame 1' },
    '2 lines, as in the first frame (blank lines separate frames), got 1',
  ],
  ['0 0 0\n\n# more\n0 0 0\n1 0 0\n', { line: 4, field: 'frame 1' }, '1 lines, as in the first frame'],
])('%j is refused', (text, place, message) => {
  expectRefused(() => parsePoints(text), place, message)
})

test('what is no file of points', () => {
  for (const text of ['', '4\n', '1 2\n', '1 2 3 4\n', 'C 1 2 3\n', '# 1 2 3\n', '1 2 x\n']) {
    expect(isPoints(bytesOf(text)), JSON.stringify(text)).toBe(false)
  }
})

test('no more room than the caller allows', () => {
  expectRefused(
    () => parsePoints(TEXT, { maxBytes: 200 }),
    { line: 14 },
    'frames of at most 200 bytes (option maxBytes), got 3 of 4 beads',
  )
})

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('the knots (LIMBER_DATA)', () => {
  test.each([
    ['3KZN_chain_A.xyz', 331, [81.76, 49.47, 80.51]],
    ['3_1m_supercoiled.xyz', 111, [9.09534, -22.3605, -2.41842]],
    ['5_2m.xyz', 111, [-2.50713763817, -21.9055155425, -9.2426484105]],
  ])('%s has %i points', (name, beads, first) => {
    const frames = parseFrames(readFileSync(join(folder!, 'knots', name)), { name })
    expect(frames).toMatchObject({ format: 'points', count: 1, beads })
    expect([...frames.frame(0).subarray(0, 3)]).toEqual(first)
  })
})
