// Files that are odd and not wrong: letters outside of ASCII, atoms that occur twice, numbers and names that outgrow their
// columns, conformations one after the other, records of bonds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { InvalidInputError } from '../../../src/errors.js'
import { parsePdbFrames } from '../../../src/formats/molecules/pdb-frames.js'
import { writePdb } from '../../../src/formats/molecules/pdb-write.js'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import type { StructureOptions } from '../../../src/formats/molecules/structure-source.js'
import { decodeText, wholeLetters } from '../../../src/formats/text/decode-text.js'
import { structureBonds } from '../../../src/molecules/structure/bonds.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { type PdbAtom, pdb, pdbLine } from './frames-samples.js'
import { expectSame, expectSound } from './structure-check.js'
import { manyWaters, mmcif, pdbLines, peptide } from './structure-samples.js'

const read = (file: string | Uint8Array, options?: StructureOptions): Structure =>
  expectSound(parseStructure(file, options))
const FORMATS: readonly [string, (...atoms: readonly PdbAtom[]) => string][] = [
  ['PDB', pdbLines],
  ['mmCIF', (...atoms) => mmcif([atoms])],
]

describe('[structures] letters', () => {
  test('of mmCIF files are UTF-8 where they are that, else Latin-1', () => {
    const text = mmcif([peptide(2, { chain: 'é' })]).replaceAll('1ABC', 'Größe')
    const utf8 = read(text)
    expect([utf8.name, utf8.chains[0]!.id]).toEqual(['Größe', 'é'])
    const latin1 = read(Uint8Array.from(text, (c) => c.charCodeAt(0)))
    expect([latin1.name, latin1.chains[0]!.id]).toEqual(['Größe', 'é'])
    expect(read(mmcif([peptide(2, { chain: '鎖😀' })])).chains[0]!.id).toBe('鎖😀')
  })

  test('of PDB files too, in columns that are bytes', () => {
    const [first, ...others] = pdbLines(...peptide(1)).split('\n')
    const bytes = (name: readonly number[]): Uint8Array => {
      const file = Uint8Array.from([first, ...others].join('\n'), (c) => c.charCodeAt(0))
      file.set(name, 12)
      return file
    }
    expect(read(bytes([32, 0x4e, 0xc3, 0xa9])).atoms.names[0]).toBe('NÉ')
    expect(read(bytes([32, 0x4e, 0xe9, 32])).atoms.names[0]).toBe('NÉ')
    // In a remark it is nobody's business.
    expect(read(`REMARK Å, 鎖\n${first}`).atoms.count).toBe(1)
    // Columns that are letters are seen, and refused.
    expect(() => parseStructure(first!.replace(' N  ', ' é  '))).toThrow(
      'line 1, residue: expected the number of a residue in columns 23 to 26',
    )
  })

  test('decoded as by the rule, whatever the bytes', () => {
    const random = new Random(5)
    const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const seen = { utf8: 0, latin1: 0 }
    for (let k = 0; k < 20_000; k++) {
      // Few kinds of bytes, so that many are sequences of UTF-8.
      const bytes = Uint8Array.from({ length: random.integer(5) }, () => {
        const kinds = [0x41, 0xc2 + random.integer(3), 0xe0 + random.integer(17), 0xf0 + random.integer(6), 0xff]
        return random.unit() < 0.6 ? 0x80 + random.integer(64) : kinds[random.integer(5)]!
      })
      let wanted: string
      try {
        wanted = fatal.decode(bytes)
        seen.utf8++
      } catch {
        wanted = String.fromCharCode(...bytes)
        seen.latin1++
      }
      if (decodeText(bytes, 0, bytes.length) !== wanted) expect.fail(`decodeText([${bytes}])`)
    }
    expect(Math.min(seen.utf8, seen.latin1)).toBeGreaterThan(500)
  })

  test('a word that is cut is cut between letters', () => {
    const bytes = new TextEncoder().encode('a鎖😀b')
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((to) => wholeLetters(bytes, 0, to))).toEqual([1, 1, 1, 4, 4, 4, 4, 8])
    const long = `${'a'.repeat(199)}é`
    expect(read(mmcif([peptide(1, { chain: long })])).chains[0]!.id).toBe('a'.repeat(199))
  })
})

