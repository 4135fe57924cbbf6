// What a golden row is: a name, and the SHA-256 of values to the bit. Only values are hashed, in the order in which a row lists
// them, never the names of fields: what is renamed keeps its hash.
import { createHash, type Hash } from 'node:crypto'

/** Anything with numbers in order is a list: an array of another type with the same numbers has the same hash. */
export type Value = number | string | boolean | undefined | readonly Value[] | NumberList

type NumberList =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array

/** Adds a row. */
export type Row = (name: string, ...values: readonly Value[]) => void

export function digestOf(value: Value): string {
  const hash = createHash('sha256')
  add(hash, value)
  return hash.digest('hex')
}

function add(hash: Hash, value: Value): void {
  if (value === undefined) hash.update('u')
  else if (typeof value === 'number') addNumbers(hash, [value])
  else if (typeof value === 'boolean') hash.update(value ? 't' : 'f')
  else if (typeof value === 'string') hash.update(`s${value.length}:${value}`)
  else if (Array.isArray(value)) {
    hash.update(`[${value.length}:`)
    for (const item of value as readonly Value[]) add(hash, item)
  } else if (ArrayBuffer.isView(value)) {
    hash.update(`[${value.length}:`)
    addNumbers(hash, value)
  } else throw new TypeError('a golden row lists its values one by one: a record has names, which may change')
}

/** Each as a double, little-endian: −0 is not 0, and every NaN is the same. */
function addNumbers(hash: Hash, numbers: ArrayLike<number>): void {
  const bytes = new DataView(new ArrayBuffer(9 * numbers.length))
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i]!
    bytes.setUint8(9 * i, 0x6e)
    if (Number.isNaN(x)) bytes.setUint32(9 * i + 5, 0x7ff80000, true)
    else bytes.setFloat64(9 * i + 1, x, true)
  }
  hash.update(bytes)
}
