// Checks of callers' numbers. Each returns the value it was given, or throws InvalidInputError.
import { InvalidInputError } from '../../errors.js'
import { MAX_COORDINATE, MIN_SIZE } from './rounding.js'

export function checkFinite(field: string, value: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new InvalidInputError(field, value, 'a finite number')
  return value
}

/** A length of something that takes up room: more than zero, and no larger than a coordinate may be. */
export function checkSize(field: string, value: number): number {
  if (typeof value !== 'number' || !(value >= MIN_SIZE) || value > MAX_COORDINATE) {
    throw new InvalidInputError(field, value, `a positive number from ${MIN_SIZE} to ${MAX_COORDINATE}`)
  }
  return value
}

/** A finite number that is zero or more. */
export function checkNonNegative(field: string, value: number): number {
  if (typeof value !== 'number' || !(value >= 0) || value === Infinity) {
    throw new InvalidInputError(field, value, 'a finite number of zero or more')
  }
  return value
}

/** A whole number in low ≤ value < high. */
export function checkIndex(field: string, value: number, low: number, high: number): number {
  if (!Number.isInteger(value) || value < low || value >= high) {
    const range = high > low ? `a whole number from ${low} to ${high - 1}` : 'one that exists: there are none'
    throw new InvalidInputError(field, value, range)
  }
  return value
}

export function checkSeed(field: string, seed: number): number {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new InvalidInputError(field, seed, 'a whole number of zero or more')
  return seed
}

export function checkVec3(field: string, value: ArrayLike<number>): ArrayLike<number> {
  if (value?.length !== 3) throw new InvalidInputError(field, value, 'three numbers')
  for (let i = 0; i < 3; i++) checkFinite(`${field}[${i}]`, value[i]!)
  return value
}

/** A finite number small enough that products of four of its like do not overflow. */
export function checkCoordinate(field: string, value: number): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_COORDINATE)) {
    throw new InvalidInputError(field, value, `a finite number of at most ${MAX_COORDINATE}`)
  }
  return value
}

/** checkCoordinate for all of them; the name is put together only for one that is wrong. */
export function checkCoordinates(field: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (typeof value !== 'number' || !(Math.abs(value) <= MAX_COORDINATE)) checkCoordinate(`${field}[${i}]`, value)
  }
}

/**
 * Points x, y, z, … (those that `indices` name, if given) that are all at one place, or spread over MIN_SIZE or more along some axis:
 * of anything between, squares and products would lose their digits, and answers would be wrong.
 */
export function checkExtent(field: string, points: ArrayLike<number>, indices?: ArrayLike<number>): void {
  const count = indices?.length ?? points.length / 3
  let extent = 0
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < count; i++) {
      const p = points[3 * (indices === undefined ? i : indices[i]!) + k]!
      if (p < low) low = p
      if (p > high) high = p
    }
    extent = Math.max(extent, high - low)
  }
  if (extent > 0 && extent < MIN_SIZE) {
    throw new InvalidInputError(
      field,
      `points spread over ${extent}`,
      `spread over ${MIN_SIZE} or more, or at one place`,
    )
  }
}

/** A record with no other fields than these: a misspelt one would be ignored, and another question answered than was asked. */
export function checkFields(field: string, record: object, fields: readonly string[]): void {
  if (record === null || typeof record !== 'object') {
    throw new InvalidInputError(field === '' ? 'options' : field, record, 'a record')
  }
  for (const key of Object.keys(record)) {
    if (fields.includes(key)) continue
    const name = field === '' ? key : `${field}.${key}`
    throw new InvalidInputError(
      name,
      (record as Record<string, unknown>)[key],
      `left out: known are ${fields.join(', ')}`,
    )
  }
}
