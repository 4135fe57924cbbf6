// What stands for a shape where a depth is asked for: a mesh is a surface and has none, so its convex hull does.
import { type ConvexShape, convex, group, type MeshShape, type Shape } from './shape.js'

export function hasMesh(shape: Shape): boolean {
  return shape.kind === 'mesh' || (shape.kind === 'group' && shape.parts.some(({ kind }) => kind === 'mesh'))
}

const hulls = new WeakMap<Shape, Shape>()

/** What stands for a shape where a depth is asked for: its hull for a mesh. */
export function solidOf(shape: Shape): Shape {
  if (!hasMesh(shape)) return shape
  let solid = hulls.get(shape)
  if (solid === undefined) {
    solid =
      shape.kind === 'group'
        ? group(shape.parts.map((part) => (part.kind === 'mesh' ? hullOf(part) : part)))
        : hullOf(shape as MeshShape)
    hulls.set(shape, solid)
  }
  return solid
}

/** Of the vertices that triangles have: a file may hold others. */
function hullOf({ positions, triangles }: MeshShape): ConvexShape {
  const used = new Uint8Array(positions.length / 3)
  for (const v of triangles) used[v] = 1
  const points: number[] = []
  for (let v = 0; v < used.length; v++) {
    if (used[v] === 1) points.push(positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!)
  }
  return convex({ points })
}
