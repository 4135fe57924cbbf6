// The solid whose depth is computed for a shape: the depth in a mesh is not known, so its convex hull is used.
import { weldVertices } from '../meshes/solid/mesh-sides.js'
import { type ConvexShape, convex, group, type MeshShape, type Shape } from './shape.js'

export function hasMesh(shape: Shape): boolean {
  return shape.kind === 'mesh' || (shape.kind === 'group' && shape.parts.some(({ kind }) => kind === 'mesh'))
}

const groups = new WeakMap<Shape, Shape>()

/** The solid whose depth is computed for a shape: for a mesh, its hull. */
export function solidOf(shape: Shape): Shape {
  if (shape.kind === 'mesh') return hullOf(shape)
  if (shape.kind !== 'group' || !hasMesh(shape)) return shape
  let solid = groups.get(shape)
  if (solid === undefined) {
    solid = group(shape.parts.map((part) => (part.kind === 'mesh' ? hullOf(part) : part)))
    groups.set(shape, solid)
  }
  return solid
}

const meshHulls = new WeakMap<MeshShape, { readonly version: number; readonly hull: ConvexShape }>()

/** The hull of a mesh, found once for each version of it. */
export function hullOf(mesh: MeshShape): ConvexShape {
  const { version } = mesh.tree
  let known = meshHulls.get(mesh)
  if (known?.version !== version) {
    known = { version, hull: newHull(mesh) }
    meshHulls.set(mesh, known)
  }
  return known.hull
}

/** Of the vertices that triangles have, each place once: a file may hold others, and most files repeat them. */
function newHull({ positions, triangles }: MeshShape): ConvexShape {
  const weld = weldVertices(positions)
  const used = new Uint8Array(positions.length / 3)
  let count = 0
  for (const v of triangles) {
    if (used[weld[v]!] === 1) continue
    used[weld[v]!] = 1
    count++
  }
  const points = new Float64Array(3 * count)
  let length = 0
  for (let v = 0; v < used.length; v++) {
    if (used[v] === 1) for (let k = 0; k < 3; k++) points[length++] = positions[3 * v + k]!
  }
  return convex({ points })
}
