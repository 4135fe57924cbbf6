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
import type { LimitsByVariable } from '../robots/world/world-input.js'
import { EPSILON, fixedProduct, fixedSine, ONE, quantised } from './kernels/fixed-point.js'
import { BODY_NUMBERS } from './kernels/layout.js'

/** By [gpu-turn]. */
const TURN_ERROR = 12 * EPSILON

/** Rows that are longer than 1 by more than 2⁻¹⁶ would overflow. */
const MOST_BODIES = 1000

/** Radians, or η, above which a value is not rounded well enough: such configurations are left to the processor. */
const MOST_VALUE = 1e6

/** Turns of 2⁻³² in a radian. */
const TURNS = 2 ** 32 / (2 * Math.PI)

/** Configurations whose numbers are read body by body before the next ones are. */
const BLOCK = 512

/**
 * x + ROUNDS is x rounded to a whole number, and its last 32 bits are those of that number. For |x| < 2⁵¹ the sum lies between 2⁵² and
 * 2⁵³, where doubles are the whole numbers: the addition itself rounds to the nearest, off by at most a half. ROUNDS = 3·2⁵¹ is a
 * multiple of 2³², which an Int32Array drops, and whole turns with it. Values are below MOST_VALUE·TURNS < 2⁵⁰ and below 2³⁰.
 */
const ROUNDS = 3 * 2 ** 51

export class FixedChain {
  readonly bodies: number
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

  private constructor(private readonly layout: BodyLayout) {
    this.bodies = layout.bodies
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
    this.table = this.makeTable()
  }

  /** Of a world's bodies; a text that says why not where they cannot be placed in integers. */
  static make(layout: BodyLayout): FixedChain | string {
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
    return new FixedChain(layout)
  }

  /**
   * Writes the joint values of configurations `from` to `end` of q as whole numbers, those of one body after the other, `stride` apart.
   * Where `doubtful` is 1 afterwards a value was too large, not a number, or beyond `limits`; those are left to the processor.
   * Block by block, all bodies of each: its numbers stay in the cache.
   */
  writeValues(
    out: Int32Array,
    stride: number,
    q: Float64Array,
    from: number,
    end: number,
    doubtful: Uint8Array,
    limits?: LimitsByVariable,
  ): void {
    const { layout, unit } = this
    const { dof, factors, offsets, kinds, variables } = layout
    for (let first = from; first < end; first += BLOCK) {
      const count = Math.min(BLOCK, end - first)
      const place = first - from
      for (let b = 1; b < this.bodies; b++) {
        const v = variables[b]!
        const slides = kinds[b] === SLIDING
        const scale = slides ? 1 / unit : TURNS
        const most = slides ? 2 ** 30 * unit : MOST_VALUE
        const lower = limits === undefined ? -Infinity : limits.lower[v]!
        const upper = limits === undefined ? Infinity : limits.upper[v]!
        const i = dof * first + v
        const o = stride * (b - 1) + place
        if (factors[b] === 1 && offsets[b] === 0) {
          const [low, high] = [Math.max(lower, -most), Math.min(upper, most)]
          writePlain(out, o, q, i, dof, count, scale, low, high, doubtful, place)
        } else {
          const mimic = { factor: factors[b]!, offset: offsets[b]!, most }
          writeMimic(out, o, q, i, dof, count, scale, lower, upper, doubtful, place, mimic)
        }
      }
    }
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

  private makeTable(): Int32Array {
    const { layout, turns } = this
    const table = new Int32Array(BODY_NUMBERS * (this.bodies - 1))
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
    }
    return table
  }
}

/** The values of one body that follows its variable, for `count` configurations; doubtful where they are not within low and high. */
function writePlain(
  out: Int32Array,
  o: number,
  q: Float64Array,
  i: number,
  dof: number,
  count: number,
  scale: number,
  low: number,
  high: number,
  doubtful: Uint8Array,
  place: number,
): void {
  for (let k = 0, at = i; k < count; k++, at += dof) {
    const value = q[at]!
    if (!(value >= low && value <= high)) doubtful[place + k] = 1
    out[o + k] = value * scale + ROUNDS
  }
}

/** The same of one that has a factor and an offset, and a value that is at most `most`. */
function writeMimic(
  out: Int32Array,
  o: number,
  q: Float64Array,
  i: number,
  dof: number,
  count: number,
  scale: number,
  low: number,
  high: number,
  doubtful: Uint8Array,
  place: number,
  { factor, offset, most }: { readonly factor: number; readonly offset: number; readonly most: number },
): void {
  for (let k = 0, at = i; k < count; k++, at += dof) {
    const own = q[at]!
    const value = factor * own + offset
    if (!(own >= low && own <= high && Math.abs(value) <= most)) doubtful[place + k] = 1
    out[o + k] = value * scale + ROUNDS
  }
}
