// Mean, spread and range of every column of the samples, as they come (Welford 1962). `limber fold` keeps their state in its
// checkpoint, so that what a resumed run says at its end is what the run that was not stopped says.

/** What `Moments` continue from, as plain data. */
export interface MomentsState {
  /** One a column, as all that follows. */
  readonly counts: readonly number[]
  readonly means: readonly number[]
  /** Sums of squared differences from the mean. */
  readonly squares: readonly number[]
  readonly least: readonly number[]
  readonly most: readonly number[]
}

/** Mean, deviation and range of one column. */
export interface Moment {
  readonly mean: number
  /** Of the samples, which are not independent of each other. */
  readonly deviation: number
  readonly least: number
  readonly most: number
}

/** Mean, deviation and range of each column of a table, row by row: of the samples of a Monte Carlo run, say. */
export class Moments {
  private readonly counts: number[]
  private readonly means: number[]
  private readonly squares: number[]
  private readonly least: number[]
  private readonly most: number[]

  constructor(columns: number, state?: MomentsState) {
    const zeros = new Array<number>(columns).fill(0)
    this.counts = [...(state?.counts ?? zeros)]
    this.means = [...(state?.means ?? zeros)]
    this.squares = [...(state?.squares ?? zeros)]
    this.least = [...(state?.least ?? zeros)]
    this.most = [...(state?.most ?? zeros)]
  }

  /** What is not known or not finite does not count. */
  push(row: ArrayLike<number | undefined>): void {
    for (let k = 0; k < this.counts.length; k++) {
      const value = row[k]
      if (value === undefined || !Number.isFinite(value)) continue
      const isFirst = this.counts[k]!++ === 0
      const before = value - this.means[k]!
      this.means[k]! += before / this.counts[k]!
      this.squares[k]! += before * (value - this.means[k]!)
      if (isFirst || value < this.least[k]!) this.least[k] = value
      if (isFirst || value > this.most[k]!) this.most[k] = value
    }
  }

  /** Undefined before the first value. */
  of(column: number): Moment | undefined {
    const count = this.counts[column]!
    if (count === 0) return undefined
    return {
      mean: this.means[column]!,
      deviation: count < 2 ? 0 : Math.sqrt(this.squares[column]! / (count - 1)),
      least: this.least[column]!,
      most: this.most[column]!,
    }
  }

  get state(): MomentsState {
    const { counts, means, squares, least, most } = this
    return { counts: [...counts], means: [...means], squares: [...squares], least: [...least], most: [...most] }
  }
}
