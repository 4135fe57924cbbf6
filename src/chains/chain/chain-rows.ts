// What is known of pairs of items along a chain, kept between changes, so that a query after a change costs what has changed. The items
// are links (near pairs, chain-near.ts) or blocks of them (kept energies).
//
// Rows. A pair i ≤ j is in row i, and a row is a list in ascending order of j. Nodes of the tree know the largest j of the rows of
// their items (`far`), and whatever else is to be known of them. A change of joint J can have affected a pair only if J is between its
// items or in one of them: those pairs are found by going down where `far` is beyond J.
//
// Undo. What has been put in or taken out since the last change is logged, and `rollBack` reverts it. So rows after an undo have the
// bits that they had before the change, though their numbers may have been measured in other boxes than today's.
import type { ChainArrays } from './chain-arrays.js'
import { Pending } from './chain-pending.js'

export abstract class KeptRows {
  count = 0
  /** Joints changed since the rows were complete. */
  readonly pending = new Pending()
  protected readonly head: Int32Array
  protected readonly far: Int32Array
  /** Of each slot: i, j, the next slot of the row (−1: none). A free slot's `next` is the next free one. */
  protected slots = new Int32Array(3 * 16)
  /** Two numbers of each slot. */
  protected numbers = new Float64Array(2 * 16)
  private used = 0
  private free = -1
  /** Slots that were taken out since the last change, and those put in, as ~slot. */
  private readonly log: number[] = []
  /** Rows that have changed since `repair`. */
  private readonly touched: number[] = []

  /** Node `base` holds rows 0 to perNode − 1, the next one of its level as many more. */
  constructor(
    protected readonly c: ChainArrays,
    protected readonly rows: number,
    protected readonly base: number,
    protected readonly perNode: number,
  ) {
    this.head = new Int32Array(rows).fill(-1)
    this.far = new Int32Array(c.nodes).fill(-1)
  }

  /** Can a pending joint have moved a pair of node n's rows, none of which goes beyond item `far`? */
  protected abstract mayHaveMoved(n: number, far: number): boolean
  /** Has it moved this pair? */
  protected abstract hasMoved(i: number, j: number): boolean
  /** Brings what a node knows up to date: from its rows if it has any, else from its children. */
  protected abstract summarise(n: number, firstRow: number, endRow: number): void

  /** Puts a pair in that is not in it. `repair` is due. */
  add(i: number, j: number, first: number, second: number): void {
    const slot = this.free >= 0 ? this.free : this.newSlot()
    if (slot === this.free) this.free = this.slots[3 * slot + 2]!
    this.slots[3 * slot] = i
    this.slots[3 * slot + 1] = j
    this.numbers[2 * slot] = first
    this.numbers[2 * slot + 1] = second
    this.link(slot)
    this.log.push(~slot)
  }

  /** Takes out the pairs that a pending joint has moved. */
  drop(): void {
    this.dropBelow(this.c.root)
    this.repair()
  }

  private dropBelow(n: number): void {
    const { c } = this
    if (this.far[n]! < 0 || !this.mayHaveMoved(n, this.far[n]!)) return
    if (!this.isFloor(n)) {
      for (let k = 0; k < c.children[n]!; k++) this.dropBelow(c.child[n]! + k)
      return
    }
    for (let i = this.firstRow(n); i < this.endRow(n); i++) {
      for (let slot = this.head[i]!; slot >= 0; ) {
        const next = this.slots[3 * slot + 2]!
        if (this.hasMoved(i, this.slots[3 * slot + 1]!)) {
          this.unlink(slot)
          this.log.push(slot)
        }
        slot = next
      }
    }
  }

  /** The rows stay as they are, whatever happens: what was taken out need not be kept. */
  commit(): void {
    for (const entry of this.log) if (entry >= 0) this.release(entry)
    this.log.length = 0
  }

