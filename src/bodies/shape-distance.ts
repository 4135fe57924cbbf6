// The distance of any two shapes. Groups come apart first, then meshes, and what is left is convex (distance-cores.ts).

import { InvalidInputError } from '../errors.js'
import type { GjkWarmStart } from '../geometry/gjk.js'
import type { PartTree } from '../hierarchies/part-tree.js'
import { nearestParts, PartTraversal, type PartVisitor } from '../hierarchies/traverse-part-trees.js'
import { composeInversePose, composePose } from '../math/pose.js'
import { distanceCores } from './distance-cores.js'
import type { MeshShape, PartShape, Shape, SphereShape } from './shape.js'
import { shapeObb } from './shape-bounds.js'
import { Core, loadCore, loadTriangle, placeCore, placeTriangle } from './shape-core.js'

/** What a distance query found and what it cost. Owned by the caller, who may use it again. */
export class ShapeDistance {
  /** Infinity until a query found a distance within its cutoff. */
  distance = Infinity
  /** Nearest point of A, in A's frame; one point common to both while `distance` is 0. Only valid with `distance`. */
  readonly pointA = new Float64Array(3)
  /** Nearest point of B, in A's frame as well. */
  readonly pointB = new Float64Array(3)
  /** Pairs of boxes and of convex parts tested: queries add to them, the caller sets them back. */
  boxTests = 0
  primitiveTests = 0
}

/**
 * The distance of A and B, 0 if they touch or overlap, if it is at most `cutoff`; else some number that is above the
 * cutoff and not above the distance. x[i..i+11] is X_AB, the pose of B's frame in A's. The distance and the nearest
 * points go to `out` (which has `distance` Infinity if the cutoff was exceeded), and the counts are added there.
 *
 * Error: at most SHAPE_DISTANCE_ERROR times the reach of both shapes from their frames' origins plus |t|. Throws
 * NotConvergedError if it cannot be kept to that.
 *
 * `warm` is for one pair of convex solids that is asked for again and again while it moves little: it saves steps, and
 * changes the answer by no more than that error. Other pairs ignore it.
 */
export function distanceShapes(
  out: ShapeDistance,
  a: Shape,
  b: Shape,
  x: Float64Array,
  i: number,
  cutoff: number,
  warm?: GjkWarmStart,
): number {
  checkPose(x, i)
  if (a.kind === 'sphere' && b.kind === 'sphere') return distanceSpheres(out, a, b, x, i, cutoff)
  const d =
    a.kind === 'group' || b.kind === 'group'
      ? distanceGroups(out, a, b, x, i, cutoff)
      : distanceParts(out, a, b, x, i, cutoff, warm)
  out.distance = d <= cutoff ? d : Infinity
  return d
}

/** Not a number compares as "not farther", which would come out as a distance of 0 here and there. */
export function checkPose(x: Float64Array, i: number): void {
  let sum = 0
  for (let k = i; k < i + 12; k++) sum += x[k]!
  if (!(sum - sum === 0)) throw new InvalidInputError('pose', x.slice(i, i + 12), 'twelve finite numbers')
}

/** The pair that chains ask for most, without the detour over the table. */
function distanceSpheres(
  out: ShapeDistance,
  a: SphereShape,
  b: SphereShape,
  x: Float64Array,
  i: number,
  cutoff: number,
): number {
  out.primitiveTests++
  const { pointA, pointB } = out
  const p = a.centre
  const q = b.centre
  const dx = x[i]! * q[0]! + x[i + 1]! * q[1]! + x[i + 2]! * q[2]! + x[i + 3]! - p[0]!
  const dy = x[i + 4]! * q[0]! + x[i + 5]! * q[1]! + x[i + 6]! * q[2]! + x[i + 7]! - p[1]!
  const dz = x[i + 8]! * q[0]! + x[i + 9]! * q[1]! + x[i + 10]! * q[2]! + x[i + 11]! - p[2]!
  const radii = a.radius + b.radius
  const between = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const d = between > radii ? between - radii : 0
  if (!(d <= cutoff)) {
    out.distance = Infinity
    return d
  }
  // Where the spheres overlap, one point between the centres that both contain.
  const ka = between > radii ? a.radius / between : a.radius / radii
  const kb = between > radii ? 1 - b.radius / between : ka
  pointA[0] = p[0]! + ka * dx
  pointA[1] = p[1]! + ka * dy
  pointA[2] = p[2]! + ka * dz
  pointB[0] = p[0]! + kb * dx
  pointB[1] = p[1]! + kb * dy
  pointB[2] = p[2]! + kb * dz
  out.distance = d
  return d
}

const coreA = new Core()
const coreB = new Core()

