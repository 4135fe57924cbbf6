// Movers: the single degrees of freedom between bodies. A turning or sliding joint is one, a planar joint three (two slides and
// a turn), a floating joint four (three slides, then a turn about an axis that the piece of motion holds fixed in the body).
//
// At an anchor (a configuration on the way) each mover has an axis and a point on it in the world, and bounds of how it moves
// in the interval about the anchor. A pair of bodies is moved against each other by the movers on the way through the tree
// from the one to the other, in which every mover links two frames: a serial chain, whose order says which of two is nearer
// to a given frame.
import { POSE } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { sine } from '../../base/math/trigonometry.js'
import type { BodyLayout } from '../model/body-layout.js'
import { LoopBounds } from '../model/loop-function.js'
import type { MotionPiece, PieceBounds } from './piece.js'

export const TURN = 0
export const SLIDE = 1

/** Numbers a mover has at an anchor: axis (3), a point on it (3). */
export const LINE = 6

/** Relative rounding of a bound that a few products and a sine made: rounds it up. */
const UP = 1 + 2 ** -48

/** All movers of a world, proximal before distal. */
export class Movers {
  readonly count: number
  readonly kinds: Uint8Array
  /** The body that it moves, and its variable in a configuration; of a joint that a closed loop sets, the first of its variables. */
  readonly bodies: Int32Array
  readonly variables: Int32Array
  /** First mover of each body; one more at the end. */
  readonly firstOf: Int32Array
  /** What its variable is multiplied with: a mimic joint's. */
  private readonly factors: Float64Array
  private readonly isMimic: Uint8Array
  /** Joints that closed loops set, and the variables that they follow. */
  private readonly loops: Uint8Array
  private readonly drivers: readonly (readonly number[] | undefined)[]
  /** What is added, without its sign. */
  private readonly offsets: Float64Array
  /** Slides: their direction in the joint's frame. Turns: their axis in the body's frame, where the joint fixes it. */
  private readonly axes: Float64Array
  /** Turns whose axis is the piece's. */
  private readonly free: Uint8Array

  constructor(
    private readonly layout: Pick<BodyLayout, 'bodies' | 'joints' | 'variables' | 'factors' | 'parents' | 'origins'> & {
      variablesOf(b: number): readonly number[]
    },
  ) {
    const { bodies, joints, variables, factors } = layout
    const list: { kind: number; body: number; variable: number; axis: readonly number[]; free: boolean }[] = []
    this.firstOf = new Int32Array(bodies + 1)
    for (let b = 1; b < bodies; b++) {
      this.firstOf[b] = list.length
      const joint = joints[b]!
      const axis = Array.from(joint.axis)
      const variable = variables[b]!
      const add = (kind: number, k: number, along: readonly number[], free = false): void => {
        list.push({ kind, body: b, variable: variable + k, axis: along, free })
      }
      switch (joint.kind) {
        case 'prismatic':
          add(SLIDE, 0, axis)
          break
        case 'planar': {
          const [x, y] = planeAxes(axis)
          add(SLIDE, 0, x)
          add(SLIDE, 1, y)
          add(TURN, 2, axis)
          break
        }
        case 'floating':
          add(SLIDE, 0, [1, 0, 0])
          add(SLIDE, 1, [0, 1, 0])
          add(SLIDE, 2, [0, 0, 1])
          add(TURN, 3, [0, 0, 0], true)
          break
        default:
          add(TURN, 0, axis)
      }
    }
    this.firstOf[bodies] = list.length
    this.count = list.length
    this.kinds = Uint8Array.from(list, ({ kind }) => kind)
    this.bodies = Int32Array.from(list, ({ body }) => body)
    this.variables = Int32Array.from(list, ({ variable }) => variable)
    this.factors = Float64Array.from(list, ({ body }) => factors[body]!)
    this.isMimic = Uint8Array.from(list, ({ body }) => (joints[body]!.mimic === undefined ? 0 : 1))
    this.offsets = Float64Array.from(list, ({ body }) => Math.abs(joints[body]!.mimic?.offset ?? 0))
    this.loops = Uint8Array.from(list, ({ body }) => (joints[body]!.loop === undefined ? 0 : 1))
    this.drivers = list.map(({ body }) => (joints[body]!.loop === undefined ? undefined : layout.variablesOf(body)))
    this.axes = Float64Array.from(list.flatMap(({ axis }) => axis))
    this.free = Uint8Array.from(list, ({ free }) => (free ? 1 : 0))
  }

