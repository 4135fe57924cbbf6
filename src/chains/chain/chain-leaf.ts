// The leaves of a ChainTree: a few consecutive links in one box, fitted to the links themselves.

import { composePose, invertPose, POSE } from '../../base/math/pose.js'
import { CHAIN_ROUNDING } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { type ChainArrays, ENDS, OUT } from './chain-arrays.js'
import { setHalf } from './chain-refit.js'
import { addPlaced, clearBalls, FIT, fitRectangle, setSwept, thinAxis } from './chain-rss.js'

/** Largest number of links a leaf may hold. */
export const MAX_LINKS_PER_LEAF = 16

/** X_{F_first,F_k} for the links of the leaf at hand and the one after it. */
const local = new Float64Array((MAX_LINKS_PER_LEAF + 1) * POSE)
const centres = new Float64Array(MAX_LINKS_PER_LEAF * 3)
const axes = new Float64Array(12)

/**
 * Half extents of the links themselves along an axis, for leaves whose links are not all spheres: writes the interval
 * of link `i` along (ax, ay, az), both given in the link's frame, to out[0..1].
 */
export type LinkInterval = (out: Float64Array, i: number, ax: number, ay: number, az: number) => void

/**
 * Balls whose convex hull holds link `i`, in its frame: writes x, y, z, r of each to `out` (up to eight) and returns how many; 0 if
 * the link's own ball does as well.
 */
export type LinkBalls = (out: Float64Array, i: number) => number

/** What leaves need to know of links that are not spheres. */
export interface LinkBounds {
  readonly interval: LinkInterval
  readonly balls: LinkBalls
}

const interval = new Float64Array(2)

/** Volume, ends, slack and balls of a leaf, from its joints and its links' shapes. */
export function refitLeaf(c: ChainArrays, n: number, bounds: LinkBounds | undefined): void {
  const { ends, balls, localBalls, joints } = c
  const first = c.first[n]!
  const count = c.end[n]! - first
  local.fill(0, 0, POSE)
  local[0] = local[5] = local[10] = 1
  let reach = 0
  for (let k = 0; k < count; k++) {
    const p = k * POSE
    const s = (first + k) * BALL
    const cx = localBalls[s]!
    const cy = localBalls[s + 1]!
    const cz = localBalls[s + 2]!
    centres[3 * k] = local[p]! * cx + local[p + 1]! * cy + local[p + 2]! * cz + local[p + 3]!
    centres[3 * k + 1] = local[p + 4]! * cx + local[p + 5]! * cy + local[p + 6]! * cz + local[p + 7]!
    centres[3 * k + 2] = local[p + 8]! * cx + local[p + 9]! * cy + local[p + 10]! * cz + local[p + 11]!
    composePose(local, p + POSE, local, p, joints, (first + k) * POSE)
    const q = p + POSE
    reach +=
      Math.abs(cx) +
      Math.abs(cy) +
      Math.abs(cz) +
      localBalls[s + 3]! +
      Math.abs(local[q + 3]!) +
      Math.abs(local[q + 7]!) +
      Math.abs(local[q + 11]!)
  }
  leafAxes(count)
  c.slack[n] = CHAIN_ROUNDING * count * reach
  if (c.volume === 'rss') sweepLeaf(c, n, reach, bounds?.balls)
  else boxLeaf(c, n, bounds?.interval)
  const e = n * ENDS
  invertPose(ends, e, axes, 0)
  composePose(ends, e + OUT, ends, e, local, count * POSE)
  for (let k = 0; k < count; k++) {
    const s = (first + k) * BALL
    const x = centres[3 * k]!
    const y = centres[3 * k + 1]!
    const z = centres[3 * k + 2]!
    balls[s] = ends[e]! * x + ends[e + 1]! * y + ends[e + 2]! * z + ends[e + 3]!
    balls[s + 1] = ends[e + 4]! * x + ends[e + 5]! * y + ends[e + 6]! * z + ends[e + 7]!
    balls[s + 2] = ends[e + 8]! * x + ends[e + 9]! * y + ends[e + 10]! * z + ends[e + 11]!
    balls[s + 3] = localBalls[s + 3]!
  }
  if (c.frames.length > 0) {
    for (let k = 0; k < count; k++) composePose(c.frames, (first + k) * POSE, ends, e, local, k * POSE)
  }
}

