// Is something of a mesh wholly inside another whose surface it does not touch? What hangs together by edges is then wholly
// inside or wholly outside, and one vertex of it tells. And is a point inside? What that means: point-in-mesh.ts.
import { invertPose, POSE, transformPoint } from '../../base/math/pose.js'
import { SHAPE_DISTANCE_ERROR, TINY_LENGTH } from '../../base/math/rounding.js'
import { crossPlacedPoint, crossPlacedTriangle, crossTriangleExactly } from '../../geometry/triangles/ray-triangle.js'
import { CENTRED_AABB, meshAabbs } from '../tree/mesh-aabbs.js'
import type { MeshTree } from '../tree/mesh-tree.js'
import { copyTriangle } from '../tree/triangle-pairs.js'
import type { ExactCrossing } from './cast-shells.js'
import { meshShells } from './mesh-shells.js'
import { pointInShells } from './point-in-mesh.js'

/** What was found inside, the last time something was. */
export class Nested {
  /** A point of the inner one, in A's frame. */
  readonly point = new Float64Array(3)
  /** A triangle of the inner one that holds it; -1 for the outer one, and for what is not a mesh. */
  triangleA = -1
  triangleB = -1
}

const inverse = new Float64Array(POSE)

/**
 * Is something of B inside A, or something of A inside B? x[i..i+11] is X_AB. The surfaces must not touch: if they do, any answer
 * may come. A vertex is where the pose puts it, exactly.
 */
export function insideMeshes(out: Nested, a: MeshTree, b: MeshTree, x: Float64Array, i = 0): boolean {
  if (a.size === 0 || b.size === 0) return false
  if (meshShells(a).anySolid) {
    const found = holdsMesh(a, b, x, i, x, i, false)
    if (found >= 0) {
      for (let k = 0; k < 3; k++) out.point[k] = point[k]!
      out.triangleA = -1
      out.triangleB = found
      return true
    }
  }
  if (!meshShells(b).anySolid) return false
  invertPose(inverse, 0, x, i)
  const found = holdsMesh(b, a, inverse, 0, x, i, true)
  if (found < 0) return false
  const at = 3 * a.triangles[3 * found]!
  for (let k = 0; k < 3; k++) out.point[k] = a.positions[at + k]!
  out.triangleA = found
  out.triangleB = -1
  return true
}

/** The point asked about last, in the outer mesh's frame, and how far off it may be. */
const point = new Float64Array(4)
const corners = new Float64Array(9)

/**
 * A triangle of the inner mesh of which the first corner is inside the outer one; -1 if there is none. The inner mesh's pose in
 * the outer's frame is y[j..], up to rounding; exactly it is x[i..], or the inverse of that.
 */
function holdsMesh(
  outer: MeshTree,
  inner: MeshTree,
  y: Float64Array,
  j: number,
  x: Float64Array,
  i: number,
  inverted: boolean,
): number {
  const { probes } = meshShells(inner)
  const { positions, triangles } = inner
  const shift = Math.abs(x[i + 3]!) + Math.abs(x[i + 7]!) + Math.abs(x[i + 11]!)
  const slack = SHAPE_DISTANCE_ERROR * (outer.reach + inner.reach + shift) + TINY_LENGTH
  if (probes.length > FEW_PROBES && areBoxesApart(outer, inner, y, j, slack)) return -1
  placed.start(outer, positions, x, i, inverted)
  for (let s = 0; s < probes.length; s++) {
    placed.at = 3 * triangles[3 * probes[s]!]!
    transformPoint(point, 0, y, j, positions, placed.at)
    point[3] = slack
    if (pointInShells(outer, point, placed)) return probes[s]!
  }
  return -1
}

/** The boxes around two meshes are tested first where the inner one has more pieces than this. */
const FEW_PROBES = 4

/** Boxes along the outer mesh's axes. */
function areBoxesApart(outer: MeshTree, inner: MeshTree, y: Float64Array, j: number, slack: number): boolean {
  const a = meshAabbs(outer)
  const b = meshAabbs(inner)
  for (let k = 0; k < 3; k++) {
    let centre = y[j + 4 * k + 3]!
    let half = 0
    for (let l = 0; l < 3; l++) {
      centre += y[j + 4 * k + l]! * b[l]!
      half += Math.abs(y[j + 4 * k + l]!) * b[CENTRED_AABB / 2 + l]!
    }
    if (Math.abs(centre - a[k]!) > a[CENTRED_AABB / 2 + k]! + half + 2 * slack) return true
  }
  return false
}

/** Is the point q[0..2], in the mesh's frame, inside? q[3] is 0. */
export function isInsideMesh(tree: MeshTree, q: Float64Array): boolean {
  given.tree = tree
  given.point = q
  return pointInShells(tree, q, given)
}

/** A point in the mesh's own frame, as it is. */
class GivenPoint implements ExactCrossing {
  tree!: MeshTree
  point!: Float64Array

  cross(t: number): number {
    copyTriangle(corners, 0, this.tree, t)
    return crossTriangleExactly(this.point, 0, corners)
  }
}

/** A vertex of another mesh, where the pose puts it. */
class PlacedVertex implements ExactCrossing {
  /** Where the vertex is in `positions`. */
  at = 0
  private tree!: MeshTree
  private positions!: Float64Array
  private x!: Float64Array
  private i = 0
  private inverted = false

  start(tree: MeshTree, positions: Float64Array, x: Float64Array, i: number, inverted: boolean): void {
    this.tree = tree
    this.positions = positions
    this.x = x
    this.i = i
    this.inverted = inverted
  }

  cross(t: number): number {
    copyTriangle(corners, 0, this.tree, t)
    return this.inverted
      ? crossPlacedTriangle(this.positions, this.at, corners, this.x, this.i)
      : crossPlacedPoint(this.positions, this.at, corners, this.x, this.i)
  }
}

const given = new GivenPoint()
const placed = new PlacedVertex()
