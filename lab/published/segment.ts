// One piece of a motion in the published checkers: its queue of things that still need to be tested, ordered by how likely they
// are to collide (adaptive-checking-2004, section II.C), its bounds λ and η, and what could not be settled.
//
// Lemma 1 with a clearance ϱ: if two things come within ϱ of each other at some c between a and b, then two of their points are
// no farther than ϱ apart there, and were at most ϱ plus their ways apart at a and at b; so λ ≥ η_a + η_b − 2ϱ. (The λ of the
// things themselves will do; they need not be grown.)
//
// Rounding: λ is rounded up by LAMBDA_UP, and by what the configurations that were tested may be off the curve (`piece.roundings`
// at either end); η is rounded down by the setting's slack. Where λ has come down to that slack, further halving is of no use:
// what is left then stays undecided.
import { POSE } from '../../src/base/math/pose.js'
import { SHAPE_DISTANCE_ERROR, TINY_LENGTH } from '../../src/base/math/rounding.js'
import { LinePiece } from '../../src/robots/motion/line-piece.js'
import type { MotionPiece } from '../../src/robots/motion/piece.js'
import { Stretches } from '../../src/robots/motion/stretches.js'
import { distanceShapes, ShapeDistance } from '../../src/shapes/shape-distance.js'
import { insideShapes } from '../../src/shapes/shape-inside.js'
import { LAMBDA_UP, slideLength, Travel, turnLength } from './bounds.js'
import { type GreedySearch, greedyDistance } from './greedy.js'
import { PiecePoses, type PublishedSetting } from './setting.js'

/** Two geometries that were found within the threshold, or one inside the other. */
export interface FoundPair {
  readonly pair: number
  readonly at: number
}

/** What may be asked for. */
export interface PublishedAim {
  /** A distance up to this counts as found: clearance and delta together. */
  readonly threshold: number
  readonly clearance: number
}

/** What could not be settled of one pair. */
export interface OpenStretch {
  readonly pair: number
  readonly from: number
  readonly to: number
}

export abstract class PublishedSegment {
  protected readonly waiting = new Stretches()
  /** Stretches tested for one pair. */
  intervals = 0
  /** Found not to be worth halving on. */
  readonly stuck: OpenStretch[] = []
  readonly poses: PiecePoses
  protected readonly x = new Float64Array(POSE)
  /** Ways in the stretch at hand, to be multiplied with `scale`. */
  protected readonly travel: Travel
  protected scale = 1
  /** What is straight moves at a constant rate: its ways need not be asked for again. */
  protected readonly straight: boolean
  /** By pair: what the curve is off by, at both ends, as a way. */
  protected readonly off: Float64Array
  private readonly found = new ShapeDistance()
  /** Pairs that were begun with. */
  private begun = 0

  constructor(
    protected readonly setting: PublishedSetting,
    readonly piece: MotionPiece,
    protected readonly search: GreedySearch,
    protected readonly aim: PublishedAim,
  ) {
    this.poses = new PiecePoses(setting, piece)
    this.travel = new Travel(setting.ranges, piece.dof)
    this.straight = piece instanceof LinePiece
    this.off = new Float64Array(setting.pairs)
    this.travel.loadRounding(piece.roundings)
    for (let p = 0; p < setting.pairs; p++) this.off[p] = this.wholeWay(p) * LAMBDA_UP
    this.travel.load(piece, 0.5, 0.5)
  }

  /** Is nothing left to be tested? */
  get done(): boolean {
    return this.isBegun && this.waiting.length === 0
  }

  /** Were all pairs begun with? */
  get isBegun(): boolean {
    return this.begun === this.setting.pairs
  }

  /** λ − η_a − η_b of the first in the queue. */
  get priority(): number {
    return -(this.waiting.queue.peekValue() ?? Infinity)
  }

