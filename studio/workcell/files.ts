// Files that the user brings: which of them is a robot, a scene, a path or a mesh, and a cell made of them. What is missing is named.
import { type MeshData, type OpenOptions, parseMesh } from '../../src/entries/meshes.js'
import {
  configurationsOf,
  type GeometryChoice,
  mesh,
  OpenMeshError,
  type PathDescription,
  parseAnyPath,
  parseScene,
  type Robot,
  type SceneDescription,
  type SceneRobot,
  type Shape,
  World,
  worldFromScene,
} from '../../src/entries/robots.js'
import { type GivenFile, unpack } from '../engine/unpack.js'
import { documentOf, type TextFile } from './documents.js'
import {
  type Clip,
  isClip,
  readArguments,
  readClip,
  readRobot,
  readSceneRobot,
  resolvePath,
  robotsAmong,
  UPRIGHT,
} from './robot-files.js'
import type { CellParts } from './workcell.js'

export interface FoundMesh {
  readonly file: string
  readonly shape: Shape
  /** In the file's own unit: half its size along each axis. */
  readonly half: readonly number[]
  readonly notes: readonly string[]
}

export interface Found {
  readonly cell: CellParts | undefined
  readonly path: PathDescription | undefined
  /** Of two path files, the second: to be compared with the first. */
  readonly second?: PathDescription
  readonly planned?: TextFile
  /** All path files, as they are: for scenes in which each robot has one. */
  readonly paths: readonly { readonly file: string; readonly text: string }[]
  readonly meshes: readonly FoundMesh[]
  /** Of a motion of the cell that is open: its text. */
  readonly certificate?: { readonly file: string; readonly text: string }
}

const MESH = /\.(stl|obj|ply|off|glb|gltf|dae)(\.gz)?$/i
/** More obstacles than this at once are a mistake. */
const MOST_MESHES = 20
const KNOWN =
  'a URDF, xacro or MuJoCo file with its meshes, a BVH clip, a scene or path file (JSON), a ROS trajectory or planning scene, or a mesh (STL, OBJ, PLY, GLB, glTF, Collada, OFF)'

/** `open`, `closeWithin`: what becomes of meshes that are obstacles and not closed; as `mesh()` has it if left out. */
export interface ReadFilesOptions extends OpenOptions {
  /** Of several scenes or robots, the one to be opened; the first if it is none of them. */
  readonly choice?: string | undefined
  /** Of all robots, whatever a scene says of them. */
  readonly geometry?: GeometryChoice
  /** Of a xacro file that is opened by itself: `name:=value`, once or more often. */
  readonly values?: string | undefined
}

/** Throws with the words to be said. */
export async function readFiles(given: readonly GivenFile[], options: ReadFilesOptions = {}): Promise<Found> {
  const { choice = '', geometry, values = '', open, closeWithin } = options
  const files = unpack(given)
  const documents = [...files].flatMap(([path, bytes]) => documentOf(path, bytes) ?? [])
  const scenes = documents.filter(({ kind }) => kind === 'scene')
  const paths = documents.filter(({ kind }) => kind === 'path')
  const robots = robotsAmong(files)
  const read = ({ text, path: file }: TextFile): Promise<PathDescription> => parseAnyPath(text, file)
  const path = paths.length === 0 ? undefined : await read(paths[0]!)
  const second = paths.length === 2 ? { second: await read(paths[1]!) } : {}
  const texts = paths.map(({ path: file, text }) => ({ file, text }))
  const choices = (scenes.length > 0 ? scenes.map((one) => one.path) : robots).sort(shorterFirst)
  const chosen = choices.includes(choice) ? choice : choices[0]
  if (chosen !== undefined) {
    const scene = scenes.find((one) => one.path === chosen)
    const cell =
      scene !== undefined
        ? await sceneCell(scene, files, geometry)
        : isClip(chosen)
          ? clipCell(chosen, files)
          : await robotCell(chosen, files, geometry, values)
    // Of several paths it is not known which is meant.
    return { cell: { ...cell, choices }, path: paths.length === 1 ? path : undefined, paths: texts, meshes: [] }
  }
  const meshes = [...files].filter(([name]) => MESH.test(name))
  if (meshes.length > MOST_MESHES) {
    throw new Error(`${meshes.length} meshes, and no URDF or scene that names them. Drop it together with them.`)
  }
  if (meshes.length > 0)
    return {
      cell: undefined,
      path,
      ...second,
      paths: texts,
      meshes: meshes.map(([name]) => meshOf(name, files, { open, closeWithin })),
    }
  const planned = documents.find(({ kind }) => kind === 'planning')
  if (planned !== undefined) return { cell: undefined, path, ...second, paths: texts, meshes: [], planned }
  if (path !== undefined) return { cell: undefined, path, ...second, paths: texts, meshes: [] }
  const proof = documents.find(({ kind }) => kind === 'certificate')
  if (proof !== undefined) {
    return { cell: undefined, path, paths: [], meshes: [], certificate: { file: proof.path, text: proof.text } }
  }
  const other = documents.find(({ kind }) => kind === 'other')
  // A scene or a path that is neither says why.
  if (other !== undefined && /\.json$/i.test(other.path)) parseScene(other.text, other.path)
  if (other !== undefined) await read(other)
  const names = given.map((file) => file.path)
  throw new Error(`Nothing here is ${KNOWN}: ${listed(names)}.`)
}

function shorterFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1)
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ')
  return names.length > 12 ? `${shown}, … ${names.length} in all` : shown
}

interface SceneWorld {
  readonly scene: SceneDescription
  readonly world: World
  /** In the order of the scene. */
  readonly loaded: readonly Robot[]
  /** Of the one clip that it has. */
  readonly frames: readonly Float64Array[] | undefined
  /** Seconds, one a frame. */
  readonly times: readonly number[]
  readonly notes: readonly string[]
}

/** A scene with the files that it names, as the command line reads them. */
export async function sceneWorld(
  path: string,
  text: string,
  files: Map<string, Uint8Array>,
  geometry?: GeometryChoice,
): Promise<SceneWorld> {
  const parsed = parseScene(text, path)
  const bending = [...(parsed.necklaces ?? []), ...(parsed.deforming ?? [])]
  if (bending.length > 0) {
    throw new Error(
      `${path}: ${listed(bending.map(({ name }) => name))} bends, which the studio does not show. Use limber check.`,
    )
  }
  const readAs = (robot: SceneRobot): SceneRobot =>
    geometry === undefined || isClip(robot.urdf) ? robot : { ...robot, geometry }
  const scene = { ...parsed, robots: parsed.robots.map(readAs) }
  const folder = path.split('/').slice(0, -1)
  const at = (name: string): string => resolvePath(folder, name)
  const named = [
    ...scene.robots.flatMap(({ urdf, srdf }) => (srdf === undefined ? [urdf] : [urdf, srdf])),
    ...[...scene.obstacles, ...scene.attached].flatMap(({ shape }) => (shape.kind === 'mesh' ? [shape.file] : [])),
  ]
  const missing = [...new Set(named.filter((name) => !files.has(at(name))))]
  if (missing.length > 0) {
    throw new Error(`${path} names files that are not here: ${listed(missing)}. Drop them together with it.`)
  }
  const loaded: Robot[] = []
  const clips: Clip[] = []
  const notes: string[] = []
  const { world, notes: odd } = await worldFromScene(
    scene,
    {
      async robot(entry) {
        if (isClip(entry.urdf)) {
          clips.push(readClip(files, { ...entry, urdf: at(entry.urdf) }))
          loaded.push(clips.at(-1)!.robot)
          return clips.at(-1)!.robot
        }
        const robot = await readSceneRobot({ path, files }, entry, notes)
        loaded.push(robot)
        return robot
      },
      mesh: async ({ file, scale }) => readMesh(at(file), files, scale),
    },
    path,
  )
  // Of several clips, none is the one whose frames are meant.
  const frames = clips.length === 1 ? configurationsOf(world, clips[0]!.path) : undefined
  const { times = [] } = clips[0]?.path ?? {}
  return { scene, world, loaded, frames, times, notes: [...notes, ...odd.filter(isNews)] }
}

async function sceneCell(
  { path, text }: TextFile,
  files: Map<string, Uint8Array>,
  geometry: GeometryChoice | undefined,
): Promise<CellParts> {
  const { scene, world, loaded, frames, times, notes } = await sceneWorld(path, text, files, geometry)
  const neutral = world.neutral()
  const robots = scene.robots.map(({ name }, r) => {
    const robot = loaded[r]!
    return { robot, name, base: world.linkPose(neutral, `${name}/${robot.links[0]!.name}`) }
  })
  const placed = (name: string) => {
    const { shape, pose } = world.geometryOf(name).geometry[0]!
    return { name, shape, pose }
  }
  return {
    title: path.split('/').at(-1)!,
    robots,
    obstacles: scene.obstacles.map(({ name }) => placed(name)),
    attached: scene.attached.map(({ name, link, touch = [] }) => ({ ...placed(name), link, touch })),
    allowed: scene.allowed,
    ...(frames === undefined ? endsOf(loaded) : { path: frames, times, start: frames[0]! }),
    notes,
    source: { description: scene, path, files },
  }
}

/** The name that the root element of a URDF or SRDF file gives. */
function robotNameIn(files: ReadonlyMap<string, Uint8Array>, path: string): string | undefined {
  return /<robot\b[^>]*?\sname\s*=\s*["']([^"']*)["']/.exec(new TextDecoder().decode(files.get(path)))?.[1]
}

