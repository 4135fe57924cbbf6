// Rectangle-swept spheres as the volumes of a ChainTree (chaintree-2002, section 6.3; Larsen, Gottschalk, Lin and Manocha,
// 2000): all points within a radius of a rectangle, which lies in the plane z = 0 of the node's frame, its centre at the origin.
//
// What a volume is fitted to is a set of balls whose convex hull holds the contents: the links of a leaf, or the corners of
// its children's rectangles with the children's radii. A swept rectangle is convex, so it contains a child's volume (the hull of
// four balls of radius r about the rectangle's corners) if each corner is within radius − r of its own rectangle. The axes and
// the sides of the rectangle are choices, and rounding may touch them as it likes; what makes the volume contain the balls is
// that its radius comes last, from the farthest of them.
//
// Rounding, for a node of m links whose lengths add up to `reach` (docs/spec.md). Contents are known to the node's slack, as for
// boxes: that is added to the radius. Two things come on top. A ball that a pose carries is a ball only as far as the pose
// is orthonormal, which is to 34·m·u: less than 34·m·u·reach. And the fit itself: a corner of a child's child, whose coordinates
// are at most 4·reach, takes 8 roundings in each of three coordinates, 96u·reach; differences, norm and sum take 8u of the
// same. Together less than FIT_ROUNDING·m·reach. TINY_LENGTH covers squares that underflow.

import { composePose, POSE } from '../../base/math/pose.js'
import { TINY_LENGTH, U } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { BOX, BOX_HALF, BOX_SIZE } from '../../volumes/node-box.js'
import type { ChainArrays } from './chain-arrays.js'
import type { LinkBounds } from './chain-leaf.js'

/** Rounding of a fit, a link and unit of length. */
const FIT_ROUNDING = 256 * U

/**
 * How much is added to the radius of a volume, in units of how far its balls are from lying in one plane. A little more room
 * above and below lets the rectangle be shorter by much more, for contents that are not a slab. Measured: volume tests a query at
 * 1,000 / 10,000 links 73 / 142 with 0, 62 / 118 with 0.2, 62 / 117 with 0.3, 64 / 122 with 0.8.
 */
const WIDER = 0.3

/** Numbers of a fit: centre (3), half lengths (2), radius (1), in the frame the balls are given in. */
export const FIT = 6

/** Balls to be fitted: x, y, z, r each; and the square of how far each may stick out past a side. */
let balls = new Float64Array(4 * 160)
let reachSq = new Float64Array(4 * 160)
let count = 0

export function clearBalls(): void {
  count = 0
}

/** Room for some balls more. */
function reserve(more: number): void {
  if (4 * (count + more) <= balls.length) return
  const larger = new Float64Array(2 * balls.length)
  larger.set(balls)
  balls = larger
  reachSq = new Float64Array(larger.length)
}

/** Adds the corners of node n's rectangle, whose frame has the pose x[i..i+11]. */
export function addVolume(c: ChainArrays, n: number, x: Float64Array, i: number): void {
  const { box } = c
  const h = n * BOX + BOX_HALF
  const h0 = box[h]!
  const h1 = box[h + 1]!
  addCorners(
    box[h + 2]!,
    x[i + 3]!,
    x[i + 7]!,
    x[i + 11]!,
    x[i]! * h0,
    x[i + 4]! * h0,
    x[i + 8]! * h0,
    x[i + 1]! * h1,
    x[i + 5]! * h1,
    x[i + 9]! * h1,
  )
}

/** Adds the volumes of node n's children, or of n itself if it is a leaf; n's frame has the pose x[i..i+11]. */
export function addChildren(c: ChainArrays, n: number, x: Float64Array, i: number): void {
  const child = c.child[n]!
  if (child < 0) {
    addVolume(c, n, x, i)
    return
  }
  const { box } = c
  const x00 = x[i]!
  const x01 = x[i + 1]!
  const x02 = x[i + 2]!
  const x10 = x[i + 4]!
  const x11 = x[i + 5]!
  const x12 = x[i + 6]!
  const x20 = x[i + 8]!
  const x21 = x[i + 9]!
  const x22 = x[i + 10]!
  const last = child + c.children[n]!
  for (let node = child; node < last; node++) {
    const b = node * BOX
    const t0 = box[b + 3]!
    const t1 = box[b + 7]!
    const t2 = box[b + 11]!
    const h0 = box[b + BOX_HALF]!
    const h1 = box[b + BOX_HALF + 1]!
    const u0 = box[b]! * h0
    const u1 = box[b + 4]! * h0
    const u2 = box[b + 8]! * h0
    const v0 = box[b + 1]! * h1
    const v1 = box[b + 5]! * h1
    const v2 = box[b + 9]! * h1
    addCorners(
      box[b + BOX_HALF + 2]!,
      x00 * t0 + x01 * t1 + x02 * t2 + x[i + 3]!,
      x10 * t0 + x11 * t1 + x12 * t2 + x[i + 7]!,
      x20 * t0 + x21 * t1 + x22 * t2 + x[i + 11]!,
      x00 * u0 + x01 * u1 + x02 * u2,
      x10 * u0 + x11 * u1 + x12 * u2,
      x20 * u0 + x21 * u1 + x22 * u2,
      x00 * v0 + x01 * v1 + x02 * v2,
      x10 * v0 + x11 * v1 + x12 * v2,
      x20 * v0 + x21 * v1 + x22 * v2,
    )
  }
}

