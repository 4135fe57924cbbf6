// Layered cages: a leaf's is the smallest ball around its beads, any other the smallest around its two children's cages. A
// pure function of the beads, from below. At most √⌈log₂ n⌉ times as large as the wrapped one for beads of one size
// (Theorem 4.1).
import { BALL } from '../geometry/ball-pair.js'
import { encloseBalls } from '../geometry/enclosing-ball.js'
import { mergeSphere } from '../volumes/sphere.js'
import { farthestBead, reachOf } from './cage-reach.js'
import { outwardRadius, reachBound } from './cage-rounding.js'
import { BASIS, type CageArrays, type CageShape } from './cage-shape.js'

const basis = new Int32Array(BASIS)

/** All cages, children first. */
export function fitLayers(shape: CageShape, arrays: CageArrays): void {
  const { balls, cage } = arrays
  for (let k = shape.cages - 1; k >= 0; k--) {
    const right = shape.right[k]!
    if (right !== 0) {
      mergeSphere(cage, BALL * k, cage, BALL * (k + 1), cage, BALL * right)
      continue
    }
    const o = BALL * k
    const from = shape.first[k]!
    const count = shape.count[k]!
    if (count === 2) {
      mergeSphere(cage, o, balls, BALL * from, balls, BALL * (from + 1))
      continue
    }
    encloseBalls(cage, o, balls, from, count, basis, 0, 0)
    const bound = reachBound(cage, o)
    const far = farthestBead(balls, from, from + count, cage, o, bound)
    cage[o + 3] = outwardRadius(far < 0 ? bound : reachOf(balls, far, cage, o))
  }
}
