// What is known of a file, for programs and for people.

export interface Described {
  /** The format as its reader calls it, where that knows better. */
  readonly format?: string
  /** What --json prints beside file, kind, format, bytes and notes. */
  readonly facts: Readonly<Record<string, unknown>>
  /** The same in lines. */
  readonly lines: readonly string[]
  /** What a reader should know. Sentences. */
  readonly notes: readonly string[]
}

/** Names in one column, what they are in the other. */
export function table(rows: readonly (readonly [name: string, value: string])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}

/** More rows than this are a wall; --json has all of them. */
const MOST_ROWS = 40

/** A heading and rows beneath it, in columns as wide as their widest cells; nothing where there are no rows. */
export function columns(head: readonly string[], rows: readonly (readonly string[])[], most = MOST_ROWS): string[] {
  if (rows.length === 0) return []
  const shown = [head, ...rows.slice(0, most)]
  const widths = head.map((_, c) => Math.max(...shown.map((row) => row[c]!.length)))
  const lines = shown.map((row) => `  ${row.map((cell, c) => cell.padEnd(widths[c]!)).join('  ')}`.trimEnd())
  const more = rows.length - most
  return ['', ...lines, ...(more > 0 ? [`  … and ${more} more: --json has all`] : [])]
}

/** With thousands separated. */
export function whole(value: number): string {
  return value.toLocaleString('en-US')
}

/** JSON has no infinities: null where there is no limit. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

export interface Box {
  readonly low: readonly number[]
  readonly high: readonly number[]
}

/** Around points x, y, z, …; undefined where there are none. */
export function boxOf(positions: ArrayLike<number>): Box | undefined {
  if (positions.length === 0) return undefined
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3]!, positions[k]!)
    high[k % 3] = Math.max(high[k % 3]!, positions[k]!)
  }
  return { low, high }
}

export function describeBox(box: Box | undefined): string {
  if (box === undefined) return 'nothing is in it'
  const { low, high } = box
  const sizes = high.map((top, k) => Number((top - low[k]!).toPrecision(4)))
  // What rounding leaves of zero is zero.
  const least = 1e-9 * Math.max(...sizes)
  const shown = (point: readonly number[]): string =>
    point.map((x) => (Math.abs(x) < least ? 0 : Number(x.toPrecision(4)))).join(' ')
  return `${sizes.join(' × ')}, from ${shown(low)} to ${shown(high)}`
}

/** How often each value is there, the most frequent first. */
export function tally(values: Iterable<string>): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}
