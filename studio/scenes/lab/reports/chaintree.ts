// The ChainTree experiment: steps of long chains, tests, and the worst cases.
import type { ChainTreeDocument } from '../../../../lab/chaintree.js'
import { digits, type LabFigure, type LabReport, unique, whole } from '../report.js'

const NAMES: Readonly<Record<string, string>> = {
  chaintree: 'ChainTree',
  'chaintree-rss': 'ChainTree, swept rectangles',
  'chaintree-paper': 'ChainTree as published',
  'chaintree-tight': 'ChainTree, tight boxes',
  grid: 'grid',
  '1-obbtree': 'one OBB tree',
  'k-obbtree': 'OBB tree a piece',
  'k-obbtree-1': 'OBB tree a piece, one link a leaf',
}
const WORST: Readonly<Record<string, string>> = {
  lemma7: 'Lemma 7',
  figure5: 'Figure 5',
  'figure5-spatial': 'Figure 5, adapted tree',
  'lemma7-spatial': 'Lemma 7, adapted tree',
  'to-sphere': 'Lemma 7 and a sphere',
  'to-chain': 'Lemma 7, twice',
}

export function report(document: ChainTreeDocument): LabReport {
  const { rows, published, worstCases, exponents, disagreements } = document
  const methods = unique(rows.map(({ method }) => method))
  const of = (method: string) => rows.filter((row) => row.method === method)
  const theirs = (method: string) => published.filter((p) => p.quantity === 'volumeTests' && p.method === method)
  const counted = methods.filter((method) => of(method).some(({ volumeTests }) => volumeTests !== null))
  const largest = Math.max(...rows.filter(({ method }) => method === 'grid').map(({ n }) => n), 0)
  const own = of('chaintree').find(({ n }) => n === largest)
  const rivals = rows.filter(({ n, method }) => n === largest && !method.startsWith('chaintree'))
  const figures: LabFigure[] = [
    {
      kind: 'plot',
      title: 'Time of a step: rotate, test, undo if it collides',
      x: 'links',
      y: 'µs',
      xLog: true,
      yLog: true,
      series: methods.map((method) => ({
        name: NAMES[method] ?? method,
        kind: 'both',
        points: of(method).map(({ n, stepMicros }) => [n, stepMicros] as const),
      })),
    },
    {
      kind: 'plot',
      title: 'Volume tests a query, and the paper’s (Table 1 a)',
      x: 'links',
      y: 'tests',
      xLog: true,
      yLog: true,
      series: counted.flatMap((method) => [
        {
          name: NAMES[method] ?? method,
          kind: 'both' as const,
          points: of(method).flatMap(({ n, volumeTests }) => (volumeTests === null ? [] : [[n, volumeTests] as const])),
        },
        ...(theirs(method).length === 0
          ? []
          : [
              {
                name: `${NAMES[method] ?? method}, paper`,
                kind: 'both' as const,
                dashed: true,
                points: theirs(method).map(({ n, value }) => [n!, value] as const),
              },
            ]),
      ]),
    },
    {
      kind: 'plot',
      title: 'Worst cases of section 4: volume tests of one whole query',
      x: 'links',
      y: 'tests',
      xLog: true,
      yLog: true,
      series: unique(worstCases.map(({ name }) => name)).map((name) => ({
        name: `${WORST[name] ?? name}: grows as n^${digits(exponents[name])}`,
        kind: 'both',
        points: worstCases.filter((one) => one.name === name).map(({ n, volumeTests }) => [n, volumeTests] as const),
      })),
    },
    {
      kind: 'table',
      title: 'Every method and size',
      head: ['method', 'links', 'µs a step', 'update', 'test', 'volume tests', 'paper', 'accepted'],
      rows: rows.map((row) => [
        NAMES[row.method] ?? row.method,
        whole(row.n),
        digits(row.stepMicros),
        digits(row.updateMicros),
        digits(row.testMicros),
        digits(row.volumeTests),
        digits(theirs(row.method).find(({ n }) => n === row.n)?.value),
        `${(100 * row.acceptance).toFixed(1)} %`,
      ]),
    },
  ]
  const measured = [
    ...(own === undefined
      ? []
      : [
          `At ${whole(largest)} links a step takes ${digits(own.stepMicros)} µs; ${rivals
            .map((row) => `${NAMES[row.method] ?? row.method} ${digits(row.stepMicros / own.stepMicros)} times as long`)
            .join(', ')}.`,
        ]),
    `The worst cases grow as n^${digits(exponents.lemma7)} and n^${digits(exponents.figure5)}.`,
  ]
  return {
    measured,
    figures,
    checks: [
      {
        claim: 'every answer is that of every other method',
        seen: disagreements === 0 ? 'no step differs' : `${whole(disagreements)} steps differ`,
        passed: disagreements === 0,
        decides: true,
      },
      {
        claim: 'no pair of the worst cases is called touching',
        seen: `${whole(worstCases.reduce((sum, { pairs }) => sum + pairs, 0))} pairs`,
        passed: worstCases.every(({ pairs }) => pairs === 0),
        decides: true,
      },
    ],
  }
}
