// Checks a MeshTree from the outside, for tests: its shape, and that every volume contains what is below it.

import { composePose, invertPose, orthonormalityError, POSE, transformPoint } from '../../base/math/pose.js'
import { TINY_LENGTH } from '../../base/math/rounding.js'
import { validateTreeShape } from '../../base/work/tree-shape.js'
import { BrokenInvariantError } from '../../errors.js'
import { aabbContains } from '../../volumes/aabb.js'
import { kdopContains } from '../../volumes/kdop.js'
import { DOP_SIZES } from '../../volumes/kdop-directions.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { rssContains } from '../../volumes/rss.js'
import { sphereContains } from '../../volumes/sphere.js'
import { kdopRealignment } from '../kdop/kdop-tree.js'
import { pointsReach } from './box-tree.js'
import type { MeshTree } from './mesh-tree.js'
import { BOX_SEARCH_ROUNDING } from './search-boxes.js'
import { isPlain, PLAIN_VOLUMES } from './volume-tree.js'

/** Throws BrokenInvariantError for the first thing that is wrong. */
export function validateMeshTree(tree: MeshTree): void {
  const { nodes, first, end, order, size } = tree
  const demand = (holds: boolean, what: string): void => {
    if (!holds) throw new BrokenInvariantError(what)
  }
  demand(
    tree.reach >= pointsReach({ points: tree.positions, corners: tree.triangles, stride: 3 }),
    'no point is beyond the reach',
  )
  validateTreeShape(tree, size)
  const contains = containment(tree)
  for (let n = 0; n < nodes; n++) {
    for (let i = first[n]!; i < end[n]!; i++) {
      for (let k = 0; k < 3; k++) {
        const vertex = tree.triangles[3 * order[i]! + k]!
        demand(contains(n, vertex), `the volume of node ${n} contains vertex ${vertex}`)
      }
    }
  }
}

/** Is a vertex in a node's volume, up to the rounding that searches allow for? */
function containment(tree: MeshTree): (node: number, vertex: number) => boolean {
  const { volume, boxes, positions } = tree
  if (volume === 'obb') return boxContainment(tree)
  if (isPlain(volume)) {
    const { stride } = PLAIN_VOLUMES[volume]
    const inside = { sphere: sphereContains, aabb: aabbContains, rss: rssContains }[volume]
    return (n, v) => inside(boxes, stride * n, positions, 3 * v)
  }
  const { stride, k } = kdopRealignment(volume)
  if (!DOP_SIZES.includes(k)) throw new BrokenInvariantError(`there is no ${k}-DOP`)
  return (n, v) => kdopContains(boxes, stride * n, positions, 3 * v, k)
}

function boxContainment(tree: MeshTree): (node: number, vertex: number) => boolean {
  const { boxes, child, nodes, positions } = tree
  const frames = new Float64Array(POSE * nodes)
  const inverses = new Float64Array(POSE * nodes)
  const local = new Float64Array(3)
  frames.set(boxes.subarray(0, Math.min(nodes, 1) * POSE), 0)
  for (let n = 0; n < nodes; n++) {
    const c = child[n]!
    if (c >= 0) {
      composePose(frames, POSE * c, frames, POSE * n, boxes, BOX * c)
      composePose(frames, POSE * (c + 1), frames, POSE * n, boxes, BOX * (c + 1))
    }
    invertPose(inverses, POSE * n, frames, POSE * n)
    if (!(orthonormalityError(boxes, BOX * n) < 1e-13)) throw new BrokenInvariantError(`node ${n} has a rigid pose`)
  }
  const slack = BOX_SEARCH_ROUNDING * tree.reach + TINY_LENGTH
  return (n, v) => {
    transformPoint(local, 0, inverses, POSE * n, positions, 3 * v)
    return [0, 1, 2].every((k) => Math.abs(local[k]!) <= boxes[BOX * n + BOX_HALF + k]! + slack)
  }
}
