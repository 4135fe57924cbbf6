// Bounds of a set of balls (points have radius 0), fitted once when a shape is built. Balls are four numbers each:
// x, y, z, radius. Whatever lies in the convex hull of the balls lies in the bounds, in exact arithmetic.
import { U } from '../../base/math/rounding.js'
import { symmetricEigenvectors } from '../../base/math/symmetric-eigen.js'

/** What covers the rounding of a centre, a projection and an extent, in units of the farthest ball's reach. */
const FIT_ROUNDING = 32 * U

/** The largest |x| + |y| + |z| + radius of the balls: what rounding is measured by. */
function reachOf(balls: Float64Array): number {
  let reach = 0
  for (let i = 0; i < balls.length; i += 4) {
    const r = Math.abs(balls[i]!) + Math.abs(balls[i + 1]!) + Math.abs(balls[i + 2]!) + balls[i + 3]!
    if (r > reach) reach = r
  }
  return reach
}

/**
 * Writes a sphere x, y, z, r around the balls to out[o..o+3]. Not the smallest one: a hundred steps of Bădoiu and
 * Clarkson's walk towards the farthest ball, the best of them kept; within a few percent, and never too small. Large sets get
 * fewer steps: the walk is for quality only.
 */
export function fitSphereAroundBalls(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  steps = balls.length > 40_000 ? 8 : 100,
): void {
  let x = 0
  let y = 0
  let z = 0
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < balls.length; i += 4) {
      low = Math.min(low, balls[i + k]! - balls[i + 3]!)
      high = Math.max(high, balls[i + k]! + balls[i + 3]!)
    }
    if (k === 0) x = low / 2 + high / 2
    else if (k === 1) y = low / 2 + high / 2
    else z = low / 2 + high / 2
  }
  let best = Infinity
  for (let step = 1; step <= steps; step++) {
    let radius = -1
    let far = 0
    // A root is taken of the farther ones only: of points, most are not.
    let mostSq = -1
    for (let i = 0; i < balls.length; i += 4) {
      const dx = balls[i]! - x
      const dy = balls[i + 1]! - y
      const dz = balls[i + 2]! - z
      const sq = dx * dx + dy * dy + dz * dz
      if (sq <= mostSq && balls[i + 3] === 0) continue
      const r = Math.sqrt(sq) + balls[i + 3]!
      if (r > radius) {
        radius = r
        mostSq = sq
        far = i
      }
    }
    if (radius < best) {
      best = radius
      out[o] = x
      out[o + 1] = y
      out[o + 2] = z
    }
    const gap = radius - balls[far + 3]!
    if (!(gap > 0)) break
    const move = radius / gap / (step + 1)
    x += (balls[far]! - x) * move
    y += (balls[far + 1]! - y) * move
    z += (balls[far + 2]! - z) * move
  }
  out[o + 3] = best + FIT_ROUNDING * reachOf(balls)
}

/** Writes an OBB around the balls: along their covariance axes or the frame's own, whichever is smaller. */
export function fitObbAroundBalls(
  pose: Float64Array,
  p: number,
  half: Float64Array,
  h: number,
  balls: Float64Array,
): void {
  const own = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  const turned = covarianceAxes(balls)
  const ownBox = extents(balls, own)
  const turnedBox = extents(balls, turned)
  const useTurned = boxVolume(turnedBox) < boxVolume(ownBox)
  const axes = useTurned ? turned : own
  const box = useTurned ? turnedBox : ownBox
  const slack = FIT_ROUNDING * reachOf(balls)
  for (let row = 0; row < 3; row++) {
    let at = 0
    for (let k = 0; k < 3; k++) {
      pose[p + 4 * row + k] = axes[3 * row + k]!
      at += axes[3 * row + k]! * (box[k]! / 2 + box[k + 3]! / 2)
    }
    pose[p + 4 * row + 3] = at
    half[h + row] = box[row + 3]! / 2 - box[row]! / 2 + slack
  }
}

/** Least and greatest projections of the balls on the three columns of `axes`. */
function extents(balls: Float64Array, axes: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (let i = 0; i < balls.length; i += 4) {
    for (let k = 0; k < 3; k++) {
      const d = balls[i]! * axes[k]! + balls[i + 1]! * axes[3 + k]! + balls[i + 2]! * axes[6 + k]!
      box[k] = Math.min(box[k]!, d - balls[i + 3]!)
      box[k + 3] = Math.max(box[k + 3]!, d + balls[i + 3]!)
    }
  }
  return box
}

/** A box's volume; a thousandth of the longest side is added to each, so that flat boxes compare by area. */
function boxVolume(box: Float64Array): number {
  const x = box[3]! - box[0]!
  const y = box[4]! - box[1]!
  const z = box[5]! - box[2]!
  const e = 1e-3 * Math.max(x, y, z)
  return (x + e) * (y + e) * (z + e)
}

function covarianceAxes(balls: Float64Array): Float64Array {
  const n = balls.length / 4
  const m = new Float64Array(3)
  for (let i = 0; i < balls.length; i += 4) {
    for (let k = 0; k < 3; k++) m[k] = m[k]! + balls[i + k]! / n
  }
  const c = new Float64Array(6)
  for (let i = 0; i < balls.length; i += 4) {
    const x = balls[i]! - m[0]!
    const y = balls[i + 1]! - m[1]!
    const z = balls[i + 2]! - m[2]!
    c[0] = c[0]! + x * x
    c[1] = c[1]! + y * y
    c[2] = c[2]! + z * z
    c[3] = c[3]! + x * y
    c[4] = c[4]! + x * z
    c[5] = c[5]! + y * z
  }
  const axes = new Float64Array(12)
  symmetricEigenvectors(axes, 0, c, 0)
  return Float64Array.of(axes[0]!, axes[1]!, axes[2]!, axes[4]!, axes[5]!, axes[6]!, axes[8]!, axes[9]!, axes[10]!)
}