/** Adds the balls of radius r about t ± u ± v. */
function addCorners(
  r: number,
  t0: number,
  t1: number,
  t2: number,
  u0: number,
  u1: number,
  u2: number,
  v0: number,
  v1: number,
  v2: number,
): void {
  reserve(4)
  const b = balls
  const o = 4 * count
  const p0 = t0 + u0
  const p1 = t1 + u1
  const p2 = t2 + u2
  const q0 = t0 - u0
  const q1 = t1 - u1
  const q2 = t2 - u2
  b[o] = p0 + v0
  b[o + 1] = p1 + v1
  b[o + 2] = p2 + v2
  b[o + 3] = r
  b[o + 4] = q0 + v0
  b[o + 5] = q1 + v1
  b[o + 6] = q2 + v2
  b[o + 7] = r
  b[o + 8] = p0 - v0
  b[o + 9] = p1 - v1
  b[o + 10] = p2 - v2
  b[o + 11] = r
  b[o + 12] = q0 - v0
  b[o + 13] = q1 - v1
  b[o + 14] = q2 - v2
  b[o + 15] = r
  count += 4
}

/** Poses of the nodes on the way down, for each level of the tallest tree there can be. */
const path = new Float64Array(40 * POSE)
const hull = new Float64Array(8 * BALL)
const below = new Float64Array(POSE)

/** Adds every link below node n, whose frame has the pose x[i..i+11]. */
export function addLinks(c: ChainArrays, n: number, x: Float64Array, i: number, bounds: LinkBounds | undefined): void {
  linksBelow(c, n, x, i, 0, bounds)
}

function linksBelow(
  c: ChainArrays,
  n: number,
  x: Float64Array,
  i: number,
  level: number,
  bounds: LinkBounds | undefined,
): void {
  const child = c.child[n]!
  if (child >= 0) {
    for (let k = 0; k < c.children[n]!; k++) {
      composePose(path, level * POSE, x, i, c.box, (child + k) * BOX)
      linksBelow(c, child + k, path, level * POSE, level + 1, bounds)
    }
    return
  }
  for (let link = c.first[n]!; link < c.end[n]!; link++) {
    const several = bounds === undefined ? 0 : bounds.balls(hull, link)
    if (several === 0) {
      addPlaced(x, i, c.balls, link * BALL)
    } else {
      composePose(below, 0, x, i, c.frames, link * POSE)
      for (let k = 0; k < several; k++) addPlaced(below, 0, hull, k * BALL)
    }
  }
}

/** Adds a ball that is given in a frame of pose x[i..i+11]. */
export function addPlaced(x: Float64Array, i: number, ball: Float64Array, at: number): void {
  reserve(1)
  const b = balls
  const o = 4 * count++
  const p = ball[at]!
  const q = ball[at + 1]!
  const s = ball[at + 2]!
  b[o] = x[i]! * p + x[i + 1]! * q + x[i + 2]! * s + x[i + 3]!
  b[o + 1] = x[i + 4]! * p + x[i + 5]! * q + x[i + 6]! * s + x[i + 7]!
  b[o + 2] = x[i + 8]! * p + x[i + 9]! * q + x[i + 10]! * s + x[i + 11]!
  b[o + 3] = ball[at + 3]!
}

/** Puts the axis along which the balls that were added reach least far last, by a cyclic shift, and returns which one it was. */
export function thinAxis(): 0 | 1 | 2 {
  const b = balls
  const end = 4 * count
  let normal: 0 | 1 | 2 = 2
  let least = Infinity
  for (let k = 2; k >= 0; k--) {
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < end; i += 4) {
      low = Math.min(low, b[i + k]! - b[i + 3]!)
      high = Math.max(high, b[i + k]! + b[i + 3]!)
    }
    if (high - low < least) {
      least = high - low
      normal = k as 0 | 1 | 2
    }
  }
  if (normal === 2) return 2
  for (let i = 0; i < end; i += 4) {
    const x = b[i]!
    const y = b[i + 1]!
    const z = b[i + 2]!
    b[i] = normal === 0 ? y : z
    b[i + 1] = normal === 0 ? z : x
    b[i + 2] = normal === 0 ? x : y
  }
  return normal
}

