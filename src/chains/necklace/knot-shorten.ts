// A closed curve with fewer corners, tied in the same knot: a corner is left out wherever nothing passes through the triangle that it
// makes with the two beside it, which is Reidemeister's elementary move (Koniaris and Muthukumar 1991 for polymers). Only what is
// clear in doubles is left out; what is not stays, and costs time later, never the answer.
import { U } from '../../base/math/rounding.js'

/**
 * The volume of three differences of coordinates is a sum of six products: each is off by 3 u for the differences, 2 u for the
 * products and 5 u for the sums, of at most size³. 64 u is above all of it.
 */
const VOLUME_ROUNDING = 64 * U

/** x, y, z of the corners that are left, three at least. */
export function shortenCurve(curve: Float64Array): Float64Array {
  let size = 0
  for (let k = 3; k < curve.length; k++) size = Math.max(size, Math.abs(curve[k]! - curve[k % 3]!))
  const slack = VOLUME_ROUNDING * (2 * size) ** 3
  const corners = Array.from({ length: curve.length / 3 }, (_, i) => 3 * i)
  for (let changed = true; changed && corners.length > 3; ) {
    changed = false
    for (let i = 0; i < corners.length && corners.length > 3; i++) {
      if (!isClear(curve, corners, i, slack)) continue
      corners.splice(i, 1)
      changed = true
    }
  }
  return Float64Array.from({ length: 3 * corners.length }, (_, k) => curve[corners[Math.trunc(k / 3)]! + (k % 3)]!)
}

/** True only where no other strand meets the triangle of corner i and the two beside it, but in its own ends. */
function isClear(curve: Float64Array, corners: readonly number[], i: number, slack: number): boolean {
  const n = corners.length
  const p = corners[(i + n - 1) % n]!
  const q = corners[i]!
  const r = corners[(i + 1) % n]!
  // A strand that begins in a corner of the triangle meets it elsewhere only if it lies in its plane.
  if (Math.abs(volume(curve, p, q, r, corners[(i + n - 2) % n]!)) <= slack) return false
  if (Math.abs(volume(curve, p, q, r, corners[(i + 2) % n]!)) <= slack) return false
  for (let k = 2; k < n - 2; k++) {
    const a = corners[(i + k) % n]!
    const b = corners[(i + k + 1) % n]!
    if (!boxesApart(curve, p, q, r, a, b) && !misses(curve, p, q, r, a, b, slack)) return false
  }
  return true
}

function boxesApart(x: Float64Array, p: number, q: number, r: number, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.max(x[p + k]!, x[q + k]!, x[r + k]!) < Math.min(x[a + k]!, x[b + k]!)) return true
    if (Math.max(x[a + k]!, x[b + k]!) < Math.min(x[p + k]!, x[q + k]!, x[r + k]!)) return true
  }
  return false
}

/** Whether a and b are on one side of the plane, or their line passes on different sides of two edges. */
function misses(x: Float64Array, p: number, q: number, r: number, a: number, b: number, slack: number): boolean {
  const da = volume(x, p, q, r, a)
  const db = volume(x, p, q, r, b)
  if ((da > slack && db > slack) || (da < -slack && db < -slack)) return true
  const u = volume(x, a, b, p, q)
  const v = volume(x, a, b, q, r)
  const w = volume(x, a, b, r, p)
  return (u > slack || v > slack || w > slack) && (u < -slack || v < -slack || w < -slack)
}

/** Six times the volume of a tetrahedron. */
function volume(x: Float64Array, p: number, q: number, r: number, s: number): number {
  const ax = x[q]! - x[p]!
  const ay = x[q + 1]! - x[p + 1]!
  const az = x[q + 2]! - x[p + 2]!
  const bx = x[r]! - x[p]!
  const by = x[r + 1]! - x[p + 1]!
  const bz = x[r + 2]! - x[p + 2]!
  const cx = x[s]! - x[p]!
  const cy = x[s + 1]! - x[p + 1]!
  const cz = x[s + 2]! - x[p + 2]!
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}
