// A box around two boxes in one common frame (world-obb.ts: sixteen numbers each), by one of five rules that differ in the
// axes they choose. The rule is shared by bodies (robots/cab/cab-*.ts) and chains (chains/chain/chain-merge.ts).
//
// better-child: the axes of whichever child gives the smaller box. cab (cab-2004, section 3.2.1): the longest of the children's
// major half axes, pointing away from their joint, and of the difference of the two; the normal of their plane; and what is
// at right angles to both. As printed, a straight chain would divide by zero: its axes point away from the joint, so their
// product is −1, and the paper asks whether it is near 1. Here its magnitude is asked. cab-gs: where the two major axes are
// nearly parallel the plane's normal is arbitrary; a minor axis of a child is taken instead, made orthogonal to the
// major one. cab-sum: where the difference is the shortest of the three, their sum (the paper's footnote). covariance: that of the sixteen corners (OBBTree, 1996), of which none is formed.
//
// What a rule chooses never affects whether a box contains its contents, only how tight it is.
//
// Extents without a comparison that the processor would have to guess: of two intervals ±e about 0 and ±f about s, with
// low = |e − f − s| and high = |e − f + s|, the hull's half length is (e + f)/2 + (low + high)/4 and its middle s/2 + (low −
// high)/4.

import { TINY_LENGTH } from '../base/math/rounding.js'
import { covarianceAxes } from './merge-obb-covariance.js'
import { CENTRE_ROUNDING } from './volume-rounding.js'
import { AXES_ERROR } from './world-obb.js'

/** How the axes of a parent's box follow from those of its children. */
export type MergeRule = 'cab' | 'cab-gs' | 'cab-sum' | 'better-child' | 'covariance'
/** CAB's own axes, and two variants. */
export type CabRule = 'cab' | 'cab-gs' | 'cab-sum'
export const MERGE_RULES: readonly MergeRule[] = ['cab', 'cab-gs', 'cab-sum', 'better-child', 'covariance']

/**
 * What a merged box's half extents are grown by, in units of the children's half extents and the distance of their centres,
 * summed up (S). A point p has the coordinates A⁻¹(p − C) in the box; Aᵀ(p − C) is measured, which differs by at most
 * 2·AXES_ERROR·|p − C|, and |p − C| ≤ 2·S. Projections, extents and the centre's offset cost 32 u of S.
 */
const MERGE_ROUNDING = 5 * AXES_ERROR

/**
 * The same for CAB's axes, which need not be multiplied with all of the children's: a child's axes are taken to be orthogonal,
 * and so is the normal to u and v. The former costs AXES_ERROR of S along the first axis. The latter, along the second: u × v
 * is rounded by 3 u, so its direction is off by 3 u over its length, which PARALLEL keeps above 1/224, and twice that when the
 * first axis is taken off it: less than AXES_ERROR again. Along the third it is multiplied with that length, and costs 6 u.
 */
const CAB_ROUNDING = MERGE_ROUNDING + AXES_ERROR

/**
 * Offsets of boxes are masked with this in hot functions: then the compiler knows that offset + 15 does not overflow, and leaves
 * out a check for each number that is read. (Not so if the mask is exported.) No memory holds that many boxes, 64 million.
 */
const OFFSET_MASK = 0x3fff_ffff

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

