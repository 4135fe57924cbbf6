// Bounds on rounding and limits on input that several rooms share, with unit and reason; all others are beside the code that they
// are about, with their derivation. Bounds on rounding are counted in u, the unit roundoff of a double.

/** Unit roundoff of a double: one operation's relative error is at most this. */
export const U = 2 ** -53

/**
 * How far |RᵀR − I| of a caller's rotation matrix (or the norm of a quaternion from 1) may be before it is
 * refused as no rotation. No unit. Files that print six or seven digits pass; a scaled or sheared one does not.
 */
export const ROTATION_INPUT_TOLERANCE = 1e-5

/** Rounding of positions carried along a chain, a link and unit of length; derived in docs/spec.md, "Rounding". */
export const CHAIN_ROUNDING = 256 * U

/**
 * Rounding of a search below one pair of boxes, in units of (|t| + both radii): every descent is one product, in error by
 * at most 12 u of that size (9 for the rotation, 3 for the translation), there are at most 2·20 of them for a million
 * links, and the box and ball tests at the end add 16 u each. 1024 u leaves room for four times as many.
 */
export const SEARCH_ROUNDING = 1024 * U

/**
 * Rounding of a pair of links that is measured again from careful poses (chains/chain/chain-careful.ts), in units of the links'
 * sizes and their distance: three products of rotations, a root and a few sums.
 */
export const CAREFUL_ROUNDING = 64 * U

/**
 * Added to the slack of every search, in the caller's unit: squares of lengths below 1e-154 are no longer exact to
 * rounding, and next to this they need not be.
 */
export const TINY_LENGTH = 1e-140

/** Squares below this have lost digits to underflow: nothing is decided by them. In the caller's unit, squared. */
export const SMALL_SQUARE = 1e-280

/** Numbers below this may have lost digits to underflow, in whatever unit. */
export const UNDERFLOW = 1e-300

/** 2²⁷ + 1: cuts a double into halves whose products are exact (Dekker 1971). */
export const SPLITTER = 2 ** 27 + 1

/**
 * Smallest radius or size, in the caller's unit, and smallest extent of the points of a hull or a mesh that are not all at one
 * place: below it, products of two of them lose their digits. Together with MAX_COORDINATE the stated range of sizes: within it
 * answers do not depend on the unit ([scales] of docs/spec.md), outside it input is refused by name. Slacks are relative, except
 * TINY_LENGTH.
 */
export const MIN_SIZE = 1e-100

/**
 * Error of a distance of two shapes (shapes/shape-distance.ts), in units of how far the shapes reach from their frames'
 * origins plus |t| of the pose between them. GJK stops at a fifth of it; poses and closed forms need some tens of u.
 */
export const SHAPE_DISTANCE_ERROR = 1e-12

/**
 * Largest coordinate, length or radius, in the caller's unit. Distances multiply four of them: beyond this, answers would
 * overflow into nonsense, so it is refused.
 */
export const MAX_COORDINATE = 1e60

/** The next number or so: for "above the cutoff" where nothing better is known. */
export function justAbove(cutoff: number): number {
  return cutoff + Math.max(2 * U * Math.abs(cutoff), Number.MIN_VALUE)
}

/** Relative rounding of sums of some dozen products, upwards. */
export const ROUND_UP = 1 + 2 ** -46
