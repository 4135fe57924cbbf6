// XTC, the compressed trajectories of GROMACS: XDR, frame after frame. Each has a magic number, the number of atoms, step, time, box
// and the coordinates: of nine atoms or fewer as they are, of more compressed (xtc-decode.ts), rounded to the precision that the
// frame states. The magic number is 1995, or 2023 where the number of compressed bytes takes eight bytes (for systems of more
// than 298,261,617 atoms).
//
// The frames are found and their headers checked at once; coordinates are decoded when a frame is asked for. A coordinate is
// 10 n / precision Å, rounded once, for the whole number n in the file: GROMACS rounds the same to single precision.
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
import { FIRST_INDEX, LAST_INDEX } from './xtc-bits.js'
import { type CompressedHeader, decodeXtc } from './xtc-decode.js'

export const XTC_MAGIC = 1995
/** The length of the compressed bytes has eight bytes. */
export const XTC_LARGE_MAGIC = 2023
/** No more atoms than these are not compressed. */
export const MOST_UNCOMPRESSED = 9

/** Where the parts of a frame are, from its start. */
const BOX = 16
const COORDINATES = 56
const LEAST = 60
const MOST = 72
const SMALL = 84
const LENGTH = 88

/** What an XTC file says of a frame, beside its coordinates. */
export interface XtcFrame extends GromacsFrame {
  /** Steps a nanometre: 1000 is GROMACS's own. Undefined of nine atoms or fewer, which are not rounded. */
  readonly precision: number | undefined
}

/** The frames of an XTC file. */
export interface XtcFrames extends Frames {
  /** Step, time, box and precision of frame k, from 0. */
  header(k: number): XtcFrame
}

/** The frames of an XTC file. Throws FramesFileError with the byte if it cannot be read. */
export function parseXtc(bytes: Uint8Array, options: FramesOptions = {}): XtcFrames {
  if (!(bytes instanceof Uint8Array)) throw new InvalidInputError('bytes', bytes, 'a Uint8Array')
  const read = readFramesOptions(options)
  return readXtc(new FramesSource(bytes, read.name, read))
}

/** True if it begins as one. */
export function isXtc(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 7 && (bytes[3] === 0xcb || bytes[3] === 0xe7)
}

interface Place {
  readonly start: number
  /** Of the compressed bytes, padding not counted; 0 where they are not compressed. */
  readonly length: number
  readonly data: number
}

export function readXtc(given: FramesSource): XtcFrames {
  // Frames are read on request, from bytes that no other code can change.
  const source = new FramesSource(given.bytes.slice(), given.file, given.options)
  const xdr = new XdrReader(source)
  const { atoms, places } = findFrames(source, xdr)
  source.checkRoom(1, atoms)
  const beads = takeBeads(source, atoms)
  const boxOf = (k: number): number[] => {
    const box = new Array<number>(9).fill(0)
    xdr.lengths(box, places[k]!.start + BOX, 4, 9)
    return box
  }
  const boxPlace = (k: number) => ({ offset: places[k]!.start + BOX, field: `frame ${k}, box` })
  const cell = (k: number) => cellOfFrame(source, boxOf(checkFrame(k, places.length)), boxPlace(k))
  if (isBox(boxOf(0))) source.notes.push(CELL_NOTE)
  return {
    format: 'xtc',
    count: places.length,
    beads: beads.length,
    atoms,
    names: namesOfBeads(source, beads),
    notes: source.notes,
    frame: (k) => pickBeads(decode(source, xdr, atoms, places[checkFrame(k, places.length)]!, k), beads),
    cell,
    header: (k) => {
      const { start } = places[checkFrame(k, places.length)]!
      const precision = atoms > MOST_UNCOMPRESSED ? xdr.real(start + COORDINATES, 4) : undefined
      return { step: xdr.integer(start + 8), time: xdr.real(start + 12, 4), box: boxOf(k), precision }
    },
  }
}

