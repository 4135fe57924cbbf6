// Signed distance and contact of any two shapes: how far apart they are, or how deep one is in the other, along which
// normal, and where.
//
// For two convex solids (sphere, capsule, box, cylinder, convex) the depth is the length of the shortest translation that
// separates them. For groups it is that of the deepest pair of parts: moving by it separates that pair, and there may be others.
// How deep something is in a mesh is not known: while something touches one, or is inside it, `depth` is undefined, and
// signedDistanceShapes throws.

import { justAbove } from '../base/math/rounding.js'
import type { PairVisitor } from '../base/work/traverse-pair.js'
import { UnsupportedPairError } from '../errors.js'
import { NearestSearch, nearestBoxes } from '../meshes/tree/nearest-boxes.js'
import { contactCores } from './contact-cores.js'
import type { PartShape, Shape } from './shape.js'
import { Core, loadCore, placeCore } from './shape-core.js'
import { checkPose, distanceShapes, ShapeDistance } from './shape-distance.js'
import { partInLeaf, partOf, partsTree, SingleTree } from './shape-trees.js'

/**
 * How far pointB − pointA may be from distance·normal, in units of how far the shapes reach from their frames' origins
 * plus |t|. Two points that are within e of being the nearest may be off to the side by √(2·e·distance), and GJK stops at
 * e = 2e-13 of the size. Only cylinders come near it: for polytopes GJK ends at the very feature.
 */
export const CONTACT_POINT_ERROR = 2e-6

/** What a contact query found and what it cost. Owned by the caller, who may use it again. */
export class ShapeContact {
  /**
   * Signed: the distance if the shapes are apart, minus the depth if they overlap, 0 if they touch. Infinity if it is above
   * the cutoff: nothing else is valid then but the counts.
   */
  distance = Infinity
  /** How deep they are in each other; 0 if they only touch or are apart; undefined where a mesh is touched. */
  depth: number | undefined = undefined
  /**
   * How far `distance` may be below the truth, in the caller's unit, on top of rounding (SHAPE_DISTANCE_ERROR). More than 0
   * for overlapping cylinders only, and for few of them.
   */
  error = 0
  /** Unit vector from A to B, in A's frame: moving B along it by `depth` separates them. Zeros where a mesh is touched. */
  readonly normal = new Float64Array(3)
  /**
   * Points on the surfaces of A and B, in A's frame, where they are nearest or deepest: pointB − pointA is `distance` times
   * `normal`, up to CONTACT_POINT_ERROR. Where a mesh is touched, a point common to both.
   */
  readonly pointA = new Float64Array(3)
  readonly pointB = new Float64Array(3)
  /** For groups: which parts. 0 for what is not a group. */
  partA = 0
  partB = 0
  /** Pairs of boxes and of convex parts tested: queries add to them, the caller sets them back. */
  volumeTests = 0
  leafTests = 0
}

/**
 * The signed distance of A and B if it is at most `cutoff`, else some number that is above the cutoff and not above the
 * distance; with normal and points in `out`. x[i..i+11] is X_AB, the pose of B's frame in A's. Where a mesh is
 * touched it is 0, and `out.depth` is undefined.
 *
 * Error: at most SHAPE_DISTANCE_ERROR times the reach of both shapes from their frames' origins plus |t|; for overlapping
 * cylinders, at most EPA_ROUND_TOLERANCE times their size, and `out.error` says how much. Throws NotConvergedError if it
 * cannot be kept to that.
 */
export function contactShapes(
  out: ShapeContact,
  a: Shape,
  b: Shape,
  x: Float64Array,
  i: number,
  cutoff = Infinity,
): number {
  checkPose(x, i)
  out.partA = 0
  out.partB = 0
  out.distance = Infinity
  if (a.kind === 'group' || b.kind === 'group') return contactGroups(out, a, b, x, i, cutoff)
  return contactParts(out, a, b, x, i, cutoff)
}

/**
 * contactShapes' number alone, where there is one: throws UnsupportedPairError where a mesh is touched, because how deep
 * something is in it is not known.
 */
export function signedDistanceShapes(out: ShapeContact, a: Shape, b: Shape, x: Float64Array, i: number): number {
  const d = contactShapes(out, a, b, x, i)
  if (out.depth === undefined) throw new UnsupportedPairError('signed distance while touching', a.kind, b.kind)
  return d
}

const coreA = new Core()
const coreB = new Core()
const found = new ShapeDistance()

/** Neither of them a group. */
function contactParts(
  out: ShapeContact,
  a: PartShape,
  b: PartShape,
  x: Float64Array,
  i: number,
  cutoff: number,
): number {
  if (a.kind !== 'mesh' && b.kind !== 'mesh') {
    loadCore(coreA, a)
    placeCore(coreB, b, x, i)
    return contactCores(out, coreA, coreB, cutoff)
  }
  // How deep something is in a mesh is not known.
  if (cutoff < 0) return 0
  found.volumeTests = 0
  found.leafTests = 0
  const d = distanceShapes(found, a, b, x, i, cutoff)
  out.volumeTests += found.volumeTests
  out.leafTests += found.leafTests
  if (d > cutoff) return d
  out.distance = d
  out.error = 0
  out.depth = d > 0 ? 0 : undefined
  for (let k = 0; k < 3; k++) {
    out.pointA[k] = found.pointA[k]!
    out.pointB[k] = found.pointB[k]!
    out.normal[k] = d > 0 ? (found.pointB[k]! - found.pointA[k]!) / d : 0
  }
  return d
}

const search = new NearestSearch()
const singleA = new SingleTree()
const singleB = new SingleTree()

function contactGroups(out: ShapeContact, a: Shape, b: Shape, x: Float64Array, i: number, cutoff: number): number {
  const visitor = new DeepestPair(out, a, b, x, i, cutoff)
  search.volumeTests = 0
  nearestBoxes(search, partsTree(a, singleA), partsTree(b, singleB), x, i, visitor)
  out.volumeTests += search.volumeTests
  return out.distance <= cutoff ? out.distance : justAbove(cutoff)
}

/** Keeps the pair of parts with the least signed distance. All that touch must be seen, so it never ends the search. */
class DeepestPair implements PairVisitor {
  margin: number

  constructor(
    private readonly out: ShapeContact,
    private readonly a: Shape,
    private readonly b: Shape,
    private readonly x: Float64Array,
    private readonly i: number,
    /** What a pair must not be above to be kept. */
    private limit: number,
  ) {
    this.margin = Math.max(limit, 0)
  }

  visit(leafA: number, leafB: number): boolean {
    const { out, a, b } = this
    const partA = partInLeaf(a, leafA)
    const partB = partInLeaf(b, leafB)
    const d = contactParts(out, partOf(a, partA), partOf(b, partB), this.x, this.i, this.limit)
    if (d > this.limit) return false
    out.partA = partA
    out.partB = partB
    // Once a mesh is touched, only something that is deep in something is worth more.
    this.limit = out.depth === undefined ? -Number.MIN_VALUE : d
    this.margin = Math.max(this.limit, 0)
    return false
  }
}
