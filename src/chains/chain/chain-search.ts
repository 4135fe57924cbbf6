// The two traversals of chains: a chain against itself, and one chain against another. Collision, all collisions, pairs
// within a distance and closest pair are the same loop with different margins and different actions on a pair that is found.
//
// Boxes and swept rectangles (chain-rss.ts) go through the same loop: a swept rectangle is a flat box whose radius is added to
// the margin, so the tests along face normals are those of boxes. A pair of swept rectangles that these do not separate is
// also tested along the line between nearest points, which is what rounds their corners off. A chain of one kind against a chain of
// the other needs nothing of its own.
//
// A pair of nodes is dropped when their boxes are farther apart than the margin, when no pending change lies between any
// of its links (those pairs have not moved since they were known to be free), or when the neighbour rule excludes all of it.
//
// Twin of PairTraversal.search (base/work/traverse-pair.ts), in half its time: chain-twins.test.ts compares the two.

import { composeInversePose, POSE } from '../../base/math/pose.js'
import { SEARCH_ROUNDING, TINY_LENGTH } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { BOX, BOX_HALF, BOX_SIZE } from '../../volumes/node-box.js'
import { nodesFartherThan, sweptFartherThan } from './chain-apart.js'
import type { ChainArrays } from './chain-arrays.js'
import { anyPending, bothPending, movedApart, type Pending } from './chain-pending.js'

/** Numbers an entry of the stack has: X_AB. */
const ENTRY = 12
/** Whole numbers an entry has: node of A, node of B, settled. */
const TAGS = 3

/** What a search is after, and what it does with the pairs of links it finds. */
export interface ChainVisitor {
  /** Pairs of nodes farther apart than this are dropped. A search for the closest pair shrinks it as it goes. */
  margin: number
  /** With a level: nodes of it are not opened, and `visit` is called for pairs of them, one of a node with itself included. */
  readonly level?: number
  /**
   * Called for link i of A and j of B whose bounding balls come within margin + slack of each other. `gap` is the
   * distance of the balls (negative where they overlap), x[at..at+11] the pose of B's leaf box in A's leaf box.
   * Returns true to end the search.
   */
  visit(i: number, j: number, gap: number, slack: number, x: Float64Array, at: number): boolean
}

/** The stack and the counters of searches. A search allocates nothing, except a larger stack when it needs one. */
export class ChainSearch {
  volumeTests = 0
  leafTests = 0
  /** How far rounding may have moved the pair of nodes being searched; a field, because a number argument is boxed. */
  slack = 0
  /** Margin and slack of the search at hand, in an array for the same reason. */
  readonly limit = new Float64Array(1)
  /** Poses of the pairs on the stack. */
  poses = new Float64Array(16 * ENTRY)
  /** Of two chains, pairs with a link of A in [0, 1) or one of B in [2, 3) of these; undefined: all pairs. */
  spans: Int32Array | undefined
  tags = new Int32Array(16 * TAGS)
  private nodes = new Int32Array(16)
  /** Nodes below this one are not opened. */
  closed = 0

  resetCounts(): void {
    this.volumeTests = 0
    this.leafTests = 0
  }

  /**
   * Every pair of links of one chain that are more than `neighbours` apart along it; with `pending`, only those with
   * a pending joint between them. Returns true if the visitor ended it.
   */
  self(c: ChainArrays, neighbours: number, pending: Pending | undefined, visitor: ChainVisitor): boolean {
    if (c.wasm !== undefined) {
      const hit = c.wasm.search(neighbours, pending, visitor, c)
      this.volumeTests += c.wasm.volumeTests
      this.leafTests += c.wasm.leafTests
      return hit
    }
    const { level = -1 } = visitor
    this.closed = c.levelStart[level + 1]!
    if (pending === undefined) {
      for (let n = level < 0 ? 0 : c.levelStart[level]!; n < c.nodes; n++)
        if (searchNode(this, c, n, neighbours, undefined, visitor)) return true
      return false
    }
    // The nodes with a pending joint inside, level by level: the ancestors of the leaves that hold one.
    if (this.nodes.length < pending.count) this.nodes = new Int32Array(2 * pending.count)
    const { nodes } = this
    let count = 0
    for (let k = 0; k < pending.count; k++) {
      let leaf = Math.trunc(pending.joints[k]! / c.linksPerLeaf)
      for (let up = 0; up < level; up++) leaf = c.parent[leaf]!
      if (count === 0 || nodes[count - 1] !== leaf) nodes[count++] = leaf
    }
    while (count > 0) {
      let above = 0
      for (let k = 0; k < count; k++) {
        const n = nodes[k]!
        if (searchNode(this, c, n, neighbours, pending, visitor)) return true
        const parent = c.parent[n]!
        if (parent >= 0 && (above === 0 || nodes[above - 1] !== parent)) nodes[above++] = parent
      }
      count = above
    }
    return false
  }