  /** Axes and points on them in the world, LINE numbers a mover, for bodies at `poses`. */
  place(lines: Float64Array, o: number, poses: Float64Array, piece: MotionPiece): void {
    const { kinds, bodies, axes, free } = this
    const { parents, origins } = this.layout
    for (let k = 0; k < this.count; k++) {
      const b = bodies[k]!
      const at = o + LINE * k
      let x = axes[3 * k]!
      let y = axes[3 * k + 1]!
      let z = axes[3 * k + 2]!
      if (free[k] === 1) {
        const turn = piece.turns.find(({ variable }) => variable === this.variables[k])
        x = turn?.axis[0] ?? 1
        y = turn?.axis[1] ?? 0
        z = turn?.axis[2] ?? 0
      }
      let p = POSE * b
      if (kinds[k] === SLIDE) {
        // From the joint's frame into its parent's, and from there into the world.
        const i = POSE * b
        const px = origins[i]! * x + origins[i + 1]! * y + origins[i + 2]! * z
        const py = origins[i + 4]! * x + origins[i + 5]! * y + origins[i + 6]! * z
        z = origins[i + 8]! * x + origins[i + 9]! * y + origins[i + 10]! * z
        x = px
        y = py
        p = POSE * parents[b]!
      }
      lines[at] = poses[p]! * x + poses[p + 1]! * y + poses[p + 2]! * z
      lines[at + 1] = poses[p + 4]! * x + poses[p + 5]! * y + poses[p + 6]! * z
      lines[at + 2] = poses[p + 8]! * x + poses[p + 9]! * y + poses[p + 10]! * z
      lines[at + 3] = poses[POSE * b + 3]!
      lines[at + 4] = poses[POSE * b + 7]!
      lines[at + 5] = poses[POSE * b + 11]!
    }
  }

  /** The bounds by mover from those by variable, at q, which is off by up to `roundings`. */
  load(out: MoverBounds, from: PieceBounds, q: Float64Array, roundings: Float64Array): void {
    const { kinds, variables, factors } = this
    for (let k = 0; k < this.count; k++) {
      if (this.loops[k] === 1) {
        this.loadLoop(out, k, from, q, roundings)
        continue
      }
      const v = variables[k]!
      const f = factors[k]!
      const size = Math.abs(f)
      const spread = from.spread[v]! * size * UP
      out.spread[k] = spread
      out.chord[k] = kinds[k] === SLIDE ? spread : 2 * sine(Math.min(spread, Math.PI) / 2) * UP
      out.velocity[k] = from.velocity[v]! * f
      out.speed[k] = from.speed[v]! * size * UP
      // A mimic joint's value is a product and a sum.
      const value = f * q[v]!
      const rounding = roundings[v]!
      out.off[k] = this.isMimic[k] === 1 ? size * rounding + 4 * U * (Math.abs(value) + this.offsets[k]!) : rounding
      // Not 0 · Infinity.
      out.bend[k] = size === 0 ? 0 : from.bend[v]! * size * UP
    }
  }

  /**
   * The same for a joint that a closed loop sets, θ(x(s)), with M_j ≥ |θ_j| and N_jk ≥ |θ_jk| over all that x can be in the interval
   * (loop-function.ts): by the chain rule θ' = Σ θ_j·x_j' and θ'' = ΣΣ θ_jk·x_j'·x_k' + Σ θ_j·x_j'', so
   *   spread ≤ Σ M_j·spread_j,  speed ≤ Σ M_j·speed_j,  bend ≤ ΣΣ N_jk·speed_j·speed_k + Σ M_j·bend_j.
   * The value at the anchor is off by its own rounding and by M_j times what x_j is; the velocity by what slopes and velocities are off
   * by, and by the slopes' change over what x is off by. Where an interval may have a position in which the circles only touch, or none
   * at all, nothing is known, and the prover halves it.
   */
  private loadLoop(out: MoverBounds, k: number, from: PieceBounds, q: Float64Array, roundings: Float64Array): void {
    const { joints } = this.layout
    const body = this.bodies[k]!
    const loop = joints[body]!.loop!
    const driven = this.drivers[k]!
    const { count } = loop
    let stands = true
    for (let j = 0; j < count; j++) {
      const v = driven[j]!
      halves[j] = (from.spread[v]! + 2 * roundings[v]!) * UP
      if (halves[j]! > 0 || from.speed[v]! > 0 || from.bend[v]! > 0) stands = false
    }
    const first = driven[0]! - loop.shape.variables[0]!
    loop.bound(loopBounds, q, first, halves)
    const { first: most, second, slopes, slopeErrors, state } = loopBounds
    out.velocity[k] = 0
    out.speed[k] = 0
    out.bend[k] = 0
    out.off[k] = loopBounds.off
    out.spread[k] = stands ? 0 : loopBounds.spread
    out.chord[k] = 2 * sine(Math.min(out.spread[k]!, Math.PI) / 2) * UP
    if (stands) return
    if (state !== 'closed') {
      out.speed[k] = ANY_SPEED
      out.bend[k] = Infinity
      return
    }
    let velocity = 0
    let speed = 0
    let bend = 0
    let off = loopBounds.off
    for (let j = 0; j < count; j++) {
      const v = driven[j]!
      velocity += slopes[j]! * from.velocity[v]!
      speed += most[j]! * from.speed[v]!
      if (from.bend[v]! > 0) bend += most[j]! * from.bend[v]!
      let error = slopeErrors[j]!
      for (let i = 0; i < count; i++) {
        const w = driven[i]!
        error += second[2 * j + i]! * roundings[w]!
        bend += second[2 * j + i]! * from.speed[v]! * from.speed[w]!
      }
      off += 2 * most[j]! * roundings[v]! + error * from.speed[v]!
    }
    out.velocity[k] = velocity
    out.speed[k] = speed * UP
    out.bend[k] = bend * UP
    out.off[k] = off * UP
  }

