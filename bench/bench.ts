// What every bench is: a name, and a run that returns everything measured and a text for people.

export { roundFigure } from '../lab/statistics.js'

/** Called with the share that is done, 0 to 1, and what is being done. */
export type Progress = (share: number, label: string) => void

export interface Bench {
  readonly name: string
  /**
   * `quick`: under half a minute, to see that all works; such figures are not kept. `options`: what was said as `--name=value`, for
   * benches that can do a part of themselves.
   */
  run(quick: boolean, progress: Progress, options?: Readonly<Record<string, string>>): Promise<BenchResult>
}

export interface BenchResult {
  /** One record a line of the table; kept in bench/results. */
  readonly rows: readonly object[]
  /** What else is kept: versions, what was left out and why. */
  readonly about?: Readonly<Record<string, unknown>>
  /** False for a part of a bench: such results are not kept either. */
  readonly keep?: boolean
  readonly text: string
}
