// Realigning k-DOPs: volume tests and time by k, a plot a scenario.
import type { KdopDocument } from '../../../../lab/kdop.js'
import { checksOf, digits, type LabFigure, type LabReport, unique } from '../report.js'

export function report({ rows, scenarios, checks, costs }: KdopDocument): LabReport {
  const methods = unique(rows.map(({ method }) => method))
  const sizes = unique(rows.flatMap(({ k }) => (k === null ? [] : [k])))
  const figures = scenarios.flatMap(({ name, figure, what, poses }): LabFigure[] =>
    (['volumeTests', 'micros'] as const).map((quantity) => ({
      kind: 'plot',
      title: `Figure ${figure}: ${what}, ${name.split('-').at(-1)}${quantity === 'volumeTests' ? '' : ', time'} (${poses} poses)`,
      x: 'k',
      y: quantity === 'volumeTests' ? 'volume tests' : 'µs a query',
      yLog: quantity === 'micros',
      series: methods.map((method) => ({
        name: method,
        kind: 'both',
        dashed: method === 'obb',
        // Oriented boxes have no k: a line across.
        points: rows
          .filter((row) => row.scenario === name && row.method === method)
          .flatMap((row) => (row.k === null ? sizes : [row.k]).map((k) => [k, row[quantity]] as const)),
      })),
    })),
  )
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
  const cost = (method: string): number =>
    median(
      costs
        .filter((one) => one.method === method)
        .map((one) => {
          const base = costs.find((c) => c.scenario === one.scenario && c.k === one.k && c.method === 'major-axes')
          return one.nanos / (base?.nanos ?? Number.NaN)
        }),
    )
  return {
    measured: [
      `To realign one node costs, in units of the cheapest way (major axes): ${methods
        .filter((method) => method !== 'obb' && method !== 'major-axes')
        .map((method) => `${method} ${digits(cost(method))}`)
        .join(', ')}.`,
    ],
    figures,
    checks: checksOf(checks),
  }
}
