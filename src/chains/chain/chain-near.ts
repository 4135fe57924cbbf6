// pairsWithin and closestPair of a chain, from the pairs that are kept between changes (chain-kept.ts). A query takes out the pairs
// that a changed joint has moved against each other, searches those with the list's margin, and reads its answer off the list. Two
// links that no changed joint is between are rigid to each other: their distance is what it was.
//
// The margin is the largest distance asked for lately. A closest pair is asked for with a margin of its own, somewhat larger than
// its distance, so that the list does not run empty with the first move.
//
// Memory. No list has more than MOST_PAIRS a link, at 28 bytes each (and up to as much again, for arrays grow by doubling); where
// there are more, nothing is kept, and every query searches everything. Two lists exist at most: a query that has to make
// another one puts the last one aside until its undo is out of reach. While links touch, a search for the closest pair ends at the
// first such pair, and keeps nothing.
import type { ChainCore } from './chain-core.js'
import { demandIdle, searchSelf } from './chain-core.js'
import type { ChainEdits } from './chain-edits.js'
import { KeptPairs } from './chain-kept.js'
import { LinkMeter } from './chain-links.js'
import { Pending } from './chain-pending.js'
import { ClosestCollector, PairCollector } from './chain-visitors.js'

/** Pairs that a list may have, a link. */
const MOST_PAIRS = 16
/** Queries after which the margin is no larger than what they asked for. */
const QUERIES = 16
/** It is not made smaller for less. */
const NARROWER = 0.75
/** The margin of a closest pair: this many times its distance, and this share of the links' mean radius. */
const WIDER = 1.25
const RADIUS_SHARE = 0.25

export interface NearLinks {
  readonly count: number
  readonly pairs: Int32Array
  readonly distances: Float64Array
}

export interface NearPair {
  readonly i: number
  readonly j: number
  readonly distance: number
  readonly error: number
}

export class NearQueries {
  private list: KeptPairs
  /** The list as it was before the change that can be undone, if another one has taken its place since. */
  private aside: KeptPairs | undefined
  private readonly pendingBefore = new Pending()
  private readonly collector: PairCollector
  private readonly meter = new LinkMeter()
  private readonly mostPairs: number
  private readonly room: number
  /** The largest margin needed since the list was last made narrower, and the number of queries since. */
  private widest = 0
  private queries = 0
  /** A query was answered by a search whose pairs were not kept. */
  private hasUnkept = false

  constructor(private readonly core: ChainCore) {
    const { arrays } = core.body
    this.list = new KeptPairs(arrays)
    this.collector = new PairCollector(core.body, core.body, core.options.exclude)
    this.mostPairs = MOST_PAIRS * core.size
    let radii = 0
    for (let i = 0; i < core.size; i++) radii += arrays.localBalls[4 * i + 3]!
    this.room = (RADIUS_SHARE * radii) / core.size
  }

  /** A change set has been applied. */
  changed(edits: ChainEdits): void {
    this.aside = undefined
    this.list.commit()
    this.pendingBefore.copyFrom(this.list.pending)
    edits.addPending(this.list.pending, false)
  }

  /** It has been undone. */
  undone(edits: ChainEdits): void {
    const { aside } = this
    this.aside = undefined
    if (aside !== undefined && aside.margin < 0 && !this.hasUnkept) {
      // Nothing was known before the change, and nothing asked: no answer has bits to go back to.
      edits.addPending(this.list.pending, false)
      return
    }
    if (aside !== undefined) this.list = aside
    this.list.rollBack()
    this.list.pending.copyFrom(this.pendingBefore)
  }

  within(distance: number): NearLinks {
    const { core } = this
    const { body, options } = core
    demandIdle(core)
    this.needs(distance)
    if (distance <= this.list.margin && this.update()) return this.listed(distance)
    const collector = new PairCollector(body, body, options.exclude)
    collector.margin = distance
    searchSelf(core, collector, undefined)
    if (this.adopt(collector, distance)) return this.listed(distance)
    this.hasUnkept = true
    return { count: collector.count, ...collector.sorted() }
  }

