// Configurations and answers as they go over the wire: Float64, little-endian, in base64; or lists of numbers, for people.
import { InvalidInputError } from '../../src/index.js'

/** One configuration after the other. */
export interface Configurations {
  readonly count: number
  /** Good until the next is asked for. */
  at(k: number): Float64Array
  readonly isText: boolean
}

export function configurations(q: string | readonly (readonly number[])[], dof: number): Configurations {
  const isText = typeof q === 'string'
  const values = isText ? decode(q) : Float64Array.from(q.flat())
  const count = isText ? values.length / dof : q.length
  const isGood = isText ? Number.isInteger(count) && count > 0 : q.every((row) => row.length === dof)
  if (!isGood) {
    const got = isText ? `${values.length} numbers` : q.find((row) => row.length !== dof)
    throw new InvalidInputError('q', got, `configurations of ${dof} numbers each`)
  }
  return { count, at: (k) => values.subarray(k * dof, (k + 1) * dof), isText }
}

function decode(text: string): Float64Array {
  // Not from Node's pool of buffers, where numbers need not be aligned.
  const bytes = new Uint8Array(Buffer.byteLength(text, 'base64'))
  const written = Buffer.from(bytes.buffer).write(text, 'base64')
  if (written !== bytes.length || written % 8 !== 0) {
    throw new InvalidInputError('q', text, 'base64 of Float64 values, eight bytes each')
  }
  return new Float64Array(bytes.buffer)
}

/** Numbers as the request has them: text for text, a list for lists. Infinite ones are null in a list. */
export function numbers(values: Float64Array, isText: boolean): string | (number | null)[] {
  if (isText) return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64')
  return Array.from(values, (value) => (Number.isFinite(value) ? value : null))
}

/** One byte each, 0 or 1, as text; or true and false. */
export function flags(values: Uint8Array, isText: boolean): string | boolean[] {
  return isText ? Buffer.from(values.buffer).toString('base64') : Array.from(values, (value) => value === 1)
}
