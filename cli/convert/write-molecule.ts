// Molecules as files: PDB where the atoms are known, else frames of positions: DCD, XTC, XYZ, plain points.
import { readFrames, readStructure } from '../../node/index.js'
import {
  type Frames,
  InvalidInputError,
  pdbEnd,
  pdbHeader,
  pdbModel,
  type Structure,
  writeDcd,
  writeXtc,
} from '../../src/entries/molecules.js'
import { plural } from '../check/check-report.js'
import type { Written } from './written.js'

/** Atoms, and where they are in each frame. */
export interface Molecule {
  readonly frames: number
  readonly atoms: number
  /** Undefined where only positions are known. */
  readonly structure: Structure | undefined
  /** Undefined where it is not known: structures have none here. */
  readonly hasCells: boolean | undefined
  readonly notes: readonly string[]
  frame(k: number): Float64Array
}

/** A file of more bytes is not written: it is held in memory. */
const MOST_BYTES = 2 ** 29

export async function readStructureFile(file: string): Promise<Molecule> {
  const structure = await readStructure(file)
  const { models, notes } = structure
  const frame = (k: number): Float64Array => models[k]!
  return { frames: models.length, atoms: structure.atoms.count, structure, hasCells: undefined, notes, frame }
}

/** `topology`: a PDB or mmCIF file that says who the atoms are. */
export async function readFramesFile(file: string, topology: string | undefined): Promise<Molecule> {
  const frames = await readFrames(file, { atoms: 'all' })
  const structure = topology === undefined ? undefined : await readStructure(topology)
  if (structure !== undefined && structure.atoms.count !== frames.atoms) {
    const expected = `a structure of ${plural(frames.atoms, 'atom')}, as every frame of ${file} has; this one has ${structure.atoms.count}`
    throw new InvalidInputError('--topology', topology, expected)
  }
  return {
    ...{ frames: frames.count, atoms: frames.atoms, structure, hasCells: hasCell(frames) },
    notes: [...frames.notes, ...(structure?.notes ?? [])],
    frame: (k) => frames.frame(k),
  }
}

/** In any of its frames. */
function hasCell(frames: Frames): boolean {
  for (let k = 0; k < frames.count; k++) if (frames.cell(k) !== undefined) return true
  return false
}

export function writePdbFile(molecule: Molecule): Written {
  const { structure, frames } = molecule
  if (structure === undefined) {
    throw new InvalidInputError(
      '--topology',
      'no file',
      'the structure (PDB or mmCIF) that names the atoms, to write PDB',
    )
  }
  checkSize(molecule, 81)
  const models = Array.from({ length: frames }, (_, k) => pdbModel(structure, molecule.frame(k), k + 1))
  return {
    content: pdbHeader(structure) + models.join('') + pdbEnd(),
    lost: [
      'digits: coordinates have three decimals, occupancies and B factors two',
      'alternative locations that were not taken, bonds, secondary structure, experimental records',
      ...cells(molecule),
    ],
  }
}

export function writeDcdFile(molecule: Molecule): Written {
  checkSize(molecule, 12)
  return {
    content: writeDcd(framesOf(molecule), { title: 'limber convert' }),
    lost: ['digits: coordinates are rounded to single precision', ...names(molecule), ...cells(molecule)],
  }
}

export function writeXtcFile(molecule: Molecule): Written {
  checkSize(molecule, 12)
  return {
    content: writeXtc(framesOf(molecule), (k) => ({ step: k, time: k })),
    lost: ['digits: coordinates are rounded to 0.01 Å', ...names(molecule), ...cells(molecule)],
  }
}

export function writeXyz(molecule: Molecule): Written {
  checkSize(molecule, 64)
  const elements = molecule.structure?.atoms.elements
  const blocks = framesOf(molecule).map((positions, k) => {
    const rows = rowsOf(positions).map((row, i) => `${elements?.[i] ?? 'X'} ${row}`)
    return `${molecule.atoms}\nframe ${k}\n${rows.join('\n')}\n`
  })
  const lost =
    elements === undefined
      ? ['elements, which are not known: each is written as X']
      : names(molecule, 'names of atoms (elements are kept)')
  return { content: blocks.join(''), lost: [...lost, ...cells(molecule)] }
}

export function writePoints(molecule: Molecule): Written {
  checkSize(molecule, 60)
  const blocks = framesOf(molecule).map((positions) => `${rowsOf(positions).join('\n')}\n`)
  return { content: blocks.join('\n'), lost: [...names(molecule), ...cells(molecule)] }
}

function framesOf(molecule: Molecule): Float64Array[] {
  return Array.from({ length: molecule.frames }, (_, k) => molecule.frame(k))
}

/** As many digits as it takes to read the same number again. */
function rowsOf(positions: Float64Array): string[] {
  return Array.from({ length: positions.length / 3 }, (_, k) => positions.subarray(3 * k, 3 * k + 3).join(' '))
}

function names({ structure }: Molecule, what = 'names of atoms'): string[] {
  return structure === undefined ? [] : [`${what}, residues, chains, occupancies, B factors, charges`]
}

function cells({ hasCells }: Molecule): string[] {
  if (hasCells === undefined) return ['a unit cell or periodic box, and velocities, if there are any']
  return hasCells ? ['the periodic box'] : []
}

function checkSize({ frames, atoms }: Molecule, bytes: number): void {
  if (frames * atoms * bytes <= MOST_BYTES) return
  const expected = `a file of at most ${MOST_BYTES} bytes; ${frames} frames of ${atoms} atoms take more`
  throw new InvalidInputError('the new file', `${frames * atoms * bytes}`, expected)
}
