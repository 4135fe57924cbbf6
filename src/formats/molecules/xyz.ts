// XYZ: frames one after the other, each a line with the number of beads, a line of anything, and a line a bead: its name, x, y,
// z, and perhaps more. The name may be missing where there is nothing but three numbers. Extended XYZ says in its second line
// which columns are what (Properties=species:S:1:pos:R:3:…), and is believed. It may have a periodic cell there, too (Lattice="…", the
// vectors a, b and c; pbc="T T T"), which is read when it is asked for.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { FramesFileError } from '../../errors.js'
import { plural } from '../text/plural.js'
import { TextCursor } from '../text/text-cursor.js'
import { cellOfBox, isUprightBox } from './box-cell.js'
import { beadName, type FrameAtoms, selectBeads } from './frames-atoms.js'
import {
  bytesOfText,
  checkFrame,
  type Frames,
  type FramesOptions,
  FramesSource,
  type PeriodicCell,
  pickBeads,
  readFramesOptions,
} from './frames-data.js'

/** "0 0 0" and a line end. */
const SHORTEST_LINE = 6
/** How much of a second line is searched for Properties. */
const LOOK = 4096
const MOST_COLUMNS = 1000

/** The frames of an XYZ file. Throws FramesFileError with the line if it cannot be read. */
export function parseXyz(text: string | Uint8Array, options: FramesOptions = {}): Frames {
  const read = readFramesOptions(options)
  return readXyz(new FramesSource(bytesOfText(text), read.name, read))
}

export function readXyz(source: FramesSource): Frames {
  const { bytes, options } = source
  const cursor: TextCursor = new TextCursor(bytes, source.file, { error: FramesFileError })
  const frames: Float64Array[] = []
  const comments: Comment[] = []
  let beads: Int32Array | undefined
  let atoms: FrameAtoms | undefined
  let names: string[] = []
  let count = 0
  for (cursor.skipSpace(); !cursor.atEnd(); cursor.skipSpace()) {
    const line = cursor.line
    const found = readCount(source, cursor)
    if (beads === undefined) count = found
    else if (found !== count) {
      source.fail(
        { line, field: `frame ${frames.length}` },
        `${count}, the number of beads in the first frame`,
        `${found}`,
      )
    }
    const comment = readComment(source, cursor)
    const columns = readColumns(source, comment) ?? plainColumns(cursor)
    const first = beads === undefined
    const all = new Float64Array(3 * count)
    const here = new Array<string>(count).fill('')
    if (first) names = here
    for (let k = 0; k < count; k++) readLine(cursor, columns, all, k, here)
    // A file whose atoms change places would be read as if they jumped.
    for (const k of beads ?? []) {
      if (here[k] === names[k]) continue
      const field = `atom ${k} of frame ${frames.length}`
      source.fail({ line: line + 2 + k, field }, `"${names[k]}", as in the first frame`, `"${here[k]}"`)
    }
    if (beads === undefined) {
      if (options.topology !== undefined && options.topology.names.length !== count) {
        source.fail({ line }, `that of the topology, ${options.topology.names.length}`, `${count}`)
      }
      atoms = options.topology ?? { names }
      beads = selectBeads(source, atoms)
    }
    source.checkRoom(frames.length + 1, beads.length, { line })
    frames.push(pickBeads(all, beads))
    comments.push({ line: comment.line, text: LATTICE.test(comment.text) ? comment.text : '' })
  }
  if (beads === undefined || atoms === undefined)
    source.fail({ line: cursor.line }, 'a number of beads', 'the end of the file')
  const known = atoms.names.some((name) => name !== '')
  return {
    format: 'xyz',
    count: frames.length,
    beads: beads.length,
    atoms: count,
    names: known ? Array.from(beads, (k) => beadName(atoms, k)) : undefined,
    notes: source.notes,
    frame: (k) => frames[checkFrame(k, frames.length)]!.slice(),
    cell: (k) => readLattice(source, comments[checkFrame(k, frames.length)]!, k),
  }
}

/** The first line of a frame, at the cursor. */
function readCount(source: FramesSource, cursor: TextCursor): number {
  const count = cursor.integer('the number of beads', 1, 2 ** 31 - 1)
  const left = source.bytes.length - cursor.at
  if (SHORTEST_LINE * count > left + 1) {
    cursor.fail(`a number of beads that the ${plural(left, 'byte')} that follow can hold`)
  }
  if (!cursor.atLineEnd()) {
    cursor.token()
    cursor.fail('the end of the line after the number of beads')
  }
  cursor.nextLine()
  return count
}

