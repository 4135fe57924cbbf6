// A filter of configurations, four at a time (wasm/many.ts): links as balls in single precision. Balls that contain links and are
// apart from all they are checked against prove a configuration free, balls inside that overlap prove a collision; whatever
// else there is, pair by pair, is left to the exact tests.
//
// Obstacles that are boxes, balls, capsules or cylinders stand for themselves; others are balls around and inside them.
//
// Rounding. u is 2⁻²⁴; all that is said of errors here is about what is computed in single precision beside the same in exact
// arithmetic on the numbers in double precision.
// - Frames of bodies are turned so that joints turn about z, or slide along it: R_b = R_p·O·Rz, t_b = t_p + R_p·o. Let a row of R_p be
//   off by δ, as a vector. Its product with O, rounded, is off by δ + 4·√3 u, since rounding O and three products and sums are each
//   felt thrice; and turning by a sine and cosine, off by 2⁻³² and rounded, adds u and 2·√2 u: δ_b ≤ δ_p + 12 u.
// - A coordinate of t_b is off by τ_b ≤ τ_p + (δ_p + 12 u)·|o| + 4 u·(reach of p), as a product of three terms and their sum with
//   t_p; of a joint that slides, along an axis that is off by δ_p + 7 u, |o| is larger by the farthest it slides. So is that of a
//   ball's centre c: π = τ_b + (δ_b + 12 u)·|c| + 4 u·(reach of b). The reach of a body is how far from the origin it can get.
// - Seen from a solid at w, the distance of a centre from it is off by √3·π for the centre, 2 u·|w| for w, and 10 u of what
//   coordinates there can be, |c| + reach + |w|, for three products each and a root; extents and radii of solids, rounded, by 2 u of
//   them. Of two balls, both centres count, and u of their difference, which is less.
// So a radius is made larger, or smaller, by PADDED·(√3·π + 16 u·(|c| + reach + solids)), `solids` being what all of them come to;
// PADDED pays for products of errors, which are beside them as δ is beside 1. Then by 16 u of itself, for squares of sums of
// radii and of differences, which are off by 9 u. What is twice as exact as a distance of shapes (SHAPE_DISTANCE_ERROR) is much
// less than 2⁻³⁶ of all lengths; that is added too, with what rounding in double precision may do to poses; and FAR_ERROR of how far
// from the origins of frames and of the world both are. So what is called free here is apart by so much that the exact tests say so, and
// what is called a collision is one for them.
import { composeInversePose, composePose, POSE } from '../../base/math/pose.js'
import { type WasmCode, type WasmMemory, WasmTwins } from '../../base/work/wasm-twin.js'
import { coverBalls } from '../../shapes/cover-balls.js'
import { innerBalls } from '../../shapes/inner-balls.js'
import { shapeSphere } from '../../shapes/shape-bounds.js'
import { LEAF_BALL } from '../cab/cab-pairs.js'
import { type BodyLayout, SLIDING, TURNING } from '../model/body-layout.js'
import { ballSolids, ballsSeenFrom, FAR_ERROR, type FilterSolid, farOf, jointTurns, solidsOf } from './many-solids.js'
import { MANY_WASM } from './many-wasm-bytes.js'
import type { WorldLeaves } from './world-leaves.js'

/** Configurations that are filtered at once. */
export const LANES = 4

const U32 = 2 ** -24
const PADDED = 1.05

/** Radians, or a length: sines and cosines are of less. */
const MOST_VALUE = 1e6

/** Deeper trees would have errors that are not small beside 1. */
const MOST_BODIES = 1000

/** In single precision squares of lengths below 1e-19 underflow, which the errors above do not count. */
const LEAST_RADIUS = 1e-12

/** Numbers of the memory, in bytes: see wasm/many.ts. */
const BODY = 64
const VALUES = 32
const PLACED_POSE = 192
const LEAF = 64
const BALL = 16
const PLACED = 48
const OBSTACLE = 48
const SOLID = 80
const PAIR = 16
const TABLE = 64

interface ManyExports {
  init(table: number): void
  run(): number
}

const twins = new WasmTwins<ManyWasm>(MANY_WASM)

/** Turns the filter off or on for what is made from now on. For tests. */
export function setManyWasmEnabled(on: boolean): void {
  twins.setEnabled(on)
}

class ManyWasm {
  readonly run: ManyExports

  constructor(code: WasmCode, memory: WasmMemory) {
    this.run = code.start(memory) as ManyExports
  }
}

interface Obstacle {
  readonly leaf: number
  readonly ball: Float64Array
  readonly outer: readonly FilterSolid[]
  readonly inner: readonly FilterSolid[]
}

