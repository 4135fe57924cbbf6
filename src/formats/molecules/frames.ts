// The front door of all files of frames: finds out the format, inflates, reads. A file that is broken gives a FramesFileError;
// nothing is read half.
import { FramesFileError, InvalidInputError } from '../../errors.js'
import { gunzip, isGzip } from '../text/gunzip.js'
import { textStart } from '../text/text-cursor.js'
import { isDcd, readDcd } from './dcd.js'
import type { FrameAtoms } from './frames-atoms.js'
import {
  type Frames,
  type FramesFormat,
  type FramesOptions,
  FramesSource,
  type ReadFramesOptions,
  readFramesOptions,
} from './frames-data.js'
import { readPsf } from './frames-psf.js'
import { isGro, readGro, readGroAtoms } from './gro.js'
import { readPdbAtoms, readPdbFrames } from './pdb-frames.js'
import { isPoints, readPoints } from './points.js'
import { isTrr, readTrr } from './trr.js'
import { isXtc, readXtc } from './xtc.js'
import { readXyz } from './xyz.js'

const READERS: Readonly<Record<FramesFormat, (source: FramesSource) => Frames>> = {
  pdb: readPdbFrames,
  dcd: readDcd,
  xyz: readXyz,
  points: readPoints,
  gro: readGro,
  xtc: readXtc,
  trr: readTrr,
}

/** How much of a text is examined. */
const LOOK = 1024

/** Records that a PDB file may begin with. */
const PDB_START =
  /^\s*(?:HEADER|OBSLTE|TITLE|SPLIT|CAVEAT|COMPND|SOURCE|KEYWDS|EXPDTA|NUMMDL|MDLTYP|AUTHOR|REVDAT|SPRSDE|JRNL|REMARK|DBREF|SEQRES|MODRES|CRYST1|MODEL|ATOM|HETATM)\b|^\s*(?:ATOM|HETATM)\d/

const EXTENSIONS: ReadonlyMap<string, FramesFormat> = new Map([
  ['pdb', 'pdb'],
  ['ent', 'pdb'],
  ['dcd', 'dcd'],
  ['xyz', 'xyz'],
  ['extxyz', 'xyz'],
  ['gro', 'gro'],
  ['xtc', 'xtc'],
  ['trr', 'trr'],
])

/** What people have as well, and what to do about it. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['cif', 'mmCIF, which is not supported here'],
  ['tng', 'TNG, which is not supported: GROMACS turns it into XTC'],
  ['psf', 'PSF, which has atoms but no coordinates: it is a topology'],
])

/**
 * The frames in a file's bytes: multi-model PDB, DCD, XYZ, GRO, XTC, TRR or plain `x y z` lines, each of them also gzipped. Throws
 * FramesFileError with file, place and what was expected there if it cannot be read.
 */
export function parseFrames(bytes: Uint8Array, options: FramesOptions = {}): Frames {
  const read = readFramesOptions(options)
  const source: FramesSource = openBytes(bytes, read)
  const found = read.format ?? detect(source.bytes, read.name)
  if (found === undefined) {
    source.fail(
      { offset: 0 },
      'frames: PDB, DCD, XYZ, GRO, XTC, TRR or lines of x, y and z',
      OTHERS.get(extensionOf(read.name)) ?? 'something else',
    )
  }
  return READERS[found](source)
}

/** Who the atoms of a file of frames are: from a PDB or GRO file (its first frame) or a PSF file, gzipped or not. */
export function parseTopology(bytes: Uint8Array, options: Pick<FramesOptions, 'name' | 'maxBytes'> = {}): FrameAtoms {
  const { name, maxBytes } = options
  const source = openBytes(bytes, readFramesOptions({ name, maxBytes }))
  const start = startOf(source.bytes)
  if (/^\s*PSF\b/.test(start)) return readPsf(source)
  const byName = EXTENSIONS.get(extensionOf(source.options.name))
  if (byName === 'gro' || isGro(source.bytes)) return readGroAtoms(source)
  if (PDB_START.test(start) || byName === 'pdb') return readPdbAtoms(source)
  return source.fail({ offset: 0 }, 'a topology: PDB, PSF or GRO', 'something else')
}

function openBytes(bytes: Uint8Array, options: ReadFramesOptions): FramesSource {
  if (!(bytes instanceof Uint8Array)) throw new InvalidInputError('bytes', bytes, 'a Uint8Array')
  const { name, maxBytes } = options
  if (bytes.length > maxBytes) {
    throw new FramesFileError(name, {}, `a file of at most ${maxBytes} bytes (option maxBytes)`, `${bytes.length}`)
  }
  if (!isGzip(bytes)) return new FramesSource(bytes, name, options)
  return new FramesSource(gunzip(bytes, name, maxBytes, FramesFileError), `${name} (inflated)`, options)
}

/** By what it starts with where that is plain, else by its name. */
function detect(bytes: Uint8Array, name: string): FramesFormat | undefined {
  if (isDcd(bytes)) return 'dcd'
  if (isXtc(bytes)) return 'xtc'
  if (isTrr(bytes)) return 'trr'
  if (isGro(bytes)) return 'gro'
  const start = startOf(bytes)
  if (PDB_START.test(start)) return 'pdb'
  if (/^\s*\d+[ \t]*(?:\r|\n|$)/.test(start)) return 'xyz'
  if (isPoints(bytes)) return 'points'
  return EXTENSIONS.get(extensionOf(name))
}

function extensionOf(name: string): string {
  return /\.(\w+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

function startOf(bytes: Uint8Array): string {
  let text = ''
  for (let k = textStart(bytes); k < Math.min(bytes.length, LOOK); k++) text += String.fromCharCode(bytes[k]!)
  return text
}
