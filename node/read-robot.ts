// A robot from files: URDF, the SRDF file beside it, and the meshes that it names.
//
// What is read. A URDF file may come from anywhere, so it cannot name whatever it likes: meshes are read from `root`, from
// the folders of `packages`, and from folders around it whose package.xml has the package's name. `root` is the package that
// the file is in (the nearest folder above it with a package.xml), or else the folder above the file's own, since
// `../meshes/x.stl` is what many files write; the file's own folder where that would be the whole disk. Links are followed first: one that leads outside is
// refused, by the name of the robot's link that wants the file. `allowAbsolute` lifts that for absolute paths.
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import {
  InvalidInputError,
  type MeshPlace,
  type RefusedFile,
  type Robot,
  type RobotFilePath,
  type RobotFileSource,
  type RobotOptions,
  robotFromSource,
  srdfPathsOf,
} from '../src/entries/robots.js'
import { disk, type PathStats } from './disk.js'
import { isInside, namesOf, pathOf } from './paths.js'

/** How `readRobot` finds the files of a robot. */
export interface ReadRobotOptions extends RobotOptions {
  /**
   * Path of the SRDF file, or `auto`: `panda.srdf` beside `panda.urdf`, or in a folder `srdf` beside its folder. None is read
   * unasked, since what it allows is not checked any more; one that is there is mentioned in a note.
   */
  readonly srdf?: string | undefined
  /** The folders of packages, for `package://name/…` and `model://name/…`. Left out: looked for around the URDF file. */
  readonly packages?: Readonly<Record<string, string>> | undefined
  /** Nothing outside this folder is read, except packages. The URDF file has to be in it. */
  readonly root?: string | undefined
  /** Absolute paths and `file://` are followed wherever they lead. False if left out. */
  readonly allowAbsolute?: boolean | undefined
}

const FIELDS = [
  ...['name', 'geometry', 'missing', 'open', 'closeWithin', 'virtualJoints', 'maxMeshes', 'maxBytes'],
  ...['arguments', 'figure', 'srdf', 'packages', 'root', 'allowAbsolute'],
]
/** As parseMesh has it. */
const DEFAULT_MAX_BYTES = 2 ** 28
/** How far above `root`, and among how many folders, a package.xml is looked for in folders of other names. */
const MOST_LEVELS = 3
const MOST_FOLDERS = 1000

/**
 * Reads a robot. Throws RobotFileError with file, line, element and what was expected if it cannot be used; one such error
 * names all meshes that are missing. A broken mesh is a MeshFileError.
 */
export async function readRobot(path: string, options: ReadRobotOptions = {}): Promise<Robot> {
  return readRobotFiles(path, options, true)
}

/** `mentions`: a note says of an SRDF file beside it that it was not read. A scene says which ones it wants. */
export async function readRobotFiles(path: string, options: ReadRobotOptions, mentions: boolean): Promise<Robot> {
  if (typeof path !== 'string' || path === '') throw new InvalidInputError('path', path, 'the path of a URDF file')
  checkOptions(options)
  const { srdf, packages = {}, root, maxBytes = DEFAULT_MAX_BYTES, ...rest } = options
  const full = resolve(path)
  const source = new Disk(path, full, root === undefined ? undefined : resolve(root), maxBytes)
  const beside = mentions && srdf === undefined ? srdfBeside(full) : undefined
  return robotFromSource(source, namesOf(full), {
    ...rest,
    maxBytes,
    srdf: srdf === undefined || srdf === 'auto' ? srdf : namesOf(resolve(srdf)),
    unaskedSrdf: beside === undefined ? undefined : namesOf(beside),
    root: namesOf(source.root),
    packages: new Map(Object.entries(packages).map(([name, folder]) => [name, namesOf(resolve(folder))])),
  })
}

/** The SRDF file that a URDF file has by custom; undefined if there is none. */
export function srdfBeside(urdf: string): string | undefined {
  return srdfPathsOf(namesOf(resolve(urdf)))
    .map((names) => pathOf(names))
    .find((path) => disk.existsNow(path))
}

