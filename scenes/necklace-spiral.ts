// Figure 6 (g) of the necklace paper: a straight line of 500 beads that becomes a spiral of ten turns in 100 frames. Ours is
// r = b·θ from its centre, evenly sampled: with beads 1 apart its turns are 1.59 apart, and nothing is left open but the beads'
// radius and how the line becomes a spiral. The radius, 0.1, was picked for the printed tests of the end (8.1): 0.05 gives 8.07,
// 0.1 8.19, 0.2 8.85, 0.3 9.50.
import { checkCount } from './checks.js'
import type { MovingNecklace } from './necklace-scene.js'

/**
 * `rolling`: as a carpet is rolled up. What is rolled is the inner part of the spiral, what is not lies where it lay.
 * `curling`: everywhere at once, each bead's curvature growing in proportion to time. Curvature falls along the spiral, and so
 * it does in every frame, so that the curve never meets itself (Tait and Kneser).
 */
export type SpiralWay = 'rolling' | 'curling'

const RADIUS = 0.1
/** Steps between two beads over which a curl is summed: its places are right to 1e-3 of a bead. */
const SUBSTEPS = 32

export function rollingSpiral(
  options: { readonly n?: number; readonly turns?: number; readonly frames?: number; readonly way?: SpiralWay } = {},
): MovingNecklace {
  const { n = 500, turns = 10, frames = 100, way = 'rolling' } = options
  checkCount('n', n, 2)
  checkCount('turns', turns)
  checkCount('frames', frames, 2)
  const scale = (n - 1) / arcLength(2 * Math.PI * turns)
  const theta = Float64Array.from({ length: n }, (_, i) => angleAt(i / scale))
  const frame = (k: number): Float64Array => {
    const share = Math.min(1, Math.max(0, k / (frames - 1)))
    return way === 'rolling' ? rolled(n, scale, share) : curled(theta, scale, share)
  }
  return { name: 'spiral', dimension: 2, centres: frame(0), radius: RADIUS, frames, frame }
}

/** Of r = θ, from 0. */
function arcLength(theta: number): number {
  return (theta * Math.sqrt(1 + theta * theta) + Math.asinh(theta)) / 2
}

/** Its inverse, by Newton's method: arcLength is convex, and the start is above the root. */
function angleAt(length: number): number {
  let theta = Math.sqrt(2 * length)
  for (let step = 0; step < 60; step++) {
    const next = theta - (arcLength(theta) - length) / Math.sqrt(1 + theta * theta)
    if (!(next < theta)) break
    theta = next
  }
  return theta
}

/** Up to bead number share·(n − 1) on the spiral, which touches the ground (the x axis) there; the others on the ground. */
function rolled(n: number, scale: number, share: number): Float64Array {
  const last = share * (n - 1)
  const end = angleAt(last / scale)
  const [endX, endY] = [scale * end * Math.cos(end), scale * end * Math.sin(end)]
  const along = end + Math.atan(end)
  const [c, s] = [Math.cos(along), Math.sin(along)]
  const out = new Float64Array(3 * n)
  for (let i = 0; i < n; i++) {
    out[3 * i] = i
    if (i > last) continue
    const theta = angleAt(i / scale)
    const [x, y] = [scale * theta * Math.cos(theta) - endX, scale * theta * Math.sin(theta) - endY]
    out[3 * i] = last + c * x + s * y
    out[3 * i + 1] = c * y - s * x
  }
  return out
}

/** The tangent of the spiral is at θ + arctan θ; that angle times `share` is the curl's. */
function curled(theta: Float64Array, scale: number, share: number): Float64Array {
  const out = new Float64Array(3 * theta.length)
  let [x, y] = [0, 0]
  for (let i = 1; i < theta.length; i++) {
    const [from, to] = [theta[i - 1]!, theta[i]!]
    for (let j = 0; j < SUBSTEPS; j++) {
      const a = from + ((to - from) * j) / SUBSTEPS
      const b = from + ((to - from) * (j + 1)) / SUBSTEPS
      const length = scale * (arcLength(b) - arcLength(a))
      const angle = share * ((a + b) / 2 + Math.atan((a + b) / 2))
      x += length * Math.cos(angle)
      y += length * Math.sin(angle)
    }
    out[3 * i] = x
    out[3 * i + 1] = y
  }
  return out
}