  /** Every pair of links of two chains; `x` is the pose of B's root box in A's, `slack` its rounding error. */
  between(a: ChainArrays, b: ChainArrays, x: Float64Array, slack: number, visitor: ChainVisitor): boolean {
    this.poses.set(x.subarray(0, POSE), 0)
    this.closed = 0
    this.slack = slack + a.slack[a.root]! + b.slack[b.root]!
    return searchPair(this, a, a.root, b, b.root, -1, undefined, visitor)
  }

  /** Adds what the exact tests of links have counted. */
  addCounts(of: { volumeTests: number; leafTests: number }): void {
    this.volumeTests += of.volumeTests
    this.leafTests += of.leafTests
  }

  get byteLength(): number {
    return this.poses.byteLength + this.tags.byteLength + this.nodes.byteLength
  }

  grow(): void {
    const poses = new Float64Array(this.poses.length * 2)
    poses.set(this.poses)
    this.poses = poses
    const tags = new Int32Array(this.tags.length * 2)
    tags.set(this.tags)
    this.tags = tags
  }
}

/** The pairs of links that meet in node n: one in its left child, one in its right; or both in it, for a leaf. */
function searchNode(
  s: ChainSearch,
  c: ChainArrays,
  n: number,
  neighbours: number,
  pending: Pending | undefined,
  visitor: ChainVisitor,
): boolean {
  const left = c.child[n]!
  if (n < s.closed) {
    if (pending !== undefined && !anyPending(pending, c.first[n]!, c.end[n]! - 1)) return false
    return visitor.visit(n, n, 0, 0, identity, 0)
  }
  if (left < 0) return searchLinksOfLeaf(s, c, n, neighbours, pending, visitor)
  if (c.children[n] === 1) return false
  if (pending !== undefined && !anyPending(pending, c.first[n]!, c.end[n]! - 1)) return false
  composeInversePose(s.poses, 0, c.box, left * BOX, c.box, (left + 1) * BOX)
  s.slack = c.slack[n]!
  return searchPair(s, c, left, c, left + 1, neighbours, pending, visitor)
}

/**
 * Searches below one pair of nodes, whose relative pose is in the first entry of the stack. `neighbours` is negative
 * for two different chains. Entries on the stack overlap already; a child pair is written there only if it does too.
 */