/**
 * Fits a swept rectangle to the balls that were added, its normal along z. The radius is half the extent along z or a little
 * more, and the rectangle is no longer than the balls' heights ask for (adaptive checking, 2004, section III.B): a ball of radius
 * s at height z needs a side no farther than √((radius − s)² − z²) short of it. Then the corners are moved out along the diagonal
 * until the balls that stick out past two sides are within the radius too. Written without branches where they would be guessed
 * wrong: it is what a change of a joint spends its time on.
 */
export function fitRectangle(out: Float64Array): void {
  const b = balls
  const squares = reachSq
  const end = 4 * count
  let low = b[2]! - b[3]!
  let high = b[2]! + b[3]!
  let largest = b[3]!
  for (let i = 4; i < end; i += 4) {
    const z = b[i + 2]!
    const r = b[i + 3]!
    low = lesser(low, z - r)
    high = greater(high, z + r)
    largest = greater(largest, r)
  }
  const middle = (low + high) * 0.5
  const thickness = (high - low) * 0.5
  const radius = thickness + WIDER * positive(thickness - largest)
  // No ball reaches farther than the radius: to start with, the first one does.
  let lo0 = b[0]! + radius
  let lo1 = b[1]! + radius
  let hi0 = b[0]! - radius
  let hi1 = b[1]! - radius
  for (let i = 0; i < end; i += 4) {
    const x = b[i]!
    const y = b[i + 1]!
    const z = b[i + 2]! - middle
    const r = radius - b[i + 3]!
    const square = positive(r * r - z * z)
    squares[i] = square
    const reach = Math.sqrt(square)
    lo0 = lesser(lo0, x + reach)
    hi0 = greater(hi0, x - reach)
    lo1 = lesser(lo1, y + reach)
    hi1 = greater(hi1, y - reach)
  }
  // All within reach of one line: it goes through the middle.
  if (lo0 > hi0) lo0 = hi0 = (lo0 + hi0) * 0.5
  if (lo1 > hi1) lo1 = hi1 = (lo1 + hi1) * 0.5
  for (let i = 0; i < end; i += 4) {
    const right = b[i]! - hi0
    const upper = b[i + 1]! - hi1
    const x = positive(right) + positive(lo0 - b[i]!)
    const y = positive(upper) + positive(lo1 - b[i + 1]!)
    const square = squares[i]!
    if (x * x + y * y <= square * NEARLY || x === 0 || y === 0) continue
    // Where the corner's way along the diagonal meets the circle of this ball's reach.
    const across = (x - y) * 0.5
    const move = (x + y) * 0.5 - Math.sqrt(positive(square * 0.5 - across * across))
    if (right > 0) hi0 += move
    else lo0 -= move
    if (upper > 0) hi1 += move
    else lo1 -= move
  }
  const u = (lo0 + hi0) * 0.5
  const v = (lo1 + hi1) * 0.5
  const h0 = (hi0 - lo0) * 0.5
  const h1 = (hi1 - lo1) * 0.5
  let needed = radius * NEARLY
  for (let i = 0; i < end; i += 4) {
    const x = positive(Math.abs(b[i]! - u) - h0)
    const y = positive(Math.abs(b[i + 1]! - v) - h1)
    const z = b[i + 2]! - middle
    const r = b[i + 3]!
    const room = needed - r
    const square = x * x + y * y + z * z
    if (square > room * room) needed = Math.sqrt(square) + r
  }
  out[0] = u
  out[1] = v
  out[2] = middle
  out[3] = h0
  out[4] = h1
  out[5] = needed
}

/** A little more than 1: what is out by a rounding is not worth a branch. */
const NEARLY = 1 + 1e-12

function positive(a: number): number {
  return (a + Math.abs(a)) * 0.5
}

function lesser(a: number, b: number): number {
  return (a + b - Math.abs(a - b)) * 0.5
}

function greater(a: number, b: number): number {
  return (a + b + Math.abs(a - b)) * 0.5
}

/**
 * Makes the rectangle of a fit node n's, with a radius that covers slack and rounding; the surface is that of the box around it.
 */
export function setSwept(c: ChainArrays, n: number, fit: Float64Array, reach: number): void {
  const { box } = c
  const b = n * BOX
  const h0 = fit[3]!
  const h1 = fit[4]!
  const radius = fit[5]! + c.slack[n]! + FIT_ROUNDING * (c.end[n]! - c.first[n]!) * reach + TINY_LENGTH
  box[b + BOX_HALF] = h0
  box[b + BOX_HALF + 1] = h1
  box[b + BOX_HALF + 2] = radius
  const s0 = h0 + radius
  const s1 = h1 + radius
  box[b + BOX_SIZE] = s0 * s1 + (s0 + s1) * radius
}
