// Poses as the page has them, which does not know the engine: twelve numbers, row-major 3×4.

export const STILL: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** X_AC of X_AB and X_BC. */
export function product(x: ArrayLike<number>, y: ArrayLike<number>): Float64Array {
  const out = new Float64Array(12)
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column++) {
      const sum = x[row]! * y[column]! + x[row + 1]! * y[4 + column]! + x[row + 2]! * y[8 + column]!
      out[row + column] = column === 3 ? sum + x[row + 3]! : sum
    }
  }
  return out
}

/** Where the pose that begins at `o` puts a point. */
export function placedPoint(poses: ArrayLike<number>, o: number, point: ArrayLike<number>): number[] {
  return [o, o + 4, o + 8].map(
    (k) => poses[k]! * point[0]! + poses[k + 1]! * point[1]! + poses[k + 2]! * point[2]! + poses[k + 3]!,
  )
}

/** Of some things, by their numbers among those whose poses begin at `o`. */
export function posesOf(poses: Float32Array, some: readonly number[], o = 0): Float32Array {
  const out = new Float32Array(12 * some.length)
  some.forEach((i, k) => {
    out.set(poses.subarray(o + 12 * i, o + 12 * i + 12), 12 * k)
  })
  return out
}

/** R = Rz(yaw) · Ry(pitch) · Rx(roll). */
export function rollPitchYaw(pose: ArrayLike<number>): [number, number, number] {
  const p = (k: number): number => pose[k]!
  const flat = Math.hypot(p(0), p(4))
  const pitch = Math.atan2(-p(8), flat)
  // Straight up or down, roll and yaw are one turn.
  if (flat < 1e-9) return [0, pitch, Math.atan2(-p(1), p(5))]
  return [Math.atan2(p(9), p(10)), pitch, Math.atan2(p(4), p(0))]
}

/** X, y, z, roll, pitch and yaw as twelve numbers: what `rollPitchYaw` takes apart. */
export function poseFromFields([x, y, z, ...angles]: readonly number[]): number[] {
  const r = rotationBy(angles.map((angle) => [Math.sin(angle), Math.cos(angle)]))
  return [...r.slice(0, 3), x!, ...r.slice(3, 6), y!, ...r.slice(6), z!]
}

/** Sine and cosine of an angle. */
export type Turn = readonly [sine: number, cosine: number]

/** By roll, pitch and yaw: R = Rz(yaw) · Ry(pitch) · Rx(roll). Nine numbers, row-major. */
export function rotationBy(turns: readonly Turn[]): number[] {
  const [[sr, cr], [sp, cp], [sy, cy]] = turns as readonly [Turn, Turn, Turn]
  return [
    ...[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    ...[sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    ...[-sp, cp * sr, cp * cr],
  ]
}

export function translation(at: ArrayLike<number>): Float64Array {
  return Float64Array.of(1, 0, 0, at[0]!, 0, 1, 0, at[1]!, 0, 0, 1, at[2]!)
}
