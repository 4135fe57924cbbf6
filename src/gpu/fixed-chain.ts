// The bodies of a world for the kernels: each turned so that its joint turns about z or slides along it (robots/world/many-solids.ts),
// R_b = R_p·O·Rz and t_b = t_p + R_p·(o + z·slide), all in integers (fixed-point.ts). With it, what the integers may be off by.
//
// Errors, of what comes out beside exact arithmetic on the joint values and the numbers of the robot, as lengths of vectors:
// [gpu-turn] A row of a body's rotation is off by at most 12 ε more than that of its parent. With a parent's row off by δ: its product
//   with O is off by δ, by 1.5 ε as entries of O are rounded (√3/2 a coordinate), and by 3·0.501·√3 ε = 2.61 ε in three products each.
//   Turning by a sine and cosine, off together by 3·√2 ε and by 1.18 ε as the angle is rounded (0.75 of 2⁻³² turns), adds 5.43 ε, and
//   two products each √2·2·0.501 ε = 1.42 ε. That is 10.96 ε; products of errors are below 2⁻¹⁵ of that for 1,000 bodies.
// [gpu-place] A body's origin is off by τ_b ≤ τ_p + √3·δ_p·|o| + 3.5 η, for rounding of o (√3/2 η) and of three products and sums
//   (2.61 η); where it slides by v, by √3·(δ_p + 4.2 ε)·|v| + 1.5 η more.
// Nothing overflows: rows are not longer than 1 + 12,000 ε, and η is chosen so that no origin is farther away than 2²⁹ η.
import { composeInversePose, composePose, POSE } from '../base/math/pose.js'
import { type BodyLayout, SLIDING, TURNING } from '../robots/model/body-layout.js'
import { jointTurns } from '../robots/world/many-solids.js'
import type { WorldModel } from '../robots/world/world.js'
import type { LimitsByVariable } from '../robots/world/world-input.js'
import { writeReading } from './joint-values.js'
import { EPSILON, fixedProduct, fixedSine, ONE, quantised } from './kernels/fixed-point.js'
import { BODY_NUMBERS, READING_AT } from './kernels/layout.js'

/** By [gpu-turn]. */
const TURN_ERROR = 12 * EPSILON

/** Rows that are longer than 1 by more than 2⁻¹⁶ would overflow. */
const MOST_BODIES = 1000

export class FixedChain {
  readonly bodies: number
  /** Joint values of a configuration. */
  readonly dof: number
  /** BODY_NUMBERS numbers each, from the first that moves on. */
  readonly table: Int32Array
  /** η. */
  readonly unit: number
  /** In the world: what places are seen from. */
  readonly origin: Float64Array
  /** Rotations that turn z to the joints' axes, as poses, by body. */
  readonly turns: Float64Array
  /** By body: what a row of its rotation and its origin may be off by, and how far its origin can get. */
  readonly turnError: Float64Array
  readonly placeError: Float64Array
  readonly reach: Float64Array

  private constructor(
    private readonly layout: BodyLayout,
    limits: LimitsByVariable,
  ) {
    this.bodies = layout.bodies
    this.dof = layout.dof
    this.origin = Float64Array.of(...[3, 7, 11].map((k) => layout.origins[POSE + k]!))
    this.turns = jointTurns(layout)
    this.turnError = new Float64Array(layout.bodies)
    this.placeError = new Float64Array(layout.bodies)
    this.reach = new Float64Array(layout.bodies)
    const lengths = new Float64Array(layout.bodies)
    const slides = new Float64Array(layout.bodies)
    for (let b = 1; b < layout.bodies; b++) {
      const p = layout.parents[b]!
      const from = p === 0 ? this.origin : [0, 0, 0]
      lengths[b] = Math.hypot(...[3, 7, 11].map((k, i) => layout.origins[POSE * b + k]! - from[i]!))
      if (layout.kinds[b] === SLIDING) {
        const { low, high } = layout.rangeOf(b)
        slides[b] = Math.max(Math.abs(low), Math.abs(high))
      }
      this.reach[b] = (this.reach[p]! + lengths[b]! + slides[b]!) * (1 + 2 ** -50)
    }
    const farthest = this.reach.reduce((most, r) => Math.max(most, r), 2 ** -900)
    this.unit = 2 ** (Math.ceil(Math.log2(farthest)) - 29)
    for (let b = 1; b < layout.bodies; b++) {
      const p = layout.parents[b]!
      const turn = this.turnError[p]!
      this.turnError[b] = turn + TURN_ERROR
      this.placeError[b] = this.placeError[p]! + Math.sqrt(3) * turn * lengths[b]! + 3.5 * this.unit
      if (slides[b]! > 0) {
        this.placeError[b]! += Math.sqrt(3) * (turn + 4.2 * EPSILON) * slides[b]! + 1.5 * this.unit
      }
    }
    this.table = this.makeTable(limits)
  }

