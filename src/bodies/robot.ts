// A robot: links with geometry, joints between them, and what is known of it (allowed pairs, groups, named states). The model
// only, with no configuration of its own: many worlds and many configurations can share one. Checked whole when it is made,
// then frozen.
//
// Links and joints are kept in depth-first order, parents before children, so that what hangs below a link follows it.
import { InvalidInputError } from '../errors.js'
import { checkFields, checkFinite } from '../math/checks.js'
import { composePose, identityPose, POSE } from '../math/pose.js'
import { type PoseInput, readPlacement } from '../math/pose-input.js'
import { ROTATION_INPUT_TOLERANCE } from '../math/rounding.js'
import { JOINT_KINDS, type Joint, type JointInput, readAxis, readLimits, VARIABLE_SUFFIXES } from './joint.js'
import { Kinematics } from './kinematics.js'
import { checkShape, type Shape } from './shape.js'

export interface GeometryInput {
  readonly shape: Shape
  /** Of the shape's frame in the link's. */
  readonly pose?: PoseInput | undefined
  /** Its number in the link if left out. */
  readonly name?: string | undefined
}

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

export interface RobotInput {
  readonly name: string
  readonly links: readonly LinkInput[]
  readonly joints?: readonly JointInput[] | undefined
  readonly allowed?: readonly AllowedPair[] | undefined
  readonly groups?: readonly JointGroup[] | undefined
  readonly states?: readonly NamedState[] | undefined
  /** What whoever read it has to say about it. */
  readonly notes?: readonly string[] | undefined
}

export interface Geometry {
  readonly name: string
  readonly shape: Shape
  /** Twelve numbers: the shape's frame in the link's. */
  readonly pose: Float64Array
}

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
  private readonly linkIndex: ReadonlyMap<string, number>
  private readonly jointIndex: ReadonlyMap<string, number>
  private readonly variableIndex: ReadonlyMap<string, number>

  constructor(input: RobotInput) {
    checkFields('robot', input, ['name', 'links', 'joints', 'allowed', 'groups', 'states', 'notes'])
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
    const { kind, mimic, variables } = this.joints[joint]!
    if (mimic !== undefined) throw new InvalidInputError(field, name, `set through ${mimic.joint}, which it mimics`)
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
    readList(`${field}.links`, group.links).forEach((name, k) => {
      this.checkLink(`${field}.links[${k}]`, name)
    })
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
  for (const { name, kind, variable } of robot.joints) {
    if (kind !== 'floating') continue
    const at = o + variable + 3
    const norm = Math.hypot(q[at]!, q[at + 1]!, q[at + 2]!, q[at + 3]!)
    if (Math.abs(norm - 1) > ROTATION_INPUT_TOLERANCE) {
      throw new InvalidInputError(`${field}: ${name}`, q.slice(at, at + 4), 'a unit quaternion (x, y, z, w)')
    }
  }
}

/** `one of a, b, c`, no longer than one would read. */
function oneOf(names: readonly string[]): string {
  if (names.length === 0) return 'one that exists, and there is none'
  const shown = names.slice(0, 20).join(', ')
  return `one of ${shown}${names.length > 20 ? `, … ${names.length} in all` : ''}`
}

function readName(field: string, name: string): string {
  if (typeof name !== 'string' || name === '') throw new InvalidInputError(field, name, 'a name')
  return name
}

function readList<T>(field: string, list: readonly T[] | undefined): readonly T[] {
  if (list === undefined) return []
  if (!Array.isArray(list)) throw new InvalidInputError(field, list, 'a list')
  return list
}

interface Tree {
  readonly links: Link[]
  readonly joints: Joint[]
  readonly variables: string[]
}

