// Layered cages: a leaf's is the smallest ball around its beads, any other the smallest around its two children's cages. A
// pure function of the beads, from below. At most √⌈log₂ n⌉ times as large as the wrapped one for beads of one size
// (Theorem 4.1).
import { BALL } from '../../geometry/balls/ball-pair.js'
import { basisBall, updateBasis } from '../../geometry/balls/enclosing-ball.js'
import { mergeSphere } from '../../volumes/sphere.js'
import { farthestBead, reachOf } from './cage-reach.js'
import { outwardRadius, reachBound } from './cage-rounding.js'
import { BASIS, type CageArrays, type CageShape } from './cage-shape.js'

const basis = new Int32Array(BASIS)

/** All cages, children first. */
export function fitLayers(shape: CageShape, arrays: CageArrays): void {
  const { cage } = arrays
  for (let k = shape.nodes - 1; k >= 0; k--) {
    const second = shape.second[k]!
    if (second >= 0) {
      mergeSphere(cage, BALL * k, cage, BALL * (k + 1), cage, BALL * second)
      continue
    }
    fitLeaf(shape, arrays, k)
  }
}

/** Beads enter one by one, the last one first: it is the likeliest to be in the basis. Of three, none enters twice. */
function fitLeaf(shape: CageShape, { balls, cage }: CageArrays, k: number): void {
  const o = BALL * k
  const from = shape.first[k]!
  const end = shape.end[k]!
  if (end === from + 2) {
    mergeSphere(cage, o, balls, BALL * from, balls, BALL * (from + 1))
    return
  }
  basis[0] = from
  let size = 1
  basisBall(cage, o, balls, basis, 0, size)
  for (let bead = end - 1; bead > from; bead--) size = updateBasis(cage, o, balls, basis, 0, size, bead)
  const bound = reachBound(cage, o)
  const far = farthestBead(balls, from, end, cage, o, bound)
  cage[o + 3] = outwardRadius(far < 0 ? bound : reachOf(balls, far, cage, o))
}
