// The distance of any two shapes. Groups come apart first, then meshes, and what is left is convex (distance-cores.ts).
//
// What is wholly inside a mesh touches it: that is asked once the surfaces are known to be apart (parts-inside.ts).

import { invertPose, POSE } from '../base/math/pose.js'
import { justAbove } from '../base/math/rounding.js'
import type { PairVisitor } from '../base/work/traverse-pair.js'
import { InvalidInputError } from '../errors.js'
import type { GjkWarmStart } from '../geometry/convex/gjk.js'
import { Nested } from '../meshes/solid/nested-meshes.js'
import type { BoxTree } from '../meshes/tree/box-tree.js'
import { NearestSearch, nearestBoxes } from '../meshes/tree/nearest-boxes.js'
import { Closest } from '../meshes/tree/triangle-pairs.js'
import { distanceCores } from './distance-cores.js'
import { insideParts } from './parts-inside.js'
import type { MeshShape, PartShape, Shape, SphereShape } from './shape.js'
import { Core, loadCore, loadTriangle, placeCore, placeTriangleCore } from './shape-core.js'
import { PartPairs, partsTree, SingleTree } from './shape-trees.js'

/** What a distance query found and what it cost. Owned by the caller, who may use it again. */
export class ShapeDistance {
  /** Infinity until a query found a distance within its cutoff. */
  distance = Infinity
  /**
   * Nearest point of A, in A's frame; one point common to both while `distance` is 0, of the inner one where one is inside the
   * other. Only valid with `distance`.
   */
  readonly pointA = new Float64Array(3)
  /** Nearest point of B, in A's frame as well. */
  readonly pointB = new Float64Array(3)
  /**
   * For meshes, the triangle that holds the nearest point; -1 for what is not a mesh, or is around the other. Only valid with
   * `distance`.
   */
  triangleA = -1
  triangleB = -1
  /** Pairs of boxes and of convex parts tested: queries add to them, the caller sets them back. */
  volumeTests = 0
  leafTests = 0
}

/**
 * The distance of A and B, 0 if they touch or overlap or one is inside the other, if it is at most `cutoff`; else some number
 * that is above the cutoff and not above the distance. x[i..i+11] is X_AB, the pose of B's frame in A's. The distance and the
 * nearest points go to `out` (which has `distance` Infinity if the cutoff was exceeded), and the counts are added there.
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
  out.triangleA = -1
  out.triangleB = -1
  if (a.kind === 'sphere' && b.kind === 'sphere') return distanceSpheres(out, a, b, x, i, cutoff)
  const d =
    a.kind === 'group' || b.kind === 'group'
      ? distanceGroups(out, a, b, x, i, cutoff)
      : distanceParts(out, a, b, x, i, cutoff, warm)
  out.distance = d <= cutoff ? d : Infinity
  return d
}

/** distanceShapes of a mesh's surface, its triangles, and of another part: how far what is inside is from getting out. */
export function distanceSurfaces(
  out: ShapeDistance,
  a: PartShape,
  b: PartShape,
  x: Float64Array,
  i: number,
  cutoff: number,
): number {
  checkPose(x, i)
  out.triangleA = -1
  out.triangleB = -1
  const d = distanceTriangles(out, a, b, x, i, cutoff)
  out.distance = d <= cutoff ? d : Infinity
  return d
}

/** Not a number compares as "not farther", which would come out as a distance of 0 here and there. */
export function checkPose(x: Float64Array, i: number): void {
  // By rows: three short sums instead of a long one, each term of which waits for the last.
  const first = x[i]! + x[i + 1]! + (x[i + 2]! + x[i + 3]!)
  const second = x[i + 4]! + x[i + 5]! + (x[i + 6]! + x[i + 7]!)
  const third = x[i + 8]! + x[i + 9]! + (x[i + 10]! + x[i + 11]!)
  const sum = first + second + third
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
  out.leafTests++
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
  if (a.kind !== 'mesh' && b.kind !== 'mesh') {
    loadCore(coreA, a)
    placeCore(coreB, b, x, i)
    return distanceCores(out, coreA, coreB, cutoff, warm)
  }
  const d = distanceTriangles(out, a, b, x, i, cutoff)
  if (!(d > 0) || !insideParts(nested, a, b, x, i)) return d
  for (let k = 0; k < 3; k++) {
    out.pointA[k] = nested.point[k]!
    out.pointB[k] = nested.point[k]!
  }
  out.triangleA = nested.triangleA
  out.triangleB = nested.triangleB
  return 0
}

const nested = new Nested()

/** Of surfaces: what is inside a mesh is as far from it as its triangles. One of them is a mesh, or both are. */
function distanceTriangles(
  out: ShapeDistance,
  a: PartShape,
  b: PartShape,
  x: Float64Array,
  i: number,
  cutoff: number,
): number {
  if (a.kind === 'mesh') {
    return b.kind === 'mesh'
      ? distanceMeshes(out, a, b, x, i, cutoff)
      : distanceMeshPart(out, a, b, x, i, cutoff, false)
  }
  return distanceMeshPart(out, b as MeshShape, a, x, i, cutoff, true)
}

