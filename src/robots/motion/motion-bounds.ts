// What the inequalities of proofs have in common, be they about an interval of a motion (pair-motion.ts) or about a box of joint
// values (robots/allow/cell-motion.ts): how much a chain of movers can bend the way of a point, and what rounding may do to all
// of it.
//
// Rounding: `motionSlack`, which is added to the clearance. Let big be no less than any coordinate that occurs and K the number
// of movers. Poses are off by 32 u·K·big (kinematics.ts: 12 u a body, and a geometry's own pose), axes by 32 u·K; a node's place
// and its support along n by 16 u·big; terms of F that are multiplied with a spread of x radians by x times as much, radii in the
// accelerations by x² times. Configurations are off by the piece's own rounding of each number (`roundings`), mimic joints by
// more: angles, which are felt at no more than big, and lengths, which are felt as they are. In all less than
//   ((64 + 32 K)·u·(big + Σ spread of slides) + Σ off of turns·big + Σ off of slides)·(1 + Σ spread of turns)²,
// every term of which is a length: the same scene in another unit is decided alike. Of it
// the check uses CAREFUL times as much: a verifier has rounding of its own, counts lengths along the chain instead of coordinates
// and what the inequality itself is off by (src/verify/leaf.ts), and takes off no more than this while movers turn by a tenth of
// a radian in all. For an arm of seven joints and two metres that is some 2·10⁻¹² metres.
import { ROUND_UP, U } from '../../base/math/rounding.js'
import { LINE, TURN } from './movers.js'

/** How often the rounding is counted: see above. */
const CAREFUL = 8

/**
 * What rounding may do to the inequality, see above: of K movers with these errors (radians, lengths) that turn and slide by this
 * much in all.
 */
export function motionSlack(
  k: number,
  big: number,
  offTurns: number,
  offSlides: number,
  turned: number,
  slid: number,
): number {
  const own = (64 + 32 * k) * U * (big + slid) + offTurns * big + offSlides
  return CAREFUL * (own * (1 + turned) ** 2)
}

/**
 * What rounding may do to the direction of an axis, in a chain of K movers whose turns are off by this much in all: twice as much
 * as above, since here, too, a verifier has rounding of its own.
 */
export function axisSlack(k: number, offTurns: number): number {
  return Math.max(2048, 128 + 64 * k) * U + offTurns
}

/** A chain of movers at an anchor, and by mover what it does near it. */
export interface MovingChain {
  readonly kinds: Uint8Array
  /** Axes and points on them, LINE numbers each. */
  readonly lines: Float64Array
  /** How far it takes a point at distance 1. */
  readonly chord: Float64Array
  /** No less than its speed, and than what that changes by. */
  readonly speed: Float64Array
  readonly bend: Float64Array
}

/**
 * acc of pair-motion.ts, of one side: its `count` movers from the far end, `first`, towards the frame, and the radii of its set
 * about them; the direction, and `axes`, what the axes are off by.
 */
export function acceleration(
  { kinds, lines, chord, speed, bend }: MovingChain,
  r: Float64Array,
  first: number,
  step: number,
  count: number,
  nx: number,
  ny: number,
  nz: number,
  axes: number,
): number {
  let turned = 0
  for (let i = 0, k = first; i < count; i++, k += step) if (kinds[k] === TURN) turned += chord[k]!
  let reach = 0
  let moved = 0
  let acc = 0
  for (let i = 0, k = first; i < count; i++, k += step) {
    const wx = lines[LINE * k]!
    const wy = lines[LINE * k + 1]!
    const wz = lines[LINE * k + 2]!
    if (kinds[k] === TURN) {
      turned -= chord[k]!
      const x = ny * wz - nz * wy
      const y = nz * wx - nx * wz
      const z = nx * wy - ny * wx
      const sigma = Math.min(1, Math.sqrt(x * x + y * y + z * z) * ROUND_UP + axes + Math.max(0, turned) * ROUND_UP)
      const R = r[k]! + reach
      acc += speed[k]! * sigma * (speed[k]! * R + 2 * moved) + bend[k]! * sigma * R
      moved += speed[k]! * R
    } else {
      const tau = Math.min(1, Math.abs(nx * wx + ny * wy + nz * wz) * ROUND_UP + axes + Math.max(0, turned) * ROUND_UP)
      acc += bend[k]! * tau
      moved += speed[k]!
    }
    reach += r[k]! * chord[k]!
  }
  return acc * ROUND_UP
}
