// Times within limits of acceleration: a straight segment is passed from rest to rest, at full speed between, and so is each part
// of it where the robot waits on the way. Only times depend on this: what is proved holds however fast a robot is.
//
// Along a segment x runs from 0 to 1, `speed` and `change` are the most that x may do in a second and in a second squared: those of
// the joint that allows least. From rest to rest over a length L: speeding up over d = min(L/2, speed²/2·change), as much slowing
// down, and √(2·change·d) between.

export interface SegmentRamp {
  readonly speed: number
  readonly change: number
}

/** How far it speeds up, how fast it gets, and how long it takes over a length from rest to rest. */
export function rampOver({ speed, change }: SegmentRamp, length: number): { d: number; top: number; time: number } {
  const d = Math.min(length / 2, (speed * speed) / (2 * change))
  const top = Math.sqrt(2 * change * d)
  return { d, top, time: (2 * top) / change + (length - 2 * d) / top }
}

/** When it has gone the way y of a length, from rest to rest. */
function timeAt(ramp: SegmentRamp, length: number, y: number): number {
  const { d, top, time } = rampOver(ramp, length)
  if (y <= d) return Math.sqrt((2 * y) / ramp.change)
  if (y >= length - d) return time - Math.sqrt((2 * Math.max(0, length - y)) / ramp.change)
  return top / ramp.change + (y - d) / top
}

/** Seconds of the atoms of a segment of `count`, which stops where `stops` says (marks of the segment, 0 and `count` among them). */
export function rampedAtoms(ramp: SegmentRamp, count: number, stops: readonly number[]): Float64Array {
  const out = new Float64Array(count)
  for (let k = 1; k < stops.length; k++) {
    const [from, to] = [stops[k - 1]!, stops[k]!]
    const length = (to - from) / count
    let before = 0
    for (let m = from; m < to; m++) {
      const at = timeAt(ramp, length, (m + 1 - from) / count)
      out[m] = at - before
      before = at
    }
  }
  return out
}