/** The boxes at leftBox and rightBox along CAB's axes, to toBox. Their bodies are joined at pivot[p..p+2]. */
export function mergeCab(
  box: Float64Array,
  toBox: number,
  leftBox: number,
  rightBox: number,
  pivot: Float64Array,
  p: number,
  rule: CabRule,
): void {
  const nearly = rule === 'cab-gs'
  const o = toBox & OFFSET_MASK
  const l = leftBox & OFFSET_MASK
  const r = rightBox & OFFSET_MASK
  const l0 = box[l + 12]!
  const l1 = box[l + 13]!
  const l2 = box[l + 14]!
  const r0 = box[r + 12]!
  const r1 = box[r + 13]!
  const r2 = box[r + 14]!
  // The major axes u and v, with half extents m and w.
  const i = l0 >= l1 && l0 >= l2 ? 0 : l1 >= l2 ? 1 : 2
  const j = r0 >= r1 && r0 >= r2 ? 0 : r1 >= r2 ? 1 : 2
  const u0 = box[l + i]!
  const u1 = box[l + 4 + i]!
  const u2 = box[l + 8 + i]!
  const m = box[l + 12 + i]!
  const v0 = box[r + j]!
  const v1 = box[r + 4 + j]!
  const v2 = box[r + 8 + j]!
  const w = box[r + 12 + j]!
  const cos = u0 * v0 + u1 * v1 + u2 * v2
  const parallel = Math.abs(cos) > (nearly ? NEARLY_PARALLEL : PARALLEL)
  // Two boxes of no extent have no major axis either.
  if (!(m + w > 0) || (parallel && !nearly)) {
    const k = minorAxis(box, l, r, i, j)
    if (k >= l && k < l + 3) mergeInto(box, o, l, r)
    else mergeInto(box, o, r, l)
    return
  }
  const x = box[l + 3]!
  const y = box[l + 7]!
  const z = box[l + 11]!
  const x1 = box[r + 3]!
  const y1 = box[r + 7]!
  const z1 = box[r + 11]!
  const d0 = x1 - x
  const d1 = y1 - y
  const d2 = z1 - z
  const p0 = pivot[p]!
  const p1 = pivot[p + 1]!
  const p2 = pivot[p + 2]!
  const du = u0 * (x - p0) + u1 * (y - p1) + u2 * (z - p2)
  const dv = v0 * (x1 - p0) + v1 * (y1 - p1) + v2 * (z1 - p2)
  // The first axis is s·u + t·v. Both are to point away from the joint: if only one does, the sum is what the difference would be
  // with the other turned.
  const turned = du < 0 === dv < 0 ? -w : w
  let s = 1
  let t = 0
  let a0 = m * u0 + turned * v0
  let a1 = m * u1 + turned * v1
  let a2 = m * u2 + turned * v2
  const e = Math.sqrt(a0 * a0 + a1 * a1 + a2 * a2)
  if (e > m && e > w) {
    const scale = 1 / e
    s = m * scale
    t = turned * scale
    a0 *= scale
    a1 *= scale
    a2 *= scale
  } else if (rule === 'cab-sum' && e < m && e < w) {
    a0 = m * u0 - turned * v0
    a1 = m * u1 - turned * v1
    a2 = m * u2 - turned * v2
    const scale = 1 / Math.sqrt(a0 * a0 + a1 * a1 + a2 * a2)
    s = m * scale
    t = -turned * scale
    a0 *= scale
    a1 *= scale
    a2 *= scale
  } else if (w > m) {
    s = 0
    t = 1
    a0 = v0
    a1 = v1
    a2 = v2
  } else {
    a0 = u0
    a1 = u1
    a2 = u2
  }
  // The children's other axes: b and c of the left one, f and g of the right one.
  const i1 = i === 2 ? 0 : i + 1
  const i2 = i === 0 ? 2 : i - 1
  const b0 = box[l + i1]!
  const b1 = box[l + 4 + i1]!
  const b2 = box[l + 8 + i1]!
  const c0 = box[l + i2]!
  const c1 = box[l + 4 + i2]!
  const c2 = box[l + 8 + i2]!
  const m1 = box[l + 12 + i1]!
  const m2 = box[l + 12 + i2]!
  const j1 = j === 2 ? 0 : j + 1
  const j2 = j === 0 ? 2 : j - 1
  const f0 = box[r + j1]!
  const f1 = box[r + 4 + j1]!
  const f2 = box[r + 8 + j1]!
  const g0 = box[r + j2]!
  const g1 = box[r + 4 + j2]!
  const g2 = box[r + 8 + j2]!
  const w1 = box[r + 12 + j1]!
  const w2 = box[r + 12 + j2]!
  // The second axis n: the plane's normal, or a minor axis, which is at least 70 degrees from the first.
  let n0 = u1 * v2 - u2 * v1
  let n1 = u2 * v0 - u0 * v2
  let n2 = u0 * v1 - u1 * v0
  const sin = Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2)
  let unit = 1 / sin
  if (parallel) {
    const k = minorAxis(box, l, r, i, j)
    n0 = box[k]!
    n1 = box[k + 4]!
    n2 = box[k + 8]!
    const off = n0 * a0 + n1 * a1 + n2 * a2
    n0 -= off * a0
    n1 -= off * a1
    n2 -= off * a2
    unit = 1 / Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2)
  }
  n0 *= unit
  n1 *= unit
  n2 *= unit
  const k0 = a1 * n2 - a2 * n1
  const k1 = a2 * n0 - a0 * n2
  const k2 = a0 * n1 - a1 * n0
  // A normal's digits are few where u and v are nearly parallel: what is left of the first axis in it is taken off, too little
  // to change its length. The third axis has none of it. All are orthogonal to 8 u.
  const off = n0 * a0 + n1 * a1 + n2 * a2
  n0 -= off * a0
  n1 -= off * a1
  n2 -= off * a2
  // Products of u and v with the second and third axis: a normal has none, and k·u = t·(u × v)·n.
  let nu = 0
  let nv = 0
  let ku = t * sin
  let kv = s * sin
  if (parallel) {
    nu = n0 * u0 + n1 * u1 + n2 * u2
    nv = n0 * v0 + n1 * v1 + n2 * v2
    ku = k0 * u0 + k1 * u1 + k2 * u2
    kv = k0 * v0 + k1 * v1 + k2 * v2
  }
  // How far the boxes reach along each axis, and how far along it the right one's middle is from the left one's.
  const along0 = a0 * d0 + a1 * d1 + a2 * d2
  const left0 =
    Math.abs(s + t * cos) * m +
    Math.abs(t) * (Math.abs(v0 * b0 + v1 * b1 + v2 * b2) * m1 + Math.abs(v0 * c0 + v1 * c1 + v2 * c2) * m2)
  const right0 =
    Math.abs(s * cos + t) * w +
    Math.abs(s) * (Math.abs(u0 * f0 + u1 * f1 + u2 * f2) * w1 + Math.abs(u0 * g0 + u1 * g1 + u2 * g2) * w2)
  const along1 = n0 * d0 + n1 * d1 + n2 * d2
  const left1 =
    Math.abs(nu) * m + Math.abs(n0 * b0 + n1 * b1 + n2 * b2) * m1 + Math.abs(n0 * c0 + n1 * c1 + n2 * c2) * m2
  const right1 =
    Math.abs(nv) * w + Math.abs(n0 * f0 + n1 * f1 + n2 * f2) * w1 + Math.abs(n0 * g0 + n1 * g1 + n2 * g2) * w2
  const along2 = k0 * d0 + k1 * d1 + k2 * d2
  const left2 =
    Math.abs(ku) * m + Math.abs(k0 * b0 + k1 * b1 + k2 * b2) * m1 + Math.abs(k0 * c0 + k1 * c1 + k2 * c2) * m2
  const right2 =
    Math.abs(kv) * w + Math.abs(k0 * f0 + k1 * f1 + k2 * f2) * w1 + Math.abs(k0 * g0 + k1 * g1 + k2 * g2) * w2
  const low0 = Math.abs(left0 - right0 - along0)
  const high0 = Math.abs(left0 - right0 + along0)
  const low1 = Math.abs(left1 - right1 - along1)
  const high1 = Math.abs(left1 - right1 + along1)
  const low2 = Math.abs(left2 - right2 - along2)
  const high2 = Math.abs(left2 - right2 + along2)
  const mid0 = along0 * 0.5 + (low0 - high0) * 0.25
  const mid1 = along1 * 0.5 + (low1 - high1) * 0.25
  const mid2 = along2 * 0.5 + (low2 - high2) * 0.25
  const centreX = x + (mid0 * a0 + mid1 * n0 + mid2 * k0)
  const centreY = y + (mid0 * a1 + mid1 * n1 + mid2 * k1)
  const centreZ = z + (mid0 * a2 + mid1 * n2 + mid2 * k2)
  const size = box[l + 15]! + box[r + 15]! + (Math.abs(d0) + Math.abs(d1) + Math.abs(d2))
  const pad =
    CAB_ROUNDING * size + CENTRE_ROUNDING * (Math.abs(centreX) + Math.abs(centreY) + Math.abs(centreZ)) + TINY_LENGTH
  const half0 = (left0 + right0) * 0.5 + (low0 + high0) * 0.25 + pad
  const half1 = (left1 + right1) * 0.5 + (low1 + high1) * 0.25 + pad
  const half2 = (left2 + right2) * 0.5 + (low2 + high2) * 0.25 + pad
  box[o] = a0
  box[o + 1] = n0
  box[o + 2] = k0
  box[o + 3] = centreX
  box[o + 4] = a1
  box[o + 5] = n1
  box[o + 6] = k1
  box[o + 7] = centreY
  box[o + 8] = a2
  box[o + 9] = n2
  box[o + 10] = k2
  box[o + 11] = centreZ
  box[o + 12] = half0
  box[o + 13] = half1
  box[o + 14] = half2
  box[o + 15] = half0 + half1 + half2
}

