// Do two triangles have a common point? Decided in exact arithmetic on the numbers given, for what compareTriangles leaves
// open. Correct for all input: coplanar, touching, collinear, triangles that are segments or points, the same triangle twice.
//
// Coordinates become whole numbers of any length, in units of the smallest power of two among them: some ten microseconds.
// Where the placed triangle is exact in doubles (whole and half coordinates, quarter turns: the ties that people build),
// robust-predicates has the signs of all determinants in one or two.

import { orient2d, orient3d } from '../../base/math/orient.js'
import { SPLITTER } from '../../base/math/rounding.js'
import { cross, dot, isZero, type P, segmentsTouch, sub, WholeTriangles } from './triangle-integers.js'
import { coplanarTouch, crossingTouch, SignTable } from './triangle-signs.js'

/** Numbers between which no step of the predicates under- or overflows. In the caller's unit of length. */
const LEAST = 1e-60
const MOST = 1e60

const signs = new SignTable()
const whole = new WholeTriangles()
/** B in A's frame, where that is exact. */
const placed = new Float64Array(9)
/** Both, seen along an axis: two numbers a vertex. */
const flat = new Float64Array(12)

/**
 * Do the triangle a[i..i+8] and the triangle b[j..j+8], placed by the pose x[p..p+11] (3×4, row-major), have a common point?
 * R·v + t is not rounded, and R need not be a rotation. All numbers must be finite.
 */
export function trianglesTouchExactly(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  x: Float64Array,
  p: number,
): boolean {
  if (inRange(a, i, 9) && placeExactly(b, j, x, p)) {
    const axis = widestAxis(a, i)
    // Triangles without area are left to the integers.
    if (axis >= 0 && widestAxis(placed, 0) >= 0) return touchInDoubles(a, i, axis)
  }
  whole.set(a, i, b, j, x, p)
  return touchInIntegers(whole.a, whole.b)
}

// In doubles.

function inRange(v: Float64Array, i: number, count: number): boolean {
  for (let k = i; k < i + count; k++) {
    const size = Math.abs(v[k]!)
    if (!(size === 0 || (size >= LEAST && size <= MOST))) return false
  }
  return true
}

/** B's vertices in A's frame, to `placed`; false if any of it had to be rounded. */
function placeExactly(b: Float64Array, j: number, x: Float64Array, p: number): boolean {
  if (!inRange(b, j, 9) || !inRange(x, p, 12)) return false
  for (let k = 0; k < 9; k += 3) {
    for (let row = 0; row < 3; row++) {
      let sum = x[p + 4 * row + 3]!
      for (let c = 0; c < 3; c++) {
        const r = x[p + 4 * row + c]!
        if (r === 0) continue
        const v = b[j + k + c]!
        const term = r * v
        if (r !== 1 && r !== -1 && !isProduct(term, r, v)) return false
        const next = sum + term
        // What the sum has lost.
        const z = next - sum
        if (sum - (next - z) + (term - z) !== 0) return false
        sum = next
      }
      placed[k + row] = sum
    }
  }
  return inRange(placed, 0, 9)
}

/** Is term = r·v without rounding? Both are split in halves whose products are exact (Dekker 1971). */
function isProduct(term: number, r: number, v: number): boolean {
  const r1 = SPLITTER * r - (SPLITTER * r - r)
  const r2 = r - r1
  const v1 = SPLITTER * v - (SPLITTER * v - v)
  const v2 = v - v1
  return r2 * v2 - (term - r1 * v1 - r2 * v1 - r1 * v2) === 0
}

/** The axis along which a triangle does not look like a line; -1 if it has no area. */
function widestAxis(t: Float64Array, i: number): number {
  for (let axis = 0; axis < 3; axis++) {
    const u = i + ((axis + 1) % 3)
    const v = i + ((axis + 2) % 3)
    if (orient2d(t[u]!, t[v]!, t[u + 3]!, t[v + 3]!, t[u + 6]!, t[v + 6]!) !== 0) return axis
  }
  return -1
}

