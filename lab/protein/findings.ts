// What the experiment found of the ChainTree paper's second benchmark: Table 1 (b) and Figure 8.
import { FindingLists } from '../findings.js'
import type { ProteinDocument } from '../protein.js'
import { formatNumber } from '../table.js'
import type { ClashRow } from './clashes.js'
import type { Method } from './options.js'
import { publishedVolumeTests } from './published.js'

/** Counts this near count as reproduced: the paper gives neither radii nor angles. */
const NEAR = 0.2

export function findProtein({ rows, energies }: ProteinDocument): FindingLists {
  const findings = new FindingLists()
  const uniform = rows.filter(({ moves }) => moves === 'uniform')
  counts(uniform, findings)
  times(uniform, findings)
  if (energies.length > 0) {
    findings.incomparable(
      'Energies',
      'kept sums against cell lists',
      'the paper has no energies; its authors reported up to ten times in later work, against cell lists that compute everything',
    )
  }
  return findings
}

function list(values: readonly number[]): string {
  return values.map(formatNumber).join(', ')
}

function counts(uniform: readonly ClashRow[], findings: FindingLists): void {
  const UNKNOWN =
    'radii, excluded bonds and angles are not given, and two of the proteins are others of the same length'
  for (const [method, title, why] of [
    [
      'chaintree-paper',
      'the ChainTree as published',
      `${UNKNOWN}; our search skips every pair of boxes that no changed joint separates, the paper’s only a box against itself`,
    ],
    ['k-obbtree-1', 'K-OBBTree', `${UNKNOWN}, nor is the rule by which PQP’s trees are split`],
  ] as const) {
    const own = uniform.flatMap((row) => {
      const theirs = publishedVolumeTests(method, row.residues)
      return row.method === method && theirs !== undefined ? [{ row, ours: row.volumeTests!, theirs }] : []
    })
    if (own.length === 0) continue
    const what = `box tests a query of ${title} on ${own.map(({ row }) => row.protein).join(', ')}: ${list(own.map(({ ours }) => ours))}; published ${list(own.map(({ theirs }) => theirs))} for 1SHG, 1B4E, 1LOX`
    if (own.some(({ row }) => row.protein.startsWith('generated'))) {
      findings.incomparable(
        'Table 1 (b)',
        what,
        'some backbones are generated ones of the same length: LIMBER_DATA is not set',
      )
      continue
    }
    findings.judge(
      'Table 1 (b)',
      what,
      own.every(({ ours, theirs }) => Math.abs(ours - theirs) <= NEAR * theirs),
      why,
    )
  }
  const more = sideBySide(uniform, 'chaintree-paper', 'k-obbtree-1', ({ volumeTests }) => volumeTests!)
  if (more.length > 0) {
    findings.judge(
      'Table 1 (b)',
      `the ChainTree needs more box tests than the adapted K-OBBTree (paper: 3.3 to 5.9 times): ${list(more)} times`,
      more.every((ratio) => ratio > 1),
      'our ChainTree skips more pairs',
    )
  }
}

/** The first method's value over the second's, backbone by backbone. */
function sideBySide(rows: readonly ClashRow[], one: Method, other: Method, value: (row: ClashRow) => number): number[] {
  return rows
    .filter(({ method }) => method === one)
    .flatMap((row) => {
      const beside = rows.find(({ method, protein }) => method === other && protein === row.protein)
      return beside === undefined ? [] : [value(row) / value(beside)]
    })
}

function times(uniform: readonly ClashRow[], findings: FindingLists): void {
  for (const [method, name] of [
    ['grid', 'Grid'],
    ['1-obbtree', '1-OBBTree'],
    ['k-obbtree', 'K-OBBTree'],
  ] as const) {
    const slower = sideBySide(uniform, method, 'chaintree', ({ stepMicros }) => stepMicros)
    if (slower.length === 0) continue
    findings.judge(
      'Figure 8',
      `a step of the ChainTree takes less time than one of ${name} on every backbone: ${name} takes ${list(slower)} times as long`,
      slower.every((ratio) => ratio > 1),
      'the shorter a chain, the less there is to save',
    )
  }
  if (uniform.length > 0) {
    findings.incomparable('Figure 8', 'times a step', 'a plot without numbers, of an UltraSPARC-II of 400 MHz')
  }
}
