// How near can two links come that never touch? The smallest distance that was found says at most; this proves at least: the
// proof that they stay apart (cell-proof.ts), with a clearance demanded, again and again until the two are near each other or the
// cells are used up.
//
// A demand that fails yields one of two things: a configuration with a smaller distance, which is then the smallest found; or
// nothing, because the cells were used up: the nearer the demand is to the truth, the more cells it takes.
import type { Steps } from '../../base/work/steps.js'
import { CellProof } from './cell-proof.js'
import { PairProbe } from './pair-probe.js'
import type { PairProblem } from './pair-problem.js'
import { proveCells } from './prove-cells.js'

export interface ClearanceOptions {
  /** Cells of the proof that they never touch: those of clearances are counted in these. */
  readonly cells: number
  /** Keep the proof as bytes. */
  readonly record: boolean
}

export interface ProvedClearance {
  /** Proved, metres: they stay farther apart than this. */
  readonly least: number
  /** The smallest distance that was found, and where: values of the problem's variables. */
  readonly found: number
  readonly values: Float64Array
  /** Of `least`, if it was to be kept and more than 0 could be proved. */
  readonly proof: Uint8Array | undefined
}

/** Share of the smallest distance found that is demanded first; when as much is proved, it is good enough. */
const GOOD = 0.955

/** No closer than this, as a share of the distance, are what is proved and what is not worth telling apart. */
const CLOSE = 0.03

/**
 * Limits on the cells of all demands together: a number, a multiple of those of the proof that they never touch; and the part of
 * one demand.
 */
const MOST_CELLS = 20_000
const TIMES = 30
const PART = 3

/** `found`: the smallest distance of a search, more than 0, and where. In slices of some milliseconds. */
export function* clearanceSteps(
  problem: PairProblem,
  found: { readonly distance: number; readonly values: Float64Array },
  { cells, record }: ClearanceOptions,
): Steps<ProvedClearance> {
  let { distance, values } = found
  let [least, failed] = [0, distance]
  let proof: Uint8Array | undefined
  let left = Math.max(MOST_CELLS, TIMES * cells)
  const most = Math.ceil(left / PART)
  let probe: PairProbe | undefined
  while (left > 0 && least < GOOD * distance && failed - least > CLOSE * distance) {
    const demand = failed < distance ? (least + failed) / 2 : GOOD * distance
    const trial = new CellProof(problem, { clearance: demand, record })
    yield* proveCells(trial, Math.min(most, left))
    left -= trial.spent
    if (trial.state === 'proved') {
      least = demand
      proof = trial.proof()
      continue
    }
    failed = demand
    const nearer = trial.touchesAt
    if (nearer === undefined) continue
    probe ??= new PairProbe(problem)
    const there = probe.distance(nearer, distance)
    // Within rounding of the demand, or it would not be a nearer one.
    if (there < distance) [distance, values, failed] = [there, nearer, there]
  }
  return { least: Math.min(least, distance), found: distance, values, proof }
}
