// The energy of a protein of one piece, kept in the frames of its chain: atoms are in the frames of blocks, blocks are nodes of the ChainTree, and
// where one block is as another sees it comes from the search. So a move costs what it changed and O(log N): no atom beyond a turned
// bond is written anywhere.
//
// A block's atoms change when a joint or a link inside of it does. The energy of two blocks is computed again when a changed joint is in
// one of them or between them. (Of a crankshaft, links on both sides of it keep their relative pose except for rounding: these energies
// are kept.)
//
// Invariants: every sum is that of its parts, so nothing drifts; undo, which is the chain's, restores every sum to the bit; the energies of
// blocks depend in the last bits on where the boxes were when they were computed, so they are part of what is saved.
import { composePose, POSE, transformPoint } from '../../base/math/pose.js'
import type { ChainArrays } from '../../chains/chain/chain-arrays.js'
import type { ChainWatcher } from '../../chains/chain/chain-core.js'
import type { ChainEdits } from '../../chains/chain/chain-edits.js'
import { Pending } from '../../chains/chain/chain-pending.js'
import { linkInNode } from '../../chains/chain/chain-poses.js'
import { searchNodes } from '../../chains/chain/chain-quick.js'
import type { ChainVisitor } from '../../chains/chain/chain-search.js'
import { InvalidInputError } from '../../errors.js'
import type { PairTerm } from '../energy/energy.js'
import { EnergyProposalError, InfiniteEnergyError } from '../energy/energy-errors.js'
import type { Protein } from './protein.js'
import { KeptSums } from './protein-sums.js'

/** Atoms that a block has at least, on average. */
const FEWEST_ATOMS = 12

/**
 * What balls are enlarged by. Of two blocks that the search calls near, all lengths at hand are a few times the reach at most, and a place
 * in the other's frame is a sum of four products: off by some 20 u of them. This is 8,000 u.
 */
const REACH_ROUNDING = 1 + 2 ** -40

/** First numbers of a saved energy: changes when the order of the numbers does. */
const SAVED = [1, 4] as const

export class ProteinEnergy implements ChainWatcher, ChainVisitor {
  readonly margin: number
  readonly level: number
  /** Pairs of blocks whose energies were computed, and pairs of boxes tested, since it was made. */
  blocks = 0
  tests = 0
  private readonly c: ChainArrays
  private readonly base: number
  private readonly cutoffSq: number
  private list: KeptSums
  private readonly pendingBefore = new Pending()
  /** The atoms of block b, in the order of their links: [start[b], start[b + 1]). */
  private readonly start: Int32Array
  private readonly atoms: Int32Array
  /** Where they are in the block's frame, and whether that is known. */
  private readonly places: Float64Array
  private readonly isPlaced: Uint8Array
  /** x, y, z of a block's ball, and the square of how far from there anything is that is within the cutoff of its atoms. */
  private readonly balls: Float64Array
  /** Atoms of the second block as the first one sees them, and which they are. */
  private readonly moved: Float64Array
  private readonly others: Int32Array
  private readonly excluded: ReadonlyMap<number, ReadonlySet<number>>
  private infinite: [number, number] | undefined
  private isReleased = false

  /** Of a protein of one piece. */
  constructor(
    private readonly protein: Protein,
    private readonly term: PairTerm,
  ) {
    if (term.atoms !== undefined && term.atoms < protein.atoms) {
      throw new InvalidInputError('terms', term.atoms, `numbers for each of the ${protein.atoms} atoms`)
    }
    const { tree } = protein.core.chains[0]!
    const c = tree.core.body.arrays
    this.c = c
    // A box holds the spheres of its atoms: where boxes are farther apart than this, no two centres are within the cutoff.
    let least = Infinity
    for (const radius of protein.radii) least = Math.min(least, radius)
    this.margin = Math.max(0, term.cutoff - 2 * least)
    this.cutoffSq = term.cutoff * term.cutoff
    let level = 0
    while (level + 2 < c.levelStart.length && protein.atoms / blocksOf(c, level) < FEWEST_ATOMS) level++
    this.level = level
    this.base = c.levelStart[level]!
    const blocks = blocksOf(c, level)
    this.start = new Int32Array(blocks + 1)
    const order = Int32Array.from(protein.linkOf.keys()).sort(
      (i, j) => protein.linkOf[i]! - protein.linkOf[j]! || i - j,
    )
    this.atoms = order
    let at = 0
    let most = 0
    for (let b = 0; b < blocks; b++) {
      this.start[b] = at
      while (at < order.length && protein.linkOf[order[at]!]! < c.end[this.base + b]!) at++
      most = Math.max(most, at - this.start[b]!)
    }
    this.start[blocks] = at
    this.places = new Float64Array(3 * order.length)
    this.isPlaced = new Uint8Array(blocks)
    this.balls = new Float64Array(4 * blocks)
    this.moved = new Float64Array(3 * most)
    this.others = new Int32Array(most)
    const blockOf = new Int32Array(order.length)
    for (let b = 0; b < blocks; b++) for (let k = this.start[b]!; k < this.start[b + 1]!; k++) blockOf[order[k]!] = b
    this.excluded = excludedOf(protein, blockOf, blocks)
    this.list = new KeptSums(c, level)
    this.recompute()
    // One at a time: those of systems that were made before would be told of every change for ever.
    const { watchers } = tree.core
    for (const watcher of watchers.splice(0)) {
      if (watcher instanceof ProteinEnergy) watcher.isReleased = true
      else watchers.push(watcher)
    }
    watchers.push(this)
  }

