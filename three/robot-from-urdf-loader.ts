// A Limber robot from one that urdf-loader has read. What counts is the model, not how it stands: rest poses are taken and
// not the current joint values, and where the robot itself stands in the scene (poseOf(urdfRobot)) is the caller's base.
import type { Matrix4, Object3D } from 'three'
import type { OpenOptions } from '../src/entries/meshes.js'
import {
  type AllowedPair,
  type GeometryChoice,
  type GeometryInput,
  InvalidInputError,
  type JointGroup,
  type JointInput,
  type JointKind,
  type LinkInput,
  type NamedState,
  Robot,
} from '../src/entries/robots.js'
import {
  checkOptions,
  demandObject,
  localMatrix,
  poseFromMatrix,
  readChoice,
  rigidParts,
  withoutRigid,
} from './matrices.js'
import { collect, finish, newWalk } from './shape-from-object.js'
import type { UrdfLoaderJoint, UrdfLoaderRobot } from './urdf-loader-types.js'

/** `open` is `'solid'` if left out, as for all links. */
export interface RobotFromUrdfLoaderOptions extends OpenOptions {
  /** The robot's name as the URDF has it, or `robot`, if left out. */
  readonly name?: string | undefined
  /**
   * Which elements the links' shapes come from: colliders, visuals or both. For `collision` (default) and `both` the loader's
   * `parseCollision` must have been true;
   * a robot without any collider falls back on its visuals, and a note says so.
   */
  readonly geometry?: GeometryChoice | undefined
  /** As for shapeFromObject3D. */
  readonly primitives?: boolean | undefined
  /**
   * An element without triangles is a mesh that is not loaded yet or could not be, or a kind that urdf-loader does not know:
   * `refuse` (default), or `note` it and continue without it.
   */
  readonly missing?: 'refuse' | 'note' | undefined
  /** What an SRDF says, which urdf-loader does not read. */
  readonly allowed?: readonly AllowedPair[] | undefined
  readonly groups?: readonly JointGroup[] | undefined
  readonly states?: readonly NamedState[] | undefined
}

const MARKS: Readonly<Record<GeometryChoice, readonly Mark[]>> = {
  collision: ['isURDFCollider'],
  visual: ['isURDFVisual'],
  both: ['isURDFCollider', 'isURDFVisual'],
}

const KINDS: readonly string[] = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating']

type Mark = 'isURDFCollider' | 'isURDFVisual'

interface Reading {
  readonly marks: readonly Mark[]
  readonly primitives: boolean
  readonly closing: OpenOptions
  readonly missing: 'refuse' | 'note'
  readonly notes: string[]
}

/** The robot that `urdf-loader` has loaded, as a Robot of Limber. */
export function robotFromUrdfLoader(urdfRobot: UrdfLoaderRobot, options: RobotFromUrdfLoaderOptions = {}): Robot {
  demandUrdfRobot(urdfRobot)
  checkOptions(options, [
    ...['name', 'geometry', 'primitives', 'open', 'closeWithin'],
    ...['missing', 'allowed', 'groups', 'states'],
  ])
  const asked = readChoice('options.geometry', options.geometry, ['collision', 'visual', 'both'])
  const missing = readChoice('options.missing', options.missing, ['refuse', 'note'])
  const notes: string[] = []
  const nameOfLink = nameLinks(urdfRobot, notes)
  const has = (mark: Mark): boolean =>
    [...nameOfLink.keys()].some((link) => link.children.some((child) => mark in child))
  const used = asked !== 'visual' && !has('isURDFCollider') && has('isURDFVisual') ? 'visual' : asked
  if (used !== asked) {
    notes.push('No colliders: visuals are taken instead. URDFLoader reads colliders with parseCollision = true.')
  }
  const closing = { open: options.open ?? 'solid', closeWithin: options.closeWithin }
  const reading: Reading = { marks: MARKS[used], primitives: options.primitives ?? true, closing, missing, notes }
  const { robotName } = urdfRobot
  return new Robot({
    name: options.name ?? (robotName === null || robotName === undefined || robotName === '' ? 'robot' : robotName),
    links: [...nameOfLink].map(([link, name]) => readLink(reading, name, link)),
    joints: Object.entries(urdfRobot.joints).map(([name, joint]) => readJoint(name, joint, nameOfLink, notes)),
    allowed: options.allowed,
    groups: options.groups,
    states: options.states,
    notes,
  })
}

export function demandUrdfRobot(urdfRobot: UrdfLoaderRobot): void {
  demandObject('urdfRobot', urdfRobot)
  for (const field of ['links', 'joints'] as const) {
    const record: unknown = urdfRobot[field]
    if (record !== null && typeof record === 'object') continue
    throw new InvalidInputError(`urdfRobot.${field}`, record, 'a record by name, as URDFLoader gives it')
  }
}

/** Name of each link object. Of several roots urdf-loader makes one object: they stand at one place, so that is as good. */
function nameLinks(urdfRobot: UrdfLoaderRobot, notes: string[]): Map<Object3D, string> {
  const names = new Map<Object3D, string>()
  for (const [name, link] of Object.entries(urdfRobot.links)) {
    demandObject(`urdfRobot.links[${JSON.stringify(name)}]`, link)
    const other = names.get(link)
    if (other !== undefined) notes.push(`Links ${other} and ${name} are both roots: taken as one, called ${name}.`)
    names.set(link, name)
  }
  return names
}

