// Options of experiments as they come from a command line.
import { InvalidInputError } from '../src/index.js'

/** Items separated by commas, each once. */
export function readList(option: string, value: string | boolean): string[] {
  const items = String(value).split(',')
  if (items.some((item) => item.trim() === '')) {
    throw new InvalidInputError(option, value, 'a list separated by commas, no item empty')
  }
  return [...new Set(items.map((item) => item.trim()))]
}

export function readWholeNumber(option: string, value: string | boolean, least: number, most: number): number {
  // Number() alone would take '', '0x10' and '1e3.0'-like spellings that are likelier slips than wishes.
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most)) {
    throw new InvalidInputError(option, value, `a whole number from ${least} to ${most}`)
  }
  return number
}

/** One of some words (or numbers, spelt as such). */
export function readChoice<T extends string | number>(option: string, value: string | boolean, of: readonly T[]): T {
  const found = of.find((word) => String(word) === value)
  if (found === undefined) throw new InvalidInputError(option, value, `one of ${of.join(', ')}`)
  return found
}
