// One pair of links of one robot, as a question over a box: the movers between the two and nothing else of the robot, the
// variables that drive them with their ranges, and the geometries of both links as trees of convex sets.
//
// All poses here are in the frame of the nearest body above both (`common`): what is above it does not matter. The chain runs
// from A up to it and down to B, so that mover k links the frames k and k + 1; the first `ofA` of them carry A.
//
// The box. A variable's range is the robot's; a mimic joint follows its original, whose limits count. A joint that turns,
// has a variable to itself (no joint of this chain mimics it, and no loop follows it) and a range of more than a turn, or none, gets one turn.
import { composePose, identityPose, orthonormalise, POSE, setAxisAngle } from '../../base/math/pose.js'
import { MAX_COORDINATE, U } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { convexPart } from '../../shapes/convex-part.js'
import type { PartShape } from '../../shapes/shape.js'
import { Kinematics } from '../model/kinematics.js'
import type { Link, Robot } from '../model/robot.js'
import { type MotionHull, type MotionTree, motionHull, motionTree } from '../motion/motion-trees.js'
import { LINE, Movers, moverChain, TURN } from '../motion/movers.js'
import { PairLoops } from './pair-loops.js'

/** The doubles above π and 2π: rounding leaves no part of a turn out. */
export const HALF_TURN = Math.PI + 2 ** -51
const WHOLE_TURN = 6.283185307179588
/** Radians: turns that begin farther out are taken at zero. */
const FAR = 1000

export interface ProblemVariable {
  /** Place in a configuration, and its name. */
  readonly index: number
  readonly name: string
  readonly lower: number
  readonly upper: number
}

/** A convex shape or a mesh of one of the two links; of a group, every part is one. */
export interface ProblemGeometry {
  /** Number among the link's geometries, and which part of a group (0 for what is not a group). */
  readonly geometry: number
  readonly part: number
  readonly shape: PartShape
  readonly tree: MotionTree
  /** Of a mesh. */
  readonly hull: MotionHull | undefined
  /** Twelve numbers: the shape's frame in its body's. */
  readonly inBody: Float64Array
}

/** A line in the frame of a body: a point and a unit direction. */
export interface BodyAxis {
  readonly point: Float64Array
  readonly direction: Float64Array
}

interface Laid {
  readonly kinematics: Kinematics
  readonly movers: Movers
}

const laid = new WeakMap<Robot, Laid>()

/** What is the same for all pairs of a robot. */
function layOut(robot: Robot): Laid {
  let found = laid.get(robot)
  if (found === undefined) {
    const base = new Float64Array(POSE)
    identityPose(base, 0)
    const kinematics = new Kinematics([{ robot, base }])
    found = { kinematics, movers: new Movers(kinematics) }
    laid.set(robot, found)
  }
  return found
}

/** A body on the way, in the order of computation: the common one is slot 0 and does not move. */
interface Step {
  readonly parent: number
  readonly mover: number
  readonly origin: Float64Array
  readonly axis: Float64Array
}

export class PairProblem {
  readonly a: Link
  readonly b: Link
  /** Names of the joints between, from a to b. */
  readonly joints: readonly string[]
  readonly variables: readonly ProblemVariable[]
  /**
   * A joint that has no limits and needs some, or is of a kind that has none: then there is no box, and nothing can be proved.
   */
  readonly unbounded: string | undefined
  /** Movers from A to B: how many, of which kind, whose variable (a place in `variables`), value = factor·variable + offset. */
  readonly count: number
  readonly ofA: number
  readonly kinds: Uint8Array
  readonly variableOf: Int32Array
  readonly factors: Float64Array
  readonly offsets: Float64Array
  /** Two each: the variables that drive a mover, -1 for none, and its derivatives by them where it was placed. One, except of loops. */
  readonly drivers: Int32Array
  readonly rates: Float64Array
  readonly loops: PairLoops
  readonly geometriesA: readonly ProblemGeometry[]
  readonly geometriesB: readonly ProblemGeometry[]
  /** Axes of the first and the last mover in the frames of A's and B's bodies; undefined where there is none, or it slides. */
  readonly endA: BodyAxis | undefined
  readonly endB: BodyAxis | undefined
  /** No coordinate is larger, over the whole box, in any frame of the chain. */
  readonly big: number
  /** What rounding may do to the values of all movers together, of turns and of slides: see motion-bounds.ts. */
  readonly offTurns: number
  readonly offSlides: number
  /** After `place`: bodies of A and B, twelve numbers each, and LINE numbers a mover. */
  readonly poseA: Float64Array
  readonly poseB: Float64Array
  readonly lines: Float64Array
  private readonly steps: readonly Step[]
  private readonly poses: Float64Array
  private readonly current: Float64Array
  /** Slots that moved at the last `place`. */
  private readonly moved: Uint8Array
  private readonly slotA: number
  private readonly slotB: number

