// A scene from a file, and the robots, meshes and frames that it names. A scene may come from anywhere, so what it may read is
// fenced in: files below one folder, its own unless the caller names another, whatever paths and links say. Its robots are
// fenced in with it, except for packages: one that a URDF file names is also found outside, by its package.xml, as readRobot does.
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { Necklace } from '../src/entries/chains.js'
import {
  InvalidInputError,
  isBvh,
  type LoadedScene,
  type PathDescription,
  type PlanningScene,
  parseAnyPath,
  parseBvh,
  parsePlanningScene,
  parseScene,
  type SceneDescription,
  SceneFileError,
  sceneReadAs,
  World,
  worldFromPlanning,
  worldFromScene,
} from '../src/entries/robots.js'
import { disk } from './disk.js'
import { isInside } from './paths.js'
import { asFileError, checkRecord } from './read-bytes.js'
import { readFrames } from './read-frames.js'
import { readMesh } from './read-mesh.js'
import { type ReadRobotOptions, readRobot, readRobotFiles } from './read-robot.js'

/** How `readScene` finds and reads the files that a scene names. */
export interface ReadSceneOptions {
  /** The folder that every file of the scene must be in, or below; the scene file's own if left out. */
  readonly root?: string | undefined
  /** What to do about meshes of robots that are not there: as readRobot has it. */
  readonly missing?: ReadRobotOptions['missing']
  /** Which elements of all robots are geometry, whatever the scene says of them: as readRobot has it. */
  readonly geometry?: ReadRobotOptions['geometry']
  /** What becomes of all meshes that are not closed, whatever the scene says of them: as readRobot and mesh() have it. */
  readonly open?: ReadRobotOptions['open']
  readonly closeWithin?: ReadRobotOptions['closeWithin']
  /** For a URDF file in place of a scene: its SRDF file (none if left out), and where its packages are. */
  readonly srdf?: string | undefined
  readonly packages?: ReadRobotOptions['packages']
  /** For a xacro file in place of a scene: the values of its arguments. */
  readonly arguments?: ReadRobotOptions['arguments']
  /** For a robot file in place of a scene: a MoveIt planning scene around it, a `.scene` file or a message as YAML or JSON. */
  readonly planningScene?: string | undefined
}

/** A scene file as read from disk: its world and its description. */
export interface ReadScene extends LoadedScene {
  readonly description: SceneDescription
  /** Of a motion-capture clip (BVH), and of a scene with one such figure: its frames, as a path. */
  readonly frames?: PathDescription
  /** Of a planning scene: where its robot is. */
  readonly state?: Float64Array
}

/** A file of this many bytes is not a scene or a path. */
const MAX_BYTES = 2 ** 26

const FIELDS = ['root', 'missing', 'geometry', 'open', 'closeWithin', 'srdf', 'packages', 'arguments', 'planningScene']

/**
 * Reads a scene file and all that it names; a URDF or xacro file is read as a scene of that one robot, a BVH file as one of its figure. Paths in it are relative to its
 * folder. Throws SceneFileError, RobotFileError, MeshFileError or FramesFileError, with file
 * and place.
 */
