// ADAPTIVE-BISECTION (adaptive-checking-2004, section II.B, Figure 2): stretches of time for pairs of geometries, each proved free by
// Lemma 1 or halved, the likeliest to collide first.

import type { MotionPiece } from './piece.js'
import { LAMBDA_UP } from './published-bounds.js'
import type { GreedySearch } from './published-greedy.js'
import { type FoundPair, type OpenStretch, type PublishedAim, PublishedSegment, SHORTEST } from './published-segment.js'
import type { PublishedSetting } from './published-setting.js'

export class AdaptiveSegment extends PublishedSegment {
  /** Lower bounds at the end of the piece, by pair: the next one begins there. */
  readonly etaAtEnd: Float64Array
  /** λ of the whole piece, by pair. */
  private readonly ways: Float64Array
  /** What waits: its pair, where it begins and how long it is, η at both ends. */
  private readonly pairOf: number[] = []
  private readonly from: number[] = []
  private readonly width: number[] = []
  private readonly etaA: number[] = []
  private readonly etaB: number[] = []
  private readonly free: number[] = []

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
    const tests = this.search.volumeTests
    const etaA = this.before?.etaAtEnd[pair] ?? this.wholeEta(pair, 0)
    if (etaA === 0) return this.stop(pair, 0, 1, 0)
    // Volumes around all of them are apart: then neither is in the other.
    const apart = this.search.volumeTests - tests === 1 && this.isMeshes(pair)
    if (this.first && !apart && this.isInside(pair, 0)) return this.stop(pair, 0, 1, 0)
    const etaB = this.wholeEta(pair, 1)
    this.etaAtEnd[pair] = etaB
    if (etaB === 0) return this.stop(pair, 0, 1, 1)
    this.put(pair, 0, 1, etaA, etaB)
    return undefined
  }

  step(): FoundPair | undefined {
    const e = this.queue.pop()!
    this.free.push(e)
    const pair = this.pairOf[e]!
    const from = this.from[e]!
    const half = this.width[e]! / 2
    const etaA = this.etaA[e]!
    const etaB = this.etaB[e]!
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
    const e = this.free.pop() ?? this.pairOf.length
    this.pairOf[e] = pair
    this.from[e] = from
    this.width[e] = width
    this.etaA[e] = etaA
    this.etaB[e] = etaB
    this.queue.push(e, -excess)
  }

  /** λ, rounded up. */
  private way(pair: number, from: number, width: number): number {
    this.enter(from, width)
    return (this.straight ? this.ways[pair]! * width : this.wholeWay(pair)) * LAMBDA_UP + this.off[pair]!
  }

  protected queued(out: OpenStretch[]): void {
    for (const e of this.queue.ids.slice(0, this.queue.length)) {
      out.push({ pair: this.pairOf[e]!, from: this.from[e]!, to: this.from[e]! + this.width[e]! })
    }
  }
}
