import { expect, test } from 'vitest'
import { InvalidInputError } from '../../../src/errors.js'
import type { FramesOptions } from '../../../src/formats/molecules/frames-data.js'
import { parsePdbFrames } from '../../../src/formats/molecules/pdb-frames.js'
import { expectFrames, expectRefused } from './expect-frames.js'
import { type PdbAtom, pdb, pdbAtoms, pdbLine, wave } from './frames-samples.js'

const WAVE = wave(4, 6)
const MODELS = WAVE.map(pdbAtoms)
const TEXT = pdb(MODELS)

const at = (x: number, atom: Partial<PdbAtom> = {}): PdbAtom => ({ xyz: [x, 0, 0], ...atom })
const lines = (...atoms: PdbAtom[]): string => atoms.map((atom, k) => `${pdbLine(atom, k + 1)}\n`).join('')
/** x of every bead of the first frame. */
const beads = (text: string, options?: FramesOptions): number[] =>
  [...parsePdbFrames(text, options).frame(0)].filter((_, k) => k % 3 === 0)

test('models, their beads and their names', () => {
  const frames = parsePdbFrames(TEXT, { name: 'a.pdb' })
  expectFrames(frames, WAVE)
  expect(frames).toMatchObject({ format: 'pdb', atoms: 6, notes: [] })
  expect(frames.names!.slice(0, 2)).toEqual(['A GLY1 CA', 'A GLY2 CA'])
  expectFrames(parsePdbFrames(new TextEncoder().encode(TEXT)), WAVE)
})

test('a frame is an array of the caller’s own', () => {
  const frames = parsePdbFrames(TEXT)
  frames.frame(1).fill(0)
  expectFrames(frames, WAVE)
  for (const k of [-1, 4, 0.5, Number.NaN]) expect(() => frames.frame(k)).toThrow(InvalidInputError)
})

test.each([
  ['CR LF', (t: string) => t.replaceAll('\n', '\r\n')],
  ['CR', (t: string) => t.replaceAll('\n', '\r')],
  ['a byte order mark', (t: string) => `\ufeff${t}`],
  ['no ENDMDL', (t: string) => t.replaceAll('ENDMDL\n', '')],
  ['END in place of ENDMDL', (t: string) => t.replaceAll('ENDMDL', 'END')],
  ['END in place of MODEL and ENDMDL', (t: string) => t.replaceAll(/MODEL.*\n/g, '').replaceAll('ENDMDL', 'END')],
  ['lines that end behind z', (t: string) => t.replaceAll(/^(ATOM.{50}).*$/gm, '$1')],
  ['trailing blanks', (t: string) => t.replaceAll('\n', '    \n')],
  ['no line end at the end', (t: string) => t.trimEnd()],
  [
    'anisotropic lines and bonds',
    (t: string) => `${t.replaceAll(/^(ATOM.*)$/gm, '$1\nANISOU    1  CA')}CONECT    1    2\n`,
  ],
  ['serial numbers of six digits', (t: string) => t.replaceAll(/^ATOM {6}\d/gm, 'ATOM 100000')],
  ['serial numbers that are none', (t: string) => t.replaceAll(/^ATOM {6}\d/gm, 'ATOM  *****')],
  ['an empty line', (t: string) => t.replaceAll('\n', '\n\n')],
])('with %s', (_, change) => {
  expectFrames(parsePdbFrames(change(TEXT)), WAVE)
})

test('a file without models is one frame', () => {
  const frames = parsePdbFrames(lines(...MODELS[0]!))
  expectFrames(frames, [WAVE[0]!])
})

test('atoms: ca, backbone, all, by name, by number', () => {
  const residue = (k: number): PdbAtom[] =>
    ['N', 'CA', 'C', 'O', 'CB'].map((name, i) => at(10 * k + i, { name, residue: k }))
  const text = lines(...residue(1), ...residue(2))
  expect(beads(text)).toEqual([11, 21])
  expect(beads(text, { atoms: 'ca' })).toEqual([11, 21])
  expect(beads(text, { atoms: 'backbone' })).toEqual([10, 11, 12, 20, 21, 22])
  expect(beads(text, { atoms: 'all' }).length).toBe(10)
  expect(beads(text, { atoms: ['O', 'CB'] })).toEqual([13, 14, 23, 24])
  expect(beads(text, { select: [7, 0] })).toEqual([22, 10])
})

