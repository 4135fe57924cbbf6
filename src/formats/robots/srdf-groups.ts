// Groups of an SRDF, resolved to joints and links. As MoveIt does it:
//   link   the link, and the joint it hangs on
//   joint  the joint, and the link that hangs on it
//   chain  the joints from base to tip and the links along it, both ends included; not the joint that the base hangs on,
//          whatever the comments say that the setup assistant writes into its files. Where the base is not above the
//          tip, the way goes by the link that is above both.
//   group  everything in it
// Joints and links come in the robot's own order (depth first, parents before children), whatever the order in the file.
// A member that is not there is passed over and noted, as MoveIt does: groups say nothing of which pairs are checked.
import type { JointGroup } from '../../robots/model/robot.js'
import { type RobotText, shown } from './robot-xml.js'
import type { SrdfGroup, SrdfMember } from './srdf.js'
import type { PassedOver } from './srdf-passed-over.js'
import type { UrdfJoint, UrdfLink } from './urdf.js'

/** Entries of all groups together, and steps along chains: groups of groups could come to any number. */
const MOST_STEPS = 2_000_000

interface Resolved {
  readonly joints: Set<number>
  readonly links: Set<number>
}

export function resolveGroups(
  source: RobotText,
  groups: readonly SrdfGroup[],
  links: readonly UrdfLink[],
  joints: readonly UrdfJoint[],
  /** Names of joints that may occur in a group and are ignored. */
  leftOut: ReadonlySet<string>,
  passedOver: PassedOver,
): JointGroup[] {
  if (groups.length === 0) return []
  const tree = new Tree(links, joints)
  const done = new Map<string, Resolved>()
  let steps = 0
  const count = (member: SrdfMember, n: number): void => {
    steps += n
    if (steps > MOST_STEPS) source.fail(member.line, '<group>', `at most ${MOST_STEPS} entries in all groups`, 'more')
  }
  for (const group of inOrder(source, groups, passedOver)) {
    const own: Resolved = { joints: new Set(), links: new Set() }
    for (const member of group.members) {
      if (member.kind === 'link') {
        const link = tree.linkByName.get(member.name)
        if (link === undefined) {
          passedOver.add('links of groups', member.name, member.line)
          continue
        }
        own.links.add(link)
        if (tree.above[link] !== -1) own.joints.add(tree.above[link]!)
        count(member, 1)
      } else if (member.kind === 'joint') {
        const joint = tree.jointByName.get(member.name)
        if (joint === undefined) {
          if (!leftOut.has(member.name)) passedOver.add('joints of groups', member.name, member.line)
          continue
        }
        own.joints.add(joint)
        own.links.add(tree.child[joint]!)
        count(member, 1)
      } else if (member.kind === 'group') {
        const inner = done.get(member.name)
        if (inner === undefined) continue
        count(member, inner.joints.size + inner.links.size)
        for (const joint of inner.joints) own.joints.add(joint)
        for (const link of inner.links) own.links.add(link)
      } else {
        const [base, tip] = [tree.linkByName.get(member.base), tree.linkByName.get(member.tip)]
        const found = base !== undefined && tip !== undefined && tree.chain(own, base, tip, (n) => count(member, n))
        if (!found) passedOver.add('chains of groups', `${member.base} to ${member.tip}`, member.line)
      }
    }
    done.set(group.name, own)
  }
  return groups.map(({ name }) => {
    const own = done.get(name)!
    return {
      name,
      joints: tree.sorted(own.joints, (j) => tree.place[tree.child[j]!]!).map((j) => joints[j]!.name),
      links: tree.sorted(own.links, (i) => tree.place[i]!).map((i) => links[i]!.name),
    }
  })
}

