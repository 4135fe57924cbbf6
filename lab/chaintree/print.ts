// The ChainTree experiment for people: ours beside the published figures.
import type { ChainTreeDocument } from '../chaintree.js'
import { formatNumber, formatTable } from '../table.js'
import { isOwn } from './options.js'
import { publishedExponent, publishedVolumeTests } from './published.js'
import type { Question } from './volumes.js'
import { WORST_CASES, type WorstCaseName } from './worst-cases.js'

const TITLES: Readonly<Record<Question, string>> = {
  'self-collision': 'step with self-collision',
  'closest-pair': 'closest pair of links',
  'pairs-within': 'pairs of links within 3',
  'distance-to-sphere': 'distance to a sphere',
  'distance-to-chain': 'distance to a chain of 100',
}
const QUESTIONS = Object.keys(TITLES)

export function printDocument(document: ChainTreeDocument): string {
  const parts = [stepTable(document), ratios(document), volumes(document), worstCases(document), corrupted(document)]
  if (document.disagreements > 0) {
    parts.push(
      `DISAGREEMENT: at ${document.disagreements} steps another method and the ChainTree gave different answers. ` +
        'One of them is wrong; trust nothing above.',
    )
  }
  parts.push(closing(document))
  return parts.filter((part) => part !== '').join('\n\n')
}

function stepTable({ rows }: ChainTreeDocument): string {
  if (rows.length === 0) return ''
  const head = [
    'method',
    'links',
    'µs a step',
    'update',
    'test',
    'volume tests',
    '(paper)',
    'nodes',
    'accepted',
    'B/link',
  ]
  const body = rows.map((r) => [
    r.method,
    r.n.toLocaleString('en'),
    formatNumber(r.stepMicros),
    formatNumber(r.updateMicros),
    formatNumber(r.testMicros),
    r.volumeTests === null ? '–' : formatNumber(r.volumeTests),
    publishedVolumeTests(r.method, r.n)?.toLocaleString('en') ?? '',
    formatNumber(r.nodesUpdated),
    `${(100 * r.acceptance).toFixed(1)} %`,
    formatNumber(r.bytesPerLink),
  ])
  return [
    formatTable(head, body),
    'chaintree: four links a leaf, snug boxes, axes of the better child. chaintree-paper: as published, one link a leaf, loose boxes,',
    'axes by covariance. chaintree-tight: the same with the tight boxes of section 6.1. k-obbtree-1: one link a leaf, for its counts.',
  ].join('\n')
}

/** How many times longer each baseline takes for a step than the ChainTree. */
function ratios({ rows }: ChainTreeDocument): string {
  const baselines = [...new Set(rows.map((r) => r.method))].filter((m) => !isOwn(m) && m !== 'k-obbtree-1')
  const body: string[][] = []
  for (const own of rows.filter((r) => r.method === 'chaintree')) {
    const cells = baselines.map((m) => {
      const other = rows.find((r) => r.n === own.n && r.method === m)
      return other === undefined ? '' : `${formatNumber(other.stepMicros / own.stepMicros)}×`
    })
    if (cells.some((cell) => cell !== '')) {
      body.push([own.n.toLocaleString('en'), ...cells, own.n === 10_000 ? 'over 30×' : ''])
    }
  }
  if (body.length === 0) return ''
  const head = ['step against ChainTree', ...baselines, '(paper: all)']
  return formatTable(head, body)
}

/** Swept rectangles against boxes, question by question. */
function volumes({ volumes: rows }: ChainTreeDocument): string {
  if (rows.length === 0) return ''
  const body = rows
    .filter((r) => r.volume === 'obb')
    .sort((a, b) => QUESTIONS.indexOf(a.question) - QUESTIONS.indexOf(b.question) || a.n - b.n)
    .map((box) => {
      const swept = rows.find((r) => r.volume === 'rss' && r.n === box.n && r.question === box.question)!
      return [
        TITLES[box.question],
        box.n.toLocaleString('en'),
        formatNumber(box.volumeTests),
        formatNumber(swept.volumeTests),
        formatNumber(box.leafTests),
        formatNumber(swept.leafTests),
        formatNumber(box.micros),
        formatNumber(swept.micros),
        `${formatNumber(swept.micros / box.micros)}×`,
      ]
    })
  const head = ['question', 'links', 'box tests', 'RSS', 'link tests', 'RSS', 'µs', 'RSS', 'time']
  return [
    formatTable(head, body),
    'Boxes beside swept rectangles (RSS), both in plain TypeScript. The paper (section 6.3) believes that RSS "would work well".',
  ].join('\n')
}

function worstCases({ worstCases: cases, exponents }: ChainTreeDocument): string {
  const body = cases.map((c) => [
    WORST_CASES[c.name],
    c.n.toLocaleString('en'),
    c.volumeTests.toLocaleString('en'),
    String(c.pairs),
  ])
  const lines = [formatTable(['worst case, one whole query', 'links', 'box tests', 'pairs (truth: 0)'], body)]
  for (const [name, exponent] of Object.entries(exponents)) {
    const title = WORST_CASES[name as WorstCaseName]
    const paper = publishedExponent(name)
    const theirs = paper === undefined ? 'the paper has no bound for this tree' : `paper: n^${paper.toFixed(2)}`
    lines.push(`${title}: box tests grow as n^${exponent.toFixed(2)} (${theirs})`)
  }
  const falsePairs = cases.reduce((sum, c) => sum + c.pairs, 0)
  if (falsePairs > 0) {
    lines.push(`WRONG: the ChainTree reported ${falsePairs.toLocaleString('en')} pairs as touching that are apart.`)
  }
  return lines.join('\n')
}

/** One joint turned under a spatially adapted tree that keeps its topology. */
function corrupted({ corrupted: rows }: ChainTreeDocument): string {
  if (rows.length === 0) return ''
  const body = rows.map((r) =>
    [r.n, r.boxes, ...r.overlaps, ...r.volumeTests, r.chainTests].map((count) => count.toLocaleString('en')),
  )
  const head = ['Figure 4: links', 'boxes', 'overlaps before', 'after', 'tests before', 'after', 'ChainTree after']
  return formatTable(head, body)
}

function closing({ seed, steps, start, node, rows, disagreements }: ChainTreeDocument): string {
  const compared = rows.filter((r) => r.method !== 'chaintree').reduce((sum, r) => sum + r.samples, 0)
  return [
    `Measured in one run on Node ${node}: seed ${seed}, ${steps.toLocaleString('en')} steps from a ${start} start,`,
    `spheres of radius 1 spaced 4 apart, compiler warmed up first. The ChainTrees are timed at every step, the baselines`,
    `at evenly spread steps of the same trajectory; ${compared.toLocaleString('en')} of the others' answers were compared with`,
    `the ChainTree's, ${disagreements === 0 ? 'none differed' : `${disagreements} differed`}.`,
  ].join('\n')
}
