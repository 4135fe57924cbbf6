// A box around two boxes in one common frame (world-obb.ts: sixteen numbers each), by one of four rules that differ in the
// axes they choose. The rule is shared by bodies (chains/cab-*.ts) and chains (chains/chain-merge.ts).
//
// better-child: the axes of whichever child gives the smaller box. cab (cab-2004, section 3.2.1): the longest of the children's
// major half axes, pointing away from their joint, and of the difference of the two; the normal of their plane; and what is
// at right angles to both. As printed, a straight chain would divide by zero: its axes point away from the joint, so their
// product is −1, and the paper asks whether it is near 1. Here its magnitude is asked. cab-gs: where the two major axes are
// nearly parallel the plane's normal is arbitrary; a minor axis of a child is taken instead, made orthogonal to the
// major one. covariance: that of the sixteen corners (OBBTree, 1996), of which none is formed.
//
// What a rule chooses never affects whether a box contains its contents, only how tight it is.
import { TINY_LENGTH, U } from '../math/rounding.js'
import { covarianceAxes } from './merge-obb-covariance.js'
import { AXES_ERROR } from './world-obb.js'

/**
 * What a merged box's half extents are grown by, in units of the children's half extents and the distance of their centres,
 * summed up (S). A point p has the coordinates A⁻¹(p − C) in the box; Aᵀ(p − C) is measured, which differs by at most
 * 2·AXES_ERROR·|p − C|, and |p − C| ≤ 2·S. Projections, extents and the centre's offset cost 32 u of S.
 */
const MERGE_ROUNDING = 5 * AXES_ERROR

/** The same in units of the new centre's coordinates, summed up: each is rounded once. */
const CENTRE_ROUNDING = 4 * U

/** Major axes are parallel beyond this: the cosine of a quarter of a degree, as printed in the paper. */
const PARALLEL = 1 - 1e-5

/** cab-gs takes a child's minor axis beyond this: the cosine of 18 degrees. */
const NEARLY_PARALLEL = 0.95

