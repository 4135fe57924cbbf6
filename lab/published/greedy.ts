// GREEDY-DIST and GREEDY-DIST2 (adaptive-checking-2004, sections III.B and VI) on trees of rectangle-swept spheres: a lower bound η
// of the distance of two meshes at the cost of a collision test; and the same with the tree of pairs of volumes that it
// compared, a bound for each.
//
// Both open what a collision test opens, in its order: the larger of two volumes, its first child first. That order depends on
// the volumes' sizes alone, so that the trees of two configurations can be compared node by node.
//
// Twins of PairTraversal.search (src/base/work/traverse-pair.ts), in four fifths of its time: lab-twins.test.ts compares them.
import { Greedy } from '../../src/meshes/tree/triangle-pairs.js'
import { lowerRss, RSS, type RssTree, rssSlack } from './volumes.js'

/** Scratch and counters of searches. */
export class GreedySearch {
  volumeTests = 0
  leafTests = 0
  readonly triangles = new Greedy()
  stack = new Int32Array(256)
  /** Of those, tests at the ends of pieces. */
  endVolumeTests = 0
  endLeafTests = 0
  private volumesBefore = 0
  private trianglesBefore = 0

  /** What is tested from here to `endEnd` is tested at an end. */
  beginEnd(): void {
    this.volumesBefore = this.volumeTests
    this.trianglesBefore = this.leafTests
  }

  endEnd(): void {
    this.endVolumeTests += this.volumeTests - this.volumesBefore
    this.endLeafTests += this.leafTests - this.trianglesBefore
  }

  grow(): void {
    const stack = new Int32Array(2 * this.stack.length)
    stack.set(this.stack)
    this.stack = stack
  }
}

/**
 * A lower bound of the distance that is above `threshold`, X_AB being x[0..11]; or 0, where two triangles are no farther apart
 * than that. For a threshold of 0, they touch in exact arithmetic on the numbers given.
 */
export function greedyDistance(s: GreedySearch, a: RssTree, b: RssTree, x: Float64Array, threshold: number): number {
  const { triangles } = s
  const slack = rssSlack(a, b, x)
  const limit = threshold + slack
  const childOfA = a.child
  const childOfB = b.child
  let { stack } = s
  let least = Infinity
  let tests = 0
  let started = false
  stack[0] = 0
  stack[1] = 0
  let top = 2
  while (top > 0) {
    top -= 2
    const na = stack[top]!
    const nb = stack[top + 1]!
    tests++
    const lower = lowerRss(a.volumes, RSS * na, b.volumes, RSS * nb, x, limit)
    if (lower > limit) {
      if (lower < least) least = lower
      continue
    }
    const childA = childOfA[na]!
    const childB = childOfB[nb]!
    if (childA < 0 && childB < 0) {
      if (!started) {
        triangles.start(a.tree, b.tree, x)
        triangles.reset(threshold)
        started = true
      }
      if (triangles.visit(na, nb)) {
        s.volumeTests += tests
        s.leafTests += triangles.leafTests
        return 0
      }
      continue
    }
    if (top + 4 > stack.length) {
      s.grow()
      stack = s.stack
    }
    // The first child on top.
    if (childB < 0 || (childA >= 0 && a.sizes[na]! >= b.sizes[nb]!)) {
      stack[top] = childA + 1
      stack[top + 1] = nb
      stack[top + 2] = childA
      stack[top + 3] = nb
    } else {
      stack[top] = na
      stack[top + 1] = childB + 1
      stack[top + 2] = na
      stack[top + 3] = childB
    }
    top += 4
  }
  s.volumeTests += tests
  if (!started) return least - slack
  s.leafTests += triangles.leafTests
  return Math.min(least - slack, triangles.least)
}

/** Pools to be used again: making one costs as much as some hundred tests. Larger ones are left to the collector. */
const spare: PairTrees[] = []
const MOST_SPARE = 2 ** 16

/** Pairs in a pool before it is cleared of what is no longer needed: 20 MB. */
const MOST_PAIRS = 2 ** 20

/** Trees of pairs of volumes, in one pool: pairs that were opened have two children side by side, after them. */
export class PairTrees {
  top = 0
  nodeA = new Int32Array(1024)
  nodeB = new Int32Array(1024)
  /** First child, or -1. */
  child = new Int32Array(1024)
  /** Lower bound of the distance of what is below. */
  eta = new Float64Array(1024)
  private full = MOST_PAIRS

  /** An empty pool, a returned one if there is any. */
  static take(): PairTrees {
    const trees = spare.pop() ?? new PairTrees()
    trees.top = 0
    trees.full = MOST_PAIRS
    return trees
  }

  /** Returns a pool for reuse: the caller must not use it again. */
  give(): void {
    if (this.eta.length <= MOST_SPARE) spare.push(this)
  }