function touchInDoubles(a: Float64Array, i: number, axis: number): boolean {
  const { overA, overB, edges } = signs
  for (let k = 0; k < 3; k++) overB[k] = Math.sign(orient(placed, 0, placed, 3, placed, 6, a, i + 3 * k))
  if (signs.allAbove(overB)) return false
  for (let k = 0; k < 3; k++) overA[k] = Math.sign(orient(a, i, a, i + 3, a, i + 6, placed, 3 * k))
  if (signs.allAbove(overA)) return false
  if (signs.allOn(overB)) {
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 2; c++) {
        const from = 3 * k + ((axis + 1 + c) % 3)
        flat[2 * k + c] = a[i + from]!
        flat[6 + 2 * k + c] = placed[from]!
      }
    }
    return coplanarTouch(flatSign)
  }
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) {
      edges[3 * k + l] = Math.sign(
        orient(a, i + 3 * k, a, i + 3 * ((k + 1) % 3), placed, 3 * l, placed, 3 * ((l + 1) % 3)),
      )
    }
  }
  return crossingTouch(signs)
}

function orient(
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  r: Float64Array,
  k: number,
  s: Float64Array,
  l: number,
): number {
  return orient3d(
    p[i]!,
    p[i + 1]!,
    p[i + 2]!,
    q[j]!,
    q[j + 1]!,
    q[j + 2]!,
    r[k]!,
    r[k + 1]!,
    r[k + 2]!,
    s[l]!,
    s[l + 1]!,
    s[l + 2]!,
  )
}

function flatSign(p: number, q: number, r: number): number {
  return Math.sign(
    orient2d(flat[2 * p]!, flat[2 * p + 1]!, flat[2 * q]!, flat[2 * q + 1]!, flat[2 * r]!, flat[2 * r + 1]!),
  )
}

// In integers.

function touchInIntegers(a: readonly P[], b: readonly P[]): boolean {
  const edgesA = [sub(a[1]!, a[0]!), sub(a[2]!, a[1]!), sub(a[0]!, a[2]!)]
  const edgesB = [sub(b[1]!, b[0]!), sub(b[2]!, b[1]!), sub(b[0]!, b[2]!)]
  const m = cross(edgesA[0]!, edgesA[1]!)
  const n = cross(edgesB[0]!, edgesB[1]!)
  const flatA = isZero(m)
  const flatB = isZero(n)
  if (flatA && flatB) return segmentsTouch(a, b)
  const { overA, overB, edges } = signs
  for (let k = 0; k < 3; k++) overB[k] = sign(dot(n, sub(a[k]!, b[0]!)))
  if (signs.allAbove(overB)) return false
  for (let k = 0; k < 3; k++) overA[k] = sign(dot(m, sub(b[k]!, a[0]!)))
  if (signs.allAbove(overA)) return false
  if ((!flatB && signs.allOn(overB)) || (!flatA && signs.allOn(overA))) {
    const normal = flatA ? n : m
    const axis = normal.findIndex((c) => c !== 0n)
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2]
    const all = [...a, ...b]
    return coplanarTouch((p, q, r) => {
      const [o, d, e] = [all[p]!, all[q]!, all[r]!]
      return sign((d[u] - o[u]) * (e[v] - o[v]) - (d[v] - o[v]) * (e[u] - o[u]))
    })
  }
  // Sides of edges on each other, from their Plücker coordinates.
  const momentsA = a.map((p, k) => cross(p, a[(k + 1) % 3]!))
  const momentsB = b.map((p, k) => cross(p, b[(k + 1) % 3]!))
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) {
      edges[3 * k + l] = sign(dot(edgesA[k]!, momentsB[l]!) + dot(edgesB[l]!, momentsA[k]!))
    }
  }
  return crossingTouch(signs)
}

function sign(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0
}
