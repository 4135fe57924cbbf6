// A proof by cells in slices of some milliseconds, up to a limit that is counted.
import type { Steps } from '../../base/work/steps.js'
import type { CellProof } from './cell-proof.js'

/** Cells between two breaths. */
const SLICE = 16

/** Until it is done, or this much is spent. */
export function* proveCells(proof: CellProof, most: number): Steps<void> {
  while (!proof.step(Math.max(1, Math.min(SLICE, most - proof.spent)))) {
    if (proof.spent >= most) return
    yield
  }
}
