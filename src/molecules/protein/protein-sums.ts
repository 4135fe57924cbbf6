// Energies of pairs of blocks of a chain, kept in rows (chains/chain/chain-rows.ts), and their sums at the nodes of its tree. A block is a
// node of one level of the tree.
import type { ChainArrays } from '../../chains/chain/chain-arrays.js'
import { anyPending, bothPending } from '../../chains/chain/chain-pending.js'
import { KeptRows } from '../../chains/chain/chain-rows.js'

/** The first number of a pair is its energy; there is no second. A sum is that of its parts in ascending order. */
export class KeptSums extends KeptRows {
  private readonly sums: Float64Array

  constructor(c: ChainArrays, level: number) {
    super(c, c.levelStart[level + 1]! - c.levelStart[level]!, c.levelStart[level]!, 1)
    this.sums = new Float64Array(c.nodes)
  }

  get total(): number {
    return this.sums[this.c.root]!
  }

  protected mayHaveMoved(n: number, far: number): boolean {
    return anyPending(this.pending, this.c.first[n]!, this.c.end[this.base + far]! - 1)
  }

  /** As the search has it: a joint inside of either, or between them; of a span, not both between. */
  protected hasMoved(a: number, b: number): boolean {
    const { pending, base } = this
    const { first, end } = this.c
    const from = first[base + a]!
    const to = end[base + b]! - 1
    if (!anyPending(pending, from, to)) return false
    if (!pending.span || !bothPending(pending, from, to)) return true
    return anyPending(pending, from, end[base + a]! - 1) || anyPending(pending, first[base + b]!, to)
  }

  protected summarise(n: number, firstRow: number, endRow: number): void {
    const { c, head, slots, numbers } = this
    let sum = 0
    if (endRow > firstRow) {
      for (let slot = head[firstRow]!; slot >= 0; slot = slots[3 * slot + 2]!) sum += numbers[2 * slot]!
    } else {
      for (let k = 0; k < c.children[n]!; k++) sum += this.sums[c.child[n]! + k]!
    }
    this.sums[n] = sum
  }
}
