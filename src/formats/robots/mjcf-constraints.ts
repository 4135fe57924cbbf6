// <equality>, <tendon> and <keyframe> of a MuJoCo model. An equality of two joints, linear in the second, makes the first follow it; one of a joint
// alone holds it at a value; <connect> may close a planar loop (mjcf-loops.ts). Every other equality closes a loop or bends something in ways that
// Limber does not have: it is refused by name.
import { composeInversePose } from '../../base/math/pose.js'
import { rotationQuaternion } from '../../base/math/quaternion.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { VARIABLE_SUFFIXES } from '../../robots/model/joint.js'
import type { NamedState } from '../../robots/model/robot.js'
import { plural } from '../text/plural.js'
import type { MjcfBodies, MjcfBody, MjcfJoint } from './mjcf-bodies.js'
import type { MjcfDefaults, MjcfSettings } from './mjcf-defaults.js'
import { checkAttributes, checkEmpty, type MjcfElement, MjcfView } from './mjcf-element.js'
import { EQUALITY_JOINT, KEY } from './mjcf-known.js'
import { MjcfLoops } from './mjcf-loops.js'
import { turnedBy } from './mjcf-pose.js'
import { decimal, shown } from './robot-xml.js'
import { listed, type UrdfJoint } from './urdf.js'

const OTHERS = ['connect', 'weld', 'tendon', 'flex', 'flexvert', 'flexstrain', 'distance']
/** Numbers of a keyframe that are read at most. */
const MOST_NUMBERS = 1_000_000

export interface Equalities {
  readonly mimics: Map<MjcfJoint, NonNullable<UrdfJoint['mimic']>>
  /** Joints that are held, and where. */
  readonly held: Map<MjcfJoint, number>
  readonly loops: MjcfLoops
  readonly notes: string[]
}

export function readEqualities(
  root: MjcfElement,
  bodies: MjcfBodies,
  defaults: MjcfDefaults,
  settings: MjcfSettings,
): Equalities {
  const out: Equalities = { mimics: new Map(), held: new Map(), loops: new MjcfLoops(bodies), notes: [] }
  const connects: MjcfView[] = []
  const off: string[] = []
  for (const section of root.children) {
    if (section.name !== 'equality') continue
    for (const element of section.children) {
      const { name, source, line } = element
      if (name !== 'joint' && !OTHERS.includes(name)) {
        source.fail(line, `<equality> <${name}>`, 'a constraint that MuJoCo has', `<${name}>`)
      }
      const own = element.attributes.get('name')
      const where = own === undefined ? `<equality> <${name}>` : `equality ${shown(own)} <${name}>`
      const view = defaults.view(element, where, 'equality')
      const isActive = view.keyword('active', ['true', 'false'], 'true') === 'true'
      if (!isActive || !settings.equalities) off.push(own ?? `line ${line}`)
      else if (name === 'joint') readJoint(out, view, bodies)
      else if (name === 'connect') connects.push(view)
      else {
        view.fail(
          undefined,
          'a tree of bodies, or <connect>: Limber does not model this constraint. Remove it, or set active="false", ' +
            'to check the bodies without it: then they move independently',
          `<${name}>`,
        )
      }
    }
  }
  if (off.length > 0) {
    out.notes.push(
      `${plural(off.length, 'equality constraint')} that MuJoCo does not enforce, passed over: ${listed(off)}.`,
    )
  }
  refuseCycles(out, bodies)
  // Joints that follow others are known only now.
  for (const view of connects) out.loops.read(view, (joint) => originalOf(out, bodies, joint))
  for (const { joint } of bodies.jointByName.values()) {
    const original = originalOf(out, bodies, joint)
    const isSet = out.loops.bySet.has(original) || (out.held.has(joint) && out.loops.bySet.has(joint))
    if (isSet && (original !== joint || out.held.has(joint))) {
      joint.view.fail(
        undefined,
        'a joint that no closed loop (<connect>) sets, to be held or to follow',
        shown(original.name),
      )
    }
  }
  out.notes.push(...out.loops.notes())
  return out
}

/** The joint whose value a joint takes in the end: itself, mostly. */
function originalOf({ mimics }: Equalities, bodies: MjcfBodies, joint: MjcfJoint): MjcfJoint {
  let at = joint
  for (let next = mimics.get(at); next !== undefined; next = mimics.get(at)) {
    at = bodies.jointByName.get(next.joint)!.joint
  }
  return at
}

/** y − y₀ = a₀ + a₁·(x − x₀) + …, x₀ and y₀ being where the joints are at first. */
function readJoint({ mimics, held }: Equalities, view: MjcfView, bodies: MjcfBodies): void {
  checkAttributes(view.element, EQUALITY_JOINT, view.where)
  checkEmpty(view.element)
  const find = (attribute: string): MjcfJoint => {
    const name = view.name(attribute)
    const found = bodies.jointByName.get(name)?.joint
    if (found !== undefined && found.kind !== 'free') return found
    return view.fail(attribute, 'a hinge or a slide of the model', shown(name))
  }
  const first = find('joint1')
  if (mimics.has(first) || held.has(first)) {
    view.fail('joint1', 'a joint that no other equality constraint sets', shown(first.name))
  }
  const [a0, a1, ...rest] = view.leading('polycoef', [0, 1, 0, 0, 0]) as [number, number, number, number, number]
  if (!view.has('joint2')) {
    held.set(first, first.ref + a0)
    return
  }
  const second = find('joint2')
  if (rest.some((a) => a !== 0)) {
    view.fail('polycoef', 'two numbers and zeros: a joint follows another linearly', view.text('polycoef'))
  }
  if (second === first) view.fail('joint2', 'another joint than joint1', shown(second.name))
  const offset = first.ref + a0 - a1 * second.ref
  if (Math.abs(offset) > MAX_COORDINATE) view.fail('polycoef', `numbers not above ${MAX_COORDINATE}`)
  mimics.set(first, { joint: second.name, multiplier: a1, offset })
}

