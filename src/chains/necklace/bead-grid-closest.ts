// The closest pair of beads by grids: one as fine as the beads first, then coarser ones until a pair is within its reach.

import { TINY_LENGTH } from '../../base/math/rounding.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { BeadRule } from '../power/bead-rule.js'
import type { BeadGrid } from './bead-grid.js'
import type { SearchOutcome } from './necklace-search.js'
import type { ClosestBeads } from './necklace-visitors.js'

/** How much farther each grid looks than the last. */
const FARTHER = 4

/**
 * Leaves the closest pair in `closest`, whose margin is the gap of some pair already: beads along a necklace give a good one.
 * A margin that is infinite says that there is no pair, and nothing is looked for.
 */
export function closestByGrid(
  grid: BeadGrid,
  balls: Float64Array,
  rule: BeadRule,
  closest: ClosestBeads,
): SearchOutcome {
  const n = balls.length / BALL
  if (closest.margin === Infinity) return 'done'
  const visitor = new Nearer(closest, firstMargin(balls, n))
  for (;;) {
    visitor.margin = Math.min(visitor.reach, closest.margin)
    const outcome = grid.search(balls, rule, visitor)
    if (outcome === 'over-budget') return outcome
    if (closest.margin <= visitor.reach) return 'done'
    visitor.reach *= FARTHER
  }
}

/** A margin that makes cells little larger than they must be: half a bead, or what the beads would have each along a line. */
function firstMargin(balls: Float64Array, n: number): number {
  let radii = 0
  let extent = 0
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let i = k; i < balls.length; i += BALL) {
      low = Math.min(low, balls[i]!)
      high = Math.max(high, balls[i]!)
    }
    extent = Math.max(extent, high - low)
  }
  for (let i = 3; i < balls.length; i += BALL) radii += balls[i]!
  return Math.max(radii / n, extent / n, TINY_LENGTH)
}

/** Shows pairs to another visitor, up to a reach of its own. */
class Nearer implements PairVisitor {
  margin = 0

  constructor(
    private readonly closest: ClosestBeads,
    public reach: number,
  ) {}

  visit(i: number, j: number): boolean {
    const done = this.closest.visit(i, j)
    this.margin = Math.min(this.reach, this.closest.margin)
    return done
  }
}