  constructor(
    readonly robot: Robot,
    a: string,
    b: string,
  ) {
    this.a = robot.link(a)
    this.b = robot.link(b)
    if (this.a.index >= this.b.index) throw new InvalidInputError('b', b, `a link after ${a} in the robot's order`)
    const { kinematics, movers } = layOut(robot)
    const bodyA = kinematics.linkBodies[0]![this.a.index]!
    const bodyB = kinematics.linkBodies[0]![this.b.index]!
    const chain = moverChain(movers, kinematics.parents, bodyA, bodyB)
    const list = Array.from(chain.movers)
    const bodies = list.map((k) => movers.bodies[k]!)
    const joints = bodies.map((body) => kinematics.joints[body]!)
    this.joints = [...new Set(joints.map(({ name }) => name))]
    this.count = list.length
    this.ofA = chain.ofA
    this.kinds = Uint8Array.from(list, (k) => movers.kinds[k]!)
    this.factors = Float64Array.from(bodies, (body) => kinematics.factors[body]!)
    this.offsets = Float64Array.from(joints, ({ mimic }) => mimic?.offset ?? 0)
    const indices = [...new Set(list.flatMap((k) => movers.variablesOf(k)))].sort((x, y) => x - y)
    this.loops = new PairLoops(robot, joints, indices)
    this.drivers = Int32Array.from(
      list.flatMap((k) => [0, 1].map((j) => indices.indexOf(movers.variablesOf(k)[j] ?? -1))),
    )
    this.rates = Float64Array.from(bodies.flatMap((body) => [kinematics.factors[body]!, 0]))
    this.variableOf = Int32Array.from(list, (_, k) => this.drivers[2 * k]!)
    let unbounded = joints.find(({ kind }) => kind === 'planar' || kind === 'floating')?.name
    this.variables = indices.map((index, v) => {
      const own = list.filter((k) => movers.variablesOf(k).includes(index))
      const joint = joints[list.indexOf(own[0]!)]!
      const isPlain = joint.mimic === undefined && joint.loop === undefined
      const isAlone = own.length === 1 && isPlain && movers.kinds[own[0]!] === TURN
      const range = rangeOf(robot.lower[index]!, robot.upper[index]!, isAlone)
      const isBox = range !== undefined && this.staysFinite(v, range)
      if (!isBox) unbounded ??= joint.name
      const [lower, upper] = isBox ? range : [0, 0]
      return { index, name: robot.variables[index]!, lower, upper }
    })
    this.unbounded = unbounded
    this.geometriesA = geometriesOf(this.a, kinematics)
    this.geometriesB = geometriesOf(this.b, kinematics)
    this.steps = stepsOf(kinematics, bodies, chain.ofA)
    this.slotA = chain.ofA
    this.slotB = this.count
    this.endA = this.endAxis(0, chain.ofA > 0)
    this.endB = this.endAxis(this.count - 1, chain.ofA < this.count)
    this.poses = new Float64Array(POSE * (this.count + 1))
    identityPose(this.poses, 0)
    this.current = new Float64Array(indices.length).fill(NaN)
    this.moved = new Uint8Array(this.count + 1)
    this.poseA = this.poses.subarray(POSE * this.slotA, POSE * this.slotA + POSE)
    // With nothing on B's side, B is the common body.
    const b0 = chain.ofA === this.count ? 0 : this.slotB
    this.poseB = this.poses.subarray(POSE * b0, POSE * b0 + POSE)
    this.lines = new Float64Array(LINE * this.count)
    this.big = this.farthest()
    this.offTurns = this.offOf(true)
    this.offSlides = this.offOf(false)
  }

