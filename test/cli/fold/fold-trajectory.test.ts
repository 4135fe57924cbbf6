// Trajectories that grow: read again by the readers.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GrowingFile } from '../../../cli/fold/fold-files.js'
import { placesForFold } from '../../../cli/fold/fold-places.js'
import type { Trajectory } from '../../../cli/fold/fold-record.js'
import { dcdTrajectory, isTrajectory, pdbTrajectory, xtcTrajectory } from '../../../cli/fold/fold-trajectory.js'
import { placeFor } from '../../../cli/print/write-atomically.js'
import { parseDcd, parseStructure, parseXtc, writeXtc } from '../../../src/entries/molecules.js'
import { peptidePdb } from './fold-sample.js'

let folder: string
const at = (name: string): string => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-fold-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const structure = parseStructure(peptidePdb(6), { name: 'six' })
const start = structure.models[0]!

async function written(name: string, format: Trajectory, frames: number, atoms: readonly number[]): Promise<Buffer> {
  const file = await GrowingFile.create(await placeFor(at(name), () => true, ''), format)
  for (let k = 0; k < frames; k++) {
    const positions = Float64Array.from(atoms.flatMap((i) => [0, 1, 2].map((axis) => start[3 * i + axis]! + k)))
    file.append(format.frame(k, 10 * k, positions))
    if (k === 1) await file.sync()
  }
  await file.finish()
  return readFileSync(at(name))
}

test('a peptide of the tests is one chain without a gap', () => {
  expect(structure.atoms.count).toBe(30)
  expect(structure.chains[0]!.pieces).toEqual([[0, 6]])
  expect(parseStructure(peptidePdb(4, 'strand', 3)).models.length).toBe(3)
})

test('PDB: the models of the frames, of some of the atoms', async () => {
  const atoms = structure.atoms.names.flatMap((name, k) => (name === 'CA' || name === 'N' ? [k] : []))
  const bytes = await written('a.pdb', pdbTrajectory(structure, atoms), 3, atoms)
  expect(isTrajectory('pdb', bytes.toString().slice(0, 1024))).toBe(true)
  const again = parseStructure(bytes)
  expect([again.models.length, again.atoms.count, again.residues.length]).toEqual([3, 12, 6])
  for (const [k, model] of again.models.entries()) {
    for (const [n, atom] of atoms.entries()) {
      expect(Math.abs(model[3 * n]! - (start[3 * atom]! + k))).toBeLessThan(5.1e-4)
    }
  }
})

test('DCD: the header knows how many frames there are', async () => {
  const atoms = Array.from(start.subarray(0, 30), (_, k) => k)
  const bytes = await written('a.dcd', dcdTrajectory(30, 50), 4, atoms)
  expect(isTrajectory('dcd', bytes.toString('utf8').slice(0, 1024))).toBe(true)
  const frames = parseDcd(bytes)
  expect([frames.count, frames.atoms, frames.notes]).toEqual([4, 30, []])
  expect(frames.frame(2)[7]!).toBeCloseTo(start[7]! + 2, 5)
})

test('XTC: nanometres in the file, moves as steps; another XTC file is not ours', async () => {
  const atoms = Array.from({ length: 30 }, (_, k) => k)
  const bytes = await written('a.xtc', xtcTrajectory(undefined), 3, atoms)
  expect(isTrajectory('xtc', bytes.toString('latin1').slice(0, 1024))).toBe(true)
  const frames = parseXtc(bytes)
  expect([frames.count, frames.atoms, frames.cell(0), frames.notes]).toEqual([3, 30, undefined, []])
  expect(frames.header(2)).toMatchObject({ step: 20, time: 2, precision: 1000 })
  // 0.001 nm is 0.01 Å.
  for (let k = 0; k < 90; k++) expect(Math.abs(frames.frame(2)[k]! - (start[k]! + 2))).toBeLessThan(0.00501)
  const fine = parseXtc(await written('b.xtc', xtcTrajectory(1e5), 1, atoms))
  for (let k = 0; k < 90; k++) expect(Math.abs(fine.frame(0)[k]! - start[k]!)).toBeLessThan(0.0000501)
  const other = Buffer.from(writeXtc([start])).toString('latin1')
  expect(isTrajectory('xtc', other.slice(0, 1024))).toBe(false)
})

test('what is not ours is not written over; names say what is meant', async () => {
  const input = at('a.pdb')
  await expect(placesForFold({ out: at('b.xyz') }, input)).rejects.toThrow(
    /--out must be a name that ends in \.pdb or \.dcd or \.xtc/,
  )
  await expect(placesForFold({ observables: at('b.txt') }, input)).rejects.toThrow(/ends in \.csv or \.json/)
  await expect(placesForFold({ out: at('a.pdb') }, input)).rejects.toThrow('another file than a file that is read')
  await expect(placesForFold({ checkpoint: at('a.pdb') }, at('none'))).rejects.toThrow('which is left as it is')
  await expect(placesForFold({ observables: at('x.json'), checkpoint: at('x.json') }, input)).rejects.toThrow(
    '--checkpoint must be another file than that of --observables',
  )
  await expect(placesForFold({ checkpoint: '/dev/null' }, input)).rejects.toThrow('--checkpoint must be a plain file')
  const places = await placesForFold({ out: at('a.dcd'), plot: '/dev/null', observables: at('new.CSV') }, input)
  expect([places.out?.format, places.plot?.there, places.observables?.format]).toEqual(['dcd', 'device', 'csv'])
})
