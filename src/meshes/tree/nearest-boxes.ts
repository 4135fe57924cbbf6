// Two trees of oriented boxes against each other, nearest first: how near do they come? (Priority-directed search: Larsen et
// al. 2000; Quinlan 1994.)
//
// Pairs wait in a queue, ordered by a lower bound of their distance, until the nearest one is a pair of leaves: its distance
// is then almost the answer. From there on depth first is as good (three in a hundred more box tests), needs
// no queue, and its tests may stop at the first axis that separates two boxes. Depth first from the start, with no first guess,
// takes two to five times as many tests.
//
// The bound is the widest gap of the six face axes. The distance of rectangles swept by spheres (RSS) is tighter where corners
// face each other and looser where boxes are thick: 1,428 tests against 1,140 on the same trees of 20,000 triangles, and
// each dearer.

import FlatQueue from 'flatqueue'
import { POSE } from '../../base/math/pose.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
//
// Twin of PairTraversal.nearest (base/work/traverse-pair.ts), in half its time: box-twins.test.ts compares the two.
import { BOX, BOX_HALF, BOX_SIZE } from '../../volumes/node-box.js'
import { JOINED, widestGap } from '../../volumes/obb.js'
import type { BoxTree } from './box-tree.js'
import { BoxSearch, rootPose, searchBelow, searchSlack, traceOpened } from './search-boxes.js'

/** Queue and counters of searches, owned by the caller. */
export class NearestSearch extends BoxSearch {
  readonly queue = new FlatQueue<number>()
  /** X_AB and nodes of the pairs that wait, by slot. */
  waiting = new Float64Array(256 * POSE)
  nodes = new Int32Array(256 * 2)
  /** Slots that were used and are free again; how many there are, and how many slots were ever used. */
  free = new Int32Array(256)
  freeCount = 0
  slots = 0
  /** Slots of the two pairs last opened. */
  readonly opened = new Int32Array(2)

  take(): number {
    if (this.freeCount > 0) return this.free[--this.freeCount]!
    if (this.slots === this.free.length) {
      this.waiting = doubled(this.waiting)
      this.nodes = doubled(this.nodes)
      this.free = doubled(this.free)
    }
    return this.slots++
  }

  give(slot: number): void {
    this.free[this.freeCount++] = slot
  }
}

function doubled<T extends Float64Array | Int32Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(2 * array.length)
  larger.set(array)
  return larger
}

/** The gaps of the two children last opened: an array, because a number that is returned would be boxed. */
export const gaps = new Float64Array(2)

/**
 * Visits pairs of leaves until no pair is left within the visitor's margin, which it shrinks as it finds nearer things; or
 * until it ends the search: true then.
 */
export function nearestBoxes(
  s: NearestSearch,
  a: BoxTree,
  b: BoxTree,
  x: Float64Array,
  i: number,
  visitor: PairVisitor,
): boolean {
  if (a.nodes === 0 || b.nodes === 0) return false
  s.slack = searchSlack(a, b, x, i)
  const slack = JOINED * s.slack
  const { queue } = s
  queue.clear()
  s.freeCount = 0
  s.slots = 0
  let slot = s.take()
  rootPose(s.waiting, slot * POSE, a, b, x, i)
  let na = 0
  let nb = 0
  for (;;) {
    if (a.child[na]! < 0 && b.child[nb]! < 0) break
    openPair(s, a, na, b, nb, slot)
    const limit = visitor.margin + slack
    for (let k = 0; k < 2; k++) {
      if (gaps[k]! <= limit) queue.push(s.opened[k]!, gaps[k]!)
      else s.give(s.opened[k]!)
    }
    if (queue.length === 0) return false
    slot = queue.pop()!
    na = s.nodes[2 * slot]!
    nb = s.nodes[2 * slot + 1]!
  }
  if (visitor.visit(na, nb)) return true
  while (queue.length > 0 && queue.peekValue()! <= visitor.margin + slack) {
    slot = queue.pop()!
    for (let k = 0; k < POSE; k++) s.poses[k] = s.waiting[slot * POSE + k]!
    if (searchBelow(s, a, s.nodes[2 * slot]!, b, s.nodes[2 * slot + 1]!, visitor)) return true
  }
  return false
}

