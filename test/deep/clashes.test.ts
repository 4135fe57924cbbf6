// Clashes of all real structures (LIMBER_DATA) beside brute force over all pairs: with hydrogens and without, several chains,
// metals, modified residues, water, models. LIMBER_DEEP_STEPS says how many atoms a file may have.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StructureFileError } from '../../src/errors.js'
import { parseStructure } from '../../src/formats/molecules/structure.js'
import { clashes } from '../../src/molecules/clash/clash.js'
import type { Structure } from '../../src/molecules/structure/structure.js'
import { clashQuestions, compareClashes } from '../molecules/clash/clash-check.js'

const data = process.env.LIMBER_DATA
const mostAtoms = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

describe.skipIf(data === undefined)('real files (LIMBER_DATA)', () => {
  const here = join(data ?? '.', 'proteins')
  const files = data === undefined ? [] : readdirSync(here).sort()

  test.each(files)('[clashes] %s: as brute force, in every way of asking', (name) => {
    let structure: Structure
    try {
      structure = parseStructure(readFileSync(join(here, name)), { name })
    } catch (error) {
      // One of them is broken, and refused: test/formats/molecules/structure-files.test.ts.
      expect(error).toBeInstanceOf(StructureFileError)
      return
    }
    if (structure.atoms.count > mostAtoms) return
    const pairs = clashQuestions(structure).map((options) => {
      const { wrong, pairs } = compareClashes(structure, options)
      expect(wrong).toBeUndefined()
      return pairs
    })
    console.log(JSON.stringify({ name, atoms: structure.atoms.count, pairs }))
  })
  test('adenylate kinase in TIP4P water: the fourth point of each molecule is no atom', () => {
    const bytes = readFileSync(join(data!, 'trajectories', 'adk_oplsaa.gro.gz'))
    const { atoms, notes } = clashes(parseStructure(bytes, { name: 'adk_oplsaa.gro.gz' }))
    expect(atoms).toBe(47_681 - 11_084)
    expect(notes).toContain('11084 virtual sites left out, not atoms: MW.')
  })
})
