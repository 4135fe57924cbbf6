// BinaryCIF: every encoding, masks, and what is refused; real files are the same as their mmCIF.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from '@msgpack/msgpack'
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { StructureFileError } from '../../../src/errors.js'
import { decodeColumn } from '../../../src/formats/molecules/bcif-encodings.js'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import { readStructureOptions, StructureSource } from '../../../src/formats/molecules/structure-source.js'
import { clashes } from '../../../src/molecules/clash/clash.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import {
  type BcifColumn,
  type BcifFile,
  bcif,
  delta,
  fixed,
  packed,
  plain,
  quantised,
  runs,
  strings,
} from './bcif-samples.js'
import { gzipped } from './frames-samples.js'
import { mmcif, peptide } from './structure-samples.js'

const TEXT = mmcif(
  [0, 1].map((shift) => [
    ...peptide(4, { names: ['ALA', 'GLY', 'MSE'] }).map((atom) => ({ ...atom, xyz: atom.xyz.map((x) => x + shift) })),
    { record: 'HETATM', name: 'ZN', element: 'ZN', residueName: 'ZN', chain: 'B', residue: 1, xyz: [0, 0, 9] },
    { record: 'HETATM', name: 'O', element: 'O', residueName: 'HOH', residue: 300, insertion: 'B', xyz: [0, 9, 9] },
  ]),
  ['HOH', 'ZN'],
)

/** All of it, the file's name aside. */
const shown = ({ models, atoms, ...structure }: Structure): unknown => ({
  ...structure,
  atoms: Object.fromEntries(
    Object.entries(atoms).map(([key, list]) => [key, typeof list === 'number' ? list : [...list]]),
  ),
  models: models.map((model) => [...model]),
})

test('the same atoms as in the mmCIF file, with few encodings and with many, zipped or not', () => {
  const wanted = shown(parseStructure(TEXT))
  for (const style of ['plain', 'packed'] as const) {
    const bytes = bcif(TEXT, style)
    expect(shown(parseStructure(bytes)), style).toEqual(wanted)
    expect(shown(parseStructure(gzipped(bytes), { name: 'a.bcif.gz' }))).toEqual(wanted)
    expect(parseStructure(bytes, { model: 1 }).models).toHaveLength(1)
  }
})

const source = new StructureSource(new Uint8Array(100_000), 'a.bcif', readStructureOptions({}))
const decoded = (column: unknown): unknown[] => [...decodeColumn(source, column, '_a.b')]

test('every encoding, over random columns', () => {
  const random = new Random(5)
  for (let round = 0; round < 200; round++) {
    const count = random.integer(40)
    const extent = 10 ** random.integer(6)
    const whole = Array.from({ length: count }, () => Math.round(random.range(-extent, extent)) + 0)
    const natural = whole.map(Math.abs)
    expect(decoded(packed(whole, round % 2 === 0 ? 1 : 2, false))).toEqual(whole)
    expect(decoded(packed(natural, round % 2 === 0 ? 1 : 2, true))).toEqual(natural)
    expect(decoded(delta(whole, 7, (steps) => packed(steps, 2, false)))).toEqual(whole)
    const few = whole.map((value) => (value % 3) + 0)
    expect(decoded(runs(few, (list) => plain(list, 3)))).toEqual(few)
    const decimals = whole.map((value) => value / 1000)
    expect(decoded(fixed(decimals, 1000, (list) => plain(list, 3)))).toEqual(decimals)
    expect(decoded(plain(decimals, 33))).toEqual(decimals)
    const rounded = decoded(quantised(decimals, -extent, extent, 2 ** 20)) as number[]
    for (const [k, value] of rounded.entries()) expect(Math.abs(value - decimals[k]!)).toBeLessThan(extent / 2 ** 19)
    const texts = few.map((value) => (value === 0 ? '' : `T${value}`))
    expect(decoded(strings(texts, (list) => plain(list, 1)))).toEqual(texts)
  }
  for (const [type, values] of [
    [1, [-128, 127]],
    [2, [-32768, 32767]],
    [3, [-(2 ** 31), 2 ** 31 - 1]],
    [4, [0, 255]],
    [5, [0, 65535]],
    [6, [0, 2 ** 32 - 1]],
    [32, [0.5, -3]],
    [33, [0.1, -1e300]],
  ] as const) {
    expect(decoded(plain(values, type))).toEqual([...values])
  }
})

const category = (file: BcifFile) => file.dataBlocks[0]!.categories[0]!
const column = (file: BcifFile, name: string): BcifColumn => category(file).columns.find((one) => one.name === name)!

