// Where a robot's meshes are, and the other files that a xacro file names. Files come from a source (a file system, a server, a dropped folder); what may be read, and in
// which order a package is looked for, is decided here for all of them.
//
// What may be read: what is in `root`, or in a folder that the caller has named for a package, or in a folder that says in
// its package.xml that it is that package. Nothing else, whether by `..`, an absolute path, or a link that leads out; a
// caller may allow absolute paths. What is refused is refused by name, with the link that wants it.
//
// Where a package is looked for:
//   1. where the caller says it is, and nowhere else;
//   2. from the URDF file's folder up to `root`: a folder of its name, or such a folder beside it;
//   3. a folder around the URDF file whose package.xml has that name, also above `root`;
//   4. in the URDF file's own surroundings, as if the package were one of the folders above the file, but only for files in
//      `root`, and only if no package.xml there says which package that is and the file names one package only: else a
//      gripper's meshes could be taken from the arm's package. It is a guess, and noted: many robots are handed on without
//      the package around them.
import { strFromU8 } from 'fflate'
import { RobotFileError } from '../../errors.js'
import type { MeshData } from '../meshes/mesh-data.js'
import { parseMesh } from '../meshes/parse-mesh.js'
import type { MeshReader, NoMesh } from './robot-meshes.js'
import { isInFolder, type MeshPlace, readMeshPlace } from './robot-paths.js'

/** A path as a list of names, the first one being whatever the source starts with: a drive, a server, a folder. */
export type RobotFilePath = readonly string[]

/** Why a file is not to be read: what was expected instead. */
export interface RefusedFile {
  readonly refused: string
  readonly got?: string | undefined
}

/** Where files come from. */
export interface RobotFileSource {
  /** The bytes of a file; undefined if there is none. `within`: the folders of which it has to be in one, links followed. */
  read(path: RobotFilePath, within: readonly RobotFilePath[]): Promise<Uint8Array | RefusedFile | undefined>
  /** A path as messages show it. */
  show(path: RobotFilePath): string
  /** Where an absolute path or an address leads in this source. */
  absolute(place: MeshPlace & { readonly kind: 'absolute' | 'url' }): RobotFilePath | RefusedFile
  /** Folders around the URDF file that may be a package of this name: their package.xml decides. */
  packageFolders(name: string): Promise<readonly RobotFilePath[]>
}

export interface RobotSurroundings {
  readonly source: RobotFileSource
  /** The folder of the URDF file. In `root`. */
  readonly folder: RobotFilePath
  readonly root: RobotFilePath
  readonly packages: ReadonlyMap<string, RobotFilePath>
  readonly allowAbsolute: boolean
  /** True if `root` may be a part of a larger package: what a dropped folder was in is not known. */
  readonly cutOff?: boolean | undefined
  /** True if the URDF file names one package and no more. */
  readonly onePackage: boolean
  readonly maxBytes: number
}

/** Who asks for a file: its name, and what errors say of the place that names it. */
export interface FileRequest {
  readonly filename: string
  readonly file: string
  readonly line: number
  readonly field: string
}

/** Where a file is, and the folders that files which it names have to be in. */
export interface FileSpot {
  readonly path: RobotFilePath
  readonly within: readonly RobotFilePath[]
}

interface Candidate extends FileSpot {
  /** The folder that was taken to be the package, without anything that says so. */
  readonly guess?: RobotFilePath
}

/** Thrown by a synchronous look-up of a buffer that has to be read first. */
class NotReadYet extends Error {
  constructor(readonly uri: string) {
    super(uri)
  }
}

/** How much of a package.xml is searched for its name. */
const MANIFEST_BYTES = 16_384
/** A robot's mesh does not have more buffers than this. */
const MOST_BUFFERS = 100

export class RobotFiles {
  /** Guesses, once a package. To be examined when all meshes have been requested. */
  readonly notes: string[] = []
  private readonly meshes = new Map<string, Promise<MeshData | NoMesh>>()
  private readonly found = new Map<string, Promise<RobotFilePath | undefined>>()
  private readonly guessed = new Set<string>()
  private packaged: Promise<boolean> | undefined

  constructor(private readonly around: RobotSurroundings) {}

