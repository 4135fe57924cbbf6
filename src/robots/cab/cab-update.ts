// Refits a hierarchy of bodies, bottom-up, in the world frame (cab-2004, section 3.2): the boxes of one body's nodes are moved with
// it, those above several bodies merged. Only nodes above bodies that have changed are touched; a box is a function of the poses
// of the bodies below it alone, so that an update of a few bodies gives the same bits as one of all.

import { POSE } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { AABB } from '../../volumes/aabb.js'
import { type CabRule, mergeBetterChild, mergeCab, mergeCovariance } from '../../volumes/merge-obb.js'
import { CENTRE_ROUNDING } from '../../volumes/volume-rounding.js'
import { POSE_ERROR, WORLD_OBB } from '../../volumes/world-obb.js'
import type { CabArrays } from './cab-arrays.js'

/**
 * For axis-aligned boxes, in units of a coordinate and of what was added up to get it: a product of three terms, their sum
 * with the rest, the sum with the extent.
 */
const COORDINATE_ROUNDING = 16 * U

/** Masks offsets, for the compiler: see volumes/merge-obb.ts. */
const OFFSET_MASK = 0x3fff_ffff

/**
 * Takes over the poses of the bodies with a changed[b] of 1 (all of them, if left out) and refits what is above them.
 * Returns how many nodes that were.
 */
export function updateCab(c: CabArrays, poses: ArrayLike<number>, changed: ArrayLike<number> | undefined): number {
  takePoses(c, poses, changed)
  let refitted = 0
  for (let t = 0; t < c.trees; t++) {
    if (c.stirred[t] === 0) continue
    const first = c.treeFirst[t]!
    const end = c.treeFirst[t + 1]!
    refitted += c.oriented ? refitObbs(c, changed, first, end) : refitAabbs(c, changed, first, end)
  }
  return refitted
}

function takePoses(c: CabArrays, poses: ArrayLike<number>, changed: ArrayLike<number> | undefined): void {
  const { poses: own, treeOf, stirred, pivot, anchors } = c
  const needsPivots = c.rule === 'cab' || c.rule === 'cab-gs' || c.rule === 'cab-sum'
  if (changed === undefined) {
    stirred.fill(1)
    own.set(poses)
    if (needsPivots) for (let b = 0; b < c.bodies; b++) setPivot(pivot, b, own, anchors)
    return
  }
  stirred.fill(0)
  for (let b = 0; b < c.bodies; b++) {
    if (changed[b] === 0) continue
    stirred[treeOf[b]!] = 1
    for (let k = POSE * b; k < POSE * b + POSE; k++) own[k] = poses[k]!
    if (needsPivots) setPivot(pivot, b, own, anchors)
  }
}

/** Whether all that was just refitted is made of finite numbers: what is not reaches the root. */
export function allFinite(c: CabArrays): boolean {
  for (let t = 0; t < c.trees; t++) {
    const root = c.roots[t]!
    if (c.stirred[t] === 0 || root < 0) continue
    const end = c.stride * (root + 1)
    let sum = 0
    for (let i = end - c.stride; i < end; i++) sum += c.box[i]!
    if (sum - sum !== 0) return false
  }
  return true
}

function refitObbs(c: CabArrays, changed: ArrayLike<number> | undefined, first: number, end: number): number {
  const { box, local, bodyOf, child, poses, fresh, rule, pivot } = c
  let refitted = 0
  for (let n = first; n < end; n++) {
    const body = bodyOf[n]!
    if (body >= 0) {
      if (changed !== undefined && changed[body] === 0) {
        fresh[n] = 0
        continue
      }
      moveBox(box, WORLD_OBB * n, poses, POSE * body, local)
    } else {
      const l = child[n]!
      const r = l + 1
      if ((fresh[l]! | fresh[r]!) === 0) {
        fresh[n] = 0
        continue
      }
      switch (rule) {
        case 'better-child':
          mergeBetterChild(box, WORLD_OBB * n, WORLD_OBB * l, WORLD_OBB * r)
          break
        case 'covariance':
          mergeCovariance(box, WORLD_OBB * n, WORLD_OBB * l, WORLD_OBB * r)
          break
        default:
          mergeCab(box, WORLD_OBB * n, WORLD_OBB * l, WORLD_OBB * r, pivot, findJoint(c, n), rule as CabRule)
      }
    }
    fresh[n] = 1
    refitted++
  }
  return refitted
}

