// Two trees against each other, or one against itself: depth first, and nearest first. This is the reference for all searches over
// pairs of nodes: the rules say what a volume is, when two of them are too far apart, which node is opened and which pairs are
// left out. Loops that have the arithmetic written into them are twins of it, compared with it in tests.
//
// A self query is a tree against itself: a pair of a node and itself is opened without a test, into its children against each
// other and each child against itself.
import FlatQueue from 'flatqueue'
import { childAt, childCount, type TreeShape } from './tree-shape.js'

/** What is done with the pairs that a search finds. */
export interface PairVisitor {
  /** Pairs farther apart than this are dropped. It may shrink during a search. */
  margin: number
  /** Two leaves, or what they hold: the first tree's first. True ends the search. */
  visit(a: number, b: number): boolean
}

/** A visitor that hears of what was dropped as well. */
export interface DroppedVisitor extends PairVisitor {
  /** Two nodes whose volumes are farther apart than the margin. */
  dropped(a: number, b: number, lower: number): void
}

/** Which nodes of a pair were opened, or are to be. */
export const OPEN_A = 0
export const OPEN_B = 1
export const OPEN_BOTH = 2
/** In place of that: a root pair. */
export const ROOT_PAIR = -1

/** How the nodes of two trees are compared. Made, or set, for two trees and a pose. */
export interface PairRules {
  /** Room for this many slots: a pair that waits has one, for what the rules keep of it. */
  reserve?(slots: number): void
  /**
   * A lower bound of the distance between what nodes a and b hold, rounding included; 0 or less where the volumes overlap. It
   * need not be the best one once it is above `margin`, but it must be one. `slot` is this pair's, `from` that of the pair that was
   * opened, and `side` says which of its nodes were (ROOT_PAIR: none, and `from` means nothing).
   */
  lower(slot: number, from: number, side: number, a: number, b: number, margin: number): number
  /** Which of two inner nodes to open. */
  opens(a: number, b: number): number
  /** True for a pair that is left out: neither tested nor counted. */
  skips?(a: number, b: number): boolean
  /**
   * Of the pairs that one opening gives, the one with the least rank is taken first, and of equal ones the last. `k` numbers them:
   * children of A in order and for each those of B; of a node against itself, children against each other, then each against
   * itself, the last one first. The lower bound if left out.
   */
  rank?: ((slot: number, k: number, side: number) => number) | undefined
  /** True: both trees are one, with itself. Else it may still be one, at two places. */
  readonly self?: boolean
  /** True: root pairs are taken as they are, without a test. */
  readonly trustsRoots?: boolean
  /** True: a pair is tested when it is taken, not when it is put on the stack. For searches depth first. */
  readonly late?: boolean
}

/** A rank by which the last pair of an opening is taken first, whatever the bounds. */
export function lastFirst(_slot: number, k: number): number {
  return -k
}

/** The pair of the roots of two trees whose root is node 0. */
const ROOTS: ArrayLike<number> = [0, 0]

function isPlain({ children, second }: TreeShape): boolean {
  return children === undefined && second === undefined
}

/** The searches, their stack, queue and counters. Allocates only when more pairs wait than ever before. */
export class PairTraversal {
  volumeTests = 0
  /** Of those, tests of pairs that came of opening one node against a leaf. */
  mixedTests = 0
  /** Where there is one, node of A and node of B of every pair tested are added to it. */
  trace: number[] | undefined = undefined
  /** Slots of pairs that wait. */
  private readonly queue = new FlatQueue<number>()
  private readonly stack: number[] = []
  private readonly free: number[] = []
  private slots = 0
  private room = 0
  /** Nodes, bound and rank of the pair in each slot. */
  private readonly nodeA: number[] = []
  private readonly nodeB: number[] = []
  private readonly lower: number[] = []
  private readonly rank: number[] = []
  /** Of the search at hand. */
  private a!: TreeShape
  private b!: TreeShape
  private rules!: PairRules
  private visitor!: PairVisitor
  /** The visitor, if it wants to hear of what was dropped. */
  private hearer: DroppedVisitor | undefined
  /** True: every inner node of both trees has two children, side by side. */
  private isPlain = false
  private isSelf = false
  private isLate = false
  /** True: pairs go to the queue; but a node against itself to the stack, always. */
  private queues = false

