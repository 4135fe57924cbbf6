// The URDF text that a xacro file comes to, with the files that it names: found by the rules of robot-files.ts, and read through
// the same source. `$(find name)` stays `package://name` throughout, so that no answer depends on where a folder is.
import { type MissingMesh, RobotFileError } from '../../errors.js'
import { plural } from '../text/plural.js'
import { expandXacro } from '../xacro/expand.js'
import { type WrittenXacro, writeExpanded } from '../xacro/output.js'
import { Refusal } from '../xacro/values.js'
import type { Asking, NamedText, NoFile, XacroFile, XacroSource } from '../xacro/world.js'
import { type FileSpot, type RobotFilePath, RobotFiles, type RobotSurroundings } from './robot-files.js'
import { readMeshPlace } from './robot-paths.js'
import { decodeRobotText } from './robot-text.js'
import { RobotText } from './robot-xml.js'

/** Files that a robot may include or load, and how many bytes of them. */
const MOST_FILES = 1000
const MOST_BYTES = 2 ** 24
/** Stands for the folder of the main file, for `$(dirname)`. */
const MAIN = 'dirname://'

/** A file that has been read: where it is, and by which name others find it again. */
interface KnownFile extends XacroFile, FileSpot {
  readonly folder: string
}

export interface ExpandedRobot extends WrittenXacro {
  readonly notes: readonly string[]
}

/** Is this a file to expand? By its name or by its first elements. */
export function isXacro(name: string, text: string): boolean {
  return /\.xacro$/i.test(name) || /<xacro:[a-z]/i.test(text)
}

/** The URDF text of a xacro file. Throws RobotFileError with the file and the line at fault, which may be an included one's. */
export async function expandRobot(
  path: RobotFilePath,
  text: string,
  around: RobotSurroundings,
  given: ReadonlyMap<string, string>,
): Promise<ExpandedRobot> {
  const source = new XacroFiles(around, text)
  const main = source.main(path, text)
  const { root, notes, unknown, known } = await expandXacro(main, source, given)
  if (unknown.length > 0) {
    const expected = `arguments that the file has: ${known.join(', ') || 'there are none'}`
    throw new RobotFileError(main.name, {}, expected, unknown.join(', '))
  }
  const macros = main.root.children.filter(({ name }) => name === 'xacro:macro').length
  if (macros > 0 && root.children.length === 0) {
    const expected = 'a robot: this file only defines macros, which another file includes and calls. Read that file'
    throw new RobotFileError(main.name, {}, expected, `${plural(macros, 'macro')} and no <link>`)
  }
  try {
    return { ...writeExpanded(root, outward), notes: [...source.notes, ...notes] }
  } catch (error) {
    if (error instanceof Refusal) throw new RobotFileError(main.name, {}, error.expected, error.got)
    throw error
  }
}

/** An error about the text that was expanded, at the place that it came from. */
export function placedError(error: unknown, file: string, { places }: WrittenXacro): unknown {
  if (!(error instanceof RobotFileError) || error.file !== file || error.line === undefined) return error
  const place = places[error.line - 1]
  if (place === undefined) return error
  const missing = error.missing.map((one): MissingMesh => ({ ...one, line: places[one.line - 1]?.line ?? one.line }))
  return new RobotFileError(place.file, { line: place.line, field: error.field }, error.expected, error.got, missing)
}

/** Meshes are found by package, or from the main file's folder. */
function outward(value: string): string {
  if (value.includes('file://package://')) return outward(value.replaceAll('file://package://', 'package://'))
  return value.includes(MAIN) ? value.replaceAll(`file://${MAIN}`, MAIN).replaceAll(MAIN, '') : value
}

class XacroFiles implements XacroSource {
  readonly notes: string[] = []
  private readonly files: RobotFiles
  private readonly known = new Map<string, KnownFile>()
  private mainSpot!: FileSpot
  private count = 0
  private bytes = 0

  constructor(
    private readonly around: RobotSurroundings,
    text: string,
  ) {
    const names = text.match(/\$\(find\s+[^\s)]+|\b(?:package|model):\/\/[^/"'\s]*/gi) ?? []
    const packages = new Set(names.map((name) => name.replace(/^.*[\s/]/, '')))
    this.files = new RobotFiles({ ...around, onePackage: packages.size === 1 })
    // One list: guesses are noted while files are read.
    this.notes = this.files.notes
  }

  main(path: RobotFilePath, text: string): XacroFile {
    this.mainSpot = { path, within: [this.around.root] }
    if (text.length > MOST_BYTES) {
      throw new RobotFileError(this.around.source.show(path), {}, `at most ${MOST_BYTES} characters`, `${text.length}`)
    }
    return this.keep(this.mainSpot, text, `${MAIN}.`)
  }

  private keep(spot: FileSpot, text: string, folder: string): KnownFile {
    const name = this.around.source.show(spot.path)
    const file = { ...spot, name, folder, root: new RobotText(name, 'xacro').tree(text) }
    this.known.set(spot.path.join('/'), file)
    return file
  }

  folderOf(file: XacroFile): string {
    return (file as KnownFile).folder
  }

  async include(filename: string, asking: Asking): Promise<XacroFile | NoFile> {
    const found = await this.find(filename, asking)
    if ('missing' in found) return found
    const known = this.known.get(found.path.join('/'))
    if (known !== undefined) return known
    this.charge(found.bytes.length, asking)
    const name = this.around.source.show(found.path)
    return this.keep(
      found,
      decodeRobotText(found.bytes, name, 'xacro'),
      folderOfName(filename, this.folderOf(asking.from)),
    )
  }

  async text(filename: string, asking: Asking): Promise<NamedText | NoFile> {
    const found = await this.find(filename, asking)
    if ('missing' in found) return found
    this.charge(found.bytes.length, asking)
    const name = this.around.source.show(found.path)
    return { name, text: decodeRobotText(found.bytes, name, 'YAML') }
  }

  private find(filename: string, { from, place, field }: Asking): ReturnType<RobotFiles['readFile']> {
    const isMain = filename.startsWith(MAIN)
    const request = { ...place, field, filename: isMain ? filename.slice(MAIN.length) : filename }
    return this.files.readFile(request, isMain ? this.mainSpot : (from as KnownFile))
  }

  private charge(bytes: number, { place, field }: Asking): void {
    this.bytes += bytes
    if (++this.count <= MOST_FILES && this.bytes <= MOST_BYTES) return
    const expected = `at most ${MOST_FILES} files and ${MOST_BYTES} bytes in all`
    throw new RobotFileError(place.file, { line: place.line, field }, expected, 'more')
  }
}

/** The folder of a file by the name under which it was included, so that the same name leads there from everywhere. */
function folderOfName(filename: string, from: string): string {
  const isFull = filename.startsWith(MAIN) || readMeshPlace(filename).kind !== 'relative'
  const whole = isFull ? filename : `${from}/${filename}`
  return whole.slice(0, Math.max(0, whole.lastIndexOf('/')))
}
