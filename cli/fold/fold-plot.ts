// Energy, radius of gyration, distance from the start and native contacts, step by step, as a picture.
import { dots, drawPlot, type Panel, polyline } from '../../lab/plot.js'
import { axisOf } from '../../lab/plot-axis.js'
import type { Series } from './fold-series.js'

const HEIGHT = 110

/** `columns` names those of the series; the first is the step. Columns in which nothing is known are left out. */
export function plotFold(
  title: string,
  columns: readonly { readonly title: string; readonly plotted: boolean }[],
  series: Series,
): string {
  const panels = columns.flatMap(({ title: name, plotted }, k) => panelOf(name, plotted ? series.points(k) : [], false))
  const steps = series.points(0).map(([step]) => step)
  return drawPlot({ kind: 'fold', title, first: steps[0] ?? 0, last: steps.at(-1) ?? 0, axis: 'moves', panels })
}

/** A line through points, and where they are few, the points; nothing where there are none. */
export function panelOf(title: string, points: readonly (readonly [number, number])[], dotted: boolean): Panel[] {
  if (points.length === 0) return []
  return [
    {
      title,
      height: HEIGHT,
      axis: axisOf(points.map(([, value]) => value)),
      draw(x, y) {
        const placed = points.map(([at, value]) => [x(at), y(value)] as const)
        return [polyline(placed), ...(dotted ? dots(placed) : [])]
      },
    },
  ]
}
