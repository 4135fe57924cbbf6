// The box of a node of a chain from the boxes of its two children, along axes that are computed: rules for comparison, shared with
// hierarchies of bodies (volumes/merge-obb.ts). (The default rule, which takes one child's axes, is in chain-refit-better.ts.)
//
// Given X_LR (the right child's box in the left one's frame) and both half extents, a rule writes to `m` the pose of the new box in
// the left child's frame, and its half extents before they are padded for the chain's rounding. What a rule chooses never
// affects whether a box contains its contents, only how tight it is.
import { identityPose, orthonormalise, POSE } from '../../base/math/pose.js'
import { type MergeRule, mergeCab, mergeCovariance } from '../../volumes/merge-obb.js'
import { WORLD_HALF, WORLD_OBB, WORLD_SIZE } from '../../volumes/world-obb.js'

export class Merged {
  /** X_LP: axes as columns, centre as translation. */
  readonly q = new Float64Array(POSE)
  readonly half = new Float64Array(3)
}

/** The left box, the right box and the new one, in the left one's frame. */
const boxes = identityPose(new Float64Array(3 * WORLD_OBB), 0)
const RIGHT = WORLD_OBB
const NEW = 2 * WORLD_OBB

/** `joint`: where the children are joined, in the left one's frame. */
export function mergeChildren(
  m: Merged,
  rule: Exclude<MergeRule, 'better-child'>,
  x: Float64Array,
  halfL: Float64Array,
  l: number,
  halfR: Float64Array,
  r: number,
  joint: Float64Array,
): void {
  for (let k = 0; k < POSE; k++) boxes[RIGHT + k] = x[k]!
  setHalf(0, halfL, l)
  setHalf(RIGHT, halfR, r)
  if (rule === 'covariance') mergeCovariance(boxes, NEW, 0, RIGHT)
  else mergeCab(boxes, NEW, 0, RIGHT, joint, 0, rule)
  for (let k = 0; k < POSE; k++) m.q[k] = boxes[NEW + k]!
  for (let k = 0; k < 3; k++) m.half[k] = boxes[NEW + WORLD_HALF + k]!
  // The slack of a node counts on axes that are orthonormal to rounding; these are so to what a merged box is padded for.
  orthonormalise(m.q, 0)
}

function setHalf(o: number, half: Float64Array, h: number): void {
  const a = half[h]!
  const b = half[h + 1]!
  const c = half[h + 2]!
  boxes[o + WORLD_HALF] = a
  boxes[o + WORLD_HALF + 1] = b
  boxes[o + WORLD_HALF + 2] = c
  boxes[o + WORLD_SIZE] = a + b + c
}
