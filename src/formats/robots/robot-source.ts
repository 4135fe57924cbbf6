// A robot from wherever files are kept: its URDF or MJCF file (the root element says which; or the xacro file that comes to a URDF
// file), the SRDF file that goes with it, and the meshes that it names; or the figure of a motion-capture clip. The
// readers for file systems, servers and folders in memory are thin ones over this.

import { checkFields } from '../../base/math/checks.js'
import { InvalidInputError, RobotFileError } from '../../errors.js'
import type { Robot } from '../../robots/model/robot.js'
import { MESH_MAX_BYTES } from '../meshes/parse-mesh.js'
import { isBvh } from './bvh.js'
import { type FigureOptions, parseBvh } from './bvh-clip.js'
import { parseMjcf } from './mjcf.js'
import { type IncludeReader, isMjcf } from './mjcf-element.js'
import { type RobotFilePath, type RobotFileSource, RobotFiles } from './robot-files.js'
import { assembleRobot, checkParseOptions, type ParseRobotOptions, parseRobot } from './robot-parse.js'
import { isInFolder, readMeshPlace } from './robot-paths.js'
import { decodeRobotText } from './robot-text.js'
import { expandRobot, isXacro, placedError } from './robot-xacro.js'

/** Options of all readers of robots. */
export interface RobotOptions
  extends Pick<
    ParseRobotOptions,
    'name' | 'geometry' | 'missing' | 'open' | 'closeWithin' | 'virtualJoints' | 'maxMeshes'
  > {
  /** For a xacro file: the values of its arguments, by name. Numbers and booleans are written as text. */
  readonly arguments?: Readonly<Record<string, string | number | boolean>> | undefined
  /** For a motion-capture clip (BVH): the thickness of its bones, and the scale of its lengths. */
  readonly figure?: FigureOptions | undefined
  /** No file, and nothing that it inflates to, may take more bytes than this. 256 MiB if left out. */
  readonly maxBytes?: number | undefined
}

