// Pairs of oriented boxes that are kept in one common frame, sixteen numbers each: the fifteen of obb.ts and the sum of the half
// extents. Nothing is composed: only those entries of the rotation between two boxes are formed that a test gets to.
//
// A box is the exact set t + R·u, |u_k| ≤ half_k, of its numbers. R is orthonormal to AXES_ERROR.

import { TINY_LENGTH, U } from '../base/math/rounding.js'
import { JOINED, widestGap } from './obb.js'

/** Numbers in a box: pose (12), half extents (3), their sum. */
export const WORLD_OBB = 16
export const WORLD_HALF = 12
export const WORLD_SIZE = 15

/**
 * Largest entry of |RᵀR − I| of a body's pose that boxes still allow for: what a chain of a hundred joints leaves if no
 * product of it is made orthonormal again (9 u each).
 */
export const POSE_ERROR = 1024 * U

/**
 * The same of a box's axes: a pose times axes that are orthonormal to 32 u, the rounding of the product, and 8 u for each time that
 * a rule makes new axes of old ones, of which there are at most forty on the way up a tree.
 */
export const AXES_ERROR = POSE_ERROR + 512 * U

/**
 * Rounding of a test of two boxes, in units of both boxes' half extents and |t|, summed up. Along an axis a_i of box A, A
 * reaches Σ h_k·|a_i·a_k| ≤ h_i + AXES_ERROR·Σh; B's reach and t's place along it cost 5 u of their sizes. An axis of two
 * edges, a_i × b_j, is spelt out by a_k × a_i = ±a_m, which axes that are not quite orthonormal miss by 2·AXES_ERROR, for t,
 * for A's reach and for B's: at most 6·AXES_ERROR of the sum in all.
 */
export const PAIR_ROUNDING = 8 * AXES_ERROR

/**
 * True only if no point of the box at i is within limit[0] of the box at j: one of their six face normals keeps them
 * farther apart than that.
 */
export function facesApart(box: Float64Array, i: number, j: number, limit: Float64Array): boolean {
  return obbsApart(box, i, j, limit, false)
}

