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

/** Units of roundoff by which a swept ball is too small as computed, in units of the coordinates it comes of; see `sweepBalls`. */
const SWEPT = 16 * U
const ROUND_UP_SUM = 1 + 4 * U

/** Balls that are swept by less than this share of their radii are as good as still: nothing is gained by fitting a turn. */
const STILL = 1.1

/** Of what all do in common: the middle c, the way u and the turn ω, three numbers each. */
const shared = new Float64Array(9)
const turning = new Float64Array(9)

/**
 * Balls that touch wherever two of the moving ones meet: about the middle m of each one's way v, and larger than it by half of that
 * way. Of the ways, what they have in common is taken off, a shift and a turn: with wᵢ = vᵢ − u − ω × (mᵢ − c), for any u, ω and c,
 *
 *   pᵢ − pⱼ = d + τ ω × d + τ (wᵢ − wⱼ)   at the time ½ + τ, where d = mᵢ − mⱼ,
 *
 * and |d + τ ω × d| ≥ |d|, since ω × d is at a right angle to d. So where |pᵢ − pⱼ| ≤ rᵢ + rⱼ, |d| ≤ rᵢ + rⱼ + ½|wᵢ| + ½|wⱼ|. A rope that is
 * turned as a whole, by whatever angle, has swept balls no larger than its beads. Returns how many times as large they are as the
 * moving ones, in the mean of their radii.
 *
 * Rounding: u, ω and c are what they are; let s be the sum of the sizes of the six coordinates, of u's three, and of those of ω
 * times the sum of m's and c's. The middle is off by u·s/2; v − u by 2 u·s; each coordinate of ω × (m − c) by 5 u of its two
 * products, together by 5 u·s; the difference of both by u·s, and half of that counts; the root by 3 u·s. Less than 16 u·s in all,
 * with room for s itself. The sum that follows is off by 3 u of itself; TINY_LENGTH is for squares that underflow.
 */
export function sweepBalls(out: Float64Array, from: Float64Array, to: Float64Array): number {
  findShared(from, to)
  const grown = sweep(out, from, to)
  if (grown < STILL || !findTurn(from, to)) return grown
  const turned = sweep(out, from, to)
  if (turned <= grown) return turned
  shared.fill(0, 6)
  return sweep(out, from, to)
}

/** The means of middles and ways; no turn. */
function findShared(from: Float64Array, to: Float64Array): void {
  const n = from.length / BALL
  shared.fill(0)
  for (let p = 0; p < from.length; p += BALL) {
    for (let k = 0; k < 3; k++) {
      shared[k]! += 0.5 * (from[p + k]! + to[p + k]!)
      shared[3 + k]! += to[p + k]! - from[p + k]!
    }
  }
  for (let k = 0; k < 6; k++) shared[k]! /= n
}

/** The turn that fits best, by least squares: ω = I⁻¹ L of the middles and ways. False if there is none. */
function findTurn(from: Float64Array, to: Float64Array): boolean {
  const [cx, cy, cz, ux, uy, uz] = shared as unknown as [number, number, number, number, number, number]
  // L, then xx, yy, zz, xy, xz, yz.
  turning.fill(0)
  for (let p = 0; p < from.length; p += BALL) {
    const x = 0.5 * (from[p]! + to[p]!) - cx
    const y = 0.5 * (from[p + 1]! + to[p + 1]!) - cy
    const z = 0.5 * (from[p + 2]! + to[p + 2]!) - cz
    const vx = to[p]! - from[p]! - ux
    const vy = to[p + 1]! - from[p + 1]! - uy
    const vz = to[p + 2]! - from[p + 2]! - uz
    turning[0]! += y * vz - z * vy
    turning[1]! += z * vx - x * vz
    turning[2]! += x * vy - y * vx
    turning[3]! += x * x
    turning[4]! += y * y
    turning[5]! += z * z
    turning[6]! += x * y
    turning[7]! += x * z
    turning[8]! += y * z
  }
  const [lx, ly, lz, xx, yy, zz, xy, xz, yz] = turning as unknown as number[] & [number, number, number]
  const [a, b, c] = [yy! + zz!, xx! + zz!, xx! + yy!]
  const [d, e, f] = [-xy!, -xz!, -yz!]
  // The inverse of the symmetric matrix a d e, d b f, e f c, by its cofactors.
  const [A, B, C] = [b * c - f * f, a * c - e * e, a * b - d * d]
  const [D, E, F] = [e * f - d * c, d * f - e * b, d * e - a * f]
  const det = a * A + d * D + e * E
  shared[6] = (A * lx + D * ly + E * lz) / det
  shared[7] = (D * lx + B * ly + F * lz) / det
  shared[8] = (E * lx + F * ly + C * lz) / det
  const finite = Number.isFinite(shared[6]! + shared[7]! + shared[8]!)
  if (!finite) shared.fill(0, 6)
  return finite
}

/** The swept balls with what is shared taken off. */
function sweep(out: Float64Array, from: Float64Array, to: Float64Array): number {
  const cx = shared[0]!
  const cy = shared[1]!
  const cz = shared[2]!
  const ux = shared[3]!
  const uy = shared[4]!
  const uz = shared[5]!
  const wx = shared[6]!
  const wy = shared[7]!
  const wz = shared[8]!
  const own = Math.abs(ux) + Math.abs(uy) + Math.abs(uz)
  const spin = Math.abs(wx) + Math.abs(wy) + Math.abs(wz)
  const centre = Math.abs(cx) + Math.abs(cy) + Math.abs(cz)
  let before = 0
  let after = 0
  for (let p = 0; p < out.length; p += BALL) {
    const x0 = from[p]!
    const y0 = from[p + 1]!
    const z0 = from[p + 2]!
    const x1 = to[p]!
    const y1 = to[p + 1]!
    const z1 = to[p + 2]!
    const mx = 0.5 * (x0 + x1)
    const my = 0.5 * (y0 + y1)
    const mz = 0.5 * (z0 + z1)
    const dx = mx - cx
    const dy = my - cy
    const dz = mz - cz
    const x = x1 - x0 - ux - (wy * dz - wz * dy)
    const y = y1 - y0 - uy - (wz * dx - wx * dz)
    const z = z1 - z0 - uz - (wx * dy - wy * dx)
    const ends = Math.abs(x0) + Math.abs(y0) + Math.abs(z0) + Math.abs(x1) + Math.abs(y1) + Math.abs(z1)
    const sizes = ends + own + spin * (ends + centre)
    const r = Math.max(from[p + 3]!, to[p + 3]!)
    const swept = (r + 0.5 * Math.sqrt(x * x + y * y + z * z) + SWEPT * sizes + TINY_LENGTH) * ROUND_UP_SUM
    out[p] = mx
    out[p + 1] = my
    out[p + 2] = mz
    out[p + 3] = swept
    before += r
    after += swept
  }
  return after / before
}