/** Checks links and joints and puts them in order. */
function readTree(input: RobotInput): Tree {
  const linkInputs = readList('links', input.links)
  const jointInputs = readList('joints', input.joints)
  if (linkInputs.length === 0) throw new InvalidInputError('links', input.links, 'one link or more')
  const linkByName = indexNames('links', linkInputs)
  const jointByName = indexNames('joints', jointInputs)
  /** The joint above each link, and those below it. */
  const above = new Int32Array(linkInputs.length).fill(-1)
  const below: number[][] = linkInputs.map(() => [])
  jointInputs.forEach((joint, j) => {
    const field = `joints[${j}]`
    checkFields(field, joint, ['name', 'kind', 'parent', 'child', 'origin', 'axis', 'limits', 'mimic'])
    if (!JOINT_KINDS.includes(joint.kind)) {
      throw new InvalidInputError(`${field}.kind`, joint.kind, `one of ${JOINT_KINDS.join(', ')}`)
    }
    const parent = linkByName.get(joint.parent)
    const child = linkByName.get(joint.child)
    if (parent === undefined) throw new InvalidInputError(`${field}.parent`, joint.parent, 'the name of a link')
    if (child === undefined) throw new InvalidInputError(`${field}.child`, joint.child, 'the name of a link')
    if (above[child] !== -1) {
      const other = jointInputs[above[child]!]!.name
      throw new InvalidInputError(
        `${field}.child`,
        joint.child,
        `a link that hangs on no other joint (it hangs on ${other})`,
      )
    }
    above[child] = j
    below[parent]!.push(j)
  })
  const originals = resolveMimics(jointInputs, jointByName)

  const links: Link[] = []
  const joints: Joint[] = []
  const variables: string[] = []
  const firstVariable = new Int32Array(jointInputs.length).fill(-1)
  const placeOf = new Int32Array(linkInputs.length).fill(-1)
  const stack: number[] = []
  for (let i = linkInputs.length - 1; i >= 0; i--) if (above[i] === -1) stack.push(i)
  while (stack.length > 0) {
    const i = stack.pop()!
    const j = above[i]!
    let joint: Joint | undefined
    if (j !== -1) {
      const jointInput = jointInputs[j]!
      const own = originals[j] === undefined ? VARIABLE_SUFFIXES[jointInput.kind] : []
      if (own.length > 0) firstVariable[j] = variables.length
      for (const suffix of own) variables.push(jointInput.name + suffix)
      const parent = placeOf[linkByName.get(jointInput.parent)!]!
      joint = makeJoint(`joints[${j}]`, jointInput, joints.length, parent, links.length, own.length, originals[j])
      joints.push(joint)
    }
    placeOf[i] = links.length
    links.push(makeLink(`links[${i}]`, linkInputs[i]!, links.length, joint))
    const children = below[i]!
    for (let k = children.length - 1; k >= 0; k--) stack.push(linkByName.get(jointInputs[children[k]!]!.child)!)
  }
  if (links.length < linkInputs.length) {
    const lost = linkInputs[placeOf.indexOf(-1)]!.name
    throw new InvalidInputError('joints', lost, 'a tree: this link hangs on itself through its joints')
  }
  // A mimic joint may come before the one it mimics, so variables are known only now.
  for (const joint of joints as { -readonly [K in keyof Joint]: Joint[K] }[]) {
    joint.variable = firstVariable[jointByName.get(joint.mimic?.joint ?? joint.name)!]!
    Object.freeze(joint)
  }
  return { links, joints, variables }
}

type Mimic = NonNullable<Joint['mimic']>

