// Virtual sites of water models: without a radius, without bonds, left out of clashes and noted; clashscores.
import { expect, test } from 'vitest'
import { clashes } from '../../../src/molecules/clash/clash.js'
import { structureBonds } from '../../../src/molecules/structure/bonds.js'
import { atomRadii } from '../../../src/molecules/structure/radii.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { buildStructure } from '../../../src/molecules/structure/structure-build.js'
import { virtualSites } from '../../../src/molecules/structure/virtual-sites.js'

type Place = readonly [number, number, number]

/** Residues by name, with their atoms: `OW 0 0 0`. */
function structureOf(...residues: readonly (readonly [name: string, ...atoms: string[]])[]): Structure {
  const atoms = residues.flatMap(([name, ...list], r) =>
    list.map((text) => {
      const [atom, ...xyz] = text.split(' ')
      return { name, number: r + 1, atom: atom!, xyz: xyz.map(Number) as unknown as Place }
    }),
  )
  return buildStructure(
    {
      names: atoms.map(({ atom }) => atom),
      residueNames: atoms.map(({ name }) => name),
      residueNumbers: atoms.map(({ number }) => number),
      chains: atoms.map(() => ''),
      hetero: atoms.map(() => 1),
    },
    [Float64Array.from(atoms.flatMap(({ xyz }) => xyz))],
  )
}

const water = (name: string, site: string, z: number, oxygen = 'OW'): [string, ...string[]] => [
  name,
  `${oxygen} 0 0 ${z}`,
  `HW1 0.76 0.59 ${z}`,
  `HW2 -0.76 0.59 ${z}`,
  `${site} 0 0.15 ${z}`,
]

test.each([
  ['SOL', 'MW'],
  ['WAT', 'EPW'],
  ['TIP4', 'M'],
  ['TP4', 'OM'],
  ['HOH', 'LP1'],
  ['LIG', 'LPA'],
  ['LIG', 'EP1'],
])('%s %s is a virtual site', (name, site) => {
  const structure = structureOf(water(name, site, 0), water(name, site, 6))
  expect([...virtualSites(structure)]).toEqual([0, 0, 0, 1, 0, 0, 0, 1])
  expect(structureBonds(structure).count).toBe(4)
  expect(atomRadii(structure).radii[3]).toBe(0)
  const found = clashes(structure)
  expect([found.atoms, found.pairs.length]).toEqual([6, 0])
  expect(found.notes).toContain(`2 virtual sites left out, not atoms: ${site}.`)
})

test('what is an atom stays one: an unknown element is an error as before', () => {
  const structure = structureOf(['MN', 'MN 0 0 0'], ['LIG', 'M1 5 0 0', 'C1 6 0 0', 'C2 7 0 0'])
  expect([...virtualSites(structure)]).toEqual([0, 0, 0, 0])
  expect(() => clashes(structure)).toThrow('element of LIG 2 M1')
})

test('the clashscore counts overlaps of 0.4 Å or more, water with water left out', () => {
  const ligand = (z: number): [string, ...string[]] => ['LIG', `C1 0 0 ${z}`, `C2 1.5 0 ${z}`]
  const structure = structureOf(ligand(0), ligand(2.5), ['HOH', 'O 30 0 0'], ['HOH', 'O 30 0 1.5'], ['HOH', 'O 0 0 -2'])
  const { pairs, clashscore, perThousand } = clashes(structure)
  // Four between the ligands, of which two are across; water in water; water in a ligand.
  const counted = pairs.filter(({ a, b }) => !(a === 4 && b === 5)).length
  expect(pairs.length).toBe(counted + 1)
  expect(clashscore).toEqual({ score: (1000 * counted) / 4, clashes: counted, atoms: 4, hydrogens: 0 })
  expect(perThousand).toBe((1000 * pairs.length) / 7)
  // Contacts are no overlaps: the score is the same. Where fewer pairs were searched for, there is none.
  expect(clashes(structure, { overlap: -0.5 }).clashscore).toEqual(clashscore)
  expect(clashes(structure, { overlap: 0.5 }).clashscore).toBeUndefined()
  expect(clashes(structure, { water: false }).clashscore!.atoms).toBe(4)
})
