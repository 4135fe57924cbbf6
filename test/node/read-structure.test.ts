import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStructure } from '../../node/index.js'
import { StructureFileError } from '../../src/entries/molecules.js'
import { gzipped, pdb } from '../formats/molecules/frames-samples.js'
import { mmcif, peptide } from '../formats/molecules/structure-samples.js'

const MODELS = [peptide(3), peptide(3, { from: 5 })]

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-structure-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['a.pdb', pdb(MODELS)],
  ['a.cif', mmcif(MODELS)],
])('reads %s, zipped or not', async (name, text) => {
  writeFileSync(at(name), text)
  writeFileSync(at(`${name}.gz`), gzipped(text))
  for (const path of [at(name), at(`${name}.gz`)]) {
    const structure = await readStructure(path)
    expect(structure.name).toBe(name === 'a.cif' ? '1ABC' : path)
    expect(structure.models.map((model) => model[0])).toEqual([0, 5])
    expect((await readStructure(path, { model: 1 })).models.map((model) => model[0])).toEqual([5])
  }
})

test('what cannot be read is said by its path', async () => {
  const refusal = async (path: string, maxBytes?: number): Promise<string> => {
    const error = await readStructure(path, { maxBytes }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(StructureFileError)
    return (error as Error).message
  }
  mkdirSync(at('folder.pdb'))
  writeFileSync(at('b.pdb'), pdb(MODELS))
  writeFileSync(at('c.pdb'), 'ATOM\n')
  expect(await refusal(at('none.pdb'))).toBe(`${at('none.pdb')}: expected a file that can be read, got no such file`)
  expect(await refusal(at('folder.pdb'))).toContain('expected a file, got a folder')
  expect(await refusal(at('b.pdb/a.pdb'))).toContain('a path through a file')
  expect(await refusal(at('b.pdb'), 10)).toContain('a file of at most 10 bytes')
  expect(await refusal(at('c.pdb'))).toContain(`${at('c.pdb')}, line 1: expected coordinates up to column 54`)
})