  readonly readMesh: MeshReader = ({ link, ...reference }) => {
    const field = `link ${JSON.stringify(link)} <mesh> ${JSON.stringify(reference.filename)}`
    const request = { ...reference, field }
    return this.first(request, undefined, (spot) => this.readOnce(request, spot))
  }

  /** A file that another one names: by its package, or from that one's folder. */
  readFile(request: FileRequest, from: FileSpot): Promise<(FileSpot & { readonly bytes: Uint8Array }) | NoMesh> {
    return this.first(request, from, async ({ path, within }) => {
      const bytes = await this.around.source.read(path, within)
      if (bytes === undefined) return { missing: '' }
      if ('refused' in bytes) return this.fail(request, bytes.refused, bytes.got)
      return { path, within: [...new Set([...within, this.around.root])], bytes }
    })
  }

  /** The first of the places where it may be at which there is something. */
  private async first<T extends object>(
    request: FileRequest,
    from: FileSpot | undefined,
    read: (spot: FileSpot) => Promise<T | NoMesh>,
  ): Promise<T | NoMesh> {
    const { source } = this.around
    const place = readMeshPlace(request.filename)
    for (const candidate of await this.candidates(request, place, from)) {
      const found = await read(candidate)
      if ('missing' in found) continue
      if (place.kind === 'package' && candidate.guess !== undefined) this.noteGuess(place.name, candidate.guess)
      return found
    }
    if (place.kind !== 'package') return { missing: '' }
    const folder = this.around.packages.get(place.name) ?? (await this.found.get(place.name))
    if (folder !== undefined) return { missing: `package ${JSON.stringify(place.name)} is ${source.show(folder)}` }
    return {
      missing: `package ${JSON.stringify(place.name)} not found around the file, or without it: option packages, or packages in a scene`,
    }
  }

  private noteGuess(name: string, folder: RobotFilePath): void {
    if (this.guessed.has(name)) return
    this.guessed.add(name)
    const up = this.around.folder.length - folder.length
    const where = up === 0 ? "the URDF file's folder" : `${'../'.repeat(up).slice(0, -1)} from the URDF file`
    this.notes.push(
      `Package ${JSON.stringify(name)} was not found under that name; taken to be ${where}, where its files are.`,
    )
  }

  private fail({ file, line, field }: FileRequest, expected: string, got?: string): never {
    throw new RobotFileError(file, { line, field }, expected, got)
  }

  private async candidates(reference: FileRequest, place: MeshPlace, from?: FileSpot): Promise<Candidate[]> {
    const { root, source, allowAbsolute } = this.around
    const folder = from?.path.slice(0, -1) ?? this.around.folder
    const within = from?.within ?? [root]
    switch (place.kind) {
      case 'refused':
        return this.fail(reference, place.expected)
      case 'relative': {
        const path = [...folder.slice(0, Math.max(0, folder.length - place.up)), ...place.path]
        if (place.up > folder.length || !within.some((top) => isInFolder(path, top))) {
          this.fail(reference, `a path inside ${source.show(root)} (option root)`)
        }
        return [{ path, within }]
      }
      case 'absolute':
      case 'url': {
        const path = source.absolute(place)
        if ('refused' in path) return this.fail(reference, path.refused)
        if (!allowAbsolute && !isInFolder(path, root)) {
          this.fail(reference, `a path inside ${source.show(root)} (option root, option allowAbsolute)`)
        }
        return [{ path, within: allowAbsolute ? [] : [root] }]
      }
      case 'package':
        return this.packageCandidates(place.name, place.path)
    }
  }

  private async packageCandidates(name: string, path: RobotFilePath): Promise<Candidate[]> {
    const { folder, root, packages, cutOff } = this.around
    const given = packages.get(name)
    if (given !== undefined) return [{ path: [...given, ...path], within: [given] }]
    const list: Candidate[] = []
    for (let depth = folder.length; depth >= root.length; depth--) {
      const at = folder.slice(0, depth)
      if (at.at(-1) === name) list.push({ path: [...at, ...path], within: [root] })
      list.push({ path: [...at, name, ...path], within: [root] })
    }
    if (!this.found.has(name)) this.found.set(name, this.findPackage(name))
    const declared = await this.found.get(name)
    if (declared !== undefined) list.push({ path: [...declared, ...path], within: [declared, root] })
    if (!this.around.onePackage) return list
    this.packaged ??= this.isPackaged()
    if (await this.packaged) return list
    for (let depth = folder.length; depth >= 0; depth--) {
      const at = folder.slice(0, depth)
      const full = [...at, ...path]
      if (isInFolder(full, root)) list.push({ path: full, within: [root], guess: at })
    }
    if (cutOff) {
      for (let k = 1; k < path.length; k++) {
        list.push({ path: [...root, ...path.slice(k)], within: [root], guess: root })
      }
    }
    return list
  }

