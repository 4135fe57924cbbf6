// REFINED-ADAPTIVE-BISECTION (adaptive-checking-2004, section VI, Figures 15 and 16): stretches of time for pairs of volumes.
//
// At both ends of a stretch GREEDY-DIST2 has left the tree of the pairs of volumes that it compared, with a bound η each. Of
// what the two trees have in common, branches are proved free from the top down, each by Lemma 1 with its own λ; the leaves
// that are left are halved, and only they are tested in the middle. The tree found there serves both halves, and the part
// of an end's tree below a pair is the tree that GREEDY-DIST2 would find for that pair: nothing is computed twice.
import type { MotionPiece } from '../../src/robots/motion/piece.js'
import { SHORTEST } from '../../src/robots/motion/stretches.js'
import { type GeometryFactors, LAMBDA_UP, slideLength, turnLength } from './bounds.js'
import { type GreedySearch, greedyTree, type PairTrees } from './greedy.js'
import { type FoundPair, type PublishedAim, PublishedSegment } from './segment.js'
import type { PublishedSetting } from './setting.js'
import { lowerRss, rssSlack } from './volumes.js'

/** In place of a first child: not tested yet. */
const UNOPENED = -2

export class RefinedSegment extends PublishedSegment {
  /** Trees at the end of the piece, by pair; -1 where something was found. */
  readonly treeAtEnd: Int32Array
  /** Pairs of places in both trees that are to be tested. */
  private stack = new Int32Array(256)
  /** Leaves that are not proved: their places in both trees, and their tree in the middle. */
  private leaves = new Int32Array(192)
  /** Of the pair and the stretch at hand. */
  private a!: GeometryFactors
  private b!: GeometryFactors
  private belowA = 0
  private belowB = 0
  private slides = 0

  /** `before`: the piece that ends where this one begins, in the very same configuration. */
  constructor(
    setting: PublishedSetting,
    piece: MotionPiece,
    search: GreedySearch,
    aim: PublishedAim,
    private readonly first: boolean,
    private readonly before: RefinedSegment | undefined,
    private readonly trees: PairTrees,
  ) {
    super(setting, piece, search, aim)
    this.treeAtEnd = new Int32Array(setting.pairs).fill(-1)
  }

  /**
   * At the ends, only the volumes around the whole geometries are compared at first: that gives them their places in the queue.
   * GREEDY-DIST2 is run there when the pair's turn comes, as Figure 16 has it; where a collision is found before, never.
   */
  protected beginPair(pair: number): FoundPair | undefined {
    const treeA = this.before?.treeAtEnd[pair] ?? this.seed(pair, 0)
    if (treeA < 0 || (this.first && !this.isMeshes(pair) && this.isInside(pair, 0))) return this.stop(pair, 0, 1, 0)
    const treeB = this.seed(pair, 1)
    this.treeAtEnd[pair] = treeB
    if (treeB < 0) return this.stop(pair, 0, 1, 1)
    this.select(pair)
    this.enterPair(0, 1)
    this.put(pair, 0, 1, treeA, treeB)
    return undefined
  }

  /** A tree of one pair at an end, to be opened later where its volumes overlap; -1 if something is found already. */
  private seed(pair: number, t: number): number {
    const { setting, search, trees, aim, x } = this
    const a = setting.pairA[pair]!
    const b = setting.pairB[pair]!
    const slack = setting.slack[pair]!
    this.poses.relate(x, t, a, b)
    search.beginEnd()
    let seed: number
    if (this.isMeshes(pair)) {
      const treeA = setting.trees[a]!
      const treeB = setting.trees[b]!
      const off = rssSlack(treeA, treeB, x)
      search.volumeTests++
      const lower = lowerRss(treeA.volumes, 0, treeB.volumes, 0, x, aim.threshold + off) - off
      seed = trees.single(0, 0, lower > aim.threshold ? lower - slack : 0)
      if (!(lower > aim.threshold)) trees.child[seed] = UNOPENED
    } else {
      const eta = this.shapeEta(a, b)
      seed = eta === 0 ? -1 : trees.single(0, 0, eta - slack)
    }
    search.endEnd()
    return seed
  }

  /** Makes the tree at an end what GREEDY-DIST2 finds, in its place. */
  private open(pair: number, t: number, seed: number): FoundPair | undefined {
    const { setting, search, trees } = this
    if (trees.child[seed] !== UNOPENED) return undefined
    this.poses.relate(this.x, t, setting.pairA[pair]!, setting.pairB[pair]!)
    search.beginEnd()
    const root = this.treeBelow(pair, 0, 0)
    search.endEnd()
    // What is wholly inside has no surfaces that touch; but then the volumes around both overlap, at the start.
    if (root < 0 || (this.first && t === 0 && this.isInside(pair, 0))) return this.stop(pair, 0, 1, t)
    trees.child[seed] = trees.child[root]!
    trees.eta[seed] = trees.eta[root]!
    return undefined
  }

  /** COLLISION-TEST. */
  step(): FoundPair | undefined {
    const { setting, trees, waiting } = this
    const e = waiting.pop()
    const pair = waiting.pair[e]!
    const from = waiting.from[e]!
    const width = waiting.width[e]!
    const treeA = waiting.a[e]!
    const treeB = waiting.b[e]!
    const half = width / 2
    const middle = from + half
    this.select(pair)
    const found = this.open(pair, from, treeA) ?? this.open(pair, from + width, treeB)
    if (found !== undefined) return found
    const count = this.collect(pair, from, width, treeA, treeB)
    if (count === 0) return undefined
    this.poses.relate(this.x, middle, setting.pairA[pair]!, setting.pairB[pair]!)
    const { leaves } = this
    for (let k = 0; k < count; k += 3) {
      const i = leaves[k]!
      const m = this.treeBelow(pair, trees.nodeA[i]!, trees.nodeB[i]!)
      if (m < 0) return this.stop(pair, from, width, middle)
      leaves[k + 2] = m
    }
    this.enterPair(from, half)
    for (let k = 0; k < count; k += 3) this.put(pair, from, half, leaves[k]!, leaves[k + 2]!)
    if (!this.straight) this.enterPair(middle, half)
    for (let k = 0; k < count; k += 3) this.put(pair, middle, half, leaves[k + 2]!, leaves[k + 1]!)
    return undefined
  }

