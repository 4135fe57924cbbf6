// Inverse kinematics by numbers: configurations in which a link is where a goal wants it, inside the joints' limits, free of
// contacts, and different from one another. From the start first, then from random configurations, by seed.
//
// Every solution returned has been measured. Finding none proves nothing, except where the goal is farther away than the links on
// the way are long (`proved`).
import { checkFields, checkIndex, checkNonNegative } from '../../base/math/checks.js'
import { Random } from '../../base/math/random.js'
import { type MotionSpace, readWaypoint, worldSpace } from '../motion/motion-space.js'
import type { World } from '../world/world.js'
import type { Configuration, NamedRobot } from '../world/world-input.js'
import type { WorldContact } from '../world/world-results.js'
import { LinkChain } from './inverse-kinematics-chain.js'
import { Descent } from './inverse-kinematics-descent.js'
import { errorOf, type LinkGoal, type LinkTarget, lengthOf, readLinkGoal } from './link-goal.js'
import { refuseMovingLoops } from './planning-loops.js'
import { lookUp, variablesByName } from './planning-names.js'
import { PlanningSpace } from './planning-space.js'

/** Seeds, joints and bounds for `inverseKinematics`. */
export interface InverseKinematicsOptions {
  /** Of the random configurations that it begins from: 1 if left out. */
  readonly seed?: number | undefined
  /** How many it begins from, the start among them: 50. */
  readonly seeds?: number | undefined
  /** Solutions near this one come first, and what does not move stays as it is here. Neutral if left out. */
  readonly start?: Configuration | undefined
  /** What may move: variables, joints or groups by name; all that the link hangs on, if left out. */
  readonly moving?: readonly string[] | undefined
  /** Ranges by variable; they narrow the joints' limits, and replace them where there are none. */
  readonly bounds?: Readonly<Record<string, readonly [number, number]>> | undefined
  /** It stops when it has found this many; default 8. */
  readonly maxSolutions?: number | undefined
  /** Solutions keep more than this apart: 0, nothing touches. */
  readonly clearance?: number | undefined
  /** Solutions nearer to one another than this are the same: radians, as distances of a plan; 0.01. */
  readonly distinct?: number | undefined
}

/** The work of `inverseKinematics`. */
export interface InverseKinematicsStats {
  /** Configurations begun from, those that led to the goal, and how many different ones there were among them. */
  readonly seeds: number
  readonly converged: number
  readonly distinct: number
  /** Different ones that were not free. */
  readonly colliding: number
  readonly iterations: number
}

interface Common {
  /** Nearest to the start first; none unless solved. Configurations of the whole world. */
  readonly solutions: readonly Float64Array[]
  readonly stats: InverseKinematicsStats
}

/** The answer of `inverseKinematics`. */
export type InverseKinematicsResult =
  | (Common & { readonly outcome: 'solved' })
  | (Common & {
      readonly outcome: 'unreachable'
      readonly reason: string
      /** Is it proved? Otherwise the search has found no way, which is less. */
      readonly proved: boolean
      /** The configuration that came nearest, inside the limits, and how far off it is. */
      readonly nearest: Float64Array
      readonly position: number
      readonly angle: number
    })
  | (Common & {
      readonly outcome: 'colliding'
      readonly reason: string
      /** Of the solutions that collide, the one nearest to the start, and what touches what there. */
      readonly q: Float64Array
      readonly a: string
      readonly b: string
      /** Undefined where they do not touch, but come closer than `clearance`. */
      readonly contact: WorldContact | undefined
    })

/** Configurations in which a link is where it should be. */
export function inverseKinematics(
  world: World,
  goal: LinkGoal,
  options: InverseKinematicsOptions = {},
): InverseKinematicsResult {
  return new LinkSearch(world, goal, options).run()
}

class LinkSearch {
  private readonly target: LinkTarget
  private readonly start: Float64Array
  private readonly space: PlanningSpace
  private readonly seeds: number
  private readonly maxSolutions: number
  private readonly clearance: number
  private readonly distinct: number
  private readonly random: Random
  private readonly chain: LinkChain
  private readonly descent: Descent
  /** First variable of the robot, and where the chain's variables are in its configuration. */
  private readonly first: number
  private readonly own: readonly number[]
  private readonly lower: Float64Array
  private readonly upper: Float64Array
  private readonly periods: ReadonlyMap<number, number>
  private readonly free: Float64Array[] = []
  private readonly colliding: Float64Array[] = []
  private converged = 0

