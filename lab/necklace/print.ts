// The necklace experiment for people: ours beside the published table.
import type { NecklaceDocument } from '../necklace.js'
import { checkList, formatNumber, formatTable } from '../table.js'
import { gridExponent } from './growth.js'
import type { Measured } from './measure.js'
import { PUBLISHED_BUILD, PUBLISHED_MOTION, type Published, publishedRow } from './published.js'
import type { Variant } from './variants.js'

export function printNecklace(document: NecklaceDocument): string {
  return [
    figure7(document),
    rules(document),
    most(document),
    motion(document),
    radii(document),
    helixes(document),
    trembles(document),
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
      formatNumber(row.buildMillis),
      formatNumber(row.millis),
      ...(published === undefined ? [] : theirs(published)),
    ]
  })
  const head = ['model', 'n', 'cages', 'self', 'front', 'cascade', 'front', 'naive', 'separating', 'build ms', 'ms']
  const paper = ['(paper: self', 'front', 'cascade', 'front', 'naive', 'separating)']
  return `Figure 7: tests and frontiers a cage\n${formatTable([...head, ...paper], body)}`
}

/** Why the row of 100 cannot be had. */
function most({ most: rows }: NecklaceDocument): string {
  return rows
    .map(({ n, selfTests, separatingPairs }) => {
      const theirs = publishedRow('helix-scaling', n)!
      return (
        `helix-scaling, ${n}: unexplained. By the inferred rule no necklace of ${n} beads has more than ${selfTests.toFixed(2)} tests a cage and\n` +
        `${count(separatingPairs)} separating pairs; published are ${theirs.selfTests} and ${count(theirs.separatingPairs!)}.`
      )
    })
    .join('\n')
}

/** By how much a count is off the published one. */
function off(ours: number, theirs: number | undefined): string {
  if (theirs === undefined) return ''
  const percent = Math.round(100 * (ours / theirs - 1))
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`
}

function variantTable(variants: readonly Variant[]): string {
  const body = variants.map((v) => {
    const theirs = publishedRow(v.model, v.n)
    return [
      `${v.chosen ? '*' : ' '} ${v.model}`,
      v.parameter,
      count(v.n),
      v.selfTests.toFixed(2),
      theirs?.selfTests === undefined ? '' : String(theirs.selfTests),
      off(v.selfTests, theirs?.selfTests),
      count(v.separatingPairs),
      theirs?.separatingPairs === undefined ? '' : count(theirs.separatingPairs),
      off(v.separatingPairs, theirs?.separatingPairs),
    ]
  })
  return formatTable(['  model', 'with', 'n', 'self', '(paper)', 'off', 'separating', '(paper)', 'off'], body, 2)
}

function radii({ radii: variants }: NecklaceDocument): string {
  if (variants.length === 0) return ''
  return `Radii of beads, which the paper leaves open: those marked * were chosen to meet its counts\n${variantTable(variants)}`
}

function helixes({ helixes: variants }: NecklaceDocument): string {
  if (variants.length === 0) return ''
  return `One helix for both series, as the paper says: those marked * were fitted, a shape for each series\n${variantTable(variants)}`
}

function trembles({ trembles: rows }: NecklaceDocument): string {
  if (rows.length === 0) return ''
  const each = rows.map(({ strength, chosen, basisChanges }) => `${strength}×${chosen ? '*' : ''}: ${basisChanges}`)
  return `Basis changes of the hairpin, by how strongly it trembles: ${each.join(', ')} (paper: ${PUBLISHED_MOTION.hairpin.basisChanges})`
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
      row.powerEdges.map(count).join(' to '),
      row.powerFaces.map(count).join(' to '),
      ...[row.cascadeTests, row.frontierTests, row.naiveTests].map((x) => x.toFixed(2)),
      count(theirs.frames),
      count(theirs.basisChanges),
      count(theirs.powerChanges),
      theirs.edges.map(count).join(' to '),
      theirs.faces.map(count).join(' to '),
    ]
  })
  const head = ['motion', 'n', 'frames', 'bases', 'power', 'edges', 'faces', 'cascade', 'frontier', 'naive']
  const paper = ['(paper: frames', 'bases', 'power', 'edges', 'faces)']
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
    'leaves that only their beads separate. Cascade: cages and beads tested, also those of a leaf itself. Build ms: building the',
    `cages (paper: ${PUBLISHED_BUILD.millis} for ${count(PUBLISHED_BUILD.n)} beads, Pentium III of 700 MHz); ms: one verification by cascade and one search, both cages`,
    'opened; the quickest of some rounds. A question mark: the printed row contradicts itself (lab/necklace/published.ts says how).',
    'Shapes and radii the paper leaves open are listed in scenes/necklace-*.ts.',
    ...(touching.length === 0
      ? []
      : [`Pairs of beads that touch beside neighbours (atoms of 2 Å, as in the paper): ${touching.join(', ')}.`]),
  ].join('\n')
}
