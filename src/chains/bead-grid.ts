// A grid over beads: the plain way to find near pairs, and the quickest where a necklace is packed. It is built anew for every
// search. Cells are as wide as the farthest that a pair to be shown can reach, so that its two beads are in the same cell or in
// cells next to each other; beads of very different sizes lie in grids of their own, each twice as fine as the last.
//
// A grid is a torus: cell numbers are taken modulo a power of two along each axis, at least four. Cells far apart that fall
// together only cost tests; and as the three numbers k − 1, k, k + 1 stay distinct, no pair is shown twice.
import { BALL } from '../geometry/ball-pair.js'
import { TINY_LENGTH, U } from '../math/rounding.js'
import type { BeadRule } from './necklace-options.js'
import type { BeadVisitor } from './necklace-visitors.js'

/** Most grids. Beads smaller than the finest needs share it with those of its size. */
const MOST_LEVELS = 12

/** Buckets a bead, about: more is memory to clear, fewer is more beads in a bucket. */
const BUCKETS = 5

/** Cells along an axis at most: cell numbers are in error by 3 u of themselves, here 4e-4 of a cell. */
const MOST_CELLS = 2 ** 40

/** How much wider cells are than the reach: two such errors and more. */
const WIDER = 1.002

/**
 * Slack of the test that comes before a visitor, as a share of the radii and the margin: `ballGap` and the sums here are good to
 * 8 u each.
 */
const SLACK = 32 * U

/** One grid: beads sorted by bucket. */
class Level {
  inverse = 1
  /** Beads of this level are those with index [from, to) in the sorted arrays. */
  from = 0
  to = 0
  maskX = 3
  maskY = 3
  maskZ = 3
  shiftY = 2
  shiftZ = 4
  starts = new Int32Array(0)
}

export class BeadGrid {
  /** Pairs whose distance was looked at since `resetCounts`. */
  tests = 0
  /** Beads and buckets gone over: the rest of the cost. */
  visits = 0
  private readonly levels: Level[] = []
  private used = 0
  private levelOf = new Uint8Array(0)
  private bucketOf = new Int32Array(0)
  private sorted = new Float64Array(0)
  private ids = new Int32Array(0)
  private readonly origin = new Float64Array(3)
  private neighbours = 0
  /** Beads this many places apart or more are neighbours around the end. */
  private around = Infinity
  private margin = 0
  private swollen = 0
  /** Runs of sorted beads that the beads of a bucket meet: first, end, first, end, … */
  private readonly run = new Int32Array(36)
  private runs = 0

  resetCounts(): void {
    this.tests = 0
    this.visits = 0
  }

  /**
   * Shows every pair with a gap up to the visitor's margin (finite), but neighbours'; its `exclude` is the visitor's business.
   * True if the visitor ended the search.
   */
  search(balls: Float64Array, rule: BeadRule, visitor: BeadVisitor): boolean {
    this.neighbours = rule.neighbours
    this.around = rule.closed ? balls.length / BALL - rule.neighbours : Infinity
    this.build(balls, Math.max(0, visitor.margin))
    this.setMargin(visitor.margin)
    for (let l = 0; l < this.used; l++) {
      if (this.searchLevel(this.levels[l]!, visitor)) return true
      for (let m = 0; m < l; m++) if (this.searchAcross(this.levels[l]!, this.levels[m]!, visitor)) return true
    }
    return false
  }

  private setMargin(margin: number): void {
    this.margin = margin
    this.swollen = margin + SLACK * Math.abs(margin) + TINY_LENGTH
  }

