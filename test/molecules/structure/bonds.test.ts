import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { bondGraph, structureBonds } from '../../../src/molecules/structure/bonds.js'
import { BondedPairs } from '../../../src/molecules/structure/bonds-within.js'
import { buildStructure } from '../../../src/molecules/structure/structure-build.js'
import { bondsApart, bondsByDistance } from '../../oracle/molecules/protein.js'
import { peptides } from '../../oracle/molecules/protein-peptides.js'
import { realProteins } from '../protein/protein-files.js'

function listed(graph: ReturnType<typeof structureBonds>): number[][] {
  return Array.from({ length: graph.atoms }, (_, i) =>
    Array.from(graph.neighbours.subarray(graph.start[i]!, graph.start[i + 1]!)),
  )
}

describe('bonds of a structure', () => {
  test('templates have the bonds that distances show', () => {
    const structure = peptides(
      { sequence: 'GASCVLKFPA', hydrogens: true },
      { sequence: 'FPG', chain: 'B', from: [0, 40, 0] },
    )
    const graph = structureBonds(structure)
    expect(graph.notes).toEqual([])
    expect(listed(graph)).toEqual(bondsByDistance(structure.models[0]!, structure.atoms.elements))
  })

  test('a bad geometry neither makes nor breaks a bond of a template, and is noted', () => {
    const good = peptides({ sequence: 'AKA' })
    const positions = good.models[0]!.slice()
    const nz = good.atoms.names.indexOf('NZ')
    positions[3 * nz] = positions[3 * nz]! + 3
    const bad = { ...good, models: [positions] }
    expect(structureBonds(bad).pairs).toEqual(structureBonds(good).pairs)
    expect(structureBonds(bad).notes.join()).toMatch(/A LYS 2 CE–NZ: a bond of/)
  })

  test('residues without a template are bonded by distance, and to others; ions to nothing', () => {
    const structure = buildStructure(
      {
        names: ['C1', 'O1', 'H1', 'ZN', 'C1', 'C2'],
        elements: ['C', 'O', 'H', 'Zn', 'C', 'C'],
        residueNames: ['XYZ', 'XYZ', 'XYZ', 'ZN', 'ABC', 'ABC'],
        residueNumbers: [1, 1, 1, 2, 3, 3],
        chains: ['A', 'A', 'A', 'A', 'A', 'A'],
      },
      [Float64Array.of(0, 0, 0, 1.4, 0, 0, -1, 0, 0, 1.4, 1.9, 0, 0, -1.5, 0, 0, -3, 0)],
    )
    expect(listed(structureBonds(structure))).toEqual([[1, 2, 4], [0], [0], [], [0, 5], [4]])
  })

  test('numbers of bonds agree with a search from every atom', () => {
    const random = new Random(5)
    for (let round = 0; round < 20; round++) {
      const n = 2 + random.integer(20)
      const pairs: [number, number][] = []
      for (let k = random.integer(2 * n); k > 0; k--) {
        const a = random.integer(n)
        const b = random.integer(n)
        if (a !== b) pairs.push([a, b])
      }
      const graph = bondGraph(n, pairs)
      const bonds = listed(graph)
      const most = random.integer(6)
      const within = new BondedPairs(graph, most)
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          expect(within.has(i, j), JSON.stringify({ n, pairs, most, i, j })).toBe(bondsApart(bonds, i, j, most) <= most)
        }
      }
    }
  })

  test('a residue of many atoms has the bonds that all of its pairs have', () => {
    const random = new Random(8)
    const count = 1200
    const elements = Array.from({ length: count }, () => ['C', 'N', 'O', 'H', 'S', 'Fe', 'I'][random.integer(7)]!)
    const places = Float64Array.from({ length: 3 * count }, () => random.range(-9, 9))
    const structure = buildStructure(
      {
        ...{ names: elements.map((_, k) => `X${k}`), elements, residueNames: elements.map(() => 'BIG') },
        ...{
          residueNumbers: elements.map(() => 1),
          chains: elements.map(() => 'A'),
          polymer: elements.map(() => 'no'),
        },
      },
      [places],
    )
    const radius: Record<string, number> = { C: 0.76, N: 0.71, O: 0.66, H: 0.31, S: 1.05, I: 1.39, Fe: 1.4 }
    const wanted: number[] = []
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const d = Math.hypot(...[0, 1, 2].map((k) => places[3 * i + k]! - places[3 * j + k]!))
        const [a, b] = [elements[i]!, elements[j]!]
        if ((a !== 'H' || b !== 'H') && d >= 0.4 && d <= radius[a]! + radius[b]! + 0.45) wanted.push(i, j)
      }
    }
    expect(wanted.length).toBeGreaterThan(2000)
    expect(structureBonds(structure).pairs.join()).toBe(wanted.join())
  })

  test('what is not a pair of atoms is refused', () => {
    for (const pair of [
      [0, 0],
      [0, 3],
      [-1, 1],
      [0.5, 1],
    ] as [number, number][]) {
      expect(() => bondGraph(3, [pair])).toThrow(/pairs must be two different atoms/)
    }
  })

  test.skipIf(realProteins.length === 0)('real files: 1crn has 337 bonds, three of them disulphides', () => {
    const structure = realProteins.find(({ file }) => file === '1crn.pdb')!.read()
    const graph = structureBonds(structure)
    expect(listed(graph)).toEqual(bondsByDistance(structure.models[0]!, structure.atoms.elements))
    expect(graph.disulphides.length).toBe(3)
    expect(graph.notes).toEqual([])
  })

  // Hydrogens, ligands and rings among them; water has no hydrogens here, and metals are left alone.
  test
    .skipIf(realProteins.length === 0)
    .each('1ubq.pdb 1ubq.cif 1l2y.cif 1pga.pdb 2gb1.pdb 1a4w.pdb 5vav_cyclic_peptide.pdb altlocs.pdb'.split(' '))(
    '%s: templates and distances find the bonds that all pairs by distance have',
    (name) => {
      const structure = realProteins.find(({ file }) => file === name)!.read()
      const graph = structureBonds(structure)
      const wanted = bondsByDistance(structure.models[0]!, structure.atoms.elements)
      expect(JSON.stringify(listed(graph))).toBe(JSON.stringify(wanted))
      expect(graph.notes).toEqual([])
    },
  )

  test.skipIf(realProteins.length === 0)('4HHB is poor: templates hold, and what is odd is noted', () => {
    const structure = realProteins.find(({ file }) => file === '4hhb.pdb')!.read()
    const { notes } = structureBonds(structure)
    expect(notes).toContain('A VAL 17 C–O: a bond of 0.75 Å')
    expect(notes).toContain('A LYS 60 CE–NZ: a bond of 2.69 Å')
  })
})
