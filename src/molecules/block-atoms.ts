// Atoms in blocks of a few consecutive ones, a binary tree of balls over the blocks, and which of them a proposal moves. Kept sums of
// both ways stand on this.
//
// Nodes: level 0 are the blocks in order, node k of level l + 1 holds nodes 2k and 2k + 1 of level l; `first[l]` is where level l begins
// in the flat arrays.
// Invariants: a node's ball contains the positions of its atoms as they are, in exact arithmetic; the balls are a function of the
// positions alone; outside of a proposal every body is 0.
import { InvalidInputError } from '../errors.js'
import { MAX_COORDINATE, U } from '../math/rounding.js'
import type { Stretch } from './energy.js'

/** The body of a node whose atoms did not all move together. */
export const MIXED = -1

/**
 * A radius is a root of three squares of rounded differences: 3.5 u too small at the most, and the sum with a child's radius adds one
 * more. In units of the radius.
 */
const RADIUS_ROUNDING = 1 + 8 * U

/**
 * How much larger than (cutoff + both radii)² the rounded squared distance of two centres must be for a pair to be left out: 5 u for the
 * square of the distance, 5 u for the sum's, and 5 u for the squared distance of two atoms, which is compared after rounding too.
 */
const APART_ROUNDING = 1 + 32 * U

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

/** The square beyond which no atom of the block is within the cutoff of a point. */
export function reachSqOf(balls: Float64Array, b: number, cutoff: number): number {
  const reach = cutoff + balls[4 * b + 3]!
  return reach * reach * APART_ROUNDING
}

export class BlockAtoms {
  readonly atoms: number
  readonly blocks: number
  /** Block b has atoms [start[b], start[b + 1]). */
  readonly start: Int32Array
  readonly blockOf: Int32Array
  /** Where each level of the tree begins; one entry more than there are levels. */
  readonly first: readonly number[]
  readonly levels: number
  readonly positions: Float64Array
  /** x, y, z, radius a node. */
  readonly balls: Float64Array
  /** By node: 0 for what did not move, a number for each body that did, MIXED. */
  readonly bodies: Int32Array
  private readonly oldPositions: Float64Array
  private readonly oldBalls: Float64Array
  /** From, to and body of the proposal's stretches, ascending. */
  private stretches = new Int32Array(24)
  private count = 0
  /** Touched nodes as ranges in the flat arrays, from and to. */
  private ranges = new Int32Array(256)
  private rangeCount = 0

  constructor(positions: Float64Array, blockSize: number, breaks: readonly number[]) {
    this.atoms = positions.length / 3
    this.start = cutIntoBlocks(this.atoms, blockSize, breaks)
    this.blocks = this.start.length - 1
    this.blockOf = new Int32Array(this.atoms)
    for (let b = 0; b < this.blocks; b++) this.blockOf.fill(b, this.start[b]!, this.start[b + 1]!)
    const first = [0]
    for (let count = this.blocks, at = 0; count > 0; count = count === 1 ? 0 : (count + 1) >> 1)
      first.push((at += count))
    this.first = first
    this.levels = first.length - 1
    this.positions = positions.slice()
    this.oldPositions = positions.slice()
    this.balls = new Float64Array(4 * first[this.levels]!)
    this.oldBalls = new Float64Array(this.balls.length)
    this.bodies = new Int32Array(first[this.levels]!)
    this.refit()
  }

  /** How many nodes a level has. */
  width(level: number): number {
    return this.first[level + 1]! - this.first[level]!
  }

  /** All balls from the positions. */
  refit(): void {
    for (let level = 0; level < this.levels; level++) this.refitRange(level, 0, this.width(level) - 1)
  }

  /**
   * Takes the stretches' new positions and marks bodies. Throws before anything is changed. The marks stay until `clear`.
   */
  propose(positions: Float64Array, moved: readonly Stretch[]): void {
    if (positions.length !== 3 * this.atoms) {
      throw new InvalidInputError('positions', positions.length, `${3 * this.atoms} numbers, three an atom`)
    }
    this.takeStretches(moved)
    checkCoordinates(positions, this.stretches, this.count)
    for (let s = 0; s < this.count; s++) {
      const from = 3 * this.stretches[3 * s]!
      const to = 3 * this.stretches[3 * s + 1]!
      for (let k = from; k < to; k++) {
        this.oldPositions[k] = this.positions[k]!
        this.positions[k] = positions[k]!
      }
    }
    this.markNodes()
  }

  /** Everything moved against everything; no position changes. */
  markAll(): void {
    this.bodies.fill(MIXED)
    this.count = 0
    this.rangeCount = 1
    this.ranges[0] = 0
    this.ranges[1] = this.bodies.length
  }

  /** No node is marked any more; positions and balls stay as proposed. */
  clear(): void {
    for (let r = 0; r < this.rangeCount; r++) this.bodies.fill(0, this.ranges[2 * r]!, this.ranges[2 * r + 1]!)
  }

  /** Positions and balls as they were before the proposal. */
  undo(): void {
    for (let s = 0; s < this.count; s++) {
      const to = 3 * this.stretches[3 * s + 1]!
      for (let k = 3 * this.stretches[3 * s]!; k < to; k++) this.positions[k] = this.oldPositions[k]!
    }
    for (let r = 0; r < this.rangeCount; r++) {
      const to = 4 * this.ranges[2 * r + 1]!
      for (let k = 4 * this.ranges[2 * r]!; k < to; k++) this.balls[k] = this.oldBalls[k]!
    }
  }

