// What the experiment found: of what the potential's paper says of small proteins, and of what we expected.
import { FindingLists } from '../findings.js'
import type { MeltingDocument } from '../melting.js'
import { formedDifference, peakDifference, withError } from './checks.js'

/** The peak over the heat capacity at the highest temperature, as a prototype of 2 to 3 × 10⁷ moves had it. */
const EXPECTED_RATIO = 5

const PAPER = 'J. Mol. Biol. 2000'

export function findMelting({ runs, together, temperatures, real, source }: MeltingDocument): FindingLists {
  const findings = new FindingLists()
  const { peak, ratio, errors } = together
  const humps = runs.map(({ rows }) => {
    const nearest = rows.reduce((best, row) =>
      Math.abs(row.temperature - peak.temperature) < Math.abs(best.temperature - peak.temperature) ? row : best,
    )
    return dip(nearest.histogram)
  })
  findings.judge(
    PAPER,
    `a small protein under native contacts folds in one cooperative step: at the peak Q has two humps, and between them falls to ${humps.map((share) => share.toFixed(2)).join(' and ')} of the lower one (both starts)`,
    humps.every((share) => share < 0.8),
    'there were too few moves, or the chain has a state in between',
  )
  findings.judge(
    PAPER,
    `the transition does not depend on the start: folded and extended agree on its temperature within ${peakDifference(runs).toFixed(3)}, on Q within ${formedDifference(runs).toFixed(3)}`,
    peakDifference(runs) <= 0.02,
    'the runs are not converged',
  )
  if (real) {
    const last = temperatures.at(-1)!.toFixed(2)
    findings.judge(
      'Our prototype',
      `the heat capacity peaks at ${EXPECTED_RATIO} times its value at T = ${last} or more: ${withError(ratio, errors.ratio)}`,
      ratio >= EXPECTED_RATIO,
      `the prototype had less than a third of the moves, and peaks of 957 and 1,001 from its two starts; converged the peak is ${withError(peak.heatCapacity, errors.peakHeatCapacity)}`,
    )
  }
  findings.incomparable(
    PAPER,
    'temperatures and heat capacities',
    `other proteins than ours (${source}), bonds that stretch where ours are rigid, and units of their own`,
  )
  return findings
}

/** How deep a histogram falls between its two highest humps, in units of the lower one; 1 where it has one only. */
export function dip(histogram: readonly number[]): number {
  let deepest = 1
  for (let middle = 1; middle < histogram.length - 1; middle++) {
    const left = Math.max(...histogram.slice(0, middle))
    const right = Math.max(...histogram.slice(middle + 1))
    deepest = Math.min(deepest, histogram[middle]! / Math.min(left, right))
  }
  return deepest
}
