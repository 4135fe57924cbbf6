// k-DOPs: k numbers, the supports of what is inside along the set's k directions (volumes/kdop-directions.ts), in pairs: slab h
// is −d[2h + 1] ≤ D_h·p ≤ d[2h]. All are upper bounds, so merging is a maximum and realigning looks the same for both.
// (The paper keeps direction i + k/2 opposite to i; its −d_{i+k/2} is our −d[2h + 1].)
//
// Supports along the coordinate axes are exact; the others are rounded up. So overlapping needs no slack: two numbers are added,
// and the sign of a rounded sum is that of the sum.
import { U } from '../base/math/rounding.js'
import { type DopSize, decompose, directionSet } from './kdop-directions.js'
import { normLower, SUM_ROUNDING } from './volume-rounding.js'

/** A sum of three products with a direction's entries: two of them rounded, two sums; in units of the terms' sizes. */
const PROJECTION_ROUNDING = 4 * U

/**
 * Rounding of a transformed volume, in units of its largest support or |t|. A turned direction v, |v| ≤ 1.91, is off by 6 u a
 * coordinate, and taken apart by 128 u·|v|: together 250 u, times |p|₁ ≤ 1.74·1.74 times the largest support. The sums add
 * 6 u of at most 8 times the size.
 */
const TRANSFORM_ROUNDING = 1024 * U

const weights = new Float64Array(3)
const indices = new Int32Array(3)
const reach = new Float64Array(3)

/** Supports of `count` points (one or more), flat xyz, along each direction of the set of k. */
export function fitKdop(out: Float64Array, o: number, points: ArrayLike<number>, count: number, k: DopSize): void {
  fitSupports(out, o, points, count, directionSet(k).vectors)
}

/** The same for any directions, three numbers each, in opposite pairs. */
export function fitSupports(
  out: Float64Array,
  o: number,
  points: ArrayLike<number>,
  count: number,
  vectors: Float64Array,
): void {
  reach.fill(0)
  for (let i = 0; i < 3 * count; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const size = Math.abs(points[i + axis]!)
      if (size > reach[axis]!) reach[axis] = size
    }
  }
  for (let d = 0; d < vectors.length; d += 6) {
    const dx = vectors[d]!
    const dy = vectors[d + 1]!
    const dz = vectors[d + 2]!
    let high = -Infinity
    let low = Infinity
    for (let i = 0; i < 3 * count; i += 3) {
      const at = dx * points[i]! + dy * points[i + 1]! + dz * points[i + 2]!
      if (at > high) high = at
      if (at < low) low = at
    }
    const slack = isAxis(dx, dy, dz)
      ? 0
      : PROJECTION_ROUNDING * (Math.abs(dx) * reach[0]! + Math.abs(dy) * reach[1]! + Math.abs(dz) * reach[2]!)
    out[o + d / 3] = high + slack
    out[o + d / 3 + 1] = slack - low
  }
}

/** A coordinate axis: nothing is rounded along it. */
function isAxis(x: number, y: number, z: number): boolean {
  return Math.abs(x) + Math.abs(y) + Math.abs(z) === 1
}

/** The smallest volume around two: exact. The output may be one of them. `k`: how many supports there are. */
export function mergeKdop(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  k: number,
): void {
  for (let d = 0; d < k; d++) {
    const s = a[i + d]!
    const t = b[j + d]!
    out[o + d] = s > t ? s : t
  }
}

/**
 * A volume around the volume a[i..] moved by the pose x[p..], which need not be orthonormal: each turned direction is a sum of
 * three of the set's (the approximation method over all directions, as in meshes/kdop/kdop-realignment.ts, which does this
 * for many volumes at once).
 */
