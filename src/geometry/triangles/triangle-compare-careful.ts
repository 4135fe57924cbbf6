// The rest of compareTriangles: pairs with a vertex in, or nearly in, the other's plane. Separating directions of every
// kind for APART, an edge that certainly passes through a face for TOUCHING. Half a microsecond.
import { U } from '../../base/math/rounding.js'
import { distanceTriangleTriangle } from './distance-triangle-triangle.js'

/** Verdicts of compareTriangles. */
export const UNSURE = 0
export const APART = 1
export const TOUCHING = 2

/** Room for underflow, in squared and cubed units of length: triangle-compare.ts says why that much. */
export const TINY_SQ = 1e-250
export const TINY_CUBE = 1e-300

/** The triangles relative to A's first vertex, A's nine numbers and B's. */
const y = new Float64Array(18)
/** Edges of both, the same way, each from its vertex to the next. */
const edge = new Float64Array(18)
/** A direction. */
const w = new Float64Array(3)
const witness = new Float64Array(6)
/** Signs of determinants: vertices of A over B's plane, of B over A's, and the nine pairs of edges. 0 is uncertain. */
const sides = new Int8Array(15)

/** Like compareTriangles; `size` is the sum of the coordinates relative to A's first vertex. */
export function compareTrianglesCarefully(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  slack: number,
  size: number,
): number {
  for (let k = 0; k < 9; k++) {
    y[k] = a[i + k]! - a[i + (k % 3)]!
    y[k + 9] = b[j + k]! - a[i + (k % 3)]!
  }
  for (let k = 0; k < 9; k++) {
    const next = k < 6 ? k + 3 : k - 6
    edge[k] = a[i + next]! - a[i + k]!
    edge[k + 9] = b[j + next]! - b[j + k]!
  }
  // How far apart the vertices must be along a direction whose largest component is 1, at most √3 long: each moves by
  // slack, and its projection is off by 4.01 u of the sum of its coordinates.
  const margin = 2 * Math.sqrt(3) * slack + 10 * U * size + TINY_CUBE
  if (distanceTriangleTriangle(witness, a, i, b, j) > 2 * slack) {
    for (let k = 0; k < 3; k++) w[k] = witness[k + 3]! - witness[k]!
    if (separates(margin)) return APART
    if (separatedByEdges(margin)) return APART
    return UNSURE
  }
  if (!(16 * slack <= size)) return UNSURE
  // As in triangle-compare.ts, here for differences of coordinates that are differences themselves: three times off by 3 u·S.
  const certain = size * size * (7 * slack + 16 * U * size) + TINY_CUBE
  return pierced(certain) ? TOUCHING : UNSURE
}

/** Cross products of an edge of each; and in the plane of either triangle, at right angles to its edges. */
function separatedByEdges(margin: number): boolean {
  for (let k = 0; k < 9; k += 3) {
    for (let l = 9; l < 18; l += 3) {
      cross(edge, k, edge, l)
      if (separates(margin)) return true
    }
  }
  for (let k = 0; k < 18; k += 3) {
    const first = k < 9 ? 0 : 9
    cross(edge, first, edge, first + 3)
    if (!normalise()) continue
    cross(w, 0, edge, k)
    if (separates(margin)) return true
  }
  return false
}

/** w ← p × q. */
function cross(p: Float64Array, i: number, q: Float64Array, j: number): void {
  const px = p[i]!
  const py = p[i + 1]!
  const pz = p[i + 2]!
  w[0] = py * q[j + 2]! - pz * q[j + 1]!
  w[1] = pz * q[j]! - px * q[j + 2]!
  w[2] = px * q[j + 1]! - py * q[j]!
}

/** Scales w so that its largest component is 1, and nothing underflows that matters; false if it is zero. */
function normalise(): boolean {
  const largest = Math.max(Math.abs(w[0]!), Math.abs(w[1]!), Math.abs(w[2]!))
  if (!(largest > 1e-300)) return false
  w[0]! /= largest
  w[1]! /= largest
  w[2]! /= largest
  return true
}

/** Is there a gap wider than the margin along w, either way? */
function separates(margin: number): boolean {
  if (!normalise()) return false
  const wx = w[0]!
  const wy = w[1]!
  const wz = w[2]!
  let minA = Infinity
  let maxA = -Infinity
  let minB = Infinity
  let maxB = -Infinity
  for (let k = 0; k < 9; k += 3) {
    const h = wx * y[k]! + wy * y[k + 1]! + wz * y[k + 2]!
    const g = wx * y[k + 9]! + wy * y[k + 10]! + wz * y[k + 11]!
    minA = Math.min(minA, h)
    maxA = Math.max(maxA, h)
    minB = Math.min(minB, g)
    maxB = Math.max(maxB, g)
  }
  return minB - maxA > margin || minA - maxB > margin
}

/** Does an edge of one pass through the inside of the other, all five determinants that say so being certain? */
function pierced(certain: number): boolean {
  for (let k = 0; k < 3; k++) {
    sides[k] = sign(volume(9, 12, 15, 3 * k), certain)
    sides[k + 3] = sign(volume(0, 3, 6, 9 + 3 * k), certain)
    for (let l = 0; l < 3; l++) {
      sides[6 + 3 * k + l] = sign(volume(3 * k, (3 * k + 3) % 9, 9 + 3 * l, 9 + ((3 * l + 3) % 9)), certain)
    }
  }
  for (let k = 0; k < 3; k++) {
    const next = (k + 1) % 3
    if (sides[k]! * sides[next]! < 0 && Math.abs(sides[6 + 3 * k]! + sides[7 + 3 * k]! + sides[8 + 3 * k]!) === 3)
      return true
    if (sides[3 + k]! * sides[3 + next]! < 0 && Math.abs(sides[6 + k]! + sides[9 + k]! + sides[12 + k]!) === 3)
      return true
  }
  return false
}

function sign(x: number, certain: number): number {
  return x > certain ? 1 : x < -certain ? -1 : 0
}

/** The determinant of the differences of three vertices from the first. */
function volume(p: number, q: number, u: number, v: number): number {
  const dx = y[q]! - y[p]!
  const dy = y[q + 1]! - y[p + 1]!
  const dz = y[q + 2]! - y[p + 2]!
  const ex = y[u]! - y[p]!
  const ey = y[u + 1]! - y[p + 1]!
  const ez = y[u + 2]! - y[p + 2]!
  const fx = y[v]! - y[p]!
  const fy = y[v + 1]! - y[p + 1]!
  const fz = y[v + 2]! - y[p + 2]!
  return dx * (ey * fz - ez * fy) + dy * (ez * fx - ex * fz) + dz * (ex * fy - ey * fx)
}
