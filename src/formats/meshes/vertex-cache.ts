// Vertex caches: where all vertices of a mesh are, frame by frame, without triangles. Two formats, both plain rows of numbers:
// - PC2 (3ds Max, Blender, Maya): "POINTCACHE2" and a zero byte; version 1, points, start frame, sample rate, samples; then x, y, z
//   of each point of each sample. Little-endian, integers and floats of four bytes.
// - MDD (LightWave, Blender): frames, points, the time of each frame; then x, y, z of each point of each frame. Big-endian. It has
//   no mark to be known by: the counts must give the length of the file, to the byte.
// Counts are compared with the bytes that are there before anything is allocated; numbers are read when a frame is asked for.
import { checkFields, checkIndex } from '../../base/math/checks.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError, MeshFileError } from '../../errors.js'
import { viewOf } from '../text/byte-view.js'
import { gunzip, isGzip } from '../text/gunzip.js'
import { plural } from '../text/plural.js'
import { quoted } from '../text/text-cursor.js'

/** The formats of vertex caches. */
export type VertexCacheFormat = 'pc2' | 'mdd'

/** Where the vertices of a mesh are, frame by frame. Which triangles they form, another file says. */
export interface VertexCache {
  /** What the file was found to be. */
  readonly format: VertexCacheFormat
  /** How many frames; at least one. */
  readonly count: number
  /** How many vertices every frame has; at least one. */
  readonly vertices: number
  /** The time of each frame: in seconds for MDD, in frames for PC2, as the file has it. */
  readonly times: Float64Array
  /** The positions of frame k, from 0: x, y, z a vertex. An array of the caller's own. */
  frame(k: number): Float64Array
}

/** How a vertex cache is read. */
export interface VertexCacheOptions {
  /** The file's name: for errors, and its extension. */
  readonly name?: string | undefined
  /** Which format it is; by content, and where that leaves it open by name, if left out. */
  readonly format?: VertexCacheFormat | undefined
  /** Neither the file nor what it inflates to may take more bytes than this. 1 GiB if left out. */
  readonly maxBytes?: number | undefined
}

const CACHE_MAX_BYTES = 2 ** 30
const PC2_MARK = 'POINTCACHE2\0'
const PC2_HEADER = 32
const MDD_HEADER = 8

/**
 * The vertex cache in a file's bytes: PC2 or MDD, gzipped or not. Throws MeshFileError with file, place and what was expected there
 * if it cannot be read.
 */
export function parseVertexCache(bytes: Uint8Array, options: VertexCacheOptions = {}): VertexCache {
  if (!(bytes instanceof Uint8Array)) throw new InvalidInputError('bytes', bytes, 'a Uint8Array')
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  checkFields('options', options, ['name', 'format', 'maxBytes'])
  const { name = 'vertex cache', format, maxBytes = CACHE_MAX_BYTES } = options
  if (typeof name !== 'string') throw new InvalidInputError('options.name', name, 'a string')
  if (format !== undefined && format !== 'pc2' && format !== 'mdd') {
    throw new InvalidInputError('options.format', format, 'pc2 or mdd')
  }
  if (!(Number.isInteger(maxBytes) && maxBytes > 0)) {
    throw new InvalidInputError('options.maxBytes', maxBytes, 'a whole number of bytes, more than 0')
  }
  if (bytes.length > maxBytes) {
    throw new MeshFileError(name, {}, `a file of at most ${maxBytes} bytes (option maxBytes)`, `${bytes.length}`)
  }
  const zipped = isGzip(bytes)
  const file = zipped ? `${name} (inflated)` : name
  // Frames are read on request, from bytes that no other code can change.
  const content = zipped ? gunzip(bytes, name, maxBytes) : bytes.slice()
  const found = format ?? (isPc2(content) ? 'pc2' : 'mdd')
  return found === 'pc2' ? readPc2(content, file) : readMdd(content, file)
}

function isPc2(bytes: Uint8Array): boolean {
  if (bytes.length < PC2_MARK.length) return false
  for (let k = 0; k < PC2_MARK.length; k++) if (bytes[k] !== PC2_MARK.charCodeAt(k)) return false
  return true
}

