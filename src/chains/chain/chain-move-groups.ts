// Groups of consecutive segments of a chain whose joints move: what lets a search drop many segments at once where many joints move.
//
// A group is not rigid. Around an instant it is held by a ball in the frame of one of its segments, the anchor: all of it lies in a ball
// of radius ρ at the instant itself, the centres of its joints included. Seen from the anchor, joint i moves what is beyond it with a
// speed of at most |slide_i| + angle_i·2ρ', ρ' being the radius at that time; together V ≤ S + 2·A·ρ', with S and A the sums over the
// joints inside. Within τ of the instant ρ' ≤ ρ + V·τ, so V ≤ (S + 2·A·ρ)/(1 − 2·A·τ): the ball of radius ρ + V·τ holds the group as long
// as 2·A·τ is below 1. (From either end: seen from the far side, a joint moves the near one just as fast.)

import { POSE } from '../../base/math/pose.js'
import { ROUND_UP } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { mergeSphere } from '../../volumes/sphere.js'
import type { MoveItems } from './chain-move-items.js'
import type { MoveTimes } from './chain-move-times.js'

/** Instants whose balls are kept. */
const KEPT = 8

export class MoveGroups {
  private segments = 0
  private items: MoveItems | undefined
  private times: MoveTimes | undefined
  /** Of each kept instant: the ball of every group in segment 0's frame; groups are numbered as in a heap. */
  private balls = new Float64Array(KEPT * 8 * BALL)
  private readonly instants = new Float64Array(KEPT)
  private next = 0

  start(items: MoveItems, times: MoveTimes, segments: number): void {
    this.items = items
    this.times = times
    this.segments = segments
    this.instants.fill(Number.NaN)
    const room = KEPT * 4 * segments * BALL
    if (this.balls.length < room) this.balls = new Float64Array(2 * room)
  }

  /**
   * Writes a ball that holds the segments lo … hi − 1, group `group` of the heap, from t − around to t + around, in the frame of segment
   * `anchor`. False if there is none.
   */
  ball(
    out: Float64Array,
    o: number,
    group: number,
    lo: number,
    hi: number,
    anchor: number,
    t: number,
    around: number,
  ): boolean {
    const times = this.times!
    const turned = times.anglesBetween(lo, hi) * ROUND_UP
    if (!(4 * turned * around <= 1)) return false
    const at = (this.at(t) * 4 * this.segments + group) * BALL
    const { balls } = this
    const radius = balls[at + 3]!
    const speed = (times.slidesBetween(lo, hi) + 2 * turned * radius) / (1 - 2 * turned * around)
    out[o + 3] = (radius + speed * around) * ROUND_UP
    const p = (times.at(t) * this.segments + anchor) * POSE
    const x = times.poses
    const dx = balls[at]! - x[p + 3]!
    const dy = balls[at + 1]! - x[p + 7]!
    const dz = balls[at + 2]! - x[p + 11]!
    for (let k = 0; k < 3; k++) out[o + k] = x[p + k]! * dx + x[p + 4 + k]! * dy + x[p + 8 + k]! * dz
    return true
  }

  /** The balls of all groups at an instant: where they are kept. */
  private at(t: number): number {
    for (let k = 0; k < KEPT; k++) if (this.instants[k] === t) return k
    const kept = this.next
    this.next = (kept + 1) % KEPT
    this.instants[kept] = t
    this.fit(kept * 4 * this.segments, 1, 0, this.segments, this.times!.at(t) * this.segments)
    return kept
  }

  private fit(first: number, group: number, lo: number, hi: number, placed: number): void {
    const { balls } = this
    const b = (first + group) * BALL
    if (hi - lo > 1) {
      const cut = (lo + hi) >> 1
      this.fit(first, 2 * group, lo, cut, placed)
      this.fit(first, 2 * group + 1, cut, hi, placed)
      mergeSphere(balls, b, balls, (first + 2 * group) * BALL, balls, (first + 2 * group + 1) * BALL)
      return
    }
    const { ball, root } = this.items!
    const { poses: x, centres } = this.times!
    const r = root[lo]! * BALL
    const p = (placed + lo) * POSE
    for (let k = 0; k < 3; k++) {
      const row = p + 4 * k
      balls[b + k] = x[row]! * ball[r]! + x[row + 1]! * ball[r + 1]! + x[row + 2]! * ball[r + 2]! + x[row + 3]!
      joint[k] = centres[(placed + lo) * 3 + k]!
    }
    balls[b + 3] = ball[r + 3]!
    if (lo > 0) mergeSphere(balls, b, balls, b, joint, 0)
  }

  get byteLength(): number {
    return this.balls.byteLength
  }
}

const joint = new Float64Array(BALL)