/** The boxes at leftBox and rightBox in the axes of the former, to toBox. */
function mergeInto(box: Float64Array, toBox: number, leftBox: number, rightBox: number): void {
  const o = toBox & OFFSET_MASK
  const l = leftBox & OFFSET_MASK
  const r = rightBox & OFFSET_MASK
  const l00 = box[l]!
  const l01 = box[l + 1]!
  const l02 = box[l + 2]!
  const x = box[l + 3]!
  const l10 = box[l + 4]!
  const l11 = box[l + 5]!
  const l12 = box[l + 6]!
  const y = box[l + 7]!
  const l20 = box[l + 8]!
  const l21 = box[l + 9]!
  const l22 = box[l + 10]!
  const z = box[l + 11]!
  const g0 = box[l + 12]!
  const g1 = box[l + 13]!
  const g2 = box[l + 14]!
  const d0 = box[r + 3]! - x
  const d1 = box[r + 7]! - y
  const d2 = box[r + 11]! - z
  const along0 = l00 * d0 + l10 * d1 + l20 * d2
  const along1 = l01 * d0 + l11 * d1 + l21 * d2
  const along2 = l02 * d0 + l12 * d1 + l22 * d2
  let a = box[r]!
  let b = box[r + 4]!
  let c = box[r + 8]!
  let h = box[r + 12]!
  let right0 = Math.abs(l00 * a + l10 * b + l20 * c) * h
  let right1 = Math.abs(l01 * a + l11 * b + l21 * c) * h
  let right2 = Math.abs(l02 * a + l12 * b + l22 * c) * h
  a = box[r + 1]!
  b = box[r + 5]!
  c = box[r + 9]!
  h = box[r + 13]!
  right0 += Math.abs(l00 * a + l10 * b + l20 * c) * h
  right1 += Math.abs(l01 * a + l11 * b + l21 * c) * h
  right2 += Math.abs(l02 * a + l12 * b + l22 * c) * h
  a = box[r + 2]!
  b = box[r + 6]!
  c = box[r + 10]!
  h = box[r + 14]!
  right0 += Math.abs(l00 * a + l10 * b + l20 * c) * h
  right1 += Math.abs(l01 * a + l11 * b + l21 * c) * h
  right2 += Math.abs(l02 * a + l12 * b + l22 * c) * h
  const low0 = Math.abs(g0 - right0 - along0)
  const high0 = Math.abs(g0 - right0 + along0)
  const low1 = Math.abs(g1 - right1 - along1)
  const high1 = Math.abs(g1 - right1 + along1)
  const low2 = Math.abs(g2 - right2 - along2)
  const high2 = Math.abs(g2 - right2 + along2)
  const mid0 = along0 * 0.5 + (low0 - high0) * 0.25
  const mid1 = along1 * 0.5 + (low1 - high1) * 0.25
  const mid2 = along2 * 0.5 + (low2 - high2) * 0.25
  const x1 = x + (mid0 * l00 + mid1 * l01 + mid2 * l02)
  const y1 = y + (mid0 * l10 + mid1 * l11 + mid2 * l12)
  const z1 = z + (mid0 * l20 + mid1 * l21 + mid2 * l22)
  const size = box[l + 15]! + box[r + 15]! + (Math.abs(d0) + Math.abs(d1) + Math.abs(d2))
  const pad = MERGE_ROUNDING * size + CENTRE_ROUNDING * (Math.abs(x1) + Math.abs(y1) + Math.abs(z1)) + TINY_LENGTH
  const half0 = (g0 + right0) * 0.5 + (low0 + high0) * 0.25 + pad
  const half1 = (g1 + right1) * 0.5 + (low1 + high1) * 0.25 + pad
  const half2 = (g2 + right2) * 0.5 + (low2 + high2) * 0.25 + pad
  box[o] = l00
  box[o + 1] = l01
  box[o + 2] = l02
  box[o + 3] = x1
  box[o + 4] = l10
  box[o + 5] = l11
  box[o + 6] = l12
  box[o + 7] = y1
  box[o + 8] = l20
  box[o + 9] = l21
  box[o + 10] = l22
  box[o + 11] = z1
  box[o + 12] = half0
  box[o + 13] = half1
  box[o + 14] = half2
  box[o + 15] = half0 + half1 + half2
}

