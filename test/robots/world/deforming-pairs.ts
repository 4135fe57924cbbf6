// A closed box, as a solid and as a mesh that deforms: something can be inside it.
import { MeshTree } from '../../../src/entries/meshes.js'
import { blockMesh } from '../../oracle/robots/motions-cases.js'

/** A block of half size 1. */
export function checkShapePair(): [{ positions: number[]; triangles: number[] }, MeshTree] {
  const { positions, triangles } = blockMesh([1, 1, 1])
  return [{ positions, triangles }, new MeshTree({ positions, triangles })]
}
