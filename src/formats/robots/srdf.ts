// SRDF: what a URDF file does not say of a robot (wiki.ros.org/srdf, and MoveIt 2's additions to it): which pairs of links
// need no checking, groups, named states, end effectors, virtual and passive joints. A plain description, as written;
// srdf-resolve.ts looks its names up in the robot. Elements of others (group_tcps, kinematics plugins …) are passed over.
import type { XmlElement } from '../text/xml.js'
import { decimal, LONGEST_TEXT, RobotText, shown } from './robot-xml.js'

/** A `<disable_collisions>` of an SRDF file. */
export interface SrdfPair {
  readonly line: number
  readonly link1: string
  readonly link2: string
  readonly reason: string | undefined
}

/** A name in the file, and where it is. */
export interface SrdfName {
  readonly line: number
  readonly name: string
}

/** One line of a group. A chain goes from `base` to `tip`. */
export type SrdfMember =
  | { readonly kind: 'link'; readonly line: number; readonly name: string }
  | { readonly kind: 'joint'; readonly line: number; readonly name: string }
  | { readonly kind: 'group'; readonly line: number; readonly name: string }
  | { readonly kind: 'chain'; readonly line: number; readonly base: string; readonly tip: string }

/** A `<group>` of an SRDF file. */
export interface SrdfGroup extends SrdfName {
  readonly members: readonly SrdfMember[]
}

/** A `<group_state>` of an SRDF file. */
export interface SrdfState extends SrdfName {
  readonly group: string
  /** A joint has as many values as it has variables. */
  readonly joints: readonly { readonly line: number; readonly name: string; readonly values: readonly number[] }[]
}

/** An `<end_effector>` of an SRDF file. */
export interface SrdfEndEffector extends SrdfName {
  readonly parentLink: string
  readonly group: string
  readonly parentGroup: string | undefined
}

/** A `<virtual_joint>` of an SRDF file. */
export interface SrdfVirtualJoint extends SrdfName {
  readonly kind: 'fixed' | 'planar' | 'floating'
  readonly parentFrame: string
  readonly childLink: string
}

/** An SRDF file as it is written. */
export interface Srdf {
  readonly name: string | undefined
  readonly groups: readonly SrdfGroup[]
  readonly states: readonly SrdfState[]
  readonly endEffectors: readonly SrdfEndEffector[]
  readonly virtualJoints: readonly SrdfVirtualJoint[]
  readonly passiveJoints: readonly SrdfName[]
  /** Pairs that need no checking. */
  readonly disabled: readonly SrdfPair[]
  /** Links that are checked against nothing but what `enabled` says. */
  readonly unchecked: readonly SrdfName[]
  /** Pairs that are checked although a link of them is among `unchecked`. */
  readonly enabled: readonly SrdfPair[]
  readonly notes: readonly string[]
}

const VIRTUAL_KINDS = ['fixed', 'planar', 'floating'] as const

/** Reads SRDF. Throws RobotFileError with `file`, line, element and what was expected there. */
export function parseSrdf(text: string, file = 'robot.srdf'): Srdf {
  const source = new RobotText(file, 'SRDF')
  if (typeof text !== 'string') source.fail(undefined, undefined, 'a text', typeof text)
  if (text.length > LONGEST_TEXT) source.fail(undefined, undefined, `at most ${LONGEST_TEXT} characters`)
  const root = source.root(text)
  const all = <T>(name: string, read: (source: RobotText, element: XmlElement) => T): T[] =>
    root.children.filter((child) => child.name === name).map((child) => read(source, child))
  const groups = all('group', readGroup)
  refuseTwins(source, 'group', groups)
  const virtualJoints = all('virtual_joint', readVirtualJoint)
  refuseTwins(source, 'virtual_joint', virtualJoints)
  const name = root.attributes.get('name')
  return {
    name: name === undefined || name.trim() === '' ? undefined : name,
    groups,
    states: all('group_state', readState),
    endEffectors: all('end_effector', readEndEffector),
    virtualJoints,
    passiveJoints: all('passive_joint', (_, element) => readName(source, element)),
    disabled: all('disable_collisions', readPair),
    unchecked: all('disable_default_collisions', (_, element) => readName(source, element, 'link')),
    enabled: all('enable_collisions', readPair),
    notes: source.notes,
  }
}

function readName(source: RobotText, element: XmlElement, attribute = 'name'): SrdfName {
  return { line: element.line, name: source.name(element, `<${element.name}>`, attribute) }
}

function refuseTwins(source: RobotText, what: string, items: readonly SrdfName[]): void {
  const lines = new Map<string, number>()
  for (const { name, line } of items) {
    const other = lines.get(name)
    if (other !== undefined) source.fail(line, what, `a name of its own (line ${other} has it)`, shown(name))
    lines.set(name, line)
  }
}

function readPair(source: RobotText, element: XmlElement): SrdfPair {
  const where = `<${element.name}>`
  return {
    line: element.line,
    link1: source.name(element, where, 'link1'),
    link2: source.name(element, where, 'link2'),
    reason: element.attributes.get('reason'),
  }
}

function readGroup(source: RobotText, element: XmlElement): SrdfGroup {
  const { name, line } = readName(source, element)
  const where = `group ${shown(name)}`
  const members: SrdfMember[] = []
  for (const child of element.children) {
    const inside = `${where} <${child.name}>`
    if (child.name === 'link' || child.name === 'joint' || child.name === 'group') {
      members.push({ kind: child.name, line: child.line, name: source.name(child, inside) })
    } else if (child.name === 'chain') {
      const base = source.name(child, inside, 'base_link')
      members.push({ kind: 'chain', line: child.line, base, tip: source.name(child, inside, 'tip_link') })
    }
  }
  return { name, line, members }
}

function readState(source: RobotText, element: XmlElement): SrdfState {
  const { name, line } = readName(source, element)
  const where = `group_state ${shown(name)}`
  const joints = element.children
    .filter((child) => child.name === 'joint')
    .map((child) => {
      const joint = source.name(child, `${where} <joint>`)
      const field = `${where} joint ${shown(joint)} value`
      const text = child.attributes.get('value')
      const values = (text ?? '').trim().split(/\s+/, 10).map(decimal)
      if (!values.every(Number.isFinite)) {
        source.fail(child.line, field, 'a number in decimal', text === undefined ? 'none' : shown(text))
      }
      return { line: child.line, name: joint, values }
    })
  return { name, line, group: source.name(element, where, 'group'), joints }
}

function readEndEffector(source: RobotText, element: XmlElement): SrdfEndEffector {
  const { name, line } = readName(source, element)
  const where = `end_effector ${shown(name)}`
  return {
    ...{ name, line },
    parentLink: source.name(element, where, 'parent_link'),
    group: source.name(element, where, 'group'),
    parentGroup: element.attributes.get('parent_group'),
  }
}

function readVirtualJoint(source: RobotText, element: XmlElement): SrdfVirtualJoint {
  const { name, line } = readName(source, element)
  const where = `virtual_joint ${shown(name)}`
  const type = element.attributes.get('type')
  const kind = VIRTUAL_KINDS.find((known) => known === type)
  if (kind === undefined) {
    const got = type === undefined ? 'none' : shown(type)
    source.fail(line, `${where} type`, `one of ${VIRTUAL_KINDS.join(', ')}`, got)
  }
  return {
    ...{ name, line, kind },
    parentFrame: source.name(element, where, 'parent_frame'),
    childLink: source.name(element, where, 'child_link'),
  }
}