  closest(): NearPair | undefined {
    const { core } = this
    const { search, body, options } = core
    let [volumeTests, leafTests] = [0, 0]
    demandIdle(core)
    if (this.list.margin >= 0 && this.update()) {
      const closest = this.list.closest()
      if (closest !== undefined) {
        this.needs(WIDER * closest.distance + this.room)
        return closest
      }
      volumeTests = search.volumeTests
      leafTests = search.leafTests
    }
    const near = new ClosestCollector(body, options.exclude, WIDER, this.room)
    near.most = this.mostPairs
    const ended = searchSelf(core, near, undefined)
    search.volumeTests += volumeTests
    search.leafTests += leafTests
    // A pair that is truly within the margin less two errors has been measured, and found to be within the margin less one.
    const margin = near.margin - 2 * near.error
    near.keepWithin(margin + near.error)
    if (!ended && near.isComplete && margin > near.closest.margin && this.adopt(near, margin))
      return this.list.closest()
    this.hasUnkept = true
    const { i, j, margin: distance, error } = near.closest
    return i < 0 ? undefined : { i, j, distance, error }
  }

  get byteLength(): number {
    return this.list.byteLength + (this.aside?.byteLength ?? 0) + this.collector.byteLength
  }

  validate(): void {
    this.list.validate()
    this.aside?.validate()
  }

  /** Notes what margin a query needs. Before it searches, a list that has long been wider than needed is made narrower. */
  private needs(margin: number): void {
    this.widest = Math.max(this.widest, margin)
    if (++this.queries < QUERIES) return
    if (this.widest < NARROWER * this.list.margin) {
      const { list, widest } = this
      if (list.pending.count > 0) list.drop()
      const narrow = this.newList(widest)
      narrow.pending.copyFrom(list.pending)
      this.eachWithin(list, widest, (i, j, distance, error) => narrow.add(i, j, distance, error))
      this.replace(narrow)
    }
    this.widest = margin
    this.queries = 0
  }

  /** Brings the list up to date with the chain. False if it has become too long. */
  private update(): boolean {
    const { core, list, collector } = this
    const { pending } = list
    if (pending.count === 0) {
      core.search.resetCounts()
      return true
    }
    list.drop()
    collector.clear(list.margin)
    collector.most = this.mostPairs - list.count
    if (searchSelf(core, collector, pending)) {
      this.replace(new KeptPairs(core.body.arrays))
      return false
    }
    collector.each((i, j, distance, error) => list.add(i, j, distance, error))
    list.repair()
    pending.clear()
    return true
  }

  /** Makes what a search of everything has found the list. False if there is too much of it. */
  private adopt(found: PairCollector, margin: number): boolean {
    if (found.count > this.mostPairs) return false
    const list = this.newList(margin)
    list.pending.clear()
    found.each((i, j, distance, error) => list.add(i, j, distance, error))
    this.replace(list)
    return true
  }

  private newList(margin: number): KeptPairs {
    const list = new KeptPairs(this.core.body.arrays)
    list.margin = margin
    return list
  }

  private replace(list: KeptPairs): void {
    list.repair()
    list.commit()
    if (this.core.undoable) this.aside ??= this.list
    this.list = list
  }

  /** The pairs of a list within a distance that is less than its margin. */
  private eachWithin(
    list: KeptPairs,
    limit: number,
    each: (i: number, j: number, distance: number, error: number) => void,
  ): void {
    const { meter } = this
    const { body } = this.core
    list.each((i, j, distance, error) => {
      if (distance > limit + error) return
      if (distance > limit - error && meter.carefulDistance(body, i, body, j, limit) === Infinity) return
      each(i, j, distance, error)
    })
  }

  private listed(limit: number): NearLinks {
    const { list } = this
    // For its margin, pairs were decided when they were found.
    if (limit === list.margin) return { count: list.count, ...list.copy() }
    const pairs = new Int32Array(2 * list.count)
    const distances = new Float64Array(list.count)
    let count = 0
    this.eachWithin(list, limit, (i, j, distance) => {
      pairs[2 * count] = i
      pairs[2 * count + 1] = j
      distances[count++] = distance
    })
    return { count, pairs: pairs.slice(0, 2 * count), distances: distances.slice(0, count) }
  }
}
