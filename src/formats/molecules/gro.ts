// GRO, the coordinates of GROMACS: text in fixed columns, frames one after the other. A title, the number of atoms, and a line an
// atom: number and name of its residue, its name, its number (five columns each), x, y, z and perhaps velocities, which are passed
// over. How wide these are is seen from the distance of the first two decimal points. Then a line with the box: three lengths, or
// nine numbers, v1x v2y v3z v1y v1z v2x v2z v3x v3y. Nanometres in the file, ångström here.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { parseDecimal } from '../text/parse-decimal.js'
import { plural } from '../text/plural.js'
import { quoted, textStart } from '../text/text-cursor.js'
import { beadName, type FrameAtoms, selectBeads } from './frames-atoms.js'
import {
  bytesOfText,
  checkFrame,
  type Frames,
  type FramesOptions,
  FramesSource,
  readFramesOptions,
} from './frames-data.js'
import { CELL_NOTE, cellOfFrame, isBox } from './gromacs-frames.js'
import { columns, type LineSource } from './pdb-frames-lines.js'

const LF = 10
const CR = 13
const BLANK = 32
const POINT = 46
/** Columns before x. */
const NAMES = 20
/** Widths of a coordinate: one decimal to sixteen. */
const [NARROWEST, WIDEST] = [6, 21] as const

/** The lines of one frame. */
export interface GroFrame {
  /** Where the lines of the atoms start. */
  readonly starts: Int32Array
  /** The number of the first of them. */
  readonly line: number
  /** Of a coordinate, in columns. */
  readonly width: number
  /** Vectors a, b and c in Å. */
  readonly box: readonly number[]
}

/** The frames of a GRO file. Throws FramesFileError with the line if it cannot be read. */
export function parseGro(text: string | Uint8Array, options: FramesOptions = {}): Frames {
  const read = readFramesOptions(options)
  return readGro(new FramesSource(bytesOfText(text), read.name, read))
}

/** How much of a text is examined. */
const LOOK = 4096

/** True if it begins as one: any line, a number by itself, and a line with numbers and names in the right columns. */
export function isGro(bytes: Uint8Array): boolean {
  let text = ''
  for (let k = textStart(bytes); k < Math.min(bytes.length, LOOK); k++) text += String.fromCharCode(bytes[k]!)
  const [, count, atom] = text.split(/\r\n|\n|\r/)
  return (
    count !== undefined &&
    /^\s*\d+\s*$/.test(count) &&
    /^[ \d]{4}\d.{5}.{5}[ \d*]{4}[\d*] *-?\d+\.\d+ *-?\d+\.\d+/.test(atom ?? '')
  )
}

export function readGro(source: FramesSource): Frames {
  const frames = readGroLines(source)
  const first = frames[0]!
  const own = groAtoms(source.bytes, first)
  const { topology } = source.options
  const atoms = topology ?? own
  const count = own.names.length
  if (atoms.names.length !== count) {
    source.fail({}, `as many atoms as the topology has, ${atoms.names.length}`, `${count}`)
  }
  const beads = selectBeads(source, atoms)
  source.checkRoom(frames.length, beads.length)
  const centres = frames.map((frame, k) => {
    checkSameAtoms(source, first, frame, `frame ${k}`, 'as in the first frame')
    const out = new Float64Array(3 * beads.length)
    for (let i = 0; i < beads.length; i++) readGroPlace(out, 3 * i, source, frame, beads[i]!)
    return out
  })
  if (isBox(first.box)) source.notes.push(CELL_NOTE)
  return {
    format: 'gro',
    count: frames.length,
    beads: beads.length,
    atoms: count,
    names: Array.from(beads, (k) => beadName(atoms, k)),
    notes: source.notes,
    frame: (k) => centres[checkFrame(k, frames.length)]!.slice(),
    cell: (k) => {
      const { box, line, starts } = frames[checkFrame(k, frames.length)]!
      return cellOfFrame(source, box, { line: line + starts.length, field: `frame ${k}, box` })
    },
  }
}

/** The atoms of the first frame: the topology that a GRO file is. */
export function readGroAtoms(source: FramesSource): FrameAtoms {
  return groAtoms(source.bytes, readGroLines(source)[0]!)
}

function groAtoms(bytes: Uint8Array, { starts }: GroFrame): FrameAtoms {
  const list = (from: number, to: number): string[] => Array.from(starts, (at) => columns(bytes, at, from, to))
  const [residues, residueNames, names] = [list(1, 5), list(6, 10), list(11, 15)]
  // Calcium is called CA as well, and so is its residue.
  const polymer = Uint8Array.from(names, (name, k) => (residueNames[k]!.replace(/[^A-Za-z]/g, '') === name ? 0 : 1))
  return { names, residues, residueNames, polymer }
}

/** The frames of the file; at least one. */
export function readGroLines(source: LineSource): GroFrame[] {
  const { bytes } = source
  const frames: GroFrame[] = []
  const walk = new Lines(bytes)
  while (walk.next()) {
    // Blank lines at the end are not a title: a title is followed by a number.
    if (walk.isBlank() && walk.isLast()) break
    const title = walk.line
    if (!walk.next()) source.fail({ line: title + 1 }, 'the number of atoms', 'the end of the file')
    const text = columns(bytes, walk.start, 1, 20)
    const count = /^\d{1,9}$/.test(text) && walk.end - walk.start <= 20 ? Number(text) : 0
    const left = bytes.length - walk.end
    if (!(count > 0 && count * (NAMES + 3 * NARROWEST) <= left)) {
      const expected = `a number of atoms that ${plural(left, 'byte')} can hold`
      source.fail({ line: walk.line }, expected, quoted(bytes, walk.start, walk.end))
    }
    const starts = new Int32Array(count)
    const line = walk.line + 1
    let width = 0
    for (let k = 0; k < count; k++) {
      if (!walk.next()) source.fail({ line: line + k }, `atom ${k + 1} of ${count}`, 'the end of the file')
      if (k === 0) width = widthOf(source, walk)
      if (walk.end - walk.start < NAMES + 3 * width - 1) {
        const expected = `an atom with coordinates up to column ${NAMES + 3 * width}`
        source.fail({ line: walk.line }, expected, quoted(bytes, walk.start, walk.end))
      }
      starts[k] = walk.start
    }
    if (!walk.next()) source.fail({ line: line + count }, 'the box', 'the end of the file')
    frames.push({ starts, line, width, box: readBox(source, walk) })
  }
  if (frames.length === 0) source.fail({ line: 1 }, 'a GRO file with atoms', 'none')
  return frames
}

