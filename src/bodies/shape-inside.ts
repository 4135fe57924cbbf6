// Closed meshes as solids. A mesh is a surface for touchShapes and distanceShapes; a caller to whom a thing wholly inside a closed
// mesh is in collision asks here, once the surfaces are known not to touch. Then a piece that hangs together is wholly
// inside or wholly outside, and one point of it tells.
//
// Which shells of a mesh are closed, and what is inside several of them: hierarchies/mesh-shells.ts, mesh-hollows.ts.
import { crossPlacedPoint, crossPlacedTriangle, crossTriangleExactly } from '../geometry/ray-triangle.js'
import type { ExactCrossing } from '../hierarchies/cast-shells.js'
import { meshShells } from '../hierarchies/mesh-shells.js'
import type { MeshTree } from '../hierarchies/mesh-tree.js'
import { pointInShells } from '../hierarchies/point-in-mesh.js'
import { BoxSearch, type LeafVisitor, searchBoxes } from '../hierarchies/search-boxes.js'
import { copyTriangle } from '../hierarchies/triangle-pairs.js'
import { checkCoordinate } from '../math/checks.js'
import { invertPose, POSE, transformPoint } from '../math/pose.js'
import { SHAPE_DISTANCE_ERROR, TINY_LENGTH } from '../math/rounding.js'
import type { MeshShape, PartShape, Shape } from './shape.js'
import { checkPose } from './shape-distance.js'
import { partOf, partsTree, SingleTree } from './shape-trees.js'

const point = new Float64Array(4)
const corners = new Float64Array(9)

/**
 * Is a point, in the mesh's frame, inside the mesh or on it? In exact arithmetic. Inside is what any closed shell goes around:
 * overlapping shells make a union; but a shell that is turned inside out, inside another and touching none, is a hollow. Shells
 * that are not closed have no inside, and points on those do not count.
 */
export function pointInMesh(mesh: MeshShape, px: number, py: number, pz: number): boolean {
  point[0] = checkCoordinate('px', px)
  point[1] = checkCoordinate('py', py)
  point[2] = checkCoordinate('pz', pz)
  point[3] = 0
  given.tree = mesh.tree
  return pointInShells(mesh.tree, point, given)
}

/** A point in the mesh's own frame, as it is. */
class GivenPoint implements ExactCrossing {
  tree!: MeshTree

  cross(t: number): number {
    copyTriangle(corners, 0, this.tree, t)
    return crossTriangleExactly(point, 0, corners)
  }
}

const given = new GivenPoint()

/**
 * Is something of B inside a closed shell of A, or something of A inside one of B? x[i..i+11] is X_AB. A and B must not touch
 * (touchShapes): if they do, any answer may come. A vertex of a mesh is where the pose puts it, exactly; a point of
 * another solid is rounded, which can be wrong only where it is nearer to the surface than SHAPE_DISTANCE_ERROR.
 */
export function insideShapes(a: Shape, b: Shape, x: Float64Array, i: number): boolean {
  checkPose(x, i)
  if (a.kind !== 'group' && b.kind !== 'group') return insideParts(a, b, x, i)
  nested.start(a, b, x, i)
  return searchBoxes(search, partsTree(a, nested.singleA), partsTree(b, nested.singleB), x, i, nested)
}

const inverse = new Float64Array(POSE)

function insideParts(a: PartShape, b: PartShape, x: Float64Array, i: number): boolean {
  if (a.kind === 'mesh' && meshShells(a.tree).anyClosed && holds(a, b, x, i, x, i, false)) return true
  if (b.kind !== 'mesh' || !meshShells(b.tree).anyClosed) return false
  invertPose(inverse, 0, x, i)
  return holds(b, a, inverse, 0, x, i, true)
}

/**
 * Is a piece of `other` inside the mesh? Its pose in the mesh's frame is y[j..], up to rounding; exactly it is x[i..], or the
 * inverse of that.
 */
function holds(
  mesh: MeshShape,
  other: PartShape,
  y: Float64Array,
  j: number,
  x: Float64Array,
  i: number,
  inverted: boolean,
): boolean {
  const { tree } = mesh
  const shift = Math.abs(x[i + 3]!) + Math.abs(x[i + 7]!) + Math.abs(x[i + 11]!)
  if (other.kind === 'mesh') {
    const { vertex } = meshShells(other.tree)
    const { positions } = other.tree
    placed.start(tree, positions, x, i, inverted)
    for (let s = 0; s < vertex.length; s++) {
      placed.at = 3 * vertex[s]!
      transformPoint(point, 0, y, j, positions, placed.at)
      point[3] = SHAPE_DISTANCE_ERROR * (tree.reach + other.tree.reach + shift) + TINY_LENGTH
      if (pointInShells(tree, point, placed)) return true
    }
    return false
  }
  const own = pointOf(other)
  transformPoint(point, 0, y, j, own, 0)
  point[3] = 0
  given.tree = tree
  return pointInShells(tree, point, given)
}

const middle = new Float64Array(3)

/** A point of a solid, in its frame. */
function pointOf(shape: Exclude<PartShape, MeshShape>): Float64Array {
  switch (shape.kind) {
    case 'sphere':
      return shape.centre
    case 'capsule':
      return shape.from
    case 'convex':
      return shape.points
    default:
      for (let k = 0; k < 3; k++) middle[k] = shape.pose[4 * k + 3]!
      return middle
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

/** The parts of a group against those of another, or against one shape: one that is inside another has its box there too. */
class NestedParts implements LeafVisitor {
  margin = 0
  readonly singleA = new SingleTree()
  readonly singleB = new SingleTree()
  private a!: Shape
  private b!: Shape
  private x!: Float64Array
  private i = 0

  start(a: Shape, b: Shape, x: Float64Array, i: number): void {
    this.a = a
    this.b = b
    this.x = x
    this.i = i
  }

  visit(leafA: number, leafB: number): boolean {
    const { a, b } = this
    const partA = a.kind === 'group' ? a.tree.order[a.tree.first[leafA]!]! : 0
    const partB = b.kind === 'group' ? b.tree.order[b.tree.first[leafB]!]! : 0
    return insideParts(partOf(a, partA), partOf(b, partB), this.x, this.i)
  }
}

const search = new BoxSearch()
const placed = new PlacedVertex()
const nested = new NestedParts()
