// The front door of files of frames: what a file is found to be, gzip, topologies, damaged files, real files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../../../src/errors.js'
import { parseFrames, parseTopology } from '../../../src/formats/molecules/frames.js'
import { bytesOf } from '../samples.js'
import { expectFrames, expectRefused } from './expect-frames.js'
import { dcd, gzipped, pdb, pdbAtoms, points, psf, wave, xyz } from './frames-samples.js'

const WAVE = wave(3, 5)
const FILES = new Map([
  ['pdb', bytesOf(pdb(WAVE.map(pdbAtoms)))],
  ['dcd', dcd(WAVE)],
  ['xyz', bytesOf(xyz(WAVE))],
  ['points', bytesOf(points(WAVE))],
])

test.each([...FILES.keys()])('%s is found out by its content, zipped or not, whatever its name', (format) => {
  const bytes = FILES.get(format)!
  for (const name of [`a.${format}`, 'a', 'a.pdb', 'a.xyz.gz', 'a.constructor']) {
    expectFrames(parseFrames(bytes, { name }), WAVE)
    const frames = parseFrames(gzipped(bytes), { name })
    expectFrames(frames, WAVE)
    expect(frames.format).toBe(format)
  }
})

test('what begins with nothing that is known is taken for what its name or the caller says', () => {
  const bytes = bytesOf(pdb(WAVE.map(pdbAtoms)).replace('HEADER', 'WHATEVER'))
  expectFrames(parseFrames(bytes, { name: 'a.ent' }), WAVE)
  expectFrames(parseFrames(bytes, { format: 'pdb' }), WAVE)
  expectRefused(
    () => parseFrames(bytes),
    { offset: 0 },
    'frames: PDB, DCD, XYZ, GRO, XTC, TRR or lines of x, y and z, got something else',
  )
  for (const name of ['a.tng', 'a.cif.gz', 'a.psf']) {
    expectRefused(() => parseFrames(bytes, { name }), { offset: 0 }, name.split('.')[1] === 'cif' ? 'mmCIF' : 'got ')
  }
  expectRefused(() => parseFrames(bytes, { name: 'a.tng' }), {}, 'GROMACS turns it into XTC')
  expectRefused(() => parseFrames(bytes, { name: 'a.xtc' }), { offset: 0 }, 'an XTC file: 1995 or 2023')
  expect(() => parseFrames('text' as unknown as Uint8Array)).toThrow(InvalidInputError)
})

test('gzip: damaged, too large, or a file that is', () => {
  const bytes = gzipped(FILES.get('xyz')!)
  expectRefused(() => parseFrames(bytes.slice(0, -9), { name: 'a.gz' }), {}, 'a.gz')
  const wrong = bytes.slice()
  wrong[wrong.length - 6]! ^= 1
  expectRefused(() => parseFrames(wrong), {}, 'the checksum of what was inflated')
  expectRefused(
    () => parseFrames(gzipped(new Uint8Array(10_000)), { maxBytes: 5000 }),
    {},
    'at most 5000 bytes after inflating',
  )
  expectRefused(() => parseFrames(FILES.get('dcd')!, { maxBytes: 100 }), {}, 'a file of at most 100 bytes')
  expectRefused(
    () => parseFrames(gzipped('1\n\nC 0 0 x\n'), { name: 'a.xyz.gz' }),
    { line: 3 },
    'a.xyz.gz (inflated), line 3',
  )
})

test('topologies: PDB and PSF say the same', () => {
  const own = pdbAtoms(WAVE[0]!).map((atom, k) => ({ ...atom, name: k % 2 === 0 ? 'CA' : 'CB' }))
  const fromPdb = parseTopology(gzipped(pdb([own, own])))
  const fromPsf = parseTopology(
    bytesOf(psf(own.map(({ name }, k) => ({ segment: 'A', residue: k + 1, residueName: 'GLY', name })))),
  )
  const known = ({ names, chains, residues, residueNames }: typeof fromPdb): object => ({
    names,
    chains,
    residues,
    residueNames,
  })
  expect(known(fromPdb)).toEqual(known(fromPsf))
  expect(fromPsf.names).toEqual(['CA', 'CB', 'CA', 'CB', 'CA'])
})

