// What jobs name, from a disk: nothing outside one folder. On another machine, records of that disk take its place (node/disk.ts).
import { resolve } from 'node:path'
import type { Library, Named } from '../../src/entries/batch.js'
import { InvalidInputError, MeshTree } from '../../src/entries/meshes.js'
import { type Contents, type DiskRecord, disk, noted, replayed, sha256, stateOf } from '../disk.js'
import { isInside } from '../paths.js'
import { readMesh } from '../read-mesh.js'
import { readRobot } from '../read-robot.js'
import { readPath, readScene } from '../read-scene.js'
import { readStructure } from '../read-structure.js'

/** Where the files of jobs are. */
export interface Place {
  /** Paths of jobs are relative to it. */
  readonly folder: string
  /** Nothing outside is read. */
  readonly root: string
  /** SHA-256 of the record of what each name stands for, where the files are on another machine. */
  readonly records?: Readonly<Record<string, string>> | undefined
}

/** Something that was read, the paths that were asked for, and their state. */
interface Watched {
  readonly value: unknown
  readonly paths: readonly string[]
  readonly mark: string
}

/** Worlds, robots, meshes and structures that are kept. */
const MOST_KEPT = 16

/** Keeps what was read while there is room, so that a process builds each world once. */
export class Libraries {
  private readonly kept = new Map<string, Promise<unknown>>()

  /**
   * `contents`: where records and the files in them are, for places that have records. `isWatchful`: what was read is read again once a
   * file of it has changed, for a process that lives long.
   */
  constructor(
    private readonly contents?: Contents,
    private readonly isWatchful = false,
  ) {}

  at(place: Place): Library {
    return libraryOf((named) => this.find(named, place))
  }

  private find(named: Named, place: Place): Promise<unknown> {
    const key = keyOf(named)
    const record = place.records?.[key]
    const make = (): Promise<unknown> =>
      place.records === undefined
        ? readNamed(named, place)
        : replayed(this.record(record), this.contents!, () => readNamed(named, place))
    // Paths are small, and mostly asked for once.
    if (named[0] === 'path') return make()
    const kept = JSON.stringify([key, place.folder, place.root, record])
    return this.isWatchful ? this.watch(kept, make) : this.keep(kept, make)
  }

  private async watch(key: string, make: () => Promise<unknown>): Promise<unknown> {
    const known = (await this.kept.get(key)) as Watched | undefined
    if (known !== undefined && stateOf(known.paths).mark !== known.mark) this.kept.delete(key)
    const began = Date.now()
    const found = (await this.keep(key, async () => {
      const { value, paths } = await noted(make)
      const { mark, changed } = stateOf(paths)
      // Something changed while it was read, or just before: nobody knows which it is.
      return { value, paths, mark: changed >= began ? '' : mark } satisfies Watched
    })) as Watched
    return found.value
  }

  private keep(key: string, make: () => Promise<unknown>): Promise<unknown> {
    const known = this.kept.get(key) ?? make()
    // The last in the map is the one used last.
    this.kept.delete(key)
    this.kept.set(key, known)
    if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value!)
    known.catch(() => this.kept.delete(key))
    return known
  }

  private record(hash: string | undefined): DiskRecord {
    if (hash === undefined) return []
    return JSON.parse(new TextDecoder().decode(this.contents!.get(hash))) as DiskRecord
  }
}

/** What a name is called by in `Place.records`. */
export function keyOf([kind, path, read]: Named): string {
  return JSON.stringify([kind, path, read ?? null])
}

function libraryOf(find: (named: Named) => Promise<unknown>): Library {
  const of =
    (kind: Named[0]) =>
    (path: string, read?: Named[2]): Promise<never> =>
      find([kind, path, read]) as Promise<never>
  return {
    ...{ world: of('world'), robot: of('robot'), path: of('path'), mesh: of('mesh'), structure: of('structure') },
    digest: sha256,
  }
}

/** Reads what a job names. */
export async function readNamed([kind, path, read]: Named, { folder, root }: Place): Promise<unknown> {
  const file = await inside(folder, root, path)
  const given = { root, ...read, ...(await placed(read, folder, root)) }
  switch (kind) {
    case 'world':
      return (await readScene(file, given)).world
    case 'robot':
      return readRobot(file, given)
    case 'path':
      return readPath(file)
    case 'mesh':
      return new MeshTree(await readMesh(file))
    case 'structure':
      return readStructure(file)
  }
}

/** The files and folders of `read`, in full. */
export async function placed(
  { srdf, packages, planningScene }: NonNullable<Named[2]> = {},
  folder: string,
  root: string,
): Promise<object> {
  const found: [string, string][] = []
  for (const [name, path] of Object.entries(packages ?? {})) found.push([name, await inside(folder, root, path)])
  return {
    ...(srdf === undefined ? {} : { srdf: await inside(folder, root, srdf) }),
    ...(packages === undefined ? {} : { packages: Object.fromEntries(found) }),
    ...(planningScene === undefined ? {} : { planningScene: await inside(folder, root, planningScene) }),
  }
}

/** The file that a job names, in full; refused where it is outside, by its name or by links. */
export async function inside(folder: string, root: string, path: string): Promise<string> {
  const file = resolve(folder, path)
  const refuse = (): never => {
    throw new InvalidInputError('path', path, 'a file inside the root folder (option root)')
  }
  if (!isInside(file, resolve(root))) refuse()
  try {
    if (!isInside(await disk.realpath(file), await disk.realpath(root))) refuse()
  } catch (error) {
    if (error instanceof InvalidInputError) throw error
    // Not there: the reader says so.
  }
  return file
}
