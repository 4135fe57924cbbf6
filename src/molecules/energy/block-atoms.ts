// Atoms in blocks of a few consecutive ones, a binary tree of balls over the blocks, and which of them a proposal moves. Kept
// sums of both kinds build on this.
//
// Nodes: level 0 are the blocks in order, node k of level l + 1 holds nodes 2k and 2k + 1 of level l; `first[l]` is where level l
// begins in the flat arrays.
// Invariants: a node's ball contains the positions of its atoms as they are, in exact arithmetic; the balls are a function of the
// positions alone; outside of a proposal every body is 0.
import { U } from '../../base/math/rounding.js'
import type { BlockArrays } from './block-arrays.js'
import { APART_ROUNDING } from './block-kernels.js'
import { StretchList } from './block-stretches.js'
import type { Stretch } from './energy.js'

/** The body of a node whose atoms did not all move together. */
export const MIXED = -1

/**
 * A radius is a root of three squares of rounded differences: 3.5 u too small at the most, and the sum with a child's radius adds
 * one more. In units of the radius.
 */
const RADIUS_ROUNDING = 1 + 8 * U

/** Distances of more than their sum and rounding: nothing of one is within the cutoff of anything of the other. */
export function ballsApart(balls: Float64Array, a: number, b: number, cutoff: number): boolean {
  const p = 4 * a
  const q = 4 * b
  const dx = balls[p]! - balls[q]!
  const dy = balls[p + 1]! - balls[q + 1]!
  const dz = balls[p + 2]! - balls[q + 2]!
  const reach = cutoff + balls[p + 3]! + balls[q + 3]!
  return dx * dx + dy * dy + dz * dz > reach * reach * APART_ROUNDING
}

export class BlockAtoms {
  readonly atoms: number
  readonly blocks: number
  /** Block b has atoms [start[b], start[b + 1]). */
  readonly start: Int32Array
  /** Where each level of the tree begins; one entry more than there are levels. */
  readonly first: readonly number[]
  readonly levels: number
  /** x, y, z, radius a node. */
  readonly balls: Float64Array
  /** By node: 0 for what did not move, a number for each body that did, MIXED. */
  readonly bodies: Int32Array
  private readonly blockOf: Int32Array
  private readonly width: number
  private readonly lanes: Float64Array
  /** Where the numbers of before the proposal begin. */
  private readonly oldLanes: number
  private readonly oldBalls: number
  private readonly stretches = new StretchList()
  /** Touched nodes as ranges in the flat arrays, from and to; those of blocks come first. */
  private ranges = new Int32Array(256)
  private rangeCount = 0
  private blockRanges = 0

  constructor(arrays: BlockArrays, positions: Float64Array) {
    const { cut, lanes, balls } = arrays
    this.atoms = cut.atoms
    this.blocks = cut.blocks
    this.start = cut.start
    this.blockOf = cut.blockOf
    this.width = cut.width
    this.lanes = lanes
    this.balls = balls
    this.oldLanes = lanes.length / 2
    this.oldBalls = balls.length / 2
    this.first = levelsOver(this.blocks)
    this.levels = this.first.length - 1
    this.bodies = arrays.bodies
    this.write(positions)
  }

  /** How many nodes a level has. */
  nodesOf(level: number): number {
    return this.first[level + 1]! - this.first[level]!
  }

  /** x, y, z an atom. */
  read(): Float64Array {
    const out = new Float64Array(3 * this.atoms)
    for (let i = 0; i < this.atoms; i++) {
      const p = this.place(i)
      for (let n = 0; n < 3; n++) out[3 * i + n] = this.lanes[p + n * this.width]!
    }
    return out
  }

  /** Sets all positions and all balls again. */
  write(positions: Float64Array): void {
    this.put(positions, 0, this.atoms)
    for (let level = 0; level < this.levels; level++) this.refitRange(level, 0, this.nodesOf(level) - 1)
  }

  /** Squared distance of two atoms. */
  squared(i: number, j: number): number {
    const { lanes, width } = this
    const p = this.place(i)
    const q = this.place(j)
    const dx = lanes[p]! - lanes[q]!
    const dy = lanes[p + width]! - lanes[q + width]!
    const dz = lanes[p + 2 * width]! - lanes[q + 2 * width]!
    return dx * dx + dy * dy + dz * dz
  }

