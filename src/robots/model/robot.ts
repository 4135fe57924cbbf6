// A robot: links with geometry, joints between them, and what is known of it (allowed pairs, groups, named states). The model
// only, with no configuration of its own: many worlds and many configurations can share one. Checked whole when it is made,
// then frozen.
//
// Links and joints are kept in depth-first order, parents before children, so that what hangs below a link follows it.
import { checkFields, checkFinite } from '../../base/math/checks.js'
import { composePose, identityPose, POSE } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { ROTATION_INPUT_TOLERANCE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { Shape } from '../../shapes/shape.js'
import { type Joint, type JointInput, VARIABLE_SUFFIXES } from './joint.js'
import { Kinematics } from './kinematics.js'
import { readList, readName, readTree } from './robot-tree.js'

/** Red, green, blue and opacity, from 0 to 1, as robots' files write them. */
export type GeometryColour = readonly [number, number, number, number]

/** A geometry as it is given to `new Robot`. */
export interface GeometryInput {
  readonly shape: Shape
  /** Of the shape's frame in the link's. */
  readonly pose?: PoseInput | undefined
  /** Its number in the link if left out. */
  readonly name?: string | undefined
  /** For who draws it: nothing else depends on it. */
  readonly colour?: GeometryColour | undefined
}

/** A link as it is given to `new Robot`. */
export interface LinkInput {
  readonly name: string
  readonly geometry?: readonly GeometryInput[] | undefined
}

/** Two links that need no checking against each other, and why. */
export interface AllowedPair {
  readonly a: string
  readonly b: string
  readonly reason?: string | undefined
}

/** A named group of joints and links, as SRDF has them. */
export interface JointGroup {
  readonly name: string
  readonly joints: readonly string[]
  readonly links: readonly string[]
}

/** Values of some joints, by their names or those of their variables. */
export interface NamedState {
  readonly name: string
  readonly group?: string | undefined
  readonly values: Readonly<Record<string, number>>
}

/** What a Robot is made from. */
export interface RobotInput {
  readonly name: string
  readonly links: readonly LinkInput[]
  readonly joints?: readonly JointInput[] | undefined
  readonly allowed?: readonly AllowedPair[] | undefined
  readonly groups?: readonly JointGroup[] | undefined
  readonly states?: readonly NamedState[] | undefined
  /** Notes of the reader that made it. */
  readonly notes?: readonly string[] | undefined
  /** Links, by name, of which geometry is missing: it was left out when the robot was read. */
  readonly unseen?: readonly string[] | undefined
  /** Links, by name, that have visual geometry only, which is not among the robot's. */
  readonly visualOnly?: readonly string[] | undefined
}

/** A shape at its pose in the frame of a link. */
export interface Geometry {
  readonly name: string
  readonly shape: Shape
  /** Twelve numbers: the shape's frame in the link's. */
  readonly pose: Float64Array
  /** Of its material, where a file has one for it: for who draws it. */
  readonly colour?: GeometryColour
}

/** A link of a robot. */
export interface Link {
  readonly name: string
  /** Place in the robot's `links`. */
  readonly index: number
  /** The joint it hangs on; undefined for a root. */
  readonly joint: Joint | undefined
  readonly geometry: readonly Geometry[]
}

/** Of robots that were asked for poses: a robot itself is frozen. */
const kept = new WeakMap<Robot, Kinematics>()
const placed = new Float64Array(POSE)

/** A robot: links with shapes, joints with limits, and pairs of links that are exempt from checking. */
export class Robot {
  readonly name: string
  readonly links: readonly Link[]
  readonly joints: readonly Joint[]
  /** Names of the numbers of a configuration, in its order: a joint's name, or `joint/x` for one of several. */
  readonly variables: readonly string[]
  /** By variable; ±Infinity where there is no limit. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly allowed: readonly AllowedPair[]
  readonly groups: readonly JointGroup[]
  readonly states: readonly NamedState[]
  readonly notes: readonly string[]
  /** Links whose geometry, or a part of it, was left out because a mesh was missing. */
  readonly unseen: readonly string[]
  /** Links that have visual geometry in their file and none that counts. */
  readonly visualOnly: readonly string[]
  private readonly linkIndex: ReadonlyMap<string, number>
  private readonly jointIndex: ReadonlyMap<string, number>
  private readonly variableIndex: ReadonlyMap<string, number>

  constructor(input: RobotInput) {
    checkFields('robot', input, [
      'name',
      'links',
      'joints',
      'allowed',
      'groups',
      'states',
      'notes',
      'unseen',
      'visualOnly',
    ])
    this.name = readName('name', input.name)
    const { links, joints, variables } = readTree(input)
    this.links = Object.freeze(links)
    this.joints = Object.freeze(joints)
    this.variables = Object.freeze(variables)
    this.linkIndex = new Map(links.map(({ name }, i) => [name, i]))
    this.jointIndex = new Map(joints.map(({ name }, i) => [name, i]))
    this.variableIndex = new Map(variables.map((name, i) => [name, i]))
    if (this.variableIndex.size < variables.length) {
      const twice = variables.find((name, i) => this.variableIndex.get(name) !== i)
      throw new InvalidInputError('joints', twice, 'names such that no two variables are called the same')
    }
    this.lower = new Float64Array(variables.length).fill(-Infinity)
    this.upper = new Float64Array(variables.length).fill(Infinity)
    for (const joint of joints) {
      if (joint.variables !== 1) continue
      this.lower[joint.variable] = joint.lower
      this.upper[joint.variable] = joint.upper
    }
    this.allowed = Object.freeze(readList('allowed', input.allowed).map((pair, i) => this.readAllowed(pair, i)))
    this.groups = Object.freeze(readList('groups', input.groups).map((group, i) => this.readGroup(group, i)))
    this.states = Object.freeze(readList('states', input.states).map((state, i) => this.readState(state, i)))
    this.notes = Object.freeze([...readList('notes', input.notes)])
    this.unseen = this.readLinks('unseen', input.unseen)
    this.visualOnly = this.readLinks('visualOnly', input.visualOnly)
    Object.freeze(this)
  }

  /** Numbers in a configuration. */
  get dof(): number {
    return this.variables.length
  }

  /** All zero, or the limit nearest to zero; a floating joint is not turned. */
  neutral(): Float64Array {
    const q = new Float64Array(this.dof)
    for (let i = 0; i < q.length; i++) q[i] = Math.min(Math.max(0, this.lower[i]!), this.upper[i]!)
    for (const { kind, variable } of this.joints) if (kind === 'floating') q[variable + 6] = 1
    return q
  }

  /** A configuration from values by name: of a joint, or of a variable. The rest is as in `from`, or neutral. */
  configuration(values: Readonly<Record<string, number>>, from?: ArrayLike<number>): Float64Array {
    if (values === null || typeof values !== 'object') throw new InvalidInputError('values', values, 'a record')
    const q = from === undefined ? this.neutral() : this.readConfiguration('from', from)
    for (const [name, value] of Object.entries(values)) {
      q[this.variableOf(`values[${JSON.stringify(name)}]`, name)] = checkFinite(name, value)
    }
    return this.readConfiguration('values', q)
  }

  /** The configuration of a named state; joints that it does not name are neutral, or as in `from`. */
  state(name: string, from?: ArrayLike<number>): Float64Array {
    const found = this.states.find((state) => state.name === name)
    if (found === undefined) throw new InvalidInputError('state', name, oneOf(this.states.map((state) => state.name)))
    return this.configuration(found.values, from)
  }

  link(name: string): Link {
    const i = this.linkIndex.get(name)
    if (i === undefined) throw new InvalidInputError('link', name, oneOf([...this.linkIndex.keys()]))
    return this.links[i]!
  }

  joint(name: string): Joint {
    const i = this.jointIndex.get(name)
    if (i === undefined) throw new InvalidInputError('joint', name, oneOf([...this.jointIndex.keys()]))
    return this.joints[i]!
  }

  /** The value of a joint that turns or slides at a configuration, its own or what a mimic joint or a closed loop makes of others. */
  jointValue(name: string, q: ArrayLike<number>): number {
    const { kind, variable, mimic, loop } = this.joint(name)
    const checked = this.readConfiguration('q', q)
    if (loop !== undefined) return loop.value(checked, 0)
    if (VARIABLE_SUFFIXES[kind].length !== 1) {
      throw new InvalidInputError('joint', name, 'a joint with one value: revolute, continuous or prismatic')
    }
    return mimic === undefined ? checked[variable]! : mimic.multiplier * checked[variable]! + mimic.offset
  }

  /** Twelve numbers a link, in the order of `links`: where they are, the base standing at `base`. */
  linkPoses(q: ArrayLike<number>, base?: PoseInput): Float64Array {
    const at = base === undefined ? undefined : new Float64Array(POSE)
    if (at !== undefined && base !== undefined) readPlacement(at, 0, 'base', base)
    const checked = this.readConfiguration('q', q)
    let kinematics = kept.get(this)
    if (kinematics === undefined) {
      const origin = new Float64Array(POSE)
      identityPose(origin, 0)
      kinematics = new Kinematics([{ robot: this, base: origin }])
      kept.set(this, kinematics)
    }
    kinematics.update(checked)
    const out = new Float64Array(POSE * this.links.length)
    for (let i = 0; i < this.links.length; i++) {
      if (at === undefined) kinematics.linkPose(out, POSE * i, 0, i)
      else {
        kinematics.linkPose(placed, 0, 0, i)
        composePose(out, POSE * i, at, 0, placed, 0)
      }
    }
    return out
  }

  /** A checked copy of a configuration. */
  readConfiguration(field: string, q: ArrayLike<number>): Float64Array {
    if (q === null || typeof q !== 'object' || q.length !== this.dof) {
      throw new InvalidInputError(field, q, `${this.dof} numbers: ${this.variables.join(', ')}`)
    }
    const out = Float64Array.from(q)
    for (let i = 0; i < out.length; i++) {
      if (typeof q[i] !== 'number') throw new InvalidInputError(`${field}[${i}]`, q[i], 'a finite number')
    }
    checkConfiguration(field, this, out, 0)
    return out
  }

  /** @internal */
  variableOf(field: string, name: string): number {
    const variable = this.variableIndex.get(name)
    if (variable !== undefined) return variable
    const joint = this.jointIndex.get(name)
    if (joint === undefined) throw new InvalidInputError(field, name, `a joint of ${this.name}: ${this.known()}`)
    const { kind, mimic, drivers, variables } = this.joints[joint]!
    if (mimic !== undefined) throw new InvalidInputError(field, name, `set through ${mimic.joint}, which it mimics`)
    if (drivers.length > 0)
      throw new InvalidInputError(field, name, `set through ${drivers.join(' and ')}, by a closed loop`)
    if (kind === 'fixed') throw new InvalidInputError(field, name, 'a joint that moves; this one is fixed')
    const names = VARIABLE_SUFFIXES[kind].map((suffix) => name + suffix)
    throw new InvalidInputError(field, name, `one of its ${variables} variables: ${names.join(', ')}`)
  }

  private known(): string {
    return oneOf(this.variables)
  }

  private readAllowed(pair: AllowedPair, i: number): AllowedPair {
    const field = `allowed[${i}]`
    checkFields(field, pair, ['a', 'b', 'reason'])
    this.checkLink(`${field}.a`, pair.a)
    this.checkLink(`${field}.b`, pair.b)
    return Object.freeze({ ...pair })
  }

  private readGroup(group: JointGroup, i: number): JointGroup {
    const field = `groups[${i}]`
    checkFields(field, group, ['name', 'joints', 'links'])
    readName(`${field}.name`, group.name)
    this.readLinks(`${field}.links`, group.links)
    readList(`${field}.joints`, group.joints).forEach((name, k) => {
      if (!this.jointIndex.has(name)) throw new InvalidInputError(`${field}.joints[${k}]`, name, 'the name of a joint')
    })
    return Object.freeze({ name: group.name, joints: [...group.joints], links: [...group.links] })
  }

  private readState(state: NamedState, i: number): NamedState {
    const field = `states[${i}]`
    checkFields(field, state, ['name', 'group', 'values'])
    readName(`${field}.name`, state.name)
    for (const [name, value] of Object.entries(state.values)) {
      this.variableOf(`${field}.values`, name)
      checkFinite(`${field}.values[${JSON.stringify(name)}]`, value)
    }
    return Object.freeze({ ...state, values: Object.freeze({ ...state.values }) })
  }

  private readLinks(field: string, names: readonly string[] | undefined): readonly string[] {
    const links = readList(field, names)
    links.forEach((name, k) => {
      this.checkLink(`${field}[${k}]`, name)
    })
    return Object.freeze([...links])
  }

  private checkLink(field: string, name: string): void {
    if (!this.linkIndex.has(name)) throw new InvalidInputError(field, name, 'the name of a link')
  }
}

/** Finite numbers, and unit quaternions, in q[o..]. */
export function checkConfiguration(field: string, robot: Robot, q: Float64Array, o: number): void {
  for (let i = o; i < o + robot.dof; i++) {
    // Not a number and infinities are all that is unequal to zero when taken from itself.
    if (q[i]! - q[i]! !== 0) throw new InvalidInputError(`${field}[${i}]`, q[i], 'a finite number')
  }
  for (const joint of robot.joints) {
    const { name, kind, variable } = joint
    if (joint.loop !== undefined) checkLoopCloses(field, robot, joint, q, o)
    if (kind !== 'floating') continue
    const at = o + variable + 3
    const norm = Math.hypot(q[at]!, q[at + 1]!, q[at + 2]!, q[at + 3]!)
    if (Math.abs(norm - 1) > ROTATION_INPUT_TOLERANCE) {
      throw new InvalidInputError(`${field}: ${name}`, q.slice(at, at + 4), 'a unit quaternion (x, y, z, w)')
    }
  }
}

/** @internal Throws where the loop of a joint does not close at q[o..]: then no position of its links is one of the mechanism. */
export function checkLoopCloses(
  field: string,
  { variables }: Robot,
  { name, loop }: Joint,
  q: ArrayLike<number>,
  o: number,
): void {
  if (loop === undefined || loop.closesAt(q, o)) return
  const { distance, least, most } = loop.distanceAt(q, o)
  const given = loop.shape.variables.map((v) => `${variables[v]} ${q[o + v]}`).join(', ')
  const between = `the points that it joins are ${distance} apart, and it closes from ${least} to ${most}`
  throw new InvalidInputError(field, given, `such that the loop of ${name} closes: ${between}`)
}

/** `one of a, b, c`, no longer than one would read. */
function oneOf(names: readonly string[]): string {
  if (names.length === 0) return 'one that exists: there are none'
  const shown = names.slice(0, 20).join(', ')
  return `one of ${shown}${names.length > 20 ? `, … ${names.length} in all` : ''}`
}
