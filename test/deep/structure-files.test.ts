// Structures that are large, written and read again. Damaged files: `npm run fuzz`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePdb } from '../../src/formats/molecules/pdb-write.js'
import { parseStructure } from '../../src/formats/molecules/structure.js'
import { expectSame, expectSound } from '../formats/molecules/structure-check.js'
import { manyWaters } from '../formats/molecules/structure-samples.js'

const folder = process.env.LIMBER_DATA

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
