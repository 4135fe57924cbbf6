// A tree of oriented boxes over points: the triangles of a mesh by their corners, the parts of a group by those of their
// boxes.
//
// A box is fitted to all points below its node, not to its children's boxes: a third of the points of a curved surface
// touch a tight box, and tests are saved at every level. Fitted to its children's, each box would be a third larger than it
// should be, the root's five times, and a query near contact take ten times the tests. Axes: box-axes.ts.
//
// Each node keeps its box's pose seen from its parent's box, so that a descent costs one product (as in a ChainTree).

import { U } from '../../base/math/rounding.js'
import { BOX, BOX_HALF, BOX_SIZE } from '../../volumes/node-box.js'
import { cloudMoments, joinMoments, MOMENTS, spreadAxis, turnAxes } from './box-axes.js'
import { type ItemPoints, NodePoints, type PointCloud } from './box-points.js'
import type { SplitShape } from './mesh-splits.js'
import { fitInWasm } from './mesh-wasm.js'

export type { ItemPoints }

export interface BoxTree extends SplitShape {
  /** BOX numbers a node; the root's pose is in the frame of the points, the third half extent is the least. */
  readonly boxes: Float64Array
  /**
   * No point is farther from the frame's origin, nor is the root's centre: what rounding is measured by. Infinity never
   * occurs; 0 only for points in the origin.
   */
  readonly reach: number
}

/**
 * Covers rounding, in units of reach: along its axes as they are stored, exactly taken, a box contains its points. A point's
 * place along an axis is in error by 3 u, half sum and half difference by 1 u and 2 u, the centre by 9 u. Lengths of axes
 * and products of two are in error by 16 u a rotation that made them, of which there are at most 17 (16 of
 * symmetricEigenvectors touch a column, one of turnAxes), felt by three coordinates of the centre: 831 u in all. The same
 * once more, and half extents of up to 2 reach, where boxes are fitted to boxes.
 */
const FIT_ROUNDING = 4096 * U

/**
 * In a refit, nodes of more items than this are fitted to the boxes this many levels below them. Smaller nodes read each
 * item some twelve times in all, larger ones a fixed number of boxes: the work is O(n).
 */
const REFIT_ITEMS = 4096
const REFIT_LEVELS = 7

/** Fits a box to all points below each node, in `boxes` (BOX numbers a node). */
export function fitBoxes(boxes: Float64Array, shape: SplitShape, items: ItemPoints, reach: number): void {
  fitUpTo(boxes, shape, items, reach, shape.order.length)
}

/** Fits the boxes again when the points have moved, in O(n); those at the top of a large tree may come out a little larger. */
export function refitBoxes(boxes: Float64Array, shape: SplitShape, items: ItemPoints, reach: number): void {
  fitUpTo(boxes, shape, items, reach, REFIT_ITEMS)
}

/** Nodes of up to `most` items are fitted to their points. */
function fitUpTo(boxes: Float64Array, shape: SplitShape, items: ItemPoints, reach: number, most: number): void {
  const { nodes, child, first, end } = shape
  const slack = FIT_ROUNDING * reach
  if (fitInWasm(boxes, shape, items, most, REFIT_LEVELS, slack)) return
  const moments = new Float64Array(MOMENTS * nodes)
  const cloud = new NodePoints(shape, items)
  for (let n = nodes - 1; n >= 0; n--) {
    const o = BOX * n
    const m = MOMENTS * n
    const c = child[n]!
    const tight = c < 0 || end[n]! - first[n]! <= most
    if (tight) cloud.enter(n)
    else cloud.enterOwn(n)
    if (c < 0) cloudMoments(moments, m, cloud)
    else joinMoments(moments, m, MOMENTS * c, MOMENTS * (c + 1))
    spreadAxis(boxes, o, moments, m)
    turnAxes(boxes, o, moments, m, cloud)
    if (tight) fitPoints(boxes, o, cloud, slack)
    else fitBelow(boxes, n, child, slack)
  }
  // From the frame of the points into the parents' boxes, which are still seen from there.
  for (let n = nodes - 1; n >= 0; n--) {
    const c = child[n]!
    if (c < 0) continue
    intoParent(boxes, BOX * c, BOX * n)
    intoParent(boxes, BOX * (c + 1), BOX * n)
  }
}

/** Turns the pose of the box at i into its pose in the box at o: composeInversePose, in place. */
function intoParent(boxes: Float64Array, i: number, o: number): void {
  const tx = boxes[i + 3]! - boxes[o + 3]!
  const ty = boxes[i + 7]! - boxes[o + 7]!
  const tz = boxes[i + 11]! - boxes[o + 11]!
  const x00 = boxes[i]!
  const x01 = boxes[i + 1]!
  const x02 = boxes[i + 2]!
  const x10 = boxes[i + 4]!
  const x11 = boxes[i + 5]!
  const x12 = boxes[i + 6]!
  const x20 = boxes[i + 8]!
  const x21 = boxes[i + 9]!
  const x22 = boxes[i + 10]!
  for (let k = 0; k < 3; k++) {
    const a = boxes[o + k]!
    const b = boxes[o + 4 + k]!
    const c = boxes[o + 8 + k]!
    const at = i + 4 * k
    boxes[at] = a * x00 + b * x10 + c * x20
    boxes[at + 1] = a * x01 + b * x11 + c * x21
    boxes[at + 2] = a * x02 + b * x12 + c * x22
    boxes[at + 3] = a * tx + b * ty + c * tz
  }
}

