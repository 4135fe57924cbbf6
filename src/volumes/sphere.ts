// Bounding spheres: x, y, z, radius.
import { SMALL_SQUARE } from '../base/math/rounding.js'
import { NORM_ROUNDING, normLower, normUpper, RIGID_ROUNDING, SUM_ROUNDING } from './volume-rounding.js'

/** Numbers in a sphere. */
export const SPHERE = 4

/** Most steps of the walk that looks for the centre, and what it may cost in points visited. */
const WALK_STEPS = 64
const WALK_VISITS = 4096

/**
 * A sphere around `count` points (one or more), flat xyz. Bădoiu and Clarkson's walk towards the farthest point, from the
 * middle of the box, the best step kept: within a few percent of the smallest one, and never too small.
 */
export function fitSphere(out: Float64Array, o: number, points: ArrayLike<number>, count: number): void {
  const n = 3 * count
  let cx = middle(points, n, 0)
  let cy = middle(points, n, 1)
  let cz = middle(points, n, 2)
  let bestSq = Infinity
  const steps = Math.max(3, Math.min(WALK_STEPS, Math.trunc(WALK_VISITS / count)))
  for (let step = 1; step <= steps; step++) {
    let farSq = -1
    let far = 0
    for (let i = 0; i < n; i += 3) {
      const dx = points[i]! - cx
      const dy = points[i + 1]! - cy
      const dz = points[i + 2]! - cz
      const sq = dx * dx + dy * dy + dz * dz
      if (sq > farSq) {
        farSq = sq
        far = i
      }
    }
    if (farSq < bestSq) {
      bestSq = farSq
      out[o] = cx
      out[o + 1] = cy
      out[o + 2] = cz
    }
    cx += (points[far]! - cx) / (step + 1)
    cy += (points[far + 1]! - cy) / (step + 1)
    cz += (points[far + 2]! - cz) / (step + 1)
  }
  if (bestSq > SMALL_SQUARE) {
    out[o + 3] = Math.sqrt(bestSq) * (1 + NORM_ROUNDING)
    return
  }
  let radius = 0
  for (let i = 0; i < n; i += 3) {
    const r = normUpper(points[i]! - out[o]!, points[i + 1]! - out[o + 1]!, points[i + 2]! - out[o + 2]!)
    radius = Math.max(radius, r * (1 + NORM_ROUNDING))
  }
  out[o + 3] = radius
}

function middle(points: ArrayLike<number>, n: number, k: number): number {
  let low = Infinity
  let high = -Infinity
  for (let i = k; i < n; i += 3) {
    if (points[i]! < low) low = points[i]!
    if (points[i]! > high) high = points[i]!
  }
  return low / 2 + high / 2
}

/** The smallest sphere around two, rounded outward: one of them where it contains the other. The output may be one of them. */
export function mergeSphere(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const ax = a[i]!
  const ay = a[i + 1]!
  const az = a[i + 2]!
  const ar = a[i + 3]!
  const bx = b[j]!
  const by = b[j + 1]!
  const bz = b[j + 2]!
  const br = b[j + 3]!
  const apart = normUpper(bx - ax, by - ay, bz - az) * (1 + NORM_ROUNDING)
  const aHasB = apart === 0 ? br <= ar : apart + br * (1 + SUM_ROUNDING) <= ar
  const bHasA = apart === 0 ? ar <= br : apart + ar * (1 + SUM_ROUNDING) <= br
  if (aHasB || bHasA) {
    out[o] = aHasB ? ax : bx
    out[o + 1] = aHasB ? ay : by
    out[o + 2] = aHasB ? az : bz
    out[o + 3] = aHasB ? ar : br
    return
  }
  // The centre lies between the two, `share` of the way; whatever rounding makes of it, both are measured from there.
  const share = apart > 0 ? Math.min(1, Math.max(0, 0.5 + (br - ar) / (2 * apart))) : 0
  const x = ax + (bx - ax) * share
  const y = ay + (by - ay) * share
  const z = az + (bz - az) * share
  const toA = normUpper(ax - x, ay - y, az - z) + ar
  const toB = normUpper(bx - x, by - y, bz - z) + br
  out[o] = x
  out[o + 1] = y
  out[o + 2] = z
  out[o + 3] = Math.max(toA, toB) * (1 + NORM_ROUNDING)
}

/** A sphere around the sphere a[i..] moved by the rigid pose x[p..]. */
export function transformSphere(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  x: ArrayLike<number>,
  p: number,
): void {
  const cx = a[i]!
  const cy = a[i + 1]!
  const cz = a[i + 2]!
  let size = Math.abs(cx) + Math.abs(cy) + Math.abs(cz)
  for (let row = 0; row < 3; row++) {
    const at = p + 4 * row
    out[o + row] = x[at]! * cx + x[at + 1]! * cy + x[at + 2]! * cz + x[at + 3]!
    size += Math.abs(x[at + 3]!)
  }
  // Each of the three coordinates is off by SUM_ROUNDING of at most |c|₁ + |t|: 1.75 times that as a norm.
  out[o + 3] = a[i + 3]! * (1 + 2 * RIGID_ROUNDING) + 2 * SUM_ROUNDING * size
}

/** False only for a point that is outside. */
export function sphereContains(a: Float64Array, i: number, point: ArrayLike<number>, j: number): boolean {
  const apart = normLower(point[j]! - a[i]!, point[j + 1]! - a[i + 1]!, point[j + 2]! - a[i + 2]!)
  return apart * (1 - NORM_ROUNDING) <= a[i + 3]!
}

/** False only where the spheres have no point in common. */
export function spheresOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return spheresLower(a, i, b, j) === 0
}

/** A lower bound of the spheres' distance; 0 where they overlap. */
export function spheresLower(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const apart = normLower(b[j]! - a[i]!, b[j + 1]! - a[i + 1]!, b[j + 2]! - a[i + 2]!)
  const gap = apart * (1 - NORM_ROUNDING) - (a[i + 3]! + b[j + 3]!) * (1 + SUM_ROUNDING)
  return gap > 0 ? gap * (1 - SUM_ROUNDING) : 0
}
