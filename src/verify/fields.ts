// Fields of documents that come from outside: each is of its kind, or a rejection names it.
import { demand } from './rejection.js'

/** Coordinates that are larger have squares of squares that overflow. */
const LARGEST = 1e60

export type Fields = Readonly<Record<string, unknown>>

export function record(value: unknown, field: string): Fields {
  demand(typeof value === 'object' && value !== null && !Array.isArray(value), `${field} is no record`)
  return value as Fields
}

export function list(value: unknown, field: string): readonly unknown[] {
  demand(Array.isArray(value), `${field} is no list`)
  return value
}

export function text(value: unknown, field: string): string {
  demand(typeof value === 'string', `${field} is no text`)
  return value
}

export function number(value: unknown, field: string): number {
  demand(typeof value === 'number' && Math.abs(value) <= LARGEST, `${field} is no finite number, or too large`)
  return value
}

export function whole(value: unknown, field: string): number {
  demand(Number.isInteger(value) && (value as number) >= 0, `${field} is no whole number`)
  return value as number
}

export function numbers(value: unknown, field: string, count?: number): number[] {
  const items = list(value, field).map((item, i) => number(item, `${field}[${i}]`))
  demand(count === undefined || items.length === count, `${field} are ${items.length} numbers, not ${count}`)
  return items
}