/** The boxes at l and r, in the axes of one of them, to o. */
export function mergeBetterChild(box: Float64Array, o: number, l: number, r: number): void {
  const l00 = box[l]!
  const l01 = box[l + 1]!
  const l02 = box[l + 2]!
  const l10 = box[l + 4]!
  const l11 = box[l + 5]!
  const l12 = box[l + 6]!
  const l20 = box[l + 8]!
  const l21 = box[l + 9]!
  const l22 = box[l + 10]!
  const r00 = box[r]!
  const r01 = box[r + 1]!
  const r02 = box[r + 2]!
  const r10 = box[r + 4]!
  const r11 = box[r + 5]!
  const r12 = box[r + 6]!
  const r20 = box[r + 8]!
  const r21 = box[r + 9]!
  const r22 = box[r + 10]!
  const d0 = box[r + 3]! - box[l + 3]!
  const d1 = box[r + 7]! - box[l + 7]!
  const d2 = box[r + 11]! - box[l + 11]!
  const a0 = box[l + 12]!
  const a1 = box[l + 13]!
  const a2 = box[l + 14]!
  const b0 = box[r + 12]!
  const b1 = box[r + 13]!
  const b2 = box[r + 14]!
  const q00 = Math.abs(l00 * r00 + l10 * r10 + l20 * r20)
  const q01 = Math.abs(l00 * r01 + l10 * r11 + l20 * r21)
  const q02 = Math.abs(l00 * r02 + l10 * r12 + l20 * r22)
  const q10 = Math.abs(l01 * r00 + l11 * r10 + l21 * r20)
  const q11 = Math.abs(l01 * r01 + l11 * r11 + l21 * r21)
  const q12 = Math.abs(l01 * r02 + l11 * r12 + l21 * r22)
  const q20 = Math.abs(l02 * r00 + l12 * r10 + l22 * r20)
  const q21 = Math.abs(l02 * r01 + l12 * r11 + l22 * r21)
  const q22 = Math.abs(l02 * r02 + l12 * r12 + l22 * r22)
  // In the left child's axes, from its centre: the left box is ±a, the right one ±e about t.
  const t0 = l00 * d0 + l10 * d1 + l20 * d2
  const t1 = l01 * d0 + l11 * d1 + l21 * d2
  const t2 = l02 * d0 + l12 * d1 + l22 * d2
  const e0 = q00 * b0 + q01 * b1 + q02 * b2
  const e1 = q10 * b0 + q11 * b1 + q12 * b2
  const e2 = q20 * b0 + q21 * b1 + q22 * b2
  let lo0 = Math.min(-a0, t0 - e0)
  let lo1 = Math.min(-a1, t1 - e1)
  let lo2 = Math.min(-a2, t2 - e2)
  let hi0 = Math.max(a0, t0 + e0)
  let hi1 = Math.max(a1, t1 + e1)
  let hi2 = Math.max(a2, t2 + e2)
  // In the right child's axes, from its centre: the right box is ±b, the left one ±f about −s.
  const s0 = r00 * d0 + r10 * d1 + r20 * d2
  const s1 = r01 * d0 + r11 * d1 + r21 * d2
  const s2 = r02 * d0 + r12 * d1 + r22 * d2
  const f0 = q00 * a0 + q10 * a1 + q20 * a2
  const f1 = q01 * a0 + q11 * a1 + q21 * a2
  const f2 = q02 * a0 + q12 * a1 + q22 * a2
  const m0 = Math.min(-b0, -s0 - f0)
  const m1 = Math.min(-b1, -s1 - f1)
  const m2 = Math.min(-b2, -s2 - f2)
  const n0 = Math.max(b0, f0 - s0)
  const n1 = Math.max(b1, f1 - s1)
  const n2 = Math.max(b2, f2 - s2)
  const size = box[l + 15]! + box[r + 15]! + (Math.abs(d0) + Math.abs(d1) + Math.abs(d2))
  let c0: number
  let c1: number
  let c2: number
  if ((hi0 - lo0) * (hi1 - lo1) * (hi2 - lo2) <= (n0 - m0) * (n1 - m1) * (n2 - m2)) {
    box[o] = l00
    box[o + 1] = l01
    box[o + 2] = l02
    box[o + 4] = l10
    box[o + 5] = l11
    box[o + 6] = l12
    box[o + 8] = l20
    box[o + 9] = l21
    box[o + 10] = l22
    const u = (lo0 + hi0) * 0.5
    const v = (lo1 + hi1) * 0.5
    const w = (lo2 + hi2) * 0.5
    c0 = box[l + 3]! + (l00 * u + l01 * v + l02 * w)
    c1 = box[l + 7]! + (l10 * u + l11 * v + l12 * w)
    c2 = box[l + 11]! + (l20 * u + l21 * v + l22 * w)
  } else {
    box[o] = r00
    box[o + 1] = r01
    box[o + 2] = r02
    box[o + 4] = r10
    box[o + 5] = r11
    box[o + 6] = r12
    box[o + 8] = r20
    box[o + 9] = r21
    box[o + 10] = r22
    const u = (m0 + n0) * 0.5
    const v = (m1 + n1) * 0.5
    const w = (m2 + n2) * 0.5
    c0 = box[r + 3]! + (r00 * u + r01 * v + r02 * w)
    c1 = box[r + 7]! + (r10 * u + r11 * v + r12 * w)
    c2 = box[r + 11]! + (r20 * u + r21 * v + r22 * w)
    lo0 = m0
    lo1 = m1
    lo2 = m2
    hi0 = n0
    hi1 = n1
    hi2 = n2
  }
  box[o + 3] = c0
  box[o + 7] = c1
  box[o + 11] = c2
  const pad = MERGE_ROUNDING * size + CENTRE_ROUNDING * (Math.abs(c0) + Math.abs(c1) + Math.abs(c2)) + TINY_LENGTH
  const h0 = (hi0 - lo0) * 0.5 + pad
  const h1 = (hi1 - lo1) * 0.5 + pad
  const h2 = (hi2 - lo2) * 0.5 + pad
  box[o + 12] = h0
  box[o + 13] = h1
  box[o + 14] = h2
  box[o + 15] = h0 + h1 + h2
}

/** The boxes at l and r along CAB's axes, to o. Their bodies are joined at pivot[p..p+2]; `nearly`: cab-gs. */
export function mergeCab(
  box: Float64Array,
  o: number,
  l: number,
  r: number,
  pivot: Float64Array,
  p: number,
  nearly: boolean,
): void {
  cabAxes(box, o, l, r, pivot, p, nearly)
  fitAlong(box, o, l, r)
}