/**
 * Opens the larger node of the pair in `slot` (not both are leaves), which is free again afterwards: its two children against
 * the other node are in the slots s.opened, and their gaps in `gaps`.
 */
export function openPair(s: NearestSearch, a: BoxTree, na: number, b: BoxTree, nb: number, slot: number): void {
  const childA = a.child[na]!
  const childB = b.child[nb]!
  const openA = childB < 0 || (childA >= 0 && a.boxes[na * BOX + BOX_SIZE]! >= b.boxes[nb * BOX + BOX_SIZE]!)
  s.volumeTests += 2
  if (childA < 0 || childB < 0) s.mixedTests += 2
  if (s.trace !== undefined) traceOpened(s.trace, openA, openA ? childA : childB, openA ? nb : na)
  for (let k = 0; k < 2; k++) {
    const to = s.take()
    const ca = openA ? childA + k : na
    const cb = openA ? nb : childB + k
    if (openA) openBoxOfA(s.waiting, slot, to, a.boxes, ca, b.boxes, cb, k)
    else openBoxOfB(s.waiting, slot, to, a.boxes, ca, b.boxes, cb, k)
    s.opened[k] = to
    s.nodes[2 * to] = ca
    s.nodes[2 * to + 1] = cb
  }
  s.give(slot)
}

/** The pose of B's box nb in A's box ca, a child of the one that slot `from` is about, to slot `to`; its gap to gaps[k]. */
function openBoxOfA(
  poses: Float64Array,
  from: number,
  to: number,
  boxA: Float64Array,
  ca: number,
  boxB: Float64Array,
  nb: number,
  k: number,
): void {
  const p = from * POSE
  const o = ca * BOX
  const c00 = boxA[o]!
  const c01 = boxA[o + 1]!
  const c02 = boxA[o + 2]!
  const c10 = boxA[o + 4]!
  const c11 = boxA[o + 5]!
  const c12 = boxA[o + 6]!
  const c20 = boxA[o + 8]!
  const c21 = boxA[o + 9]!
  const c22 = boxA[o + 10]!
  const p00 = poses[p]!
  const p01 = poses[p + 1]!
  const p02 = poses[p + 2]!
  const p10 = poses[p + 4]!
  const p11 = poses[p + 5]!
  const p12 = poses[p + 6]!
  const p20 = poses[p + 8]!
  const p21 = poses[p + 9]!
  const p22 = poses[p + 10]!
  const d0 = poses[p + 3]! - boxA[o + 3]!
  const d1 = poses[p + 7]! - boxA[o + 7]!
  const d2 = poses[p + 11]! - boxA[o + 11]!
  const q = to * POSE
  poses[q] = c00 * p00 + c10 * p10 + c20 * p20
  poses[q + 1] = c00 * p01 + c10 * p11 + c20 * p21
  poses[q + 2] = c00 * p02 + c10 * p12 + c20 * p22
  poses[q + 3] = c00 * d0 + c10 * d1 + c20 * d2
  poses[q + 4] = c01 * p00 + c11 * p10 + c21 * p20
  poses[q + 5] = c01 * p01 + c11 * p11 + c21 * p21
  poses[q + 6] = c01 * p02 + c11 * p12 + c21 * p22
  poses[q + 7] = c01 * d0 + c11 * d1 + c21 * d2
  poses[q + 8] = c02 * p00 + c12 * p10 + c22 * p20
  poses[q + 9] = c02 * p01 + c12 * p11 + c22 * p21
  poses[q + 10] = c02 * p02 + c12 * p12 + c22 * p22
  poses[q + 11] = c02 * d0 + c12 * d1 + c22 * d2
  poseGap(poses, q, boxA, o + BOX_HALF, boxB, nb * BOX + BOX_HALF, k)
}

