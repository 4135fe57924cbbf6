// A chain against itself: twin of src/chains/chain/chain-search.ts.
import {
  aligneds,
  BALL,
  BOX,
  BOX_AREA,
  BOX_HALF,
  balls,
  boxes,
  byte,
  childs,
  closedChilds,
  counts,
  firsts,
  head,
  int,
  joints,
  lasts,
  linksPerLeaf,
  nodeCount,
  nodeList,
  POSE,
  parents,
  pendingList,
  SEARCH_ROUNDING,
  setInt,
  slacks,
  stack,
  TINY_LENGTH,
} from './layout'
import { refitLeaf, refitNode } from './refit'
import { dot, high, low, lowHigh, magnitude, plus } from './vectors'

// @ts-ignore: decorator
@external('env', 'visit')
declare function visit(i: i32, j: i32, gap: f64, slack: f64, x: usize): i32

/** Bytes of an entry of the stack: X_AB, node of A, node of B, settled, the entry below it. */
const ENTRY: usize = 112
const IDENTITY: usize = 32
const BEFORE: usize = 128

let boxTests: i64 = 0
let primitiveTests: i64 = 0
let neighbours: i32 = 0
let pendingCount: i32 = 0
/** The only pending joint, while there is one. */
let only: i32 = 0
/** The pending joints are two, and only the links between them have moved: pairs with both in between have not. */
let span: bool = false
/** The children that a search goes down to: all; or none below a level, whose nodes are then visited instead of links. */
let kids: usize = 0
let byNodes: bool = false

/**
 * Every pair of links more than `apart` along the chain; or of the nodes of a level, the first of which is `from`. Returns 1 if the
 * visitor ended it.
 */
export function searchAll(apart: i32, from: i32, nodesOnly: i32): i32 {
  neighbours = apart
  open(nodesOnly != 0)
  pendingCount = 0
  span = false
  boxTests = 0
  primitiveTests = 0
  let hit = false
  for (let n = from; n < nodeCount && !hit; n++) hit = searchNode(n)
  return finish(hit)
}

/** The same for those with a pending joint between them: `joint` if count is 1, or the first `count` of pendingList. */
export function searchPending(apart: i32, count: i32, joint: i32, isSpan: i32, level: i32, nodesOnly: i32): i32 {
  neighbours = apart
  open(nodesOnly != 0)
  pendingCount = count
  span = isSpan != 0
  boxTests = 0
  primitiveTests = 0
  if (count == 1) {
    only = joint
    let hit = false
    for (let n = above(joint / linksPerLeaf, level); n >= 0 && !hit; n = int(parents, n)) hit = searchNode(n)
    return finish(hit)
  }
  let nodes = 0
  for (let k = 0; k < count; k++) {
    const leaf = above(int(pendingList, k) / linksPerLeaf, level)
    if (nodes == 0 || int(nodeList, nodes - 1) != leaf) setInt(nodeList, nodes++, leaf)
  }
  while (nodes > 0) {
    let next = 0
    for (let k = 0; k < nodes; k++) {
      const n = int(nodeList, k)
      if (searchNode(n)) return finish(true)
      const parent = int(parents, n)
      if (parent >= 0 && (next == 0 || int(nodeList, next - 1) != parent)) {
        setInt(nodeList, next++, parent)
      }
    }
    nodes = next
  }
  return finish(false)
}

/**
 * A joint has been changed in a chain of spheres that was free: refits its leaf and all that holds it, and searches each node as soon as
 * it is refitted. At the first pair that ends the search, the joint gets back the pose that is kept at `head`, and what was refitted
 * is refitted once more. Returns 1 if so. The boxes above have then never been touched.
 */
export function tryPath(apart: i32, joint: i32, snug: bool): i32 {
  neighbours = apart
  open(false)
  pendingCount = 1
  only = joint
  span = false
  boxTests = 0
  primitiveTests = 0
  const leaf = joint / linksPerLeaf
  refitLeaf(leaf)
  let n = leaf
  while (!searchNode(n)) {
    n = int(parents, n)
    if (n < 0) return finish(false)
    refitNode(n, snug)
  }
  memory.copy(joints + <usize>joint * POSE, head + BEFORE, POSE)
  refitLeaf(leaf)
  for (let k = leaf; k != n; ) {
    k = int(parents, k)
    refitNode(k, snug)
  }
  return finish(true)
}

