// refitNode for swept rectangles (chain-rss.ts): a node's volume from its children's, in O(1) for `loose` and `snug` ones.
//
// The axes are chosen as for boxes, by the rule asked for; of the three, the one along which the children reach least far becomes
// the rectangle's normal. With the default rule one child's axes are its parent's, in the same order or in another one.

import { composePose, composeWithInversePose, invertPose, POSE } from '../../base/math/pose.js'
import { CHAIN_ROUNDING } from '../../base/math/rounding.js'
import type { MergeRule } from '../../volumes/merge-obb.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { type ChainArrays, ENDS, OUT } from './chain-arrays.js'
import type { LinkBounds } from './chain-leaf.js'
import { Merged, mergeChildren } from './chain-merge.js'
import type { FitRules } from './chain-refit.js'
import { addChildren, addLinks, addVolume, clearBalls, FIT, fitRectangle, setSwept } from './chain-rss.js'

/** X_LR of the node being refitted, and its inverse. */
const relative = new Float64Array(POSE)
const inverse = new Float64Array(POSE)
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
const merged = new Merged()
const joint = new Float64Array(3)
/** Half extents of both children's boxes; half extents of both together along the axes of the left child, then of the right. */
const boxes = new Float64Array(6)
const extents = new Float64Array(6)
const turned = new Float64Array(2 * POSE)
const fit = new Float64Array(FIT)

export function refitSwept(c: ChainArrays, n: number, rules: FitRules, bounds: LinkBounds | undefined): void {
  const { box, ends, slack } = c
  const left = c.child[n]!
  const bl = left * BOX
  const br = bl + BOX
  const el = left * ENDS
  const er = el + ENDS
  composeWithInversePose(relative, 0, ends, el + OUT, ends, er)
  if (rules.merge === 'better-child') takeChildAxes(c, left)
  else computeAxes(c, left, rules.merge)

  clearBalls()
  // A child with its parent's axes is nearly as tight along them as its own children are: looking into it separates 3 % more pairs
  // and takes longer than testing them.
  const { boxes: how } = rules
  for (let node = left; node < left + 2; node++) {
    if (how === 'tight') addLinks(c, node, box, node * BOX, bounds)
    else if (how === 'snug' && c.aligned[node] === 0) addChildren(c, node, box, node * BOX)
    else addVolume(c, node, box, node * BOX)
  }
  fitRectangle(fit)
  for (let k = 0; k < 3; k++) {
    box[bl + 4 * k + 3] = box[bl + 4 * k + 3]! - fit[k]!
    box[br + 4 * k + 3] = box[br + 4 * k + 3]! - fit[k]!
  }
  const e = n * ENDS
  composePose(ends, e, box, bl, ends, el)
  composePose(ends, e + OUT, box, br, ends, er + OUT)

  // The slack is that of a box (chain-refit.ts, padNode).
  const reach =
    originReach(ends, el + OUT) +
    originReach(ends, er) +
    originReach(ends, er + OUT) +
    originReach(relative, 0) +
    halves(box, bl) +
    halves(box, br)
  slack[n] = slack[left]! + slack[left + 1]! + CHAIN_ROUNDING * (c.end[n]! - c.first[n]!) * reach
  setSwept(c, n, fit, reach)
}

function originReach(x: Float64Array, i: number): number {
  return Math.abs(x[i + 3]!) + Math.abs(x[i + 7]!) + Math.abs(x[i + 11]!)
}

function halves(box: Float64Array, b: number): number {
  return box[b + BOX_HALF]! + box[b + BOX_HALF + 1]! + box[b + BOX_HALF + 2]!
}