  /** Limits beyond what coordinates may be, as the largest double that some write for none, make no box. */
  private staysFinite(variable: number, [lower, upper]: readonly [number, number]): boolean {
    const { variableOf, factors, offsets } = this
    const most = Math.max(Math.abs(lower), Math.abs(upper))
    return variableOf.every(
      (v, k) => v !== variable || Math.abs(factors[k]!) * most + Math.abs(offsets[k]!) <= MAX_COORDINATE,
    )
  }

  /** Does nothing move between the two? */
  get isRigid(): boolean {
    return this.count === 0
  }

  /** A full configuration: the robot's neutral one with these values of the pair's variables; or another, if loops do not close in that. */
  configuration(values: ArrayLike<number>): Float64Array {
    const closed = this.loops.complete(values)
    if (closed !== undefined) return closed
    const q = this.robot.neutral()
    this.variables.forEach(({ index }, v) => {
      q[index] = values[v]!
    })
    return q
  }

  /** Where everything is for these values of the variables. */
  place(values: Float64Array): void {
    const { current, variableOf, kinds, poses, lines, moved, steps } = this
    for (let s = 0; s < steps.length; s++) {
      const { parent, mover, origin, axis } = steps[s]!
      const v = variableOf[mover]!
      const slot = s + 1
      const second = this.drivers[2 * mover + 1]!
      const isMoved =
        moved[parent] === 1 || values[v] !== current[v] || (second >= 0 && values[second] !== current[second])
      moved[slot] = isMoved ? 1 : 0
      if (!isMoved) continue
      const value = this.loops.isSet(mover)
        ? this.loops.value(mover, values, this.rates)
        : this.factors[mover]! * values[v]! + this.offsets[mover]!
      const o = POSE * slot
      const x = axis[0]!
      const y = axis[1]!
      const z = axis[2]!
      // A turn says nothing of the place.
      identityPose(motion, 0)
      if (kinds[mover] === TURN) setAxisAngle(motion, 0, x, y, z, value)
      else {
        motion[3] = x * value
        motion[7] = y * value
        motion[11] = z * value
      }
      composePose(scratch, 0, origin, 0, motion, 0)
      composePose(poses, o, poses, POSE * parent, scratch, 0)
      orthonormalise(poses, o)
      // A slide does not turn its frame, and a turn leaves its axis: the child's frame shows both.
      const l = LINE * mover
      lines[l] = poses[o]! * x + poses[o + 1]! * y + poses[o + 2]! * z
      lines[l + 1] = poses[o + 4]! * x + poses[o + 5]! * y + poses[o + 6]! * z
      lines[l + 2] = poses[o + 8]! * x + poses[o + 9]! * y + poses[o + 10]! * z
      lines[l + 3] = poses[o + 3]!
      lines[l + 4] = poses[o + 7]!
      lines[l + 5] = poses[o + 11]!
    }
    for (let v = 0; v < current.length; v++) current[v] = values[v]!
  }

  /** The axis of a mover at an end, seen from the end's body: which is the mover's own, or its parent. */
  private endAxis(mover: number, isOwn: boolean): BodyAxis | undefined {
    if (this.count === 0 || this.kinds[mover] !== TURN || this.loops.isSet(mover)) return undefined
    const { origin, axis } = this.steps.find((step) => step.mover === mover)!
    if (isOwn) return { point: new Float64Array(3), direction: axis }
    const direction = new Float64Array(3)
    const point = new Float64Array(3)
    for (let k = 0; k < 3; k++) {
      for (let j = 0; j < 3; j++) direction[k]! += origin[4 * k + j]! * axis[j]!
      point[k] = origin[4 * k + 3]!
    }
    return { point, direction }
  }

