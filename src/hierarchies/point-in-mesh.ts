// Is a point inside a closed shell of a mesh? Points on the surface are inside.
//
// A mesh is the union of its closed shells: what is inside any of them is inside, also where they overlap and a count over all
// of them would come out even. But a hollow (mesh-hollows.ts) takes one away again.
import { castUpward, type ExactCrossing, goesAround } from './cast-shells.js'
import { meshAabbs } from './mesh-aabbs.js'
import { meshHollows } from './mesh-hollows.js'
import { meshShells } from './mesh-shells.js'
import type { MeshTree } from './mesh-tree.js'

/** Winding numbers by shell. */
let windings = new Int32Array(16)

/**
 * Is the point q[0..2], in the mesh's frame and known up to q[3], inside or on a closed shell of the mesh? `exact` knows the
 * point better.
 */
export function pointInShells(tree: MeshTree, q: Float64Array, exact: ExactCrossing): boolean {
  const aabbs = meshAabbs(tree)
  // As in castUpward.
  const slack = 2 * q[3]!
  for (let k = 0; k < 3; k++) if (!(Math.abs(aabbs[k]! - q[k]!) <= aabbs[k + 3]! + slack)) return false
  const shells = meshShells(tree)
  if (!shells.anyClosed) return false
  const hollow = meshHollows(tree)
  const { count } = shells
  if (windings.length < count) windings = new Int32Array(2 * count)
  windings.fill(0, 0, count)
  if (castUpward(windings, tree, shells, q, exact)) return true
  let around = 0
  for (let shell = 0; shell < count; shell++) {
    if (goesAround(shells, shell, windings[shell]!)) around += hollow?.[shell] === 1 ? -1 : 1
  }
  return around > 0
}