/** The same for a child cb of B's box. */
function openBoxOfB(
  poses: Float64Array,
  from: number,
  to: number,
  boxA: Float64Array,
  na: number,
  boxB: Float64Array,
  cb: number,
  k: number,
): void {
  const p = from * POSE
  const o = cb * BOX
  const c00 = boxB[o]!
  const c01 = boxB[o + 1]!
  const c02 = boxB[o + 2]!
  const c03 = boxB[o + 3]!
  const c10 = boxB[o + 4]!
  const c11 = boxB[o + 5]!
  const c12 = boxB[o + 6]!
  const c13 = boxB[o + 7]!
  const c20 = boxB[o + 8]!
  const c21 = boxB[o + 9]!
  const c22 = boxB[o + 10]!
  const c23 = boxB[o + 11]!
  const q = to * POSE
  for (let row = 0; row < 12; row += 4) {
    const x = poses[p + row]!
    const y = poses[p + row + 1]!
    const z = poses[p + row + 2]!
    poses[q + row] = x * c00 + y * c10 + z * c20
    poses[q + row + 1] = x * c01 + y * c11 + z * c21
    poses[q + row + 2] = x * c02 + y * c12 + z * c22
    poses[q + row + 3] = x * c03 + y * c13 + z * c23 + poses[p + row + 3]!
  }
  poseGap(poses, q, boxA, na * BOX + BOX_HALF, boxB, o + BOX_HALF, k)
}

/**
 * The widest gap that the six face axes leave between two boxes, negative where all overlap, to gaps[k]; or the distance that
 * the three gaps of one box's axes add up to, if that is more. Off by up to JOINED times the slack.
 */
export function poseGap(
  x: Float64Array,
  q: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  k: number,
): void {
  const a0 = a[i]!
  const a1 = a[i + 1]!
  const a2 = a[i + 2]!
  const b0 = b[j]!
  const b1 = b[j + 1]!
  const b2 = b[j + 2]!
  const r00 = x[q]!
  const r01 = x[q + 1]!
  const r02 = x[q + 2]!
  const t0 = x[q + 3]!
  const r10 = x[q + 4]!
  const r11 = x[q + 5]!
  const r12 = x[q + 6]!
  const t1 = x[q + 7]!
  const r20 = x[q + 8]!
  const r21 = x[q + 9]!
  const r22 = x[q + 10]!
  const t2 = x[q + 11]!
  const q00 = Math.abs(r00)
  const q01 = Math.abs(r01)
  const q02 = Math.abs(r02)
  const q10 = Math.abs(r10)
  const q11 = Math.abs(r11)
  const q12 = Math.abs(r12)
  const q20 = Math.abs(r20)
  const q21 = Math.abs(r21)
  const q22 = Math.abs(r22)
  const g0 = Math.abs(t0) - a0 - (b0 * q00 + b1 * q01 + b2 * q02)
  const g1 = Math.abs(t1) - a1 - (b0 * q10 + b1 * q11 + b2 * q12)
  const g2 = Math.abs(t2) - a2 - (b0 * q20 + b1 * q21 + b2 * q22)
  const g3 = Math.abs(t0 * r00 + t1 * r10 + t2 * r20) - b0 - (a0 * q00 + a1 * q10 + a2 * q20)
  const g4 = Math.abs(t0 * r01 + t1 * r11 + t2 * r21) - b1 - (a0 * q01 + a1 * q11 + a2 * q21)
  const g5 = Math.abs(t0 * r02 + t1 * r12 + t2 * r22) - b2 - (a0 * q02 + a1 * q12 + a2 * q22)
  gaps[k] = widestGap(g0, g1, g2, g3, g4, g5)
}
