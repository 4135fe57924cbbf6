// The radii of atoms: what the tables say, who helps out, what has none.
import { expect, test } from 'vitest'
import { InvalidInputError } from '../../../src/errors.js'
import { atomRadii, elementRadius, type RadiiName } from '../../../src/molecules/structure/radii.js'
import {
  ALVAREZ,
  aminoAcid,
  BONDI,
  MANTINA,
  PROBE,
  protorRadius,
} from '../../../src/molecules/structure/radii-tables.js'
import { residueTemplate } from '../../../src/molecules/structure/residue-templates.js'
import { type PlainResidue, plainStructure } from '../../oracle/molecules/clash.js'

const residue = (name: string, text: string, kind: 'amino' | 'other' = 'amino'): PlainResidue => ({
  ...{ name, chain: 'A', kind },
  atoms: text.split(' ').map((word, k) => {
    const [atom, element] = word.split(':') as [string, string]
    return { name: atom, element, at: [2 * k, 0, 0] }
  }),
})

const radiiOf = (residues: readonly PlainResidue[], source: RadiiName, options = {}): number[] =>
  Array.from(atomRadii(plainStructure(residues), source, options).radii)

test('tables: elements as chemists write them, radii as atoms have them', () => {
  // How many, and their sum in hundredths of an Å, added up from other copies of the same tables.
  for (const [name, table, count, sum] of [
    ['bondi', BONDI, 38, 6819],
    ['mantina', MANTINA, 44, 8989],
    ['alvarez', ALVAREZ, 93, 22812],
    ['probe', PROBE, 36, 4369],
  ] as const) {
    expect(table.size, name).toBe(count)
    expect([...table.values()].reduce((total, radius) => total + Math.round(100 * radius), 0)).toBe(sum)
    for (const [element, radius] of table) {
      expect(element).toMatch(/^[A-Z][a-z]?$/)
      // Ions are smaller.
      expect(radius > (name === 'probe' ? 0.4 : 1) && radius < 3.6, `${name} ${element} ${radius}`).toBe(true)
    }
  }
})

test('where an element is from', () => {
  expect(elementRadius('H', 'bondi')).toEqual({ radius: 1.2, from: 'bondi' })
  expect(elementRadius('H', 'mantina')).toEqual({ radius: 1.1, from: 'mantina' })
  expect(elementRadius('C', 'alvarez')).toEqual({ radius: 1.77, from: 'alvarez' })
  expect(elementRadius('Ca', 'bondi')).toEqual({ radius: 2.31, from: 'mantina' })
  expect(elementRadius('Zn', 'mantina')).toEqual({ radius: 1.39, from: 'bondi' })
  expect(elementRadius('Fe', 'mantina')).toEqual({ radius: 2.44, from: 'alvarez' })
  expect(elementRadius('X', 'mantina')).toBeUndefined()
})

test('united atoms: side-chains by their atoms', () => {
  const cases: readonly (readonly [string, string, string, number | undefined])[] = [
    ['ALA', 'CB', 'C', 1.88],
    ['GLY', 'C', 'C', 1.61],
    ['ASP', 'CG', 'C', 1.61],
    ['LEU', 'CG', 'C', 1.88],
    ['PHE', 'CZ', 'C', 1.76],
    ['TYR', 'CZ', 'C', 1.61],
    ['TRP', 'CD2', 'C', 1.61],
    ['TRP', 'CD1', 'C', 1.76],
    ['HIE', 'CE1', 'C', 1.76],
    ['SER', 'OG', 'O', 1.46],
    ['TYR', 'OH', 'O', 1.46],
    ['GLU', 'OE1', 'O', 1.42],
    ['LYS', 'NZ', 'N', 1.64],
    ['MSE', 'CE', 'C', 1.88],
    ['MSE', 'SE', 'Se', undefined],
    ['ALA', 'HA', 'H', undefined],
    ['HEM', 'C1A', 'C', undefined],
  ]
  for (const [name, atom, element, radius] of cases) expect(protorRadius(name, atom, element)).toBe(radius)
})

test('the names that united atoms go by are names of the templates', () => {
  for (const name of 'ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL'.split(' ')) {
    expect(aminoAcid(name)).toBe(name)
    const atoms = new Set(residueTemplate(name)!.bonds.flat())
    for (const atom of atoms) {
      // Carbons with three heavy neighbours in a plane are bare, and none of the others.
      const radius = protorRadius(name, atom, atom[0]!)!
      expect([1.42, 1.46, 1.61, 1.64, 1.76, 1.77, 1.88]).toContain(radius)
    }
  }
  expect(aminoAcid('HOH')).toBeUndefined()
})

