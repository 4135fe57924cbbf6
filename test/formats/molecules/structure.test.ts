import { describe, expect, test } from 'vitest'
import { InvalidInputError, StructureFileError } from '../../../src/errors.js'
import { parsePdbFrames } from '../../../src/formats/molecules/pdb-frames.js'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import type { StructureOptions } from '../../../src/formats/molecules/structure-source.js'
import { findAtom, residueLabel, type Structure } from '../../../src/molecules/structure/structure.js'
import { gzipped, type PdbAtom, pdb } from './frames-samples.js'
import { expectSame, expectSound } from './structure-check.js'
import { mmcif, pdbLines, peptide } from './structure-samples.js'

const read = (file: string | Uint8Array, options?: StructureOptions): Structure =>
  expectSound(parseStructure(file, options))
const water = (residue: number, chain = 'A'): PdbAtom => ({
  ...{ record: 'HETATM', name: 'O', element: 'O', residueName: 'HOH' },
  ...{ chain, residue, xyz: [0, 50, residue] },
})
const pieces = (structure: Structure): unknown => structure.chains.map((chain) => [chain.id, chain.pieces])
const labels = (structure: Structure): string[] => structure.residues.map((_, k) => residueLabel(structure, k))

/** Refused with a StructureFileError whose message has this in it. */
function refused(file: string | Uint8Array, message: string, options?: StructureOptions): void {
  let error: unknown
  try {
    parseStructure(file, { name: 'a.pdb', ...options })
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(StructureFileError)
  expect((error as Error).message).toContain(message)
}

const TWO = [...peptide(3), ...peptide(2, { chain: 'B', from: 100, names: ['GLY', 'SER'] })]
const MIXED = [...TWO, water(101), water(102), water(101, 'B')]

describe('atoms, residues, chains', () => {
  test('of a PDB file', () => {
    const s = read(
      `HEADER    A TEST${' '.repeat(46)}1abc\n${pdbLines(...TWO)}TER\n${pdbLines(...MIXED.slice(TWO.length))}`,
    )
    expect(s.name).toBe('1ABC')
    expect(s.atoms.count).toBe(23)
    expect(s.atoms.names.slice(0, 4)).toEqual(['N', 'CA', 'C', 'O'])
    expect(s.atoms.elements.slice(0, 4)).toEqual(['N', 'C', 'C', 'O'])
    expect(labels(s).slice(2, 7)).toEqual(['A ALA 3', 'B GLY 1', 'B SER 2', 'A HOH 101', 'A HOH 102'])
    expect(s.residues.map(({ link }) => link)).toEqual([...Array(5).fill('polymer'), ...Array(3).fill('other')])
    expect(s.chains[0]).toEqual({
      id: 'A',
      first: 0,
      count: 3,
      residues: [0, 1, 2, 5, 6],
      pieces: [[0, 3]],
      cyclic: false,
    })
    expect(s.chains[1]).toMatchObject({ id: 'B', first: 3, count: 2, residues: [3, 4, 7], pieces: [[3, 5]] })
    expect([...s.models[0]!.slice(3, 6)]).toEqual([1.25, 0.5, 0])
    expect(s.notes).toEqual([])
    expect(findAtom(s, 4, 'CA')).toBe(17)
    expect(findAtom(s, 5, 'CA')).toBe(-1)
  })

  test('of an mmCIF file: the same', () => {
    const a = read(pdbLines(...MIXED))
    const b = read(mmcif([MIXED], ['HOH']))
    expect(b.name).toBe('1ABC')
    expectSame(a, b)
    expect([...b.atoms.temperature]).toEqual([...a.atoms.temperature])
  })

  test.each([
    ['CR LF', (t: string) => t.replaceAll('\n', '\r\n')],
    ['CR', (t: string) => t.replaceAll('\n', '\r')],
    ['a byte order mark', (t: string) => `\ufeff${t}`],
    ['empty lines', (t: string) => t.replaceAll('\n', '\n\n')],
    ['no line end at the end', (t: string) => t.trimEnd()],
    ['gzip', (t: string) => gzipped(t)],
    ['bytes', (t: string) => new TextEncoder().encode(t)],
  ])('with %s', (_, change) => {
    for (const text of [pdbLines(...MIXED), mmcif([MIXED], ['HOH'])]) expectSame(read(text), read(change(text)))
  })

  test('in small letters', () => {
    const text = pdbLines(...MIXED)
    const small = text.toLowerCase().replaceAll(/^(.{21})(.)/gm, (_, a: string, id: string) => a + id.toUpperCase())
    expectSame(read(text), read(small))
    // Frames are read through the same lines.
    expect(parsePdbFrames(small, { chain: 'A' }).names).toEqual(parsePdbFrames(text, { chain: 'A' }).names)
    const cif = mmcif([MIXED], ['HOH'])
    expectSame(read(cif), read(cif.replace(/data_[\s\S]*_model_num\n/, (head) => head.toLowerCase())))
  })

  test('elements that the file leaves out are seen from the names', () => {
    const atoms: PdbAtom[] = [
      { name: 'CA', xyz: [0, 0, 0] },
      { name: 'HG11', xyz: [0, 0, 1] },
      { name: '1HB', xyz: [0, 0, 2] },
      { name: 'SE', residueName: 'MSE', residue: 2, record: 'HETATM', xyz: [0, 0, 3] },
      { name: 'CA', residueName: 'CA', residue: 3, record: 'HETATM', xyz: [0, 0, 4] },
      { name: 'ZN', residueName: 'ZN', residue: 4, record: 'HETATM', xyz: [0, 0, 5] },
      { name: 'FE', residueName: 'HEM', residue: 5, record: 'HETATM', xyz: [0, 0, 6] },
      { name: 'NA', residueName: 'HEM', residue: 5, record: 'HETATM', xyz: [0, 0, 7] },
      { name: 'FE', residueName: 'FE2', residue: 6, record: 'HETATM', xyz: [0, 0, 8] },
      { name: 'CD1', residueName: 'LEU', residue: 7, xyz: [0, 0, 9] },
    ]
    const s = read(pdbLines(...atoms.map((atom) => ({ ...atom, element: ' ' }))))
    expect(s.atoms.elements).toEqual(['C', 'H', 'H', 'Se', 'Ca', 'Zn', 'Fe', 'N', 'Fe', 'C'])
    expect(s.residues.map(({ link }) => link === 'polymer')).toEqual([true, false, false, false, false, false, false])
  })

  test('unknown elements', () => {
    const unknown = (name: string, element: string): string =>
      read(pdbLines({ name, element, residueName: 'UNX', record: 'HETATM', xyz: [0, 0, 0] })).atoms.elements[0]!
    expect(unknown('UNK', 'X')).toBe('X')
    expect(unknown('UNK', ' ')).toBe('X')
    expect(unknown('W', ' ')).toBe('X')
    expect(unknown('U', 'U')).toBe('U')
    expect(unknown('D1', 'D')).toBe('H')
  })

  test('insertion codes, negative numbers, numbers of five digits and past them, charges', () => {
    const line = pdbLines(...peptide(1)).split('\n')[0]!
    const at = (from: number, text: string): string =>
      line.slice(0, from - 1) + text + line.slice(from - 1 + text.length)
    const numbers: [string, number, string][] = [
      ['  -5 ', -5, ''],
      ['  52A', 52, 'A'],
      ['  52B', 52, 'B'],
      ['99991', 99991, ''],
      ['A000 ', 10000, ''],
      ['a000 ', 1223056, ''],
    ]
    const s = read(numbers.map(([text]) => `${at(23, text)}1+\n`).join(''))
    expect(s.residues.map(({ number, insertion }) => [number, insertion])).toEqual(numbers.map(([, n, i]) => [n, i]))
    expect([...s.atoms.charge]).toEqual(numbers.map(() => 1))
    refused(at(23, ' x? '), 'line 1, residue: expected the number of a residue in columns 23 to 26, got " x? "')
  })

  test('a chain without a name has that of its segment, or none', () => {
    const text = pdbLines(...peptide(2, { chain: ' ' }))
    expect(pieces(read(text))).toEqual([['', [[0, 2]]]])
    const segment = text.replaceAll(/^(.{72}) {4}/gm, '$1PROT')
    expect(pieces(read(segment))).toEqual([['PROT', [[0, 2]]]])
  })
})

describe('alternative locations', () => {
  const letters: PdbAtom[] = peptide(1).flatMap((atom) => [
    { ...atom, altloc: 'A', occupancy: 0.4 },
    { ...atom, altloc: 'B', occupancy: 0.6, xyz: [atom.xyz[0]! + 0.5, atom.xyz[1]!, atom.xyz[2]!] },
  ])
  const xs = (s: Structure): number[] => [...s.models[0]!].filter((_, k) => k % 3 === 0)

  test.each([
    ['PDB', (atoms: readonly PdbAtom[]) => pdbLines(...atoms)],
    ['mmCIF', (atoms: readonly PdbAtom[]) => mmcif([atoms])],
  ])('%s: one letter a residue, the most occupied, the first of equals, or the one that is asked for', (_, write) => {
    const s = read(write(letters))
    expect(xs(s)).toEqual([0.5, 1.75, 3, 3])
    expect(s.notes).toEqual(['4 atoms at alternative locations left out.'])
    expect(xs(read(write(letters), { altloc: 'A' }))).toEqual([0, 1.25, 2.5, 2.5])
    expect(xs(read(write(letters), { altloc: 'Z' }))).toEqual([0.5, 1.75, 3, 3])
    const equals = letters.map((atom) => ({ ...atom, occupancy: 0.5 }))
    expect(xs(read(write(equals)))).toEqual([0, 1.25, 2.5, 2.5])
  })

  test.each([
    ['PDB', (atoms: readonly PdbAtom[]) => pdbLines(...atoms)],
    ['mmCIF', (atoms: readonly PdbAtom[]) => mmcif([atoms])],
  ])('%s: where letters stand for different residues, one of these', (_, write) => {
    const side: PdbAtom = { name: 'CG', altloc: 'A', occupancy: 0.4, residueName: 'LEU', xyz: [1, 3, 0] }
    const atoms = [...letters.map((atom) => ({ ...atom, residueName: atom.altloc === 'A' ? 'LEU' : 'SER' })), side]
    const s = read(write(atoms))
    expect(s.residues.map(({ name, count }) => [name, count])).toEqual([['SER', 4]])
    const other = read(write(atoms), { altloc: 'A' })
    expect(other.residues.map(({ name, count }) => [name, count])).toEqual([['LEU', 5]])
  })
})

describe('pieces', () => {
  test('a chain is cut at a gap, and it is said', () => {
    const atoms = [...peptide(3), ...peptide(2, { first: 6, from: 15 })]
    for (const text of [pdbLines(...atoms), mmcif([atoms])]) {
      const s = read(text)
      expect(pieces(s)).toEqual([
        [
          'A',
          [
            [0, 3],
            [3, 5],
          ],
        ],
      ])
      expect(s.notes).toEqual([
        'Chain A is cut between ALA 3 and ALA 6: C and N are 5.00 Å apart, 2 numbers are missing.',
      ])
    }
  })

  test('numbers that jump cut nothing', () => {
    const atoms = [...peptide(3), ...peptide(2, { first: 60, from: 11.25 })]
    expect(pieces(read(pdbLines(...atoms)))).toEqual([['A', [[0, 5]]]])
  })

  test('a residue without N, CA or C is in no piece', () => {
    const atoms = peptide(4).filter((atom) => !(atom.residue === 2 && atom.name === 'CA'))
    const s = read(pdbLines(...atoms))
    expect(pieces(s)).toEqual([
      [
        'A',
        [
          [0, 1],
          [2, 4],
        ],
      ],
    ])
    expect(s.notes).toEqual([
      'Chain A: ALA 2 lacks backbone atoms and is left out of its pieces.',
      'Chain A is cut between ALA 1 and ALA 3: C and N are 5.00 Å apart, one number is missing.',
    ])
  })

  test('a modified residue inside of a chain is part of it, by its name or by its bonds', () => {
    const modified = (name: string): PdbAtom[] =>
      peptide(4).map((atom) => (atom.residue === 2 ? { ...atom, record: 'HETATM', residueName: name } : atom))
    for (const head of ['', 'MODRES 1ABC XYZ A    2  ALA  SOMETHING\n', 'SEQRES   1 A    4  ALA XYZ ALA ALA\n']) {
      const s = read(`${head}${pdbLines(...modified('XYZ'))}TER\n`)
      expect(pieces(s)).toEqual([['A', [[0, 4]]]])
      expect(s.residues[1]).toMatchObject({ hetero: true, link: 'polymer', kind: 'amino' })
    }
    // Far away from everything, it is a ligand, unless the file lists it.
    const ligand = peptide(1, { first: 9, from: 80, names: ['XYZ'], atom: { record: 'HETATM' } })
    expect(read(pdbLines(...peptide(2), ...ligand)).residues[2]!.link).toBe('other')
    expect(read(`SEQRES   1 A    1  XYZ\n${pdbLines(...peptide(2), ...ligand)}`).residues[2]!.link).toBe('polymer')
    // Behind TER, it is none in any case.
    const behind = `SEQRES   1 A    1  XYZ\n${pdbLines(...peptide(2))}TER\n${pdbLines(...ligand)}`
    expect(read(behind).residues[2]!.link).toBe('other')
  })

  test('residues that the file lists and that have no atoms are counted', () => {
    const s = read(`SEQRES   1 A    5  ALA ALA ALA ALA ALA\n${pdbLines(...peptide(3))}`)
    expect(s.notes).toEqual(['Chain A has 2 of the 5 residues that the file lists without any atom.'])
    // One of the places may be of two residues.
    const listed = 'loop_\n_entity_poly_seq.entity_id\n_entity_poly_seq.num\n1 1\n1 2\n1 2\n1 3\n1 4\n1 5\n'
    expect(read(mmcif([peptide(3)]).replace('loop_', `${listed}loop_`)).notes).toEqual(s.notes)
  })

  test('rings', () => {
    const n = 12
    const bent = peptide(n).map((atom) => {
      const turn = (2 * Math.PI * atom.xyz[0]!) / (3.75 * n)
      const radius = (3.75 * n) / (2 * Math.PI) + atom.xyz[1]!
      return { ...atom, xyz: [radius * Math.cos(turn), radius * Math.sin(turn), atom.xyz[2]!] }
    })
    const s = read(pdbLines(...bent))
    expect(s.chains[0]).toMatchObject({ cyclic: true, pieces: [[0, n]] })
    expect(s.notes).toEqual(['Chain A is a ring: its last residue is bonded to its first.'])
    expect(read(pdbLines(...bent.slice(0, -4))).chains[0]!.cyclic).toBe(false)
  })

  test('alpha carbons alone', () => {
    const trace = [...peptide(4), ...peptide(3, { first: 9, from: 30 })].filter(({ name }) => name === 'CA')
    const s = read(pdbLines(...trace))
    expect(pieces(s)).toEqual([
      [
        'A',
        [
          [0, 4],
          [4, 7],
        ],
      ],
    ])
    expect(s.notes[0]).toContain('CA and CA are 18.75 Å apart')
  })

  test('nucleic acids', () => {
    const sugar = (k: number, star: boolean): PdbAtom[] =>
      ['P', "C4'", "C1'", "C3'", "O3'"].map((name, i) => ({
        ...{ name: star ? name.replace("'", '*') : name, element: name[0]!, residueName: 'DA', chain: 'D' },
        ...{ residue: k, xyz: [6 * k + 1.1 * i, 0, 0] },
      }))
    for (const star of [false, true]) {
      const s = read(pdbLines(...[1, 2, 3, 7].flatMap((k) => sugar(k, star))))
      expect(pieces(s)).toEqual([
        [
          'D',
          [
            [0, 3],
            [3, 4],
          ],
        ],
      ])
      expect(s.residues[0]).toMatchObject({ kind: 'nucleic', link: 'polymer' })
    }
    expect(pieces(read(mmcif([[1, 2].flatMap((k) => sugar(k, false))])))).toEqual([['D', [[0, 2]]]])
  })

  test('a residue whose atoms do not stand together', () => {
    const hydrogen: PdbAtom = { name: 'H', element: 'H', residueName: 'ALA', residue: 2, xyz: [3.75, 1, 0] }
    const s = read(pdbLines(...peptide(3), hydrogen))
    expect(pieces(s)).toEqual([['A', [[0, 3]]]])
    expect(s.residues[3]).toMatchObject({ name: 'ALA', number: 2, link: 'other' })
    expect(s.notes).toEqual([
      'One residue comes again at another place of the file, under the same name and number: taken for another one.',
    ])
  })

  test('water that is called ATOM is not a residue of a chain', () => {
    const s = read(pdbLines(...peptide(2), { ...water(3), record: 'ATOM', residueName: 'TIP' }))
    expect(s.residues[2]).toMatchObject({ name: 'TIP', link: 'other', kind: 'other' })
  })
})

describe('models', () => {
  const shifted = (by: number): PdbAtom[] => MIXED.map((atom) => ({ ...atom, xyz: atom.xyz.map((x) => x + by) }))
  const three = [shifted(0), shifted(1), shifted(2)]

  test.each([
    ['PDB', pdb(three)],
    ['mmCIF', mmcif(three, ['HOH'])],
  ])('%s: all of them, or one', (_, text) => {
    const s = read(text)
    expect(s.models.map((model) => model[0])).toEqual([0, 1, 2])
    const one = read(text, { model: 1 })
    expect(one.models).toEqual([s.models[1]])
    refused(text, 'model 3: expected one of 3, counted from 0', { model: 3 })
  })

  test.each([
    ['PDB', pdb],
    ['mmCIF', (models: readonly (readonly PdbAtom[])[]) => mmcif(models, ['HOH'])],
  ])('%s: with other atoms they are refused, and one of them can be had', (_, write) => {
    const fewer = write([shifted(0), shifted(1).slice(0, -1)])
    refused(fewer, 'model 1: expected 23 atoms, as in the first model (option model reads one of them), got 22')
    expect(read(fewer, { model: 1 }).atoms.count).toBe(22)
    const other = shifted(1).map((atom, k) => (k === 5 ? { ...atom, name: 'CX' } : atom))
    refused(write([shifted(0), other]), 'model 1: expected A ALA2 CA, as in the first model')
  })

  test('atoms outside of models are refused', () => {
    refused(`${pdb(three)}${pdbLines(...peptide(1))}`, 'atoms inside of models only')
  })
})

describe('mmCIF as it may be written', () => {
  const plain = mmcif([MIXED], ['HOH'])

  test('quotes, texts, comments, and other categories around it', () => {
    const around = plain
      .replace(
        'data_1ABC\n',
        "data_1ABC\n_a.b 'it''s a ; # string'\n_a.c\n;text\nloop_\n _atom_site.x\n;\nloop_ _x.y _x.z 1 2 3 'a b' # end\n",
      )
      .replaceAll(' N ', " 'N' ")
      .replaceAll(' O ', ' "O" ')
    expectSame(read(plain), read(around))
  })

  test('a text that is a value ends before the line of its semicolon', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const texts = plain.replaceAll(/ CA /g, '\n;CA\n; ').replaceAll(/\n/g, end)
      expect(read(texts).atoms.names).toEqual(read(plain).atoms.names)
    }
  })

  test('one atom, without a loop', () => {
    const s = read(
      'data_x\n_atom_site.label_atom_id CA\n_atom_site.label_comp_id GLY\n_atom_site.label_asym_id A\n_atom_site.label_seq_id 7\n_atom_site.Cartn_x 1.5(3)\n_atom_site.Cartn_y -2\n_atom_site.Cartn_z 3e0\n',
    )
    expect(labels(s)).toEqual(['A GLY 7'])
    expect([...s.models[0]!]).toEqual([1.5, -2, 3])
  })

  test('labels where authors say nothing; water without numbers', () => {
    const atoms = [...peptide(2), water(1), water(2), water(3)]
    const text = mmcif([atoms], ['HOH']).replaceAll('_atom_site.auth_', '_atom_site.other_')
    const s = read(text)
    expect(labels(s)).toEqual(['A ALA 1', 'A ALA 2', 'A HOH 1', 'A HOH 2', 'A HOH 3'])
    expect(pieces(s)).toEqual([['A', [[0, 2]]]])
  })

  test('the first block with atoms', () => {
    const s = read(`data_none\n_a.b c\n${plain}${plain.replace('1ABC', '2ABC')}`)
    expect(s.atoms.count).toBe(23)
    expect(s.notes).toEqual(['Only the first block with atoms is read, 1ABC.'])
  })

  test('what is wrong is refused with its line', () => {
    const lines = plain.split('\n')
    const row = lines.findIndex((line) => line.startsWith('ATOM'))
    const wrong = (change: (line: string) => string): string =>
      lines.map((line, k) => (k === row + 2 ? change(line) : line)).join('\n')
    refused(
      wrong((line) => line.replace('2.500', 'far')),
      `line ${row + 3}, _atom_site.Cartn_x: expected a coordinate, got "far"`,
    )
    refused(
      wrong((line) => line.replace('2.500', '?')),
      'expected a coordinate, got "?"',
    )
    refused(
      wrong((line) => line.replace('2.500', "'2.5")),
      `line ${row + 3}: expected a string that ends on its line`,
    )
    refused(
      wrong((line) => line.replace('2.500', '')),
      'values for all 21 names of the loop in every row',
    )
    refused(plain.replace('_atom_site.Cartn_y', '_atom_site.y'), '_atom_site.Cartn_y: expected this column')
    refused(plain.replace('_atom_site.Cartn_y', '_atom_site.Cartn_x'), 'expected every column once')
    const rows = 'loop_ _atom_site.Cartn_x _atom_site.Cartn_y _atom_site.Cartn_z 1 2 3 4 5 6\n'
    refused(`data_x\n${rows}loop_ _atom_site.label_atom_id CA\n`, 'label_atom_id: expected 2 values, as other columns')
    refused(`data_x\n${rows}loop_ _atom_site.label_atom_id CA CA CA\n`, 'Cartn_x: expected 3 values, as other columns')
    refused('data_x\n_a.b\n;text\n', 'line 3: expected a text that ends with a line that starts with ;')
    refused('data_x\nloop_\n_a.b\n1\n', 'an mmCIF file with atoms (_atom_site)')
    refused('data_x\n_a.b _a.c\n', 'expected a value of _a.b')
    refused('data_x\nloop_ 1 2\n', 'expected a name in a loop')
    refused('data_x\n1 2\n', 'expected a name or a keyword')
  })
})

