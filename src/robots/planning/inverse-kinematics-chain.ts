// The way from a robot's base to the tool of a goal: where the tool is, how far from the goal, and how that changes with every
// number that may move (the Jacobian, from the axes and points of the movers on the way).
//
// All is made free of units: lengths are divided by `reach`, a length of the size of the arm, so that a radian and the length
// that a radian moves the tool by weigh about the same. A step is in these units too, three numbers for a floating joint's
// rotation (a turn about the body's own axes) and one for every other variable.
import { composePose, POSE } from '../../base/math/pose.js'
import { turnQuaternion } from '../../base/math/quaternion.js'
import { InvalidInputError } from '../../errors.js'
import { Kinematics } from '../model/kinematics.js'
import { LinePiece } from '../motion/line-piece.js'
import { LINE, Movers, SLIDE } from '../motion/movers.js'
import type { NamedRobot } from '../world/world-input.js'
import { ROWS } from './damped-step.js'
import { type LinkTarget, lengthOf, measureTarget } from './link-goal.js'

/** One number of a step. */
interface StepVariable {
  /** Its place in the robot's configuration; of a quaternion, the first of four. */
  readonly variable: number
  /** Of a quaternion: the axis of the body that is turned about, 0 to 2; else -1. */
  readonly turn: number
  readonly slides: boolean
}

export class LinkChain {
  readonly steps: readonly StepVariable[]
  /** A length of the arm's size. */
  readonly reach: number
  /** Where the first joint on the way is, and how far from there the tool can ever be; Infinity where something slides on. */
  readonly anchor: Float64Array
  readonly farthest: number
  /** Position (in units of reach) and turn of the tool, seen from the goal: valid after `measure`. */
  readonly error = new Float64Array(ROWS)
  /** A column of six after the other, by step: valid after `differentiate`. */
  readonly columns: Float64Array
  /** What each step is multiplied with to become a change of its variable. */
  private readonly scales: Float64Array
  private readonly kinematics: Kinematics
  private readonly movers: Movers
  /** The movers on the way, the step that each belongs to, and its share of it. A floating joint's turn is there three times. */
  private readonly moverOf: Int32Array
  private readonly stepOf: Int32Array
  private readonly shares: Float64Array
  private readonly lines: Float64Array
  private readonly still: LinePiece
  private readonly X_WT = new Float64Array(POSE)
  private readonly X_BT = new Float64Array(POSE)
  private readonly body: number

  /** `moves` by the robot's variables: 1 for those that may change. */
  constructor(
    { robot, base }: NamedRobot,
    private readonly target: LinkTarget,
    moves: Uint8Array,
  ) {
    const kinematics = new Kinematics([{ robot, base }])
    const movers = new Movers(kinematics)
    this.kinematics = kinematics
    this.movers = movers
    const quaternions = robot.joints.filter(({ kind }) => kind === 'floating').map(({ variable }) => variable + 3)
    this.still = new LinePiece(robot.neutral(), robot.neutral(), quaternions)
    this.body = kinematics.linkBodies[0]![target.link]!
    composePose(this.X_BT, 0, kinematics.linkPoses[0]!, POSE * target.link, target.tool, 0)

    // Variables that are lengths.
    const slides = new Uint8Array(robot.dof)
    for (const { kind, mimic, variable } of robot.joints) {
      const count =
        mimic !== undefined ? 0 : kind === 'prismatic' ? 1 : kind === 'planar' ? 2 : kind === 'floating' ? 3 : 0
      slides.fill(1, variable, variable + count)
    }
    const steps: StepVariable[] = []
    const uses: { mover: number; step: number; factor: number }[] = []
    for (let b = this.body; b > 0; b = kinematics.parents[b]!) {
      for (let k = movers.firstOf[b]!; k < movers.firstOf[b + 1]!; k++) {
        const loop = kinematics.joints[b]!.loop
        if (loop?.shape.variables.some((v) => moves[v] === 1)) {
          const expected = `one that no closed loop moves: ${kinematics.joints[b]!.name} is set by one`
          throw new InvalidInputError('goal.link', robot.links[target.link]!.name, expected)
        }
        const variable = movers.variables[k]!
        if (moves[variable] !== 1) continue
        for (const turn of quaternions.includes(variable) ? [0, 1, 2] : [-1]) {
          // Joints that mimic one another are one step.
          let step = steps.findIndex((own) => own.variable === variable && own.turn === turn)
          if (step === -1) {
            step = steps.length
            steps.push({ variable, turn, slides: slides[variable] === 1 })
          }
          uses.push({ mover: k, step, factor: kinematics.factors[b]! })
        }
      }
    }
    this.steps = steps
    const { reach, farthest, anchor } = measureChain(kinematics, this.body, this.X_BT)
    this.reach = reach
    this.farthest = farthest
    this.anchor = anchor
    this.scales = Float64Array.from(steps, (step) => (step.slides ? reach : 1))
    this.moverOf = Int32Array.from(uses, ({ mover }) => mover)
    this.stepOf = Int32Array.from(uses, ({ step }) => step)
    this.shares = Float64Array.from(uses, ({ factor, step }) => factor * this.scales[step]!)
    this.lines = new Float64Array(LINE * movers.count)
    this.columns = new Float64Array(ROWS * steps.length)
  }

