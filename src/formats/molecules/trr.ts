// TRR, the uncompressed trajectories of GROMACS: XDR, frame after frame. A header says how many bytes box, virial, pressure,
// coordinates, velocities and forces have, in single or double precision; they follow in this order. Only box and coordinates are
// read. A frame without coordinates (programs write these more rarely than velocities, or the other way round) is passed over.
//
// The frames are found and their headers checked at once; numbers are read when a frame is asked for.
import { InvalidInputError } from '../../errors.js'
import { plural } from '../text/plural.js'
import { quoted } from '../text/text-cursor.js'
import { namesOfBeads, takeBeads } from './frames-atoms.js'
import {
  checkFrame,
  type Frames,
  type FramesOptions,
  FramesSource,
  pickBeads,
  readFramesOptions,
} from './frames-data.js'
import { CELL_NOTE, cellOfFrame, type GromacsFrame, isBox, walkFrames, XdrReader } from './gromacs-frames.js'

const MAGIC = 1993
const VERSION = 'GMX_trn_file'
/** Behind magic number, and the version with its lengths. */
const SIZES = 24
/** Of the ten sizes and the numbers behind them, by number. */
const [BOX, COORDINATES, ATOMS, STEP] = [2, 7, 10, 11] as const
/** Ten sizes, atoms, step and another number; then time and λ. */
const HEADER = SIZES + 13 * 4

/** The frames of a TRR file. */
export interface TrrFrames extends Frames {
  /** Step, time and box of frame k, from 0. */
  header(k: number): GromacsFrame
}

/** The frames of a TRR file. Throws FramesFileError with the byte if it cannot be read. */
export function parseTrr(bytes: Uint8Array, options: FramesOptions = {}): TrrFrames {
  if (!(bytes instanceof Uint8Array)) throw new InvalidInputError('bytes', bytes, 'a Uint8Array')
  const read = readFramesOptions(options)
  return readTrr(new FramesSource(bytes, read.name, read))
}

/** True if it begins as one. */
export function isTrr(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 7 && bytes[3] === 0xc9
}

interface Place {
  readonly start: number
  readonly size: 4 | 8
  /** 0 where there is no box. */
  readonly box: number
  readonly coordinates: number
}

export function readTrr(given: FramesSource): TrrFrames {
  // Frames are read on request, from bytes that no other code can change.
  const source: FramesSource = new FramesSource(given.bytes.slice(), given.file, given.options)
  const xdr = new XdrReader(source)
  const { atoms, places, without } = findFrames(source, xdr)
  if (places.length === 0)
    source.fail({}, 'frames with coordinates', plural(without, 'frame without them', 'frames without them'))
  if (without > 0) source.notes.push(`${plural(without, 'frame')} without coordinates left out.`)
  const beads = takeBeads(source, atoms)
  const boxOf = (k: number): number[] => {
    const { box, size } = places[k]!
    const numbers = new Array<number>(9).fill(0)
    if (box > 0) xdr.lengths(numbers, box, size, 9)
    return numbers
  }
  if (isBox(boxOf(0))) source.notes.push(CELL_NOTE)
  return {
    format: 'trr',
    count: places.length,
    beads: beads.length,
    atoms,
    names: namesOfBeads(source, beads),
    notes: source.notes,
    frame: (k) => {
      const { coordinates, size } = places[checkFrame(k, places.length)]!
      const all = new Float64Array(3 * atoms)
      xdr.lengths(all, coordinates, size, all.length)
      xdr.checkCoordinates(all, coordinates, size, k)
      return pickBeads(all, beads)
    },
    cell: (k) => {
      const { box } = places[checkFrame(k, places.length)]!
      return cellOfFrame(source, boxOf(k), { offset: box, field: `frame ${k}, box` })
    },
    header: (k) => {
      const { start, size } = places[checkFrame(k, places.length)]!
      return { step: xdr.integer(start + SIZES + 4 * STEP), time: xdr.real(start + HEADER, size), box: boxOf(k) }
    },
  }
}

function findFrames(
  source: FramesSource,
  xdr: XdrReader,
): { atoms: number; places: readonly Place[]; without: number } {
  const { bytes } = source
  const places: Place[] = []
  let [atoms, without] = [0, 0]
  walkFrames(source, (start, k) => {
    const field = `frame ${k}`
    const left = bytes.length - start
    if (left >= SIZES && !isHeader(bytes, xdr, start)) {
      const expected = `a TRR ${k === 0 ? 'file' : 'frame'}: ${MAGIC} and ${VERSION}`
      source.fail({ offset: start, field }, expected, quoted(bytes, start, start + SIZES))
    }
    if (left < HEADER + 8) return -(HEADER + 8)
    const number = (n: number): number => xdr.integer(start + SIZES + 4 * n)
    const sizes = Array.from({ length: 10 }, (_, n) => number(n))
    const found = number(ATOMS)
    const wrong = sizes.findIndex((size) => size < 0)
    if (wrong >= 0)
      source.fail({ offset: start + SIZES + 4 * wrong, field }, 'a size of zero or more', `${sizes[wrong]}`)
    if (k === 0) atoms = found
    if (found !== atoms || found <= 0) {
      const expected = k === 0 ? 'one atom or more' : `${plural(atoms, 'atom')}, as in the first frame`
      source.fail({ offset: start + SIZES + 4 * ATOMS, field }, expected, `${found}`)
    }
    // Box, virial and pressure have nine numbers, coordinates, velocities and forces three an atom; the others are never there.
    const numbers = (n: number): number => (n >= COORDINATES ? 3 * atoms : n < BOX || n > 4 ? 0 : 9)
    const first = sizes.findIndex((bytes) => bytes > 0)
    const size = first < 0 ? 4 : sizes[first]! / numbers(first)
    if ((size !== 4 && size !== 8) || sizes.some((bytes, n) => bytes !== 0 && bytes !== size * numbers(n))) {
      const expected = `sizes of single or double precision for ${plural(atoms, 'atom')}`
      source.fail({ offset: start + SIZES, field }, expected, sizes.join(' '))
    }
    const content = start + HEADER + 2 * size
    const before = (n: number): number => sizes.slice(0, n).reduce((sum, bytes) => sum + bytes, content)
    const end = before(10)
    if (end > bytes.length) return start - end
    if (sizes[COORDINATES] === 0) without++
    else places.push({ start, size, box: sizes[BOX] === 0 ? 0 : before(BOX), coordinates: before(COORDINATES) })
    return end
  })
  return { atoms, places, without }
}

/** The magic number, and the version as XDR has a text: its length with a zero behind, its length, its letters. */
function isHeader(bytes: Uint8Array, xdr: XdrReader, start: number): boolean {
  if (xdr.integer(start) !== MAGIC || xdr.integer(start + 4) !== VERSION.length + 1) return false
  if (xdr.integer(start + 8) !== VERSION.length) return false
  return Array.from(VERSION).every((letter, k) => bytes[start + 12 + k] === letter.charCodeAt(0))
}