function searchPair(
  s: ChainSearch,
  a: ChainArrays,
  nodeA: number,
  b: ChainArrays,
  nodeB: number,
  neighbours: number,
  pending: Pending | undefined,
  visitor: ChainVisitor,
): boolean {
  const boxA = a.box
  const boxB = b.box
  const childOfA = a.child
  const childOfB = b.child
  const countOfA = a.children
  const countOfB = b.children
  const alignedA = a.aligned
  const alignedB = b.aligned
  const firstA = a.first
  const firstB = b.first
  const endA = a.end
  const endB = b.end
  let poses = s.poses
  let tags = s.tags
  let margin = visitor.margin
  // Rounding of the descents and of the tests themselves, below this pair: base/math/rounding.ts.
  const size =
    Math.abs(poses[3]!) +
    Math.abs(poses[7]!) +
    Math.abs(poses[11]!) +
    halves(boxA, nodeA * BOX) +
    halves(boxB, nodeB * BOX)
  const slack = s.slack + SEARCH_ROUNDING * size + TINY_LENGTH
  s.slack = slack
  const { limit } = s
  limit[0] = margin + slack
  // Boxes that follow each other along a chain hold links that share a joint: they almost always overlap, so the test
  // that would say so is saved, here and below.
  const oneChain = neighbours >= 0
  if (!oneChain) {
    s.volumeTests++
    if (nodesFartherThan(a, nodeA, b, nodeB, poses, limit)) return false
  }
  const { spans, closed } = s
  const sweptA = a.volume === 'rss'
  const sweptB = b.volume === 'rss'
  const anySwept = sweptA || sweptB
  const bothSwept = sweptA && sweptB
  tags[0] = nodeA
  tags[1] = nodeB
  tags[2] = pending === undefined || settled(pending, a, nodeA, b, nodeB) ? 1 : 0
  let top = 1
  let tests = 0
  while (top > 0) {
    top--
    const p = top * ENTRY
    const na = tags[top * TAGS]!
    const nb = tags[top * TAGS + 1]!
    const isSettled = tags[top * TAGS + 2]!
    const childA = na < closed ? -1 : childOfA[na]!
    const childB = nb < closed ? -1 : childOfB[nb]!
    if (childA < 0 && childB < 0) {
      const ended =
        closed > 0
          ? visitor.visit(na, nb, 0, slack, poses, p)
          : searchLinksOfLeaves(s, a, na, b, nb, p, neighbours, isSettled === 1 ? undefined : pending, visitor)
      if (ended) {
        s.volumeTests += tests
        return true
      }
      margin = visitor.margin
      limit[0] = margin + slack
      continue
    }
    if (top + 2 > tags.length / TAGS) {
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
    const descendA = childB < 0 || (childA >= 0 && boxA[na * BOX + BOX_SIZE]! >= boxB[nb * BOX + BOX_SIZE]!)
    const child = descendA ? childA : childB
    const count = descendA ? countOfA[na]! : countOfB[nb]!
    for (let k = 0; k < count; k++) {
      const ca = descendA ? child + k : na
      const cb = descendA ? nb : child + k
      let childSettled = 1
      if (isSettled === 0) {
        // All links on one side of every change: rigid to each other, and free since the last test.
        if (!anyPending(pending!, firstA[ca]!, endB[cb]! - 1)) continue
        childSettled = settled(pending!, a, ca, b, cb) ? 1 : 0
        // Both of the rest around a span.
        if (childSettled === 1 && pending!.span && bothPending(pending!, firstA[ca]!, endB[cb]! - 1)) continue
      }
      if (spans !== undefined && beside(spans, 0, a, ca) && beside(spans, 2, b, cb)) continue
      const oa = ca * BOX
      const ob = cb * BOX
      let r00 = p00
      let r01 = p01
      let r02 = p02
      let r10 = p10
      let r11 = p11
      let r12 = p12
      let r20 = p20
      let r21 = p21
      let r22 = p22
      let t0: number
      let t1: number
      let t2: number
      if (descendA) {
        const d0 = p03 - boxA[oa + 3]!
        const d1 = p13 - boxA[oa + 7]!
        const d2 = p23 - boxA[oa + 11]!
        if (alignedA[ca] === 1) {
          t0 = d0
          t1 = d1
          t2 = d2
        } else {
          const c00 = boxA[oa]!
          const c01 = boxA[oa + 1]!
          const c02 = boxA[oa + 2]!
          const c10 = boxA[oa + 4]!
          const c11 = boxA[oa + 5]!
          const c12 = boxA[oa + 6]!
          const c20 = boxA[oa + 8]!
          const c21 = boxA[oa + 9]!
          const c22 = boxA[oa + 10]!
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
        }
      } else {
        const c03 = boxB[ob + 3]!
        const c13 = boxB[ob + 7]!
        const c23 = boxB[ob + 11]!
        t0 = p00 * c03 + p01 * c13 + p02 * c23 + p03
        t1 = p10 * c03 + p11 * c13 + p12 * c23 + p13
        t2 = p20 * c03 + p21 * c13 + p22 * c23 + p23
        if (alignedB[cb] === 0) {
          const c00 = boxB[ob]!
          const c01 = boxB[ob + 1]!
          const c02 = boxB[ob + 2]!
          const c10 = boxB[ob + 4]!
          const c11 = boxB[ob + 5]!
          const c12 = boxB[ob + 6]!
          const c20 = boxB[ob + 8]!
          const c21 = boxB[ob + 9]!
          const c22 = boxB[ob + 10]!
          r00 = p00 * c00 + p01 * c10 + p02 * c20
          r01 = p00 * c01 + p01 * c11 + p02 * c21
          r02 = p00 * c02 + p01 * c12 + p02 * c22
          r10 = p10 * c00 + p11 * c10 + p12 * c20
          r11 = p10 * c01 + p11 * c11 + p12 * c21
          r12 = p10 * c02 + p11 * c12 + p12 * c22
          r20 = p20 * c00 + p21 * c10 + p22 * c20
          r21 = p20 * c01 + p21 * c11 + p22 * c21
          r22 = p20 * c02 + p21 * c12 + p22 * c22
        }
      }
      const follows = oneChain && endA[ca] === firstB[cb]
      if (!follows) {
        tests++
        // The six face normals of volumes/obb.ts, on numbers that are in registers already. The nine edge axes would separate one
        // pair in twenty, and cost as much as all the rest.
        let m = margin + slack
        const a0 = boxA[oa + BOX_HALF]!
        const a1 = boxA[oa + BOX_HALF + 1]!
        let a2 = boxA[oa + BOX_HALF + 2]!
        const b0 = boxB[ob + BOX_HALF]!
        const b1 = boxB[ob + BOX_HALF + 1]!
        let b2 = boxB[ob + BOX_HALF + 2]!
        if (anySwept) {
          if (sweptA) {
            m += a2
            a2 = 0
          }
          if (sweptB) {
            m += b2
            b2 = 0
          }
        }
        const q00 = Math.abs(r00)
        const q01 = Math.abs(r01)
        const q02 = Math.abs(r02)
        if (Math.abs(t0) > a0 + m + b0 * q00 + b1 * q01 + b2 * q02) continue
        const q10 = Math.abs(r10)
        const q11 = Math.abs(r11)
        const q12 = Math.abs(r12)
        if (Math.abs(t1) > a1 + m + b0 * q10 + b1 * q11 + b2 * q12) continue
        const q20 = Math.abs(r20)
        const q21 = Math.abs(r21)
        const q22 = Math.abs(r22)
        if (Math.abs(t2) > a2 + m + b0 * q20 + b1 * q21 + b2 * q22) continue
        if (Math.abs(t0 * r00 + t1 * r10 + t2 * r20) > b0 + m + a0 * q00 + a1 * q10 + a2 * q20) continue
        if (Math.abs(t0 * r01 + t1 * r11 + t2 * r21) > b1 + m + a0 * q01 + a1 * q11 + a2 * q21) continue
        if (Math.abs(t0 * r02 + t1 * r12 + t2 * r22) > b2 + m + a0 * q02 + a1 * q12 + a2 * q22) continue
      }
      const o = top * ENTRY
      poses[o] = r00
      poses[o + 1] = r01
      poses[o + 2] = r02
      poses[o + 3] = t0
      poses[o + 4] = r10
      poses[o + 5] = r11
      poses[o + 6] = r12
      poses[o + 7] = t1
      poses[o + 8] = r20
      poses[o + 9] = r21
      poses[o + 10] = r22
      poses[o + 11] = t2
      if (bothSwept && !follows && sweptFartherThan(boxA, oa + BOX_HALF, boxB, ob + BOX_HALF, poses, o, limit)) continue
      tags[top * TAGS] = ca
      tags[top * TAGS + 1] = cb
      tags[top * TAGS + 2] = childSettled
      top++
    }
  }
  s.volumeTests += tests
  return false
}

/** Has the node no link of the span at spans[at]? */
function beside(spans: Int32Array, at: number, c: ChainArrays, n: number): boolean {
  return c.end[n]! <= spans[at]! || c.first[n]! >= spans[at + 1]!
}

/** Sum of a box's half extents: no point of it is farther from its centre. */
export function halves(box: Float64Array, b: number): number {
  return box[b + BOX_HALF]! + box[b + BOX_HALF + 1]! + box[b + BOX_HALF + 2]!
}

/** No change inside either node: then one that lies between them separates every pair of their links. */
export function settled(pending: Pending, a: ChainArrays, na: number, b: ChainArrays, nb: number): boolean {
  return !anyPending(pending, a.first[na]!, a.end[na]! - 1) && !anyPending(pending, b.first[nb]!, b.end[nb]! - 1)
}

/** The links of one leaf against those of another: balls first, then whatever the visitor makes of a pair. */
export function searchLinksOfLeaves(
  s: ChainSearch,
  a: ChainArrays,
  na: number,
  b: ChainArrays,
  nb: number,
  p: number,
  neighbours: number,
  pending: Pending | undefined,
  visitor: ChainVisitor,
): boolean {
  const slack = s.slack
  const ballsA = a.balls
  const ballsB = b.balls
  const x = s.poses
  const r00 = x[p]!
  const r01 = x[p + 1]!
  const r02 = x[p + 2]!
  const t0 = x[p + 3]!
  const r10 = x[p + 4]!
  const r11 = x[p + 5]!
  const r12 = x[p + 6]!
  const t1 = x[p + 7]!
  const r20 = x[p + 8]!
  const r21 = x[p + 9]!
  const r22 = x[p + 10]!
  const t2 = x[p + 11]!
  const firstA = a.first[na]!
  const endA = a.end[na]!
  const endB = b.end[nb]!
  for (let j = b.first[nb]!; j < endB; j++) {
    const q = j * BALL
    const bx = ballsB[q]!
    const by = ballsB[q + 1]!
    const bz = ballsB[q + 2]!
    const cx = r00 * bx + r01 * by + r02 * bz + t0
    const cy = r10 * bx + r11 * by + r12 * bz + t1
    const cz = r20 * bx + r21 * by + r22 * bz + t2
    const reach = ballsB[q + 3]! + visitor.margin + slack
    // Neighbours along the chain are left out; -1 means two different chains.
    const last = neighbours < 0 ? endA : Math.min(endA, j - neighbours)
    for (let i = firstA; i < last; i++) {
      const o = i * BALL
      const dx = cx - ballsA[o]!
      const dy = cy - ballsA[o + 1]!
      const dz = cz - ballsA[o + 2]!
      const d = dx * dx + dy * dy + dz * dz
      const sum = reach + ballsA[o + 3]!
      s.leafTests++
      if (d > sum * sum) continue
      if (pending !== undefined && !movedApart(pending, i, j)) continue
      const gap = Math.sqrt(d) - ballsA[o + 3]! - ballsB[q + 3]!
      if (visitor.visit(i, j, gap, slack, x, p)) return true
    }
  }
  return false
}

/** The pairs of links inside one leaf. */
export function searchLinksOfLeaf(
  s: ChainSearch,
  c: ChainArrays,
  n: number,
  neighbours: number,
  pending: Pending | undefined,
  visitor: ChainVisitor,
): boolean {
  const end = c.end[n]!
  const slack = c.slack[n]! + SEARCH_ROUNDING * halves(c.box, n * BOX) + TINY_LENGTH
  for (let j = c.first[n]! + neighbours + 1; j < end; j++) {
    for (let i = c.first[n]!; i < j - neighbours; i++) {
      if (pending !== undefined && !movedApart(pending, i, j)) continue
      const o = i * BALL
      const q = j * BALL
      const dx = c.balls[q]! - c.balls[o]!
      const dy = c.balls[q + 1]! - c.balls[o + 1]!
      const dz = c.balls[q + 2]! - c.balls[o + 2]!
      const radii = c.balls[o + 3]! + c.balls[q + 3]!
      const sum = radii + visitor.margin + slack
      const d = dx * dx + dy * dy + dz * dz
      s.leafTests++
      if (d > sum * sum) continue
      if (visitor.visit(i, j, Math.sqrt(d) - radii, slack, identity, 0)) return true
    }
  }
  return false
}

const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
