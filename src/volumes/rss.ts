// Rectangle-swept spheres (Larsen, Gottschalk, Lin and Manocha, 2000): all points within a radius of a rectangle. Fifteen
// numbers: the pose of the rectangle's frame, two half lengths, the radius; the points t + R·(u, v, 0) + w with |u| ≤ half_0,
// |v| ≤ half_1, |w| ≤ radius, in exact arithmetic on those numbers. R is orthonormal to rounding (RIGID_ROUNDING).
//
// Fitting (adaptive checking, 2004, section III.B): the radius is half the extent along the axis of least spread, and the
// rectangle is shrunk as far as the points' own heights allow. The shrinking is a heuristic; what makes the volume contain
// its points is the last step, which takes the radius from their greatest distance to the rectangle that came out.
import { composeInversePose, composePose } from '../base/math/pose.js'
import { lowerRectangles } from '../geometry/pairs/distance-rectangles.js'
import { AXIS_STEPS, copyAxes, identityAxes, spreadAxes, stepAxes, volumeOf } from './point-axes.js'
import { normLower, normUpper, RIGID_ROUNDING, SUM_ROUNDING } from './volume-rounding.js'

/** Numbers in a volume: pose, half lengths, radius. */
export const RSS = 15
const HALF = 12
const RADIUS = 14

/** As for boxes: projections, and inverses taken as transposes, in units of what is added up. */
const RSS_ROUNDING = 8 * RIGID_ROUNDING

const axes = new Float64Array(9)
const box = new Float64Array(6)
const bestAxes = new Float64Array(9)
const bestBox = new Float64Array(6)
const between = new Float64Array(12)
/** Corners of two rectangles as balls: x, y, z, radius. */
const merged = new Float64Array(32)
const mergedPoints = new Float64Array(24)
/** The balls being fitted, seen from the first one along the axes chosen: grown as needed. */
let local = new Float64Array(256)

/** A volume around `count` points (one or more), flat xyz. */
export function fitRss(out: Float64Array, o: number, points: ArrayLike<number>, count: number): void {
  reserve(count)
  bestBox.fill(Infinity)
  identityAxes(axes)
  tryAxes(points, 3, count)
  spreadAxes(axes, points, count)
  tryAxes(points, 3, count)
  for (let turn = 1; turn < AXIS_STEPS; turn++) {
    stepAxes(axes)
    tryAxes(points, 3, count)
  }
  writeRss(out, o, points, 3, count)
}

function reserve(count: number): void {
  if (local.length < 4 * count) local = new Float64Array(8 * count)
}

/** Measures the balls along `axes` and keeps these if the box is the smallest so far. */
function tryAxes(balls: ArrayLike<number>, stride: number, count: number): void {
  localise(balls, stride, count)
  box.fill(0)
  for (let i = 0; i < 4 * count; i += 4) {
    for (let k = 0; k < 3; k++) {
      const d = local[i + k]!
      if (d - local[i + 3]! < box[k]!) box[k] = d - local[i + 3]!
      if (d + local[i + 3]! > box[3 + k]!) box[3 + k] = d + local[i + 3]!
    }
  }
  if (bestBox[0] !== Infinity && !(volumeOf(box) < volumeOf(bestBox))) return
  bestBox.set(box)
  bestAxes.set(axes)
}

/** The balls seen from the first one along `axes`. */
function localise(balls: ArrayLike<number>, stride: number, count: number): void {
  const x0 = balls[0]!
  const y0 = balls[1]!
  const z0 = balls[2]!
  for (let i = 0, o = 0; i < stride * count; i += stride, o += 4) {
    const x = balls[i]! - x0
    const y = balls[i + 1]! - y0
    const z = balls[i + 2]! - z0
    for (let k = 0; k < 3; k++) local[o + k] = x * axes[k]! + y * axes[3 + k]! + z * axes[6 + k]!
    local[o + 3] = stride === 4 ? balls[i + 3]! : 0
  }
}

