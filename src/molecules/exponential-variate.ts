// A random number of the exponential distribution of mean 1, −ln u: what Metropolis' rule compares ΔE/T with. Drawing it before
// the energies are known gives a limit at which a move can be given up early, with the same decision as exp(−ΔE/T) > u.
// Own logarithm, of sums and products only, so that the same decisions are made everywhere.
import type { Random } from '../math/random.js'

const LN_2 = Math.LN2

/** −ln of a uniform number of (0, 1]: from 0 to 53·ln 2, about 36.7. */
export function exponentialVariate(random: Random): number {
  return minusLogarithm(1 - random.unit())
}

/**
 * −ln u for 0 < u ≤ 1. u = m·2^−e with m in (√½, √2]; ln m = 2·(s + s³/3 + s⁵/5 + …) with s = (m − 1)/(m + 1), |s| ≤ 0.1716:
 * the first term left out, s²³/23·2, is below 2^-60 of the first. Absolute error below 4 u of the result or of 1, which no
 * decision feels but in 1 of 10¹⁵ draws; it is the same decision on every machine.
 */
export function minusLogarithm(u: number): number {
  let m = u
  let e = 0
  // One halving on average.
  while (m <= Math.SQRT1_2) {
    m *= 2
    e++
  }
  const s = (m - 1) / (m + 1)
  const q = s * s
  let sum = 1 / 21
  for (let k = 19; k >= 1; k -= 2) sum = sum * q + 1 / k
  return e * LN_2 - 2 * s * sum
}
