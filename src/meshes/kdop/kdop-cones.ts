// What the two realignments by cones share (one cone value, and the occupancy table): unit directions, the cone's aperture, the
// nearest direction, a node's centre.
import { U } from '../../base/math/rounding.js'
import { BrokenInvariantError } from '../../errors.js'
import { type DopSize, directionSet } from '../../volumes/kdop-directions.js'

/** Rounding of a point's x and y about a cone's axis, and of what is made of them, in units of |p − c|: a difference, a product of three terms, a root. */
export const CONE_ROUNDING = 16 * U

/** The covering radius is made this much larger (as a cosine, relative): every direction falls into a cone, rounded or not. */
const APERTURE_SLACK = 1e-9

export interface ConeSet {
  readonly k: DopSize
  /** Directions of length 1 to rounding, three numbers each. */
  readonly units: Float64Array
  /** One over the length of each direction. */
  readonly inverseLengths: Float64Array
  /** Of the cone's angle α. */
  readonly cos: number
  readonly sin: number
}

export function coneSet(k: DopSize): ConeSet {
  const { vectors, aperture } = directionSet(k)
  const units = new Float64Array(3 * k)
  const inverseLengths = new Float64Array(k)
  for (let d = 0; d < k; d++) {
    const inverse = 1 / Math.hypot(vectors[3 * d]!, vectors[3 * d + 1]!, vectors[3 * d + 2]!)
    inverseLengths[d] = inverse
    for (let i = 0; i < 3; i++) units[3 * d + i] = vectors[3 * d + i]! * inverse
  }
  const cos = aperture * (1 - APERTURE_SLACK)
  return { k, units, inverseLengths, cos, sin: Math.sqrt(1 - cos * cos) }
}

/** σ of the paper's equation 9: the direction at the smallest angle to v. Ties go to the first. */
export function nearestDirection(cones: ConeSet, x: number, y: number, z: number): number {
  const { units, k, cos } = cones
  let best = 0
  let most = -Infinity
  for (let d = 0; d < k; d += 2) {
    const dot = units[3 * d]! * x + units[3 * d + 1]! * y + units[3 * d + 2]! * z
    if (Math.abs(dot) > most) {
      most = Math.abs(dot)
      best = dot < 0 ? d + 1 : d
    }
  }
  const length = Math.hypot(x, y, z)
  if (!(most >= cos * length)) throw new BrokenInvariantError(`k-DOP ${k}: no cone holds the direction ${[x, y, z]}`)
  return best
}

/** Writes the points' mean. Any centre would do; rounding does not matter. */
export function meanOf(out: Float64Array, o: number, points: Float64Array, count: number): void {
  let x = 0
  let y = 0
  let z = 0
  // About the first point: far-off sets keep their digits.
  for (let i = 3; i < 3 * count; i += 3) {
    x += points[i]! - points[0]!
    y += points[i + 1]! - points[1]!
    z += points[i + 2]! - points[2]!
  }
  out[o] = points[0]! + x / count
  out[o + 1] = points[1]! + y / count
  out[o + 2] = points[2]! + z / count
}