test('chains: one is taken, several are refused', () => {
  const text = lines(at(1), at(2, { residue: 2 }), at(3, { chain: 'B' }), at(4, { chain: ' ', name: 'O' }))
  expect(beads(text, { chain: 'B' })).toEqual([3])
  expect(beads(text, { chain: 'A' })).toEqual([1, 2])
  expect(beads(text, { chain: '', atoms: 'all' })).toEqual([4])
  expectRefused(() => parsePdbFrames(text), {}, 'beads of one chain (option chain says which), got those of A, B')
  expectRefused(
    () => parsePdbFrames(text, { chain: 'X' }),
    {},
    'one atom or more (ca) in chain "X", got none among 4 atoms: CA, O; chains: A, B, ""',
  )
  expectRefused(
    () => parsePdbFrames(text, { atoms: ['CZ'] }),
    {},
    'one atom or more (CZ), got none among 4 atoms: CA, O',
  )
})

test('what is called HETATM: residues of a chain are beads, calcium is none', () => {
  const het = { record: 'HETATM' }
  const text = lines(
    at(1, { ...het, residueName: 'MSE' }),
    at(2, { ...het, residueName: 'PCA', residue: 2 }),
    at(3, { ...het, residueName: 'LIG', residue: 3 }),
    at(4, { ...het, residueName: 'CA', residue: 4, element: 'CA' }),
    at(5, { residueName: 'CA', residue: 5, element: 'CA' }),
    at(6, { residue: 6 }),
  )
  expect(beads(text)).toEqual([1, 6])
  expect(beads(`SEQRES   1 A    2  PCA GLY\n${text}`)).toEqual([1, 2, 6])
  expect(beads(`MODRES 1ABC LIG A    3  GLY\n${text}`)).toEqual([1, 3, 6])
  expect(beads(text, { atoms: ['CA'] })).toEqual([1, 2, 3, 4, 5, 6])
})

test('alternative locations: a residue is of one letter, the most occupied, the first of equals', () => {
  const backbone = (altloc: string, occupancy: number, x: number): PdbAtom[] =>
    ['N', 'CA', 'C'].map((name, k) => at(x + k, { name, altloc, occupancy }))
  const read = (...atoms: PdbAtom[]): number[] => beads(lines(...atoms), { atoms: 'backbone' })
  expect(read(...backbone('A', 0.5, 0), ...backbone('B', 0.5, 10))).toEqual([0, 1, 2])
  expect(read(...backbone('A', 0.4, 0), ...backbone('B', 0.6, 10))).toEqual([10, 11, 12])
  // Atom by atom, as most programs write them; the odd one does not change the letter.
  const mixed = [0, 1, 2].flatMap((k) => [backbone('A', k === 0 ? 0.6 : 0.4, 0)[k]!, backbone('B', 0.5, 10)[k]!])
  expect(read(...mixed)).toEqual([0, 1, 2])
  // What only the other letter has is taken from there, and what has no letter always.
  expect(read(at(1, { name: 'N' }), at(2, { altloc: 'A' }), at(3, { name: 'C', altloc: 'B', occupancy: 0.1 }))).toEqual(
    [1, 2, 3],
  )
  // Two kinds of residue in one place.
  const [one, other] = [
    { altloc: 'A', residueName: 'PRO', occupancy: 0.3 },
    { altloc: 'B', residueName: 'SER', occupancy: 0.7 },
  ]
  expect(parsePdbFrames(lines(at(1, one), at(2, other))).names).toEqual(['A SER1 CA'])
  expect(parsePdbFrames(lines(at(1, one), at(2, other))).notes).toEqual(['1 atom at alternative locations left out.'])
})

test('insertion codes are residues of their own', () => {
  const text = lines(at(1), at(2, { insertion: 'A' }), at(3, { insertion: 'B' }))
  expect(beads(text)).toEqual([1, 2, 3])
  expect(parsePdbFrames(text).names).toEqual(['A GLY1 CA', 'A GLY1A CA', 'A GLY1B CA'])
})

test('names are such as can be printed', () => {
  const text = lines(at(1, { name: 'C\x1b[', chain: '\x07' }))
  expect(parsePdbFrames(text, { atoms: 'all' }).names).toEqual(['\ufffd GLY1 C\ufffd['])
})

test('models of unequal atoms are refused by name; what is not a bead may differ', () => {
  const short = pdb([MODELS[0]!, MODELS[1]!.slice(1)])
  expectRefused(() => parsePdbFrames(short), { field: 'model 2' }, 'expected 6 beads, as in the first model, got 5')
  const other = MODELS[1]!.map((atom, k) => (k === 3 ? { ...atom, residue: 40 } : atom))
  expectRefused(
    () => parsePdbFrames(pdb([MODELS[0]!, other])),
    { field: 'model 2', line: 16 },
    'expected A GLY4 CA, as in the first model, got A GLY40 CA',
  )
  const water = at(9, { record: 'HETATM', name: 'O', residueName: 'HOH', residue: 99 })
  expectFrames(parsePdbFrames(pdb([MODELS[0]!, [water, ...MODELS[1]!], MODELS[2]!])), WAVE.slice(0, 3))
  expectRefused(
    () => parsePdbFrames(pdb([MODELS[0]!, [water, ...MODELS[1]!]]), { select: [0, 1] }),
    { field: 'model 2' },
    'the same atoms as in the first model',
  )
  const empty = `${TEXT.replace('END\n', '')}MODEL 5\nENDMDL\n`
  expectRefused(() => parsePdbFrames(empty), {}, 'got none among 0 atoms')
})

