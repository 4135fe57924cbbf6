// All pairs of beads, one by one.
import { type BeadRule, isChecked } from '../../src/chains/power/bead-rule.js'
import { BALL, ballGap, ballsTouch } from '../../src/geometry/balls/ball-pair.js'

export function bruteTouching(balls: Float64Array, rule: BeadRule): number {
  let count = 0
  forEachPair(balls, rule, (i, j) => {
    if (ballsTouch(balls, i, balls, j)) count++
  })
  return count
}

/** The first of the pairs with the least gap, −1 and −1 where no pair is checked. */
export function bruteClosest(balls: Float64Array, rule: BeadRule): [number, number] {
  let least = Infinity
  let pair: [number, number] = [-1, -1]
  forEachPair(balls, rule, (i, j) => {
    const gap = ballGap(balls, i, balls, j)
    if (gap >= least) return
    least = gap
    pair = [i, j]
  })
  return pair
}

function forEachPair(balls: Float64Array, rule: BeadRule, visit: (i: number, j: number) => void): void {
  const n = balls.length / BALL
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) if (isChecked(rule, n, i, j)) visit(i, j)
  }
}
