// What of the ChainTree paper is reproduced. Statements about sizes that were not run are left out.
import type { ChainTreeDocument } from '../chaintree.js'
import { FindingLists, type Findings } from '../findings.js'
import { formatNumber } from '../table.js'
import type { Method } from './options.js'
import { PUBLISHED, publishedExponent, publishedVolumeTests } from './published.js'
import { logLogSlope, WORST_CASES, type WorstCaseName } from './worst-cases.js'

/** Counts this near count as reproduced: the paper gives neither its start nor its angles. */
const NEAR = 0.2
/** An exponent that is fitted over finitely many sizes may miss by this. */
const EXPONENT_NEAR = 0.1

export function chainTreeFindings(document: ChainTreeDocument): Findings {
  const findings = new FindingLists()
  table1(findings, document)
  times(findings, document)
  bounds(findings, document)
  corruption(findings, document)
  extensions(findings, document)
  return findings
}

function list(values: readonly number[]): string {
  return values.map(formatNumber).join(', ')
}

/** Rows of a method at the sizes of Table 1. */
function counted({ rows }: ChainTreeDocument, method: Method): { ours: number; theirs: number; n: number }[] {
  return rows.flatMap((row) => {
    const theirs = publishedVolumeTests(method, row.n)
    return row.method !== method || row.volumeTests === null || theirs === undefined
      ? []
      : [{ ours: row.volumeTests, theirs, n: row.n }]
  })
}

const COUNTS_WHY =
  'start and angles are not given; our search skips every pair of boxes that no changed joint separates, the paper’s only a box against itself'

function table1(findings: FindingLists, document: ChainTreeDocument): void {
  for (const [method, title, why] of [
    ['chaintree-paper', 'ChainTree as published', COUNTS_WHY],
    ['k-obbtree-1', 'K-OBBTree', 'start and angles are not given, nor the rule by which PQP’s trees are split'],
  ] as const) {
    const rows = counted(document, method)
    if (rows.length === 0) continue
    const near = rows.every(({ ours, theirs }) => Math.abs(ours - theirs) <= NEAR * theirs)
    const what = `box tests a query of ${title} with ${list(rows.map(({ n }) => n))} links: ${list(rows.map(({ ours }) => ours))}; published ${list(rows.map(({ theirs }) => theirs))}`
    findings.judge('Table 1 (a)', what, near, why)
  }
  const [aligned, adapted] = (['chaintree-paper', 'k-obbtree-1'] as const).map((method) => counted(document, method))
  if (aligned!.length > 0 && aligned!.length === adapted!.length) {
    const more = aligned!.every(({ ours }, k) => ours > adapted![k]!.ours)
    const what = 'the ChainTree needs more box tests than the adapted K-OBBTree, at every size'
    findings.judge('Table 1 (a)', what, more, 'our ChainTree skips more pairs')
  }
  if (aligned!.length > 1) {
    const slope = logLogSlope(aligned!.map(({ n, ours }) => [n, ours]))
    const what = `box tests a query grow far slower than the bound N^1.33: as N^${slope.toFixed(2)}`
    findings.judge('Section 5', what, slope < 1, 'unknown')
  }
}

function times(findings: FindingLists, { rows }: ChainTreeDocument): void {
  const own = rows.filter(
    ({ method, n }) => method === 'chaintree' && publishedVolumeTests('chaintree', n) !== undefined,
  )
  const slower = own.map(({ n, stepMicros }) => {
    const others = rows.filter((row) => row.n === n && ['grid', '1-obbtree', 'k-obbtree'].includes(row.method))
    return { n, ratio: Math.min(...others.map((row) => row.stepMicros / stepMicros)) }
  })
  if (slower.length === 0 || !slower.every(({ ratio }) => Number.isFinite(ratio))) return
  findings.judge(
    'Figure 7',
    `a step of the ChainTree is the fastest at every size: the best of the others takes ${list(slower.map(({ ratio }) => ratio))} times as long at ${list(slower.map(({ n }) => n))} links`,
    slower.every(({ ratio }) => ratio > 1),
    'timed: the machine was not quiet',
  )
  findings.incomparable('Figure 7', 'the times themselves', 'a plot without numbers, on an UltraSPARC-II of 400 MHz')
  const largest = slower.find(({ n }) => n === 10_000)
  const claim = PUBLISHED.find(({ quantity }) => quantity === 'speedup')!
  if (largest !== undefined) {
    const what = `with 10,000 links more than ${claim.value} times faster than all others: at least ${formatNumber(largest.ratio)} times`
    findings.judge(
      'Section 7',
      what,
      largest.ratio > claim.value,
      'timed: our baselines are faster beside the ChainTree than theirs',
    )
  }
  const nodes = rows.filter(({ method }) => method === 'chaintree')
  findings.judge(
    'Section 3.1',
    `an update recomputes O(log N) boxes: ${list(nodes.map(({ nodesUpdated }) => nodesUpdated))} with ${list(nodes.map(({ n }) => n))} links`,
    nodes.every(({ n, nodesUpdated }) => nodesUpdated <= Math.log2(n) + 1),
    'unknown',
  )
}