/** How `robotFromSource` finds and reads the files of a robot. */
export interface RobotSourceOptions extends RobotOptions {
  /**
   * The SRDF file; `auto` is the first of `srdfPathsOf` that is there and in `root`, and one has to be. None is read unasked:
   * what it allows is not checked any more.
   */
  readonly srdf?: RobotFilePath | 'auto' | undefined
  /** An SRDF file that is there and was not asked for: a note mentions it. */
  readonly unaskedSrdf?: RobotFilePath | undefined
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
  ...['arguments', 'figure', 'srdf', 'unaskedSrdf', 'root', 'packages', 'allowAbsolute', 'cutOff'],
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
  const given = readArguments(options.arguments)
  const written = await readText(source, urdf, 'URDF', maxBytes)
  if (written === undefined) throw new RobotFileError(file, {}, 'a file that can be read', 'no such file')
  if (isBvh(written)) return figureFromText(written, file, options)
  if (!/^\ufeff?\s*</.test(written)) {
    const got = written.trim() === '' ? 'an empty file' : /^\ufeff?\s*[{[]/.test(written) ? 'JSON' : 'something else'
    throw new RobotFileError(file, {}, 'a URDF, xacro or MuJoCo file, which are XML, or a BVH file', got)
  }
  if (options.figure !== undefined) {
    throw new InvalidInputError('options.figure', options.figure, `left out: it is for BVH files, unlike ${file}`)
  }
  const around = { source, folder, root: top, packages, allowAbsolute, cutOff, maxBytes }
  const expanded =
    given.size > 0 || isXacro(file, written)
      ? await expandRobot(urdf, written, { ...around, onePackage: false }, given)
      : undefined
  const text = expanded?.text ?? written
  const onePackage =
    new Set(Array.from(text.matchAll(/\b(?:package|model):\/\/\/?([^/"'\s]+)/gi), (match) => match[1])).size === 1
  const files = new RobotFiles({ ...around, onePackage })
  files.notes.push(...(expanded?.notes ?? []))
  const semantic =
    srdf === 'auto' ? await findSrdf(source, urdf, top, maxBytes) : await readSrdf(source, srdf, maxBytes)
  if (srdf === undefined && options.unaskedSrdf !== undefined) {
    const beside = options.unaskedSrdf.at(-1)
    files.notes.push(
      `${beside} is beside ${urdf.at(-1)}, and was not read: it may say which links need no checking (option srdf: 'auto').`,
    )
  }
  const settings: ParseRobotOptions = {
    ...{ name, geometry, missing, open, closeWithin, virtualJoints, maxMeshes, file },
    srdf: semantic?.text,
    srdfFile: semantic?.file,
    readMesh: files.readMesh,
    notes: files.notes,
  }
  if (isMjcf(text)) {
    checkParseOptions(settings)
    const readInclude = includesOf(source, folder, top, maxBytes)
    return assembleRobot(await parseMjcf(text, file, geometry ?? 'collision', readInclude), settings)
  }
  try {
    return await parseRobot(text, settings)
  } catch (error) {
    throw expanded === undefined ? error : placedError(error, file, expanded)
  }
}

/** What a clip has no use for. */
const NOT_FOR_FIGURES = ['geometry', 'open', 'closeWithin', 'srdf', 'virtualJoints', 'arguments'] as const

function figureFromText(text: string, file: string, options: RobotSourceOptions): Robot {
  for (const name of NOT_FOR_FIGURES) {
    if (options[name] === undefined) continue
    throw new InvalidInputError(`options.${name}`, options[name], 'left out: a BVH file has bones only')
  }
  return parseBvh(text, { ...options.figure, name: options.name, file }).robot
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

function readArguments(given: RobotOptions['arguments']): ReadonlyMap<string, string> {
  if (given === undefined) return new Map()
  if (given === null || typeof given !== 'object') {
    throw new InvalidInputError('options.arguments', given, 'values by the names of arguments')
  }
  for (const [name, value] of Object.entries(given)) {
    if (['string', 'number', 'boolean'].includes(typeof value)) continue
    throw new InvalidInputError(`options.arguments.${name}`, value, 'a text, a number or a boolean')
  }
  return new Map(Object.entries(given).map(([name, value]) => [name, `${value}`]))
}

/**
 * Where the SRDF file of a URDF file is by custom: of the same name, in its folder or in a folder `srdf` beside that.
 *
 * @example
 * ```ts
 * import { srdfPathsOf } from 'limber/robots'
 * console.log(srdfPathsOf(['arm', 'urdf', 'arm.urdf']).map((path) => path.join('/')).join(' ')) // arm/urdf/arm.srdf arm/srdf/arm.srdf
 * ```
 */
export function srdfPathsOf(urdf: RobotFilePath): RobotFilePath[] {
  const name = `${urdf.at(-1)!.replace(/(\.urdf)?(\.xacro)?$/i, '')}.srdf`
  const folder = urdf.slice(0, -1)
  return [
    [...folder, name],
    [...folder.slice(0, -1), 'srdf', name],
  ]
}

interface SrdfText {
  readonly text: string
  readonly file: string
}

async function findSrdf(
  source: RobotFileSource,
  urdf: RobotFilePath,
  root: RobotFilePath,
  maxBytes: number,
): Promise<SrdfText> {
  const places = srdfPathsOf(urdf).filter((path) => isInFolder(path, root))
  for (const path of places) {
    const text = await readText(source, path, 'SRDF', maxBytes, [root])
    if (text !== undefined) return { text, file: source.show(path) }
  }
  const expected = `its SRDF file (option srdf: 'auto') at ${places.map((path) => source.show(path)).join(' or ')}`
  throw new RobotFileError(source.show(urdf), {}, expected, 'no such file')
}

async function readSrdf(
  source: RobotFileSource,
  path: RobotFilePath | undefined,
  maxBytes: number,
): Promise<SrdfText | undefined> {
  if (path === undefined) return undefined
  const text = await readText(source, path, 'SRDF', maxBytes)
  if (text !== undefined) return { text, file: source.show(path) }
  throw new RobotFileError(source.show(path), {}, 'a file that can be read', 'no such file')
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
