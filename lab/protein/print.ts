// The protein experiment for people: ours beside the published figures.
import type { ProteinDocument } from '../protein.js'
import { formatNumber, formatTable } from '../table.js'
import type { Check } from './checks.js'
import { NEIGHBOURS, RADIUS } from './clashes.js'
import { publishedBoxTests } from './published.js'

const MOVE_TITLES = { uniform: 'anywhere', small: '±2°' } as const

export function printDocument(document: ProteinDocument): string {
  const parts = [stepTable(document), ratios(document), checks(document.checks)]
  if (document.disagreements > 0) {
    parts.push(
      `DISAGREEMENT: at ${document.disagreements} steps another method and ours gave different answers. ` +
        'One of them is wrong; trust nothing above.',
    )
  }
  parts.push(closing(document))
  return parts.filter((part) => part !== '').join('\n\n')
}

function stepTable({ rows }: ProteinDocument): string {
  if (rows.length === 0) return ''
  const head = ['backbone', 'turns', 'method', 'µs a step', 'update', 'test', 'box tests', '(paper)', 'accepted']
  const body = rows.map((r) => [
    r.protein,
    MOVE_TITLES[r.moves],
    r.method,
    formatNumber(r.stepMicros),
    formatNumber(r.updateMicros),
    formatNumber(r.testMicros),
    r.boxTests === null ? '–' : formatNumber(r.boxTests),
    r.moves === 'uniform' ? (publishedBoxTests(r.method, r.residues)?.toLocaleString('en') ?? '') : '',
    `${(100 * r.acceptance).toFixed(1)} %`,
  ])
  return formatTable(head, body, 3)
}

/** How many times longer each baseline takes for a step than the ChainTree. */
function ratios({ rows }: ProteinDocument): string {
  const baselines = [...new Set(rows.map((r) => r.method))].filter((m) => m !== 'chaintree')
  const body = rows
    .filter((r) => r.method === 'chaintree')
    .map((own) => [
      own.protein,
      MOVE_TITLES[own.moves],
      ...baselines.map((m) => {
        const other = rows.find((r) => r.protein === own.protein && r.moves === own.moves && r.method === m)
        return other === undefined ? '' : `${formatNumber(other.stepMicros / own.stepMicros)}×`
      }),
    ])
  if (body.length === 0 || baselines.length === 0) return ''
  return formatTable(['step against ChainTree', 'turns', ...baselines], body, 2)
}

function checks(all: readonly Check[]): string {
  if (all.length === 0) return ''
  const body = all.map(({ what, value, way, bound, holds }) => [
    what,
    formatNumber(value),
    `${way} ${formatNumber(bound)}`,
    holds ? 'holds' : 'DOES NOT HOLD',
  ])
  return formatTable(['must hold', 'is', 'must be', ''], body)
}

function closing({ seed, steps, node, rows, disagreements }: ProteinDocument): string {
  const compared = rows.filter((r) => r.method !== 'chaintree').reduce((sum, r) => sum + r.samples, 0)
  return [
    `Measured in one run on Node ${node}: seed ${seed}, ${steps.toLocaleString('en')} steps from the folded state. Three atoms a`,
    `residue of radius ${RADIUS} Å, pairs up to ${NEIGHBOURS} bonds apart not compared; a step turns one φ or ψ, anywhere (uniform: the`,
    `chain soon unfolds, and averages are not those of the folded state) or within ±2° (it stays folded), and is undone on a`,
    `collision. The paper's proteins are 1SHG, 1B4E and 1LOX; it gives neither radii nor angles. ${compared.toLocaleString('en')} of the others' answers`,
    `were compared with the ChainTree's, ${disagreements === 0 ? 'none differed' : `${disagreements} differed`}.`,
  ].join('\n')
}
