// The encodings of BinaryCIF 0.3: a column is bytes and a list of encodings, undone from the last to the first. ByteArray, FixedPoint,
// IntervalQuantization, RunLength, Delta, IntegerPacking, StringArray. Every length that a file states is compared with what is
// there, or with the size of the file, before anything is allocated.
import { viewOf } from '../text/byte-view.js'
import type { StructureSource } from './structure-source.js'

/** A map of the file, whose fields may be anything. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
}

/** Numbers, or texts, one a row. */
export type Decoded = Float64Array | string[]

/** Encodings within each other, of one column. */
const MOST_ENCODINGS = 16

/** The values of `data`, a map of `data` and `encoding`. `field`: the column, for errors. */
export function decodeColumn(source: StructureSource, data: unknown, field: string): Decoded {
  const { encoding, data: bytes } = isFields(data) ? data : {}
  if (!(bytes instanceof Uint8Array)) source.fail({ field }, 'bytes', typeof bytes)
  return undo(source, bytes, encoding, field)
}

function undo(source: StructureSource, bytes: Uint8Array, encoding: unknown, field: string): Decoded {
  if (!Array.isArray(encoding) || encoding.length === 0 || encoding.length > MOST_ENCODINGS) {
    source.fail(
      { field },
      `a list of 1 to ${MOST_ENCODINGS} encodings`,
      Array.isArray(encoding) ? `${encoding.length}` : 'none',
    )
  }
  let values: Decoded | Uint8Array = bytes
  for (const one of encoding.toReversed()) {
    if (!isFields(one)) source.fail({ field }, 'an encoding', JSON.stringify(one))
    values = undoOne(new Encoding(source, one, field), values)
  }
  if (values instanceof Uint8Array) source.fail({ field }, 'an encoding of bytes (ByteArray, StringArray)', 'none')
  return values
}

/** One encoding of the file, its fields checked as they are read. */
class Encoding {
  constructor(
    readonly source: StructureSource,
    readonly fields: Fields,
    readonly field: string,
  ) {}

  get kind(): string {
    return String(this.fields.kind).slice(0, 40)
  }

  fail(expected: string, got: string): never {
    return this.source.fail({ field: `${this.field}, ${this.kind}` }, expected, got)
  }

  number(name: string): number {
    const value = this.fields[name]
    if (typeof value !== 'number' || !Number.isFinite(value)) this.fail(`${name}, a number`, String(value).slice(0, 40))
    return value
  }

  /** A number of values: no more than the file has bytes. */
  size(): number {
    const size = this.number('srcSize')
    const most = this.source.bytes.length
    if (!(Number.isInteger(size) && size >= 0 && size <= most)) this.fail(`srcSize from 0 to ${most}`, `${size}`)
    return size
  }

  numbers(values: Decoded | Uint8Array): Float64Array {
    if (!(values instanceof Float64Array)) this.fail('numbers', Array.isArray(values) ? 'texts' : 'bytes')
    return values
  }

  bytes(values: Decoded | Uint8Array): Uint8Array {
    if (!(values instanceof Uint8Array)) this.fail('bytes', 'something that is decoded already')
    return values
  }
}

function undoOne(encoding: Encoding, values: Decoded | Uint8Array): Decoded {
  switch (encoding.kind) {
    case 'ByteArray':
      return fromBytes(encoding, encoding.bytes(values))
    case 'FixedPoint': {
      const factor = encoding.number('factor')
      if (!(factor > 0)) encoding.fail('a factor above zero', `${factor}`)
      // Divided, not multiplied with its inverse: 1234 / 1000 is the double that 1.234 is.
      return encoding.numbers(values).map((value) => value / factor)
    }
    case 'IntervalQuantization': {
      const [min, max, steps] = [encoding.number('min'), encoding.number('max'), encoding.number('numSteps')]
      if (!(Number.isInteger(steps) && steps > 1 && max >= min)) {
        encoding.fail('min, a larger max and two steps or more', `${min}, ${max}, ${steps}`)
      }
      const delta = (max - min) / (steps - 1)
      return encoding.numbers(values).map((value) => min + delta * value)
    }
    case 'RunLength':
      return unrun(encoding, encoding.numbers(values))
    case 'Delta': {
      let sum = encoding.number('origin')
      return encoding.numbers(values).map((value) => {
        sum += value
        return sum
      })
    }
    case 'IntegerPacking':
      return unpack(encoding, encoding.numbers(values))
    case 'StringArray':
      return texts(encoding, encoding.bytes(values))
    default:
      return encoding.fail('an encoding of BinaryCIF 0.3', encoding.kind)
  }
}

