// Meshes as OBJ files: their numbers as they are.
import type { MeshShape } from '../../src/entries/robots.js'

/** As its file had it: what closed it is added again when it is read. */
export function writeObj({ positions, triangles, tree }: MeshShape): string {
  return objText(positions, triangles.subarray(0, triangles.length - 3 * tree.added))
}

export function objText(positions: ArrayLike<number>, triangles: ArrayLike<number>): string {
  const lines: string[] = []
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}`)
  for (let i = 0; i < triangles.length; i += 3)
    lines.push(`f ${triangles[i]! + 1} ${triangles[i + 1]! + 1} ${triangles[i + 2]! + 1}`)
  return `${lines.join('\n')}\n`
}
