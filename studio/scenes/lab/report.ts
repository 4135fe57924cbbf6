// What the lab shows of an experiment: figures and tables made from its document, ours beside theirs. Plain data, made in Node as in the
// page.
import type { BarGroup, PlotSeries } from '../../ui/plot.js'

export interface LabPlot {
  readonly kind: 'plot'
  readonly title: string
  readonly x: string
  readonly y?: string
  readonly series: readonly PlotSeries[]
  readonly xLog?: boolean
  readonly yLog?: boolean
  readonly yRange?: readonly [number, number]
}

export interface LabBars {
  readonly kind: 'bars'
  readonly title: string
  readonly x: string
  readonly names: readonly string[]
  readonly groups: readonly BarGroup[]
  readonly xLog?: boolean
  readonly colours?: readonly number[]
  /** Those that are named as another is, and “, paper”. */
  readonly pale?: readonly boolean[]
}

export interface LabTable {
  readonly kind: 'table'
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type LabFigure = LabPlot | LabBars | LabTable

export interface LabCheck {
  readonly claim: string
  readonly seen: string
  readonly passed: boolean
  /** False for what depends on the machine, or where there is too little to tell. */
  readonly decides: boolean
}

export interface LabReport {
  /** Sentences: what came out. */
  readonly measured: readonly string[]
  readonly figures: readonly LabFigure[]
  readonly checks: readonly LabCheck[]
}

/** Of the theme. */
const COLOURS = [0, 1, 2, 3, 4, 5, 6, 7]

/**
 * A series keeps its colour in all figures of a page, and what the paper says of it has the same; within a figure no two others share
 * one, as far as colours go. What names its colour keeps it.
 */
export function coloured(report: LabReport): LabReport {
  const known = new Map<string, number>()
  const uses = COLOURS.map(() => 0)
  const keyOf = (name: string): string => name.replace(/, paper$/, '')
  const figures = report.figures.map((figure): LabFigure => {
    if (figure.kind === 'table') return figure
    const names = figure.kind === 'plot' ? figure.series.map(({ name }) => name) : figure.names
    const here = new Set(names.map((name) => known.get(keyOf(name))))
    // One that is not in this figure; of those, one that stands for few others.
    const rank = (colour: number): number => uses[colour]! + (here.has(colour) ? 1000 : 0)
    const colours = names.map((name) => {
      const key = keyOf(name)
      let colour = known.get(key)
      if (colour === undefined) {
        colour = COLOURS.reduce((best, one) => (rank(one) < rank(best) ? one : best))
        uses[colour]!++
        here.add(colour)
        known.set(key, colour)
      }
      return colour
    })
    return figure.kind === 'plot'
      ? { ...figure, series: figure.series.map((one, k) => ({ colour: colours[k]!, ...one })) }
      : { ...figure, colours }
  })
  return { ...report, figures }
}

/** Three digits, thousands grouped; a dash where there is nothing. */
export function digits(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  if (value === 0) return '0'
  const places = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.01 ? 2 : 5
  return value.toLocaleString('en', { maximumFractionDigits: places })
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Each once, in the order in which they come. */
export function unique<T>(values: Iterable<T>): T[] {
  return [...new Set(values)]
}

/** Claims as most experiments have them. */
export function checksOf(
  checks: readonly {
    readonly claim: string
    readonly passed: boolean
    readonly seen: string
    readonly decides: boolean
  }[],
): LabCheck[] {
  return checks.map(({ claim, passed, seen, decides }) => ({ claim, passed, seen, decides }))
}
