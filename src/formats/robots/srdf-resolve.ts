// An SRDF's names looked up in the robot it is for. A name that is not there is noted and passed over, since files are handed on
// with joints and groups of other versions of the robot, wherever that leaves every pair checked that was checked before. It
// is refused where it does not: in <enable_collisions>, which would leave a pair unchecked if it is a misspelt one, and in
// virtual joints that the caller wants as written.
import { VARIABLE_SUFFIXES } from '../../robots/model/joint.js'
import type { AllowedPair, JointGroup, NamedState } from '../../robots/model/robot.js'
import { plural } from '../text/plural.js'
import { RobotText, shown } from './robot-xml.js'
import type { Srdf, SrdfPair, SrdfState, SrdfVirtualJoint } from './srdf.js'
import { resolveGroups } from './srdf-groups.js'
import { PassedOver } from './srdf-passed-over.js'
import { listed, type Urdf, type UrdfJoint, type UrdfLink } from './urdf.js'

/** How a virtual joint is taken: as no joint at all, or as the file says. */
export type VirtualJoints = 'fixed' | 'as-written'

export interface Semantics {
  /** Those of the URDF file, and what virtual joints add. */
  readonly links: readonly UrdfLink[]
  readonly joints: readonly UrdfJoint[]
  readonly allowed: readonly AllowedPair[]
  readonly groups: readonly JointGroup[]
  readonly states: readonly NamedState[]
  readonly notes: readonly string[]
}

/** Pairs that <disable_default_collisions> may come to: one of them is a link against all others. */
const MOST_PAIRS = 1_000_000

export function resolveSrdf(urdf: Urdf, srdf: Srdf, file: string, virtualJoints: VirtualJoints): Semantics {
  return new Resolver(urdf, srdf, new RobotText(file, 'SRDF'), virtualJoints).resolve()
}

class Resolver {
  private links: readonly UrdfLink[]
  private joints: readonly UrdfJoint[]
  private readonly linkNames: Set<string>
  private readonly groupNames: ReadonlySet<string>
  private readonly jointByName: Map<string, UrdfJoint>
  /** Virtual joints that are not read as joints. */
  private readonly leftOut = new Set<string>()
  private readonly passedOver = new PassedOver()

  constructor(
    private readonly urdf: Urdf,
    private readonly srdf: Srdf,
    private readonly source: RobotText,
    private readonly virtualJoints: VirtualJoints,
  ) {
    this.links = urdf.links
    this.joints = urdf.joints
    this.groupNames = new Set(srdf.groups.map(({ name }) => name))
    this.linkNames = new Set(urdf.links.map(({ name }) => name))
    this.jointByName = new Map(urdf.joints.map((joint) => [joint.name, joint]))
    source.notes.push(...srdf.notes)
  }

  resolve(): Semantics {
    const { srdf, source } = this
    const { name } = this.urdf
    if (srdf.name !== undefined && name !== undefined && srdf.name !== name) {
      source.notes.push(`${source.base} is for robot ${shown(srdf.name)}, this one is ${shown(name)}.`)
    }
    this.addVirtualJoints()
    const { links, joints } = this
    const groups = resolveGroups(source, srdf.groups, links, joints, this.leftOut, this.passedOver)
    const states = srdf.states.map((state) => this.state(state))
    this.noteOthers()
    source.notes.push(...this.passedOver.notes(source.base))
    return { links, joints, allowed: this.allowed(), groups, states, notes: source.notes }
  }

  private addVirtualJoints(): void {
    const { source } = this
    const above = new Map(this.urdf.joints.map((joint) => [joint.child, joint]))
    const frames = new Map<string, UrdfLink>()
    const added: UrdfJoint[] = []
    for (const virtual of this.srdf.virtualJoints) {
      const where = `virtual_joint ${shown(virtual.name)}`
      if (this.virtualJoints === 'fixed') {
        this.leaveOut(virtual)
        continue
      }
      if (!this.linkNames.has(virtual.childLink)) {
        source.fail(virtual.line, `${where} child_link`, 'a link of the robot', shown(virtual.childLink))
      }
      if (this.jointByName.has(virtual.name)) {
        source.fail(virtual.line, where, 'a name that no joint of the robot has', shown(virtual.name))
      }
      const other = above.get(virtual.childLink)
      if (other !== undefined) {
        const got = `${shown(virtual.childLink)}, which hangs on ${shown(other.name)}`
        source.fail(virtual.line, `${where} child_link`, 'a link that is the child of no other joint', got)
      }
      const joint = virtualJoint(virtual)
      const frame = virtual.parentFrame
      if (!frames.has(frame)) frames.set(frame, this.frame(virtual, where))
      above.set(virtual.childLink, joint)
      added.push(joint)
      this.jointByName.set(joint.name, joint)
    }
    this.links = [...frames.values(), ...this.links]
    this.joints = [...added, ...this.joints]
  }

  /** Where virtual joints are left out, it does not matter what they are called and what hangs on them. */
  private leaveOut({ name, kind, childLink, line }: SrdfVirtualJoint): void {
    this.leftOut.add(name)
    if (!this.linkNames.has(childLink)) this.passedOver.add('virtual joints', name, line)
    else if (kind !== 'fixed') {
      this.source.notes.push(
        `Virtual joint ${shown(name)} (${kind}) left out: the base of the robot fixes its pose (option virtualJoints).`,
      )
    }
  }

