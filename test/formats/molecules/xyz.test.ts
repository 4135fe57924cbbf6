import { expect, test } from 'vitest'
import { parseXyz } from '../../../src/formats/molecules/xyz.js'
import { expectFrames, expectRefused } from './expect-frames.js'
import { wave, xyz } from './frames-samples.js'

const WAVE = wave(3, 4)
const TEXT = xyz(WAVE)

test('frames, their beads and their names', () => {
  const frames = parseXyz(TEXT)
  expectFrames(frames, WAVE)
  expect(frames).toMatchObject({ format: 'xyz', atoms: 4, notes: [], names: ['C', 'C', 'C', 'C'] })
  expectFrames(parseXyz(new TextEncoder().encode(TEXT)), WAVE)
})

test.each([
  ['CR LF', (t: string) => t.replaceAll('\n', '\r\n')],
  ['CR', (t: string) => t.replaceAll('\n', '\r')],
  ['a byte order mark', (t: string) => `\ufeff${t}`],
  ['empty comments', (t: string) => t.replaceAll('a comment', '')],
  ['comments that look like counts', (t: string) => t.replaceAll('a comment', '4')],
  ['blank lines between frames', (t: string) => t.replaceAll(/^4$/gm, '\n \n  4  ')],
  ['tabs', (t: string) => t.replaceAll(' ', '\t')],
  ['more columns', (t: string) => t.replaceAll(/^(C .*)$/gm, '$1 0.5 x 1e99')],
  ['atomic numbers', (t: string) => t.replaceAll(/^C/gm, '6')],
  ['no names', (t: string) => t.replaceAll(/^C/gm, '')],
  ['no line end at the end', (t: string) => t.trimEnd()],
  [
    'extended comments',
    (t: string) => t.replaceAll('a comment', 'Lattice="1 0 0 0 1 0 0 0 1" Properties=species:S:1:pos:R:3'),
  ],
  [
    'names at the end',
    (t: string) => t.replaceAll('a comment', 'properties="pos:R:3:species:S:1"').replaceAll(/^(C) (.*)$/gm, '$2 $1'),
  ],
  [
    'numbers before',
    (t: string) =>
      t.replaceAll('a comment', 'x=1 Properties=id:I:1:v:R:2:pos:R:3:q:R:1 y').replaceAll(/^C (.*)$/gm, '7 1 2 $1 9'),
  ],
])('with %s', (_, change) => {
  expectFrames(parseXyz(change(TEXT)), WAVE)
})

test('names by the columns of extended XYZ', () => {
  const text = '1\nProperties=pos:R:3:mass:R:1:species:S:1\n1 2 3 12.01 Au\n'
  expect(parseXyz(text).names).toEqual(['Au'])
  expect(parseXyz(text.replace(':species:S:1', ':kind:S:1')).names).toBeUndefined()
})

test('beads by name or by number', () => {
  const text = '3\n\nC 1 0 0\nH 2 0 0\nC 3 0 0\n'
  expectFrames(parseXyz(text, { atoms: ['C'] }), [[1, 0, 0, 3, 0, 0]])
  expectFrames(parseXyz(text, { select: [2, 1] }), [[3, 0, 0, 2, 0, 0]])
  expectRefused(() => parseXyz(text, { chain: 'A' }), {}, 'a topology file names the chains')
  expectRefused(() => parseXyz(text, { atoms: 'ca' }), {}, 'one atom or more (ca), got none among 3 atoms: C, H')
  const topology = { names: ['CA', 'CB', 'CA'], residues: ['1', '1', '2'] }
  expectFrames(parseXyz(text, { topology }), [[1, 0, 0, 3, 0, 0]])
  expectRefused(() => parseXyz('1\n\nC 0 0 0\n', { topology }), { line: 1 }, 'that of the topology, 3, got 1')
})

