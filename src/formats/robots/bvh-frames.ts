// The frames of a motion-capture clip as a path: radians, and angles chosen such that the straight step from frame to frame is the short
// way. Files wrap angles at half a turn, and a joint with three angles has two descriptions of every rotation: (a, b, c) and
// (a + 180°, 180° − b, c + 180°). A straight step from one to the other would spin the joint round, though the body hardly moved.
import type { BvhChannel, BvhFile } from './bvh.js'

/** Degrees: a step of a channel beyond this is noted. People turn a joint by less in a frame. */
const LARGE_STEP = 90

export interface UnwrappedFrames {
  /** As the file's, in degrees and lengths; every value describes the same pose as the file's. */
  readonly frames: readonly Float64Array[]
  /** Steps of one channel that are larger than LARGE_STEP all the same, and the first of them. */
  readonly large: { readonly count: number; readonly first: string } | undefined
}

export function unwrapFrames({ joints, frames: given }: BvhFile): UnwrappedFrames {
  const frames = given.map((frame) => frame.slice())
  const first: string[] = []
  let count = 0
  for (const { name, channels, column } of joints) {
    const places = channels.flatMap(({ kind }, k) => (kind === 'rotation' ? [column + k] : []))
    const twofold = hasTwoDescriptions(channels)
    for (let k = 1; k < frames.length; k++) {
      const [before, frame] = [frames[k - 1]!, frames[k]!]
      choose(before, frame, places, twofold)
      for (const place of places) {
        const step = Math.abs(frame[place]! - before[place]!)
        if (step <= LARGE_STEP) continue
        count++
        if (first.length === 0) first.push(`${name} by ${Math.round(step)}° from frame ${k - 1} to ${k}`)
      }
    }
  }
  return { frames, large: count === 0 ? undefined : { count, first: first[0]! } }
}

/** Three turns about three axes that differ. */
function hasTwoDescriptions(channels: readonly BvhChannel[]): boolean {
  return new Set(channels.flatMap(({ kind, axis }) => (kind === 'rotation' ? [axis] : []))).size === 3
}

/** Puts the description that is nearer to `before` into `frame`; the file's own where both are as near. */
function choose(before: Float64Array, frame: Float64Array, places: readonly number[], twofold: boolean): void {
  const own = places.map((place) => nearTo(before[place]!, frame[place]!))
  const steps = (values: readonly number[]): number =>
    values.reduce((sum, value, i) => sum + Math.abs(value - before[places[i]!]!), 0)
  let best = own
  if (twofold) {
    const [a, b, c] = places.map((place) => frame[place]!) as [number, number, number]
    const other = [a + 180, 180 - b, c + 180].map((value, i) => nearTo(before[places[i]!]!, value))
    if (steps(other) < steps(own)) best = other
  }
  places.forEach((place, i) => {
    frame[place] = best[i]!
  })
}

/** The same angle, whole turns away, within half a turn of `before`; half a turn exactly stays as it is. */
function nearTo(before: number, degrees: number): number {
  const away = (before - degrees) / 360
  return Math.abs(away) <= 0.5 ? degrees : degrees + 360 * Math.round(away)
}