/** A motion-capture clip: its frames are the motion. */
function clipCell(urdf: string, files: Map<string, Uint8Array>): CellParts {
  const entry = { name: safeName(nameOf(urdf)), urdf }
  const { robot, path } = readClip(files, entry)
  // As its base turns it.
  const base = Float64Array.of(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0)
  const frames = configurationsOf(new World({ robots: [{ robot, name: entry.name, base }] }), path)
  const description: SceneDescription = {
    ...{ limber: 1, robots: [{ ...entry, base: { rpy: [...UPRIGHT] } }], obstacles: [], attached: [], allowed: [] },
  }
  return {
    title: urdf.split('/').at(-1)!,
    robots: [{ robot, name: entry.name, base }],
    obstacles: [],
    path: frames,
    times: path.times ?? [],
    start: frames[0]!,
    notes: robot.notes,
    source: { description, path: 'scene.json', files },
  }
}

async function robotCell(
  urdf: string,
  files: Map<string, Uint8Array>,
  geometry: GeometryChoice | undefined,
  values: string,
): Promise<CellParts> {
  const srdfs = [...files.keys()].filter((path) => /\.srdf$/i.test(path))
  const notes: string[] = []
  const name = safeName(nameOf(urdf))
  const given = readArguments(values)
  const entry = {
    name,
    ...(geometry === undefined ? {} : { geometry }),
    ...(Object.keys(given).length === 0 ? {} : { arguments: given }),
  }
  const own = srdfs.find((path) => nameOf(path) === nameOf(urdf))
  const only = srdfs.length === 1 ? srdfs[0] : undefined
  // Of another name, it may be another robot's: what it exempts would not be checked.
  const isOther = own === undefined && only !== undefined && robotNameIn(files, only) !== robotNameIn(files, urdf)
  const srdf = own ?? (isOther ? undefined : only)
  if (srdfs.length > 1 && srdf === undefined) {
    notes.push(`None of ${srdfs.length} SRDF files was read: none is called ${nameOf(urdf)}.srdf.`)
  }
  const placed: SceneRobot = { ...entry, urdf, ...(srdf === undefined ? {} : { srdf }) }
  const robot = await readRobot(files, placed, notes)
  if (isOther) notes.push(`${only} was not read: it is not about this robot.`)
  const description: SceneDescription = {
    limber: 1,
    robots: [placed],
    obstacles: [],
    attached: [],
    allowed: [],
  }
  return {
    title: urdf.split('/').at(-1)!,
    robots: [{ robot, name }],
    obstacles: [],
    ...endsOf([robot]),
    notes: [...notes, ...robot.notes.filter(isNews)],
    source: { description, path: 'scene.json', files },
  }
}

function nameOf(path: string): string {
  const last = path.split('/').at(-1)!
  return last.replace(/(\.urdf)?\.\w+$/i, '')
}

/** A name without a slash, which stands between a robot and its link. */
function safeName(name: string): string {
  return name.replace(/[/|]/g, '-') || 'robot'
}

/** Missing meshes have been named already. */
function isNews(note: string): boolean {
  return !note.includes('being missing')
}

/** Where to begin: a state that the SRDF has a name for, if there is one. */
function endsOf(robots: readonly Robot[]): { start?: number[] } {
  const states = robots.map(({ states: own }) => own.find(({ name }) => /home|ready|default/i.test(name)) ?? own[0])
  if (states.every((state) => state === undefined)) return {}
  return {
    start: robots.flatMap((robot, r) => {
      const state = states[r]
      return [...(state === undefined ? robot.neutral() : robot.state(state.name))]
    }),
  }
}

function readMesh(path: string, files: ReadonlyMap<string, Uint8Array>, scale?: number | readonly number[]): MeshData {
  const folder = path.split('/').slice(0, -1)
  return parseMesh(files.get(path)!, {
    name: path,
    resolve(uri) {
      const found = files.get(resolvePath(folder, decodeURIComponent(uri)))
      if (found === undefined) throw new Error(`${path} needs ${uri}, which is not here. Drop it together with it.`)
      return found
    },
    ...(scale === undefined ? {} : { scale: scale as number }),
  })
}

function meshOf(path: string, files: ReadonlyMap<string, Uint8Array>, closing: OpenOptions): FoundMesh {
  const data = readMesh(path, files)
  if (data.triangles.length === 0) throw new Error(`${path}: a mesh without triangles.`)
  const size = sizeOf(data)
  // Around its own middle, so that it can be placed.
  const positions = data.positions.map((x, i) => x - size.middle[i % 3]!)
  return { file: path, shape: shapeOf(path, positions, data.triangles, closing), half: size.half, notes: data.notes }
}

function shapeOf(path: string, positions: Float64Array, triangles: Uint32Array, closing: OpenOptions): Shape {
  try {
    return mesh({ positions, triangles, ...closing })
  } catch (error) {
    if (!(error instanceof OpenMeshError)) throw error
    const { length } = error.loops
    throw new Error(`${path} is not closed: ${length === 1 ? 'one loop' : `${length} loops`} of open edges.`)
  }
}

function sizeOf({ positions }: MeshData): { half: number[]; middle: number[] } {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i++) {
    least[i % 3] = Math.min(least[i % 3]!, positions[i]!)
    most[i % 3] = Math.max(most[i % 3]!, positions[i]!)
  }
  return { half: most.map((x, k) => (x - least[k]!) / 2), middle: most.map((x, k) => (x + least[k]!) / 2) }
}
