// Reading what a caller says of a world: robots and their places, names, configurations.

import { checkFields } from '../../base/math/checks.js'
import { ROTATION_INPUT_TOLERANCE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { Joint } from '../model/joint.js'
import { checkLoopCloses, Robot } from '../model/robot.js'
import { readList } from '../model/robot-tree.js'
import { FARTHEST } from '../model/swept-spheres.js'
import { type RobotPlacement, readObjectName, readPoseOr } from './world-objects.js'

/** Numbers by variable, or values by name. */
export type Configuration = ArrayLike<number> | Readonly<Record<string, number>>

export interface NamedRobot {
  readonly robot: Robot
  readonly name: string
  readonly base: Float64Array
}

export function readRobots(given: readonly (Robot | RobotPlacement)[] | undefined): NamedRobot[] {
  const placed = readList('robots', given).map((input, i) => {
    const field = `robots[${i}]`
    if (input instanceof Robot) return { robot: input, name: input.name, base: readPoseOr(field, undefined) }
    checkFields(field, input, ['robot', 'name', 'base'])
    if (!(input.robot instanceof Robot)) throw new InvalidInputError(`${field}.robot`, input.robot, 'a Robot')
    const name = input.name === undefined ? input.robot.name : readObjectName(`${field}.name`, input.name)
    return { robot: input.robot, name, base: readPoseOr(`${field}.base`, input.base) }
  })
  const names = new Set<string>()
  placed.forEach(({ name }, i) => {
    if (names.has(name)) {
      throw new InvalidInputError(`robots[${i}].name`, name, 'a name that no other robot of the world has')
    }
    names.add(name)
  })
  return placed
}

/** A joint that a closed loop sets, in a configuration of several robots. */
export interface PlacedLoop {
  /** `robot/joint`. */
  readonly name: string
  readonly robot: Robot
  readonly joint: Joint
  /** Where the numbers of its robot begin. */
  readonly first: number
}

/** Names of the numbers of a configuration of several robots, and which of them are quaternions and places. */
export class ConfigurationNames {
  readonly variables: readonly string[]
  readonly byName = new Map<string, number>()
  /** Variables by their name without the robot's; -1 where several robots have it. */
  readonly byShortName = new Map<string, number>()
  /** Where quaternions begin. */
  readonly quaternions: readonly number[]
  /** Variables of sliding joints and of places. */
  readonly sliding: readonly number[]
  readonly loops: readonly PlacedLoop[]

  constructor(robots: readonly NamedRobot[]) {
    this.variables = Object.freeze(robots.flatMap(({ robot, name }) => robot.variables.map((v) => `${name}/${v}`)))
    const quaternions: number[] = []
    const sliding: number[] = []
    const loops: PlacedLoop[] = []
    let first = 0
    for (const { robot, name } of robots) {
      robot.variables.forEach((variable, i) => {
        if (this.byName.has(`${name}/${variable}`)) {
          throw new InvalidInputError('robots', `${name}/${variable}`, 'a name that only one joint of the world has')
        }
        this.byName.set(`${name}/${variable}`, first + i)
        this.byShortName.set(variable, this.byShortName.has(variable) ? -1 : first + i)
      })
      for (const joint of robot.joints) {
        const { kind, variable } = joint
        if (joint.loop !== undefined) loops.push({ name: `${name}/${joint.name}`, robot, joint, first })
        if (kind === 'floating') quaternions.push(first + variable + 3)
        const places = kind === 'prismatic' ? 1 : kind === 'planar' ? 2 : kind === 'floating' ? 3 : 0
        for (let k = 0; k < places; k++) sliding.push(first + variable + k)
      }
      first += robot.dof
    }
    this.quaternions = quaternions
    this.sliding = sliding
    this.loops = loops
  }
}

/** Limits by variable of a configuration. */
export interface LimitsByVariable {
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** What the numbers of a configuration are, for several robots together. */
export class ConfigurationReader {
  readonly variables: readonly string[]
  readonly lower: Float64Array
  readonly upper: Float64Array
  private readonly quaternions: readonly number[]
  /**
   * Variables of sliding joints and of places, and how far each may go for `never` to hold; then the variables that a proved pair rests
   * on.
   */
  private readonly sliding: number[]
  private readonly least: number[]
  private readonly most: number[]
  /** How many of them are there without any proved pair. */
  private readonly slides: number
  private readonly home: Float64Array

  constructor(
    private readonly robots: readonly NamedRobot[],
    private readonly names = new ConfigurationNames(robots),
  ) {
    this.variables = names.variables
    this.quaternions = names.quaternions
    const dof = this.variables.length
    this.lower = new Float64Array(dof)
    this.upper = new Float64Array(dof)
    this.home = new Float64Array(dof)
    let first = 0
    for (const { robot } of robots) {
      this.lower.set(robot.lower, first)
      this.upper.set(robot.upper, first)
      this.home.set(robot.neutral(), first)
      first += robot.dof
    }
    const sliding = names.sliding.slice()
    this.sliding = sliding
    // Copies: the caller may write into what is handed out.
    this.least = sliding.map((i) => Math.max(this.lower[i]!, -FARTHEST))
    this.most = sliding.map((i) => Math.min(this.upper[i]!, FARTHEST))
    this.slides = sliding.length
  }

  /** From now on `never` rests on these limits, besides those of sliding joints. */
  restOn(limits: Iterable<{ readonly variable: number; readonly lower: number; readonly upper: number }>): void {
    for (const list of [this.sliding, this.least, this.most]) list.length = this.slides
    for (const { variable, lower, upper } of limits) {
      this.sliding.push(variable)
      this.least.push(lower)
      this.most.push(upper)
    }
  }

  /** Joints that closed loops set. */
  get loops(): readonly PlacedLoop[] {
    return this.names.loops
  }

  /** Throws where a loop does not close at q[o..]: there is nothing to ask about such a configuration. */
  checkLoops(field: string, q: ArrayLike<number>, o = 0): void {
    for (const { robot, joint, first } of this.names.loops) checkLoopCloses(field, robot, joint, q, o + first)
  }

  neutral(): Float64Array {
    return this.home.slice()
  }

  /** Writes a checked configuration to `out`, or throws and leaves it as it is. */
  read(out: Float64Array, field: string, q: Configuration): void {
    if (q === null || typeof q !== 'object') throw new InvalidInputError(field, q, this.expected())
    if (!isNumbers(q)) {
      out.set(this.fromValues(field, q, this.home))
      return
    }
    if (q.length !== out.length) throw new InvalidInputError(field, q, this.expected())
    for (let i = 0; i < out.length; i++) {
      if (typeof q[i] !== 'number' || q[i]! - q[i]! !== 0) {
        throw new InvalidInputError(`${field}[${i}] (${this.variables[i]})`, q[i], 'a finite number')
      }
    }
    if (this.quaternions.length > 0) this.checkQuaternions(field, q)
    for (let i = 0; i < out.length; i++) out[i] = q[i]!
  }

  /** Several configurations, checked, one after the other: `dof` numbers each, as one array has them already. */
  readMany(field: string, configurations: Float64Array | readonly Configuration[]): Float64Array {
    const dof = this.variables.length
    if (configurations instanceof Float64Array) {
      const { length } = configurations
      if (dof === 0 ? length > 0 : length % dof !== 0) {
        throw new InvalidInputError(field, configurations, `${dof} numbers a configuration`)
      }
      for (let i = 0; i < length; i++) {
        const value = configurations[i]!
        if (value - value !== 0) {
          const at = `${field}[${i}] (${this.variables[i % dof]} of configuration ${Math.floor(i / dof)})`
          throw new InvalidInputError(at, value, 'a finite number')
        }
      }
      if (this.quaternions.length > 0) {
        for (let o = 0; o < length; o += dof) {
          this.checkQuaternions(`${field}[${o}…${o + dof - 1}]`, configurations.subarray(o, o + dof))
        }
      }
      return configurations
    }
    if (!Array.isArray(configurations)) {
      throw new InvalidInputError(field, configurations, 'a list of configurations, or a Float64Array of their numbers')
    }
    const out = new Float64Array(dof * configurations.length)
    // forEach would pass over the holes of a list.
    for (let k = 0; k < configurations.length; k++) {
      this.read(out.subarray(dof * k, dof * k + dof), `${field}[${k}]`, configurations[k]!)
    }
    return out
  }

  fromValues(field: string, values: Readonly<Record<string, number>>, from: Float64Array): Float64Array {
    const q = from.slice()
    for (const [name, value] of Object.entries(values)) {
      if (typeof value !== 'number' || !Number.isFinite(value)) {
        throw new InvalidInputError(`${field}[${JSON.stringify(name)}]`, value, 'a finite number')
      }
      q[this.variableOf(field, name)] = value
    }
    this.checkQuaternions(field, q)
    return q
  }

  /**
   * Does `never` hold at q[o..]? Is every sliding joint within its limits, and nothing without limits farther than FARTHEST; and every joint
   * that a proved pair rests on within its own?
   */
  withinLimits(q: Float64Array, o = 0): boolean {
    const { sliding, least, most } = this
    for (let k = 0; k < sliding.length; k++) {
      const value = q[o + sliding[k]!]!
      if (!(value >= least[k]! && value <= most[k]!)) return false
    }
    return true
  }

  /** What `withinLimits` asks, by variable: ±Infinity where it asks nothing. */
  limitsByVariable(): LimitsByVariable {
    const lower = new Float64Array(this.variables.length).fill(-Infinity)
    const upper = new Float64Array(this.variables.length).fill(Infinity)
    this.sliding.forEach((v, k) => {
      lower[v] = Math.max(lower[v]!, this.least[k]!)
      upper[v] = Math.min(upper[v]!, this.most[k]!)
    })
    return { lower, upper }
  }

  /** @internal Place of a variable in a configuration, by name. */
  variableOf(field: string, name: string): number {
    const found = this.names.byName.get(name) ?? this.names.byShortName.get(name)
    if (found !== undefined && found !== -1) return found
    const at = `${field}[${JSON.stringify(name)}]`
    if (found === -1) throw new InvalidInputError(at, name, "'robot/joint': several robots have a joint of that name")
    // A joint that is there but has no variable, or several: the robot says it best.
    for (const { robot, name: robotName } of this.robots) {
      if (name.startsWith(`${robotName}/`)) robot.variableOf(at, name.slice(robotName.length + 1))
    }
    if (this.robots.length === 1) this.robots[0]!.robot.variableOf(at, name)
    throw new InvalidInputError(at, name, this.expected())
  }

  private checkQuaternions(field: string, q: ArrayLike<number>): void {
    for (const i of this.quaternions) {
      const norm = Math.hypot(q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!)
      if (Math.abs(norm - 1) > ROTATION_INPUT_TOLERANCE) {
        const given = [q[i], q[i + 1], q[i + 2], q[i + 3]]
        throw new InvalidInputError(`${field} (${this.variables[i]} …)`, given, 'a unit quaternion (x, y, z, w)')
      }
    }
  }

  private expected(): string {
    const { length } = this.variables
    const names = `${this.variables.slice(0, 20).join(', ')}${length > 20 ? ', …' : ''}`
    return `a configuration: ${length} numbers, or a record by name: ${names}`
  }
}

function isNumbers(q: Configuration): q is ArrayLike<number> {
  return Array.isArray(q) || ArrayBuffer.isView(q)
}
