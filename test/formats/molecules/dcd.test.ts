import { expect, test } from 'vitest'
import { InvalidInputError } from '../../../src/errors.js'
import { parseDcd } from '../../../src/formats/molecules/dcd.js'
import { parseTopology } from '../../../src/formats/molecules/frames.js'
import type { FramesOptions } from '../../../src/formats/molecules/frames-data.js'
import { bytesOf } from '../samples.js'
import { expectFrames, expectRefused } from './expect-frames.js'
import { type DcdOptions, dcd, pdb, pdbAtoms, psf, wave } from './frames-samples.js'

const WAVE = wave(4, 6)
const CELL = [20, 90, 21, 90, 90, 22]

const FORMS: readonly (readonly [string, DcdOptions])[] = [
  ['plain', {}],
  ['a unit cell', { cell: CELL }],
  ['a fourth dimension', { fourth: true }],
  ['both', { cell: CELL, fourth: true }],
  ['no titles', { titles: 0 }],
  ['many titles', { titles: 40 }],
  ['fixed atoms', { fixed: [1, 4] }],
  ['fixed atoms and a cell', { fixed: [0, 5], cell: CELL }],
  ['all but one fixed', { fixed: [0, 1, 2, 3, 4] }],
]

/** With atoms fixed where the first frame has them. */
function fixedAt(frames: readonly (readonly number[])[], fixed: readonly number[] = []): number[][] {
  return frames.map((centres) => centres.map((x, k) => (fixed.includes(Math.trunc(k / 3)) ? frames[0]![k]! : x)))
}

for (const little of [true, false]) {
  for (const marker of [4, 8] as const) {
    test.each(FORMS)(`${little ? 'little' : 'big'}-endian, markers of ${marker} bytes, %s`, (_, form) => {
      const frames = parseDcd(dcd(WAVE, { little, marker, ...form }))
      expectFrames(frames, fixedAt(WAVE, form.fixed))
      expect(frames).toMatchObject({ format: 'dcd', atoms: 6, names: undefined })
      const cut = 'There is a unit cell: chains that were cut at its faces are not made whole.'
      expect(frames.notes).toEqual(form.cell === undefined ? [] : [cut])
    })
  }
}

test('frames in any order, from bytes that begin anywhere', () => {
  const bytes = dcd(WAVE, { fixed: [2] })
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  const frames = parseDcd(shifted.subarray(3))
  for (const k of [3, 0, 2, 2, 1]) expect([...frames.frame(k)]).toEqual(fixedAt(WAVE, [2])[k]!)
})

test('[frames-files] frames are those of the bytes that were given, whatever becomes of them', () => {
  const bytes = dcd(WAVE)
  const frames = parseDcd(bytes)
  const first = frames.frame(0)
  bytes.fill(0)
  expect(frames.frame(0)).toEqual(first)
})

test('a cell of ones or zeros is none', () => {
  expect(parseDcd(dcd(WAVE, { cell: [1, 0, 1, 0, 0, 1] })).notes).toEqual([])
  expect(parseDcd(dcd(WAVE, { cell: [0, 0, 0, 0, 0, 0] })).notes).toEqual([])
  expect(parseDcd(dcd(WAVE, { cell: [1, 0, 1, 0, 0, 1] })).cell(3)).toBeUndefined()
  expect(parseDcd(dcd(WAVE)).cell(0)).toBeUndefined()
  expect(() => parseDcd(dcd(WAVE)).cell(4)).toThrow('frame')
})

test('the number of frames in the header is not believed', () => {
  for (const announced of [0, 1, 500, -1, 2 ** 31 - 1]) {
    const frames = parseDcd(dcd(WAVE, { announced }))
    expectFrames(frames, WAVE)
    expect(frames.notes[0]).toMatch(/^The header announces -?\d+ frames?, the file has 4\.$/)
  }
})

