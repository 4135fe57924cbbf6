// What cages add for rounding. u is the unit roundoff, R a cage's radius as its basis gives it, |c| the largest coordinate of
// its centre.
import { U } from '../../base/math/rounding.js'

/**
 * A bead that sticks out by less than this many R is in its cage, and its basis is not wrong: 64 u. Balls that are exactly
 * tangent come out by some u, of the roots and of the centre's own error in units of R; and for the cascade a child cage
 * that is tangent from inside, of radius R/2 or so, must not stick out by what it is itself padded with: 64 u·(R − R/2) less
 * 8 u·(R − R/2) by which its centre may be farther out is more than the CAGE_ROUNDING of a test.
 */
const ESCAPE_OF_RADIUS = 64 * U

/**
 * The same in units of |c|: a rounded centre is off by √3 u of it, and beads that were turned and moved in doubles by some u
 * each. 8 u is both.
 */
const ESCAPE_OF_CENTRE = 8 * U

/**
 * A basis whose farthest bead sticks out by less than this (units as above) is kept, and the radius grows by what it sticks
 * out. Where beads of one ball allow many bases, that of a step before may be one that magnifies rounding, and a rigid motion
 * in doubles must not change it for that. 1e-13 is a tenth of what cages promise; 32 u·|c| are the beads' and the centre's
 * own rounding, four times magnified.
 */
const KEEP_OF_RADIUS = 1e-13
const KEEP_OF_CENTRE = 32 * U

/**
 * Relative to the bound: a cage is inside by so much that none of its beads can come out as sticking out, whatever the
 * rounding of its test (d² is off by 5 u, the bound less r and its square by 3 u): all ways to verify agree to the bit, for
 * lengths whose squares do not underflow.
 */
export const CAGE_ROUNDING = 16 * U

/**
 * A bead that passed its test is within the bound times 1 + 4 u (half of the 8 u above), one whose reach √d² + r was taken within
 * that times 1 + 5 u (2.5 for d, one each for root and sum); two more for the product that adds them.
 */
const OUTWARD = 8 * U

/**
 * Squares of less than 2⁻¹⁰²² have lost digits, at most 2⁻¹⁰⁷⁴ for each of the three: roots of them are off by at most 4e-162,
 * in the caller's unit. Nothing next to a radius of 1e-143 or more.
 */
const UNDERFLOW = 1e-161

/** How far a bead may reach from the centre without being an escape. `ball`: centre and radius of the basis. */
export function reachBound(ball: Float64Array, o: number): number {
  return ball[o + 3]! + (ESCAPE_OF_RADIUS * ball[o + 3]! + ESCAPE_OF_CENTRE * largest(ball, o))
}

/** How far a bead may reach without the basis being another than before. */
export function keepBound(ball: Float64Array, o: number): number {
  return ball[o + 3]! + (KEEP_OF_RADIUS * ball[o + 3]! + KEEP_OF_CENTRE * largest(ball, o))
}

function largest(ball: Float64Array, o: number): number {
  return Math.max(Math.abs(ball[o]!), Math.abs(ball[o + 1]!), Math.abs(ball[o + 2]!))
}

/** The radius that contains, in exact arithmetic, all that is within the bound as computed. */
export function outwardRadius(bound: number): number {
  return bound * (1 + OUTWARD) + UNDERFLOW
}
