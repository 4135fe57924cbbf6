// A grid over beads: the plain way to find near pairs, and the quickest where a necklace is packed. It is rebuilt for every
// search. Cells are as wide as the farthest that a pair to be shown can reach, so that its two beads are in the same cell or in
// cells next to each other. Beads of very different sizes lie in separate grids, each twice as fine as the one before; a
// bead meets those of its own grid and of the coarser ones.
//
// A grid is a torus: cell numbers are taken modulo a power of two along each axis, at least four. Cells far apart that fall
// together only cost tests; and as the three numbers k − 1, k, k + 1 stay distinct, no pair is shown twice.
//
// Rounding. Cell numbers are floors of q = (x − origin)/cell, and q is off by ε ≤ 3 u·|q|. A bead reaches s = 2 r + margin, and a
// pair to be shown is at most (s + s')/2 apart, so its numbers q differ by at most (s + s')/2 cells and both ε: with less than
// one cell, floors differ by one at most. Beads are put where s ≤ cell/1.002 and |q| ≤ 2^40 (ε < 4e-4), or where s ≤ cell/2 and
// |q| ≤ 2^48 (ε < 0.1): any two of these are within 0.999 of a cell. Seen in a coarser grid, s and ε count half or less. So what
// lies far away, for which doubles are coarse, lies in coarse cells, and a bead that flew off does not spoil the grid of the
// others.

import { MAX_COORDINATE, TINY_LENGTH, U } from '../../base/math/rounding.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { BeadRule } from '../power/bead-rule.js'
import type { SearchOutcome } from './necklace-search.js'

/** Buckets a bead, about: more is memory to clear, fewer is more beads in a bucket. */
const BUCKETS = 5

/** How much wider cells are than the reach, and how far from the origin they may be, in cells; or the same for far beads. */
const WIDER = 1.002
const NEAR_CELLS = 2 ** 40
const FAR_WIDER = 2
const FAR_CELLS = 2 ** 48

/** More than any gap that beads can have: a margin beyond it says no more. */
const FARTHEST = 16 * MAX_COORDINATE

/** Beads that are asked where the middle is. */
const SAMPLES = 15

/**
 * Slack of the test that comes before a visitor, as a share of the radii and the margin: `ballGap` and the sums here are good to
 * 8 u each.
 */
const SLACK = 32 * U

/** One grid: beads sorted by bucket. */
class Level {
  cell = 1
  inverse = 1
  count = 0
  /** The box around its beads: least x, y, z, most x, y, z. */
  readonly box = new Float64Array(6)
  /** Beads of this level are those with index [from, to) in the sorted arrays. */
  from = 0
  to = 0
  maskX = 3
  maskY = 3
  maskZ = 3
  shiftY = 2
  shiftZ = 4
  starts = new Int32Array(0)

  /** Bits for the cells that the box has along an axis, and two at least. */
  private bits(axis: number): number {
    const cells = (this.box[axis + 3]! - this.box[axis]!) / this.cell + 1
    let bits = 2
    while (bits < 20 && 2 ** bits < cells) bits++
    return bits
  }

  /** Counts a bead in, and makes the box hold it. */
  add(balls: Float64Array, p: number): void {
    const { box } = this
    for (let k = 0; k < 3; k++) {
      const x = balls[p + k]!
      if (this.count === 0 || x < box[k]!) box[k] = x
      if (this.count === 0 || x > box[k + 3]!) box[k + 3] = x
    }
    this.count++
  }

  /** The size of the torus: the cells that the box has, halved along its longest axis until they are few. */
  shape(cell: number, from: number): void {
    this.cell = cell
    this.inverse = 1 / cell
    this.from = from
    this.to = from + this.count
    const limit = Math.max(BUCKETS * this.count, 64)
    let x = this.bits(0)
    let y = this.bits(1)
    let z = this.bits(2)
    for (let total = x + y + z; total > 6 && 2 ** total > limit; total--) {
      if (x >= y && x >= z) x--
      else if (y >= z) y--
      else z--
    }
    this.maskX = 2 ** x - 1
    this.maskY = 2 ** y - 1
    this.maskZ = 2 ** z - 1
    this.shiftY = x
    this.shiftZ = x + y
    const length = 2 ** (x + y + z) + 1
    if (this.starts.length !== length) this.starts = new Int32Array(length)
    else this.starts.fill(0)
  }
}

const samples = new Float64Array(SAMPLES)

