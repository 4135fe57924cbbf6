// Energy, heat capacity and what else was measured against temperature, as a picture.
import { drawPlot, type Panel } from '../../lab/plot.js'
import type { Moment } from '../../src/entries/molecules.js'
import { heatCapacity } from './fold-exchange-report.js'
import { panelOf } from './fold-plot.js'
import type { Column } from './fold-table.js'

/** By temperature, then column; the third column is the energy. */
export function plotExchange(
  title: string,
  columns: readonly Column[],
  temperatures: readonly number[],
  moments: readonly (readonly (Moment | undefined)[])[],
): string {
  const points = (value: (rung: number) => number | undefined): (readonly [number, number])[] =>
    temperatures.flatMap((temperature, rung) => {
      const found = value(rung)
      return found === undefined ? [] : [[temperature, found] as const]
    })
  const panels = columns.flatMap(({ name, title: text, plotted }, k): Panel[] => {
    if (!plotted) return []
    const mean = panelOf(
      `mean ${text}`,
      points((rung) => moments[rung]![k]?.mean),
      true,
    )
    if (name !== 'energy') return mean
    return [
      ...mean,
      ...panelOf(
        'heat capacity (k)',
        points((rung) => heatCapacity(temperatures[rung]!, moments[rung]![k])),
        true,
      ),
    ]
  })
  const [first, last] = [temperatures[0]!, temperatures.at(-1)!]
  return drawPlot({ kind: 'fold', title, first, last, axis: 'temperature', whole: false, panels })
}
