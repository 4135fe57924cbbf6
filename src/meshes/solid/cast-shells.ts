// How often a ray from a point upward crosses each closed shell of a mesh, and each piece that belongs to a closed choice: the winding
// numbers of the shells and pieces around the point.
import { crossTriangle, ON, UNSURE_RAY } from '../../geometry/triangles/ray-triangle.js'
import { aabbStack, CENTRED_AABB, meshAabbs } from '../tree/mesh-aabbs.js'
import type { MeshTree } from '../tree/mesh-tree.js'
import type { MeshShells } from './mesh-shells.js'

/** Decides what floating point cannot: crossTriangleExactly or one of its like, for triangle t. */
export interface ExactCrossing {
  cross(t: number): number
}

/** Does a shell with this winding number go around the point? One that is not oriented does if the number is odd. */
export function goesAround(shells: MeshShells, shell: number, winding: number): boolean {
  return shells.oriented[shell] === 1 ? winding !== 0 : winding % 2 !== 0
}

/**
 * Adds up the crossings of all slots (MeshShells) by the ray upward from the point q[0..2], in the mesh's frame and known up to q[3],
 * to those in `counts`; true if the point is on a triangle that has a slot. `exact` knows the point better. Slots from `end` on
 * and the slot `but` are left out.
 */
export function castUpward(
  counts: Int32Array,
  tree: MeshTree,
  shells: MeshShells,
  q: Float64Array,
  exact: ExactCrossing,
  end = shells.slots,
  but = -1,
): boolean {
  const { child, first, end: ends, order, triangles, positions } = tree
  const { slotOf, turn } = shells
  const aabbs = meshAabbs(tree)
  const stack = aabbStack()
  const x = q[0]!
  const y = q[1]!
  const z = q[2]!
  // Twice: these tests are off by a few u of the coordinates, and the boxes have as much to spare.
  const slack = 2 * q[3]!
  let top = 0
  if (tree.nodes > 0) stack[top++] = 0
  while (top > 0) {
    const n = stack[--top]!
    const o = CENTRED_AABB * n
    if (Math.abs(aabbs[o]! - x) > aabbs[o + 3]! + slack) continue
    if (Math.abs(aabbs[o + 1]! - y) > aabbs[o + 4]! + slack) continue
    if (z - aabbs[o + 2]! > aabbs[o + 5]! + slack) continue
    const c = child[n]!
    if (c >= 0) {
      stack[top++] = c
      stack[top++] = c + 1
      continue
    }
    for (let k = first[n]!; k < ends[n]!; k++) {
      const t = order[k]!
      const slot = slotOf[t]!
      if (slot < 0 || slot >= end || slot === but) continue
      const i = 3 * t
      let side = crossTriangle(q, positions, 3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!)
      if (side === UNSURE_RAY) side = exact.cross(t)
      if (side === ON) return true
      counts[slot] = counts[slot]! + side * turn[t]!
    }
  }
  return false
}
