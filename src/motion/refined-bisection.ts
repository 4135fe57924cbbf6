// REFINED-ADAPTIVE-BISECTION (adaptive-checking-2004, section VI, Figures 15 and 16): stretches of time for pairs of volumes.
//
// At both ends of a stretch GREEDY-DIST2 has left the tree of the pairs of volumes that it compared, with a bound η each. Of
// what the two trees have in common, branches are proved free from the top down, each by Lemma 1 with its own λ; the leaves
// that are left are halved, and only they are looked at in the middle. The tree found there serves both halves, and the part
// of an end's tree below a pair is the tree that GREEDY-DIST2 would find for that pair: nothing is computed twice.
import type { MotionPiece } from './piece.js'
import { type GeometryFactors, LAMBDA_UP, slideLength, turnLength } from './published-bounds.js'
import { type GreedySearch, greedyTree, type PairTrees } from './published-greedy.js'
import { type FoundPair, type OpenStretch, type PublishedAim, PublishedSegment, SHORTEST } from './published-segment.js'
import type { PublishedSetting } from './published-setting.js'

export class RefinedSegment extends PublishedSegment {
  /** Trees at the end of the piece, by pair; -1 where something was found. */
  readonly treeAtEnd: Int32Array
  /** What waits: its pair, where it begins and how long it is, its trees at both ends. */
  private readonly pairOf: number[] = []
  private readonly from: number[] = []
  private readonly width: number[] = []
  private readonly treeA: number[] = []
  private readonly treeB: number[] = []
  private readonly free: number[] = []
  private readonly stack: number[] = []
  /** Leaves that are not proved: their places in both trees, and their tree in the middle. */
  private readonly open: number[] = []
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
    this.treeAtEnd = new Int32Array(setting.pairs)
  }

  protected beginPair(pair: number): FoundPair | undefined {
    const treeA = this.before?.treeAtEnd[pair] ?? this.wholeTree(pair, 0)
    if (treeA < 0) return this.stop(pair, 0, 1, 0)
    const apart = this.trees.child[treeA]! < 0 && this.isMeshes(pair)
    if (this.first && !apart && this.isInside(pair, 0)) return this.stop(pair, 0, 1, 0)
    const treeB = this.wholeTree(pair, 1)
    this.treeAtEnd[pair] = treeB
    if (treeB < 0) return this.stop(pair, 0, 1, 1)
    this.enterPair(pair, 0, 1)
    this.put(pair, 0, 1, treeA, treeB)
    return undefined
  }

  /** COLLISION-TEST. */
  step(): FoundPair | undefined {
    const { setting, trees, open } = this
    const e = this.queue.pop()!
    this.free.push(e)
    const pair = this.pairOf[e]!
    const from = this.from[e]!
    const width = this.width[e]!
    const half = width / 2
    const middle = from + half
    this.enterPair(pair, from, width)
    this.collect(pair, from, width, this.treeA[e]!, this.treeB[e]!)
    if (open.length === 0) return undefined
    this.poses.relate(this.x, middle, setting.pairA[pair]!, setting.pairB[pair]!)
    for (let k = 0; k < open.length; k += 3) {
      const i = open[k]!
      const m = this.treeBelow(pair, trees.nodeA[i]!, trees.nodeB[i]!)
      if (m < 0) return this.stop(pair, from, width, middle)
      open[k + 2] = m
    }
    this.enterPair(pair, from, half)
    for (let k = 0; k < open.length; k += 3) this.put(pair, from, half, open[k]!, open[k + 2]!)
    this.enterPair(pair, middle, half)
    for (let k = 0; k < open.length; k += 3) this.put(pair, middle, half, open[k + 2]!, open[k + 1]!)
    return undefined
  }

  /** The leaves of what two trees have in common that are not proved in the stretch at hand go to `open`. */
  private collect(pair: number, from: number, width: number, treeA: number, treeB: number): void {
    const { stack, open } = this
    const { child, eta, nodeA, nodeB } = this.trees
    const twice = 2 * this.aim.clearance
    const slack = this.setting.slack[pair]!
    open.length = 0
    stack.length = 0
    stack.push(treeA, treeB)
    while (stack.length > 0) {
      const j = stack.pop()!
      const i = stack.pop()!
      const way = this.way(pair, nodeA[i]!, nodeB[i]!)
      if (way - eta[i]! - eta[j]! + twice < 0) continue
      const ci = child[i]!
      const cj = child[j]!
      if (ci >= 0 && cj >= 0) stack.push(ci + 1, cj + 1, ci, cj)
      else if (width <= SHORTEST || way <= slack) this.stuck.push({ pair, from, to: from + width })
      else open.push(i, j, -1)
    }
  }

  /** Queues a stretch of the pair at hand, unless it is proved. */
  private put(pair: number, from: number, width: number, treeA: number, treeB: number): void {
    const { nodeA, nodeB, eta } = this.trees
    this.intervals++
    const way = this.way(pair, nodeA[treeA]!, nodeB[treeA]!)
    const excess = way - eta[treeA]! - eta[treeB]! + 2 * this.aim.clearance
    if (excess < 0) return
    const e = this.free.pop() ?? this.pairOf.length
    this.pairOf[e] = pair
    this.from[e] = from
    this.width[e] = width
    this.treeA[e] = treeA
    this.treeB[e] = treeB
    this.queue.push(e, -excess)
  }

  private enterPair(pair: number, from: number, width: number): void {
    const { setting, travel } = this
    this.enter(from, width)
    this.a = setting.geometries[setting.pairA[pair]!]!
    this.b = setting.geometries[setting.pairB[pair]!]!
    this.belowA = setting.belowA[pair]!
    this.belowB = setting.belowB[pair]!
    this.slides =
      slideLength(this.a.chain, this.belowA, travel.slide) + slideLength(this.b.chain, this.belowB, travel.slide)
  }

  /** λ of two nodes of the pair at hand, rounded up. */
  private way(pair: number, na: number, nb: number): number {
    const { a, b, belowA, belowB, travel } = this
    let sum = this.slides
    if (belowA > 0) sum += turnLength(a.factors, a.row(na), a.chain, belowA, travel.turn)
    if (belowB > 0) sum += turnLength(b.factors, b.row(nb), b.chain, belowB, travel.turn)
    return sum * this.scale * LAMBDA_UP + this.off[pair]!
  }

  private wholeTree(pair: number, t: number): number {
    this.poses.relate(this.x, t, this.setting.pairA[pair]!, this.setting.pairB[pair]!)
    return this.treeBelow(pair, 0, 0)
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

  protected queued(out: OpenStretch[]): void {
    for (const e of this.queue.ids.slice(0, this.queue.length)) {
      out.push({ pair: this.pairOf[e]!, from: this.from[e]!, to: this.from[e]! + this.width[e]! })
    }
  }
}
