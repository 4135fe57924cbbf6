// Reads as much of a WebM file as tests ask for: the size of the picture, how many frames there are, how long it takes. EBML: RFC 8794, Matroska: RFC 9559.

const EBML = 0x1a45dfa3
const VIDEO_WIDTH = 0xb0
const VIDEO_HEIGHT = 0xba
const DURATION = 0x4489
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0
/** Segment, Info, Tracks, TrackEntry, Video, Cluster: elements that hold others. */
const MASTERS = new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675])

export interface Webm {
  readonly width: number
  readonly height: number
  readonly frames: number
  /** Milliseconds; undefined where it is not said. */
  readonly duration: number | undefined
}

export function readWebm(bytes: Buffer): Webm {
  if (bytes.readUInt32BE(0) !== EBML) throw new Error('this is no EBML file')
  let [width, height, frames, at] = [0, 0, 0, 0]
  let duration: number | undefined
  /** A number with its length in its first bits; ids keep them. */
  const number = (keepsMark: boolean): { value: number; unknown: boolean } => {
    const first = bytes[at]!
    const length = Math.clz32(first) - 23
    let value = keepsMark ? first : first & ((1 << (8 - length)) - 1)
    let ones = (first | (0xff00 >> length)) === 0xff || (first & ((1 << (8 - length)) - 1)) === (1 << (8 - length)) - 1
    for (let k = 1; k < length; k++) {
      value = 256 * value + bytes[at + k]!
      ones &&= bytes[at + k] === 0xff
    }
    at += length
    return { value, unknown: ones }
  }
  while (at < bytes.length) {
    const { value: id } = number(true)
    const { value: size, unknown } = number(false)
    if (MASTERS.has(id)) continue
    if (unknown) throw new Error(`element ${id.toString(16)} has no length`)
    if (id === VIDEO_WIDTH) width = bytes.readUIntBE(at, size)
    else if (id === VIDEO_HEIGHT) height = bytes.readUIntBE(at, size)
    else if (id === DURATION) duration = bytes.readDoubleBE(at)
    else if (id === SIMPLE_BLOCK || id === BLOCK_GROUP) frames++
    at += size
  }
  return { width, height, frames, duration }
}