/** The sum of the coordinates' magnitudes of the farthest point, rounded up. */
export function pointsReach({ points, corners }: ItemPoints): number {
  let reach = 0
  for (let i = 0; i < corners.length; i++) {
    const p = 3 * corners[i]!
    const sum = Math.abs(points[p]!) + Math.abs(points[p + 1]!) + Math.abs(points[p + 2]!)
    if (sum > reach) reach = sum
  }
  return reach * (1 + 4 * U)
}

/** The box at o along its axes, around a cloud. */
function fitPoints(boxes: Float64Array, o: number, cloud: PointCloud, slack: number): void {
  const { points, from, own, list, at, count } = cloud
  const ux = boxes[o]!
  const uy = boxes[o + 4]!
  const uz = boxes[o + 8]!
  const vx = boxes[o + 1]!
  const vy = boxes[o + 5]!
  const vz = boxes[o + 9]!
  const wx = boxes[o + 2]!
  const wy = boxes[o + 6]!
  const wz = boxes[o + 10]!
  let u0 = Infinity
  let u1 = -Infinity
  let v0 = Infinity
  let v1 = -Infinity
  let w0 = Infinity
  let w1 = -Infinity
  for (let k = 0; k < count; k++) {
    const p = 3 * (k < own ? from + k : list[at + k - own]!)
    const px = points[p]!
    const py = points[p + 1]!
    const pz = points[p + 2]!
    const u = px * ux + py * uy + pz * uz
    const v = px * vx + py * vy + pz * vz
    const w = px * wx + py * wy + pz * wz
    if (u < u0) u0 = u
    if (u > u1) u1 = u
    if (v < v0) v0 = v
    if (v > v1) v1 = v
    if (w < w0) w0 = w
    if (w > w1) w1 = w
  }
  writeBox(boxes, o, u0, u1, v0, v1, w0, w1, slack)
}

const span = new Float64Array(6)

/** The box of node n along its axes, around boxes REFIT_LEVELS below it. */
function fitBelow(boxes: Float64Array, n: number, child: Int32Array, slack: number): void {
  for (let k = 0; k < 6; k += 2) {
    span[k] = Infinity
    span[k + 1] = -Infinity
  }
  widen(boxes, BOX * n, child, n, REFIT_LEVELS)
  writeBox(boxes, BOX * n, span[0]!, span[1]!, span[2]!, span[3]!, span[4]!, span[5]!, slack)
}

/** Adds the boxes this many levels below node n to the span along the axes at o. */
function widen(boxes: Float64Array, o: number, child: Int32Array, n: number, levels: number): void {
  const c = child[n]!
  if (levels > 0 && c >= 0) {
    widen(boxes, o, child, c, levels - 1)
    widen(boxes, o, child, c + 1, levels - 1)
    return
  }
  const b = BOX * n
  for (let k = 0; k < 3; k++) {
    const dx = boxes[o + k]!
    const dy = boxes[o + 4 + k]!
    const dz = boxes[o + 8 + k]!
    const centre = boxes[b + 3]! * dx + boxes[b + 7]! * dy + boxes[b + 11]! * dz
    const wide =
      boxes[b + BOX_HALF]! * Math.abs(boxes[b]! * dx + boxes[b + 4]! * dy + boxes[b + 8]! * dz) +
      boxes[b + BOX_HALF + 1]! * Math.abs(boxes[b + 1]! * dx + boxes[b + 5]! * dy + boxes[b + 9]! * dz) +
      boxes[b + BOX_HALF + 2]! * Math.abs(boxes[b + 2]! * dx + boxes[b + 6]! * dy + boxes[b + 10]! * dz)
    if (centre - wide < span[2 * k]!) span[2 * k] = centre - wide
    if (centre + wide > span[2 * k + 1]!) span[2 * k + 1] = centre + wide
  }
}

/** Centre and half extents from what the box at o spans along its axes. */
function writeBox(
  boxes: Float64Array,
  o: number,
  u0: number,
  u1: number,
  v0: number,
  v1: number,
  w0: number,
  w1: number,
  slack: number,
): void {
  const u = u0 / 2 + u1 / 2
  const v = v0 / 2 + v1 / 2
  const w = w0 / 2 + w1 / 2
  boxes[o + 3] = u * boxes[o]! + v * boxes[o + 1]! + w * boxes[o + 2]!
  boxes[o + 7] = u * boxes[o + 4]! + v * boxes[o + 5]! + w * boxes[o + 6]!
  boxes[o + 11] = u * boxes[o + 8]! + v * boxes[o + 9]! + w * boxes[o + 10]!
  const a = u1 / 2 - u0 / 2 + slack
  const b = v1 / 2 - v0 / 2 + slack
  const c = w1 / 2 - w0 / 2 + slack
  boxes[o + BOX_HALF] = a
  boxes[o + BOX_HALF + 1] = b
  boxes[o + BOX_HALF + 2] = c
  boxes[o + BOX_SIZE] = a * b + b * c + c * a
}