/** A middle that a few beads far away do not move: the median of some of them. */
function middle(balls: Float64Array, n: number, k: number): number {
  const few = Math.min(n, SAMPLES)
  for (let i = 0; i < few; i++) {
    const x = balls[BALL * Math.trunc((i * n) / few) + k]!
    let at = i
    for (; at > 0 && samples[at - 1]! > x; at--) samples[at] = samples[at - 1]!
    samples[at] = x
  }
  return samples[few >> 1]!
}

export class BeadGrid {
  /** Pairs whose distance was computed since `resetCounts`. */
  tests = 0
  /** Beads and buckets gone over: the rest of the cost. */
  visits = 0
  /** Tests after which a search gives up; it may make as many more as a cell has beads. */
  budget = Infinity
  private limit = Infinity
  private stopped: SearchOutcome = 'stopped'
  private readonly levels: Level[] = []
  /** Those of the levels that have beads, the coarsest first. */
  private readonly used: Level[] = []
  private needs = new Float64Array(0)
  private levelOf = new Uint16Array(0)
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
   */
  search(balls: Float64Array, rule: BeadRule, visitor: PairVisitor): SearchOutcome {
    this.limit = this.tests + this.budget
    this.stopped = 'stopped'
    this.neighbours = rule.neighbours
    this.around = rule.closed ? balls.length / BALL - rule.neighbours : Infinity
    this.build(balls, Math.min(Math.max(0, visitor.margin), FARTHEST))
    this.setMargin(visitor.margin)
    const { used } = this
    for (let l = 0; l < used.length; l++) {
      if (this.searchLevel(used[l]!, visitor)) return this.stopped
      for (let m = 0; m < l; m++) if (this.searchAcross(used[l]!, used[m]!, visitor)) return this.stopped
    }
    return 'done'
  }

  private setMargin(margin: number): void {
    this.margin = margin
    this.swollen = margin + SLACK * Math.abs(margin) + TINY_LENGTH
  }

  private build(balls: Float64Array, margin: number): void {
    const n = balls.length / BALL
    if (this.ids.length !== n) this.resize(n)
    const { origin, needs, levelOf } = this
    for (let k = 0; k < 3; k++) origin[k] = middle(balls, n, k)
    const [ox, oy, oz] = origin as unknown as [number, number, number]
    let widest = 0
    for (let i = 0; i < n; i++) {
      const p = BALL * i
      const reach = 2 * balls[p + 3]! + margin
      const away = Math.max(Math.abs(balls[p]! - ox), Math.abs(balls[p + 1]! - oy), Math.abs(balls[p + 2]! - oz))
      const near = Math.max(WIDER * reach, away / NEAR_CELLS)
      const need = Math.max(TINY_LENGTH, Math.min(near, Math.max(FAR_WIDER * reach, away / FAR_CELLS)))
      needs[i] = need
      if (need > widest) widest = need
    }
    // Level l has cells of widest/2^l: the finest that a bead has room in.
    for (const level of this.levels) level.count = 0
    for (let i = 0; i < n; i++) {
      let l = 0
      for (let cell = widest / 2; cell >= needs[i]!; cell /= 2) l++
      levelOf[i] = l
      while (this.levels.length <= l) this.levels.push(new Level())
      this.levels[l]!.add(balls, BALL * i)
    }
    let from = 0
    this.used.length = 0
    for (let l = 0; l < this.levels.length; l++) {
      const level = this.levels[l]!
      if (level.count === 0) continue
      level.shape(widest / 2 ** l, from)
      from += level.count
      this.used.push(level)
    }
    this.sort(balls, n)
  }

  private resize(n: number): void {
    this.needs = new Float64Array(n)
    this.levelOf = new Uint16Array(n)
    this.bucketOf = new Int32Array(n)
    this.sorted = new Float64Array(BALL * n)
    this.ids = new Int32Array(n)
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
    for (const { starts, from } of this.used) {
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
    for (const { starts, to } of this.used) {
      starts.copyWithin(0, 1)
      starts[starts.length - 1] = to
    }
  }

  /** Pairs of one level: in a bucket, the next one along x, and the rows ahead. */
  private searchLevel(level: Level, visitor: PairVisitor): boolean {
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
  private searchAcross(fine: Level, coarse: Level, visitor: PairVisitor): boolean {
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

  /** The sorted bead k against those in [first, end) and in the runs. True: the visitor, or the budget, ends the search. */
  private scan(k: number, first: number, end: number, visitor: PairVisitor): boolean {
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
      if (this.tests > this.limit) {
        this.stopped = 'over-budget'
        return true
      }
      if (next === runs) return false
      first = run[next]!
      end = run[next + 1]!
    }
  }
}
