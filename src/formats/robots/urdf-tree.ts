// Links and joints together: names are unique, joints name links that are there, and every link hangs on at most one
// joint and not on itself. All loops, no recursion: a chain of 100,000 links is a chain.
import { type RobotText, shown } from './robot-xml.js'
import type { UrdfJoint, UrdfLink } from './urdf.js'

/** Mimics of mimics are followed up to this depth: no real robot has a longer chain of them. */
const MOST_MIMICS = 100

export function checkUrdfTree(source: RobotText, links: readonly UrdfLink[], joints: readonly UrdfJoint[]): void {
  const linkByName = byName(source, 'link', links)
  const jointByName = byName(source, 'joint', joints)
  const above = new Map<string, UrdfJoint>()
  for (const joint of joints) {
    const where = `joint ${shown(joint.name)}`
    for (const which of ['parent', 'child'] as const) {
      if (linkByName.has(joint[which])) continue
      source.fail(joint.line, `${where} <${which}>`, 'a <link> of this file', shown(joint[which]))
    }
    const other = above.get(joint.child)
    if (other !== undefined) {
      const expected = `a link that is the child of one joint only (it is already the child of ${shown(other.name)}, line ${other.line})`
      source.fail(joint.line, `${where} <child>`, expected, shown(joint.child))
    }
    above.set(joint.child, joint)
  }
  refuseCycles(source, joints, above)
  for (const joint of joints) checkMimic(source, joint, jointByName)
}

function byName<T extends { readonly name: string; readonly line: number }>(
  source: RobotText,
  what: string,
  items: readonly T[],
): Map<string, T> {
  const found = new Map<string, T>()
  for (const item of items) {
    const other = found.get(item.name)
    if (other !== undefined) {
      source.fail(item.line, what, `a name of its own (line ${other.line} has it)`, shown(item.name))
    }
    found.set(item.name, item)
  }
  return found
}

/** Every link has at most one joint above it, so a walk upwards ends at a root, at a link seen before, or where it began. */
function refuseCycles(source: RobotText, joints: readonly UrdfJoint[], above: ReadonlyMap<string, UrdfJoint>): void {
  /** The joint whose walk upwards came by. */
  const seen = new Map<string, UrdfJoint>()
  for (const start of joints) {
    for (let at: UrdfJoint | undefined = start; at !== undefined; at = above.get(at.parent)) {
      const by = seen.get(at.name)
      if (by === start) {
        source.fail(at.line, `joint ${shown(at.name)}`, 'a tree', `${shown(at.child)}, which hangs on itself`)
      }
      if (by !== undefined) break
      seen.set(at.name, start)
    }
  }
}

function checkMimic(source: RobotText, joint: UrdfJoint, joints: ReadonlyMap<string, UrdfJoint>): void {
  let at = joint
  for (let steps = 0; at.mimic !== undefined; steps++) {
    const field = `joint ${shown(at.name)} <mimic> joint`
    const next = joints.get(at.mimic.joint)
    if (next === undefined || next.kind === 'fixed' || next.kind === 'planar' || next.kind === 'floating') {
      const got = next === undefined ? shown(at.mimic.joint) : `${shown(next.name)}, which is ${next.kind}`
      source.fail(at.line, field, 'a revolute, continuous or prismatic joint of this file', got)
    }
    if (steps === MOST_MIMICS || next === joint) {
      const got = next === joint ? 'one that mimics this one' : `more than ${MOST_MIMICS} mimics in a row`
      source.fail(at.line, field, 'a joint that moves by itself in the end', got)
    }
    at = next
  }
}
