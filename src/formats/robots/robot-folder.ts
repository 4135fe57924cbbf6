// A robot from files that are all in memory, by path: a folder dropped on a page, an unpacked archive.
import { checkFields } from '../../base/math/checks.js'
import { InvalidInputError, RobotFileError } from '../../errors.js'
import type { Robot } from '../../robots/model/robot.js'
import type { RefusedFile, RobotFilePath, RobotFileSource } from './robot-files.js'
import { normalise } from './robot-paths.js'
import { type RobotOptions, robotFromSource, srdfPathsOf } from './robot-source.js'

/** How `robotFromFiles` reads a robot. */
export interface RobotFromFilesOptions extends RobotOptions {
  /** The SRDF file, by its path in the folder, or `auto`. None is read unasked: what it allows is not checked any more. */
  readonly srdf?: string | undefined
}

const FIELDS = [
  ...['name', 'geometry', 'missing', 'open', 'closeWithin', 'virtualJoints', 'maxMeshes', 'srdf', 'maxBytes'],
  ...['arguments', 'figure'],
]

/**
 * The robot of a folder in memory. `urdf` is the path of its URDF or xacro file, or the end of it; it may be left out if
 * there is one URDF file only. Meshes are looked for in the folder and nowhere else. Throws RobotFileError, or MeshFileError for a broken mesh.
 */
export async function robotFromFiles(
  files: ReadonlyMap<string, Uint8Array> | Readonly<Record<string, Uint8Array>>,
  urdf?: string,
  options: RobotFromFilesOptions = {},
): Promise<Robot> {
  checkFields('options', options, FIELDS)
  if (files === null || typeof files !== 'object') throw new InvalidInputError('files', files, 'files by their paths')
  const { srdf, ...rest } = options
  const memory = new FilesInMemory(files instanceof Map ? files : Object.entries(files))
  const pathOf = (name: string | undefined, pattern: RegExp, kind: string): RobotFilePath =>
    memory.only(name, pattern, kind).split('/')
  const path = pathOf(urdf, /\.urdf$/i, 'URDF')
  return robotFromSource(memory, path, {
    ...rest,
    root: [],
    cutOff: true,
    srdf: srdf === undefined || srdf === 'auto' ? srdf : pathOf(srdf, /\.srdf$/i, 'SRDF'),
    unaskedSrdf: srdfPathsOf(path).find((one) => memory.get(one.join('/')) !== undefined),
  })
}

function key(path: string): string {
  return normalise(path).names.join('/')
}

/** Files by path, in memory: a dropped folder, an unpacked archive. Everything in it may be read. */
export class FilesInMemory implements RobotFileSource {
  private readonly files = new Map<string, Uint8Array>()

  constructor(files: Iterable<readonly [string, Uint8Array]>) {
    for (const [name, bytes] of files) {
      const { up, names } = normalise(name)
      if (up > 0 || names.length === 0 || !(bytes instanceof Uint8Array)) {
        throw new RobotFileError(name, {}, 'the bytes of a file, by a path inside the folder')
      }
      this.files.set(names.join('/'), bytes)
    }
  }

  /** Paths that end like this, in order. */
  paths(pattern: RegExp): string[] {
    return [...this.files.keys()].filter((path) => pattern.test(path)).sort()
  }

  /** The file that a caller means: by its path, by the end of its path, or the only one of its kind. */
  only(name: string | undefined, pattern: RegExp, kind: string): string {
    if (name !== undefined && typeof name !== 'string') throw new InvalidInputError(kind, name, 'the path of a file')
    const whole = name === undefined ? '' : key(name)
    if (whole !== '' && this.files.has(whole)) return whole
    const fitting =
      name === undefined ? this.paths(pattern) : this.paths(/^/).filter((path) => path.endsWith(`/${whole}`))
    if (fitting.length === 1) return fitting[0]!
    const shown = fitting.slice(0, 10).join(', ')
    const got = fitting.length === 0 ? 'none' : `${fitting.length}: ${shown}`
    throw new RobotFileError(name ?? 'the folder', {}, name === undefined ? `one ${kind} file` : 'one such file', got)
  }

  async read(path: RobotFilePath): Promise<Uint8Array | undefined> {
    return this.get(path.join('/'))
  }

  /** By its path, without `.` and `..`. */
  get(path: string): Uint8Array | undefined {
    return this.files.get(path)
  }

  show(path: RobotFilePath): string {
    return path.length === 0 ? 'the folder' : path.join('/')
  }

  absolute(): RefusedFile {
    return { refused: 'a path inside the folder: relative, or of a package' }
  }

  async packageFolders(): Promise<RobotFilePath[]> {
    return this.paths(/(^|\/)package\.xml$/).map((path) => path.split('/').slice(0, -1))
  }
}
