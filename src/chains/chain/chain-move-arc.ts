// How near the centres of two balls come: one of them turns about the z axis, or goes straight.

import { arctangent } from '../../base/math/trigonometry.js'

/** A turn about the z axis: its whole angle, and sine and cosine at an instant, which has a slot. */
export interface AxisTurn {
  readonly angle: number
  at(t: number): number
  sineAt(slot: number): number
  cosineAt(slot: number): number
}

/** Where the distance was least: at the crest, or −1 for an end. Radians from the start of the interval. */
export const arc = { crest: -1, atEnd: false }

/**
 * The square of the least distance of the point at A[a..a+2], at rest, from that at B[b..b+2], which is carried about the z axis from
 * instant t to instant `until` of the way.
 *
 * With w the carried point, |a − R(φ)·w|² = (a_z − w_z)² + |a⊥|² + |w⊥|² − 2·(p·cos φ + q·sin φ), p = a⊥·w⊥, q = w⊥ × a⊥: the last term is
 * largest at the crest, φ = atan2(q, p), where the distance is that of the radii, or at an end. Each of the three is computed from its own
 * differences, good to 16 u of the lengths. A crest that rounding puts on the wrong side of an end is within 8 u radians of that end,
 * and the two distances differ by the square of that.
 */
export function arcDistance(
  times: AxisTurn,
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  t: number,
  until: number,
): number {
  const ax = A[a]!
  const ay = A[a + 1]!
  const wx = B[b]!
  const wy = B[b + 1]!
  const dz = A[a + 2]! - B[b + 2]!
  let slot = times.at(t)
  let cosine = times.cosineAt(slot)
  let sine = times.sineAt(slot)
  const x0 = cosine * wx - sine * wy
  const y0 = sine * wx + cosine * wy
  slot = times.at(until)
  cosine = times.cosineAt(slot)
  sine = times.sineAt(slot)
  const x1 = cosine * wx - sine * wy
  const y1 = sine * wx + cosine * wy
  const turned = times.angle * (until - t)
  // Which way the crest lies from each end.
  const q0 = x0 * ay - y0 * ax
  const q1 = x1 * ay - y1 * ax
  const p0 = x0 * ax + y0 * ay
  let isCrest: boolean
  if (turned <= Math.PI) isCrest = q0 >= 0 && q1 <= 0 && (turned > 1.5 || p0 >= 0)
  else isCrest = turned >= FULL || !(q0 < 0 && q1 > 0)
  if (isCrest) {
    const d = Math.sqrt(ax * ax + ay * ay) - Math.sqrt(wx * wx + wy * wy)
    arc.crest = 1
    arc.atEnd = false
    crestOf[0] = q0
    crestOf[1] = p0
    return d * d + dz * dz
  }
  arc.crest = -1
  const d0 = (ax - x0) * (ax - x0) + (ay - y0) * (ay - y0)
  const d1 = (ax - x1) * (ax - x1) + (ay - y1) * (ay - y1)
  arc.atEnd = d1 < d0
  return (arc.atEnd ? d1 : d0) + dz * dz
}

/** A full turn, or what rounding may take for one. */
const FULL = 2 * Math.PI - 1e-12

const crestOf = new Float64Array(2)

/** The instant of the distance found last, for an interval of the way that begins at t. */
export function arcInstant(times: AxisTurn, t: number, until: number): number {
  if (arc.crest < 0) return arc.atEnd ? until : t
  let phase = arctangent(crestOf[0]!, crestOf[1]!)
  if (phase < 0) phase += 2 * Math.PI
  return times.angle > 0 ? Math.min(until, t + phase / times.angle) : t
}

const line = new Float64Array(6)
let share = 0

/**
 * The distance of the point at A[a..a+2] from the straight line between the places that relative[0..11] and relative[24..35] take the point
 * at B[b..b+2] to. A share of the line that rounding has moved is off the nearest point by 8 u of the distance, which changes the result
 * by the square of that.
 */
export function chordDistance(relative: Float64Array, A: Float64Array, a: number, B: Float64Array, b: number): number {
  const x = B[b]!
  const y = B[b + 1]!
  const z = B[b + 2]!
  let along = 0
  let lengthSq = 0
  for (let k = 0; k < 3; k++) {
    const i = 4 * k
    const j = 24 + i
    const d0 = relative[i]! * x + relative[i + 1]! * y + relative[i + 2]! * z + relative[i + 3]! - A[a + k]!
    const d = relative[j]! * x + relative[j + 1]! * y + relative[j + 2]! * z + relative[j + 3]! - A[a + k]! - d0
    line[k] = d0
    line[3 + k] = d
    along -= d0 * d
    lengthSq += d * d
  }
  share = lengthSq > 0 ? Math.min(1, Math.max(0, along / lengthSq)) : 0
  let squared = 0
  for (let k = 0; k < 3; k++) {
    const d = line[k]! + share * line[3 + k]!
    squared += d * d
  }
  return Math.sqrt(squared)
}

/** Where on that line the nearest point is, 0 to 1. */
export function chordShare(): number {
  return share
}
