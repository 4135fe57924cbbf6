// Sampled counts against exact probabilities.
import { expect } from 'vitest'

/**
 * χ² of counts against probabilities as a normal deviate (Wilson and Hilferty, 1931): above 3.1 once in a thousand honest runs.
 * Bins of fewer than ten expected are put together.
 */
export function deviate(counts: ArrayLike<number>, probabilities: ArrayLike<number>): number {
  const total = Array.from(counts).reduce((a, b) => a + b, 0)
  let chi = 0
  let bins = 0
  let rest = { seen: 0, expected: 0 }
  for (let k = 0; k < counts.length; k++) {
    rest = { seen: rest.seen + counts[k]!, expected: rest.expected + total * probabilities[k]! }
    // Where nothing may be, nothing is.
    if (probabilities[k] === 0) expect(counts[k]).toBe(0)
    if (rest.expected < 10) continue
    chi += (rest.seen - rest.expected) ** 2 / rest.expected
    bins++
    rest = { seen: 0, expected: 0 }
  }
  const freedom = bins - 1
  const spread = 2 / (9 * freedom)
  return (Math.cbrt(chi / freedom) - (1 - spread)) / Math.sqrt(spread)
}
