// gzip, with a bound on what comes out: a thousand bytes can inflate to a million, and the length in the trailer may lie,
// so the output is collected piece by piece, and no further than either. Length and checksum are compared, which fflate does not do.
import { Gunzip } from 'fflate'
import { type FileErrorClass, type FilePlace, LimberError, MeshFileError } from '../../errors.js'

/** Deflate grows by no more. */
const MOST_GROWTH = 1032
/**
 * Files of meshes and molecules shrink to a third or a tenth, or a fiftieth where much is alike. What is beyond this, and not small, is
 * refused: a megabyte of nothing but blanks would take seconds and a gigabyte.
 */
const MOST_ALIKE = 100
const SMALL = 2 ** 25
/** Input a push: 16 MB at most come out of one. */
const STEP = 16_384

export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b
}

export function gunzip(
  bytes: Uint8Array,
  file: string,
  maxBytes: number,
  FileError: FileErrorClass = MeshFileError,
): Uint8Array {
  const fail = (place: FilePlace, expected: string, got?: string): never => {
    throw new FileError(file, place, expected, got)
  }
  const end = bytes.length - 8
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const atMost = `at most ${maxBytes} bytes after inflating (option maxBytes)`
  // The trailer has the length modulo 2³². Where the file is cut off, it is any number, mostly one that cannot be.
  const told = end < 10 ? 0 : view.getUint32(end + 4, true)
  if (told > maxBytes && told <= MOST_GROWTH * bytes.length) {
    fail({ offset: end + 4 }, atMost, `more (${told}), or a file that is cut off`)
  }
  const isWhole = maxBytes < 2 ** 32 && end >= 10
  const pieces: Uint8Array[] = []
  let length = 0
  let crc = -1
  let at = 0
  const stream = new Gunzip((piece) => {
    length += piece.length
    if (length > maxBytes) fail({ offset: at }, atMost, 'more')
    if (length > SMALL && length > MOST_ALIKE * bytes.length) {
      fail(
        { offset: at },
        `no more than ${MOST_ALIKE} bytes inflated for each of the file's ${bytes.length}`,
        'more; unpack it first',
      )
    }
    if (isWhole && length > told) {
      const got = `${told}: the file is cut off or damaged, or has a second part`
      fail({ offset: end + 4 }, `the length that was inflated, more than ${told}`, got)
    }
    crc = crc32(crc, piece)
    pieces.push(piece)
  })
  stream.onmember = () => fail({ offset: at }, 'a gzip file of one part', 'a second one')
  try {
    for (; at < bytes.length; at += STEP) stream.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
  } catch (error) {
    if (error instanceof LimberError) throw error
    fail({ offset: at }, 'gzip data', error instanceof Error ? error.message : undefined)
  }
  if (end < 10) fail({ offset: bytes.length }, 'gzip data', 'the end of the file')
  if (view.getUint32(end + 4, true) !== length) {
    fail({ offset: end + 4 }, `the length that was inflated, ${length}`, `${view.getUint32(end + 4, true)}`)
  }
  if (view.getUint32(end, true) !== ~crc >>> 0) {
    fail({ offset: end }, 'the checksum of what was inflated', 'another one: the file is damaged')
  }
  return join(pieces, length)
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const out = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}

const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  return c
})

function crc32(crc: number, bytes: Uint8Array): number {
  const table = TABLE
  for (let k = 0; k < bytes.length; k++) crc = table[(crc ^ bytes[k]!) & 255]! ^ (crc >>> 8)
  return crc
}