function findFrames(source: FramesSource, xdr: XdrReader): { atoms: number; places: readonly Place[] } {
  const { bytes } = source
  const places: Place[] = []
  let atoms = 0
  walkFrames(source, (start, k) => {
    const field = `frame ${k}`
    const left = bytes.length - start
    if (left >= 4) {
      const magic = xdr.integer(start)
      if (magic !== XTC_MAGIC && magic !== XTC_LARGE_MAGIC) {
        const expected = `an XTC ${k === 0 ? 'file' : 'frame'}: ${XTC_MAGIC} or ${XTC_LARGE_MAGIC}`
        source.fail({ offset: start, field }, expected, k === 0 ? quoted(bytes, start, start + 8) : `${magic}`)
      }
    }
    if (left < COORDINATES) return -COORDINATES
    const found = xdr.integer(start + 4)
    // An atom has two bits at least.
    if (k === 0 && !(found > 0 && found <= 4 * bytes.length)) {
      const expected = `a number of atoms that ${plural(bytes.length, 'byte')} can hold`
      source.fail({ offset: start + 4, field: 'number of atoms' }, expected, `${found}`)
    }
    if (k === 0) atoms = found
    for (const at of [start + 4, start + 52]) {
      if (xdr.integer(at) === atoms) continue
      const expected = `${atoms} atoms, as ${k === 0 ? 'at the start of the frame' : 'in the first frame'}`
      source.fail({ offset: at, field }, expected, `${xdr.integer(at)}`)
    }
    if (atoms <= MOST_UNCOMPRESSED) {
      const whole = COORDINATES + 12 * atoms
      if (left < whole) return -whole
      places.push({ start, length: 0, data: start + COORDINATES })
      return start + whole
    }
    const wide = xdr.integer(start) === XTC_LARGE_MAGIC
    const data = start + LENGTH + (wide ? 8 : 4)
    if (data > bytes.length) return start - data
    const high = wide ? xdr.view.getUint32(start + LENGTH) : 0
    const length = high * 2 ** 32 + xdr.view.getUint32(data - 4)
    const end = data + 4 * Math.ceil(length / 4)
    if (8 * length < 2 * atoms) {
      const place = { offset: start + LENGTH, field }
      source.fail(place, `compressed bytes that can hold ${plural(atoms, 'atom')}`, plural(length, 'byte'))
    }
    if (end > bytes.length) return start - end
    places.push({ start, length, data })
    return end
  })
  return { atoms, places }
}

/** x, y, z of all atoms, in Å. */
function decode(
  source: FramesSource,
  xdr: XdrReader,
  atoms: number,
  { start, data, length }: Place,
  k: number,
): Float64Array {
  const out = new Float64Array(3 * atoms)
  if (atoms <= MOST_UNCOMPRESSED) {
    xdr.lengths(out, data, 4, out.length)
    xdr.checkCoordinates(out, data, 4, k)
    return out
  }
  const field = `frame ${k}`
  const precision = xdr.real(start + COORDINATES, 4)
  if (!(precision > 0 && precision < Number.POSITIVE_INFINITY)) {
    source.fail({ offset: start + COORDINATES, field }, 'a precision above zero', `${precision}`)
  }
  const three = (at: number): [number, number, number] => [xdr.integer(at), xdr.integer(at + 4), xdr.integer(at + 8)]
  const header: CompressedHeader = {
    ...{ atoms, least: three(start + LEAST), most: three(start + MOST) },
    small: xdr.integer(start + SMALL),
  }
  if (header.least.some((least, axis) => least > header.most[axis]!)) {
    const got = `${header.least.join(' ')} to ${header.most.join(' ')}`
    source.fail({ offset: start + LEAST, field }, 'the least coordinates below the largest', got)
  }
  if (!(header.small >= FIRST_INDEX && header.small <= LAST_INDEX)) {
    const expected = `a size of small differences from ${FIRST_INDEX} to ${LAST_INDEX}`
    source.fail({ offset: start + SMALL, field }, expected, `${header.small}`)
  }
  const wrong = decodeXtc(out, header, source.bytes, data, data + length)
  if (wrong !== undefined)
    source.fail({ offset: data, field }, 'compressed coordinates', `${wrong}: the file is damaged`)
  for (let i = 0; i < out.length; i++) out[i] = (10 * out[i]!) / precision
  xdr.checkCoordinates(out, data, 4, k)
  return out
}
