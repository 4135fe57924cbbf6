// The box of a node from the boxes of its two children, along axes that are computed: two merge rules for comparison. (The default
// rule, which takes one child's axes, is in chain-refit-better.ts.)
//
// Given X_LR (the right child's box in the left one's frame) and both half extents, a rule writes to `m` the pose of the new box in
// the left child's frame, and its half extents before they are padded for rounding. What a rule chooses never affects whether
// a box contains its contents, only how tight it is.
import { orthonormalise } from '../math/pose.js'
import { symmetricEigenvectors } from '../math/symmetric-eigen.js'

export type MergeRule = 'better-child' | 'covariance' | 'cab'

export class Merged {
  /** X_LP: axes as columns, centre as translation. */
  readonly q = new Float64Array(12)
  readonly half = new Float64Array(3)
}

/**
 * Axes from the covariance of the sixteen corners of both boxes, as in the paper's PQP boxes. The corners of a box
 * ±h about c contribute 8·(c·cᵀ + Σ h_k² a_k·a_kᵀ) to the second moment, so no corner is ever formed.
 */
export function mergeCovariance(
  m: Merged,
  x: Float64Array,
  halfL: Float64Array,
  l: number,
  halfR: Float64Array,
  r: number,
): void {
  const moment = (i: number, j: number): number => {
    // About the mean at t/2: each box's centre is ±t/2 from it.
    let sum = (x[4 * i + 3]! * x[4 * j + 3]!) / 2
    if (i === j) sum += halfL[l + i]! ** 2
    for (let k = 0; k < 3; k++) sum += x[4 * i + k]! * x[4 * j + k]! * halfR[r + k]! ** 2
    return sum
  }
  symmetricEigenvectors(m.q, 0, moment(0, 0), moment(1, 1), moment(2, 2), moment(0, 1), moment(0, 2), moment(1, 2))
  extentsAlongAxes(m, x, halfL, l, halfR, r)
}

/**
 * The CAB axes (cab-2004): the longest of the children's major half axes and of their
 * difference, and the normal of their plane. `u` and `v` point away from the joint that links the children; in box
 * frames the joint is at In_R's origin, given in the left frame by `joint`.
 */
export function mergeCab(
  m: Merged,
  x: Float64Array,
  halfL: Float64Array,
  l: number,
  halfR: Float64Array,
  r: number,
  joint: Float64Array,
): void {
  const i = majorAxis(halfL, l)
  const j = majorAxis(halfR, r)
  const m1 = halfL[l + i]!
  const m2 = halfR[r + j]!
  // The left box's centre is the origin; the right one's is t.
  const u = -joint[i]! >= 0 ? 1 : -1
  let v0 = x[j]!
  let v1 = x[4 + j]!
  let v2 = x[8 + j]!
  if (v0 * (x[3]! - joint[0]!) + v1 * (x[7]! - joint[1]!) + v2 * (x[11]! - joint[2]!) < 0) {
    v0 = -v0
    v1 = -v1
    v2 = -v2
  }
  unit.fill(0)
  unit[i] = u
  const dot = unit[0]! * v0 + unit[1]! * v1 + unit[2]! * v2
  if (Math.abs(dot) > 1 - 1e-5) {
    // Parallel: all axes of the child with the larger second extent (the sign of the product must not matter).
    if (secondExtent(halfL, l) >= secondExtent(halfR, r)) {
      m.q.fill(0)
      m.q[0] = m.q[5] = m.q[10] = 1
    } else {
      m.q.set(x.subarray(0, 12))
    }
    extentsAlongAxes(m, x, halfL, l, halfR, r)
    return
  }
  let a0 = m1 * unit[0]!
  let a1 = m1 * unit[1]!
  let a2 = m1 * unit[2]!
  let longest = m1
  const e0 = a0 - m2 * v0
  const e1 = a1 - m2 * v1
  const e2 = a2 - m2 * v2
  if (m2 > longest) {
    longest = m2
    a0 = m2 * v0
    a1 = m2 * v1
    a2 = m2 * v2
  }
  const e = Math.hypot(e0, e1, e2)
  if (e > longest) {
    longest = e
    a0 = e0
    a1 = e1
    a2 = e2
  }
  a0 /= longest
  a1 /= longest
  a2 /= longest
  let n0 = unit[1]! * v2 - unit[2]! * v1
  let n1 = unit[2]! * v0 - unit[0]! * v2
  let n2 = unit[0]! * v1 - unit[1]! * v0
  const n = Math.hypot(n0, n1, n2)
  n0 /= n
  n1 /= n
  n2 /= n
  const q = m.q
  q[0] = a0
  q[4] = a1
  q[8] = a2
  q[1] = n0
  q[5] = n1
  q[9] = n2
  q[2] = a1 * n2 - a2 * n1
  q[6] = a2 * n0 - a0 * n2
  q[10] = a0 * n1 - a1 * n0
  extentsAlongAxes(m, x, halfL, l, halfR, r)
}

const unit = new Float64Array(3)

function majorAxis(half: Float64Array, h: number): 0 | 1 | 2 {
  const a = half[h]!
  const b = half[h + 1]!
  const c = half[h + 2]!
  if (a >= b && a >= c) return 0
  return b >= c ? 1 : 2
}

function secondExtent(half: Float64Array, h: number): number {
  const a = half[h]!
  const b = half[h + 1]!
  const c = half[h + 2]!
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/** Fits both boxes along the axes (columns) of m.q, in the left child's frame. */
function extentsAlongAxes(
  m: Merged,
  x: Float64Array,
  halfL: Float64Array,
  l: number,
  halfR: Float64Array,
  r: number,
): void {
  const { q, half } = m
  // Axes that were computed may be off by many units in the last place (CAB's where its two directions are nearly
  // parallel, a quotient of small numbers); the slack of a node counts on orthonormal ones.
  orthonormalise(q, 0)
  let c0 = 0
  let c1 = 0
  let c2 = 0
  for (let k = 0; k < 3; k++) {
    const a0 = q[k]!
    const a1 = q[4 + k]!
    const a2 = q[8 + k]!
    const el = Math.abs(a0) * halfL[l]! + Math.abs(a1) * halfL[l + 1]! + Math.abs(a2) * halfL[l + 2]!
    const er =
      Math.abs(a0 * x[0]! + a1 * x[4]! + a2 * x[8]!) * halfR[r]! +
      Math.abs(a0 * x[1]! + a1 * x[5]! + a2 * x[9]!) * halfR[r + 1]! +
      Math.abs(a0 * x[2]! + a1 * x[6]! + a2 * x[10]!) * halfR[r + 2]!
    const s = a0 * x[3]! + a1 * x[7]! + a2 * x[11]!
    const lo = Math.min(-el, s - er)
    const hi = Math.max(el, s + er)
    half[k] = (hi - lo) * 0.5
    const c = (lo + hi) * 0.5
    c0 += c * a0
    c1 += c * a1
    c2 += c * a2
  }
  q[3] = c0
  q[7] = c1
  q[11] = c2
}
