import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { InvalidInputError } from '../../../src/errors.js'
import { parsePdbFrames } from '../../../src/formats/molecules/pdb-frames.js'
import { pdbEnd, pdbHeader, pdbModel, writePdb } from '../../../src/formats/molecules/pdb-write.js'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import { formatHybrid36, parseHybrid36 } from '../../../src/formats/molecules/structure-hybrid36.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { buildStructure } from '../../../src/molecules/structure/structure-build.js'
import { type PdbAtom, pdb } from './frames-samples.js'
import { expectSame, expectSound } from './structure-check.js'
import { mmcif, peptide } from './structure-samples.js'

const ATOMS: PdbAtom[] = [
  ...peptide(16, { names: ['ALA', 'XYZ', 'GLY'] }).map((atom) =>
    atom.residueName === 'XYZ' ? { ...atom, record: 'HETATM' } : atom,
  ),
  ...peptide(3, { chain: 'b', first: -4, from: 90, atom: { insertion: 'C' } }),
  { record: 'HETATM', name: 'CA', element: 'CA', residueName: 'CA', chain: 'A', residue: 99, xyz: [-9.125, 99.5, 0] },
  { record: 'HETATM', name: 'O', element: 'O', residueName: 'HOH', chain: 'b', residue: 100, xyz: [0, 9, 9] },
]
const moved = ATOMS.map((atom) => ({ ...atom, xyz: atom.xyz.map((x) => -x - 0.125) }))

test('what is written is read again as it was', () => {
  for (const text of [pdb([ATOMS, moved]), mmcif([ATOMS, moved], ['CA', 'HOH'])]) {
    const structure = parseStructure(text)
    const again = expectSound(parseStructure(writePdb(structure)))
    expectSame(structure, again)
    expect([...again.atoms.serial]).toEqual([...structure.atoms.serial])
    expect([...again.atoms.temperature]).toEqual([...structure.atoms.temperature])
    expect([...again.atoms.occupancy]).toEqual([...structure.atoms.occupancy])
    // And once more, to the letter.
    expect(writePdb(again)).toBe(writePdb(structure).replace(/^TITLE.*$/m, 'TITLE     structure'))
  }
})

test('models one by one are the whole', () => {
  const structure = parseStructure(pdb([ATOMS, moved]))
  const models = structure.models.map((positions, m) => pdbModel(structure, positions, m + 1))
  expect(pdbHeader(structure) + models.join('') + pdbEnd()).toBe(writePdb(structure))
  // A file that stops behind any model can be read: so it is while a run appends.
  const half = parseStructure(pdbHeader(structure) + models[0])
  expect(half.models.length).toBe(1)
})

test('random coordinates come back to three decimals, and as frames', () => {
  const random = new Random(8)
  const structure = parseStructure(pdb([ATOMS]))
  const places = Array.from({ length: 20 }, () =>
    Float64Array.from(structure.models[0]!, () => random.range(-999.999, 9999.999)),
  )
  const text = pdbHeader(structure) + places.map((p, m) => pdbModel(structure, p, m + 1)).join('') + pdbEnd()
  const again = parseStructure(text)
  expect(again.models.length).toBe(20)
  for (const [m, model] of again.models.entries()) {
    for (const [k, x] of model.entries()) expect(Math.abs(x - places[m]![k]!)).toBeLessThanOrEqual(0.0005 + 1e-9)
  }
  const frames = parsePdbFrames(text, { chain: 'A' })
  expect(frames.count).toBe(20)
  expect(frames.beads).toBe(16)
})

test('some of the atoms', () => {
  const structure = parseStructure(pdb([ATOMS]))
  const atoms = structure.atoms.names.map((_, k) => k).filter((k) => k < 64 && structure.atoms.names[k] !== 'O')
  const again = expectSound(parseStructure(writePdb(structure, { atoms })))
  expect(again.atoms.names).toEqual(atoms.map((k) => structure.atoms.names[k]))
  expect(again.chains.map(({ id, pieces }) => [id, pieces])).toEqual([['A', [[0, 16]]]])
  const positions = new Float64Array(3 * atoms.length).fill(1)
  expect(parseStructure(pdbModel(structure, positions, 7, { atoms })).atoms.count).toBe(atoms.length)
  for (const wrong of [[3, 1], [-1], [1e6], [0.5]]) {
    expect(() => pdbModel(structure, [0, 0, 0], 1, { atoms: wrong })).toThrow(InvalidInputError)
  }
})

const one = (change: Record<string, unknown> = {}): Structure =>
  buildStructure(
    { names: ['CA'], residueNames: ['ALA'], residueNumbers: [1], chains: ['A'], ...change },
    [Float64Array.of(1, 2, 3)],
    { name: 'one' },
  )

test('long names of chains, large numbers, charges', () => {
  for (const change of [
    { chains: ['PROT'] },
    { chains: [''] },
    { residueNumbers: [10_000] },
    { residueNumbers: [2_000_000] },
    { residueNumbers: [-999] },
    { serial: [123_456] },
    { names: ['HD11'], elements: ['H'] },
    { names: ['ZN'], elements: ['Zn'], residueNames: ['ZN'], hetero: [1], charge: [2] },
    { names: ['CL'], elements: ['Cl'], residueNames: ['CL'], hetero: [1], charge: [-1] },
    { residueNames: ['TIP3'], names: ['OH2'], elements: ['O'] },
  ]) {
    const structure = one(change)
    const again = parseStructure(writePdb(structure))
    expectSame(structure, again)
    expect(again.atoms.serial).toEqual(structure.atoms.serial)
  }
})

test('what does not fit is refused by name', () => {
  const message = (structure: Structure, positions = [0, 0, 0]): string => {
    try {
      pdbModel(structure, positions)
      return ''
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError)
      return (error as Error).message
    }
  }
  expect(message(one({ chains: ['LONGER'] }))).toContain('atom 0, chain must be at most 4 plain letters')
  expect(message(one({ names: ['H12345'] }))).toContain('atom 0, name must be')
  expect(message(one({ residueNames: ['A1BCDE'] }))).toContain('atom 0, residue must be')
  expect(message(one({ residueNumbers: [-1000] }))).toContain('atom 0, residue number must be at least -999')
  expect(message(one(), [0, 0, 10_000])).toContain('atom 0, z must be between -999.999 and 9999.999')
  expect(message(one(), [-999.9996, 0, 0])).toContain('atom 0, x must be')
  expect(message(one(), [0, Number.NaN, 0])).toContain('atom 0, y must be')
  expect(message(one(), [0, 0])).toContain('positions.length must be 3')
  expect(message(one(), [-999.999, 9999.999, -0.0001])).toBe('')
  expect(pdbModel(one(), [-0.0001, 0, 0])).toContain('   0.000   0.000   0.000')
})

test('hybrid-36 there and back', () => {
  for (const [value, text] of [
    [0, '   0'],
    [9999, '9999'],
    [10_000, 'A000'],
    [1_223_055, 'ZZZZ'],
    [1_223_056, 'a000'],
    [2_436_111, 'zzzz'],
  ] as const) {
    expect(formatHybrid36(value, 4)).toBe(text)
    if (value > 9999) expect(parseHybrid36(text, 4)).toBe(value)
  }
  expect(formatHybrid36(2_436_112, 4)).toBeUndefined()
  expect(formatHybrid36(-1000, 4)).toBeUndefined()
  for (const none of ['', 'A00', 'A0b0', '1A00', '****']) expect(parseHybrid36(none, 4)).toBeUndefined()
})
