// The ChainTree experiment for people: ours beside the published figures.
import type { ChainTreeDocument } from '../chaintree.js'
import { formatNumber, formatTable } from '../table.js'
import { publishedBoxTests, publishedExponent } from './published.js'

const WORST_CASES = { lemma7: "Lemma 7's chain", figure5: "Figure 5's double row" }

export function printDocument(document: ChainTreeDocument): string {
  const parts = [stepTable(document), ratios(document), worstCases(document)]
  if (document.disagreements > 0) {
    parts.push(
      `DISAGREEMENT: at ${document.disagreements} steps a baseline and the ChainTree gave different answers. ` +
        'One of them is wrong; trust nothing above.',
    )
  }
  parts.push(closing(document))
  return parts.filter((part) => part !== '').join('\n\n')
}

function stepTable({ rows }: ChainTreeDocument): string {
  if (rows.length === 0) return ''
  const head = ['method', 'links', 'µs a step', 'update', 'test', 'box tests', '(paper)', 'nodes', 'accepted', 'B/link']
  const body = rows.map((r) => [
    r.method,
    r.n.toLocaleString('en'),
    formatNumber(r.stepMicros),
    formatNumber(r.updateMicros),
    formatNumber(r.testMicros),
    r.boxTests === null ? '–' : formatNumber(r.boxTests),
    publishedBoxTests(r.method, r.n)?.toLocaleString('en') ?? '',
    formatNumber(r.nodesUpdated),
    `${(100 * r.acceptance).toFixed(1)} %`,
    formatNumber(r.bytesPerLink),
  ])
  return formatTable(head, body)
}

/** How many times longer each baseline takes for a step than the ChainTree. */
function ratios({ rows }: ChainTreeDocument): string {
  const baselines = [...new Set(rows.map((r) => r.method))].filter((m) => m !== 'chaintree')
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

function worstCases({ worstCases: cases, exponents }: ChainTreeDocument): string {
  const body = cases.map((c) => [
    WORST_CASES[c.name],
    c.n.toLocaleString('en'),
    c.boxTests.toLocaleString('en'),
    String(c.pairs),
  ])
  const lines = [formatTable(['worst case, one whole query', 'links', 'box tests', 'pairs (truth: 0)'], body)]
  for (const [name, exponent] of Object.entries(exponents)) {
    const title = WORST_CASES[name as keyof typeof WORST_CASES]
    const paper = publishedExponent(name)
    lines.push(`${title}: box tests grow as n^${exponent.toFixed(2)} (paper: n^${paper?.toFixed(2) ?? '?'})`)
  }
  const falsePairs = cases.reduce((sum, c) => sum + c.pairs, 0)
  if (falsePairs > 0) {
    lines.push(
      `WRONG: the ChainTree reported ${falsePairs.toLocaleString('en')} pairs as touching that are 0.000002 apart.`,
    )
  }
  return lines.join('\n')
}

function closing({ seed, steps, start, node, rows, disagreements }: ChainTreeDocument): string {
  const compared = rows.filter((r) => r.method !== 'chaintree').reduce((sum, r) => sum + r.samples, 0)
  return [
    `Measured in one run on Node ${node}: seed ${seed}, ${steps.toLocaleString('en')} steps from a ${start} start,`,
    `spheres of radius 1 spaced 4 apart, compiler warmed up first. The ChainTree is timed at every step, the baselines`,
    `at evenly spread steps of the same trajectory; ${compared.toLocaleString('en')} of their answers were compared with`,
    `the ChainTree's, ${disagreements === 0 ? 'none differed' : `${disagreements} differed`}.`,
  ].join('\n')
}
