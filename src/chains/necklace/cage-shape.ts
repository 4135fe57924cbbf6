// The shape and the arrays of a cage tree over a necklace (Collision Detection for Deforming
// Necklaces, 2002: `necklaces-2002`, section 4): the beads are halved by index until three or fewer are left, and every node is a
// cage, a ball around its beads. That is the tree of the paper's own figures: 51 beads give 37 cages, 500 give 487.
//
// Cages are numbered in pre-order: 0 is the root, the first child of k is k + 1, children have higher numbers than their
// parents, so that a loop over descending k meets children first.
import type { TreeShape } from '../../base/work/tree-shape.js'
import { InvalidInputError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'

/** Beads that a leaf cage has at most. */
export const LEAF_BEADS = 3

/** Places for the basis of a cage: in space no ball needs more than four. */
export const BASIS = 4

/** How the beads are shared out; items of the tree are beads. It depends on their number only. */
export interface CageShape extends TreeShape {
  readonly beads: number
  readonly second: Int32Array
  readonly parent: Int32Array
}

export interface CageTree extends CageShape {
  /** Cages around their beads; otherwise layered, around their children's cages. */
  readonly wrapped: boolean
  /** x, y, z, r a bead; the tree's own copy. */
  readonly balls: Float64Array
  /** x, y, z, R a cage. R is rounded outward: a cage contains its beads in exact arithmetic. */
  readonly cage: Float64Array
  /** Of wrapped cages: the beads that hold the ball, ascending, −1 in the places that are left. */
  readonly basis: Int32Array
  /** Of wrapped cages: 1 to 4. */
  readonly basisSize: Uint8Array
}

/** How many cages this many beads have. */
export function cageCount(beads: number): number {
  // At every depth there are at most two sizes, s and s + 1: count the cages of each.
  let size = beads
  let small = 1
  let large = 0
  let cages = 0
  for (;;) {
    cages += small + large
    if (size > LEAF_BEADS) {
      const even = size % 2 === 0
      const half = size >> 1
      // An even s: s/2 twice, and s + 1 once s/2, once s/2 + 1. An odd s: (s − 1)/2 and (s + 1)/2, and s + 1 twice the latter.
      const nextSmall = even ? 2 * small + large : small
      const nextLarge = even ? large : small + 2 * large
      size = half
      small = nextSmall
      large = nextLarge
    } else if (size === LEAF_BEADS && large > 0) {
      // The small ones are leaves, the large ones have two halves of two.
      return cages + 2 * large
    } else {
      return cages
    }
  }
}

export function makeCageShape(beads: number): CageShape {
  if (!Number.isInteger(beads) || beads < 1)
    throw new InvalidInputError('beads', beads, 'a whole number of one or more')
  const nodes = cageCount(beads)
  const child = new Int32Array(nodes).fill(-1)
  const second = new Int32Array(nodes).fill(-1)
  const first = new Int32Array(nodes)
  const end = new Int32Array(nodes)
  const parent = new Int32Array(nodes)
  let next = 0
  const place = (from: number, to: number, above: number): void => {
    const k = next++
    first[k] = from
    end[k] = to
    parent[k] = above
    if (to - from <= LEAF_BEADS) return
    const middle = from + ((to - from) >> 1)
    child[k] = next
    place(from, middle, k)
    second[k] = next
    place(middle, to, k)
  }
  place(0, beads, -1)
  return { beads, nodes, child, second, first, end, parent }
}

/**
 * The same over strands: a cage holds the beads that its strands join, so that beads `first` to `end` − 1 are those of strands
 * `first` to `end` − 2, and the last bead of a cage is the first of the next one. A ball around the balls of two beads holds all
 * that lies between them: a cage over strands is no larger than that.
 */
export function makeStrandShape(strands: number): CageShape {
  const shape = makeCageShape(strands)
  return { ...shape, beads: strands + 1, end: shape.end.map((end) => end + 1) }
}

/** The beads in all cages together. */
export function beadsHeld({ nodes, first, end }: CageShape): number {
  let held = 0
  for (let k = 0; k < nodes; k++) held += end[k]! - first[k]!
  return held
}

/** What a step changes. */
export type CageArrays = Pick<CageTree, 'balls' | 'cage' | 'basis' | 'basisSize'>

export function makeCageArrays(shape: CageShape): CageArrays {
  return {
    balls: new Float64Array(BALL * shape.beads),
    cage: new Float64Array(BALL * shape.nodes),
    basis: new Int32Array(BASIS * shape.nodes).fill(-1),
    basisSize: new Uint8Array(shape.nodes),
  }
}

/** A tree with room for everything, and nothing in it yet. */
export function makeCageTree(shape: CageShape, wrapped: boolean): CageTree {
  return { ...shape, ...makeCageArrays(shape), wrapped }
}
