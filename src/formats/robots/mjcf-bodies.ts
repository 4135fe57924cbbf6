// The kinematic tree of a MuJoCo model: bodies with their joints and geoms, in the order of the file, depth first, as MuJoCo numbers them.
// Joints of a body act one after the other, each about its own axis through its own `pos`, both in the frame of the body.
import type { GeometryColour } from '../../robots/model/robot.js'
import type { MjcfDefaults, MjcfSettings } from './mjcf-defaults.js'
import { checkAttributes, checkEmpty, type MjcfElement, MjcfView } from './mjcf-element.js'
import { type MjcfMeshes, type MjcfShape, shapeOfGeom } from './mjcf-geom.js'
import { BODY, FRAME, FREE_JOINT, GEOM, JOINT, OTHER_PARTS, REFUSED } from './mjcf-known.js'
import { composed, identity, poseOf, radians, unit } from './mjcf-pose.js'
import { shown } from './robot-xml.js'
import type { GeometryChoice } from './urdf.js'

export interface MjcfJoint {
  readonly name: string
  readonly view: MjcfView
  readonly kind: 'hinge' | 'slide' | 'free'
  /** In the frame of the body. */
  readonly pos: readonly number[]
  readonly axis: readonly number[]
  /** The value at which the body is where its `pos` says. */
  readonly ref: number
  readonly lower: number | undefined
  readonly upper: number | undefined
}

export interface MjcfGeom {
  readonly name: string | undefined
  readonly view: MjcfView
  readonly shape: MjcfShape
  /** Two geoms are tested if a bit of one's contype is in the other's conaffinity. */
  readonly contype: number
  readonly conaffinity: number
  readonly colour: GeometryColour | undefined
}

export interface MjcfBody {
  readonly name: string
  readonly element: MjcfElement
  /** Undefined for the world. */
  readonly parent: MjcfBody | undefined
  /** In the parent body. */
  readonly pose: Float64Array
  readonly joints: MjcfJoint[]
  readonly geoms: MjcfGeom[]
  /** Geoms that touch nothing and were not asked for. */
  visuals: number
  /** The body that it does not move against: itself if it has joints, or else that of its parent. */
  readonly weld: MjcfBody
}

/** The place of an element: in a body, and in frames in it. */
interface Place {
  readonly body: MjcfBody
  readonly pose: Float64Array
  readonly childClass: string | undefined
}

export class MjcfBodies {
  readonly bodies: MjcfBody[] = []
  readonly byName = new Map<string, MjcfBody>()
  readonly jointByName = new Map<string, { readonly joint: MjcfJoint; readonly body: MjcfBody }>()
  /** Bodies that a program moves in MuJoCo. */
  readonly mocap: string[] = []
  /** Names of all geoms, those among them that do not count. */
  readonly geomNames = new Set<string>()

  constructor(
    root: MjcfElement,
    private readonly defaults: MjcfDefaults,
    private readonly settings: MjcfSettings,
    private readonly meshes: MjcfMeshes,
    private readonly choice: GeometryChoice,
    /** Names of geoms that <pair> lists: they count whatever their masks say. */
    private readonly paired: ReadonlySet<string>,
  ) {
    const sections = root.children.filter(({ name }) => name === 'worldbody')
    const world = this.addBody('world', sections[0] ?? root, undefined, identity(), true)
    for (const section of sections) {
      checkAttributes(section, FRAME)
      const childClass = defaults.check(section, 'childclass')
      this.readParts(section, { body: world, pose: identity(), childClass })
    }
  }

  private addBody(
    name: string,
    element: MjcfElement,
    parent: MjcfBody | undefined,
    pose: Float64Array,
    moves: boolean,
  ): MjcfBody {
    const made = { name, element, parent, pose, joints: [], geoms: [], visuals: 0 }
    const body: MjcfBody = Object.assign(made, { weld: made as unknown as MjcfBody })
    if (!moves && parent !== undefined) (body as { weld: MjcfBody }).weld = parent.weld
    if (this.byName.has(name)) {
      element.source.fail(element.line, '<body> name', 'a name that no other body has', shown(name))
    }
    this.byName.set(name, body)
    this.bodies.push(body)
    return body
  }

