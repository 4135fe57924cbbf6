// Bounds λ of how far the points of a body move (adaptive-checking-2004, section IV): Lemma 2 with the factors R of COMPUTE-SPHERE.
//
// A point p of body i moves along a path in configuration space by no more than
//   Σ_k R_k · (what joint k turns) + Σ_k (what joint k slides),
// where R_k is no less than p's distance from the axis of joint k, whatever the joints between do. Seen from a body above
// both of two, only the joints below that one count: for two links of one tree that is the other link itself, or the body
// where their branches part (section IV.B).
//
// R_k of a set of points: the sphere around them, swept by one joint after the other up to joint k (a full turn, whatever the
// limits; the range of a slide), its centre put on the axis; and for the joint that they hang on, their greatest distance from
// its axis. A floating joint turns about the origin of its body: then it is the distance from there.
//
// Ranges are those of the joints' limits, as published. Where a joint has none, or the motion leaves them, it is what the
// motion needs. All is rounded up.
import { POSE, transformPoint } from '../../src/base/math/pose.js'
import { U } from '../../src/base/math/rounding.js'
import type { Kinematics } from '../../src/robots/model/kinematics.js'
import { SWEEP_ROUNDING } from '../../src/robots/model/swept-spheres.js'
import { type MotionPiece, PieceBounds } from '../../src/robots/motion/piece.js'
import type { NamedRobot } from '../../src/robots/world/world-input.js'
import type { Shape } from '../../src/shapes/shape.js'
import { shapeBalls, shapeSphere } from '../../src/shapes/shape-bounds.js'
import { RSS, RSS_HALF, RSS_RADIUS, type RssTree } from './volumes.js'

const TURN = 0
const SLIDE = 1
const PLANAR = 2
const FLOAT = 3

/** Relative: covers a sum of up to four thousand products (2 u each) and what is rounded on the way to them. Rounds λ up. */
export const LAMBDA_UP = 1 + 1e-12

/** What each body's joint is, which variable moves it, and over what range it slides. */
export class JointRanges {
  readonly kinds: Uint8Array
  /** First variable in a configuration, and what it is multiplied with: a mimic joint's. */
  readonly variables: Int32Array
  readonly factors: Float64Array
  /** Middle of what a joint slides over, in its frame; half of that range. Infinity where nothing is known. */
  readonly middles: Float64Array
  readonly halves: Float64Array
  /** How far from its frame's origin a joint slides, at most. */
  readonly farthest: Float64Array

  /** `least` and `most`: of each variable in a motion; left out, only limits count. */
  constructor(
    readonly kinematics: Kinematics,
    robots: readonly NamedRobot[],
    least?: Float64Array,
    most?: Float64Array,
  ) {
    const { bodies, joints } = kinematics
    const first: number[] = []
    let dof = 0
    for (const { robot } of robots) {
      first.push(dof)
      dof += robot.dof
    }
    this.kinds = new Uint8Array(bodies)
    this.variables = new Int32Array(bodies).fill(-1)
    this.factors = new Float64Array(bodies).fill(1)
    this.middles = new Float64Array(3 * bodies)
    this.halves = new Float64Array(bodies)
    this.farthest = new Float64Array(bodies)
    for (let b = 1; b < bodies; b++) {
      const { name, kind, variable, mimic, loop } = joints[b]!
      if (loop !== undefined) throw new Error(`${name}: a closed loop sets it, which the published bounds do not know`)
      const v = first[kinematics.robots[b]!]! + variable
      this.variables[b] = v
      this.factors[b] = mimic?.multiplier ?? 1
      this.kinds[b] = kind === 'prismatic' ? SLIDE : kind === 'planar' ? PLANAR : kind === 'floating' ? FLOAT : TURN
      if (kind === 'prismatic') this.setSlide(b, v, least, most)
      else if (kind === 'planar' || kind === 'floating') this.setPlace(b, v, kind === 'planar' ? 2 : 3, least, most)
    }
  }

  /** Is every range known? */
  get bounded(): boolean {
    return this.halves.every((half) => half < Infinity)
  }

  private setSlide(b: number, v: number, least: Float64Array | undefined, most: Float64Array | undefined): void {
    const { axis, mimic } = this.kinematics.joints[b]!
    let { low, high } = this.kinematics.rangeOf(b)
    if (least !== undefined && most !== undefined) {
      const offset = mimic?.offset ?? 0
      const one = this.factors[b]! * least[v]! + offset
      const other = this.factors[b]! * most[v]! + offset
      low = Math.min(low > -Infinity ? low : Infinity, one, other)
      high = Math.max(high < Infinity ? high : -Infinity, one, other)
    }
    if (!(high - low < Infinity)) {
      this.halves[b] = Infinity
      this.farthest[b] = Infinity
      return
    }
    const middle = low / 2 + high / 2
    for (let k = 0; k < 3; k++) this.middles[3 * b + k] = middle * axis[k]!
    this.halves[b] = Math.max(high - middle, middle - low) * (1 + 8 * U)
    this.farthest[b] = Math.max(Math.abs(low), Math.abs(high))
  }

