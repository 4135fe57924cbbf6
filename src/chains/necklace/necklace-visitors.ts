// What a search over a necklace does with the pairs of beads it comes to: stop at the first that touch, collect, or keep the
// closest. The hierarchy and the grid show their pairs to the same visitors, so their answers are the same to the last bit.
import { UNDERFLOW } from '../../base/math/rounding.js'
import { wholeNumbers } from '../../base/math/whole-numbers.js'
import { PairBuffer } from '../../base/work/pair-list.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { ResultTooLargeError } from '../../errors.js'
import { BALL, BALL_GAP_ROUNDING, ballGap, ballsTouch } from '../../geometry/balls/ball-pair.js'
import { type BeadRule, isChecked } from '../power/bead-rule.js'

/** Most pairs of beads in a list: half a gigabyte of them. Eight thousand beads in one place have as many. */
export const MOST_BEAD_PAIRS = 2 ** 25

/** Ends at the first pair that touches. */
export class FirstBeadTouch implements PairVisitor {
  readonly margin = 0
  i = -1
  j = -1

  constructor(
    private readonly balls: Float64Array,
    private readonly rule: BeadRule,
  ) {}

  visit(i: number, j: number): boolean {
    const { balls } = this
    if (!ballsTouch(balls, i, balls, j) || !isChecked(this.rule, balls.length / BALL, i, j)) return false
    this.i = i
    this.j = j
    return true
  }
}

/** Keeps every pair that touches, with its gap. */
export class TouchCollector implements PairVisitor {
  readonly margin = 0
  readonly list = new PairBuffer()

  constructor(
    private readonly balls: Float64Array,
    private readonly rule: BeadRule,
    private readonly most = MOST_BEAD_PAIRS,
  ) {}

  visit(i: number, j: number): boolean {
    const { balls, list } = this
    if (!ballsTouch(balls, i, balls, j) || !isChecked(this.rule, balls.length / BALL, i, j)) return false
    if (list.count === this.most) throw new ResultTooLargeError('pairs of beads that touch', this.most)
    list.add(i, j, ballGap(balls, i, balls, j))
    return false
  }
}

/** Keeps every pair whose gap is at most a distance of zero or more: in exact arithmetic, so that 0 finds those that touch. */
export class NearCollector implements PairVisitor {
  readonly list = new PairBuffer()

  constructor(
    private readonly balls: Float64Array,
    private readonly rule: BeadRule,
    readonly margin: number,
    private readonly most = MOST_BEAD_PAIRS,
  ) {}

  visit(i: number, j: number): boolean {
    const { balls, list, margin } = this
    if (!ballsWithin(balls, i, balls, j, margin) || !isChecked(this.rule, balls.length / BALL, i, j)) return false
    if (list.count === this.most) throw new ResultTooLargeError('pairs of beads within this distance', this.most)
    list.add(i, j, ballGap(balls, i, balls, j))
    return false
  }
}

/** Keeps the pair with the least gap; of equal ones the least (i, j). */
export class ClosestBeads implements PairVisitor {
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
    if (!isChecked(this.rule, balls.length / BALL, i, j)) return false
    this.margin = gap
    this.i = i
    this.j = j
    return false
  }

  /**
   * Tests the nearest pairs along the necklace that are not neighbours, one a bead, for an initial margin. Searches may skip
   * this, and find the same pair.
   */
  seed(): void {
    const n = this.balls.length / BALL
    for (let i = 0, j = this.rule.neighbours + 1; j < n; i++, j++) this.visit(i, j)
  }
}

/** Whether the gap of two balls is at most `distance`, zero or more. Exact. */
export function ballsWithin(a: Float64Array, i: number, b: Float64Array, j: number, distance: number): boolean {
  const over = ballGap(a, i, b, j) - distance
  // The gap is off by BALL_GAP_ROUNDING of |ci − cj| + ri + rj, which is no more than |gap| + 2·(ri + rj); the difference by u.
  const size = Math.abs(over) + 2 * (distance + a[BALL * i + 3]! + b[BALL * j + 3]!)
  if (Math.abs(over) > 2 * BALL_GAP_ROUNDING * size + UNDERFLOW) return over < 0
  const w = wholeNumbers([...a.subarray(BALL * i, BALL * i + BALL), ...b.subarray(BALL * j, BALL * j + BALL), distance])
  const dx = w[0]! - w[4]!
  const dy = w[1]! - w[5]!
  const dz = w[2]! - w[6]!
  const reach = w[3]! + w[7]! + w[8]!
  return dx * dx + dy * dy + dz * dz <= reach * reach
}
