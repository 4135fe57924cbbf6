// Is a point inside a mesh? Points on what is closed are inside.
//
// A mesh is the union of what is closed in it: what is inside any of its closed shells is inside, also where they overlap and a count
// over all of them would come out even. But a hollow (mesh-hollows.ts) takes one away again. And what a closed choice of the other
// triangles (mesh-pieces.ts) goes around is inside, hollow or not.
import { meshAabbs } from '../tree/mesh-aabbs.js'
import type { MeshTree } from '../tree/mesh-tree.js'
import { castUpward, type ExactCrossing, goesAround } from './cast-shells.js'
import { meshHollows } from './mesh-hollows.js'
import type { Choice } from './mesh-pieces.js'
import { meshShells } from './mesh-shells.js'

/** Winding numbers by shell and piece. */
let counts = new Int32Array(16)

/**
 * Is the point q[0..2], in the mesh's frame and known up to q[3], inside or on something closed of the mesh? `exact` knows the
 * point better.
 */
export function pointInShells(tree: MeshTree, q: Float64Array, exact: ExactCrossing): boolean {
  const aabbs = meshAabbs(tree)
  // As in castUpward.
  const slack = 2 * q[3]!
  for (let k = 0; k < 3; k++) if (!(Math.abs(aabbs[k]! - q[k]!) <= aabbs[k + 3]! + slack)) return false
  const shells = meshShells(tree)
  if (!shells.anySolid) return false
  const { count, slots, closed, choices } = shells
  if (counts.length < slots) counts = new Int32Array(2 * slots)
  counts.fill(0, 0, slots)
  if (castUpward(counts, tree, shells, q, exact)) return true
  let around = 0
  let hollow: Uint8Array | undefined
  for (let shell = 0; shell < count; shell++) {
    if (closed[shell] === 0 || !goesAround(shells, shell, counts[shell]!)) continue
    hollow ??= meshHollows(tree) ?? new Uint8Array(count)
    around += hollow[shell] === 1 ? -1 : 1
  }
  return around > 0 || choices.some(goesAroundChoice)
}

function goesAroundChoice({ modulus, pieces, factors }: Choice): boolean {
  let sum = 0
  for (let k = 0; k < pieces.length; k++) sum += factors[k]! * counts[pieces[k]!]!
  return sum % modulus !== 0
}
