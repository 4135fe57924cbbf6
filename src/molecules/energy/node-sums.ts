// Kept energies of a large system: sums at pairs of nodes of the tree over the blocks, as in the EnergyTree of the ChainTree's authors. A
// pair of nodes has up to four pairs of children; a pair whose balls are apart is not there at all, so nothing stale is kept below it.
//
// The tree of pairs is never overwritten: a proposal makes new pairs along what changed and shares all others with the old tree. undo() is to
// take the old root; accept() gives back what only the old root held.
//
// Invariants: slot 0 is "nothing, zero"; a slot's sum is that of its four children in order, or of its pair of blocks; a slot belongs to
// the tree, to the proposal's old tree, or to the free list.
import { type BlockAtoms, ballsApart, MIXED } from './block-atoms.js'
import { type BlockModel, blockPairEnergy, infinitePair } from './block-energy.js'
import type { Stretch } from './energy.js'
import { KeptEnergy } from './energy-kept.js'
import { packEnergy, readBlockPairs, unpackEnergy } from './energy-saved.js'

const NOTHING = 0
/** No slot, but the news that a term was infinite. */
const INFINITE = -1

export class NodeSums extends KeptEnergy {
  private readonly model: BlockModel
  private readonly atoms: BlockAtoms
  private sums = new Float64Array(1024)
  /** Four slots each. */
  private children = new Int32Array(4096)
  private used = 1
  private readonly free = new Slots()
  private root = NOTHING
  private oldRoot = NOTHING
  /** Made by the proposal. */
  private readonly fresh = new Slots()
  /** Slots of the old tree that the proposal replaced, and those below which all was dropped. */
  private readonly replaced = new Slots()
  private readonly dropped = new Slots()
  private blame: [number, number] | undefined

  constructor(model: BlockModel) {
    super(model.counts)
    this.model = model
    this.atoms = model.atoms
    this.recompute()
  }

  get total(): number {
    return this.sums[this.root]!
  }

  /** Pairs of nodes that are kept. */
  get kept(): number {
    return this.used - 1 - this.free.length
  }

  protected move(positions: Float64Array, moved: readonly Stretch[]): void {
    this.atoms.propose(positions, moved)
  }

  protected moveAll(): void {
    this.atoms.markAll()
  }

  protected unmark(): void {
    this.atoms.clear()
  }

  protected undoMove(): void {
    this.atoms.undo()
  }

  protected evaluate(): boolean {
    this.blame = undefined
    this.oldRoot = this.root
    const root = this.renew(this.root, this.atoms.levels - 1, 0, 0)
    if (root === INFINITE) return false
    this.root = root
    return Number.isFinite(this.sums[root]!)
  }

  protected undoSums(): void {
    this.root = this.oldRoot
    for (let k = 0; k < this.fresh.length; k++) this.free.push(this.fresh.at(k))
    this.forget()
  }

  protected settle(): void {
    for (let k = 0; k < this.replaced.length; k++) this.free.push(this.replaced.at(k))
    for (let k = 0; k < this.dropped.length; k++) this.giveBack(this.dropped.at(k))
    this.forget()
  }

  protected culprit(): readonly [number, number] | undefined {
    return this.blame && infinitePair(this.model, ...this.blame)
  }

  protected pack(): Float64Array {
    const rest: number[] = []
    this.collect(rest, this.root, this.atoms.levels - 1, 0, 0)
    return packEnergy('blocks', this.atoms.blocks, this.atoms.read(), rest)
  }

  protected unpack(saved: Float64Array): void {
    const { blocks } = this.atoms
    const { positions, rest } = unpackEnergy('blocks', blocks, 3 * this.atoms.atoms, saved)
    const pairs = new Map<number, number>()
    readBlockPairs(rest, blocks, (a, b, sum) => {
      if (sum !== 0) pairs.set(a * blocks + b, sum)
    })
    this.atoms.write(positions)
    this.used = 1
    this.free.length = 0
    this.root = this.plant(pairs)
    this.oldRoot = this.root
    this.forget()
  }

  /** The slot of a pair of nodes of one level as it is now: the old one where nothing changed. */
  private renew(old: number, level: number, a: number, b: number): number {
    const { bodies, balls, first } = this.atoms
    const nodeA = first[level]! + a
    const nodeB = first[level]! + b
    const body = bodies[nodeA]!
    if (body === bodies[nodeB]! && body !== MIXED) return old
    if (a !== b) {
      this.counts.tests++
      if (ballsApart(balls, nodeA, nodeB, this.model.cutoff)) {
        if (old !== NOTHING) this.dropped.push(old)
        return NOTHING
      }
    }
    return level === 0 ? this.renewLeaf(old, a, b) : this.renewChildren(old, level, a, b)
  }