/** CAB's axes of the boxes at l and r, to the rotation at o. */
function cabAxes(
  box: Float64Array,
  o: number,
  l: number,
  r: number,
  pivot: Float64Array,
  p: number,
  nearly: boolean,
): void {
  const l0 = box[l + 12]!
  const l1 = box[l + 13]!
  const l2 = box[l + 14]!
  const r0 = box[r + 12]!
  const r1 = box[r + 13]!
  const r2 = box[r + 14]!
  const i = l0 >= l1 && l0 >= l2 ? 0 : l1 >= l2 ? 1 : 2
  const j = r0 >= r1 && r0 >= r2 ? 0 : r1 >= r2 ? 1 : 2
  const u0 = box[l + i]!
  const u1 = box[l + 4 + i]!
  const u2 = box[l + 8 + i]!
  const v0 = box[r + j]!
  const v1 = box[r + 4 + j]!
  const v2 = box[r + 8 + j]!
  const p0 = pivot[p]!
  const p1 = pivot[p + 1]!
  const p2 = pivot[p + 2]!
  const du = u0 * (box[l + 3]! - p0) + u1 * (box[l + 7]! - p1) + u2 * (box[l + 11]! - p2)
  const dv = v0 * (box[r + 3]! - p0) + v1 * (box[r + 7]! - p1) + v2 * (box[r + 11]! - p2)
  const m1 = box[l + 12 + i]!
  const m2 = box[r + 12 + j]!
  const dot = Math.abs(u0 * v0 + u1 * v1 + u2 * v2)
  // The second axis is n made orthogonal to the first: the plane's normal, or a minor axis.
  let n0 = u1 * v2 - u2 * v1
  let n1 = u2 * v0 - u0 * v2
  let n2 = u0 * v1 - u1 * v0
  // Two boxes of no extent have no major axis either.
  if (dot > (nearly ? NEARLY_PARALLEL : PARALLEL) || !(m1 + m2 > 0)) {
    const i2 = second(l0, l1, l2, i)
    const j2 = second(r0, r1, r2, j)
    const left = box[l + 12 + i2]! >= box[r + 12 + j2]!
    const from = left ? l : r
    if (!nearly || !(m1 + m2 > 0)) {
      box[o] = box[from]!
      box[o + 1] = box[from + 1]!
      box[o + 2] = box[from + 2]!
      box[o + 4] = box[from + 4]!
      box[o + 5] = box[from + 5]!
      box[o + 6] = box[from + 6]!
      box[o + 8] = box[from + 8]!
      box[o + 9] = box[from + 9]!
      box[o + 10] = box[from + 10]!
      return
    }
    const k = from + (left ? i2 : j2)
    n0 = box[k]!
    n1 = box[k + 4]!
    n2 = box[k + 8]!
  }
  let a0 = u0
  let a1 = u1
  let a2 = u2
  // Both are to point away from the joint: if only one does, the sum is what the difference would be with the other turned.
  const w = du < 0 === dv < 0 ? m2 : -m2
  const e0 = m1 * u0 - w * v0
  const e1 = m1 * u1 - w * v1
  const e2 = m1 * u2 - w * v2
  const e = Math.sqrt(e0 * e0 + e1 * e1 + e2 * e2)
  if (e > m1 && e > m2) {
    const scale = 1 / e
    a0 = e0 * scale
    a1 = e1 * scale
    a2 = e2 * scale
  } else if (m2 > m1) {
    a0 = v0
    a1 = v1
    a2 = v2
  }
  // The first axis lies in the plane of u and v, so there is next to nothing to take off a normal, but its digits are few where
  // u and v are nearly parallel; a minor axis is at least 70 degrees from it. What is left is orthogonal to 8 u.
  const off = n0 * a0 + n1 * a1 + n2 * a2
  n0 -= off * a0
  n1 -= off * a1
  n2 -= off * a2
  const n = 1 / Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2)
  n0 *= n
  n1 *= n
  n2 *= n
  box[o] = a0
  box[o + 4] = a1
  box[o + 8] = a2
  box[o + 1] = n0
  box[o + 5] = n1
  box[o + 9] = n2
  box[o + 2] = a1 * n2 - a2 * n1
  box[o + 6] = a2 * n0 - a0 * n2
  box[o + 10] = a0 * n1 - a1 * n0
}

/** Which of three extents is the second largest, the largest being the one at `first`. */
function second(h0: number, h1: number, h2: number, first: number): number {
  if (first === 0) return h1 >= h2 ? 1 : 2
  if (first === 1) return h0 >= h2 ? 0 : 2
  return h0 >= h1 ? 0 : 1
}

/** The boxes at l and r along the axes of the covariance of their corners, to o. */
export function mergeCovariance(box: Float64Array, o: number, l: number, r: number): void {
  covarianceAxes(box, o, l, r)
  fitAlong(box, o, l, r)
}

