// CAB: exact queries and time a frame of articulated bodies, beside Tables 1 to 5.
import type { CabDocument } from '../../../../lab/cab.js'
import { checksOf, digits, type LabFigure, type LabReport, unique, whole } from '../report.js'

export function report({ scenes, rows, published, checks }: CabDocument): LabReport {
  const methods = unique(rows.map(({ method }) => method))
  const figures = scenes.flatMap(({ name, table, what, frames, collisions }): LabFigure[] => {
    const ours = (method: string) => rows.find((row) => row.scene === name && row.method === method)
    const theirs = (method: string) => published.find((row) => row.scene === name && row.method === method)
    const cab = { ours: ours('cab')?.totalMs, theirs: theirs('cab')?.totalMs }
    return [
      {
        kind: 'bars',
        title: `Table ${table}: ${what}. Exact queries`,
        x: '% of all pairs, logarithmic',
        names: ['ours', 'paper'],
        xLog: true,
        groups: methods.map((method) => ({
          name: method,
          values: [
            shareOf(ours(method)?.exactQueries, ours('brute')?.exactQueries),
            shareOf(theirs(method)?.exactQueries, theirs('brute')?.exactQueries),
          ],
        })),
      },
      {
        kind: 'bars',
        title: `Table ${table}: ${what}. Time of everything, in units of CAB’s`,
        x: 'times as long, logarithmic',
        names: ['ours', 'paper'],
        xLog: true,
        groups: methods.map((method) => ({
          name: method,
          values: [
            positive((ours(method)?.totalMs ?? Number.NaN) / (cab.ours ?? Number.NaN)),
            positive((theirs(method)?.totalMs ?? Number.NaN) / (cab.theirs ?? Number.NaN)),
          ],
        })),
      },
      {
        kind: 'table',
        title: `Table ${table}: ${what}, ${whole(frames)} frames, ${whole(collisions)} collisions`,
        head: [
          'method',
          'queries',
          'false',
          'query ms',
          'update',
          'test',
          'total',
          'paper: queries',
          'false',
          'total s',
        ],
        rows: methods.map((method) => {
          const [own, other] = [ours(method), theirs(method)]
          return [
            method,
            digits(own?.exactQueries),
            digits(own?.falseAlarms),
            digits(own?.queryMs),
            digits(own?.updateMs),
            digits(own?.testMs),
            digits(own?.totalMs),
            digits(other?.exactQueries),
            digits(other?.falseAlarms),
            digits(other === undefined ? undefined : other.totalMs / 1000),
          ]
        }),
      },
    ]
  })
  const ratio = (name: string): string => {
    const [obb, cab] = ['obb', 'cab'].map((method) => rows.find((row) => row.scene === name && row.method === method))
    return `${digits((obb?.updateMs ?? Number.NaN) / (cab?.updateMs ?? Number.NaN))} (${name})`
  }
  return {
    measured: [
      `To update CAB trees is faster than to update OBB trees by ${scenes.map(({ name }) => ratio(name)).join(', ')}.`,
    ],
    figures,
    checks: checksOf(checks),
  }
}

/** Brute force asks about every pair of every frame. */
function shareOf(queries: number | undefined, all: number | undefined): number | undefined {
  return queries === undefined || all === undefined ? undefined : positive((100 * queries) / all)
}

function positive(value: number): number | undefined {
  return value > 0 ? value : undefined
}