  private renewLeaf(old: number, a: number, b: number): number {
    const sum = blockPairEnergy(this.model, a, b)
    if (sum === Infinity) {
      this.blame = [a, b]
      return INFINITE
    }
    if (sum === this.sums[old]!) return old
    if (old !== NOTHING) this.replaced.push(old)
    return sum === 0 ? NOTHING : this.make(sum, NOTHING, NOTHING, NOTHING, NOTHING)
  }

  private renewChildren(old: number, level: number, a: number, b: number): number {
    const width = this.atoms.nodesOf(level - 1)
    const left = 2 * a
    const right = 2 * b
    const more = right + 1 < width
    // Nothing has children 0, nothing: slot 0 answers for it. Slots may move while children are made: read them by number.
    const old0 = this.children[4 * old]!
    const old1 = this.children[4 * old + 1]!
    const old2 = this.children[4 * old + 2]!
    const old3 = this.children[4 * old + 3]!
    const new0 = this.renew(old0, level - 1, left, right)
    if (new0 === INFINITE) return INFINITE
    const new1 = more ? this.renew(old1, level - 1, left, right + 1) : NOTHING
    if (new1 === INFINITE) return INFINITE
    // On the diagonal, (left + 1, right) is (left, right + 1) again. Off it, a < b, so left + 1 exists.
    const new2 = a === b ? NOTHING : this.renew(old2, level - 1, left + 1, right)
    if (new2 === INFINITE) return INFINITE
    const new3 = more ? this.renew(old3, level - 1, left + 1, right + 1) : NOTHING
    if (new3 === INFINITE) return INFINITE
    if (new0 === old0 && new1 === old1 && new2 === old2 && new3 === old3) return old
    if (old !== NOTHING) this.replaced.push(old)
    return this.join(new0, new1, new2, new3)
  }

  private join(c0: number, c1: number, c2: number, c3: number): number {
    if (c0 === NOTHING && c1 === NOTHING && c2 === NOTHING && c3 === NOTHING) return NOTHING
    const { sums } = this
    return this.make(sums[c0]! + sums[c1]! + (sums[c2]! + sums[c3]!), c0, c1, c2, c3)
  }

  private make(sum: number, c0: number, c1: number, c2: number, c3: number): number {
    const slot = this.free.length > 0 ? this.free.pop() : this.used++
    if (slot >= this.sums.length) this.grow()
    this.sums[slot] = sum
    this.children[4 * slot] = c0
    this.children[4 * slot + 1] = c1
    this.children[4 * slot + 2] = c2
    this.children[4 * slot + 3] = c3
    this.fresh.push(slot)
    return slot
  }

  private grow(): void {
    const sums = new Float64Array(2 * this.sums.length)
    const children = new Int32Array(2 * this.children.length)
    sums.set(this.sums)
    children.set(this.children)
    this.sums = sums
    this.children = children
  }

  private giveBack(slot: number): void {
    for (let k = 4 * slot; k < 4 * slot + 4; k++) if (this.children[k] !== NOTHING) this.giveBack(this.children[k]!)
    this.free.push(slot)
  }

  private forget(): void {
    this.fresh.length = 0
    this.replaced.length = 0
    this.dropped.length = 0
  }

  private collect(out: number[], slot: number, level: number, a: number, b: number): void {
    if (slot === NOTHING) return
    if (level === 0) out.push(a, b, this.sums[slot]!)
    else {
      for (let k = 0; k < 4; k++)
        this.collect(out, this.children[4 * slot + k]!, level - 1, 2 * a + (k >> 1), 2 * b + (k & 1))
    }
  }

  /** A tree from the sums of its leaves, level by level. */
  private plant(leaves: Map<number, number>): number {
    let slots = new Map<number, number>()
    for (const [key, sum] of leaves) slots.set(key, this.make(sum, NOTHING, NOTHING, NOTHING, NOTHING))
    for (let level = 1; level < this.atoms.levels; level++) {
      const below = this.atoms.nodesOf(level - 1)
      const width = this.atoms.nodesOf(level)
      const quads = new Map<number, [number, number, number, number]>()
      for (const [key, slot] of slots) {
        const a = Math.floor(key / below)
        const b = key % below
        const parent = (a >> 1) * width + (b >> 1)
        let quad = quads.get(parent)
        if (quad === undefined) quads.set(parent, (quad = [NOTHING, NOTHING, NOTHING, NOTHING]))
        quad[2 * (a & 1) + (b & 1)] = slot
      }
      slots = new Map()
      for (const [key, quad] of quads) slots.set(key, this.join(...quad))
    }
    return slots.get(0) ?? NOTHING
  }
}

/** A list of numbers that grows. */
class Slots {
  length = 0
  private list = new Int32Array(256)

  push(slot: number): void {
    if (this.length === this.list.length) {
      const list = new Int32Array(2 * this.length)
      list.set(this.list)
      this.list = list
    }
    this.list[this.length++] = slot
  }

  pop(): number {
    return this.list[--this.length]!
  }

  at(k: number): number {
    return this.list[k]!
  }
}