function open(nodesOnly: bool): void {
  byNodes = nodesOnly
  kids = nodesOnly ? closedChilds : childs
}

/** The ancestor of a node this many levels up. */
function above(n: i32, levels: i32): i32 {
  for (let k = 0; k < levels; k++) n = int(parents, n)
  return n
}

function finish(hit: bool): i32 {
  store<f64>(head, <f64>boxTests, 8)
  store<f64>(head, <f64>primitiveTests, 16)
  return hit ? 1 : 0
}

/** Is there a pending joint j with from ≤ j < to? */
// @ts-ignore: decorator
@inline
function anyPending(from: i32, to: i32): bool {
  return pendingCount == 1 ? only >= from && only < to : findPending(from, to)
}

function findPending(from: i32, to: i32): bool {
  let low = 0
  let high = pendingCount
  while (low < high) {
    const mid = (low + high) >> 1
    if (int(pendingList, mid) < from) low = mid + 1
    else high = mid
  }
  return low < pendingCount && int(pendingList, low) < to
}

/** Are both joints of a span between these? */
// @ts-ignore: decorator
@inline
function bothPending(from: i32, to: i32): bool {
  return int(pendingList, 0) >= from && int(pendingList, 1) < to
}

/** Has a change moved link i < j against link j? */
// @ts-ignore: decorator
@inline
function movedApart(i: i32, j: i32): bool {
  return anyPending(i, j) && !(span && bothPending(i, j))
}

/** The pairs of links that meet in node n: one in its left child, one in its right; or both in it, for a leaf. */
function searchNode(n: i32): bool {
  const left = int(kids, n)
  if (left < 0) return byNodes ? visitNode(n) : searchLeaf(n)
  if (byte(counts, n) == 1) return false
  if (pendingCount > 0 && !anyPending(int(firsts, n), int(lasts, n) - 1)) return false
  const x = boxes + <usize>left * BOX
  const y = x + BOX
  const tx = load<f64>(y, 24) - load<f64>(x, 24)
  const ty = load<f64>(y, 56) - load<f64>(x, 56)
  const tz = load<f64>(y, 88) - load<f64>(x, 88)
  for (let row: usize = 0; row < 3; row++) {
    const a = load<f64>(x + (row << 3))
    const b = load<f64>(x + (row << 3), 32)
    const c = load<f64>(x + (row << 3), 64)
    const at = stack + (row << 5)
    store<f64>(at, a * load<f64>(y) + b * load<f64>(y, 32) + c * load<f64>(y, 64))
    store<f64>(at, a * load<f64>(y, 8) + b * load<f64>(y, 40) + c * load<f64>(y, 72), 8)
    store<f64>(at, a * load<f64>(y, 16) + b * load<f64>(y, 48) + c * load<f64>(y, 80), 16)
    store<f64>(at, a * tx + b * ty + c * tz, 24)
  }
  return searchPair(left, left + 1, load<f64>(slacks + ((<usize>n) << 3)))
}

/** A node of the level that is visited, with itself. */
function visitNode(n: i32): bool {
  if (pendingCount > 0 && !anyPending(int(firsts, n), int(lasts, n) - 1)) return false
  return visit(n, n, 0, 0, head + IDENTITY) != 0
}

