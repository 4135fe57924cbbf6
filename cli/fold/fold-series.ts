// Samples for a plot, however many there are: when they become too many, every other one is dropped, and from then on only every
// other one is taken. What is kept depends on nothing but the samples.

const MOST = 2048

export interface SeriesState {
  /** Of this many samples, one is kept. */
  readonly stride: number
  readonly seen: number
  readonly rows: readonly (readonly (number | null)[])[]
}

export class Series {
  private stride = 1
  private seen = 0
  private rows: (number | undefined)[][] = []

  constructor(state?: SeriesState) {
    if (state === undefined) return
    this.stride = state.stride
    this.seen = state.seen
    this.rows = state.rows.map((row) => row.map((value) => value ?? undefined))
  }

  push(row: readonly (number | undefined)[]): void {
    if (this.seen++ % this.stride !== 0) return
    this.rows.push(row.map((value) => (value !== undefined && Number.isFinite(value) ? value : undefined)))
    if (this.rows.length <= MOST) return
    this.rows = this.rows.filter((_, k) => k % 2 === 0)
    this.stride *= 2
  }

  /** A column, with the steps (the first column) at which it has a value. */
  points(column: number): (readonly [step: number, value: number])[] {
    return this.rows.flatMap((row) => (row[column] === undefined ? [] : [[row[0]!, row[column]] as const]))
  }

  get state(): SeriesState {
    const { stride, seen, rows } = this
    return { stride, seen, rows: rows.map((row) => row.map((value) => value ?? null)) }
  }
}