/** The box local[to..], moved by x[pose..], to box[to..]. */
export function moveBox(box: Float64Array, to: number, x: Float64Array, pose: number, local: Float64Array): void {
  const o = to & OFFSET_MASK
  const p = pose & OFFSET_MASK
  const x00 = x[p]!
  const x01 = x[p + 1]!
  const x02 = x[p + 2]!
  const x10 = x[p + 4]!
  const x11 = x[p + 5]!
  const x12 = x[p + 6]!
  const x20 = x[p + 8]!
  const x21 = x[p + 9]!
  const x22 = x[p + 10]!
  let a = local[o]!
  let b = local[o + 4]!
  let c = local[o + 8]!
  box[o] = x00 * a + x01 * b + x02 * c
  box[o + 4] = x10 * a + x11 * b + x12 * c
  box[o + 8] = x20 * a + x21 * b + x22 * c
  a = local[o + 1]!
  b = local[o + 5]!
  c = local[o + 9]!
  box[o + 1] = x00 * a + x01 * b + x02 * c
  box[o + 5] = x10 * a + x11 * b + x12 * c
  box[o + 9] = x20 * a + x21 * b + x22 * c
  a = local[o + 2]!
  b = local[o + 6]!
  c = local[o + 10]!
  box[o + 2] = x00 * a + x01 * b + x02 * c
  box[o + 6] = x10 * a + x11 * b + x12 * c
  box[o + 10] = x20 * a + x21 * b + x22 * c
  a = local[o + 3]!
  b = local[o + 7]!
  c = local[o + 11]!
  const t0 = x00 * a + x01 * b + x02 * c + x[p + 3]!
  const t1 = x10 * a + x11 * b + x12 * c + x[p + 7]!
  const t2 = x20 * a + x21 * b + x22 * c + x[p + 11]!
  box[o + 3] = t0
  box[o + 7] = t1
  box[o + 11] = t2
  const away = (Math.abs(t0) + Math.abs(t1) + Math.abs(t2)) * CENTRE_ROUNDING
  box[o + 12] = local[o + 12]! + away
  box[o + 13] = local[o + 13]! + away
  box[o + 14] = local[o + 14]! + away
  box[o + 15] = local[o + 15]! + 3 * away
}

/** Where in `pivot` the joint of node n's children is: one body's, or the mean of several, made up in the last slot. */
function findJoint(c: CabArrays, n: number): number {
  const first = c.jointFirst[n]!
  const end = c.jointFirst[n + 1]!
  if (end - first === 1) return 3 * c.joint[first]!
  return meanJoint(c.pivot, 3 * c.bodies, c.joint, first, end)
}

function meanJoint(pivot: Float64Array, o: number, joint: Int32Array, first: number, end: number): number {
  const share = 1 / (end - first)
  for (let k = 0; k < 3; k++) {
    let sum = 0
    for (let i = first; i < end; i++) sum += pivot[3 * joint[i]! + k]!
    pivot[o + k] = sum * share
  }
  return o
}

/** Where a body's joint is in the world. */
function setPivot(pivot: Float64Array, body: number, poses: Float64Array, anchors: Float64Array): void {
  const o = (3 * body) & OFFSET_MASK
  const p = (POSE * body) & OFFSET_MASK
  const a = anchors[o]!
  const b = anchors[o + 1]!
  const d = anchors[o + 2]!
  pivot[o] = poses[p]! * a + poses[p + 1]! * b + poses[p + 2]! * d + poses[p + 3]!
  pivot[o + 1] = poses[p + 4]! * a + poses[p + 5]! * b + poses[p + 6]! * d + poses[p + 7]!
  pivot[o + 2] = poses[p + 8]! * a + poses[p + 9]! * b + poses[p + 10]! * d + poses[p + 11]!
}