  /**
   * Takes the stretches' new positions and marks bodies. Throws before anything is changed. The marks stay until `clear`.
   */
  propose(positions: Float64Array, moved: readonly Stretch[]): void {
    const { stretches } = this
    stretches.take(moved, this.atoms, positions)
    const { list, count } = stretches
    this.markBlocks()
    const block = 3 * this.width
    for (let r = 0; r < this.blockRanges; r++) {
      const from = block * this.ranges[2 * r]!
      this.lanes.copyWithin(this.oldLanes + from, from, block * this.ranges[2 * r + 1]!)
    }
    for (let s = 0; s < count; s++) this.put(positions, list[3 * s]!, list[3 * s + 1]!)
    this.markNodes()
  }

  /** Everything moved against everything; no position changes. */
  markAll(): void {
    this.bodies.fill(MIXED)
    this.stretches.clear()
    this.rangeCount = 1
    this.blockRanges = 0
    this.ranges[0] = 0
    this.ranges[1] = this.bodies.length
  }

  /** No node is marked any more; positions and balls stay as proposed. */
  clear(): void {
    for (let r = 0; r < this.rangeCount; r++) this.bodies.fill(0, this.ranges[2 * r]!, this.ranges[2 * r + 1]!)
  }

  /** Positions and balls as they were before the proposal. */
  undo(): void {
    const block = 3 * this.width
    for (let r = 0; r < this.blockRanges; r++) {
      const from = block * this.ranges[2 * r]!
      this.lanes.copyWithin(from, this.oldLanes + from, this.oldLanes + block * this.ranges[2 * r + 1]!)
    }
    for (let r = 0; r < this.rangeCount; r++) {
      const from = 4 * this.ranges[2 * r]!
      this.balls.copyWithin(from, this.oldBalls + from, this.oldBalls + 4 * this.ranges[2 * r + 1]!)
    }
  }

  private place(i: number): number {
    const b = this.blockOf[i]!
    return 3 * this.width * b + i - this.start[b]!
  }

  private put(positions: Float64Array, from: number, to: number): void {
    const { lanes, width, start } = this
    for (let b = this.blockOf[from]!, i = from; i < to; b++) {
      const end = Math.min(to, start[b + 1]!)
      for (let p = 3 * width * b + i - start[b]!; i < end; i++, p++) {
        lanes[p] = positions[3 * i]!
        lanes[p + width] = positions[3 * i + 1]!
        lanes[p + 2 * width] = positions[3 * i + 2]!
      }
    }
  }

  /** Which blocks the stretches touch, and what moves them. */
  private markBlocks(): void {
    const { start, blockOf, bodies, stretches } = this
    const { list, count } = stretches
    if (this.ranges.length < 2 * this.levels * count) this.ranges = new Int32Array(4 * this.levels * count)
    this.rangeCount = 0
    for (let s = 0; s < count; s++) {
      const from = list[3 * s]!
      const to = list[3 * s + 1]!
      const low = blockOf[from]!
      const high = blockOf[to - 1]!
      this.touch(0, low, high)
      for (let b = low; b <= high; b++) bodies[b] = list[3 * s + 2]!
      // A block that two stretches share is cut by each of them: it is marked mixed twice.
      if (start[low]! < from) bodies[low] = MIXED
      if (start[high + 1]! > to) bodies[high] = MIXED
    }
    this.blockRanges = this.rangeCount
  }

  /** The nodes above the touched blocks, and the balls of all. */
  private markNodes(): void {
    this.refitTouched(0, 0)
    for (let level = 1, r = 0; level < this.levels; level++) {
      const end = this.rangeCount
      const below = this.first[level - 1]!
      for (let k = r; k < end; k++) {
        this.touch(level, (this.ranges[2 * k]! - below) >> 1, (this.ranges[2 * k + 1]! - 1 - below) >> 1)
      }
      r = end
      this.markLevel(level, r)
      this.refitTouched(level, r)
    }
  }

  /** Adds the nodes low..high of a level to the ranges; ranges come in ascending order. */
  private touch(level: number, low: number, high: number): void {
    const from = this.first[level]! + low
    const to = this.first[level]! + high + 1
    const last = 2 * this.rangeCount - 2
    if (this.rangeCount > 0 && this.ranges[last]! >= this.first[level]! && this.ranges[last + 1]! >= from) {
      if (this.ranges[last + 1]! < to) this.ranges[last + 1] = to
      return
    }
    this.ranges[2 * this.rangeCount] = from
    this.ranges[2 * this.rangeCount + 1] = to
    this.rangeCount++
  }

