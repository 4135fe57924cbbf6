// Meshes of a world that are not solids: what is wholly inside them is not seen.

import { meshShells } from '../hierarchies/mesh-shells.js'
import type { MeshTree } from '../hierarchies/mesh-tree.js'
import type { WorldObject } from './world-objects.js'

/** A mesh, or a part of one, that stays a surface: nothing can be inside it. */
export interface WorldSurface {
  /** Names of the object and of its geometry, and the place among the parts of a group (0 for anything else). */
  readonly object: string
  readonly geometry: string
  readonly part: number
  /** How many shells of the mesh are open, and their share of its area, 0 to 1. */
  readonly shells: number
  readonly share: number
  /** How far the fillings of its holes would reach from the mesh, as a fraction of the mesh's size. */
  readonly reach: number
  /** Some point has a generalised winding number above one half: it looks as if a solid was meant. */
  readonly looksSolid: boolean
}

export function surfacesOf(objects: readonly WorldObject[]): WorldSurface[] {
  return objects.flatMap(({ name: object, geometry }) =>
    geometry.flatMap(({ name, shape }) =>
      (shape.kind === 'group' ? shape.parts : [shape]).flatMap((own, part) =>
        own.kind === 'mesh' && !meshShells(own.tree).allClosed
          ? [{ object, geometry: name, part, ...openPart(own.tree) }]
          : [],
      ),
    ),
  )
}

function openPart(tree: MeshTree): Pick<WorldSurface, 'shells' | 'share' | 'reach' | 'looksSolid'> {
  const { closed, shellOf } = meshShells(tree)
  const { positions: p, triangles } = tree
  let open = 0
  let all = 0
  for (let t = 0; 3 * t < triangles.length; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]!) as [number, number, number]
    const u = [0, 1, 2].map((k) => p[b + k]! - p[a + k]!)
    const v = [0, 1, 2].map((k) => p[c + k]! - p[a + k]!)
    const [x, y, z] = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
    const area = Math.sqrt(x * x + y * y + z * z)
    all += area
    if (closed[shellOf[t]!] === 0) open += area
  }
  const shells = closed.filter((is) => is === 0).length
  return { shells, share: all > 0 ? open / all : 0, reach: NaN, looksSolid: false }
}