test.each<[string, (file: BcifFile) => void, string]>([
  [
    'no blocks',
    (file) => void delete (file as Partial<BcifFile>).dataBlocks,
    'dataBlocks: expected a list of maps, got undefined',
  ],
  [
    'no atoms',
    (file) => void (file.dataBlocks[0]!.categories = []),
    'a BinaryCIF file with atoms (_atom_site), got none',
  ],
  ['rows', (file) => void (category(file).rowCount = 5), '5 values (rowCount), got'],
  ['many rows', (file) => void (category(file).rowCount = 1e9), 'a number of rows that'],
  ['no x', (file) => void (column(file, 'Cartn_x').name = 'X'), '_atom_site.Cartn_x: expected this column'],
  ['twice', (file) => void (column(file, 'Cartn_x').name = 'Cartn_y'), 'every column once, got 2'],
  [
    'kind',
    (file) => void (column(file, 'Cartn_x').data.encoding[0]!.kind = 'LZ'),
    'an encoding of BinaryCIF 0.3, got LZ',
  ],
  ['type', (file) => void (column(file, 'Cartn_x').data.encoding.at(-1)!.type = 7), 'a type of numbers'],
  ['bomb', (file) => void (column(file, 'id').data.encoding[1]!.srcSize = 2 ** 31), 'srcSize from 0 to'],
  ['run', (file) => void (column(file, 'id').data.encoding[1]!.srcSize = 3), '3 values (srcSize), got'],
  ['factor', (file) => void (column(file, 'Cartn_x').data.encoding[0]!.factor = 0), 'a factor above zero, got 0'],
  [
    'offsets',
    (file) => void (column(file, 'auth_comp_id').data.encoding[0]!.stringData = 'A'),
    'ascending offsets up to 1',
  ],
  ['no bytes', (file) => void (column(file, 'Cartn_x').data.data = 3), 'bytes, got number'],
  ['no encodings', (file) => void (column(file, 'Cartn_x').data.encoding = []), 'a list of 1 to 16 encodings, got 0'],
  [
    'texts for x',
    (file) => void (column(file, 'Cartn_x').data = strings(['?', '?'], (list) => plain(list, 1))),
    '(rowCount)',
  ],
])('a file with wrong %s is refused', (_, change, message) => {
  const bytes = bcif(TEXT, 'packed', change)
  expect(() => parseStructure(bytes)).toThrow(StructureFileError)
  expect(() => parseStructure(bytes)).toThrow(message)
})

test('bombs: lengths that are not there, and values within each other, are refused before anything is allocated', () => {
  const start = [0x82, 0xa7, ...Buffer.from('encoder'), 0xa1, 0x61, 0xaa, ...Buffer.from('dataBlocks')]
  const refused = (tail: readonly number[], message: string): void =>
    expect(() => parseStructure(Uint8Array.from([...start, ...tail]))).toThrow(message)
  refused([0xdd, 0x7f, 0xff, 0xff, 0xff], 'the end of the file')
  refused(new Array(50_000).fill([0xdd, 0x00, 0x10, 0x00, 0x00]).flat(), 'at most 32 values within each other')
  refused([0xc6, 0xff, 0xff, 0xff, 0xff], 'the end of the file')
  refused([0xc1], 'a value of MessagePack, as BinaryCIF has them, got 0xc1')
  refused([0x90, 0x00], 'expected the end of the file, got 1 bytes more')
  expect(() => parseStructure(Uint8Array.from(encode({ encoder: 'a', dataBlocks: [] })))).toThrow('with atoms')
})

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('real files (LIMBER_DATA)', () => {
  const open = (name: string): Structure => parseStructure(readFileSync(join(folder!, 'proteins', name)), { name })

  test('1l2y.bcif is 1l2y.cif, atom for atom and bit for bit', () => {
    expect(shown(open('1l2y.bcif'))).toEqual(shown(open('1l2y.cif')))
  })

  test('1AKI and 1DIX: counts and clashes', () => {
    const rows = ['1aki.bcif', '1dix.bcif'].map((name) => {
      const structure = open(name)
      const { pairs, clashscore } = clashes(structure)
      const pieces = structure.chains.flatMap((chain) => chain.pieces.map(([from, to]) => to - from))
      return [structure.name, structure.atoms.count, structure.residues.length, pieces, pairs.length, clashscore!]
    })
    console.log(JSON.stringify(rows))
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      ['1AKI', 1079, 207, [129], 11],
      ['1DIX', 1748, 344, [208], 12],
    ])
  })
})