/** Bytes of a number, and how it is read, by its type. */
const TYPES: ReadonlyMap<number, readonly [size: number, read: (view: DataView, at: number) => number]> = new Map([
  [1, [1, (view: DataView, at: number) => view.getInt8(at)]],
  [2, [2, (view: DataView, at: number) => view.getInt16(at, true)]],
  [3, [4, (view: DataView, at: number) => view.getInt32(at, true)]],
  [4, [1, (view: DataView, at: number) => view.getUint8(at)]],
  [5, [2, (view: DataView, at: number) => view.getUint16(at, true)]],
  [6, [4, (view: DataView, at: number) => view.getUint32(at, true)]],
  [32, [4, (view: DataView, at: number) => view.getFloat32(at, true)]],
  [33, [8, (view: DataView, at: number) => view.getFloat64(at, true)]],
])

function fromBytes(encoding: Encoding, bytes: Uint8Array): Float64Array {
  const type = encoding.number('type')
  const [size, read] = TYPES.get(type) ?? encoding.fail('a type of numbers: 1 to 6, 32 or 33', `${type}`)
  if (bytes.length % size !== 0) encoding.fail(`numbers of ${size} bytes`, `${bytes.length} bytes`)
  const view = viewOf(bytes)
  return Float64Array.from({ length: bytes.length / size }, (_, k) => read(view, size * k))
}

/** A value and how often it is repeated, again and again. */
function unrun(encoding: Encoding, pairs: Float64Array): Float64Array {
  const out = new Float64Array(encoding.size())
  let at = 0
  for (let k = 0; k + 1 < pairs.length; k += 2) {
    const count = pairs[k + 1]!
    if (!(Number.isInteger(count) && count >= 0 && at + count <= out.length)) {
      encoding.fail(`${out.length} values (srcSize)`, `${at} and ${count} more`)
    }
    out.fill(pairs[k]!, at, at + count)
    at += count
  }
  if (at !== out.length || pairs.length % 2 !== 0) encoding.fail(`${out.length} values (srcSize)`, `${at}`)
  return out
}

/** A number that is the largest or the least of its type is added to what follows. */
function unpack(encoding: Encoding, packed: Float64Array): Float64Array {
  const out = new Float64Array(encoding.size())
  const { byteCount, isUnsigned } = encoding.fields
  if ((byteCount !== 1 && byteCount !== 2) || typeof isUnsigned !== 'boolean') {
    encoding.fail('byteCount 1 or 2, and isUnsigned', `${byteCount}, ${isUnsigned}`)
  }
  const most = 2 ** (8 * byteCount - (isUnsigned ? 0 : 1)) - 1
  const least = isUnsigned ? Number.NaN : -most - 1
  let [at, sum, open] = [0, 0, false]
  for (const value of packed) {
    sum += value
    open = value === most || value === least
    if (open) continue
    if (at < out.length) out[at] = sum
    at++
    sum = 0
  }
  if (open || at !== out.length) encoding.fail(`${out.length} values (srcSize)`, `${at}`)
  return out
}

/** Indices into texts that are joined in one; below zero: none. */
function texts(encoding: Encoding, bytes: Uint8Array): string[] {
  const { source, field, fields } = encoding
  const { stringData, offsets: offsetBytes, offsetEncoding, dataEncoding } = fields
  if (typeof stringData !== 'string' || !(offsetBytes instanceof Uint8Array)) {
    encoding.fail('stringData and offsets', `${typeof stringData}, ${typeof offsetBytes}`)
  }
  // Encodings of texts within texts make no sense, and would be as deep as a file likes.
  for (const list of [offsetEncoding, dataEncoding]) {
    if (Array.isArray(list) && list.some((one) => isFields(one) && one.kind === 'StringArray')) {
      encoding.fail('numbers for indices and offsets', 'texts')
    }
  }
  const offsets = encoding.numbers(undo(source, offsetBytes, offsetEncoding, `${field}, offsets`))
  const all: string[] = []
  for (let k = 0; k + 1 < offsets.length; k++) {
    const [from, to] = [offsets[k]!, offsets[k + 1]!]
    if (!(Number.isInteger(from) && from >= 0 && to >= from && to <= stringData.length)) {
      encoding.fail(`ascending offsets up to ${stringData.length}`, `${from} to ${to}`)
    }
    all.push(stringData.slice(from, to))
  }
  const indices = encoding.numbers(undo(source, bytes, dataEncoding, `${field}, indices`))
  return Array.from(indices, (index) => {
    if (index < 0) return ''
    return all[index] ?? encoding.fail(`indices below ${all.length}`, `${index}`)
  })
}
