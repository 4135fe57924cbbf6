// Damaged files of structures, by the ten thousand: each is read or refused with a named error, and what is read can be written
// and read again, asked for its bonds and clashes, and made into a protein, or is refused by name there. LIMBER_DEEP_STEPS scales it.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { InvalidInputError, LimberError } from '../../src/errors.js'
import { writePdb } from '../../src/formats/molecules/pdb-write.js'
import { parseStructure } from '../../src/formats/molecules/structure.js'
import { clashes } from '../../src/molecules/clash/clash.js'
import { Protein } from '../../src/molecules/protein/protein.js'
import type { Structure } from '../../src/molecules/structure/structure.js'
import { expectSame, expectSound } from '../formats/molecules/structure-check.js'
import {
  mutatedStructure,
  oddStructure,
  outcomeOfStructure,
  type StructureCase,
  seedStructures,
} from '../formats/molecules/structure-mutate.js'
import { manyWaters } from '../formats/molecules/structure-samples.js'

const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const folder = process.env.LIMBER_DATA

/** Of real files the small ones, whole and broken. */
const REAL = ['1CRN.cif', '1crn.pdb', '5vav_cyclic_peptide.pdb', 'altlocs.pdb', 'a_structure.pdb', 'pdb1ejg.pdb']

function realFiles(): StructureCase[] {
  return REAL.map((name) => join(folder ?? '', 'proteins', name))
    .filter((path) => existsSync(path))
    .map((path) => ({ name: basename(path), bytes: Uint8Array.from(readFileSync(path)) }))
}

/** As PDB and back: the same atoms at the same places. */
function wrongAgain(structure: Structure): string | undefined {
  let text: string
  try {
    text = writePdb(structure)
  } catch (error) {
    // What has no place in the columns is refused by name.
    return error instanceof InvalidInputError ? undefined : String(error)
  }
  const again = parseStructure(text)
  if (again.atoms.count !== structure.atoms.count) return `${again.atoms.count} atoms of ${structure.atoms.count}`
  if (again.models.length !== structure.models.length) return `${again.models.length} models`
  for (const [m, model] of structure.models.entries()) {
    for (const [k, x] of model.entries()) {
      if (Math.abs(x - again.models[m]![k]!) > 0.0005 + 1e-9) return `model ${m}, coordinate ${k}`
    }
  }
  return undefined
}

/** What is made of it afterwards: anything but an answer or an error of ours is wrong. */
function wrongUse(structure: Structure): string | undefined {
  try {
    clashes(structure, { unknownRadius: 1.5 })
    const protein = new Protein(structure, { atoms: 'flexible-sidechains' })
    if (protein.coordinates().some((x) => !Number.isFinite(x))) return 'a place that is none'
    if (protein.torsions.length > 0) protein.turn(0, 0.1)
    protein.clashes()
  } catch (error) {
    return error instanceof LimberError ? undefined : error instanceof Error ? error.stack : String(error)
  }
  return undefined
}

const oddSeeds = [...seedStructures(), ...realFiles()]

test.each([
  ['mutatedStructure', (seed: number) => mutatedStructure(seed)],
  ['oddStructure', (seed: number) => oddStructure(seed, oddSeeds)],
])(`${files} damaged files of structures are read or refused: %s`, (name, mutate) => {
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let slowest = { millis: 0, seed: 0 }
  for (let seed = 1_000_001; seed <= 1_000_000 + files; seed++) {
    const file = mutate(seed)
    const start = performance.now()
    let outcome: string = outcomeOfStructure(file)
    if (outcome === 'read') {
      const structure = parseStructure(file.bytes, { name: file.name })
      const why = wrongAgain(structure) ?? wrongUse(structure)
      if (why !== undefined) outcome = `wrong afterwards: ${why}`
    }
    const millis = Math.round(performance.now() - start)
    if (millis > slowest.millis) slowest = { millis, seed }
    if (outcome.startsWith('wrong')) wrong.push(`${name}(${seed}): ${file.name}, ${file.how}: ${outcome}`)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  console.log(JSON.stringify({ files, outcomes: Object.fromEntries(counts), slowest }))
  expect(wrong).toEqual([])
})

test('more than 99,999 atoms and residues, written and read again', () => {
  const s = manyWaters(110_000, 1, -5)
  const again = parseStructure(writePdb(s))
  expect(again.atoms.serial.join()).toBe(s.atoms.serial.join())
  expectSame(s, again)
})

test.skipIf(folder === undefined)('the largest structures, written and read again (LIMBER_DATA)', () => {
  for (const name of ['1aon.pdb.gz', '1i8j_protein.pdb']) {
    const s = expectSound(parseStructure(readFileSync(join(folder!, 'proteins', name)), { name }))
    expectSame(s, expectSound(parseStructure(writePdb(s))), 3)
  }
})