  constructor(
    private readonly world: World,
    goal: LinkGoal,
    options: InverseKinematicsOptions,
  ) {
    checkFields('options', options, OPTIONS)
    const { moving, bounds, start, maxSolutions } = options
    this.target = readLinkGoal(world, 'goal', goal)
    const motion = worldSpace(world)
    this.start = start === undefined ? world.neutral() : readWaypoint(motion, 'options.start', start)
    this.seeds = checkIndex('options.seeds', options.seeds ?? 50, 1, MOST)
    this.maxSolutions =
      maxSolutions === Infinity ? MOST : checkIndex('options.maxSolutions', maxSolutions ?? 8, 1, MOST)
    this.clearance = checkNonNegative('options.clearance', options.clearance ?? 0)
    this.distinct = checkNonNegative('options.distinct', options.distinct ?? 0.01)
    this.random = new Random(checkIndex('options.seed', options.seed ?? 1, 0, 2 ** 53))
    this.space = new PlanningSpace(world, this.start, [], { moving, bounds })

    const { robots } = world.model()
    const robot = robots[this.target.robot]!
    this.first = robots.slice(0, this.target.robot).reduce((sum, { robot: { dof } }) => sum + dof, 0)
    const moves = new Uint8Array(robot.robot.dof)
    for (const i of this.space.moving) if (i >= this.first && i < this.first + moves.length) moves[i - this.first] = 1
    this.chain = new LinkChain(robot, this.target, moves)
    const own = new Set<number>()
    for (const { variable, turn } of this.chain.steps) {
      for (let k = 0; k < (turn === -1 ? 1 : 4); k++) own.add(variable + k)
    }
    this.own = [...own]
    refuseMovingLoops(
      world,
      this.start,
      this.own.map((v) => this.first + v),
      'options.moving',
    )

    // Those of the space that were set: elsewhere they only say where to sample.
    const { lower, upper } = readLimits(world, this.space, bounds)
    this.lower = lower.slice(this.first, this.first + moves.length)
    this.upper = upper.slice(this.first, this.first + moves.length)
    this.periods = periodsOf(robot, motion, this.first)
    const { position, angle } = this.target
    this.descent = new Descent(this.chain, this.lower, this.upper, position / this.chain.reach, angle)
  }

  run(): InverseKinematicsResult {
    const { chain, descent, target } = this
    const proved = this.isBeyond()
    const seeds = proved || chain.steps.length === 0 ? 1 : this.seeds
    const q = this.start.slice(this.first, this.first + this.lower.length)
    const sample = this.start.slice()
    const nearest = this.start.slice()
    let nearestError = errorOf(descent.error)
    let least = Infinity
    let begun = 0
    while (begun < seeds && this.free.length < this.maxSolutions) {
      if (begun > 0) {
        this.space.sample(sample, this.random)
        for (const v of this.own) q[v] = sample[this.first + v]!
      }
      begun++
      if (descent.run(q)) this.take(descent.q)
      else if (this.converged === 0) {
        const cost = descent.error.reduce((sum, e) => sum + e * e, 0)
        if (!(cost < least)) continue
        least = cost
        nearest.set(descent.q, this.first)
        nearestError = errorOf(descent.error)
      }
    }
    const stats = {
      seeds: begun,
      converged: this.converged,
      distinct: this.free.length + this.colliding.length,
      colliding: this.colliding.length,
      iterations: descent.iterations,
    }
    if (this.free.length > 0) return { outcome: 'solved', solutions: this.nearestFirst(this.free), stats }
    if (this.colliding.length > 0) return { ...this.contactOf(this.nearestFirst(this.colliding)[0]!), stats }
    const position = nearestError.position * chain.reach
    const { angle } = nearestError
    const off = `${position.toPrecision(3)} from the position and ${angle.toPrecision(3)} rad from the rotation wanted`
    const reason = proved
      ? `${target.name} reaches no farther than ${chain.farthest.toPrecision(4)} from its first joint; the goal is beyond`
      : chain.steps.length === 0
        ? `no moving joint carries ${target.name}`
        : `from none of ${begun} configurations was a way to the goal found; the nearest is ${off}`
    return { outcome: 'unreachable', reason, proved, nearest, position, angle, solutions: [], stats }
  }

