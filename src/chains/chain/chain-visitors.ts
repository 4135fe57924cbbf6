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
  /** Ends when it has found more. */
  most = Infinity
  private pairs = new Int32Array(32)
  /** Of each pair: its distance, and how far that may be off. */
  private numbers = new Float64Array(32)

  /** Makes it ready for another search. */
  clear(margin: number): void {
    this.margin = margin
    this.count = 0
  }

  protected found(i: number, j: number, distance: number, error: number): boolean {
    this.put(i, j, distance, error)
    return this.count > this.most
  }

  protected put(i: number, j: number, distance: number, error: number): void {
    const at = 2 * this.count++
    if (at === this.pairs.length) {
      const pairs = new Int32Array(2 * at)
      pairs.set(this.pairs)
      this.pairs = pairs
      const numbers = new Float64Array(2 * at)
      numbers.set(this.numbers)
      this.numbers = numbers
    }
    this.pairs[at] = i
    this.pairs[at + 1] = j
    this.numbers[at] = distance
    this.numbers[at + 1] = error
  }

  /** The pairs in the order in which they were found. */
  each(visit: (i: number, j: number, distance: number, error: number) => void): void {
    const { pairs, numbers } = this
    for (let at = 0; at < 2 * this.count; at += 2) visit(pairs[at]!, pairs[at + 1]!, numbers[at]!, numbers[at + 1]!)
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
      distances[k] = this.numbers[2 * order[k]!]!
    }
    return { pairs, distances }
  }

  /** Forgets the pairs that are farther apart. */
  keepWithin(distance: number): void {
    const { pairs, numbers } = this
    const end = 2 * this.count
    this.count = 0
    for (let at = 0; at < end; at += 2) {
      if (numbers[at]! <= distance) this.put(pairs[at]!, pairs[at + 1]!, numbers[at]!, numbers[at + 1]!)
    }
  }

  get byteLength(): number {
    return this.pairs.byteLength + this.numbers.byteLength
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
    return this.meet(i, j, distance, error)
  }

  /** Takes note of a pair. True if it touches. */
  meet(i: number, j: number, distance: number, error: number): boolean {
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

/**
 * The closest pair, and all that are hardly farther apart: its margin is `wider` times the least distance, and `room` more. What was
 * met while the margin was larger may be among them. Ends where links touch.
 */
export class ClosestCollector extends PairCollector {
  /** No more than `most` pairs are within the margin. Where there are more, only the closest is looked for. */
  isComplete = true
  override margin = Infinity
  /** The largest error of any pair that was met. */
  error = 0
  readonly closest = new ClosestPair(this.a, this.b, this.excluded)

  constructor(
    body: ChainBody,
    excluded: PairRule | undefined,
    private readonly wider: number,
    private readonly room: number,
  ) {
    super(body, body, excluded)
  }

  /** Which of two pairs is closer is left open here as well. */
  protected override tie(i: number, j: number, distance: number, error: number): boolean {
    return this.found(i, j, distance, error)
  }

  protected override found(i: number, j: number, distance: number, error: number): boolean {
    if (this.closest.meet(i, j, distance, error)) return true
    const { margin } = this.closest
    this.margin = this.isComplete ? this.wider * margin + this.room : margin
    if (!this.isComplete) return false
    this.error = Math.max(this.error, error)
    this.put(i, j, distance, error)
    if (this.count > 2 * this.most) {
      this.keepWithin(this.margin + this.error)
      this.isComplete = this.count <= this.most
    }
    return false
  }
}
