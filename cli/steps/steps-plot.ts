// The step bar: a rectangle a step, green where it is free and red where two things meet, with a line at every instant at which two
// first do; below it, how many meet. Where there are more steps than columns, a column shows the worst of its own.
import { at, BLUE, drawPlot, PLOT_COLUMNS, RED } from '../../lab/plot.js'
import { axisOf } from '../../lab/plot-axis.js'
import type { StepReport } from './step-report.js'

const GREEN = '#2f855a'
const GREY = '#a0aec0'
const DARK = '#742a2a'
const COLOURS = { free: GREEN, undecided: GREY, 'nothing-to-check': GREY, collision: RED } as const
/** Lines closer than this cannot be distinguished. */
const LINE = 0.5

/** `kind` is the command, `what` the things that may meet. */
export function plotSteps(kind: string, title: string, steps: readonly StepReport[], what: string): string {
  const each = Math.ceil(steps.length / PLOT_COLUMNS)
  const columns = Array.from({ length: Math.ceil(steps.length / each) }, (_, c) => {
    const own = steps.slice(c * each, (c + 1) * each)
    return { own, first: c * each, end: c * each + own.length }
  })
  const most = columns.map(({ own }) => Math.max(...own.map(({ meetings }) => meetings.length)))
  return drawPlot({
    ...{ kind, title, axis: 'step', first: 0, last: steps.length },
    panels: [
      {
        title: 'straight steps: green is free, red is where two meet, grey is undecided or empty',
        height: 56,
        axis: { low: 0, high: 1, ticks: [], share: (value) => value },
        draw(x, y, floor) {
          const top = y(1)
          const bars = columns.map(({ own, first, end }) => {
            const worst = (['collision', 'undecided', 'nothing-to-check', 'free'] as const).find((outcome) =>
              own.some((step) => step.outcome === outcome),
            )!
            const [from, to] = [x(first), x(end)]
            const gap = to - from > 4 ? 0.5 : 0
            return `<rect x="${at(from + gap)}" y="${at(top)}" width="${at(Math.max(0.1, to - from - 2 * gap))}" height="${at(floor - top)}" fill="${COLOURS[worst]}"/>`
          })
          return [...bars, ...instants(steps, x, top, floor)]
        },
      },
      {
        title: `pairs of ${what} that meet`,
        height: 84,
        axis: axisOf([0, 1, ...most]),
        draw(x, y, floor) {
          const bars = columns.flatMap(({ first, end }, c) => {
            if (most[c] === 0) return []
            const [from, to, top] = [x(first), x(end), y(most[c]!)]
            return `<rect x="${at(from)}" y="${at(top)}" width="${at(Math.max(0.5, to - from))}" height="${at(floor - top)}"/>`
          })
          return [`<g fill="${BLUE}">${bars.join('')}</g>`]
        },
      },
    ],
  })
}

/** A line where two first meet, each place once. */
function instants(steps: readonly StepReport[], x: (value: number) => number, top: number, floor: number): string[] {
  const places = new Set<number>()
  for (const [k, { meetings }] of steps.entries()) {
    for (const { lower } of meetings) places.add(Math.round(x(k + lower) / LINE) * LINE)
  }
  const lines = [...places].map(
    (place) => `<line x1="${at(place)}" x2="${at(place)}" y1="${at(top)}" y2="${at(floor)}"/>`,
  )
  return lines.length === 0 ? [] : [`<g stroke="${DARK}" stroke-width="1">${lines.join('')}</g>`]
}
