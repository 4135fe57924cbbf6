// Axis-aligned boxes: least x, y, z, then greatest x, y, z. Fitting, merging, containing and overlapping only compare, so they
// are exact; a transformed box is rounded outward.
import { normLower, SUM_ROUNDING } from './volume-rounding.js'

/** Numbers in a box. */
export const AABB = 6

/** The smallest box around `count` points, flat xyz. None give an empty box (Infinity, −Infinity), which merges with any. */
export function fitAabb(out: Float64Array, o: number, points: ArrayLike<number>, count: number): void {
  let x0 = Infinity
  let y0 = Infinity
  let z0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  let z1 = -Infinity
  for (let i = 0; i < 3 * count; i += 3) {
    const x = points[i]!
    const y = points[i + 1]!
    const z = points[i + 2]!
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
    if (z < z0) z0 = z
    if (z > z1) z1 = z
  }
  out[o] = x0
  out[o + 1] = y0
  out[o + 2] = z0
  out[o + 3] = x1
  out[o + 4] = y1
  out[o + 5] = z1
}

/** The smallest box around two. The output may be one of them. */
export function mergeAabb(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  for (let k = 0; k < 3; k++) {
    const low = a[i + k]!
    const high = a[i + k + 3]!
    out[o + k] = b[j + k]! < low ? b[j + k]! : low
    out[o + k + 3] = b[j + k + 3]! > high ? b[j + k + 3]! : high
  }
}

/** A box around the box a[i..] moved by the pose x[p..]. It need not be orthonormal. */
export function transformAabb(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  x: ArrayLike<number>,
  p: number,
): void {
  for (let row = 0; row < 3; row++) {
    const t = x[p + 4 * row + 3]!
    let low = t
    let high = t
    let size = Math.abs(t)
    for (let k = 0; k < 3; k++) {
      const r = x[p + 4 * row + k]!
      const u = r * a[i + k]!
      const v = r * a[i + k + 3]!
      low += u < v ? u : v
      high += u < v ? v : u
      size += Math.max(Math.abs(u), Math.abs(v))
    }
    out[o + row] = low - SUM_ROUNDING * size
    out[o + row + 3] = high + SUM_ROUNDING * size
  }
}

/** Exact. */
export function aabbContains(a: Float64Array, i: number, point: ArrayLike<number>, j: number): boolean {
  for (let k = 0; k < 3; k++) {
    const x = point[j + k]!
    if (x < a[i + k]! || x > a[i + k + 3]!) return false
  }
  return true
}

/** Exact; boxes that touch overlap. */
export function aabbsOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i]! <= b[j + 3]! &&
    b[j]! <= a[i + 3]! &&
    a[i + 1]! <= b[j + 4]! &&
    b[j + 1]! <= a[i + 4]! &&
    a[i + 2]! <= b[j + 5]! &&
    b[j + 2]! <= a[i + 5]!
  )
}

/** A lower bound of the boxes' distance: the distance itself, rounded down; 0 where they overlap. */
export function aabbsLower(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = Math.max(0, a[i]! - b[j + 3]!, b[j]! - a[i + 3]!)
  const y = Math.max(0, a[i + 1]! - b[j + 4]!, b[j + 1]! - a[i + 4]!)
  const z = Math.max(0, a[i + 2]! - b[j + 5]!, b[j + 2]! - a[i + 5]!)
  // A difference is rounded by u of itself, which the norm's share covers; without a norm it must be taken off here.
  return normLower(x, y, z) * (1 - SUM_ROUNDING)
}