describe('what it is not', () => {
  test('options', () => {
    for (const options of [
      { model: -1 },
      { model: 0.5 },
      { format: 'xtc' },
      { altloc: '' },
      { maxBytes: 0 },
      { what: 1 },
    ]) {
      expect(() => parseStructure(pdbLines(...TWO), options as StructureOptions)).toThrow(InvalidInputError)
    }
    expect(() => parseStructure(7 as unknown as string)).toThrow(InvalidInputError)
  })

  test('files', () => {
    refused('', 'expected a PDB file with atoms, got none')
    refused('hello', 'a structure: PDB, mmCIF, BinaryCIF or GRO, got something else', { name: 'hello' })
    refused('hello', 'the number of atoms, got the end of the file', { name: 'a.gro' })
    refused('hello', 'MMTF, which is not supported', { name: 'a.mmtf' })
    refused('hello', 'XTC, which has coordinates but no atom names', { name: 'a.xtc' })
    refused('#'.repeat(4000), 'something else', { name: 'hello' })
    refused('REMARK\nEND\n', 'a PDB file with atoms')
    refused('MODEL\nENDMDL\n', 'a model with atoms')
    refused('ATOM      1  CA  ALA A   1       1.000\n', 'line 1: expected coordinates up to column 54')
    refused(pdbLines(...TWO).replace('   1.250', '   x.250'), 'line 2, x: expected a coordinate in columns 31 to 38')
    refused(pdbLines(...TWO), 'a file of at most 100 bytes (option maxBytes)', { maxBytes: 100 })
    refused(gzipped(pdbLines(...TWO)).slice(0, -9), 'a.pdb')
    refused(gzipped(pdbLines(...TWO)), 'at most 500 bytes after inflating', { maxBytes: 500 })
  })
})
