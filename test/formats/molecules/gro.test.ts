// GRO and TRR files: columns, boxes, velocities, precision; what is refused, and where.
import { expect, test } from 'vitest'
import { parseFrames, parseTopology } from '../../../src/formats/molecules/frames.js'
import { parseGro } from '../../../src/formats/molecules/gro.js'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import { parseTrr } from '../../../src/formats/molecules/trr.js'
import { bytesOf } from '../samples.js'
import { expectFrames, expectRefused } from './expect-frames.js'
import { gzipped, wave } from './frames-samples.js'
import { gro, trr } from './gromacs-samples.js'

const WAVE = wave(3, 5)

test('frames of a GRO file: any number of decimals, with velocities or without, zipped', () => {
  for (const decimals of [4, 5, 9]) {
    for (const velocities of [false, true]) {
      const text = gro(WAVE, { decimals, velocities })
      expectFrames(parseGro(text), WAVE)
      const frames = parseFrames(gzipped(text.replaceAll('\n', '\r\n')), { name: 'a.gro.gz' })
      expectFrames(frames, WAVE)
      expect(frames).toMatchObject({ format: 'gro', atoms: 5 })
      expect(frames.names![0]).toBe('GLY1 CA')
    }
  }
  // Ten times 0.413 is 4.13, rounded once.
  expect([...parseGro(gro([[4.13, -8.9, 0.01]], { decimals: 3 })).frame(0)]).toEqual([4.13, -8.9, 0.01])
})

test('boxes of three and of nine numbers; none where it is 0 or 1 Å', () => {
  const cell = (box: string): unknown => parseGro(gro(WAVE, { box })).cell(1)
  expect(cell(' 2.0 3.0 4.5')).toEqual({ lengths: [20, 30, 45], angles: [90, 90, 90] })
  expect(cell(' 0 0 0')).toBeUndefined()
  expect(cell('   0.10000   0.10000   0.10000')).toBeUndefined()
  const triclinic = cell(' 8.00170 8.00170 5.65806 0.0 0.0 0.0 0.0 4.00085 4.00085') as { angles: number[] }
  for (const [k, angle] of [60, 60, 90].entries()) expect(triclinic.angles[k]).toBeCloseTo(angle, 4)
  expectRefused(() => cell(' 2.0 3.0'), { line: 8, field: 'box' }, 'three lengths, or nine numbers')
})

test('a GRO file is a topology, in which calcium is no alpha carbon', () => {
  const text = gro(WAVE).replaceAll('    2GLY  ', '    2CA2+ ')
  const topology = parseTopology(bytesOf(text))
  expect(topology.residueNames![1]).toBe('CA2+')
  expect(parseTrr(trr(WAVE), { topology }).beads).toBe(4)
  expect(parseGro(text).beads).toBe(4)
  expect(parseGro(text, { atoms: 'all' }).beads).toBe(5)
})

test('a GRO file as a structure', () => {
  const text = gro([WAVE[0]!, WAVE[1]!])
  const structure = parseStructure(text, { name: 'a.gro' })
  expect(structure.models.map((model) => [...model])).toEqual([WAVE[0], WAVE[1]])
  expect(structure.residues.map(({ kind, link }) => `${kind} ${link}`)).toEqual(new Array(5).fill('amino polymer'))
  const differing = `${gro([WAVE[0]!])}${gro([WAVE[1]!], { name: 'CB' })}`
  expect(() => parseStructure(differing)).toThrow('as in the first model (option model reads one of them)')
  expect(parseStructure(differing, { model: 1 }).atoms.names[0]).toBe('CB')
})

test.each([
  ['title\n', {}, 'a GRO file', 'frames'],
  ['title\n0\n', { line: 2 }, 'a number of atoms that 1 byte can hold, got "0"', 'gro'],
  ['title\n999999999\n', { line: 2 }, 'a number of atoms that 1 byte', 'gro'],
  [gro(WAVE).replace('   0.0000', '   0 0000'), { line: 3 }, 'x, y and z behind column 20', 'gro'],
  [gro(WAVE).split('\n').slice(0, 6).join('\n'), { line: 7 }, 'atom 5 of 5, got the end of the file', 'gro'],
  [gro(WAVE).split('\n').slice(0, 7).join('\n'), { line: 8 }, 'the box, got the end of the file', 'gro'],
  [gro(WAVE).replace('   0.3500', '   0.3x00'), { line: 4, field: 'x' }, 'a coordinate in columns 21 to 29', 'gro'],
  [gro(WAVE).replace(/(A title, t= 1[\s\S]*?)GLY/, '$1ALA'), { line: 11 }, 'as in the first frame', 'gro'],
])('GRO file %# is refused', (text, place, message, format) => {
  const call = (): unknown => parseFrames(bytesOf(text), format === 'gro' ? { format: 'gro' } : {})
  expectRefused(call, place, format === 'gro' ? message : 'frames: PDB, DCD, XYZ, GRO, XTC, TRR')
})

test('TRR: single and double precision, boxes, velocities, frames without coordinates', () => {
  const box = [2, 0, 0, 0, 3, 0, 0, 0, 4]
  for (const double of [false, true]) {
    for (const velocities of [false, true]) {
      const read = parseTrr(trr(WAVE, { double, velocities, box }))
      for (const [k, frame] of WAVE.entries()) {
        expect([...read.frame(k)]).toEqual(frame.map((x) => 10 * (double ? x / 10 : Math.fround(x / 10))))
      }
      expect(read.cell(2)).toEqual({ lengths: [20, 30, 40], angles: [90, 90, 90] })
      expect(read.header(2)).toMatchObject({ step: 200, time: 1 })
    }
  }
  const some = parseTrr(trr(WAVE, { velocities: true, without: [0, 2] }))
  expect([some.count, some.notes]).toEqual([1, ['2 frames without coordinates left out.']])
  expect(some.header(0).step).toBe(100)
  expectRefused(() => parseTrr(trr(WAVE, { without: [0, 1, 2] })), {}, 'frames with coordinates, got 3 frames')
})

test.each([
  [0, 1, 'a TRR file: 1993 and GMX_trn_file'],
  [12, 1, 'a TRR file'],
  [24 + 4 * 7, 61, 'sizes of single or double precision for 5 atoms'],
  [24 + 4 * 7, -60, 'a size of zero or more'],
  [24 + 4 * 10, 0, 'one atom or more'],
  [24 + 4 * 10, 2 ** 30, 'sizes of single or double precision'],
])('TRR with the word at byte %i set to %i is refused', (at, value, message) => {
  const bytes = trr(WAVE)
  new DataView(bytes.buffer).setInt32(at, value)
  expectRefused(() => parseTrr(bytes), {}, message)
})

test('TRR: a file that ends within a frame, and a coordinate that is not a number', () => {
  const bytes = trr(WAVE)
  expectRefused(() => parseTrr(bytes.slice(0, -1)), { field: 'frame 2' }, "option partial: 'drop'")
  expect(parseTrr(bytes.slice(0, -1), { partial: 'drop' }).count).toBe(2)
  new DataView(bytes.buffer).setFloat32(84, Number.NaN)
  const read = parseTrr(bytes)
  expectRefused(() => read.frame(0), { offset: 84 }, 'a finite coordinate, got NaN (atom 0 of frame 0')
})
