// How things that bend move along a motion: frames at places of the motion's clock, straight lines between them. Before its first
// frame a thing stands there, and after its last one it stays.
//
// A place is a number of pieces: 0 is the start, 2 where the third piece begins (the third waypoint), 2.5 the middle of the third
// piece. The exact motion of a point between two frames is p + λ·(q − p), λ linear in the piece's own clock from the one
// place to the other, all of them the doubles that were given.
//
// Rounding. λ is a difference that rounds by 2 u of itself at most (a place and the number of its piece differ by an exact number
// where both are of one piece; otherwise nothing cancels), divided by another: 4 u of λ. A coordinate p + λ·(q − p): 4 u of the
// product for λ, 1 u of |q − p| for the difference, 1 u of the product, 1 u of the sum; in all less than 16 u of the larger of
// |p| and |q|. A box around points that is interpolated like a point holds the points interpolated, up to twice that.
import { checkFields } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { type Deforming, readFrame } from '../world/deforming.js'
import type { Motion } from './piece.js'

/** Where something that bends is at an instant of a motion. */
export interface Keyframe {
  /** In pieces of the motion: 0 is its start, 1 where its second piece begins (the second waypoint), 1.5 the middle of that piece. */
  readonly at?: number | undefined
  /** Or in seconds, for a motion that has times. */
  readonly time?: number | undefined
  /** Three numbers a bead or a vertex. */
  readonly positions: ArrayLike<number>
}

/**
 * By name: the frames of something that bends, in order of time, with straight lines between them. A plain list of frames has one
 * for each waypoint.
 */
export type Keyframes = Readonly<Record<string, readonly Keyframe[] | readonly ArrayLike<number>[]>>

/** A part of one piece within which all points of a thing move straight: between frames `from` and `to`, which may be the same. */
export interface FrameStretch {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/** The frames of one thing. */
export class DeformingTrack {
  /** No coordinates of a point, reaches included, add up to more. */
  readonly big: number

  constructor(
    readonly thing: Deforming,
    /** In pieces, rising. */
    readonly places: Float64Array,
    readonly frames: readonly Float64Array[],
  ) {
    let big = 0
    for (const frame of frames) {
      for (let i = 0; i < frame.length; i += 3) {
        big = Math.max(big, Math.abs(frame[i]!) + Math.abs(frame[i + 1]!) + Math.abs(frame[i + 2]!))
      }
    }
    this.big = big + thing.reaches.reduce((most, reach) => Math.max(most, reach), 0)
  }

  /** The parts of a piece, in order; they cover it. */
  stretches(segment: number): FrameStretch[] {
    const { places } = this
    const inside = Array.from(places).filter((place) => place > segment && place < segment + 1)
    const cuts = [0, ...inside.map((place) => place - segment), 1]
    return cuts.slice(1).map((end, k) => {
      const start = cuts[k]!
      // The last frame at or before its start, the first at or after its end.
      let from = places.length - 1
      while (from > 0 && places[from]! > segment + start) from--
      let to = from
      while (to < places.length - 1 && places[to]! < segment + end) to++
      // Before the first frame, or after the last one.
      if (places[from]! > segment + start) to = from
      return { start, end, from, to }
    })
  }

  /** λ of a stretch at t of its piece, 0 to 1. */
  share(segment: number, { from, to }: FrameStretch, t: number): number {
    if (from === to) return 0
    const begin = this.places[from]!
    const share = (segment - begin + t) / (this.places[to]! - begin)
    return share < 0 ? 0 : share > 1 ? 1 : share
  }

