// The links and joints of a robot as a caller gives them, checked and put in order: depth first, parents before children, mimics
// and closed loops worked out. Nothing here recurses: a chain may be as long as it likes.
import { checkFields, checkFinite } from '../../base/math/checks.js'
import { identityPose, POSE } from '../../base/math/pose.js'
import { readPlacement } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import { checkShape } from '../../shapes/shape.js'
import {
  JOINT_KINDS,
  type Joint,
  type JointInput,
  type LoopInput,
  readAxis,
  readJointLimits,
  VARIABLE_SUFFIXES,
} from './joint.js'
import { checkLoop, readLoop } from './read-loop.js'
import type { GeometryColour, Link, LinkInput, RobotInput } from './robot.js'

export function readName(field: string, name: string): string {
  if (typeof name !== 'string' || name === '') throw new InvalidInputError(field, name, 'a name')
  return name
}

export function readList<T>(field: string, list: readonly T[] | undefined): readonly T[] {
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
export function readTree(input: RobotInput): Tree {
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
    checkFields(field, joint, ['name', 'kind', 'parent', 'child', 'origin', 'axis', 'limits', 'mimic', 'loop'])
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
        `a link that is the child of one joint only (it is already the child of ${other})`,
      )
    }
    if (joint.loop !== undefined) checkLoop(`${field}.loop`, joint.loop, joint.kind, joint.mimic)
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
      const isDriven = originals[j] !== undefined || jointInput.loop !== undefined
      const own = isDriven ? [] : VARIABLE_SUFFIXES[jointInput.kind]
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
    throw new InvalidInputError('joints', lost, 'a tree: this link is its own ancestor')
  }
  // A mimic joint may come before the one it mimics, so variables are known only now.
  for (const joint of joints as Draft[]) {
    joint.variable = firstVariable[jointByName.get(joint.mimic?.joint ?? joint.name)!]!
  }
  for (const joint of joints as Draft[]) {
    const j = jointByName.get(joint.name)!
    const { loop } = jointInputs[j]!
    if (loop !== undefined) closeLoop(`joints[${j}].loop`, loop, joint, { links, joints, variables })
  }
  for (const joint of joints) Object.freeze(joint)
  return { links, joints, variables }
}

type Draft = { -readonly [K in keyof Joint]: Joint[K] }

/** Sets what the joint is a function of. */
function closeLoop(field: string, input: LoopInput, joint: Draft, { links, joints, variables }: Tree): void {
  const link = links.findIndex(({ name }) => name === input.link)
  if (link === -1) throw new InvalidInputError(`${field}.link`, input.link, 'the name of a link')
  const found = readLoop(field, input, joint, link, (at) => links[at]!.joint)
  if ('loop' in found) {
    joint.loop = found.loop
    joint.drivers = Object.freeze(found.loop.shape.variables.map((v) => variables[v]!))
    return
  }
  const { variable, multiplier, offset } = found
  const original = joints.find((one) => one.variables === 1 && one.variable === variable)!
  joint.mimic = Object.freeze({ joint: original.name, multiplier, offset })
  joint.variable = variable
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
  if (next !== undefined && inputs[next]!.loop !== undefined) {
    throw new InvalidInputError(`${field}.joint`, mimic!.joint, 'a joint that no closed loop sets')
  }
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
  const limits = readJointLimits(`${field}.limits`, input.limits, kind)
  return {
    name,
    kind,
    index,
    parent,
    child,
    origin,
    axis,
    ...limits,
    mimic,
    drivers: [],
    loop: undefined,
    variable: -1,
    variables,
  }
}

function makeLink(field: string, input: LinkInput, index: number, joint: Joint | undefined): Link {
  checkFields(field, input, ['name', 'geometry'])
  const geometry = readList(`${field}.geometry`, input.geometry).map((given, k) => {
    const at = `${field}.geometry[${k}]`
    checkFields(at, given, ['shape', 'pose', 'name', 'colour'])
    const shape = checkShape(`${at}.shape`, given.shape)
    const pose = new Float64Array(POSE)
    if (given.pose === undefined) identityPose(pose, 0)
    else readPlacement(pose, 0, `${at}.pose`, given.pose)
    return Object.freeze({
      name: given.name === undefined ? String(k) : readName(`${at}.name`, given.name),
      shape,
      pose,
      ...(given.colour === undefined ? {} : { colour: readColour(`${at}.colour`, given.colour) }),
    })
  })
  return Object.freeze({ name: input.name, index, joint, geometry: Object.freeze(geometry) })
}

function readColour(field: string, colour: GeometryColour): GeometryColour {
  const isPart = (x: unknown): boolean => typeof x === 'number' && x >= 0 && x <= 1
  if (Array.isArray(colour) && colour.length === 4 && colour.every(isPart)) {
    return Object.freeze([...colour]) as unknown as GeometryColour
  }
  throw new InvalidInputError(field, colour, 'red, green, blue and opacity, from 0 to 1')
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
