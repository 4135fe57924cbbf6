// Recomputes one node of a ChainTree from what is below it (chaintree-2002, sections 2.1 and 2.2). A node's numbers are
// a function of its children's alone, and a leaf's of its joints and shapes: the same joints give the same bits,
// whatever changes led to them.

import { composePose, composeWithInversePose, invertPose, POSE, transformPoint } from '../../base/math/pose.js'
import { CHAIN_ROUNDING } from '../../base/math/rounding.js'
import type { MergeRule } from '../../volumes/merge-obb.js'
import { BOX, BOX_HALF, BOX_SIZE } from '../../volumes/node-box.js'
import { type ChainArrays, ENDS, OUT } from './chain-arrays.js'
import type { LinkBounds, LinkInterval } from './chain-leaf.js'
import { Merged, mergeChildren } from './chain-merge.js'
import { refitBetterChild } from './chain-refit-better.js'
import { refitSwept } from './chain-refit-rss.js'
import { Extents } from './chain-tighten.js'

/** X_LR of the node being refitted, and room for one pose more. */
const relative = new Float64Array(12)
const pose = new Float64Array(12)
const joint = new Float64Array(3)
const merged = new Merged()

/** How closely a box is fitted: to its children's boxes, to the boxes below those, or to the links. */
export type BoxFit = 'loose' | 'snug' | 'tight'

/** How boxes are made: the axes they get, and how closely they fit. */
export interface FitRules {
  readonly merge: MergeRule
  readonly boxes: BoxFit
}

/** Volume, ends and slack of an inner node, and its children's volumes in it. */
export function refitNode(c: ChainArrays, n: number, rules: FitRules, bounds: LinkBounds | undefined): void {
  const { box, ends } = c
  const left = c.child[n]!
  const e = n * ENDS
  const bl = left * BOX
  const el = left * ENDS
  if (c.children[n] === 1) {
    box.copyWithin(n * BOX + BOX_HALF, bl + BOX_HALF, bl + BOX)
    ends.copyWithin(e, el, el + ENDS)
    c.slack[n] = c.slack[left]!
    c.aligned[left] = 1
    box.fill(0, bl, bl + POSE)
    box[bl] = box[bl + 5] = box[bl + 10] = 1
    return
  }
  if (c.volume === 'rss') {
    refitSwept(c, n, rules, bounds)
    return
  }
  if (rules.merge === 'better-child') {
    refitBetterChild(c, n, rules.boxes, bounds?.interval)
    return
  }
  const br = bl + BOX
  const er = el + ENDS
  const x = relative
  composeWithInversePose(x, 0, ends, el + OUT, ends, er)
  const m = merged
  joint[0] = ends[el + OUT + 3]!
  joint[1] = ends[el + OUT + 7]!
  joint[2] = ends[el + OUT + 11]!
  mergeChildren(m, rules.merge, x, box, bl + BOX_HALF, box, br + BOX_HALF, joint)
  if (rules.boxes !== 'loose') shrink(c, left, m, x, rules.boxes === 'tight', bounds?.interval)
  c.aligned[left] = 0
  c.aligned[left + 1] = 0
  invertPose(pose, 0, m.q, 0)
  box.set(pose, bl)
  composePose(box, br, pose, 0, x, 0)
  composePose(ends, e, pose, 0, ends, el)
  composePose(ends, e + OUT, box, br, ends, er + OUT)
  padNode(c, n, left, x, m.half)
}

const extents = new Extents()
const centre = new Float64Array(3)
const turned = new Float64Array(12)

/** Shrinks a merged box, keeping its axes: to the boxes one level below the children's, or to the links. */
function shrink(
  c: ChainArrays,
  left: number,
  m: Merged,
  x: Float64Array,
  tight: boolean,
  linkInterval: LinkInterval | undefined,
): void {
  const { half, q } = m
  const { lo, hi } = extents
  // Along the axes, seen from the left child's centre.
  extents.clear()
  q[3] = q[7] = q[11] = 0
  invertPose(pose, 0, q, 0)
  composePose(turned, 0, pose, 0, x, 0)
  if (tight) {
    extents.addLinks(c, left, pose, 0, linkInterval)
    extents.addLinks(c, left + 1, turned, 0, linkInterval)
  } else {
    extents.addChildren(c, left, pose, 0)
    extents.addChildren(c, left + 1, turned, 0)
  }
  for (let k = 0; k < 3; k++) {
    centre[k] = (lo[k]! + hi[k]!) * 0.5
    half[k] = (hi[k]! - lo[k]!) * 0.5
  }
  transformPoint(centre, 0, q, 0, centre, 0)
  for (let k = 0; k < 3; k++) q[4 * k + 3] = centre[k]!
}

/**
 * The slack of a node, and its half extents grown by it. Derivation in docs/spec.md, "Rounding": with every product of
 * two rotations in error by at most 9u and every joint orthonormal to 8u, the error of a position carried across the n
 * links of a node is below the slacks of both children plus CHAIN_ROUNDING·n·(the lengths that were added up here).
 */
function padNode(c: ChainArrays, n: number, left: number, x: Float64Array, half: Float64Array): void {
  const { box, ends, slack } = c
  const bl = left * BOX
  const out = left * ENDS + OUT
  const inR = (left + 1) * ENDS
  const outR = inR + OUT
  const reach =
    Math.abs(ends[out + 3]!) +
    Math.abs(ends[out + 7]!) +
    Math.abs(ends[out + 11]!) +
    Math.abs(ends[inR + 3]!) +
    Math.abs(ends[inR + 7]!) +
    Math.abs(ends[inR + 11]!) +
    Math.abs(ends[outR + 3]!) +
    Math.abs(ends[outR + 7]!) +
    Math.abs(ends[outR + 11]!) +
    Math.abs(x[3]!) +
    Math.abs(x[7]!) +
    Math.abs(x[11]!) +
    box[bl + BOX_HALF]! +
    box[bl + BOX_HALF + 1]! +
    box[bl + BOX_HALF + 2]! +
    box[bl + BOX + BOX_HALF]! +
    box[bl + BOX + BOX_HALF + 1]! +
    box[bl + BOX + BOX_HALF + 2]!
  const s = slack[left]! + slack[left + 1]! + CHAIN_ROUNDING * (c.end[n]! - c.first[n]!) * reach
  slack[n] = s
  setHalf(box, n * BOX, half[0]! + s, half[1]! + s, half[2]! + s)
}

/** Half extents and what goes with them. */
export function setHalf(box: Float64Array, b: number, h0: number, h1: number, h2: number): void {
  box[b + BOX_HALF] = h0
  box[b + BOX_HALF + 1] = h1
  box[b + BOX_HALF + 2] = h2
  box[b + BOX_SIZE] = h0 * h1 + h1 * h2 + h2 * h0
}