/** facesApart, and the nine axes of the edges too. These are not normalised: they ask for too much, never for too little. */
export function obbsApart(box: Float64Array, i: number, j: number, limit: Float64Array, edges = true): boolean {
  const d0 = box[j + 3]! - box[i + 3]!
  const d1 = box[j + 7]! - box[i + 7]!
  const d2 = box[j + 11]! - box[i + 11]!
  const margin =
    limit[0]! +
    PAIR_ROUNDING * (box[i + 15]! + box[j + 15]! + (Math.abs(d0) + Math.abs(d1) + Math.abs(d2))) +
    TINY_LENGTH
  const b0 = box[j + 12]!
  const b1 = box[j + 13]!
  const b2 = box[j + 14]!
  const b00 = box[j]!
  const b01 = box[j + 1]!
  const b02 = box[j + 2]!
  const b10 = box[j + 4]!
  const b11 = box[j + 5]!
  const b12 = box[j + 6]!
  const b20 = box[j + 8]!
  const b21 = box[j + 9]!
  const b22 = box[j + 10]!
  let x = box[i]!
  let y = box[i + 4]!
  let z = box[i + 8]!
  const a0 = box[i + 12]!
  const r00 = x * b00 + y * b10 + z * b20
  const r01 = x * b01 + y * b11 + z * b21
  const r02 = x * b02 + y * b12 + z * b22
  const q00 = Math.abs(r00)
  const q01 = Math.abs(r01)
  const q02 = Math.abs(r02)
  const t0 = x * d0 + y * d1 + z * d2
  if (Math.abs(t0) > a0 + margin + (b0 * q00 + b1 * q01 + b2 * q02)) return true
  x = box[i + 1]!
  y = box[i + 5]!
  z = box[i + 9]!
  const a1 = box[i + 13]!
  const r10 = x * b00 + y * b10 + z * b20
  const r11 = x * b01 + y * b11 + z * b21
  const r12 = x * b02 + y * b12 + z * b22
  const q10 = Math.abs(r10)
  const q11 = Math.abs(r11)
  const q12 = Math.abs(r12)
  const t1 = x * d0 + y * d1 + z * d2
  if (Math.abs(t1) > a1 + margin + (b0 * q10 + b1 * q11 + b2 * q12)) return true
  x = box[i + 2]!
  y = box[i + 6]!
  z = box[i + 10]!
  const a2 = box[i + 14]!
  const r20 = x * b00 + y * b10 + z * b20
  const r21 = x * b01 + y * b11 + z * b21
  const r22 = x * b02 + y * b12 + z * b22
  const q20 = Math.abs(r20)
  const q21 = Math.abs(r21)
  const q22 = Math.abs(r22)
  const t2 = x * d0 + y * d1 + z * d2
  if (Math.abs(t2) > a2 + margin + (b0 * q20 + b1 * q21 + b2 * q22)) return true
  if (Math.abs(b00 * d0 + b10 * d1 + b20 * d2) > b0 + margin + (a0 * q00 + a1 * q10 + a2 * q20)) return true
  if (Math.abs(b01 * d0 + b11 * d1 + b21 * d2) > b1 + margin + (a0 * q01 + a1 * q11 + a2 * q21)) return true
  if (Math.abs(b02 * d0 + b12 * d1 + b22 * d2) > b2 + margin + (a0 * q02 + a1 * q12 + a2 * q22)) return true
  if (!edges) return false
  if (Math.abs(t2 * r10 - t1 * r20) > margin + a1 * q20 + a2 * q10 + b1 * q02 + b2 * q01) return true
  if (Math.abs(t2 * r11 - t1 * r21) > margin + a1 * q21 + a2 * q11 + b0 * q02 + b2 * q00) return true
  if (Math.abs(t2 * r12 - t1 * r22) > margin + a1 * q22 + a2 * q12 + b0 * q01 + b1 * q00) return true
  if (Math.abs(t0 * r20 - t2 * r00) > margin + a0 * q20 + a2 * q00 + b1 * q12 + b2 * q11) return true
  if (Math.abs(t0 * r21 - t2 * r01) > margin + a0 * q21 + a2 * q01 + b0 * q12 + b2 * q10) return true
  if (Math.abs(t0 * r22 - t2 * r02) > margin + a0 * q22 + a2 * q02 + b0 * q11 + b1 * q10) return true
  if (Math.abs(t1 * r00 - t0 * r10) > margin + a0 * q10 + a1 * q00 + b1 * q22 + b2 * q21) return true
  if (Math.abs(t1 * r01 - t0 * r11) > margin + a0 * q11 + a1 * q01 + b0 * q22 + b2 * q20) return true
  return Math.abs(t1 * r02 - t0 * r12) > margin + a0 * q12 + a1 * q02 + b0 * q21 + b1 * q20
}

/**
 * True only if no point within `reach` of a point is in the box at j. With c = Rᵀ(point − t), any point of the box, t + R·u, is at
 * least |c − RᵀR·u| / (1 + AXES_ERROR) away; along axis k that is |c_k| − half_k, less AXES_ERROR of the half extents' sum, less 5 u of
 * |t| for the rounding of c. PAIR_ROUNDING is more than both, and than what the first factor and squaring cost.
 */