  /** Of a world as it is; a text that says why kernels cannot be asked about it. */
  static make({ deforming, search, index, kinematics, reader }: WorldModel): FixedChain | string {
    const { layout } = kinematics
    if (deforming.length > 0) return 'something in the world deforms'
    if (search.stillTouching(index).length > 0) return 'things that do not move touch'
    if (layout.bodies < 2) return 'nothing in the world moves'
    if (layout.bodies > MOST_BODIES) return `more than ${MOST_BODIES} bodies`
    for (let b = 1; b < layout.bodies; b++) {
      const joint = layout.joints[b]!
      const kind = layout.kinds[b]
      if (joint.loop !== undefined) return `${joint.name} is set by a closed loop`
      if (kind === TURNING) continue
      if (kind !== SLIDING) return `${joint.name} is a ${joint.kind} joint`
      const { low, high } = layout.rangeOf(b)
      if (!(high - low < Infinity)) return `${joint.name} slides without limits`
    }
    // Limits are asked with the values of bodies.
    if (new Set(layout.variables.slice(1)).size !== layout.dof) return 'a joint moves nothing'
    // What never meets within limits may meet beyond.
    return new FixedChain(layout, reader.limitsByVariable())
  }

  /** Poses of all bodies for the values of one configuration, twelve integers each: the reference of the kernel. */
  place(values: ArrayLike<number>): Int32Array {
    const { table } = this
    const out = new Int32Array(POSE * this.bodies)
    for (let k = 0; k < POSE; k += 5) out[k] = ONE
    const turn = new Int32Array(2)
    for (let b = 1; b < this.bodies; b++) {
      const i = BODY_NUMBERS * (b - 1)
      const value = values[b - 1]!
      const slides = table[i + 1] === SLIDING
      if (!slides) fixedSine(turn, value)
      for (let row = 0; row < POSE; row += 4) {
        const p = POSE * table[i]! + row
        const column = (k: number): number =>
          table[i] === 0
            ? table[i + 2 + (3 * row) / 4 + k]!
            : fixedProduct(out[p]!, table[i + 2 + k]!) +
              fixedProduct(out[p + 1]!, table[i + 5 + k]!) +
              fixedProduct(out[p + 2]!, table[i + 8 + k]!)
        const x = column(0)
        const y = column(1)
        const z = column(2)
        let t = out[p + 3]!
        if (table[i] === 0) t += table[i + 11 + row / 4]!
        else for (let k = 0; k < 3; k++) t += fixedProduct(out[p + k]!, table[i + 11 + k]!)
        const o = POSE * b + row
        out[o] = slides ? x : fixedProduct(turn[1]!, x) + fixedProduct(turn[0]!, y)
        out[o + 1] = slides ? y : fixedProduct(turn[1]!, y) - fixedProduct(turn[0]!, x)
        out[o + 2] = z
        out[o + 3] = slides ? t + fixedProduct(z, value) : t
      }
    }
    return out
  }

  private makeTable(limits: LimitsByVariable): Int32Array {
    const { layout, turns } = this
    const table = new Int32Array(BODY_NUMBERS * (this.bodies - 1))
    const words = new Uint32Array(table.buffer)
    const own = new Float64Array(POSE)
    const joint = new Float64Array(POSE)
    for (let b = 1; b < this.bodies; b++) {
      const p = layout.parents[b]!
      composePose(joint, 0, layout.origins, POSE * b, turns, POSE * b)
      if (p === 0) for (let k = 0; k < 3; k++) joint[4 * k + 3]! -= this.origin[k]!
      composeInversePose(own, 0, turns, POSE * p, joint, 0)
      const i = BODY_NUMBERS * (b - 1)
      table[i] = p
      table[i + 1] = layout.kinds[b]!
      for (let row = 0; row < 3; row++) {
        for (let k = 0; k < 3; k++) table[i + 2 + 3 * row + k] = quantised(own[4 * row + k]!)
        table[i + 11 + row] = Math.round(own[4 * row + 3]! / this.unit)
      }
      writeReading(words, i + READING_AT, layout, b, this.unit, limits)
    }
    return table
  }
}