  /** Room for some more pairs. */
  reserve(more: number): void {
    if (this.top + more <= this.eta.length) return
    const length = Math.max(2 * this.eta.length, this.top + more)
    this.nodeA = grown(this.nodeA, length)
    this.nodeB = grown(this.nodeB, length)
    this.child = grown(this.child, length)
    const eta = new Float64Array(length)
    eta.set(this.eta)
    this.eta = eta
  }

  /** Is it worth looking for what is no longer needed? */
  get isFull(): boolean {
    return this.top >= this.full
  }

  /**
   * Forgets what is not kept: `keep` is to call the function it is given with every tree that is needed, and to take what that
   * returns in its place. Trees that overlap stay shared, except for their roots.
   */
  compact(keep: (copy: (tree: number) => number) => void): void {
    const { nodeA, nodeB, child, eta, top } = this
    const to = new PairTrees()
    /** New places of roots, and of children by the first of them; 0 for none or one more. */
    const roots = new Int32Array(top)
    const pairs = new Int32Array(top)
    const copyNode = (n: number): number => to.single(nodeA[n]!, nodeB[n]!, eta[n]!)
    /** Nodes that were copied, whose children may not have been: where they were and where they are. */
    const stack: number[] = []
    keep((tree) => {
      if (roots[tree]! > 0) return roots[tree]! - 1
      const root = copyNode(tree)
      roots[tree] = root + 1
      stack.push(tree, root)
      while (stack.length > 0) {
        const at = stack.pop()!
        const n = stack.pop()!
        const c = child[n]!
        if (c < 0) to.child[at] = c
        else {
          if (pairs[c] === 0) {
            const first = copyNode(c)
            stack.push(c, first, c + 1, copyNode(c + 1))
            pairs[c] = first + 1
          }
          to.child[at] = pairs[c]! - 1
        }
      }
      return root
    })
    this.top = to.top
    this.nodeA = to.nodeA
    this.nodeB = to.nodeB
    this.child = to.child
    this.eta = to.eta
    this.full = Math.max(MOST_PAIRS, 2 * to.top)
  }

  /** A tree of one pair. */
  single(nodeA: number, nodeB: number, eta: number): number {
    this.reserve(1)
    const n = this.top++
    this.nodeA[n] = nodeA
    this.nodeB[n] = nodeB
    this.child[n] = -1
    this.eta[n] = eta
    return n
  }
}

function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const out = new Int32Array(length)
  out.set(array)
  return out
}

/**
 * GREEDY-DIST2 below the pair of nodes (na, nb): its tree, by the number of its root; or -1 where two triangles are no farther
 * apart than the threshold. `less` is taken off every bound.
 */
export function greedyTree(
  s: GreedySearch,
  trees: PairTrees,
  a: RssTree,
  na: number,
  b: RssTree,
  nb: number,
  x: Float64Array,
  threshold: number,
  less: number,
): number {
  const { triangles } = s
  const slack = rssSlack(a, b, x)
  const limit = threshold + slack
  const childOfA = a.child
  const childOfB = b.child
  const root = trees.single(na, nb, 0)
  let { stack } = s
  let { nodeA, nodeB, child, eta } = trees
  let started = false
  let tests = 0
  stack[0] = root
  let top = 1
  while (top > 0) {
    const n = stack[--top]!
    const ia = nodeA[n]!
    const ib = nodeB[n]!
    tests++
    const lower = lowerRss(a.volumes, RSS * ia, b.volumes, RSS * ib, x, limit)
    if (lower > limit) {
      eta[n] = lower - slack - less
      child[n] = -1
      continue
    }
    const childA = childOfA[ia]!
    const childB = childOfB[ib]!
    if (childA < 0 && childB < 0) {
      if (!started) {
        triangles.start(a.tree, b.tree, x)
        started = true
      }
      triangles.reset(threshold)
      if (triangles.visit(ia, ib)) {
        s.volumeTests += tests
        s.leafTests += triangles.leafTests
        trees.top = root
        return -1
      }
      eta[n] = triangles.least - less
      child[n] = -1
      continue
    }
    if (top + 2 > stack.length) {
      s.grow()
      stack = s.stack
    }
    if (trees.top + 2 > eta.length) {
      trees.reserve(2)
      nodeA = trees.nodeA
      nodeB = trees.nodeB
      child = trees.child
      eta = trees.eta
    }
    const c = trees.top
    trees.top = c + 2
    child[n] = c
    const openA = childB < 0 || (childA >= 0 && a.sizes[ia]! >= b.sizes[ib]!)
    nodeA[c] = openA ? childA : ia
    nodeB[c] = openA ? ib : childB
    nodeA[c + 1] = openA ? childA + 1 : ia
    nodeB[c + 1] = openA ? ib : childB + 1
    stack[top] = c + 1
    stack[top + 1] = c
    top += 2
  }
  s.volumeTests += tests
  if (started) s.leafTests += triangles.leafTests
  // Children come after their parents.
  for (let n = trees.top - 1; n >= root; n--) {
    const c = child[n]!
    if (c >= 0) eta[n] = eta[c]! < eta[c + 1]! ? eta[c]! : eta[c + 1]!
  }
  return root
}
