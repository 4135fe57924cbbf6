// Axes of plots: from values to places, and which values are written.

export interface Axis {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
  /** 0 at the low end, 1 at the high one. */
  share(value: number): number
}

export interface AxisOptions {
  readonly isLog?: boolean
  /** The ends as they are given, not rounded to whole steps. */
  readonly exact?: boolean
  /** Steps of 1 or more. */
  readonly whole?: boolean
  /** About this many ticks. */
  readonly ticks?: number
}

/** An axis that has all these values on it. Values that are not numbers, or not above 0 on a logarithmic axis, do not count. */
export function axisOf(values: Iterable<number>, options: AxisOptions = {}): Axis {
  const { isLog = false, exact = false, whole = false, ticks = 4 } = options
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (!Number.isFinite(value) || (isLog && value <= 0)) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  if (least > most) [least, most] = isLog ? [1, 10] : [0, 1]
  return isLog ? logarithmic(least, most, ticks) : linear(least, most, exact, whole ? 1 : 0, ticks)
}

function linear(least: number, most: number, exact: boolean, finest: number, count: number): Axis {
  const span = most > least ? most - least : Math.abs(least) > 0 ? Math.abs(least) : 1
  const power = 10 ** Math.floor(Math.log10(span / count))
  const step = Math.max(finest, power * ([1, 2, 5, 10].find((k) => k * power >= span / count) ?? 10))
  const first = (exact ? Math.ceil : Math.floor)(least / step + (exact ? -1e-9 : 1e-9))
  let last = (exact ? Math.floor : Math.ceil)(most / step + (exact ? 1e-9 : -1e-9))
  if (!exact && last <= first) last = first + 1
  const low = exact ? least : first * step
  const high = exact ? (most > least ? most : least + span) : last * step
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, k) =>
    Number(((first + k) * step).toPrecision(12)),
  )
  return { low, high, ticks, share: (value) => (value - low) / (high - low) }
}

/** Whole powers of ten, each or every few; where there are less than two, also 2 and 5 times them. */
function logarithmic(least: number, most: number, count: number): Axis {
  const first = Math.floor(Math.log10(least) + 1e-9)
  const last = Math.max(first + 1, Math.ceil(Math.log10(most) - 1e-9))
  const isShort = last - first < 2
  const every = Math.max(1, Math.ceil((last - first) / Math.max(2, count)))
  const ticks: number[] = []
  for (let power = first; power <= last; power += every) {
    for (const k of isShort ? [1, 2, 5] : [1]) {
      const tick = Number((k * 10 ** power).toPrecision(12))
      if (tick <= 10 ** last * (1 + 1e-9)) ticks.push(tick)
    }
  }
  const [low, high] = [10 ** first, 10 ** last]
  const share = (value: number): number => Math.log10(Math.max(value, low / 1e6) / low) / (last - first)
  return { low, high, ticks, share }
}

/** `2.5M`: thousands and millions are long, and their zeros say nothing. */
export function tickText(value: number): string {
  const size = Math.abs(value)
  for (const [unit, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (size >= unit * (letter === 'k' ? 10 : 1)) return `${Number((value / unit).toPrecision(4))}${letter}`
  }
  return size > 0 && size < 1e-3 ? value.toExponential(0) : String(Number(value.toPrecision(6)))
}

/** For reading off: four digits. */
export function valueText(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e4) return Math.round(value).toLocaleString('en')
  return size > 0 && size < 1e-3 ? value.toExponential(2) : String(Number(value.toPrecision(4)))
}