test.each([
  ['', 1, 'a number of beads, got the end of the file'],
  [' \n\n', 3, 'a number of beads, got the end of the file'],
  ['x\n', 1, 'the number of beads, got "x"'],
  ['0\n\n', 1, 'the number of beads, got "0"'],
  ['-1\n\n', 1, 'the number of beads, got "-1"'],
  ['1.5\n\nC 0 0 0\n', 1, 'the number of beads, got "1.5"'],
  ['1 2\n\nC 0 0 0\n', 1, 'the end of the line after the number of beads, got "2"'],
  ['1000000000\n\nC 0 0 0\n', 1, 'a number of beads that the 10 bytes that follow can hold, got "1000000000"'],
  ['2\n\nC 0 0 0\nH 0 0\n', 4, 'z of a bead, got the end of the line'],
  ['2\n\nC 0 0 0\n          ', 4, 'a bead: its name, x, y and z, got the end of the file'],
  ['1\n\nH 0\n', 3, 'y of a bead, got the end of the line'],
  ['2\n\n1 2 3\n6 1 2 3\n', 4, 'nothing but x, y and z, as for the first bead of the frame, got "3"'],
  ['2\n\n1 2 3\nC 1 2 3\n', 4, 'x of a bead, got "C"'],
  ['1\n\nC 0 nan 0\n', 3, 'y of a bead, got "nan"'],
  ['1\n\nC 0 0 inf\n', 3, 'z of a bead, got "inf"'],
  ['1\n\nC 1e61 0 0\n', 3, 'x of a bead of at most 1e+60, got "1e61"'],
  ['1\n\nC 0x10 0 0\n', 3, 'x of a bead, got "0x10"'],
  ['1\n\nC 0 0 0\n2\n\nC 0 0 0\nC 0 0 0\n', 4, '1, the number of beads in the first frame, got 2'],
  ['1\n\nC 0 0 0\nC 0 0 0\n', 4, 'the number of beads, got "C"'],
  ['1\n\nC 0 0 0\n1\n', 4, 'a number of beads that the 1 byte that follow can hold'],
  ['1\nProperties=species:S:1\nC 0 0 0\n', 2, 'pos:R:3 among them, got "species:S:1"'],
  ['1\nProperties=pos:R:x\nC 0 0 0\n', 2, 'name:type:count of every column'],
  ['1\nProperties=a:R:99999:pos:R:3\nC 0 0 0\n', 2, 'name:type:count of every column'],
  ['1\nProperties=pos:R:3:a\nC 0 0 0\n', 2, 'name:type:count of every column'],
])('%j is refused in line %i', (text, line, message) => {
  expectRefused(() => parseXyz(text), { line }, message)
})

test('more than may be held is refused', () => {
  expectRefused(() => parseXyz(TEXT, { maxBytes: 2 * 4 * 24 }), { line: 13 }, 'frames of at most 192 bytes')
})

test('[frames-files] atoms that change places from frame to frame are refused, unless they are not beads', () => {
  const text = '2\n\nC 1 2 3\nH 0 0 0\n2\n\nH 0 0 0\nC 1 2 3\n'
  const place = { line: 7, field: 'atom 0 of frame 1' }
  expectRefused(() => parseXyz(text, { atoms: ['C'] }), place, '"C", as in the first frame, got "H"')
  const swapped = '3\n\nC 1 2 3\nH 0 0 0\nO 1 1 1\n3\n\nC 1 2 3\nO 1 1 1\nH 0 0 0\n'
  expect(parseXyz(swapped, { atoms: ['C'] }).frame(1)).toEqual(Float64Array.of(1, 2, 3))
})

test('the cell of extended XYZ, frame by frame', () => {
  const cell = (comment: string): unknown => parseXyz(`1\n${comment}\nC 0 0 0\n`).cell(0)
  expect(cell('a comment')).toBeUndefined()
  expect(cell('Lattice="20 0 0 0 21 0 0 0 22" pbc="T T T"')).toEqual({ lengths: [20, 21, 22], angles: [90, 90, 90] })
  expect(cell('lattice = "20 0 0 0 21 0 0 0 22"')).toEqual({ lengths: [20, 21, 22], angles: [90, 90, 90] })
  expect(cell('Lattice="20 0 0 0 21 0 0 0 22" pbc="F F F"')).toBeUndefined()
  const tilted = parseXyz('1\nLattice="10 0 0 5 8.660254037844386 0 0 0 7"\nC 0 0 0\n').cell(0)!
  expect(tilted.lengths.map((x) => x.toFixed(9))).toEqual(['10.000000000', '10.000000000', '7.000000000'])
  expect(tilted.angles.map((x) => x.toFixed(9))).toEqual(['90.000000000', '90.000000000', '60.000000000'])
  const two = parseXyz('1\nLattice="9 0 0 0 9 0 0 0 9"\nC 0 0 0\n1\n\nC 0 0 0\n')
  expect([two.cell(0)?.lengths, two.cell(1)]).toEqual([[9, 9, 9], undefined])
  expect(() => two.cell(2)).toThrow('frame')
})

test.each([
  ['Lattice="20 0 0 0 21 0 0 0 22" pbc="T T F"', 'a cell that repeats along all three axes, got T T F'],
  ['Lattice="20 21 22"', 'nine numbers, got "20 21 22"'],
  ['Lattice="20 0 0 0 21 0 0 0 x"', 'nine numbers'],
  ['Lattice="0 20 0 21 0 0 0 0 22"', 'a along x, b in the plane of x and y, c upward'],
  ['Lattice="20 0 0 0 0 0 0 0 22"', 'a along x, b in the plane of x and y, c upward'],
])('the cell %s is refused when it is asked for', (comment, message) => {
  const frames = parseXyz(`1\n${comment}\nC 0 0 0\n`)
  expectFrames(frames, [[0, 0, 0]])
  expectRefused(() => frames.cell(0), { line: 2, field: 'Lattice of frame 0' }, message)
})
