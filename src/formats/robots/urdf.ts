// URDF: links with shapes and the joints between them, as a plain description; robot-parse.ts makes a Robot of
// it. By the specification of ROS (wiki.ros.org/urdf/XML), with <capsule> as Bullet and SDFormat have it: along z, its
// length without the caps. Elements that say nothing of geometry or of how the robot moves (inertial, gazebo, transmission,
// ros2_control, safety_controller …) are passed over; of materials, the colours of visuals that are read are kept.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { JointKind, LoopInput } from '../../robots/model/joint.js'
import { JOINT_KINDS } from '../../robots/model/joint.js'
import type { GeometryColour } from '../../robots/model/robot.js'
import { plural } from '../text/plural.js'
import type { XmlElement } from '../text/xml.js'
import { LONGEST_TEXT, RobotText, shown } from './robot-xml.js'
import { colourOf, materialColours } from './urdf-colours.js'
import { originPose } from './urdf-origin.js'
import { checkUrdfTree } from './urdf-tree.js'

/** A `<geometry>` of a URDF file. */
export type UrdfGeometry =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  | { readonly kind: 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'mesh'; readonly filename: string; readonly scale: readonly [number, number, number] }

/** A `<collision>` of a URDF link. */
export interface UrdfCollision {
  readonly name: string | undefined
  readonly line: number
  /** Twelve numbers: the shape's frame in the link's. */
  readonly origin: Float64Array
  readonly geometry: UrdfGeometry
  /** Of the material of a <visual>. */
  readonly colour?: GeometryColour | undefined
}

/** Which elements of a link are its geometry: <collision>, <visual>, or both together. */
export type GeometryChoice = 'collision' | 'visual' | 'both'

export const GEOMETRY_CHOICES: readonly GeometryChoice[] = ['collision', 'visual', 'both']

/** A visual is listed; it is read where it counts as geometry. */
export interface UrdfVisual {
  readonly name: string | undefined
  readonly line: number
  /** The element below <geometry>: `mesh`, `box` …; undefined if there is none. */
  readonly kind: string | undefined
  /** Of a mesh. */
  readonly filename: string | undefined
}

/** A `<link>` of a URDF file. */
export interface UrdfLink {
  readonly name: string
  readonly line: number
  readonly collisions: readonly UrdfCollision[]
  readonly visuals: readonly UrdfVisual[]
  /** The geometry, by the choice that was asked for. Of `both`, a visual that is the same as a collision is there once. */
  readonly checked: readonly UrdfCollision[]
}

/** The `<limit>` of a URDF joint. */
export interface UrdfLimits {
  readonly lower?: number
  readonly upper?: number
  readonly velocity?: number
  readonly effort?: number
  readonly acceleration?: number
}

/** A `<joint>` of a URDF file. */
export interface UrdfJoint {
  readonly name: string
  readonly line: number
  readonly kind: JointKind
  /** Names of links. */
  readonly parent: string
  readonly child: string
  /** Twelve numbers: the joint's frame in the parent link's. */
  readonly origin: Float64Array
  /** As written; 1 0 0 if left out, and for joints that have none. */
  readonly axis: readonly [number, number, number]
  /** What is left out is not limited. */
  readonly limits: UrdfLimits
  readonly mimic: { readonly joint: string; readonly multiplier: number; readonly offset: number } | undefined
  /** Not in URDF: of other formats. */
  readonly loop?: LoopInput | undefined
}

/** A URDF file as it is written. */
export interface Urdf {
  /** Of the <robot>; undefined where it has none or an empty one. */
  readonly name: string | undefined
  readonly links: readonly UrdfLink[]
  readonly joints: readonly UrdfJoint[]
  /** What a user of it should know. Sentences, in English. */
  readonly notes: readonly string[]
}

/**
 * Reads URDF. Throws RobotFileError with `file`, line, element and what was expected there. <visual> elements are read only
 * where `geometry` asks for them: faults in those that were not asked for do no harm.
 */