function readLink(reading: Reading, name: string, link: Object3D): LinkInput {
  return { name, geometry: reading.marks.flatMap((mark) => elementsOf(reading, mark, name, link)) }
}

function elementsOf(reading: Reading, mark: Mark, name: string, link: Object3D): GeometryInput[] {
  const elements = link.children.filter((child) => mark in child)
  return elements.flatMap((element, i) => readElement(reading, mark, name, element, i))
}

/** One collider or visual: its pose in the link, and its shape with the scale that URDF gives meshes worked in. */
function readElement(reading: Reading, mark: Mark, link: string, element: Object3D, i: number): GeometryInput[] {
  const what = `${mark === 'isURDFCollider' ? 'collider' : 'visual'} ${element.name === '' ? i : element.name}`
  const field = `link ${link}, ${what}`
  const matrix = localMatrix(element)
  const parts = rigidParts(matrix)
  if (parts === undefined) throw new InvalidInputError(`${field}: matrix`, matrix.elements, 'neither sheared nor flat')
  const own: string[] = []
  const walk = newWalk({ primitives: reading.primitives, notes: own, ...reading.closing })
  collect(walk, element, withoutRigid(parts.rigid, matrix))
  reading.notes.push(...own.map((note) => `${field}: ${note}`))
  const shape = finish(walk)
  const pose = poseFromMatrix(parts.rigid)
  if (shape !== undefined) return [element.name === '' ? { shape, pose } : { shape, pose, name: element.name }]
  if (reading.missing === 'refuse') {
    throw new InvalidInputError(
      field,
      'none',
      "one triangle or more: wait for the loader's meshes (LoadingManager.onLoad), or pass missing: 'note'",
    )
  }
  reading.notes.push(`${field}: has no triangles, left out.`)
  return []
}

function readJoint(
  name: string,
  joint: UrdfLoaderJoint,
  nameOfLink: ReadonlyMap<Object3D, string>,
  notes: string[],
): JointInput {
  const field = `urdfRobot.joints[${JSON.stringify(name)}]`
  demandObject(field, joint)
  const { jointType } = joint
  if (!KINDS.includes(jointType)) {
    throw new InvalidInputError(`${field}.jointType`, jointType, `one of ${KINDS.join(', ')}`)
  }
  const kind = jointType as JointKind
  const parent = joint.parent === null ? undefined : nameOfLink.get(joint.parent)
  if (parent === undefined) throw new InvalidInputError(`${field}.parent`, joint.parent, 'a link of the robot')
  const links = joint.children.filter((child) => nameOfLink.has(child))
  if (links.length !== 1) throw new InvalidInputError(`${field}.children`, links.length, 'one link of the robot')
  const link = links[0]!
  if (!isIdentity(localMatrix(link))) {
    throw new InvalidInputError(
      `${field}: matrix of its link`,
      link.matrix.elements,
      'the identity, as URDFLoader has it',
    )
  }
  return {
    name,
    kind,
    parent,
    child: nameOfLink.get(link)!,
    origin: readOrigin(joint),
    // Files often give fixed joints an axis of 0 0 0.
    axis: kind === 'fixed' || kind === 'floating' ? undefined : joint.axis.toArray(),
    limits: readLimits(name, kind, joint, notes),
    mimic: readMimic(name, kind, joint, notes),
  }
}

/** Panda's fingers are fixed in some files, and one still mimics the other. */
function readMimic(name: string, kind: JointKind, joint: UrdfLoaderJoint, notes: string[]): JointInput['mimic'] {
  const { mimicJoint, multiplier, offset } = joint
  if (typeof mimicJoint !== 'string') return undefined
  if (kind !== 'fixed') return { joint: mimicJoint, multiplier, offset }
  notes.push(`Joint ${name} is fixed: that it mimics ${mimicJoint} is ignored.`)
  return undefined
}

function readOrigin(joint: UrdfLoaderJoint): NonNullable<JointInput['origin']> {
  const position = joint.origPosition ?? joint.position
  const { x, y, z, w } = joint.origQuaternion ?? joint.quaternion
  return { at: position.toArray(), rotation: [x, y, z, w] }
}

/** urdf-loader puts 0 where the file says nothing. For lower and upper URDF does so too; for rates it means no limit. */
function readLimits(name: string, kind: JointKind, { limit }: UrdfLoaderJoint, notes: string[]): JointInput['limits'] {
  if (kind === 'fixed') return undefined
  const rates = { velocity: limit.velocity || undefined, effort: limit.effort || undefined }
  if (kind !== 'revolute' && kind !== 'prismatic') return rates
  const { lower, upper } = limit
  if (lower === 0 && upper === 0) notes.push(`Joint ${name} has no room to move: both its limits are 0.`)
  return { lower, upper, ...rates }
}

function isIdentity({ elements }: Matrix4): boolean {
  return elements.every((e, i) => e === (i % 5 === 0 ? 1 : 0))
}