  /** The variables that move mover k: one, or two of a joint that a closed loop sets. */
  variablesOf(k: number): readonly number[] {
    return this.drivers[k] ?? [this.variables[k]!]
  }
}

const known = new WeakMap<BodyLayout, Movers>()
const loopBounds = new LoopBounds()
const halves = new Float64Array(2)

/** For a speed that has no bound: finite, so that nothing becomes Infinity · 0, and too large for any proof. */
const ANY_SPEED = 1e100

/** The movers of bodies, made once: worlds with the same robots share them. */
export function moversOf(layout: BodyLayout): Movers {
  let movers = known.get(layout)
  if (movers === undefined) {
    movers = new Movers(layout)
    known.set(layout, movers)
  }
  return movers
}

/** How each mover moves in an interval about an anchor: PieceBounds by mover, and how far a point at distance 1 can get. */
export class MoverBounds {
  readonly spread: Float64Array
  readonly chord: Float64Array
  readonly velocity: Float64Array
  readonly speed: Float64Array
  readonly bend: Float64Array
  /** How far rounding may have put it from where it should be at the anchor. */
  readonly off: Float64Array

  constructor(movers: number) {
    this.off = new Float64Array(movers)
    this.spread = new Float64Array(movers)
    this.chord = new Float64Array(movers)
    this.velocity = new Float64Array(movers)
    this.speed = new Float64Array(movers)
    this.bend = new Float64Array(movers)
  }
}

/** The movers from body a to body b, nearest to a first, and how many of them are on a's side of the nearest common body. */
export interface MoverChain {
  readonly movers: Int32Array
  readonly ofA: number
}

export function moverChain(movers: Movers, parents: Int32Array, a: number, b: number): MoverChain {
  const above = new Set<number>()
  for (let p = b; p !== -1; p = parents[p]!) above.add(p)
  const up: number[] = []
  let common = a
  while (!above.has(common)) {
    for (let k = movers.firstOf[common + 1]! - 1; k >= movers.firstOf[common]!; k--) up.push(k)
    common = parents[common]!
  }
  const down: number[] = []
  for (let p = b; p !== common; p = parents[p]!) {
    for (let k = movers.firstOf[p + 1]! - 1; k >= movers.firstOf[p]!; k--) down.push(k)
  }
  return { movers: Int32Array.from([...up, ...down.reverse()]), ofA: up.length }
}

/** The plane's own x and y of a planar joint: what the shortest rotation from (0, 0, 1) to its axis makes of the frame's. */
function planeAxes(axis: readonly number[]): [number[], number[]] {
  const [x, y, z] = [axis[0]!, axis[1]!, axis[2]!]
  const sinSq = x * x + y * y
  if (z < 0 && sinSq === 0) {
    return [
      [1, 0, 0],
      [0, -1, 0],
    ]
  }
  const k = z < 0 ? (1 - z) / sinSq : 1 / (1 + z)
  return [
    [1 - k * x * x, -k * x * y, -x],
    [-k * x * y, 1 - k * y * y, -y],
  ]
}