/** Of a geometry that moves, all in the frame that its body is turned to. */
interface MovingLeaf {
  readonly leaf: number
  readonly body: number
  readonly whole: Float64Array
  readonly groups: Float64Array
  readonly balls: Float64Array
  readonly inner: Float64Array
  /** farOf it. */
  readonly far: number
}

/** By body: what its rotation and place may be off by, and how far from the origin it can get. */
interface BodyErrors {
  readonly turn: Float64Array
  readonly place: Float64Array
  readonly reach: Float64Array
}

export class ManyFilter {
  /** The lanes that collide, then three numbers for each open pair: two geometries and lanes. */
  readonly found: Int32Array
  private readonly values: Float64Array
  private readonly wasm: ManyWasm

  private constructor(
    private readonly layout: BodyLayout,
    made: { buffer: ArrayBuffer; wasm: ManyWasm },
    at: { readonly values: number; readonly out: number; readonly pairs: number },
  ) {
    this.wasm = made.wasm
    this.values = new Float64Array(made.buffer, at.values, LANES * (layout.bodies - 1))
    this.found = new Int32Array(made.buffer, at.out, 1 + 3 * at.pairs)
    this.wasm.run.init(0)
  }

  /**
   * Of pairs of geometries, two numbers each, the first of which moves; undefined where there are joints of several variables or
   * without limits that slide, and where the host has no twin.
   */
  static make(layout: BodyLayout, leaves: WorldLeaves, pairs: Int32Array): ManyFilter | undefined {
    if (layout.bodies < 2 || layout.bodies > MOST_BODIES) return undefined
    const { balls } = leaves.volumes
    for (let o = 3; o < balls.length; o += LEAF_BALL) if (balls[o]! < LEAST_RADIUS) return undefined
    for (let b = 1; b < layout.bodies; b++) {
      const kind = layout.kinds[b]
      if (kind === TURNING) continue
      const { low, high } = layout.rangeOf(b)
      if (kind !== SLIDING || !(high - low < Infinity)) return undefined
    }
    return new Builder(layout, leaves, pairs).build((made, at) => new ManyFilter(layout, made, at))
  }

  /** Sets the configuration of a lane: q[o..]. False where a value is too large for the filter. */
  set(lane: number, q: Float64Array, o: number): boolean {
    const { bodies } = this.layout
    const { values } = this
    let fits = true
    for (let b = 1; b < bodies; b++) {
      const value = this.layout.valueOf(b, q, o)
      values[LANES * (b - 1) + lane] = value
      if (!(Math.abs(value) < MOST_VALUE)) fits = false
    }
    return fits
  }

  /** How many pairs are open; `found` has them. */
  run(): number {
    return this.wasm.run.run()
  }
}

class Builder {
  private readonly movers: MovingLeaf[] = []
  private readonly obstacles: Obstacle[] = []
  /** By geometry: its place among those. */
  private readonly placeOf: Int32Array
  /** Rotations that turn z to the joints' axes, as poses, by body. */
  private readonly turns: Float64Array
  /** The origin: where the first body is. */
  private readonly origin: Float64Array
  private readonly errors: BodyErrors
  private solids = 0
  /** farOf obstacles, at most, and of bodies. */
  private far: number

  constructor(
    private readonly layout: BodyLayout,
    private readonly leaves: WorldLeaves,
    private readonly pairs: Int32Array,
  ) {
    this.origin = Float64Array.of(...[3, 7, 11].map((k) => layout.origins[POSE + k]!))
    this.turns = jointTurns(layout)
    this.errors = errorsOf(layout, this.origin)
    this.far = Math.hypot(...this.origin)
    this.placeOf = new Int32Array(leaves.count).fill(-1)
    for (const leaf of pairs) {
      if (this.placeOf[leaf] !== -1) continue
      if (leaves.bodyOf[leaf] === 0) {
        this.placeOf[leaf] = this.obstacles.length
        this.obstacles.push(this.obstacle(leaf))
      } else {
        this.placeOf[leaf] = this.movers.length
        this.movers.push(this.mover(leaf))
      }
    }
  }