  /** Moves the arm to q and writes `error`. Returns the sum of its squares. */
  measure(q: Float64Array): number {
    const { error, kinematics, X_WT, reach } = this
    kinematics.update(q)
    composePose(X_WT, 0, kinematics.poses, POSE * this.body, this.X_BT, 0)
    measureTarget(error, this.target, X_WT)
    let sum = 0
    for (let k = 0; k < ROWS; k++) {
      if (k < 3) error[k]! /= reach
      sum += error[k]! * error[k]!
    }
    return sum
  }

  /** Writes `columns`, for where the arm is. */
  differentiate(): void {
    const { columns, kinematics, lines, X_WT, target, moverOf, stepOf, shares, movers } = this
    const { counts, pose, turns, about } = target
    movers.place(lines, 0, kinematics.poses, this.still)
    columns.fill(0)
    for (let i = 0; i < moverOf.length; i++) {
      const k = moverOf[i]!
      const share = shares[i]!
      const at = ROWS * stepOf[i]!
      let x = lines[LINE * k]!
      let y = lines[LINE * k + 1]!
      let z = lines[LINE * k + 2]!
      if (movers.kinds[k] === SLIDE) {
        this.addRow(at, (share / this.reach) * x, (share / this.reach) * y, (share / this.reach) * z)
        continue
      }
      const { turn } = this.steps[stepOf[i]!]!
      if (turn >= 0) {
        const o = POSE * movers.bodies[k]! + turn
        x = kinematics.poses[o]!
        y = kinematics.poses[o + 4]!
        z = kinematics.poses[o + 8]!
      }
      const rx = X_WT[3]! - lines[LINE * k + 3]!
      const ry = X_WT[7]! - lines[LINE * k + 4]!
      const rz = X_WT[11]! - lines[LINE * k + 5]!
      const s = share / this.reach
      this.addRow(at, s * (y * rz - z * ry), s * (z * rx - x * rz), s * (x * ry - y * rx))
      if (turns === 'free') continue
      for (let row = 0; row < 3; row++) {
        if (row === about) continue
        columns[at + 3 + row]! += share * (pose[row]! * x + pose[4 + row]! * y + pose[8 + row]! * z)
      }
    }
    for (let row = 0; row < 3; row++) {
      if (counts[row] === 1) continue
      for (let at = row; at < columns.length; at += ROWS) columns[at] = 0
    }
  }

  /** Writes q and a step after it. */
  apply(out: Float64Array, q: Float64Array, step: Float64Array): void {
    out.set(q)
    const { steps, scales } = this
    for (let i = 0; i < steps.length; i++) {
      const { variable, turn } = steps[i]!
      if (turn >= 0) {
        // Three in a row: one turn about their vector.
        const x = step[i]!
        const y = step[i + 1]!
        const z = step[i + 2]!
        const angle = lengthOf(x, y, z)
        if (angle > 0) {
          axis[0] = x / angle
          axis[1] = y / angle
          axis[2] = z / angle
          turnQuaternion(out, variable, q, variable, axis, angle)
        }
        i += 2
      } else out[variable] = q[variable]! + step[i]! * scales[i]!
    }
  }

  /** A vector of the world, seen from the goal, added to the position's rows. */
  private addRow(at: number, x: number, y: number, z: number): void {
    const { columns, target } = this
    const { pose } = target
    for (let row = 0; row < 3; row++) columns[at + row]! += pose[row]! * x + pose[4 + row]! * y + pose[8 + row]! * z
  }
}

const axis = new Float64Array(3)

/** Sizes of the way from body 0 to a tool on body b. */
function measureChain(
  kinematics: Kinematics,
  b: number,
  X_BT: Float64Array,
): { reach: number; farthest: number; anchor: Float64Array } {
  const { parents, origins, joints } = kinematics
  const offsetOf = (pose: Float64Array, o: number): number => lengthOf(pose[o + 3]!, pose[o + 7]!, pose[o + 11]!)
  let reach = offsetOf(X_BT, 0)
  let farthest = reach
  let first = 0
  for (let body = b; body > 0; body = parents[body]!) {
    first = body
    const { kind } = joints[body]!
    if (kind === 'planar' || kind === 'floating') farthest = Infinity
    if (kind === 'prismatic') {
      const { low, high } = kinematics.rangeOf(body)
      farthest += Math.max(Math.abs(low), Math.abs(high))
    }
    if (parents[body] === 0) break
    const offset = offsetOf(origins, POSE * body)
    reach += offset
    farthest += offset
  }
  const o = POSE * first
  const anchor = Float64Array.of(origins[o + 3]!, origins[o + 7]!, origins[o + 11]!)
  // Of something that only flies or slides there is no arm to measure.
  return { reach: reach > 0 ? reach : 1, farthest, anchor }
}
