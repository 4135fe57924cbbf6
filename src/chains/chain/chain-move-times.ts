// Where the segments of a chain are during a move, and bounds on how they get there.
//
// With C_i(t) the centre of joint i (where its axis is carried by its slide), a point x beyond joints s + 1 … u has, seen from segment s,
//   speed(i − 1) ≤ speed(i) + |slide_i| + angle_i·r_i,       acceleration(i − 1) ≤ acceleration(i) + angle_i²·r_i + 2·angle_i·speed(i),
// from i = u (nothing beyond: both 0) down to s + 1, where r_i is the largest distance of x from C_i. (Differentiate
// x = C_i(t) + R_i(t)·z twice: the four terms are ω×(ω×(x − C)), 2ω×Rż, Rz̈ and no more, since centres slide at a constant rate.) C_i is at
// rest in segment i, so r_i is the distance at one instant, and speed(i) times the time from there at most.

import { composeInversePose, composePose, POSE } from '../../base/math/pose.js'
import { ROUND_UP, U } from '../../base/math/rounding.js'
import { sineCosine } from '../../base/math/trigonometry.js'
import { axisSlide, type MoveItems } from './chain-move-items.js'
import { type ChainWay, WAY, WAY_ANGLE, WAY_CENTRE, WAY_SLIDE, wayPose } from './chain-way.js'

/** Instants whose poses are kept: as many as five digits count. */
const SLOTS = 32

export class MoveTimes {
  /** The instant of each slot, NaN for none; sine and cosine of the angle of a lone joint. */
  private readonly instants = new Float64Array(SLOTS)
  private readonly turns = new Float64Array(2 * SLOTS)
  /** Of each slot: the pose of every segment in segment 0's frame, and the centre of the joint before it. */
  poses = new Float64Array(SLOTS * 2 * POSE)
  centres = new Float64Array(SLOTS * 2 * 3)
  /** Centre of the joint before each segment, in the segment's frame; its slide's length and its angle. */
  private centre = new Float64Array(2 * 3)
  private slides = new Float64Array(2)
  private angles = new Float64Array(2)
  /** Sums of both over the joints up to each segment. */
  private angleSums = new Float64Array(2)
  private slideSums = new Float64Array(2)
  private readonly slide = new Float64Array(3)
  private segments = 0
  private way: ChainWay | undefined
  private items: MoveItems | undefined
  /** A lone joint that turns and does not slide: balls have a closed form. */
  isTurn = false
  /** Relative poses of two segments at up to three instants, and what they are of. */
  readonly relative = new Float64Array(3 * POSE)
  private readonly relativeOf = new Int32Array(6)
  private readonly relativeAt = new Float64Array(3)
  /** Bounds of the last call of `bound`. */
  speed = 0
  acceleration = 0
  private readonly scratch = new Float64Array(2 * POSE)

  start(way: ChainWay, items: MoveItems): void {
    this.way = way
    this.items = items
    this.segments = way.count + 1
    this.instants.fill(Number.NaN)
    this.relativeAt.fill(Number.NaN)
    if (this.poses.length < SLOTS * this.segments * POSE) {
      const room = 2 * this.segments
      this.poses = new Float64Array(SLOTS * room * POSE)
      this.centres = new Float64Array(SLOTS * room * 3)
      this.centre = new Float64Array(3 * room)
      this.slides = new Float64Array(room)
      this.angles = new Float64Array(room)
      this.angleSums = new Float64Array(room)
      this.slideSums = new Float64Array(room)
    }
    const { numbers: w } = way
    let slid = 0
    for (let s = 1; s < this.segments; s++) {
      const o = (s - 1) * WAY
      this.angles[s] = w[o + WAY_ANGLE]!
      const x = w[o + WAY_SLIDE]!
      const y = w[o + WAY_SLIDE + 1]!
      const z = w[o + WAY_SLIDE + 2]!
      this.slides[s] = Math.sqrt(x * x + y * y + z * z) * ROUND_UP
      slid += this.slides[s]!
      this.angleSums[s] = this.angleSums[s - 1]! + this.angles[s]!
      this.slideSums[s] = this.slideSums[s - 1]! + this.slides[s]!
      // C_i in segment i: R₀ᵀ·(centre − p₀).
      for (let k = 0; k < 3; k++) {
        let sum = 0
        for (let m = 0; m < 3; m++) sum += w[o + 4 * m + k]! * (w[o + WAY_CENTRE + m]! - w[o + 4 * m + 3]!)
        this.centre[3 * s + k] = sum
      }
    }
    this.isTurn = way.count === 1 && slid === 0
    if (way.count === 1) axisSlide(this.slide, w)
  }

  /** The slot of an instant. */
  at(t: number): number {
    // Instants are dyadic: their digits are multiplied up to the first five (Knuth's multiplicative hash).
    const slot = Math.imul((t * 2 ** 31) >>> 0, 0x9e3779b1) >>> 27
    if (this.instants[slot] === t) return slot
    this.instants[slot] = t
    const { poses, segments } = this
    const first = slot * segments * POSE
    for (let k = 0; k < POSE; k++) poses[first + k] = k % 5 === 0 ? 1 : 0
    if (segments === 2) this.turnAxis(slot, t)
    else this.multiply(slot, t)
    return slot
  }