function refitAabbs(c: CabArrays, changed: ArrayLike<number> | undefined, first: number, end: number): number {
  const { box, bodyOf, child, leafOf, fresh } = c
  const overAll = c.rule === 'aabb+'
  let refitted = 0
  for (let n = first; n < end; n++) {
    const o = AABB * n
    const leaf = leafOf[n]!
    if (leaf >= 0) {
      if (changed !== undefined && changed[bodyOf[n]!] === 0) {
        fresh[n] = 0
        continue
      }
      if (overAll) boundBalls(c, o, leaf, POSE * bodyOf[n]!)
      else boundBox(box, o, c.poses, POSE * bodyOf[n]!, c.local, WORLD_OBB * n)
    } else {
      const l = child[n]!
      const r = l + 1
      if ((fresh[l]! | fresh[r]!) === 0) {
        fresh[n] = 0
        continue
      }
      const i = AABB * l
      const j = AABB * r
      box[o] = Math.min(box[i]!, box[j]!)
      box[o + 1] = Math.min(box[i + 1]!, box[j + 1]!)
      box[o + 2] = Math.min(box[i + 2]!, box[j + 2]!)
      box[o + 3] = Math.max(box[i + 3]!, box[j + 3]!)
      box[o + 4] = Math.max(box[i + 4]!, box[j + 4]!)
      box[o + 5] = Math.max(box[i + 5]!, box[j + 5]!)
    }
    fresh[n] = 1
    refitted++
  }
  return refitted
}

/** The bounds of the box local[i..] moved by x[p..], to box[o..]: absolute projections, no corners. */
function boundBox(box: Float64Array, o: number, x: Float64Array, p: number, local: Float64Array, i: number): void {
  const h0 = local[i + 12]!
  const h1 = local[i + 13]!
  const h2 = local[i + 14]!
  for (let k = 0; k < 3; k++) {
    const a = x[p + 4 * k]!
    const b = x[p + 4 * k + 1]!
    const c = x[p + 4 * k + 2]!
    const at = a * local[i + 3]! + b * local[i + 7]! + c * local[i + 11]! + x[p + 4 * k + 3]!
    const reach =
      Math.abs(a * local[i]! + b * local[i + 4]! + c * local[i + 8]!) * h0 +
      Math.abs(a * local[i + 1]! + b * local[i + 5]! + c * local[i + 9]!) * h1 +
      Math.abs(a * local[i + 2]! + b * local[i + 6]! + c * local[i + 10]!) * h2
    const wide = reach + COORDINATE_ROUNDING * (Math.abs(at) + reach)
    box[o + k] = at - wide
    box[o + 3 + k] = at + wide
  }
}

/** The bounds of a leaf's balls, moved by its body's pose, to box[o..]. */
function boundBalls(c: CabArrays, o: number, leaf: number, p: number): void {
  const { box, poses: x, ball, ballFirst } = c
  const first = 4 * ballFirst[leaf]!
  const end = 4 * ballFirst[leaf + 1]!
  let x0 = Infinity
  let y0 = Infinity
  let z0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  let z1 = -Infinity
  let reach = 0
  const x00 = x[p]!
  const x01 = x[p + 1]!
  const x02 = x[p + 2]!
  const x10 = x[p + 4]!
  const x11 = x[p + 5]!
  const x12 = x[p + 6]!
  const x20 = x[p + 8]!
  const x21 = x[p + 9]!
  const x22 = x[p + 10]!
  for (let i = first; i < end; i += 4) {
    const a = ball[i]!
    const b = ball[i + 1]!
    const d = ball[i + 2]!
    const r = ball[i + 3]!
    const px = x00 * a + x01 * b + x02 * d
    const py = x10 * a + x11 * b + x12 * d
    const pz = x20 * a + x21 * b + x22 * d
    if (px - r < x0) x0 = px - r
    if (py - r < y0) y0 = py - r
    if (pz - r < z0) z0 = pz - r
    if (px + r > x1) x1 = px + r
    if (py + r > y1) y1 = py + r
    if (pz + r > z1) z1 = pz + r
    const size = Math.abs(a) + Math.abs(b) + Math.abs(d) + r
    if (size > reach) reach = size
  }
  // Balls come from shapes by products in error by 16 u of their coordinates, grow by their poses' errors, and are moved.
  const slack = (2 * POSE_ERROR + 8 * COORDINATE_ROUNDING) * reach
  setBounds(box, o, x[p + 3]!, x0, x1, slack)
  setBounds(box, o + 1, x[p + 7]!, y0, y1, slack)
  setBounds(box, o + 2, x[p + 11]!, z0, z1, slack)
}

function setBounds(box: Float64Array, o: number, at: number, low: number, high: number, slack: number): void {
  const wide = slack + COORDINATE_ROUNDING * (Math.abs(at) + Math.abs(low) + Math.abs(high))
  box[o] = at + low - wide
  box[o + 3] = at + high + wide
}
