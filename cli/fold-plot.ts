// Energy, radius of gyration, distance from the start and native contacts, step by step, as a picture.
import type { Series } from './fold-series.js'
import { drawPlot, type Panel, polyline, scaleOf } from './plot.js'

const HEIGHT = 110

/** `columns` names those of the series; the first is the step. Columns in which nothing is known are left out. */
export function plotFold(
  title: string,
  columns: readonly { readonly title: string; readonly plotted: boolean }[],
  series: Series,
): string {
  const panels = columns.flatMap(({ title: name, plotted }, k): Panel[] => {
    const points = plotted ? series.points(k) : []
    if (points.length === 0) return []
    let [least, most] = [Infinity, -Infinity]
    for (const [, value] of points) {
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
    return [
      {
        title: name,
        height: HEIGHT,
        scale: scaleOf(least, most),
        draw: (x, y) => [polyline(points.map(([step, value]) => [x(step), y(value)] as const))],
      },
    ]
  })
  const steps = series.points(0).map(([step]) => step)
  return drawPlot({ kind: 'fold', title, first: steps[0] ?? 0, last: steps.at(-1) ?? 0, axis: 'move', panels })
}