  /** Is the goal farther away than the way to the tool is long? 1e-9 is more than rounding. */
  private isBeyond(): boolean {
    const { pose, counts, position } = this.target
    const { anchor, farthest } = this.chain
    if (counts.includes(0)) return false
    const away = lengthOf(pose[3]! - anchor[0]!, pose[7]! - anchor[1]!, pose[11]! - anchor[2]!)
    return away > (farthest + position) * (1 + 1e-9)
  }

  /** Keeps a configuration of the robot's that meets the goal, if it is a new one. */
  private take(found: Float64Array): void {
    this.converged++
    const q = this.start.slice()
    for (const v of this.own) q[this.first + v] = this.nearestTurn(v, found[v]!)
    const isNew = (other: Float64Array): boolean => this.space.distance(q, other) > this.distinct
    if (!this.free.every(isNew) || !this.colliding.every(isNew)) return
    if (this.isFree(q)) this.free.push(q)
    else this.colliding.push(q)
  }

  /** The same, at the turn that is nearest to the start, inside the limits. */
  private nearestTurn(v: number, value: number): number {
    const period = this.periods.get(v)
    if (period === undefined) return value
    const most = Math.floor((this.upper[v]! - value) / period)
    const least = Math.ceil((this.lower[v]! - value) / period)
    const turns = Math.min(Math.max(Math.round((this.start[this.first + v]! - value) / period), least), most)
    const turned = value + turns * period
    return turned < this.lower[v]! || turned > this.upper[v]! ? value : turned
  }

  private isFree(q: Float64Array): boolean {
    return this.clearance === 0 ? !this.world.collides(q) : this.world.pairsWithin(q, this.clearance).length === 0
  }

  private nearestFirst(list: readonly Float64Array[]): Float64Array[] {
    return list
      .map((q) => ({ q, distance: this.space.distance(this.start, q) }))
      .sort((a, b) => a.distance - b.distance)
      .map(({ q }) => q)
  }

  private contactOf(q: Float64Array): Omit<Extract<InverseKinematicsResult, { outcome: 'colliding' }>, 'stats'> {
    let contact: WorldContact | undefined
    for (const one of this.world.collisions(q)) if (contact === undefined || one.depth > contact.depth) contact = one
    const { a, b } = contact ?? this.world.pairsWithin(q, this.clearance)[0]!
    const count = this.colliding.length
    const what = contact === undefined ? `come closer than ${this.clearance}` : 'touch'
    const reason = `${count === 1 ? 'one solution was' : `${count} solutions were`} found, and none is free: in the one nearest to the start, ${a} and ${b} ${what}`
    return { outcome: 'colliding', reason, q, a, b, contact, solutions: [] }
  }
}

const OPTIONS = ['seed', 'seeds', 'start', 'moving', 'bounds', 'maxSolutions', 'clearance', 'distinct']

/** Larger counts are mistakes. */
const MOST = 2 ** 31

/** Limits that were set: the joints' own, and bounds. */
function readLimits(
  world: World,
  space: PlanningSpace,
  bounds: InverseKinematicsOptions['bounds'],
): { lower: Float64Array; upper: Float64Array } {
  const lower = world.lower.map((limit, i) => (limit > -Infinity ? space.lower[i]! : limit))
  const upper = world.upper.map((limit, i) => (limit < Infinity ? space.upper[i]! : limit))
  if (bounds !== undefined) {
    const names = variablesByName(world)
    for (const name of Object.keys(bounds)) {
      for (const i of lookUp(names, 'options.bounds', name)) {
        lower[i] = space.lower[i]!
        upper[i] = space.upper[i]!
      }
    }
  }
  return { lower, upper }
}

/** By variable of the robot: after how much of a turn everything is as before. */
function periodsOf({ robot }: NamedRobot, { cyclic }: MotionSpace, first: number): Map<number, number> {
  const periods = new Map<number, number>()
  for (const { name, kind, mimic, variable } of robot.joints) {
    if (kind !== 'revolute' || mimic !== undefined || variable === -1) continue
    const isAlone = robot.joints.every(
      (joint) => joint.mimic?.joint !== name && joint.loop?.shape.variables.includes(variable) !== true,
    )
    if (isAlone) periods.set(variable, 2 * Math.PI)
  }
  for (const { variable, turns } of cyclic) {
    if (variable >= first && variable < first + robot.dof) periods.set(variable - first, 2 * Math.PI * turns)
  }
  return periods
}
