// Every tolerance of the engine, with its unit and its reason. Bounds on rounding are counted in u, the unit
// roundoff of a double.

/** Unit roundoff of a double: one operation's relative error is at most this. */
export const U = 2 ** -53

/**
 * How far |RᵀR − I| of a caller's rotation matrix (or the norm of a quaternion from 1) may be before it is
 * refused as no rotation. No unit. Files that print six or seven digits pass; a scaled or sheared one does not.
 */
export const ROTATION_INPUT_TOLERANCE = 1e-5

/**
 * Relative rounding of one separating-axis test of two boxes, in units of (|t| + |a| + |b|): each side of a
 * comparison is a sum of at most five products of numbers no larger than those, so 16 u covers both sides.
 */
export const OBB_ROUNDING = 16 * U
