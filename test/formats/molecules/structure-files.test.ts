// Every structure of the folder LIMBER_DATA, beside counts that were taken line by line (structure-samples.ts) and known ones.
// The largest are written and read again in test/deep.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { StructureFileError } from '../../../src/errors.js'
import { writePdb } from '../../../src/formats/molecules/pdb-write.js'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { expectSame, expectSound } from './structure-check.js'
import { countMmcif, countPdb } from './structure-samples.js'

const folder = process.env.LIMBER_DATA

/** Atoms that are kept, of so many lines in the first model; residues, chains, models. */
const KNOWN: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  '1A4Y.pdb': [4403, 4403, 583, 2, 1],
  '1A8O.pdb': [644, 644, 158, 1, 1],
  '1CRN.cif': [327, 327, 46, 1, 1],
  '1a4w.pdb': [2439, 2439, 446, 3, 1],
  '1aon.pdb.gz': [58870, 58870, 8029, 21, 1],
  '1crn.pdb': [327, 327, 46, 1, 1],
  '1i8j_protein.pdb': [40280, 40280, 3864, 9, 1],
  '1l2y.cif': [304, 304, 20, 1, 38],
  '1l2y.pdb': [304, 304, 20, 1, 38],
  '1lox_protein.pdb': [10262, 10262, 742, 2, 1],
  '1pga.pdb': [456, 456, 76, 1, 1],
  '1ubq.cif': [660, 660, 134, 1, 1],
  '1ubq.pdb': [1231, 1231, 76, 1, 1],
  '2gb1.pdb': [855, 855, 56, 1, 1],
  '4hhb.pdb': [4779, 4779, 801, 4, 1],
  '5vav_cyclic_peptide.pdb': [209, 209, 14, 1, 1],
  'adk_closed.pdb': [3341, 3341, 214, 1, 1],
  'adk_open.pdb': [3341, 3341, 214, 1, 1],
  'altlocs.pdb': [19, 57, 1, 1, 1],
  'pdb1ejg.pdb': [641, 831, 46, 1, 1],
}

describe.skipIf(folder === undefined)('real files (LIMBER_DATA)', () => {
  const here = join(folder ?? '.', 'proteins')
  const files = folder === undefined ? [] : readdirSync(here).sort()
  const bytesOf = (name: string): Uint8Array => readFileSync(join(here, name))
  const opened = new Map<string, Structure>()
  const open = (name: string): Structure => {
    const known = opened.get(name) ?? expectSound(parseStructure(bytesOf(name), { name }))
    opened.set(name, known)
    return known
  }
  /** Atoms outside of models: see test below. */
  const BROKEN = 'a_structure.pdb'
  /** Their counts are in bcif.test.ts. */
  const whole = files.filter((name) => name !== BROKEN && !name.endsWith('.bcif'))

  test.each(whole)('[structures] %s: atoms, residues, chains and models as counted', (name) => {
    const bytes = bytesOf(name)
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : Buffer.from(bytes)).toString('latin1')
    const counts = /\.cif/.test(name) ? countMmcif(text) : countPdb(text)
    const s = open(name)
    const left = s.notes.map((note) => /^(\d+) atoms? at alternative locations/.exec(note)?.[1] ?? '0').map(Number)
    expect(s.atoms.count + left.reduce((a, b) => a + b, 0)).toBe(counts.atoms)
    // Of microheterogeneous residues only one kind of side-chain is kept.
    expect(s.atoms.count).toBeLessThanOrEqual(counts.distinct)
    if (left.every((n) => n === 0)) expect(s.atoms.count).toBe(counts.distinct)
    const { residues, chains, models } = counts
    expect([s.residues.length, s.chains.length, s.models.length]).toEqual([residues, chains, models])
    if (name in KNOWN) expect([s.atoms.count, counts.atoms, residues, chains, models]).toEqual(KNOWN[name])
  })

  const small = whole.filter((name) => statSync(join(here, name)).size < 1_100_000)

  test.each(small)('%s: written and read again', (name) => {
    const s = open(name)
    expectSame(s, expectSound(parseStructure(writePdb(s))), 3)
  })

  test('a file with atoms behind its only model is refused, and its message says where', () => {
    const call = (): unknown => parseStructure(bytesOf(BROKEN), { name: BROKEN })
    expect(call).toThrow(StructureFileError)
    expect(call).toThrow(`${BROKEN}, line 20: expected atoms inside of models only, where there are some, got ATOM`)
  })

  test('the same entry as PDB and as mmCIF', () => {
    const [a, b] = [open('1l2y.pdb'), open('1l2y.cif')]
    expectSame(a, b, 3)
    expectSame(open('1crn.pdb'), open('1CRN.cif'), 3)
  })

  test('what is known of some of them', () => {
    const shape = (name: string): [string, number[]][] =>
      open(name).chains.map((chain) => [chain.id, chain.pieces.map(([from, to]) => to - from)])
    expect(shape('1pga.pdb')).toEqual([['A', [56]]])
    expect(shape('1A8O.pdb')).toEqual([['A', [70]]])
    expect(shape('1lox_protein.pdb')).toEqual([
      ['A', [175, 22, 389, 61]],
      ['', []],
    ])
    expect(shape('4hhb.pdb')).toEqual([
      ['A', [141]],
      ['B', [146]],
      ['C', [141]],
      ['D', [146]],
    ])
    const ring = open('5vav_cyclic_peptide.pdb')
    expect(ring.chains[0]).toMatchObject({ cyclic: true, pieces: [[0, 14]] })
    const modified = open('1A8O.pdb').residues.filter(({ hetero, link }) => hetero && link === 'polymer')
    expect(modified.map(({ name }) => name)).toEqual(['MSE', 'MSE', 'MSE', 'MSE'])
    expect(open('1a4w.pdb').residues.some(({ name, link }) => name === 'TYS' && link === 'polymer')).toBe(true)
    expect(
      open('pdb1ejg.pdb')
        .residues.map(({ name }) => name)
        .slice(21, 25),
    ).toEqual(['PRO', 'GLU', 'ALA', 'LEU'])
    expect(open('altlocs.pdb').residues.map(({ name, count }) => [name, count])).toEqual([['LEU', 19]])
  })
})
