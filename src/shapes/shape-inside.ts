// Is a point inside a mesh, and is a shape inside another whose surface it does not touch?

import { checkCoordinate } from '../base/math/checks.js'
import { isInsideMesh, Nested } from '../meshes/solid/nested-meshes.js'
import { BoxSearch, searchBoxes } from '../meshes/tree/search-boxes.js'
import { insideParts } from './parts-inside.js'
import type { MeshShape, PartShape, Shape } from './shape.js'
import { checkPose } from './shape-distance.js'
import { PartPairs, partsTree } from './shape-trees.js'

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
  nested.place(a, b, x, i)
  return searchBoxes(search, partsTree(a, nested.singleA), partsTree(b, nested.singleB), x, i, nested)
}

/** Ends where a part is inside another, whose box its own is in too. */
class NestedParts extends PartPairs {
  protected visitParts(a: PartShape, b: PartShape): boolean {
    return insideParts(found, a, b, this.x, this.i)
  }
}

const found = new Nested()
const search = new BoxSearch()
const nested = new NestedParts()
