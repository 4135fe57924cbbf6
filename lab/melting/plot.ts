// The melting curves as a plot: heat capacity above, native contacts below, one colour a start.
import type { MeltingDocument } from '../melting.js'
import { BLUE, dots, drawPlot, type Panel, PLOT_RIGHT, PLOT_WIDTH, plotStart, polyline, RED } from '../plot.js'
import { axisOf } from '../plot-axis.js'

const COLOURS = [BLUE, RED] as const

export const MELTING_PLOT_START = plotStart('melting')

type Point = MeltingDocument['runs'][number]['curve'][number] | MeltingDocument['runs'][number]['rows'][number]

export function plotMelting({ source, runs, temperatures }: MeltingDocument): string {
  const panelOf = (title: string, height: number, most: number, of: (point: Point) => number): Panel => {
    const axis = axisOf([0, most, ...runs.flatMap(({ curve, rows }) => [...curve, ...rows].map(of))])
    return {
      ...{ title, height, axis },
      draw: (x, y) =>
        runs.flatMap(({ start, curve, rows }, r) => {
          const placed = (points: readonly Point[]) => points.map((p) => [x(p.temperature), y(of(p))] as const)
          const name = `<text x="${PLOT_WIDTH - PLOT_RIGHT}" y="${y(axis.high) + 18 + 16 * r}" text-anchor="end" fill="${COLOURS[r]!}">${start} start</text>`
          return [polyline(placed(curve), COLOURS[r]!), ...dots(placed(rows), COLOURS[r]!), name]
        }),
    }
  }
  return drawPlot({
    ...{ kind: 'melting', title: `Melting of ${source}`, axis: 'temperature, in depths of a contact', whole: false },
    ...{ first: temperatures[0]!, last: temperatures.at(-1)! },
    panels: [
      panelOf('heat capacity', 210, 0, ({ heatCapacity }) => heatCapacity),
      panelOf('native contacts, Q', 150, 1, ({ formed }) => formed),
    ],
  })
}
