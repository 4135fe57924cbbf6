// What a file of frames gives, what may be asked of its reader, and what every reader of one format is handed. A frame is
// where all beads are at one instant: a model of a PDB file, a frame of a trajectory, a block of plain points.
import { strToU8 } from 'fflate'
import { checkFields, checkIndex } from '../../base/math/checks.js'
import { type FilePlace, FramesFileError, InvalidInputError } from '../../errors.js'
import type { AtomSelection, FrameAtoms } from './frames-atoms.js'

/** The formats of trajectory files. */
export type FramesFormat = 'pdb' | 'dcd' | 'xyz' | 'points' | 'gro' | 'xtc' | 'trr'

export const FRAMES_FORMATS: readonly FramesFormat[] = ['pdb', 'dcd', 'xyz', 'points', 'gro', 'xtc', 'trr']

/** The box that repeats in space: how long its three edges are, and the angles between them in degrees. */
export interface PeriodicCell {
  /** Of the edges a, b and c. */
  readonly lengths: readonly [number, number, number]
  /** Between b and c, c and a, a and b. */
  readonly angles: readonly [number, number, number]
}

/** Where the same beads are, frame by frame, in the unit of the file; ångström for PDB and DCD, and for GRO, XTC and TRR. */
export interface Frames {
  /** What the file was found to be. */
  readonly format: FramesFormat
  /** How many frames; at least one. */
  readonly count: number
  /** How many beads every frame has; at least one. */
  readonly beads: number
  /** How many atoms the file has, of which the beads were selected. */
  readonly atoms: number
  /** What each bead is called (`A TRP6 CA`), where the file or the topology says so. */
  readonly names: readonly string[] | undefined
  /** What a reader of the frames should know: what was left out, what a header says wrongly. Sentences, in English. */
  readonly notes: readonly string[]
  /** The centres of frame k, from 0: x, y, z a bead. An array of the caller's own. */
  frame(k: number): Float64Array
  /** The periodic cell of frame k, from 0; undefined where the file has none for it, or has a format whose cells are not read. */
  cell(k: number): PeriodicCell | undefined
}

/** Which frames and atoms of a trajectory file are read. */
export interface FramesOptions {
  /** The file's name: for errors, and its extension where the content leaves the format open. */
  readonly name?: string | undefined
  /** Which format it is; found out by content and name if left out. */
  readonly format?: FramesFormat | undefined
  /**
   * Which atoms are beads: `ca`, alpha carbons; `backbone`, N, CA and C; `all`; or those of these names. Default `ca` where
   * atoms have residues (PDB, GRO, and anything with a topology), else `all`.
   */
  readonly atoms?: AtomSelection | undefined
  /** Only atoms of this chain (of a PSF topology: of this segment). Needed where the atoms are of several. */
  readonly chain?: string | undefined
  /** Instead of `atoms` and `chain`: which atoms are beads, by number from 0, in the order of the necklace. */
  readonly select?: ArrayLike<number> | undefined
  /** Who is who in a file without names (`parseTopology`): as many atoms, in the same order. */
  readonly topology?: FrameAtoms | undefined
  /** A DCD, XTC or TRR file that ends within a frame, as one does while it is written: refused (default), or the last frame left out. */
  readonly partial?: 'refuse' | 'drop' | undefined
  /** Neither the file, nor what it inflates to, nor its frames may take more bytes than this. 1 GiB if left out. */
  readonly maxBytes?: number | undefined
}

const FIELDS = ['name', 'format', 'atoms', 'chain', 'select', 'topology', 'partial', 'maxBytes']
export const MOLECULE_MAX_BYTES = 2 ** 30

/** The options, checked, with their defaults. */
export interface ReadFramesOptions {
  readonly name: string
  readonly format: FramesFormat | undefined
  readonly atoms: AtomSelection | undefined
  readonly chain: string | undefined
  readonly select: ArrayLike<number> | undefined
  readonly topology: FrameAtoms | undefined
  readonly partial: 'refuse' | 'drop'
  readonly maxBytes: number
}