/** Where a bound is stated and where it is reached. */
const SOURCES: Readonly<Partial<Record<WorstCaseName, { of: string; exact: boolean; why: string }>>> = {
  lemma7: { of: 'Theorem 2', exact: true, why: 'the sizes are too small for the order to show' },
  'figure5-spatial': { of: 'Theorem 1', exact: true, why: 'the sizes are too small for the order to show' },
  'lemma7-spatial': {
    of: 'Theorem 1',
    exact: false,
    why: 'the block of links is finite: tests a link still grow, ever more slowly, as fewer links are at its surface',
  },
  'to-sphere': { of: 'Section 6.3', exact: true, why: 'the sizes are too small for the order to show' },
  'to-chain': {
    of: 'Section 6.3',
    exact: true,
    why: 'the paper does not name a chain that reaches the bound; this one stays below it, as a bound allows',
  },
}

function bounds(findings: FindingLists, { exponents }: ChainTreeDocument): void {
  for (const [name, { of, exact, why }] of Object.entries(SOURCES)) {
    const [ours, theirs] = [exponents[name], publishedExponent(name)]
    if (ours === undefined || theirs === undefined) continue
    const off = ours - theirs
    const holds = exact ? Math.abs(off) <= EXPONENT_NEAR : off <= EXPONENT_NEAR
    const bound = exact ? `published N^${theirs.toFixed(2)}` : `published: at most N^${theirs.toFixed(2)}`
    findings.judge(
      of,
      `${WORST_CASES[name as WorstCaseName]}: box tests grow as N^${ours.toFixed(2)}; ${bound}`,
      holds,
      why,
    )
  }
}

function corruption(findings: FindingLists, { corrupted }: ChainTreeDocument): void {
  if (corrupted.length === 0) return
  const all = ({ boxes }: { boxes: number }): number => (boxes * (boxes - 1)) / 2
  const last = corrupted.at(-1)!
  findings.judge(
    'Figure 4',
    `one joint makes all boxes of the second level overlap: ${formatNumber(last.overlaps[0])} pairs before and ${formatNumber(last.overlaps[1])} of ${formatNumber(all(last))} after it, of ${formatNumber(last.boxes)} boxes`,
    corrupted.every((row) => row.overlaps[0] === 0 && row.overlaps[1] === all(row)),
    'our reading of the drawing is another',
  )
}

function extensions(findings: FindingLists, { rows, volumes }: ChainTreeDocument): void {
  const at = (method: Method) => rows.filter((row) => row.method === method)
  const [tight, loose] = [at('chaintree-tight'), at('chaintree-paper')]
  if (tight.length > 1 && tight.length === loose.length) {
    findings.judge(
      'Section 6.1',
      `tight boxes take fewer tests: ${list(tight.map((r) => r.volumeTests!))} against ${list(loose.map((r) => r.volumeTests!))} of loose ones`,
      tight.every((row, k) => row.volumeTests! < loose[k]!.volumeTests!),
      'unknown',
    )
    const slope = logLogSlope(tight.map(({ n, updateMicros }) => [n, updateMicros]))
    const what = `shrinking does much better than its worst case of N: an update takes ${list(tight.map((r) => r.updateMicros))} µs, which grows as N^${slope.toFixed(2)} (timed)`
    findings.judge('Section 6.1', what, slope < 0.8, 'the hierarchy prunes less than theirs')
  }
  const pairs = volumes
    .filter(({ volume }) => volume === 'obb')
    .map(
      (box) => [box, volumes.find((v) => v.volume === 'rss' && v.n === box.n && v.question === box.question)!] as const,
    )
  if (pairs.length === 0) return
  const ratio = (question: string, of: 'volumeTests' | 'micros'): number[] =>
    pairs.filter(([box]) => box.question === question).map(([box, swept]) => swept[of] / box[of])
  findings.judge(
    'Section 6.3',
    'swept rectangles take fewer volume tests than boxes for every question',
    pairs.every(([box, swept]) => swept.volumeTests < box.volumeTests),
    'unknown',
  )
  const distance = ratio('distance-to-chain', 'micros')
  findings.judge(
    'Section 6.3',
    `swept rectangles are faster for the distance of two chains: ${list(distance)} of the time of boxes (timed)`,
    distance.every((r) => r < 1),
    'one of their tests costs more than one of boxes',
  )
  const step = ratio('self-collision', 'micros')
  findings.judge(
    'Section 6.3',
    `swept rectangles are faster for self-collision: ${list(step)} of the time of boxes (timed)`,
    step.every((r) => r < 1),
    'one of their tests costs more than one of boxes, and 15 to 20 % fewer tests do not make up for it',
  )
}
