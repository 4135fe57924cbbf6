// Clashes of real structures (LIMBER_DATA): the same as brute force over all pairs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseStructure } from '../../src/formats/structure.js'
import { clashBonds, clashes } from '../../src/molecules/clash.js'
import { hydrogenBondAllowance, polarKinds } from '../../src/molecules/clash-polar.js'
import { atomRadii } from '../../src/molecules/radii.js'
import type { Structure } from '../../src/molecules/structure.js'
import { bruteClashes } from '../oracle/clash.js'

const data = process.env.LIMBER_DATA

describe.skipIf(data === undefined)('real files (LIMBER_DATA)', () => {
  const read = (name: string): Structure => parseStructure(readFileSync(join(data!, 'proteins', name)), { name })

  test.each([
    ...['1crn.pdb', '1CRN.cif', '1ubq.pdb', '1ubq.cif', '1l2y.pdb', '1pga.pdb', '2gb1.pdb', '1A8O.pdb'],
    ...['pdb1ejg.pdb', '5vav_cyclic_peptide.pdb', 'altlocs.pdb'],
  ])('%s: as brute force', (name) => {
    const structure = read(name)
    const bonds = clashBonds(structure)
    const kinds = polarKinds(structure, bonds)
    for (const overlap of [0.4, -0.1]) {
      const wanted = bruteClashes({
        ...{ positions: structure.models[0]!, radii: atomRadii(structure).radii, bonds, overlap, excludeBonds: 3 },
        counts: () => true,
        allowance: (a, b) => hydrogenBondAllowance(kinds[a]!, kinds[b]!),
      })
      const found = [...clashes(structure, { overlap }).pairs].sort((p, q) => p.a - q.a || p.b - q.b)
      expect(found.map(({ a, b }) => [a, b])).toEqual(wanted.map(({ a, b }) => [a, b]))
      found.forEach((pair, k) => {
        expect(Math.abs(pair.overlap - wanted[k]!.overlap)).toBeLessThan(1e-9)
      })
    }
  })

  test('1AON: 58,870 atoms, and few tests an atom', () => {
    const structure = read('1aon.pdb.gz')
    const { atoms, pairs, stats } = clashes(structure)
    expect(atoms).toBe(structure.atoms.count)
    expect(pairs.length).toBeGreaterThan(1000)
    expect(stats.tests / atoms).toBeLessThan(60)
    expect(stats.near / atoms).toBeLessThan(5)
  })

  test('crystals at high resolution have few', () => {
    for (const [name, most] of [
      ['1crn.pdb', 10],
      ['1pga.pdb', 15],
      ['1A8O.pdb', 10],
      ['1ubq.cif', 20],
    ] as const) {
      expect(clashes(read(name)).perThousand, name).toBeLessThan(most)
    }
  })
})