/** Searches below one pair of nodes, whose relative pose stands in the first entry of the stack. */
function searchPair(nodeA: i32, nodeB: i32, slackAbove: f64): bool {
  const size =
    abs<f64>(load<f64>(stack, 24)) +
    abs<f64>(load<f64>(stack, 56)) +
    abs<f64>(load<f64>(stack, 88)) +
    halves(boxes + <usize>nodeA * BOX) +
    halves(boxes + <usize>nodeB * BOX)
  const slack = slackAbove + SEARCH_ROUNDING * size + TINY_LENGTH
  let reach = load<f64>(head) + slack
  store<i32>(stack, nodeA, 96)
  store<i32>(stack, nodeB, 100)
  store<i32>(stack, ADJACENT | pendingIn(nodeA, nodeB), 104)
  store<u32>(stack, 0, 108)
  // Entries of the stack are linked. The children of a pair go behind it, not over it: they are made from it.
  let next = stack
  while (next != 0) {
    const p = next
    next = load<u32>(p, 108)
    const na = load<i32>(p, 96)
    const nb = load<i32>(p, 100)
    const state = load<i32>(p, 104)
    const childA = int(kids, na)
    const childB = int(kids, nb)
    if ((childA & childB) < 0) {
      if (byNodes) {
        if (visit(na, nb, 0, slack, p)) return true
      } else if (searchLeafPair(p, na, nb, state & PENDING, slack)) return true
      reach = load<f64>(head) + slack
      continue
    }
    const oa = boxes + <usize>na * BOX
    const ob = boxes + <usize>nb * BOX
    const descendA = childB < 0 || (childA >= 0 && load<f64>(oa, BOX_AREA) >= load<f64>(ob, BOX_AREA))
    const child = descendA ? childA : childB
    const half = (descendA ? ob : oa) + BOX_HALF
    const oc = boxes + <usize>child * BOX
    const slot0 = p + ENTRY
    const slot1 = slot0 + ENTRY
    let state0 = state
    let state1 = DROPPED
    if (byte(counts, descendA ? na : nb) == 2) {
      // Of the children of A, the second follows on to B; of those of B, the first on A.
      const pending = state & PENDING
      state0 = descendA ? pending : state
      state1 = descendA ? state : pending
      if (pending != 0) {
        // Where all links are on one side of every change they are rigid to each other, and free since the last test.
        if (pending == MANY) {
          const ca0 = descendA ? child : na
          const cb0 = descendA ? nb : child
          const ca1 = descendA ? child + 1 : na
          const cb1 = descendA ? nb : child + 1
          const between0 = anyPending(int(firsts, ca0), int(lasts, cb0) - 1)
          const between1 = anyPending(int(firsts, ca1), int(lasts, cb1) - 1)
          state0 = between0 ? (state0 & ADJACENT) | pendingIn(ca0, cb0) : DROPPED
          state1 = between1 ? (state1 & ADJACENT) | pendingIn(ca1, cb1) : DROPPED
          if (span) {
            // Both of the rest around the span.
            if ((state0 & PENDING) == 0 && bothPending(int(firsts, ca0), int(lasts, cb0) - 1)) state0 = DROPPED
            if ((state1 & PENDING) == 0 && bothPending(int(firsts, ca1), int(lasts, cb1) - 1)) state1 = DROPPED
          }
        } else if (descendA == (pending == IN_A)) {
          // The one joint is in the node that is cut in two: in either half, or where they meet.
          const cut = int(lasts, child)
          if (descendA) {
            if (only >= cut - 1) state0 = 0
            if (only < cut) state1 = DROPPED
          } else {
            if (only >= cut - 1) state0 = DROPPED
            if (only < cut) state1 = 0
          }
        }
      }
    }
    const aligned0 = byte(aligneds, child)
    if ((state0 | state1) >= 0 && aligned0 + byte(aligneds, child + 1) == 1) {
      // One has its parent's axes, the other has not. Which is which cannot be foretold, so nothing branches on it.
      const slotK = select<usize>(slot0, slot1, aligned0)
      const slotM = select<usize>(slot1, slot0, aligned0)
      const ok = select<usize>(oc, oc + BOX, aligned0)
      const om = select<usize>(oc + BOX, oc, aligned0)
      if (descendA) {
        keptOfA(slotK, p, ok)
        movedOfA(slotM, p, om)
      } else {
        keptOfB(slotK, p, ok)
        movedOfB(slotM, p, om)
      }
    } else {
      if (state0 >= 0) step(descendA, slot0, p, oc, aligned0)
      if (state1 >= 0) step(descendA, slot1, p, oc + BOX, byte(aligneds, child + 1))
    }
    // Boxes that follow each other along a chain all but always overlap: the test is saved.
    if (state0 >= 0) {
      const at = oc + BOX_HALF
      const test = (state0 & ADJACENT) == 0
      boxTests += i64(test)
      if (!test || !farther(slot0, descendA ? at : half, descendA ? half : at, reach)) {
        store<i32>(slot0, descendA ? child : na, 96)
        store<i32>(slot0, descendA ? nb : child, 100)
        store<i32>(slot0, state0, 104)
        store<u32>(slot0, next, 108)
        next = slot0
      }
    }
    if (state1 >= 0) {
      const at = oc + BOX + BOX_HALF
      const test = (state1 & ADJACENT) == 0
      boxTests += i64(test)
      if (!test || !farther(slot1, descendA ? at : half, descendA ? half : at, reach)) {
        store<i32>(slot1, descendA ? child + 1 : na, 96)
        store<i32>(slot1, descendA ? nb : child + 1, 100)
        store<i32>(slot1, state1, 104)
        store<u32>(slot1, next, 108)
        next = slot1
      }
    }
  }
  return false
}

