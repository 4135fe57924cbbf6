// What of the k-DOP paper is reproduced: Table 1 digit by digit, and what it says in words of its plots.
import { FindingLists, type Findings } from '../findings.js'
import type { KdopDocument } from '../kdop.js'
import type { Row } from './measure.js'
import type { KdopMethod } from './options.js'
import { isAsPrinted } from './published.js'

/** Of the paper's Figure 10. */
const K = 14

export function kdopFindings(document: KdopDocument): Findings {
  const findings = new FindingLists()
  for (const aperture of document.apertures) {
    findings.judge(
      'Table 1',
      `aperture of the ${aperture.k}-DOP: ${aperture.ours.toFixed(6)}, published ${aperture.published}`,
      isAsPrinted(aperture),
      'the printed entry is wrong: the covering radius of the dodecahedron’s normals is 37.38°, not 38.04°',
    )
  }
  figure10(findings, document)
  figure11(findings, document)
  figure12(findings, document)
  for (const figure of [10, 11, 12]) {
    if (document.scenarios.some((s) => s.figure === figure)) {
      findings.incomparable(
        `Figure ${figure}`,
        'the curves themselves',
        'plots without numbers, on a processor of 1 GHz',
      )
    }
  }
  return findings
}

/** Rows of a figure's scenarios by one method, at one k; those of oriented boxes have none. */
function rowsOf({ scenarios, rows }: KdopDocument, figure: number, method: KdopMethod, k: number | null): Row[] {
  const names = scenarios.filter((s) => s.figure === figure).map(({ name }) => name)
  return rows.filter((row) => row.method === method && row.k === k && names.includes(row.scenario))
}

/** Means of the scenarios' ratios; undefined where a method was not measured. */
function meanRatio(a: readonly Row[], b: readonly Row[], value: 'volumeTests' | 'micros'): number | undefined {
  if (a.length === 0 || a.length !== b.length) return undefined
  return a.reduce((sum, row, i) => sum + row[value] / b[i]![value], 0) / a.length
}

function figure10(findings: FindingLists, document: KdopDocument): void {
  const of = 'Figure 10'
  // The paper's models are curved; what is flat is ours.
  const rows = (method: KdopMethod, kind: 'curved' | 'flat'): Row[] =>
    rowsOf(document, 10, method, K).filter(({ scenario }) => scenario.startsWith(kind))
  const [occupancy, axes, all] = (['occupancy', 'major-axes', 'all-directions'] as const).map((m) => rows(m, 'curved'))
  const toAxes = meanRatio(occupancy!, axes!, 'volumeTests')
  if (toAxes !== undefined) {
    const flat = meanRatio(rows('occupancy', 'flat'), rows('major-axes', 'flat'), 'volumeTests')
    findings.judge(
      of,
      `the new method (occupancy) is good on average: ${toAxes.toFixed(2)} of the volume tests of major axes in the mean of ${occupancy!.length} curved scenarios, k = ${K}${flat === undefined ? '' : ` (on our flat ones ${flat.toFixed(2)}: major axes are exact there)`}`,
      toAxes < 1,
      'the models are others',
    )
    const time = meanRatio(occupancy!, axes!, 'micros')!
    const what = `and nearly as efficient: ${time.toFixed(2)} of the time of major axes (timed)`
    findings.judge(of, what, time < 1.1, 'fewer tests do not make up for what one costs')
  }
  const toAll = meanRatio(occupancy!, all!, 'volumeTests')
  if (toAll !== undefined) {
    const outpaced = occupancy!.filter((row, i) => all![i]!.micros < row.micros).length
    findings.judge(
      of,
      `sometimes outpaced by all directions: in ${outpaced} of ${occupancy!.length} scenarios (timed)`,
      outpaced > 0 && outpaced < occupancy!.length,
      'all directions, with the correspondence of the unit DOP, is tighter from k = 14 on, and cheaper',
    )
    findings.judge(
      'Section 1',
      `the new method is tighter than all known ones: ${toAll.toFixed(2)} of the volume tests of all directions, k = ${K}`,
      toAll < 1,
      'all directions is tighter from k = 14 on',
    )
  }
}

function figure11(findings: FindingLists, document: KdopDocument): void {
  const of = 'Figure 11'
  const boxes = rowsOf(document, 11, 'obb', null)
  const sizes = [...new Set(document.rows.flatMap(({ k }) => (k === null ? [] : [k])))].sort((a, b) => a - b)
  const series = sizes
    .map((k) => ({ k, rows: rowsOf(document, 11, 'occupancy', k) }))
    .filter(({ rows }) => rows.length > 0)
  if (series.length < 2) return
  const sum = (rows: readonly Row[], value: 'volumeTests' | 'leafTests' | 'micros'): number =>
    rows.reduce((total, row) => total + row[value], 0) / rows.length
  for (const [value, title] of [
    ['volumeTests', 'volume tests'],
    ['leafTests', 'triangle tests'],
  ] as const) {
    const counts = series.map(({ rows }) => sum(rows, value))
    findings.judge(
      of,
      `${title} of occupancy fall as k grows: ${counts.map((c) => Math.round(c).toLocaleString('en')).join(', ')} for k = ${series.map(({ k }) => k).join(', ')}`,
      counts.every((count, i) => i === 0 || count < counts[i - 1]!),
      'directions of different k are not nested: the 12-DOP’s are not among the 14-DOP’s',
    )
  }
  const first = sum(series[0]!.rows, 'micros')
  const last = sum(series.at(-1)!.rows, 'micros')
  findings.judge(
    of,
    `which does not make up for what a test costs: ${(last / first).toFixed(2)} of the time at k = ${series[0]!.k} (timed)`,
    last > first,
    'our realignment costs less with k',
  )
  if (boxes.length === 0) return
  const best = Math.min(...series.map(({ rows }) => sum(rows, 'micros')))
  findings.judge(
    of,
    `oriented boxes are best in parallel close proximity: ${(best / sum(boxes, 'micros')).toFixed(1)} times faster than the best k (timed)`,
    sum(boxes, 'micros') < best,
    'unknown',
  )
}

function figure12(findings: FindingLists, document: KdopDocument): void {
  const of = 'Figure 12'
  const boxes = rowsOf(document, 12, 'obb', null)
  const published = (['occupancy', 'major-axes', 'all-directions'] as const).flatMap((method) =>
    [...new Set(document.rows.flatMap(({ k }) => (k === null ? [] : [k])))].map((k) => rowsOf(document, 12, method, k)),
  )
  const mean = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.micros, 0) / rows.length
  const times = published.filter((rows) => rows.length > 0).map(mean)
  if (boxes.length === 0 || times.length < 2) return
  const own = mean(boxes)
  findings.judge(
    of,
    `oriented boxes fall in between the k-DOP methods: ${own.toFixed(0)} µs, those ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} (timed)`,
    own > Math.min(...times) && own < Math.max(...times),
    'oriented boxes cost less beside k-DOPs here than RAPID’s did',
  )
}
