// Builds cage trees over necklaces from scratch (cage-shape.ts defines them).
//
// Wrapped cages are built from below: the smallest ball around the children's bases, at most eight beads, is almost always
// the one of the cage; the search for a bead outside starts from there.
import { InvalidInputError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { updateBasis } from '../../geometry/balls/enclosing-ball.js'
import { fitLayers } from './cage-layered.js'
import { type CagePass, farthestOfBases, settleCage } from './cage-settle.js'
import { BASIS, type CageShape, type CageTree, makeCageShape, makeCageTree } from './cage-shape.js'

export type { CageTree } from './cage-shape.js'

/** How cages follow from the beads: `wrapped` around all beads, or `layered` around the two cages below. */
export type CageKind = 'wrapped' | 'layered'
export const CAGE_KINDS: readonly CageKind[] = ['wrapped', 'layered']

export interface CageOptions {
  /** 'wrapped' (default): the smallest ball around a cage's beads; 'layered': around its children's cages. */
  readonly cages?: CageKind
}

/** A cage tree over one bead or more, flat x, y, z, r: finite numbers. They are copied. `shape`: of that many beads. */
export function buildCages(balls: ArrayLike<number>, options: CageOptions = {}, shape?: CageShape): CageTree {
  if (!(balls.length >= BALL) || balls.length % BALL !== 0) {
    throw new InvalidInputError('balls.length', balls.length, 'four for each of one bead or more')
  }
  const { cages = 'wrapped' } = options
  if (!CAGE_KINDS.includes(cages)) throw new InvalidInputError('cages', cages, `one of ${CAGE_KINDS.join(', ')}`)
  const tree = makeCageTree(shape ?? makeCageShape(balls.length / BALL), cages === 'wrapped')
  tree.balls.set(balls)
  if (tree.wrapped) wrapAll(tree)
  else fitLayers(tree, tree)
  return tree
}

/** Beads in a cage from which on the cascade is quicker than testing all of them. */
const CASCADE_FROM = 64

function wrapAll(tree: CageTree): void {
  const { first, end, child, basis } = tree
  const naive: CagePass = {
    verification: 'naive',
    shape: tree,
    arrays: tree,
    keep: false,
    tally: new Float64Array(3),
    before: undefined,
    saved: undefined,
  }
  const cascade: CagePass = { ...naive, verification: 'cascade' }
  for (let k = tree.nodes - 1; k >= 0; k--) {
    let size = 1
    if (child[k]! < 0) basis[BASIS * k] = first[k]!
    else size = startFromChildren(tree, k)
    settleCage(end[k]! - first[k]! < CASCADE_FROM ? naive : cascade, k, size, true)
  }
}

/** The basis of the children's bases: from the larger child's, while a bead of the other's is outside. */
function startFromChildren(tree: CageTree, k: number): number {
  const { balls, cage, basis, basisSize, second } = tree
  const right = second[k]!
  const larger = cage[BALL * right + 3]! > cage[BALL * (k + 1) + 3]! ? right : k + 1
  const o = BALL * k
  const b = BASIS * k
  for (let i = 0; i < BALL; i++) cage[o + i] = cage[BALL * larger + i]!
  for (let i = 0; i < BASIS; i++) basis[b + i] = basis[BASIS * larger + i]!
  let size = basisSize[larger]!
  // As many rounds as there are beads: what is still outside then, the search for the whole cage finds.
  for (let round = 0; round < 2 * BASIS; round++) {
    const far = farthestOfBases(tree, tree, k)
    if (far < 0) break
    size = updateBasis(cage, o, balls, basis, b, size, far)
  }
  return size
}
