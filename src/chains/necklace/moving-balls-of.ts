// Balls around what moves during a step: around a strand at an instant, and around all the places where something is.
import { TINY_LENGTH, U } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { reachOf } from './cage-reach.js'
import { outwardRadius } from './cage-rounding.js'

/**
 * A ball around each strand of one frame, from bead i to bead i + 1 of `beads`: around its middle, and in exact arithmetic no smaller
 * than what holds both beads' balls, and with them all that is between. (`outwardRadius` says why for reaches computed like this.)
 */
export function ballsOfStrands(out: Float64Array, beads: Float64Array): void {
  const strands = beads.length / BALL - 1
  for (let i = 0; i < strands; i++) {
    const o = BALL * i
    for (let k = 0; k < 3; k++) out[o + k] = 0.5 * (beads[o + k]! + beads[o + BALL + k]!)
    const reach = Math.max(reachOf(beads, i, out, o), reachOf(beads, i + 1, out, o))
    out[o + 3] = outwardRadius(reach)
  }
}

/** Units of roundoff by which a swept ball is too small as computed, in units of the coordinates it comes of; see below. */
const SWEPT = 8 * U
const ROUND_UP_SUM = 1 + 4 * U

const drift = new Float64Array(3)

/**
 * Balls that touch wherever two of the moving ones meet: about the middle of each one's way, and larger than it by half of that
 * way. Of the ways, what they have in common is taken off: if |pᵢ − pⱼ| ≤ rᵢ + rⱼ at t, then at t = ½ their centres are within
 * rᵢ + rⱼ + ½|vᵢ − vⱼ|, and |vᵢ − vⱼ| ≤ |vᵢ − u| + |vⱼ − u| for any u. Returns how many times as large they are as the moving ones,
 * in the mean of their radii.
 *
 * Rounding: let s be the sum of the sizes of the six coordinates and the three of u. The middle is off by u·s/2, the difference
 * v − u by 2 u·s, of which half counts, the root by 3 u·s: less than 8 u·s together. The sum that follows is off by 3 u of itself;
 * TINY_LENGTH is for squares that underflow.
 */
export function sweepBalls(out: Float64Array, from: Float64Array, to: Float64Array): number {
  const length = out.length
  const n = length / BALL
  for (let k = 0; k < 3; k++) {
    let sum = 0
    for (let p = k; p < length; p += BALL) sum += to[p]! - from[p]!
    drift[k] = sum / n
  }
  const ux = drift[0]!
  const uy = drift[1]!
  const uz = drift[2]!
  const own = Math.abs(ux) + Math.abs(uy) + Math.abs(uz)
  let before = 0
  let after = 0
  for (let p = 0; p < length; p += BALL) {
    const x0 = from[p]!
    const y0 = from[p + 1]!
    const z0 = from[p + 2]!
    const x1 = to[p]!
    const y1 = to[p + 1]!
    const z1 = to[p + 2]!
    const x = x1 - x0 - ux
    const y = y1 - y0 - uy
    const z = z1 - z0 - uz
    const sizes = Math.abs(x0) + Math.abs(y0) + Math.abs(z0) + Math.abs(x1) + Math.abs(y1) + Math.abs(z1) + own
    const r = Math.max(from[p + 3]!, to[p + 3]!)
    const swept = (r + 0.5 * Math.sqrt(x * x + y * y + z * z) + SWEPT * sizes + TINY_LENGTH) * ROUND_UP_SUM
    out[p] = 0.5 * (x0 + x1)
    out[p + 1] = 0.5 * (y0 + y1)
    out[p + 2] = 0.5 * (z0 + z1)
    out[p + 3] = swept
    before += r
    after += swept
  }
  return after / before
}
