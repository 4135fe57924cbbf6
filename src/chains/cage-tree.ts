// Cage trees over necklaces, built from nothing (cage-shape.ts says what they are).
import { mergeSphere } from '../volumes/sphere.js'
import { BALL, type CageTree, makeCageShape, makeCageTree } from './cage-shape.js'

export type { CageTree } from './cage-shape.js'

export type CageHierarchy = 'wrapped' | 'layered'

export interface CageOptions {
  /** 'wrapped' (default): the smallest ball around a cage's beads; 'layered': around its children's cages. */
  readonly hierarchy?: CageHierarchy
}

/** A cage tree over beads x, y, z, r. The beads are copied. */
export function buildCages(balls: ArrayLike<number>, options: CageOptions = {}): CageTree {
  const tree = makeCageTree(makeCageShape(balls.length / BALL), (options.hierarchy ?? 'wrapped') === 'wrapped')
  tree.balls.set(balls)
  for (let k = tree.cages - 1; k >= 0; k--) fitLayered(tree, k)
  return tree
}

/** The smallest ball around the two child cages; of a leaf, around its beads. */
function fitLayered(tree: CageTree, k: number): void {
  const { cage, balls } = tree
  const right = tree.right[k]!
  if (right !== 0) {
    mergeSphere(cage, BALL * k, cage, BALL * (k + 1), cage, BALL * right)
    return
  }
  const from = BALL * tree.first[k]!
  const end = from + BALL * tree.count[k]!
  for (let i = 0; i < BALL; i++) cage[BALL * k + i] = balls[from + i]!
  for (let b = from + BALL; b < end; b += BALL) mergeSphere(cage, BALL * k, cage, BALL * k, balls, b)
}