  /** All points at t of a piece. */
  frameAt(out: Float64Array, segment: number, t: number): Float64Array {
    const all = this.stretches(segment)
    const stretch = all.find(({ end }) => t <= end) ?? all.at(-1)!
    const share = this.share(segment, stretch, t)
    const p = this.frames[stretch.from]!
    const q = this.frames[stretch.to]!
    for (let i = 0; i < out.length; i++) out[i] = share === 1 ? q[i]! : p[i]! + share * (q[i]! - p[i]!)
    return out
  }
}

/** The tracks of all that moves by itself; what has no frames stands. */
export function readKeyframes(
  things: readonly Deforming[],
  motion: Motion,
  keyframes: Keyframes | undefined,
): DeformingTrack[] {
  if (keyframes === undefined) return []
  if (keyframes === null || typeof keyframes !== 'object') {
    throw new InvalidInputError(
      'options.keyframes',
      keyframes,
      'a record: a list of frames for each thing, by its name',
    )
  }
  const known = things.map(({ name }) => name)
  for (const name of Object.keys(keyframes)) {
    if (known.includes(name)) continue
    const expected = known.length === 0 ? 'left out: nothing in the world deforms' : `one of ${known.join(', ')}`
    throw new InvalidInputError('options.keyframes', name, expected)
  }
  return things
    .filter(({ name }) => Object.hasOwn(keyframes, name))
    .map((thing) => readTrackOf(thing, motion, keyframes[thing.name]!))
}

function readTrackOf(
  thing: Deforming,
  motion: Motion,
  list: readonly Keyframe[] | readonly ArrayLike<number>[],
): DeformingTrack {
  const field = `options.keyframes[${JSON.stringify(thing.name)}]`
  if (!Array.isArray(list) || list.length === 0) throw new InvalidInputError(field, list, 'a list of one frame or more')
  const pieces = motion.pieces.length
  const isPlain = isFrame(list[0])
  if (isPlain && list.length !== pieces + 1) {
    throw new InvalidInputError(
      `${field}.length`,
      list.length,
      `${pieces + 1}, a frame for each waypoint; or frames with \`at\``,
    )
  }
  const places = new Float64Array(list.length)
  const frames = list.map((own: Keyframe | ArrayLike<number>, k) => {
    const name = `${field}[${k}]`
    if (isPlain) {
      places[k] = k
      return readFrame(name, thing, own as ArrayLike<number>)
    }
    if (own === null || typeof own !== 'object' || isFrame(own)) {
      throw new InvalidInputError(name, own, 'a record with `at` or `time`, and `positions`')
    }
    places[k] = placeOf(name, motion, own as Keyframe)
    if (k > 0 && !(places[k]! > places[k - 1]!)) {
      throw new InvalidInputError(name, places[k], `later than the frame before it, at ${places[k - 1]}`)
    }
    return readFrame(`${name}.positions`, thing, (own as Keyframe).positions)
  })
  return new DeformingTrack(thing, places, frames)
}

function isFrame(value: unknown): boolean {
  return Array.isArray(value) || ArrayBuffer.isView(value)
}

function placeOf(field: string, { pieces, times }: Motion, keyframe: Keyframe): number {
  checkFields(field, keyframe, ['at', 'time', 'positions'])
  const { at, time } = keyframe
  if ((at === undefined) === (time === undefined)) {
    throw new InvalidInputError(field, keyframe, 'a record with either `at` or `time`')
  }
  if (at !== undefined) {
    if (typeof at !== 'number' || !(at >= 0 && at <= pieces.length)) {
      throw new InvalidInputError(`${field}.at`, at, `a number from 0 to ${pieces.length}, in pieces of the motion`)
    }
    return at
  }
  if (times === undefined) throw new InvalidInputError(`${field}.time`, time, 'left out: the motion has no times')
  const [first, last] = [times[0]!, times.at(-1)!]
  if (typeof time !== 'number' || !(time >= first && time <= last)) {
    throw new InvalidInputError(`${field}.time`, time, `a number from ${first} to ${last}, in seconds`)
  }
  let k = 0
  while (k < pieces.length - 1 && time >= times[k + 1]!) k++
  const [begin, end] = [times[k]!, times[k + 1]!]
  return end > begin ? Math.min(k + (time - begin) / (end - begin), k + 1) : k
}