  private readParts(element: MjcfElement, place: Place): void {
    for (const child of element.children) {
      const { name, source, line } = child
      const advice = REFUSED.get(name)
      if (advice !== undefined) source.fail(line, `<${element.name}> <${name}>`, advice, `<${name}>`)
      if (name === 'body') this.readBody(child, place)
      else if (name === 'frame') this.readFrame(child, place)
      else if (name === 'joint' || name === 'freejoint') place.body.joints.push(this.readJoint(child, place))
      else if (name === 'geom') this.readGeom(child, place)
      else if (!OTHER_PARTS.has(name)) {
        source.fail(line, `<${element.name}> <${name}>`, 'an element that MuJoCo has in a body', `<${name}>`)
      }
    }
  }

  private readFrame(element: MjcfElement, { body, pose, childClass }: Place): void {
    checkAttributes(element, FRAME)
    const own = poseOf(new MjcfView(element, '<frame>'), this.settings)
    const inner = this.defaults.check(element, 'childclass') ?? childClass
    this.readParts(element, { body, pose: composed(pose, own), childClass: inner })
  }

  private readBody(element: MjcfElement, { body: parent, pose, childClass }: Place): void {
    checkAttributes(element, BODY)
    const given = element.attributes.get('name')
    if (given === '') element.source.fail(element.line, '<body> name', 'a name', '""')
    const name = given ?? this.unnamed(`${parent.name}.body`, (one) => this.byName.has(one))
    const view = new MjcfView(element, `body ${shown(name)}`)
    const at = composed(pose, poseOf(view, this.settings))
    const body = this.addBody(name, element, parent, at, movesItself(element))
    if (view.keyword('mocap', ['true', 'false'], 'false') === 'true') this.mocap.push(name)
    const inner = this.defaults.check(element, 'childclass') ?? childClass
    this.readParts(element, { body, pose: identity(), childClass: inner })
    const free = body.joints.find(({ kind }) => kind === 'free')
    if (free !== undefined && (body.joints.length > 1 || parent.parent !== undefined)) {
      free.view.fail(undefined, 'a free joint as the only one of a body that is directly in <worldbody>')
    }
  }

  /** A name for what has none. */
  private unnamed(stem: string, isTaken: (name: string) => boolean): string {
    let k = (this.counts.get(stem) ?? 0) + 1
    while (isTaken(`${stem}${k}`)) k++
    this.counts.set(stem, k)
    return `${stem}${k}`
  }

  private readonly counts = new Map<string, number>()

  private readJoint(element: MjcfElement, { body, pose, childClass }: Place): MjcfJoint {
    const isFree = element.name === 'freejoint'
    checkAttributes(element, isFree ? FREE_JOINT : JOINT)
    checkEmpty(element)
    const given = element.attributes.get('name')
    const name = given || this.unnamed(`${body.name}.joint`, (one) => this.jointByName.has(one))
    const where = `joint ${shown(name)}`
    if (this.jointByName.has(name)) {
      element.source.fail(element.line, '<joint> name', 'a name that no other joint has', shown(name))
    }
    const view: MjcfView = isFree
      ? new MjcfView(element, where)
      : this.defaults.view(element, where, 'joint', childClass)
    if (body.parent === undefined) view.fail(undefined, 'a joint in a <body>: the world does not move')
    const kind = isFree ? 'free' : view.keyword('type', ['hinge', 'slide', 'free', 'ball'], 'hinge')
    if (kind === 'ball') {
      view.fail(
        'type',
        'hinge, slide or free: Limber has no ball joints, but three hinges in one body turn like one',
        kind,
      )
    }
    if (kind === 'free' && (this.settings.alignFree || view.text('align') === 'true')) {
      view.fail('align', 'a free joint without align and alignfree: its values would depend on masses', 'true')
    }
    const joint: MjcfJoint =
      kind === 'free'
        ? { name, view, kind, pos: [0, 0, 0], axis: [0, 0, 1], ref: 0, lower: undefined, upper: undefined }
        : { name, view, kind, ...this.placeOfJoint(view, pose), ...this.limitsOf(view, kind) }
    this.jointByName.set(name, { joint, body })
    return joint
  }