export function parseUrdf(text: string, file = 'robot.urdf', geometry: GeometryChoice = 'collision'): Urdf {
  const source = new RobotText(file, 'URDF')
  if (typeof text !== 'string') source.fail(undefined, undefined, 'a text', typeof text)
  if (text.length > LONGEST_TEXT) source.fail(undefined, undefined, `at most ${LONGEST_TEXT} characters`)
  if (!GEOMETRY_CHOICES.includes(geometry)) {
    throw new InvalidInputError('geometry', geometry, `one of ${GEOMETRY_CHOICES.join(', ')}`)
  }
  return new UrdfReader(source, geometry).read(source.root(text))
}

/** Names for a note: some of them, and how many. */
export function listed(names: readonly string[]): string {
  const some = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${some}, … ${names.length} in all` : some
}

/** What older files, and those with another prefix, write for elements of xacro: no program expands it. */
const XACRO_ELEMENT = /^(?:[\w-]+:)?(?:include|macro|insert_block)$/

class UrdfReader {
  private readonly unlimited: string[] = []
  private readonly unmoved: string[] = []
  private colours: ReadonlyMap<string, GeometryColour> = new Map()

  constructor(
    private readonly source: RobotText,
    private readonly choice: GeometryChoice,
  ) {}

  read(root: XmlElement): Urdf {
    const links: UrdfLink[] = []
    const joints: UrdfJoint[] = []
    if (this.choice !== 'collision') this.colours = materialColours(root)
    for (const element of root.children) {
      // <joint> and <link> within <transmission>, <gazebo> and the like are references, not these.
      if (element.name === 'link') links.push(this.link(element))
      else if (element.name === 'joint') joints.push(this.joint(element))
    }
    if (links.length === 0) this.source.fail(root.line, '<robot>', 'one <link> or more', 'none')
    checkUrdfTree(this.source, links, joints)
    this.note(root, links)
    const name = root.attributes.get('name')
    return {
      name: name === undefined || name.trim() === '' ? undefined : name,
      links,
      joints,
      notes: this.source.notes,
    }
  }

  private note(root: XmlElement, links: readonly UrdfLink[]): void {
    const { notes } = this.source
    const { unlimited, unmoved } = this
    const left = root.children.filter(({ name }) => XACRO_ELEMENT.test(name))
    if (left.length > 0) {
      notes.push(
        `Passed over with what they stand for: ${listed(left.map(({ name, line }) => `<${name}> in line ${line}`))}. Only <xacro:…> is expanded.`,
      )
    }
    if (unlimited.length > 0) {
      notes.push(
        `${plural(unlimited.length, 'joint')} without lower and upper limit, taken to be unlimited: ${listed(unlimited)}.`,
      )
    }
    if (unmoved.length > 0) {
      notes.push(
        `${plural(unmoved.length, 'joint')} that cannot move, lower and upper limit being 0: ${listed(unmoved)}.`,
      )
    }
    this.noteEmpty(links)
    if (root.attributes.get('tesseract:make_convex') === 'true') {
      notes.push('tesseract:make_convex is not followed: meshes are as in their files, not their hulls.')
    }
  }

  /** Links that have geometry of the kind that was not asked for, and no other. */
  private noteEmpty(links: readonly UrdfLink[]): void {
    const empty = links.filter(
      ({ collisions, visuals, checked }) => checked.length === 0 && collisions.length + visuals.length > 0,
    )
    if (empty.length === 0) return
    const had = this.choice === 'visual' ? 'collision' : 'visual'
    this.source.notes.push(
      `${plural(empty.length, 'link')} with <${had}> but no <${this.choice}>, which ${empty.length === 1 ? 'touches' : 'touch'} nothing ` +
        `(option geometry: '${had}' or 'both'): ${listed(empty.map(({ name }) => name))}.`,
    )
  }

  private link(element: XmlElement): UrdfLink {
    const name = this.source.name(element, '<link>')
    const where = `link ${shown(name)}`
    const collisions: UrdfCollision[] = []
    const visuals: UrdfVisual[] = []
    const checked: UrdfCollision[] = []
    for (const child of element.children) {
      if (child.name === 'collision') {
        const found = this.shape(child, `${where} <collision>`)
        collisions.push(found)
        if (this.choice !== 'visual') checked.push(found)
      } else if (child.name === 'visual') visuals.push(visualOf(child))
    }
    if (this.choice === 'collision') return { name, line: element.line, collisions, visuals, checked }
    for (const child of element.children) {
      if (child.name !== 'visual') continue
      const found = { ...this.shape(child, `${where} <visual>`), colour: colourOf(child, this.colours) }
      if (this.choice === 'visual' || !collisions.some((one) => isSame(one, found))) checked.push(found)
    }
    return { name, line: element.line, collisions, visuals, checked }
  }

  /** A <collision> or a <visual>. */
  private shape(element: XmlElement, where: string): UrdfCollision {
    const source: RobotText = this.source
    const name = element.attributes.get('name')
    const around = source.child(element, where, 'geometry')
    if (around === undefined) source.fail(element.line, where, '<geometry>', 'none')
    const [shape, second] = around.children
    if (shape === undefined || second !== undefined) {
      source.fail(around.line, `${where} <geometry>`, 'one shape', shape === undefined ? 'none' : 'several')
    }
    return {
      name: name === undefined || name.trim() === '' ? undefined : name,
      line: element.line,
      origin: originPose(source, element, where),
      geometry: this.geometry(shape, `${where} <${shape.name}>`),
    }
  }

  private geometry(element: XmlElement, where: string): UrdfGeometry {
    const source: RobotText = this.source
    switch (element.name) {
      case 'box': {
        const size = source.numbers(element, where, 'size', 3)
        if (size === undefined) source.fail(element.line, `${where} size`, 'three lengths above 0', 'none')
        for (const length of size) source.checkSize(element, `${where} size`, length)
        return { kind: 'box', size: size as [number, number, number] }
      }
      case 'sphere':
        return { kind: 'sphere', radius: source.size(element, where, 'radius') }
      case 'cylinder': {
        const radius = source.size(element, where, 'radius')
        return { kind: 'cylinder', radius, length: source.size(element, where, 'length') }
      }
      case 'capsule': {
        const radius = source.size(element, where, 'radius')
        return { kind: 'capsule', radius, length: source.size(element, where, 'length') }
      }
      case 'mesh': {
        const filename = source.name(element, where, 'filename')
        const scale = source.numbers(element, where, 'scale', 3) ?? [1, 1, 1]
        if (scale.includes(0)) {
          source.fail(element.line, `${where} scale`, 'three numbers other than 0', shown(scale.join(' ')))
        }
        return { kind: 'mesh', filename, scale: scale as [number, number, number] }
      }
      default:
        source.fail(element.line, where, 'box, sphere, cylinder, capsule or mesh', `<${element.name}>`)
    }
  }

  private joint(element: XmlElement): UrdfJoint {
    const source: RobotText = this.source
    const name = source.name(element, '<joint>')
    const where = `joint ${shown(name)}`
    const type = element.attributes.get('type')
    const kind = JOINT_KINDS.find((known) => known === type)
    if (kind === undefined) {
      const got = type === undefined ? 'none' : shown(type)
      source.fail(element.line, `${where} type`, `one of ${JOINT_KINDS.join(', ')}`, got)
    }
    return {
      ...{ name, line: element.line, kind },
      parent: this.linkOf(element, where, 'parent'),
      child: this.linkOf(element, where, 'child'),
      origin: originPose(source, element, where),
      axis: this.axis(element, where, kind),
      limits: this.limits(element, where, kind, name),
      mimic: this.mimic(element, where, kind),
    }
  }

  private linkOf(element: XmlElement, where: string, which: 'parent' | 'child'): string {
    const child = this.source.child(element, where, which)
    if (child === undefined) this.source.fail(element.line, where, `<${which} link="…"/>`, 'none')
    return this.source.name(child, `${where} <${which}>`, 'link')
  }

  private axis(element: XmlElement, where: string, kind: JointKind): [number, number, number] {
    const source: RobotText = this.source
    const child = source.child(element, where, 'axis')
    // Those have no axis, and files write 0 0 0 for it.
    if (child === undefined || kind === 'fixed' || kind === 'floating') return [1, 0, 0]
    const xyz = source.numbers(child, `${where} <axis>`, 'xyz', 3)
    if (xyz === undefined) source.fail(child.line, `${where} <axis> xyz`, 'three numbers', 'none')
    if (xyz.every((x) => x === 0)) source.fail(child.line, `${where} <axis> xyz`, 'a direction', '0 0 0')
    return xyz as [number, number, number]
  }

  /**
   * <limit>: by the specification, a lower or upper that is left out is 0, and a revolute or prismatic joint has to have the
   * element. Files that leave out both mean a joint without limits, as Bullet takes them, and so do we: nothing is missed
   * for that. One of them left out is 0.
   */
  private limits(element: XmlElement, where: string, kind: JointKind, name: string): UrdfLimits {
    const source: RobotText = this.source
    const bounded = kind === 'revolute' || kind === 'prismatic'
    const child = source.child(element, where, 'limit')
    if (child === undefined) {
      if (bounded) this.unlimited.push(name)
      return {}
    }
    const inside = `${where} <limit>`
    const limits: { -readonly [K in keyof UrdfLimits]: UrdfLimits[K] } = {}
    for (const rate of ['velocity', 'effort', 'acceleration'] as const) {
      const value = source.number(child, inside, rate, undefined)
      if (value === undefined) continue
      if (value < 0) source.fail(child.line, `${inside} ${rate}`, 'a number of 0 or more', `${value}`)
      limits[rate] = value
    }
    if (!bounded) return limits
    if (!child.attributes.has('lower') && !child.attributes.has('upper')) {
      this.unlimited.push(name)
      return limits
    }
    const lower = source.number(child, inside, 'lower', 0)
    const upper = source.number(child, inside, 'upper', 0)
    if (lower > upper) source.fail(child.line, `${inside} lower`, `at most upper, ${upper}`, `${lower}`)
    if (lower === 0 && upper === 0) this.unmoved.push(name)
    return { ...limits, lower, upper }
  }

  private mimic(element: XmlElement, where: string, kind: JointKind): UrdfJoint['mimic'] {
    const source: RobotText = this.source
    const child = source.child(element, where, 'mimic')
    // What does not move has nothing to imitate.
    if (child === undefined || kind === 'fixed') return undefined
    const inside = `${where} <mimic>`
    if (kind === 'planar' || kind === 'floating') {
      source.fail(child.line, inside, 'a revolute, continuous or prismatic joint', kind)
    }
    const bounded = (attribute: string, otherwise: number): number => {
      const value = source.number(child, inside, attribute, otherwise)
      if (Math.abs(value) <= MAX_COORDINATE) return value
      return source.fail(child.line, `${inside} ${attribute}`, `a number of at most ${MAX_COORDINATE}`, `${value}`)
    }
    return {
      joint: source.name(child, inside, 'joint'),
      multiplier: bounded('multiplier', 1),
      offset: bounded('offset', 0),
    }
  }
}

/** The same shape at the same place: twice, it would only be tested twice. */
function isSame(a: UrdfCollision, b: UrdfCollision): boolean {
  return JSON.stringify(a.geometry) === JSON.stringify(b.geometry) && a.origin.every((x, k) => x === b.origin[k])
}

function visualOf(element: XmlElement): UrdfVisual {
  const shape = element.children.find(({ name }) => name === 'geometry')?.children[0]
  return {
    name: element.attributes.get('name'),
    line: element.line,
    kind: shape?.name,
    filename: shape?.name === 'mesh' ? shape.attributes.get('filename') : undefined,
  }
}