export async function readScene(path: string, options: ReadSceneOptions = {}): Promise<ReadScene> {
  checkRecord(options)
  const extra = Object.keys(options).find((key) => !FIELDS.includes(key))
  if (extra !== undefined) throw new InvalidInputError(`options.${extra}`, 'a field', `one of ${FIELDS.join(', ')}`)
  const text = await readText(path)
  // JSON never starts with it, XML always does.
  if (/^\ufeff?\s*</.test(text)) return readAlone(path, options)
  if (isBvh(text)) return readClip(text, path, options)
  if (!/^\ufeff?\s*[{[]/.test(text)) {
    throw new SceneFileError(
      path,
      {},
      'a scene (JSON), a URDF, xacro or MuJoCo file (XML), or a BVH file',
      startOf(text),
    )
  }
  for (const name of ['srdf', 'packages', 'arguments', 'planningScene'] as const) {
    if (options[name] === undefined) continue
    const why =
      name === 'planningScene' ? 'this is a scene already, not a robot file' : 'a scene names them for each robot'
    throw new InvalidInputError(`options.${name}`, options[name], `left out: ${why}`)
  }
  return loadScene(parseScene(text, path), path, options)
}

/** What a file begins with, for people. */
function startOf(text: string): string {
  const first = text.trim().split(/\s*\n/, 1)[0]!
  return first === '' ? 'an empty file' : `what begins with ${JSON.stringify(first.slice(0, 20))}`
}

/** The same for what a scene file holds, which need not be there: its name and folder are `path`'s. */
export async function loadScene(
  scene: SceneDescription,
  path: string,
  options: Omit<ReadSceneOptions, 'srdf' | 'packages' | 'arguments' | 'planningScene'> = {},
): Promise<ReadScene> {
  const description = sceneReadAs(scene, options)
  const fence = await Fence.around(path, options.root)
  const clips: PathDescription[] = []
  const loaded = await worldFromScene(
    description,
    {
      async robot(entry, field) {
        const urdf = await fence.find(`${field}.urdf`, entry.urdf)
        const srdf = entry.srdf === undefined ? undefined : await fence.find(`${field}.srdf`, entry.srdf)
        const packages: [string, string][] = []
        for (const [name, folder] of Object.entries(entry.packages ?? {})) {
          packages.push([name, await fence.find(`${field}.packages.${name}`, folder)])
        }
        const { name, geometry, open, closeWithin, figure, arguments: values } = entry
        if (/\.bvh$/i.test(urdf)) {
          const clip = parseBvh(await readText(urdf), { ...figure, name, file: urdf })
          clips.push({ ...clip.path, joints: clip.path.joints.map((joint) => `${name}/${joint}`) })
          return clip.robot
        }
        if (figure !== undefined) {
          throw new SceneFileError(path, { field: `${field}.figure` }, 'left out: it is for BVH files')
        }
        const read = {
          ...{ name, geometry, open, closeWithin, arguments: values },
          root: fence.rootOf(urdf),
          // By its full path: a file may be called `none`.
          ...(srdf === undefined ? {} : { srdf: resolve(srdf) }),
          ...(packages.length === 0 ? {} : { packages: Object.fromEntries(packages) }),
          ...(options.missing === undefined ? {} : { missing: options.missing }),
        }
        return readRobotFiles(urdf, read, false)
      },
      async mesh({ file, scale }, field) {
        const found = await fence.find(`${field}.file`, file)
        return readMesh(found, scale === undefined ? {} : { scale })
      },
      async necklace({ frames, radius, closed = false, neighbours = 1 }, field) {
        const read = await readFrames(await fence.find(`${field}.frames`, frames))
        return new Necklace(read.frame(0), radius, { closed, neighbours })
      },
    },
    path,
  )
  // Of several figures, none is the one whose frames are meant.
  return { ...loaded, description, ...(clips.length === 1 ? { frames: clips[0]! } : {}) }
}

/** The figure of a motion-capture clip in an empty world, and its frames. */
function readClip(text: string, path: string, options: ReadSceneOptions): ReadScene {
  for (const name of ['geometry', 'open', 'closeWithin', 'srdf', 'packages', 'arguments', 'planningScene'] as const) {
    if (options[name] !== undefined) {
      throw new InvalidInputError(`options.${name}`, options[name], 'left out: a BVH file has bones only')
    }
  }
  const { robot, path: frames } = parseBvh(text, { file: path })
  const description: SceneDescription = {
    limber: 1,
    robots: [{ name: robot.name, urdf: basename(path) }],
    obstacles: [],
    attached: [],
    allowed: [],
  }
  return { world: new World({ robots: [robot] }), description, notes: robot.notes, frames }
}

/** One robot in an empty world. */
async function readAlone(path: string, options: ReadSceneOptions): Promise<ReadScene> {
  const { root, missing, geometry, open, closeWithin, srdf, packages, arguments: values } = options
  const robot = await readRobot(path, {
    ...{ geometry, open, closeWithin, arguments: values },
    ...(root === undefined ? {} : { root }),
    ...(missing === undefined ? {} : { missing }),
    ...(srdf === undefined ? {} : { srdf }),
    ...(packages === undefined ? {} : { packages }),
  })
  const description: SceneDescription = {
    limber: 1,
    robots: [
      {
        name: robot.name,
        urdf: basename(path),
        ...(srdf === undefined ? {} : { srdf }),
        ...(values === undefined ? {} : { arguments: values }),
        ...(packages === undefined ? {} : { packages }),
        ...(geometry === undefined ? {} : { geometry }),
        ...(open === undefined ? {} : { open }),
        ...(closeWithin === undefined ? {} : { closeWithin }),
      },
    ],
    obstacles: [],
    attached: [],
    allowed: [],
  }
  if (options.planningScene === undefined)
    return { world: new World({ robots: [robot] }), description, notes: robot.notes }
  const planning = await readPlanningScene(options.planningScene)
  const { state, ...loaded } = await worldFromPlanning(planning, robot, {
    ...{ open, closeWithin, file: options.planningScene, entry: description.robots[0] },
  })
  return { ...loaded, ...(state === undefined ? {} : { state }) }
}

/** Reads a MoveIt planning scene: a `.scene` file, or the message as YAML or JSON. Throws SceneFileError. */
export async function readPlanningScene(path: string): Promise<PlanningScene> {
  return parsePlanningScene(await readText(path), path)
}

/**
 * Reads a path file (waypoints), a trajectory, or a pose file (one configuration, taken as a path of one waypoint); or such a thing as
 * ROS has it, as YAML or JSON. Throws SceneFileError.
 */
export async function readPath(path: string): Promise<PathDescription> {
  const text = await readText(path)
  if (isBvh(text)) {
    throw new SceneFileError(
      path,
      {},
      'a path; frames of a BVH file are checked by limber check clip.bvh',
      'a BVH file',
    )
  }
  return parseAnyPath(text, path)
}

async function readText(path: string): Promise<string> {
  try {
    // Checked before it is opened: opening a pipe waits until another process writes into it.
    const stats = await disk.stat(path)
    if (!stats.isFile()) {
      throw new SceneFileError(path, {}, 'a file', stats.isDirectory() ? 'a folder' : 'something else')
    }
    if (stats.size > MAX_BYTES) {
      throw new SceneFileError(path, {}, `a file of at most ${MAX_BYTES} bytes`, `${stats.size}`)
    }
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await disk.readFile(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new SceneFileError(path, {}, 'text in UTF-8', 'other bytes')
    throw asFileError(path, error, SceneFileError)
  }
}

/** What a scene may read. */
class Fence {
  private constructor(
    private readonly scene: string,
    /** As the caller has it, and with all links followed. */
    private readonly named: string,
    private readonly root: string,
  ) {}

  /** The fence in the words in which the path is inside of it. */
  rootOf(path: string): string {
    return isInside(resolve(path), this.named) ? this.named : this.root
  }

  static async around(scene: string, root: string | undefined): Promise<Fence> {
    const named = resolve(root ?? dirname(scene))
    try {
      return new Fence(scene, named, await disk.realpath(named))
    } catch {
      throw new InvalidInputError('options.root', root, 'a folder that is there')
    }
  }

  /** The path of a file or folder that the scene names, which is known to be inside. */
  async find(field: string, path: string): Promise<string> {
    const got = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
      throw new SceneFileError(this.scene, { field }, 'a path from the folder of the scene file', got)
    }
    const way = isAbsolute(path) ? path : join(dirname(this.scene), path)
    // By its name first: do not reveal whether a file exists outside.
    const whole = resolve(way)
    if (!isInside(whole, this.named) && !isInside(whole, this.root)) throw this.outside(field, got)
    let found: string
    try {
      found = await disk.realpath(whole)
    } catch (error) {
      throw asFileError(this.scene, error, SceneFileError, { field: `${field} ${got}` })
    }
    if (!isInside(found, this.root)) throw this.outside(field, got)
    return way
  }

  private outside(field: string, got: string): SceneFileError {
    const expected = `something below ${this.named} (option root allows another folder)`
    return new SceneFileError(this.scene, { field }, expected, `${got}, which leads out of it`)
  }
}
