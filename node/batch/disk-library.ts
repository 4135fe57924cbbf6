// What jobs name, from a disk: nothing outside one folder. What was read is kept while there is room, so that a process builds each
// world once.
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Library } from '../../src/entries/batch.js'
import { InvalidInputError, MeshTree } from '../../src/entries/meshes.js'
import { readMesh } from '../read-mesh.js'
import { readRobot } from '../read-robot.js'
import { readPath, readScene } from '../read-scene.js'
import { readStructure } from '../read-structure.js'

/** Worlds, robots, meshes and structures that are kept. */
const MOST_KEPT = 16

/** Paths are relative to `folder`, and nothing outside `root` is read. */
export function diskLibrary(folder: string, root = folder): Library {
  const kept = new Map<string, Promise<unknown>>()
  const keep = <T>(kind: string, path: string, options: unknown, make: (file: string) => Promise<T>): Promise<T> => {
    const key = JSON.stringify([kind, path, options])
    const known = kept.get(key) ?? inside(folder, root, path).then(make)
    // The last in the map is the one used last.
    kept.delete(key)
    kept.set(key, known)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    known.catch(() => kept.delete(key))
    return known as Promise<T>
  }
  return {
    world: (path, read) =>
      keep('world', path, read, async (file) => {
        const srdf = read?.srdf === undefined ? {} : { srdf: await inside(folder, root, read.srdf) }
        return (await readScene(file, { root, ...read, ...srdf })).world
      }),
    robot: (path, read) =>
      keep('robot', path, read, async (file) => {
        const srdf = read?.srdf === undefined ? {} : { srdf: await inside(folder, root, read.srdf) }
        return readRobot(file, { root, ...read, ...srdf })
      }),
    path: async (path) => readPath(await inside(folder, root, path)),
    mesh: (path) => keep('mesh', path, undefined, async (file) => new MeshTree(await readMesh(file))),
    structure: (path) => keep('structure', path, undefined, (file) => readStructure(file)),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  }
}

/** The file that a job names, in full; refused where it is outside, by its name or by links. */
async function inside(folder: string, root: string, path: string): Promise<string> {
  const file = resolve(folder, path)
  const refuse = (): never => {
    throw new InvalidInputError('path', path, 'a file inside the root folder (option root)')
  }
  if (!isIn(file, resolve(root))) refuse()
  try {
    if (!isIn(await realpath(file), await realpath(root))) refuse()
  } catch (error) {
    if (error instanceof InvalidInputError) throw error
    // Not there: the reader says so.
  }
  return file
}

function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`)
}
