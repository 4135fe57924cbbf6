// How much was done in the last second, by the clock.

/** Milliseconds that are looked back on. */
const WINDOW = 1000

export class RateMeter {
  private readonly counts: number[] = []
  private readonly times: number[] = []

  /** Starts again: what was before a pause says nothing about now. */
  start(count: number, time: number): void {
    this.counts.length = 0
    this.times.length = 0
    this.add(count, time)
  }

  /** `count`: of all that was done until `time`, in milliseconds. */
  add(count: number, time: number): void {
    const { counts, times } = this
    counts.push(count)
    times.push(time)
    // One from before the window stays: it is where the window begins.
    let old = 0
    while (times[old + 1]! <= time - WINDOW) old++
    if (old > 0) {
      counts.splice(0, old)
      times.splice(0, old)
    }
  }

  get perSecond(): number {
    const { counts, times } = this
    const span = times.length < 2 ? 0 : times.at(-1)! - times[0]!
    return span > 0 ? (1000 * (counts.at(-1)! - counts[0]!)) / span : 0
  }
}

/** Of fewer, a median says nothing. */
const LEAST = 5

/** How long one thing of many takes: the median of the last slices of time, so that a slice that was interrupted counts for little. */
export class TimeMeter {
  private readonly each: number[] = []

  constructor(private readonly slices: number) {}

  add(milliseconds: number, count: number): void {
    if (count === 0) return
    this.each.push((1000 * milliseconds) / count)
    if (this.each.length > this.slices) this.each.shift()
  }

  /** Whether there are enough slices for their median to be shown. */
  get isTelling(): boolean {
    return this.each.length >= LEAST
  }

  /** Microseconds; 0 while nothing is known. */
  get micros(): number {
    const sorted = [...this.each].sort((a, b) => a - b)
    const half = sorted.length >> 1
    if (sorted.length === 0) return 0
    return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
  }
}
