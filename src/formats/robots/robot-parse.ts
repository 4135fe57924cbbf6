// A Robot from the text of its URDF file, or from what another format describes, and of its SRDF file if it has one. Runs anywhere: the caller says where
// meshes come from. robot-files.ts finds them as ROS does.
import { checkFields } from '../../base/math/checks.js'
import { InvalidInputError, RobotFileError } from '../../errors.js'
import type { OpenChoice } from '../../meshes/solid/close-mesh.js'
import { readOpen } from '../../meshes/tree/mesh-tree.js'
import { type GeometryInput, Robot } from '../../robots/model/robot.js'
import { box, capsule, convex, cylinder, type Shape, sphere } from '../../shapes/shape.js'
import { ellipsoidPoints } from './mjcf-ellipsoid.js'
import { type SizedLink, sizePlanes } from './mjcf-planes.js'
import type { RobotDescription, SizedGeometry } from './robot-description.js'
import { type MeshReader, type MeshUser, RobotMeshes } from './robot-meshes.js'
import { parseSrdf } from './srdf.js'
import { resolveSrdf, type Semantics, type VirtualJoints } from './srdf-resolve.js'
import { GEOMETRY_CHOICES, type GeometryChoice, parseUrdf, type Urdf } from './urdf.js'

/** How `parseRobot` reads URDF and SRDF text. */
export interface ParseRobotOptions {
  /**
   * Which elements are the links' geometry: `collision` (default), `visual`, or `both`, the union of the two. Robots that
   * have visuals only need one of the latter: else their links touch nothing.
   */
  readonly geometry?: GeometryChoice | undefined
  /** Where meshes come from. Left out: every mesh is missing. */
  readonly readMesh?: MeshReader | undefined
  /** The text of the SRDF file. */
  readonly srdf?: string | undefined
  /** The robot's name; that of its <robot> if left out, or else that of the file. */
  readonly name?: string | undefined
  /** What errors call the files; `robot.urdf` and `robot.srdf` if left out. */
  readonly file?: string | undefined
  readonly srdfFile?: string | undefined
  /** A mesh that is not there: one error that names all of them (default), or left out and noted. */
  readonly missing?: 'error' | 'skip' | undefined
  /** What becomes of meshes that are not closed (docs/spec.md, [solids]); links are `solid` if left out. */
  readonly open?: OpenChoice | undefined
  readonly closeWithin?: number | undefined
  /**
   * SRDF's virtual joints: `fixed` (default) leaves them out, and the robot is where its base is put; `as-written` hangs the
   * robot on its parent frame, by seven variables if it is `floating`.
   */
  readonly virtualJoints?: VirtualJoints | undefined
  /** Different meshes (file and scale) that a robot may have; 10,000 if left out. */
  readonly maxMeshes?: number | undefined
  /** What else to note: the caller's findings about the files. */
  readonly notes?: readonly string[] | undefined
}

const FIELDS = [
  ...['geometry', 'readMesh', 'srdf', 'name', 'file', 'srdfFile'],
  ...['missing', 'open', 'closeWithin', 'virtualJoints', 'maxMeshes', 'notes'],
]
const MAX_MESHES = 10_000

/**
 * The robot that a URDF text describes. Throws RobotFileError with file, line, element and what was expected there; what
 * `readMesh` throws is passed on.
 */
export async function parseRobot(urdfText: string, options: ParseRobotOptions = {}): Promise<Robot> {
  checkParseOptions(options)
  return assembleRobot(parseUrdf(urdfText, options.file ?? 'robot.urdf', options.geometry ?? 'collision'), options)
}