test('auto: united atoms where the hydrogens of carbons are missing, residue by residue', () => {
  const bare = residue('ALA', 'N:N CA:C C:C O:O')
  const polar = residue('ALA', 'N:N H:H CA:C C:C O:O')
  const full = residue('ALA', 'N:N H:H CA:C HA:H C:C O:O')
  const old = residue('GLY', 'N:N CA:C 1HA:H C:C O:O')
  const water = residue('HOH', 'O:O', 'other')
  expect(radiiOf([bare, polar, full, old, water], 'auto')).toEqual([
    ...[1.64, 1.88, 1.61, 1.42],
    ...[1.64, 1.22, 1.88, 1.61, 1.42],
    ...[1.55, 1.22, 1.7, 1.22, 1.7, 1.4],
    ...[1.55, 1.7, 1.22, 1.7, 1.4],
    1.4,
  ])
  expect(radiiOf([bare, water], 'auto')).toEqual([1.64, 1.88, 1.61, 1.42, 1.52])
  expect(radiiOf([full], 'auto', { hydrogens: false })).toEqual([1.64, 1.1, 1.88, 1.1, 1.61, 1.42])
  expect(radiiOf([bare], 'bondi')).toEqual([1.55, 1.7, 1.7, 1.52])
  expect(radiiOf([full], 'protor').slice(0, 3)).toEqual([1.64, 1.1, 1.88])
})

test('probe: hydrogens by what carries them, rings, ions', () => {
  const atom = (name: string, element: string, x: number) => ({ name, element, at: [x, 0, 0] as const })
  const residues: PlainResidue[] = [
    {
      ...{ name: 'TYR', chain: 'A' },
      atoms: [
        ...[atom('N', 'N', 0), atom('H', 'H', 1), atom('CA', 'C', 10), atom('HA', 'H', 11), atom('CD1', 'C', 20)],
        ...[atom('HD1', 'H', 21), atom('CZ', 'C', 30), atom('OH', 'O', 40), atom('HH', 'H', 41), atom('HX', 'H', 50)],
      ],
    },
    { name: 'ZN', chain: 'A', kind: 'other', atoms: [atom('ZN', 'Zn', 60)] },
    { name: 'LIG', chain: 'A', kind: 'other', atoms: [atom('CZ', 'C', 70), atom('B1', 'B', 80)] },
  ]
  const wanted = [1.55, 1.05, 1.7, 1.22, 1.75, 1.05, 1.75, 1.4, 1.05, 1.22, 0.71, 1.7, 1.92]
  expect(radiiOf(residues, 'probe')).toEqual(wanted)
  expect(radiiOf(residues, 'auto')).toEqual(wanted)
  expect(atomRadii(plainStructure(residues), 'probe').notes).toEqual([
    'Not in the table of Probe: B (1.92 Å, Mantina).',
  ])
})

test('bare: united atoms without their hydrogens, and never more', () => {
  const bare = residue('SER', 'N:N CA:C C:C O:O CB:C OG:O')
  const { radii, bare: own } = atomRadii(plainStructure([bare]), 'auto')
  expect(Array.from(radii)).toEqual([1.64, 1.88, 1.61, 1.42, 1.88, 1.46])
  expect(Array.from(own)).toEqual([1.55, 1.7, 1.61, 1.42, 1.7, 1.46])
  const { radii: same, bare: all } = atomRadii(plainStructure([bare]), 'bondi')
  expect(all).toEqual(same)
})

test('helped out and told so; unknown and refused', () => {
  const structure = plainStructure([residue('HEM', 'FE:Fe NA:N', 'other'), residue('UNX', 'UNK:X', 'other')])
  expect(() => atomRadii(structure, 'mantina')).toThrow(InvalidInputError)
  expect(() => atomRadii(structure, 'mantina')).toThrow(
    'element of A UNX 2 UNK must be one that a table of radii has; option unknownRadius gives a radius to those that have none, got "X"',
  )
  const { radii, notes } = atomRadii(structure, 'mantina', { unknownRadius: 1.5 })
  expect(Array.from(radii)).toEqual([2.44, 1.55, 1.5])
  expect(notes).toEqual(['Not in the table of Mantina: Fe (2.44 Å, Alvarez), X (1.5 Å, as given).'])
  expect(atomRadii(structure, (_, i) => i).radii).toEqual(Float64Array.of(0, 1, 2))
})