  private build(balls: Float64Array, margin: number): void {
    const n = balls.length / BALL
    const { origin } = this
    let least = Infinity
    let most = 0
    for (let i = 3; i < balls.length; i += BALL) {
      if (balls[i]! < least) least = balls[i]!
      if (balls[i]! > most) most = balls[i]!
    }
    let extent = 0
    const counts = new Float64Array(3)
    for (let k = 0; k < 3; k++) {
      let low = Infinity
      let high = -Infinity
      for (let i = k; i < balls.length; i += BALL) {
        if (balls[i]! < low) low = balls[i]!
        if (balls[i]! > high) high = balls[i]!
      }
      origin[k] = low
      counts[k] = high - low
      extent = Math.max(extent, high - low)
    }
    // The coarsest grid takes every bead; one more for each halving that some bead has room for.
    const widest = Math.max((2 * most + margin) * WIDER, extent / MOST_CELLS, TINY_LENGTH)
    const narrowest = Math.max((2 * least + margin) * WIDER, extent / MOST_CELLS, TINY_LENGTH)
    this.used = 1
    while (this.used < MOST_LEVELS && widest / 2 ** this.used >= narrowest) this.used++
    while (this.levels.length < this.used) this.levels.push(new Level())
    if (this.ids.length !== n) this.resize(n)
    const sizes = new Int32Array(this.used)
    for (let i = 0; i < n; i++) {
      const size = (2 * balls[BALL * i + 3]! + margin) * WIDER
      let level = 0
      while (level + 1 < this.used && widest / 2 ** (level + 1) >= size) level++
      this.levelOf[i] = level
      sizes[level]!++
    }
    let from = 0
    for (let l = 0; l < this.used; l++) {
      this.shape(this.levels[l]!, widest / 2 ** l, counts, from, sizes[l]!)
      from += sizes[l]!
    }
    this.sort(balls, n)
  }

  private resize(n: number): void {
    this.levelOf = new Uint8Array(n)
    this.bucketOf = new Int32Array(n)
    this.sorted = new Float64Array(BALL * n)
    this.ids = new Int32Array(n)
  }

  /** The size of a level's torus: the cells that the box around the beads has, halved along its longest axis until they are few. */
  private shape(level: Level, cell: number, extents: Float64Array, from: number, count: number): void {
    level.inverse = 1 / cell
    level.from = from
    level.to = from + count
    const limit = Math.max(BUCKETS * count, 64)
    const bits = [2, 2, 2]
    for (let k = 0; k < 3; k++) while (bits[k]! < 20 && 2 ** bits[k]! < extents[k]! / cell + 1) bits[k]!++
    for (let total = bits[0]! + bits[1]! + bits[2]!; total > 6 && 2 ** total > limit; total--) {
      bits[bits.indexOf(Math.max(...bits))]!--
    }
    const [x, y, z] = bits as [number, number, number]
    level.maskX = 2 ** x - 1
    level.maskY = 2 ** y - 1
    level.maskZ = 2 ** z - 1
    level.shiftY = x
    level.shiftZ = x + y
    const length = 2 ** (x + y + z) + 1
    if (level.starts.length !== length) level.starts = new Int32Array(length)
    else level.starts.fill(0)
  }

  private sort(balls: Float64Array, n: number): void {
    const { levels, levelOf, bucketOf, sorted, ids } = this
    const [ox, oy, oz] = this.origin as unknown as [number, number, number]
    for (let i = 0; i < n; i++) {
      const level = levels[levelOf[i]!]!
      const { inverse } = level
      const x = Math.floor((balls[BALL * i]! - ox) * inverse) & level.maskX
      const y = Math.floor((balls[BALL * i + 1]! - oy) * inverse) & level.maskY
      const z = Math.floor((balls[BALL * i + 2]! - oz) * inverse) & level.maskZ
      const bucket = x | (y << level.shiftY) | (z << level.shiftZ)
      bucketOf[i] = bucket
      level.starts[bucket + 1]!++
    }
    for (let l = 0; l < this.used; l++) {
      const { starts, from } = levels[l]!
      starts[0] = from
      for (let b = 1; b < starts.length; b++) starts[b]! += starts[b - 1]!
      this.visits += starts.length
    }
    this.visits += n
    // Filled from the back, so that `starts` ends where it began: the start of bucket b is then at b + 1's old place.
    for (let i = n - 1; i >= 0; i--) {
      const at = --levels[levelOf[i]!]!.starts[bucketOf[i]! + 1]!
      ids[at] = i
      sorted[BALL * at] = balls[BALL * i]!
      sorted[BALL * at + 1] = balls[BALL * i + 1]!
      sorted[BALL * at + 2] = balls[BALL * i + 2]!
      sorted[BALL * at + 3] = balls[BALL * i + 3]!
    }
    // starts[b + 1] is now where bucket b begins: move it back by one.
    for (let l = 0; l < this.used; l++) {
      const { starts, to } = levels[l]!
      starts.copyWithin(0, 1)
      starts[starts.length - 1] = to
    }
  }

