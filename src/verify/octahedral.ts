// Directions in four bytes.

/** Two 16-bit numbers: (x, y) on an octahedron |x| + |y| + |z| = 1 whose lower half is folded outwards. Not of unit length. */
export function octahedral(out: Float64Array, view: DataView, at: number): void {
  const x = view.getInt16(at, true) / 32767
  const y = view.getInt16(at + 2, true) / 32767
  const z = 1 - Math.abs(x) - Math.abs(y)
  out[0] = z < 0 ? (1 - Math.abs(y)) * (x < 0 ? -1 : 1) : x
  out[1] = z < 0 ? (1 - Math.abs(x)) * (y < 0 ? -1 : 1) : y
  out[2] = z
}
