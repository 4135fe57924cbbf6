// What the kernels can compute with, in single precision.

/** u: of a sum or a product in a shader, which may be rounded either way. */
export const EPSILON_SINGLE = 2 ** -23

/** Radii and lengths, in the caller's unit: squares of what is smaller or larger leave the range of singles. */
export const LEAST_SIZE = 1e-12
export const MOST_SIZE = 1e15

/** Why the processor answered, in words that several questions have. */
export const TOO_FAR = 'the distance is too large for single precision'
export const CHANGED = 'the world was changed meanwhile'
