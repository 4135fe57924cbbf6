// What the scene builders ask of their arguments.
import { InvalidInputError } from '../src/index.js'

/** A number of links: whole, at least `least`, and small enough to index bits of. */
export function checkCount(field: string, n: number, least = 1): void {
  if (!Number.isInteger(n) || n < least || n > 2 ** 30) {
    throw new InvalidInputError(field, n, `a whole number from ${least} to ${2 ** 30}`)
  }
}

export function checkLength(field: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new InvalidInputError(field, value, 'a positive finite number')
}
