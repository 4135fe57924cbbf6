// The protein experiment for people: ours beside the published figures.
import type { ProteinDocument } from '../protein.js'
import { formatNumber, formatTable } from '../table.js'
import type { Check } from './checks.js'
import { NEIGHBOURS, RADIUS } from './clashes.js'
import type { EnergyRow } from './energy.js'
import type { EnergyMethod } from './energy-methods.js'
import { isBaseline } from './options.js'
import { publishedVolumeTests } from './published.js'

const MOVE_TITLES = { uniform: 'anywhere', small: '±2°' } as const

export function printDocument(document: ProteinDocument): string {
  const parts = [stepTable(document), ratios(document), energyTable(document), checks(document.checks)]
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
  const head = [
    'backbone',
    'turns',
    'method',
    'µs a step',
    'update',
    'test',
    'box tests',
    '(published)',
    'pairs',
    'accepted',
  ]
  const body = rows.map((r) => [
    r.protein,
    MOVE_TITLES[r.moves],
    r.method,
    formatNumber(r.stepMicros),
    formatNumber(r.updateMicros),
    formatNumber(r.testMicros),
    r.volumeTests === null ? '–' : formatNumber(r.volumeTests),
    r.moves === 'uniform' ? (publishedVolumeTests(r.method, r.residues)?.toLocaleString('en') ?? '') : '',
    r.leafTests === null ? '' : formatNumber(r.leafTests),
    `${(100 * r.acceptance).toFixed(1)} %`,
  ])
  return [
    'Self-collision of backbones, from the folded state: a step turns one torsion, tests, and takes the turn back if it collided.',
    formatTable(head, body, 3),
    'Box tests a query beside those of Table 1 (b), for methods as published: one atom a leaf, loose boxes by covariance. Pairs: distances',
    'of two atoms a query, which the paper does not give.',
  ].join('\n')
}

/** How many times longer each baseline takes for a step than the ChainTree. */
function ratios({ rows }: ProteinDocument): string {
  const baselines = [...new Set(rows.map((r) => r.method))].filter(isBaseline)
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
  return [
    'How many times as long a step takes as with the ChainTree:',
    formatTable(['backbone', 'turns', ...baselines], body, 2),
  ].join('\n')
}

/** Moves a second, and how many times longer each cell list takes than kept sums. */
function energyTable({ energies }: ProteinDocument): string {
  const body = energies
    .filter((r) => r.method === 'kept')
    .map((own) => {
      const of = (method: EnergyMethod): EnergyRow =>
        energies.find((r) => r.protein === own.protein && r.state === own.state && r.method === method)!
      const speed = (r: EnergyRow): string => r.movesPerSecond.toLocaleString('en')
      const ratio = (r: EnergyRow): string => `${formatNumber(r.stepMicros / own.stepMicros)}×`
      const [nodes, cells, across] = [of('kept-nodes'), of('cells'), of('cells-across')]
      return [
        own.residues.toLocaleString('en'),
        own.state,
        ...[own, nodes, cells, across].map(speed),
        ratio(cells),
        ratio(across),
        `${(100 * own.acceptance).toFixed(1)} %`,
      ]
    })
  if (body.length === 0) return ''
  const head = [
    'residues',
    'state',
    'kept',
    'kept at nodes',
    'cells',
    'cells across',
    'cells/kept',
    'across/kept',
    'accepted',
  ]
  return [
    'Energy after every step: moves a second by kept sums and by cell lists, and how many times as fast kept sums are.',
    formatTable(head, body, 2),
    'Lennard-Jones to 10 Å between backbone atoms more than four bonds apart, generated backbones, turns within ±1°, Metropolis.',
    'Kept: sums of pairs of blocks (as chosen for this size), or at the nodes of a tree. Cell lists: everything at every step (cells), or only',
    'what is across the moved joint, before and after the move (across). All walk the same steps, and energies must agree to 1e-9.',
  ].join('\n')
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
    `Measured in one interleaved run on Node ${node}, by processor time: seed ${seed}, ${steps.toLocaleString('en')} steps a backbone. Three atoms a`,
    `residue of radius ${RADIUS} Å, pairs up to ${NEIGHBOURS} bonds apart not compared; a step turns one φ or ψ, anywhere (uniform: the`,
    `chain soon unfolds, and averages are not those of the folded state) or within ±2° (it stays folded), and is undone on a`,
    `collision. The paper's proteins are 1SHG, 1B4E and 1LOX; it gives neither radii nor angles. ${compared.toLocaleString('en')} of the others' answers`,
    `were compared with the ChainTree's, ${disagreements === 0 ? 'none differed' : `${disagreements} differed`}.`,
  ].join('\n')
}
