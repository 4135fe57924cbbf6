// Two trees of oriented boxes against each other, depth first: which leaves come within a margin? Collision (margin 0), all
// contacts and pairs within a distance are this loop with another margin and another thing done with two leaves.
//
// The relative pose of two boxes is carried along: opening one of them costs one product, since a node's pose is kept in its
// parent's box. Six axes are tried (the faces'); the nine of the edges would separate one pair in five and cost more than the
// rest of a test. The larger box is opened, and of two pairs that are left the one with the nearer centres is tested first:
// a contact is found in two thirds of the tests.

import { composeInversePose, composePose, POSE } from '../../base/math/pose.js'
import { SEARCH_ROUNDING, TINY_LENGTH } from '../../base/math/rounding.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
//
// Twin of PairTraversal.search (base/work/traverse-pair.ts), in a third of its time: box-twins.test.ts compares the two.
import { BOX, BOX_HALF, BOX_SIZE } from '../../volumes/node-box.js'
import type { BoxTree } from './box-tree.js'

/** Stack and counters of searches, owned by the caller. A search allocates only when it needs a larger stack. */
export class BoxSearch {
  /** Pairs of boxes tested since the counter was last set to 0. */
  volumeTests = 0
  /** Of those, pairs of an inner node and a leaf. */
  mixedTests = 0
  /** How far rounding may have moved boxes: a field, because a number argument is boxed. */
  slack = 0
  /** Where there is one, node of A and node of B of every pair tested are added to it. */
  trace: number[] | undefined = undefined
  /** X_AB of the pairs on the stack. */
  poses = new Float64Array(64 * POSE)
  tags = new Int32Array(64 * 2)

  grow(): void {
    const poses = new Float64Array(2 * this.poses.length)
    poses.set(this.poses)
    this.poses = poses
    const tags = new Int32Array(2 * this.tags.length)
    tags.set(this.tags)
    this.tags = tags
  }
}

/**
 * Rounding of boxes that are carried down a search, in units of both reaches and |t|. A descent is one product with an error of
 * at most 12 u of that size (9 for the rotation, 3 for the translation). A tree of n items is at most 2·log2 n deep
 * (mesh-splits.ts), so there are 2·2·20 of them for two of a million, and as many when the poses were made: 1920 u. The
 * tests at the end add some 16 u.
 */
export const BOX_SEARCH_ROUNDING = 2 * SEARCH_ROUNDING

/** How far rounding can put two boxes of A and B from where they are, X_AB being x[i..i+11]. */
export function searchSlack(a: BoxTree, b: BoxTree, x: Float64Array, i: number): number {
  const size = a.reach + b.reach + Math.abs(x[i + 3]!) + Math.abs(x[i + 7]!) + Math.abs(x[i + 11]!)
  return BOX_SEARCH_ROUNDING * size + TINY_LENGTH
}

const rootA = new Float64Array(POSE)

/** Writes the pose of B's root box in A's root box. */
export function rootPose(out: Float64Array, o: number, a: BoxTree, b: BoxTree, x: Float64Array, i: number): void {
  composePose(rootA, 0, x, i, b.boxes, 0)
  composeInversePose(out, o, a.boxes, 0, rootA, 0)
}

/** Visits every pair of leaves of A and B whose boxes come within the visitor's margin, until it has enough: true then. */
export function searchBoxes(
  s: BoxSearch,
  a: BoxTree,
  b: BoxTree,
  x: Float64Array,
  i: number,
  visitor: PairVisitor,
): boolean {
  if (a.nodes === 0 || b.nodes === 0) return false
  rootPose(s.poses, 0, a, b, x, i)
  s.slack = searchSlack(a, b, x, i)
  return searchBelow(s, a, 0, b, 0, visitor)
}

