// Do two shapes touch? The verdict of distanceShapes, without its nearest points: a search of a mesh goes
// depth first to where the overlap is deepest and ends at the first triangle that touches, and most triangles are decided
// by separating axes or by a point that both contain. What is nearer to a tie than distanceShapes' error is left to it, so
// that the two never disagree.
//
// Two meshes: exactly, as collide has it.

import { composeInversePose, composePose, invertPose, POSE } from '../base/math/pose.js'
import { SHAPE_DISTANCE_ERROR, TINY_LENGTH } from '../base/math/rounding.js'
import { PLACED_BOX, PLACED_HALF, PLACED_SLACK } from '../geometry/triangles/triangle-box.js'
import { searched, searchMeshes } from '../meshes/tree/mesh-search.js'
import { BoxSearch, searchBoxes } from '../meshes/tree/search-boxes.js'
import { tested, touchMeshBox } from '../meshes/tree/touch-mesh-box.js'
import { FirstTouch } from '../meshes/tree/triangle-pairs.js'
import { BOX_HALF } from '../volumes/node-box.js'
import { distanceCores } from './distance-cores.js'
import type { MeshShape, PartShape, Shape } from './shape.js'
import { Core, loadCore, placeCore } from './shape-core.js'
import { checkPose, ShapeDistance } from './shape-distance.js'
import { insideShapes } from './shape-inside.js'
import { PartPairs, partsTree, SingleTree } from './shape-trees.js'
import { SolidJudge } from './solid-judge.js'

/** What a query is to do, and what it cost: it adds to the counts, the caller sets them back. */
export class TouchQuery {
  /**
   * Shapes no farther apart than this count as touching, two meshes excepted, which are decided exactly. With 0 the verdict is
   * that of distanceShapes; with its error (touchMargin) nothing that touches is called apart.
   */
  margin = 0
  /** Pairs of boxes tested. */
  volumeTests = 0
  /** Pairs of convex parts tested; a triangle is one. */
  leafTests = 0
}

/** Do A and B touch (touchSurfaces), or is one inside the other? */
export function touchShapes(out: TouchQuery, a: Shape, b: Shape, x: Float64Array, i: number): boolean {
  return touchSurfaces(out, a, b, x, i) || insideShapes(a, b, x, i)
}

/**
 * Do A and B have a point in common, or come within the margin of it? Of a mesh, only its triangles count. x[i..i+11] is X_AB,
 * the pose of B's frame in A's. Exact for two meshes, and for other shapes up to SHAPE_DISTANCE_ERROR times the reach of both
 * plus |t|: the same verdict as that of distanceShapes with the margin for a cutoff, except for what is wholly inside a mesh.
 */
export function touchSurfaces(out: TouchQuery, a: Shape, b: Shape, x: Float64Array, i: number): boolean {
  checkPose(x, i)
  if (a.kind !== 'group' && b.kind !== 'group') return touchParts(out, a, b, x, i)
  parts.start(out, a, b, x, i)
  groupSearch.volumeTests = 0
  const touch = searchBoxes(groupSearch, partsTree(a, parts.singleA), partsTree(b, parts.singleB), x, i, parts)
  out.volumeTests += groupSearch.volumeTests
  return touch
}

const groupSearch = new BoxSearch()
const coreA = new Core()
const coreB = new Core()
const found = new ShapeDistance()

/** Neither of them a group. */
function touchParts(out: TouchQuery, a: PartShape, b: PartShape, x: Float64Array, i: number): boolean {
  if (a.kind === 'mesh') {
    return b.kind === 'mesh' ? touchMeshes(out, a, b, x, i) : touchMeshPart(out, a, b, x, i, false)
  }
  if (b.kind === 'mesh') return touchMeshPart(out, b, a, x, i, true)
  loadCore(coreA, a)
  placeCore(coreB, b, x, i)
  out.leafTests++
  return distanceCores(found, coreA, coreB, out.margin) <= out.margin
}

