// The nearest leaves of a hierarchy of bodies, nearest first: pairs of nodes wait in a queue, ordered by a lower bound of their
// boxes' distance. What is done with two leaves (an exact distance) costs far more than a test of boxes, and this order
// visits the fewest of them: only those whose boxes are nearer than the answer.
import FlatQueue from 'flatqueue'
import { obbsGap, WORLD_OBB } from '../volumes/world-obb.js'
import { AABB, type CabArrays } from './cab-arrays.js'
import { type CheckedPairs, hasBit } from './cab-checked.js'
import type { CabSearch, CabVisitor } from './cab-search.js'

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
  visitor: CabVisitor,
): boolean {
  const { nodes, left, right, roots, leafOf } = c
  const { queue } = q
  queue.clear()
  s.top = 0
  for (let t = 0; t < c.trees; t++) {
    const root = roots[t]!
    if (root < 0) continue
    if (checked.self[root] === 1) s.push(root, root)
    for (let u = t + 1; u < c.trees; u++) {
      const other = roots[u]!
      if (other < 0) continue
      if (checked.row[root]! >= 0) offer(c, checked, s, q, visitor, root, other)
      else if (checked.row[other]! >= 0) offer(c, checked, s, q, visitor, other, root)
    }
  }
  // A node with itself is at distance 0: all of these come first.
  while (s.top > 0) {
    s.top -= 2
    const n = s.stack[s.top]!
    const l = left[n]!
    const r = right[n]!
    if (checked.self[l] === 1) s.push(l, l)
    if (checked.self[r] === 1) s.push(r, r)
    offer(c, checked, s, q, visitor, l, r)
  }
  while (queue.length > 0) {
    if (queue.peekValue()! > visitor.margin) return false
    const pair = queue.pop()!
    const a = Math.floor(pair / nodes)
    const b = pair - a * nodes
    const la = left[a]!
    const lb = left[b]!
    if (la < 0 && lb < 0) {
      const leafA = leafOf[a]!
      const leafB = leafOf[b]!
      if (leafA < leafB ? visitor.visit(leafA, leafB) : visitor.visit(leafB, leafA)) return true
      continue
    }
    const ra = right[a]!
    const rb = right[b]!
    if (la < 0) {
      offer(c, checked, s, q, visitor, a, lb)
      offer(c, checked, s, q, visitor, a, rb)
    } else if (lb < 0) {
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
  visitor: CabVisitor,
  a: number,
  b: number,
): void {
  if (!hasBit(checked.bits, checked.row[a]!, b)) return
  s.boxTests++
  if (c.oriented) obbsGap(q.gap, 0, c.box, WORLD_OBB * a, WORLD_OBB * b)
  else boundsGap(q.gap, c.box, AABB * a, AABB * b)
  const gap = q.gap[0]!
  if (gap <= visitor.margin) q.queue.push(a * c.nodes + b, gap)
}

/** A lower bound of the distance of two axis-aligned boxes, 0 where they overlap. */
function boundsGap(out: Float64Array, box: Float64Array, i: number, j: number): void {
  const x = Math.max(0, box[j]! - box[i + 3]!, box[i]! - box[j + 3]!)
  const y = Math.max(0, box[j + 1]! - box[i + 4]!, box[i + 1]! - box[j + 4]!)
  const z = Math.max(0, box[j + 2]! - box[i + 5]!, box[i + 2]! - box[j + 5]!)
  // A difference, a square, two sums and a root: 5 u at most.
  out[0] = Math.sqrt(x * x + y * y + z * z) * (1 - 1e-15)
}