  private markLevel(level: number, firstRange: number): void {
    const { bodies, ranges } = this
    const at = this.first[level]!
    const below = this.first[level - 1]!
    for (let r = firstRange; r < this.rangeCount; r++) {
      for (let node = ranges[2 * r]!; node < ranges[2 * r + 1]!; node++) {
        const left = below + 2 * (node - at)
        const one = bodies[left]!
        bodies[node] = left + 1 === at || bodies[left + 1] === one ? one : MIXED
      }
    }
  }

  private refitTouched(level: number, firstRange: number): void {
    const at = this.first[level]!
    for (let r = firstRange; r < this.rangeCount; r++) {
      const from = this.ranges[2 * r]!
      const to = this.ranges[2 * r + 1]!
      this.balls.copyWithin(this.oldBalls + 4 * from, 4 * from, 4 * to)
      this.refitRange(level, from - at, to - 1 - at)
    }
  }

  private refitRange(level: number, low: number, high: number): void {
    const { balls, first } = this
    if (level === 0) {
      for (let b = low; b <= high; b++) {
        ballOfAtoms(balls, 4 * b, this.lanes, 3 * this.width * b, this.start[b + 1]! - this.start[b]!, this.width)
      }
      return
    }
    const below = first[level - 1]!
    const at = first[level]!
    for (let k = low; k <= high; k++) {
      const left = 4 * (below + 2 * k)
      const out = 4 * (at + k)
      if (below + 2 * k + 1 < at) ballOfBalls(balls, out, left, left + 4)
      else balls.copyWithin(out, left, left + 4)
    }
  }
}

/** Where levels begin: half as many nodes each, rounded up, to a single one. */
export function levelsOver(blocks: number): number[] {
  const first = [0]
  for (let count = blocks, at = 0; count > 0; count = count === 1 ? 0 : (count + 1) >> 1) first.push((at += count))
  return first
}

/** About the mean: on backbones about as small as the smallest ball. */
function ballOfAtoms(
  balls: Float64Array,
  out: number,
  lanes: Float64Array,
  at: number,
  count: number,
  w: number,
): void {
  let x = 0
  let y = 0
  let z = 0
  for (let p = at; p < at + count; p++) {
    x += lanes[p]!
    y += lanes[p + w]!
    z += lanes[p + 2 * w]!
  }
  const share = 1 / count
  x *= share
  y *= share
  z *= share
  let most = 0
  for (let p = at; p < at + count; p++) {
    const dx = lanes[p]! - x
    const dy = lanes[p + w]! - y
    const dz = lanes[p + 2 * w]! - z
    const squared = dx * dx + dy * dy + dz * dz
    if (squared > most) most = squared
  }
  balls[out] = x
  balls[out + 1] = y
  balls[out + 2] = z
  balls[out + 3] = Math.sqrt(most) * RADIUS_ROUNDING
}

/** The smallest ball of two, about the rounded centre. */
function ballOfBalls(balls: Float64Array, out: number, a: number, b: number): void {
  const dx = balls[b]! - balls[a]!
  const dy = balls[b + 1]! - balls[a + 1]!
  const dz = balls[b + 2]! - balls[a + 2]!
  const ra = balls[a + 3]!
  const rb = balls[b + 3]!
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz)
  // How far along from a's centre to b's: 0 where a holds b, 1 where b holds a.
  const t = d > 0 ? Math.min(1, Math.max(0, (d + rb - ra) / (2 * d))) : ra >= rb ? 0 : 1
  const x = balls[a]! + t * dx
  const y = balls[a + 1]! + t * dy
  const z = balls[a + 2]! + t * dz
  balls[out] = x
  balls[out + 1] = y
  balls[out + 2] = z
  balls[out + 3] = Math.max(reachOf(balls, a, x, y, z), reachOf(balls, b, x, y, z))
}

function reachOf(balls: Float64Array, a: number, x: number, y: number, z: number): number {
  const dx = balls[a]! - x
  const dy = balls[a + 1]! - y
  const dz = balls[a + 2]! - z
  return (Math.sqrt(dx * dx + dy * dy + dz * dz) + balls[a + 3]!) * RADIUS_ROUNDING
}