/** Where the axis of the largest half extent except the major ones begins, which are i of the box at l and j of that at r. */
function minorAxis(box: Float64Array, l: number, r: number, i: number, j: number): number {
  const k = l + secondOf(box, l + 12, i)
  const q = r + secondOf(box, r + 12, j)
  return box[k + 12]! >= box[q + 12]! ? k : q
}

/** Which of the three numbers at h is the second largest, the largest being the one at `first`. */
function secondOf(box: Float64Array, h: number, first: number): number {
  const p = first === 0 ? 1 : 0
  const q = first === 2 ? 1 : 2
  return box[h + p]! >= box[h + q]! ? p : q
}

/** The boxes at l and r along the axes of the covariance of their corners, to o. */
export function mergeCovariance(box: Float64Array, o: number, l: number, r: number): void {
  covarianceAxes(box, o, l, r)
  fitAlong(box, o, l, r)
}

/** Centre and half extents of the box at toBox, whose axes are there, around those at leftBox and rightBox. */
function fitAlong(box: Float64Array, toBox: number, leftBox: number, rightBox: number): void {
  const o = toBox & OFFSET_MASK
  const l = leftBox & OFFSET_MASK
  const r = rightBox & OFFSET_MASK
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
  const low0 = Math.abs(e0 - f0 - s0)
  const high0 = Math.abs(e0 - f0 + s0)
  const m0 = s0 * 0.5 + (low0 - high0) * 0.25
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
  const low1 = Math.abs(e1 - f1 - s1)
  const high1 = Math.abs(e1 - f1 + s1)
  const m1 = s1 * 0.5 + (low1 - high1) * 0.25
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
  const low2 = Math.abs(e2 - f2 - s2)
  const high2 = Math.abs(e2 - f2 + s2)
  const m2 = s2 * 0.5 + (low2 - high2) * 0.25
  const c0 = x + (m0 * a00 + m1 * a01 + m2 * a02)
  const c1 = y + (m0 * a10 + m1 * a11 + m2 * a12)
  const c2 = z + (m0 * a20 + m1 * a21 + m2 * a22)
  box[o + 3] = c0
  box[o + 7] = c1
  box[o + 11] = c2
  const size = box[l + 15]! + box[r + 15]! + (Math.abs(d0) + Math.abs(d1) + Math.abs(d2))
  const pad = MERGE_ROUNDING * size + CENTRE_ROUNDING * (Math.abs(c0) + Math.abs(c1) + Math.abs(c2)) + TINY_LENGTH
  const half0 = (e0 + f0) * 0.5 + (low0 + high0) * 0.25 + pad
  const half1 = (e1 + f1) * 0.5 + (low1 + high1) * 0.25 + pad
  const half2 = (e2 + f2) * 0.5 + (low2 + high2) * 0.25 + pad
  box[o + 12] = half0
  box[o + 13] = half1
  box[o + 14] = half2
  box[o + 15] = half0 + half1 + half2
}
