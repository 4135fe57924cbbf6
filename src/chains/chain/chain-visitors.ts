// What a search does with the pairs of links it finds: stop at the first contact, collect, or keep the closest.
import { type ChainBody, LinkMeter } from './chain-links.js'
import type { ChainVisitor } from './chain-search.js'

/** Pairs of links that are not to be tested: the caller's rule. Must answer the same for the same pair, always. */
export type PairRule = (i: number, j: number) => boolean

abstract class LinkVisitor implements ChainVisitor {
  margin = 0
  readonly meter = new LinkMeter()

  constructor(
    protected a: ChainBody,
    protected b: ChainBody,
    protected readonly excluded: PairRule | undefined,
  ) {}

  /** Called before a search. */
  start(): void {
    this.meter.found.volumeTests = 0
    this.meter.found.leafTests = 0
  }

  /** Called after a search that ran to its end: true if what was left over ends it after all. */
  finish(): boolean {
    return false
  }

  visit(i: number, j: number, gap: number, slack: number, x: Float64Array, at: number): boolean {
    if (this.excluded?.(i, j)) return false
    const distance = this.measure(i, j, gap, slack, x, at)
    if (distance === Infinity) return false
    const { error } = this.meter
    if (distance <= this.margin - error) return this.found(i, j, Math.max(0, distance), error)
    return this.tie(i, j, Math.max(0, distance), error)
  }

  /**
   * The distance of two links, Infinity beyond the margin; of spheres, negative where they overlap. `meter.error` says how good.
   */
  protected measure(i: number, j: number, gap: number, slack: number, x: Float64Array, at: number): number {
    const { meter, a, b } = this
    if (meter.spheres(a, i, b, j)) {
      meter.error = slack
      return gap
    }
    const distance = meter.sphereLists(a, i, b, j)
      ? meter.gap(a, i, b, j, x, at, this.margin + slack, slack)
      : meter.distance(a, i, b, j, x, at, this.margin + slack)
    meter.error += slack
    return distance
  }

  /** A pair nearer to the limit than rounding can tell: decided from careful poses. */
  protected tie(i: number, j: number, _distance: number, _error: number): boolean {
    const distance = this.meter.carefulDistance(this.a, i, this.b, j, this.margin)
    return distance < Infinity && this.found(i, j, distance, this.meter.error)
  }

  /** A pair whose distance is at most margin + error, an error of a few units in the last place. True ends the search. */
  protected abstract found(i: number, j: number, distance: number, error: number): boolean
}

/** Ties that are put off before they are measured one by one. */
const MOST_PUT_OFF = 64

/**
 * Ends at the first pair that touches. A tie costs far more to decide than to pass by, and where one pair of a long chain comes
 * that close, others mostly overlap for sure: so ties wait, and are only measured if no such pair turns up.
 */
export class FirstLinkContact extends LinkVisitor {
  /** With a margin: a pair was met that does not touch and may be closer than the margin. */
  isNear = false
  private readonly putOff: number[] = []

  override visit(i: number, j: number, gap: number, slack: number, x: Float64Array, at: number): boolean {
    if (this.excluded?.(i, j)) return false
    const distance = this.measure(i, j, gap, slack, x, at)
    if (distance === Infinity) return false
    const { error } = this.meter
    if (distance <= -error) return true
    if (distance <= error) return this.tie(i, j)
    this.isNear = true
    return false
  }

  protected found(): boolean {
    return true
  }

  protected override tie(i: number, j: number): boolean {
    if (this.putOff.length >= 2 * MOST_PUT_OFF) return this.decide(i, j)
    this.putOff.push(i, j)
    return false
  }

  override start(): void {
    super.start()
    this.isNear = false
    if (this.putOff.length > 0) this.putOff.length = 0
  }

  override finish(): boolean {
    for (let k = 0; k < this.putOff.length; k += 2) {
      if (this.decide(this.putOff[k]!, this.putOff[k + 1]!)) return true
    }
    return false
  }

  /** From careful poses. */
  private decide(i: number, j: number): boolean {
    if (this.meter.carefulDistance(this.a, i, this.b, j, 0) < Infinity) return true
    this.isNear = true
    return false
  }
}

/** Keeps every pair within the margin. */
export class PairCollector extends LinkVisitor {
  count = 0
  private pairs = new Int32Array(32)
  private distances = new Float64Array(16)
  /** Largest rounding error of any pair kept. */
  error = 0

  protected found(i: number, j: number, distance: number, error: number): boolean {
    const n = this.count++
    if (n === this.distances.length) {
      const pairs = new Int32Array(4 * n)
      pairs.set(this.pairs)
      this.pairs = pairs
      const distances = new Float64Array(2 * n)
      distances.set(this.distances)
      this.distances = distances
    }
    this.pairs[2 * n] = i
    this.pairs[2 * n + 1] = j
    this.distances[n] = distance
    if (error > this.error) this.error = error
    return false
  }

  /** The pairs in ascending order, with their distances. */
  sorted(): { pairs: Int32Array; distances: Float64Array } {
    const order = Array.from({ length: this.count }, (_, k) => k)
    order.sort((p, q) => this.pairs[2 * p]! - this.pairs[2 * q]! || this.pairs[2 * p + 1]! - this.pairs[2 * q + 1]!)
    const pairs = new Int32Array(2 * this.count)
    const distances = new Float64Array(this.count)
    for (let k = 0; k < this.count; k++) {
      pairs[2 * k] = this.pairs[2 * order[k]!]!
      pairs[2 * k + 1] = this.pairs[2 * order[k]! + 1]!
      distances[k] = this.distances[order[k]!]!
    }
    return { pairs, distances }
  }
}

/** Keeps the closest pair, and looks no farther than it. */
export class ClosestPair extends LinkVisitor {
  i = -1
  j = -1
  override margin = Infinity
  private ownError = 0
  /** Least distance that any pair met can truly have: one that lost by less than its rounding may be the closest. */
  private lower = Infinity

  /** How far the least distance of all pairs may be from `margin`. Pairs that were dropped are farther than it. */
  get error(): number {
    return Math.max(this.ownError, this.margin - this.lower)
  }

  /** Which of two pairs is closer by less than rounding can tell is left open: `error` is part of the answer. */
  protected override tie(i: number, j: number, distance: number, error: number): boolean {
    return this.found(i, j, distance, error)
  }

  protected found(i: number, j: number, distance: number, error: number): boolean {
    this.lower = Math.min(this.lower, Math.max(0, distance - error))
    if (distance < this.margin) {
      this.margin = distance
      this.i = i
      this.j = j
      this.ownError = error
    }
    return distance === 0
  }
}
