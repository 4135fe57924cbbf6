// The melting of a Gō protein: heat capacity and native contacts, from two starts.
import type { MeltingDocument } from '../../../../lab/melting.js'
import { checksOf, digits, type LabFigure, type LabReport, whole } from '../report.js'

export function report({
  runs,
  together,
  temperatures,
  source,
  moves,
  checks,
  microsecondsAMove,
}: MeltingDocument): LabReport {
  const curves = (quantity: 'heatCapacity' | 'formed') =>
    runs.flatMap(({ start, curve, rows }, k) => [
      {
        name: `${start} start, all temperatures together`,
        colour: k,
        points: curve.map((one) => [one.temperature, one[quantity]] as const),
      },
      {
        name: `${start} start, each by itself`,
        kind: 'dots' as const,
        colour: k,
        points: rows.map(
          (row) =>
            [row.temperature, row[quantity], quantity === 'formed' ? row.formedError : row.heatCapacityError] as const,
        ),
      },
    ])
  const middle = temperatures.reduce((best, t) =>
    Math.abs(t - together.peak.temperature) < Math.abs(best - together.peak.temperature) ? t : best,
  )
  const figures: LabFigure[] = [
    {
      kind: 'plot',
      title: 'Heat capacity',
      x: 'temperature, in depths of a contact',
      y: 'C',
      series: curves('heatCapacity'),
    },
    {
      kind: 'plot',
      title: 'Native contacts, ⟨Q⟩',
      x: 'temperature, in depths of a contact',
      y: 'Q',
      yRange: [0, 1],
      series: curves('formed'),
    },
    {
      kind: 'plot',
      title: `How Q is distributed at T = ${middle}`,
      x: 'Q',
      y: 'share of samples',
      series: runs.map(({ start, rows }, k) => {
        const { histogram } = rows.find(({ temperature }) => temperature === middle) ?? rows[0]!
        return {
          name: `${start} start`,
          kind: 'both',
          colour: k,
          points: histogram.map((share, b) => [(b + 0.5) / histogram.length, share] as const),
        }
      }),
    },
    {
      kind: 'table',
      title: 'By temperature',
      head: ['start', 'T', 'samples', '⟨E⟩', 'C', '±', '⟨Q⟩', '±'],
      rows: runs.flatMap(({ start, rows }) =>
        rows.map((row) => [
          start,
          row.temperature.toFixed(3),
          whole(row.samples),
          digits(row.energy),
          digits(row.heatCapacity),
          digits(row.heatCapacityError),
          digits(row.formed),
          digits(row.formedError),
        ]),
      ),
    },
  ]
  return {
    measured: [
      `${source}: after ${whole(moves)} moves from each start the heat capacity peaks at T = ${together.peak.temperature} ± ${digits(together.errors.peakTemperature)} with ${digits(together.peak.heatCapacity)} ± ${digits(together.errors.peakHeatCapacity)}; a move takes ${digits(microsecondsAMove)} µs.`,
    ],
    figures,
    checks: checksOf(checks),
  }
}
