// Turns as quaternions x, y, z, w.
export type Turn = readonly [number, number, number, number]

/** By an angle about an axis of any length but 0. */
export function turnAbout(axis: readonly number[], angle: number): Turn {
  const s = Math.sin(angle / 2) / Math.hypot(...axis)
  return [s * axis[0]!, s * axis[1]!, s * axis[2]!, Math.cos(angle / 2)]
}

/** First q, then p. */
export function bothTurns(p: readonly number[], q: readonly number[]): Turn {
  const [a, b, c, w] = p as unknown as Turn
  const [x, y, z, v] = q as unknown as Turn
  return [
    w * x + a * v + b * z - c * y,
    w * y - a * z + b * v + c * x,
    w * z + a * y - b * x + c * v,
    w * v - a * x - b * y - c * z,
  ]
}

/** Twelve numbers, row by row; the quaternion may be of any length but 0. */
export function poseOf(at: readonly number[], turn: readonly number[]): Float64Array {
  const length = Math.hypot(...turn)
  const [x, y, z, w] = turn.map((v) => v / length) as unknown as Turn
  // biome-ignore format: a matrix
  return Float64Array.of(
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), at[0]!,
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), at[1]!,
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), at[2]!,
  )
}

/** As short as a link should have it. */
export function rounded(values: readonly number[]): number[] {
  return values.map((x) => Number(x.toFixed(5)))
}
