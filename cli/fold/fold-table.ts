// Observables in a file: a row a sample, as CSV or JSON. Numbers are written so that they read back to the bit.
import type { GrowingFormat } from './fold-files.js'

/** Undefined: not known; a number that is not finite is not known either. */
export type Row = readonly (number | undefined)[]

export interface Column {
  /** In files. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** For people who have little room. */
  readonly brief?: string
  readonly plotted: boolean
}

export interface Table extends GrowingFormat {
  row(values: Row): Uint8Array
}

export function csvTable(columns: readonly Column[]): Table {
  const head = Buffer.from(csvHead(columns))
  const cell = (value: number | undefined): string => (value === undefined || !Number.isFinite(value) ? '' : `${value}`)
  return {
    head: () => head,
    between: '',
    tail: '',
    row: (values) => Buffer.from(`${values.map(cell).join(',')}\n`),
  }
}

export function jsonTable(columns: readonly Column[]): Table {
  const head = Buffer.from(jsonHead(columns))
  return {
    head: () => head,
    between: ',\n',
    tail: '\n]}\n',
    // What is not finite or not known becomes null.
    row: (values) => Buffer.from(JSON.stringify(values.map((value) => value ?? null))),
  }
}

const CSV_START = 'step,temperature,energy,'
const JSON_START = '{"limber":"fold","columns":["step",'

function csvHead(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => name).join(',')}\n`
}

function jsonHead(columns: readonly Column[]): string {
  return `{"limber":"fold","columns":${JSON.stringify(columns.map(({ name }) => name))},\n"rows":[\n`
}

/** Ours begin like this, or were cut off before that; nothing else is overwritten by one. */
export function isTable(start: string): boolean {
  return [CSV_START, JSON_START].some((ours) => start.startsWith(ours) || ours.startsWith(start))
}