function readPc2(bytes: Uint8Array, file: string): VertexCache {
  if (!isPc2(bytes)) {
    throw new MeshFileError(file, { offset: 0 }, 'a PC2 file: "POINTCACHE2" and a zero byte', quoted(bytes, 0, 12))
  }
  if (bytes.length < PC2_HEADER) {
    throw new MeshFileError(file, { offset: 0 }, `a header of ${PC2_HEADER} bytes`, plural(bytes.length, 'byte'))
  }
  const view = viewOf(bytes)
  const version = view.getInt32(12, true)
  if (version !== 1) throw new MeshFileError(file, { offset: 12, field: 'version' }, '1', `${version}`)
  const vertices = countAt(view, file, 16, 'number of points', true)
  const count = countAt(view, file, 28, 'number of samples', true)
  const [start, rate] = [view.getFloat32(20, true), view.getFloat32(24, true)]
  if (!Number.isFinite(start)) throw new MeshFileError(file, { offset: 20, field: 'start' }, 'a number', `${start}`)
  if (!(Number.isFinite(rate) && rate > 0)) {
    throw new MeshFileError(file, { offset: 24, field: 'sample rate' }, 'a number of more than 0', `${rate}`)
  }
  checkSize(bytes, file, PC2_HEADER, count, vertices)
  const times = Float64Array.from({ length: count }, (_, k) => start + k * rate)
  return cacheOf(view, file, { format: 'pc2', count, vertices, times, data: PC2_HEADER, little: true })
}

function readMdd(bytes: Uint8Array, file: string): VertexCache {
  if (bytes.length < MDD_HEADER) {
    throw new MeshFileError(file, { offset: 0 }, 'a vertex cache: PC2 or MDD', plural(bytes.length, 'byte'))
  }
  const view = viewOf(bytes)
  const count = countAt(view, file, 0, 'number of frames', false)
  const vertices = countAt(view, file, 4, 'number of points', false)
  const data = MDD_HEADER + 4 * count
  checkSize(bytes, file, data, count, vertices)
  const times = Float64Array.from({ length: count }, (_, k) => view.getFloat32(MDD_HEADER + 4 * k, false))
  times.forEach((time, k) => {
    if (Number.isFinite(time)) return
    throw new MeshFileError(file, { offset: MDD_HEADER + 4 * k, field: `time of frame ${k}` }, 'a number', `${time}`)
  })
  return cacheOf(view, file, { format: 'mdd', count, vertices, times, data, little: false })
}

function countAt(view: DataView, file: string, offset: number, field: string, little: boolean): number {
  const count = view.getInt32(offset, little)
  if (count < 1) throw new MeshFileError(file, { offset, field }, 'one or more', `${count}`)
  return count
}

/** A product of counts that doubles round is above 2^53, and no length of a file. */
function checkSize(bytes: Uint8Array, file: string, data: number, count: number, vertices: number): void {
  const expected = data + 12 * count * vertices
  if (bytes.length === expected) return
  const what = `${plural(count, 'frame')} of ${plural(vertices, 'vertex', 'vertices')}, which take ${expected} bytes`
  throw new MeshFileError(file, {}, what, plural(bytes.length, 'byte'))
}

interface Layout extends Omit<VertexCache, 'frame'> {
  /** Where the first frame begins. */
  readonly data: number
  readonly little: boolean
}

function cacheOf(view: DataView, file: string, { data, little, ...cache }: Layout): VertexCache {
  const { count, vertices } = cache
  const frame = (k: number): Float64Array => {
    checkIndex('frame', k, 0, count)
    const out = new Float64Array(3 * vertices)
    const from = data + 12 * vertices * k
    for (let i = 0; i < out.length; i++) {
      const value = view.getFloat32(from + 4 * i, little)
      if (!(Math.abs(value) <= MAX_COORDINATE)) {
        const field = `vertex ${Math.floor(i / 3)} of frame ${k}`
        throw new MeshFileError(file, { offset: from + 4 * i, field }, 'a finite coordinate', `${value}`)
      }
      out[i] = value
    }
    return out
  }
  return { ...cache, frame }
}