  /**
   * Visits every pair of leaves whose volumes come within the visitor's margin, until it has enough: true then. `roots`: node of A
   * and node of B of each pair to begin with, one pair after the other.
   */
  search(a: TreeShape, b: TreeShape, rules: PairRules, visitor: PairVisitor | DroppedVisitor, roots = ROOTS): boolean {
    this.start(a, b, rules, visitor)
    if (a.nodes === 0 || b.nodes === 0) return false
    for (let r = 0; r < roots.length; r += 2) {
      this.offer(-1, ROOT_PAIR, roots[r]!, roots[r + 1]!, 0, 0)
      if (this.searchStack()) return true
    }
    return false
  }

  /**
   * The same, nearest volumes first: no pair is opened whose bound is above what the margin is in the end. With `below`, only until
   * the first two leaves were visited: what is still queued then is searched depth first, each pair in its turn, by those rules.
   */
  nearest(
    a: TreeShape,
    b: TreeShape,
    rules: PairRules,
    visitor: PairVisitor,
    roots = ROOTS,
    below?: PairRules,
  ): boolean {
    const { queue, stack, nodeA, nodeB, lower, free } = this
    this.start(a, b, rules, visitor)
    this.queues = true
    if (a.nodes === 0 || b.nodes === 0) return false
    for (let r = 0; r < roots.length; r += 2) {
      this.offer(-1, ROOT_PAIR, roots[r]!, roots[r + 1]!, 0, 0)
      // A node against itself is at distance 0: all of these come first.
      if (this.searchStack()) return true
    }
    for (let slot = queue.pop(); slot !== undefined; slot = queue.pop()) {
      if (lower[slot]! > visitor.margin) return false
      const na = nodeA[slot]!
      const nb = nodeB[slot]!
      if (!this.queues) {
        stack.push(slot)
        if (this.searchStack()) return true
      } else if (a.child[na]! < 0 && b.child[nb]! < 0) {
        if (visitor.visit(na, nb)) return true
        free.push(slot)
        if (below !== undefined) {
          this.obey(below)
          this.queues = false
        }
      } else this.open(slot)
    }
    return false
  }

  private start(a: TreeShape, b: TreeShape, rules: PairRules, visitor: PairVisitor | DroppedVisitor): void {
    this.a = a
    this.b = b
    this.isPlain = isPlain(a) && isPlain(b)
    this.obey(rules)
    this.visitor = visitor
    this.hearer = 'dropped' in visitor ? visitor : undefined
    this.queues = false
    this.queue.clear()
    this.stack.length = 0
    this.free.length = 0
    this.slots = 0
    this.room = 0
  }

  private obey(rules: PairRules): void {
    this.rules = rules
    this.isSelf = rules.self === true
    this.isLate = rules.late === true
  }

  /** Takes pairs from the stack until it is empty, or the visitor has enough. */
  private searchStack(): boolean {
    const { a, b, rules, visitor, stack, nodeA, nodeB, lower, free } = this
    for (let slot = stack.pop(); slot !== undefined; slot = stack.pop()) {
      const na = nodeA[slot]!
      const nb = nodeB[slot]!
      if (this.isLate && !(this.isSelf && na === nb)) {
        lower[slot] = rules.lower(slot, -1, ROOT_PAIR, na, nb, visitor.margin)
        this.volumeTests++
        if (this.trace !== undefined) this.trace.push(na, nb)
      }
      if (lower[slot]! > visitor.margin) this.drop(slot, na, nb, lower[slot]!)
      else if (a.child[na]! >= 0 || b.child[nb]! >= 0) this.open(slot)
      else {
        if (visitor.visit(na, nb)) return true
        free.push(slot)
      }
    }
    return false
  }

