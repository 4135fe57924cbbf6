// The CAB experiment for people: ours beside the published tables.
import type { CabDocument } from '../cab.js'
import { checkList, formatNumber, formatTable } from '../table.js'
import type { Boxes, Row } from './measure.js'
import { publishedTable } from './published.js'

export function printCab(document: CabDocument): string {
  return [
    ...document.scenes.map((scene) => sceneTable(document, scene)),
    ratioTable(document),
    boxTable(document),
    checkList(document.checks),
    closing(document),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function sceneTable({ rows }: CabDocument, scene: CabDocument['scenes'][number]): string {
  const published = publishedTable(scene.name)
  const count = (value: number): string => value.toLocaleString('en')
  const body = rows
    .filter((row) => row.scene === scene.name)
    .map((row) => {
      const theirs = published.find((p) => p.method === row.method)
      const seconds = theirs === undefined ? [] : [theirs.queryMs, theirs.updateMs, theirs.testMs, theirs.totalMs]
      return [
        row.method,
        count(row.exactQueries),
        count(row.falseAlarms),
        ...[row.queryMs, row.updateMs, row.testMs, row.totalMs].map(formatNumber),
        ...(theirs === undefined ? [] : [count(theirs.exactQueries), count(theirs.falseAlarms)]),
        ...seconds.map((ms) => (ms / 1000).toFixed(2)),
      ]
    })
  const head = ['', 'queries', 'false', 'query ms', 'update', 'test', 'total']
  const paper = ['(paper: queries', 'false', 'query s', 'update', 'test', 'total)']
  return [
    `Table ${scene.table}: ${scene.what}, ${count(scene.frames)} frames, ${scene.pairs} pairs a frame, ` +
      `${count(scene.collisions)} collisions`,
    formatTable([...head, ...paper], body),
  ].join('\n')
}

/** Total and update in units of CAB's, beside what the paper's figures come to. */
function ratioTable({ rows, scenes }: CabDocument): string {
  const methods = [...new Set(rows.map((row) => row.method))].filter((method) => method !== 'cab')
  const line = (title: string, time: (row: Row) => number): string[][] =>
    scenes.flatMap(({ name, table }) => {
      const cells = (all: readonly Row[]): string[] => {
        const own = all.find((row) => row.method === 'cab')!
        return methods.map((method) => {
          const row = all.find((r) => r.method === method)
          return row === undefined || time(row) === 0 ? '' : `${formatNumber(time(row) / time(own))}×`
        })
      }
      return [
        [`${title}, Table ${table}`, ...cells(rows.filter((row) => row.scene === name))],
        ['  (paper)', ...cells(publishedTable(name))],
      ]
    })
  const body = [...line('update', (row) => row.updateMs), ...line('total', (row) => row.totalMs)]
  return formatTable(['in units of CAB', ...methods], body)
}

/** How tight the boxes above the leaves are, and how many tests they take. */
function boxTable({ boxes, scenes }: CabDocument): string {
  const methods = [...new Set(boxes.map(({ method }) => method))]
  const line = (title: string, cell: (own: Boxes, cab: Boxes) => string): string[][] =>
    scenes.map(({ name, table }) => {
      const of = (method: string): Boxes => boxes.find((b) => b.scene === name && b.method === method)!
      return [`${title}, Table ${table}`, ...methods.map((method) => cell(of(method), of('cab')))]
    })
  const body = [
    ...line('box tests a frame', ({ boxTests }) => formatNumber(boxTests)),
    ...line('volume of inner boxes, of CAB’s', (own, cab) => (own.innerVolume / cab.innerVolume).toFixed(3)),
  ]
  return [
    formatTable(['', ...methods], body),
    "cab-sum is the paper's footnote: where the endpoint vector is the shortest, the sum of the children's axes.",
  ].join('\n')
}

function closing({ node, seed, rounds, scenes }: CabDocument): string {
  const deepest = scenes.map((s) => s.deepest.toPrecision(2)).join(', ')
  return [
    `Measured in one run on Node ${node}: seed ${seed}; milliseconds of processor time over all frames, in blocks of frames,`,
    `methods by turns, the best of ${rounds} rounds a block (three times as many for updates and tests, one for brute force).`,
    'Frames are recorded from a rigid-body simulation (rapier). An exact query tells whether two bodies touch and if so depth',
    'and normal, those of the convex hulls where bodies are meshes. Pairs are those between the chains and within each, without',
    "links that are joined; of the hand within itself and against table and ball. The paper's 120 pairs a frame are all those of",
    '16 links, and its motions are not given: counts compare in their ratios only.',
    `Deepest contacts: ${deepest}, in units of a link's or the palm's length.`,
  ].join('\n')
}
