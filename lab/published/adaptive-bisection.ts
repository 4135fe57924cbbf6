// ADAPTIVE-BISECTION (adaptive-checking-2004, section II.B, Figure 2): stretches of time for pairs of geometries, each proved free by
// Lemma 1 or halved, the likeliest to collide first.

import type { MotionPiece } from '../../src/robots/motion/piece.js'
import { SHORTEST } from '../../src/robots/motion/stretches.js'
import { LAMBDA_UP } from './bounds.js'
import type { GreedySearch } from './greedy.js'
import { type FoundPair, type PublishedAim, PublishedSegment } from './segment.js'
import type { PublishedSetting } from './setting.js'

export class AdaptiveSegment extends PublishedSegment {
  /** Lower bounds at the end of the piece, by pair: the next one begins there. */
  readonly etaAtEnd: Float64Array
  /** λ of the whole piece, by pair. */
  private readonly ways: Float64Array
  /** `before`: the piece that ends where this one begins, in the very same configuration. */
  constructor(
    setting: PublishedSetting,
    piece: MotionPiece,
    search: GreedySearch,
    aim: PublishedAim,
    private readonly first: boolean,
    private readonly before: AdaptiveSegment | undefined,
  ) {
    super(setting, piece, search, aim)
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
    const half = waiting.width[e]! / 2
    const etaA = waiting.a[e]!
    const etaB = waiting.b[e]!
    const middle = from + half
    const eta = this.wholeEta(pair, middle)
    if (eta === 0) return this.stop(pair, from, 2 * half, middle)
    this.put(pair, from, half, etaA, eta)
    this.put(pair, middle, half, eta, etaB)
    return undefined
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
    this.waiting.put(pair, from, width, etaA, etaB, excess)
  }

  /** λ, rounded up. */
  private way(pair: number, from: number, width: number): number {
    this.enter(from, width)
    return (this.straight ? this.ways[pair]! * width : this.wholeWay(pair)) * LAMBDA_UP + this.off[pair]!
  }
}
