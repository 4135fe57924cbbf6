import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFrames, readTopology } from '../../node/index.js'
import { FramesFileError } from '../../src/entries/molecules.js'
import { expectFrames } from '../formats/molecules/expect-frames.js'
import { dcd, gzipped, pdb, pdbAtoms, wave, xyz } from '../formats/molecules/frames-samples.js'

const WAVE = wave(3, 5)
const FILES = { 'a.pdb': pdb(WAVE.map(pdbAtoms)), 'a.dcd': dcd(WAVE), 'a.xyz': xyz(WAVE) }

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-frames-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function refusal(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(FramesFileError)
  return error as Error
}

test.each(Object.entries(FILES))('reads %s, zipped or not', async (name, content) => {
  writeFileSync(at(name), content)
  writeFileSync(at(`${name}.gz`), gzipped(content))
  expectFrames(await readFrames(at(name)), WAVE)
  expectFrames(await readFrames(at(`${name}.gz`)), WAVE)
})

test('a topology by its path, or as it was read', async () => {
  writeFileSync(at('t.pdb'), FILES['a.pdb'])
  writeFileSync(at('t.dcd'), FILES['a.dcd'])
  for (const topology of [at('t.pdb'), await readTopology(at('t.pdb'))]) {
    const frames = await readFrames(at('t.dcd'), { topology, atoms: 'ca', chain: 'A' })
    expectFrames(frames, WAVE)
    expect(frames.names![0]).toBe('A GLY1 CA')
  }
})

test('what cannot be read is said by its path', async () => {
  mkdirSync(at('folder.pdb'))
  writeFileSync(at('large.xyz'), xyz(WAVE))
  expect((await refusal(readFrames(at('none.pdb')))).message).toBe(
    `${at('none.pdb')}: expected a file that can be read, got no such file`,
  )
  expect((await refusal(readFrames(at('folder.pdb')))).message).toContain('expected a file, got a folder')
  expect((await refusal(readFrames(at('large.xyz/a.xyz')))).message).toContain('a path through a file')
  expect((await refusal(readFrames(at('large.xyz'), { maxBytes: 10 }))).message).toContain('a file of at most 10 bytes')
  expect((await refusal(readTopology(at('large.xyz')))).message).toContain('expected a topology: PDB, PSF or GRO')
  expect((await refusal(readFrames(at('large.xyz'), { topology: at('none.psf') }))).message).toContain('none.psf')
})
