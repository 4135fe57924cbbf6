// Whether a cage tree is one: its shape, containment, and of wrapped cages, that each is the ball of its own basis. In doubles,
// so a fault below rounding is not seen; tests compare with exact arithmetic as well.
import { TINY_LENGTH, U } from '../../base/math/rounding.js'
import { validateTreeShape } from '../../base/work/tree-shape.js'
import { BrokenInvariantError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { basisBall, encloseBalls } from '../../geometry/balls/enclosing-ball.js'
import { reachOf } from './cage-reach.js'
import { outwardRadius, reachBound } from './cage-rounding.js'
import { BASIS, type CageTree, LEAF_BEADS } from './cage-shape.js'

/** Rounding of a check, in units of the cage's radius and its centre's coordinates. */
const CHECK_ROUNDING = 128 * U

/** How far apart the radii of a cage found in two ways may be: a share of the radius, and rounding of the centre above that. */
const SAME_RADIUS = 1e-12

/** Throws BrokenInvariantError at the first thing that is wrong. */
export function validateCages(tree: CageTree): void {
  const { beads, nodes } = tree
  for (const [name, array, length] of [
    ['balls', tree.balls, BALL * beads],
    ['cage', tree.cage, BALL * nodes],
    ['basis', tree.basis, BASIS * nodes],
    ['basisSize', tree.basisSize, nodes],
  ] as const) {
    if (array.length !== length) throw new BrokenInvariantError(`${name} has ${array.length} numbers, not ${length}`)
    for (let i = 0; i < length; i++) {
      if (!Number.isFinite(array[i]!)) throw new BrokenInvariantError(`${name}[${i}] is ${array[i]}`)
    }
  }
  validateTreeShape(tree, beads)
  for (let k = 0; k < nodes; k++) {
    validateHalves(tree, k)
    validateReach(tree, k)
    if (tree.wrapped) validateBasis(tree, k)
    else if (tree.child[k]! >= 0) validateLayer(tree, k)
  }
}

/** Pre-order, and cut in the middle. */
function validateHalves({ first, end, child, second }: CageTree, k: number): void {
  const count = end[k]! - first[k]!
  const halved = child[k] === k + 1 && first[second[k]!]! === first[k]! + (count >> 1)
  const right = count <= LEAF_BEADS ? child[k] === -1 && second[k] === -1 : halved
  if (!right) throw new BrokenInvariantError(`cage ${k} of ${count} beads is split incorrectly`)
}

function slackOf({ cage }: CageTree, k: number): number {
  const o = BALL * k
  const size = Math.abs(cage[o]!) + Math.abs(cage[o + 1]!) + Math.abs(cage[o + 2]!) + cage[o + 3]!
  return CHECK_ROUNDING * size + TINY_LENGTH
}

function validateReach(tree: CageTree, k: number): void {
  const { balls, cage, first, end } = tree
  // A reach in doubles is off by 5 u, and of lengths whose squares underflow by more.
  const most = cage[BALL * k + 3]! * (1 + 8 * U) + TINY_LENGTH
  for (let i = first[k]!; i < end[k]!; i++) {
    if (!(reachOf(balls, i, cage, BALL * k) <= most)) {
      throw new BrokenInvariantError(`bead ${i} sticks out of cage ${k}`)
    }
  }
}

const ball = new Float64Array(BALL)
const found = new Int32Array(BASIS)

/** The basis is of the cage's own beads, its ball is the cage, and no smaller ball holds the beads. */
function validateBasis(tree: CageTree, k: number): void {
  const { balls, cage, basis, basisSize, first, end } = tree
  const b = BASIS * k
  const o = BALL * k
  const size = basisSize[k]!
  for (let i = 0; i < BASIS; i++) {
    const bead = basis[b + i]!
    const right = i >= size ? bead === -1 : bead >= first[k]! && bead < end[k]! && (i === 0 || bead > basis[b + i - 1]!)
    if (!right) throw new BrokenInvariantError(`cage ${k} has the basis ${basis.subarray(b, b + BASIS)} of ${size}`)
  }
  if (size < 1) throw new BrokenInvariantError(`cage ${k} has no basis`)
  const slack = slackOf(tree, k)
  basisBall(ball, 0, balls, basis, b, size)
  // The centre to rounding; the radius may have grown by what a basis is kept for.
  const more = slack + SAME_RADIUS * cage[o + 3]!
  const same = ball.every((x, i) => Math.abs(x - cage[o + i]!) <= (i === 3 ? more : slack))
  if (!same) throw new BrokenInvariantError(`cage ${k} is not the ball of its basis`)
  // Below that there is nothing to compare.
  if (cage[o + 3]! < TINY_LENGTH) return
  encloseBalls(ball, 0, balls, first[k]!, end[k]! - first[k]!, found, 0, 0)
  const most = outwardRadius(reachBound(ball, 0)) * (1 + SAME_RADIUS) + slack
  if (!(cage[o + 3]! <= most)) {
    throw new BrokenInvariantError(`cage ${k} has radius ${cage[o + 3]}, and ${ball[3]} is enough`)
  }
}

/** A layered cage contains its children's, and is no larger than both of them in a row. */
function validateLayer(tree: CageTree, k: number): void {
  const { cage } = tree
  const slack = slackOf(tree, k)
  const radius = cage[BALL * k + 3]!
  const children = [k + 1, tree.second[k]!]
  for (const child of children) {
    // A cage is a ball as beads are.
    if (!(reachOf(cage, child, cage, BALL * k) <= radius + slack)) {
      throw new BrokenInvariantError(`cage ${child} sticks out of the layered cage ${k}`)
    }
  }
  const [l, r] = children as [number, number]
  const inRow = (reachOf(cage, l, cage, BALL * r) + cage[BALL * r + 3]!) / 2
  const most = Math.max(inRow, cage[BALL * l + 3]!, cage[BALL * r + 3]!) + slack
  if (!(radius <= most)) throw new BrokenInvariantError(`layered cage ${k} has radius ${radius}, and ${most} is enough`)
}
