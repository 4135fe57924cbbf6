// The boxes of a ChainTree where they are in the world: for drawing and study. (Searches never need them there: they go from box
// to box.)

import { composePose, POSE } from '../../base/math/pose.js'
import { CHAIN_ROUNDING } from '../../base/math/rounding.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import type { ChainArrays } from './chain-arrays.js'
import { chainRootPose } from './chain-poses.js'

/** Boxes of a chain, in the order of its links or from the smallest to the largest. */
export interface ChainBoxes {
  readonly count: number
  /**
   * Fifteen numbers a box: the pose of its frame, which has its origin at the centre and its axes along the edges, in the frame that the
   * base is given in; then half its lengths. Of a swept rectangle: of the box around it.
   */
  readonly boxes: Float64Array
  /** Box k holds links first[k] ≤ i < end[k]. */
  readonly first: Int32Array
  readonly end: Int32Array
}

/** Numbers a box has in `boxes`. */
const PLACED = 15

/**
 * Every box is larger by this on all sides, in units of the lengths that its place is the sum of, so that it holds its links where
 * `linkPose` and `positions` say they are. A place is the product of at most 33 poses. Each product errs by less than 12 u in its
 * rotation, which turns what lies below, and by less than 12 u of both lengths in its translation: 33 · 24 u of all lengths together, for
 * the box and the same for the link, makes 1,584 u. CHAIN_ROUNDING is 256 u.
 */
const PLACE_ROUNDING = 8 * CHAIN_ROUNDING

/** All boxes of a level: 0 are the leaves, the last is the root. O(N / 2^level + log N). */
export function chainBoxesOfLevel(c: ChainArrays, base: Float64Array, level: number): ChainBoxes {
  const start = c.levelStart[level]!
  const out = emptyBoxes(c.levelStart[level + 1]! - start)
  const poses = new Float64Array((c.levelStart.length + 1) * POSE)
  const pad = placeRoot(poses, c, base)
  const down = (n: number, at: number): void => {
    if (n < c.levelStart[level + 1]!) {
      putBox(out, n - start, c, n, poses, at, pad)
      return
    }
    for (let k = 0; k < c.children[n]!; k++) {
      const child = c.child[n]! + k
      composePose(poses, at + POSE, poses, at, c.box, child * BOX)
      down(child, at + POSE)
    }
  }
  down(c.root, 0)
  return out
}

/** The boxes that hold a link, from its leaf's to the root's. O(log N). */
export function boxesAround(c: ChainArrays, base: Float64Array, link: number): ChainBoxes {
  const path: number[] = []
  for (let n = Math.trunc(link / c.linksPerLeaf); n >= 0; n = c.parent[n]!) path.push(n)
  const out = emptyBoxes(path.length)
  const poses = new Float64Array((path.length + 1) * POSE)
  const pad = placeRoot(poses, c, base)
  for (let k = path.length - 1, at = 0; k >= 0; k--, at += POSE) {
    putBox(out, k, c, path[k]!, poses, at, pad)
    if (k > 0) composePose(poses, at + POSE, poses, at, c.box, path[k - 1]! * BOX)
  }
  return out
}

function emptyBoxes(count: number): ChainBoxes {
  return {
    count,
    boxes: new Float64Array(PLACED * count),
    first: new Int32Array(count),
    end: new Int32Array(count),
  }
}

/** Writes the root's pose to poses[0..11]; returns what every box is to be larger by. */
function placeRoot(poses: Float64Array, c: ChainArrays, base: Float64Array): number {
  chainRootPose(poses, c, base)
  let length = 0
  for (let k = 3; k < POSE; k += 4) length += Math.abs(poses[k]!) + Math.abs(base[k]!)
  const h = c.root * BOX + BOX_HALF
  for (let k = 0; k < 3; k++) length += 2 * c.box[h + k]!
  return PLACE_ROUNDING * length
}

function putBox(
  out: ChainBoxes,
  k: number,
  c: ChainArrays,
  n: number,
  poses: Float64Array,
  at: number,
  pad: number,
): void {
  const { boxes, first, end } = out
  const o = PLACED * k
  for (let i = 0; i < POSE; i++) boxes[o + i] = poses[at + i]!
  const h = n * BOX + BOX_HALF
  const [x, y, z] = [c.box[h]!, c.box[h + 1]!, c.box[h + 2]!]
  // A swept rectangle is as thick as its radius everywhere around.
  const around = c.volume === 'rss' ? z : 0
  boxes[o + POSE] = x + around + pad
  boxes[o + POSE + 1] = y + around + pad
  boxes[o + POSE + 2] = z + pad
  first[k] = c.first[n]!
  end[k] = c.end[n]!
}