  /** True if the URDF file is in a package that says its name. */
  private async isPackaged(): Promise<boolean> {
    const { folder, root, source } = this.around
    for (let depth = folder.length; depth >= root.length; depth--) {
      if ((await source.read([...folder.slice(0, depth), 'package.xml'], [root])) !== undefined) return true
    }
    return false
  }

  private async findPackage(name: string): Promise<RobotFilePath | undefined> {
    const { source } = this.around
    for (const folder of await source.packageFolders(name)) {
      const manifest = await source.read([...folder, 'package.xml'], [folder])
      if (manifest instanceof Uint8Array && packageName(manifest) === name) return folder
    }
    return undefined
  }

  /** Links that name one file by two names share what was read. */
  private readOnce(reference: FileRequest, { path, within }: Candidate): Promise<MeshData | NoMesh> {
    const key = path.join('/')
    const known = this.meshes.get(key)
    if (known !== undefined) return known
    const mesh = this.parseFile(reference, path, within)
    this.meshes.set(key, mesh)
    return mesh
  }

  private async parseFile(
    reference: FileRequest,
    path: RobotFilePath,
    within: readonly RobotFilePath[],
  ): Promise<MeshData | NoMesh> {
    const { source, maxBytes } = this.around
    const bytes = await source.read(path, within)
    if (bytes === undefined) return { missing: '' }
    if ('refused' in bytes) return this.fail(reference, bytes.refused, bytes.got)
    const buffers = new Map<string, Uint8Array>()
    const resolve = (uri: string): Uint8Array => {
      const buffer = buffers.get(uri)
      if (buffer === undefined) throw new NotReadYet(uri)
      return buffer
    }
    for (;;) {
      try {
        return parseMesh(bytes, { name: source.show(path), maxBytes, resolve })
      } catch (error) {
        if (!(error instanceof NotReadYet)) throw error
        if (buffers.size === MOST_BUFFERS) this.fail(reference, `at most ${MOST_BUFFERS} buffers beside a mesh`, 'more')
        buffers.set(error.uri, await this.readBuffer(reference, path, within, error.uri))
      }
    }
  }

  /** A buffer that a glTF file names: relative to that file, and where that file may be. */
  private async readBuffer(
    reference: FileRequest,
    mesh: RobotFilePath,
    within: readonly RobotFilePath[],
    uri: string,
  ): Promise<Uint8Array> {
    const expected = `its buffer ${JSON.stringify(uri.slice(0, 80))}`
    const place = readMeshPlace(uri)
    if (place.kind !== 'relative') this.fail(reference, `${expected} by a relative path`)
    const path = [...mesh.slice(0, Math.max(0, mesh.length - 1 - place.up)), ...place.path]
    if (place.up > mesh.length - 1 || (within.length > 0 && !within.some((folder) => isInFolder(path, folder)))) {
      this.fail(reference, `${expected} in the same package`)
    }
    const bytes = await this.around.source.read(path, within)
    if (bytes === undefined) this.fail(reference, expected, 'no such file')
    if ('refused' in bytes) this.fail(reference, bytes.refused, bytes.got)
    return bytes
  }
}

/**
 * The name that a package.xml gives its package.
 *
 * @example
 * ```ts
 * import { packageName } from 'limber/robots'
 * const manifest = '<package><name>arm_description</name></package>'
 * console.log(packageName(new TextEncoder().encode(manifest))) // arm_description
 * ```
 */
export function packageName(manifest: Uint8Array): string | undefined {
  const text = strFromU8(manifest.subarray(0, MANIFEST_BYTES)).replaceAll(/<!--[\s\S]*?-->/g, '')
  return /<name>\s*([^<\s][^<]*?)\s*<\/name>/.exec(text)?.[1]
}
