// What a search over a necklace does with the pairs of beads it comes to: stop at the first that touch, collect, or keep the
// closest. The hierarchy and the grid show their pairs to the same visitors, so their answers are the same to the last bit.
import { ballGap, ballsTouch } from '../geometry/ball-pair.js'
import { PairList } from '../hierarchies/pair-list.js'
import { type BeadRule, isChecked } from './necklace-options.js'

export interface BeadVisitor {
  /** Pairs with a gap above this (by more than rounding) need not be shown. It may shrink during a search. */
  margin: number
  /** A pair i < j that may be within the margin, shown once. True ends the search. */
  visit(i: number, j: number): boolean
}

/** Ends at the first pair that touches. */
export class FirstTouch implements BeadVisitor {
  readonly margin = 0
  i = -1
  j = -1

  constructor(
    private readonly balls: Float64Array,
    private readonly rule: BeadRule,
  ) {}

  visit(i: number, j: number): boolean {
    const { balls } = this
    if (!ballsTouch(balls, i, balls, j) || !isChecked(this.rule, balls.length / 4, i, j)) return false
    this.i = i
    this.j = j
    return true
  }
}

/** Keeps every pair that touches, with its gap. */
export class TouchCollector implements BeadVisitor {
  readonly margin = 0
  readonly list = new PairList()

  constructor(
    private readonly balls: Float64Array,
    private readonly rule: BeadRule,
  ) {}

  visit(i: number, j: number): boolean {
    const { balls } = this
    if (!ballsTouch(balls, i, balls, j) || !isChecked(this.rule, balls.length / 4, i, j)) return false
    this.list.add(i, j, ballGap(balls, i, balls, j))
    return false
  }
}

/** Keeps every pair whose gap is at most a distance. */
export class NearCollector implements BeadVisitor {
  readonly list = new PairList()

  constructor(
    private readonly balls: Float64Array,
    private readonly rule: BeadRule,
    readonly margin: number,
  ) {}

  visit(i: number, j: number): boolean {
    const { balls } = this
    const gap = ballGap(balls, i, balls, j)
    if (gap <= this.margin && isChecked(this.rule, balls.length / 4, i, j)) this.list.add(i, j, gap)
    return false
  }
}

/** Keeps the pair with the least gap; of equal ones the least (i, j). */
export class ClosestBeads implements BeadVisitor {
  margin = Infinity
  i = -1
  j = -1

  constructor(
    private readonly balls: Float64Array,
    private readonly rule: BeadRule,
  ) {}

  visit(i: number, j: number): boolean {
    const { balls } = this
    const gap = ballGap(balls, i, balls, j)
    if (gap > this.margin) return false
    if (gap === this.margin && (i > this.i || (i === this.i && j >= this.j)) && this.i >= 0) return false
    if (!isChecked(this.rule, balls.length / 4, i, j)) return false
    this.margin = gap
    this.i = i
    this.j = j
    return false
  }
}
