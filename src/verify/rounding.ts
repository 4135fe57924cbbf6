// What rounding can do to the verifier's own arithmetic. Its verdicts hold in exact arithmetic on the numbers of the world and of
// the certificate, so every inequality has to hold with this much to spare.
//
// Counted in u = 2^-53, which bounds the relative error of one operation; Math.sin and Math.cos are taken to be good to two units
// in the last place, 4 u. A product of two rotations is off by 3 u·‖A‖·‖B‖ = 9 u at most (Frobenius norms, √3 each).
//
// Places. A body's pose is its parent's times the joint's origin times the joint's motion. The motion's rotation, of sine, cosine
// and products of the axis, has nine entries off by 8 u each, 24 u in all; two products add 18 u and making it orthonormal 9 u:
// 51 u, which a point feels at no more than `big`, a length that no coordinate exceeds. Sums of the translations add 7 u·big a
// product. A pose in the world is made of its ancestors' poses; but whatever these are off by, they are rigid to rounding, and
// the same for both geometries of a pair: only the bodies between the two count, at BODY u·big each. The geometry's own pose
// is another product, 9 + 7; turning a direction into its frame 7 u and the dot products there and back 7 u; for both
// geometries 60 u. POINT has twice that, and covers clearances, frames of groups and norms of directions as well.
//
// Configurations. A joint's number is off by its piece's own rounding (pieces.ts), which a point feels at big for a turn.
//
// Terms with a rate. In F(s) the place is multiplied by |n + s·n × w| ≤ 1 + t, with t the sum of the turns' spreads, speeds times h
// and bends times h²; the axes of the velocities are off as places are, times t; radii and angles in the accelerations by as
// much, times t². In all (1 + t)² times the error of a place.

/** Unit roundoff of a double. */
export const U = 2 ** -53

/** For each body between two geometries, in u of `big`. */
const BODY = 64

/** For the two geometries and their dot products, in u of `big`. */
const POINT = 128

/** Rounds up what a few dozen operations on positive numbers gave. */
export const UP = 1 + 64 * U

/** Everything that rounding can do to a bound of the gap between two geometries, by the above. */
export function gapSlack(
  bodies: number,
  big: number,
  /** Radians and lengths: what the movers between them are off by, those of turns and those of slides. */
  turnError: number,
  slideError: number,
  /** t as above, and the spreads of slides. */
  turned: number,
  slid: number,
): number {
  const place = (POINT + BODY * bodies) * U * big + turnError * big + slideError
  return place * (1 + turned) ** 2 + 16 * U * slid + Number.MIN_VALUE
}

/** How far an axis may be turned from where it is said to be, in radians. */
export function axisError(bodies: number, turnError: number): number {
  return (POINT + BODY * bodies) * U + turnError
}
