// What two builds are timed on item by item, and which figures are made of it: the unit of `npm run bench -- speed --against FOLDER`.

export interface SpeedTask {
  readonly items: number
  /** Units of work in an item; 1 if left out. */
  readonly each?: number
  /** What belongs to an item and is not timed: its world, made and used once. */
  prepare?(item: number): void
  /** The work, the same each time. Returns what came out: a length, a count, 1 for an expected answer. */
  run(item: number): number
}

/** One row: a statistic of the items' times, or of what came out of them. */
export interface SpeedFigure {
  readonly name: string
  readonly of: 'median' | 'mean' | '95 %' | 'answer'
  /** Which items; all if left out. */
  readonly only?: ReadonlySet<number>
  /** What is asked for: the most that the ratio to the other build may be, and the figure itself. */
  readonly mostRatio?: number
  readonly most?: number
  /** A rival of another row, by that one's name: its time over that one's, in the same build, is a row too, and this the least it should be. */
  readonly rivalOf?: string
  readonly leastTimes?: number
}

/** Plain data that both builds are given, made by this one, and what is to be read off. */
export interface SpeedInputs<Inputs> {
  readonly inputs: Inputs
  readonly figures: readonly SpeedFigure[]
}

export interface SpeedCaseOf<Inputs> {
  readonly name: string
  /** Of times; answers have none. */
  readonly unit: 'ms' | 'µs'
  /**
   * `items`: both builds do an item in turns, several rounds, then the next one; by processor time. `passes`: both do all items in
   * turns, several rounds; by the clock, since items take microseconds.
   */
  readonly order: 'items' | 'passes'
  load(): SpeedInputs<Inputs> | Promise<SpeedInputs<Inputs>>
  /** Builds everything that is not timed; undefined where a build cannot do it. */
  make(inputs: Inputs): SpeedTask | undefined
}

/** Made by `speedCase`, which knows the type of the inputs. */
export type SpeedCase = SpeedCaseOf<unknown>

export function speedCase<Inputs>(one: SpeedCaseOf<Inputs>): SpeedCase {
  return { ...one, make: (inputs) => one.make(inputs as Inputs) }
}

export interface SpeedSize {
  /** One item in this many. */
  readonly every: number
  readonly seed: number
}

export function itemsWhere<T>(list: readonly T[], fits: (one: T) => boolean): ReadonlySet<number> {
  return new Set(list.flatMap((one, i) => (fits(one) ? [i] : [])))
}
