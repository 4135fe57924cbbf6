// The k-DOP experiment for people. Of the paper only Table 1 has numbers; its figures are plots without any, and what it says of them in
// words is repeated.
import type { KdopDocument } from '../kdop.js'
import { checkList, formatNumber, formatTable } from '../table.js'
import { costRatios, median } from './checks.js'
import type { Row } from './measure.js'
import type { KdopMethod } from './options.js'
import { isAsPrinted } from './published.js'

const FIGURES = {
  10: 'Figure 10: two models, each in a unit box, one turned a full circle at shrinking distance',
  11: 'Figure 11: parallel close proximity',
  12: 'Figure 12: point close proximity',
} as const

/** The one table with numbers. */
function apertureTable({ apertures }: KdopDocument): string {
  const degrees = (cosine: number): string => `${((180 / Math.PI) * Math.acos(cosine)).toFixed(2)}°`
  const body = apertures.map((aperture) => {
    const { k, published, ours } = aperture
    const note = isAsPrinted(aperture) ? '' : 'the printed entry is wrong'
    return [`${k}-DOP`, ours.toFixed(6), degrees(ours), String(published), degrees(published), note]
  })
  return `Table 1: aperture of the direction cones\n${formatTable(['', 'cosine', 'angle', '(paper: cosine', 'angle)', ''], body)}`
}

export function printKdop(document: KdopDocument): string {
  const parts: string[] = [apertureTable(document)]
  for (const figure of [10, 11, 12] as const) {
    const names = document.scenarios.filter((s) => s.figure === figure).map((s) => s.name)
    if (names.length === 0) continue
    const rows = document.rows.filter((r) => names.includes(r.scenario))
    parts.push(`${FIGURES[figure]}\n\nVolume tests a query\n${table(rows, (r) => r.volumeTests)}`)
    parts.push(`Microseconds a query for all contacts\n${table(rows, (r) => r.micros)}`)
  }
  parts.push(costTable(document), checkList(document.checks), closing(document))
  return parts.join('\n\n')
}

function methodsOf(rows: readonly Row[]): KdopMethod[] {
  return [...new Set(rows.map((r) => r.method))]
}

/** One line a scenario and k, one column a method; oriented boxes have no k, so theirs are repeated. */
function table(rows: readonly Row[], value: (row: Row) => number): string {
  const methods = methodsOf(rows)
  const scenarios = [...new Set(rows.map((r) => r.scenario))]
  const sizes = [...new Set(rows.flatMap((r) => (r.k === null ? [] : [r.k])))]
  const body = scenarios.flatMap((scenario) =>
    (sizes.length === 0 ? [null] : sizes).map((k, line) => [
      line === 0 ? scenario : '',
      k === null ? '' : String(k),
      ...methods.map((method) => {
        const row = rows.find((r) => r.scenario === scenario && r.method === method && (r.k === k || r.k === null))
        return row === undefined ? '' : formatNumber(value(row))
      }),
    ]),
  )
  return formatTable(['scenario', 'k', ...methods], body)
}

function costTable({ costs }: KdopDocument): string {
  const methods = [...new Set(costs.map((c) => c.method))]
  const sizes = [...new Set(costs.map((c) => c.k))]
  if (!methods.includes('major-axes')) return 'Realignments were not compared: major-axes was not among the methods.'
  const body = sizes.map((k) => [
    String(k),
    ...methods.map((method) => `${median(costRatios(costs, k, method)).toFixed(1)}×`),
  ])
  return `Cost of realigning one node, in units of major-axes\n${formatTable(['k', ...methods], body)}`
}

function closing({ node, seed, scenarios, triangles, sphereTriangles, rounds, extended }: KdopDocument): string {
  const poses = scenarios[0]?.poses ?? 0
  return [
    `Measured in one run on Node ${node}: seed ${seed}, models of ${triangles.toLocaleString('en')} triangles, spheres of`,
    `${sphereTriangles.toLocaleString('en')}, ${poses} poses a scenario (a third of that in Figures 11 and 12), at each the best of ${rounds} rounds,`,
    'methods by turns. Volume tests include those of an inner node and a leaf. One triangle a leaf; k-DOP trees',
    'are cut into halves along the longest direction, and those of one k have one shape. Extended keeps',
    `${Object.entries(extended)
      .map(([k, n]) => `${n} supports at k = ${k}`)
      .join(', ')}.`,
    'The paper reports (in plots only) that occupancy is good on average and sometimes outpaced by all directions, and that',
    'oriented boxes are best in parallel close proximity.',
  ].join('\n')
}