// What an entry knows of its pair, so that nobody need look it up: whether A ends where B starts; and where there are
// pending joints besides those between the two: none, the only one in A or in B, or any number anywhere.
const ADJACENT = 1
const IN_A = 2
const IN_B = 4
const MANY = 6
const PENDING = 6
const DROPPED = -1

/** Sum of a box's half extents: no point of it is farther from its centre. */
function halves(b: usize): f64 {
  return load<f64>(b, BOX_HALF) + load<f64>(b, BOX_HALF + 8) + load<f64>(b, BOX_HALF + 16)
}

/** No change inside either node: then one that lies between them separates every pair of their links. */
function pendingIn(a: i32, b: i32): i32 {
  if (pendingCount == 0) return 0
  const inA = anyPending(int(firsts, a), int(lasts, a) - 1)
  const inB = anyPending(int(firsts, b), int(lasts, b) - 1)
  if (!inA && !inB) return 0
  return pendingCount > 1 ? MANY : inA ? IN_A : IN_B
}

/** One step down: X_AB of a child at `c` of A or B, written to a slot, from that of its parent at `p`. */
// @ts-ignore: decorator
@inline
function step(descendA: bool, slot: usize, p: usize, c: usize, aligned: i32): void {
  if (descendA) {
    if (aligned == 1) keptOfA(slot, p, c)
    else movedOfA(slot, p, c)
  } else if (aligned == 1) keptOfB(slot, p, c)
  else movedOfB(slot, p, c)
}

/** The links of one leaf against those of another. */
function searchLeafPair(x: usize, na: i32, nb: i32, pending: i32, slack: f64): bool {
  const r00 = load<f64>(x)
  const r01 = load<f64>(x, 8)
  const r02 = load<f64>(x, 16)
  const t0 = load<f64>(x, 24)
  const r10 = load<f64>(x, 32)
  const r11 = load<f64>(x, 40)
  const r12 = load<f64>(x, 48)
  const t1 = load<f64>(x, 56)
  const r20 = load<f64>(x, 64)
  const r21 = load<f64>(x, 72)
  const r22 = load<f64>(x, 80)
  const t2 = load<f64>(x, 88)
  const firstA = int(firsts, na)
  const endA = int(lasts, na)
  const endB = int(lasts, nb)
  for (let j = int(firsts, nb); j < endB; j++) {
    const q = balls + <usize>j * BALL
    const bx = load<f64>(q)
    const by = load<f64>(q, 8)
    const bz = load<f64>(q, 16)
    const cx = r00 * bx + r01 * by + r02 * bz + t0
    const cy = r10 * bx + r11 * by + r12 * bz + t1
    const cz = r20 * bx + r21 * by + r22 * bz + t2
    const reach = load<f64>(q, 24) + load<f64>(head) + slack
    const last = min<i32>(endA, j - neighbours)
    for (let i = firstA; i < last; i++) {
      const o = balls + <usize>i * BALL
      const dx = cx - load<f64>(o)
      const dy = cy - load<f64>(o, 8)
      const dz = cz - load<f64>(o, 16)
      const d = dx * dx + dy * dy + dz * dz
      const sum = reach + load<f64>(o, 24)
      primitiveTests++
      if (d > sum * sum) continue
      if (pending != 0 && !movedApart(i, j)) continue
      const gap = sqrt<f64>(d) - load<f64>(o, 24) - load<f64>(q, 24)
      if (visit(i, j, gap, slack, x)) return true
    }
  }
  return false
}

