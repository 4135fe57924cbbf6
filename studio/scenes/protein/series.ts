// Rows of numbers for a plot, however many come: when they are too many, every other one is dropped, and from then on only every
// other one is taken.

const MOST = 600

export class Series {
  private stride = 1
  private seen = 0
  private rows: Float64Array[] = []

  push(row: ArrayLike<number>): void {
    if (this.seen++ % this.stride !== 0) return
    this.rows.push(Float64Array.from(row))
    if (this.rows.length <= MOST) return
    this.rows = this.rows.filter((_, k) => k % 2 === 0)
    this.stride *= 2
  }

  /** One row after the other. */
  values(): Float64Array {
    const width = this.rows[0]?.length ?? 0
    const out = new Float64Array(width * this.rows.length)
    this.rows.forEach((row, k) => {
      out.set(row, k * width)
    })
    return out
  }

  csv(columns: readonly string[]): string {
    return `${[columns.join(','), ...this.rows.map((row) => [...row].map((x) => Number(x.toPrecision(9))).join(','))].join('\n')}\n`
  }
}