  /** One joint: in the frame of its axis, where the centre is the origin. */
  private turnAxis(slot: number, t: number): void {
    const { poses, slide, turns } = this
    sineCosine(turns, 2 * slot, this.angles[1]! * t)
    const sine = turns[2 * slot]!
    const cosine = turns[2 * slot + 1]!
    const o = (2 * slot + 1) * POSE
    poses[o] = cosine
    poses[o + 1] = -sine
    poses[o + 2] = 0
    poses[o + 3] = slide[0]! * t
    poses[o + 4] = sine
    poses[o + 5] = cosine
    poses[o + 6] = 0
    poses[o + 7] = slide[1]! * t
    poses[o + 8] = 0
    poses[o + 9] = 0
    poses[o + 10] = 1
    poses[o + 11] = slide[2]! * t
  }

  private multiply(slot: number, t: number): void {
    const { poses, centres, centre, segments, scratch } = this
    const { numbers } = this.way!
    const { lastPose } = this.items!
    const first = slot * segments
    for (let s = 1; s < segments; s++) {
      const o = (first + s) * POSE
      wayPose(scratch, 0, numbers, (s - 1) * WAY, t)
      composePose(scratch, POSE, lastPose, (s - 1) * POSE, scratch, 0)
      composePose(poses, o, poses, o - POSE, scratch, POSE)
      const x = centre[3 * s]!
      const y = centre[3 * s + 1]!
      const z = centre[3 * s + 2]!
      for (let k = 0; k < 3; k++) {
        const r = o + 4 * k
        centres[(first + s) * 3 + k] = poses[r]! * x + poses[r + 1]! * y + poses[r + 2]! * z + poses[r + 3]!
      }
    }
  }

  /** Sine of the angle of a lone joint at the instant of a slot; the cosine. */
  sineAt(slot: number): number {
    return this.turns[2 * slot]!
  }

  cosineAt(slot: number): number {
    return this.turns[2 * slot + 1]!
  }

  /** Sum of the angles of the joints inside segments lo … hi − 1; of the lengths of their slides. */
  anglesBetween(lo: number, hi: number): number {
    return Math.max(0, this.angleSums[hi - 1]! - this.angleSums[lo]!) + 64 * U * this.angleSums[hi - 1]!
  }

  slidesBetween(lo: number, hi: number): number {
    return Math.max(0, this.slideSums[hi - 1]! - this.slideSums[lo]!) + 64 * U * this.slideSums[hi - 1]!
  }

  /** The angle of a lone joint. */
  get angle(): number {
    return this.angles[1]!
  }

  /** Pose of segment u in segment s's frame at instant t, in relative[12 n..12 n + 11]; n is 0, 1 or 2. */
  relate(n: number, s: number, u: number, t: number): void {
    const { relativeOf, relativeAt, relative } = this
    if (relativeAt[n] === t && relativeOf[2 * n] === s && relativeOf[2 * n + 1] === u) return
    relativeAt[n] = t
    relativeOf[2 * n] = s
    relativeOf[2 * n + 1] = u
    const first = this.at(t) * this.segments
    const o = (first + u) * POSE
    const p = n * POSE
    if (s === 0) for (let k = 0; k < POSE; k++) relative[p + k] = this.poses[o + k]!
    else composeInversePose(relative, p, this.poses, (first + s) * POSE, this.poses, o)
  }

  /**
   * Bounds speed and acceleration of every point of a ball of segment u, seen from segment s, within `around` of the instant t. The ball's
   * centre is (x, y, z) in its segment's frame.
   */
  bound(s: number, u: number, x: number, y: number, z: number, radius: number, t: number, around: number): void {
    if (this.segments === 2) {
      const angle = this.angles[1]!
      const r = (Math.sqrt(x * x + y * y) + radius) * ROUND_UP
      this.speed = (angle * r + this.slides[1]!) * ROUND_UP
      this.acceleration = angle * angle * r * ROUND_UP
      return
    }
    const { poses, centres } = this
    const first = this.at(t) * this.segments
    const o = (first + u) * POSE
    const px = poses[o]! * x + poses[o + 1]! * y + poses[o + 2]! * z + poses[o + 3]!
    const py = poses[o + 4]! * x + poses[o + 5]! * y + poses[o + 6]! * z + poses[o + 7]!
    const pz = poses[o + 8]! * x + poses[o + 9]! * y + poses[o + 10]! * z + poses[o + 11]!
    // The poses' own rounding moves px and the centres by no more than this.
    const reach = radius + 2 * this.items!.motionError
    let speed = 0
    let acceleration = 0
    for (let i = u; i > s; i--) {
      const q = (first + i) * 3
      const dx = px - centres[q]!
      const dy = py - centres[q + 1]!
      const dz = pz - centres[q + 2]!
      const r = Math.sqrt(dx * dx + dy * dy + dz * dz) + reach + speed * around
      const angle = this.angles[i]!
      acceleration = (acceleration + angle * (angle * r + 2 * speed)) * ROUND_UP
      speed = (speed + this.slides[i]! + angle * r) * ROUND_UP
    }
    this.speed = speed
    this.acceleration = acceleration
  }
}