test('by a topology, from PDB or PSF, or by number', () => {
  const bytes = dcd(WAVE)
  const name = (k: number): string => (k % 2 === 0 ? 'CA' : 'CB')
  const topologies = [
    parseTopology(bytesOf(pdb([pdbAtoms(WAVE[1]!).map((atom, k) => ({ ...atom, name: name(k) }))]))),
    parseTopology(
      bytesOf(
        psf(WAVE[0]!.slice(0, 6).map((_, k) => ({ segment: 'A', residue: k + 1, residueName: 'GLY', name: name(k) }))),
      ),
    ),
  ]
  const even = WAVE.map((centres) => centres.filter((_, k) => Math.trunc(k / 3) % 2 === 0))
  for (const topology of topologies) {
    const frames = parseDcd(bytes, { topology })
    expectFrames(frames, even)
    expect(frames.names).toEqual(['A GLY1 CA', 'A GLY3 CA', 'A GLY5 CA'])
    expectFrames(parseDcd(bytes, { topology, atoms: 'all' }), WAVE)
    expectRefused(() => parseDcd(dcd(wave(1, 5)), { topology }), {}, 'expected that of the topology, 6, got 5')
  }
  expectFrames(parseDcd(bytes, { select: [0, 2, 4] }), even)
  expectFrames(parseDcd(dcd(WAVE, { fixed: [0, 2, 4] }), { select: [0, 2, 4] }), fixedAt(even, [0, 1, 2]))
})

test.each([
  [{ atoms: 'ca' }, 'a topology (option topology: PDB, PSF or GRO) that says which of its 6 atoms are ca'],
  [{ atoms: ['N', 'O'] }, 'which of its 6 atoms are N, O, got none; without one, atoms can be selected by number'],
  [{ chain: 'A' }, 'which of its 6 atoms are of chain "A"'],
] as const)('without a topology %j is refused', (options: FramesOptions, message) => {
  expectRefused(() => parseDcd(dcd(WAVE), options), {}, message)
})

/** Bytes with one number changed. */
function changed(
  bytes: Uint8Array,
  at: number,
  value: number,
  kind: 'setInt32' | 'setFloat32' = 'setInt32',
): Uint8Array {
  const out = bytes.slice()
  new DataView(out.buffer)[kind](at, value, true)
  return out
}

// Of `dcd(WAVE)`: the header takes bytes 0 to 92, the titles 92 to 264, the number of atoms 264 to 276; a frame 3 records of 32.
const BYTES = dcd(WAVE)

test.each([
  ['nothing', new Uint8Array(0), { offset: 0 }, 'a DCD file'],
  [
    'something else',
    bytesOf('solid something else'),
    { offset: 0 },
    'a DCD file: a record of 84 bytes that begins with CORD',
  ],
  ['velocities', dcd(WAVE, { letters: 'VELD' }), { offset: 4 }, 'velocities (VELD), not coordinates'],
  [
    'a header that ends otherwise',
    changed(BYTES, 88, 85),
    { offset: 88, field: 'header' },
    '84, as before the record, got 85',
  ],
  ['titles too long', changed(BYTES, 92, 2 ** 30), { offset: 92, field: 'titles' }, 'a record that ends in the file'],
  ['titles of a negative length', changed(BYTES, 92, -4), { offset: 92, field: 'titles' }, 'got one of 4294967292'],
  ['no atoms', changed(BYTES, 268, 0), { offset: 264 }, 'a number of atoms that 660 bytes can hold, got 0'],
  ['a billion atoms', changed(BYTES, 268, 1e9), { offset: 264 }, 'a number of atoms that 660 bytes can hold'],
  [
    'one atom more',
    changed(BYTES, 268, 7),
    { offset: 276, field: 'frame 0, x' },
    'a record of 28 bytes, got one of 24',
  ],
  [
    'fixed atoms below zero',
    changed(BYTES, 40, -1),
    { offset: 40, field: 'fixed atoms' },
    'a number from 0 to 6, got -1',
  ],
  ['too many fixed atoms', changed(BYTES, 40, 7), { offset: 40, field: 'fixed atoms' }, 'a number from 0 to 6, got 7'],
  ['no list of what moves', changed(BYTES, 40, 2), { offset: 276, field: 'atoms that move' }, 'a record of 16 bytes'],
  [
    'another length of z',
    changed(BYTES, 340, 20),
    { offset: 340, field: 'frame 0, z' },
    'a record of 24 bytes, got one of 20',
  ],
  [
    'another length behind z',
    changed(BYTES, 368, 20),
    { offset: 368, field: 'frame 0, z' },
    '24, as before the record, got 20',
  ],
  ['no frames', BYTES.slice(0, 276), { offset: 276 }, 'a frame, got the end of the file'],
] as const)('%s: refused', (_, bytes, place, message) => {
  expectRefused(() => parseDcd(bytes, { name: 'a.dcd' }), place, message)
})

