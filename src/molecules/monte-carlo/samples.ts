// What a run has recorded: one row a sample, one column an observable, in one flat array that goes into checkpoints as it is.
import { InvalidInputError } from '../../errors.js'

/** Columns that every run has, before those of its observables. */
export const SAMPLE_COLUMNS = ['step', 'temperature', 'energy'] as const

/** A table of sampled values: a row for each sample, a column for each quantity. */
export class Samples {
  /** Names of the columns, in the order of a row. */
  readonly columns: readonly string[]
  private rows: Float64Array
  private length = 0

  constructor(columns: readonly string[]) {
    this.columns = columns
    this.rows = new Float64Array(64 * columns.length)
  }

  get count(): number {
    return this.length / this.columns.length
  }

  add(row: ArrayLike<number>): void {
    if (this.length === this.rows.length) {
      const rows = new Float64Array(2 * this.rows.length)
      rows.set(this.rows)
      this.rows = rows
    }
    this.rows.set(row, this.length)
    this.length += this.columns.length
  }

  /** A copy of the values of one column. */
  column(name: string): Float64Array {
    const at = this.columns.indexOf(name)
    if (at < 0) throw new InvalidInputError('name', name, `one of ${this.columns.join(', ')}`)
    return Float64Array.from({ length: this.count }, (_, k) => this.rows[k * this.columns.length + at]!)
  }

  /** A copy of one row. */
  row(k: number): Float64Array {
    const width = this.columns.length
    if (!Number.isInteger(k) || k < 0 || k >= this.count) {
      throw new InvalidInputError('k', k, `a whole number below ${this.count}`)
    }
    return this.rows.slice(k * width, (k + 1) * width)
  }

  /** All rows, one after the other; a copy. */
  values(): Float64Array {
    return this.rows.slice(0, this.length)
  }
}