  private farthest(): number {
    let big = 0
    for (const { origin, mover } of this.steps) {
      big += Math.abs(origin[3]!) + Math.abs(origin[7]!) + Math.abs(origin[11]!)
      if (this.kinds[mover] === TURN) continue
      const { lower, upper } = this.variables[this.variableOf[mover]!]!
      const far = Math.abs(this.factors[mover]!) * Math.max(Math.abs(lower), Math.abs(upper))
      big += far + Math.abs(this.offsets[mover]!)
    }
    let own = 0
    for (const { tree, inBody } of [...this.geometriesA, ...this.geometriesB]) {
      own = Math.max(own, tree.reach + Math.abs(inBody[3]!) + Math.abs(inBody[7]!) + Math.abs(inBody[11]!))
    }
    return 2 * (big + own)
  }

  /** A cell's centre is off by three roundings of the larger limit, and a mimic joint's value by two of its own. */
  private offOf(turns: boolean): number {
    let off = 0
    for (let k = 0; k < this.count; k++) {
      // Of loops: PairLoops.off, by cell.
      if ((this.kinds[k] === TURN) !== turns || this.loops.isSet(k)) continue
      const { lower, upper } = this.variables[this.variableOf[k]!]!
      const size = (Math.abs(lower) + Math.abs(upper)) * Math.abs(this.factors[k]!) + Math.abs(this.offsets[k]!)
      off += 8 * U * size
    }
    return off
  }
}

const scratch = new Float64Array(POSE)
const motion = new Float64Array(POSE)

function rangeOf(lower: number, upper: number, isAlone: boolean): readonly [number, number] | undefined {
  if (isAlone && !(upper - lower <= WHOLE_TURN)) {
    // Far from zero, as for the ±1e16 that some write for no limit, doubles are too coarse for angles: any other turn is as good.
    if (lower < -FAR && lower > -Infinity && upper >= HALF_TURN) return [-HALF_TURN, HALF_TURN]
    if (lower > -Infinity) return [lower, upOneTurn(lower)]
    return upper < Infinity ? [-upOneTurn(-upper), upper] : [-HALF_TURN, HALF_TURN]
  }
  return lower > -Infinity && upper < Infinity ? [lower, upper] : undefined
}

/** lower + 2π, not less: far from zero the sum is rounded, and so is its difference from `lower`. */
function upOneTurn(lower: number): number {
  let upper = lower + WHOLE_TURN
  while (upper - lower < WHOLE_TURN) upper += Math.abs(upper) * 2 * U
  return upper
}

function geometriesOf(link: Link, kinematics: Kinematics): ProblemGeometry[] {
  return link.geometry.flatMap(({ shape, pose }, geometry) => {
    const inBody = new Float64Array(POSE)
    composePose(inBody, 0, kinematics.linkPoses[0]!, POSE * link.index, pose, 0)
    const parts: readonly PartShape[] = shape.kind === 'group' ? shape.parts : [shape]
    return parts.flatMap((own, part) => {
      const tree = motionTree(own)
      // A mesh without triangles touches nothing.
      if (tree.kinds.length === 0) return []
      const convex = own.kind === 'mesh' ? convexPart(own, 'always') : undefined
      const hull = convex === undefined ? undefined : motionHull(tree, convex)
      return [{ geometry, part, shape: own, tree, hull, inBody }]
    })
  })
}

/** From the common body down to A, then down to B: slot s + 1 is the body of step s, and mover k's child is the one it moves. */
function stepsOf(kinematics: Kinematics, bodies: readonly number[], ofA: number): Step[] {
  const steps: Step[] = []
  const add = (mover: number, parent: number): void => {
    const body = bodies[mover]!
    const joint = kinematics.joints[body]!
    const origin = kinematics.origins.slice(POSE * body, POSE * body + POSE)
    steps.push({ parent, mover, origin, axis: joint.axis })
  }
  for (let k = ofA - 1; k >= 0; k--) add(k, k === ofA - 1 ? 0 : steps.length)
  for (let k = ofA; k < bodies.length; k++) add(k, k === ofA ? 0 : steps.length)
  return steps
}
