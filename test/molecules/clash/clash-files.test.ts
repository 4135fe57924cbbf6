// Clashes of real structures (LIMBER_DATA): the same as brute force over all pairs. The large ones are in test/deep.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import { clashes } from '../../../src/molecules/clash/clash.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { clashQuestions, compareClashes } from './clash-check.js'

const data = process.env.LIMBER_DATA

describe.skipIf(data === undefined)('real files (LIMBER_DATA)', () => {
  const read = (name: string): Structure => parseStructure(readFileSync(join(data!, 'proteins', name)), { name })

  test.each([
    ...['1CRN.cif', '1ubq.cif', '1l2y.pdb', '1pga.pdb', '1A8O.pdb', 'pdb1ejg.pdb', '5vav_cyclic_peptide.pdb'],
    'altlocs.pdb',
  ])('[clashes] %s: as brute force', (name) => {
    const structure = read(name)
    for (const options of clashQuestions(structure).slice(0, 3)) {
      expect(compareClashes(structure, options).wrong).toBeUndefined()
    }
  })

  test('1LOX: 10,262 atoms, and few tests an atom', () => {
    const structure = read('1lox_protein.pdb')
    const { atoms, pairs, stats } = clashes(structure)
    expect(atoms).toBe(structure.atoms.count)
    expect(pairs.length).toBeGreaterThan(50)
    expect(stats.tests / atoms).toBeLessThan(120)
    expect(stats.near / atoms).toBeLessThan(7)
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
