// What the volumes' verbs add for rounding: names, units, reasons. u is the unit roundoff. All of the verbs keep one promise:
// what is inside a volume in exact arithmetic on its numbers is inside what they make of it, and "no overlap", "not
// contained" and a lower bound are said only where they hold in exact arithmetic.
import { SMALL_SQUARE, U } from '../base/math/rounding.js'

/**
 * How far a pose's rotation may be from orthonormal, as the largest entry of |RᵀR − I|: what composing a few dozen poses
 * leaves. It changes no length by more than the factor 1 + 1.5·RIGID_ROUNDING, since |RᵀR − I| is at most 3·RIGID_ROUNDING as a norm.
 */
export const RIGID_ROUNDING = 64 * U

/** Relative: 1 + this covers a norm of three rounded differences (5 u), or a few products of it. */
export const NORM_ROUNDING = 16 * U

/** Relative to the sum of the terms' sizes: a sum of up to four rounded products (5 u). */
export const SUM_ROUNDING = 8 * U

/** In units of a new centre's coordinates, summed up: each is rounded once, and room for two more. */
export const CENTRE_ROUNDING = 4 * U

/** Upper bound of |(x, y, z)|. */
export function normUpper(x: number, y: number, z: number): number {
  const sq = x * x + y * y + z * z
  if (sq > SMALL_SQUARE) return Math.sqrt(sq) * (1 + NORM_ROUNDING)
  return (Math.abs(x) + Math.abs(y) + Math.abs(z)) * (1 + NORM_ROUNDING)
}

/** Lower bound of |(x, y, z)|. */
export function normLower(x: number, y: number, z: number): number {
  const sq = x * x + y * y + z * z
  if (sq > SMALL_SQUARE) return Math.sqrt(sq) * (1 - NORM_ROUNDING)
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
}