/** Centre and half extents of the box at o, whose axes are there, around those at l and r. */
function fitAlong(box: Float64Array, o: number, l: number, r: number): void {
  const l00 = box[l]!
  const l01 = box[l + 1]!
  const l02 = box[l + 2]!
  const l10 = box[l + 4]!
  const l11 = box[l + 5]!
  const l12 = box[l + 6]!
  const l20 = box[l + 8]!
  const l21 = box[l + 9]!
  const l22 = box[l + 10]!
  const r00 = box[r]!
  const r01 = box[r + 1]!
  const r02 = box[r + 2]!
  const r10 = box[r + 4]!
  const r11 = box[r + 5]!
  const r12 = box[r + 6]!
  const r20 = box[r + 8]!
  const r21 = box[r + 9]!
  const r22 = box[r + 10]!
  const g0 = box[l + 12]!
  const g1 = box[l + 13]!
  const g2 = box[l + 14]!
  const h0 = box[r + 12]!
  const h1 = box[r + 13]!
  const h2 = box[r + 14]!
  const x = box[l + 3]!
  const y = box[l + 7]!
  const z = box[l + 11]!
  const d0 = box[r + 3]! - x
  const d1 = box[r + 7]! - y
  const d2 = box[r + 11]! - z
  const a00 = box[o]!
  const a10 = box[o + 4]!
  const a20 = box[o + 8]!
  const e0 =
    Math.abs(a00 * l00 + a10 * l10 + a20 * l20) * g0 +
    Math.abs(a00 * l01 + a10 * l11 + a20 * l21) * g1 +
    Math.abs(a00 * l02 + a10 * l12 + a20 * l22) * g2
  const f0 =
    Math.abs(a00 * r00 + a10 * r10 + a20 * r20) * h0 +
    Math.abs(a00 * r01 + a10 * r11 + a20 * r21) * h1 +
    Math.abs(a00 * r02 + a10 * r12 + a20 * r22) * h2
  const s0 = a00 * d0 + a10 * d1 + a20 * d2
  const lo0 = Math.min(-e0, s0 - f0)
  const hi0 = Math.max(e0, s0 + f0)
  const m0 = (lo0 + hi0) * 0.5
  const a01 = box[o + 1]!
  const a11 = box[o + 5]!
  const a21 = box[o + 9]!
  const e1 =
    Math.abs(a01 * l00 + a11 * l10 + a21 * l20) * g0 +
    Math.abs(a01 * l01 + a11 * l11 + a21 * l21) * g1 +
    Math.abs(a01 * l02 + a11 * l12 + a21 * l22) * g2
  const f1 =
    Math.abs(a01 * r00 + a11 * r10 + a21 * r20) * h0 +
    Math.abs(a01 * r01 + a11 * r11 + a21 * r21) * h1 +
    Math.abs(a01 * r02 + a11 * r12 + a21 * r22) * h2
  const s1 = a01 * d0 + a11 * d1 + a21 * d2
  const lo1 = Math.min(-e1, s1 - f1)
  const hi1 = Math.max(e1, s1 + f1)
  const m1 = (lo1 + hi1) * 0.5
  const a02 = box[o + 2]!
  const a12 = box[o + 6]!
  const a22 = box[o + 10]!
  const e2 =
    Math.abs(a02 * l00 + a12 * l10 + a22 * l20) * g0 +
    Math.abs(a02 * l01 + a12 * l11 + a22 * l21) * g1 +
    Math.abs(a02 * l02 + a12 * l12 + a22 * l22) * g2
  const f2 =
    Math.abs(a02 * r00 + a12 * r10 + a22 * r20) * h0 +
    Math.abs(a02 * r01 + a12 * r11 + a22 * r21) * h1 +
    Math.abs(a02 * r02 + a12 * r12 + a22 * r22) * h2
  const s2 = a02 * d0 + a12 * d1 + a22 * d2
  const lo2 = Math.min(-e2, s2 - f2)
  const hi2 = Math.max(e2, s2 + f2)
  const m2 = (lo2 + hi2) * 0.5
  const c0 = x + (m0 * a00 + m1 * a01 + m2 * a02)
  const c1 = y + (m0 * a10 + m1 * a11 + m2 * a12)
  const c2 = z + (m0 * a20 + m1 * a21 + m2 * a22)
  box[o + 3] = c0
  box[o + 7] = c1
  box[o + 11] = c2
  const size = box[l + 15]! + box[r + 15]! + (Math.abs(d0) + Math.abs(d1) + Math.abs(d2))
  const pad = MERGE_ROUNDING * size + CENTRE_ROUNDING * (Math.abs(c0) + Math.abs(c1) + Math.abs(c2)) + TINY_LENGTH
  const half0 = (hi0 - lo0) * 0.5 + pad
  const half1 = (hi1 - lo1) * 0.5 + pad
  const half2 = (hi2 - lo2) * 0.5 + pad
  box[o + 12] = half0
  box[o + 13] = half1
  box[o + 14] = half2
  box[o + 15] = half0 + half1 + half2
}
