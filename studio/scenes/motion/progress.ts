// How much of a path is proved, as the timeline shows it: by short parts of the path, which share of the pairs is still open there.
import type { SegmentCheck } from '../../../src/entries/robots.js'
import { alongPath } from './path.js'

/** Parts of a timeline. */
export const BINS = 480

/** Bytes by part: 0 where all pairs are proved, 255 where none is. */
export function openShares(checks: readonly SegmentCheck[], breaks: readonly number[], pairs: number): Uint8Array {
  const open = new Int32Array(BINS + 1)
  checks.forEach((check, segment) => {
    for (const { from, to } of check.left()) {
      // A part counts as open where any of it is.
      const first = Math.floor(BINS * alongPath(breaks, { segment, at: from }) + 1e-9)
      const last = Math.ceil(BINS * alongPath(breaks, { segment, at: to }) - 1e-9)
      open[first]!++
      open[Math.min(BINS, last)]!--
    }
  })
  const out = new Uint8Array(BINS)
  let sum = 0
  for (let i = 0; i < BINS; i++) {
    sum += open[i]!
    // One of many is seen all the same.
    if (sum > 0) out[i] = Math.max(8, Math.min(255, Math.round((255 * sum) / Math.max(1, pairs))))
  }
  return out
}
