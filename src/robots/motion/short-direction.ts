// A direction as two 16-bit numbers, as proofs have it: on the octahedron |x| + |y| + |z| = 1, its lower half folded over the upper one.

/** Steps from the middle to a corner of the octahedron. */
export const SHORT_STEPS = 32767

/** The two whole numbers of (x, y, z), which may have any length but zero, to out[0] and out[1]. */
export function shortDirection(out: Float64Array, x: number, y: number, z: number): void {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z)
  let u = x / sum
  let v = y / sum
  if (z < 0) {
    const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
    v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
    u = folded
  }
  out[0] = Math.round(u * SHORT_STEPS)
  out[1] = Math.round(v * SHORT_STEPS)
}