/** Neither of them a group. */
function distanceParts(
  out: ShapeDistance,
  a: PartShape,
  b: PartShape,
  x: Float64Array,
  i: number,
  cutoff: number,
  warm?: GjkWarmStart | undefined,
): number {
  const meshA = a.kind === 'mesh' ? a : undefined
  const meshB = b.kind === 'mesh' ? b : undefined
  if (a.kind !== 'mesh') loadCore(coreA, a)
  if (b.kind !== 'mesh') placeCore(coreB, b, x, i)
  if (meshA === undefined && meshB === undefined) return distanceCores(out, coreA, coreB, cutoff, warm)
  triangleVisitor.set(out, meshA, meshB, x, i)
  return descend(meshDescent, out, a, meshA?.tree, b, meshB?.tree, x, i, cutoff, triangleVisitor)
}

function distanceGroups(out: ShapeDistance, a: Shape, b: Shape, x: Float64Array, i: number, cutoff: number): number {
  groupVisitor.set(out, a, b, x, i)
  const treeA = a.kind === 'group' ? a.tree : undefined
  const treeB = b.kind === 'group' ? b.tree : undefined
  return descend(groupDescent, out, a, treeA, b, treeB, x, i, cutoff, groupVisitor)
}

/** The leaves of a mesh against those of another, or against a core that is loaded already. */
class TriangleVisitor implements PartVisitor {
  private out!: ShapeDistance
  private a: MeshShape | undefined
  private b: MeshShape | undefined
  private x!: Float64Array
  private i = 0

  set(out: ShapeDistance, a: MeshShape | undefined, b: MeshShape | undefined, x: Float64Array, i: number): void {
    this.out = out
    this.a = a
    this.b = b
    this.x = x
    this.i = i
  }

  visit(partA: number, partB: number, cutoff: number): number {
    if (this.a !== undefined) loadTriangle(coreA, this.a, partA)
    if (this.b !== undefined) placeTriangle(coreB, this.b, partB, this.x, this.i)
    return distanceCores(this.out, coreA, coreB, cutoff)
  }
}

/** The parts of a group against those of another, or against one shape. */
class GroupVisitor implements PartVisitor {
  private out!: ShapeDistance
  private a!: Shape
  private b!: Shape
  private x!: Float64Array
  private i = 0

  set(out: ShapeDistance, a: Shape, b: Shape, x: Float64Array, i: number): void {
    this.out = out
    this.a = a
    this.b = b
    this.x = x
    this.i = i
  }

  visit(partA: number, partB: number, cutoff: number): number {
    return distanceParts(this.out, partOf(this.a, partA), partOf(this.b, partB), this.x, this.i, cutoff)
  }
}

function partOf(shape: Shape, part: number): PartShape {
  return shape.kind === 'group' ? shape.parts[part]! : shape
}

/** Scratch of one level of descent: a mesh may be part of a group, so there are two. */
class Descent {
  readonly traversal = new PartTraversal()
  readonly boxA = new SingleTree()
  readonly boxB = new SingleTree()
  readonly pose = new Float64Array(12)
  readonly turned = new Float64Array(12)
}

/** A shape that is not taken apart: one leaf, its bounding box in a frame of its own. */
class SingleTree implements PartTree {
  readonly count = 1
  readonly centre = new Float64Array(3)
  readonly half = new Float64Array(3)
  readonly link = Int32Array.of(~0)
  /** Pose of the box in the shape's frame. */
  readonly frame = new Float64Array(12)
}

const meshDescent = new Descent()
const groupDescent = new Descent()
const triangleVisitor = new TriangleVisitor()
const groupVisitor = new GroupVisitor()

function descend(
  scratch: Descent,
  out: ShapeDistance,
  a: Shape,
  treeA: PartTree | undefined,
  b: Shape,
  treeB: PartTree | undefined,
  x: Float64Array,
  i: number,
  cutoff: number,
  visitor: PartVisitor,
): number {
  const { traversal, boxA, boxB, pose, turned } = scratch
  let reach = Math.abs(x[i + 3]!) + Math.abs(x[i + 7]!) + Math.abs(x[i + 11]!)
  for (let k = 0; k < 12; k++) pose[k] = x[i + k]!
  if (treeA === undefined) {
    treeA = boxA
    shapeObb(boxA.frame, 0, boxA.half, 0, a)
    composeInversePose(turned, 0, boxA.frame, 0, pose, 0)
    for (let k = 0; k < 12; k++) pose[k] = turned[k]!
    reach += frameReach(boxA.frame)
  }
  if (treeB === undefined) {
    treeB = boxB
    shapeObb(boxB.frame, 0, boxB.half, 0, b)
    composePose(turned, 0, pose, 0, boxB.frame, 0)
    for (let k = 0; k < 12; k++) pose[k] = turned[k]!
    reach += frameReach(boxB.frame)
  }
  reach += rootReach(treeA) + rootReach(treeB)
  traversal.boxTests = 0
  const d = nearestParts(traversal, treeA, treeB, pose, 0, reach, cutoff, visitor)
  out.boxTests += traversal.boxTests
  return d
}

function frameReach(frame: Float64Array): number {
  return Math.abs(frame[3]!) + Math.abs(frame[7]!) + Math.abs(frame[11]!)
}

function rootReach(tree: PartTree): number {
  let reach = 0
  for (let k = 0; k < 3; k++) reach += Math.abs(tree.centre[k]!) + tree.half[k]!
  return reach
}
