// What the engine has found out about a mesh's shells, for tests to look at.
import { meshShells } from '../../../src/meshes/solid/mesh-shells.js'
import type { MeshShape, Shape } from '../../../src/shapes/shape.js'

/** Is every shell of it closed? */
export function isClosed(mesh: MeshShape): boolean {
  return !meshShells(mesh.tree).anyOpen
}

/** Has the shape an inside that touchShapes does not see: is it a mesh with a closed shell, or a group with one? */
export function hasInside(shape: Shape): boolean {
  if (shape.kind === 'group') return shape.parts.some(hasInside)
  return shape.kind === 'mesh' && meshShells(shape.tree).anySolid
}