export function pointApart(box: Float64Array, j: number, x: number, y: number, z: number, reach: number): boolean {
  const dx = x - box[j + 3]!
  const dy = y - box[j + 7]!
  const dz = z - box[j + 11]!
  const slack = PAIR_ROUNDING * (box[j + 15]! + (Math.abs(dx) + Math.abs(dy) + Math.abs(dz))) + TINY_LENGTH
  const g0 = Math.abs(box[j]! * dx + box[j + 4]! * dy + box[j + 8]! * dz) - box[j + 12]! - slack
  const g1 = Math.abs(box[j + 1]! * dx + box[j + 5]! * dy + box[j + 9]! * dz) - box[j + 13]! - slack
  const g2 = Math.abs(box[j + 2]! * dx + box[j + 6]! * dy + box[j + 10]! * dz) - box[j + 14]! - slack
  const sum = (g0 > 0 ? g0 * g0 : 0) + (g1 > 0 ? g1 * g1 : 0) + (g2 > 0 ? g2 * g2 : 0)
  return sum > reach * reach * (1 + PAIR_ROUNDING)
}

/**
 * A lower bound of the boxes' distance to out[k], negative where they may overlap: the widest gap of the six face normals,
 * or what the gaps along one box's three come to together, less what rounding may have added.
 */
export function obbsGap(out: Float64Array, k: number, box: Float64Array, i: number, j: number): void {
  const d0 = box[j + 3]! - box[i + 3]!
  const d1 = box[j + 7]! - box[i + 7]!
  const d2 = box[j + 11]! - box[i + 11]!
  const slack = PAIR_ROUNDING * (box[i + 15]! + box[j + 15]! + (Math.abs(d0) + Math.abs(d1) + Math.abs(d2)))
  const a0 = box[i + 12]!
  const a1 = box[i + 13]!
  const a2 = box[i + 14]!
  const b0 = box[j + 12]!
  const b1 = box[j + 13]!
  const b2 = box[j + 14]!
  const b00 = box[j]!
  const b01 = box[j + 1]!
  const b02 = box[j + 2]!
  const b10 = box[j + 4]!
  const b11 = box[j + 5]!
  const b12 = box[j + 6]!
  const b20 = box[j + 8]!
  const b21 = box[j + 9]!
  const b22 = box[j + 10]!
  let x = box[i]!
  let y = box[i + 4]!
  let z = box[i + 8]!
  const q00 = Math.abs(x * b00 + y * b10 + z * b20)
  const q01 = Math.abs(x * b01 + y * b11 + z * b21)
  const q02 = Math.abs(x * b02 + y * b12 + z * b22)
  const g0 = Math.abs(x * d0 + y * d1 + z * d2) - a0 - (b0 * q00 + b1 * q01 + b2 * q02)
  x = box[i + 1]!
  y = box[i + 5]!
  z = box[i + 9]!
  const q10 = Math.abs(x * b00 + y * b10 + z * b20)
  const q11 = Math.abs(x * b01 + y * b11 + z * b21)
  const q12 = Math.abs(x * b02 + y * b12 + z * b22)
  const g1 = Math.abs(x * d0 + y * d1 + z * d2) - a1 - (b0 * q10 + b1 * q11 + b2 * q12)
  x = box[i + 2]!
  y = box[i + 6]!
  z = box[i + 10]!
  const q20 = Math.abs(x * b00 + y * b10 + z * b20)
  const q21 = Math.abs(x * b01 + y * b11 + z * b21)
  const q22 = Math.abs(x * b02 + y * b12 + z * b22)
  const g2 = Math.abs(x * d0 + y * d1 + z * d2) - a2 - (b0 * q20 + b1 * q21 + b2 * q22)
  const g3 = Math.abs(b00 * d0 + b10 * d1 + b20 * d2) - b0 - (a0 * q00 + a1 * q10 + a2 * q20)
  const g4 = Math.abs(b01 * d0 + b11 * d1 + b21 * d2) - b1 - (a0 * q01 + a1 * q11 + a2 * q21)
  const g5 = Math.abs(b02 * d0 + b12 * d1 + b22 * d2) - b2 - (a0 * q02 + a1 * q12 + a2 * q22)
  out[k] = widestGap(g0, g1, g2, g3, g4, g5) - JOINED * slack
}