/** The pairs of links inside one leaf. */
function searchLeaf(n: i32): bool {
  const first = int(firsts, n)
  const end = int(lasts, n)
  const slack = load<f64>(slacks + ((<usize>n) << 3)) + SEARCH_ROUNDING * halves(boxes + <usize>n * BOX) + TINY_LENGTH
  for (let j = first + neighbours + 1; j < end; j++) {
    const q = balls + <usize>j * BALL
    for (let i = first; i < j - neighbours; i++) {
      if (pendingCount > 0 && !movedApart(i, j)) continue
      const o = balls + <usize>i * BALL
      const dx = load<f64>(q) - load<f64>(o)
      const dy = load<f64>(q, 8) - load<f64>(o, 8)
      const dz = load<f64>(q, 16) - load<f64>(o, 16)
      const radii = load<f64>(o, 24) + load<f64>(q, 24)
      const sum = radii + load<f64>(head) + slack
      const d = dx * dx + dy * dy + dz * dz
      primitiveTests++
      if (d > sum * sum) continue
      if (visit(i, j, sqrt<f64>(d) - radii, slack, head + IDENTITY)) return true
    }
  }
  return false
}

/** A child of A that has its parent's axes. */
function keptOfA(slot: usize, p: usize, c: usize): void {
  // Less 0 is a number as it was, whatever its sign.
  const zero = f64x2.splat(0)
  const s0 = f64x2.sub(v128.load(p, 16), lowHigh(zero, v128.load(c, 16)))
  const s1 = f64x2.sub(v128.load(p, 48), lowHigh(zero, v128.load(c, 48)))
  const s2 = f64x2.sub(v128.load(p, 80), lowHigh(zero, v128.load(c, 80)))
  place(slot, v128.load(p), s0, v128.load(p, 32), s1, v128.load(p, 64), s2)
}

/** Any child of A: Cᵀ·X. */
function movedOfA(slot: usize, p: usize, c: usize): void {
  const zero = f64x2.splat(0)
  const c0 = v128.load(c)
  const e0 = v128.load(c, 16)
  const c1 = v128.load(c, 32)
  const e1 = v128.load(c, 48)
  const c2 = v128.load(c, 64)
  const e2 = v128.load(c, 80)
  const r0 = v128.load(p)
  const r1 = v128.load(p, 32)
  const r2 = v128.load(p, 64)
  const s0 = f64x2.sub(v128.load(p, 16), lowHigh(zero, e0))
  const s1 = f64x2.sub(v128.load(p, 48), lowHigh(zero, e1))
  const s2 = f64x2.sub(v128.load(p, 80), lowHigh(zero, e2))
  const c00 = low(c0, c0)
  const c01 = high(c0, c0)
  const c02 = low(e0, e0)
  const c10 = low(c1, c1)
  const c11 = high(c1, c1)
  const c12 = low(e1, e1)
  const c20 = low(c2, c2)
  const c21 = high(c2, c2)
  const c22 = low(e2, e2)
  place(
    slot,
    dot(c00, r0, c10, r1, c20, r2),
    dot(c00, s0, c10, s1, c20, s2),
    dot(c01, r0, c11, r1, c21, r2),
    dot(c01, s0, c11, s1, c21, s2),
    dot(c02, r0, c12, r1, c22, r2),
    dot(c02, s0, c12, s1, c22, s2),
  )
}

/** A child of B that has its parent's axes. */
function keptOfB(slot: usize, p: usize, c: usize): void {
  const r0 = v128.load(p)
  const s0 = v128.load(p, 16)
  const r1 = v128.load(p, 32)
  const s1 = v128.load(p, 48)
  const r2 = v128.load(p, 64)
  const s2 = v128.load(p, 80)
  const c03 = f64x2.splat(load<f64>(c, 24))
  const c13 = f64x2.splat(load<f64>(c, 56))
  const c23 = f64x2.splat(load<f64>(c, 88))
  const t01 = f64x2.add(dot(low(r0, r1), c03, high(r0, r1), c13, low(s0, s1), c23), high(s0, s1))
  const t2 = f64x2.add(dot(r2, c03, high(r2, r2), c13, s2, c23), high(s2, s2))
  place(slot, r0, low(s0, t01), r1, lowHigh(s1, t01), r2, low(s2, t2))
}