  private placeOfJoint(view: MjcfView, pose: Float64Array): Pick<MjcfJoint, 'pos' | 'axis'> {
    const pos = view.numbers('pos', 3) ?? [0, 0, 0]
    const axis = unit(view, 'axis', view.numbers('axis', 3) ?? [0, 0, 1])
    const turn = (v: readonly number[], k: number): number =>
      pose[4 * k]! * v[0]! + pose[4 * k + 1]! * v[1]! + pose[4 * k + 2]! * v[2]!
    return { pos: [0, 1, 2].map((k) => turn(pos, k) + pose[4 * k + 3]!), axis: [0, 1, 2].map((k) => turn(axis, k)) }
  }

  private limitsOf(view: MjcfView, kind: 'hinge' | 'slide'): Pick<MjcfJoint, 'ref' | 'lower' | 'upper'> {
    const { settings } = this
    const inUnit = (value: number): number => (kind === 'hinge' ? radians(settings, value) : value)
    const ref = inUnit(view.number('ref', 0))
    const range = view.numbers('range', 2)
    const isGiven = range !== undefined && (range[0] !== 0 || range[1] !== 0)
    const limited = view.keyword('limited', ['true', 'false', 'auto'], 'auto')
    if (limited === 'auto' && isGiven && !settings.autoLimits) {
      view.fail('range', 'limited="true" or "false" with it, or autolimits in <compiler>', 'neither')
    }
    if (limited === 'false' || (limited === 'auto' && !isGiven)) return { ref, lower: undefined, upper: undefined }
    if (range === undefined || !(range[0]! < range[1]!)) {
      view.fail('range', 'a lower limit below the upper one', range === undefined ? 'none' : shown(range.join(' ')))
    }
    return { ref, lower: inUnit(range[0]!), upper: inUnit(range[1]!) }
  }

  private readGeom(element: MjcfElement, { body, pose, childClass }: Place): void {
    checkAttributes(element, GEOM)
    // Of distance fields, which are refused by their type.
    checkEmpty(element, 'plugin')
    const name = element.attributes.get('name') || undefined
    const where = name === undefined ? `body ${shown(body.name)} <geom>` : `geom ${shown(name)}`
    if (name !== undefined) {
      if (this.geomNames.has(name)) {
        element.source.fail(element.line, '<geom> name', 'a name that no other geom has', shown(name))
      }
      this.geomNames.add(name)
    }
    const view = this.defaults.view(element, where, 'geom', childClass)
    const contype = view.bits('contype', 1)
    const conaffinity = view.bits('conaffinity', 1)
    const collides = (contype | conaffinity) !== 0 || (name !== undefined && this.paired.has(name))
    if (collides ? this.choice === 'visual' : this.choice === 'collision') {
      if (!collides) body.visuals++
      return
    }
    const { geometry, origin } = shapeOfGeom(view, this.settings, this.meshes, body.weld.parent === undefined)
    const shape = { geometry, origin: composed(pose, origin) }
    // What is only drawn touches all, where it was asked for.
    const bits = collides ? { contype, conaffinity } : { contype: -1, conaffinity: -1 }
    body.geoms.push({ name, view, shape, ...bits, colour: this.meshes.colour(view) })
  }
}

/** Has it a joint of its own, in a frame or not? */
function movesItself(element: MjcfElement): boolean {
  return element.children.some(
    (child) => child.name === 'joint' || child.name === 'freejoint' || (child.name === 'frame' && movesItself(child)),
  )
}