/** For each joint, what it mimics in the end; undefined for one that mimics none. */
function resolveMimics(inputs: readonly JointInput[], byName: ReadonlyMap<string, number>): (Mimic | undefined)[] {
  const out: (Mimic | undefined)[] = new Array(inputs.length)
  const done = new Uint8Array(inputs.length)
  for (let j = 0; j < inputs.length; j++) {
    // Up to a joint that is known, then back down.
    const path: number[] = []
    let at = j
    while (done[at] === 0 && inputs[at]!.mimic !== undefined) {
      if (path.length > inputs.length) {
        throw new InvalidInputError(
          `joints[${j}].mimic.joint`,
          inputs[j]!.mimic!.joint,
          'a joint that does not mimic this one',
        )
      }
      path.push(at)
      at = mimicked(inputs, byName, at)
    }
    done[at] = 1
    for (let i = path.length - 1; i >= 0; i--) {
      const own = path[i]!
      const { joint, multiplier = 1, offset = 0 } = inputs[own]!.mimic!
      const above = out[byName.get(joint)!]
      out[own] = Object.freeze({
        joint: above?.joint ?? joint,
        multiplier: multiplier * (above?.multiplier ?? 1),
        offset: multiplier * (above?.offset ?? 0) + offset,
      })
      done[own] = 1
    }
  }
  return out
}

/** The joint that joint j mimics, all of it checked. */
function mimicked(inputs: readonly JointInput[], byName: ReadonlyMap<string, number>, j: number): number {
  const { kind, mimic } = inputs[j]!
  const field = `joints[${j}].mimic`
  checkFields(field, mimic!, ['joint', 'multiplier', 'offset'])
  if (VARIABLE_SUFFIXES[kind].length !== 1) {
    throw new InvalidInputError(field, kind, 'of a revolute, continuous or prismatic joint')
  }
  checkFinite(`${field}.offset`, mimic!.offset ?? 0)
  checkFinite(`${field}.multiplier`, mimic!.multiplier ?? 1)
  const next = byName.get(mimic!.joint)
  if (next === undefined || VARIABLE_SUFFIXES[inputs[next]!.kind].length !== 1) {
    throw new InvalidInputError(`${field}.joint`, mimic!.joint, 'the name of a revolute, continuous or prismatic joint')
  }
  return next
}

function makeJoint(
  field: string,
  input: JointInput,
  index: number,
  parent: number,
  child: number,
  variables: number,
  mimic: Mimic | undefined,
): Joint {
  const { name, kind } = input
  const origin = new Float64Array(POSE)
  if (input.origin === undefined) identityPose(origin, 0)
  else readPlacement(origin, 0, `${field}.origin`, input.origin)
  const axis = readAxis(`${field}.axis`, input.axis)
  const limits = readLimits(`${field}.limits`, input.limits, kind)
  return { name, kind, index, parent, child, origin, axis, ...limits, mimic, variable: -1, variables }
}

function makeLink(field: string, input: LinkInput, index: number, joint: Joint | undefined): Link {
  checkFields(field, input, ['name', 'geometry'])
  const geometry = readList(`${field}.geometry`, input.geometry).map((given, k) => {
    const at = `${field}.geometry[${k}]`
    checkFields(at, given, ['shape', 'pose', 'name'])
    const shape = checkShape(`${at}.shape`, given.shape)
    const pose = new Float64Array(POSE)
    if (given.pose === undefined) identityPose(pose, 0)
    else readPlacement(pose, 0, `${at}.pose`, given.pose)
    return Object.freeze({
      name: given.name === undefined ? String(k) : readName(`${at}.name`, given.name),
      shape,
      pose,
    })
  })
  return Object.freeze({ name: input.name, index, joint, geometry: Object.freeze(geometry) })
}

function indexNames(field: string, inputs: readonly { readonly name: string }[]): Map<string, number> {
  const index = new Map<string, number>()
  inputs.forEach((input, i) => {
    if (input === null || typeof input !== 'object') throw new InvalidInputError(`${field}[${i}]`, input, 'a record')
    readName(`${field}[${i}].name`, input.name)
    if (index.has(input.name)) {
      throw new InvalidInputError(
        `${field}[${i}].name`,
        input.name,
        `a name of its own (${field}[${index.get(input.name)}] has it)`,
      )
    }
    index.set(input.name, i)
  })
  return index
}
