// The box of a node from the boxes of its two children: the merge rules, one of which a tree is built with.
//
// Given X_LR (the right child's box in the left one's frame) and both half extents, a rule writes to `m`
//   m.axes   0: the left child's axes, 1: the right child's, 2: axes of its own
//   m.q      for 2: X_LP's rotation, row-major 3×4 with the centre as translation
//   m.centre the new centre in the frame whose axes were taken (left's frame for 0 and 2, right's for 1)
//   m.half   the new half extents, before they are padded for rounding
// What a rule chooses never affects whether a box contains its contents, only how tight it is.
import { orthonormalise } from '../math/pose.js'
import { symmetricEigenvectors } from '../math/symmetric-eigen.js'

export type MergeRule = 'better-child' | 'covariance' | 'cab'

export class Merged {
  axes: 0 | 1 | 2 = 0
  readonly q = new Float64Array(12)
  readonly centre = new Float64Array(3)
  readonly half = new Float64Array(3)
}

/**
 * The axes of whichever child gives the smaller box. One child's axes are then exactly its parent's, so that every
 * second descent needs no rotation, and no axes are ever computed.
 */
export function mergeBetterChild(
  m: Merged,
  x: Float64Array,
  halfL: Float64Array,
  l: number,
  halfR: Float64Array,
  r: number,
): void {
  const l0 = halfL[l]!
  const l1 = halfL[l + 1]!
  const l2 = halfL[l + 2]!
  const r0 = halfR[r]!
  const r1 = halfR[r + 1]!
  const r2 = halfR[r + 2]!
  const x00 = x[0]!
  const x01 = x[1]!
  const x02 = x[2]!
  const t0 = x[3]!
  const x10 = x[4]!
  const x11 = x[5]!
  const x12 = x[6]!
  const t1 = x[7]!
  const x20 = x[8]!
  const x21 = x[9]!
  const x22 = x[10]!
  const t2 = x[11]!
  const q00 = Math.abs(x00)
  const q01 = Math.abs(x01)
  const q02 = Math.abs(x02)
  const q10 = Math.abs(x10)
  const q11 = Math.abs(x11)
  const q12 = Math.abs(x12)
  const q20 = Math.abs(x20)
  const q21 = Math.abs(x21)
  const q22 = Math.abs(x22)
  // In the left child's axes: the left box is ±l about 0, the right one ±e about t.
  const e0 = q00 * r0 + q01 * r1 + q02 * r2
  const e1 = q10 * r0 + q11 * r1 + q12 * r2
  const e2 = q20 * r0 + q21 * r1 + q22 * r2
  const lo0 = Math.min(-l0, t0 - e0)
  const lo1 = Math.min(-l1, t1 - e1)
  const lo2 = Math.min(-l2, t2 - e2)
  const hi0 = Math.max(l0, t0 + e0)
  const hi1 = Math.max(l1, t1 + e1)
  const hi2 = Math.max(l2, t2 + e2)
  // In the right child's axes: the right box is ±r about 0, the left one ±f about s = −Rᵀt.
  const s0 = -(x00 * t0 + x10 * t1 + x20 * t2)
  const s1 = -(x01 * t0 + x11 * t1 + x21 * t2)
  const s2 = -(x02 * t0 + x12 * t1 + x22 * t2)
  const f0 = q00 * l0 + q10 * l1 + q20 * l2
  const f1 = q01 * l0 + q11 * l1 + q21 * l2
  const f2 = q02 * l0 + q12 * l1 + q22 * l2
  const lo3 = Math.min(-r0, s0 - f0)
  const lo4 = Math.min(-r1, s1 - f1)
  const lo5 = Math.min(-r2, s2 - f2)
  const hi3 = Math.max(r0, s0 + f0)
  const hi4 = Math.max(r1, s1 + f1)
  const hi5 = Math.max(r2, s2 + f2)
  const a0 = hi0 - lo0
  const a1 = hi1 - lo1
  const a2 = hi2 - lo2
  const b0 = hi3 - lo3
  const b1 = hi4 - lo4
  const b2 = hi5 - lo5
  const { centre, half } = m
  if (a0 * a1 * a2 <= b0 * b1 * b2) {
    m.axes = 0
    centre[0] = (lo0 + hi0) * 0.5
    centre[1] = (lo1 + hi1) * 0.5
    centre[2] = (lo2 + hi2) * 0.5
    half[0] = a0 * 0.5
    half[1] = a1 * 0.5
    half[2] = a2 * 0.5
  } else {
    m.axes = 1
    centre[0] = (lo3 + hi3) * 0.5
    centre[1] = (lo4 + hi4) * 0.5
    centre[2] = (lo5 + hi5) * 0.5
    half[0] = b0 * 0.5
    half[1] = b1 * 0.5
    half[2] = b2 * 0.5
  }
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
  const { q, centre, half } = m
  m.axes = 2
  // Axes that were computed may be off by many units in the last place (CAB's where its two directions are nearly
  // parallel, a quotient of small numbers); the slack of a node counts on orthonormal ones.
  orthonormalise(q, 0)
  centre.fill(0)
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
    centre[0] = centre[0]! + c * a0
    centre[1] = centre[1]! + c * a1
    centre[2] = centre[2]! + c * a2
  }
  q[3] = centre[0]!
  q[7] = centre[1]!
  q[11] = centre[2]!
}
