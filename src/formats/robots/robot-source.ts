// A robot from wherever files are kept: its URDF or MJCF file (the root element says which), the SRDF file that goes with it, and the meshes that it names. The
// readers for file systems, servers and folders in memory are thin ones over this.

import { checkFields } from '../../base/math/checks.js'
import { InvalidInputError, RobotFileError } from '../../errors.js'
import type { Robot } from '../../robots/model/robot.js'
import { MESH_MAX_BYTES } from '../meshes/parse-mesh.js'
import { parseMjcf } from './mjcf.js'
import { type IncludeReader, isMjcf } from './mjcf-element.js'
import { type RobotFilePath, type RobotFileSource, RobotFiles } from './robot-files.js'
import { assembleRobot, checkParseOptions, type ParseRobotOptions, parseRobot } from './robot-parse.js'
import { isInFolder, readMeshPlace } from './robot-paths.js'
import { decodeRobotText } from './robot-text.js'

/** Options of all readers of robots. */
export interface RobotOptions
  extends Pick<
    ParseRobotOptions,
    'name' | 'geometry' | 'missing' | 'open' | 'closeWithin' | 'virtualJoints' | 'maxMeshes'
  > {
  /** No file, and nothing that it inflates to, may take more bytes than this. 256 MiB if left out. */
  readonly maxBytes?: number | undefined
}

/** How `robotFromSource` finds and reads the files of a robot. */
export interface RobotSourceOptions extends RobotOptions {
  /** The SRDF file. None is read unasked: what it allows is not checked any more. */
  readonly srdf?: RobotFilePath | undefined
  /** Nothing outside it is read, except packages. The folder above the URDF file's if left out. */
  readonly root?: RobotFilePath | undefined
  /** Where packages are. */
  readonly packages?: ReadonlyMap<string, RobotFilePath> | undefined
  /** Absolute paths are followed wherever they lead. */
  readonly allowAbsolute?: boolean | undefined
  /** True if `root` may be a part of a larger package: what a dropped folder was in is not known. */
  readonly cutOff?: boolean | undefined
}

const FIELDS = [
  ...['name', 'geometry', 'missing', 'open', 'closeWithin', 'virtualJoints', 'maxMeshes', 'maxBytes'],
  ...['srdf', 'root', 'packages', 'allowAbsolute', 'cutOff'],
]

/**
 * Reads a robot through a source of files, for those who keep files neither on a disk nor on a server. Throws
 * RobotFileError, and MeshFileError for a mesh that is broken.
 */
export async function robotFromSource(
  source: RobotFileSource,
  urdf: RobotFilePath,
  options: RobotSourceOptions = {},
): Promise<Robot> {
  checkFields('options', options, FIELDS)
  const { srdf, root, packages = new Map(), allowAbsolute = false, cutOff, maxBytes = MESH_MAX_BYTES } = options
  const { name, geometry, missing, open, closeWithin, virtualJoints, maxMeshes } = options
  if (!Number.isInteger(maxBytes) || maxBytes <= 0) {
    throw new InvalidInputError('options.maxBytes', maxBytes, 'a whole number of bytes, more than 0')
  }
  if (typeof allowAbsolute !== 'boolean') {
    throw new InvalidInputError('options.allowAbsolute', allowAbsolute, 'true or false')
  }
  const folder = urdf.slice(0, -1)
  const top = root ?? folder.slice(0, -1)
  if (!isInFolder(folder, top)) {
    const expected = `a folder that ${source.show(urdf)} is in`
    throw new InvalidInputError('options.root', source.show(top), expected)
  }
  const file = source.show(urdf)
  const text = await readText(source, urdf, 'URDF', maxBytes)
  if (text === undefined) throw new RobotFileError(file, {}, 'a file that can be read', 'no such file')
  const onePackage = new Set(text.match(/\b(?:package|model):\/\/[^/"'\s]*/gi)).size === 1
  const files = new RobotFiles({ source, folder, root: top, packages, allowAbsolute, cutOff, onePackage, maxBytes })
  const semantic = srdf === undefined ? undefined : await readText(source, srdf, 'SRDF', maxBytes)
  if (srdf !== undefined && semantic === undefined) {
    throw new RobotFileError(source.show(srdf), {}, 'a file that can be read', 'no such file')
  }
  const settings: ParseRobotOptions = {
    ...{ name, geometry, missing, open, closeWithin, virtualJoints, maxMeshes, file },
    srdf: semantic,
    srdfFile: srdf === undefined ? undefined : source.show(srdf),
    readMesh: files.readMesh,
    notes: files.notes,
  }
  if (!isMjcf(text)) return parseRobot(text, settings)
  checkParseOptions(settings)
  const readInclude = includesOf(source, folder, top, maxBytes)
  return assembleRobot(await parseMjcf(text, file, geometry ?? 'collision', readInclude), settings)
}

/** Files that a model includes: by paths from its folder, inside `root`. */
function includesOf(
  source: RobotFileSource,
  folder: RobotFilePath,
  root: RobotFilePath,
  maxBytes: number,
): IncludeReader {
  return async (path) => {
    const place = readMeshPlace(path.replaceAll('%', '%25'))
    if (place.kind !== 'relative' || place.up > folder.length) return { refused: 'a path from the folder of the model' }
    const whole = [...folder.slice(0, folder.length - place.up), ...place.path]
    if (!isInFolder(whole, root)) return { refused: `a path inside ${source.show(root)} (option root)` }
    const text = await readText(source, whole, 'MJCF', maxBytes, [root])
    return text === undefined
      ? { refused: 'a file that is there', got: 'no such file' }
      : { file: source.show(whole), text }
  }
}

async function readText(
  source: RobotFileSource,
  path: RobotFilePath,
  kind: string,
  maxBytes: number,
  within: readonly RobotFilePath[] = [],
): Promise<string | undefined> {
  const file = source.show(path)
  const bytes = await source.read(path, within)
  if (bytes === undefined) return undefined
  if ('refused' in bytes) throw new RobotFileError(file, {}, bytes.refused, bytes.got)
  if (bytes.length > maxBytes) {
    throw new RobotFileError(file, {}, `a file of at most ${maxBytes} bytes (option maxBytes)`, `${bytes.length}`)
  }
  return decodeRobotText(bytes, file, kind)
}