/** Puts both children into the axes of whichever gives the smaller volume, seen from that child's centre. */
function takeChildAxes(c: ChainArrays, left: number): void {
  const { box, aligned } = c
  const x = relative
  const bl = left * BOX
  const br = bl + BOX
  const l0 = box[bl + BOX_HALF]!
  const l1 = box[bl + BOX_HALF + 1]!
  const rl = box[bl + BOX_HALF + 2]!
  const r0 = box[br + BOX_HALF]!
  const r1 = box[br + BOX_HALF + 1]!
  const rr = box[br + BOX_HALF + 2]!
  const t0 = x[3]!
  const t1 = x[7]!
  const t2 = x[11]!
  const s0 = -(x[0]! * t0 + x[4]! * t1 + x[8]! * t2)
  const s1 = -(x[1]! * t0 + x[5]! * t1 + x[9]! * t2)
  const s2 = -(x[2]! * t0 + x[6]! * t1 + x[10]! * t2)
  const q00 = Math.abs(x[0]!)
  const q01 = Math.abs(x[1]!)
  const q10 = Math.abs(x[4]!)
  const q11 = Math.abs(x[5]!)
  extents[0] = together(l0 + rl, t0, q00 * r0 + q01 * r1 + rr)
  extents[1] = together(l1 + rl, t1, q10 * r0 + q11 * r1 + rr)
  extents[2] = together(rl, t2, Math.abs(x[8]!) * r0 + Math.abs(x[9]!) * r1 + rr)
  extents[3] = together(r0 + rr, s0, q00 * l0 + q10 * l1 + rl)
  extents[4] = together(r1 + rr, s1, q01 * l0 + q11 * l1 + rl)
  extents[5] = together(rr, s2, Math.abs(x[2]!) * l0 + Math.abs(x[6]!) * l1 + rl)
  const takeLeft = sweptVolume(0) <= sweptVolume(3)
  const normal = thinnest(takeLeft ? 0 : 3)
  if (takeLeft) {
    turnRows(box, bl, IDENTITY, normal)
    turnRows(box, br, x, normal)
  } else {
    const y = inverse
    y[0] = x[0]!
    y[1] = x[4]!
    y[2] = x[8]!
    y[3] = s0
    y[4] = x[1]!
    y[5] = x[5]!
    y[6] = x[9]!
    y[7] = s1
    y[8] = x[2]!
    y[9] = x[6]!
    y[10] = x[10]!
    y[11] = s2
    turnRows(box, bl, y, normal)
    turnRows(box, br, IDENTITY, normal)
  }
  const same = normal === 2 ? 1 : 0
  aligned[left] = takeLeft ? same : 0
  aligned[left + 1] = takeLeft ? 0 : same
}

/** Half of what ±a about 0 and ±b about t take up together. */
function together(a: number, t: number, b: number): number {
  return (Math.max(a, t + b) - Math.min(-a, t - b)) * 0.5
}

/** Puts both children into computed axes, seen from the left one's centre. */
function computeAxes(c: ChainArrays, left: number, rule: Exclude<MergeRule, 'better-child'>): void {
  const { box, ends } = c
  for (let k = 0; k < 2; k++) {
    const h = (left + k) * BOX + BOX_HALF
    boxes[3 * k] = box[h]! + box[h + 2]!
    boxes[3 * k + 1] = box[h + 1]! + box[h + 2]!
    boxes[3 * k + 2] = box[h + 2]!
  }
  for (let k = 0; k < 3; k++) joint[k] = ends[left * ENDS + OUT + 4 * k + 3]!
  mergeChildren(merged, rule, relative, boxes, 0, boxes, 3, joint)
  const { q, half } = merged
  q[3] = q[7] = q[11] = 0
  invertPose(turned, 0, q, 0)
  composePose(turned, POSE, turned, 0, relative, 0)
  extents.set(half)
  const normal = thinnest(0)
  turnRows(box, left * BOX, turned.subarray(0, POSE), normal)
  turnRows(box, (left + 1) * BOX, turned.subarray(POSE), normal)
  c.aligned[left] = 0
  c.aligned[left + 1] = 0
}

/** Which of three half extents is the least. */
function thinnest(at: number): 0 | 1 | 2 {
  const a = extents[at]!
  const b = extents[at + 1]!
  const c = extents[at + 2]!
  if (c <= a && c <= b) return 2
  return a <= b ? 0 : 1
}

/** The volume of a swept rectangle with these half extents, its radius the least of them. */
function sweptVolume(at: number): number {
  const a = extents[at]!
  const b = extents[at + 1]!
  const c = extents[at + 2]!
  const r = Math.min(a, b, c)
  const p = Math.max(a, b, c) - r
  const q = a + b + c - Math.max(a, b, c) - r - r
  return r * (8 * p * q + r * (2 * Math.PI * (p + q) + (4 / 3) * Math.PI * r))
}

/** Writes a pose with its axes in another order, axis `normal` last: a cyclic shift, so nothing is rounded or mirrored. */
function turnRows(box: Float64Array, b: number, x: Float64Array, normal: 0 | 1 | 2): void {
  const first = normal === 2 ? 0 : normal === 0 ? 4 : 8
  const second = normal === 2 ? 4 : normal === 0 ? 8 : 0
  const third = 4 * normal
  box[b] = x[first]!
  box[b + 1] = x[first + 1]!
  box[b + 2] = x[first + 2]!
  box[b + 3] = x[first + 3]!
  box[b + 4] = x[second]!
  box[b + 5] = x[second + 1]!
  box[b + 6] = x[second + 2]!
  box[b + 7] = x[second + 3]!
  box[b + 8] = x[third]!
  box[b + 9] = x[third + 1]!
  box[b + 10] = x[third + 2]!
  box[b + 11] = x[third + 3]!
}