  build(
    finish: (
      made: { buffer: ArrayBuffer; wasm: ManyWasm },
      at: { readonly values: number; readonly out: number; readonly pairs: number },
    ) => ManyFilter,
  ): ManyFilter | undefined {
    const { layout, movers, obstacles, pairs, placeOf, leaves } = this
    const lists: number[][] = movers.map(() => [])
    const own: number[] = []
    for (let k = 0; k < pairs.length; k += 2) {
      const [a, b] = [pairs[k]!, pairs[k + 1]!]
      const [i, j] = [placeOf[a]!, placeOf[b]!]
      if (leaves.bodyOf[a] === 0) lists[j]!.push(i)
      else if (leaves.bodyOf[b] === 0) lists[i]!.push(j)
      else own.push(i, j)
    }
    const balls = movers.reduce((sum, own) => sum + (own.groups.length + own.balls.length + own.inner.length) / 4, 0)
    const solids = obstacles.reduce(
      (sum, { outer, inner }) => sum + outer.length + (inner === outer ? 0 : inner.length),
      0,
    )
    let end = TABLE
    const take = (bytes: number): number => {
      const at = end
      end += 16 * Math.ceil(bytes / 16)
      return at
    }
    const at = {
      bodies: take(BODY * (layout.bodies - 1)),
      values: take(VALUES * (layout.bodies - 1)),
      poses: take(PLACED_POSE * layout.bodies),
      leaves: take(LEAF * movers.length),
      bounds: take(PLACED * movers.length),
      balls: take(BALL * balls),
      placed: take(PLACED * balls),
      lists: take(2 * pairs.length),
      obstacles: take(OBSTACLE * obstacles.length),
      solids: take(SOLID * solids),
      pairs: take(8 * own.length),
      out: take(4 + 6 * pairs.length),
    }
    const made = twins.make(end, (code, memory) => new ManyWasm(code, memory))
    if (made === undefined) return undefined
    const ints = new Int32Array(made.buffer)
    const floats = new Float32Array(made.buffer)
    const { bodies, values, poses, out } = at
    const counts = [layout.bodies - 1, bodies, values, poses, movers.length, at.leaves, at.bounds, at.balls, at.placed]
    ints.set([...counts, at.lists, at.obstacles, at.solids, own.length / 2, at.pairs, out])
    this.writeBodies(ints, floats, bodies / 4, poses / 4)
    this.writeMovers(ints, floats, at.leaves / 4, at.balls / 4, at.lists / 4, lists)
    this.writeObstacles(ints, floats, at.obstacles / 4, at.solids / 4)
    for (let k = 0; k < own.length; k += 2) ints.set([own[k]!, own[k + 1]!, 0, 0], (at.pairs + PAIR * (k / 2)) / 4)
    return finish(made, { values, out, pairs: pairs.length / 2 })
  }

  private writeBodies(ints: Int32Array, floats: Float32Array, o: number, poses: number): void {
    const { layout, turns } = this
    const inner = new Float64Array(POSE)
    const joint = new Float64Array(POSE)
    for (let b = 1; b < layout.bodies; b++) {
      const i = o + (BODY / 4) * (b - 1)
      ints[i] = layout.parents[b]!
      ints[i + 1] = layout.kinds[b] === SLIDING ? 1 : 0
      composePose(joint, 0, layout.origins, POSE * b, turns, POSE * b)
      if (layout.parents[b] === 0) for (let k = 0; k < 3; k++) joint[4 * k + 3]! -= this.origin[k]!
      composeInversePose(inner, 0, turns, POSE * layout.parents[b]!, joint, 0)
      floats.set(inner, i + 4)
    }
    // The world, seen from the origin.
    for (let k = 0; k < POSE; k += 5) floats.fill(1, poses + 4 * k, poses + 4 * k + 4)
  }

  private writeMovers(
    ints: Int32Array,
    floats: Float32Array,
    leaves: number,
    balls: number,
    list: number,
    lists: readonly (readonly number[])[],
  ): void {
    let ball = 0
    let listed = 0
    this.movers.forEach((mover, k) => {
      const { leaf, body, whole, groups, balls: own, inner } = mover
      const i = leaves + (LEAF / 4) * k
      const others = lists[k]!
      const inside = this.padded(inner, mover, -1)
      // Groups, then those of the groups in the same order, then those inside.
      const fine = ball + groups.length / 4
      const end = fine + own.length / 4
      ints.set([body, leaf, ball, fine, end, end + inside.length / 4, listed, listed + others.length], i)
      floats.set(this.padded(whole, mover, 1), i + 8)
      floats.set(this.padded(groups, mover, 1), balls + 4 * ball)
      floats.set(this.padded(own, mover, 1), balls + 4 * fine)
      floats.set(inside, balls + 4 * end)
      ints.set(others, list + listed)
      ball = end + inside.length / 4
      listed += others.length
    })
  }