/** The box of a leaf along `axes`, and its centre. */
function boxLeaf(c: ChainArrays, n: number, linkInterval: LinkInterval | undefined): void {
  const { box, localBalls } = c
  const first = c.first[n]!
  const count = c.end[n]! - first
  const pad = c.slack[n]!
  let c0 = 0
  let c1 = 0
  let c2 = 0
  for (let a = 0; a < 3; a++) {
    const x = axes[a]!
    const y = axes[4 + a]!
    const z = axes[8 + a]!
    let lo = Infinity
    let hi = -Infinity
    for (let k = 0; k < count; k++) {
      const r = localBalls[(first + k) * BALL + 3]!
      const s = x * centres[3 * k]! + y * centres[3 * k + 1]! + z * centres[3 * k + 2]!
      let from = s - r
      let to = s + r
      if (linkInterval !== undefined) {
        const p = k * POSE
        linkInterval(
          interval,
          first + k,
          local[p]! * x + local[p + 4]! * y + local[p + 8]! * z,
          local[p + 1]! * x + local[p + 5]! * y + local[p + 9]! * z,
          local[p + 2]! * x + local[p + 6]! * y + local[p + 10]! * z,
        )
        const o = local[p + 3]! * x + local[p + 7]! * y + local[p + 11]! * z
        from = Math.max(from, interval[0]! + o)
        to = Math.min(to, interval[1]! + o)
      }
      if (from < lo) lo = from
      if (to > hi) hi = to
    }
    const mid = (lo + hi) * 0.5
    box[n * BOX + BOX_HALF + a] = (hi - lo) * 0.5 + pad
    c0 += mid * x
    c1 += mid * y
    c2 += mid * z
  }
  axes[3] = c0
  axes[7] = c1
  axes[11] = c2
  const b = n * BOX + BOX_HALF
  setHalf(box, n * BOX, box[b]!, box[b + 1]!, box[b + 2]!)
}

const hull = new Float64Array(8 * BALL)
const placed = new Float64Array(POSE)
const across = new Float64Array(POSE)
const fit = new Float64Array(FIT)

/** The swept rectangle of a leaf along `axes`, the thinnest of them last, and its centre. */
function sweepLeaf(c: ChainArrays, n: number, reach: number, linkBalls: LinkBalls | undefined): void {
  const first = c.first[n]!
  const count = c.end[n]! - first
  clearBalls()
  invertPose(across, 0, axes, 0)
  for (let k = 0; k < count; k++) {
    composePose(placed, 0, across, 0, local, k * POSE)
    const several = linkBalls === undefined ? 0 : linkBalls(hull, first + k)
    if (several === 0) addPlaced(placed, 0, c.localBalls, (first + k) * BALL)
    else for (let b = 0; b < several; b++) addPlaced(placed, 0, hull, b * BALL)
  }
  const normal = thinAxis()
  fitRectangle(fit)
  for (let row = 0; row < 12; row += 4) {
    for (let k = 0; k < 3; k++) across[row + k] = axes[row + ((normal + 1 + k) % 3)]!
  }
  for (let row = 0; row < 12; row += 4) {
    for (let k = 0; k < 3; k++) axes[row + k] = across[row + k]!
    axes[row + 3] = across[row]! * fit[0]! + across[row + 1]! * fit[1]! + across[row + 2]! * fit[2]!
  }
  setSwept(c, n, fit, reach)
}

/**
 * Axes for a leaf: the first along the line from its first to its last centre, the second towards the centre that is
 * farthest from that line. Tight for a handful of links, whichever way the chain runs.
 */
function leafAxes(count: number): void {
  axes.fill(0)
  let ux = centres[3 * count - 3]! - centres[0]!
  let uy = centres[3 * count - 2]! - centres[1]!
  let uz = centres[3 * count - 1]! - centres[2]!
  let length = Math.sqrt(ux * ux + uy * uy + uz * uz)
  if (!(length > 1e-100)) {
    ux = 1
    uy = uz = 0
    length = 1
  }
  ux /= length
  uy /= length
  uz /= length
  let vx = 0
  let vy = 0
  let vz = 0
  let farthest = 0
  for (let k = 1; k < count; k++) {
    const dx = centres[3 * k]! - centres[0]!
    const dy = centres[3 * k + 1]! - centres[1]!
    const dz = centres[3 * k + 2]! - centres[2]!
    const s = dx * ux + dy * uy + dz * uz
    const px = dx - s * ux
    const py = dy - s * uy
    const pz = dz - s * uz
    const p = px * px + py * py + pz * pz
    if (p > farthest) {
      farthest = p
      vx = px
      vy = py
      vz = pz
    }
  }
  if (!(farthest > 1e-20 * length * length)) {
    // On a line: any direction across will do; cross u with the axis it leans on least.
    const ax = Math.abs(ux)
    const ay = Math.abs(uy)
    const az = Math.abs(uz)
    if (ax <= ay && ax <= az) {
      vx = 0
      vy = -uz
      vz = uy
    } else if (ay <= az) {
      vx = uz
      vy = 0
      vz = -ux
    } else {
      vx = -uy
      vy = ux
      vz = 0
    }
  }
  // Twice is enough to make v orthogonal to u to rounding, even where the offset from the line was tiny.
  for (let pass = 0; pass < 2; pass++) {
    const s = vx * ux + vy * uy + vz * uz
    vx -= s * ux
    vy -= s * uy
    vz -= s * uz
    const l = Math.sqrt(vx * vx + vy * vy + vz * vz)
    vx /= l
    vy /= l
    vz /= l
  }
  axes[0] = ux
  axes[4] = uy
  axes[8] = uz
  axes[1] = vx
  axes[5] = vy
  axes[9] = vz
  axes[2] = uy * vz - uz * vy
  axes[6] = uz * vx - ux * vz
  axes[10] = ux * vy - uy * vx
}
