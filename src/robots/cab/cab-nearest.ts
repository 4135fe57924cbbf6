// The nearest leaves of a hierarchy of bodies, nearest first: pairs of nodes wait in a queue, ordered by a lower bound of their
// boxes' distance. What is done with two leaves (an exact distance) costs far more than a test of boxes, and this order
// visits the fewest of them: only those whose boxes are closer than the answer.
//
// Twin of PairTraversal.nearest (base/work/traverse-pair.ts): distances in a world take 3.5 % less time with it.
// cab-twins.test.ts compares the two.
import FlatQueue from 'flatqueue'
import { OPEN_A, OPEN_B, type PairVisitor } from '../../base/work/traverse-pair.js'
import { AABB } from '../../volumes/aabb.js'
import { obbsGap, WORLD_OBB } from '../../volumes/world-obb.js'
import type { CabArrays } from './cab-arrays.js'
import { type CheckedPairs, hasBit } from './cab-checked.js'
import { type CabSearch, pushRoots, toOpen } from './cab-search.js'

/** Queue of pairs, a·nodes + b, and where a test leaves its bound. */
export class CabQueue {
  readonly queue = new FlatQueue<number>()
  readonly gap = new Float64Array(1)
}

/** Visits checked pairs of leaves until none is left within the visitor's margin, which it shrinks; or until it says so. */
export function nearestCab(
  c: CabArrays,
  checked: CheckedPairs,
  s: CabSearch,
  q: CabQueue,
  visitor: PairVisitor,
): boolean {
  const { nodes, child, leafOf } = c
  const { queue } = q
  queue.clear()
  // A node against itself is at distance 0: all of these come first.
  let top = pushRoots(checked, s)
  while (top > 0) {
    top -= 2
    const a = s.stack[top]!
    const b = s.stack[top + 1]!
    if (a !== b) {
      offer(c, checked, s, q, visitor, a, b)
      continue
    }
    const l = child[a]!
    const r = l + 1
    offer(c, checked, s, q, visitor, l, r)
    if (top + 4 > s.stack.length) s.grow()
    if (checked.self[l] === 1) {
      s.stack[top++] = l
      s.stack[top++] = l
    }
    if (checked.self[r] === 1) {
      s.stack[top++] = r
      s.stack[top++] = r
    }
  }
  while (queue.length > 0) {
    if (queue.peekValue()! > visitor.margin) return false
    const pair = queue.pop()!
    const a = Math.floor(pair / nodes)
    const b = pair - a * nodes
    const la = child[a]!
    const lb = child[b]!
    if (la < 0 && lb < 0) {
      const leafA = leafOf[a]!
      const leafB = leafOf[b]!
      if (leafA < leafB ? visitor.visit(leafA, leafB) : visitor.visit(leafB, leafA)) return true
      continue
    }
    const ra = la + 1
    const rb = lb + 1
    const which = la < 0 ? OPEN_B : lb < 0 ? OPEN_A : toOpen(c, a, b)
    if (which === OPEN_B) {
      offer(c, checked, s, q, visitor, a, lb)
      offer(c, checked, s, q, visitor, a, rb)
    } else if (which === OPEN_A) {
      offer(c, checked, s, q, visitor, la, b)
      offer(c, checked, s, q, visitor, ra, b)
    } else {
      offer(c, checked, s, q, visitor, la, lb)
      offer(c, checked, s, q, visitor, la, rb)
      offer(c, checked, s, q, visitor, ra, lb)
      offer(c, checked, s, q, visitor, ra, rb)
    }
  }
  return false
}

/** Puts two nodes, of which the first has a row, into the queue if they may come within the margin. */
function offer(
  c: CabArrays,
  checked: CheckedPairs,
  s: CabSearch,
  q: CabQueue,
  visitor: PairVisitor,
  a: number,
  b: number,
): void {
  if (!hasBit(checked.bits, checked.row[a]!, b)) return
  s.volumeTests++
  if (c.oriented) obbsGap(q.gap, 0, c.box, WORLD_OBB * a, WORLD_OBB * b)
  else boundsGap(q.gap, c.box, AABB * a, AABB * b)
  const gap = q.gap[0]!
  if (gap <= visitor.margin) q.queue.push(a * c.nodes + b, gap)
}

/** A lower bound of the distance of two axis-aligned boxes, 0 where they overlap. */
export function boundsGap(out: Float64Array, box: Float64Array, i: number, j: number): void {
  const x = Math.max(0, box[j]! - box[i + 3]!, box[i]! - box[j + 3]!)
  const y = Math.max(0, box[j + 1]! - box[i + 4]!, box[i + 1]! - box[j + 4]!)
  const z = Math.max(0, box[j + 2]! - box[i + 5]!, box[i + 2]! - box[j + 5]!)
  // A difference, a square, two sums and a root: 5 u at most.
  out[0] = Math.sqrt(x * x + y * y + z * z) * (1 - 1e-15)
}