const pose = new Float64Array(POSE)
const closest = new Closest()
const meshSearch = new NearestSearch()
const groupSearch = new NearestSearch()

function distanceMeshes(
  out: ShapeDistance,
  a: MeshShape,
  b: MeshShape,
  x: Float64Array,
  i: number,
  cutoff: number,
): number {
  for (let k = 0; k < POSE; k++) pose[k] = x[i + k]!
  closest.start(a.tree, b.tree, pose)
  closest.reset(cutoff)
  search(meshSearch, out, a.tree, b.tree, pose, 0, closest)
  out.leafTests += closest.leafTests
  if (!(closest.distance <= cutoff)) return justAbove(cutoff)
  for (let k = 0; k < 3; k++) {
    out.pointA[k] = closest.points[k]!
    out.pointB[k] = closest.points[k + 3]!
  }
  out.triangleA = closest.triangleA
  out.triangleB = closest.triangleB
  return closest.distance
}

const meshPart = new SingleTree()
const inverse = new Float64Array(POSE)

/** A mesh and a solid: `x` is the solid's pose in the mesh's frame; or, if `swapped`, the mesh's in the solid's. */
function distanceMeshPart(
  out: ShapeDistance,
  mesh: MeshShape,
  part: Exclude<PartShape, MeshShape>,
  x: Float64Array,
  i: number,
  cutoff: number,
  swapped: boolean,
): number {
  meshPart.set(part)
  if (swapped) {
    loadCore(coreA, part)
    invertPose(inverse, 0, x, i)
  } else placeCore(coreB, part, x, i)
  triangles.start(out, mesh, x, i, cutoff, swapped)
  // The mesh comes first for the search, whatever the caller's order.
  if (swapped) search(meshSearch, out, mesh.tree, meshPart, inverse, 0, triangles)
  else search(meshSearch, out, mesh.tree, meshPart, x, i, triangles)
  return triangles.found ? triangles.margin : justAbove(cutoff)
}

function distanceGroups(out: ShapeDistance, a: Shape, b: Shape, x: Float64Array, i: number, cutoff: number): number {
  parts.start(out, a, b, x, i, cutoff)
  search(groupSearch, out, partsTree(a, parts.singleA), partsTree(b, parts.singleB), x, i, parts)
  return parts.found ? parts.margin : justAbove(cutoff)
}

function search(
  scratch: NearestSearch,
  out: ShapeDistance,
  a: BoxTree,
  b: BoxTree,
  x: Float64Array,
  i: number,
  visitor: PairVisitor,
): void {
  scratch.volumeTests = 0
  nearestBoxes(scratch, a, b, x, i, visitor)
  out.volumeTests += scratch.volumeTests
}

/** The triangles of a mesh against a core that is loaded already. */
class MeshTriangles implements PairVisitor {
  margin = 0
  found = false
  private out!: ShapeDistance
  private mesh!: MeshShape
  private x!: Float64Array
  private i = 0
  private swapped = false

  start(out: ShapeDistance, mesh: MeshShape, x: Float64Array, i: number, cutoff: number, swapped: boolean): void {
    this.margin = cutoff
    this.found = false
    this.out = out
    this.mesh = mesh
    this.x = x
    this.i = i
    this.swapped = swapped
  }

  visit(leaf: number): boolean {
    const { mesh, out } = this
    const { tree } = mesh
    for (let k = tree.first[leaf]!; k < tree.end[leaf]!; k++) {
      const t = tree.order[k]!
      if (this.swapped) placeTriangleCore(coreB, mesh, t, this.x, this.i)
      else loadTriangle(coreA, mesh, t)
      const d = distanceCores(out, coreA, coreB, this.margin)
      if (!(d <= this.margin)) continue
      this.margin = d
      this.found = true
      out.triangleA = this.swapped ? -1 : t
      out.triangleB = this.swapped ? t : -1
      if (d === 0) return true
    }
    return false
  }
}

/** Keeps the nearest parts. */
class NearestParts extends PartPairs {
  found = false
  private out!: ShapeDistance

  start(out: ShapeDistance, a: Shape, b: Shape, x: Float64Array, i: number, cutoff: number): void {
    this.margin = cutoff
    this.found = false
    this.out = out
    this.place(a, b, x, i)
  }

  protected visitParts(a: PartShape, b: PartShape): boolean {
    const d = distanceParts(this.out, a, b, this.x, this.i, this.margin)
    if (!(d <= this.margin)) return false
    this.margin = d
    this.found = true
    return d === 0
  }
}

const triangles = new MeshTriangles()
const parts = new NearestParts()