export function transformKdop(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  x: ArrayLike<number>,
  p: number,
  k: DopSize,
): void {
  const set = directionSet(k)
  let size = Math.abs(x[p + 3]!) + Math.abs(x[p + 7]!) + Math.abs(x[p + 11]!)
  for (let d = 0; d < k; d++) size = Math.max(size, Math.abs(a[i + d]!))
  const slack = TRANSFORM_ROUNDING * size
  for (let d = 0; d < k; d += 2) {
    const dx = set.vectors[3 * d]!
    const dy = set.vectors[3 * d + 1]!
    const dz = set.vectors[3 * d + 2]!
    decompose(
      weights,
      indices,
      0,
      set,
      dx * x[p]! + dy * x[p + 4]! + dz * x[p + 8]!,
      dx * x[p + 1]! + dy * x[p + 5]! + dz * x[p + 9]!,
      dx * x[p + 2]! + dy * x[p + 6]! + dz * x[p + 10]!,
    )
    const shift = dx * x[p + 3]! + dy * x[p + 7]! + dz * x[p + 11]!
    let high = slack + shift
    let low = slack - shift
    for (let m = 0; m < 3; m++) {
      high += weights[m]! * a[i + indices[m]!]!
      low += weights[m]! * a[i + (indices[m]! ^ 1)]!
    }
    out[o + d] = high
    out[o + d + 1] = low
  }
}

/** False only for a point that is outside. */
export function kdopContains(a: Float64Array, i: number, point: ArrayLike<number>, j: number, k: DopSize): boolean {
  const { vectors } = directionSet(k)
  const x = point[j]!
  const y = point[j + 1]!
  const z = point[j + 2]!
  for (let d = 0; d < k; d += 2) {
    const px = vectors[3 * d]! * x
    const py = vectors[3 * d + 1]! * y
    const pz = vectors[3 * d + 2]! * z
    const at = px + py + pz
    const slack = isAxis(vectors[3 * d]!, vectors[3 * d + 1]!, vectors[3 * d + 2]!)
      ? 0
      : SUM_ROUNDING * (Math.abs(px) + Math.abs(py) + Math.abs(pz))
    if (at - slack > a[i + d]! || -at - slack > a[i + d + 1]!) return false
  }
  return true
}

/** Exact; volumes that touch overlap. (Supports that no point attains may overlap where the polytopes do not.) */
export function kdopsOverlap(a: Float64Array, i: number, b: Float64Array, j: number, k: DopSize): boolean {
  for (let d = 0; d < k; d += 2) {
    if (a[i + d]! + b[j + d + 1]! < 0 || a[i + d + 1]! + b[j + d]! < 0) return false
  }
  return true
}

/**
 * A lower bound of the volumes' distance; 0 where they overlap in every slab. Gaps at right angles to each other add up as a
 * vector: whatever lies between the two has each of them as a component.
 */
export function kdopsLower(a: Float64Array, i: number, b: Float64Array, j: number, k: DopSize): number {
  const set = directionSet(k)
  let best = 0
  for (let h = 0; h < k / 2; h++) best = Math.max(best, gapOf(a, i, b, j, h) * set.inverseLengths[h]!)
  if (best === 0) return 0
  const { orthogonal, inverseLengths } = set
  for (let g = 0; g < orthogonal.length; g += 3) {
    const h0 = orthogonal[g]!
    const h1 = orthogonal[g + 1]!
    const h2 = orthogonal[g + 2]!
    const x = gapOf(a, i, b, j, h0) * inverseLengths[h0]!
    const y = gapOf(a, i, b, j, h1) * inverseLengths[h1]!
    const z = h2 < 0 ? 0 : gapOf(a, i, b, j, h2) * inverseLengths[h2]!
    best = Math.max(best, normLower(x, y, z))
  }
  // A gap and its product are rounded: 2 u.
  return best * (1 - SUM_ROUNDING)
}

/** How far apart two volumes' slabs h are, in units of their direction's length; 0 where they overlap. */
function gapOf(a: Float64Array, i: number, b: Float64Array, j: number, h: number): number {
  return Math.max(0, -(a[i + 2 * h]! + b[j + 2 * h + 1]!), -(a[i + 2 * h + 1]! + b[j + 2 * h]!))
}