function checkOptions(options: ReadRobotOptions): void {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  for (const key of Object.keys(options)) {
    if (FIELDS.includes(key)) continue
    throw new InvalidInputError(`options.${key}`, options[key as never], `left out: known are ${FIELDS.join(', ')}`)
  }
  for (const field of ['srdf', 'root'] as const) {
    const value = options[field]
    if (value === undefined || (typeof value === 'string' && value !== '')) continue
    throw new InvalidInputError(`options.${field}`, value, 'a path')
  }
  for (const [name, folder] of Object.entries(options.packages ?? {})) {
    if (typeof folder === 'string' && folder !== '') continue
    throw new InvalidInputError(`options.packages[${JSON.stringify(name)}]`, folder, 'the path of a folder')
  }
}

/** The package that a file is in, or the folder above the file's own. */
function rootOf(file: string): string {
  const folder = dirname(file)
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (disk.existsNow(join(at, 'package.xml'))) return at
  const above = dirname(folder)
  return above === dirname(above) ? folder : above
}

class Disk implements RobotFileSource {
  readonly root: string
  /** Where a URDF file that is a link really is: what is around it there belongs to it as well. */
  private readonly real: string | undefined

  constructor(
    /** The URDF file as the caller wrote it, and in full. */
    private readonly given: string,
    private readonly file: string,
    root: string | undefined,
    private readonly maxBytes: number,
  ) {
    this.root = root ?? rootOf(file)
    if (root !== undefined) return
    try {
      this.real = disk.realpathNow(rootOf(disk.realpathNow(file)))
    } catch {
      // Not there: said when it is read.
    }
  }

  show(path: RobotFilePath): string {
    const full = pathOf(path)
    if (full === this.file) return this.given
    return isAbsolute(this.given) ? full : relative('.', full) || '.'
  }

  absolute(place: MeshPlace & { readonly kind: 'absolute' | 'url' }): RobotFilePath | RefusedFile {
    return place.kind === 'url' ? { refused: 'a file: nothing is fetched from servers' } : place.path
  }

  async read(path: RobotFilePath, within: readonly RobotFilePath[]): Promise<Uint8Array | RefusedFile | undefined> {
    try {
      const real = await disk.realpath(pathOf(path))
      if (within.length > 0 && !(await this.isWithin(real, within))) {
        const places = within.map((folder) => this.show(folder)).join(' or ')
        return { refused: `a file inside ${places} (option root)`, got: 'a link that leads out of it' }
      }
      const stats = await disk.stat(real)
      return this.refusal(stats) ?? (await disk.readFile(real))
    } catch (error) {
      return failure(error)
    }
  }

  private async isWithin(real: string, within: readonly RobotFilePath[]): Promise<boolean> {
    for (const folder of within) if (isInside(real, await disk.realpath(pathOf(folder)))) return true
    return this.real !== undefined && isInside(real, this.real)
  }

  /** A pipe or a device may never end, and a file may be larger than memory. */
  private refusal(stats: PathStats): RefusedFile | undefined {
    if (!stats.isFile()) return { refused: 'a file', got: stats.isDirectory() ? 'a folder' : 'something else' }
    if (stats.size <= this.maxBytes) return undefined
    return { refused: `a file of at most ${this.maxBytes} bytes (option maxBytes)`, got: `${stats.size}` }
  }

  async packageFolders(name: string): Promise<RobotFilePath[]> {
    const found: string[] = []
    const beside: string[] = []
    let levels = 0
    for (let at = dirname(this.file); at !== dirname(at); at = dirname(at)) {
      found.push(at, join(at, name))
      if (!isInside(at, this.root)) levels++
      if (levels <= MOST_LEVELS) beside.push(...(await foldersIn(at)))
    }
    return [...found, ...beside].map((path) => namesOf(path))
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await disk.foldersIn(folder)
    return entries
      .filter((entry) => !entry.isFile())
      .slice(0, MOST_FOLDERS)
      .map(({ name }) => join(folder, name))
  } catch {
    // A folder that may be passed through but not listed.
    return []
  }
}

function failure(error: unknown): RefusedFile | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return undefined
    case 'EACCES':
    case 'EPERM':
      return { refused: 'a file that can be read', got: 'one that may not be read' }
    case undefined:
      throw error
    default:
      return { refused: 'a file that can be read', got: (error as Error).message }
  }
}