/** Groups, those that others are made of before these. */
function inOrder(source: RobotText, groups: readonly SrdfGroup[], passedOver: PassedOver): SrdfGroup[] {
  const byName = new Map(groups.map((group) => [group.name, group]))
  const order: SrdfGroup[] = []
  const state = new Map<string, 'open' | 'done'>()
  const stack: { readonly group: SrdfGroup; next: number }[] = []
  for (const first of groups) {
    if (!state.has(first.name)) stack.push({ group: first, next: 0 })
    state.set(first.name, state.get(first.name) ?? 'open')
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { group } = top
      const member = group.members[top.next++]
      if (member === undefined) {
        state.set(group.name, 'done')
        order.push(group)
        stack.pop()
      } else if (member.kind === 'group') {
        const inner = byName.get(member.name)
        if (inner === undefined) {
          passedOver.add('groups of groups', member.name, member.line)
          continue
        }
        const where = `group ${shown(group.name)} <group>`
        if (state.get(inner.name) === 'open') {
          source.fail(member.line, where, 'a group that does not contain this one', shown(member.name))
        }
        if (state.has(inner.name)) continue
        state.set(inner.name, 'open')
        stack.push({ group: inner, next: 0 })
      }
    }
  }
  return order
}

/** Links and joints by number. */
class Tree {
  readonly linkByName: Map<string, number>
  readonly jointByName: Map<string, number>
  /** The joint above each link, -1 for a root; the links that each joint joins. */
  readonly above: Int32Array
  readonly child: Int32Array
  readonly parent: Int32Array
  /** Of a link, depth first. */
  readonly place: Int32Array

  constructor(links: readonly UrdfLink[], joints: readonly UrdfJoint[]) {
    this.linkByName = new Map(links.map(({ name }, i) => [name, i]))
    this.jointByName = new Map(joints.map(({ name }, j) => [name, j]))
    this.child = Int32Array.from(joints, (joint) => this.linkByName.get(joint.child)!)
    this.parent = Int32Array.from(joints, (joint) => this.linkByName.get(joint.parent)!)
    this.above = new Int32Array(links.length).fill(-1)
    const below: number[][] = links.map(() => [])
    for (let j = 0; j < joints.length; j++) {
      this.above[this.child[j]!] = j
      below[this.parent[j]!]!.push(this.child[j]!)
    }
    this.place = new Int32Array(links.length)
    const stack: number[] = []
    for (let i = links.length - 1; i >= 0; i--) if (this.above[i] === -1) stack.push(i)
    for (let at = 0; stack.length > 0; at++) {
      const link = stack.pop()!
      this.place[link] = at
      const children = below[link]!
      for (let k = children.length - 1; k >= 0; k--) stack.push(children[k]!)
    }
  }

  /** Adds the way from base to tip; false if there is none. */
  chain(out: Resolved, base: number, tip: number, count: (steps: number) => void): boolean {
    const upwards = this.upwards(tip, base, count)
    if (upwards.at(-1) !== base) {
      const passed = new Set(upwards)
      const other = this.upwards(base, -1, count)
      const meeting = other.findIndex((link) => passed.has(link))
      if (meeting < 0) return false
      upwards.length = upwards.indexOf(other[meeting]!) + 1
      this.add(out, other.slice(0, meeting + 1))
    }
    this.add(out, upwards)
    return true
  }

  /** Links, and the joints above all of them except the last. */
  private add(out: Resolved, upwards: readonly number[]): void {
    for (const link of upwards) out.links.add(link)
    for (const link of upwards.slice(0, -1)) out.joints.add(this.above[link]!)
  }

  /** The links from `from` up to `to`, or to the root. */
  private upwards(from: number, to: number, count: (steps: number) => void): number[] {
    const way = [from]
    for (let link = from; link !== to && this.above[link] !== -1; ) {
      link = this.parent[this.above[link]!]!
      way.push(link)
    }
    count(way.length)
    return way
  }

  sorted(set: ReadonlySet<number>, place: (item: number) => number): number[] {
    return [...set].sort((a, b) => place(a) - place(b))
  }
}
