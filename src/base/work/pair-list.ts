// A list of pairs of triangles with their distances, in arrays that grow.
import { ResultTooLargeError } from '../../errors.js'

/** Most pairs in a list: 2 GB of them. */
export const MOST_TRIANGLE_PAIRS = 2 ** 27

export class PairBuffer {
  count = 0
  pairs = new Uint32Array(64)
  distances = new Float64Array(32)

  add(a: number, b: number, distance: number): void {
    const n = this.count++
    if (n === this.distances.length) this.grow()
    this.pairs[2 * n] = a
    this.pairs[2 * n + 1] = b
    this.distances[n] = distance
  }

  /** Drops the pairs that are farther apart than this. */
  keepUpTo(limit: number): void {
    let kept = 0
    for (let k = 0; k < this.count; k++) {
      if (this.distances[k]! > limit) continue
      this.pairs[2 * kept] = this.pairs[2 * k]!
      this.pairs[2 * kept + 1] = this.pairs[2 * k + 1]!
      this.distances[kept++] = this.distances[k]!
    }
    this.count = kept
  }

  /** The pairs as they were found, in arrays of their own length. */
  found(): { count: number; pairs: Uint32Array; distances: Float64Array } {
    const { count } = this
    return { count, pairs: this.pairs.slice(0, 2 * count), distances: this.distances.slice(0, count) }
  }

  /** In ascending order: sorted by their second number, then, keeping that order, by their first, by counting. */
  sorted(): { count: number; pairs: Uint32Array; distances: Float64Array } {
    return this.sortedBy(1).sortedBy(0).found()
  }

  private sortedBy(place: number): PairBuffer {
    const { count, pairs, distances } = this
    let most = -1
    for (let k = place; k < 2 * count; k += 2) if (pairs[k]! > most) most = pairs[k]!
    // Where those with each number begin.
    const starts = new Uint32Array(most + 2)
    for (let k = place; k < 2 * count; k += 2) starts[pairs[k]! + 1]!++
    for (let k = 0; k <= most; k++) starts[k + 1]! += starts[k]!
    const list = new PairBuffer()
    list.count = count
    list.pairs = new Uint32Array(2 * count)
    list.distances = new Float64Array(count)
    for (let k = 0; k < count; k++) {
      const to = starts[pairs[2 * k + place]!]!++
      list.pairs[2 * to] = pairs[2 * k]!
      list.pairs[2 * to + 1] = pairs[2 * k + 1]!
      list.distances[to] = distances[k]!
    }
    return list
  }

  private grow(): void {
    const length = 2 * this.distances.length
    if (length > MOST_TRIANGLE_PAIRS) throw new ResultTooLargeError('pairs of triangles', MOST_TRIANGLE_PAIRS)
    const pairs = new Uint32Array(2 * length)
    pairs.set(this.pairs)
    this.pairs = pairs
    const distances = new Float64Array(length)
    distances.set(this.distances)
    this.distances = distances
  }
}
