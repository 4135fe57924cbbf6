// Files of frames, damaged at random as mesh files are (mutate.ts): the same seed gives the same file.
import { Random } from '../../../src/base/math/random.js'
import { MAX_COORDINATE } from '../../../src/base/math/rounding.js'
import { LimberError } from '../../../src/errors.js'
import { parseFrames, parseTopology } from '../../../src/formats/molecules/frames.js'
import type { Frames, FramesOptions } from '../../../src/formats/molecules/frames-data.js'
import { writeXtc } from '../../../src/formats/molecules/xtc-write.js'
import { damageOne, type Outcome } from '../meshes/mutate.js'
import { bytesOf } from '../samples.js'
import { dcd, gzipped, type PdbAtom, pdb, pdbAtoms, points, psf, wave, xyz } from './frames-samples.js'
import { gro, trr } from './gromacs-samples.js'

export interface FramesCase {
  readonly name: string
  readonly bytes: Uint8Array
  readonly options?: FramesOptions
}

let seeds: FramesCase[] | undefined

/** What the damage is done to: every format, small and not so small, with whatever they may have in them. */
export function seedFrames(): readonly FramesCase[] {
  if (seeds !== undefined) return seeds
  const [small, large] = [wave(3, 5), wave(12, 40)]
  const rich = wave(2, 8).map((centres) =>
    pdbAtoms(centres).flatMap((atom): PdbAtom[] => [
      { ...atom, name: 'N' },
      { ...atom, altloc: 'A', occupancy: 0.4 },
      { ...atom, altloc: 'B', occupancy: 0.6 },
      { ...atom, name: 'O', record: 'HETATM', residueName: 'HOH', chain: 'W' },
    ]),
  )
  const cell = [20, 90, 21, 90, 90, 22]
  const properties = xyz(small).replaceAll('a comment', 'Properties=species:S:1:pos:R:3 Lattice="1 0 0 0 1 0 0 0 1"')
  const texts = [
    ['small.pdb', pdb(small.map(pdbAtoms))],
    ['large.pdb', pdb(large.map(pdbAtoms))],
    ['crlf.pdb', pdb(small.map(pdbAtoms)).replaceAll('\n', '\r\n')],
    ['rich.pdb', `SEQRES   1 A    2  PCA GLY\nMODRES 1ABC LIG A    3  GLY\n${pdb(rich)}`],
    ['small.xyz', xyz(small)],
    ['large.xyz', xyz(large)],
    ['rich.xyz', properties],
    ['points.xyz', points(small)],
    ['small.gro', gro(small)],
    ['large.gro', gro(large, { velocities: true, box: ' 8.0 8.0 5.7 0 0 0 0 4.0 4.0' })],
  ] as const
  const binary = [
    ['small.dcd', dcd(small)],
    ['large.dcd', dcd(large, { cell })],
    ['big.dcd', dcd(small, { little: false })],
    ['wide.dcd', dcd(small, { marker: 8, fourth: true })],
    ['fixed.dcd', dcd(small, { fixed: [1, 3] })],
    ['small.xtc', writeXtc(small)],
    ['large.xtc', writeXtc(large, { box: [80, 0, 0, 0, 80, 0, 40, 40, 57] })],
    ['wide.xtc', writeXtc(large, { large: true })],
    ['small.trr', trr(small, { box: [2, 0, 0, 0, 2, 0, 0, 0, 2] })],
    ['double.trr', trr(large, { double: true, velocities: true, without: [1] })],
  ] as const
  const topology = parseTopology(bytesOf(pdb([pdbAtoms(small[0]!)])))
  const plain: FramesCase[] = [
    ...texts.map(([name, text]) => ({ name, bytes: bytesOf(text) })),
    ...binary.map(([name, bytes]) => ({ name, bytes: Uint8Array.from(bytes) })),
    { name: 'named.dcd', bytes: dcd(small), options: { topology } },
    { name: 'picked.dcd', bytes: dcd(large), options: { select: [3, 5, 7] } },
    { name: 'atoms.psf', bytes: bytesOf(psf(PSF)) },
  ]
  seeds = [...plain, ...plain.slice(0, 10).map(({ name, bytes }) => ({ name: `${name}.gz`, bytes: gzipped(bytes) }))]
  return seeds
}

const PSF = Array.from({ length: 12 }, (_, k) => ({ segment: 'A', residue: k, residueName: 'GLY', name: 'CA' }))

export function mutatedFrames(seed: number): FramesCase & { readonly how: string } {
  return damageOne(new Random(seed), seedFrames())
}

/** Reads one; anything but frames that hold together or an error of ours is wrong. */
export function outcomeOfFrames({ name, bytes, options = {} }: FramesCase): Outcome {
  try {
    if (!name.endsWith('.psf')) return judge(parseFrames(bytes, { name, ...options }))
    parseTopology(bytes, { name })
    return 'read'
  } catch (error) {
    if (error instanceof LimberError) return `refused: ${error.name}`
    return `wrong: ${error instanceof Error ? error.stack : String(error)}`
  }
}

function judge({ count, beads, names, atoms, frame, cell }: Frames): Outcome {
  if (!(count >= 1 && beads >= 1 && atoms >= beads)) return `wrong: ${count} frames of ${beads} beads, ${atoms} atoms`
  if (names !== undefined && names.length !== beads) return 'wrong: names'
  for (let k = 0; k < count; k++) {
    const centres = frame(k)
    if (centres.length !== 3 * beads) return 'wrong: lengths'
    const lengths = cellLengths(cell, k)
    if (!lengths.every((length) => length > 0 && length <= MAX_COORDINATE)) return `wrong: cell ${lengths}`
    for (const x of centres) if (!(Math.abs(x) <= MAX_COORDINATE)) return `wrong: coordinate ${x}`
  }
  return 'read'
}

/** A frame may be good where its cell is refused. */
function cellLengths(cell: Frames['cell'], k: number): readonly number[] {
  try {
    return cell(k)?.lengths ?? []
  } catch (error) {
    if (error instanceof LimberError) return []
    throw error
  }
}