describe('[structures] atoms that occur twice', () => {
  test.each(FORMATS)('%s: are kept, and it is said', (_, write) => {
    const [n, ca, ...rest] = peptide(1)
    expect(read(write(n!, ca!, ca!, ...rest)).notes).toEqual([
      'One atom comes again in the same residue, under the same name, and is kept: A ALA 1 CA.',
    ])
    const all = peptide(3).flatMap((atom) => [atom, atom])
    const s = read(write(...all))
    expect(s.atoms.count).toBe(24)
    expect(s.notes[0]).toBe(
      '12 atoms come again in the same residue, under the same name, and are kept: A ALA 1 N, A ALA 1 CA, A ALA 1 C, A ALA 1 O, A ALA 2 N and 7 more.',
    )
    // With the same letter too; with another one it is an alternative.
    const twice = read(write(n!, { ...ca!, altloc: 'A' }, { ...ca!, altloc: 'A' }, { ...ca!, altloc: 'B' }, ...rest))
    expect(twice.atoms.count).toBe(5)
    expect(twice.notes[0]).toBe('One atom at alternative locations left out.'.replace('One atom', '1 atom'))
    expect(twice.notes[1]).toContain('is kept: A ALA 1 CA.')
    expect(read(write(n!, ca!, ...rest)).notes).toEqual([])
  })
})

describe('[structures] numbers and names past their columns', () => {
  test('numbers past 99,999 and 9,999: written in hybrid-36 and read again', () => {
    const s = manyWaters(40, 99_980, 9_980)
    const text = writePdb(s)
    const lines = text.split('\n').filter((line) => line.startsWith('HETATM'))
    expect([0, 19, 20, 39].map((k) => lines[k]!.slice(6, 26))).toEqual([
      '99980  O   HOH W9980',
      '99999  O   HOH W9999',
      'A0000  O   HOH WA000',
      'A000J  O   HOH WA00J',
    ])
    const again = read(text)
    expect(again.atoms.serial).toEqual(s.atoms.serial)
    expectSame(s, again)
    expect(writePdb(manyWaters(2, 1, -2))).toContain('    1  O   HOH W  -2 ')
  })

  test('serial numbers that programs write instead: stars, six digits, hexadecimal', () => {
    const [line] = pdbLines(...peptide(1)).split('\n')
    const serial = (text: string): number => read(`${text}${line!.slice(11)}\n`).atoms.serial[0]!
    expect(serial('ATOM  *****')).toBe(1)
    expect(serial('ATOM 123456')).toBe(123_456)
    expect(serial('ATOM1234567')).toBe(1_234_567)
    expect(serial('ATOM  186a0')).toBe(1)
    expect(serial('ATOM  A0000')).toBe(100_000)
    expect(serial('ATOM  zzzzz')).toBe(87_440_031)
  })

  test('chains of longer names go to the segment, of more than four letters they are refused', () => {
    const chains = (...ids: readonly string[]): Structure =>
      read(mmcif([ids.flatMap((chain, k) => peptide(2, { chain, from: 50 * k }))]))
    const s = chains('A', 'AA', 'B', 'AB', 'ab', 'X123')
    const text = writePdb(s)
    expect(text).toContain('C   ALA     2 ')
    expect(text).toContain('      X123 C')
    expectSame(s, read(text), 3)
    for (const id of ['LONG1', 'É']) {
      const call = (): unknown => writePdb(chains('A', id))
      expect(call).toThrow(InvalidInputError)
      expect(call).toThrow(/^atom 8, chain must be at most [14] plain letters to be written as PDB/)
    }
  })

  test('names of residues and atoms, insertion codes and numbers that do not fit are refused by name', () => {
    const write = (atom: Partial<PdbAtom>) => (): unknown => writePdb(read(mmcif([peptide(1, { atom })])))
    expect(write({ residueName: 'A1B2C' })).toThrow('atom 0, residue must be at most 4 plain letters')
    expect(write({ insertion: 'AB' })).toThrow('atom 0, insertion must be at most 1 plain letters')
    expect(write({ residue: -1000 })).toThrow('atom 0, residue number must be at least -999')
    expect(write({ residue: -999 })).not.toThrow()
  })
})

describe('[structures] conformations that stand one after the other', () => {
  const conformation = (altloc: string, occupancy: number, by: number): PdbAtom[] =>
    peptide(3).map((atom) => ({ ...atom, altloc, occupancy, xyz: [atom.xyz[0]!, atom.xyz[1]! + by, atom.xyz[2]!] }))
  const atoms = [...conformation('A', 0.4, 0), ...conformation('B', 0.6, 1)]
  const ys = (s: Structure): number[] => [...s.models[0]!].filter((_, k) => k % 3 === 1)

  test.each(FORMATS)('%s: are alternatives of the same residues', (_, write) => {
    const s = read(write(...atoms))
    expect(s.chains[0]!.pieces).toEqual([[0, 3]])
    expect(ys(s)).toEqual([1, 1.5, 1, -0.25, 1, 1.5, 1, -0.25, 1, 1.5, 1, -0.25])
    expect(s.notes).toEqual(['12 atoms at alternative locations left out.'])
    expect(ys(read(write(...atoms), { altloc: 'A' }))[0]).toBe(0)
  })

  test.each(FORMATS)('%s: atoms without a letter stay in front of those that are taken from elsewhere', (_, write) => {
    const common = peptide(3).map((atom) => (atom.name === 'O' ? { ...atom, altloc: 'A', occupancy: 0.3 } : atom))
    const others = peptide(3).filter(({ name }) => name === 'O')
    const s = read(
      write(...common, ...others.map((atom) => ({ ...atom, altloc: 'B', occupancy: 0.7, xyz: [1, 2, 3] }))),
    )
    expect(s.residues.map(({ count }) => count)).toEqual([4, 4, 4])
    expect(ys(s).filter((_, k) => k % 4 === 3)).toEqual([2, 2, 2])
    expect(s.notes).toEqual(['3 atoms at alternative locations left out.'])
  })

  test('what comes again without a letter, or with the same one, is another residue', () => {
    const again = 'comes again at another place of the file'
    expect(read(pdbLines(...peptide(2), ...peptide(1))).notes.join()).toContain(again)
    expect(read(pdbLines(...conformation('A', 1, 0), ...conformation('A', 1, 1))).notes.join()).toContain(
      'come again at another place of the file',
    )
  })
})

