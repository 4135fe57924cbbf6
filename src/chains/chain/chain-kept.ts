// The pairs of links within a margin, kept between changes of a chain. Beside the farthest link, every node knows the least distance
// of its rows, and the least that a distance can truly be: the closest pair is found by going down where the least distance is.
import { BrokenInvariantError } from '../../errors.js'
import type { ChainArrays } from './chain-arrays.js'
import { anyPending, movedApart } from './chain-pending.js'
import { KeptRows } from './chain-rows.js'

/** The two numbers of a pair are its distance, and how far that may be off. */
export class KeptPairs extends KeptRows {
  /** Every checked pair that is not pending and has a distance of at most this is in the list. Negative: nothing is known. */
  margin = -1
  private readonly least: Float64Array
  private readonly lower: Float64Array

  constructor(c: ChainArrays) {
    super(c, c.links, 0, c.linksPerLeaf)
    this.least = new Float64Array(c.nodes).fill(Infinity)
    this.lower = new Float64Array(c.nodes).fill(Infinity)
  }

  protected mayHaveMoved(n: number, far: number): boolean {
    return anyPending(this.pending, this.c.first[n]!, far)
  }

  protected hasMoved(i: number, j: number): boolean {
    return movedApart(this.pending, i, j)
  }

  protected summarise(n: number, firstRow: number, endRow: number): void {
    const { c, head, slots, numbers } = this
    let least = Infinity
    let lower = Infinity
    for (let i = firstRow; i < endRow; i++) {
      for (let slot = head[i]!; slot >= 0; slot = slots[3 * slot + 2]!) {
        const distance = numbers[2 * slot]!
        least = Math.min(least, distance)
        lower = Math.min(lower, Math.max(0, distance - numbers[2 * slot + 1]!))
      }
    }
    const child = c.child[n]!
    for (let k = 0; k < c.children[n]!; k++) {
      least = Math.min(least, this.least[child + k]!)
      lower = Math.min(lower, this.lower[child + k]!)
    }
    this.least[n] = least
    this.lower[n] = lower
  }

  /** The closest pair; the first in ascending order if several are. Undefined if there is none. */
  closest(): { i: number; j: number; distance: number; error: number } | undefined {
    const { c, least, slots, numbers } = this
    let n = c.root
    const distance = least[n]!
    if (distance === Infinity) return undefined
    while (c.child[n]! >= 0) n = least[c.child[n]!] === distance ? c.child[n]! : c.child[n]! + 1
    for (let i = c.first[n]!; ; i++) {
      for (let slot = this.head[i]!; slot >= 0; slot = slots[3 * slot + 2]!) {
        if (numbers[2 * slot] !== distance) continue
        const error = Math.max(numbers[2 * slot + 1]!, distance - this.lower[c.root]!)
        return { i, j: slots[3 * slot + 1]!, distance, error }
      }
    }
  }

  /** All pairs in ascending order, two numbers each, and their distances. */
  copy(): { pairs: Int32Array; distances: Float64Array } {
    const { head, slots, numbers } = this
    const pairs = new Int32Array(2 * this.count)
    const distances = new Float64Array(this.count)
    let k = 0
    for (let i = 0; i < head.length; i++) {
      for (let slot = head[i]!; slot >= 0; slot = slots[3 * slot + 2]!) {
        pairs[2 * k] = i
        pairs[2 * k + 1] = slots[3 * slot + 1]!
        distances[k++] = numbers[2 * slot]!
      }
    }
    return { pairs, distances }
  }

  override get byteLength(): number {
    return super.byteLength + this.least.byteLength + this.lower.byteLength
  }

  /** Throws BrokenInvariantError unless rows are in order and nodes know what is in them. For tests. */
  validate(): void {
    const known = [this.far, this.least, this.lower].map((of) => of.slice())
    let count = 0
    let [before, last] = [-1, -1]
    this.each((i, j) => {
      check(i < j && j < this.c.links && (i > before || j > last), 'kept pairs are in ascending order')
      before = i
      last = j
      count++
    })
    check(count === this.count, 'kept pairs are counted')
    this.repairAll()
    const now = [this.far, this.least, this.lower]
    check(
      now.every((of, k) => of.every((value, n) => value === known[k]![n])),
      'nodes know their kept pairs',
    )
  }
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new BrokenInvariantError(`broken invariant: ${what}`)
}