/** Shrinks the rectangle along bestAxes, and writes it with the radius that it needs. */
function writeRss(out: Float64Array, o: number, balls: ArrayLike<number>, stride: number, count: number): void {
  thinLast()
  axes.set(bestAxes)
  localise(balls, stride, count)
  const extent = bestBox[3]! - bestBox[0]! + (bestBox[4]! - bestBox[1]!) + (bestBox[5]! - bestBox[2]!)
  const middle = bestBox[2]! / 2 + bestBox[5]! / 2
  const radius = bestBox[5]! / 2 - bestBox[2]! / 2
  shrink(count, middle, radius)
  const u = box[0]! / 2 + box[3]! / 2
  const v = box[1]! / 2 + box[4]! / 2
  const half0 = Math.max(0, box[3]! / 2 - box[0]! / 2)
  const half1 = Math.max(0, box[4]! / 2 - box[1]! / 2)
  copyAxes(out, o, axes)
  let size = 0
  for (let row = 0; row < 3; row++) {
    const at = balls[row]! + (axes[3 * row]! * u + axes[3 * row + 1]! * v + axes[3 * row + 2]! * middle)
    out[o + 4 * row + 3] = at
    size += Math.abs(at)
  }
  out[o + HALF] = half0
  out[o + HALF + 1] = half1
  // The greatest distance from the rectangle. Projections cost a share of the extent, the centre u of itself.
  let needed = 0
  for (let i = 0; i < 4 * count; i += 4) {
    const x = Math.max(0, Math.abs(local[i]! - u) - half0)
    const y = Math.max(0, Math.abs(local[i + 1]! - v) - half1)
    const r = normUpper(x, y, local[i + 2]! - middle) + local[i + 3]!
    if (r > needed) needed = r
  }
  out[o + RADIUS] = extent === 0 ? 0 : needed + RSS_ROUNDING * extent + SUM_ROUNDING * size
}

/** Puts the shortest side of the best box last, by a cyclic shift of its axes. */
function thinLast(): void {
  let least = 0
  for (let k = 1; k < 3; k++) {
    if (bestBox[3 + k]! - bestBox[k]! < bestBox[3 + least]! - bestBox[least]!) least = k
  }
  if (least === 2) return
  box.set(bestBox)
  axes.set(bestAxes)
  for (let k = 0; k < 3; k++) {
    const from = (least + 1 + k) % 3
    bestBox[k] = box[from]!
    bestBox[3 + k] = box[3 + from]!
    for (let row = 0; row < 9; row += 3) bestAxes[row + k] = axes[row + from]!
  }
}

/**
 * The sides of a rectangle at height `middle` whose sphere sweep of this radius holds the balls, into `box`: x, y at 0, 1 and
 * 3, 4. A ball of radius s at height z needs the side no farther than √((radius − s)² − z²) short of it; then the corners
 * are moved out along the diagonal until those that stick out past two sides are within the radius too.
 */
function shrink(count: number, middle: number, radius: number): void {
  for (let k = 0; k < 2; k++) {
    box[k] = Infinity
    box[3 + k] = -Infinity
  }
  for (let i = 0; i < 4 * count; i += 4) {
    const reach = chord(i, middle, radius)
    for (let k = 0; k < 2; k++) {
      const d = local[i + k]!
      if (d + reach < box[k]!) box[k] = d + reach
      if (d - reach > box[3 + k]!) box[3 + k] = d - reach
    }
  }
  for (let k = 0; k < 2; k++) {
    if (box[k]! <= box[3 + k]!) continue
    // All within reach of one line: it goes through the middle.
    box[k] = box[k]! / 2 + box[3 + k]! / 2
    box[3 + k] = box[k]!
  }
  for (let corner = 0; corner < 4; corner++) {
    const kx = corner & 1 ? 3 : 0
    const ky = corner & 2 ? 4 : 1
    const sx = corner & 1 ? 1 : -1
    const sy = corner & 2 ? 1 : -1
    for (let i = 0; i < 4 * count; i += 4) {
      const x = sx * (local[i]! - box[kx]!)
      const y = sy * (local[i + 1]! - box[ky]!)
      if (!(x > 0 && y > 0)) continue
      const reach = chord(i, middle, radius)
      if (x * x + y * y <= reach * reach) continue
      // Where the corner's way along the diagonal meets the circle of this ball's reach.
      const along = (x + y) / 2
      const across = (x - y) / 2
      const move = along - Math.sqrt(Math.max(0, (reach * reach) / 2 - across * across))
      if (!(move > 0)) continue
      box[kx] = box[kx]! + sx * move
      box[ky] = box[ky]! + sy * move
    }
  }
}

/** How far from a rectangle's side a ball's centre may stick out. */
function chord(i: number, middle: number, radius: number): number {
  const z = local[i + 2]! - middle
  const r = radius - local[i + 3]!
  return r > 0 ? Math.sqrt(Math.max(0, r * r - z * z)) : 0
}