  get total(): number {
    return this.list.total
  }

  /** The energy of the protein as it is; Infinity: not allowed, and what is kept is as it was before the last change. */
  propose(): number {
    const { list } = this
    if (this.isReleased) throw new EnergyProposalError('another energy has been made of the protein since')
    let isFine = false
    try {
      list.drop()
      isFine = this.evaluate(list, list.pending) && Number.isFinite(list.total)
    } finally {
      if (!isFine) list.rollBack()
    }
    if (!isFine) return Infinity
    list.pending.clear()
    return list.total
  }

  /** The protein stays where it is. */
  accept(): void {
    this.list.commit()
  }

  /** The chain's undo is this one's too. */
  undo(): void {}

  /** Computes every energy. InfiniteEnergyError, and nothing changed, where one is infinite. */
  recompute(): number {
    const list = new KeptSums(this.c, this.level)
    this.isPlaced.fill(0)
    if (!this.evaluate(list, undefined)) throw new InfiniteEnergyError(...this.infinite!)
    if (!Number.isFinite(list.total)) throw new InvalidInputError('energy', list.total, 'small enough to be added up')
    this.take(list)
    return list.total
  }

  /** Pairs of blocks with an energy that a joint is between, in the mean over the blocks. */
  across(): number {
    let sum = 0
    this.list.each((a, b) => {
      sum += b - a
    })
    return sum / (this.start.length - 1)
  }

  /** It is not needed any more. */
  release(): void {
    this.isReleased = true
    const { watchers } = this.protein.core.chains[0]!.tree.core
    watchers.splice(watchers.indexOf(this), 1)
  }

  save(): Float64Array {
    const values: number[] = [...SAVED, this.start.length - 1, this.list.count]
    this.list.each((a, b, energy) => {
      values.push(a, b, energy)
    })
    return Float64Array.from(values)
  }

  /** Restores what `save` returned when the protein was as it is now. */
  restore(saved: Float64Array): void {
    const blocks = this.start.length - 1
    const count = saved[3]!
    const list = new KeptSums(this.c, this.level)
    const head = [...SAVED, blocks].every((value, k) => saved[k] === value)
    if (!head || saved.length !== 4 + 3 * count)
      throw new InvalidInputError('saved', saved.subarray(0, 4), 'of this energy')
    let [before, last] = [-1, -1]
    for (let k = 4; k < saved.length; k += 3) {
      const [a, b, energy] = saved.subarray(k, k + 3) as unknown as [number, number, number]
      const isPair = Number.isInteger(a) && Number.isInteger(b) && a >= 0 && b >= a && b < blocks
      if (!isPair || !(a > before || b > last) || a < before || !Number.isFinite(energy)) {
        throw new InvalidInputError('saved', [a, b, energy], 'two blocks in ascending order and their energy')
      }
      list.add(a, b, energy, 0)
      before = a
      last = b
    }
    this.isPlaced.fill(0)
    this.take(list)
  }

  changed(edits: ChainEdits): void {
    const { pending } = this.list
    this.pendingBefore.copyFrom(pending)
    edits.addPending(pending, edits.isSwing)
    this.unplace(edits)
  }

  undone(edits: ChainEdits): void {
    this.list.rollBack()
    this.list.pending.copyFrom(this.pendingBefore)
    this.unplace(edits)
  }

  /** A pair of blocks: x[at …] is the second one's frame in the first one's. */
  visit(na: number, nb: number, _gap: number, _slack: number, x: Float64Array, at: number): boolean {
    const a = na - this.base
    const b = nb - this.base
    this.place(a)
    this.place(b)
    const energy = this.between(a, b, x, at)
    this.blocks++
    if (energy === Infinity) return true
    if (energy !== 0) this.filled.add(a, b, energy, 0)
    return false
  }

  private filled: KeptSums = undefined as unknown as KeptSums

  private evaluate(list: KeptSums, pending: Pending | undefined): boolean {
    const { core } = this.protein.core.chains[0]!.tree
    this.filled = list
    if (pending?.count === 0) return true
    const isInfinite = searchNodes(core, this, pending)
    this.tests += core.search.volumeTests
    list.repair()
    return !isInfinite
  }

  private take(list: KeptSums): void {
    list.repair()
    list.commit()
    list.pending.clear()
    this.pendingBefore.clear()
    this.list = list
  }

  private unplace(edits: ChainEdits): void {
    const { c, isPlaced, base, level } = this
    const unplaceOf = (link: number): void => {
      let n = Math.trunc(link / c.linksPerLeaf)
      for (let up = 0; up < level; up++) n = c.parent[n]!
      isPlaced[n - base] = 0
    }
    for (let k = 0; k < edits.jointCount; k++) unplaceOf(edits.joints[k]!)
    for (const link of edits.links) unplaceOf(link)
  }