  /** Pairs of one level: in a bucket, the next one along x, and the rows ahead. */
  private searchLevel(level: Level, visitor: BeadVisitor): boolean {
    const { starts, maskX, maskY, maskZ, shiftY, shiftZ } = level
    const buckets = starts.length - 1
    for (let bucket = 0; bucket < buckets; bucket++) {
      const from = starts[bucket]!
      const to = starts[bucket + 1]!
      if (from === to) continue
      const x = bucket & maskX
      const y = (bucket >> shiftY) & maskY
      const z = bucket >> shiftZ
      this.runs = 0
      const right = bucket - x + ((x + 1) & maskX)
      this.addRun(starts[right]!, starts[right + 1]!)
      const up = ((y + 1) & maskY) << shiftY
      const down = ((y - 1) & maskY) << shiftY
      const far = ((z + 1) & maskZ) << shiftZ
      this.addRow(level, x, up | (z << shiftZ))
      this.addRow(level, x, down | far)
      this.addRow(level, x, (y << shiftY) | far)
      this.addRow(level, x, up | far)
      for (let k = from; k < to; k++) if (this.scan(k, k + 1, to, visitor)) return true
    }
    return false
  }

  /** Beads of a finer level against those of a coarser one. */
  private searchAcross(fine: Level, coarse: Level, visitor: BeadVisitor): boolean {
    if (coarse.from === coarse.to) return false
    const { sorted } = this
    const { inverse, maskX, maskY, maskZ, shiftY, shiftZ } = coarse
    const [ox, oy, oz] = this.origin as unknown as [number, number, number]
    for (let k = fine.from; k < fine.to; k++) {
      const x = Math.floor((sorted[BALL * k]! - ox) * inverse) & maskX
      const y = Math.floor((sorted[BALL * k + 1]! - oy) * inverse)
      const z = Math.floor((sorted[BALL * k + 2]! - oz) * inverse)
      this.runs = 0
      for (let c = -1; c <= 1; c++) {
        for (let b = -1; b <= 1; b++) {
          this.addRow(coarse, x, (((y + b) & maskY) << shiftY) | (((z + c) & maskZ) << shiftZ))
        }
      }
      if (this.scan(k, 0, 0, visitor)) return true
    }
    return false
  }

  /** The three cells about x in a row: one run of sorted beads, or two where the torus closes. */
  private addRow(level: Level, x: number, row: number): void {
    const { starts, maskX } = level
    const last = row + maskX
    if (x > 0 && x < maskX) this.addRun(starts[row + x - 1]!, starts[row + x + 2]!)
    else if (x === 0) {
      this.addRun(starts[row]!, starts[row + 2]!)
      this.addRun(starts[last]!, starts[last + 1]!)
    } else {
      this.addRun(starts[last - 1]!, starts[last + 1]!)
      this.addRun(starts[row]!, starts[row + 1]!)
    }
  }

  private addRun(first: number, end: number): void {
    if (first === end) return
    this.run[this.runs] = first
    this.run[this.runs + 1] = end
    this.runs += 2
  }

  /** The sorted bead k against those in [first, end) and in the runs. */
  private scan(k: number, first: number, end: number, visitor: BeadVisitor): boolean {
    const { sorted, run, runs } = this
    const x = sorted[BALL * k]!
    const y = sorted[BALL * k + 1]!
    const z = sorted[BALL * k + 2]!
    const r = sorted[BALL * k + 3]!
    let { swollen } = this
    for (let next = 0; ; next += 2) {
      this.tests += end - first
      for (let m = first; m < end; m++) {
        const dx = sorted[BALL * m]! - x
        const dy = sorted[BALL * m + 1]! - y
        const dz = sorted[BALL * m + 2]! - z
        const reach = (r + sorted[BALL * m + 3]!) * (1 + SLACK) + swollen
        if (dx * dx + dy * dy + dz * dz > reach * reach || reach < 0) continue
        const i = this.ids[k]!
        const j = this.ids[m]!
        const apart = i < j ? j - i : i - j
        if (apart <= this.neighbours || apart >= this.around) continue
        if (i < j ? visitor.visit(i, j) : visitor.visit(j, i)) return true
        if (visitor.margin !== this.margin) {
          this.setMargin(visitor.margin)
          swollen = this.swollen
        }
      }
      if (next === runs) return false
      first = run[next]!
      end = run[next + 1]!
    }
  }
}