  private writeObstacles(ints: Int32Array, floats: Float32Array, o: number, s: number): void {
    let count = 0
    const write = (solid: FilterSolid): void => {
      const i = s + (SOLID / 4) * count++
      const { kind, pose, half, radius } = solid
      ints[i] = kind
      for (let k = 0; k < 3; k++) {
        floats[i + 1 + k] = pose[4 * k + 3]! - this.origin[k]!
        for (let row = 0; row < 3; row++) floats[i + 4 + 3 * k + row] = pose[4 * row + k]!
        floats[i + 13 + k] = half[k]!
      }
      floats[i + 16] = radius
    }
    this.obstacles.forEach(({ leaf, ball, outer, inner }, k) => {
      const i = o + (OBSTACLE / 4) * k
      for (let c = 0; c < 3; c++) floats[i + c] = ball[c]! - this.origin[c]!
      floats[i + 3] = ball[3]!
      const first = count
      outer.forEach(write)
      const middle = inner === outer ? first : count
      if (inner !== outer) inner.forEach(write)
      ints.set([leaf, first, first + outer.length, middle, middle + inner.length], i + 4)
    })
  }

  /** Balls in the frame that their body is turned to, each radius larger or smaller by what rounding may do: see the head. */
  private padded(balls: Float64Array, { body, far }: MovingLeaf, side: 1 | -1): Float64Array {
    const out = balls.slice()
    const turn = this.errors.turn[body]!
    const place = this.errors.place[body]!
    const reach = this.errors.reach[body]!
    for (let i = 0; i < balls.length; i += 4) {
      const c = Math.hypot(balls[i]!, balls[i + 1]!, balls[i + 2]!)
      const off = place + (turn + 12 * U32) * c + 4 * U32 * reach
      const lengths = c + reach + this.solids + balls[i + 3]!
      const own = 2 ** -36 * lengths + FAR_ERROR * (far + this.far)
      const pad = PADDED * (Math.sqrt(3) * off + 16 * U32 * lengths) + own
      // Rounded to single precision by at most u of itself, which is part of the 16.
      out[i + 3] = side > 0 ? (balls[i + 3]! + pad) * (1 + 17 * U32) : (balls[i + 3]! - pad) * (1 - 17 * U32)
    }
    // What is left of a ball that was made smaller must be one: radii are added up.
    return side > 0 ? out : out.filter((_, k) => out[k - (k % 4) + 3]! > 0)
  }

  private mover(leaf: number): MovingLeaf {
    const { leaves, turns } = this
    const shape = leaves.shapes[leaf]!
    const body = leaves.bodyOf[leaf]!
    const pose = new Float64Array(POSE)
    composeInversePose(pose, 0, turns, POSE * body, leaves.inBody, POSE * leaf)
    const { whole, groups, balls } = coverBalls(shape)
    const [w, g, b] = [whole, groups, balls].map((list) => ballsSeenFrom(list, pose)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    const inner = ballsSeenFrom(innerBalls(shape), pose)
    return { leaf, body, whole: w, groups: g, balls: b, inner, far: farOf(leaves, leaf) + Math.hypot(...this.origin) }
  }

  private obstacle(leaf: number): Obstacle {
    const { leaves } = this
    const shape = leaves.shapes[leaf]!
    const pose = leaves.inBody.slice(POSE * leaf, POSE * leaf + POSE)
    const whole = new Float64Array(4)
    shapeSphere(whole, 0, shape)
    const ball = ballsSeenFrom(whole, pose)
    this.far = Math.max(this.far, farOf(leaves, leaf))
    const exact = solidsOf(shape, pose)
    const outer = exact ?? ballSolids(ballsSeenFrom(coverBalls(shape).balls, pose))
    const inner = exact ?? ballSolids(ballsSeenFrom(innerBalls(shape), pose))
    for (const { pose: at, half, radius } of [...outer, ...inner]) {
      const w = [3, 7, 11].reduce((sum, k, i) => sum + Math.abs(at[k]! - this.origin[i]!), 0)
      this.solids = Math.max(this.solids, w + half[0] + half[1] + half[2] + radius)
    }
    this.solids = Math.max(
      this.solids,
      [0, 1, 2].reduce((sum, k) => sum + Math.abs(ball[k]! - this.origin[k]!), ball[3]!),
    )
    return { leaf, ball, outer, inner }
  }
}

function errorsOf(layout: BodyLayout, origin: Float64Array): BodyErrors {
  const turn = new Float64Array(layout.bodies)
  const place = new Float64Array(layout.bodies)
  const reach = new Float64Array(layout.bodies)
  for (let b = 1; b < layout.bodies; b++) {
    const p = layout.parents[b]!
    const from = p === 0 ? origin : [0, 0, 0]
    let length = Math.hypot(...[3, 7, 11].map((k, i) => layout.origins[POSE * b + k]! - from[i]!))
    if (layout.kinds[b] === SLIDING) {
      const { low, high } = layout.rangeOf(b)
      length += Math.max(Math.abs(low), Math.abs(high))
    }
    turn[b] = turn[p]! + 12 * U32
    place[b] = place[p]! + (turn[p]! + 12 * U32) * length + 4 * U32 * reach[p]!
    reach[b] = reach[p]! + length
  }
  return { turn, place, reach }
}