test.each([
  ['nothing', '', {}, 'a PDB file with atoms, got none'],
  ['no atoms', 'REMARK\nEND\n', {}, 'a PDB file with atoms, got none'],
  ['atoms before models', lines(at(1)) + TEXT, { line: 4 }, 'atoms before the first MODEL'],
  ['atoms behind models', TEXT.replace('END\n', lines(at(1))), { line: 39 }, 'atoms inside of models only'],
  ['a short line', 'ATOM      1  CA  GLY A   1\n', { line: 1 }, 'coordinates up to column 54, got a line of 26'],
  ['a cut file', TEXT.slice(0, -300), {}, 'coordinates up to column 54'],
  ['an atom twice', lines(at(1), at(2)), {}, 'every atom of a residue once, got A GLY1 CA twice'],
])('%s: refused', (_, text, place, message) => {
  expectRefused(() => parsePdbFrames(text, { name: 'a.pdb' }), place, message)
})

test.each([
  ['   1.000   2.000     nan', 'z', '47 to 54, got "     nan"'],
  ['   1.000     inf   3.000', 'y', '39 to 46, got "     inf"'],
  ['           2.000   3.000', 'x', '31 to 38, got "        "'],
  ['********   2.000   3.000', 'x', '31 to 38, got "********"'],
  ['   0x10   2.000   3.000 ', 'x', '31 to 38'],
  // Too long for their columns, and what follows pushed to the right.
  ['-1000.123   2.000   3.000', 'x', '31 to 38, got "-1000.12"'],
  ['10000.000-1000.123-1000.123', 'x', '31 to 38'],
  ['   1.00012345.678   3.000', 'y', '39 to 46, got "12345.67"'],
  ['   1.000   2.000-1000.123', 'z', '47 to 54, got "-1000.12"'],
  ['   1.000   2.00012345.678', 'z', '47 to 54, got "12345.67"'],
])('coordinates %j are refused', (numbers, field, message) => {
  const line = pdbLine(at(0, { residue: 2 }))
  const text = `${lines(at(7))}${line.slice(0, 30)}${numbers}${line.slice(54)}\n`
  expectRefused(() => parsePdbFrames(text), { line: 2, field }, message)
})

test('coordinates that fill their columns are read', () => {
  const line = pdbLine(at(0))
  const read = (numbers: string, rest = line.slice(54)): number[] => [
    ...parsePdbFrames(`${line.slice(0, 30)}${numbers}${rest}`).frame(0),
  ]
  expect(read('-999.9999999.999-123.456')).toEqual([-999.999, 9999.999, -123.456])
  // An occupancy of six digits stands next to it, and is not a part of it.
  expect(read('-999.999-999.999-999.999', '100.00 20.00')).toEqual([-999.999, -999.999, -999.999])
  expect(read('12.34567-1.23456-12.3456', '789')).toEqual([12.34567, -1.23456, -12.3456])
  expect(read('  1.5e+1     -.5       7')).toEqual([15, -0.5, 7])
})

test('more than may be held is refused before it is', () => {
  expectRefused(() => parsePdbFrames(TEXT, { maxBytes: 4 * 6 * 24 - 1 }), {}, 'frames of at most 575 bytes')
})

test.each([
  [{ atoms: 'CA' }, 'options.atoms'],
  [{ atoms: [] }, 'options.atoms'],
  [{ atoms: [''] }, 'options.atoms'],
  [{ chain: 1 }, 'options.chain'],
  [{ select: [] }, 'options.select'],
  [{ select: [0], atoms: 'ca' }, 'options.select'],
  [{ select: [-1] }, 'options.select[0]'],
  [{ select: [0, 6] }, 'options.select[1]'],
  [{ select: [0, 0] }, 'options.select[1]'],
  [{ topology: {} }, 'options.topology'],
  [{ topology: null }, 'options.topology'],
  [{ topology: { names: ['CA'], chains: [] } }, 'options.topology'],
  [{ partial: 'keep' }, 'options.partial'],
  [{ maxBytes: 0 }, 'options.maxBytes'],
  [{ chains: 'A' }, 'options.chains'],
  [null, 'options'],
])('options %j are refused', (options, field) => {
  expect(() => parsePdbFrames(TEXT, options as FramesOptions)).toThrow(InvalidInputError)
  expect(() => parsePdbFrames(TEXT, options as FramesOptions)).toThrow(field)
})
