// The polynomials of a trajectory, on a clock from 0 to 1: a variable's velocity goes from v to w as v + (w − v)·S(t), where S rises
// from 0 to 1 and has the mean 1/2.
//   S = t             velocities do not jump; the acceleration is w − v
//   S = 3t² − 2t³     accelerations do not jump either: they are 0 at both ends, and (3/2)(w − v) in the middle
// So velocities are always between those of the ends, and the place gained is (v + w)/2. Blends and ramps are the same: in a ramp v
// and w have one direction.
//
// A blend cuts a corner from r before it to r after it at one speed, over directions d and e: with v = 2r·d and w = 2r·e it ends at
// −r·d + r·d + r·e from the corner, as it must. With b(t) = ∫ 2S it is at −r·d + r·(2t − b)·d + r·b·e. Since b ≤ t ≤ 1 the numbers
// 2t − b ≥ b are between 0 and 1: it stays in the triangle of its two ends and the corner, and so within the joints' limits.
import { U } from '../../base/math/rounding.js'
import { restrict } from '../motion/hermite.js'

export type Smoothness = 'acceleration' | 'velocity'

/** The greatest of S'. */
export function steepest(smooth: Smoothness): number {
  return smooth === 'velocity' ? 1 : 1.5
}

/** Coefficients of one variable that starts at p with velocity v and arrives with w. */
export function rampRow(p: number, v: number, w: number, smooth: Smoothness): number[] {
  if (v === 0 && w === 0) return [p]
  if (v === w) return [p, v]
  return smooth === 'velocity' ? [p, v, (w - v) / 2] : [p, v, 0, w - v, (v - w) / 2]
}

/** Of a polynomial's derivative. */
export function derivative(row: readonly number[]): number[] {
  return row.slice(1).map((c, k) => (k + 1) * c)
}

export function valueAt(row: readonly number[], t: number): number {
  return row.reduceRight((value, c) => value * t + c, 0)
}

/**
 * No less than the size of a polynomial of degree four at most anywhere from 0 to 1, and no more than rounding above it for those of
 * this file.
 *
 * On either half it lies between the least and the greatest of its Bernstein coefficients. In units of u, with A the sum of the sizes of
 * the coefficients: to restrict them takes two roundings for each of at most four steps and one for the power of the half, and
 * Bernstein's sums of at most five terms, each a quotient and a product, seven more: 16 of A, and U of the last sum.
 */
export function largestValue(row: readonly number[]): number {
  const sum = row.reduce((size, c) => size + Math.abs(c), 0)
  let most = 0
  for (const half of [0, 1]) {
    for (const b of bernstein(restrict(row, half / 2, (half + 1) / 2))) most = Math.max(most, Math.abs(b))
  }
  return (most + 24 * U * sum) * (1 + 4 * U) + Number.MIN_VALUE
}

/** b_j = Σ_{i ≤ j} C(j, i)/C(n, i)·c_i. */
function bernstein(row: readonly number[]): number[] {
  const n = row.length - 1
  return row.map((_, j) => {
    let sum = 0
    // Both binomials together: each is the one before times (j − i)/(n − i).
    let share = 1
    for (let i = 0; i <= j; i++) {
      sum += share * row[i]!
      share *= (j - i) / (n - i || 1)
    }
    return sum
  })
}
