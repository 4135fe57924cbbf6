// Checks of callers' numbers. Each returns the value it was given, or throws InvalidInputError.
import { InvalidInputError } from '../errors.js'

export function checkFinite(field: string, value: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new InvalidInputError(field, value, 'a finite number')
  return value
}

export function checkPositive(field: string, value: number): number {
  if (typeof value !== 'number' || !(value > 0) || value === Infinity) {
    throw new InvalidInputError(field, value, 'a positive finite number')
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
    const range = high > low ? `a whole number from ${low} to ${high - 1}` : 'left out: there is nothing to index'
    throw new InvalidInputError(field, value, range)
  }
  return value
}

export function checkVec3(field: string, value: ArrayLike<number>): ArrayLike<number> {
  if (value?.length !== 3) throw new InvalidInputError(field, value, 'three numbers')
  for (let i = 0; i < 3; i++) checkFinite(`${field}[${i}]`, value[i]!)
  return value
}
