// The boxes of a mesh's tree once more, along the axes of the mesh's own frame: six numbers a node.
//
// Oriented boxes fit tighter, but against one single solid each of them costs a product of rotations. Along the mesh's axes
// one rotation serves the whole search, and a test takes a fifth of the time. Made when first asked for, kept with the tree.
import { U } from '../../base/math/rounding.js'
import type { MeshTree } from './mesh-tree.js'

/** Numbers a node has: its centre and its half extents. */
export const CENTRED_AABB = 6

/** A mesh and the shape of a tree over it. */
export type BoxedMesh = Pick<MeshTree, 'nodes' | 'child' | 'first' | 'end' | 'order' | 'positions' | 'triangles'>

interface Kept {
  readonly version: number
  readonly boxes: Float64Array
}

const kept = new WeakMap<MeshTree, Kept>()

/** Scratch of searches of one tree: nodes that wait, one a level at most. There is room for all trees that have boxes here. */
let waiting = new Int32Array(128)

/** Centres and half extents of all nodes, in the mesh's frame; every point of a node's triangles is inside. */
export function meshAabbs(tree: MeshTree): Float64Array {
  const known = kept.get(tree)
  if (known !== undefined && known.version === tree.version) return known.boxes
  tree.demandAttached('mesh')
  const boxes = fitAabbs(tree)
  kept.set(tree, { version: tree.version, boxes })
  return boxes
}

/** The stack of a search of one tree by its aabbs. Searches do not call each other, so one is enough for a thread. */
export function aabbStack(): Int32Array {
  return waiting
}

/** Levels of a tree. Those built here have few (mesh-splits.ts); one that came as a buffer may be a chain. */
function deepest({ nodes, child }: BoxedMesh): number {
  const level = new Int32Array(nodes)
  let most = 0
  for (let n = 0; n < nodes; n++) {
    const c = child[n]!
    if (c < 0) continue
    level[c] = level[n]! + 1
    level[c + 1] = level[n]! + 1
    most = Math.max(most, level[c]!)
  }
  return most + 1
}

/** meshAabbs of a mesh that is not a MeshTree yet. */
export function fitAabbs(mesh: BoxedMesh): Float64Array {
  const { nodes, child, first, end } = mesh
  const levels = deepest(mesh)
  if (waiting.length < levels + 2) waiting = new Int32Array(2 * levels + 2)
  // Least and greatest coordinates first: children come after their parents.
  const spans = new Float64Array(CENTRED_AABB * nodes)
  for (let n = nodes - 1; n >= 0; n--) {
    const o = CENTRED_AABB * n
    const c = CENTRED_AABB * child[n]!
    if (c >= 0) {
      for (let k = 0; k < 3; k++) {
        spans[o + k] = Math.min(spans[c + k]!, spans[c + CENTRED_AABB + k]!)
        spans[o + k + 3] = Math.max(spans[c + k + 3]!, spans[c + CENTRED_AABB + k + 3]!)
      }
    } else spanLeaf(spans, o, mesh, first[n]!, end[n]!)
  }
  // The centre is rounded by u of itself, and so is the half extent.
  for (let o = 0; o < spans.length; o += CENTRED_AABB) {
    for (let k = o; k < o + 3; k++) {
      const low = spans[k]!
      const high = spans[k + 3]!
      spans[k] = low / 2 + high / 2
      spans[k + 3] = high / 2 - low / 2 + 4 * U * (Math.abs(low) + Math.abs(high))
    }
  }
  return spans
}

/** Least and greatest coordinates of the triangles order[from..to). */
function spanLeaf(
  out: Float64Array,
  o: number,
  { order, positions, triangles }: BoxedMesh,
  from: number,
  to: number,
): void {
  let x0 = Infinity
  let y0 = Infinity
  let z0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  let z1 = -Infinity
  for (let i = from; i < to; i++) {
    const t = 3 * order[i]!
    for (let corner = t; corner < t + 3; corner++) {
      const p = 3 * triangles[corner]!
      const x = positions[p]!
      const y = positions[p + 1]!
      const z = positions[p + 2]!
      x0 = Math.min(x0, x)
      y0 = Math.min(y0, y)
      z0 = Math.min(z0, z)
      x1 = Math.max(x1, x)
      y1 = Math.max(y1, y)
      z1 = Math.max(z1, z)
    }
  }
  out[o] = x0
  out[o + 1] = y0
  out[o + 2] = z0
  out[o + 3] = x1
  out[o + 4] = y1
  out[o + 5] = z1
}