  /** A planar joint's ball is about its frame's origin, a floating joint's about the middle of where it goes. */
  private setPlace(
    b: number,
    v: number,
    places: number,
    least: Float64Array | undefined,
    most: Float64Array | undefined,
  ): void {
    if (least === undefined || most === undefined) {
      this.halves[b] = Infinity
      this.farthest[b] = Infinity
      return
    }
    let sq = 0
    for (let k = 0; k < places; k++) {
      const low = least[v + k]!
      const high = most[v + k]!
      const middle = places === 3 ? low / 2 + high / 2 : 0
      this.middles[3 * b + k] = middle
      sq += Math.max(high - middle, middle - low) ** 2
      this.farthest[b]! += Math.max(Math.abs(low), Math.abs(high))
    }
    this.halves[b] = Math.sqrt(sq) * (1 + 16 * U)
  }
}

/** What each body's joint turns and slides in a stretch of time: no less than the lengths of those ways. */
export class Travel {
  readonly turn: Float64Array
  readonly slide: Float64Array
  private readonly bounds: PieceBounds

  constructor(
    private readonly ranges: JointRanges,
    dof: number,
  ) {
    this.turn = new Float64Array(ranges.kinds.length)
    this.slide = new Float64Array(ranges.kinds.length)
    this.bounds = new PieceBounds(dof)
  }

  /**
   * In [t − half, t + half]. A way of speed v is no longer than v times the time; and for the lemma it is enough to bound
   * |q_a − q_c| + |q_c − q_b| for any c between a and b, which is at most four times the spread about the middle.
   */
  load(piece: MotionPiece, t: number, half: number): void {
    piece.bounds(this.bounds, t, half)
    const { speed, spread } = this.bounds
    for (let v = 0; v < speed.length; v++) {
      speed[v] = speed[v]! * 2 * half
      spread[v] = 4 * spread[v]!
    }
    this.sum(speed, spread)
  }

  /** What it comes to if both ends are off by this much, by variable. */
  loadRounding(roundings: Float64Array): void {
    const { speed, spread } = this.bounds
    for (let v = 0; v < speed.length; v++) speed[v] = 2 * roundings[v]!
    spread.set(speed)
    this.sum(speed, spread)
  }

  private sum(one: Float64Array, other: Float64Array): void {
    const { kinds, variables, factors } = this.ranges
    for (let b = 1; b < kinds.length; b++) {
      const v = variables[b]!
      const kind = kinds[b]!
      const places = kind === PLANAR ? 2 : kind === FLOAT ? 3 : 0
      if (kind === TURN) this.turn[b] = Math.abs(factors[b]!) * Math.min(one[v]!, other[v]!)
      else if (kind === SLIDE) this.slide[b] = Math.abs(factors[b]!) * Math.min(one[v]!, other[v]!)
      else {
        this.turn[b] = Math.min(one[v + places]!, other[v + places]!)
        this.slide[b] = Math.min(normOf(one, v, places), normOf(other, v, places))
      }
    }
  }
}

function normOf(x: Float64Array, v: number, count: number): number {
  return count === 2 ? Math.hypot(x[v]!, x[v + 1]!) : Math.hypot(x[v]!, x[v + 1]!, x[v + 2]!)
}

const ball = new Float64Array(4)
const point = new Float64Array(3)
const corner = new Float64Array(3)

/** The factors R of one geometry and, when they are asked for, of the nodes of its tree. */
export class GeometryFactors {
  /** Bodies above it, its own first, the world not among them. */
  readonly chain: Int32Array
  /** A row of chain.length numbers for the whole, then one for each node. */
  readonly factors: Float64Array
  /** No point of it is ever farther from the world's origin: sums of coordinates, what rounding of poses is measured by. */
  readonly reach: number
  private readonly known: Uint8Array

  /** `pose`: of the geometry in its body. */
  constructor(
    private readonly ranges: JointRanges,
    body: number,
    private readonly pose: Float64Array,
    shape: Shape,
    private readonly tree: RssTree | undefined,
  ) {
    const { kinematics, farthest } = ranges
    const chain: number[] = []
    for (let b = body; b > 0; b = kinematics.parents[b]!) chain.push(b)
    this.chain = Int32Array.from(chain)
    const rows = 1 + (chain.length > 0 && tree !== undefined ? tree.tree.nodes : 0)
    this.factors = new Float64Array(rows * chain.length)
    this.known = new Uint8Array(rows)
    this.known[0] = 1

    shapeSphere(ball, 0, shape)
    const radius = ball[3]!
    let size = radius
    for (let k = 0; k < 3; k++) size += Math.abs(ball[k]!) + Math.abs(pose[4 * k + 3]!)
    let reach = size
    for (const b of chain) {
      const o = POSE * b
      const { origins } = kinematics
      reach += Math.abs(origins[o + 3]!) + Math.abs(origins[o + 7]!) + Math.abs(origins[o + 11]!) + farthest[b]!
    }
    this.reach = reach
    if (chain.length === 0) return
    transformPoint(point, 0, pose, 0, ball, 0)
    let own = 0
    const balls = shapeBalls(shape.kind === 'group' ? shape.parts : [shape])
    for (let i = 0; i < balls.length; i += 4) {
      transformPoint(corner, 0, pose, 0, balls, i)
      own = Math.max(own, this.fromAxis(corner) + balls[i + 3]!)
    }
    this.sweep(0, radius, own, size)
  }