/** Joints that follow each other in a ring, and those that follow one that is held: that one's value is theirs. */
function refuseCycles({ mimics }: Equalities, bodies: MjcfBodies): void {
  const done = new Set<MjcfJoint>()
  for (const start of mimics.keys()) {
    const way = new Set<MjcfJoint>()
    let at: MjcfJoint | undefined = start
    while (at !== undefined && !done.has(at)) {
      if (way.has(at))
        at.view.fail(undefined, 'joints that do not follow each other in a ring (<equality>)', shown(at.name))
      way.add(at)
      const next: string | undefined = mimics.get(at)?.joint
      at = next === undefined ? undefined : bodies.jointByName.get(next)!.joint
    }
    for (const joint of way) done.add(joint)
  }
}

/** Tendons pull; they have no shape, and the limits of their lengths are not kept. */
export function noteTendons(root: MjcfElement, notes: string[]): void {
  let count = 0
  for (const section of root.children) {
    if (section.name !== 'tendon') continue
    for (const { name, source, line } of section.children) {
      if (name !== 'spatial' && name !== 'fixed') {
        source.fail(line, `<tendon> <${name}>`, '<spatial> or <fixed>', `<${name}>`)
      }
      count++
    }
  }
  if (count > 0) notes.push(`${plural(count, 'tendon')} passed over: they touch nothing, and do not limit joints here.`)
}

/** Keyframes as named states. `held` joints, those that follow others and those that loops set have no value of their own. */
export function readKeys(
  root: MjcfElement,
  bodies: MjcfBodies,
  { mimics, held, loops }: Equalities,
  notes: string[],
): NamedState[] {
  const joints = bodies.bodies.flatMap((body) => body.joints.map((joint) => ({ body, joint })))
  const count = joints.reduce((sum, { joint }) => sum + (joint.kind === 'free' ? 7 : 1), 0)
  const isDriven = (joint: MjcfJoint): boolean => mimics.has(joint) || held.has(joint) || loops.bySet.has(joint)
  const states: NamedState[] = []
  const names = new Set<string>()
  const initial = joints.filter(({ joint }) => joint.ref !== 0)
  if (initial.length > 0) {
    names.add('qpos0')
    const own = initial.filter(({ joint }) => !isDriven(joint))
    states.push({ name: 'qpos0', values: Object.fromEntries(own.map(({ joint }) => [joint.name, joint.ref])) })
    notes.push(
      `${plural(initial.length, 'joint')} with ref, where MuJoCo starts: state qpos0 has these values; at 0 they are elsewhere.`,
    )
  }
  let unnamed = 0
  for (const section of root.children) {
    if (section.name !== 'keyframe') continue
    for (const element of section.children) {
      if (element.name !== 'key') {
        element.source.fail(element.line, `<keyframe> <${element.name}>`, '<key>', `<${element.name}>`)
      }
      checkAttributes(element, KEY)
      checkEmpty(element)
      const name = element.attributes.get('name') || `key${unnamed++}`
      const view = new MjcfView(element, `key ${shown(name)}`)
      if (names.has(name)) view.fail(undefined, 'a name that no other state has', shown(name))
      names.add(name)
      const values = new Map<string, number>()
      const qpos = numbersOf(view, count)
      let at = 0
      for (const { body, joint } of joints) {
        if (joint.kind === 'free') {
          setFree(values, view, body, joint, qpos === undefined ? undefined : qpos.slice(at, at + 7))
          at += 7
          continue
        }
        const value = qpos === undefined ? joint.ref : qpos[at]!
        if (!isDriven(joint)) values.set(joint.name, value)
        at++
      }
      states.push({ name, values: Object.fromEntries(values) })
    }
  }
  return states
}

function numbersOf(view: MjcfView, count: number): number[] | undefined {
  const text = view.text('qpos')
  if (text === undefined) return undefined
  const values = text
    .trim()
    .split(/\s+/, MOST_NUMBERS)
    .filter((word) => word !== '')
    .map(decimal)
  if (values.length !== count || !values.every((value) => Math.abs(value) <= MAX_COORDINATE)) {
    view.fail(
      'qpos',
      `${plural(count, 'number')}, one for each hinge and slide and seven for a free joint`,
      `${values.length}`,
    )
  }
  return values
}

/** A free joint has the pose of its body in the world as its values; here, in the frame where the body is at first. */
function setFree(
  values: Map<string, number>,
  view: MjcfView,
  body: MjcfBody,
  joint: MjcfJoint,
  seven: readonly number[] | undefined,
): void {
  const out = new Float64Array(7)
  out[6] = 1
  if (seven !== undefined) {
    const pose = turnedBy(view, 'qpos', seven.slice(3))
    for (let k = 0; k < 3; k++) pose[4 * k + 3] = seven[k]!
    const relative = new Float64Array(12)
    composeInversePose(relative, 0, body.pose, 0, pose, 0)
    for (let k = 0; k < 3; k++) out[k] = relative[4 * k + 3]!
    rotationQuaternion(out, 3, relative, 0)
  }
  VARIABLE_SUFFIXES.floating.forEach((suffix, k) => {
    values.set(joint.name + suffix, out[k]!)
  })
}