/**
 * The margin with which nothing that touches is called apart: what distanceShapes may be off by, for shapes that reach this far
 * from their frames' origins, B's frame being at x.
 */
export function touchMargin(reachA: number, reachB: number, x: Float64Array, i: number): number {
  const apart = Math.abs(x[i + 3]!) + Math.abs(x[i + 7]!) + Math.abs(x[i + 11]!)
  return SHAPE_DISTANCE_ERROR * (reachA + reachB + apart) + TINY_LENGTH
}

const firstTouch = new FirstTouch()
const pose = new Float64Array(POSE)

function touchMeshes(out: TouchQuery, a: MeshShape, b: MeshShape, x: Float64Array, i: number): boolean {
  for (let k = 0; k < POSE; k++) pose[k] = x[i + k]!
  firstTouch.start(a.tree, b.tree, pose)
  const touch = searchMeshes(a.tree, b.tree, pose, firstTouch, false)
  out.volumeTests += searched.volumeTests
  out.leafTests += firstTouch.leafTests
  return touch
}

/**
 * Pairs that are no nearer than this to a tie are decided here, in units of both reaches and |t|. It is more than what
 * distanceShapes may be off by, so that the two agree; and more than rounding, some hundred u for placing and for poses that
 * are orthonormal to rounding only.
 */
const TOUCH_SLACK = 2 * SHAPE_DISTANCE_ERROR

const single = new SingleTree()
const placedBox = new Float64Array(PLACED_BOX)
const solidBox = new Float64Array(POSE)

/** A mesh and a solid: `x` is the solid's pose in the mesh's frame; or, if `swapped`, the mesh's in the solid's. */
function touchMeshPart(
  out: TouchQuery,
  mesh: MeshShape,
  part: Exclude<PartShape, MeshShape>,
  x: Float64Array,
  i: number,
  swapped: boolean,
): boolean {
  const { tree } = mesh
  let reach: number
  if (part.kind === 'box') {
    setPlacedBox(part.pose, part.half, 0, x, i, swapped)
    const { pose: at, half } = part
    // As SingleTree has it.
    reach = Math.abs(at[3]!) + Math.abs(at[7]!) + Math.abs(at[11]!) + 1.7321 * (half[0]! + half[1]! + half[2]!)
  } else {
    single.set(part)
    setPlacedBox(single.boxes, single.boxes, BOX_HALF, x, i, swapped)
    reach = single.reach
  }
  const size = tree.reach + reach + Math.abs(x[i + 3]!) + Math.abs(x[i + 7]!) + Math.abs(x[i + 11]!)
  placedBox[PLACED_SLACK] = TOUCH_SLACK * size + TINY_LENGTH + out.margin
  judge.start(mesh, part, x, i, swapped, out.margin)
  const touch = touchMeshBox(tree, placedBox, judge)
  out.volumeTests += tested.boxes
  out.leafTests += tested.triangles
  return touch
}

/** The mesh's pose in the frame of the box at `at` in the solid's frame, and its half extents. */
function setPlacedBox(
  at: Float64Array,
  half: Float64Array,
  h: number,
  x: Float64Array,
  i: number,
  swapped: boolean,
): void {
  if (swapped) composeInversePose(placedBox, 0, at, 0, x, i)
  else {
    composePose(solidBox, 0, x, i, at, 0)
    invertPose(placedBox, 0, solidBox, 0)
  }
  placedBox[PLACED_HALF] = half[h]!
  placedBox[PLACED_HALF + 1] = half[h + 1]!
  placedBox[PLACED_HALF + 2] = half[h + 2]!
}

/** Ends at the first parts that touch. */
class TouchingParts extends PartPairs {
  private out!: TouchQuery

  start(out: TouchQuery, a: Shape, b: Shape, x: Float64Array, i: number): void {
    this.margin = out.margin
    this.out = out
    this.place(a, b, x, i)
  }

  protected visitParts(a: PartShape, b: PartShape): boolean {
    return touchParts(this.out, a, b, this.x, this.i)
  }
}

const judge = new SolidJudge()
const parts = new TouchingParts()
