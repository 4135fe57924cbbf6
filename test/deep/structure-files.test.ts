// Damaged files of structures, by the ten thousand: each is read or refused with a named error, and what is read can be written
// and read again. LIMBER_DEEP_STEPS scales it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../../src/errors.js'
import { writePdb } from '../../src/formats/pdb-write.js'
import { parseStructure } from '../../src/formats/structure.js'
import { expectSame, expectSound } from '../formats/structure-check.js'
import { mutatedStructure, outcomeOfStructure, type StructureCase } from '../formats/structure-mutate.js'
import { manyWaters } from '../formats/structure-samples.js'

const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 5)

/** As PDB and back: the same atoms at the same places. */
function wrongAgain({ name, bytes }: StructureCase): string | undefined {
  const structure = parseStructure(bytes, { name })
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

test(`${files} damaged files of structures are read or refused`, () => {
  const counts = new Map<string, number>()
  const wrong: string[] = []
  for (let seed = 1; seed <= files; seed++) {
    const file = mutatedStructure(1_000_000 + seed)
    let outcome: string = outcomeOfStructure(file)
    if (outcome === 'read') {
      const why = wrongAgain(file)
      if (why !== undefined) outcome = `wrong again: ${why}`
    }
    if (outcome.startsWith('wrong'))
      wrong.push(`mutatedStructure(${1_000_000 + seed}): ${file.name}, ${file.how}: ${outcome}`)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  console.log(JSON.stringify({ files, outcomes: Object.fromEntries(counts) }))
  expect(wrong).toEqual([])
})

test('more than 99,999 atoms and residues, written and read again', () => {
  const s = manyWaters(250_000, 1, -5)
  const again = parseStructure(writePdb(s))
  expect(again.atoms.serial.join()).toBe(s.atoms.serial.join())
  expectSame(s, again)
})

const folder = process.env.LIMBER_DATA

test.skipIf(folder === undefined)('the largest structures, written and read again (LIMBER_DATA)', () => {
  for (const name of ['1aon.pdb.gz', '1i8j_protein.pdb']) {
    const s = expectSound(parseStructure(readFileSync(join(folder!, 'proteins', name)), { name }))
    expectSame(s, expectSound(parseStructure(writePdb(s))), 3)
  }
})