test.each([
  ['solid', { offset: 0 }, 'a topology: PDB, PSF or GRO, got something else'],
  ['PSF\n\n', {}, 'a line with !NATOM, got the end of the file'],
  ['PSF\n\nx !NATOM\n', { line: 3 }, 'the number of atoms, got "x"'],
  ['PSF\n\n0 !NATOM\n', { line: 3 }, 'the number of atoms, got "0"'],
  ['PSF\n\n1000000000 !NATOM\n1 A 1 B C\n', { line: 3 }, 'a number of atoms that the'],
  ['PSF\n\n2 !NATOM\n1 A 1 B C 0 0\n3 A 1 B C 0 0\n', { line: 5 }, '2, the number of the atom, got "3"'],
  // Without a segment, the words stand for something else.
  ['PSF\n\n1 !NATOM\n       1      1    GLY  CA  22\n', { line: 4 }, 'the number of a residue, got "GLY"'],
  ['PSF\n\n1 !NATOM\n1 A 1 GLY\n      ', { line: 4 }, 'the name of an atom, got the end of the line'],
])('topology %j is refused', (text, place, message) => {
  expectRefused(() => parseTopology(bytesOf(text)), place, message)
})

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('real files (LIMBER_DATA)', () => {
  const read = (path: string): Uint8Array => readFileSync(join(folder!, path))
  const open = (path: string, options = {}): ReturnType<typeof parseFrames> =>
    parseFrames(read(path), { name: path, ...options })

  test('1L2Y, as PDB and as DCD: the same places, to the rounding of floats', () => {
    const models = open('proteins/1l2y.pdb', { atoms: 'all' })
    const frames = open('trajectories/1l2y.dcd')
    expect([models.count, models.beads, frames.count, frames.beads]).toEqual([38, 304, 38, 304])
    let apart = 0
    for (let k = 0; k < 38; k++) {
      const [a, b] = [models.frame(k), frames.frame(k)]
      for (let i = 0; i < a.length; i++) apart = Math.max(apart, Math.abs(a[i]! - b[i]!))
    }
    // Twice the last digit of a float of 16 Å.
    expect(apart).toBeLessThan(2 ** -18)
    const topology = parseTopology(read('proteins/1l2y.pdb'))
    const named = open('trajectories/1l2y.dcd', { topology })
    expect(named.beads).toBe(20)
    expect(named.names![5]).toBe('A TRP6 CA')
    const all = frames.frame(7)
    expect([...named.frame(7).subarray(0, 3)]).toEqual([...all.subarray(3, 6)])
  })

  test('adenylate kinase: its header lies; the chain is one, by PSF and by PDB', () => {
    const byPsf = open('trajectories/adk_dims.dcd', { topology: parseTopology(read('trajectories/adk.psf')) })
    const byPdb = open('trajectories/adk_dims.dcd', { topology: parseTopology(read('proteins/adk_open.pdb')) })
    expect(byPsf.notes).toEqual(['The header announces 500 frames, the file has 98.'])
    expect([byPsf.count, byPsf.beads, byPsf.atoms]).toEqual([98, 214, 3341])
    for (const k of [0, 97]) {
      const centres = byPsf.frame(k)
      expect([...byPdb.frame(k)]).toEqual([...centres])
      // Alpha carbons that follow each other are 3.8 Å apart, and 3.0 across a cis bond.
      for (let i = 3; i < centres.length; i += 3) {
        const apart = Math.hypot(...[0, 1, 2].map((axis) => centres[i + axis]! - centres[i - 3 + axis]!))
        expect(Math.abs(apart - 3.4)).toBeLessThan(0.7)
      }
    }
  })

  test.each([
    ['1crn.pdb', 46],
    ['1ubq.pdb', 76],
    ['2gb1.pdb', 56],
    ['1A8O.pdb', 70],
    ['pdb1ejg.pdb', 46],
    ['1lox_protein.pdb', 647],
    ['5vav_cyclic_peptide.pdb', 14],
    ['adk_open.pdb', 214],
    ['altlocs.pdb', 1],
  ])('%s has %i residues', (name, residues) => {
    expect(open(`proteins/${name}`).beads).toBe(residues)
    expect(open(`proteins/${name}`, { atoms: 'backbone' }).beads).toBe(3 * residues)
  })

  test.each([
    ['4hhb.pdb', 'beads of one chain (option chain says which), got those of A, B, C, D'],
    ['1aon.pdb.gz', 'those of A, B, C, D, E, F, G, H, I, J, K, L and 9 more'],
    ['a_structure.pdb', 'line 20: expected atoms inside of models only'],
    ['1ubq.cif', 'mmCIF, which is not supported here'],
  ])('%s is refused, and says why', (name, message) => {
    expectRefused(() => open(`proteins/${name}`), {}, message)
  })
})
