// GROMACS's own files in the folder LIMBER_DATA: against the same entry in other formats, and written again, byte for byte.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseFrames, parseTopology } from '../../../src/formats/molecules/frames.js'
import type { Frames, FramesOptions } from '../../../src/formats/molecules/frames-data.js'
import { parseTrr } from '../../../src/formats/molecules/trr.js'
import { parseXtc } from '../../../src/formats/molecules/xtc.js'
import { writeXtc } from '../../../src/formats/molecules/xtc-write.js'
import { wholeNumbersOf } from '../../oracle/molecules/xtc.js'

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('real files (LIMBER_DATA)', () => {
  const read = (path: string): Uint8Array => new Uint8Array(readFileSync(join(folder!, path)))
  const open = (path: string, options: FramesOptions = {}): Frames =>
    parseFrames(read(path), { name: path, ...options })
  const apart = (a: Frames, b: Frames, frames: number): number => {
    let most = 0
    for (let k = 0; k < frames; k++) {
      const [p, q] = [a.frame(k), b.frame(k)]
      expect(p.length).toBe(q.length)
      for (let i = 0; i < p.length; i++) most = Math.max(most, Math.abs(p[i]! - q[i]!))
    }
    return most
  }

  test('1L2Y as XTC, TRR and GRO against PDB and DCD', () => {
    const pdb = open('proteins/1l2y.pdb', { atoms: 'all' })
    const dcd = open('trajectories/1l2y.dcd')
    const [xtc, trr] = [open('trajectories/1l2y.xtc'), open('trajectories/1l2y.trr')]
    const gro = open('trajectories/1l2y.gro', { atoms: 'all' })
    expect([xtc, trr].map(({ format, count, atoms }) => [format, count, atoms])).toEqual([
      ['xtc', 38, 304],
      ['trr', 38, 304],
    ])
    // 10,000 steps a nanometre are the thousandths of an ångström that the PDB file has.
    expect(apart(pdb, xtc, 38)).toBe(0)
    // Twice the last digit of a float of 1.6 nm, in Å; and of one of 16 Å.
    expect(apart(pdb, trr, 38)).toBeLessThan(10 * 2 ** -22)
    expect(apart(dcd, xtc, 38)).toBeLessThan(2 ** -18)
    expect([gro.format, gro.count, gro.atoms]).toEqual(['gro', 1, 304])
    // Three decimals of a nanometre: half of the last, and the rounding of decimals.
    expect(apart(gro, pdb, 1)).toBeLessThan(0.005 + 1e-9)
    const topology = parseTopology(read('trajectories/1l2y.gro'))
    for (const name of ['1l2y.xtc', '1l2y.trr']) {
      const named = open(`trajectories/${name}`, { topology })
      expect([named.beads, named.names![5]]).toEqual([20, 'TRP6 CA'])
      expect(named.cell(0)).toBeUndefined()
    }
  })

  test.each([
    ['1l2y.xtc', 38, 304, 10_000],
    ['adk_oplsaa.xtc', 10, 47_681, 1000],
    ['cobrotoxin.xtc', 3, 19_385, 1000],
    ['xyz_random_walk.xtc', 100, 100, 1000],
  ])('%s: decoded and encoded, byte for byte the same', (name, count, atoms, precision) => {
    const bytes = read(`trajectories/${name}`)
    const xtc = parseXtc(bytes)
    expect([xtc.count, xtc.atoms, xtc.header(0).precision]).toEqual([count, atoms, precision])
    const frames = Array.from({ length: count }, (_, k) => xtc.frame(k))
    const written = writeXtc(frames, (k) => xtc.header(k))
    expect(Buffer.compare(written, bytes)).toBe(0)
    if (atoms < 1000) expect([...frames[0]!]).toEqual(wholeNumbersOf(bytes).map((n) => (10 * n) / precision))
  })

  test('1L2Y: its TRR file written as XTC is its XTC file', () => {
    const bytes = read('trajectories/1l2y.xtc')
    const [xtc, trr] = [parseXtc(bytes), parseTrr(read('trajectories/1l2y.trr'))]
    const frames = Array.from({ length: 38 }, (_, k) => trr.frame(k))
    expect(
      Buffer.compare(
        writeXtc(frames, (k) => ({ ...trr.header(k), precision: xtc.header(k).precision })),
        bytes,
      ),
    ).toBe(0)
  })

  test('adenylate kinase in water, cobrotoxin: boxes and chains', () => {
    const topology = parseTopology(read('trajectories/adk_oplsaa.gro.gz'), { name: 'adk_oplsaa.gro.gz' })
    const adk = open('trajectories/adk_oplsaa.xtc', { topology })
    expect([adk.count, adk.atoms, adk.beads, adk.names![0]]).toEqual([10, 47_681, 214, 'MET1 CA'])
    for (const [k, angle] of [60, 60, 90].entries()) expect(adk.cell(3)!.angles[k]).toBeCloseTo(angle, 4)
    const cobra = open('trajectories/cobrotoxin.xtc', {
      topology: parseTopology(read('trajectories/cobrotoxin.pdb.gz')),
    })
    expect([cobra.beads, cobra.cell(0)!.angles]).toEqual([62, [90, 90, 90]])
  })
})