/** A volume around two, by the corners of their rectangles as balls. */
export function mergeRss(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  corners(0, a, i)
  corners(4, b, j)
  let size = a[i + RADIUS]! + b[j + RADIUS]!
  for (let k = 0; k < 3; k++) size += Math.abs(a[i + 4 * k + 3]!) + Math.abs(b[j + 4 * k + 3]!)
  size += a[i + HALF]! + a[i + HALF + 1]! + b[j + HALF]! + b[j + HALF + 1]!
  reserve(8)
  bestBox.fill(Infinity)
  spreadAxes(axes, mergedPoints, 8)
  tryAxes(merged, 4, 8)
  readAxes(a, i)
  tryAxes(merged, 4, 8)
  readAxes(b, j)
  tryAxes(merged, 4, 8)
  writeRss(out, o, merged, 4, 8)
  // The corners are off by what the poses are worth.
  out[o + RADIUS] = out[o + RADIUS]! + RSS_ROUNDING * size
}

function readAxes(a: Float64Array, i: number): void {
  for (let row = 0; row < 3; row++) for (let k = 0; k < 3; k++) axes[3 * row + k] = a[i + 4 * row + k]!
}

function corners(from: number, a: Float64Array, i: number): void {
  for (let c = 0; c < 4; c++) {
    const u = c & 1 ? a[i + HALF]! : -a[i + HALF]!
    const v = c & 2 ? a[i + HALF + 1]! : -a[i + HALF + 1]!
    for (let row = 0; row < 3; row++) {
      const at = a[i + 4 * row + 3]! + a[i + 4 * row]! * u + a[i + 4 * row + 1]! * v
      merged[4 * (from + c) + row] = at
      mergedPoints[3 * (from + c) + row] = at
    }
    merged[4 * (from + c) + 3] = a[i + RADIUS]!
  }
}

/** A volume around the volume a[i..] moved by the rigid pose x[p..]. */
export function transformRss(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  x: ArrayLike<number>,
  p: number,
): void {
  composePose(out, o, x, p, a, i)
  let size = a[i + HALF]! + a[i + HALF + 1]! + a[i + RADIUS]!
  for (let row = 0; row < 3; row++) size += Math.abs(a[i + 4 * row + 3]!) + Math.abs(x[p + 4 * row + 3]!)
  out[o + HALF] = a[i + HALF]!
  out[o + HALF + 1] = a[i + HALF + 1]!
  out[o + RADIUS] = a[i + RADIUS]! + RSS_ROUNDING * size
}

/** False only for a point that is outside. */
export function rssContains(a: Float64Array, i: number, point: ArrayLike<number>, j: number): boolean {
  const x = point[j]! - a[i + 3]!
  const y = point[j + 1]! - a[i + 7]!
  const z = point[j + 2]! - a[i + 11]!
  const u = Math.max(0, Math.abs(x * a[i]! + y * a[i + 4]! + z * a[i + 8]!) - a[i + HALF]!)
  const v = Math.max(0, Math.abs(x * a[i + 1]! + y * a[i + 5]! + z * a[i + 9]!) - a[i + HALF + 1]!)
  const w = x * a[i + 2]! + y * a[i + 6]! + z * a[i + 10]!
  return normLower(u, v, w) <= a[i + RADIUS]! + RSS_ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z))
}

/** False only where the volumes have no point in common. */
export function rssOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return rssGap(a, i, b, j, 0) <= 0
}

/** A lower bound of the volumes' distance; 0 where they may overlap. */
export function rssLower(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const gap = rssGap(a, i, b, j, Infinity)
  return gap > 0 ? gap : 0
}

/** The rectangles' distance less the radii, rounded down; exact enough once it is known to be above `margin`. */
function rssGap(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
  composeInversePose(between, 0, a, i, b, j)
  let size = a[i + HALF]! + a[i + HALF + 1]! + b[j + HALF]! + b[j + HALF + 1]! + a[i + RADIUS]! + b[j + RADIUS]!
  for (let k = 0; k < 3; k++) size += Math.abs(b[j + 4 * k + 3]! - a[i + 4 * k + 3]!)
  const radii = a[i + RADIUS]! + b[j + RADIUS]! + RSS_ROUNDING * size
  return lowerRectangles(between, 0, a, i + HALF, b, j + HALF, margin + radii) - radii
}
