// Speeds along a path of straight legs, from rest to rest: as fast as corners and accelerations allow, by one pass forwards and one
// backwards. Lengths are in seconds at full speed, so that a speed is a number from 0 to 1.

/** Part of a leg on which the speed goes from one to another, its square evenly by length. */
export interface Ramp {
  readonly length: number
  readonly from: number
  readonly to: number
}

/**
 * Speeds at the corners, the two ends among them. `lengths` and `changes`: of each leg, how long it is and how fast its speed may
 * change, by the second. `limits`: the fastest that each corner may be passed; the ends are at rest.
 *
 * At constant change c over a length l, speeds u and w have w² = u² + 2cl.
 */
export function cornerSpeeds(
  lengths: ArrayLike<number>,
  changes: ArrayLike<number>,
  limits: ArrayLike<number>,
): Float64Array {
  const legs = lengths.length
  const squares = Float64Array.from({ length: legs + 1 }, (_, k) => {
    return k === 0 || k === legs ? 0 : Math.min(1, limits[k]!) * Math.min(1, limits[k]!)
  })
  const gain = (k: number): number => 2 * changes[k]! * lengths[k]!
  for (let k = 0; k < legs; k++) squares[k + 1] = Math.min(squares[k + 1]!, squares[k]! + gain(k))
  for (let k = legs - 1; k >= 0; k--) squares[k] = Math.min(squares[k]!, squares[k + 1]! + gain(k))
  return squares.map(Math.sqrt)
}

/** Ramps shorter than this part of their leg are made longer or left out: times of next to nothing have no digits. */
const SLIVER = 1e-6

/**
 * A leg in one to three ramps: faster, at one speed, slower; none shorter than `shortest`, or a quarter of the leg. Making a ramp longer,
 * or leaving a short one out of which another takes the length, makes the change of speed slower: it is (w² − u²)/2l.
 */
export function legRamps(length: number, change: number, from: number, to: number, shortest = 0): Ramp[] {
  const most = Math.min(1, (from * from + to * to) / 2 + change * length)
  const top = Math.max(from, to, Math.sqrt(most))
  const least = Math.min(length / 4, Math.max(SLIVER * length, shortest))
  const rampLength = (end: number): number => {
    const own = (top * top - end * end) / (2 * change)
    if (own > least) return own
    // From rest, or nearly, something must be left to get faster on. The other ramp leaves that much: it is (top² − …)/2c at most, and
    // this one is (3/4)·top²/2c at least, and no more than a quarter of the leg.
    return end < top / 2 ? least : 0
  }
  const marks = [{ at: 0, speed: from }]
  for (const at of [rampLength(from), length - rampLength(to)]) {
    if (at - marks.at(-1)!.at >= least && length - at >= least) marks.push({ at, speed: top })
  }
  marks.push({ at: length, speed: to })
  return marks.slice(1).map(({ at, speed }, k) => ({ length: at - marks[k]!.at, from: marks[k]!.speed, to: speed }))
}

/** Seconds that a ramp takes: its mean speed is that of its ends. */
export function rampTime({ length, from, to }: Ramp): number {
  return (2 * length) / (from + to)
}
