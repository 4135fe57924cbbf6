// A lower bound of the distance of two rectangles in space: what tells two rectangle-swept spheres (RSS) apart.
//
// Any direction d proves a bound: no point of B is nearer to any of A than the gap that d leaves between them. So the
// search for a good direction need not be trusted; only the last line is. It tries the six axes of the two frames, then goes
// to and fro between nearest points (clamped projections, closed form on a rectangle) and takes the line between them.
// That finds the nearest points at once where corners or faces face each other and in a few turns where edges do; where it
// creeps (edges at a small angle) the normals are nearly as good, and it gives up.
import { U } from '../../base/math/rounding.js'

/** Turns of to and fro. */
const TURNS = 12

/** Rounding of the gap along a direction, in units of |t| and the half lengths: products, five sums, the norm. */
const GAP_ROUNDING = 32 * U

/**
 * A number not above the distance of the rectangles |u| ≤ a[i], |v| ≤ a[i+1] and |u| ≤ b[j], |v| ≤ b[j+1] in the planes
 * z = 0 of frames A and B, whose pose X_AB is x[p..p+11]; mostly the distance itself, to rounding. Negative if no direction
 * separates them. Once it is above `margin`, or cannot get above `near`, it may be smaller than it could be.
 */
export function lowerRectangles(
  x: Float64Array,
  p: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  margin: number,
  near = margin,
): number {
  const a0 = a[i]!
  const a1 = a[i + 1]!
  const b0 = b[j]!
  const b1 = b[j + 1]!
  const r00 = x[p]!
  const r01 = x[p + 1]!
  const tx = x[p + 3]!
  const r10 = x[p + 4]!
  const r11 = x[p + 5]!
  const ty = x[p + 7]!
  const r20 = x[p + 8]!
  const r21 = x[p + 9]!
  const tz = x[p + 11]!
  const rounding = GAP_ROUNDING * (Math.abs(tx) + Math.abs(ty) + Math.abs(tz) + a0 + a1 + b0 + b1)
  const enough = margin + rounding
  // Without a margin, any nearer pair is worth a turn.
  const nearSq = near > 0 && near < Infinity ? near * near : 0

  // The axes of A, then of B: the widest gap of the six.
  const q00 = Math.abs(r00)
  const q01 = Math.abs(r01)
  const q10 = Math.abs(r10)
  const q11 = Math.abs(r11)
  let best = Math.abs(tz) - b0 * Math.abs(r20) - b1 * Math.abs(r21)
  const gx = Math.abs(tx) - a0 - b0 * q00 - b1 * q01
  if (gx > best) best = gx
  const gy = Math.abs(ty) - a1 - b0 * q10 - b1 * q11
  if (gy > best) best = gy
  const g0 = Math.abs(tx * r00 + ty * r10 + tz * r20) - b0 - a0 * q00 - a1 * q10
  if (g0 > best) best = g0
  const g1 = Math.abs(tx * r01 + ty * r11 + tz * r21) - b1 - a0 * q01 - a1 * q11
  if (g1 > best) best = g1
  const r02 = x[p + 2]!
  const r12 = x[p + 6]!
  const g2 = Math.abs(tx * r02 + ty * r12 + tz * x[p + 10]!) - a0 * Math.abs(r02) - a1 * Math.abs(r12)
  if (g2 > best) best = g2
  if (best > enough) return best - rounding

  // The point of B nearest to A's centre, then the point of A nearest to that, and so on.
  let ax = 0
  let ay = 0
  let lastSq = Infinity
  for (let turn = 0; turn < TURNS; turn++) {
    const dx = ax - tx
    const dy = ay - ty
    let u = dx * r00 + dy * r10 - tz * r20
    let v = dx * r01 + dy * r11 - tz * r21
    u = u < -b0 ? -b0 : u > b0 ? b0 : u
    v = v < -b1 ? -b1 : v > b1 ? b1 : v
    const bx = tx + u * r00 + v * r01
    const by = ty + u * r10 + v * r11
    const bz = tz + u * r20 + v * r21
    ax = bx < -a0 ? -a0 : bx > a0 ? a0 : bx
    ay = by < -a1 ? -a1 : by > a1 ? a1 : by
    const nx = bx - ax
    const ny = by - ay
    const lengthSq = nx * nx + ny * ny + bz * bz
    // Two points at this distance: no bound can be above it.
    if (!(lengthSq > nearSq)) break
    // The gap along the line between them: from A's farthest corner to B's nearest.
    const gap =
      (nx * tx +
        ny * ty +
        bz * tz -
        b0 * Math.abs(nx * r00 + ny * r10 + bz * r20) -
        b1 * Math.abs(nx * r01 + ny * r11 + bz * r21) -
        a0 * Math.abs(nx) -
        a1 * Math.abs(ny)) /
      Math.sqrt(lengthSq)
    if (gap > best) {
      best = gap
      if (best > enough) break
    }
    // Nearer by less than a hundredth of a percent: it has arrived, or it creeps.
    if (lengthSq > 0.9998 * lastSq) break
    lastSq = lengthSq
  }
  return best - rounding
}