  /**
   * The leaves of what two trees have in common that are not proved in a stretch go to `leaves`, three numbers each; returns how
   * many numbers. The roots of a part of the piece are known not to be proved.
   */
  private collect(pair: number, from: number, width: number, treeA: number, treeB: number): number {
    const { child, eta, nodeA, nodeB } = this.trees
    const slack = this.setting.slack[pair]!
    const twice = 2 * this.aim.clearance
    let { stack, leaves } = this
    if ((child[treeA]! < 0 || child[treeB]! < 0) && width < 1 && width > SHORTEST) {
      leaves[0] = treeA
      leaves[1] = treeB
      return 3
    }
    this.enterPair(from, width)
    let count = 0
    stack[0] = treeA
    stack[1] = treeB
    let top = 2
    while (top > 0) {
      top -= 2
      const i = stack[top]!
      const j = stack[top + 1]!
      const way = this.way(pair, nodeA[i]!, nodeB[i]!)
      if (way - eta[i]! - eta[j]! + twice < 0) continue
      const ci = child[i]!
      const cj = child[j]!
      if (ci >= 0 && cj >= 0) {
        if (top + 4 > stack.length) {
          stack = longer(stack)
          this.stack = stack
        }
        stack[top] = ci + 1
        stack[top + 1] = cj + 1
        stack[top + 2] = ci
        stack[top + 3] = cj
        top += 4
      } else if (width <= SHORTEST || way <= slack) this.stuck.push({ pair, from, to: from + width })
      else {
        if (count + 3 > leaves.length) {
          leaves = longer(leaves)
          this.leaves = leaves
        }
        leaves[count] = i
        leaves[count + 1] = j
        count += 3
      }
    }
    return count
  }

  /** Queues a stretch of the pair at hand, unless it is proved. */
  private put(pair: number, from: number, width: number, treeA: number, treeB: number): void {
    const { nodeA, nodeB, eta, child } = this.trees
    this.intervals++
    const way = this.way(pair, nodeA[treeA]!, nodeB[treeA]!)
    const excess = way - eta[treeA]! - eta[treeB]! + 2 * this.aim.clearance
    if (excess < 0) return
    const opened = child[treeA] !== UNOPENED && child[treeB] !== UNOPENED
    if (opened && way <= this.setting.slack[pair]!) this.stuck.push({ pair, from, to: from + width })
    else {
      const { waiting } = this
      const e = waiting.take()
      waiting.pair[e] = pair
      waiting.from[e] = from
      waiting.width[e] = width
      waiting.a[e] = treeA
      waiting.b[e] = treeB
      waiting.queue.push(e, -excess)
    }
  }

  /** Trees that are still needed, to be moved by `copy`. */
  keep(copy: (tree: number) => number): void {
    const { queue, a, b } = this.waiting
    for (let k = 0; k < queue.length; k++) {
      const e = queue.ids[k]!
      a[e] = copy(a[e]!)
      b[e] = copy(b[e]!)
    }
    // The next piece begins with those at the end.
    const { treeAtEnd } = this
    for (let p = 0; p < treeAtEnd.length; p++) if (treeAtEnd[p]! >= 0) treeAtEnd[p] = copy(treeAtEnd[p]!)
  }

  private select(pair: number): void {
    const { setting } = this
    this.a = setting.geometries[setting.pairA[pair]!]!
    this.b = setting.geometries[setting.pairB[pair]!]!
    this.belowA = setting.belowA[pair]!
    this.belowB = setting.belowB[pair]!
    if (this.straight) this.slides = this.slideLength()
  }

  private enterPair(from: number, width: number): void {
    this.enter(from, width)
    if (!this.straight) this.slides = this.slideLength()
  }

  private slideLength(): number {
    const { slide } = this.travel
    return slideLength(this.a.chain, this.belowA, slide) + slideLength(this.b.chain, this.belowB, slide)
  }

  /** λ of two nodes of the pair at hand, rounded up. */
  private way(pair: number, na: number, nb: number): number {
    const { a, b, belowA, belowB, travel } = this
    let sum = this.slides
    if (belowA > 0) sum += turnLength(a.factors, a.row(na), a.chain, belowA, travel.turn)
    if (belowB > 0) sum += turnLength(b.factors, b.row(nb), b.chain, belowB, travel.turn)
    return sum * this.scale * LAMBDA_UP + this.off[pair]!
  }

  /** GREEDY-DIST2 with X_AB in `x`; -1 if something is within the threshold. */
  private treeBelow(pair: number, na: number, nb: number): number {
    const { setting, search, trees, aim } = this
    const a = setting.pairA[pair]!
    const b = setting.pairB[pair]!
    const slack = setting.slack[pair]!
    if (this.isMeshes(pair)) {
      return greedyTree(search, trees, setting.trees[a]!, na, setting.trees[b]!, nb, this.x, aim.threshold, slack)
    }
    const eta = this.shapeEta(a, b)
    return eta === 0 ? -1 : trees.single(0, 0, eta - slack)
  }
}

function longer(array: Int32Array): Int32Array<ArrayBuffer> {
  const out = new Int32Array(2 * array.length)
  out.set(array)
  return out
}