/** In which columns, from 0, the name and x are; undefined: as plain XYZ has them. */
interface Columns {
  readonly name: number
  readonly x: number
}

/** The second line of a frame. */
interface Comment {
  readonly line: number
  readonly text: string
}

function readComment(source: FramesSource, cursor: TextCursor): Comment {
  const { line, at } = cursor
  cursor.nextLine()
  let text = ''
  for (let k = at; k < Math.min(cursor.at, at + LOOK); k++) text += String.fromCharCode(source.bytes[k]!)
  return { line, text }
}

const LATTICE = /(?:^|\s)Lattice\s*=\s*"([^"]*)"/i
const PBC = /(?:^|\s)pbc\s*=\s*"([^"]*)"/i

/** The cell by its vectors; undefined where there is none, or nothing is periodic. */
function readLattice(source: FramesSource, { line, text }: Comment, k: number): PeriodicCell | undefined {
  const given = LATTICE.exec(text)?.[1]
  if (given === undefined) return undefined
  const fail = (expected: string, got: string): never =>
    source.fail({ line, field: `Lattice of frame ${k}` }, expected, got)
  const periodic = (PBC.exec(text)?.[1] ?? 'T T T')
    .trim()
    .toUpperCase()
    .split(/\s+/)
    .map((flag) => flag.slice(0, 1))
  if (periodic.every((flag) => flag === 'F' || flag === '0')) return undefined
  if (!periodic.every((flag) => flag === 'T' || flag === '1'))
    fail('a cell that repeats along all three axes', periodic.join(' '))
  const numbers = given.trim().split(/\s+/).map(Number)
  if (numbers.length !== 9 || !numbers.every((x) => Math.abs(x) <= MAX_COORDINATE))
    fail('nine numbers', JSON.stringify(given.slice(0, 60)))
  // As lengths and angles have it: any other orientation would be lost.
  if (!isUprightBox(numbers)) fail('a along x, b in the plane of x and y, c upward', numbers.join(' '))
  return cellOfBox(numbers)
}

function readColumns(source: FramesSource, { line, text }: Comment): Columns | undefined {
  const properties = /(?:^|\s)Properties\s*=\s*(?:"([^"]*)"|(\S+))/i.exec(text)
  if (properties === null) return undefined
  const parts = (properties[1] ?? properties[2]!).split(':')
  let [name, x, column] = [-1, -1, 0]
  for (let k = 0; k + 2 < parts.length; k += 3) {
    const [what, width] = [parts[k]!.toLowerCase(), Number(parts[k + 2])]
    if (what === 'pos' && width === 3) x = column
    if (what === 'species' && width === 1) name = column
    column += Number.isInteger(width) && width > 0 && width < MOST_COLUMNS ? width : Number.NaN
  }
  if (!(x >= 0 && column <= MOST_COLUMNS) || parts.length % 3 !== 0) {
    source.fail(
      { line, field: 'Properties' },
      'name:type:count of every column, with pos:R:3 among them',
      JSON.stringify(parts.join(':').slice(0, 60)),
    )
  }
  return { name, x }
}

/** One bead, on a line of its own. */
function readLine(cursor: TextCursor, columns: Columns, out: Float64Array, k: number, names: string[]): void {
  const { name, x } = columns
  for (let column = 0; column < x; column++) {
    if (!cursor.token()) cursor.fail('a bead: its name, x, y and z')
    if (column === name) names[k] = cursor.text()
  }
  for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = cursor.coordinate(`${'xyz'[axis]} of a bead`)
  for (let column = x + 3; column <= name; column++) {
    if (!cursor.token()) cursor.fail('the name of a bead')
    if (column === name) names[k] = cursor.text()
  }
  if (columns === BARE && !cursor.atLineEnd()) {
    cursor.token()
    cursor.fail('nothing but x, y and z, as for the first bead of the frame')
  }
  cursor.nextLine()
}

const NAMED: Columns = { name: 0, x: 1 }
const BARE: Columns = { name: -1, x: 0 }

/** By the first bead of a frame: three words are three numbers; with more, the first is a name. */
function plainColumns(cursor: TextCursor): Columns {
  const { at, start } = cursor
  let words = 0
  while (words < 4 && cursor.token()) words++
  cursor.at = at
  cursor.start = start
  return words === 3 ? BARE : NAMED
}