describe('[structures] records of bonds', () => {
  test('CONECT, LINK and SSBOND are passed over: bonds are seen from where atoms are', () => {
    const atoms = pdbLines(...peptide(4))
    const records =
      'SSBOND   1 CYS A    1    CYS A    4                          1555   1555  2.05\nLINK         C   ALA A   1                 N   ALA A   4     1555   1555  1.33\n'
    const s = read(`${records}${atoms}CONECT    3   13\nCONECT    1    2\nEND\n`)
    expectSame(read(atoms), s)
    expect(s.notes).toEqual([])
    expect(structureBonds(s).pairs).toEqual(structureBonds(read(atoms)).pairs)
  })
})

describe('[structures] models with other atoms than the first', () => {
  test.each([
    ['PDB', pdb],
    ['mmCIF', (models: readonly (readonly PdbAtom[])[]) => mmcif(models)],
  ])('%s: are refused and named, one by one they can be had', (_, write) => {
    const text = write([peptide(2), [...peptide(2), { ...peptide(1)[0]!, residue: 3 }]])
    expect(() => parseStructure(text)).toThrow(
      'model 1: expected 8 atoms, as in the first model (option model reads one of them), got 9',
    )
    expect(read(text, { model: 1 }).atoms.count).toBe(9)
  })

  test('an alternative that is another one in another model is refused or the same', () => {
    const [a, b] = ['A', 'B'].map((altloc) => peptide(1).map((atom) => ({ ...atom, altloc, occupancy: 0.5 })))
    const s = read(
      pdb([
        [...a!, ...b!],
        [...a!, ...b!],
      ]),
    )
    expect([s.atoms.count, s.models.length]).toEqual([4, 2])
  })
})

const data = process.env.LIMBER_DATA

test.skipIf(data === undefined)('a file full of mistakes, without its broken model (LIMBER_DATA)', () => {
  const text = readFileSync(join(data!, 'proteins/a_structure.pdb'), 'latin1').replaceAll(/^(MODEL|ENDMDL).*\n/gm, '')
  const s = read(text)
  const lines = text.split('\n').filter((line) => /^(ATOM|HETATM)/.test(line))
  const left = Number(/^(\d+) atom/.exec(s.notes.find((note) => note.includes('alternative'))!)![1])
  expect(s.atoms.count + left).toBe(lines.length)
  expect(s.notes.find((note) => note.includes('in the same residue'))).toContain('A ARG 2 N')
})

test('frames of a file with letters of the same kind', () => {
  const line = pdbLine({ xyz: [1, 2, 3], chain: 'A' })
  const bytes = Uint8Array.from(`${line}\n`, (c) => c.charCodeAt(0))
  bytes[21] = 0xe9
  expect(parsePdbFrames(bytes, { chain: 'é' }).beads).toBe(1)
})

test.each(['\n', '\r\n'])('[structures] lines of a PDB file that end early take nothing from the next (%j)', (end) => {
  const atoms = peptide(24)
  const whole = read(pdbLines(...atoms))
  const lines = pdbLines(...atoms).split('\n')
  for (let length = 54; length <= 80; length++) {
    for (const chain of ['A', ' ']) {
      const cut = lines.map((line) =>
        line.startsWith('ATOM') ? `${line.slice(0, 21)}${chain}${line.slice(22)}`.slice(0, length) : line,
      )
      const { atoms, chains, notes } = read(cut.join(end))
      const at = JSON.stringify({ length, chain })
      expect(atoms.elements, at).toEqual(whole.atoms.elements)
      expect([chains.length, chains[0]!.id, notes], at).toEqual([1, chain.trim(), whole.notes])
      if (length < 61) expect(Math.max(...atoms.temperature), at).toBe(0)
    }
  }
})
