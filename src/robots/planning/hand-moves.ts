// Moves that take a hand straight through space and hold its turn: out of a pocket, where almost every straight line of joint
// values leads into a wall, a straight line of the hand does not. The step is the shortest one, as the space measures, that moves
// the hand so: Jᵀ(J·Jᵀ + damping)⁻¹ of a direction.
//
// A hand is a body that carries no other and hangs on three degrees of freedom or more. Rotations of floating joints are left as
// they are.
import { POSE } from '../../base/math/pose.js'
import { Kinematics } from '../model/kinematics.js'
import { LinePiece } from '../motion/line-piece.js'
import { LINE, Movers, SLIDE } from '../motion/movers.js'
import type { World } from '../world/world.js'
import { dampedStep, ROWS } from './damped-step.js'
import type { PlanningSpace } from './planning-space.js'

/** Of rows that are about 1 in size. */
const DAMPING = 1e-3

const LEAST_DEGREES = 3

interface Hand {
  readonly body: number
  /** The movers that it hangs on, and the place in `variables` of what each is moved by. */
  readonly movers: Int32Array
  readonly stepOf: Int32Array
  readonly variables: Int32Array
  readonly columns: Float64Array
  readonly moves: Uint8Array
}

export class HandMoves {
  private readonly hands: readonly Hand[]
  private readonly kinematics: Kinematics
  private readonly movers: Movers
  private readonly lines: Float64Array
  private readonly still: LinePiece
  private readonly aim = new Float64Array(ROWS)
  private readonly y = new Float64Array(ROWS)

  constructor(
    world: World,
    private readonly space: PlanningSpace,
  ) {
    const kinematics = new Kinematics(world.model().robots)
    const movers = new Movers(kinematics)
    this.kinematics = kinematics
    this.movers = movers
    this.lines = new Float64Array(LINE * movers.count)
    const still = new Float64Array(space.dof)
    for (const i of space.quaternions) still[i + 3] = 1
    this.still = new LinePiece(still, still, space.quaternions)
    const carries = new Uint8Array(kinematics.bodies)
    for (let b = 1; b < kinematics.bodies; b++) carries[kinematics.parents[b]!] = 1
    const hands: Hand[] = []
    for (let b = 1; b < kinematics.bodies; b++) {
      const hand = carries[b] === 0 ? this.handOf(b) : undefined
      if (hand !== undefined) hands.push(hand)
    }
    this.hands = hands
  }

  get count(): number {
    return this.hands.length
  }

  /**
   * Writes the configuration that is `length` from q, one hand being moved straight in a direction, and within the ranges. False
   * if it does not get anywhere.
   */
  step(out: Float64Array, q: Float64Array, hand: number, direction: Float64Array, length: number): boolean {
    const { space, kinematics, movers, lines, aim, y } = this
    const { movers: own, stepOf, variables, columns, moves, body } = this.hands[hand]!
    kinematics.update(q)
    movers.place(lines, 0, kinematics.poses, this.still)
    const px = kinematics.poses[POSE * body + 3]!
    const py = kinematics.poses[POSE * body + 7]!
    const pz = kinematics.poses[POSE * body + 11]!
    let reachSq = 0
    for (const k of own) {
      const o = LINE * k + 3
      const [x, z, w] = [px - lines[o]!, py - lines[o + 1]!, pz - lines[o + 2]!]
      reachSq = Math.max(reachSq, x * x + z * z + w * w)
    }
    const reach = reachSq > 0 ? Math.sqrt(reachSq) : 1
    columns.fill(0)
    for (let i = 0; i < own.length; i++) {
      const o = LINE * own[i]!
      const at = ROWS * stepOf[i]!
      const v = variables[stepOf[i]!]!
      const share = kinematics.factors[movers.bodies[own[i]!]!]! / space.weights[v]!
      const s = share / reach
      const ax = lines[o]!
      const ay = lines[o + 1]!
      const az = lines[o + 2]!
      if (movers.kinds[own[i]!] === SLIDE) {
        columns[at]! += s * ax
        columns[at + 1]! += s * ay
        columns[at + 2]! += s * az
        continue
      }
      const rx = px - lines[o + 3]!
      const ry = py - lines[o + 4]!
      const rz = pz - lines[o + 5]!
      columns[at]! += s * (ay * rz - az * ry)
      columns[at + 1]! += s * (az * rx - ax * rz)
      columns[at + 2]! += s * (ax * ry - ay * rx)
      columns[at + 3]! += share * ax
      columns[at + 4]! += share * ay
      columns[at + 5]! += share * az
    }
    for (let r = 0; r < 3; r++) aim[r] = direction[r]!
    dampedStep(y, columns, moves, aim, DAMPING)
    let sizeSq = 0
    for (let i = 0; i < variables.length; i++) {
      let d = 0
      for (let r = 0; r < ROWS; r++) d += columns[ROWS * i + r]! * y[r]!
      columns[ROWS * i] = d
      sizeSq += d * d
    }
    if (!(sizeSq > 0)) return false
    const scale = length / Math.sqrt(sizeSq)
    out.set(q)
    let moved = false
    for (let i = 0; i < variables.length; i++) {
      const v = variables[i]!
      const to = q[v]! + (scale * columns[ROWS * i]!) / space.weights[v]!
      out[v] = Math.max(Math.min(q[v]!, space.lower[v]!), Math.min(Math.max(q[v]!, space.upper[v]!), to))
      if (out[v] !== q[v]) moved = true
    }
    return moved
  }

  private handOf(body: number): Hand | undefined {
    const { movers, kinematics, space } = this
    const own: number[] = []
    const stepOf: number[] = []
    const variables: number[] = []
    for (let b = body; b > 0; b = kinematics.parents[b]!) {
      for (let k = movers.firstOf[b]!; k < movers.firstOf[b + 1]!; k++) {
        const v = movers.variables[k]!
        if (!space.moving.includes(v) || space.quaternions.includes(v)) continue
        if (!variables.includes(v)) variables.push(v)
        own.push(k)
        // Joints that mimic one another are one step.
        stepOf.push(variables.indexOf(v))
      }
    }
    if (variables.length < LEAST_DEGREES) return undefined
    return {
      body,
      movers: Int32Array.from(own),
      stepOf: Int32Array.from(stepOf),
      variables: Int32Array.from(variables),
      columns: new Float64Array(ROWS * variables.length),
      moves: new Uint8Array(variables.length).fill(1),
    }
  }
}

/** A stuck node's tries that move a hand, between these parts of all. */
const LEAST_SHARE = 0.1
const MOST_SHARE = 0.4

/** How many tries of stuck nodes are to move a hand: by how often either way has led somewhere. */
export class HandShare {
  /** That hands have made. */
  nodes = 0
  private readonly tries = [0, 0]
  private readonly successes = [0, 0]

  tell(isHand: boolean, isSuccess: boolean): void {
    const k = isHand ? 1 : 0
    this.tries[k]!++
    if (isSuccess) this.successes[k]!++
  }

  now(): number {
    const { tries, successes } = this
    const plain = (1 + successes[0]!) / (2 + tries[0]!)
    const hand = (1 + successes[1]!) / (2 + tries[1]!)
    return Math.max(LEAST_SHARE, Math.min(MOST_SHARE, hand / (hand + plain)))
  }
}