test('what is not bytes', () => {
  expect(() => parseDcd('CORD' as unknown as Uint8Array)).toThrow(InvalidInputError)
})

test('a list of what moves that is not a list', () => {
  const bytes = dcd(WAVE, { fixed: [1, 4] })
  for (const [at, value] of [
    [280, 0],
    [284, 1],
    [292, 7],
    [288, -3],
  ] as const) {
    expectRefused(() => parseDcd(changed(bytes, at, value)), { field: 'atoms that move' }, 'ascending numbers')
  }
})

test('cut anywhere: whole frames are read with a word about those announced, or it is refused', () => {
  for (let length = 0; length < BYTES.length; length++) {
    const cut = BYTES.slice(0, length)
    const frames = Math.floor((length - 276) / 96)
    const announced = `The header announces 4 frames, the file has ${frames}.`
    if (frames < 1) expectRefused(() => parseDcd(cut, { partial: 'drop' }), {}, 'expected')
    else if ((length - 276) % 96 === 0) expect(parseDcd(cut).notes).toEqual([announced])
    else {
      const left = length - 276 - 96 * frames
      expectRefused(
        () => parseDcd(cut),
        { offset: 276 + 96 * frames, field: `frame ${frames}` },
        'a whole frame of 96 bytes',
      )
      const dropped = parseDcd(cut, { partial: 'drop' })
      expectFrames(dropped, WAVE.slice(0, frames))
      const left96 = `The last frame, of which there are ${left} byte${left === 1 ? '' : 's'} of 96, is left out.`
      expect(dropped.notes).toEqual([left96, ...(frames === 4 ? [] : [announced])])
    }
  }
})

test.each(FORMS)('a last frame that is cut, %s', (_, form) => {
  const bytes = dcd(WAVE, form)
  const frames = parseDcd(bytes.slice(0, -1), { partial: 'drop' })
  expectFrames(frames, fixedAt(WAVE, form.fixed).slice(0, 3))
})

test.each([Number.NaN, Infinity, -Infinity])('a coordinate of %f is refused where it is asked for', (value) => {
  const frames = parseDcd(changed(BYTES, 276 + 96 + 32 + 4 + 8, value, 'setFloat32'), { name: 'a.dcd' })
  expect([...frames.frame(0)]).toEqual(WAVE[0]!)
  expectRefused(
    () => frames.frame(1),
    { offset: 416 },
    `a finite coordinate, got ${value} (atom 2 of frame 1, both from 0)`,
  )
})

// CHARMM's order: a, gamma, b, beta, alpha, c.
test.each([
  ['degrees', [20, 60, 21, 70, 80, 22], [80, 70, 60]],
  ['cosines', [20, 0.5, 21, 0, -0.5, 22], [120, 90, 60]],
  ['a matrix with right angles', [20, 0, 21, 0, 0, 22], [90, 90, 90]],
])('the cell of every frame, its angles as %s', (_, cell, angles) => {
  for (const form of [{}, { little: false, marker: 8, fixed: [0] }] as const) {
    const frames = parseDcd(dcd(WAVE, { cell, ...form }))
    for (const k of [3, 0]) {
      expect(frames.cell(k)!.lengths).toEqual([20, 21, 22])
      frames.cell(k)!.angles.forEach((angle, axis) => {
        expect(angle).toBeCloseTo(angles[axis]!, 12)
      })
    }
    expect(() => frames.cell(4)).toThrow('frame')
  }
})

test.each([
  [[20, 90, -1, 90, 90, 22], 'three lengths of more than 0, got -1'],
  [[20, 90, Number.NaN, 90, 90, 22], 'three lengths of more than 0, got NaN'],
  [[20, 90, 21, 0.5, 90, 22], 'three angles between 1 and 180 degrees, or three cosines'],
  [[20, -3, 21, 90, 90, 22], 'three angles between 1 and 180 degrees, or three cosines'],
])('the cell %j is refused when it is asked for', (cell, message) => {
  const frames = parseDcd(dcd(WAVE, { cell }))
  expectFrames(frames, WAVE)
  expectRefused(() => frames.cell(2), { field: 'frame 2, unit cell' }, message)
})
