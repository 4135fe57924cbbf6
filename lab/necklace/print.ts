// The necklace experiment for people: ours beside the published table.
import type { NecklaceDocument } from '../necklace.js'
import { checkList, formatNumber, formatTable } from '../table.js'
import { gridExponent } from './growth.js'
import type { Measured } from './measure.js'
import { PUBLISHED_MOTION, type Published, publishedRow } from './published.js'

export function printNecklace(document: NecklaceDocument): string {
  return [
    figure7(document),
    rules(document),
    motion(document),
    grids(document),
    layers(document),
    document.checks.length === 0 ? '' : checkList(document.checks),
    closing(document),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function figure7({ measured }: NecklaceDocument): string {
  if (measured.length === 0) return ''
  // Two digits, as printed.
  const cell = (x: number | undefined): string => x?.toFixed(x < 1 ? 2 : x < 10 ? 1 : 0) ?? ''
  const theirs = (p: Published): string[] => [
    `${cell(p.selfTests)}${p.doubtful ? '?' : ''}`,
    cell(p.selfFrontier),
    cell(p.cascadeTests),
    cell(p.cascadeFrontier),
    p.naiveTests === undefined ? '' : String(p.naiveTests),
    p.separatingPairs === undefined ? '' : count(p.separatingPairs),
  ]
  const body = measured.map(({ row, source }) => {
    const published = publishedRow(row.model, row.n)
    return [
      source === '' ? row.model : `${row.model} (${source})`,
      count(row.n),
      count(row.cages),
      ...[row.selfTests, row.selfFrontier, row.cascadeTests, row.cascadeFrontier, row.naiveTests].map((x) =>
        x.toFixed(2),
      ),
      count(row.separatingPairs),
      formatNumber(row.millis),
      ...(published === undefined ? [] : theirs(published)),
    ]
  })
  const head = ['model', 'n', 'cages', 'self', 'front', 'cascade', 'front', 'naive', 'separating', 'ms']
  const paper = ['(paper: self', 'front', 'cascade', 'front', 'naive', 'separating)']
  return `Figure 7: tests and frontiers a cage\n${formatTable([...head, ...paper], body)}`
}

function rules({ measured }: NecklaceDocument): string {
  if (measured.length === 0) return ''
  const each = ({ volumeTests, apart, leafPairs, leafTests }: Measured['both']): string[] =>
    [volumeTests, apart, leafPairs, leafTests].map(count)
  const body = measured.map(({ row, both, larger }) => [row.model, count(row.n), ...each(larger), ...each(both)])
  const head = [
    'model',
    'n',
    'larger: tests',
    'apart',
    'leaf pairs',
    'beads',
    'both: tests',
    'apart',
    'leaf pairs',
    'beads',
  ]
  return `Self-collision by either rule: the cage with more beads is opened, or both are\n${formatTable(head, body)}`
}

function motion({ motion: rows }: NecklaceDocument): string {
  if (rows.length === 0) return ''
  const body = rows.map((row) => {
    const theirs = PUBLISHED_MOTION[row.model]
    return [
      `${row.model}, ${row.source}`,
      count(row.n),
      count(row.frames),
      count(row.basisChanges),
      count(row.powerChanges),
      `${count(row.powerEdges[0])} to ${count(row.powerEdges[1])}`,
      ...[row.cascadeTests, row.frontierTests, row.naiveTests].map((x) => x.toFixed(2)),
      count(theirs.frames),
      count(theirs.basisChanges),
      count(theirs.powerChanges),
      theirs.edges.map(count).join(' to '),
    ]
  })
  const head = ['motion', 'n', 'frames', 'bases', 'power', 'edges', 'cascade', 'frontier', 'naive']
  const paper = ['(paper: frames', 'bases', 'power', 'edges)']
  return `Changes of bases and of the power diagram (edges gained or lost from frame to frame), tests a cage and frame\n${formatTable([...head, ...paper], body)}`
}

function grids({ grids: rows }: NecklaceDocument): string {
  if (rows.length === 0) return ''
  const body = rows.map((row) => [
    `${row.dimension}-D`,
    count(row.n),
    count(row.volumeTests),
    (row.volumeTests / row.n).toFixed(1),
    row.ofBound.toFixed(2),
  ])
  const exponents = ([2, 3] as const).map((d) => `${d}-D n^${gridExponent(rows, d)?.toFixed(3) ?? '?'}`)
  return (
    `Grids of section 5.1, the larger cage opened; fitted: ${exponents.join(', ')}\n` +
    formatTable(['grid', 'n', 'tests', 'a bead', 'of n·log n or n^(4/3)'], body)
  )
}

function layers({ layers: rows }: NecklaceDocument): string {
  if (rows.length === 0) return ''
  const body = rows.map((row) => [
    count(row.n),
    row.wrapped.toFixed(12),
    row.layered.toFixed(12),
    (row.ratio - row.bound).toExponential(1),
  ])
  return `Lemma 4.3: radii of the roots\n${formatTable(['n', 'wrapped', 'layered', 'ratio − √(log₂ n)'], body)}`
}

function closing({ node, measured }: NecklaceDocument): string {
  const touching = measured.filter((m) => m.touching > 0).map((m) => `${m.row.model} ${count(m.touching)}`)
  return [
    `Counted on Node ${node}. A node is a cage: beads are halved by index until three or fewer are left. Self: (pairs of cages`,
    'tested, both opened where they overlap, + internal cages) over cages; its frontier: separating over cages, one more for',
    'splines, static helices and the straight line, as the paper has it. Separating: pairs of cages that are apart, and pairs of',
    'leaves that only their beads separate. Cascade: cages and beads tested, also those of a leaf itself. ms: one verification',
    'by cascade and one search, both cages opened, the quickest of some rounds. A question mark: the printed row contradicts',
    'itself (lab/necklace/published.ts says how). Shapes and radii the paper leaves open are listed in scenes/necklace-*.ts.',
    ...(touching.length === 0
      ? []
      : [`Pairs of beads that touch beside neighbours (atoms of 2 Å, as in the paper): ${touching.join(', ')}.`]),
  ].join('\n')
}
