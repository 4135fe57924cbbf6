// ADAPTIVE-BISECTION (adaptive-checking-2004, section II.B, Figure 2): stretches of time for pairs of geometries, each proved free by
// Lemma 1 or divided, the likeliest to collide first.
//
// Where a stretch is divided does not matter to Lemma 1. The strategy of Figure 3c rests on half of it: along [from, t] nothing comes
// within ϱ if λ(from, t) < η_a − ϱ. λ grows linearly on straight pieces, so what either end covers is known; the other strategies than
// bisection are for those only.
import { InvalidInputError } from '../../src/errors.js'
import type { MotionPiece } from '../../src/robots/motion/piece.js'
import { SHORTEST } from '../../src/robots/motion/stretches.js'
import { LAMBDA_UP } from './bounds.js'
import type { GreedySearch } from './greedy.js'
import { type FoundPair, type PublishedAim, PublishedSegment } from './segment.js'
import type { PublishedSetting } from './setting.js'
import { OtherDistance, type PublishedVariant } from './variant.js'

export class AdaptiveSegment extends PublishedSegment {
  /** Lower bounds at the end of the piece, by pair: the next one begins there. */
  readonly etaAtEnd: Float64Array
  /** λ of the whole piece, by pair. */
  private readonly ways: Float64Array
  /** Of the piece in configuration space, Euclidean. */
  private readonly length: number
  private readonly distance: OtherDistance | undefined

  /** `before`: the piece that ends where this one begins, in the very same configuration. */
  constructor(
    setting: PublishedSetting,
    piece: MotionPiece,
    search: GreedySearch,
    aim: PublishedAim,
    private readonly first: boolean,
    private readonly before: AdaptiveSegment | undefined,
    private readonly variant: PublishedVariant,
  ) {
    super(setting, piece, search, aim)
    if (!this.straight && (variant.covering !== 'bisection' || variant.order !== 'excess')) {
      throw new InvalidInputError('motion', 'a curve', 'straight segments, for another order or covering')
    }
    this.length = lengthOf(piece)
    this.distance = variant.distance === 'greedy' ? undefined : new OtherDistance(variant.distance)
    this.etaAtEnd = new Float64Array(setting.pairs)
    this.ways = Float64Array.from({ length: setting.pairs }, (_, pair) => this.wholeWay(pair))
  }

  protected beginPair(pair: number): FoundPair | undefined {
    const { search } = this
    const tests = search.volumeTests
    search.beginEnd()
    const etaA = this.before?.etaAtEnd[pair] ?? this.wholeEta(pair, 0)
    // Volumes around all of them are apart: then neither is in the other.
    const apart = search.volumeTests - tests === 1 && this.isMeshes(pair)
    const etaB = etaA === 0 ? 0 : this.wholeEta(pair, 1)
    search.endEnd()
    if (etaA === 0 || (this.first && !apart && this.isInside(pair, 0))) return this.stop(pair, 0, 1, 0)
    this.etaAtEnd[pair] = etaB
    if (etaB === 0) return this.stop(pair, 0, 1, 1)
    this.put(pair, 0, 1, etaA, etaB)
    return undefined
  }

  step(): FoundPair | undefined {
    const { waiting } = this
    const e = waiting.pop()
    const pair = waiting.pair[e]!
    const from = waiting.from[e]!
    const width = waiting.width[e]!
    const etaA = waiting.a[e]!
    const etaB = waiting.b[e]!
    if (this.variant.covering === 'uncovered-ends') return this.advance(pair, from, width, etaA, etaB)
    const first = this.variant.covering === 'bisection' ? width / 2 : this.firstPart(pair, width, etaA, etaB)
    const middle = from + first
    const eta = this.wholeEta(pair, middle)
    if (eta === 0) return this.stop(pair, from, width, middle)
    this.put(pair, from, first, etaA, eta)
    this.put(pair, middle, width - first, eta, etaB)
    return undefined
  }

  protected override wholeEta(pair: number, t: number): number {
    const { distance, setting, search, aim, x } = this
    if (distance === undefined || !this.isMeshes(pair)) return super.wholeEta(pair, t)
    const [a, b] = [setting.pairA[pair]!, setting.pairB[pair]!]
    this.poses.relate(x, t, a, b)
    const eta = distance.eta(search, pair, setting.trees[a]!, setting.trees[b]!, x, aim.threshold)
    return eta === 0 ? 0 : this.lessSlack(eta, pair)
  }

  /** Figure 3d: up to the middle of what neither end covers. At least an eighth, so that it ends. */
  private firstPart(pair: number, width: number, etaA: number, etaB: number): number {
    const middle = (width * (1 + (etaA - etaB) / this.way(pair, 0, width))) / 2
    return Math.min(Math.max(middle, width / 8), (7 * width) / 8)
  }

  /** Figure 3c: at both ends of what neither end covers; that alone is left. */
  private advance(pair: number, from: number, width: number, etaA: number, etaB: number): FoundPair | undefined {
    const start = from + this.reach(pair, etaA)
    const end = from + width - this.reach(pair, etaB)
    if (end - start > width - SHORTEST) {
      this.stuck.push({ pair, from, to: from + width })
      return undefined
    }
    const eta = this.wholeEta(pair, start)
    if (eta === 0) return this.stop(pair, from, width, start)
    // Both ends cover up to rounding.
    if (!(end > start)) return undefined
    const other = this.wholeEta(pair, end)
    if (other === 0) return this.stop(pair, from, width, end)
    this.put(pair, start, end - start, eta, other)
    return undefined
  }

  /** How much of the piece η covers, rounded down. */
  private reach(pair: number, eta: number): number {
    const covered = eta - this.aim.clearance - this.off[pair]!
    return Math.max(0, (covered * (1 - REACH_ROUNDING)) / (this.ways[pair]! * LAMBDA_UP))
  }

  /** Queues a stretch, unless it is proved or cannot be. */
  private put(pair: number, from: number, width: number, etaA: number, etaB: number): void {
    this.intervals++
    const way = this.way(pair, from, width)
    const excess = way - etaA - etaB + 2 * this.aim.clearance
    if (excess < 0) return
    if (width <= SHORTEST || way <= this.setting.slack[pair]!) {
      this.stuck.push({ pair, from, to: from + width })
      return
    }
    const priority = this.variant.order === 'excess' ? excess : this.length * width
    this.waiting.put(pair, from, width, etaA, etaB, priority)
  }

  /** λ, rounded up. */
  private way(pair: number, from: number, width: number): number {
    this.enter(from, width)
    return (this.straight ? this.ways[pair]! * width : this.wholeWay(pair)) * LAMBDA_UP + this.off[pair]!
  }
}

/** Of a reach: parameters are in [0, 1], where a sum is off by at most 2⁻⁵³; far more than that is taken off. */
const REACH_ROUNDING = 1e-9

function lengthOf(piece: MotionPiece): number {
  const [from, to] = [0, 1].map((t) => {
    const q = new Float64Array(piece.dof)
    piece.at(q, t)
    return q
  })
  return Math.hypot(...from!.map((q, i) => to![i]! - q))
}