/** searchBoxes below one pair of nodes, which is not tested itself: its pose is in the first slot, the slack in s.slack. */
export function searchBelow(
  s: BoxSearch,
  a: BoxTree,
  nodeA: number,
  b: BoxTree,
  nodeB: number,
  visitor: PairVisitor,
): boolean {
  const { slack, trace } = s
  const boxA = a.boxes
  const boxB = b.boxes
  const childOfA = a.child
  const childOfB = b.child
  let poses = s.poses
  let tags = s.tags
  let margin = visitor.margin + slack
  // Gaps along the three axes of a box add up as squares do. Each may be off by the slack.
  const joining = visitor.margin > 0
  let joint = (margin + slack) * (margin + slack)
  let tests = 0
  let mixed = 0
  tags[0] = nodeA
  tags[1] = nodeB
  let top = 1
  while (top > 0) {
    top--
    const p = top * POSE
    const na = tags[2 * top]!
    const nb = tags[2 * top + 1]!
    const childA = childOfA[na]!
    const childB = childOfB[nb]!
    if (childA < 0 && childB < 0) {
      if (visitor.visit(na, nb)) {
        s.volumeTests += tests
        s.mixedTests += mixed
        return true
      }
      margin = visitor.margin + slack
      joint = (margin + slack) * (margin + slack)
      continue
    }
    if (2 * top + 4 > tags.length) {
      s.grow()
      poses = s.poses
      tags = s.tags
    }
    const p00 = poses[p]!
    const p01 = poses[p + 1]!
    const p02 = poses[p + 2]!
    const p03 = poses[p + 3]!
    const p10 = poses[p + 4]!
    const p11 = poses[p + 5]!
    const p12 = poses[p + 6]!
    const p13 = poses[p + 7]!
    const p20 = poses[p + 8]!
    const p21 = poses[p + 9]!
    const p22 = poses[p + 10]!
    const p23 = poses[p + 11]!
    const openA = childB < 0 || (childA >= 0 && boxA[na * BOX + BOX_SIZE]! >= boxB[nb * BOX + BOX_SIZE]!)
    const child = openA ? childA : childB
    const still = (openA ? nb : na) * BOX
    const opened = openA ? boxA : boxB
    const other = openA ? boxB : boxA
    if ((openA ? childB : childA) < 0) mixed += 2
    tests += 2
    if (trace !== undefined) traceOpened(trace, openA, child, openA ? nb : na)
    // Half extents of the box that stays as it is.
    const k0 = other[still + BOX_HALF]!
    const k1 = other[still + BOX_HALF + 1]!
    const k2 = other[still + BOX_HALF + 2]!
    const before = top
    let nearest = 0
    for (let c = child; c < child + 2; c++) {
      const o = c * BOX
      const c00 = opened[o]!
      const c01 = opened[o + 1]!
      const c02 = opened[o + 2]!
      const c03 = opened[o + 3]!
      const c10 = opened[o + 4]!
      const c11 = opened[o + 5]!
      const c12 = opened[o + 6]!
      const c13 = opened[o + 7]!
      const c20 = opened[o + 8]!
      const c21 = opened[o + 9]!
      const c22 = opened[o + 10]!
      const c23 = opened[o + 11]!
      const h0 = opened[o + BOX_HALF]!
      const h1 = opened[o + BOX_HALF + 1]!
      const h2 = opened[o + BOX_HALF + 2]!
      let r00: number
      let r01: number
      let r02: number
      let r10: number
      let r11: number
      let r12: number
      let r20: number
      let r21: number
      let r22: number
      let t0: number
      let t1: number
      let t2: number
      if (openA) {
        const d0 = p03 - c03
        const d1 = p13 - c13
        const d2 = p23 - c23
        t0 = c00 * d0 + c10 * d1 + c20 * d2
        t1 = c01 * d0 + c11 * d1 + c21 * d2
        t2 = c02 * d0 + c12 * d1 + c22 * d2
        r00 = c00 * p00 + c10 * p10 + c20 * p20
        r01 = c00 * p01 + c10 * p11 + c20 * p21
        r02 = c00 * p02 + c10 * p12 + c20 * p22
        r10 = c01 * p00 + c11 * p10 + c21 * p20
        r11 = c01 * p01 + c11 * p11 + c21 * p21
        r12 = c01 * p02 + c11 * p12 + c21 * p22
        r20 = c02 * p00 + c12 * p10 + c22 * p20
        r21 = c02 * p01 + c12 * p11 + c22 * p21
        r22 = c02 * p02 + c12 * p12 + c22 * p22
        const e2 = Math.abs(t2) - (h2 + k0 * Math.abs(r20) + k1 * Math.abs(r21) + k2 * Math.abs(r22))
        if (e2 > margin) continue
        const e0 = Math.abs(t0) - (h0 + k0 * Math.abs(r00) + k1 * Math.abs(r01) + k2 * Math.abs(r02))
        if (e0 > margin) continue
        const e1 = Math.abs(t1) - (h1 + k0 * Math.abs(r10) + k1 * Math.abs(r11) + k2 * Math.abs(r12))
        if (e1 > margin) continue
        if (joining && joined(e0, e1, e2) > joint) continue
        const s2 = t0 * r02 + t1 * r12 + t2 * r22
        const f2 = Math.abs(s2) - (k2 + h0 * Math.abs(r02) + h1 * Math.abs(r12) + h2 * Math.abs(r22))
        if (f2 > margin) continue
        const s0 = t0 * r00 + t1 * r10 + t2 * r20
        const f0 = Math.abs(s0) - (k0 + h0 * Math.abs(r00) + h1 * Math.abs(r10) + h2 * Math.abs(r20))
        if (f0 > margin) continue
        const s1 = t0 * r01 + t1 * r11 + t2 * r21
        const f1 = Math.abs(s1) - (k1 + h0 * Math.abs(r01) + h1 * Math.abs(r11) + h2 * Math.abs(r21))
        if (f1 > margin) continue
        if (joining && joined(f0, f1, f2) > joint) continue
      } else {
        t0 = p00 * c03 + p01 * c13 + p02 * c23 + p03
        t1 = p10 * c03 + p11 * c13 + p12 * c23 + p13
        t2 = p20 * c03 + p21 * c13 + p22 * c23 + p23
        r00 = p00 * c00 + p01 * c10 + p02 * c20
        r01 = p00 * c01 + p01 * c11 + p02 * c21
        r02 = p00 * c02 + p01 * c12 + p02 * c22
        r10 = p10 * c00 + p11 * c10 + p12 * c20
        r11 = p10 * c01 + p11 * c11 + p12 * c21
        r12 = p10 * c02 + p11 * c12 + p12 * c22
        r20 = p20 * c00 + p21 * c10 + p22 * c20
        r21 = p20 * c01 + p21 * c11 + p22 * c21
        r22 = p20 * c02 + p21 * c12 + p22 * c22
        const s2 = t0 * r02 + t1 * r12 + t2 * r22
        const f2 = Math.abs(s2) - (h2 + k0 * Math.abs(r02) + k1 * Math.abs(r12) + k2 * Math.abs(r22))
        if (f2 > margin) continue
        const s0 = t0 * r00 + t1 * r10 + t2 * r20
        const f0 = Math.abs(s0) - (h0 + k0 * Math.abs(r00) + k1 * Math.abs(r10) + k2 * Math.abs(r20))
        if (f0 > margin) continue
        const s1 = t0 * r01 + t1 * r11 + t2 * r21
        const f1 = Math.abs(s1) - (h1 + k0 * Math.abs(r01) + k1 * Math.abs(r11) + k2 * Math.abs(r21))
        if (f1 > margin) continue
        if (joining && joined(f0, f1, f2) > joint) continue
        const e2 = Math.abs(t2) - (k2 + h0 * Math.abs(r20) + h1 * Math.abs(r21) + h2 * Math.abs(r22))
        if (e2 > margin) continue
        const e0 = Math.abs(t0) - (k0 + h0 * Math.abs(r00) + h1 * Math.abs(r01) + h2 * Math.abs(r02))
        if (e0 > margin) continue
        const e1 = Math.abs(t1) - (k1 + h0 * Math.abs(r10) + h1 * Math.abs(r11) + h2 * Math.abs(r12))
        if (e1 > margin) continue
        if (joining && joined(e0, e1, e2) > joint) continue
      }
      // The nearer one is pushed last.
      const apart = t0 * t0 + t1 * t1 + t2 * t2
      let slot = top
      if (c > child && top > before && apart > nearest) {
        slot--
        for (let k = slot * POSE; k < top * POSE; k++) poses[k + POSE] = poses[k]!
        tags[2 * top] = tags[2 * slot]!
        tags[2 * top + 1] = tags[2 * slot + 1]!
      }
      nearest = apart
      const q = slot * POSE
      poses[q] = r00
      poses[q + 1] = r01
      poses[q + 2] = r02
      poses[q + 3] = t0
      poses[q + 4] = r10
      poses[q + 5] = r11
      poses[q + 6] = r12
      poses[q + 7] = t1
      poses[q + 8] = r20
      poses[q + 9] = r21
      poses[q + 10] = r22
      poses[q + 11] = t2
      tags[2 * slot] = openA ? c : na
      tags[2 * slot + 1] = openA ? nb : c
      top++
    }
  }
  s.volumeTests += tests
  s.mixedTests += mixed
  return false
}

/** The two pairs that opening a node gives: its children, and the other one's node, which stays. */
export function traceOpened(trace: number[], openA: boolean, child: number, still: number): void {
  if (openA) trace.push(child, still, child + 1, still)
  else trace.push(still, child, still, child + 1)
}

/** The sum of the squares of what is positive. */
function joined(x: number, y: number, z: number): number {
  return (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0)
}
