// The closed loops of a pair of links (loop-function.ts): those that set joints between the two, and all others that the pair's variables
// alone drive. A configuration in which one of them does not close, or is beyond its own limits, does not exist: a cell with no other
// is proved as it is, and no sample is taken there.
import { Random } from '../../base/math/random.js'
import { ROUND_UP, U } from '../../base/math/rounding.js'
import type { Joint } from '../model/joint.js'
import { LoopBounds, type LoopFunction } from '../model/loop-function.js'
import type { Robot } from '../model/robot.js'

/** For a speed that has no bound: see movers.ts. */
const ANY_SPEED = 1e100

/** Tries to find values of the other variables at which all loops of the robot close. */
const MOST_TRIES = 2000

export class PairLoops {
  /** A cell in which no configuration exists, after `enter`. */
  isEmpty = false
  /** Are all loops between the two known to close all over the cell? Else halving it is all that helps. */
  isKnown = true
  /** By mover, after `enter`: how far it gets from where it is at the centre, how fast it moves from there to a corner, by how much that changes. */
  readonly spread: Float64Array
  readonly speed: Float64Array
  readonly bend: Float64Array
  /** By mover and driver, two each: its share of the spread. */
  readonly shares: Float64Array
  /** What rounding may do to all of their values and slopes, after `enter`: radians. */
  off = 0
  private readonly own: readonly (LoopFunction | undefined)[]
  private readonly joints: readonly Joint[]
  private readonly full: Float64Array
  private readonly rounding: Float64Array
  private readonly bounds = new LoopBounds()
  private readonly half = new Float64Array(2)
  private readonly slopes = new Float64Array(2)

  /** `between`: by mover, its joint. `indices`: places of the pair's variables in a configuration. */
  constructor(
    private readonly robot: Robot,
    between: readonly Joint[],
    private readonly indices: readonly number[],
  ) {
    this.own = between.map(({ loop }) => loop)
    // A joint of more than a turn may be examined over one turn alone (pair-problem.ts), which stands for all of them; but not for a loop
    // that it drives by a part of itself.
    const isWhole = (v: number): boolean => indices.includes(v) && robot.upper[v]! - robot.lower[v]! <= 6
    this.joints = robot.joints.filter(
      ({ loop }) => loop !== undefined && (this.own.includes(loop) || loop.shape.variables.every(isWhole)),
    )
    this.full = robot.neutral()
    // A cell's centre is off by three roundings of the larger limit.
    this.rounding = Float64Array.from(indices, (i) => 8 * U * (Math.abs(robot.lower[i]!) + Math.abs(robot.upper[i]!)))
    this.spread = new Float64Array(between.length)
    this.speed = new Float64Array(between.length)
    this.bend = new Float64Array(between.length)
    this.shares = new Float64Array(2 * between.length)
  }

  /** Is there any loop that the pair's variables drive? */
  get any(): boolean {
    return this.joints.length > 0
  }

  /** The value of mover k's joint, if a loop sets it; its derivatives by its drivers to rates[2·k..]. */
  value(k: number, values: ArrayLike<number>, rates: Float64Array): number {
    const loop = this.own[k]!
    this.set(values)
    loop.slopes(this.slopes, this.full, 0)
    for (let j = 0; j < loop.count; j++) rates[2 * k + j] = this.slopes[j]!
    return loop.value(this.full, 0)
  }

  isSet(k: number): boolean {
    return this.own[k] !== undefined
  }

  /** Do all loops of the pair's variables close at these values, within their limits? */
  admits(values: ArrayLike<number>): boolean {
    if (this.joints.length === 0) return true
    this.set(values)
    return this.joints.every((joint) => isWithin(joint, this.full))
  }

  /** A cell, its centre and half widths by variable of the pair. */
  enter(centre: Float64Array, halves: Float64Array): void {
    const { bounds, half, own } = this
    this.isEmpty = false
    this.isKnown = true
    this.off = 0
    if (this.joints.length === 0) return
    this.set(centre)
    for (const joint of this.joints) {
      this.bound(joint.loop!, halves)
      if (bounds.state === 'open' || isBeyond(joint, bounds)) {
        this.isEmpty = true
        return
      }
    }
    for (let k = 0; k < own.length; k++) {
      const loop = own[k]
      if (loop === undefined) continue
      this.bound(loop, halves)
      const isKnown = bounds.state === 'closed'
      this.isKnown &&= isKnown
      let speed = 0
      let bend = 0
      this.off += bounds.off
      for (let j = 0; j < loop.count; j++) {
        speed += bounds.first[j]! * half[j]!
        for (let i = 0; i < loop.count; i++) bend += bounds.second[2 * j + i]! * half[j]! * half[i]!
        if (isKnown) this.off += bounds.slopeErrors[j]! * half[j]!
        // The centre is off by as much, and with it the angle.
        if (isKnown) this.off += bounds.first[j]! * this.rounding[this.indices.indexOf(loop.shape.variables[j]!)]!
        this.shares[2 * k + j] = isKnown ? bounds.first[j]! * half[j]! : half[j]!
      }
      const all = this.shares[2 * k]! + (loop.count > 1 ? this.shares[2 * k + 1]! : 0)
      for (let j = 0; j < loop.count; j++) this.shares[2 * k + j]! /= all > 0 ? all : 1
      this.spread[k] = bounds.spread
      this.speed[k] = isKnown ? speed * ROUND_UP : ANY_SPEED
      this.bend[k] = isKnown ? bend * ROUND_UP : Infinity
    }
  }

  /**
   * A configuration with these values of the pair's variables, in which all loops of the robot close within their limits: the others
   * neutral, or else whatever does it. Undefined if none was found.
   */
  complete(values: ArrayLike<number>): Float64Array | undefined {
    const { robot, indices } = this
    const q = robot.neutral()
    const random = new Random(1)
    for (let n = 0; n < MOST_TRIES; n++) {
      indices.forEach((index, v) => {
        q[index] = values[v]!
      })
      if (robot.joints.every((joint) => joint.loop === undefined || isWithin(joint, q))) return q
      for (let i = 0; i < q.length; i++) {
        const { lower, upper } = { lower: robot.lower[i]!, upper: robot.upper[i]! }
        if (upper - lower < Infinity) q[i] = random.range(lower, upper)
      }
    }
    return undefined
  }

  private set(values: ArrayLike<number>): void {
    for (let v = 0; v < values.length; v++) this.full[this.indices[v]!] = values[v]!
  }

  private bound(loop: LoopFunction, halves: Float64Array): void {
    for (let j = 0; j < loop.count; j++) {
      const v = this.indices.indexOf(loop.shape.variables[j]!)
      this.half[j] = (halves[v]! + this.rounding[v]!) * ROUND_UP
    }
    loop.bound(this.bounds, this.full, 0, this.half)
  }
}

function isWithin({ loop, lower, upper }: Joint, q: Float64Array): boolean {
  if (loop?.closesAt(q, 0) !== true) return false
  const value = loop.value(q, 0)
  return value >= lower && value <= upper
}

/** Are all angles of a box beyond the limits? Those a turn farther are the same. */
function isBeyond({ lower, upper }: Joint, { value, spread }: LoopBounds): boolean {
  const low = value - spread
  const high = value + spread
  const turn = 2 * Math.PI
  return (low > upper && high - turn < lower - NEAR) || (high < lower && low + turn > upper + NEAR)
}

/** Radians: more than 2π and sums with it are off by. */
const NEAR = 1e-12