  private takeStretches(moved: readonly Stretch[]): void {
    const sorted = sortedStretches(moved, this.atoms)
    if (this.stretches.length < 3 * sorted.length) this.stretches = new Int32Array(6 * sorted.length)
    this.count = 0
    for (const { from, to, body } of sorted) {
      const last = 3 * this.count - 3
      // Neighbours of one body are one stretch, so that a block between them is not mixed.
      if (this.count > 0 && this.stretches[last + 1] === from && this.stretches[last + 2] === body) {
        this.stretches[last + 1] = to
      } else {
        this.stretches[3 * this.count] = from
        this.stretches[3 * this.count + 1] = to
        this.stretches[3 * this.count + 2] = body
        this.count++
      }
    }
  }

  private markNodes(): void {
    if (this.ranges.length < 2 * this.levels * this.count) this.ranges = new Int32Array(4 * this.levels * this.count)
    this.rangeCount = 0
    const { start, blockOf, bodies } = this
    for (let s = 0; s < this.count; s++) {
      const from = this.stretches[3 * s]!
      const to = this.stretches[3 * s + 1]!
      const body = this.stretches[3 * s + 2]!
      const low = blockOf[from]!
      const high = blockOf[to - 1]!
      this.touch(0, low, high)
      bodies.fill(body, low, high + 1)
      // A block that two stretches share is cut by each of them: it is marked mixed twice.
      if (start[low]! < from) bodies[low] = MIXED
      if (start[high + 1]! > to) bodies[high] = MIXED
    }
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
      for (let k = 4 * from; k < 4 * to; k++) this.oldBalls[k] = this.balls[k]!
      this.refitRange(level, from - at, to - 1 - at)
    }
  }

  private refitRange(level: number, low: number, high: number): void {
    const { balls, first } = this
    if (level === 0) {
      for (let b = low; b <= high; b++) ballOfAtoms(balls, 4 * b, this.positions, this.start[b]!, this.start[b + 1]!)
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

function cutIntoBlocks(atoms: number, size: number, breaks: readonly number[]): Int32Array {
  const ends = [...new Set([0, ...breaks, atoms])].sort((a, b) => a - b)
  const start: number[] = []
  for (let e = 0; e + 1 < ends.length; e++) {
    const from = ends[e]!
    const count = ends[e + 1]! - from
    const pieces = Math.ceil(count / size)
    // Blocks of the same size, to one atom: a short last one would cost as many tests as a whole one.
    for (let k = 0; k < pieces; k++) start.push(from + Math.floor((k * count) / pieces))
  }
  return Int32Array.from([...start, atoms])
}

interface NumberedStretch {
  readonly from: number
  readonly to: number
  readonly body: number
}

/** Ascending, empty ones left out, bodies numbered from 1. */
export function sortedStretches(moved: readonly Stretch[], atoms: number): NumberedStretch[] {
  const names = new Map<number, number>()
  const sorted: NumberedStretch[] = []
  let bodies = 0
  for (let k = 0; k < moved.length; k++) {
    const { from, to, body } = moved[k]!
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from || to > atoms) {
      throw new InvalidInputError(`moved[${k}]`, [from, to], `whole numbers 0 ≤ from ≤ to ≤ ${atoms}`)
    }
    if (from === to) continue
    let number = body === undefined ? undefined : names.get(body)
    if (number === undefined) {
      number = ++bodies
      if (body !== undefined) names.set(body, number)
    }
    sorted.push({ from, to, body: number })
  }
  if (sorted.length > 1) sorted.sort((a, b) => a.from - b.from)
  for (let k = 1; k < sorted.length; k++) {
    const { from, to } = sorted[k]!
    if (from < sorted[k - 1]!.to) throw new InvalidInputError('moved', [from, to], 'stretches that do not overlap')
  }
  return sorted
}

function checkCoordinates(positions: Float64Array, stretches: Int32Array, count: number): void {
  for (let s = 0; s < count; s++) {
    const to = 3 * stretches[3 * s + 1]!
    for (let k = 3 * stretches[3 * s]!; k < to; k++) {
      if (!(Math.abs(positions[k]!) <= MAX_COORDINATE)) {
        throw new InvalidInputError(`positions[${k}]`, positions[k], `a finite number of at most ${MAX_COORDINATE}`)
      }
    }
  }
}

/** About the mean: on backbones about as small as the smallest ball. */
function ballOfAtoms(balls: Float64Array, out: number, positions: Float64Array, from: number, to: number): void {
  let x = 0
  let y = 0
  let z = 0
  for (let k = 3 * from; k < 3 * to; k += 3) {
    x += positions[k]!
    y += positions[k + 1]!
    z += positions[k + 2]!
  }
  const share = 1 / (to - from)
  x *= share
  y *= share
  z *= share
  let most = 0
  for (let k = 3 * from; k < 3 * to; k += 3) {
    const dx = positions[k]! - x
    const dy = positions[k + 1]! - y
    const dz = positions[k + 2]! - z
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