/** The lines of the file, one after the other. */
class Lines {
  line = 0
  start = 0
  end = 0
  private at: number

  constructor(private readonly bytes: Uint8Array) {
    this.at = textStart(bytes)
  }

  next(): boolean {
    const { bytes } = this
    if (this.at >= bytes.length) return false
    this.line++
    this.start = this.at
    let end = this.at
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++
    this.end = end
    this.at = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1)
    return true
  }

  isBlank(): boolean {
    return this.bytes.subarray(this.start, this.end).every((c) => c === BLANK || c === 9)
  }

  /** Nothing but blanks and line ends follows. */
  isLast(): boolean {
    for (let k = this.end; k < this.bytes.length; k++) if (this.bytes[k]! > BLANK) return false
    return true
  }
}

/** The distance of the decimal points of x and y, which must be that of y and z as well. */
function widthOf(source: LineSource, { start, end, line }: Lines): number {
  const { bytes } = source
  const points: number[] = []
  for (let k = start + NAMES; k < end && points.length < 3; k++) if (bytes[k] === POINT) points.push(k)
  const width = points[1]! - points[0]!
  if (points.length < 3 || points[2]! - points[1]! !== width || width < NARROWEST || width > WIDEST) {
    const expected = 'x, y and z behind column 20, of equal width'
    source.fail({ line }, expected, quoted(bytes, Math.min(start + NAMES, end), end))
  }
  return width
}

/** x, y and z of an atom, in Å. */
export function readGroPlace(out: Float64Array, o: number, source: LineSource, frame: GroFrame, atom: number): void {
  const { bytes } = source
  const { starts, width, line } = frame
  for (let axis = 0; axis < 3; axis++) {
    const from = starts[atom]! + NAMES + axis * width
    let [a, b] = [from, Math.min(from + width, bytes.length)]
    while (a < b && bytes[a] === BLANK) a++
    while (b > a && bytes[b - 1]! <= BLANK) b--
    const value = tenTimes(bytes, a, b)
    if (!(Math.abs(value) <= MAX_COORDINATE)) {
      const place = { line: line + atom, field: 'xyz'[axis]! }
      const expected = `a coordinate in columns ${from - starts[atom]! + 1} to ${from - starts[atom]! + width}`
      source.fail(place, expected, quoted(bytes, from, from + width))
    }
    out[o + axis] = value
  }
}

/** Ten times a decimal number, rounded once: 0.413 is 4.13, not ten times the double next to 0.413. */
function tenTimes(bytes: Uint8Array, from: number, to: number): number {
  const value = parseDecimal(bytes, from, to)
  let decimals = 0
  for (let k = to - 1; k >= from && bytes[k] !== POINT; k--) {
    const c = bytes[k]!
    decimals = c >= 48 && c <= 57 && k > from ? decimals + 1 : Number.NaN
  }
  const scale = 10 ** decimals
  if (!(decimals >= 1 && decimals <= 15 && Math.abs(value * scale) < 2 ** 52)) return 10 * value
  return Math.round(value * scale) / 10 ** (decimals - 1)
}

/** In which places of the nine numbers of three vectors a line has its numbers. */
const ORDER = [0, 4, 8, 1, 2, 3, 5, 6, 7] as const

function readBox(source: LineSource, { start, end, line }: Lines): number[] {
  const { bytes } = source
  const box = new Array<number>(9).fill(0)
  let count = 0
  for (let at = start; at < end; ) {
    while (at < end && bytes[at]! <= BLANK) at++
    const from = at
    while (at < end && bytes[at]! > BLANK) at++
    if (at === from) break
    const value = tenTimes(bytes, from, at)
    if (!(Math.abs(value) <= MAX_COORDINATE) || count === 9) count = Number.NaN
    box[ORDER[count] ?? 0] = value
    count++
  }
  if (count !== 3 && count !== 9) {
    source.fail({ line, field: 'box' }, 'three lengths, or nine numbers', quoted(bytes, start, end))
  }
  return box
}

/** A file whose atoms change places would be read as if they jumped: residues and names, columns 1 to 15, are those of the first. */
export function checkSameAtoms(source: LineSource, a: GroFrame, b: GroFrame, field: string, first: string): void {
  if (a === b) return
  const { bytes } = source
  if (a.starts.length !== b.starts.length) {
    source.fail({ line: b.line - 1, field }, `${plural(a.starts.length, 'atom')}, ${first}`, `${b.starts.length}`)
  }
  for (let atom = 0; atom < a.starts.length; atom++) {
    const [p, q] = [a.starts[atom]!, b.starts[atom]!]
    let c = 0
    while (c < 15 && bytes[p + c] === bytes[q + c]) c++
    if (c === 15) continue
    source.fail({ line: b.line + atom, field }, `${quoted(bytes, p, p + 15)}, ${first}`, quoted(bytes, q, q + 15))
  }
}