  /** Pairs are begun with one by one: what is found within the threshold at an end is returned. */
  begin(isSpent: () => boolean): FoundPair | undefined {
    const { pairs } = this.setting
    while (this.begun < pairs && !isSpent()) {
      const found = this.beginPair(this.begun++)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Tests the first in the queue. */
  abstract step(): FoundPair | undefined

  /** Whatever is not proved, stretches that were found stuck among it. */
  left(): OpenStretch[] {
    const out = [...this.stuck]
    const { queue, pair: pairs, from, width } = this.waiting
    for (const e of queue.ids.slice(0, queue.length)) {
      out.push({ pair: pairs[e]!, from: from[e]!, to: from[e]! + width[e]! })
    }
    for (let pair = this.begun; pair < this.setting.pairs; pair++) out.push({ pair, from: 0, to: 1 })
    return out
  }

  protected abstract beginPair(pair: number): FoundPair | undefined

  /** Something was found: whether it is what it seems or not, this stretch yields no more. */
  protected stop(pair: number, from: number, width: number, at: number): FoundPair {
    this.stuck.push({ pair, from, to: from + width })
    return { pair, at }
  }

  /** Makes `travel` and `scale` those of a stretch. */
  protected enter(from: number, width: number): void {
    if (this.straight) this.scale = width
    else this.travel.load(this.piece, from + width / 2, width / 2)
  }

  /** λ of a whole pair in the stretch that was entered, to be scaled. */
  protected wholeWay(pair: number): number {
    const { setting, travel } = this
    const a = setting.geometries[setting.pairA[pair]!]!
    const b = setting.geometries[setting.pairB[pair]!]!
    const na = setting.belowA[pair]!
    const nb = setting.belowB[pair]!
    return (
      slideLength(a.chain, na, travel.slide) +
      slideLength(b.chain, nb, travel.slide) +
      turnLength(a.factors, 0, a.chain, na, travel.turn) +
      turnLength(b.factors, 0, b.chain, nb, travel.turn)
    )
  }

  /** η of two whole geometries at t, rounded down: above the threshold, unless it is 0. */
  protected wholeEta(pair: number, t: number): number {
    const { setting, search, aim, x } = this
    const a = setting.pairA[pair]!
    const b = setting.pairB[pair]!
    this.poses.relate(x, t, a, b)
    const eta = this.isMeshes(pair)
      ? greedyDistance(search, setting.trees[a]!, setting.trees[b]!, x, aim.threshold)
      : this.shapeEta(a, b)
    return eta === 0 ? 0 : this.lessSlack(eta, pair)
  }

  protected isMeshes(pair: number): boolean {
    return this.setting.isMeshes[pair] === 1
  }

  /** Not 0, which means that something was found; and less than nothing proves nothing either. */
  protected lessSlack(eta: number, pair: number): number {
    return Math.max(eta - this.setting.slack[pair]!, Number.MIN_VALUE)
  }

  /** The distance of two shapes of which one at least is not a mesh, X_AB being `x`. One test, and what is tested inside meshes. */
  protected shapeEta(a: number, b: number): number {
    const { setting, search, aim, x, found } = this
    const { shapes, reaches } = setting.model.index
    found.volumeTests = 0
    found.leafTests = 0
    const d = distanceShapes(found, shapes[a]!, shapes[b]!, x, 0, Infinity)
    search.volumeTests += Math.max(1, found.volumeTests)
    if (found.volumeTests > 0) search.leafTests += found.leafTests
    const shift = Math.abs(x[3]!) + Math.abs(x[7]!) + Math.abs(x[11]!)
    const lower = d - SHAPE_DISTANCE_ERROR * (reaches[a]! + reaches[b]! + shift) - TINY_LENGTH
    return lower > aim.threshold ? lower : 0
  }

  /** Is one of the two inside the other? It can only become so by their surfaces meeting: asked once, at the start of a motion. */
  protected isInside(pair: number, t: number): boolean {
    const { setting, x } = this
    const { shapes } = setting.model.index
    const a = setting.pairA[pair]!
    const b = setting.pairB[pair]!
    this.poses.relate(x, t, a, b)
    return insideShapes(shapes[a]!, shapes[b]!, x, 0)
  }
}