  /** Offers what a pair opens into; its slot is free again. */
  private open(slot: number): void {
    const { a, b, rules } = this
    const na = this.nodeA[slot]!
    const nb = this.nodeB[slot]!
    const above = this.stack.length
    if (this.isSelf && na === nb) this.openSelf(slot, na, above)
    else {
      const childA = a.child[na]!
      const childB = b.child[nb]!
      const side = childA < 0 ? OPEN_B : childB < 0 ? OPEN_A : rules.opens(na, nb)
      const before = this.volumeTests
      // Two children side by side are the most common by far; without a loop they cost a tenth less.
      if (this.isPlain && side === OPEN_A) {
        this.offer(slot, side, childA, nb, 0, above)
        this.offer(slot, side, childA + 1, nb, 1, above)
      } else if (this.isPlain && side === OPEN_B) {
        this.offer(slot, side, na, childB, 0, above)
        this.offer(slot, side, na, childB + 1, 1, above)
      } else this.openSides(slot, side, na, nb, above)
      if (childA < 0 || childB < 0) this.mixedTests += this.volumeTests - before
    }
    this.free.push(slot)
  }

  /** The children of A's node, or the node itself, against those of B's. */
  private openSides(slot: number, side: number, na: number, nb: number, above: number): void {
    const { a, b } = this
    const countA = side === OPEN_B ? 1 : childCount(a, na)
    const countB = side === OPEN_A ? 1 : childCount(b, nb)
    for (let i = 0; i < countA; i++) {
      const ca = side === OPEN_B ? na : childAt(a, na, i)
      for (let j = 0; j < countB; j++) {
        this.offer(slot, side, ca, side === OPEN_A ? nb : childAt(b, nb, j), i * countB + j, above)
      }
    }
  }

  private openSelf(slot: number, n: number, above: number): void {
    const { a } = this
    const count = childCount(a, n)
    let k = 0
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        this.offer(slot, OPEN_BOTH, childAt(a, n, i), childAt(a, n, j), k++, above)
      }
    }
    for (let i = count - 1; i >= 0; i--) this.offer(slot, OPEN_BOTH, childAt(a, n, i), childAt(a, n, i), k++, above)
  }

  /**
   * Puts a pair into the queue; or on the stack, above place `above` and by its rank: unless it is left out, or is beyond the margin
   * and not to be tested later. A node against itself is never tested.
   */
  private offer(from: number, side: number, na: number, nb: number, k: number, above: number): void {
    const { rules } = this
    if (rules.skips?.(na, nb) === true) return
    const slot = this.take()
    const isSame = this.isSelf && na === nb
    let lower = 0
    if (!isSame && !this.isLate && !(side === ROOT_PAIR && rules.trustsRoots === true)) {
      const { margin } = this.visitor
      lower = rules.lower(slot, from, side, na, nb, margin)
      this.volumeTests++
      if (this.trace !== undefined) this.trace.push(na, nb)
      if (lower > margin) {
        this.drop(slot, na, nb, lower)
        return
      }
    }
    this.nodeA[slot] = na
    this.nodeB[slot] = nb
    this.lower[slot] = lower
    if (this.queues && !isSame) this.queue.push(slot, lower)
    else this.place(slot, rules.rank === undefined ? lower : rules.rank(slot, k, side), above)
  }

  /** Forgets a pair that is beyond the margin. */
  private drop(slot: number, na: number, nb: number, lower: number): void {
    if (this.hearer !== undefined) this.hearer.dropped(na, nb, lower)
    this.free.push(slot)
  }

  private place(slot: number, own: number, above: number): void {
    const { stack, rank } = this
    let at = stack.length
    for (; at > above && rank[stack[at - 1]!]! < own; at--) stack[at] = stack[at - 1]!
    rank[slot] = own
    stack[at] = slot
  }

  private take(): number {
    const slot = this.free.pop()
    if (slot !== undefined) return slot
    if (this.slots === this.room) {
      this.room = Math.max(64, 2 * this.room)
      this.rules.reserve?.(this.room)
    }
    return this.slots++
  }
}