  /** Reverts everything since `commit`. */
  rollBack(): void {
    for (let entry = this.log.pop(); entry !== undefined; entry = this.log.pop()) {
      if (entry >= 0) this.link(entry)
      else {
        this.unlink(~entry)
        this.release(~entry)
      }
    }
    this.repair()
  }

  /** Brings what nodes know of their rows up to date. */
  repair(): void {
    const { c, touched } = this
    if (touched.length === 0) return
    if (touched.length * c.levelStart.length > c.nodes - this.base) this.repairAll()
    else {
      for (const row of touched) {
        for (let n = this.base + Math.trunc(row / this.perNode); n >= 0; n = c.parent[n]!) this.repairNode(n)
      }
    }
    touched.length = 0
  }

  protected repairAll(): void {
    for (let n = this.base; n < this.c.nodes; n++) this.repairNode(n)
  }

  private repairNode(n: number): void {
    const { c, slots } = this
    let far = -1
    if (this.isFloor(n)) {
      const end = this.endRow(n)
      for (let i = this.firstRow(n); i < end; i++) {
        for (let slot = this.head[i]!; slot >= 0; slot = slots[3 * slot + 2]!) far = Math.max(far, slots[3 * slot + 1]!)
      }
      this.summarise(n, this.firstRow(n), end)
    } else {
      for (let k = 0; k < c.children[n]!; k++) far = Math.max(far, this.far[c.child[n]! + k]!)
      this.summarise(n, 0, 0)
    }
    this.far[n] = far
  }

  protected isFloor(n: number): boolean {
    return this.firstRow(n) < this.rows
  }

  protected firstRow(n: number): number {
    return (n - this.base) * this.perNode
  }

  protected endRow(n: number): number {
    return Math.min(this.rows, (n - this.base + 1) * this.perNode)
  }

  /** Calls `visit` for every pair in ascending order. */
  each(visit: (i: number, j: number, first: number, second: number) => void): void {
    const { head, slots, numbers } = this
    for (let i = 0; i < head.length; i++) {
      for (let slot = head[i]!; slot >= 0; slot = slots[3 * slot + 2]!) {
        visit(i, slots[3 * slot + 1]!, numbers[2 * slot]!, numbers[2 * slot + 1]!)
      }
    }
  }

  get byteLength(): number {
    const { head, far, slots, numbers } = this
    const log = 8 * this.log.length
    return (
      head.byteLength + far.byteLength + slots.byteLength + numbers.byteLength + log + this.pending.joints.byteLength
    )
  }

  private newSlot(): number {
    const slot = this.used++
    if (3 * slot === this.slots.length) {
      const slots = new Int32Array(6 * slot)
      slots.set(this.slots)
      this.slots = slots
      const numbers = new Float64Array(4 * slot)
      numbers.set(this.numbers)
      this.numbers = numbers
    }
    return slot
  }

  private release(slot: number): void {
    this.slots[3 * slot + 2] = this.free
    this.free = slot
  }

  private link(slot: number): void {
    const { head, slots } = this
    const i = slots[3 * slot]!
    const j = slots[3 * slot + 1]!
    let before = -1
    let next = head[i]!
    while (next >= 0 && slots[3 * next + 1]! < j) {
      before = next
      next = slots[3 * next + 2]!
    }
    slots[3 * slot + 2] = next
    this.follow(before, i, slot)
    this.count++
  }

  private unlink(slot: number): void {
    const { head, slots } = this
    const i = slots[3 * slot]!
    let before = -1
    for (let at = head[i]!; at !== slot; at = slots[3 * at + 2]!) before = at
    this.follow(before, i, slots[3 * slot + 2]!)
    this.count--
  }

  /** Makes `slot` the one after `before` in row i, or its first. */
  private follow(before: number, i: number, slot: number): void {
    if (before >= 0) this.slots[3 * before + 2] = slot
    else this.head[i] = slot
    if (this.touched[this.touched.length - 1] !== i) this.touched.push(i)
  }
}
