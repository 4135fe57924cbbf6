// Whether a cage tree is one: its shape, containment, and of wrapped cages, that each is the ball of its own basis. In doubles,
// so a fault below rounding is not seen; tests compare with exact arithmetic as well.
import { TINY_LENGTH, U } from '../../base/math/rounding.js'
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
  const { beads, cages, first, count, right, parent } = tree
  for (const [name, array, length] of [
    ['balls', tree.balls, BALL * beads],
    ['cage', tree.cage, BALL * cages],
    ['basis', tree.basis, BASIS * cages],
    ['basisSize', tree.basisSize, cages],
  ] as const) {
    if (array.length !== length) throw new BrokenInvariantError(`${name} has ${array.length} numbers, not ${length}`)
    for (let i = 0; i < length; i++) {
      if (!Number.isFinite(array[i]!)) throw new BrokenInvariantError(`${name}[${i}] is ${array[i]}`)
    }
  }
  if (!(cages >= 1 && first[0] === 0 && count[0] === beads && parent[0] === -1)) {
    throw new BrokenInvariantError(`the root does not hold all ${beads} beads`)
  }
  for (let k = 0; k < cages; k++) {
    validateShape(tree, k)
    validateReach(tree, k)
    if (tree.wrapped) validateBasis(tree, k)
    else if (right[k] !== 0) validateLayer(tree, k)
  }
}

function validateShape({ cages, first, count, right, parent }: CageTree, k: number): void {
  if (count[k]! <= LEAF_BEADS) {
    if (right[k] !== 0) throw new BrokenInvariantError(`cage ${k} of ${count[k]} beads has children`)
    return
  }
  const left = k + 1
  const r = right[k]!
  if (!(r > left && r < cages)) throw new BrokenInvariantError(`cage ${k} has the right child ${r}`)
  if (parent[left] !== k || parent[r] !== k) throw new BrokenInvariantError(`children of cage ${k} have other parents`)
  const half = count[k]! >> 1
  if (first[left] !== first[k] || count[left] !== half) throw new BrokenInvariantError(`cage ${left} is not a half`)
  if (first[r] !== first[k]! + half || count[r] !== count[k]! - half) {
    throw new BrokenInvariantError(`cage ${r} is not a half`)
  }
}

function slackOf({ cage }: CageTree, k: number): number {
  const o = BALL * k
  const size = Math.abs(cage[o]!) + Math.abs(cage[o + 1]!) + Math.abs(cage[o + 2]!) + cage[o + 3]!
  return CHECK_ROUNDING * size + TINY_LENGTH
}

function validateReach(tree: CageTree, k: number): void {
  const { balls, cage, first, count } = tree
  // A reach in doubles is off by 5 u, and of lengths whose squares underflow by more.
  const most = cage[BALL * k + 3]! * (1 + 8 * U) + TINY_LENGTH
  for (let i = first[k]!; i < first[k]! + count[k]!; i++) {
    if (!(reachOf(balls, i, cage, BALL * k) <= most)) {
      throw new BrokenInvariantError(`bead ${i} sticks out of cage ${k}`)
    }
  }
}

const ball = new Float64Array(BALL)
const found = new Int32Array(BASIS)

/** The basis is of the cage's own beads, its ball is the cage, and no smaller ball holds the beads. */
function validateBasis(tree: CageTree, k: number): void {
  const { balls, cage, basis, basisSize, first, count } = tree
  const b = BASIS * k
  const o = BALL * k
  const size = basisSize[k]!
  for (let i = 0; i < BASIS; i++) {
    const bead = basis[b + i]!
    const right =
      i >= size
        ? bead === -1
        : bead >= first[k]! && bead < first[k]! + count[k]! && (i === 0 || bead > basis[b + i - 1]!)
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
  encloseBalls(ball, 0, balls, first[k]!, count[k]!, found, 0, 0)
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
  const children = [k + 1, tree.right[k]!]
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