/** The robot of a description, with its meshes and what an SRDF file adds. Options have been checked. */
export async function assembleRobot(urdf: RobotDescription, options: ParseRobotOptions): Promise<Robot> {
  const { readMesh, file = 'robot.urdf', srdfFile = 'robot.srdf', missing = 'error', geometry = 'collision' } = options
  const semantics = semanticsOf(urdf, options.srdf, srdfFile, options.virtualJoints ?? 'fixed')
  const closing = readOpen('options', { open: options.open ?? 'solid', closeWithin: options.closeWithin })
  const meshes = new RobotMeshes(file, urdf.links, geometry, closing)
  await meshes.readAll(readMesh ?? (() => undefined), options.maxMeshes ?? MAX_MESHES)
  if (missing === 'error') meshes.demandAll()
  const shapes = new ShapeMaker(meshes)
  const planes: string[] = []
  const sized = sizePlanes(semantics.links, semantics.joints, meshes, planes)
  const links = sized.map((link) => ({ name: link.name, geometry: shapes.geometryOf(link) }))
  const notes = [...urdf.notes, ...planes, ...semantics.notes, ...(options.notes ?? []), ...meshes.notes]
  if (meshes.missing.length > 0) notes.push(meshes.missingNote())
  const name = options.name ?? urdf.name ?? stemOf(file)
  if (options.name === undefined && urdf.name === undefined) notes.push(`Without a name; called ${name} by its file.`)
  const { joints, allowed, groups, states } = semantics
  const unseen = [...new Set(meshes.missing.map(({ link }) => link))]
  const visualOnly = semantics.links
    .filter(({ checked, visuals }) => checked.length === 0 && visuals.length > 0)
    .map((link) => link.name)
  try {
    const bare = joints.map(({ line: _, ...joint }) => joint)
    return new Robot({ name, links, joints: bare, allowed, groups, states, notes, unseen, visualOnly })
  } catch (error) {
    // What the checks by line have let through is still the file's.
    if (!(error instanceof InvalidInputError)) throw error
    throw new RobotFileError(file, { field: error.field }, 'a robot', error.message)
  }
}

export function checkParseOptions(options: ParseRobotOptions): void {
  checkFields('options', options, FIELDS)
  const check = (field: keyof ParseRobotOptions, good: (value: never) => boolean, expected: string): void => {
    const value = options[field]
    if (value !== undefined && !good(value as never)) throw new InvalidInputError(`options.${field}`, value, expected)
  }
  check('geometry', (value) => GEOMETRY_CHOICES.includes(value), `one of ${GEOMETRY_CHOICES.join(', ')}`)
  check('readMesh', (value) => typeof value === 'function', 'a function')
  for (const field of ['srdf', 'file', 'srdfFile'] as const) {
    check(field, (value) => typeof value === 'string', 'a text')
  }
  check('name', (value) => typeof value === 'string' && value !== '', 'a name')
  check('missing', (value) => value === 'error' || value === 'skip', "'error' or 'skip'")
  check('virtualJoints', (value) => value === 'fixed' || value === 'as-written', "'fixed' or 'as-written'")
  check('maxMeshes', (value) => Number.isInteger(value) && value >= 0, 'a whole number of 0 or more')
  check('notes', (value) => Array.isArray(value), 'a list')
}

/** What the robot's own file says, and then what the SRDF file says. */
function semanticsOf(
  urdf: RobotDescription,
  text: string | undefined,
  file: string,
  virtualJoints: VirtualJoints,
): Omit<Semantics, 'links'> & Pick<RobotDescription, 'links'> {
  const { links, joints, allowed = [], states = [] } = urdf
  if (text === undefined) return { links, joints, allowed, groups: [], states, notes: [] }
  // Only names of links are asked for.
  const added = resolveSrdf(urdf as Urdf, parseSrdf(text, file), file, virtualJoints)
  return { ...added, allowed: [...allowed, ...added.allowed], states: [...states, ...added.states] }
}

class ShapeMaker {
  /** By their radii: their hulls take a while, and models repeat them. */
  private readonly ellipsoids = new Map<string, Shape>()

  constructor(private readonly meshes: RobotMeshes) {}

  geometryOf(link: SizedLink): GeometryInput[] {
    return link.checked.flatMap(({ geometry, origin, name, line, file, colour }) => {
      const shape = this.shapeOf(geometry, { link: link.name, line, file })
      return shape === undefined ? [] : [{ shape, pose: origin, name, colour }]
    })
  }

  private shapeOf(geometry: SizedGeometry, user: MeshUser): Shape | undefined {
    switch (geometry.kind) {
      case 'box':
        return box({ size: geometry.size })
      case 'sphere':
        return sphere({ radius: geometry.radius })
      case 'cylinder':
        return cylinder({ radius: geometry.radius, length: geometry.length })
      case 'capsule': {
        const half = geometry.length / 2
        return capsule({ radius: geometry.radius, from: [0, 0, -half], to: [0, 0, half] })
      }
      case 'mesh':
        return this.meshes.shape(geometry.filename, geometry.scale, user)
      case 'ellipsoid': {
        const key = geometry.radii.join(' ')
        const shape = this.ellipsoids.get(key) ?? convex({ points: ellipsoidPoints(geometry.radii) })
        this.ellipsoids.set(key, shape)
        return shape
      }
    }
  }
}

/** `panda` of `robots/panda.urdf`. */
function stemOf(file: string): string {
  const base = file.split(/[\\/]/).at(-1)!
  return base.replace(/(.)\.[^.]*$/, '$1') || 'robot'
}
