// Frames from a file: models of a PDB file, DCD, XTC, TRR, GRO or XYZ files, plain points; and the atoms in them.
import type { FrameAtoms, Frames, FramesOptions } from '../src/entries/molecules.js'
import { checkRecord, readBytes } from './read-bytes.js'

/** As for parseFrames; the name is the path, and a topology may be one too. */
export type ReadFramesOptions = Omit<FramesOptions, 'name' | 'topology'> & {
  /** Who is who in a file without names: what readTopology returns, or the path of a PDB, PSF or GRO file. */
  readonly topology?: FrameAtoms | string | undefined
}

/** Loaded when it is first needed: who reads robots has no use for it. */
const molecules = () => import('../src/entries/molecules.js')

/** As parseFrames has it. */
const DEFAULT_MAX_BYTES = 2 ** 30

/**
 * Reads a file of frames: multi-model PDB, DCD, XTC, TRR, GRO, XYZ or plain `x y z` lines, each of them also gzipped. Throws
 * FramesFileError with the path if the file cannot be read, and with the place in it if it cannot be understood.
 */
export async function readFrames(path: string, options: ReadFramesOptions = {}): Promise<Frames> {
  checkRecord(options)
  const { topology, ...others } = options
  const { maxBytes } = options
  const { FramesFileError, parseFrames } = await molecules()
  const atoms = typeof topology === 'string' ? await readTopology(topology, { maxBytes }) : topology
  return parseFrames(await readBytes(path, maxBytes ?? DEFAULT_MAX_BYTES, FramesFileError), {
    ...others,
    name: path,
    topology: atoms,
  })
}

/** Reads who the atoms of a file of frames are, from a PDB, PSF or GRO file, gzipped or not. */
export async function readTopology(path: string, options: Pick<FramesOptions, 'maxBytes'> = {}): Promise<FrameAtoms> {
  checkRecord(options)
  const { maxBytes } = options
  const { FramesFileError, parseTopology } = await molecules()
  return parseTopology(await readBytes(path, maxBytes ?? DEFAULT_MAX_BYTES, FramesFileError), { name: path, maxBytes })
}
