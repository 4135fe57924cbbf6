// What the kernels can compute with, in single precision.

/** u: of a sum or a product in a shader, which may be rounded either way. */
export const EPSILON_SINGLE = 2 ** -23

/** Radii and lengths, in the caller's unit: squares of what is smaller or larger leave the range of singles. */
export const LEAST_SIZE = 1e-12
export const MOST_SIZE = 1e15
