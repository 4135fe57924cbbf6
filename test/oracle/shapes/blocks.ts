// Meshes of a few blocks.
export interface BlockPoints {
  readonly positions: ArrayLike<number>
  readonly triangles: ArrayLike<number>
}

/** Blocks, each from one corner to the other. */
export function blocks(
  ...corners: readonly (readonly [number, number, number, number, number, number])[]
): BlockPoints {
  const positions: number[] = []
  const triangles: number[] = []
  for (const [x, y, z, u, v, w] of corners) {
    const o = positions.length / 3
    for (let k = 0; k < 8; k++) positions.push(k & 1 ? u : x, k & 2 ? v : y, k & 4 ? w : z)
    for (const [a, b, c, d] of [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ] as const) {
      triangles.push(o + a, o + b, o + c, o + a, o + c, o + d)
    }
  }
  return { positions, triangles }
}