/** Any child of B: X·C. */
function movedOfB(slot: usize, p: usize, c: usize): void {
  const r0 = v128.load(c)
  const s0 = v128.load(c, 16)
  const r1 = v128.load(c, 32)
  const s1 = v128.load(c, 48)
  const r2 = v128.load(c, 64)
  const s2 = v128.load(c, 80)
  const p0 = v128.load(p)
  const d0 = v128.load(p, 16)
  const p1 = v128.load(p, 32)
  const d1 = v128.load(p, 48)
  const p2 = v128.load(p, 64)
  const d2 = v128.load(p, 80)
  const p00 = low(p0, p0)
  const p01 = high(p0, p0)
  const p02 = low(d0, d0)
  const p10 = low(p1, p1)
  const p11 = high(p1, p1)
  const p12 = low(d1, d1)
  const p20 = low(p2, p2)
  const p21 = high(p2, p2)
  const p22 = low(d2, d2)
  // Plus −0 is a number as it was, too.
  const zero = f64x2.splat(-0.0)
  place(
    slot,
    dot(p00, r0, p01, r1, p02, r2),
    f64x2.add(dot(p00, s0, p01, s1, p02, s2), lowHigh(zero, d0)),
    dot(p10, r0, p11, r1, p12, r2),
    f64x2.add(dot(p10, s0, p11, s1, p12, s2), lowHigh(zero, d1)),
    dot(p20, r0, p21, r1, p22, r2),
    f64x2.add(dot(p20, s0, p21, s1, p22, s2), lowHigh(zero, d2)),
  )
}

/** Writes X_AB to a slot, in rows r = (r_i0, r_i1) and s = (r_i2, t_i). */
// @ts-ignore: decorator
@inline
function place(slot: usize, r0: v128, s0: v128, r1: v128, s1: v128, r2: v128, s2: v128): void {
  v128.store(slot, r0)
  v128.store(slot, s0, 16)
  v128.store(slot, r1, 32)
  v128.store(slot, s1, 48)
  v128.store(slot, r2, 64)
  v128.store(slot, s2, 80)
}

/**
 * The six face normals of src/volumes/obb.ts, two at a time; X_AB in a slot, half extents at a and b. It leaves as often as it
 * can, most of all so that V8 does not mix what stands between: it runs out of registers at once if it does.
 */
function farther(slot: usize, a: usize, b: usize, reach: f64): bool {
  const m = f64x2.splat(reach)
  const r0 = v128.load(slot)
  const s0 = v128.load(slot, 16)
  const r1 = v128.load(slot, 32)
  const s1 = v128.load(slot, 48)
  const q0 = magnitude(r0)
  const q1 = magnitude(r1)
  const u0 = magnitude(s0)
  const u1 = magnitude(s1)
  const a01 = v128.load(a)
  const b01 = v128.load(b)
  const b0 = low(b01, b01)
  const b1 = high(b01, b01)
  const b2 = v128.load_splat<f64>(b, 16)
  // Axes of A: rows 0 and 1 together, then row 2.
  const k0 = low(q0, q1)
  const k1 = high(q0, q1)
  if (v128.any_true(f64x2.gt(high(u0, u1), plus(f64x2.add(a01, m), b0, k0, b1, k1, b2, low(u0, u1))))) return true
  const r2 = v128.load(slot, 64)
  const s2 = v128.load(slot, 80)
  const q2 = magnitude(r2)
  const u2 = magnitude(s2)
  const a2 = v128.load_splat<f64>(a, 16)
  const far2 = f64x2.gt(high(u2, u2), plus(f64x2.add(a2, m), b0, q2, b1, high(q2, q2), b2, u2))
  if (i64x2.extract_lane(far2, 0) != 0) return true
  // Axes of B.
  const a0 = low(a01, a01)
  const a1 = high(a01, a01)
  const t0 = high(s0, s0)
  const t1 = high(s1, s1)
  const t2 = high(s2, s2)
  if (v128.any_true(f64x2.gt(magnitude(dot(t0, r0, t1, r1, t2, r2)), plus(f64x2.add(b01, m), a0, q0, a1, q1, a2, q2))))
    return true
  const farB2 = f64x2.gt(magnitude(dot(t0, s0, t1, s1, t2, s2)), plus(f64x2.add(b2, m), a0, u0, a1, u1, a2, u2))
  return i64x2.extract_lane(farB2, 0) != 0
}
