// Two trees of volumes of any kind against each other: depth first, and nearest first. What a volume is, and how two of them
// are compared, is the bound's business. Trees of oriented boxes have loops of their own (search-boxes.ts, nearest-boxes.ts),
// which do the same with the arithmetic written into them.
import FlatQueue from 'flatqueue'
import type { SplitShape } from './mesh-splits.js'
import { type LeafVisitor, traceOpened } from './search-boxes.js'

/** Compares the volumes of two trees. Made, or set, for two trees and a pose. */
export interface PairBound {
  /** Room for this many slots: a pair that waits has one, for what the bound wants to keep of it. */
  reserve(slots: number): void
  /**
   * A lower bound of the distance between what nodes a and b hold, rounding included; 0 or less where the volumes overlap. It
   * need not be the best one once it is above `margin`, but it must be one. `slot` is this pair's, `from` that of the pair that was
   * opened, and `side` says which of its two nodes was (0: A's, 1: B's, -1: this is the root pair and `from` means nothing).
   */
  lower(slot: number, from: number, side: number, a: number, b: number, margin: number): number
  /** True if A's node is to be opened rather than B's (both are inner nodes). */
  openA(a: number, b: number): boolean
}

/** Stack, queue and counters of searches, owned by the caller. */
export class PairSearch {
  volumeTests = 0
  /** Of those, tests of an inner node and a leaf. */
  mixedTests = 0
  /** Where there is one, node of A and node of B of every pair tested are added to it. */
  trace: number[] | undefined = undefined
  readonly queue = new FlatQueue<number>()
  readonly stack: number[] = []
  readonly free: number[] = []
  /** Nodes and bound of the pair in each slot. */
  readonly nodeA: number[] = []
  readonly nodeB: number[] = []
  readonly lower: number[] = []
  private slots = 0
  private room = 0

  start(): void {
    this.queue.clear()
    this.stack.length = 0
    this.free.length = 0
    this.slots = 0
    this.room = 0
  }

  take(bound: PairBound): number {
    const slot = this.free.pop()
    if (slot !== undefined) return slot
    if (this.slots === this.room) {
      this.room = Math.max(64, 2 * this.room)
      bound.reserve(this.room)
    }
    return this.slots++
  }
}

/** Visits every pair of leaves whose volumes come within the visitor's margin, until it has enough: true then. */
export function searchPairs(
  s: PairSearch,
  a: SplitShape,
  b: SplitShape,
  bound: PairBound,
  visitor: LeafVisitor,
): boolean {
  const { stack } = s
  if (!startPairs(s, a, b, bound, visitor)) return false
  for (let slot = s.queue.pop(); slot !== undefined; slot = stack.pop()) {
    const na = s.nodeA[slot]!
    const nb = s.nodeB[slot]!
    if (a.child[na]! < 0 && b.child[nb]! < 0) {
      if (s.lower[slot]! <= visitor.margin && visitor.visit(na, nb)) return true
    } else {
      const first = stack.length
      openPair(s, a, b, slot, bound, visitor, stack, undefined)
      // The nearer child on top.
      if (stack.length === first + 2 && s.lower[stack[first]!]! < s.lower[stack[first + 1]!]!) {
        const near = stack[first]!
        stack[first] = stack[first + 1]!
        stack[first + 1] = near
      }
    }
    s.free.push(slot)
  }
  return false
}

/** The same, nearest volumes first: no pair is opened whose bound is above what the margin is in the end. */
export function nearestPairs(
  s: PairSearch,
  a: SplitShape,
  b: SplitShape,
  bound: PairBound,
  visitor: LeafVisitor,
): boolean {
  const { queue } = s
  if (!startPairs(s, a, b, bound, visitor)) return false
  for (let slot = queue.pop(); slot !== undefined; slot = queue.pop()) {
    if (s.lower[slot]! > visitor.margin) return false
    const na = s.nodeA[slot]!
    const nb = s.nodeB[slot]!
    if (a.child[na]! < 0 && b.child[nb]! < 0) {
      if (visitor.visit(na, nb)) return true
    } else openPair(s, a, b, slot, bound, visitor, undefined, queue)
    s.free.push(slot)
  }
  return false
}

/** Queues the root pair, if there is one within the margin. */
function startPairs(s: PairSearch, a: SplitShape, b: SplitShape, bound: PairBound, visitor: LeafVisitor): boolean {
  s.start()
  if (a.nodes === 0 || b.nodes === 0) return false
  const slot = s.take(bound)
  s.nodeA[slot] = 0
  s.nodeB[slot] = 0
  s.volumeTests++
  s.trace?.push(0, 0)
  const lower = bound.lower(slot, -1, -1, 0, 0, visitor.margin)
  s.lower[slot] = lower
  if (lower > visitor.margin) return false
  s.queue.push(slot, lower)
  return true
}

/** Tests the two pairs that opening one node of a pair gives, and puts those within the margin on the stack or queue. */
function openPair(
  s: PairSearch,
  a: SplitShape,
  b: SplitShape,
  slot: number,
  bound: PairBound,
  visitor: LeafVisitor,
  stack: number[] | undefined,
  queue: FlatQueue<number> | undefined,
): void {
  const na = s.nodeA[slot]!
  const nb = s.nodeB[slot]!
  const childA = a.child[na]!
  const childB = b.child[nb]!
  const openA = childB < 0 || (childA >= 0 && bound.openA(na, nb))
  s.volumeTests += 2
  if (childA < 0 || childB < 0) s.mixedTests += 2
  if (s.trace !== undefined) traceOpened(s.trace, openA, openA ? childA : childB, openA ? nb : na)
  for (let k = 0; k < 2; k++) {
    const to = s.take(bound)
    const ca = openA ? childA + k : na
    const cb = openA ? nb : childB + k
    const lower = bound.lower(to, slot, openA ? 0 : 1, ca, cb, visitor.margin)
    if (lower > visitor.margin) {
      s.free.push(to)
      continue
    }
    s.nodeA[to] = ca
    s.nodeB[to] = cb
    s.lower[to] = lower
    if (stack !== undefined) stack.push(to)
    else queue!.push(to, lower)
  }
}
