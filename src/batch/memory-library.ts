// What jobs name, from files in memory: those that were dropped on a page, or came with a message. The rules are those of a disk whose
// root folder holds these files and no others.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type FileErrorClass,
  InvalidInputError,
  MeshFileError,
  RobotFileError,
  SceneFileError,
  StructureFileError,
} from '../errors.js'
import type { MeshData } from '../formats/meshes/mesh-data.js'
import { parseMesh } from '../formats/meshes/parse-mesh.js'
import { parseStructure } from '../formats/molecules/structure.js'
import { FilesInMemory } from '../formats/robots/robot-folder.js'
import { normalise, readMeshPlace } from '../formats/robots/robot-paths.js'
import { robotFromSource } from '../formats/robots/robot-source.js'
import { parseScene, sceneReadAs } from '../formats/robots/scene.js'
import { worldFromScene } from '../formats/robots/scene-world.js'
import { parsePlanningScene } from '../formats/ros/planning-scene.js'
import { worldFromPlanning } from '../formats/ros/planning-world.js'
import { parseAnyPath } from '../formats/ros/ros-path.js'
import { decodeUtf8 } from '../formats/text/decode-text.js'
import { MeshTree } from '../meshes/tree/mesh-tree.js'
import { World } from '../robots/world/world.js'
import type { JobOf } from './job.js'
import type { Library } from './run-job.js'

/** Files by their paths, which jobs and scenes name them by. */
export type FilesByPath = ReadonlyMap<string, Uint8Array> | Readonly<Record<string, Uint8Array>>

type Read = JobOf<'check'>['read']

/** Worlds, robots, meshes and structures that are kept. */
const MOST_KEPT = 16

/** A library of files in memory. What was read is kept while there is room, so that each world is built once. */
export function memoryLibrary(files: FilesByPath): Library {
  const memory = new MemoryFiles(files)
  const kept = new Map<string, Promise<unknown>>()
  const keep = <T>(kind: string, path: string, read: Read, make: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify([kind, path, read])
    const known = kept.get(key) ?? make()
    // The last in the map is the one used last.
    kept.delete(key)
    kept.set(key, known)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    known.catch(() => kept.delete(key))
    return known as Promise<T>
  }
  return {
    world: (path, read) => keep('world', path, read, () => memory.world(path, read)),
    robot: (path, read) => keep('robot', path, read, () => memory.robot(path, read)),
    path: async (path) => parseAnyPath(memory.text(path), path),
    mesh: (path) => keep('mesh', path, undefined, async () => new MeshTree(memory.mesh(path))),
    structure: (path) =>
      keep('structure', path, undefined, async () =>
        parseStructure(memory.bytes(path, StructureFileError), { name: path }),
      ),
    digest: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  }
}

class MemoryFiles {
  private readonly files: FilesInMemory

  constructor(files: FilesByPath) {
    this.files = new FilesInMemory(files instanceof Map ? files : Object.entries(files))
  }

  bytes(path: string, FileError: FileErrorClass): Uint8Array {
    const found = this.files.get(namesOf(path).join('/'))
    if (found === undefined) throw new FileError(path, {}, 'a file that can be read', 'no such file')
    return found
  }

  text(path: string): string {
    const bytes = this.bytes(path, SceneFileError)
    const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    const text = decodeUtf8(isMarked ? bytes.subarray(3) : bytes)
    if (text === undefined) throw new SceneFileError(path, {}, 'text in UTF-8', 'other bytes')
    return text
  }

  mesh(path: string, scale?: number | readonly number[]): MeshData {
    const resolve = (uri: string): Uint8Array => {
      const place = readMeshPlace(uri)
      if (place.kind === 'relative' && place.up === 0) {
        return this.bytes(beside(path, place.path.join('/')), MeshFileError)
      }
      const field = `buffer ${JSON.stringify(uri)}`
      throw new MeshFileError(path, { field }, 'a buffer in the folder of this file or below')
    }
    return parseMesh(this.bytes(path, MeshFileError), { name: path, resolve, scale })
  }

  async robot(path: string, { srdf, packages = {}, ...read }: NonNullable<Read> = {}, name?: string) {
    this.bytes(path, RobotFileError)
    return robotFromSource(this.files, namesOf(path), {
      ...{ ...read, name, root: [] },
      ...(srdf === undefined ? {} : { srdf: namesOf(srdf) }),
      packages: new Map(Object.entries(packages).map(([wanted, folder]) => [wanted, namesOf(folder)])),
    })
  }

  /** Of a scene file; or of a URDF file, alone. */
  async world(path: string, read: Read = {}): Promise<World> {
    const text = this.text(path)
    // JSON never starts with it, XML always does.
    if (/^\s*</.test(text)) return this.alone(path, read)
    if (!/^\ufeff?\s*[{[]/.test(text)) {
      const first = text.trim().split(/\s*\n/, 1)[0]!
      const got = first === '' ? 'an empty file' : `what begins with ${JSON.stringify(first.slice(0, 20))}`
      throw new SceneFileError(path, {}, 'a scene (JSON), a URDF, xacro or MuJoCo file (XML), or a BVH file', got)
    }
    const { srdf, packages, arguments: values, missing, planningScene, ...rest } = read
    for (const [option, value] of Object.entries({ srdf, packages, arguments: values, planningScene })) {
      if (value === undefined) continue
      throw new InvalidInputError(`options.${option}`, value, 'left out: they are for robot files alone')
    }
    const at = (name: string): string => beside(path, name)
    const loaded = await worldFromScene(
      sceneReadAs(parseScene(text, path), rest),
      {
        robot: ({ name, base: _, urdf, srdf: semantic, packages: own = {}, ...entry }) =>
          this.robot(
            at(urdf),
            {
              ...entry,
              ...(semantic === undefined ? {} : { srdf: at(semantic) }),
              packages: Object.fromEntries(Object.entries(own).map(([wanted, folder]) => [wanted, at(folder)])),
              ...(missing === undefined ? {} : { missing }),
            },
            name,
          ),
        mesh: async ({ file, scale }) => this.mesh(at(file), scale),
      },
      path,
    )
    return loaded.world
  }

  private async alone(path: string, { planningScene, ...read }: NonNullable<Read>): Promise<World> {
    const robot = await this.robot(path, read)
    if (planningScene === undefined) return new World({ robots: [robot] })
    const { open, closeWithin } = read
    const planning = await parsePlanningScene(this.text(planningScene), planningScene)
    return (await worldFromPlanning(planning, robot, { open, closeWithin, file: planningScene })).world
  }
}

function namesOf(path: string): string[] {
  const { up, names } = normalise(path)
  if (up > 0 || names.length === 0 || /^[\\/]/.test(path)) {
    throw new InvalidInputError('path', path, 'a file inside the root folder (option root)')
  }
  return names
}

/** A path that a file names, relative to that file. */
function beside(file: string, path: string): string {
  return /^[\\/]/.test(path) ? path : [...file.split(/[\\/]/).slice(0, -1), path].join('/')
}
