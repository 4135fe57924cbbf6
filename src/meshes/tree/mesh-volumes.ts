// The volumes of a MeshTree in the mesh's own frame: for drawing and study. (Searches never need boxes there: they go from box to box.)

import { checkIndex } from '../../base/math/checks.js'
import { composePose, POSE } from '../../base/math/pose.js'
import { type DopSize, directionSet } from '../../volumes/kdop-directions.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { kdopRealignment } from '../kdop/kdop-tree.js'
import type { MeshTree } from './mesh-tree.js'
import { BOX_SEARCH_ROUNDING } from './search-boxes.js'
import { PLAIN_VOLUMES } from './volume-tree.js'

/** What a node of a MeshTree is bounded by. Poses are twelve numbers: the volume's frame in the mesh's. */
export type NodeVolume =
  | { readonly kind: 'box'; readonly pose: Float64Array; readonly half: Float64Array }
  | { readonly kind: 'sphere'; readonly centre: Float64Array; readonly radius: number }
  /** All within `radius` of a rectangle, whose half lengths are along the frame's x and y. */
  | { readonly kind: 'rss'; readonly pose: Float64Array; readonly half: Float64Array; readonly radius: number }
  /** All p with direction·p ≤ support, for each of the directions, three numbers each; in pairs of opposite ones. */
  | { readonly kind: 'kdop'; readonly directions: Float64Array; readonly supports: Float64Array }

/** Of one node: 0 is the root. O(log n). */
export function volumeOfNode(tree: MeshTree, node: number): NodeVolume {
  checkIndex('node', node, 0, tree.nodes)
  const { volume, boxes } = tree
  switch (volume) {
    case 'obb':
      return placedBox(tree, node)
    case 'aabb': {
      const o = PLAIN_VOLUMES.aabb.stride * node
      const [low, high] = [boxes.subarray(o, o + 3), boxes.subarray(o + 3, o + 6)]
      const [x, y, z] = low.map((v, k) => v / 2 + high[k]! / 2) as unknown as [number, number, number]
      // What halving rounds away is added again.
      const half = low.map((v, k) => (high[k]! / 2 - v / 2) * (1 + 2 ** -50) + 2 ** -51 * Math.abs([x, y, z][k]!))
      return { kind: 'box', pose: Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z), half }
    }
    case 'sphere': {
      const o = PLAIN_VOLUMES.sphere.stride * node
      return { kind: 'sphere', centre: boxes.slice(o, o + 3), radius: boxes[o + 3]! }
    }
    case 'rss': {
      const o = PLAIN_VOLUMES.rss.stride * node
      return {
        kind: 'rss',
        pose: boxes.slice(o, o + POSE),
        half: boxes.slice(o + POSE, o + POSE + 2),
        radius: boxes[o + POSE + 2]!,
      }
    }
    default: {
      const k = Number(volume.slice(4)) as DopSize
      const o = kdopRealignment(volume).stride * node
      return { kind: 'kdop', directions: directionSet(k).vectors.slice(), supports: boxes.slice(o, o + k) }
    }
  }
}

/** A box is kept in its parent's frame: from the root down. Larger by what the products on the way may be off by. */
function placedBox(tree: MeshTree, node: number): NodeVolume {
  const { boxes, child, first, reach } = tree
  const pose = boxes.slice(0, POSE)
  const next = new Float64Array(POSE)
  for (let n = 0; n !== node; ) {
    const c = child[n]!
    // The first child holds the first triangles of its parent; children have larger numbers than parents.
    n = c === node || (c + 1 !== node && first[node]! < first[c + 1]!) ? c : c + 1
    composePose(next, 0, pose, 0, boxes, BOX * n)
    pose.set(next)
  }
  const o = BOX * node + BOX_HALF
  const half = boxes.slice(o, o + 3).map((h) => h + BOX_SEARCH_ROUNDING * reach)
  return { kind: 'box', pose, half }
}