  /** Where the row of a node begins in `factors`. */
  row(node: number): number {
    const row = this.known.length > 1 ? node + 1 : 0
    if (this.known[row] === 0) this.fill(row, node)
    return row * this.chain.length
  }

  private fill(row: number, node: number): void {
    this.known[row] = 1
    const { volumes } = this.tree!
    const o = RSS * node
    const half0 = volumes[o + RSS_HALF]!
    const half1 = volumes[o + RSS_HALF + 1]!
    const radius = volumes[o + RSS_RADIUS]!
    const around = Math.hypot(half0, half1) + radius
    let size = around
    for (let k = 0; k < 3; k++) size += Math.abs(volumes[o + 4 * k + 3]!) + Math.abs(this.pose[4 * k + 3]!)
    let own = 0
    for (let c = 0; c < 4; c++) {
      const u = c & 1 ? half0 : -half0
      const v = c & 2 ? half1 : -half1
      for (let k = 0; k < 3; k++) {
        const at = o + 4 * k
        ball[k] = volumes[at + 3]! + volumes[at]! * u + volumes[at + 1]! * v
      }
      transformPoint(corner, 0, this.pose, 0, ball, 0)
      own = Math.max(own, this.fromAxis(corner) + radius)
    }
    for (let k = 0; k < 3; k++) ball[k] = volumes[o + 4 * k + 3]!
    transformPoint(point, 0, this.pose, 0, ball, 0)
    this.sweep(row * this.chain.length, around, own, size)
    // What holds for all points holds for some.
    const { factors, chain } = this
    for (let k = 0; k < chain.length; k++) {
      const at = row * chain.length + k
      factors[at] = Math.min(factors[at]!, factors[k]!)
    }
  }

  /** Distance from what the geometry's own joint turns about: its axis, or the origin for a floating one. */
  private fromAxis(p: Float64Array): number {
    const { axis } = this.ranges.kinematics.joints[this.chain[0]!]!
    const floats = this.ranges.kinds[this.chain[0]!] === FLOAT
    const along = floats ? 0 : axis[0]! * p[0]! + axis[1]! * p[1]! + axis[2]! * p[2]!
    return Math.hypot(p[0]! - along * axis[0]!, p[1]! - along * axis[1]!, p[2]! - along * axis[2]!)
  }

  /**
   * COMPUTE-SPHERE, from the sphere about `point` in the own body's frame upwards: writes the row at `to`. `size`: what the
   * coordinates so far come to, which is what rounding is a share of (12 u a joint and some: SWEEP_ROUNDING has room).
   */
  private sweep(to: number, radius: number, own: number, size: number): void {
    const { kinds, middles, halves, kinematics } = this.ranges
    const { joints, origins } = kinematics
    const { factors, chain } = this
    let r = radius
    let sum = size
    for (let k = 0; k < chain.length; k++) {
      const b = chain[k]!
      const kind = kinds[b]!
      if (kind !== SLIDE) {
        const { axis } = joints[b]!
        const along = kind === FLOAT ? 0 : axis[0]! * point[0]! + axis[1]! * point[1]! + axis[2]! * point[2]!
        let sq = 0
        for (let c = 0; c < 3; c++) {
          const foot = along * axis[c]!
          sq += (point[c]! - foot) ** 2
          point[c] = foot
        }
        r += Math.sqrt(sq)
        factors[to + k] = (k === 0 ? Math.min(r, own) : r) + SWEEP_ROUNDING * sum
      }
      if (kind !== TURN) {
        for (let c = 0; c < 3; c++) point[c] = point[c]! + middles[3 * b + c]!
        r += halves[b]!
      }
      const o = POSE * b
      sum += r + Math.abs(origins[o + 3]!) + Math.abs(origins[o + 7]!) + Math.abs(origins[o + 11]!)
      transformPoint(point, 0, origins, o, point, 0)
    }
  }
}

/** Σ R_k·turn_k over the first `count` joints of a chain, R being factors[o..]. */
export function turnLength(
  factors: Float64Array,
  o: number,
  chain: Int32Array,
  count: number,
  turn: Float64Array,
): number {
  let sum = 0
  for (let k = 0; k < count; k++) sum += factors[o + k]! * turn[chain[k]!]!
  return sum
}

/** What the first `count` joints of a chain slide. */
export function slideLength(chain: Int32Array, count: number, slide: Float64Array): number {
  let sum = 0
  for (let k = 0; k < count; k++) sum += slide[chain[k]!]!
  return sum
}