export function readFramesOptions(options: FramesOptions): ReadFramesOptions {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  checkFields('options', options, FIELDS)
  const { name = 'frames', format, atoms, chain, select, topology, maxBytes = MOLECULE_MAX_BYTES } = options
  const { partial = 'refuse' } = options
  const check = (field: string, good: boolean, value: unknown, expected: string): void => {
    if (!good) throw new InvalidInputError(`options.${field}`, value, expected)
  }
  const isNames = Array.isArray(atoms) && atoms.length > 0 && atoms.every((a) => typeof a === 'string' && a !== '')
  const isKnown = atoms === undefined || atoms === 'ca' || atoms === 'backbone' || atoms === 'all'
  check('name', typeof name === 'string', name, 'a string')
  check(
    'format',
    format === undefined || FRAMES_FORMATS.includes(format),
    format,
    `one of ${FRAMES_FORMATS.join(', ')}`,
  )
  check('atoms', isKnown || isNames, atoms, 'ca, backbone, all or a list of names')
  check('chain', chain === undefined || typeof chain === 'string', chain, 'a string')
  check('partial', partial === 'refuse' || partial === 'drop', partial, 'refuse or drop')
  check('maxBytes', Number.isInteger(maxBytes) && maxBytes > 0, maxBytes, 'a whole number of bytes, more than 0')
  if (select !== undefined) {
    check('select', typeof select?.length === 'number' && select.length > 0, select, 'one atom or more, by number')
    check('select', atoms === undefined && chain === undefined, select, 'left out where there is atoms or chain')
    for (let k = 0; k < select.length; k++) checkIndex(`options.select[${k}]`, select[k]!, 0, 2 ** 31)
  }
  check('topology', topology === undefined || isAtoms(topology), topology, 'what parseTopology returns')
  return { name, format, atoms, chain, select, topology, partial, maxBytes }
}

/** Lists of equal length, whatever is in them. */
function isAtoms(topology: FrameAtoms): boolean {
  if (topology === null || typeof topology !== 'object' || !Array.isArray(topology.names)) return false
  const { names, chains, residues, residueNames, polymer, alternative } = topology
  return [chains, residues, residueNames, polymer, alternative].every(
    (list) => list === undefined || list?.length === names.length,
  )
}

/** One file being read. */
export class FramesSource {
  readonly notes: string[] = []

  constructor(
    readonly bytes: Uint8Array,
    /** As it is called in errors. */
    readonly file: string,
    readonly options: ReadFramesOptions,
  ) {}

  fail(place: FilePlace, expected: string, got?: string): never {
    throw new FramesFileError(this.file, place, expected, got)
  }

  /** Call this before allocating room for frames. */
  checkRoom(frames: number, beads: number, place: FilePlace = {}): void {
    const { maxBytes } = this.options
    if (frames * beads * 24 <= maxBytes) return
    this.fail(place, `frames of at most ${maxBytes} bytes (option maxBytes)`, `${frames} of ${beads} beads`)
  }
}

/** The bytes of a text, or bytes as they are. */
export function bytesOfText(text: string | Uint8Array): Uint8Array {
  if (text instanceof Uint8Array) return text
  if (typeof text !== 'string') throw new InvalidInputError('text', text, 'a string or a Uint8Array')
  return strToU8(text)
}

/** A frame of those that were read as a whole. */
export function checkFrame(k: number, count: number): number {
  return checkIndex('frame', k, 0, count)
}

/** The cells of a format that has none. */
export function noCell(count: number): Frames['cell'] {
  return (k) => {
    checkFrame(k, count)
    return undefined
  }
}

/** x, y, z of the beads among those of all atoms. */
export function pickBeads(all: Float64Array, beads: Int32Array): Float64Array {
  const out = new Float64Array(3 * beads.length)
  for (let i = 0; i < beads.length; i++) {
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = all[3 * beads[i]! + axis]!
  }
  return out
}