  private place(b: number): void {
    if (this.isPlaced[b] === 1) return
    this.isPlaced[b] = 1
    const { c, places, atoms } = this
    const { local } = this.protein.core
    const { linkOf } = this.protein
    const node = this.base + b
    let link = c.first[node]!
    linkInNode(frame, 0, c, link, node)
    for (let k = this.start[b]!; k < this.start[b + 1]!; k++) {
      const i = atoms[k]!
      for (; link < linkOf[i]!; link++) {
        composePose(next, 0, frame, 0, c.joints, link * POSE)
        frame.set(next)
      }
      transformPoint(places, 3 * k, frame, 0, local, 3 * i)
    }
    this.bound(b)
  }

  /** A ball about the middle of a block's atoms. */
  private bound(b: number): void {
    const { places, balls } = this
    const from = 3 * this.start[b]!
    const end = 3 * this.start[b + 1]!
    let reachSq = 0
    for (let k = 0; k < 3; k++) {
      let sum = 0
      for (let at = from + k; at < end; at += 3) sum += places[at]!
      balls[4 * b + k] = end > from ? (3 * sum) / (end - from) : 0
    }
    for (let at = from; at < end; at += 3) {
      const dx = places[at]! - balls[4 * b]!
      const dy = places[at + 1]! - balls[4 * b + 1]!
      const dz = places[at + 2]! - balls[4 * b + 2]!
      reachSq = Math.max(reachSq, dx * dx + dy * dy + dz * dz)
    }
    const reach = (this.term.cutoff + Math.sqrt(reachSq)) * REACH_ROUNDING
    balls[4 * b + 3] = reach * reach
  }

  private between(a: number, b: number, x: Float64Array, at: number): number {
    const { places, moved, others, start, atoms, balls, cutoffSq, term } = this
    const fromA = start[a]!
    const endA = start[a + 1]!
    const same = a === b
    // The atoms of each block that can be within the cutoff of any of the other.
    let count = 0
    const ax = balls[4 * a]!
    const ay = balls[4 * a + 1]!
    const az = balls[4 * a + 2]!
    const reachA = balls[4 * a + 3]!
    for (let k = start[b]!; k < start[b + 1]!; k++) {
      transformPoint(moved, 3 * count, x, at, places, 3 * k)
      const dx = moved[3 * count]! - ax
      const dy = moved[3 * count + 1]! - ay
      const dz = moved[3 * count + 2]! - az
      if (!same && dx * dx + dy * dy + dz * dz > reachA) continue
      others[count++] = atoms[k]!
    }
    transformPoint(middle, 0, x, at, balls, 4 * b)
    const bx = middle[0]!
    const by = middle[1]!
    const bz = middle[2]!
    const reachB = balls[4 * b + 3]!
    const excluded = this.excluded.get(a * (start.length - 1) + b)
    let sum = 0
    for (let p = fromA; p < endA; p++) {
      const i = atoms[p]!
      const px = places[3 * p]!
      const py = places[3 * p + 1]!
      const pz = places[3 * p + 2]!
      const mx = px - bx
      const my = py - by
      const mz = pz - bz
      if (mx * mx + my * my + mz * mz > reachB) continue
      for (let k = same ? p - fromA + 1 : 0; k < count; k++) {
        const dx = moved[3 * k]! - px
        const dy = moved[3 * k + 1]! - py
        const dz = moved[3 * k + 2]! - pz
        const squared = dx * dx + dy * dy + dz * dz
        if (!(squared < cutoffSq)) continue
        const j = others[k]!
        const low = i < j ? i : j
        const high = i < j ? j : i
        if (excluded?.has(low * atoms.length + high)) continue
        const energy = term.energy(low, high, squared)
        if (!(Math.abs(energy) < Infinity)) return this.unusual(low, high, energy)
        sum += energy
      }
    }
    return sum
  }

  private unusual(i: number, j: number, energy: number): number {
    if (energy !== Infinity) {
      throw new InvalidInputError(`energy of atoms ${i} and ${j}`, energy, 'a finite number, or Infinity')
    }
    this.infinite = [i, j]
    return Infinity
  }
}

const middle = new Float64Array(3)
const frame = new Float64Array(POSE)
const next = new Float64Array(POSE)

function blocksOf(c: ChainArrays, level: number): number {
  return c.levelStart[level + 1]! - c.levelStart[level]!
}

/** The bonded pairs of atoms by pairs of blocks: low · atoms + high each. */
function excludedOf(protein: Protein, blockOf: Int32Array, blocks: number): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>()
  const pairs = protein.excludedPairs()
  for (let k = 0; k < pairs.length; k += 2) {
    const [i, j] = [pairs[k]!, pairs[k + 1]!]
    const [a, b] = [blockOf[i]!, blockOf[j]!]
    const key = Math.min(a, b) * blocks + Math.max(a, b)
    let set = found.get(key)
    if (set === undefined) found.set(key, (set = new Set()))
    set.add(i * protein.atoms + j)
  }
  return found
}