  private frame({ parentFrame: name, line }: SrdfVirtualJoint, where: string): UrdfLink {
    if (this.linkNames.has(name)) {
      this.source.fail(line, `${where} parent_frame`, 'a name that no link of the robot has', shown(name))
    }
    this.linkNames.add(name)
    return { name, line, collisions: [], visuals: [], checked: [] }
  }

  private state(state: SrdfState): NamedState {
    const { source } = this
    const where = `group_state ${shown(state.name)}`
    if (!this.groupNames.has(state.group)) this.passedOver.add('states of groups', state.name, state.line)
    const values = new Map<string, number>()
    const passedOver: string[] = []
    for (const { line, name, values: numbers } of state.joints) {
      const field = `${where} <joint>`
      const joint = this.jointByName.get(name)
      if (joint === undefined && !this.leftOut.has(name)) {
        this.passedOver.add('joints of states', name, line)
        continue
      }
      // They have no value of their own: none moves by itself.
      if (joint === undefined || joint.mimic !== undefined || joint.loop !== undefined || joint.kind === 'fixed') {
        passedOver.push(name)
        continue
      }
      const suffixes = VARIABLE_SUFFIXES[joint.kind]
      if (numbers.length !== suffixes.length) {
        const expected = `${plural(suffixes.length, 'value')} for a ${joint.kind} joint`
        source.fail(line, `${where} joint ${shown(name)} value`, expected, `${numbers.length}`)
      }
      if (values.has(name + suffixes[0])) source.fail(line, field, 'every joint once', `${shown(name)} again`)
      for (let k = 0; k < suffixes.length; k++) values.set(name + suffixes[k], numbers[k]!)
    }
    if (passedOver.length > 0) {
      source.notes.push(
        `State ${shown(state.name)}: values of joints that do not move by themselves left out: ${listed(passedOver)}.`,
      )
    }
    return { name: state.name, group: state.group, values: Object.fromEntries(values) }
  }

  private noteOthers(): void {
    const { srdf, passedOver } = this
    for (const { name, line } of srdf.passiveJoints) {
      if (!this.jointByName.has(name) && !this.leftOut.has(name)) passedOver.add('passive joints', name, line)
    }
    for (const { name, line, parentLink, group } of srdf.endEffectors) {
      if (!this.linkNames.has(parentLink)) passedOver.add('effectors on links', name, line)
      if (!this.groupNames.has(group)) passedOver.add('effectors of groups', name, line)
    }
  }

  /** As MoveIt has it: first the links that are checked against nothing, then what is enabled, then what is disabled. */
  private allowed(): AllowedPair[] {
    const { srdf, source } = this
    const pairs = new Map<string, AllowedPair>()
    const unknown = new Set<string>()
    const known = (name: string): boolean => {
      if (!this.linkNames.has(name)) unknown.add(name)
      return this.linkNames.has(name)
    }
    const key = (a: string, b: string): string => (a < b ? JSON.stringify([a, b]) : JSON.stringify([b, a]))
    for (const { name, line } of srdf.unchecked) {
      if (!known(name)) continue
      if (pairs.size + this.links.length > MOST_PAIRS) {
        source.fail(line, '<disable_default_collisions>', `at most ${MOST_PAIRS} pairs in all`, 'more')
      }
      for (const { name: other } of this.links) {
        if (other !== name) pairs.set(key(name, other), { a: name, b: other, reason: 'disable_default_collisions' })
      }
    }
    const usable = (pair: SrdfPair): boolean => {
      const both = [known(pair.link1), known(pair.link2)]
      return both[0]! && both[1]! && pair.link1 !== pair.link2
    }
    for (const pair of srdf.enabled) {
      // Misspelt, it would leave unchecked what the file wants checked.
      const missing = [pair.link1, pair.link2].find((name) => !this.linkNames.has(name))
      if (missing !== undefined && pairs.size > 0) {
        source.fail(pair.line, '<enable_collisions>', 'a link of the robot', shown(missing))
      }
      if (usable(pair)) pairs.delete(key(pair.link1, pair.link2))
    }
    for (const pair of srdf.disabled) {
      if (!usable(pair)) continue
      const { link1: a, link2: b, reason } = pair
      pairs.set(key(a, b), { a, b, reason: reason === undefined || reason === '' ? 'disable_collisions' : reason })
    }
    if (unknown.size > 0) {
      source.notes.push(
        `${source.base} names ${plural(unknown.size, 'link')} that the robot does not have in pairs that need no checking: ${listed([...unknown])}.`,
      )
    }
    return [...pairs.values()]
  }
}

function virtualJoint({ name, line, kind, parentFrame, childLink }: SrdfVirtualJoint): UrdfJoint {
  return {
    ...{ name, line, kind, parent: parentFrame, child: childLink },
    origin: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
    // In the plane of the ground, as MoveIt has it.
    axis: [0, 0, 1],
    limits: {},
    mimic: undefined,
  }
}
