// Where the links of a chain are: any one of them in O(log N), all of them in O(N).

import { composePose, composeWithInversePose, POSE } from '../../base/math/pose.js'
import { BOX } from '../../volumes/node-box.js'
import { type ChainArrays, ENDS } from './chain-arrays.js'

const scratch = new Float64Array(2 * POSE)

/** Pose of link i in the frame of node n's box; n holds the link. Goes up from the link's leaf: O(log N). */
export function linkInNode(out: Float64Array, o: number, c: ChainArrays, i: number, n: number): void {
  let node = Math.trunc(i / c.linksPerLeaf)
  for (let k = 0; k < POSE; k++) scratch[k] = c.ends[node * ENDS + k]!
  for (let link = c.first[node]!; link < i; link++) {
    composePose(scratch, POSE, scratch, 0, c.joints, link * POSE)
    scratch.copyWithin(0, POSE)
  }
  for (; node !== n; node = c.parent[node]!) {
    composePose(scratch, POSE, c.box, node * BOX, scratch, 0)
    scratch.copyWithin(0, POSE)
  }
  for (let k = 0; k < POSE; k++) out[o + k] = scratch[k]!
}

/** The smallest node that holds both links. */
export function commonNode(c: ChainArrays, i: number, j: number): number {
  let p = Math.trunc(i / c.linksPerLeaf)
  let q = Math.trunc(j / c.linksPerLeaf)
  while (p !== q) {
    p = c.parent[p]!
    q = c.parent[q]!
  }
  return p
}

/**
 * Calls `each(i, poses, at)` for every link in turn with its pose in the frame that the root box has pose `rootPose` in. Comes
 * down the tree, so that the error of a pose is that of log N products and not of N.
 */
export function eachLinkPose(
  c: ChainArrays,
  rootPose: Float64Array,
  each: (i: number, poses: Float64Array, at: number) => void,
): void {
  const depth = c.levelStart.length
  const poses = new Float64Array((depth + 2) * POSE)
  poses.set(rootPose)
  const down = (n: number, level: number): void => {
    const at = level * POSE
    const child = c.child[n]!
    if (child >= 0) {
      for (let k = 0; k < c.children[n]!; k++) {
        composePose(poses, at + POSE, poses, at, c.box, (child + k) * BOX)
        down(child + k, level + 1)
      }
      return
    }
    composePose(poses, at + POSE, poses, at, c.ends, n * ENDS)
    for (let i = c.first[n]!; i < c.end[n]!; i++) {
      each(i, poses, at + POSE)
      composePose(poses, at, poses, at + POSE, c.joints, i * POSE)
      poses.copyWithin(at + POSE, at, at + POSE)
    }
  }
  down(c.root, 0)
}

/** Pose of the root box in the frame that link 0 has pose `base` in: X_WB = X_WF·X_BF⁻¹, F being link 0's frame. */
export function chainRootPose(out: Float64Array, c: ChainArrays, base: Float64Array): void {
  composeWithInversePose(out, 0, base, 0, c.ends, c.root * ENDS)
}
