// Is a point inside a mesh, and is a shape inside another whose surface it does not touch?

import { checkCoordinate } from '../base/math/checks.js'
import type { PairVisitor } from '../base/work/traverse-pair.js'
import { isInsideMesh, Nested } from '../meshes/solid/nested-meshes.js'
import { BoxSearch, searchBoxes } from '../meshes/tree/search-boxes.js'
import { insideParts } from './parts-inside.js'
import type { MeshShape, Shape } from './shape.js'
import { checkPose } from './shape-distance.js'
import { partOf, partsTree, SingleTree } from './shape-trees.js'

const point = new Float64Array(4)

/** Is a point, in the mesh's frame, inside the mesh or on something closed of it (docs/spec.md, [solids])? In exact arithmetic. */
export function pointInMesh(mesh: MeshShape, px: number, py: number, pz: number): boolean {
  point[0] = checkCoordinate('px', px)
  point[1] = checkCoordinate('py', py)
  point[2] = checkCoordinate('pz', pz)
  point[3] = 0
  return isInsideMesh(mesh.tree, point)
}

/**
 * Is something of B inside a mesh of A, or something of A inside one of B? x[i..i+11] is X_AB. Their surfaces must not touch
 * (touchSurfaces): if they do, any answer may come.
 */
export function insideShapes(a: Shape, b: Shape, x: Float64Array, i: number): boolean {
  checkPose(x, i)
  if (a.kind !== 'group' && b.kind !== 'group') return insideParts(found, a, b, x, i)
  nested.start(a, b, x, i)
  return searchBoxes(search, partsTree(a, nested.singleA), partsTree(b, nested.singleB), x, i, nested)
}

/** The parts of a group against those of another, or against one shape: one that is inside another has its box there too. */
class NestedParts implements PairVisitor {
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
    return insideParts(found, partOf(a, partA), partOf(b, partB), this.x, this.i)
  }
}

const found = new Nested()
const search = new BoxSearch()
const nested = new NestedParts()
